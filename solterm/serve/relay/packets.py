"""Packets between hosts: a message, split into parts that fit PostgreSQL's notifications.

A part is a line of ASCII that names sender, recipient, session, packet and its own number, followed
by a piece of the message. Parts of one sender arrive in order. Anyone who can reach the database
can write notifications, so invalid packets are ignored.
"""

import re
from typing import NamedTuple

from solterm.hall import messages
from solterm.hall.messages import LONGEST, Message

ROOM = 7000
"""Characters of a message in one part; a notification has room for fewer than 8000 bytes."""

_NAME = "[0-9a-f]{1,16}"
_PART = re.compile(
    rf"({_NAME}) ({_NAME}|\*) ({_NAME}|\*) (\d{{1,15}}) (\d{{1,5}})/(\d{{1,5}})\n(.*)", re.ASCII
)
_NONE = "*"
"""Stands for all hosts, and for no session."""


class Packet(NamedTuple):
    """A message from one host to another, or to all."""

    sender: str
    """The sending host: up to 16 hexadecimal digits."""
    to: str
    """The receiving host; empty for all."""
    session: str
    """The session it concerns; empty for none."""
    message: Message

    def pack(self, number: int) -> list[str]:
        """Return its parts; ``number`` differs for each packet of a sender."""
        text = messages.write(self.message).decode("ascii").rstrip("\n")
        pieces = [text[at : at + ROOM] for at in range(0, len(text), ROOM)]
        head = f"{self.sender} {self.to or _NONE} {self.session or _NONE} {number}"
        return [f"{head} {k}/{len(pieces)}\n{piece}" for k, piece in enumerate(pieces, 1)]


class Unpacker:
    """Puts the packets of one sender together."""

    def __init__(self) -> None:
        self._number = ""
        self._pieces: list[str] = []

    def take(self, part: "Part") -> Packet | None:
        """Return the packet that a part completes; None for none, or an invalid one."""
        if part.place == 1:
            self._number, self._pieces = part.number, []
        if part.number != self._number or part.place != len(self._pieces) + 1:
            return None
        self._pieces.append(part.piece)
        if part.place < part.parts:
            return None
        text, self._pieces = "".join(self._pieces), []
        try:
            message = messages.read(text.encode("ascii"))
        except ValueError:
            return None
        return Packet(part.sender, part.to, part.session, message)


class Part(NamedTuple):
    """A part of a packet."""

    sender: str
    to: str
    session: str
    number: str
    place: int
    """Its place among the packet's parts, from 1."""
    parts: int
    piece: str

    @classmethod
    def read(cls, text: str) -> "Part | None":
        """Return the part in a notification; None for any other text."""
        found = _PART.fullmatch(text)
        if not found or not found[7].isascii():
            return None
        sender, to, session, number, place, parts, piece = found.groups()
        if int(parts) > LONGEST // ROOM + 1 or len(piece) > ROOM:
            return None
        to, session = to.replace(_NONE, ""), session.replace(_NONE, "")
        return cls(sender, to, session, number, int(place), int(parts), piece)

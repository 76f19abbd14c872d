"""Claims: results that players publish, as text.

A claim starts with a header that names the board, the player and the result. The records of the
games follow in order::

    [Board "tour"]
    [Player "Ann"]
    [Profile "6f1c0d2e9a417b35"]
    [Points "213"]
    [Level "3"]
    [Date "2026-11-21"]
    [Seal "90ab41c7be3d5f02"]

    [Game "royale-pyramid"]
    ...

The seal is a checksum of everything else. It reveals a text that was cut off or edited. It is not a
signature; the proof of a claim is replaying its games.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests.daily import parse_day
from solterm.contests.kinds import BoardName, Kind
from solterm.core.names import check_name, is_profile
from solterm.core.play import record
from solterm.core.play.record import Record, RecordError
from solterm.core.refusal import Refusal
from solterm.store.interface import LARGEST_CLAIM

LONGEST_BOARD = 80
"""The most characters in the name of a board."""
MOST_EVENTS = 20_000
"""The most events in all games of a claim; the longest games have a few hundred."""

LENGTH_THAT_TELLS = 20
"""Two players may by chance play games with fewer steps in the same way."""

_TAG = re.compile(r'\[([A-Z][A-Za-z]*) "([^"]*)"\]')
_HEADER = ("Board", "Player", "Profile", "Points", "Level", "Date", "Seal")
_NEEDED = ("Rules", "Scored", "Result")
"""Tags that are optional in a record but required in a claim."""
OWN = "Own"
"""The optional tag for the score by the game's source."""
TIME = "Time"
"""The tag for the seconds played, which breaks ties in the deal of the day."""
MORE = ("Date", "Score", OWN, TIME)
"""The tags that the store adds to a record."""
_KNOWN = ("Game", "Options", "Deal", "Level", *MORE, *_NEEDED)
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")


class ProofError(Refusal):
    """A claim that is wrong. The message is the reason, as a sentence."""


class Played(NamedTuple):
    """Digests of the games of a claim. They do not depend on how the games are written."""

    whole: str = ""
    """The digest of all games together."""
    length: int = 0
    """The steps of all games together."""
    games: tuple[str, ...] = ()
    """A digest of each game that is too long for two players to play the same by chance."""
    begun: tuple[str, ...] = ()
    """A digest of each game with at least one action."""


class ProvedGame(NamedTuple):
    """A game of a proved claim."""

    id: str
    version: int
    """The version of its rules."""
    points: int
    """Its score in the contest."""


class Claim(NamedTuple):
    """The contents of a claim. ``prove`` checks them."""

    board: str
    player: str
    profile: str
    """Distinguishes players with the same name."""
    points: int
    date: str
    """The day in UTC."""
    game: str
    """The id of the first game."""
    deal: int
    level: int
    """The lowest level of all games."""
    played: Played = Played()
    """The digests of the games; empty before the proof."""
    own: int | None = None
    """The sum of the sources' scores, if all games are the same and have one."""
    mark: int | None = None
    """The sum of the marks, if all records have one."""
    ranked: tuple[int, ...] = ()
    """The sort key on the board, smaller first; empty before the proof."""
    games: tuple[ProvedGame, ...] = ()
    """Its games in their order; empty before the proof."""
    cards: int | None = None
    """``Play.cards_home`` of its game, which ranks equal marks; None on boards without it."""

    @property
    def marks(self) -> tuple[str, ...]:
        """The digests that identify copies of a claim: those of parts too long to match by chance.

        If players draw their own deals, one equal game is enough. If all players have the same
        deals, all games must be equal.
        """
        whole = (self.played.whole,) if self.played.length >= LENGTH_THAT_TELLS else ()
        return whole if kind_of(self.board).is_dealt_alike else (*whole, *self.played.games)


def write(claim: Claim, records: Sequence[str]) -> str:
    """Return the text of a claim. The records contain its game and deal."""
    counts = (str(claim.points), str(claim.level))
    values = (claim.board, claim.player, claim.profile, *counts, claim.date)
    header = [f'[{name} "{value}"]' for name, value in zip(_HEADER[:-1], values, strict=True)]
    played = [each.strip() + "\n" for each in records]
    seal = seal_of("\n".join([*header, *played]))
    return "\n".join([*header, f'[Seal "{seal}"]', "", *played]).rstrip() + "\n"


def board_of(text: str) -> str:
    """Return the board of a claim; raises ``ProofError`` if the text is not a claim."""
    return split(text)[0]["Board"]


def check_characters(text: str) -> None:
    """Raise ``ProofError`` for characters that could hide text or control a terminal."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.isprintable():
            raise ProofError(f"Line {number} has an invisible character.")


def split(text: str) -> tuple[dict[str, str], list[Record]]:
    """Return the header and the records of a claim; raises ``ProofError`` if it is damaged."""
    if len(text) > LARGEST_CLAIM:
        raise ProofError(f"It is larger than {LARGEST_CLAIM >> 10} KB.")
    head, *played = re.split(r'(?m)^(?=\[Game ")', text)
    header: dict[str, str] = {}
    for line in filter(None, map(str.strip, head.splitlines())):
        match = _TAG.fullmatch(line)
        if not match or match[1] in header or match[1] not in _HEADER:
            raise ProofError(f"Its header is damaged: {line[:40]!a} is out of place.")
        header[match[1]] = match[2]
    if missing := [name for name in _HEADER if name not in header]:
        raise ProofError(f"Its header lacks {missing[0]}.")
    if not played:
        raise ProofError("It has no record of a game.")
    _check_header(header)
    records = [_read(number, each) for number, each in enumerate(played, 1)]
    if (events := sum(len(each.events) for each in records)) > MOST_EVENTS:
        raise ProofError(f"It has {events} events; a board takes at most {MOST_EVENTS}.")
    return header, records


def _read(number: int, text: str) -> Record:
    """Parse a record that must have all tags of a claim and no others."""
    try:
        found = record.read(text)
    except RecordError as error:
        raise ProofError(f"Game {number}: {error}") from None
    if missing := [name for name in _NEEDED if name not in found.tags]:
        if missing == ["Scored"]:
            raise ProofError(f"Game {number} was not played on the terms of this board.")
        raise ProofError(f"Game {number} does not say its {missing[0]}.")
    if foreign := [name for name in found.tags if name not in _KNOWN]:
        raise ProofError(f"Game {number} has an unknown tag {foreign[0][:20]}.")
    return found


def _check_header(header: dict[str, str]) -> None:
    try:
        if check_name(header["Player"]) != header["Player"]:
            raise Refusal("The player's name is not in its stored form.")
    except Refusal as error:
        raise ProofError(str(error)) from None
    if parse_day(header["Date"]) is None:
        raise ProofError("Its Date is not a day.")
    if not is_profile(header["Profile"]):
        raise ProofError("Its Profile is not valid.")
    if not NUMBER.fullmatch(header["Points"]):
        raise ProofError("Its Points are not a number.")
    if header["Level"] not in ("1", "2", "3"):
        raise ProofError("Its Level is not valid.")
    try:
        check_board(header["Board"])
    except Refusal as error:
        raise ProofError(str(error)) from None


def check_board(text: str) -> None:
    """Raise ``Refusal`` for a text that is not the name of a board."""
    if not (0 < len(text) <= LONGEST_BOARD and text.isprintable()):
        raise Refusal("Its Board is not the name of a board.")
    BoardName.parse(text)


def kind_of(board: str) -> Kind:
    """Return the kind of a board whose name is valid."""
    return BoardName.parse(board).kind


def seal_of(text: str) -> str:
    """Return the checksum of a claim's lines, ignoring empty lines and the seal itself."""
    lines = [line for line in map(str.strip, text.split("\n")) if line]
    rest = "\n".join(line for line in lines if not line.startswith("[Seal "))
    return hashlib.sha256(rest.encode()).hexdigest()[:16]

"""Requests of clients that have logged in: the interface they want, and their environment."""

import re
from collections.abc import Mapping

from solterm.serve.orders import Face

NOTHING_ELSE = "This host offers only card games."

_FACES: Mapping[str, Face] = {
    "": "lines",
    "lines": "lines",
    "--plain": "lines",
    "json": "json",
    "--json": "json",
}
"""The commands a client may send."""

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@+-]{0,63}")
"""The values a session gets for the client's language and terminal; no paths."""

_LOCALE = re.compile(r"LANG|LC_[A-Z]{1,20}")
_MOST = 16


class NotOffered(Exception):
    """The host does not offer this; the message says so to the player."""


def face_of(command: str | None, has_terminal: bool) -> Face:
    """Return the interface for a request, with or without a command.

    Raises ``NotOffered`` for an unknown command; the host never runs any.

    >>> face_of(None, True), face_of(None, False), face_of("json", False)
    ('screen', 'lines', 'json')
    >>> face_of("cat /etc/passwd", False)
    Traceback (most recent call last):
        ...
    solterm.serve.requests.NotOffered: This host offers only card games. ...
    """
    if command is None:
        return "screen" if has_terminal else "lines"
    face = _FACES.get(command.strip())
    if face is None:
        raise NotOffered(
            f"{NOTHING_ELSE} The commands are: lines (line mode) and json (JSON lines)."
        )
    return face


def terminal_of(name: str | None) -> str:
    """Return a valid terminal type; ``dumb``, which gets line mode, for an invalid one."""
    return name if name and _WORD.fullmatch(name) else "dumb"


class Variables(dict[bytes, bytes]):
    """The variables a client sends, limited to those of its language.

    asyncssh stores every variable in a mapping, however many there are. This mapping ignores the
    others.
    """

    def __setitem__(self, name: bytes, value: bytes) -> None:
        try:
            key, word = name.decode("ascii"), value.decode("ascii")
        except (UnicodeDecodeError, AttributeError):
            return
        is_fit = _LOCALE.fullmatch(key) and (not word or _WORD.fullmatch(word))
        if is_fit and (name in self or len(self) < _MOST):
            super().__setitem__(name, value)

    def as_text(self) -> dict[str, str]:
        return {name.decode("ascii"): value.decode("ascii") for name, value in self.items()}

"""What a client asks for when it has logged in, and what of that a host of cards has."""

import re
from collections.abc import Mapping

from solterm.serve.orders import Face

NOTHING_ELSE = "This host offers cards and nothing else."

_FACES: Mapping[str, Face] = {
    "": "lines",
    "lines": "lines",
    "--plain": "lines",
    "json": "json",
    "--json": "json",
}
"""What may stand behind the host's name, all of it."""

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@+-]{0,63}")
"""What is passed on of a client's language and terminal: no path, nothing to be looked up."""

_LOCALE = re.compile(r"LANG|LC_[A-Z]{1,20}")
_MOST = 16


class NotOffered(Exception):
    """What cannot be had, in a sentence."""


def face_of(command: str | None, has_terminal: bool) -> Face:
    """What a request shows: that of no command, or of one of a few words.

    Raises ``NotOffered`` for any other: nothing is ever run.

    >>> face_of(None, True), face_of(None, False), face_of("json", False)
    ('screen', 'lines', 'json')
    >>> face_of("cat /etc/passwd", False)
    Traceback (most recent call last):
        ...
    solterm.serve.asked.NotOffered: This host offers cards and nothing else. ...
    """
    if command is None:
        return "screen" if has_terminal else "lines"
    face = _FACES.get(command.strip())
    if face is None:
        raise NotOffered(
            f"{NOTHING_ELSE} Behind its name may stand: lines (words, line by line) or json."
        )
    return face


def terminal_of(name: str | None) -> str:
    """The type of a terminal, as far as it can be one; else ``dumb``, which gets line mode."""
    return name if name and _WORD.fullmatch(name) else "dumb"


class Variables(dict[bytes, bytes]):
    """The variables a client sends: of its language, and no more of them than there are.

    asyncssh keeps whatever a client names, however much that is, in a mapping; this is one that
    takes nothing else.
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
        """The same, as an environment has them."""
        return {name.decode("ascii"): value.decode("ascii") for name, value in self.items()}

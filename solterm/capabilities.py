"""The abilities of the terminal: screens, characters, colours."""

import sys
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, Self

_UTF8 = ("utf8", "utf-8")
_OF_PYTHON = ("C.UTF-8", "C.utf8", "UTF-8")
"""The values to which Python sets LC_CTYPE itself if the locale is C."""
_LINES_ONLY = ("", "dumb", "unknown")
"""Types of terminals that can only append text."""


class Terminal(NamedTuple):
    """What the environment and the standard streams say about the terminal."""

    kind: str = ""
    """``TERM``."""
    colour_kind: str = ""
    """``COLORTERM``."""
    wants_no_colour: bool = False
    """Whether ``NO_COLOR`` is set."""
    driver: str = ""
    """``TEXTUAL_DRIVER``: a browser, for example, in place of the terminal."""
    charset: str = "utf-8"
    """Its encoding, according to the player's locale."""
    is_tty: bool = False
    """Whether standard input and output are a terminal."""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> Self:
        """Describe the terminal of this process."""
        return cls(
            kind=environ.get("TERM", ""),
            colour_kind=environ.get("COLORTERM", ""),
            wants_no_colour=bool(environ.get("NO_COLOR")),
            driver=environ.get("TEXTUAL_DRIVER", ""),
            charset=_charset(environ),
            is_tty=all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)),
        )

    @property
    def is_colourless(self) -> bool:
        """Whether it has no colours, or the player wants none."""
        if self.wants_no_colour:
            return True
        return not self.colour_kind and "color" not in self.kind and _lacks_colours(self.kind)

    @property
    def colours(self) -> int:
        """How many colours it shows: none (0), 16, 256, or all (2 ** 24)."""
        if self.is_colourless:
            return 0
        if self.colour_kind.strip().lower() in ("truecolor", "24bit"):
            return 1 << 24
        return 256 if self.kind.rpartition("-")[2] in ("256color", "kitty") else 16

    @property
    def is_lines_only(self) -> bool:
        """Whether its type can only append text."""
        return self.kind in _LINES_ONLY

    @property
    def cannot_paint(self) -> bool:
        """Whether this is a terminal that can only append text."""
        return self.is_tty and self.is_lines_only

    @property
    def no_screen(self) -> str | None:
        """Why the full program can't run here, without a full stop; None if it can."""
        if self.driver:
            return None
        if not self.is_tty:
            return "The full program needs a terminal"
        if self.is_lines_only:
            return f"A terminal of type {self.kind!r} cannot show the full program"
        return None


def _charset(environ: Mapping[str, str]) -> str:
    """Return the terminal's encoding.

    If the locale is C or not installed, Python writes UTF-8 anyway; then the name of the locale
    decides. The default is UTF-8.
    """
    encoding = (sys.__stderr__ and sys.__stderr__.encoding) or "utf-8"
    if not sys.flags.utf8_mode or "PYTHONUTF8" in environ or "PYTHONIOENCODING" in environ:
        return encoding
    ctype = environ.get("LC_CTYPE", "")
    named = environ.get("LC_ALL") or ("" if ctype in _OF_PYTHON else ctype)
    named = named or environ.get("LANG") or ""
    said = named.partition("@")[0].partition(".")[2].lower()
    return encoding if not named or said in _UTF8 else "ascii"


@cache
def _lacks_colours(kind: str) -> bool:
    try:
        # Imported here: it costs time, and most terminals have colours in their name.
        import curses

        curses.setupterm(kind, 1)
        return curses.tigetnum("colors") <= 0
    except (ImportError, OSError, ValueError):
        return False  # the terminal is unknown
    except curses.error:
        return False

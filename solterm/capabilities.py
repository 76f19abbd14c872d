"""The abilities of the terminal according to the environment: screens, characters, colours."""

import os
import sys

_UTF8 = ("utf8", "utf-8")
_OF_PYTHON = ("C.UTF-8", "C.utf8", "UTF-8")
"""The values to which Python sets LC_CTYPE itself if the locale is C."""
LINES_ONLY = ("", "dumb", "unknown")
"""Types of terminals that can only append text."""


def charset() -> str:
    """Return the terminal's encoding according to the player's locale.

    If the locale is C or not installed, Python writes UTF-8 anyway; then the name of the locale
    decides. The default is UTF-8.
    """
    encoding = (sys.__stderr__ and sys.__stderr__.encoding) or "utf-8"
    if not sys.flags.utf8_mode or "PYTHONUTF8" in os.environ or "PYTHONIOENCODING" in os.environ:
        return encoding
    ctype = os.environ.get("LC_CTYPE", "")
    named = os.environ.get("LC_ALL") or ("" if ctype in _OF_PYTHON else ctype)
    named = named or os.environ.get("LANG") or ""
    said = named.partition("@")[0].partition(".")[2].lower()
    return encoding if not named or said in _UTF8 else "ascii"


def is_colourless() -> bool:
    """Return whether the terminal has no colours, or the player wants none."""
    if os.environ.get("NO_COLOR"):
        return True
    kind = os.environ.get("TERM", "")
    if os.environ.get("COLORTERM") or "color" in kind:
        return False
    try:
        # Imported here: it costs time, and most terminals have colours in their name.
        import curses

        curses.setupterm(kind, 1)
        return curses.tigetnum("colors") <= 0
    except (ImportError, OSError, ValueError):
        return False  # the terminal is unknown
    except curses.error:
        return False


def colours() -> int:
    """Return how many colours the terminal shows: none (0), 16, 256, or all (2 ** 24)."""
    if is_colourless():
        return 0
    if os.environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return 1 << 24
    kind = os.environ.get("TERM", "").rpartition("-")[2]
    return 256 if kind in ("256color", "kitty") else 16


def cannot_paint() -> bool:
    """Return whether this is a terminal that can only append text."""
    return _at_a_terminal() and os.environ.get("TERM", "") in LINES_ONLY


def no_screen() -> str | None:
    """Return why the full program can't run here, as a sentence; None if it can."""
    instead = "play in lines of text: solterm play ID --plain"
    if os.environ.get("TEXTUAL_DRIVER"):  # a browser, for example, in place of a terminal
        return None
    if not _at_a_terminal():
        return f"The full program needs a terminal; {instead}"
    if (kind := os.environ.get("TERM", "")) in LINES_ONLY:
        return f"A terminal of type {kind!r} cannot show the full program; {instead}"
    return None


def _at_a_terminal() -> bool:
    return all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))

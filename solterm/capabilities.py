"""What the terminal can show, as far as the environment tells: pictures, characters, colours."""

import os
import sys

_UTF8 = ("utf8", "utf-8")
_OF_PYTHON = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python sets LC_CTYPE to, for itself, when the locale is C."""
LINES_ONLY = ("", "dumb", "unknown")
"""Types of terminals on which text can only follow text."""


def charset() -> str:
    """The encoding the terminal is written in, as the player's locale has it.

    In a locale that is C, or not installed, Python writes UTF-8 whatever the terminal shows: then
    the locale's own name decides. Where nothing at all is said, UTF-8 is taken.
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
    """Is the terminal one without colours, or does the player want none?"""
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
        return False  # nothing is known of it
    except curses.error:
        return False


def colours() -> int:
    """How many colours the terminal shows: none (0), 16, 256, or all there are (2 ** 24)."""
    if is_colourless():
        return 0
    if os.environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return 1 << 24
    kind = os.environ.get("TERM", "").rpartition("-")[2]
    return 256 if kind in ("256color", "kitty") else 16


def cannot_paint() -> bool:
    """Is this a terminal, but one on which nothing can be painted?"""
    return _at_a_terminal() and os.environ.get("TERM", "") in LINES_ONLY


def no_screen() -> str | None:
    """Why the full program cannot be shown here, or None."""
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

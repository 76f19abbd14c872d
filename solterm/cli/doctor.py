"""What ``solterm doctor`` finds: where data lives, what the terminal can do, what is wrong."""

import locale
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from solterm import __version__
from solterm.capabilities import charset, is_colourless, no_screen
from solterm.games import others
from solterm.store import engines, inspection, place, settings, sharedfolder
from solterm.store.errors import StoreError, show_path
from solterm.store.store import Store

_SAMPLE = "♠♥♦♣┌─┐"
"""What the table is painted with where the encoding knows it."""


def findings() -> Iterator[tuple[str, str]]:
    """What there is to know, as pairs of a heading and a sentence or value."""
    yield "solterm", f"{__version__}, with Python {platform.python_version()}"
    folder = f"{show_path(place.home())}{_room(place.home())}"
    yield "Data", "in the database of this host" if engines.is_named() else folder
    yield "Terminal", _terminal()
    yield "Colours", _colours()
    yield "Locale", f"{locale.setlocale(locale.LC_CTYPE)}, {_encoding(sys.stdout)}"


def complaints() -> Iterator[str]:
    """What is wrong, a sentence each, the remedy included."""
    try:
        store = Store.open()
        yield from filter(None, [store.loss])
        yield from inspection.faults(store)
        store.disconnect()
    except StoreError as error:
        yield str(error)
    yield from settings.load_own()[1]
    yield from others().troubles
    yield from filter(None, [sharedfolder.trouble(), no_screen()])
    try:
        _SAMPLE.encode(_encoding(sys.stdout))
    except (UnicodeEncodeError, LookupError):
        yield "The locale knows no card suits: cards are shown in letters. Choose a UTF-8 locale."


def _room(folder: Path) -> str:
    """How much room there is for the data, as far as it can be told."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    try:
        return f", {shutil.disk_usage(there).free >> 20} MiB free"
    except OSError:
        return ""


def _terminal() -> str:
    size = shutil.get_terminal_size()
    kind = os.environ.get("TERM") or "of no type"
    return f"{kind}, {size.columns} columns, {size.lines} rows"


def _colours() -> str:
    if os.environ.get("NO_COLOR"):
        return "none: NO_COLOR is set"
    if is_colourless():
        return "none: a terminal of this type has no colours"
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return "16 million"
    return "256" if "256" in os.environ.get("TERM", "") else "16, as far as can be told"


def _encoding(stream: TextIO) -> str:
    """The encoding of a stream, or of the locale where Python chose better."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    return charset() if encoding.lower() == "utf-8" else encoding

"""``solterm doctor``: examines the data, the terminal and the locale."""

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
from solterm.cli.console import Answer, Line, Part
from solterm.core.engines import masks
from solterm.games import others
from solterm.manual.pages import page
from solterm.sessions.report import Column, Look, Report
from solterm.store import backends, inspection, locations, settings, sharedfolder
from solterm.store.errors import StoreError, show_path
from solterm.store.store import Store

_SAMPLE = "♠♥♦♣┌─┐"
"""Characters that the screen draws with if the encoding has them."""


def examine() -> Answer:
    """Return the findings, and the complaints in a table of their own."""
    found, wrong = list(findings()), list(dict.fromkeys(complaints()))
    lines = [f"{heading + ':':10} {finding}" for heading, finding in found]
    plain = "\n".join([*lines, *(f"Trouble:   {each}" for each in wrong)])
    problems: Part = Line("No problems found.", Look.GOOD)
    if wrong:
        columns = (Column(look=Look.WARNING), Column())
        problems = Report("Problems", columns, [("!", each) for each in wrong])
    return Answer([Report("", (Column(look=Look.ID), Column()), found), problems], plain=plain)


def findings() -> Iterator[tuple[str, str]]:
    """Yield pairs of a heading and a value."""
    yield "solterm", f"{__version__}, with Python {platform.python_version()}"
    folder = f"{show_path(locations.home())}{_room(locations.home())}"
    yield "Solver", "plain Python" if masks.__file__.endswith(".py") else "compiled"
    yield "Data", "in the database of this host" if backends.is_in_database() else folder
    yield "Terminal", _terminal()
    yield "Colours", _colours()
    yield "Locale", f"{locale.setlocale(locale.LC_CTYPE)}, {_encoding(sys.stdout)}"


def complaints() -> Iterator[str]:
    """Yield each problem and its remedy in a sentence."""
    try:
        store = Store.open()
        yield from filter(None, [store.loss])
        yield from inspection.faults(store)
        store.disconnect()
    except StoreError as error:
        yield str(error)
    yield from settings.load_own()[1]
    yield from others().troubles
    yield from _missing_pages()
    yield from filter(None, [sharedfolder.trouble(), no_screen()])
    try:
        _SAMPLE.encode(_encoding(sys.stdout))
    except (UnicodeEncodeError, LookupError):
        yield (
            "The locale has no card suits, so solterm shows cards as letters."
            " Choose a UTF-8 locale to see the suits."
        )


def _missing_pages() -> Iterator[str]:
    """Yield a sentence for each game of another package that has no rules page."""
    for game_id in others().games:
        try:
            page(game_id)
        except ValueError as error:
            yield str(error)


def _room(folder: Path) -> str:
    """Return how much room the data has, or "" if that is unknown."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    try:
        return f", {shutil.disk_usage(there).free >> 20} MiB free"
    except OSError:
        return ""


def _terminal() -> str:
    size = shutil.get_terminal_size()
    kind = os.environ.get("TERM") or "TERM is not set"
    return f"{kind}, {size.columns} columns, {size.lines} rows"


def _colours() -> str:
    if os.environ.get("NO_COLOR"):
        return "none: NO_COLOR is set"
    if is_colourless():
        return "none: this type of terminal has no colours"
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return "16 million"
    return "256" if "256" in os.environ.get("TERM", "") else "16 (probably)"


def _encoding(stream: TextIO) -> str:
    """Return the encoding of a stream, or that of the locale where Python overrides it."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    return charset() if encoding.lower() == "utf-8" else encoding

"""``solterm doctor``: examines the data, the terminal and the locale."""

import locale
import platform
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from solterm import __version__
from solterm.capabilities import Terminal
from solterm.cli.console import CommandAnswer, Output, Part, PlainLine, say
from solterm.context import Context
from solterm.core.engines import masks
from solterm.core.refusal import Refusal
from solterm.games import others
from solterm.manual.rules_pages import page
from solterm.sessions.report import Column, Emphasis, Report
from solterm.store import inspection, locations, settings, sharedfolder
from solterm.store.errors import StoreError, name_place
from solterm.store.patience import Patience
from solterm.store.store import Store
from solterm.wire.probe import (
    Reported,
    Size,
    ask_terminal,
    prints_queries,
    size_of_environment,
    size_of_system,
)

_SAMPLE = "♠♥♦♣┌─┐"
"""Characters that the screen draws with if the encoding has them."""


def examine(args: Namespace, out: Output) -> CommandAnswer:
    """Return the findings, and the complaints in a table of their own."""
    found, wrong = list(findings(out.context)), list(dict.fromkeys(complaints(out.context)))
    lines = [f"{heading + ':':10} {finding}" for heading, finding in found]
    plain = "\n".join([*lines, *(f"Trouble:   {each}" for each in wrong)])
    problems: Part = PlainLine("No problems found.", Emphasis.GOOD)
    if wrong:
        columns = (Column(look=Emphasis.WARNING), Column())
        problems = Report("Problems", columns, [("!", each) for each in wrong])
    report = Report("", (Column(look=Emphasis.ID), Column()), found)
    return CommandAnswer([report, problems], plain=plain)


def findings(context: Context) -> Iterator[tuple[str, str]]:
    """Yield pairs of a heading and a value."""
    yield "solterm", f"{__version__}, with Python {platform.python_version()}"
    home = locations.home(context)
    folder = f"{name_place(context, home)}{_room(home)}"
    yield "Solver", "plain Python" if masks.__file__.endswith(".py") else "compiled"
    yield "Data", "in the database of this host" if context.is_in_database else folder
    charset, reported = _encoding(sys.stdout, context.terminal), Reported()
    if context.terminal.is_tty and not context.terminal.is_lines_only and not prints_queries():
        reported = ask_terminal(with_lines=charset.lower() in ("utf-8", "utf8"))
    yield "Terminal", _terminal(context.terminal, reported.size)
    if reported.cells:
        yield "Frames", _tell_lines(reported.cells)
    yield "Colours", _colours(context.terminal)
    yield "Locale", f"{locale.setlocale(locale.LC_CTYPE)}, {charset}"


def complaints(context: Context) -> Iterator[str]:
    """Yield each problem and its remedy in a sentence."""
    try:
        store = Store.open(context=context, patience=Patience(say))
        yield from filter(None, [store.loss])
        yield from inspection.faults(store)
        store.disconnect()
    except StoreError as error:
        yield str(error)
    yield from settings.load_settings(context)[1]
    yield from others().troubles
    yield from _missing_pages()
    yield from filter(None, [sharedfolder.trouble(context)])
    if reason := context.terminal.no_screen:
        yield f"{reason}; 'solterm --plain' plays in lines of text."
    try:
        _SAMPLE.encode(_encoding(sys.stdout, context.terminal))
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
        except Refusal as error:
            yield str(error)


def _room(folder: Path) -> str:
    """Return how much room the data has, or "" if that is unknown."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    try:
        return f", {shutil.disk_usage(there).free >> 20} MiB free"
    except OSError:
        return ""


def _terminal(terminal: Terminal, reported: Size | None) -> str:
    """Return its type and size, and each size that is told of it where they differ."""
    told = {
        "the terminal says": reported,
        "the system": size_of_system(),
        "COLUMNS and LINES": size_of_environment(),
    }
    size = next(filter(None, told.values()), Size(80, 24))
    known = {
        who: Size(each.width or size.width, each.height or size.height)
        for who, each in told.items()
        if each
    }
    each = ", ".join(f"{who} {size.width}x{size.height}" for who, size in known.items())
    differ = f" ({each})" if len(set(known.values())) > 1 else ""
    kind = terminal.kind or "TERM is not set"
    return f"{kind}, {size.width} columns, {size.height} rows{differ}"


def _tell_lines(cells: int) -> str:
    if cells == 1:
        return "line characters take one cell"
    return f"ASCII, as line characters take {cells} cells here, unless the setting cards is unicode"


def _colours(terminal: Terminal) -> str:
    if terminal.wants_no_colour:
        return "none: NO_COLOR is set"
    return {
        0: "none: this type of terminal has no colours",
        16: "16 (probably)",
        256: "256",
    }.get(terminal.colours, "16 million")


def _encoding(stream: TextIO, terminal: Terminal) -> str:
    """Return the encoding of a stream, or that of the locale where Python overrides it."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    return terminal.charset if encoding.lower() == "utf-8" else encoding

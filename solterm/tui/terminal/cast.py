"""A recorded game as an asciicast, version 2: a film that asciinema plays, and web pages do.

It is a header and, for each picture, the seconds since the first and what a terminal is sent.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

from solterm.capabilities import charset, colours
from solterm.core.play.record import Record
from solterm.core.play.replay import Replay
from solterm.games import find
from solterm.store.settings import load_own
from solterm.tui.look import glyphs
from solterm.tui.look.themes import chosen_palette
from solterm.tui.table.film import LAST_SECONDS, Film
from solterm.tui.terminal.pens import colour_system
from solterm.tui.terminal.wire import Wire, cells_of_strip
from solterm.tui.themes import rich_styles
from solterm.tui.widgets.card_table import strip_of

COLUMNS, ROWS = 80, 24
"""The size of the film."""


class _Frame(NamedTuple):
    seconds: float
    sent: str


def film(title: str, record: Record) -> str:
    """Return the film of a record, step by step, as a file's text.

    Raises ``RecordError`` when the record does not hold.
    """
    header = {
        "version": 2,
        "width": COLUMNS,
        "height": ROWS,
        "title": title,
        "env": {"TERM": "xterm-256color"},
    }
    frames = ([round(each.seconds, 2), "o", each.sent] for each in _frames(title, record))
    lines = (json.dumps(each, ensure_ascii=False) for each in (header, *frames))
    return "".join(f"{line}\n" for line in lines)


def _frames(title: str, record: Record) -> Iterator[_Frame]:
    settings = load_own()[0]
    chosen = glyphs.choose(settings.cards, charset(), settings.deck)
    shown = Film(title, Replay(record, find), chosen, (COLUMNS, ROWS), settings.left_handed)
    styles, terminal = rich_styles(chosen_palette(settings, colours())), colour_system(colours())
    wire = Wire()
    wire.resize(COLUMNS, ROWS)
    sent, seconds = "\x1b[?25l\x1b[2J", 0.0
    for seconds, canvas in shown.pictures():
        for y, row in enumerate(canvas.rows()):
            wire.put(0, y, cells_of_strip(list(strip_of(row, styles)), terminal))
        yield _Frame(seconds, sent + wire.changes())
        sent = ""
    yield _Frame(seconds + LAST_SECONDS, "\x1b[0m")

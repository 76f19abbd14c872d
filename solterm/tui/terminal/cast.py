"""A recorded game as an asciicast, version 2: a film that asciinema plays, and web pages do.

It is a header and, for each picture, the seconds since the first and what a terminal is sent.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

from solterm.core.play.record import Record
from solterm.core.play.replay import Replay
from solterm.games import find
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.replay import ReplayScreen
from solterm.tui.terminal.pens import pen_of
from solterm.tui.terminal.wire import Wire

COLUMNS, ROWS = 80, 24
"""The size of the film."""
_SECONDS = 0.8
"""From picture to picture."""
_LAST = 4.0
"""How long the last picture stands."""


class _Frame(NamedTuple):
    seconds: float
    sent: str


def film(title: str, record: Record) -> str:
    """The film of a record, step by step, as a file's text.

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
    app = SoltermApp(Store.memory("a film is made."))
    app.resize(COLUMNS, ROWS)
    replay = Replay(record, find)
    screen = ReplayScreen(title, replay, is_film=True)
    app.switch_screen(screen)
    wire = Wire()
    wire.resize(COLUMNS, ROWS)
    sent = "\x1b[?25l\x1b[2J"
    for step in range(len(replay) + 1):
        screen.show_step(step)
        assert app.picture, "a screen that is shown has painted"
        pens = tuple(map(pen_of, app.picture.palette))
        for y, row in enumerate(app.picture.rows):
            wire.put(y, row, pens)
        yield _Frame(step * _SECONDS, sent + wire.changes())
        sent = ""
    yield _Frame(len(replay) * _SECONDS + _LAST, "\x1b[0m")

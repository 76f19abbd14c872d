"""Keep the last picture of a program, which the next start shows at once: see ``launch.py``."""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from solterm.wire.cell_style import CellStyle
from solterm.wire.launch import check_sum, place, state_now, write
from solterm.wire.wire import Cell, Wire


class PictureKey(NamedTuple):
    """Whose picture it is, and what must stay as it is until it is shown."""

    name: str
    version: str
    """The same name and version go to ``launch.show``."""
    files: Sequence[str] = ()
    """Once one of these has changed, the picture is not shown."""


def keep(key: PictureKey, picture: Wire, cursor: tuple[int, int], charset: str) -> None:
    """Keep a picture, readable for this user alone; a failure is none."""
    runs = [
        [(style, [char for char, _ in cells]) for style, cells in groupby(row, itemgetter(1))]
        for row in picture.rows
    ]
    picture.forget()
    text = picture.changes(cursor).encode(charset, "replace")
    state = state_now(key.name, key.version, picture.size, list(key.files))
    body = b"\n".join((os.fsencode("\0".join(key.files)), state, text, json.dumps(runs).encode()))
    with suppress(OSError):
        write(place(key.name), check_sum(body) + b"\n" + body)


def read_cells(cells: bytes) -> list[list[Cell]]:
    """Return the rows of a picture that ``keep`` has kept."""
    return [
        [
            (char, style)
            for (marks, *others), chars in runs
            for style in [CellStyle(tuple(marks), *others)]
            for char in chars
        ]
        for runs in json.loads(cells)
    ]

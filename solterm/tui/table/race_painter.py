"""The picture of a race that is over: its result, both runs as bars over time, both last tables.

The bars of the player stand on the line of time, those of the rival hang from it. Where a racer has
stopped, they go on faint. A mark on the line shows since when the winner was ahead for good.
"""

from solterm.core.phrases import count, duration
from solterm.sessions.race_client import tell_winner
from solterm.sessions.race_result import (
    RaceView,
    ShownRun,
    tell_cards,
    tell_reason,
    tell_turn,
)
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.table.small_painter import paint_miniature

_GUTTER = 18
"""The most columns for names beside the bars."""
_HIGHEST, _LOWEST = 9, 2
"""Rows of bars on a side of the line."""
_TALLEST = 40
"""Rows of a table at most."""


def paint_race(canvas: Canvas, view: RaceView) -> None:
    """Paint a race, as far as the canvas has room."""
    role = Role.MESSAGE if view.winner is view.own else Role.TABLE
    canvas.centre(0, tell_winner(view.race), role)
    told = [tell_reason(view), tell_turn(view)]
    whole = " ".join(filter(None, told))
    lines = [whole] if len(whole) <= canvas.width else told
    for row, line in enumerate(lines, 1):
        canvas.centre(row, line, Role.TABLE)
    top, tables = len(lines) + 2, [_draw_table(canvas, run) for run in (view.own, view.rival)]
    tall = max(used for _, used in tables)
    above, below = _share_rows(view, canvas.height - top - tall - 3)
    _paint_bars(canvas, view, top + above, max(above, below))
    _paint_tables(canvas, view, top + above + below + 2, [table for table, _ in tables])


def _most_cards(run: ShownRun) -> int:
    return max(1, *(point.cards for point in run.points))


def _share_rows(view: RaceView, room: int) -> tuple[int, int]:
    """Return the rows for bars above and below the line: on one scale, as many as have room."""
    own, rival = _most_cards(view.own), _most_cards(view.rival)
    high, above, below = _HIGHEST + 1, room, room
    while above + below > room and high > _LOWEST:
        high -= 1
        above, below = (max(_LOWEST, -(-high * x // max(own, rival))) for x in (own, rival))
    return above, below


def _paint_bars(canvas: Canvas, view: RaceView, line: int, high: int) -> None:
    """Paint the bars on both sides of a row; the highest has ``high`` rows."""
    room, runs = min(_GUTTER, canvas.width // 3), (view.own, view.rival)
    counts = [_tell_count(view, run, room) for run in runs]
    left = min(room, max(map(len, (view.own.name, view.rival.name, *counts)))) + 2
    across, most = canvas.width - left - 1, max(map(_most_cards, runs))
    for run, told, role, is_below in (
        (view.own, counts[0], Role.LABEL, False),
        (view.rival, counts[1], Role.MARK, True),
    ):
        row = line + 1 if is_below else line - 2
        canvas.text(1, row, run.name[: left - 2], Role.TABLE if is_below else role)
        canvas.text(1, row + 1, told[: left - 2], Role.TABLE)
        for column in range(across):
            seconds = view.seconds * (column + 1) / across
            halves = -(-2 * high * run.at(seconds).cards // most)
            ink = role if seconds <= run.racer.seconds else Role.FAINT
            _paint_bar(canvas, left + column, line, halves, is_below, ink)
    _paint_time(canvas, view, left, line, across)


def _tell_count(view: RaceView, run: ShownRun, room: int) -> str:
    told = tell_cards(view, run)
    return told if len(told) <= room else count(run.racer.cards, "cards")


def _paint_bar(canvas: Canvas, x: int, line: int, halves: int, is_below: bool, role: Role) -> None:
    """Paint a column of half blocks that stands on a row, or hangs from it."""
    full, above, below = "#.'" if canvas.glyphs.ascii else "█▄▀"
    half = below if is_below else above
    if role is Role.FAINT:
        full = half = ":" if canvas.glyphs.ascii else "░"
    step = 1 if is_below else -1
    for at in range(halves // 2):
        canvas.text(x, line + step * (at + 1), full, role)
    if halves % 2:
        canvas.text(x, line + step * (halves // 2 + 1), half, role)


def _paint_time(canvas: Canvas, view: RaceView, left: int, line: int, across: int) -> None:
    """Paint the line of time: its ends, and the moment that decided the race."""
    is_ascii = canvas.glyphs.ascii
    canvas.text(left, line, ("-" if is_ascii else "─") * across, Role.FAINT)
    start, end, at = "0:00 ", f" {duration(view.seconds)}", 0
    if view.turn is not None:
        at = min(across - 1, int(across * view.turn / view.seconds))
        is_own = view.winner is view.own
        sign = ("^" if is_own else "v") if is_ascii else ("▲" if is_own else "▼")
        told = f"{sign} {duration(view.turn)} "
        if at + len(told) + len(end) > across:  # there is no room before the end
            told = f" {duration(view.turn)} {sign}"
            canvas.text(left + at + 1 - len(told), line, told, Role.MESSAGE)
        else:
            canvas.text(left + at, line, told, Role.MESSAGE)
    if view.turn is None or at >= len(start):
        canvas.text(left, line, start, Role.FAINT)
    if at < across - len(end):
        canvas.text(left + across - len(end), line, end, Role.FAINT)


def _draw_table(canvas: Canvas, run: ShownRun) -> tuple[Canvas, int]:
    """Return a last table in small, half as wide as the canvas, and the rows that it takes."""
    table = Canvas(canvas.width // 2 - 2, _TALLEST, canvas.glyphs)
    return table, paint_miniature(table, run.play) if run.play else 0


def _paint_tables(canvas: Canvas, view: RaceView, top: int, tables: list[Canvas]) -> None:
    """Paint the last tables beside each other, the player's at the left."""
    for run, table, x in zip(
        (view.own, view.rival), tables, (1, canvas.width // 2 + 1), strict=True
    ):
        canvas.text(x, top, _caption(run, table.width), Role.FAINT)
        canvas.paste(x, top + 1, table)


def _caption(run: ShownRun, room: int) -> str:
    racer = run.racer
    told = f"{run.name}: {'won' if racer.won else f'mark {racer.mark}'}"
    for more in (f", {count(racer.moves, 'moves')}", f", {duration(racer.seconds)}"):
        if len(told) + len(more) <= room:
            told += more
    return told[:room]

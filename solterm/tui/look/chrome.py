"""What all screens have: a status row, a message row, keys in the last row, boxes, their room."""

from collections.abc import Mapping, Sequence

from solterm.core.play.play import Play
from solterm.tui.keys.labels import Label
from solterm.tui.look.canvas import Canvas, Role

BARS = 3
"""Rows the table does not have: status, message and function keys."""

ROOM = (40, 14)
"""Below this width and height no screen can show anything useful."""


def paint_status(canvas: Canvas, play: Play, score: int, extra: str = "") -> None:
    """Row 1: which game, and how it stands; as many words of it as there is room for."""
    canvas.fill(0, 0, canvas.width, 1, Role.STATUS)
    room = canvas.width - 4
    name, collection, exceptions = play.game.name, play.game.collection, play.tally.exceptions
    title = name if name == collection else f"{name} ({collection})"
    waits = "  Cheat waits" if play.cheating else "  X waits" if play.armed else ""
    counts = f"Score {score}  Moves {play.moves}  Exc {exceptions}{waits}"
    if duel := play.rules.duel(play.table):
        counts = f"{duel.standing}  Moves {play.moves}  Exc {exceptions}{waits}"
    short = f"S {score}  M {play.moves}  E {exceptions}{waits.removesuffix(' waits')}"
    tail = f"{extra}  L{play.level}  {play.deal}"
    rows = (
        (f"{title}{extra}  Level {play.level}  Deal {play.deal}", counts),
        (f"{name}{extra}  Level {play.level}  Deal {play.deal}", counts),
        (f"{name}{tail}", counts),
        (f"{name}{tail}", short),
        (f"{name[: max(8, room - len(tail) - len(short))]}{tail}", short),
    )
    left, right = next((row for row in rows if sum(map(len, row)) <= room), rows[-1])
    canvas.text(1, 0, left, Role.STATUS)
    canvas.text(max(len(left) + 2, canvas.width - len(right) - 1), 0, right, Role.STATUS)


def paint_message(canvas: Canvas, text: str) -> None:
    """The row above the last: what the game has to say; too long for a row, in a box."""
    sentence = canvas.glyphs.sentence(text)
    if len(sentence) <= canvas.width - 2:
        canvas.text(1, canvas.height - 2, sentence, Role.MESSAGE)
    else:
        import textwrap

        paint_box(canvas, textwrap.wrap(sentence, canvas.width - 8))


def paint_bulletin(canvas: Canvas, text: str) -> None:
    """What the host of the session has to say, over whatever stands in the row of messages."""
    if len(text) <= canvas.width - 2:
        canvas.fill(0, canvas.height - 2, canvas.width, 1, Role.TABLE)
    paint_message(canvas, text)


def paint_keys(canvas: Canvas, labels: Mapping[int, Label]) -> None:
    """The last row: ten function keys, ``1Pile   2Help  `` ..., those that are used named."""
    y = canvas.height - 1
    canvas.fill(0, y, canvas.width, 1, Role.KEY_NUMBER)
    for place in range(10):
        left = place * canvas.width // 10
        room = (place + 1) * canvas.width // 10 - left - 1
        digit = (place + 1) % 10
        name = labels[digit].short[:room] if digit in labels else ""
        canvas.text(left, y, str(digit), Role.KEY_NUMBER)
        canvas.text(left + 1, y, name.ljust(room), Role.KEY_LABEL)


def key_at(x: int, width: int) -> int:
    """The number of the function key that stands in a column of the last row."""
    return next(place for place in range(10, 0, -1) if x >= (place - 1) * width // 10)


def paint_box(canvas: Canvas, lines: Sequence[str], width: int = 0) -> None:
    """A double-line message box at the bottom of the screen, above the keys.

    It stands where the table leaves most room: to the right, or left on a mirrored one.
    """
    room = canvas.width - 6
    width = min(max(width, *map(len, lines)), room)
    shown = [line[:width] for line in lines][: max(1, canvas.height - 4)]
    y = max(1, canvas.height - 1 - len(shown) - 2)
    x = 2 if canvas.mirrored else max(0, canvas.width - width - 6)
    canvas.double_box(x, y, shown, Role.BOX, width)


def paint_footer(canvas: Canvas, keys: str) -> None:
    """The last row of a screen without function keys: what its keys do."""
    y = canvas.height - 1
    canvas.fill(0, y, canvas.width, 1, Role.KEY_LABEL)
    canvas.text(1, y, keys, Role.KEY_LABEL)

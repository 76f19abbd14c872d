"""A small table: every pile in its place, each card in two or three cells.

It has no frames and no counters, and shows every face-down card as a back. Of a column that is too
long, the end shows.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.declaration import LAYOUT_WORD, Declaration
from solterm.core.play.play import Play
from solterm.tui.look.canvas import SUITS, Canvas, Role
from solterm.tui.look.faces import covered_back
from solterm.tui.table.layout import shows

_PITCHES = (4, 3, 2)
"""Columns from a card to its neighbour, best first; a layout has four."""


_CAPTION = re.compile(r"[A-Z][A-Z']+( [A-Z][A-Z']+)*")
"""A caption of a layout, perhaps of several words."""
_REST = -1
"""Stands for the first cards of a column that is too long."""


class _Place(NamedTuple):
    pile: str
    column: int
    row: int
    way: str
    """The direction of a sideways fan: ``<``, ``>`` or empty."""


def paint_miniature(canvas: Canvas, play: Play, with_captions: bool = False) -> int:
    """Paint a table, as far as it fits; return the number of rows used."""
    game, width, height = play.rules.game, canvas.width, canvas.height
    places = [each for each in _places(game) if shows(play, each.pile)]
    right = 1 + max(each.column for each in places) // 4
    pitch = next((each for each in _PITCHES if right * each <= width), _PITCHES[-1])
    used = 0
    for place in places:
        for column, row, card in _cards(play, place, height - place.row):
            at = column * pitch // 4
            if 0 <= row < height and 0 <= at <= width - pitch:
                _paint_card(canvas, at, row, card, pitch)
                used = max(used, row + 1)
    for row, line in enumerate(_rows(game) if with_captions else ()):
        for word in _CAPTION.finditer(line):
            at = word.start() * pitch // 4
            if row < height and at + len(word[0]) <= width:
                canvas.text(at, row, word[0], Role.LABEL)
                used = max(used, row + 1)
    return used


def _rows(game: Declaration) -> list[str]:
    # Adjoining blank lines lose one.
    return game.layout.strip("\n").splitlines()


def _places(game: Declaration) -> Iterator[_Place]:
    for row, line in enumerate(_rows(game)):
        for word in LAYOUT_WORD.finditer(line):
            pile = word[0].rstrip("<>")
            if pile in game.index:
                yield _Place(pile, word.start(), row, word[0][len(pile) :])


def _cards(play: Play, place: _Place, rows: int) -> Iterator[tuple[int, int, Card | None]]:
    pile = play.pile(place.pile)
    fanned = play.rules.game.group(place.pile).fanned
    shown: tuple[Card | None, ...] = (pile if fanned else pile[-1:]) or (None,)
    if len(shown) > rows > 1 and not place.way:
        shown = (_REST, *shown[1 - rows :])
    for number, card in enumerate(shown):
        if place.way:
            step = 4 * (number if place.way == ">" else number - len(shown) + 1)
            yield place.column + step, place.row, card
        else:
            yield place.column, place.row + number, card


def _paint_card(canvas: Canvas, x: int, y: int, card: Card | None, pitch: int) -> None:
    width = min(pitch, 3)
    if card is None:
        canvas.text(x, y, "[]".rjust(width), Role.FAINT)
    elif card == _REST:
        canvas.text(x, y, (2 * canvas.glyphs.hidden).rjust(width), Role.FAINT)
    elif card & DOWN:
        canvas.text(x + width - 2, y, covered_back(canvas.glyphs, 2, 1)[0], Role.BACK)
    else:
        canvas.text(x, y, canvas.glyphs.index(card, width), SUITS[cards.suit(card)])

"""Pictures of tables for web pages, as SVG: real cards, in the places that the screen gives them.

They need no font and no file of others, and show of a table what a player sees of it.
"""

from collections.abc import Iterator
from html import escape

from solterm.core.cards import ACE, DOWN, Card, is_red, rank, suit
from solterm.core.play.play import Play
from solterm.tui.table.geometry import Geometry, Slot
from solterm.tui.table.layout import Spot, layout, list_shown, spots_of

_BOARDS = ((110, 29), (140, 44), (170, 60))
"""Columns and rows of the boards that a table is laid out on: of the first with room for it."""
_WIDE, _HIGH = 60, 84
"""A card, in units of the picture."""
_GAP = 6
_MARGIN = 16
_LETTER = 9
"""Units of a letter of a caption."""
_RANKS = ("A", *"23456789", "10", "J", "Q", "K")
_LEFT, _MIDDLE, _RIGHT = 25, 36.5, 48
_TOP, _CENTRE, _BOTTOM = 24, 45, 66
"""The places of pips on a card."""
_FOUR = ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, _BOTTOM), (_RIGHT, _BOTTOM))
_SIX = (*_FOUR, (_LEFT, _CENTRE), (_RIGHT, _CENTRE))
_EIGHT = (*_FOUR, *((x, y) for x in (_LEFT, _RIGHT) for y in (38, 52)))
_PIPS = {
    2: ((_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)),
    3: ((_MIDDLE, _TOP), (_MIDDLE, _CENTRE), (_MIDDLE, _BOTTOM)),
    4: _FOUR,
    5: (*_FOUR, (_MIDDLE, _CENTRE)),
    6: _SIX,
    7: (*_SIX, (_MIDDLE, 34.5)),
    8: (*_SIX, (_MIDDLE, 34.5), (_MIDDLE, 55.5)),
    9: (*_EIGHT, (_MIDDLE, _CENTRE)),
    10: (*_EIGHT, (_MIDDLE, 31), (_MIDDLE, 59)),
}
_SHAPES = (
    # In the order of the suits, each in a square of 20 around 0.
    "M0-9.5a4.5 4.5 0 0 1 3.7 7.1a4.5 4.5 0 1 1-2.8 7.4q.3 3 2.6 4.5h-7q2.3-1.5"
    " 2.6-4.5a4.5 4.5 0 1 1-2.8-7.4A4.5 4.5 0 0 1 0-9.5z",
    "M0-10Q3.5-4 7.5 0Q3.5 4 0 10Q-3.5 4-7.5 0Q-3.5-4 0-10z",
    "M0 9.5C-3 5-9 1.5-9-3.5A4.6 4.6 0 0 1 0-5A4.6 4.6 0 0 1 9-3.5C9 1.5 3 5 0 9.5z",
    "M0-9.5C3-5 8.5-2 8.5 2.2A4.1 4.1 0 0 1 1 4.2Q1.3 8 3.5 9.5h-7Q-1.3 8-1 4.2A4.1 4.1 0"
    " 0 1-8.5 2.2C-8.5-2-3-5 0-9.5z",
)
_DEFS = """<defs>
<radialGradient id="t" cx=".5" cy=".2" r="1"><stop stop-color="#1a6e4d"/><stop offset="1"
 stop-color="#0b4530"/></radialGradient>
<pattern id="k" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 0h9v9H0z"
 fill="#23456f"/><path d="M4.5 0L9 4.5 4.5 9 0 4.5z" fill="#32608f"/></pattern>
<rect id="c" width="60" height="84" rx="6" fill="#fffdf7" stroke="#000" stroke-opacity=".3"/>
<rect id="b" width="60" height="84" rx="6" fill="url(#k)" stroke="#fffdf7" stroke-width="3"/>
<rect id="e" width="60" height="84" rx="6" fill-opacity=".13" stroke="#fff" stroke-opacity=".3"/>
<rect id="f" x="19" y="17" width="33" height="58" rx="3" fill="none" stroke="#c3a24d"/>
"""
"""A card, a back, an empty place and the frame of a court card, with their colours."""
_RED, _BLACK, _WORDS = "#b3202c", "#1b2321", "#cfe3d8"


def draw_table(play: Play, title: str) -> str:
    """Return a picture of the table as it stands; ``title`` tells those who don't see it."""
    board = next(filter(None, (layout(play, *size) for size in _BOARDS)), None)
    return _Drawing(play, board).draw(title) if board else ""


class _Drawing:
    def __init__(self, play: Play, board: Geometry) -> None:
        self._play, self._board = play, board
        self._slots = {name: board.slots[name] for name in list_shown(play)}
        self._across = (_WIDE + _GAP) / (board.size.inner + 1)
        self._down = (_HIGH + _GAP) / (board.size.face + 1)
        """Units of a cell."""

    def draw(self, title: str) -> str:
        piles = [part for name in self._slots for part in self._draw_pile(name)]
        captions = [*self._draw_captions()]
        starts = [(slot.x, slot.y) for slot in self._slots.values()]
        starts += [(each.x, each.y) for each in self._board.captions]
        x = round(min(x for x, _ in starts) * self._across) - _MARGIN
        y = round(min(y for _, y in starts) * self._down) - _MARGIN
        ends = [self._find_end(name) for name in self._slots]
        for each in self._board.captions:
            left, low = self._place(each.x, each.y)
            ends.append((left + _LETTER * len(each.text), low))
        wide = round(max(x for x, _ in ends)) + _MARGIN - x
        high = round(max(y for _, y in ends)) + _MARGIN - y
        shapes = "".join(f'<path id="s{at}" d="{shape}"/>' for at, shape in enumerate(_SHAPES))
        size = f'width="{wide}" height="{high}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {wide} {high}" {size}'
            ' role="img" font-weight="700" font-size="17"'
            f' font-family="Georgia,Times New Roman,serif">\n<title>{escape(title)}</title>\n'
            f'{_DEFS}{shapes}\n</defs>\n<rect x="{x}" y="{y}" {size} rx="14" fill="url(#t)"/>\n'
            f"{''.join((*captions, *piles))}</svg>\n"
        )

    def _place(self, x: int, y: int) -> tuple[float, float]:
        return x * self._across + _GAP / 2, y * self._down + _GAP / 2

    def _find_corner(self, name: str, spot: Spot) -> tuple[float, float]:
        """Return the upper left corner of a card."""
        is_left = _is_leftward(self._board.slots[name])
        back = spot.width - self._board.size.inner if is_left else 0
        return self._place(spot.x - 1 + back, spot.y - 1)

    def _find_end(self, name: str) -> tuple[float, float]:
        corners = [
            self._find_corner(name, spot) for spot in spots_of(self._play, name, self._board)
        ]
        return max(x for x, _ in corners) + _WIDE, max(y for _, y in corners) + _HIGH

    def _draw_captions(self) -> Iterator[str]:
        for each in self._board.captions:
            x, y = self._place(each.x, each.y)
            yield (
                f'<text x="{x:.0f}" y="{y + self._down / 2:.0f}" fill="{_WORDS}" font-size="11"'
                f' font-family="system-ui,sans-serif" letter-spacing="1">{each.text}</text>\n'
            )

    def _draw_pile(self, name: str) -> Iterator[str]:
        pile = self._play.pile(name)
        for spot in spots_of(self._play, name, self._board):
            x, y = self._find_corner(name, spot)
            if spot.place < 0:
                drawn = _use("e")
            elif spot.hidden or pile[spot.place] & DOWN:
                drawn = _use("b")
            else:
                size = self._board.size
                is_whole = spot.width >= size.inner and spot.height >= size.face
                is_right = _is_leftward(self._board.slots[name]) and not is_whole
                drawn = _draw_card(pile[spot.place], is_whole, 35 if is_right else 5)
            yield f'<g transform="translate({x:.1f} {y:.1f})">{drawn}</g>\n'


def _is_leftward(slot: Slot) -> bool:
    """Whether the right ends of covered cards show."""
    return slot.fan == "<" and not slot.step


def _use(name: str) -> str:
    return f'<use href="#{name}"/>'


def _draw_card(card: Card, is_whole: bool, corner: int) -> str:
    """Draw a card; of a covered one, the corner that shows."""
    number, shape = rank(card), f"#s{suit(card)}"
    word = _RANKS[number - 1]
    pressed = ' textLength="15" lengthAdjust="spacingAndGlyphs"' if len(word) > 1 else ""
    text = f'<text x="{corner}" y="18"{pressed}>{word}</text>'
    if is_whole:
        drawn = text + _draw_face(number, shape, word)
    else:
        drawn = f"{text}{_draw_pip(shape, corner + 21, 12, 0.6)}"
    return f'{_use("c")}<g fill="{_RED if is_red(card) else _BLACK}">{drawn}</g>'


def _draw_face(number: int, shape: str, word: str) -> str:
    small = _draw_pip(shape, 10, 28, 0.42)
    if number == ACE:
        return small + _draw_pip(shape, 35, 46, 1.7)
    if number in _PIPS:
        return small + "".join(_draw_pip(shape, x, y, 0.55) for x, y in _PIPS[number])
    letter = f'<text x="35.5" y="50" font-size="34" text-anchor="middle">{word}</text>'
    return f"{small}{_use('f')}{letter}{_draw_pip(shape, 35.5, 63, 0.7)}"


def _draw_pip(shape: str, x: float, y: float, scale: float) -> str:
    return f'<use href="{shape}" transform="translate({x:g} {y:g})scale({scale:g})"/>'

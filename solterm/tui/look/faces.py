"""Fronts and backs of cards of any size, as rows of characters.

A card one row high shows rank and suit, and a mark on Jack, Queen and King if its faces have one.
A larger one repeats them in the lower corner, with pips or a figure between. A card that is partly
covered shows the first rows, or the first cells, of its front.
"""

from functools import lru_cache

from solterm.core import cards
from solterm.core.cards import Card
from solterm.tui.look.drawings import WIDTH as DRAWING_WIDTH
from solterm.tui.look.drawings import Drawn, draw, draw_figure
from solterm.tui.look.glyphs import Glyphs

_ROOM_FOR_PICTURE = (8, 5)
"""Width and height from which a back has its picture."""
_ROOM_FOR_EMBLEM = (9, 6)
"""The same for its picture in blocks."""
_ROOM_FOR_FIGURE = (7, 5)
"""Width and height from which Jack, Queen and King are drawn in blocks; narrow cards show the
middle of a figure."""
_NARROW_FIGURE = 6
"""Width from which one of ASCII has room."""
_FRAMED_FIGURE = (11, 7)
"""Width and height from which a figure stands in a frame, as on printed cards."""

_PIPS_IN_THREE = ("", "-C-", "C-C", "CCC", "P-P", "PCP", "PPP", "PTP", "TPT", "TTT", "TQT")
_PIPS_IN_FIVE = (
    *("", "--C--", "C---C", "C-C-C", "P---P", "P-C-P", "P-P-P", "PCP-P", "PCPCP"),
    *("PPCPP", "PPPPP"),
)
_PIPS_IN_SEVEN = (
    *("", "---C---", "C-----C", "C--C--C", "P-----P", "P--C--P", "P--P--P", "PC-P--P"),
    *("PC-P-CP", "P-PCP-P", "PCP-PCP"),
)
"""For each rank the rows of pips: one in the middle (C), a pair (P), three (T) or four (Q)."""


@lru_cache(maxsize=1024)
def front(glyphs: Glyphs, card: Card, width: int, height: int) -> tuple[str, ...]:
    """The rows of a card that lies face up."""
    top = _top(glyphs, card, width)
    if height < 2:
        return (top,)
    name = glyphs.card(card).strip()
    lines = _middle(glyphs, card, width, height - 2)
    framed = cards.rank(card) >= cards.JACK and glyphs.ascii and not glyphs.deck.faces.bland
    if framed and (width, height) >= _FRAMED_FIGURE:
        lines = _box(glyphs, lines)
    above = (height - 2 - len(lines)) // 2
    rows = ["", *[""] * above, *lines, *[""] * height][: height - 1]
    return (top, *(row.center(width) for row in rows[1:]), f"{name} ".rjust(width))


@lru_cache(maxsize=1024)
def covered_front(glyphs: Glyphs, card: Card, width: int, height: int) -> tuple[str, ...]:
    """The rows that show of a card that lies face up under another: nothing but what it is."""
    return (_top(glyphs, card, width), *[" " * width] * (height - 1))


@lru_cache(maxsize=256)
def figure(glyphs: Glyphs, card: Card, width: int, height: int) -> tuple[Drawn, ...]:
    """The figure of a Jack, Queen or King as it is drawn between its corners; mostly nothing."""
    court, drawings = cards.rank(card) - cards.JACK, glyphs.deck.faces.drawings
    if court >= 0 and not glyphs.ascii and drawings and _has_room(width, height):
        cut = max(0, (DRAWING_WIDTH - width + 1) // 2)
        drawn = draw_figure(drawings[court], height - 2)
        return tuple(Drawn(row.text[cut:][:width], row.colours[cut:][:width]) for row in drawn)
    return ()


def _has_room(width: int, height: int) -> bool:
    return width >= _ROOM_FOR_FIGURE[0] and height >= _ROOM_FOR_FIGURE[1]


@lru_cache(maxsize=64)
def back(glyphs: Glyphs, width: int, height: int) -> tuple[str, ...]:
    """The rows of a card that lies face down."""
    rows = [*covered_back(glyphs, width, height)]
    picture, least = glyphs.deck.back.picture, _ROOM_FOR_PICTURE
    if not glyphs.ascii:
        picture, least = tuple(row.text for row in draw(glyphs.deck.back.emblem)), _ROOM_FOR_EMBLEM
    if picture and width >= least[0] and height >= least[1]:
        margin = " " * (width > len(picture[0]) + 1)
        broad = len(picture[0]) + 2 * len(margin)
        left, top = (width - broad) // 2, (height - len(picture)) // 2
        for y, line in enumerate(picture, top):
            rows[y] = f"{rows[y][:left]}{margin}{line}{margin}{rows[y][left + broad :]}"
    return tuple(rows)


@lru_cache(maxsize=256)
def covered_back(glyphs: Glyphs, width: int, height: int, above: int = 0) -> tuple[str, ...]:
    """The rows that show of a card that lies face down under others, with so many rows above it."""
    rows = [(row * width)[:width] for row in glyphs.pattern]
    return tuple(rows[(above + y) % len(rows)] for y in range(height))


def _top(glyphs: Glyphs, card: Card, width: int) -> str:
    """Rank and suit, and the mark of a Jack, Queen or King."""
    court = cards.rank(card) - cards.JACK
    mark = glyphs.marks[court] if court >= 0 else ""
    return f"{glyphs.index(card, width)}{mark}"[:width].ljust(width)


def _middle(glyphs: Glyphs, card: Card, width: int, height: int) -> list[str]:
    """What is between the corners: a figure, or as many pips as there is room for."""
    suit, rank = glyphs.suits[cards.suit(card)], cards.rank(card)
    if glyphs.deck.faces.bland:
        return [suit] if height > 0 else []
    if rank >= cards.JACK and (drawn := figure(glyphs, card, width, height + 2)):
        return [row.text for row in drawn]
    has_ascii = glyphs.ascii or not glyphs.deck.faces.drawings
    if rank >= cards.JACK and has_ascii and width >= _NARROW_FIGURE and height > 1:
        lines = glyphs.deck.faces.figures[rank - cards.JACK]
        return [row.replace("@", suit) for row in lines[: max(0, height)]]
    if height < 3:
        return [suit] if height > 0 else []
    if rank == cards.ACE:
        return [".-.", f"( {suit} )", "'-'"]
    return _pips(rank, suit, width, height)


def _box(glyphs: Glyphs, lines: list[str]) -> list[str]:
    joints, across = glyphs.joints, glyphs.joints[12] * len(lines[0])
    inside = [f"{joints[3]}{line}{joints[3]}" for line in lines]
    return [f"{joints[10]}{across}{joints[6]}", *inside, f"{joints[9]}{across}{joints[5]}"]


def _pips(rank: int, suit: str, width: int, height: int) -> list[str]:
    table = next(
        (table for rows, table in ((7, _PIPS_IN_SEVEN), (5, _PIPS_IN_FIVE)) if height >= rows),
        _PIPS_IN_THREE,
    )
    apart = " " * (2 if width >= 13 else 1)
    pair = f"{suit}{apart} {apart}{suit}"
    shapes = {
        "-": "",
        "C": suit,
        "P": pair,
        "T": f"{suit}{apart}{suit}{apart}{suit}",
        "Q": (" " if width > 6 else "").join(suit * 4),
    }
    return [shapes[shape] for shape in table[rank]]

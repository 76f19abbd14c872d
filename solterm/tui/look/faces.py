"""Fronts and backs of cards of any size, as rows of characters.

A card of one row shows rank and suit, and on Jack, Queen and King the mark of its faces. A larger
card has pips or a figure, and if it is wide enough, rank and suit again in the lower corner. A
partly covered card shows the first rows, or the first cells, of its front.
"""

from functools import lru_cache

from solterm.core import cards
from solterm.core.cards import Card
from solterm.tui.look.drawings import WIDTH as DRAWING_WIDTH
from solterm.tui.look.drawings import Drawn, draw, draw_figure
from solterm.tui.look.glyphs import Glyphs

_ROOM_FOR_PICTURE = (8, 5)
"""The smallest width and height for the picture of a back."""
_ROOM_FOR_EMBLEM = (9, 6)
"""The same in block characters."""
_ROOM_FOR_FIGURE = (7, 5)
"""The smallest width and height for a figure in block characters; narrow cards show its middle."""
_NARROW_FIGURE = 6
"""The smallest width for a figure in ASCII."""
_FRAMED_FIGURE = (11, 7)
"""The smallest width and height for a framed figure, as on printed cards."""

_ROOM_FOR_TWO_INDICES = 5
"""The smallest width for two indices, which look like two cards if one is right under the other."""

_PIPS_IN_THREE = ("", "-C-", "C-C", "CCC", "P-P", "PCP", "PPP", "PTP", "TPT", "TTT", "TQT")
_PIPS_IN_FIVE = (
    *("", "--C--", "C---C", "C-C-C", "P---P", "P-C-P", "P-P-P", "PCP-P", "PCPCP"),
    *("PPCPP", "PPPPP"),
)
_PIPS_IN_SEVEN = (
    *("", "---C---", "C-----C", "C--C--C", "P-----P", "P--C--P", "P--P--P", "PC-P--P"),
    *("PC-P-CP", "P-PCP-P", "PCP-PCP"),
)
"""The rows of pips by rank: one in the middle (C), a pair (P), three (T) or four (Q)."""


@lru_cache(maxsize=1024)
def front(glyphs: Glyphs, card: Card, width: int, height: int) -> tuple[str, ...]:
    """Return the rows of a face-up card."""
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
    lower = f"{name} ".rjust(width) if width >= _ROOM_FOR_TWO_INDICES else " " * width
    return (top, *(row.center(width) for row in rows[1:]), lower)


@lru_cache(maxsize=1024)
def covered_front(glyphs: Glyphs, card: Card, width: int, height: int) -> tuple[str, ...]:
    """Return the visible rows of a covered face-up card: rank and suit only."""
    return (_top(glyphs, card, width), *[" " * width] * (height - 1))


@lru_cache(maxsize=256)
def figure(glyphs: Glyphs, card: Card, width: int, height: int) -> tuple[Drawn, ...]:
    """Return the figure of a card in block characters; nothing for most cards."""
    court, drawings = cards.rank(card) - cards.JACK, glyphs.deck.faces.drawings
    has_room = width >= _ROOM_FOR_FIGURE[0] and height >= _ROOM_FOR_FIGURE[1]
    if court >= 0 and not glyphs.ascii and drawings and has_room:
        cut = max(0, (DRAWING_WIDTH - width + 1) // 2)
        drawn = draw_figure(drawings[court], height - 2)
        return tuple(Drawn(row.text[cut:][:width], row.colours[cut:][:width]) for row in drawn)
    return ()


@lru_cache(maxsize=64)
def back(glyphs: Glyphs, width: int, height: int) -> tuple[str, ...]:
    """Return the rows of a face-down card."""
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
    """Return the visible rows of a covered face-down card, ``above`` rows down its pile."""
    rows = [(row * width)[:width] for row in glyphs.pattern]
    return tuple(rows[(above + y) % len(rows)] for y in range(height))


def _top(glyphs: Glyphs, card: Card, width: int) -> str:
    court = cards.rank(card) - cards.JACK
    mark = glyphs.marks[court] if court >= 0 else ""
    return f"{glyphs.index(card, width)}{mark}"[:width].ljust(width)


def _middle(glyphs: Glyphs, card: Card, width: int, height: int) -> list[str]:
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

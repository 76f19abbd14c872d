"""Jacks, Queens and Kings in block characters, and the emblems of the backs.

A drawing is made of pixels, two per cell: ``#`` has the ink of the suit or the back, ``y`` is gold,
``.`` is the card. CP437 and the Linux console have half blocks. A figure is cut off at the card's
height; on tall cards it appears twice, the second time upside down, as on printed cards.
"""

from functools import lru_cache
from typing import NamedTuple

Drawing = tuple[str, ...]
"""Rows of pixels of equal length."""

WIDTH = 9
"""Columns of every drawing."""
_TWICE = 8
"""Rows of cells from which a figure appears twice."""

_BLOCKS = {
    **{"..": " ", "#.": "▀", ".#": "▄", "##": "█", "#y": "▀"},
    **{"y.": "▀", ".y": "▄", "yy": "█", "y#": "▄"},
}
"""The character for two pixels, the upper one first."""

PLAIN, GOLD, BOTH = "#yb"
"""Colours of a cell: ink on the card, gold on the card, ink on gold."""


class Drawn(NamedTuple):
    """A row of cells of a drawing."""

    text: str
    colours: str
    """PLAIN, GOLD or BOTH for each cell."""


@lru_cache(maxsize=256)
def draw_figure(drawing: Drawing, rows: int) -> tuple[Drawn, ...]:
    """Return a figure in ``rows`` rows of cells."""
    pixels = 2 * rows
    if rows < _TWICE:
        return draw(_stretch(drawing, pixels))
    half = _stretch(drawing, rows)
    return draw((*half, *(row[::-1] for row in reversed(half))))


@lru_cache(maxsize=64)
def draw(drawing: Drawing) -> tuple[Drawn, ...]:
    """Return a drawing in cells; an odd last row of pixels fills upper halves."""
    blank = "." * len(drawing[0])
    pairs = zip(drawing[::2], (*drawing[1::2], blank), strict=False)
    return tuple(_row(upper, lower) for upper, lower in pairs)


def _row(upper: str, lower: str) -> Drawn:
    pairs = [one + other for one, other in zip(upper, lower, strict=True)]
    text = "".join(_BLOCKS[pair] for pair in pairs)
    return Drawn(text, "".join(_colour(pair) for pair in pairs))


def _colour(pair: str) -> str:
    if "y" not in pair:
        return PLAIN
    return BOTH if "#" in pair else GOLD


def _stretch(drawing: Drawing, rows: int) -> Drawing:
    return drawing[:rows] + drawing[-1:] * (rows - len(drawing))


def _figures(text: str) -> tuple[Drawing, Drawing, Drawing]:
    rows = [line.split() for line in text.strip().splitlines()]
    jack, queen, king = zip(*rows, strict=True)
    return jack, queen, king


TRADITIONAL = _figures("""
......yy.  ..y.y.y..  y.y.y.y.y
.####yy..  ..yyyyy..  yyyyyyyyy
########.  .#######.  .#######.
.y.....y.  ##.....##  ##.....##
.y.#.#.y.  ##.#.#.##  ##.#.#.##
.y.....y.  ##.....##  ##.....##
.y..#..y.  ##..#..##  .##.#.##.
...#.#...  .##...##.  ..#####..
#y#y.y#y#  .y#yyy#y.  yy#y#y#yy
#y##y##y#  yy##y##yy  #yy###yy#
""")

GREEK = _figures("""
..#####..  ...###...  .y.....y.
.#######.  ..#####..  yy.....yy
.yyyyyyy.  .yyyyyyy.  y.#####.y
yyyyyyyyy  .#.....#.  .#.....#.
yy..y..yy  .#.#.#.#.  .#.#.#.#.
yyy.y.yyy  .#.....#.  .#.....#.
.yy.y.yy.  .#..#..#.  .###.###.
.yy...yy.  ..#...#..  .#######.
..#.#.#..  .y.....y.  ..#####..
####.####  yyy.y.yyy  yy.###.yy
""")

AFRICAN = _figures("""
#.......#  .yy#yyy..  #.#.#.#.#
##.###.##  yy#yyy#y.  #y#y#y#y#
.#######.  .#yyy#yy.  .yyyyyyy.
.#y###y#.  ..#####..  .#######.
.##y#y##.  .#.###.#.  .#.###.#.
.###y###.  y.#####.y  .#######.
.##yyy##.  y.##.##.y  .##...##.
..#...#..  ...###...  ..#####..
..##.##..  ..yyyyy..  yyyyyyyyy
yy.###.yy  .yyyyyyy.  .y#y#y#y.
""")

JAPANESE = _figures("""
....#...y  y.#####.y  y..###..y
...###..y  .#######.  yy#####yy
.##...##y  #########  .#######.
.#.....#.  ###...###  ##.....##
.#.#.#.#.  ##.#.#.##  ##.#.#.##
.#.....#.  ##.....##  ##.....##
..#.#.#..  .#..#..#.  .#.###.#.
...###...  ...#.#...  .##...##.
.yy#.#yy.  .yy#.#yy.  y#y#y#y#y
yy##.##yy  yyyy#yyyy  yy#y#y#yy
""")

HORROR = _figures("""
.#######.  ....#....  .#######.
##.....##  ...###...  #########
#.......#  ..#yyy#..  ##.###.##
#.##.##.#  #########  #...#...#
#.##.##.#  yy.#.#.yy  #.#...#.#
#...#...#  yy.....yy  #.......#
##.....##  yy..#..yy  #y.#.#.y#
.#.#.#.#.  y..#.#..y  yy#...#yy
..#####..  y.......y  yyy###yyy
yy#y#y#yy  .##...##.  #yy.#.yy#
""")


def _emblems(text: str) -> tuple[Drawing, ...]:
    return tuple(zip(*(line.split() for line in text.strip().splitlines()), strict=True))


SAIL, LIBERTY, TRELLIS, RAINBOW = _emblems("""
....#....  #.#.#.#.#  ....#....  ..#####..
....##...  .#.###.#.  ...###...  .#.....#.
....###..  ..#####..  ..#.#.#..  #..###..#
....####.  ..#.#.#..  .#.###.#.  #.#...#.#
....#####  ..#####..  .#.###.#.  #.#.#.#.#
....#....  ...###...  ..#.#.#..  #.#.#.#.#
#########  ..#####..  ...###...  .........
.#######.  .#######.  ....#....  .........
""")
TEMPLE, COLUMN, ACACIA, MASK = _emblems("""
....#....  ##.###.##  ..#####..  .#######.
..#####..  #.#####.#  .#######.  #########
#########  .##.#.##.  #########  #..###..#
.#.#.#.#.  ..#.#.#..  ...#.#...  ####.####
.#.#.#.#.  ..#.#.#..  ....#....  ###...###
.#.#.#.#.  ..#.#.#..  ....#....  .##...##.
#########  .#######.  ....#....  .#.###.#.
#########  #########  #########  ..#####..
""")
CRANE, DARUMA, CASTLE, GRAVE = _emblems("""
#.......#  ..#####..  #.#...#.#  ..#####..
##.....##  .#######.  ###.#.###  .#######.
.##...##.  ##.....##  .#######.  .###.###.
..##.##..  #.##.##.#  .##.#.##.  .##...##.
...###...  #.##.#..#  .#######.  .###.###.
....###..  ##..#..##  .###.###.  .###.###.
....#..##  .#######.  .##...##.  .#######.
...#.....  ..#####..  .##...##.  #########
""")

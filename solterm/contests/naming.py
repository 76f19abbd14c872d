"""What contests and boards are called, and what they count.

Every list, score board, status row and command takes its words from here.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests import matches
from solterm.contests.series import EIGHT, Series, lower_is_better
from solterm.contests.sheet import ROWS, sheet_row
from solterm.games import catalogue, known

_KINDS = {
    "tour": "Tour",
    "tournament": "Tournament",
    "mix": "Mixed sheet",
    "match": "Golf",
    "reno": "Reno",
    "daily": "Deal of the day",
}
"""The kinds of contests, in the order in which they are listed."""

KINDS = tuple(_KINDS)

_GAMES = {"match": "hole", "reno": "deal", "mix": "row"}
"""What one game of a contest is called, where it is no ``game``."""

_SHORT = {
    "tour": "Tour",
    "tournament": "Cup",
    "mix": "Mix",
    "match": "Hole",
    "reno": "Reno",
    "daily": "Day",
}
"""How a status row and a narrow list call a game of a contest."""


class Unit(NamedTuple):
    """What the numbers of a contest or a board count."""

    name: str
    """In the plural: ``strokes``."""
    lower_is_better: bool = False

    @property
    def better(self) -> str:
        """Which is the better number: ``high is better``."""
        return f"{'low' if self.lower_is_better else 'high'} is better"


def title(series: Series) -> str:
    """What a contest is called: ``Aunt Anne's tour``, ``Tour Friday``, ``Golf, 9 holes``."""
    if series.kind == "tour" and not series.name:
        return "Aunt Anne's tour"
    if series.kind == "match":
        return f"Golf, {len(series.legs)} holes"
    if series.kind == "reno":
        return "An evening at Reno"
    return f"{_KINDS[series.kind]} {series.name}".rstrip()


def board_name(board: str) -> str:
    """What a board is called: ``Aunt Anne's tour``, ``Golf, 9 holes``, ``Tournament Cup``."""
    kind, _, name = board.partition(":")
    game = known(name)
    told = f"{game.name} ({game.collection})" if game else name
    return {
        "tour": f"Tour {name}" if name else "Aunt Anne's tour",
        "tournament": f"Tournament {name}",
        "match": f"Golf, {name} holes",
        "reno": "An evening at Reno",
        "daily": f"Deal of the day, {name}",
        "sheet": f"Score sheet, {told}",
        "mix": "Mixed score sheet",
    }.get(kind, board)


def unit_of(kind: str, games: Sequence[str]) -> Unit:
    """What a contest of a kind counts that has these games; of a board, those that are known."""
    lower = lower_is_better(kind)
    if kind in ("match", "reno"):
        own = catalogue()[matches.GOLF if kind == "match" else matches.RENO].own_score
        return Unit(own.unit if own else "points", lower)
    if kind in ("tour", "tournament") and games and set(EIGHT).issuperset(games):
        return Unit("cards", lower)
    return Unit("points" if kind in ("tour", "tournament") else "mark", lower)


def board_unit(board: str, games: Sequence[str] = ()) -> Unit:
    """What the results of a board count; ``games`` are those of a tournament, where known."""
    kind, _, name = board.partition(":")
    if kind == "sheet":
        return Unit("score")
    return unit_of(kind, EIGHT if kind == "tour" and not name else games)


def game_word(kind: str, place: int) -> str:
    """One game of a contest, by its place from 0: ``hole 4``, ``game 3``."""
    return f"{_GAMES.get(kind, 'game')} {place + 1}"


def short(context: str) -> str:
    """What a play is played for, in two words for a list; empty for a free one.

    >>> short("sheet 3"), short("tour:17 2"), short("match:4 3"), short("")
    ('sheet 3', 'tour 3', 'hole 4', '')
    """
    return context if sheet_row(context) else standing(context).lower()


def standing(context: str, series: Series | None = None) -> str:
    """What a play is played for, as short as a status row needs it; empty for a free one.

    >>> standing("sheet 3"), standing("tour:17 2"), standing("")
    ('3/6', 'Tour 3', '')
    """
    if row := sheet_row(context):
        return f"{row}/{ROWS}"
    head, _, place = context.partition(" ")
    kind, _, number = head.partition(":")
    if not (number and place.isdecimal()):
        return context
    short = _SHORT.get(kind, kind.capitalize())
    if kind == "daily":
        return f"{short} {series.name}" if series else short
    of = f"/{len(series.legs)}" if series and kind != "reno" else ""
    return f"{short} {int(place) + 1}{of}"

"""What contests and boards are called, and what they count.

Every list, score board, status row and command takes its words from here.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests.kinds import DAILY, EIGHT, MIX, ROWS, SHEET, TOUR, BoardName, Count, Kind
from solterm.contests.purpose import Purpose
from solterm.contests.series import Series
from solterm.games import catalogue, find_known


class Unit(NamedTuple):
    """What the numbers of a contest or a board count."""

    name: str
    """In the plural: ``strokes``."""
    lower_is_better: bool = False

    @property
    def better(self) -> str:
        """Which is the better number: ``high is better``."""
        return f"{'low' if self.lower_is_better else 'high'} is better"

    def tell(self, number: int) -> str:
        """So many of them.

        >>> Unit("strokes").tell(4), Unit("mark").tell(500)
        ('4 strokes', 'mark 500')
        """
        return f"{self.name} {number}" if self.name in _ONE else f"{number} {self.name}"


_ONE = ("mark", "score")
"""What there is one of, however large."""


def title(series: Series) -> str:
    """What a contest is called: ``Aunt Anne's tour``, ``Tour Friday``, ``Golf, 9 holes``."""
    return board_name(str(board_of(series)))


def board_of(series: Series) -> BoardName:
    """The board a series goes to: ``tour``, ``tour:Friday``, ``match:9``, ``daily:2026-11-21``."""
    by_length = series.kind.is_named_by_length
    return BoardName(series.kind, str(len(series.legs)) if by_length else series.name)


def board_name(board: str) -> str:
    """What a board is called: ``Aunt Anne's tour``, ``Golf, 9 holes``, ``Tournament Cup``."""
    try:
        kind, name = BoardName.parse(board)
    except ValueError:
        return board
    game = find_known(name) if kind is SHEET else None
    called = f"{game.name} ({game.collection})" if game else name
    return kind.title.format(called) if name or not kind.unnamed else kind.unnamed


def unit_of(kind: Kind, games: Sequence[str]) -> Unit:
    """What a contest of a kind counts that has these games; of a board, those that are known."""
    match kind.counts_with(games):
        case Count.OWN:
            own = catalogue()[kind.game].own_score
            return Unit(own.unit if own else "points", kind.lower_is_better)
    return Unit(kind.unit, kind.lower_is_better)


def board_unit(board: str, games: Sequence[str] = ()) -> Unit:
    """What the results of a board count; ``games`` are those of a tournament, where known."""
    try:
        kind, name = BoardName.parse(board)
    except ValueError:
        return Unit("mark")
    return unit_of(kind, EIGHT if kind is TOUR and not name else games)


def game_word(kind: Kind, place: int) -> str:
    """One game of a contest, by its place from 0: ``hole 4``, ``game 3``."""
    return f"{kind.game_word} {place + 1}"


def end_question(purpose: Purpose) -> str:
    """What is asked before a game of a contest is ended.

    >>> end_question(Purpose.parse("mix:17 2"))
    'End this game? Its row may be played again, and the better result stays.'
    """
    if purpose.kind is MIX:
        return "End this game? Its row may be played again, and the better result stays."
    return "End this game? In a contest it is not played again."


def short(purpose: Purpose) -> str:
    """What a play is played for, in two words for a list; empty for a free one.

    >>> [short(Purpose.parse(each)) for each in ("sheet 3", "tour:17 2", "match:4 3", "")]
    ['sheet 3', 'tour 3', 'hole 4', '']
    """
    return str(purpose) if purpose.row else name_standing(purpose).lower()


def name_standing(purpose: Purpose, series: Series | None = None) -> str:
    """What a play is played for, as short as a status row needs it; empty for a free one.

    >>> [name_standing(Purpose.parse(each)) for each in ("sheet 3", "tour:17 2", "")]
    ['3/6', 'Tour 3', '']
    """
    if purpose.kind is None:
        return ""
    if purpose.row:
        return f"{purpose.row}/{ROWS}"
    kind = purpose.kind
    if kind is DAILY:
        return f"{kind.short} {series.name}" if series else kind.short
    of = f"/{len(series.legs)}" if series and not kind.is_endless else ""
    return f"{kind.short} {purpose.place + 1}{of}"

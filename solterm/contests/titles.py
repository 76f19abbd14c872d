"""The names and units of contests and boards.

All lists, boards, status rows and commands use these.
"""

import re
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from solterm.contests.contest import Contest
from solterm.contests.kinds import KINDS, SHEET, BoardName, Kind, Naming
from solterm.core.names import EVENING
from solterm.core.phrases import count
from solterm.core.refusal import Refusal
from solterm.games import find_known
from solterm.store.purpose import Purpose

_EVENING = re.compile(rf"{EVENING}(\d{{4}}-\d\d-\d\d \d{{4}})", re.ASCII)


class Unit(NamedTuple):
    """The unit of a contest or a board."""

    name: str
    """The plural: ``strokes``."""
    lower_is_better: bool = False
    wins_first: bool = False
    """Whether wins rank above everything else."""

    @property
    def better(self) -> str:
        """The better direction: ``high is better``."""
        return f"{'low' if self.lower_is_better else 'high'} is better"

    def tell(self, number: int) -> str:
        """Return a number with its unit.

        >>> Unit("strokes").tell(4), Unit("points").tell(1), Unit("mark").tell(500)
        ('4 strokes', '1 point', 'mark 500')
        """
        return f"{self.name} {number}" if self.name in _ONE else count(number, self.name)


_ONE = ("mark", "score")
"""Units that come before their number."""


def title(contest: Contest) -> str:
    """Return the title of a contest: ``Aunt Anne's tour``, ``Tour Friday``, ``Golf, 9 holes``."""
    return board_name(str(board_of(contest)))


def list_title(contest: Contest) -> str:
    """Return the title of a contest for a column: that of an evening is shorter."""
    start = find_start(contest.name)
    return f"{EVENING}{start:%-d %b %H:%M} UTC" if start else title(contest)


def board_of(contest: Contest) -> BoardName:
    """Return the board of a contest: ``tour``, ``tour:Friday``, ``match:9``."""
    return BoardName(contest.kind, contest.name)


def board_name(board: str) -> str:
    """Return the title of a board.

    >>> board_name("tour"), board_name("match:9"), board_name("tournament:Cup")
    ("Aunt Anne's tour", 'Golf, 9 holes', 'Tournament Cup')
    >>> board_name("tournament:Evening 2026-11-27 2000")
    'Evening of 2026-11-27 20:00 UTC'
    """
    try:
        kind, name = BoardName.parse(board)
    except Refusal:
        return board
    if start := find_start(name):
        return f"{EVENING}of {start:%Y-%m-%d %H:%M} UTC"
    game = find_known(name) if kind.named_by is Naming.GAME else None
    called = f"{game.name} ({game.collection})" if game else name
    return kind.title.format(called) if name or not kind.unnamed else kind.unnamed


def find_start(name: str) -> datetime | None:
    """Return when a tournament began that is an evening of a host; None for any other."""
    if found := _EVENING.fullmatch(name):
        with suppress(ValueError):
            return datetime.strptime(found[1], "%Y-%m-%d %H%M").replace(tzinfo=UTC)
    return None


def unit_of(kind: Kind) -> Unit:
    """Return the unit of the contests of a kind."""
    return Unit(kind.unit, kind.lower_is_better, kind.wins_first)


def board_unit(board: str) -> Unit:
    """Return the unit of a board."""
    try:
        return unit_of(BoardName.parse(board).kind)
    except Refusal:
        return Unit("mark")


def game_word(kind: Kind, place: int) -> str:
    """Return the name of a game of a contest, by its index: ``hole 4``, ``game 3``."""
    return f"{kind.game_word} {place + 1}"


def tell_game(contest: Contest, place: int) -> str:
    """Return the name of a game of a contest among all of them: ``hole 4 of 9``."""
    of = "" if contest.kind.is_endless else f" of {len(contest.games)}"
    return f"{game_word(contest.kind, place)}{of}"


def end_question(purpose: Purpose) -> str:
    """Return the question to ask before ending a game of a contest.

    >>> end_question(Purpose.parse("mix:17 2"))
    'End this game? You can play its row again; the better result stays.'
    """
    kind = KINDS.get(purpose.kind)
    return kind.end_question if kind else "End this game?"


def short(purpose: Purpose) -> str:
    """Return a purpose in two words for a list; "" for a free game.

    >>> [short(Purpose.parse(each)) for each in ("sheet:9 2", "tour:17 2", "match:4 3", "")]
    ['sheet 3', 'tour 3', 'hole 4', '']
    """
    return f"sheet {purpose.row}" if purpose.row else name_standing(purpose).lower()


def name_standing(purpose: Purpose, contest: Contest | None = None) -> str:
    """Return a purpose for a status row; "" for a free game.

    >>> [name_standing(Purpose.parse(each)) for each in ("sheet:9 2", "tour:17 2", "")]
    ['3/6', 'Tour 3', '']
    """
    kind = KINDS.get(purpose.kind)
    if kind is None:
        return ""
    if purpose.row:
        return f"{purpose.row}/{SHEET.rows}"
    if kind.has_one_game:
        return f"{kind.short} {contest.name}" if contest else kind.short
    of = f"/{len(contest.games)}" if contest and not kind.is_endless else ""
    called = EVENING.strip() if contest and find_start(contest.name) else kind.short
    return f"{called} {purpose.place + 1}{of}"

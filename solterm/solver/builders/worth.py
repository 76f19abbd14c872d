"""Estimates of how promising a state is: weighed counts that all games of building share.

They only guide the search; the weights were found by experiment. All counts are made once for all
views: the counts of a pile stand side by side in one large integer, so adding these integers adds
all counts at once.
"""

from collections.abc import Callable, Sequence
from functools import partial
from operator import mul
from struct import Struct
from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.core.engines.masks import TAKES_NOTHING
from solterm.solver.builders.homeward import Homeward
from solterm.solver.builders.kernel_layout import Layout
from solterm.solver.builders.pile_tree import Pile, State
from solterm.solver.cache import Cache
from solterm.solver.derived.stages import has_places, is_fed, is_long

Worth = Callable[[State], float]
"""An estimate of how promising a state is; higher is better."""


class Weights(NamedTuple):
    """The weight of each count."""

    home: float = 2.0
    hidden: float = -3.0
    covering: float = -1.0
    """A card over one of its suit that goes home before it."""
    joined: float = 1.2
    """Two neighbours of a column in sequence."""
    in_suit: float = 0.0
    """Two such neighbours of one suit."""
    empty: float = 4.0
    """An empty column."""
    held: float = -2.0
    """A card in a cell or under others in a reserve."""
    depth: float = -0.6
    """A card over one that a foundation takes next."""
    talon: float = -0.5
    """A card of stock or waste."""
    over: float = 0.0
    """A card of a column over one of any suit that goes home before it."""
    buried: float = 0.0
    """The same in a waste with limited passes."""


_NUMBERS = Struct(f"<{len(Weights._fields)}H")
_BITS = 16
"""The width of each count in the integer."""
_ONES = tuple(1 << _BITS * place for place in range(len(Weights._fields)))
_HOME, _HIDDEN, _COVERING, _JOINED, _IN_SUIT, _EMPTY, _HELD, _DEPTH, _TALON = _ONES[:9]
_OVER, _BURIED = _ONES[9:]

_USUAL = Weights()
_DIGGING = Weights(home=1.0, covering=-0.5, joined=1.0, empty=2.0, held=-1.0, depth=-2.0)
"""Another view: free the cards that foundations take next, at any price."""
_CELLS = Weights(held=-4.0, empty=7.0, depth=-1.5)
_ORDERLY = Weights(home=1.0, covering=-2.0, joined=2.0, empty=5.0, held=-3.0, depth=-1.2)
"""With free cells: keep them empty, or put columns in order."""
DIGGERS = Weights(home=2.0, covering=-2.0, joined=2.0, empty=3.0, held=-3.0, depth=-0.9, over=-1.0)
"""For steps that dig up columns."""
_SPIDERS = Weights(covering=-0.3, joined=0.8, in_suit=1.5, talon=0.0)
_SUITED = Weights(covering=-0.3, joined=0.8, in_suit=3.0, empty=8.0, talon=-2.0)
_RUNNING = Weights(covering=-0.3, hidden=-2.0, joined=2.0, in_suit=2.0, empty=2.0, talon=-1.0)
"""Where only whole suits leave the columns: favour joined cards, or spaces and suits, or runs."""
_SPARING = Weights(covering=-2.0, empty=6.0, depth=-1.5)
_THRIFTY = Weights(covering=-2.0, joined=2.0, empty=8.0, depth=-1.0, over=-0.5)
"""With reserves that only give cards, and no stock: favour spaces."""
_ONE_PASS = Weights(
    covering=-1.2, joined=0.2, empty=0.1, depth=-1.0, talon=0.0, over=-1.5, buried=-2.0
)
_SWEEPING = Weights(
    covering=0.0, joined=0.0, empty=2.8, talon=-8.0, depth=-2.0, over=-1.5, buried=-2.0
)
"""Where columns take any suit and there is one pass: keep low cards free; later, keep the waste
short.
"""
_PLACES = Weights(empty=0.0)
"""Where columns are places for single cards: fill them."""
_ROUND = Weights(over=-2.0)
"""Where building turns the corner: cards on the last card to go home stay there long."""


_TIDYING = Weights(covering=-2.0, joined=2.0, empty=6.0, depth=-1.0, over=-0.5)
_JOINING = Weights(joined=2.0, empty=3.0, depth=-0.3)
"""Where rows of two packs are dealt on the columns: put the cards in order at once, and keep
spaces; or favour runs.
"""


def weights_for(layout: Layout) -> tuple[Weights, ...]:
    """Return the weights of each view that takes turns in a rule set."""
    if not layout.needed:
        return (_SPIDERS, _SUITED, _RUNNING)
    if has_places(layout.game):
        return (_PLACES,)
    if is_fed(layout.game):
        return (_TIDYING, _JOINING)
    if layout.game.packs == 1 and is_long(layout.game):
        return (_ONE_PASS, _SWEEPING)
    if layout.cells:
        return (_CELLS, _ORDERLY)
    if layout.reserves and layout.action is None:
        return (_SPARING, _THRIFTY, _USUAL)
    build = layout.column.build
    if build and build.wrap and layout.is_endless:
        return (_ROUND, _DIGGING)
    return (_USUAL, _DIGGING)


def make_worths(
    layout: Layout, homeward: Homeward, views: tuple[Weights, ...]
) -> tuple[Worth, ...]:
    """Return the estimates of several views."""
    count = _Counting(layout, homeward).count
    last: State = ()
    numbers: tuple[int, ...] = ()

    def make_worth(view: Weights) -> Worth:
        def worth(state: State) -> float:
            nonlocal last, numbers
            if state is not last:  # searches mostly ask for all views in turn
                numbers = _NUMBERS.unpack(count(state).to_bytes(_NUMBERS.size, "little"))
                last = state
            weighed: float = sum(map(mul, view, numbers))
            return weighed

        return worth

    return tuple(map(make_worth, views))


class _Counting:
    """The counts in the states of a rule set."""

    def __init__(self, layout: Layout, homeward: Homeward) -> None:
        self._foundations = layout.home_span
        self._columns = layout.column_span
        self._homeward = homeward
        self._looks_for_next = bool(layout.foundations)
        build = layout.column.build
        names = list(enumerate(layout.ids))
        self._wastes = [p for p, name in names if name[0] == "w" and not layout.is_endless]
        self._cells = layout.cells
        self._reserves = layout.reserves
        self._talon = [p for p, name in names if name[0] in "swh"]
        takes = build.takes if build else TAKES_NOTHING
        self._by_base = Cache[int, tuple[Cache[Pile, int], Cache[Pile, int]]](
            lambda base: (
                Cache(partial(_count_pile, base=base, takes=takes, over=_OVER, empty=_EMPTY)),
                Cache(partial(_count_pile, base=base, takes=TAKES_NOTHING, over=_BURIED, empty=0)),
            )
        )
        """For a base, the counts of columns, and those of wastes."""

    def count(self, state: State) -> int:
        """Return all counts of a state in one integer."""
        foundations, columns = state[self._foundations], state[self._columns]
        base = foundations[0].cards[0] & 15 if foundations and foundations[0].size else 1
        home = sum([pile.size for pile in foundations])
        held = left = 0
        for place in self._cells:
            if state[place].size:
                held += 1
        for place in self._reserves:
            if state[place].size > 1:
                held += state[place].size
        for place in self._talon:
            left += state[place].size
        total = home * _HOME + held * _HELD + left * _TALON
        of_columns, of_wastes = self._by_base[base]
        for pile in columns:
            total += of_columns[pile]
        for place in self._wastes:
            total += of_wastes[state[place]]
        if self._looks_for_next:
            total += _DEPTH * _count_depth(columns, self._homeward.wants(foundations).nearest)
        return total


def _count_pile(pile: Pile, base: int, takes: Sequence[int], over: int, empty: int) -> int:
    """Count hidden cards, sequences, and cards over earlier ones."""
    total = 0 if pile.size else empty
    lowest = [13] * 4
    before, least = 0, 13
    for code in pile.cards:
        if code & DOWN:
            total += _HIDDEN
        suit, height = (code & 63) >> 4, ((code & 15) - base) % 13
        if height > lowest[suit]:
            total += _COVERING
        else:
            lowest[suit] = height
        if height > least:
            total += over
        else:
            least = height
        if takes[before] >> code & 1:
            total += _JOINED
            if before >> 4 == suit:
                total += _IN_SUIT
        before = code
    return total


def _count_depth(columns: State, nearest: bytes) -> int:
    row = b"\xff".join([pile.cards for pile in columns])
    depth = 0
    for card in nearest:
        at = row.find(card)
        if at < 0:
            at = row.find(card | DOWN)
        if at >= 0:
            end = row.find(b"\xff", at)
            depth += (len(row) if end < 0 else end) - at - 1
    return depth

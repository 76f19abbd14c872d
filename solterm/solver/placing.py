"""Placing: cards of the stock laid on columns or foundations, one by one, whatever the suits.

Suits are looked at by no rule, so that a position is the ranks in each column, how far each
foundation has come, and how many cards of the stock are left.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.game import Game, Group
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnToSlot
from solterm.core.vocabulary.builds import ANY_ORDER, Build, Match
from solterm.core.vocabulary.consequences import TopFaceUp
from solterm.core.vocabulary.dealing import Rest
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift, WhileStockLasts
from solterm.core.vocabulary.spaces import ANY_CARD, NOTHING, Only
from solterm.solver.declared import bared, draws_under, plays_as
from solterm.solver.space import Space

_STOCK = -1
"""The source of a step that places the next card of the stock."""


class Placed(NamedTuple):
    """A position."""

    left: int
    """How many cards of the stock are left, the turned one among them."""
    home: tuple[int, ...]
    """How many cards each foundation has."""
    piles: tuple[bytes, ...]
    """The ranks of each pile that gives to foundations, bottom first: the columns come first."""


class Step(NamedTuple):
    """One card that goes, and where it goes."""

    source: int
    """The number of a pile, or the stock."""
    target: int
    """The number of a column, or behind all piles that of a foundation."""


class Piles(NamedTuple):
    """What a declaration says of the piles, as far as the form has to know it."""

    feed: str
    """The pile the cards to be placed are played from: the turned card, the stock, or none."""
    columns: tuple[str, ...]
    """The ids of the piles that take cards."""
    givers: tuple[str, ...]
    """The ids of those that only give."""
    foundations: tuple[str, ...]
    builds: tuple[Build, ...]
    opens: tuple[int, ...]
    """For each foundation the rank that opens it, 0 for none."""
    packs: Build | None
    """How columns build on each other; None where cards leave them for foundations only."""
    locked: bool
    """Does no card leave the columns before the stock is out?"""


class Placing(Space[Placed, Step]):
    """The positions of games of placing."""

    has_stages = True

    def __init__(self, rules: Rules, piles: Piles) -> None:
        self._place = rules.index
        self._piles = piles
        self._columns = len(piles.columns)
        self._names = (*piles.columns, *piles.givers)
        self._all = len(self._names)
        self._whole = rules.game.in_play
        self._packed = _packed(piles.packs)

    @classmethod
    def of(cls, rules: Rules) -> "Placing | None":
        """The form of games in which a stock is placed card by card, on columns in any order."""
        game = rules.game
        known = (
            plays_as(rules, Builders)
            and rules.goal == Gathered(game.in_play)
            and all(each == TopFaceUp() for each in game.consequences)
            and not draws_under(game)
        )
        piles = _piles(game) if known else None
        return cls(rules, piles) if piles else None

    # -- positions -------------------------------------------------------------------------

    def start(self, table: Table) -> Placed:
        feed = _ranks(table.piles[self._place["s"]]) if "s" in self._place else ()
        self._turned_at = 0
        if self._piles.feed == "h" and (turned := table.piles[self._place["h"]]):
            feed = (*feed, turned[-1] & 15)
            self._turned_at = len(feed)
        self._feed = (0, *feed)
        bases = [table.piles[self._place[name]] for name in self._piles.foundations]
        self._wanted = [
            _order(build, pile[0] & 15 if pile else opens)
            for pile, build, opens in zip(bases, self._piles.builds, self._piles.opens, strict=True)
        ]
        self._kinds = [self._wanted.index(order) for order in self._wanted]
        self._views: dict[tuple[int, ...], _View] = {}
        return Placed(
            len(feed),
            tuple(map(len, bases)),
            tuple(bytes(_ranks(table.piles[self._place[name]])) for name in self._names),
        )

    def key(self, state: Placed) -> tuple[object, ...]:
        """Columns are alike, and so are piles that only give, and foundations of one order."""
        home = tuple(sorted(zip(self._kinds, state.home, strict=True)))
        columns, givers = state.piles[: self._columns], state.piles[self._columns :]
        return home, tuple(sorted(columns)), tuple(sorted(givers))

    def stage(self, state: Placed) -> int:
        return -state.left

    def is_won(self, state: Placed) -> bool:
        return sum(state.home) == self._whole

    def ways(self, state: Placed) -> Iterator[tuple[Step, Placed]]:
        """The ways on: one alone where a card goes home that no other card could want to go for.

        Such a card is one whose rank all foundations that still want it take right now, and it is
        all one which of them does. Then each card of its rank has a place of its own there, so
        that none is taken from another; and as all lower cards in every order are home already,
        none could be packed on it. To lay it there first changes nothing but what it uncovers.
        """
        left, home, piles = state
        view = self._view(home)
        opened = not (self._piles.locked and left)
        sources = [
            (number, pile[-1])
            for number, pile in enumerate(piles)
            if pile and self._open(number, opened)
        ]
        if left:
            sources.append((_STOCK, self._feed[left]))
        for source, rank in sources:
            if view.safe >> rank & 1:
                yield self._home(state, source, view.takers[rank][0])
                return
        for source, rank in sources:
            for foundation in view.takers[rank]:
                yield self._home(state, source, foundation)
        if left:
            rank = self._feed[left]
            for column in self._targets(piles):
                laid = _with(piles, column, piles[column] + bytes((rank,)))
                yield Step(_STOCK, column), Placed(left - 1, home, laid)
        if self._piles.packs and opened:
            yield from self._packings(state)

    def _open(self, number: int, opened: bool) -> bool:
        return opened or number >= self._columns

    def _targets(self, piles: tuple[bytes, ...]) -> Iterator[int]:
        """The columns, of equal ones the first."""
        for column in range(self._columns):
            if piles[column] not in piles[:column]:
                yield column

    def _packings(self, state: Placed) -> Iterator[tuple[Step, Placed]]:
        """The end cards of columns laid on other columns, or on empty ones."""
        left, home, piles = state
        for source in range(self._columns):
            if not (pile := piles[source]):
                continue
            for target in self._targets(piles):
                other = piles[target]
                fits = self._packed[other[-1]] >> pile[-1] & 1 if other else len(pile) > 1
                if fits and target != source:
                    lifted = _with(piles, source, pile[:-1])
                    laid = _with(lifted, target, other + pile[-1:])
                    yield Step(source, target), Placed(left, home, laid)

    def _home(self, state: Placed, source: int, foundation: int) -> tuple[Step, Placed]:
        """A card that goes to a foundation."""
        left, home, piles = state
        home = (*home[:foundation], home[foundation] + 1, *home[foundation + 1 :])
        step = Step(source, self._all + foundation)
        if source == _STOCK:
            return step, Placed(left - 1, home, piles)
        return step, Placed(left, home, _with(piles, source, piles[source][:-1]))

    def moves(self, state: Placed, step: Step) -> tuple[Move, ...]:
        foundation = step.target - self._all
        dst = self._names[step.target] if foundation < 0 else self._piles.foundations[foundation]
        if step.source != _STOCK:
            return (Move(self._names[step.source], dst),)
        placed = Move(self._piles.feed, dst)
        if self._piles.feed == "s" or state.left == self._turned_at:
            return (placed,)
        return Move("s"), placed

    # -- what promises much ----------------------------------------------------------------

    def worth(self, state: Placed) -> float:
        """Cards home count for it, and against it cards that lie on some wanted sooner."""
        soon = self._view(state.home).soon
        blocking = 0
        for pile in state.piles:
            least = 99
            for rank in pile:
                if soon[rank] > least:
                    blocking += 1
                else:
                    least = soon[rank]
        return sum(state.home) - self._COST * blocking

    _COST = 2.0

    def _view(self, home: tuple[int, ...]) -> "_View":
        """What foundations that have come so far want: looked at once."""
        if (view := self._views.get(home)) is None:
            view = self._views[home] = _View.of(self._wanted, self._kinds, home, self._packed)
        return view


class _View(NamedTuple):
    """What the foundations want."""

    takers: tuple[tuple[int, ...], ...]
    """For each rank the foundations that take it now, of those that are alike the first."""
    safe: int
    """The mask of the ranks that go home without harm."""
    soon: tuple[int, ...]
    """For each rank how many cards a foundation has to take before it takes it, at least."""

    @classmethod
    def of(
        cls,
        wanted: list[tuple[int, ...]],
        kinds: list[int],
        home: tuple[int, ...],
        packed: tuple[int, ...],
    ) -> "_View":
        """What foundations want that take ranks in their orders and have come so far."""
        takers, soon, safe, ahead_of = [], [], 0, []
        for rank in range(cards.KING + 1):
            ahead = [
                (order.index(rank, come) - come, kind, number)
                for number, (order, kind, come) in enumerate(zip(wanted, kinds, home, strict=True))
                if rank in order[come:]
            ]
            ready = {(kind, home[number]): number for away, kind, number in ahead[::-1] if not away}
            takers.append(tuple(sorted(ready.values())))
            soon.append(min(ahead)[0] if ahead else _NEVER)
            ahead_of.append(ahead)
            if len(ready) == 1 and not any(away for away, _, _ in ahead):
                safe |= 1 << rank
        for rank in range(cards.KING + 1):
            if any(packed[rank] >> each & 1 and ahead_of[each] for each in range(cards.KING + 1)):
                safe &= ~(1 << rank)
        return cls(tuple(takers), safe, tuple(soon))


_NEVER = 14
"""How soon a rank is wanted that is not wanted any more."""


def _ranks(pile: Pile) -> tuple[int, ...]:
    return tuple(card & 15 for card in pile)


def _with(piles: tuple[bytes, ...], number: int, pile: bytes) -> tuple[bytes, ...]:
    return (*piles[:number], pile, *piles[number + 1 :])


def _order(build: Build, opens: int) -> tuple[int, ...]:
    """The ranks a foundation takes one after the other, from the one that opens it."""
    (step,) = build.steps
    count = cards.KING if build.wrap else (cards.KING - opens) // step + 1
    return tuple((opens + step * n - 1) % cards.KING + 1 for n in range(count)) if opens else ()


def _packed(build: Build | None) -> tuple[int, ...]:
    """For each rank the mask of the ranks that are packed on it."""
    if build is None:
        return (0,) * (cards.KING + 1)
    taken = [build.takes[cards.card(rank, 0)] if rank else 0 for rank in range(cards.KING + 1)]
    ranks = range(1, cards.KING + 1)
    return tuple(sum(1 << r for r in ranks if mask >> cards.card(r, 0) & 1) for mask in taken)


def _piles(game: Game) -> Piles | None:
    """What a declaration says of its piles; None where a word is among it that is not known."""
    alone = {name: replace(bared(game.group(name)), count=1) for name in game.ids}
    foundations = [name for name in game.ids if name[0] == "f"]
    columns = [n for n, each in alone.items() if each.space == ANY_CARD and not each.closed]
    feed = "h" if "h" in alone else "s" if "s" in alone else ""
    if not all(_is_foundation(alone[name]) for name in foundations):
        return None
    packs, locked, kind = None, False, ""
    if columns:
        first = alone[columns[0]]
        kind, packs, locked = first.kind, first.build, first.locked is not None
        to = f"f{kind}" if packs else "f"
        expected = Group(kind, space=ANY_CARD, lift=Lift.TOP, build=packs, to=to)
        known = (
            all(replace(alone[name], locked=None, to=to) == expected for name in columns)
            and all(sorted(alone[name].to) == sorted(to) for name in columns)
            and all(alone[name].locked == first.locked for name in columns)
            and (first.locked is None or isinstance(first.locked, WhileStockLasts))
            and (packs is None or packs.match is Match.ANY)
        )
        if not known:
            return None
    if feed and not _is_feed(game, alone, feed, kind):
        return None
    givers = []
    for name, each in alone.items():
        if name in (*columns, *foundations, "s", "h") or each.closed:
            continue
        if each != Group(each.kind, lift=Lift.TOP, to="f"):
            return None
        givers.append(name)
    builds = [alone[name].build for name in foundations]
    return Piles(
        feed,
        tuple(columns),
        tuple(givers),
        tuple(foundations),
        tuple(build for build in builds if build),
        tuple(_opening(alone[name]) or 0 for name in foundations),
        packs,
        locked,
    )


def _is_foundation(group: Group) -> bool:
    """Does a foundation go through all ranks in one order, whatever the suits?"""
    build = group.build
    return (
        build is not None
        and len(build.steps) == 1
        and build.steps[0] > 0
        and build.match is Match.ANY
        and not build.stop
        and (build.wrap or build.steps == (1,))
        and group == Group("f", build=build, space=group.space, capacity=cards.KING)
        and _opening(group) is not None
    )


def _opening(group: Group) -> int | None:
    """The rank that opens a foundation, 0 for none; None where that is not so simple."""
    if group.space == NOTHING:
        return 0
    if isinstance(group.space, Only):
        ranks = {card & 15 for card in cards.pack() if group.space.cards >> card & 1}
        whole = cards.mask(card for card in cards.pack() if card & 15 in ranks)
        if len(ranks) == 1 and whole == group.space.cards:
            return ranks.pop()
    return None


def _is_feed(game: Game, alone: dict[str, Group], feed: str, kind: str) -> bool:
    """Is a pile where the cards to be placed come up, each to be laid anywhere?"""
    group, stock = alone[feed], alone["s"]
    if feed == "h":
        turning = TurnToSlot(waste=None)
        if stock != Group("s", action=turning):
            return False
    elif not (TopFaceUp() in game.consequences or Rest(down=False) in game.deal):
        return False
    to = sorted(group.to) == sorted("f" + kind)
    return to and group == Group(feed, lift=Lift.TOP, to=group.to, lays=ANY_ORDER)

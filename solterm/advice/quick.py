"""Quick hints: find a move that makes progress, using only the player's knowledge.

A position is rated by how far its cards have come (``_GAINS``): brought home above all, then turned
up, out of the reserve, and out of stock and waste. A hint is the first move of a cheapest path to a
position with a higher rating, through positions with an equal rating. So each hint gains something
or shortens the path to a gain. Where a hint would lead back to an earlier position, as one by
another rating may (``Webs``), the search is repeated without such moves: following
hints never goes in circles.

The search knows only what the player knows. A position that shows a card never seen before ends a
path, and below the top of a squared pile only the number of cards matters.

Among equal gains, the hint is the move that spoils least. A waiting card goes where it keeps no
other card from going home (``Placements``); of two cards that could go home, the one that lets more
follow goes first. In games that score the rows of a grid, the rating of a placement is what its
rows may still score. Where all cards are face up, ``find_win`` looks for a way to win.
"""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import NamedTuple, Self

from solterm.advice.placement import Placements, is_placement
from solterm.advice.reasons import (
    Reason,
    count_down,
    drop_idle_steps,
    find_reason,
    has_unseen_ahead,
    tell_reason,
)
from solterm.advice.steps import advise, count_turns
from solterm.core import cards
from solterm.core.cards import DOWN, UNKNOWN
from solterm.core.declaration import Declaration
from solterm.core.groups import BuilderGroup, CoverGroup
from solterm.core.idle import NAMED, is_dead, role_of
from solterm.core.move import Move
from solterm.core.phrases import capitalize
from solterm.core.play.view import View
from solterm.core.rules import Rules
from solterm.core.searches.search import BestFirst
from solterm.core.searches.search_space import General
from solterm.core.table import Pile, Table
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.policies import Lift

_POSITIONS = 40
"""The most positions to search."""
_UNSHUFFLED_POSITIONS = 300
"""The same in games that reshuffle, where a hint must not give up an order too soon."""
_OPEN_POSITIONS = 1000
"""The same if all cards are face up, when the search has a lower bound on the path to a gain."""

_STEP_COST, _TURN_COST = 10, 1
"""The cost of a step on a path: turning the stock is almost free."""

NOTHING_IN_SIGHT = "No useful move is in sight."
LOST = "This position is lost."
"""The hint for positions in which no move can win."""


class Hint(NamedTuple):
    """A move to try, if there is one, with a sentence for the player."""

    move: Move | None
    text: str
    is_lost: bool = False
    """Whether it is certain that no move can win. A move then brings more cards home."""
    is_hopeless: bool = False
    """Whether it is known that the deal could not be won either."""
    turns: int = 1
    """How often to make the move, if it turns the stock."""
    plays_home: bool = False
    """Whether automatic play wins from here."""
    is_guess: bool = False
    """Whether no search favours the move; it only leads to a new position."""
    is_doubtful: bool = False
    """Whether the game is probably lost: no trial won, or only earlier positions are left."""
    is_unsure: bool = False
    """Whether a search for a win ended too soon to tell, so that the move may lose."""
    way: Sequence[Move] = ()
    """The moves that lead to what the text tells; the move is the first."""
    reason: Reason | None = None
    """What the move is for, unless the text only says how sure it is to win."""

    @classmethod
    def of(cls, rules: Rules, table: Table, moves: Sequence[Move], reason: str = "") -> "Hint":
        """Propose the first of some moves; ``table`` is what the player knows.

        Without a given reason, the text says what the move is for: a gain that needs it, or else
        what it is good for.
        """
        found, way = (None, moves) if reason else find_reason(rules, table, moves)
        why = reason or (found and tell_reason(found))
        advice = capitalize(advise(rules, table, way))
        text = f"{advice}: that {why}." if why else f"{advice}."
        turns = count_turns(rules, table, way)
        return cls(way[0], text, turns=turns, way=tuple(way), reason=found)


_GAINS = {"home": 70, "up": 60, "freed": 50, "played": 40}
"""What a position is rated by, with the value of a rise in units of path cost: cards home, cards
turned up outside the stock, cards that have left a reserve, and cards that have left stock, waste
and hand. Only the first may ever fall."""


def find_hint(
    view: View, is_over: bool, met: Sequence[Table] = (), back: Collection[Move] = ()
) -> Hint:
    """Return the quick hint for a view.

    ``is_over`` says that the player has seen why no move is left. ``met`` are the positions since a
    card last showed; the moves ``back`` lead to one of them, so no way begins with one.
    """
    rules, table = view.rules, view.table
    if rules.is_won(table):
        return Hint(None, "The game is won.")
    if best := _promising(view):
        return Hint.of(rules, table, [best])
    if way := _find_run(view):
        return Hint.of(rules, table, way)
    webs = Webs.of(view)
    if not is_over and webs and (way := webs.find_best(met, back)):
        needed = drop_idle_steps(rules, table, way)
        return Hint.of(rules, table, way if needed[0] in back else needed)
    found = _Search(view, back).run()
    if found.way:
        return Hint.of(rules, table, found.way)
    moves = (move for move in rules.legal_moves(table) if move not in back)
    turn = next((move for move in moves if rules.is_turn(move)), None)
    if turn and (rules.makes_progress(table, turn) or has_unseen_ahead(rules, table)):
        return Hint.of(rules, table, [turn])
    if found.glimpse:
        return Hint.of(rules, table, found.glimpse)
    if found.exhausted or is_over:
        return Hint(None, LOST, is_lost=True)
    return Hint(None, NOTHING_IN_SIGHT)


def _promising(view: View) -> Move | None:
    """Return the move to the position with the highest promise, in games that define one."""
    rules, table, goal = view.rules, view.table, view.rules.game.goal
    if goal.promise(table.piles, rules.index) is None:
        return None

    def promise(move: Move) -> float:
        return goal.promise(rules.make(table, move).piles, rules.index) or 0.0

    return max(rules.legal_moves(table), key=promise, default=None)


_Moves = tuple[Move, ...]


@dataclass
class _Found:
    way: _Moves = ()
    """The path with the greatest gain minus cost."""
    glimpse: _Moves = ()
    """A path to a card not seen before."""
    exhausted: bool = True
    """Whether every reachable position was searched."""


class _Search:
    """A cheapest-first search through positions with the same rating as the current one.

    Following a hint shortens its path by one step, so the next search finds that path again among
    fewer positions. The budget is checked only when the cost increases, never among positions of
    equal cost, so no search gives up a path that an earlier one started.
    """

    def __init__(self, view: View, back: Collection[Move] = ()) -> None:
        rules = self._rules = view.rules
        self._start, self._back = view.table, back
        self._home = rules.count_scored(view.table)
        groups = [rules.game.group(name) for name in rules.ids]
        self._roles = [role_of(group) for group in groups]
        self._in_sight = rules.game.in_sight
        self._shuffles = rules.game.shuffles
        self._locks = [lock for group in groups if (lock := BuilderGroup.of(group).locked)]
        self._towards = Covers.of(view)

    def run(self) -> _Found:
        """Search until the best path is certain or the budget is spent."""
        found = _Found()
        best = (0, 0.0)
        looked = reached = 0
        cheapest = {self._key(self._start): 0}
        order = count()
        queue: list[tuple[int, int, int, int, Table, _Moves]] = []
        heappush(queue, (0, 0, next(order), 0, self._start, ()))
        few = _UNSHUFFLED_POSITIONS if self._shuffles else _POSITIONS
        budget = _OPEN_POSITIONS if self._towards else few
        while queue:
            least, _, _, cost, table, path = heappop(queue)
            spent = looked >= budget and least > reached
            if spent or (found.way and max(_GAINS.values()) - least - _STEP_COST <= best[0]):
                found.exhausted = False
                break
            if cost > cheapest[self._key(table)]:
                continue
            looked, reached = looked + 1, least
            for move in self._rules.legal_moves(table):
                if not path and move in self._back:
                    found.exhausted = False
                    continue
                turn = self._rules.is_turn(move)
                price = cost + (_TURN_COST if turn else _STEP_COST)
                if self._rules.is_blind(table, move, NAMED):
                    found.glimpse = found.glimpse or (*path, move)
                    continue
                after = self._rules.make(table, move)
                if self._shuffles and after.passes != table.passes:
                    found.glimpse = found.glimpse or (*path, move)
                    continue  # nobody knows how the cards will lie
                key = self._key(after)
                if price >= cheapest.get(key, price + 1):
                    continue
                cheapest[key] = price
                gain = self._gain(after)
                if gain is None:
                    found.exhausted = False
                elif gain and not turn:
                    worth = _GAINS[gain] - price
                    if not found.way or worth >= best[0]:
                        fitness = (worth, self._spares(table, move, after))
                        if not found.way or fitness > best:
                            found.way, best = (*path, move), fitness
                elif gain or self._shows_news(after):
                    found.glimpse = found.glimpse or (*path, move)
                else:
                    ahead = self._towards.least(after) * _STEP_COST if self._towards else 0
                    spaces = sum(map(bool, after.piles)) if self._towards else 0
                    entry = (price + ahead, spaces, next(order), price, after)
                    heappush(queue, (*entry, (*path, move)))
        return found

    def _key(self, table: Table) -> object:
        """Return the key of a position, ignoring which of several free places holds a card."""
        return self._towards.key(table) if self._towards else table

    def _spares(self, table: Table, move: Move, after: Table) -> float:
        """Return how little a move spoils: which cards it holds back, or lets follow it home.

        Only cards on unchanged piles count as following, because the player may not know others.
        """
        if is_placement(self._rules.game, move):
            return -Placements(self._rules.game, self._rules.index, table).cost(move)
        if move.dst[:1] == "f":
            same = {
                name
                for name, was, now in zip(self._rules.ids, table.piles, after.piles, strict=True)
                if now is was
            }
            follow = {each.src for each in self._rules.legal_moves(after) if each.dst[:1] == "f"}
            shut = sum(lock.holds(after.piles, self._rules.index) for lock in self._locks)
            return float(len(follow & same) - 52 * shut)
        return 0.0

    # The two methods below check every position. They skip unchanged piles, which are the same
    # objects as at the start.

    def _gain(self, table: Table) -> str | None:
        """Return the first of ``_GAINS`` that rises, "" if none does, None if one falls."""
        up = freed = played = 0
        for was, now, role in zip(self._start.piles, table.piles, self._roles, strict=True):
            if now is not was:
                fewer = len(was) - len(now)
                if role != "stock":
                    up += count_down(was) - count_down(now)
                if role == "reserve":
                    freed += fewer
                elif role:
                    played += fewer
        home = self._rules.count_scored(table) - self._home
        if home > 0:
            return "home"
        rises = home, up, freed, played
        if min(rises) < 0:
            return None
        return next((name for name, rise in zip(_GAINS, rises, strict=True) if rise), "")

    def _shows_news(self, table: Table) -> bool:
        """Return whether a position shows a card the player has not seen."""
        for name, was, now in zip(self._rules.ids, self._start.piles, table.piles, strict=True):
            if now is not was and UNKNOWN in self._in_sight(name, now):
                return True
        return False


# -- games with all cards face up ------------------------------------------------------------------


class Covers(General):
    """Counts the cards that cover those the foundations want next.

    If cards leave one at a time, each of these costs a move, so their number is a lower bound. The
    search for the shortest way home needs one.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        groups = [BuilderGroup.of(rules.game.group(name)) for name in rules.ids]
        self._index = rules.index
        self._homes = [(place, group) for place, group in enumerate(groups) if group.kind == "f"]
        self._sources = [
            (place, group.lift is Lift.TOP)
            for place, group in enumerate(groups)
            if group.lift is not Lift.NONE and "f" in group.goes_to
        ]
        alike = [replace(group, count=1) for group in groups]
        self._kinds = [
            [place for place, group in enumerate(alike) if group == each]
            for each in dict.fromkeys(alike)
        ]

    @classmethod
    def of(cls, view: View) -> Self | None:
        """Return the covers of a view, or None.

        The player must know all cards, so that bringing them home is the only gain, and the game
        have no actions and no draws from under cards.
        """
        game = view.rules.game
        if any(card & DOWN for pile in view.table.piles for card in pile) or not game.plays_home:
            return None
        for group in game.groups:
            if group.action or BuilderGroup.of(group).draws or role_of(group):
                return None
        return cls(view.rules)

    def least(self, table: Table) -> int:
        """Return the least number of moves before a card can go home."""
        wanted = 0
        for place, group in self._homes:
            wanted |= self._wants(group, table, table.piles[place])
        fewest = 52
        for place, singly in self._sources:
            for depth, card in enumerate(reversed(table.piles[place])):
                if depth >= fewest:
                    break
                if wanted >> (card & ~DOWN) & 1:
                    fewest = depth if singly else min(depth, 1)
                    break
        return fewest

    def key(self, state: Table) -> Hashable:
        """Return a key equal for positions that differ only in the order of piles of a group."""
        piles = state.piles
        return tuple([tuple(sorted([piles[p] for p in places])) for places in self._kinds])

    def _wants(self, group: BuilderGroup, table: Table, pile: Pile) -> int:
        if pile and not group.space.on_cards:
            return group.build.takes[pile[-1]] if group.build else 0
        return group.space.mask(table.piles, self._index, "")


_TURNS = 330
"""How often to continue from the most promising position, however many moves it has."""


def find_win(view: View, passed: Collection[Table]) -> _Moves:
    """Return a way to win that avoids the positions in ``passed``.

    None is found soon, or looked for unless all cards are face up.
    """
    if (covers := Covers.of(view)) is None:
        return ()
    search = BestFirst(covers, view.table, passed)
    for _ in range(_TURNS):
        search.go_on(1)
    return tuple(search.line()) if search.is_won else ()


# -- golfs -----------------------------------------------------------------------------------------

_RUNS = 400
"""The most positions of runs to compare."""


def deals_to_foundation(rules: Rules) -> bool:
    """Return whether the stock is dealt to the foundation, one card at a time, as in golf."""
    return "s" in rules.index and rules.game.group("s").action == DealRow(("f",))


def _find_run(view: View) -> _Moves:
    """Return the longest run before the stock of a golf is turned, if all columns are open."""
    rules, start = view.rules, view.table
    columns = zip(rules.ids, start.piles, strict=True)
    is_hidden = any(card & DOWN for name, pile in columns if name[0] == "t" for card in pile)
    if is_hidden or not deals_to_foundation(rules):
        return ()
    ways: dict[Table, _Moves] = {start: ()}
    for table in (queue := [start]):
        for move in rules.legal_moves(table):
            after = rules.make(table, move)
            if not rules.is_turn(move) and after not in ways and len(ways) < _RUNS:
                ways[after] = (*ways[table], move)
                queue.append(after)
    return ways[queue[-1]]


def find_free(rules: Rules, table: Table) -> Move | None:
    """Return a play that costs no run where the stock is turned next: nothing goes on its card."""
    if not deals_to_foundation(rules):
        return None
    build = CoverGroup.of(rules.game.group("f")).build
    plays = (move for move in rules.legal_moves(table) if move.dst == "f")
    ends = ((move, table.piles[rules.index[move.src]][-1]) for move in plays)
    return next((move for move, card in ends if build and not build.takes[card]), None)


# -- games whose finished suits leave --------------------------------------------------------------


_SUITED, _MIXED, _BREAK = 20, 4, -8
"""The worth of two cards on each other: in sequence and of one suit, in sequence, and not."""
_EMPTIED, _DOWN, _TURNED = 5, -30, 25
"""The worth of an empty column, of a face-down card, and of a card never seen before."""
_FINISHED = 250
"""The worth of a suit that has left."""
_PER_STEP = 0.5
"""The cost of a move."""
_ARRANGEMENTS = 150
"""Positions to look at."""
_LONGEST = 12
"""Moves to an arrangement."""


def suits_leave(game: Declaration) -> bool:
    """Return whether whole suits leave the columns of a game."""
    return any(BuilderGroup.of(group).takes_suits for group in game.groups)


class Webs:
    """Rates arrangements of columns from which whole suits leave.

    Cards of one suit in sequence count most, other sequences little, a card that breaks a sequence
    and a face-down card count against it. An empty column counts hardly, because it is worth what
    it lets you build. A search looks through the arrangements that can be reached without a card
    never seen before, the best first.
    """

    def __init__(self, view: View) -> None:
        self._rules, self._start = view.rules, view.table
        self._columns = [at for name, at in view.rules.index.items() if name[0] == "t"]
        self._rated: dict[Pile, float] = {}

    @classmethod
    def of(cls, view: View) -> Self | None:
        """Return the arrangements of a view; None if no whole suits leave in its game."""
        return cls(view) if suits_leave(view.rules.game) else None

    def find_best(self, met: Sequence[Table] = (), back: Collection[Move] = ()) -> tuple[Move, ...]:
        """Return the moves to the best arrangement; none if one that was ``met`` is as good.

        An arrangement that leaves no useful move is none, however well it is rated. The first move
        is none of those ``back``, which lead to earlier positions.
        """
        rules, start = self._rules, self._start
        best = max(map(self._rate, (start, *met)))
        better: list[tuple[Table, tuple[Move, ...]]] = []
        known, order = {start}, count()
        queue = [(-best, next(order), start, tuple[Move, ...]())]
        for _ in range(_ARRANGEMENTS):
            if not queue:
                break
            *_, table, path = heappop(queue)
            for move in rules.legal_moves(table):
                after = rules.make(table, move)
                if rules.is_turn(move) or after in known or (not path and move in back):
                    continue
                known.add(after)
                further = (*path, move)
                rating = self._rate(after) - _PER_STEP * len(further)
                if rating > best:
                    best = rating
                    better.append((after, further))
                if len(further) < _LONGEST and not self._shows_news(after):
                    heappush(queue, (-rating, next(order), after, further))
        ways = (way for table, way in reversed(better) if not self._is_dead(table))
        return next(ways, ())

    def _is_dead(self, table: Table) -> bool:
        return not self._shows_news(table) and is_dead(self._rules, table)

    def _shows_news(self, table: Table) -> bool:
        return any(table.piles[at][-1:] == (UNKNOWN,) for at in self._columns)

    def _rate(self, table: Table) -> float:
        suits = self._rules.count_scored(table) // 13
        return _FINISHED * suits + sum(self._rate_column(table.piles[at]) for at in self._columns)

    def _rate_column(self, pile: Pile) -> float:
        if pile not in self._rated:
            hidden = sum(bool(card & DOWN) for card in pile)
            turned = pile[hidden:].count(UNKNOWN)
            rating = float(_DOWN * hidden + _TURNED * turned) if pile else float(_EMPTIED)
            for lower, upper in pairwise(pile[hidden:]):
                if UNKNOWN not in (lower, upper):
                    rating += _worth(lower, upper)
            self._rated[pile] = rating
        return self._rated[pile]


def _worth(lower: int, upper: int) -> int:
    if cards.rank(lower) != cards.rank(upper) + 1:
        return _BREAK
    return _SUITED if cards.suit(lower) == cards.suit(upper) else _MIXED

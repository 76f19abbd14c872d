"""Hints where cards are hidden: hindsight optimization over arrangements of the unseen cards.

Each arrangement that fits what the player has seen is a game with all cards open. For each choice
the player has, a short depth-first search plays a number of these games on; the choice that wins
the most of them is the hint (Bjarnason, Fern and Tadepalli, "Lower Bounding Klondike Solitaire with
Monte-Carlo Planning", ICAPS 2009). All choices are compared over the same arrangements, and those
that fall behind are dropped early.

Everything starts from a ``View``. So a hint cannot depend on a card the player has not seen, and
with a limit of work instead of time equal views lead to equal hints.
"""

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from time import monotonic
from typing import Any, NamedTuple

from solterm.core.cards import DOWN
from solterm.core.move import Move
from solterm.core.play.view import View
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.space import AnySpace
from solterm.solver.spaces import space_of

_DEPTH = 150
"""How many positions a search of one arrangement meets, in a space of pace 1."""
_SOURCES = 4
"""From how many arrangements the choices are gathered."""
_MOST = 200
"""How many arrangements are compared at most."""
_ROUND = 4
"""After how many arrangements choices that fell behind are dropped."""

Moves = tuple[Move, ...]


class Effort(NamedTuple):
    """What a search for a hint may take; without limits it compares ``_MOST`` arrangements."""

    seconds: float | None = None
    """Of the clock."""
    positions: int | None = None
    """Met by all its searches. A hint within such a limit is the same on every machine."""
    is_stopped: Callable[[], bool] = lambda: False


class Choice(NamedTuple):
    """Moves the player can make without seeing a new card before the last of them."""

    moves: Moves
    wins: int = 0
    """How many arrangements it won."""
    tries: int = 0
    worth: float = 0.0
    """How promising the positions were that it came to, for choices that win equally often."""


def rank_choices(view: View, effort: Effort, preferred: Move | None = None) -> list[Choice]:
    """Return what the player can do now, the most promising choice first.

    Of equally good choices those that begin with the preferred move come first, which is never
    dropped early. It is empty where the unseen cards cannot be arranged, or nothing leads on.
    """
    if not view.can_arrange:
        return []
    meter = _Meter(effort)
    arrangements = view.arrangements()
    tables = [next(arrangements) for _ in range(_SOURCES if view.blanks else 1)]
    choices = {moves: Choice(moves) for moves in _gather(view, tables)}
    if len(choices) < 2:
        return list(choices.values())
    live = list(choices)
    trial = _Trial(view.rules)
    for number in range(_MOST):
        table = tables[number] if number < len(tables) else next(arrangements)
        results = []
        for moves in live:
            if meter.is_spent and number:
                break
            results.append(trial.play(table, moves, number, meter))
        else:
            _credit(choices, live, results)
            if number % _ROUND == _ROUND - 1:
                live = _keep_up(choices, live, preferred)
            if len(live) > 1 and not meter.is_spent:
                continue
        break
    return sorted(choices.values(), key=lambda choice: _promise(choice, preferred), reverse=True)


def _promise(choice: Choice, preferred: Move | None) -> tuple[float, bool, float]:
    """Return the share of arrangements a choice won, and what decides where that is equal."""
    tries = max(choice.tries, 1)
    return choice.wins / tries, choice.moves[0] == preferred, choice.worth / tries


class _Meter:
    """Counts the work and watches the limits."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._begun = monotonic()
        self.positions = 0

    @property
    def is_spent(self) -> bool:
        """Whether a limit is reached."""
        seconds, positions, is_stopped = self._effort
        if positions is not None and self.positions >= positions:
            return True
        return is_stopped() or (seconds is not None and monotonic() - self._begun >= seconds)


def _credit(
    choices: dict[Moves, Choice], live: Sequence[Moves], results: Sequence[tuple[bool, float]]
) -> None:
    """Enter what came of one arrangement; of worths only the order counts."""
    order = sorted({worth for _, worth in results})
    for moves, (is_won, worth) in zip(live, results, strict=True):
        _, wins, tries, gathered = choices[moves]
        place = order.index(worth) / max(len(order) - 1, 1)
        choices[moves] = Choice(moves, wins + is_won, tries + 1, gathered + place)


def _keep_up(
    choices: dict[Moves, Choice], live: list[Moves], preferred: Move | None
) -> list[Moves]:
    """Return the choices that may still turn out to be the best."""
    best = max(choices[moves].wins for moves in live)
    tries = choices[live[0]].tries
    least = best - 1.3 * sqrt(tries)
    kept = [moves for moves in live if choices[moves].wins >= least]
    if best == 0 and len(kept) > 2:
        kept.sort(key=lambda moves: (moves[0] != preferred, -choices[moves].worth))
        kept = kept[: max(2, len(kept) // 2)]
    return kept


# -- what the player can do ------------------------------------------------------------------------


def _gather(view: View, tables: Sequence[Table]) -> Iterator[Moves]:
    """Generate the choices: the ways of the search space, each cut where it shows a new card."""
    rules, met = view.rules, set()
    for table in tables:
        space = space_of(rules)
        start = space.start(table)
        for step, _ in space.ways(start):
            moves = _cut(view, table, space.moves(start, step))
            if moves and moves not in met:
                met.add(moves)
                yield moves
    if not met:
        yield from ((move,) for move in rules.generate(tables[0]))


def _cut(view: View, table: Table, moves: Moves) -> Moves:
    """Return the moves up to the first that shows a card the player has not seen."""
    if not view.blanks and not view.game.shuffles:
        return moves
    rules, game = view.rules, view.game
    unseen = {
        card & ~DOWN
        for known, pile in zip(view.table.piles, table.piles, strict=True)
        for blank, card in zip(known, pile, strict=True)
        if not blank & ~DOWN
    }
    for count, move in enumerate(moves, 1):
        after = rules.make(table, move)
        if any(card in unseen for card in game.visible(_changed(table, after))):
            return moves[:count]
        if rules.glimpse(table, move):
            return moves[:count]
        table = after
    return moves


def _changed(before: Table, after: Table) -> Table:
    """Return a table without the piles that lay so before."""
    pairs = zip(after.piles, before.piles, strict=True)
    return after._replace(piles=tuple(() if pile == was else pile for pile, was in pairs))


# -- what comes of it ------------------------------------------------------------------------------


class _Trial:
    """Plays arrangements on with all cards open."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._space = space_of(rules)

    def play(self, table: Table, moves: Moves, number: int, meter: _Meter) -> tuple[bool, float]:
        """Return whether a choice wins an arrangement, and the highest worth it leads to."""
        rules, space = self._rules, self._space
        for move in moves:
            if move not in rules.legal_moves(table):
                return False, float("-inf")
            table = rules.make(table, move)
        if rules.is_won(table):
            return True, float("inf")
        start = space.start(table)
        worths = space.worths()
        met, is_won, best = _plunge(space, start, worths[number % len(worths)], _DEPTH * space.pace)
        meter.positions += met
        return is_won, float("inf") if is_won else best


def _plunge(
    space: AnySpace, start: Any, worth: Callable[[Any], float], most: int
) -> tuple[int, bool, float]:
    """Search depth first, the most promising way on first.

    Return how many positions it met, whether it won, and the highest worth among them.
    """
    best = worth(start)
    met = {space.key(start)}
    left: list[list[tuple[float, int, Any]]] = []
    here = start
    while True:
        ahead = []
        if not space.is_dead(here):
            for number, (_, after) in enumerate(space.ways(here)):
                if space.is_won(after):
                    return len(met), True, best
                if space.key(after) not in met:
                    ahead.append((worth(after), -number, after))
        ahead.sort(key=lambda each: each[:2])  # the best is taken from the end
        left.append(ahead)
        while True:
            while left and not left[-1]:
                left.pop()
            if not left or len(met) >= most:
                return len(met), False, best
            promise, _, here = left[-1].pop()
            key = space.key(here)
            if key not in met:
                met.add(key)
                best = max(best, promise)
                break

"""Hints where cards are hidden: hindsight optimization over arrangements of the unseen cards.

An arrangement that fits the player's view is a game with all cards open. For each of the player's
choices, a short depth-first search plays a number of these games; the hint is the choice that wins
the most of them (Bjarnason, Fern and Tadepalli, "Lower Bounding Klondike Solitaire with Monte-Carlo
Planning", ICAPS 2009). The search compares all choices over the same arrangements and drops those
that fall behind.

The search starts from a ``View``, so a hint cannot depend on a card the player has not seen. With
a limit of positions instead of time, equal views lead to equal hints.
"""

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from typing import Any, ClassVar, NamedTuple

from solterm.advice.arranging import arrange
from solterm.core.cards import DOWN
from solterm.core.move import Move
from solterm.core.play.view import View
from solterm.core.searches.search import DepthFirst
from solterm.core.table import Table
from solterm.solver.kernel.depth import KernelDepthFirst
from solterm.solver.searches.beam import Beam
from solterm.solver.spaces import depth_first, space_of
from solterm.solver.verdict import Effort

_DEPTH = 150
"""The positions a search of one arrangement meets, in a space of pace 1."""
_WIDTH = 3
"""The positions a search keeps of each stage, in games that all pass the same stages."""
_FURTHER = 16
"""The longest search, as a multiple of the first, while shorter ones win no game."""
_SOURCES = 4
"""The arrangements that supply the choices."""
_MOST = 200
"""The most arrangements to compare."""
_HEAD_START = 1.0
"""Wins credited to the preferred move: a smaller lead over few arrangements may be chance."""
_ROUND = 4
"""After so many arrangements, drop the choices that fell behind."""

Moves = tuple[Move, ...]
Reached = tuple[float, float]
"""The last stage of a search (0 in games without stages), and the highest worth there."""


class Choice(NamedTuple):
    """Moves of which only the last may show the player a new card."""

    moves: Moves
    wins: int = 0
    """The arrangements it won."""
    tries: int = 0
    worth: float = 0.0
    """How promising its positions were; it decides between choices that win equally often."""


def rank_choices(
    view: View, effort: Effort, preferred: Move | None = None, trial: "Trial | None" = None
) -> list[Choice]:
    """Return the player's choices, the most promising first.

    A choice that begins with the preferred move wins a close comparison. The list is empty if the
    unseen cards cannot be arranged, if no move leads on, or if the time is too short to compare
    one arrangement. Without another ``trial``, arrangements are played by short searches.
    """
    if not view.can_arrange:
        return []
    trial = trial or Trial(view)
    arrangements = arrange(view)
    tables = [next(arrangements) for _ in range(_SOURCES if view.blanks else 1)]
    choices = {moves: Choice(moves) for moves in trial.gather(tables)}
    if len(choices) < 2:
        return list(choices.values())
    live = list(choices)
    for number in range(_MOST):
        table = tables[number] if number < len(tables) else next(arrangements)
        results = []
        for moves in live:
            if effort.is_late or (number and effort.is_spent):
                break
            results.append(trial.play(table, moves, number, effort))
        else:
            _credit(choices, live, results)
            trial.learn([is_won for is_won, _ in results])
            if number % _ROUND == _ROUND - 1:
                live = _keep_up(choices, live, preferred, trial.is_exact)
            if len(live) > 1 and not effort.is_spent:
                continue
        break
    if not any(choice.tries for choice in choices.values()):
        return []
    return sorted(choices.values(), key=lambda choice: _promise(choice, preferred), reverse=True)


def _promise(choice: Choice, preferred: Move | None) -> tuple[int, float, bool, float]:
    """Return how long a choice kept up, the arrangements it won, then the tie-breakers."""
    is_preferred = choice.moves[0] == preferred
    return choice.tries, choice.wins + _HEAD_START * is_preferred, is_preferred, choice.worth


def _credit(
    choices: dict[Moves, Choice], live: Sequence[Moves], results: Sequence[tuple[bool, Reached]]
) -> None:
    """Enter the results of one arrangement; only the order of the worths counts."""
    order = sorted({worth for _, worth in results})
    for moves, (is_won, worth) in zip(live, results, strict=True):
        _, wins, tries, gathered = choices[moves]
        place = order.index(worth) / max(len(order) - 1, 1)
        choices[moves] = Choice(moves, wins + is_won, tries + 1, gathered + place)


def _keep_up(
    choices: dict[Moves, Choice], live: list[Moves], preferred: Move | None, is_exact: bool
) -> list[Moves]:
    """Return the choices that may still prove the best."""
    best = max(choices[moves].wins for moves in live)
    tries = choices[live[0]].tries
    least = best - 1.3 * sqrt(tries)
    kept = [moves for moves in live if choices[moves].wins >= least]
    if best == 0 and len(kept) > 2 and not is_exact:
        kept.sort(key=lambda moves: (moves[0] != preferred, -choices[moves].worth))
        kept = kept[: max(2, len(kept) // 2)]
    return kept


# -- the games -------------------------------------------------------------------------------------


class Trial:
    """Plays arrangements with all cards open, after each choice."""

    is_exact: ClassVar[bool] = False
    """Whether it wins all arrangements that can be won."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._rules = view.rules
        self._space = space_of(view.rules)
        self._times = 1
        """The length of a search, as a multiple of the first."""

    def gather(self, tables: Sequence[Table]) -> Iterator[Moves]:
        """Generate the ways of the search space, each cut where it shows a new card."""
        space, met = self._space, set()
        for table in tables:
            start = space.start(table)
            for step, _ in space.ways(start):
                moves = _cut(self._view, table, space.moves(start, step))
                if moves and moves not in met:
                    met.add(moves)
                    yield moves
        if not met:
            yield from ((move,) for move in self._rules.generate(tables[0]))

    def learn(self, wins: Sequence[bool]) -> None:
        """Lengthen the searches if no choice won, and shorten them if all did."""
        if not any(wins):
            self._times = min(2 * self._times, _FURTHER)
        elif all(wins):
            self._times = max(self._times // 2, 1)

    def play(self, table: Table, moves: Moves, number: int, effort: Effort) -> tuple[bool, Reached]:
        """Return whether a choice wins an arrangement, and how far it came."""
        rules, space = self._rules, self._space
        for move in moves:
            if move not in rules.legal_moves(table):
                return False, (-inf, -inf)
            table = rules.make(table, move)
        if rules.is_won(table):
            return True, (inf, inf)
        start = space.start(table)
        worths = space.worths()
        worth = worths[number % len(worths)]
        search: Beam[Any, Any] | DepthFirst[Any, Any] | KernelDepthFirst
        if space.has_stages:
            search = Beam(space, start)
            for _ in search.go_round(_WIDTH * self._times, worth):
                pass
            reached = float(space.stage(search.furthest)), worth(search.furthest)
        else:
            search = depth_first(space, start, worth, is_alone=True)
            search.go_on(_DEPTH * space.pace * self._times)
            reached = 0.0, search.best
        effort.met += search.positions
        return search.is_won, (inf, inf) if search.is_won else reached


def _cut(view: View, table: Table, moves: Moves) -> Moves:
    """Return the moves up to the first that shows an unseen card."""
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
    """Return a table with only the piles that changed."""
    pairs = zip(after.piles, before.piles, strict=True)
    return after._replace(piles=tuple(() if pile == was else pile for pile, was in pairs))

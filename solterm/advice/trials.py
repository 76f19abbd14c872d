"""Hints where cards are hidden: trials on arrangements of the unseen cards.

An arrangement that fits the player's view is a game with all cards open. For each of the player's
choices, a number of these games is played, all choices over the same arrangements, and those that
fall behind are dropped. The hint is the choice that wins the most of them.

``Trial`` plays a game by a short depth-first search: hindsight optimization (Bjarnason, Fern and
Tadepalli, "Lower Bounding Klondike Solitaire with Monte-Carlo Planning", ICAPS 2009). In golfs and
pyramids, where only the stock hides cards, ``Exact`` solves it (Ginsberg, "GIB: Imperfect
Information in a Computationally Challenging Game", JAIR 2001). Where each card of the stock is
placed once and for all, a fixed policy plays it, which like the player knows no card before it
comes, and the best average result counts (Tesauro and Galperin, "On-line Policy Improvement Using
Monte-Carlo Search", NIPS 1996).

Trials start from a ``View``, so a hint cannot depend on a card the player has not seen. With
a limit of positions instead of time, equal views lead to equal hints.
"""

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, ClassVar

from solterm.advice.pipe import TriedChoice
from solterm.advice.policy import PlacingPolicy
from solterm.core.cards import ALL, DOWN, Card
from solterm.core.move import Move
from solterm.core.play.view import View
from solterm.core.rules import Rules
from solterm.core.searches.search import DepthFirst
from solterm.core.searches.search_space import AnySpace
from solterm.core.table import Table
from solterm.solver.forms.golf import Golf
from solterm.solver.forms.pyramids import PyramidPairs
from solterm.solver.kernel.depth import KernelDepthFirst
from solterm.solver.poker import PokerPolicy
from solterm.solver.searches.beam import Beam
from solterm.solver.space_choice import depth_first, space_of
from solterm.solver.verdict import Effort

# -- arrangements ----------------------------------------------------------------------------------


_FACE = ~DOWN
_DEALS = 1_000_000
"""The deal numbers that decide the shuffles to come."""


def arrange(view: View) -> Iterator[Table]:
    """Generate random tables that fit a view, all equally likely.

    The view is the seed, so that equal views lead to the same tables.
    """
    chance = Random(repr(view.write()))
    masks = _list_masks(view)
    order = sorted(range(len(masks)), key=lambda blank: masks[blank].bit_count())
    while True:
        left = list(view.unseen)
        chance.shuffle(left)
        filled: dict[int, Card] = {}
        for blank in order:
            fitting = (at for at, card in enumerate(left) if masks[blank] >> card & 1)
            filled[blank] = left.pop(next(fitting, 0))
        rest = (filled[blank] for blank in range(len(masks)))
        deal = chance.randrange(1, _DEALS)
        piles = tuple(
            tuple(card if card & _FACE else card | next(rest) for card in pile)
            for pile in view.table.piles
        )
        yield view.table._replace(piles=piles, deal=deal if view.game.shuffles else 0)


def _list_masks(view: View) -> list[int]:
    """Return the cards that may lie at each blank, in the table's order."""
    declared: dict[str, int] = {}
    for step in view.game.dealing:
        declared.update(step.confines())
    return [
        declared.get(name, ALL)
        for name, pile in zip(view.game.ids, view.table.piles, strict=True)
        for card in pile
        if not card & _FACE
    ]


# -- the choices -----------------------------------------------------------------------------------


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
"""The last stage of a search (0 in games without stages), and the highest worth there; in the
kernel the worth of its start, since asking for that of each position takes half of its time."""


def rank_choices(
    view: View, effort: Effort, preferred: Move | None = None, trial: "Trial | None" = None
) -> list[TriedChoice]:
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
    choices = {moves: TriedChoice(moves) for moves in trial.gather(tables)}
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


def _promise(choice: TriedChoice, preferred: Move | None) -> tuple[int, float, bool, float]:
    """Return how long a choice kept up, the arrangements it won, then the tie-breakers."""
    is_preferred = choice.moves[0] == preferred
    return choice.tries, choice.wins + _HEAD_START * is_preferred, is_preferred, choice.worth


def _credit(
    choices: dict[Moves, TriedChoice],
    live: Sequence[Moves],
    results: Sequence[tuple[bool, Reached]],
) -> None:
    """Enter the results of one arrangement; only the order of the worths counts."""
    order = sorted({worth for _, worth in results})
    for moves, (is_won, worth) in zip(live, results, strict=True):
        _, wins, tries, gathered = choices[moves]
        place = order.index(worth) / max(len(order) - 1, 1)
        choices[moves] = TriedChoice(moves, wins + is_won, tries + 1, gathered + place)


def _keep_up(
    choices: dict[Moves, TriedChoice], live: list[Moves], preferred: Move | None, is_exact: bool
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


# -- the games -----------------------------------------------------------------------------------


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
            reached = 0.0, worth(start) if isinstance(search, KernelDepthFirst) else search.best
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


# -- golfs and pyramids ----------------------------------------------------------------------------


_TURN = Move("s")
_CHOICES = 400
"""The most positions from which turning the stock is considered."""
_SOLVED = 10_000
"""The most positions to search for one choice in one arrangement; after that it counts as lost."""


def can_sample(view: View) -> bool:
    """Whether only the stock hides cards, and arrangements are solved in a moment."""
    return view.can_arrange and isinstance(space_of(view.rules), Golf | PyramidPairs)


class Exact(Trial):
    """Solves arrangements after each choice, which is all moves up to the turn of the stock.

    The positions of these spaces are numbers that name cards by their places. So a position that
    the player can reach without another card is the same number in every arrangement. Within one
    arrangement, all choices share one table of won and lost positions.

    Among choices that win equally often, those with the better position before the turn come first.
    """

    is_exact: ClassVar[bool] = True

    def gather(self, tables: Sequence[Table]) -> Iterator[Moves]:
        """Generate the moves up to each turn of the stock.

        A way that wins without another card is the only one.
        """
        space = self._space
        start = space.start(tables[0])
        moves_to: dict[int, Moves] = {start: ()}
        self._before: dict[Moves, int] = {}
        """The position in which each choice turns the stock."""
        self._table: Table | None = None
        for state in (queue := [start]):
            for step, after in space.ways(state):
                moves = (*moves_to[state], *space.moves(state, step))
                if space.is_won(after):
                    return iter((moves,))
                if moves[-1] == _TURN:
                    self._before[moves] = state
                elif after not in moves_to and len(moves_to) < _CHOICES:
                    moves_to[after] = moves
                    queue.append(after)
        return iter(self._before)

    def learn(self, wins: Sequence[bool]) -> None:
        """Search each arrangement to the end."""

    def play(self, table: Table, moves: Moves, number: int, effort: Effort) -> tuple[bool, Reached]:
        space, before = self._space, self._before[moves]
        if table is not self._table:
            space.start(table)  # it reads the arrangement
            self._table, self._arrangement = table, _Arrangement(space)
        after = next(
            after for step, after in space.ways(before) if space.moves(before, step)[-1] == _TURN
        )
        is_won = self._arrangement.can_win(after)
        effort.met += self._arrangement.met
        return is_won, (0.0, space.worth(before))


class _Arrangement:
    """An arrangement, with its won and lost positions so far."""

    def __init__(self, space: AnySpace) -> None:
        self._space = space
        self._won: set[int] = set()
        self._lost: set[int] = set()
        self.met = 0
        """The positions the last search met."""

    def can_win(self, start: int) -> bool:
        """Search depth first. A search that meets ``_SOLVED`` gives up."""
        space, won, lost = self._space, self._won, self._lost
        self.met = 0
        if start in won or space.is_won(start):
            return True
        if start in lost or space.is_dead(start):
            return False
        lost.add(start)
        path, ways = [start], [iter(space.ways(start))]
        while ways and self.met < _SOLVED:
            if (after := next((each for _, each in ways[-1] if each not in lost), None)) is None:
                ways.pop()
                path.pop()
            elif after in won or space.is_won(after):
                won.update(path)
                break
            else:
                self.met += 1
                lost.add(after)
                if not space.is_dead(after):
                    path.append(after)
                    ways.append(iter(space.ways(after)))
        lost.difference_update(path)  # their searches did not end
        return bool(path) and path[0] in won


# -- games in which each card is placed once and for all -------------------------------------------


_FIRST = 16
"""The arrangements after which choices are dropped first; then again at each doubling."""
_MOST_ROLLOUTS = 8192
"""The most arrangements to compare."""
_BEHIND = 2.0
"""How far a choice may fall behind, in standard errors of its difference from the best."""


Policy = PlacingPolicy | PokerPolicy
"""Lists the moves to compare, and plays a table to its end; higher results are better."""


def policy_of(rules: Rules) -> Policy | None:
    """Return the policy for a game; None if there is none."""
    return PlacingPolicy.of(rules) or PokerPolicy.of(rules)


def rank_by_rollouts(view: View, policy: Policy, effort: Effort) -> list[TriedChoice]:
    """Return the player's choices, the most promising first.

    They count no wins, since the policy wins too seldom to tell anything by them. The list is empty
    if the unseen cards cannot be arranged, or if the time is too short to play one arrangement.
    """
    if not view.can_arrange:
        return []
    arrangements = arrange(view)
    table = next(arrangements)
    live = policy.choices(table)
    results: dict[Move, list[float]] = {move: [] for move in live}
    if len(live) < 2:
        return [TriedChoice((move,)) for move in live]
    for tries in range(1, _MOST_ROLLOUTS + 1):
        if effort.is_late:
            break
        for move in live:
            results[move].append(policy.play(view.rules.make(table, move)))
        effort.met += len(live)
        if tries >= _FIRST and tries & (tries - 1) == 0:
            live = _keep_close({move: results[move] for move in live})
        if len(live) < 2 or effort.is_spent:
            break
        table = next(arrangements)
    tried = [move for move in results if results[move]]
    tried.sort(key=lambda move: (len(results[move]), fmean(results[move])), reverse=True)
    return [TriedChoice((move,), worth=fmean(results[move])) for move in tried]


def _keep_close(results: dict[Move, list[float]]) -> list[Move]:
    """Return the choices that may still prove the best."""
    best = max(results.values(), key=fmean)
    kept = []
    for move, each in results.items():
        behind = [most - result for most, result in zip(best, each, strict=True)]
        if fmean(behind) <= _BEHIND * stdev(behind) / sqrt(len(behind)):
            kept.append(move)
    return kept

"""Winnable deals, and how difficult they are.

A deal is easy if following the quick hint alone wins it. Of the others, the half for which the
solver visited more positions is hard, the other half middling. If many deals have not produced the
wanted difficulty, the search only orders them by that number. A deal that has not been compared yet
is called any; the next search may start with such deals.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from solterm.advice.hints import hint
from solterm.chance import random_deal
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.solver.poker import PokerSearch
from solterm.solver.solve import solve
from solterm.solver.verdict import Finding, Limit

ANY = "any"
"""The difficulty of a deal that has not been compared with others."""
DIFFICULTIES = ("easy", "middling", "hard")
_SECONDS = 2.0
"""The time for each deal; the search skips a deal that takes longer."""
_MANY = 12
"""The number of deals without the wanted difficulty after which order alone decides."""
_LONGEST = 2000
"""An upper limit on the moves that hints propose in a game."""


class Found(NamedTuple):
    """A winnable deal."""

    deal: int
    positions: int
    """How many positions the search visited until it found a win."""


Harvest = Mapping[str, Sequence[Found]]
"""The deals found, by difficulty."""
Tell = Callable[[Sequence[Found], int], object]
"""Receives the deals found so far, and the number of deals tried."""


def seek(
    game: Game,
    level: int,
    count: int,
    tell: Tell = lambda found, looked: None,
    is_stopped: Callable[[], bool] = lambda: False,
    deals: Iterator[int] | None = None,
    known: Sequence[Found] = (),
) -> Sequence[Found]:
    """Return so many winnable deals, known ones included; fewer if stopped.

    Without ``deals`` it tries random ones. Raises ``Refusal`` with a sentence for a game that is
    played for points.
    """
    found = list(known)
    rules = game.rules(level)
    if PokerSearch.of(rules, game.deal(1).table):
        raise Refusal(f"{game.name} is played for points, so no deal is won or lost.")
    for looked, deal in enumerate(deals or iter(random_deal, 0), 1):
        if len(found) >= count or is_stopped():
            break
        table = game.deal(deal).table
        verdict = solve(rules, table, Limit(seconds=_SECONDS, is_stopped=is_stopped))
        if verdict.finding is Finding.WON:
            found.append(Found(deal, verdict.positions))
        tell(found, looked)
    return found


def is_easy(game: Game, level: int, deal: int) -> bool:
    """Whether following the quick hint alone wins a deal."""
    play = Play(game, deal, level)
    for _ in range(_LONGEST):
        move = hint(play).move
        if move is None:
            break
        play.push(move)
    return play.rules.is_won(play.table)


def rank(found: Sequence[Found], is_easy: Callable[[int], bool]) -> Harvest:
    """Return deals by their difficulty.

    >>> found = [Found(11, 900), Found(12, 40), Found(13, 7000)]
    >>> ranked = rank(found, lambda deal: deal == 11)
    >>> {name: [each.deal for each in deals] for name, deals in ranked.items()}
    {'easy': [11], 'middling': [12], 'hard': [13]}
    """
    easy = [each for each in found if is_easy(each.deal)]
    others = _by_effort(each for each in found if each not in easy)
    half = len(others) // 2
    return {"easy": easy, "middling": others[:half], "hard": others[half:]}


def _by_effort(found: Iterable[Found]) -> list[Found]:
    return sorted(found, key=lambda each: (each.positions, each.deal))


def seek_by(
    difficulty: str,
    game: Game,
    level: int,
    tell: Tell = lambda found, looked: None,
    is_stopped: Callable[[], bool] = lambda: False,
    known: Sequence[Found] = (),
) -> Harvest:
    """Return winnable deals by difficulty, with one of the wanted difficulty.

    If stopped earlier, it returns the deals so far, which are called any.
    """
    if difficulty == ANY:
        return {ANY: seek(game, level, 1, tell, is_stopped, known=known)}
    easy = cache(partial(is_easy, game, level))
    found, looked = list(known), 0

    def tell_on(found: Sequence[Found], more: int) -> None:
        tell(found, looked + more)

    while not (ranked := rank(found, easy))[difficulty]:
        if len(found) >= _MANY:
            easiest = {each.deal for each in _by_effort(found)[: len(found) // 3]}
            return rank(found, easiest.__contains__)
        more = seek(game, level, len(found) + 1, tell_on, is_stopped, known=found)
        if is_stopped() or len(more) == len(found):
            return {ANY: more} if more else {}
        looked += 1
        found = list(more)
    return ranked


def tell_seeking(found: int, looked: int) -> str:
    """Return the progress of the search in words."""
    return f"{looked} deal{'s' * (looked != 1)} looked at, {found} that can be won"

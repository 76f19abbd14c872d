"""Deals that can be won, and how difficult they are.

A deal is easy if following the quick hint alone wins it. Of the others, those for which the solver
met more positions than for half of them are hard, and the rest middling. Where many deals have not
brought one of the difficulty that is wanted, they are only ordered by that number.
A deal that was not yet compared is called any; the next search may begin with those there are.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from solterm.chance import random_deal
from solterm.core.advice.hints import hint
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.solver.hands import Hands
from solterm.solver.solve import solve
from solterm.solver.verdict import Finding, Limit

ANY = "any"
"""How a deal is called that was not compared with others."""
DIFFICULTIES = ("easy", "middling", "hard")
_SECONDS = 2.0
"""For each deal; one that takes longer is passed over."""
_MANY = 12
"""After so many deals, none of which has the difficulty that is wanted, their order has to do."""
_LONGEST = 2000
"""More moves than hints propose in any game."""


class Found(NamedTuple):
    """A deal that can be won."""

    deal: int
    positions: int
    """How many the search met until it had a way to win."""


Harvest = Mapping[str, Sequence[Found]]
"""What a search has found, by difficulty."""
Tell = Callable[[Sequence[Found], int], object]
"""Is told what was found as yet, and among how many deals."""


def seek(
    game: Game,
    level: int,
    count: int,
    tell: Tell = lambda found, looked: None,
    is_stopped: Callable[[], bool] = lambda: False,
    deals: Iterator[int] | None = None,
    known: Sequence[Found] = (),
) -> Sequence[Found]:
    """So many deals that can be won, those known among them; fewer where it is stopped.

    Without ``deals`` they are any. Raises ``ValueError`` with a sentence for a game that is played
    for points.
    """
    found = list(known)
    rules = game.rules(level)
    if Hands.of(rules, game.deal(1).table):
        raise ValueError(f"{game.name} is played for points: there is nothing to be won.")
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


def _rank_by_effort(found: Sequence[Found]) -> Harvest:
    ordered, third = _by_effort(found), len(found) // 3
    return {
        "easy": ordered[:third],
        "middling": ordered[third : 2 * third],
        "hard": ordered[2 * third :],
    }


def seek_by(
    difficulty: str,
    game: Game,
    level: int,
    tell: Tell = lambda found, looked: None,
    is_stopped: Callable[[], bool] = lambda: False,
    known: Sequence[Found] = (),
) -> Harvest:
    """Return deals that can be won, by their difficulty, with one of that which is wanted.

    Where the search is stopped before, those there are, which are called any.
    """
    if difficulty == ANY:
        return {ANY: seek(game, level, 1, tell, is_stopped, known=known)}
    easy = cache(partial(is_easy, game, level))
    found, looked = list(known), 0

    def tell_on(found: Sequence[Found], more: int) -> None:
        tell(found, looked + more)

    while not (ranked := rank(found, easy))[difficulty]:
        if len(found) >= _MANY:
            return _rank_by_effort(found)
        more = seek(game, level, len(found) + 1, tell_on, is_stopped, known=found)
        if is_stopped() or len(more) == len(found):
            return {ANY: more} if more else {}
        looked += 1
        found = list(more)
    return ranked


def tell_seeking(found: int, looked: int) -> str:
    """How far it is."""
    return f"{looked} deal{'s' * (looked != 1)} looked at, {found} that can be won"

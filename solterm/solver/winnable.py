"""Deals that can be won, and how difficult they are.

Difficulty is measured: by how many positions the search met until it had a way to win. What is many
in one game is few in another, so that deals are compared with others of their game: of three that
were found one after the other, that which took fewest is called easy, that which took most hard.
A deal that was not yet compared is called any; the next search may begin with those there are.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from solterm.chance import random_deal
from solterm.core.game import Game
from solterm.solver.hands import Hands
from solterm.solver.solve import solve
from solterm.solver.verdict import Finding, Limit

ANY = "any"
"""How a deal is called that was not compared with others."""
DIFFICULTIES = ("easy", "middling", "hard")
_SECONDS = 2.0
"""For each deal; one that takes longer is passed over."""


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
    if Hands.of(rules, game.opening(game.shuffle(1), 1)):
        raise ValueError(f"{game.name} is played for points: there is nothing to be won.")
    for looked, deal in enumerate(deals or iter(random_deal, 0), 1):
        if len(found) >= count or is_stopped():
            break
        table = game.opening(game.shuffle(deal), deal)
        verdict = solve(rules, table, Limit(seconds=_SECONDS, is_stopped=is_stopped))
        if verdict.finding is Finding.WON:
            found.append(Found(deal, verdict.positions))
        tell(found, looked)
    return found


def rank(found: Sequence[Found]) -> Harvest:
    """Deals by their difficulty, three by three; those left over are not compared.

    >>> ranked = rank([Found(11, 900), Found(12, 40), Found(13, 7000), Found(14, 1)])
    >>> {name: [each.deal for each in deals] for name, deals in ranked.items()}
    {'easy': [12], 'middling': [11], 'hard': [13], 'any': [14]}
    """
    three = len(DIFFICULTIES)
    if len(found) < three:
        return {ANY: found} if found else {}
    ranked = sorted(found[:three], key=lambda each: (each.positions, each.deal))
    harvest = {name: [each] for name, each in zip(DIFFICULTIES, ranked, strict=True)}
    return {**harvest, ANY: found[three:]}


def seek_by(
    difficulty: str,
    game: Game,
    level: int,
    tell: Tell = lambda found, looked: None,
    is_stopped: Callable[[], bool] = lambda: False,
    known: Sequence[Found] = (),
) -> Harvest:
    """Deals that can be won, by their difficulty: one of each, unless any will do.

    Where it is stopped before, those there are, which are called any.
    """
    count = 1 if difficulty == ANY else len(DIFFICULTIES)
    found = seek(game, level, count, tell, is_stopped, known=known)
    return {ANY: found} if difficulty == ANY else rank(found)


def tell_seeking(found: int, looked: int) -> str:
    """How far it is."""
    return f"{looked} deal{'s' * (looked != 1)} looked at, {found} that can be won"

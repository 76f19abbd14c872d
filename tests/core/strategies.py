"""Hypothesis strategies: plays of all games after random actions."""

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar
from zlib import crc32

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from solterm.core import deals
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.move import IllegalMove, Move
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import catalogue
from tests.effort import THOROUGH, tries
from tests.harness.cases import over

each_game = pytest.mark.parametrize(
    "game", list(catalogue().values())[: tries(1000, 1)], ids=lambda game: game.id
)
"""A long test for each game. A usual run, which leaves the test out, need not list the games."""

_SHARE = tries(1, 5)
"""A test runs with one in so many games."""

Test = TypeVar("Test", bound=Callable[..., object])


def every_game(test: Test) -> Test:
    """Run a test with all games, and tell at its end in which of them it failed."""
    return over("game", catalogue().values())(test)


def some_games(test: Test) -> Test:
    """Do the same with each game in a thorough run, else with a fifth that the name picks."""
    return over("game", _share_for(test))(test)


def over_engines(test: Test) -> Test:
    """Do the same with a game of each engine; a thorough run has all games."""
    if THOROUGH:
        return every_game(test)
    seed = crc32(test.__name__.encode())
    by_engine: dict[str, list[Game]] = {}
    for game in catalogue().values():
        by_engine.setdefault(game.engine.__name__, []).append(game)
    chosen = [games[seed % len(games)] for games in by_engine.values()]
    return over("game", chosen)(test)


def some_games_at_a_level(test: Test) -> Test:
    """Do the same at each level in a thorough run, else at one level in turn."""
    pairs = [
        (game, level)
        for number, game in enumerate(_share_for(test))
        for level in (LEVELS if THOROUGH else (LEVELS[number % len(LEVELS)],))
    ]
    return over("game level", pairs)(test)


def _share_for(test: Callable[..., object]) -> list[Game]:
    return list(catalogue().values())[crc32(test.__name__.encode()) % _SHARE :: _SHARE]


few = settings(max_examples=max(2, settings().max_examples // 33))
"""Settings for tests that run for each of the many games."""

levels = st.sampled_from(LEVELS)
deal_numbers = st.integers(deals.FIRST, deals.EVERYDAY_LAST) | st.integers(deals.FIRST, deals.LAST)

OTHER_EVENTS = ("x", "auto", "undo", "redo", "peek", "level 1", "level 2", "level 3")
seeds = st.integers(0, 2**32)
"""Seeds for tests with many small random choices that need no shrinking."""

Action = tuple[int, str | None]
"""The index of a move or pile, taken modulo their number; and the event."""


def decode(drawn: bytes) -> list[Action]:
    """Decode bytes into actions, three bytes each; most are moves."""
    triples = zip(drawn[::3], drawn[1::3], drawn[2::3], strict=True)
    events = (None,) * 2 * len(OTHER_EVENTS) + OTHER_EVENTS
    return [(high << 8 | low, events[kind % len(events)]) for kind, high, low in triples]


# Drawing one string of bytes is much faster than drawing numbers. The length is fixed, because
# strings of any length are usually short.
actions = st.integers(0, 80).flatmap(lambda n: st.binary(min_size=3 * n, max_size=3 * n))
actions = actions.map(decode)
"""Random actions of a player."""


@st.composite
def fresh_plays(draw: st.DrawFn, game: Game) -> Play:
    """Return a play right after the deal."""
    return Play(game, draw(deal_numbers), draw(levels), mode=draw(st.sampled_from(Mode)))


@st.composite
def plays(draw: st.DrawFn, game: Game) -> Play:
    """Return a play after events of every kind, leaving out refused ones."""
    play = draw(fresh_plays(game))
    for choice, event in draw(actions):
        act(play, choice, event)
    return play


def act(play: Play, choice: int, event: str | None = None) -> bool:
    """Perform an event, or a move if the event is None. Return whether it was allowed."""
    try:
        if event is None:
            move = nth(play.legal_moves, choice)
            if move is None:
                return False
            play.push(move)
        elif event == "peek":
            play.peek(play.game.ids[choice % len(play.game.ids)])
        else:
            play.perform(event)
    except IllegalMove:
        return False
    return True


def nth(moves: Iterable[Move], choice: int) -> Move | None:
    """Return the move at an index, modulo the number of moves, or None without moves."""
    listed = list(moves)
    return listed[choice % len(listed)] if listed else None


def well_formed_moves(game: Game, random: Random, count: int) -> Iterable[Move]:
    """Yield well-formed moves between a game's piles, sensible or not."""
    for _ in range(count):
        src, dst = random.choice(game.ids), random.choice((*game.ids, *game.ids, ""))
        if random.random() < 0.8:
            yield Move(src, dst, count=random.randrange(15))
        else:
            yield Move(src, dst, depth=random.randrange(1, 4))

"""Hypothesis: plays of the catalogue's games, as random players leave them."""

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from solterm.core import deals
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.move import IllegalMove, Move
from solterm.core.play.play import Play
from solterm.core.play.terms import Terms
from solterm.games import catalogue
from tests.effort import THOROUGH

every_game = pytest.mark.parametrize("game", catalogue().values(), ids=lambda game: game.id)


def each_game_at_a_level(begin: int) -> pytest.MarkDecorator:
    """Every rule-set at every level; in the usual run each at one, by turns from `begin` on."""
    return pytest.mark.parametrize(
        ("game", "level"),
        [
            pytest.param(game, level, id=f"{game.id}-{level}")
            for number, game in enumerate(catalogue().values(), begin)
            for level in LEVELS
            if THOROUGH or level == LEVELS[number % len(LEVELS)]
        ],
    )


few = settings(max_examples=max(2, settings().max_examples // 33))
"""For what is asked of every game: there are many."""

levels = st.sampled_from(LEVELS)
deal_numbers = st.integers(deals.FIRST, deals.EVERYDAY_LAST) | st.integers(deals.FIRST, deals.LAST)

OTHER_EVENTS = ("x", "auto", "undo", "redo", "peek", "level 1", "level 2", "level 3")
seeds = st.integers(0, 2**32)
"""Of chance where many small choices are wanted and none needs shrinking."""

Action = tuple[int, str | None]
"""Which of the legal moves is made, or which pile is looked into, counted round; and the event."""


def decode(drawn: bytes) -> list[Action]:
    """The actions that bytes stand for, three bytes each: mostly moves."""
    triples = zip(drawn[::3], drawn[1::3], drawn[2::3], strict=True)
    events = (None,) * 2 * len(OTHER_EVENTS) + OTHER_EVENTS
    return [(high << 8 | low, events[kind % len(events)]) for kind, high, low in triples]


# Bytes, as one string of them is drawn many times faster than its numbers; and of a known length,
# as those of any length are mostly short.
actions = st.integers(0, 80).flatmap(lambda n: st.binary(min_size=3 * n, max_size=3 * n))
actions = actions.map(decode)
"""What a player does."""


@st.composite
def beginnings(draw: st.DrawFn, game: Game) -> Play:
    """A play in which nothing was done yet."""
    return Play(game, draw(deal_numbers), draw(levels), terms=draw(st.sampled_from(Terms)))


@st.composite
def plays(draw: st.DrawFn, game: Game) -> Play:
    """A play after events of every kind; those that are refused are left out."""
    play = draw(beginnings(game))
    for choice, event in draw(actions):
        act(play, choice, event)
    return play


def act(play: Play, choice: int, event: str | None = None) -> bool:
    """Do one thing, if it is allowed; was it? Without an event it is a move."""
    try:
        if event is None:
            move = nth(play.legal_moves, choice)
            if move is None:
                return False
            play.move(move)
        elif event == "peek":
            play.peek(play.game.ids[choice % len(play.game.ids)])
        else:
            play.perform(event)
    except IllegalMove:
        return False
    return True


def nth(moves: Iterable[Move], choice: int) -> Move | None:
    """One of the moves, counted round; None where there is none."""
    listed = list(moves)
    return listed[choice % len(listed)] if listed else None


def conceivable(game: Game, random: Random, count: int) -> Iterable[Move]:
    """Moves that can be written of a game's piles, sensible or not."""
    for _ in range(count):
        src, dst = random.choice(game.ids), random.choice((*game.ids, *game.ids, ""))
        if random.random() < 0.8:
            yield Move(src, dst, cards=random.randrange(15))
        else:
            yield Move(src, dst, at=random.randrange(1, 4))

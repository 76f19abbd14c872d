"""Hypothesis: plays of every game of the catalogue, as random players leave them."""

from collections.abc import Iterable

from hypothesis import strategies as st

from solterm.core import deals
from solterm.core.game import Game
from solterm.core.move import IllegalMove, Move
from solterm.core.play import LEVELS, Play
from solterm.games import catalogue

games = st.sampled_from(list(catalogue().values()))
levels = st.sampled_from(LEVELS)
deal_numbers = st.integers(deals.FIRST, deals.EVERYDAY_LAST) | st.integers(deals.FIRST, deals.LAST)

choices = st.integers(0, 10**6)
"""Which of the legal moves is made, or which pile is looked into: counted round."""

other_events = st.sampled_from(
    ["x", "auto", "undo", "redo", "peek", "level 1", "level 2", "level 3"]
)

one_action = st.tuples(choices, st.none() | st.none() | other_events)

# Of a known length, as lists of any length are mostly short ones.
actions = st.integers(0, 120).flatmap(lambda n: st.lists(one_action, min_size=n, max_size=n))
"""What a player does: mostly moves."""


@st.composite
def plays(draw: st.DrawFn, games: st.SearchStrategy[Game] = games) -> Play:
    """A play after events of every kind; those that are refused are left out."""
    play = Play(draw(games), draw(deal_numbers), draw(levels), scored=draw(st.booleans()))
    for choice, event in draw(actions):
        act(play, choice, event)
    return play


def act(play: Play, choice: int, event: str | None) -> bool:
    """Do one thing, if it is allowed; was it?"""
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

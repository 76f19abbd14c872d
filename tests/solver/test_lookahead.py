"""Hints in Poker look one card ahead and use only the player's knowledge."""

import pytest

from solterm.core.advice.hints import hint
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.games import find
from solterm.sessions.hinting import Hints
from solterm.sessions.hintplay import Direct, play_by_hints
from solterm.solver.hindsight import Effort
from solterm.solver.lookahead import can_look_ahead, rank_by_promise

POKER = find("poker")


def test_only_a_game_that_tells_what_it_promises_is_looked_ahead_in() -> None:
    assert can_look_ahead(View.of(Play(POKER, 1)))
    assert not can_look_ahead(View.of(Play(find("klondike-deal-3"), 1)))


def test_the_same_view_and_work_rank_placements_alike() -> None:
    play = Play(POKER, 2)
    for _ in range(20):
        play.push(hint(play).move)
    view = View.of(play)
    ranked = rank_by_promise(view, Effort(positions=20))
    assert ranked == rank_by_promise(View.read(view.write(), find), Effort(positions=20))
    assert all(choice.moves[0] in play.legal_moves for choice in ranked)


@pytest.mark.long
def test_looking_ahead_scores_more_than_the_quick_hint() -> None:
    quick = well = 0
    for deal in (1, 2):
        play = Play(POKER, deal)
        while move := hint(play).move:
            play.push(move)
        quick += play.rules.count_scored(play.table)
        play = Play(POKER, deal)
        play_by_hints(play, Hints(Direct(positions=30)))
        well += play.rules.count_scored(play.table)
    assert well > quick

"""Hints in golfs and pyramids: choices end with a turn of the stock, and wins are counted."""

from itertools import islice
from random import Random

import pytest

from solterm.advice.trials import Choice, Exact, Moves, arrange, can_sample, rank_choices
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.core.table import Table
from solterm.games import find
from solterm.solver import solve
from solterm.solver.verdict import Effort, Limit
from tests.core.positions import play_from
from tests.effort import tries

SAMPLED = ["royale-golf", "smallware-golf", "royale-pyramid", "ultimate-pyramid"]


def rank(view: View, effort: Effort) -> list[Choice]:
    return rank_choices(view, effort, trial=Exact(view))


def late(name: str, seed: int) -> Play:
    """Return a play after random moves, with a few cards left in the stock."""
    play, chance = Play(find(name), 30 + seed), Random(seed)
    while len(play.table.piles[play.game.index["s"]]) > 3 and (legal := list(play.legal_moves)):
        play.push(chance.choice(legal))
    return play


def test_only_golfs_and_pyramids_are_sampled() -> None:
    assert all(can_sample(View.of(Play(find(name), 1))) for name in SAMPLED)
    assert not can_sample(View.of(Play(find("klondike-deal-3"), 1)))


@pytest.mark.parametrize("name", SAMPLED)
def test_choices_are_legal_and_reveal_a_card_only_with_their_last_move(name: str) -> None:
    for choice in rank(View.of(late(name, 1)), Effort(Limit(positions=0))):
        play = late(name, 1)
        for move in choice.moves:
            assert move in play.legal_moves
            seen = len(play.seen)
            play.push(move)
            assert (len(play.seen) > seen) == (move == choice.moves[-1] == Move("s"))


@pytest.mark.parametrize("name", SAMPLED)
def test_the_best_choice_wins_what_the_solver_wins_after_it(name: str) -> None:
    for seed in range(tries(20, 2)):
        view = View.of(late(name, seed))
        for choice in rank(view, Effort(Limit(positions=2000)))[:1]:
            assert choice.wins == sum(
                wins_after(view, table, choice.moves)
                for table in islice(arrange(view), choice.tries)
            )


def wins_after(view: View, table: Table, moves: Moves) -> bool:
    for move in moves:
        table = view.rules.make(table, move)
    return str(solve(view.rules, table, Limit(positions=50_000)).finding) == "won"


def test_the_same_view_and_work_give_the_same_ranking() -> None:
    view = View.of(Play(find("royale-pyramid"), 5))
    again = View.read(view.write(), find)
    ranked = rank(view, Effort(Limit(positions=400)))
    assert ranked == rank(again, Effort(Limit(positions=400)))
    assert len({choice.moves for choice in ranked}) == len(ranked) > 1


def test_a_win_without_another_card_is_the_only_choice() -> None:
    play = play_from(find("smallware-golf"), "f 4C\nt1 6D 5C\ns kc kd kh ks qc")
    (choice,) = rank(View.of(play), Effort(Limit(positions=2000)))
    assert choice.moves == (Move("t1", "f"), Move("t1", "f"))


def test_the_card_that_fits_more_cards_is_saved_for_the_stock() -> None:
    """The Jack fits a Queen or a 10 later; the King fits only a Queen."""
    play = play_from(find("smallware-golf"), "f QC\nt1 JD\nt2 KD\ns 2d 2h 2s")
    best, *_ = rank(View.of(play), Effort(Limit(positions=5000)))
    assert best.moves == (Move("t2", "f"), Move("s"))
    assert best.wins > 0


def test_a_stopped_search_answers_at_once() -> None:
    effort = Effort(Limit(is_stopped=lambda: True))
    assert rank(View.of(Play(find("smallware-golf"), 4)), effort) == []
    assert effort.met == 0

"""Hints with hidden cards win most arrangements, and equal work gives equal hints."""

from solterm.advice.trials import rank_choices
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.games import find
from solterm.solver.verdict import Effort, Limit
from tests.core.positions import play_from


def test_the_same_view_and_work_give_the_same_ranking() -> None:
    view = View.of(Play(find("klondike-deal-3"), 5))
    again = View.read(view.write(), find)
    ranked = rank_choices(view, Effort(Limit(positions=400)))
    assert ranked == rank_choices(again, Effort(Limit(positions=400)))
    assert len({choice.moves for choice in ranked}) == len(ranked) > 1


def test_choices_are_legal_and_reveal_no_card_before_their_last_move() -> None:
    play = Play(find("klondike-deal-1"), 7)
    for choice in rank_choices(View.of(play), Effort(Limit(positions=100))):
        there = Play(find("klondike-deal-1"), 7)
        for move in choice.moves[:-1]:
            there.push(move)
            assert len(there.seen) == len(play.seen)
        there.push(choice.moves[-1])


def test_a_choice_that_loses_everywhere_comes_last() -> None:
    """Playing 5C and 6D clears the table; turning the stock buries the 4."""
    play = play_from(find("smallware-golf"), "f 4C\nt1 6D 5C\ns kc kd kh ks qc")
    ranked = rank_choices(View.of(play), Effort(Limit(positions=2000)))
    assert ranked[0].moves[0] == Move("t1", "f")
    assert ranked[0].wins == ranked[0].tries > 0


def test_the_preferred_move_comes_first_among_equals() -> None:
    view = View.of(Play(find("klondike-deal-3"), 5))
    moves = [choice.moves[0] for choice in rank_choices(view, Effort(Limit(positions=0)))]
    for move in moves:
        assert rank_choices(view, Effort(Limit(positions=0)), move)[0].moves[0] == move


def test_a_stopped_search_answers_at_once() -> None:
    view = View.of(Play(find("klondike-deal-3"), 5))
    effort = Effort(Limit(is_stopped=lambda: True))
    assert rank_choices(view, effort) == []
    assert effort.met == 0

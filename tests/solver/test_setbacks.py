"""Searches prove the setbacks that the analysis reports."""

import pytest

from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import find
from solterm.solver import Finding, Limit, solve
from solterm.solver import setbacks as setbacks_of
from solterm.solver.analysis import analyse
from solterm.solver.report import tell_analysis
from solterm.solver.setbacks import FACTOR, LEAST, MOST, Efforts, find_setbacks

GOLF, DEAL = "royale-golf", 638
HARDER = ("t2 f", "s", "s", "s")
"""Only the last of these makes the deal much harder; it can still be won afterwards."""


def play_through(*events):
    play = Play(find(GOLF), DEAL)
    for event in events:
        play.perform(event)
    return play


def look_at(play, **how):
    return analyse(record.read(record.write(play)), find, **how)


def test_a_setback_raises_the_effort_of_every_search():
    play = play_through(*HARDER)
    found = look_at(play)
    (setback,) = found.compared.setbacks
    assert found.compared.is_whole and setback.place == len(HARDER)
    assert LEAST <= setback.after <= MOST and setback.after >= FACTOR * setback.before
    before = solve(play.rules, play.passed[-1], Limit(positions=MOST))
    after = solve(play.rules, play.table, Limit(positions=MOST))
    assert before.finding is after.finding is Finding.WON
    assert before.positions >= setback.before and after.positions >= setback.after


def test_a_setback_is_reported_with_step_and_factor():
    report = tell_analysis(look_at(play_through(*HARDER)))
    (harder,) = report["harder"]
    assert (harder["step"], harder["move"], report["all_compared"]) == (4, "s", True)
    times = harder["after"] // harder["before"]
    assert f"step 4, deal from the stock, with {times} times as many" in report["text"]


def test_setbacks_are_deterministic():
    first, second = (look_at(play_through(*HARDER)).compared for _ in range(2))
    assert first == second


def test_a_move_repaired_at_once_is_no_setback():
    """Klondike's stock can be turned over, so turning it has no cost."""
    play = Play(find("klondike-deal-1"), 602)
    for _ in range(6):
        play.perform("s")
    assert look_at(play).compared.setbacks == ()


def test_moves_after_the_loss_are_not_compared():
    play = play_through(*HARDER, *["s"] * 12)
    found = look_at(play)
    assert found.turning_point.first_lost is not None
    assert all(each.place <= found.turning_point.last_won for each in found.compared.setbacks)


def test_a_won_game_may_have_setbacks():
    play = play_through(*HARDER)
    for move in solve(play.rules, play.table).moves:
        play.push(move)
    report = tell_analysis(look_at(play))
    assert report["text"].startswith("This game was won. It became much harder by step 4")
    assert [each["step"] for each in report["harder"]] == [4]


def test_an_incomplete_comparison_says_so():
    play = play_through(*HARDER)
    tables = [*play.passed, play.table]
    efforts = Efforts(play.rules, tables, is_over=lambda: True)
    assert not find_setbacks(efforts, range(1, len(tables)), len(tables) - 1).is_whole
    report = tell_analysis(look_at(play)._replace(compared=setbacks_of.Comparison(is_whole=False)))
    assert report["text"].endswith("There was no time to compare all moves.")


@pytest.mark.parametrize("most", [1, 50, 500])
def test_efforts_stop_at_their_limit(most):
    play = play_through(*HARDER)
    efforts = Efforts(play.rules, [play.table])
    assert efforts.alone(0, most) == efforts.knowing(0, most) == most


def test_several_setbacks_share_a_sentence():
    found = look_at(play_through(*HARDER))
    made_up = [setbacks_of.Setback(place, 100, MOST) for place in (1, 2)]
    compared = setbacks_of.Comparison(tuple(made_up * 3))
    text = tell_analysis(found._replace(compared=compared))["text"]
    assert "with over 100 times as many positions to search for a way to win; by step 2, " in text
    assert text.endswith("with over 100 times as many; by 2 more moves.")

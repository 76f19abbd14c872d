"""Verdicts of `solve` are true, and the same on every machine."""

import os
import subprocess
import sys
import time

import pytest

from solterm.core.play.play import Play
from solterm.core.searches.search import BestFirst, DepthFirst
from solterm.games import find
from solterm.solver import Finding, Limit, solve
from solterm.solver.space_choice import space_of
from tests.core.strategies import some_games_at_a_level
from tests.effort import tries
from tests.solver.late import dealt, quick_win


@some_games_at_a_level
def test_winning_lines_win(game, level):
    if won := quick_win(game, level, deals=1):
        deal, verdict = won
        play = Play(game, deal, level)
        for move in verdict.moves:
            play.push(move)
        assert play.outcome is not None
        assert str(play.outcome) == "won"


def test_free_cell_11982_is_not_won():
    game = find("free-cell")
    verdict = solve(game.rules(3), dealt(game, 11982), Limit(positions=tries(200_000, 3000)))
    assert verdict.finding is not Finding.WON
    assert not verdict.moves


@pytest.mark.parametrize("kind", [BestFirst, DepthFirst])
def test_both_searches_find_wins_and_losses(kind):
    game = find("the-wish")
    rules = game.rules(3)
    findings = []
    for deal in range(1, 5):
        space = space_of(rules)
        search = kind(space, space.start(dealt(game, deal)))
        search.go_on(10_000)
        assert search.is_won != search.is_exhausted
        table = dealt(game, deal)
        for move in search.line() if search.is_won else ():
            assert move in rules.legal_moves(table)
            table = rules.make(table, move)
        assert rules.is_won(table) == search.is_won
        findings.append(search.is_won)
    assert findings == [str(solve(rules, dealt(game, d)).finding) == "won" for d in range(1, 5)]
    assert set(findings) == {True, False}


@pytest.mark.parametrize(
    ("limit", "ended_by"),
    [
        (Limit(positions=50), "positions"),
        (Limit(seconds=0), "seconds"),
        (Limit(is_stopped=lambda: True), "stopped"),
        (Limit(memory=100_000), "memory"),
    ],
)
def test_the_verdict_names_the_limit(limit, ended_by):
    game = find("ultimate-four-seasons")
    verdict = solve(game.rules(3), dealt(game, 1), limit)
    assert (verdict.finding, verdict.ended_by) == (Finding.UNDECIDED, ended_by)


def test_concentration_takes_a_turn_per_card():
    game = find("concentration")
    verdict = solve(game.rules(3), dealt(game, 7))
    assert (verdict.finding, verdict.best, verdict.is_best) == (Finding.WON, 24, True)
    rules, table = game.rules(3), dealt(game, 7)
    table = rules.make(table, verdict.moves[0])
    assert solve(rules, table).best == 23


def test_poker_verdicts_have_points():
    game = find("poker")
    for level in (3, 1):
        rules, table = game.rules(level), dealt(game, 7)
        verdict = solve(rules, table, Limit(positions=3000))
        for move in verdict.moves:
            assert move in rules.legal_moves(table)
            table = rules.make(table, move)
        assert rules.count_scored(table) == verdict.best
        assert rules.is_won(table) == (verdict.finding is Finding.WON)
        assert not verdict.is_best


def test_a_win_of_montana_is_a_win_and_no_best_result():
    game = find("montana")
    verdict = solve(game.rules(3), dealt(game, 5))
    assert (verdict.finding, verdict.best) == (Finding.WON, None)


_ASK = """
from solterm.games import find
from solterm.solver import Limit, solve
for game_id in ("free-cell", "royale-klondike", "ultimate-golf", "the-wish", "poker"):
    game = find(game_id)
    table = game.deal(5).table
    for level in (3, 1):
        print(solve(game.rules(level), table, Limit(positions=200)))
"""


def test_a_verdict_does_not_depend_on_the_hash_seed():
    answers = {
        subprocess.run(
            [sys.executable, "-c", _ASK],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


def test_a_busy_machine_ends_no_search_early() -> None:
    def wait() -> bool:
        time.sleep(0.1)  # as if other programs had the processor
        return False

    game = find("seven-devils")
    limit = Limit(seconds=0.3, positions=1000, is_stopped=wait)
    verdict = solve(game.rules(3), game.deal(1).table, limit)
    assert (verdict.finding, verdict.ended_by) == (Finding.UNDECIDED, "positions")

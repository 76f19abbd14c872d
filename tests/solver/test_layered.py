"""Layers widen until they find a win, or a round cuts off no position; what they win is a win."""

import pytest

from solterm.games import find
from solterm.solver import Finding, Limit, solve
from solterm.solver.searches.layered import Layered
from tests.solver.late import dealt, is_won_by
from tests.solver.test_beam import Digits


@pytest.mark.parametrize("wins", ["000000", "333333", "012301"])
def test_layers_find_a_win_wherever_it_is(wins):
    search = Layered(Digits(wins), "")
    while not (search.is_won or search.is_exhausted):
        search.go_on(50)
    assert search.is_won


def test_layers_without_a_win_are_exhausted():
    search = Layered(Digits("no win"), "")
    while not (search.is_won or search.is_exhausted):
        search.go_on(50)
    assert search.is_exhausted
    assert not search.is_won


@pytest.mark.parametrize(
    ("game", "deal", "finding"),
    [
        ("simple-simon", 1, "won"),
        ("simple-simon", 6, "lost"),
        ("osmosis", 3, "won"),
        ("osmosis", 2, "lost"),
        ("black-hole", 19, "won"),
    ],
)
def test_hard_deals_are_decided_within_few_positions(game, deal, finding):
    rules = find(game).rules(3)
    verdict = solve(rules, dealt(rules.game, deal), Limit(positions=40_000))
    assert str(verdict.finding) == finding
    if verdict.finding is Finding.WON:
        assert is_won_by(rules, dealt(rules.game, deal), verdict.moves)


@pytest.mark.parametrize("game", ["mrs-mop", "spider"])
def test_a_search_that_forgets_old_positions_goes_on_within_its_memory(game):
    rules, most = find(game).rules(3), 1 << 20
    verdict = solve(rules, dealt(rules.game, 2), Limit(positions=40_000, memory=most))
    assert verdict.ended_by in ("", "positions")


def test_a_search_that_has_forgotten_positions_ends_all_the_same():
    search = Layered(Digits("no win"), "")
    while not (search.is_won or search.is_exhausted):
        search.go_on(5)
        search.save_memory()
    assert search.is_exhausted

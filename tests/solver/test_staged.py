"""The search of long games: rounds that widen, and another search that has its turn."""

import pytest

from solterm.games import find
from solterm.solver.spaces import search_of, space_of
from solterm.solver.staged import InTurn, Staged
from tests.solver.late import dealt
from tests.solver.test_beam import Digits


@pytest.mark.parametrize("search_class", [Staged, InTurn])
@pytest.mark.parametrize("wins", ["000000", "012012", "333333"])
def test_a_win_that_was_cut_off_is_found_in_a_wider_round(search_class, wins):
    search = search_class(Digits(wins), "")
    search.go_on(10**6)
    assert search.is_won and not search.is_exhausted
    assert [str(move) for move in search.line()] == [f"t f{digit}" for digit in wins]


@pytest.mark.parametrize("search_class", [Staged, InTurn])
def test_it_is_exhausted_once_nothing_was_cut_off(search_class):
    search = search_class(Digits("no way"), "")
    search.go_on(10)
    assert not search.is_exhausted
    search.go_on(10**6)
    assert search.is_exhausted and not search.is_won


@pytest.mark.parametrize("game_id", ["sultan", "interregnum", "miss-milligan", "german-patience"])
def test_no_way_leads_to_an_earlier_stage(game_id):
    game = find(game_id)
    space = space_of(game.rules(3))
    state = space.start(dealt(game, 1))
    assert isinstance(search_of(space, state), Staged if space.is_fed else InTurn)
    for _ in range(150):
        if not (ways := list(space.ways(state))):
            break
        assert all(space.stage(after) >= space.stage(state) for _, after in ways)
        state = ways[-1][1]


def test_cards_that_go_home_at_once_stage_by_stage_do_so_by_the_rules():
    game = find("miss-milligan")
    rules, table = game.rules(3), dealt(game, 8)
    space = space_of(rules)
    search = search_of(space, space.start(table))
    assert isinstance(search, Staged) and not search.is_whole and space.is_whole
    search.go_on(20_000)
    assert search.is_won
    for move in search.line():
        assert rules.why_not(table, move) is None
        table = rules.make(table, move)
    assert rules.is_won(table)

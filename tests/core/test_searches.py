"""Best-first search through the general search space."""

from solterm.core.searches.search import BestFirst
from solterm.core.searches.search_space import General
from tests.core.positions import free_cell_with_kings_left


def test_the_rules_alone_define_a_search_space() -> None:
    play = free_cell_with_kings_left()
    search = BestFirst(General(play.rules), play.table)
    search.go_on(1000)
    table = play.table
    for move in search.line():
        assert move in play.rules.legal_moves(table)
        table = play.rules.make(table, move)
    assert search.is_won
    assert play.rules.is_won(table)


def test_a_search_never_visits_excluded_positions() -> None:
    play = free_cell_with_kings_left()
    rules, table = play.rules, play.table
    passed = [rules.make(table, move) for move in rules.legal_moves(table)]
    search = BestFirst(General(rules), table, passed)
    search.go_on(1000)
    assert search.is_exhausted
    assert not search.is_won

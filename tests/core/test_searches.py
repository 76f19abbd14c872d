"""The searches of the core: best first through the general space."""

from solterm.core.searches.general import General
from solterm.core.searches.search import BestFirst
from tests.core.positions import near_the_end


def test_the_rules_alone_make_a_space_to_search() -> None:
    play = near_the_end()
    search = BestFirst(General(play.rules), play.table)
    search.go_on(1000)
    table = play.table
    for move in search.line():
        assert move in play.rules.legal_moves(table)
        table = play.rules.make(table, move)
    assert search.is_won
    assert play.rules.is_won(table)


def test_a_search_never_visits_the_positions_passed() -> None:
    play = near_the_end()
    rules, table = play.rules, play.table
    passed = [rules.make(table, move) for move in rules.legal_moves(table)]
    search = BestFirst(General(rules), table, passed)
    search.go_on(1000)
    assert search.is_exhausted
    assert not search.is_won

"""Beam search widens until it finds a win, or a round cuts off no position."""

from collections.abc import Iterator

import pytest

from solterm.core.move import Move
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Table
from solterm.solver.searches.beam import Beam


class Digits(SearchSpace[str, str]):
    """A space of six digits, written one by one; the most promising ones never win."""

    has_stages = True

    def __init__(self, wins: str) -> None:
        self.wins = wins

    def start(self, table: Table) -> str:
        return ""

    def stage(self, state: str) -> int:
        return len(state)

    def ways(self, state: str) -> Iterator[tuple[str, str]]:
        if len(state) < 6:
            yield from ((digit, state + digit) for digit in "0123")

    def is_won(self, state: str) -> bool:
        return state == self.wins

    def worth(self, state: str) -> float:
        return state.count("3")

    def moves(self, state: str, step: str) -> tuple[Move, ...]:
        return (Move("t", f"f{step}"),)


@pytest.mark.parametrize("wins", ["000000", "012012", "333333"])
def test_a_wider_round_finds_a_win_that_was_cut_off(wins):
    search = Beam(Digits(wins), "")
    search.go_on(10**6)
    assert search.is_won and not search.is_exhausted
    assert [str(move) for move in search.line()] == [f"t f{digit}" for digit in wins]


def test_a_round_without_cuts_exhausts_the_search():
    search = Beam(Digits("no way"), "")
    search.go_on(10)
    assert not search.is_exhausted
    search.go_on(10**6)
    assert search.is_exhausted and not search.is_won


def test_a_search_exceeds_its_limit_by_one_expansion_at_most():
    search = Beam(Digits("no way"), "")
    before = search.positions
    search.go_on(25)
    assert before + 25 <= search.positions <= before + 28

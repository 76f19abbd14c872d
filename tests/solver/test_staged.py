"""Searches that widen: by a beam, by layers, and by stages, also in turn with a best-first one."""

from collections.abc import Iterator

import pytest

from solterm.core.move import Move
from solterm.core.searches.search import BestFirst
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Table
from solterm.games import find
from solterm.solver import Finding, Limit, solve
from solterm.solver.kernel.depth import KernelDepthFirst
from solterm.solver.searches.beam import Beam
from solterm.solver.searches.layered import Layered
from solterm.solver.searches.staged import InTurn, Staged
from solterm.solver.space_choice import search_of, space_of
from tests.solver.late import dealt, is_won_by, table_of


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


def in_turn(space, start):
    return InTurn(space, start, (Staged(space, start), BestFirst(space, start)))


def test_games_of_building_are_also_searched_in_layers_unless_the_stock_is_endless():
    searches = []
    for name in ("whitehead", "bouquet", "miss-milligan", "klondike-deal-1"):
        space = space_of(find(name).rules(3))
        search = search_of(space, space.start(dealt(find(name), 1)))
        search.go_on(400)
        searches.append(
            (type(search), search.save_memory() if isinstance(search, InTurn) else None)
        )
    assert searches == [*[(InTurn, True)] * 3, (KernelDepthFirst, None)]


@pytest.mark.parametrize("search_class", [Beam, Layered, Staged, in_turn])
@pytest.mark.parametrize("wins", ["000000", "012012", "333333"])
def test_a_wider_round_finds_a_win_that_was_cut_off(search_class, wins):
    search = search_class(Digits(wins), "")
    search.go_on(10**6)
    assert search.is_won and not search.is_exhausted
    assert [str(move) for move in search.line()] == [f"t f{digit}" for digit in wins]


def test_a_search_exceeds_its_limit_by_one_expansion_at_most():
    search = Beam(Digits("no way"), "")
    before = search.positions
    search.go_on(25)
    assert before + 25 <= search.positions <= before + 28


@pytest.mark.parametrize("search_class", [Staged, in_turn])
def test_a_round_without_cuts_exhausts_the_stages(search_class):
    search = search_class(Digits("no way"), "")
    search.go_on(10)
    assert not search.is_exhausted
    search.go_on(10**6)
    assert search.is_exhausted and not search.is_won


@pytest.mark.parametrize(
    "game_id", ["sultan", "interregnum", "miss-milligan", "german-patience", "bouquet", "bristol"]
)
def test_stages_never_decrease(game_id):
    game = find(game_id)
    space = space_of(game.rules(3))
    state = space.start(dealt(game, 1))
    assert isinstance(search_of(space, state), InTurn)
    for _ in range(150):
        if not (ways := list(space.ways(state))):
            break
        assert all(space.stage(after) >= space.stage(state) for _, after in ways)
        state = ways[-1][1]


@pytest.mark.parametrize(
    "game_id", ["corners", "smallware-four-seasons", "bristol", "bouquet", "sultan"]
)
def test_a_hurried_search_sends_cards_home_legally(game_id):
    game = find(game_id)
    rules = game.rules(3)
    space = space_of(rules)
    eager = space.eager_variant()
    assert eager is not None and space.is_whole and not eager.is_whole
    state = eager.start(dealt(game, 1))
    for number in range(60):
        if not (ways := list(eager.ways(state))):
            break
        step, after = ways[number % len(ways)]
        table = table_of(rules, state)
        for move in eager.moves(state, step):
            assert move in rules.legal_moves(table)
            table = rules.make(table, move)
        assert table_of(rules, after) == table
        assert not any(move.dst.startswith("f") for move in rules.legal_moves(table))
        state = after


def test_a_hurried_win_is_legal():
    game = find("miss-milligan")
    rules, table = game.rules(3), dealt(game, 8)
    space = space_of(rules)
    eager = space.eager_variant()
    assert eager and space.is_whole
    search = Staged(eager, eager.start(table))
    assert not search.is_whole
    search.go_on(20_000)
    assert search.is_won
    for move in search.line():
        assert rules.why_not(table, move) is None
        table = rules.make(table, move)
    assert rules.is_won(table)


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

"""The moves of the kernel are those of the rules, and no cut of it loses a win."""

from functools import cache
from random import Random

from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games import catalogue, find
from solterm.solver.kernel.depth import KernelDepthFirst
from solterm.solver.kernel.kernel_space import KernelSpace
from tests.core.positions import position
from tests.effort import THOROUGH, tries
from tests.harness.cases import over
from tests.solver.late import (
    dealt,
    ends,
    is_served,
    is_won_by,
    near_wins,
    served_levels,
    table_of,
)

TABLES = tries(10_000, 100)
"""How many positions of each rule set to compare."""


def rule_sets(game: Game) -> dict[str, Rules]:
    """Return the rules of a game at each level, with each option and with X armed."""
    found: dict[str, Rules] = {}
    for level in LEVELS:
        found[f"{game.id}-{level}"] = game.rules(level)
        found[f"{game.id}-{level}-armed"] = game.rules_of_next_move(level, True, False)
    return found


@cache
def served() -> dict[str, tuple[Game, Rules]]:
    """Return each rule set that the kernel serves, or every sixth one in the usual run."""
    return {
        name: (game, rules)
        for number, game in enumerate(catalogue().values())
        for place, (name, rules) in enumerate(rule_sets(game).items())
        if (THOROUGH or (number + place) % 6 == 0) and is_served(rules)
    }


@over("game rules", served)
def test_a_bare_kernel_has_exactly_the_moves_of_the_rules(game: Game, rules: Rules) -> None:
    space, chance = KernelSpace.of(rules, is_bare=True), Random(game.id)
    assert space
    compared = deal = 0
    while compared < TABLES:
        deal += 1
        table = dealt(rules.game, deal)
        for _ in range(100):
            told = {rules.make(table, move) for move in rules.legal_moves(table)}
            ways = space.ways(space.start(table))
            assert {table_of(rules, after) for _, after in ways} == told, table
            assert all(rules.is_won(table_of(rules, s)) == space.is_won(s) for _, s in ways)
            compared += 1
            if not told:
                break
            table = chance.choice(sorted(told))


def test_a_free_cell_takes_one_card_of_a_run() -> None:
    rules = find("beleaguered-castle").rules(1)
    space = KernelSpace.of(rules, is_bare=True)
    assert space
    table = position(rules, "f1 AC\nf2 AD\nf3 AH\nf4 AS\nt1 KS 8H 7C\nt2 9S")
    told = {rules.make(table, move) for move in rules.legal_moves(table)}
    assert {table_of(rules, after) for _, after in space.ways(space.start(table))} == told


def test_the_kernel_is_won_with_the_last_card() -> None:
    rules = find("free-cell").rules()
    space = KernelSpace.of(rules)
    assert space
    suits = [" ".join(f"{rank}{suit}" for rank in "A23456789TJQK") for suit in "CDHS"]
    full = "\n".join(f"f{number} {suit}" for number, suit in enumerate(suits, 1))
    assert space.is_won(space.start(position(rules, full)))
    assert not space.is_won(space.start(position(rules, f"{full[:-3]}\nt1 KS")))


@over("game rules", served)
def test_undoing_a_move_restores_the_position(game: Game, rules: Rules) -> None:
    space, chance = KernelSpace.of(rules), Random(game.id)
    assert space
    kernel = space.new_kernel(space.start(dealt(rules.game, 1)))
    before = []
    for _ in range(tries(500, 60)):
        if not (moves := kernel.list_moves()):
            break
        before.append((kernel.state(), kernel.key()))
        kernel.make(chance.choice(moves))
    for state, key in reversed(before):
        kernel.undo()
        assert (kernel.state(), kernel.key()) == (state, key)


@over("game level", lambda: served_levels(first=0))
def test_the_depth_first_search_agrees_with_one_without_cuts(game: Game, level: int) -> None:
    """Late positions, decided with every cut and with none at all."""
    rules, few, chance = game.rules(level), tries(20_000, 400), Random(game.id)
    late = [*near_wins(game, level, chance), ends(game, level, 1, chance)]
    for table in (table for tables in late for table in tables):
        whole, cut = (search_of(rules, table, is_bare) for is_bare in (True, False))
        whole.go_on(few)
        cut.go_on(few)
        assert not (whole.is_won and cut.is_exhausted)
        assert not (whole.is_exhausted and cut.is_won)
        if cut.is_won:
            assert is_won_by(rules, table, cut.line())


def search_of(rules: Rules, table: Table, is_bare: bool) -> KernelDepthFirst:
    """Return a depth-first search of a position, with every cut or with none."""
    space = KernelSpace.of(rules, is_bare)
    assert space
    return KernelDepthFirst(space, space.start(table), joined_at=0)


@over("game_id deal", [("demon", 27), ("kloncan-canfield", 2), ("raglan", 3), ("king-albert", 18)])
def test_lines_prove_a_loss_by_the_positions_that_one_line_visits(game_id: str, deal: int) -> None:
    position = find(game_id).deal(deal)
    lines = search_of(position.rules, position.table, is_bare=False)
    space = KernelSpace.of(position.rules)
    assert space
    line = KernelDepthFirst(space, space.start(position.table), is_alone=True)
    lines.go_on(10_000)
    line.go_on(10_000)
    assert lines.is_exhausted
    assert line.is_exhausted
    assert lines.positions == line.positions

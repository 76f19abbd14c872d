"""Buried cards: no dead position can be won, and random play reaches such positions."""

from random import Random

import pytest

from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games import find
from solterm.solver import Finding, Limit, solve
from solterm.solver.forms.plain import NONE, Plain
from solterm.solver.kernel.kernel_space import KernelSpace
from tests.core.positions import position
from tests.effort import tries
from tests.solver.late import Unproved, dealt

BURYING = [
    *(("propeller", 3), ("propeller", 2), ("seven-devils", 3), ("seven-devils", 2)),
    *(("ultimate-four-seasons", 3), ("corners", 3)),  # a waste with a single pass locks cards
]


def walk(rules: Rules, deal: int, chance: Random) -> list[Table]:
    """Yield the positions of a random game."""
    tables = [dealt(rules.game, deal)]
    for _ in range(250):
        if not (moves := list(rules.legal_moves(tables[-1]))):
            break
        tables.append(rules.make(tables[-1], chance.choice(moves)))
    return tables


def is_dead(rules: Rules, table: Table) -> bool:
    space = KernelSpace.of(rules)
    assert space
    return space.is_locked(space.start(table))


@pytest.mark.parametrize(("name", "level"), BURYING)
def test_dead_positions_of_random_play_are_not_won_by_the_rules(name: str, level: int) -> None:
    rules, chance = find(name).rules(level), Random(name)
    dead = 0
    for deal in range(1, 1 + tries(12, 2)):
        for table in walk(rules, deal, chance)[:: -tries(2, 9)]:
            if is_dead(rules, table):
                limit = Limit(positions=tries(2000, 200))
                known = solve(rules, table, limit, Plain(rules, NONE))
                assert known.finding is not Finding.WON
                dead += not known.ended_by
    assert dead


@pytest.mark.parametrize(("name", "level"), BURYING)
def test_no_position_on_a_winning_line_is_dead(name: str, level: int) -> None:
    """The wins come from a search without these proofs."""
    rules = find(name).rules(level)
    for deal in range(1, 1 + tries(12, 2)):
        space = Unproved.of(rules)
        table = dealt(rules.game, deal)
        for move in solve(rules, table, Limit(positions=tries(3000, 300)), space).moves:
            assert not is_dead(rules, table), (deal, table)
            table = rules.make(table, move)


def columns(*cards: str) -> str:
    """Return the text of a position with a card in each column."""
    return "\n".join(f"t{number} {card}" for number, card in enumerate(cards, 1))


FULL = "r ac ad ah as\nf1 2c\nf2 2d\nf3 2h\nf4 2s\n"


def test_a_full_wheel_buries_the_only_cards_that_fit() -> None:
    """All 3s lie under a King, and no blade is free for it."""
    rules = find("propeller").rules(3)
    blades = columns("KC", "KD", "KH", "QC", "QD", "QH", "QS", "JC")
    assert is_dead(rules, position(rules, f"{FULL}{blades}\nw 3C 3D 3H 3S KS"))
    assert not is_dead(rules, position(rules, f"{FULL}{blades.replace('JC', '3S')}\nw 3C 3D 3H KS"))


def test_a_devil_that_waits_for_cards_below_it_is_dead() -> None:
    """Both 2s of spades lie under the 3, and no column is empty."""
    rules = find("seven-devils").rules(3)
    held = columns("KC", "KD", "KH", "KS", "KC", "KD", "KH")
    assert is_dead(rules, position(rules, f"f1 AS\nf2 AS\n{held}\nr 2s 2s 3S"))
    assert not is_dead(rules, position(rules, f"f1 AS\nf2 AS\n{held}\nr 2s 3S\nw 2S"))

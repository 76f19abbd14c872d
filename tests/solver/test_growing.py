"""Piles that grow in a ring of ranks: stuck positions are lost by the rules."""

from random import Random

import pytest

from solterm.core.cards import DOWN
from solterm.core.table import Table
from solterm.games import find
from solterm.solver import Finding, Limit, solve
from solterm.solver.derived.growing import Growing
from solterm.solver.forms.plain import NONE, Plain
from tests.effort import tries

GAME = find("german-patience")


def nearly_done(chance: Random) -> Table:
    """Return eight rows that lack up to nine end cards, some of which are in the stock."""
    rows = [[(base + n) % 13 + 1 for n in range(13)] for base in chance.choices(range(13), k=8)]
    taken = []
    for _ in range(chance.randint(2, 9)):
        row = chance.choice([row for row in rows if len(row) > 1])
        taken.append(row.pop())
    chance.shuffle(taken)
    left = [suit << 4 | rank for suit in range(4) for rank in range(1, 14)] * 2
    piles: dict[str, tuple[int, ...]] = {
        f"t{number}": tuple(take(left, rank) for rank in row) for number, row in enumerate(rows, 1)
    }
    for name, pile in piles.items():
        if len(pile) == 13:
            piles[name] = (*pile[:-1], pile[-1] | DOWN)
    supply = [take(left, rank) for rank in taken]
    cut = chance.randint(0, 3)
    piles |= {"s": tuple(card | DOWN for card in supply[:cut]), "w": tuple(supply[cut:])}
    return Table(tuple(piles[name] for name in GAME.ids))


def take(left: list[int], rank: int) -> int:
    """Remove a card of a rank from those left, and return it."""
    card = next(card for card in left if card & 15 == rank)
    left.remove(card)
    return card


@pytest.mark.parametrize("level", [3, 2, 1])
def test_stuck_positions_are_lost_and_most_lost_ones_are_stuck(level: int) -> None:
    rules, chance = GAME.rules(level), Random(level)
    growing = Growing.of(rules)
    assert growing
    stuck = lost = won = 0
    for _ in range(tries(1500, 40)):
        table = nearly_done(chance)._replace(passes=level == 2)
        known = solve(rules, table, Limit(positions=2000), Plain(rules, NONE))
        is_stuck = growing.is_stuck(table)
        assert not (is_stuck and known.finding is Finding.WON), table
        won += known.finding is Finding.WON
        lost += known.finding is Finding.LOST
        stuck += is_stuck and known.finding is Finding.LOST
    assert won > 2
    assert level < 3 or stuck > lost / 4  # few positions are lost at lower levels


def test_no_position_is_stuck_before_the_last_pass() -> None:
    growing = Growing.of(GAME.rules(2))
    assert growing
    tables = [nearly_done(Random(seed)) for seed in range(50)]
    assert not any(map(growing.is_stuck, tables))
    assert any(growing.is_stuck(table._replace(passes=1)) for table in tables)


def test_other_games_have_no_such_proof() -> None:
    names = ("klondike-deal-1", "propeller", "scorpion")
    assert not any(Growing.of(find(name).rules(3)) for name in names)

"""Pinned cards of A Farewell to Kings: stuck positions are lost by the rules."""

from random import Random

import pytest

from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games import find
from solterm.solver import Finding, Limit, solve
from solterm.solver.derived.pinned import Pinned
from solterm.solver.forms.plain import NONE, Plain
from tests.core.positions import position
from tests.effort import tries

GAME = find("farewell-to-kings").with_options({"size": "tiny"})
"""Eight columns and seven rows, with the Kings at g29 to g32."""


def judge(level: int, text: str) -> bool:
    proof = Pinned.of(GAME.rules(level))
    assert proof
    return proof.is_stuck(position(GAME, f"g29 KS\ng30 KC\ng31 KD\ng32 KH\n{text}"))


def test_two_cards_next_to_kings_need_the_same_square() -> None:
    for level in (3, 2, 1):
        assert judge(level, "g21 5S\ng24 5H")
        assert not judge(level, "g21 5S\ng22 5C")
        assert not judge(level, "g21 5S\ng8 5C")  # the second card may become an orphan


def test_a_square_cannot_hold_a_king_or_a_card_that_leaves_later() -> None:
    """The 5s of spades and diamonds touch at a corner and share one square."""
    assert judge(3, "g21 5S\ng14 5D\ng15 9D\ng13 6S\ng12 9S\ng5 6D")
    assert not judge(2, "g21 5S\ng14 5D\ng15 9D\ng13 6S\ng12 9S\ng5 6D")


def test_higher_neighbours_pin_only_if_books_leave_in_order() -> None:
    text = "g1 7S\ng2 8S\ng47 7D\ng48 8D"
    assert judge(3, text)
    assert not judge(2, text)


def walk(rules: Rules, deal: int, chance: Random) -> list[Table]:
    tables = [GAME.opening(GAME.shuffle(deal), deal)]
    for _ in range(60):
        if not (moves := list(rules.legal_moves(tables[-1]))):
            break
        tables.append(rules.make(tables[-1], chance.choice(moves)))
    return tables


@pytest.mark.parametrize("level", [3, 2, 1])
def test_random_play_never_frees_a_stuck_position(level: int) -> None:
    rules, chance = GAME.rules(level), Random(level)
    proof = Pinned.of(rules)
    assert proof
    stuck = 0
    for deal in range(1, 1 + tries(200, 6)):
        is_stuck = False
        for table in walk(rules, deal, chance):
            assert proof.is_stuck(table) or not is_stuck
            is_stuck = proof.is_stuck(table)
            assert not (is_stuck and rules.is_won(table))
        stuck += is_stuck
    assert stuck


@pytest.mark.parametrize("level", [3, 2])
def test_stuck_positions_are_not_won_by_brute_force(level: int) -> None:
    rules, chance = GAME.rules(level), Random(level)
    proof = Pinned.of(rules)
    assert proof
    findings: dict[bool, list[Finding]] = {True: [], False: []}
    for _ in range(tries(600, 40)):
        table = nearly_done(chance)
        known = solve(rules, table, Limit(positions=400), Plain(rules, NONE))
        findings[proof.is_stuck(table)].append(known.finding)
    assert Finding.WON not in findings[True]
    assert Finding.LOST in findings[True]
    assert Finding.WON in findings[False]


def nearly_done(chance: Random) -> Table:
    """Return a table of Kings, Queens and Jacks, some next to the Kings, the rest in the hand."""
    piles = {f"g{28 + n}": f"K{suit}" for n, suit in enumerate("SCDH", 1)}
    left = [rank + suit for rank in "JQ" for suit in "CDHS"]
    chance.shuffle(left)
    near = [f"g{cell}" for cell in range(11, 16)] + [f"g{cell}" for cell in range(19, 24)]
    for cell in chance.sample(near, 5):
        piles[cell] = left.pop()
    for number, card in enumerate(left, 1):
        piles[f"h{number}"] = card
    gone = " ".join(rank + suit for rank in "A23456789T" for suit in "CDHS")
    text = "\n".join(f"{name} {card}" for name, card in piles.items())
    return position(GAME, f"{text}\nd {gone}")

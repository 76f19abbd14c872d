"""Piles that are shut once the stock is begun: the form and its plans agree with the rules."""

from random import Random

import pytest

from solterm.core import cards
from solterm.core.table import Table
from solterm.core.values import replace
from solterm.core.vocabulary.policies import OnceStockBegun
from solterm.games import find
from solterm.solver import Limit, solve
from solterm.solver.forms.placing.placing_space import STOCK, PlacingSpace
from solterm.solver.forms.placing.plans import PlacingPlans
from solterm.solver.forms.plain import Plain
from solterm.solver.searches.planning import Planning
from solterm.solver.space_choice import space_of
from tests.effort import tries
from tests.solver.late import is_won_by


def small_game(stock):
    """Return Cabal with a smaller stock."""
    game = find("cabal")
    lock = OnceStockBegun(stock)
    groups = (replace(each, locked=each.locked and lock) for each in game.groups)
    return replace(game, groups=tuple(groups))


def late_table(game, stock, chance):
    """Return a table with most cards home and some of the others in the stock."""
    heights = [8, chance.choice((8, 9, 12)), *[cards.KING] * 6]
    piles = {name: [] for name in game.ids}
    rest = []
    for number, height in enumerate(heights):
        suit = [cards.card(rank, number % 4) for rank in range(1, cards.KING + 1)]
        piles[f"f{number + 1}"] = suit[:height]
        rest += suit[height:]
    chance.shuffle(rest)
    piles["s"], rest = rest[:stock], rest[stock:]
    piles["r"], rest = rest[:2], rest[2:]
    for card in rest:
        piles[chance.choice(("t1", "t2"))].append(card)
    return Table(tuple(tuple(piles[name]) for name in game.ids))


@pytest.mark.parametrize("level", [3, 2])
def test_late_positions_agree_with_the_rules(level):
    """The positions are from before, during and after the stock."""
    chance = Random(0)
    found = set()
    for _ in range(tries(400, 40)):
        whole, left = chance.choice(((3, 3), (4, 3), (9, 2), (9, 0)))
        game = small_game(whole)
        rules, table = game.rules(level), late_table(game, left, chance)
        known = solve(rules, table, Limit(positions=tries(20_000, 2_000)), Plain(rules))
        if known.ended_by:
            continue
        found.add((whole == left, str(known.finding)))
        space = PlacingSpace.of(rules)
        assert space
        start = space.start(table)
        plans = Planning(space, start, PlacingPlans(space, start))
        plans.go_on(200)
        assert is_won_by(rules, table, plans.line()) == plans.is_won
        verdict = solve(rules, table, space=space_of(rules))
        assert verdict.finding is known.finding
        for move in verdict.moves:
            assert rules.why_not(table, move) is None
            table = rules.make(table, move)
    assert found == {(new, finding) for new in (True, False) for finding in ("won", "lost")}


def test_a_stock_card_that_shuts_the_piles_is_not_sent_home_at_once():
    """A 10 from the stock is safe at home, but would shut the piles while none of them is empty.

    First a Jack must leave its pile for the stock's Kings, the last of which would otherwise lie on
    a Jack or Queen that is still wanted.
    """
    game = small_game(stock=7)
    rules = game.rules(2)
    packs = [[cards.card(rank, suit) for rank in range(1, 14)] for suit in (0, 1, 2, 3) * 2]
    begun = packs[2:]  # the first two foundations are full, the third has its 10
    tens, jacks, queens, kings = ([pack[at] for pack in begun] for at in (9, 10, 11, 12))
    heights = [13, 13, 10, 9, 9, 9, 9, 9]
    piles = {f"f{at}": pack[: heights[at - 1]] for at, pack in enumerate(packs, 1)}
    piles["s"] = [*kings, tens[5]]
    columns = [*zip(tens[1:5], jacks[:4], strict=True), *([card] for card in jacks[4:] + queens)]
    piles |= {f"t{at}": column for at, column in enumerate(columns, 1)}
    table = Table(tuple(tuple(piles.get(name, ())) for name in game.ids))
    space = PlacingSpace.of(rules)
    assert space
    assert {step.source for step, _ in space.ways(space.start(table))} > {STOCK}
    verdict = solve(rules, table, space=space_of(rules))
    assert str(verdict.finding) == "won"
    assert is_won_by(rules, table, verdict.moves)

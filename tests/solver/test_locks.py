"""Proofs of loss from locked cards, and the cards that come up in packets."""

from random import Random

import pytest

from solterm.core.table import Table
from solterm.games import find
from solterm.solver import Limit, solve
from solterm.solver.builders.easier import Rise
from solterm.solver.builders.kernel_layout import read
from solterm.solver.builders.packets import Packets
from solterm.solver.builders.pile_tree import State
from solterm.solver.kernel.kernel_space import KernelSpace
from tests.core.positions import position
from tests.effort import tries
from tests.harness.cases import over
from tests.solver.late import Unproved, at_levels, dealt

LOCKING = (
    *("kloncan-canfield", "ultimate-canfield", "royale-canfield", "demon", "agnes", "bristol"),
    *("kloncan-klondike", "royale-klondike", "klondike-deal-3", "klondike-deal-1"),
    *("ultimate-four-seasons", "corners"),  # a waste with a single pass locks cards
)


def is_locked(space: KernelSpace, state: State) -> bool:
    """Return whether a state is proved lost."""
    return space.is_locked(space.new_kernel(state))


@over("game_id level", at_levels(LOCKING))
def test_winning_lines_have_no_locked_position(game_id, level):
    """The lines come from a search without proofs of loss."""
    game = find(game_id)
    rules = game.rules(level)
    for deal in range(1, 1 + tries(100, 3)):
        space, whole = KernelSpace.of(rules), Unproved.of(rules)
        assert space and whole
        table = dealt(game, deal)
        for move in solve(rules, table, Limit(positions=tries(3000, 700)), whole).moves:
            assert not is_locked(space, space.start(table)), (deal, table)
            table = rules.make(table, move)


def test_cards_that_can_separate_only_at_home_lock_each_other():
    """Each base card is under the other suit's last card, which needs its own base card."""
    game = find("kloncan-canfield")
    space = KernelSpace.of(game.rules(3))
    assert space
    columns = [
        [0x05, 0x24],
        [0x25, 0x04],
        [0x15],
        [0x36],
    ]  # two suits, each with a 4 on a 5; 5 is the base rank
    lain = {card for pile in columns for card in pile} | {0x35}
    rest = [suit << 4 | rank for suit in range(4) for rank in range(1, 14)]
    rest = [card for card in rest if card not in lain]
    piles: dict[str, list[int]] = {name: [] for name in game.ids}
    piles |= {f"t{number}": pile for number, pile in enumerate(columns, 1)}
    piles |= {"f1": [0x35], "s": rest}
    assert is_locked(space, space.start(Table(tuple(map(tuple, piles.values())))))
    piles |= {"t1": [0x05], "s": [*rest, 0x24]}
    assert not is_locked(space, space.start(Table(tuple(map(tuple, piles.values())))))


def test_cards_of_the_stock_fill_spaces_once_the_reserve_is_out():
    rules = find("demon").rules(3)
    space = KernelSpace.of(rules)
    assert space
    stock = (
        "7h ah 5s ac as qc 7s 8s qh 4c 8h jc 9s 6s ts 4s td kc 2s 9c 7c 4h ks js 9h kh 3h 3c tc jh"
        " 6h 2h th 2c 5c 8c qs 6c 5h 3s"
    )
    table = position(rules, f"s {stock}\nf1 JD QD KD AD 2D 3D 4D 5D 6D 7D 8D 9D")
    assert not is_locked(space, space.start(table))


@pytest.mark.parametrize("base", range(13))
def test_rises_finds_the_cards_that_can_go_home(base):
    rise, chance = Rise(base), Random(base)
    for _ in range(tries(1000, 50)):
        free = [{height for height in range(13) if chance.random() < 0.8} for _ in range(4)]
        home = [set(range(min({*range(14)} - heights))) for heights in free]
        free_mask, home_mask = (
            sum(1 << (s << 4 | (base + h) % 13 + 1) for s in range(4) for h in heights[s])
            for heights in (free, home)
        )
        assert rise.find(free_mask) == home_mask


def _reach(talon: tuple[int, ...], turned: int, leaving: set[int]) -> set[int]:
    """Return the cards that come up in some order of play, if certain cards may leave."""
    found: set[int] = set()
    start = (talon, turned)
    met, left = {start}, [start]
    while left:
        cards, at = left.pop()
        after = [(cards, min(at + 3, len(cards)) if at < len(cards) else 0)]
        if at:
            found.add(cards[at - 1])
            if cards[at - 1] in leaving:
                after.append(((*cards[: at - 1], *cards[at:]), at - 1))
        for each in after:
            if each not in met:
                met.add(each)
                left.append(each)
    return found


def test_packets_never_close_a_reachable_card():
    layout, chance = read(find("klondike-deal-3").rules(3)), Random(3)
    assert layout
    packets, piles = Packets(layout), layout.empty[:]
    closed = 0
    for _ in range(tries(2000, 150)):
        cards = tuple(range(1, 1 + chance.randint(1, 8)))
        turned = chance.randint(0, len(cards))
        leaving = {card for card in cards if chance.random() < 0.4}
        for place, row in ((layout.waste, cards[:turned]), (layout.stock, cards[turned:])):
            piles[place] = layout.empty[place].swap(bytes(row))
        talon = packets.lay_out(piles, turns=True)
        below, before = talon.covered, -1
        while below != before:
            before = below
            below = packets.open(talon, below, sum(1 << card for card in leaving))
        still = {card for card in cards if below >> card & 1}
        assert not still & _reach(cards, turned, leaving)
        closed += len(still)
    assert closed

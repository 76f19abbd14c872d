"""The compact form of building games agrees with the rules, with and without its cuts."""

from random import Random

from solterm.games import find
from solterm.solver.kernel.kernel_space import KernelSpace
from tests.core.positions import position
from tests.effort import THOROUGH, tries
from tests.harness.cases import over
from tests.solver.late import dealt, served_levels, table_of


def space_of(game, level=3, is_bare=False):
    space = KernelSpace.of(game.rules(level), is_bare)
    assert space
    return space


@over("game level", lambda: served_levels(first=1))
def test_steps_match_legal_moves(game, level):
    rules, space, chance = game.rules(level), space_of(game, level), Random(game.id)
    for deal in range(1, 1 + tries(20, 1)):
        state = space.start(dealt(game, deal))
        for _ in range(tries(100, 15)):
            table = table_of(rules, state)
            assert space.start(table)[:-1] == state[:-1]
            if not (ways := list(space.ways(state))):
                break
            for step, after in ways if THOROUGH else chance.sample(ways, min(len(ways), 6)):
                made = table
                for move in space.moves(state, step):
                    assert rules.why_not(made, move) is None
                    made = rules.make(made, move)
                assert made == table_of(rules, after)
                assert space.key(after) == space.key(space.start(made))
                assert rules.is_won(made) == space.is_won(after)
            state = chance.choice(ways)[1]


def test_the_order_of_columns_does_not_matter():
    game = find("free-cell")
    space = space_of(game, 3)
    table = dealt(game, 617)
    columns = [place for name, place in game.index.items() if name[0] == "t"]
    piles = list(table.piles)
    piles[columns[0]], piles[columns[5]] = piles[columns[5]], piles[columns[0]]
    other = table._replace(piles=tuple(piles))
    assert space.key(space.start(table)) == space.key(space.start(other))


def test_the_order_of_columns_matters_while_rows_are_dealt():
    game = find("scorpion")
    space = space_of(game, 3)
    table = dealt(game, 1)
    piles = list(table.piles)
    one, other = game.index["t5"], game.index["t6"]
    piles[one], piles[other] = piles[other], piles[one]
    swapped = table._replace(piles=tuple(piles))
    assert space.key(space.start(table)) != space.key(space.start(swapped))
    empty = table._replace(piles=((), *table.piles[1:]))
    swapped = empty._replace(piles=((), *swapped.piles[1:]))
    assert space.key(space.start(empty)) == space.key(space.start(swapped))


def test_turning_the_talon_keeps_the_key():
    game = find("klondike-deal-3")
    rules, space = game.rules(3), space_of(game, 3)
    table = dealt(game, 1)
    key = space.key(space.start(table))
    turn = next(move for move in rules.legal_moves(table) if not move.dst)
    for _ in range(20):
        table = rules.make(table, turn)
        assert space.key(space.start(table)) == key


def test_unknown_declarations_have_no_compact_form():
    assert KernelSpace.of(find("crescent").rules(2)) is None  # cards of foundations move
    assert KernelSpace.of(find("windmill").rules(1)) is None  # cards are laid unseen


def test_suits_do_not_matter_if_no_rule_depends_on_them():
    rules = find("propeller").rules(3)
    space = KernelSpace.of(rules)
    blades = "t1 KC\nt2 QD\nt3 5S\nr ac ad ah as\nw 9C 4D"
    keys = {
        space.key(space.start(position(rules, f"{homes}\n{blades}")))
        for homes in ("f1 2C 3D\nf2 2S", "f1 2H\nf2 2D 3S")
    }
    assert len(keys) == 1


def test_positions_differ_by_the_chosen_base():
    """Only full suits are home, so no other card tells which rank opens the other foundations."""
    game, space = find("duchess"), space_of(find("duchess"))
    ranks = "A23456789TJQK"
    rows = (ranks, ranks[4:] + ranks[:4])
    homes = (" ".join(f"{rank}S" for rank in row) for row in rows)
    left = "w " + " ".join(rank + suit for suit in "HDC" for rank in ranks)
    tables = [position(game, f"f1 {home}\n{left}") for home in homes]
    assert len({space.key(space.start(table)) for table in tables}) == 2


def test_no_card_goes_home_by_itself_while_a_reshuffle_is_left():
    """Each card that stays changes the reshuffle."""
    game, space = find("la-belle-lucie"), space_of(find("la-belle-lucie"))
    start = space.start(dealt(game, 1))
    assert all(len(space.moves(start, step)) == 1 for step, _ in space.ways(start))

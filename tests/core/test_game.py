"""Declarations: pile ids, steps of the deal, visible cards, and changes by level."""

import pytest

from solterm.core import cards
from solterm.core.game import change
from solterm.core.groups import Group
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.spaces import ANY_CARD, KINGS
from tests.core.positions import COLUMNS, FOUNDATIONS, STOCK, WASTE, legal, position, small_game


def test_piles_are_numbered_if_a_kind_has_several() -> None:
    game = small_game(STOCK, WASTE, FOUNDATIONS, replace(COLUMNS, count=2))
    assert game.ids == ("s", "w", "f1", "f2", "f3", "f4", "t1", "t2")


def test_numbering_continues_across_groups_of_one_kind() -> None:
    cells, demon = Group("r", 2, name="cell"), Group("r", name="reserve")
    game = small_game(cells, demon)
    assert game.ids == ("r1", "r2", "r3")
    assert [game.group(name).name for name in game.ids] == ["cell", "cell", "reserve"]


def test_a_fanned_pile_shows_its_face_up_cards_and_a_squared_one_its_top() -> None:
    game = small_game(STOCK, WASTE, FOUNDATIONS, COLUMNS)
    table = position(game, "s 4s\nw 2C 3C\nf1 AH 2H\nt1 kd qd JS TH")
    assert sorted(map(cards.text, game.visible(table))) == ["2H", "3C", "JS", "TH"]


@pytest.mark.parametrize(
    ("turn", "shown"),
    [
        (TurnStock(3), "8C 9C 2D"),
        (TurnStock(2), "9C 2D"),
        (TurnStock(1), "2D"),
        (TurnStock(3, fanned=False), "2D"),
    ],
)
def test_a_waste_shows_as_many_cards_as_are_turned_at_a_time(turn: TurnStock, shown: str) -> None:
    game = small_game(replace(STOCK, action=turn), WASTE, FOUNDATIONS, COLUMNS)
    table = position(game, "s 4s\nw 7C 8C 9C 2D\nt1 kd")
    assert " ".join(map(cards.text, game.visible(table))) == shown
    assert [*map(cards.text, game.uncovered(table))] == ["2D"]


def test_level_1_includes_the_changes_of_level_2() -> None:
    game = small_game(
        replace(STOCK, action=TurnStock(3)),
        WASTE,
        replace(COLUMNS, space=KINGS),
        levels={
            2: (change("s", action=TurnStock(1)),),
            1: (change("t", space=ANY_CARD, build=Build((-1,), Match.ANY)),),
        },
    )
    table = position(game, "s 4s 3s 2s\nt1 5D\nt2 4H")
    spaces = {f"{src} {dst}" for src in ("t1", "t2") for dst in ("t3", "t4")}
    assert legal(game.rules(3), table) == legal(game.rules(2), table) == {"s"}
    assert legal(game.rules(1), table) == {"s", "t2 t1", *spaces}
    turned = {
        n: game.rules(n).make(table, next(iter(game.rules(n).legal_moves(table))))
        for n in (3, 2, 1)
    }
    assert [len(turned[n].piles[1]) for n in (3, 2, 1)] == [3, 1, 1]

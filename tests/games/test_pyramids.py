"""Royale's and Ultimate's Pyramid."""

import pytest

from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.games import find
from tests.core.positions import legal, play_from, position

ROYALE, ULTIMATE = find("royale-pyramid"), find("ultimate-pyramid")
both = pytest.mark.parametrize("game", [ROYALE, ULTIMATE], ids=lambda game: game.id)


@both
def test_each_card_is_under_two_cards_of_the_next_row(game) -> None:  # type: ignore[no-untyped-def]
    rules = game.rules()
    assert legal(rules, position(game, "t1 KC")) == {"t1"}
    for over in ("t2", "t3"):
        assert "t1" not in legal(rules, position(game, f"t1 KC\n{over} 2C"))
    assert "t16" not in legal(rules, position(game, "t16 KC\nt22 2C"))
    assert "t16" in legal(rules, position(game, "t16 KC\nt21 2C\nt24 3C"))
    assert "t21" not in legal(rules, position(game, "t21 KC\nt28 2C"))


def test_royale_pairs_the_turned_card_and_the_top_of_the_waste() -> None:
    table = position(ROYALE, "h 7C\nw 5D 6H\nt22 6D\nt23 7D\nt24 8S")
    assert legal(ROYALE.rules(), table) == {"h t22", "h w", "t22 t23", "t23 w"}
    after = ROYALE.rules().make(table, Move("h", "w"))
    assert after == position(ROYALE, "w 5D\nt22 6D\nt23 7D\nt24 8S\nd 7C 6H")
    assert "t24 w" in legal(ROYALE.rules(), after)
    assert legal(ROYALE.rules(), position(ROYALE, "h KC\nw KD")) == {"h", "w"}


def test_royale_turns_cards_to_the_slot_then_to_the_waste_without_a_redeal() -> None:
    play = play_from(ROYALE, "s 2d 9c\nt1 3C\nt2 5C")
    play.perform("s")
    assert play.table == position(ROYALE, "s 2d\nh 9C\nt1 3C\nt2 5C")
    play.perform("s")
    assert play.table == position(ROYALE, "h 2D\nw 9C\nt1 3C\nt2 5C")
    assert play.moves == 0
    with pytest.raises(IllegalMove, match="can't be turned over"):
        play.perform("s")
    assert play.outcome is Outcome.OVER
    play.perform("level 2")
    assert play.outcome is None
    play.perform("s")
    assert play.table == position(ROYALE, "s 2d 9c\nt1 3C\nt2 5C\npasses 1")
    play.perform("s")
    play.perform("s")
    with pytest.raises(IllegalMove):
        play.perform("s")


def test_royale_pairs_a_card_with_its_only_cover_named_first() -> None:
    table = position(ROYALE, "t16 9C\nt22 4D\nt17 4S")
    rules = ROYALE.rules()
    assert legal(rules, table) == {"t22 t16"}
    assert rules.resolve(table, "t16 t22") == Move("t22", "t16")
    assert rules.make(table, Move("t22", "t16")) == position(ROYALE, "t17 4S\nd 4D 9C")


def test_ultimate_pairs_turned_cards_only_while_turning() -> None:
    rules = ULTIMATE.rules()
    table = position(ULTIMATE, "s 5c 8d\nw 7C 5S\nt1 2C")
    after = rules.make(table, Move("s"))
    assert after == position(ULTIMATE, "s 5c\nw 7C\nt1 2C\nd 5S 8D")
    # The next two cards of the waste make 13 as well, but no card was turned.
    deep = position(ULTIMATE, "s 5c 8d\nw 7C 6D 5S\nt1 2C")
    after = rules.make(deep, Move("s"))
    assert after == position(ULTIMATE, "s 5c\nw 7C 6D\nt1 2C\nd 5S 8D")
    assert legal(rules, after) == {"s"}
    # A turned King stays until the player removes it.
    king = rules.make(position(ULTIMATE, "s kc\nw 7C"), Move("s"))
    assert king == position(ULTIMATE, "w 7C KC")
    assert legal(rules, king) == {"w"}


def test_ultimate_is_hard_at_level_3_and_easy_at_level_2() -> None:
    table = position(ULTIMATE, "w 7C 5S\nt1 2C")
    hard, easy = ULTIMATE.rules(), ULTIMATE.rules(2)
    assert legal(hard, table) == set()
    assert hard.outcome(table) is Outcome.OVER
    assert legal(easy, table) == {"s"}
    for _ in range(3):
        table = easy.make(table, Move("s"))
        assert table == position(ULTIMATE, "s 5s 7c\nt1 2C")
        table = easy.make(easy.make(table, Move("s")), Move("s"))
    assert easy.outcome(table) is Outcome.OVER  # endless turning offers no other move

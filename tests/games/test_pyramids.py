"""Royale's and Ultimate's Pyramid."""

import pytest

from solterm.core.cards import DOWN
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games import find
from tests.core.positions import legal, play_from, position

ROYALE, ULTIMATE = find("royale-pyramid"), find("ultimate-pyramid")
both = pytest.mark.parametrize("game", [ROYALE, ULTIMATE], ids=lambda game: game.id)


@both
def test_the_deal_is_a_pyramid_of_28_face_up_and_a_stock_of_24(game) -> None:  # type: ignore[no-untyped-def]
    play = Play(game, 617)
    pyramid = [play.pile(f"t{n}") for n in range(1, 29)]
    assert [card for pile in pyramid for card in pile] == list(game.shuffle(617)[:28])
    assert all(len(pile) == 1 and not pile[0] & DOWN for pile in pyramid)
    assert len(play.pile("s")) == 24
    assert play.pile("w") == play.pile("d") == ()


@both
def test_two_uncovered_cards_of_13_leave_and_a_king_leaves_alone(game) -> None:  # type: ignore[no-untyped-def]
    table = position(game, "t22 QC\nt23 AD\nt24 7H\nt25 6S\nt26 8C\nt27 KD")
    assert legal(game.rules(), table) == {"t22 t23", "t24 t25", "t27"}
    after = game.rules().make(table, Move("t22", "t23"))
    assert after == position(game, "t24 7H\nt25 6S\nt26 8C\nt27 KD\nd QC AD")
    after = game.rules().make(table, Move("t27"))
    assert after == position(game, "t22 QC\nt23 AD\nt24 7H\nt25 6S\nt26 8C\nd KD")


@both
def test_each_card_is_under_two_cards_of_the_next_row(game) -> None:  # type: ignore[no-untyped-def]
    rules = game.rules()
    assert legal(rules, position(game, "t1 KC")) == {"t1"}
    for over in ("t2", "t3"):
        assert "t1" not in legal(rules, position(game, f"t1 KC\n{over} 2C"))
    assert "t16" not in legal(rules, position(game, "t16 KC\nt22 2C"))
    assert "t16" in legal(rules, position(game, "t16 KC\nt21 2C\nt24 3C"))
    assert "t21" not in legal(rules, position(game, "t21 KC\nt28 2C"))


@both
def test_a_pair_may_be_named_in_either_order_and_is_listed_once(game) -> None:  # type: ignore[no-untyped-def]
    table = position(game, "t22 QC\nt9 AD\nw QS")
    rules = game.rules()
    assert legal(rules, table) == {"t9 t22", "t9 w"}
    assert rules.resolve(table, "t22 t9") == Move("t9", "t22")
    assert rules.resolve(table, "w t9") == Move("t9", "w")
    assert rules.why_not(table, Move("t22", "t9")) == "That pair is written t9 t22."


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


def test_royale_pairs_no_card_with_two_covers_or_with_another_card() -> None:
    rules = ROYALE.rules()
    two = position(ROYALE, "t16 9C\nt22 4D\nt23 2C")
    assert legal(rules, two) == set()
    assert rules.why_not(two, Move("t22", "t16")) == "9C is covered by 4D and 2C."
    other = position(ROYALE, "t16 9C\nt22 2C\nt28 4D")
    assert legal(rules, other) == set()
    covered_cover = position(ROYALE, "t11 9C\nt16 4D\nt22 2C")
    assert legal(rules, covered_cover) == set()


def test_ultimate_pairs_no_card_with_its_cover() -> None:
    table = position(ULTIMATE, "t16 9C\nt22 4D")
    assert legal(ULTIMATE.rules(), table) == set()
    assert legal(ULTIMATE.rules(1), table) == {"t22 t16"}


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


def test_ultimate_is_not_over_while_turning_clears_the_rest() -> None:
    table = position(ULTIMATE, f"s 5c 8d\nd {' '.join(EVERYTHING[:50])}")
    won = ULTIMATE.rules().make(ULTIMATE.rules().make(table, Move("s")), Move("s"))
    assert ULTIMATE.rules().outcome(won) is Outcome.WON
    turned_over = position(ULTIMATE, f"w 8D 5C\nd {' '.join(EVERYTHING[:50])}")
    assert ULTIMATE.rules(3).outcome(turned_over) is Outcome.OVER
    assert ULTIMATE.rules(2).outcome(turned_over) is None


EVERYTHING = [r + s for r in "A23467TJQK9" for s in "CDHS"] + ["5S", "5H", "5D", "8C", "8H", "8S"]


@both
def test_level_1_frees_cards_under_one_cover(game) -> None:  # type: ignore[no-untyped-def]
    table = position(game, "t16 9C\nt17 KC\nt22 2C\nt24 JD\nt28 4D\nt1 KD\nt2 3C\nt3 3D")
    assert legal(game.rules(2), table) == {"t22 t24"}
    assert legal(game.rules(1), table) == {"t22 t24", "t28 t16", "t17"}


@both
def test_x_shows_the_card_under_the_top_of_the_waste_and_is_counted(game) -> None:  # type: ignore[no-untyped-def]
    play = play_from(game, "w 7C 6D 5S\nt1 2C")
    assert play.exception() == play.pile("w")[1:2]
    assert play.tally.exceptions == 1
    assert play.moves == 0
    with pytest.raises(IllegalMove, match="no hidden card"):
        play_from(game, "w 5S\nt1 2C").exception()


@both
def test_x_at_level_2_makes_one_move_of_level_1(game) -> None:  # type: ignore[no-untyped-def]
    play = play_from(game, "t17 KC\nt24 2C\nt18 KD\nt25 3C", level=2)
    play.exception()
    play.push(play.resolve("t17"))
    assert (play.tally.exceptions, play.armed) == (1, False)
    with pytest.raises(IllegalMove, match="KD is covered"):
        play.perform("t18")


def test_royale_scores_the_removed_cards_and_ultimate_has_no_score() -> None:
    royale = play_from(ROYALE, "t22 QC\nt23 AD\nt24 KH\nt25 2C")
    royale.perform("t22 t23")
    royale.perform("t24")
    assert royale.score == 3
    ultimate = play_from(ULTIMATE, "t22 QC\nt23 AD\nt24 KH\nt25 2C")
    assert ULTIMATE.own_score is None
    ultimate.perform("t24")
    assert ultimate.tally.cards == 1


def test_the_game_is_won_with_all_52_cards_gone() -> None:
    rest = [r + s for r in "A23456789TJQ" for s in "CDHS"]
    play = play_from(ROYALE, f"d {' '.join(rest)} KC KD KH\nh KS")
    assert play.outcome is None
    play.perform("h")
    assert play.outcome is Outcome.WON

"""Carpet."""

from solterm.core.play.play import Play
from solterm.games.single_games import CARPET
from tests.core.positions import play_from
from tests.games.tables import after, dealt, leaving, moves, piles_alike, position_of

ACES = "f1 AC\nf2 AD\nf3 AH\nf4 AS"


def woven(*first: str) -> str:
    """Return a carpet that begins with these cards, among Kings and Queens."""
    others = ("KC", "KD", "KH", "KS", "QC", "QD", "QH", "QS", "JC", "JD", "JH", "JS")
    carpet = (*first, *others, *others)[:20]
    return "\n".join(f"t{n} {card}" for n, card in enumerate(carpet, 1))


def test_carpet_lays_out_the_aces_and_twenty_cards() -> None:
    places = piles_alike("t", 20, "0+1") | piles_alike("f", 4, "0+1")
    assert dealt(CARPET) == {"s": "28+0", "w": "0+0"} | places


def test_the_aces_are_taken_out_of_the_pack_and_the_rest_keeps_its_order() -> None:
    left = [card for card in CARPET.shuffle(617) if card & 0xF != 1]
    play = Play(CARPET, 617)
    assert [play.pile(f"t{n}")[0] for n in range(1, 21)] == left[:20]


def test_cards_of_the_carpet_and_the_waste_go_home_and_are_not_built_on() -> None:
    text = f"s 9d\nw 4D 2S\n{ACES}\n{woven('2H', '3H', '2C')}"
    assert moves(CARPET, text) == {"s", "w f4", "t1 f3", "t3 f1"}


def test_a_hole_is_mended_from_the_waste_and_then_from_the_stock() -> None:
    text = f"s 9d 8d\nw 4D\n{ACES}\n{woven('2H', '3H')}"
    one = after(CARPET, text, "t1 f3")
    assert "t1 4D" in one
    assert "w" not in one
    two = after(CARPET, text, "t1 f3", "t2 f3")
    assert "t2 8D" in two
    assert two.startswith("s 9d\n")


def test_a_hole_stays_when_waste_and_stock_are_out() -> None:
    assert "t1" not in after(CARPET, f"{ACES}\n{woven('2H')}", "t1 f3").split()


def test_at_level_2_the_waste_is_turned_over_once() -> None:
    text = f"w 4D 9D\n{ACES}\n{woven()}"
    assert moves(CARPET, text) == set()
    assert moves(CARPET, text, level=2) == {"s"}


def test_at_level_1_holes_wait_and_take_the_top_of_the_waste() -> None:
    text = f"s 9d\nw 4D\n{ACES}\n{woven('2H')}"
    emptied = after(CARPET, text, "t1 f3", level=1)
    assert "w 4D" in emptied
    assert leaving("w", moves(CARPET, emptied, level=1)) == {"w t1"}


def test_holes_are_mended_again_after_a_change_to_a_higher_level() -> None:
    play = play_from(CARPET, f"s 9d\nw 4D\n{ACES}\n{woven('2H')}", level=1)
    play.push("t1 f3")
    play.perform("level 3")
    assert "t1 4D" in position_of(play)

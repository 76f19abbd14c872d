"""Carpet."""

from solterm.games.single_games import CARPET
from tests.core.positions import play_from
from tests.games.tables import after, leaving, moves, position_of

ACES = "f1 AC\nf2 AD\nf3 AH\nf4 AS"


def woven(*first: str) -> str:
    """Return a carpet that begins with these cards, among Kings and Queens."""
    others = ("KC", "KD", "KH", "KS", "QC", "QD", "QH", "QS", "JC", "JD", "JH", "JS")
    carpet = (*first, *others, *others)[:20]
    return "\n".join(f"t{n} {card}" for n, card in enumerate(carpet, 1))


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

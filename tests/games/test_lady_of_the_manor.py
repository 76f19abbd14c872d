"""Lady of the Manor."""

import pytest

from solterm.core import cards, deals
from solterm.core.move import IllegalMove
from solterm.games.placing import LADY_OF_THE_MANOR as LADY
from tests.core.positions import play_from, position
from tests.games.tables import moves, refusal

ACES = "f1 AC\nf2 AD\nf3 AH\nf4 AS"


def test_the_deal_has_eight_aces_a_floor_of_four_times_twelve_and_piles_by_rank() -> None:
    pack = deals.shuffle(617, 2)
    opening = dict(zip(LADY.ids, LADY.opening(pack).piles, strict=True))
    assert sorted(opening[f"f{n}"] for n in range(1, 9)) == sorted(
        (cards.card(1, suit),) for suit in (0, 0, 1, 1, 2, 2, 3, 3)
    )
    others = [card for card in pack if cards.rank(card) != 1]
    for number in (1, 2, 3, 4):
        assert list(opening[f"t{number}"]) == others[number - 1 : 48 : 4]
    for number in range(1, 13):
        of_rank = [card for card in others[48:] if cards.rank(card) == number + 1]
        assert list(opening[f"r{number}"]) == of_rank


def test_only_the_tops_of_the_floor_show() -> None:
    table = position(LADY, "t1 9C 3D\nt2 4H 5H\nr2 3C")
    assert set(map(cards.text, LADY.visible(table))) == {"3D", "5H", "3C"}


def test_tops_of_floor_and_manor_go_only_to_foundations() -> None:
    text = "f1 AC 2C 3D\nf2 AD\nt1 9C 2D\nt2 4S\nt3 5D\nt4 4H 8D\nr1 2S\nr3 4D\nr8 9D"
    assert moves(LADY, text) == {"t1 f2", "r1 f2", "t2 f1", "r3 f1"}
    assert refusal(LADY, text, "t2 t3") == "Cards can't go from Floor pile 2 to Floor pile 3."
    assert refusal(LADY, text, "t4 r8") == "Cards can't go from Floor pile 4 to Manor pile 8."


def test_level_2_spreads_the_floor_open() -> None:
    play = play_from(LADY, f"{ACES}\nt1 9C 8C 3D\nr1 2S")
    hidden = {cards.parse("9C"), cards.parse("8C")}
    assert not hidden.intersection(play.seen)
    play.set_level(2)
    assert hidden.issubset(play.seen)
    assert LADY.rules(2).game.group("t1").fanned
    assert not LADY.group("t1").fanned
    assert moves(LADY, f"{ACES}\nt1 9C 2C 3D", 2) == set()


def test_level_1_makes_the_top_two_of_each_floor_pile_available() -> None:
    text = f"{ACES}\nt1 9C 2C 3D\nt2 2H 9D 9H\nr1 3S"
    assert moves(LADY, text) == set()
    assert moves(LADY, text, 1) == {"t1@2 f1", "t1@2 f2", "t1@2 f3", "t1@2 f4"}
    play = play_from(LADY, text, level=1)
    play.perform("t1@2 f1")
    assert play.pile("t1") == tuple(map(cards.parse, ("9C", "3D")))


def test_x_shows_one_covered_card_of_a_named_floor_pile() -> None:
    play = play_from(LADY, f"{ACES}\nt1 9C 8C 3D\nt2 4H\nr1 2S")
    with pytest.raises(IllegalMove, match="Say which pile"):
        play.exception()
    with pytest.raises(IllegalMove):
        play.exception("t2")
    with pytest.raises(IllegalMove):
        play.exception("r1")
    assert play.exception("t1") == (cards.parse("8C"),)
    assert play.tally.exceptions == 1
    assert cards.parse("9C") not in play.seen

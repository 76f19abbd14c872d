"""Propeller, Sultan and Windmill."""

from collections import Counter

import pytest

from solterm.core import cards, deals
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games.wheels import PROPELLER, SULTAN, WINDMILL
from tests.core.positions import play_from, position
from tests.games.tables import after, dealt, each, moves, outcome, piles_alike, position_of, refusal

ALL = (PROPELLER, SULTAN, WINDMILL)
KINGS = "r KH\nf1 KC\nf2 KD\nf3 KS\nf4 KC\nf5 KD\nf6 KS\nf7 KH\nf8 AH"
CENTRE = {PROPELLER: "r AC AD AH AS", SULTAN: KINGS, WINDMILL: "f1 AC"}
PLACE = {PROPELLER: "blade", SULTAN: "space", WINDMILL: "sail"}


def places(*tops: str) -> str:
    """Return the eight places, some of them with cards."""
    return "\n".join(f"t{number} {card}" for number, card in enumerate(tops, 1))


# -- the deal ----------------------------------------------------------------------------------


def test_propeller_has_one_pack_with_the_aces_in_the_hub() -> None:
    lying = {"s": "40+0", "w": "0+0", "r": "0+4"} | piles_alike("t", 8, "0+1")
    assert dealt(PROPELLER) == lying | piles_alike("f", 4, "0+0")
    opening = dict(zip(PROPELLER.ids, PROPELLER.opening(deals.shuffle(617)).piles, strict=True))
    assert {cards.rank(card) for card in opening["r"]} == {1}


def test_sultan_has_eight_kings_and_an_ace_of_hearts() -> None:
    lying = {"s": "87+0", "w": "0+0", "r": "0+1"} | piles_alike("t", 8, "0+1")
    assert dealt(SULTAN) == lying | piles_alike("f", 8, "0+1")
    opening = dict(zip(SULTAN.ids, SULTAN.opening(deals.shuffle(617, 2)).piles, strict=True))
    assert cards.text(opening["r"][0]) == "KH"
    assert Counter(cards.text(opening[f"f{n}"][0]) for n in range(1, 9)) == Counter(
        ["KC", "KC", "KD", "KD", "KS", "KS", "KH", "AH"]
    )


def test_windmill_has_an_ace_in_the_hub() -> None:
    lying = {"s": "95+0", "w": "0+0"} | piles_alike("t", 8, "0+1")
    assert dealt(WINDMILL) == lying | piles_alike("f", 5, "0+1", *["0+0"] * 4)
    pack = deals.shuffle(617, 2)
    opening = dict(zip(WINDMILL.ids, WINDMILL.opening(pack).piles, strict=True))
    first = next(card for card in pack if cards.rank(card) == 1)
    assert opening["f1"] == (first,)


# -- Propeller's foundations -------------------------------------------------------------------


def test_propellers_foundations_build_from_2_to_king_regardless_of_suit() -> None:
    text = f"{CENTRE[PROPELLER]}\nf1 2C 3D\n" + places("4S", "2H", "3C", "AC", "5D")
    assert moves(PROPELLER, text) >= {"t1 f1", "t2 f2"}
    assert not any(m[:2] in ("t3", "t5") and " f" in m for m in moves(PROPELLER, text))
    whole = " ".join(f"{rank}C" for rank in "23456789TJQK")
    assert moves(PROPELLER, f"{CENTRE[PROPELLER]}\nf1 {whole}\nw AC") == {
        *(f"w t{n}" for n in range(1, 9))
    }
    reason = refusal(PROPELLER, f"{CENTRE[PROPELLER]}\nf1 {whole}\nw AC", "w f1")
    assert reason == "Foundation 1 is complete."


def test_propeller_is_won_with_four_times_twelve() -> None:
    whole = [" ".join(f"{rank}{suit}" for rank in "23456789TJQK") for suit in "CDHS"]
    text = "\n".join(f"f{n} {suit}" for n, suit in enumerate(whole, 1))
    assert outcome(PROPELLER, f"{CENTRE[PROPELLER]}\n{text}") is Outcome.WON
    assert outcome(PROPELLER, f"{text.removesuffix(' KS')}\nt1 KS") is None


def test_the_hub_is_never_played() -> None:
    assert not any(m.startswith("r") for m in moves(PROPELLER, f"{CENTRE[PROPELLER]}\nw 9C"))
    reason = refusal(PROPELLER, f"{CENTRE[PROPELLER]}\nw 2C", "r t1")
    assert reason == "Cards on the hub stay there."
    reason = refusal(PROPELLER, f"{CENTRE[PROPELLER]}\nw 2C", "w r")
    assert reason == "Cards can't go from the waste to the hub."


def test_an_empty_blade_takes_any_available_card() -> None:
    text = f"{CENTRE[PROPELLER]}\nw 9C\n" + places(*["KD"] * 6, "9S")
    assert {"w t8", "t1 t8", "t7 t8"} <= moves(PROPELLER, text)
    assert outcome(PROPELLER, text.replace("w 9C\n", "")) is Outcome.OVER


# -- Sultan's ----------------------------------------------------------------------------------


def test_kings_wrap_to_the_ace_and_build_up_in_suit_to_the_queen() -> None:
    assert moves(SULTAN, f"{KINGS}\n" + places("AC", "AD", "2C", "QC")) == {"t1 f1", "t2 f2"}
    queens = "KC " + " ".join(f"{rank}C" for rank in cards.RANKS[:12])
    assert moves(SULTAN, KINGS.replace("f1 KC", f"f1 {queens}") + "\n" + places("KC")) == set()
    reason = refusal(SULTAN, KINGS.replace("f1 KC", f"f1 {queens}") + "\nt1 KC", "t1 f1")
    assert reason == "Foundation 1 is complete."


def test_the_ace_of_hearts_has_twelve_cards() -> None:
    assert moves(SULTAN, f"{KINGS}\n" + places("2H", "AH")) == {"t1 f8", "t2 f7"}
    to_queen = " ".join(f"{rank}H" for rank in cards.RANKS[:12])
    reason = refusal(SULTAN, KINGS.replace("f8 AH", f"f8 {to_queen}") + "\nt1 KH", "t1 f8")
    assert reason == "Foundation 8 is complete."


def test_eight_queens_win() -> None:
    lines = [
        f"f{n} K{suit} {' '.join(rank + suit for rank in cards.RANKS[:12])}"
        for n, suit in enumerate("CDSCDSH", 1)
    ]
    last = f"f8 {' '.join(rank + 'H' for rank in cards.RANKS[:12])}"
    assert outcome(SULTAN, "\n".join(["r KH", *lines, last])) is Outcome.WON
    nearly = last.removesuffix(" QH")
    assert outcome(SULTAN, "\n".join(["r KH", *lines, nearly, "t1 QH"])) is None


def test_the_sultan_takes_and_gives_no_card() -> None:
    text = f"{KINGS}\nt1 AH"
    assert refusal(SULTAN, text, "r f8") == "Cards on the Sultan stay there."
    assert refusal(SULTAN, text, "t1 r") == "Cards can't go from space 1 to the Sultan."


def test_sultan_has_two_redeals() -> None:
    text = f"w 9C 8C\n{KINGS}"
    for used in (0, 1):
        assert "s" in moves(SULTAN, f"{text}\npasses {used}")
    assert refusal(SULTAN, f"{text}\npasses 2", "s") == (
        "The stock is out and can't be turned over again."
    )
    assert after(SULTAN, text, "s") == f"s 8c 9c\n{KINGS.split(chr(10), 1)[1]}\nr KH\npasses 1"


# -- Windmill's --------------------------------------------------------------------------------


def test_the_hub_builds_up_regardless_of_suit_and_wraps_to_52_cards() -> None:
    four_rounds = [f"{rank}C" for _ in range(4) for rank in cards.RANKS]
    for height in (1, 12, 13, 14, 39, 51):
        text = f"f1 {' '.join(four_rounds[:height])}\nf2 KD"
        wanted = four_rounds[height][0]
        assert "t1 f1" in moves(WINDMILL, f"{text}\nt1 {wanted}S")
    complete = f"f1 {' '.join(four_rounds)}\nt1 AS"
    assert "t1 f1" not in moves(WINDMILL, complete)
    assert refusal(WINDMILL, complete, "t1 f1") == "Foundation 1 is complete."


def test_corners_open_with_a_king_and_build_down_regardless_of_suit_to_the_ace() -> None:
    assert moves(WINDMILL, "f1 AC\nf2 KD\n" + places("KS", "QH", "QC", "JC")) == {
        *("t1 f3", "t2 f2", "t3 f2")
    }
    whole = " ".join(f"{rank}D" for rank in reversed(cards.RANKS))
    assert moves(WINDMILL, f"f1 AC\nf2 {whole}\n" + places("KS")) == {"t1 f3"}
    reason = refusal(WINDMILL, f"f1 AC\nf2 {whole}\nt1 KS", "t1 f2")
    assert reason == "Foundation 2 is complete."


def test_no_card_goes_from_a_corner_to_the_hub() -> None:
    for level in (3, 2, 1):
        found = moves(WINDMILL, "f1 AC 2D\nf2 KD QD JD TD 9D 8D 7D 6D 5D 4D 3D\nw 9C", level)
        assert not any(m.startswith("f") for m in found)


def test_windmill_is_won_with_104() -> None:
    hub = " ".join([" ".join(f"{rank}C" for rank in cards.RANKS)] * 4)
    corners = [f"f{n} {' '.join(f'{rank}D' for rank in reversed(cards.RANKS))}" for n in (2, 3, 4)]
    last = " ".join(f"{rank}D" for rank in reversed(cards.RANKS))
    assert outcome(WINDMILL, "\n".join([f"f1 {hub}", *corners, f"f5 {last}"])) is Outcome.WON


def test_automatic_play_leaves_a_card_that_fits_hub_and_corner() -> None:
    rules = WINDMILL.rules()
    both = position(WINDMILL, "f1 AC 2C 3C\nf2 KD QD JD TD 9D 8D 7D 6D 5D\nt1 4S\nt2 5H")
    assert rules.automatic(both) is None
    # Even at equal height they differ: the hub builds up and the corner down.
    both = position(WINDMILL, "f1 AC 2C 3C 4C 5C 6C\nf2 KD QD JD TD 9D 8D\nt1 7S")
    assert rules.automatic(both) is None
    with pytest.raises(Refusal, match="Several foundations take it: say f1 or f2"):
        rules.resolve(both, "t1 f")


# -- places, waste and stock -------------------------------------------------------------------


@each(*ALL)
def test_no_card_goes_on_a_place(game: Game) -> None:
    text = f"w 8C\n{CENTRE[game]}\n" + places("9D", "8H", *["JD"] * 6)
    assert moves(game, text) == ({"s"} if game is SULTAN else set())
    reason = refusal(game, text, "w t1")
    assert reason == f"{PLACE[game].capitalize()} 1 holds a card already."


@each(*ALL)
def test_an_empty_place_may_be_filled_from_the_waste_but_not_from_the_stock(game: Game) -> None:
    text = f"s 5d\nw 8C\n{CENTRE[game]}\n" + places(*["JD"] * 7)
    assert moves(game, text) >= {"w t8", "s"}
    assert "s t8" not in moves(game, text)
    played = after(game, f"s 5d\nw 8C 2H\n{CENTRE[game]}\n" + places(*["JD"] * 7), "w t8")
    assert "t8 2H" in played


@each(SULTAN, WINDMILL)
def test_cards_of_places_go_only_to_foundations(game: Game) -> None:
    text = f"{CENTRE[game]}\n" + places("9D", "8H")
    assert moves(game, text) == set()
    assert refusal(game, text, "t1 t3").startswith("Cards can't go from")


@each(PROPELLER, WINDMILL)
def test_the_wheels_have_no_redeal(game: Game) -> None:
    text = f"w 8C\n{CENTRE[game]}\n" + places(*["JD"] * 8)
    assert refusal(game, text, "s") == "The stock is out and can't be turned over again."
    assert outcome(game, text) is Outcome.OVER


@each(*ALL)
def test_automatic_play_takes_cards_of_the_places_and_the_waste(game: Game) -> None:
    card = {PROPELLER: "2H", SULTAN: "AD", WINDMILL: "2H"}[game]
    rules = game.rules()
    assert rules.automatic(position(game, f"{CENTRE[game]}\nw {card}")) is not None
    assert rules.automatic(position(game, f"{CENTRE[game]}\nt3 {card}")) is not None


# -- levels and exceptions ---------------------------------------------------------------------


@each(*ALL)
def test_level_2_adds_a_pass(game: Game) -> None:
    passes = {PROPELLER: 1, SULTAN: 3, WINDMILL: 1}[game]
    text = f"w 8C\n{CENTRE[game]}\n" + places(*["JD"] * 8)
    assert "s" not in moves(game, f"{text}\npasses {passes - 1}")
    for level in (2, 1):
        assert "s" in moves(game, f"{text}\npasses {passes - 1}", level)
        assert "s" not in moves(game, f"{text}\npasses {passes}", level)


@each(*ALL)
def test_at_level_1_an_empty_place_takes_the_stocks_next_card_which_turns_up(game: Game) -> None:
    text = f"s 5d 4s\nw 8C\n{CENTRE[game]}\n" + places(*["JD"] * 7)
    assert "s t8" not in moves(game, text, 2)
    assert {m for m in moves(game, text, 1) if m.startswith("s ")} == {"s t8"}
    made = after(game, text, "s t8", level=1)
    assert made.startswith("s 5d\nw 8C\n")
    assert "t8 4S" in made
    reason = refusal(game, text, "s t1", 1)
    assert reason == f"The next card of the stock can only go, unseen, to an empty {PLACE[game]}."
    assert "4S" not in reason


@each(*ALL)
def test_at_level_1_a_place_builds_down_regardless_of_suit(game: Game) -> None:
    text = f"w 8C\n{CENTRE[game]}\n" + places("9D", "9H", "8H", *["JD"] * 5)
    added = moves(game, text, 1) - moves(game, text, 2)
    assert added == {"w t1", "w t2", "t3 t1", "t3 t2"}


@each(*ALL)
def test_x_swaps_the_two_top_cards_of_the_waste(game: Game) -> None:
    play = play_from(game, f"w 5C 8C 9C\n{CENTRE[game]}")
    play.exception()
    assert position_of(play).startswith("w 5C 9C 8C\n")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play_from(game, f"w 9C\n{CENTRE[game]}").exception()


@each(*ALL)
def test_at_level_2_x_allows_one_move_of_level_1(game: Game) -> None:
    play = play_from(game, f"s 5d 4s\n{CENTRE[game]}\n" + places(*["JD"] * 6), level=2)
    play.perform("x")
    play.perform("s t8")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play.perform("s t7")


def test_the_player_knows_the_aces_of_propellers_hub() -> None:
    known = Play(PROPELLER, 7).known.piles[PROPELLER.index["r"]]
    assert {cards.rank(card) for card in known} == {cards.ACE}

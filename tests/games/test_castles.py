"""Beleaguered Castle and its relatives."""

import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from solterm.core import cards, deals
from solterm.core.game import Game
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.games.castles import BAKERS_DOZEN, BISLEY, BRIGADE, FORTRESS, KING_ALBERT, RAGLAN
from solterm.games.castles import BELEAGUERED_CASTLE as CASTLE
from solterm.games.castles import STREETS_AND_ALLEYS as STREETS
from tests.core.positions import play_from, position
from tests.games.tables import after, dealt, full, moves, outcome, piles_alike, position_of, refusal

ACES = "f1 AC\nf2 AD\nf3 AH\nf4 AS"


def pysolfcs(name: str, deal: int) -> list[list[str]]:
    """Return the columns of a deal in PySolFC."""
    text = PysolGame(name, deal, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(True))
    return [line.split() for line in text.splitlines() if not line.startswith("Foundations")]


def columns_of(game: Game, deal: int) -> list[list[str]]:
    opening = game.opening(deals.shuffle(deal))
    lying = zip(game.ids, opening.piles, strict=True)
    return [[cards.text(card) for card in pile] for name, pile in lying if name[0] == "t"]


# -- Beleaguered Castle ------------------------------------------------------------------------


def test_the_castle_is_dealt_as_pysolfc_deals_it() -> None:
    lying = piles_alike("f", 4, "0+1") | piles_alike("t", 8, "0+6") | {"r": "0+0"}
    assert dealt(CASTLE) == lying
    assert columns_of(CASTLE, 24680) == pysolfcs("beleaguered_castle", 24680)


def test_rows_build_down_regardless_of_suit_and_do_not_wrap() -> None:
    text = f"{ACES}\nt1 9C 8H\nt2 7C\nt3 7H\nt4 KD\nt5 QD\nt6 2C\nt7 2S\nt8 9S"
    assert moves(CASTLE, text) == {"t2 t1", "t3 t1", "t5 t4", "t1 t8", "t6 f1", "t7 f4"}
    assert refusal(CASTLE, text, "t4 t6") == "KD can't go on 2C: an Ace is wanted."


def test_one_card_moves_at_a_time() -> None:
    text = f"{ACES}\nt1 8H 7C\nt2 9S\nt3 KC\nt4 KD\nt5 QD\nt6 TC\nt7 JS\nt8 5S"
    assert "t1 t2 2" not in moves(CASTLE, text)
    assert refusal(CASTLE, text, "t1 t2 2") == "Only the end card of row 1 moves."


@pytest.mark.parametrize("game", [CASTLE, STREETS], ids=lambda game: game.id)
def test_a_sequence_is_carried_over_empty_rows_as_a_shortcut(game: Game) -> None:
    text = f"{ACES}\nt1 9H 8H 7C 6D 5S\nt2 9S\nt3 KC\nt4 KD\nt5 QD\nt6 TC"
    rules, start = game.rules(), position(game, text)
    steps = rules.expand(start, Move("t1", "t2", 4))
    assert "t1 t2 4" not in moves(game, text)
    assert len(steps) == 9  # two rows, and no cell at level 3
    assert after(game, text, *map(str, steps)) == text.replace(" 8H 7C 6D 5S", "").replace(
        "9S", "9S 8H 7C 6D 5S"
    )
    assert game.rules(2).expand(start, Move("t1", "t2", 4)) != steps  # a cell
    assert refusal(game, f"{text}\nt7 3C", "t1 t2 4") == "4 cards need more empty rows on the way."
    assert refusal(game, f"{text}\nt7 3C\nt8 3S", "t1 t2 2") == "Only the end card of row 1 moves."
    assert Move("t1", "t2", 4) in rules.list_runs(start, "t1")


def test_an_empty_row_takes_any_single_card() -> None:
    text = f"{ACES}\nt1 9C 5H\nt2 3C\nt3 3D\nt4 3H\nt5 3S\nt6 8C\nt7 8D"
    assert {m for m in moves(CASTLE, text) if m.endswith("t8")} == {f"t{n} t8" for n in range(1, 8)}


def test_foundations_build_up_in_suit() -> None:
    assert "t1 f2" in moves(CASTLE, f"{ACES}\nt1 2D")
    assert "t1 f1" not in moves(CASTLE, f"{ACES}\nt1 2D")
    assert outcome(CASTLE, full(*"CDHS")) is Outcome.WON


def test_the_game_is_over_even_if_a_whole_row_can_move_to_an_empty_one() -> None:
    rows = "\n".join(
        f"t{n} {card}" for n, card in enumerate(["9C", "9D", "9H", "9S", "KC", "KD", "KH"], 1)
    )
    assert moves(CASTLE, f"{ACES}\n{rows}")
    assert outcome(CASTLE, f"{ACES}\n{rows}") is Outcome.OVER


def test_level_2_opens_a_holding_space_for_one_card() -> None:
    text = f"{ACES}\nt1 9C 5H\nt2 KC"
    assert refusal(CASTLE, text, "t1 r") == "The cell is not open at this level."
    assert {"t1 r", "t2 r"} <= moves(CASTLE, text, 2)
    held = after(CASTLE, text, "t1 r", level=2)
    assert "t2 r" not in moves(CASTLE, held, 2)
    assert "r t4" in moves(CASTLE, held, 2)
    assert "r t4" in moves(CASTLE, held, 3)


def test_at_level_1_runs_move_as_a_unit_but_not_to_the_holding_space() -> None:
    text = f"{ACES}\nt1 KS 8H 7C\nt2 9S"
    assert "t1 t2 2" not in moves(CASTLE, text, 2)
    found = moves(CASTLE, text, 1)
    assert {"t1 t2 2", "t1 t3 2", "t1 r"} <= found
    assert "t1 t3 3" not in found
    assert "t1 r 2" not in found


def test_x_draws_the_card_under_an_end_card() -> None:
    text = f"{ACES}\nt1 5C 8H KC\nt2 9S\nt3 QD 2D 7S\nt4 JC\nt5 JD\nt6 JH\nt7 JS\nt8 JC"
    play = play_from(CASTLE, text)
    play.perform("x")
    assert {str(m) for m in play.legal_moves if m.depth} == {"t1@2 t2", "t3@2 f2"}
    play.perform("t3@2 f2")
    assert play.tally.exceptions == 1
    assert "t3 QD 7S" in position_of(play)
    with pytest.raises(IllegalMove):
        play.perform("t1@2 t2")


def test_at_level_2_x_allows_one_move_of_level_1() -> None:
    play = play_from(CASTLE, f"{ACES}\nt1 KS 8H 7C\nt2 9S\nt3 TC 6D 5D\nt4 7S", level=2)
    play.perform("x")
    play.perform("t1 t2 2")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play.perform("t2 t3 2")


# -- Streets and Alleys, Fortress --------------------------------------------------------------


def test_streets_and_alleys_are_dealt_as_pysolfc_deals_them_with_the_aces_in() -> None:
    assert columns_of(STREETS, 24680) == pysolfcs("streets_and_alleys", 24680)
    assert dealt(STREETS) == piles_alike("f", 4, "0+0") | piles_alike(
        "t", 8, *["0+7"] * 4, *["0+6"] * 4
    ) | {"r": "0+0"}
    assert "t1 f1" in moves(STREETS, "t1 9C AD\nt2 9D")


def test_fortress_has_two_longer_columns_that_build_both_ways_in_suit() -> None:
    assert [len(column) for column in columns_of(FORTRESS, 617)] == [6, 6, *[5] * 8]
    text = "t1 8H\nt2 9H\nt3 7H\nt4 7S\nt5 KD\nt6 AD\nt7 3C\nt8 3D\nt9 5S\nt10 JS"
    assert moves(FORTRESS, text) == {"t2 t1", "t3 t1", "t1 t2", "t1 t3", "t6 f1"}
    reason = refusal(FORTRESS, text, "t6 t5")
    assert reason == "AD can't go on KD: QD is wanted."
    assert {"t4 t1", "t1 r"} <= moves(FORTRESS, text, level=1)


# -- Baker's Dozen, Bisley ---------------------------------------------------------------------


@pytest.mark.parametrize("deal", [617, 24680])
def test_kings_sink_to_the_bottom_of_the_columns_of_a_bakers_dozen(deal: int) -> None:
    for row, column in enumerate(columns_of(BAKERS_DOZEN, deal)):
        as_dealt = [cards.text(card) for card in deals.shuffle(deal)[row::13]]
        assert column == sorted(as_dealt, key=lambda card: card[0] != "K")


def test_spaces_of_a_bakers_dozen_are_not_filled_before_level_2() -> None:
    text = "t1 9C 8H\nt2 7C\nt3 KD"
    assert moves(BAKERS_DOZEN, text) == {"t2 t1"}
    assert {"t3 t4", "t1 t4"} <= moves(BAKERS_DOZEN, text, level=2)
    assert "t1 t4 2" in moves(BAKERS_DOZEN, text, level=1)


def test_bisley_deals_thirteen_columns_beside_the_aces() -> None:
    lying = piles_alike("f", 8, *["0+1"] * 4, *["0+0"] * 4)
    assert dealt(BISLEY) == lying | piles_alike("t", 13, *["0+3"] * 4, *["0+4"] * 9)


def test_the_foundations_of_a_suit_in_bisley_meet_anywhere() -> None:
    up = f"{ACES} 2S 3S\nf5 KS QS JS TS 9S 8S 7S 6S 5S"
    assert {m for m in moves(BISLEY, f"{up}\nt1 4S") if " f" in m} == {"t1 f4", "t1 f5"}
    assert moves(BISLEY, f"{ACES}\nt1 KD\nt2 QD\nt3 2D") == {
        "t1 f5",
        "t2 t1",
        "t1 t2",
        "t3 f2",
    }
    ranks = "A23456789TJQK"
    halves = [
        line
        for n, suit in enumerate("CDHS", 1)
        for line in (
            f"f{n} {' '.join(f'{rank}{suit}' for rank in ranks[: 3 * n])}",
            f"f{n + 4} {' '.join(f'{rank}{suit}' for rank in reversed(ranks[3 * n :]))}",
        )
    ]
    assert outcome(BISLEY, "\n".join(halves)) is Outcome.WON


# -- King Albert, Raglan, Brigade --------------------------------------------------------------

RESERVED = pytest.mark.parametrize(
    ("game", "heights", "reserve"),
    [
        (KING_ALBERT, [*range(1, 10)], 7),
        (RAGLAN, [*range(1, 8), 7, 7], 6),
        (BRIGADE, [5] * 7, 13),
    ],
    ids=lambda value: getattr(value, "id", ""),
)


@RESERVED
def test_columns_and_reserve_are_dealt(game: Game, heights: list[int], reserve: int) -> None:
    counts = dealt(game)
    assert [len(column) for column in columns_of(game, 617)] == heights
    assert [counts[f"r{n}"] for n in range(1, reserve + 1)] == ["0+1"] * reserve
    assert counts["f1"] == ("0+0" if game is KING_ALBERT else "0+1")


def test_king_albert_is_dealt_row_by_row_from_the_left() -> None:
    pack = cards.pack()
    opening = dict(zip(KING_ALBERT.ids, KING_ALBERT.opening(pack).piles, strict=True))
    assert [opening[f"t{n}"][0] for n in range(2, 10)] == list(pack[:8])
    assert [opening[f"t{n}"][-1] for n in range(1, 10)] == list(pack[36:45])


@RESERVED
def test_reserve_cards_leave_and_only_the_last_place_takes_one_from_level_2_on(
    game: Game, heights: list[int], reserve: int
) -> None:
    text = "f1 AC\nf2 AD\nt1 9C\nt2 5S\nt3 KH\nr1 8H\nr2 2D"
    found = moves(game, text)
    assert {"r1 t1", "r2 f2"} <= found
    assert not any(" r" in move for move in found)
    back = {m for m in moves(game, text, level=2) if " r" in m}
    assert back == {f"t{n} r{reserve}" for n in (1, 2, 3)}


def test_brigade_builds_whatever_the_suits_and_the_others_in_alternating_colours() -> None:
    text = "t1 9C\nt2 8C\nt3 8H"
    assert {m for m in moves(BRIGADE, text) if m.endswith("t1")} == {"t2 t1", "t3 t1"}
    for game in (KING_ALBERT, RAGLAN):
        assert {m for m in moves(game, text) if m.endswith("t1")} == {"t3 t1"}
        assert "t2 t1" in moves(game, text, level=1)

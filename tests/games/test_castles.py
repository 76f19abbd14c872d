"""Beleaguered Castle and its relatives."""

import pytest

from solterm.core import cards, deals
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.games.castles import BAKERS_DOZEN, BISLEY
from solterm.games.castles import BELEAGUERED_CASTLE as CASTLE
from solterm.games.castles import STREETS_AND_ALLEYS as STREETS
from tests.core.positions import position
from tests.games.tables import after, moves, outcome, refusal

ACES = "f1 AC\nf2 AD\nf3 AH\nf4 AS"


def columns_of(game: Game, deal: int) -> list[list[str]]:
    opening = game.opening(deals.shuffle(deal))
    lying = zip(game.ids, opening.piles, strict=True)
    return [[cards.text(card) for card in pile] for name, pile in lying if name[0] == "t"]


# -- Beleaguered Castle ------------------------------------------------------------------------


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


def test_the_game_is_over_even_if_a_whole_row_can_move_to_an_empty_one() -> None:
    rows = "\n".join(
        f"t{n} {card}" for n, card in enumerate(["9C", "9D", "9H", "9S", "KC", "KD", "KH"], 1)
    )
    assert moves(CASTLE, f"{ACES}\n{rows}")
    assert outcome(CASTLE, f"{ACES}\n{rows}") is Outcome.OVER


# -- Baker's Dozen, Bisley ---------------------------------------------------------------------


@pytest.mark.parametrize("deal", [617, 24680])
def test_kings_sink_to_the_bottom_of_the_columns_of_a_bakers_dozen(deal: int) -> None:
    for row, column in enumerate(columns_of(BAKERS_DOZEN, deal)):
        as_dealt = [cards.text(card) for card in deals.shuffle(deal)[row::13]]
        assert column == sorted(as_dealt, key=lambda card: card[0] != "K")


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

"""Fourteen Out and Nestor."""

import pytest

from solterm.core import cards
from solterm.core.outcome import Outcome
from solterm.core.vocabulary.dealing import DistinctRanks
from solterm.games.pair_games import FOURTEEN_OUT, NESTOR
from tests.core.positions import play_from
from tests.games.tables import dealt, moves, outcome, piles_alike, refusal


def test_two_end_cards_that_make_fourteen_leave() -> None:
    there = "t1 2H KS\nt2 AD\nt3 QC\nt4 7S\nt5 7D\nt6 JC"
    assert moves(FOURTEEN_OUT, there) == {"t1 t2", "t4 t5"}
    reason = "KS and QC do not go together: they make 25, not 14."
    assert refusal(FOURTEEN_OUT, there, "t1 t3") == reason
    assert refusal(FOURTEEN_OUT, there, "t4") == "7S does not go alone: name the card it goes with."


@pytest.mark.parametrize("game", [FOURTEEN_OUT, NESTOR], ids=lambda game: game.id)
def test_at_level_2_a_card_under_one_other_may_leave(game) -> None:  # type: ignore[no-untyped-def]
    there = "t1 7H KS\nt2 7D"
    assert moves(game, there) == set()
    assert moves(game, there, 2) == {"t1@2 t2"}
    assert moves(game, "t1 7H 7S", 2) == {"t1@2 t1"}


def test_at_level_1_the_pairs_of_the_other_game_leave_too() -> None:
    there = "t1 KH\nt2 KS\nt3 AC"
    assert moves(FOURTEEN_OUT, there) == {"t1 t3", "t2 t3"}
    assert moves(NESTOR, there) == {"t1 t2"}
    for game in (FOURTEEN_OUT, NESTOR):
        assert moves(game, there, 1) == {"t1 t2", "t1 t3", "t2 t3"}


def test_nestor_deals_no_rank_twice_to_a_column() -> None:
    assert dealt(NESTOR) == {"d": "0+0"} | piles_alike("t", 8, "0+6") | piles_alike("r", 4, "0+1")
    for deal in range(1, 300):
        position = NESTOR.deal(deal)
        for number in range(1, 9):
            ranks = [cards.rank(card) for card in position.pile(f"t{number}")]
            assert len(set(ranks)) == 6


def test_a_card_whose_rank_a_column_has_waits_for_the_next() -> None:
    pack = [cards.parse(text) for text in ("5C", "9C", "5D", "9D", "KC")]
    piles: dict[str, list[int]] = {"t1": [], "t2": []}
    DistinctRanks(("t1", "t2"), 2).deal(pack, piles)
    names = {name: " ".join(map(cards.text, pile)) for name, pile in piles.items()}
    assert names == {"t1": "5C 9D", "t2": "9C 5D"}
    assert pack == [cards.parse("KC")]


def test_if_no_card_fits_the_next_one_changes_places_with_one_dealt_before() -> None:
    pack = [cards.parse(text) for text in ("5C", "9C", "6C", "5D")]
    piles: dict[str, list[int]] = {"t1": [], "t2": []}
    DistinctRanks(("t1", "t2"), 2).deal(pack, piles)
    names = {name: " ".join(map(cards.text, pile)) for name, pile in piles.items()}
    assert names == {"t1": "5C 6C", "t2": "9C 5D"}
    pack = [cards.parse(text) for text in ("9C", "5C", "6C", "5D")]
    piles = {"t1": [], "t2": []}
    DistinctRanks(("t1", "t2"), 2).deal(pack, piles)
    names = {name: " ".join(map(cards.text, pile)) for name, pile in piles.items()}
    assert names == {"t1": "5D 6C", "t2": "5C 9C"}


@pytest.mark.parametrize("game", [FOURTEEN_OUT, NESTOR], ids=lambda game: game.id)
def test_all_cards_discarded_win_and_no_pair_ends_the_game(game) -> None:  # type: ignore[no-untyped-def]
    gone = " ".join(cards.text(card) for card in cards.pack() if cards.rank(card) != 7)
    there = f"t1 7C 7D\nt2 7H 7S\nd {gone}"
    assert outcome(game, there) is None
    play = play_from(game, there)
    play.perform("t1 t2")
    play.perform("t1 t2")
    assert play.outcome is Outcome.WON
    assert outcome(game, "t1 5H\nt2 6H") is Outcome.OVER
    lost = play_from(game, "t1 7C 6D\nt2 7H 7S\nt3 7D\nt4 2C")
    lost.perform("t2 t3")
    assert lost.mark == 20

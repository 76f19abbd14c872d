"""Three Shuffles and a Draw, La Belle Lucie, Trefoil, Shamrocks and Cruel."""

from itertools import chain

import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from solterm.core import cards, deals
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games.belle_lucies import CRUEL, LA_BELLE_LUCIE, SHAMROCKS, TREFOIL
from solterm.games.belle_lucies import THREE_SHUFFLES as SHUFFLES
from tests.core.positions import play_from, position
from tests.games.tables import after, dealt, full, moves, outcome, piles_alike, refusal

ACES = "f1 AC\nf2 AD\nf3 AH\nf4 AS"


def tableau(play: Play) -> list[int]:
    """Return the number of cards in each pile of the tableau."""
    return [len(play.pile(name)) for name in play.game.ids if name[0] == "t"]


# -- Three Shuffles and a Draw -----------------------------------------------------------------


def test_the_deal_has_the_aces_out_and_sixteen_open_stacks_of_three() -> None:
    lying = piles_alike("f", 4, "0+1") | piles_alike("t", 16, "0+3") | {"s": "0+0"}
    assert dealt(SHUFFLES) == lying
    opening = SHUFFLES.opening(deals.shuffle(617), 617)
    assert len(set(SHUFFLES.visible(opening))) == 52
    others = [card for card in deals.shuffle(617) if cards.rank(card) != 1]
    assert opening.piles[SHUFFLES.ids.index("t2")] == (others[1], others[17], others[33])


def test_stacks_build_down_in_suit_with_their_end_cards() -> None:
    text = f"{ACES}\nt1 9C 8H\nt2 7H\nt3 7C\nt4 9H"
    assert moves(SHUFFLES, text) == {"t2 t1", "t1 t4", "s", *draws(text)}
    assert refusal(SHUFFLES, text, "t3 t1") == "7C can't go on 8H: their suits differ."
    assert refusal(SHUFFLES, f"{ACES}\nt1 8H 7H\nt2 9H", "t1 t2 2").startswith("Only the end card")


def draws(text: str) -> set[str]:
    """Return the moves that draw a covered card."""
    return {move for move in moves(SHUFFLES, text) if "@" in move}


def test_an_empty_stack_is_not_filled() -> None:
    text = f"{ACES}\nt1 9C KH\nt2 7H"
    assert moves(SHUFFLES, text) == {"s"}
    reason = "KH can't go there: nothing may fill an empty stack."
    assert refusal(SHUFFLES, text, "t1 t5") == reason


def test_a_reshuffle_gathers_the_tableau_and_deals_it_in_threes() -> None:
    play = play_from(SHUFFLES, f"{ACES}\nt1 9C 8H\nt4 7H\nt7 5C 4C KD QD JS")
    before = sorted(chain.from_iterable(play.pile(f"t{n}") for n in range(1, 17)))
    play.perform("s")
    assert tableau(play) == [3, 3, 2] + [0] * 13
    assert sorted(chain.from_iterable(play.pile(f"t{n}") for n in range(1, 17))) == before
    assert [play.pile(f"f{n}")[0] for n in (1, 2, 3, 4)] == list(
        map(cards.parse, ["AC", "AD", "AH", "AS"])
    )
    assert play.moves == 0


def test_a_reshuffle_depends_only_on_the_deal_and_its_number() -> None:
    one, other = Play(SHUFFLES, 617), Play(SHUFFLES, 618)
    assert (one.table.deal, other.table.deal) == (617, 618)
    text = f"{ACES}\nt1 9C 8H\nt4 7H\nt7 5C 4C KD QD JS\ndeal 617"
    rearranged = f"{ACES}\nt2 8H 7H\nt3 9C\nt7 JS 5C 4C KD QD\ndeal 617"
    first = after(SHUFFLES, text, "s")
    assert after(SHUFFLES, rearranged, "s") == first
    assert after(SHUFFLES, text.replace("617", "618"), "s") != first
    assert after(SHUFFLES, f"{text}\npasses 1", "s") != first.replace("passes 1", "passes 2")


def test_a_reshuffle_is_refused_while_a_named_top_card_fits_a_foundation() -> None:
    text = f"{ACES}\nt1 9C 8H\nt4 3C 2D"
    assert refusal(SHUFFLES, text, "s") == "2D can go to a foundation: play it first."
    assert "s" in moves(SHUFFLES, f"{ACES}\nt1 9C 8H\nt4 2D 3C")


@pytest.mark.parametrize(("level", "times"), [(3, 2), (2, 3), (1, 3)])
def test_a_game_has_two_reshuffles_and_at_level_2_a_third(level: int, times: int) -> None:
    text = f"{ACES}\nt1 9C 8H\nt4 KD 9D"
    for used in range(times):
        assert "s" in moves(SHUFFLES, f"{text}\npasses {used}", level)
    reason = refusal(SHUFFLES, f"{text}\npasses {times}", "s", level)
    assert reason == "No reshuffles left."


def test_the_draw_plays_any_covered_card_to_a_stack_or_a_foundation() -> None:
    text = f"{ACES}\nt1 2H 8C KD JS\nt2 9C\nt3 4D QH"
    assert draws(text) == {"t1@4 f3", "t1@3 t2"}
    play = play_from(SHUFFLES, text)
    play.perform("t1@3 t2")
    assert play.pile("t1") == tuple(map(cards.parse, ["2H", "KD", "JS"]))
    assert play.pile("t2") == tuple(map(cards.parse, ["9C", "8C"]))


def test_a_drawn_card_that_does_not_fit_is_refused_with_the_reason() -> None:
    text = f"{ACES}\nt1 2H 8C KD JS\nt2 9C"
    assert refusal(SHUFFLES, text, "t1@2 t2") == "KD can't go on 9C: 8C is wanted."
    assert refusal(SHUFFLES, text, "t1@5 t2").startswith("You can't take a card out")


def test_a_game_has_one_draw() -> None:
    text = f"{ACES}\nt1 2H 8C KD JS\nt2 9C\nt3 4D QH"
    play = play_from(SHUFFLES, text)
    play.perform("t1@4 f3")
    with pytest.raises(IllegalMove, match="can't take a card out"):
        play.perform("t1@3 t2")
    play.perform("undo")
    play.perform("t1@3 t2")


def test_automatic_play_does_not_use_the_draw() -> None:
    assert SHUFFLES.rules().automatic(position(SHUFFLES, f"{ACES}\nt1 2H KD")) is None


def test_the_game_is_over_without_moves_reshuffles_and_the_draw() -> None:
    text = f"{ACES}\nt1 9C 8H\nt4 2D 9D"
    assert outcome(SHUFFLES, text) is None
    assert outcome(SHUFFLES, f"{text}\npasses 2") is None
    assert outcome(SHUFFLES, f"{text}\npasses 2\nstage 1") is Outcome.OVER
    assert outcome(SHUFFLES, f"{text}\npasses 1\nstage 1") is None
    assert outcome(SHUFFLES, full(*"CDHS")) is Outcome.WON


def test_royale_scores_the_cards_on_the_foundations_starting_at_4() -> None:
    assert play_from(SHUFFLES, f"{ACES}\nt1 9C").score == 4


def test_level_1_fills_empty_stacks_and_builds_regardless_of_suit() -> None:
    text = f"{ACES}\nt1 9C 8H\nt2 7C"
    assert "t1 t5" not in moves(SHUFFLES, text, 2)
    assert "t2 t1" not in moves(SHUFFLES, text, 2)
    assert {"t1 t5", "t2 t1"} <= moves(SHUFFLES, text, 1)


def test_x_draws_the_card_under_an_end_card_after_the_draw_is_used() -> None:
    play = play_from(SHUFFLES, f"{ACES}\nt1 2H 8C JS\nt2 9C\nt5 2C 3S KC\nt6 2D 5H")
    play.perform("t6@2 f2")
    play.perform("x")
    assert {str(m) for m in play.legal_moves if m.depth} == {"t1@2 t2"}
    play.perform("t1@2 t2")
    assert play.tally.exceptions == 1


def test_a_drawn_card_is_no_exception_while_the_draw_is_left() -> None:
    play = play_from(SHUFFLES, f"{ACES}\nt1 2H 8C JS\nt2 9C")
    for event in ("x", "t1@2 t2"):
        play.perform(event)
    assert (play.tally.exceptions, play.armed, play.table.spent) == (0, True, 1)


# -- La Belle Lucie, Trefoil -------------------------------------------------------------------


@pytest.mark.parametrize("game", [LA_BELLE_LUCIE, SHAMROCKS], ids=lambda game: game.id)
def test_eighteen_fans_are_dealt_as_pysolfc_deals_its_fan(game: Game) -> None:
    text = PysolGame("fan", 24680, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(True))
    opening = zip(game.ids, game.opening(deals.shuffle(24680)).piles, strict=True)
    fans = [[cards.text(card) for card in pile] for name, pile in opening if name[0] == "t"]
    assert fans == [line.split() for line in text.splitlines()]


def test_a_reshuffle_waits_for_an_ace_that_can_open_a_foundation() -> None:
    text = "f1 AC\nt1 9C AH\nt2 4D 7S"
    assert refusal(LA_BELLE_LUCIE, text, "s") == "AH can go to a foundation: play it first."
    buried = "f1 AC\nt1 AH 9C\nt2 4D 7S"
    assert moves(LA_BELLE_LUCIE, buried) == {"s"}
    assert outcome(LA_BELLE_LUCIE, f"{buried}\npasses 2") is Outcome.OVER
    assert moves(LA_BELLE_LUCIE, f"{buried}\npasses 2", level=2) == {"s"}


def test_la_belle_lucie_is_dealt_again_in_threes() -> None:
    play = play_from(LA_BELLE_LUCIE, "f1 AC\nt1 AH 9C\nt2 4D 7S\nt9 5H 2C KD\nt18 3S")
    play.perform("s")
    assert tableau(play) == [3, 3, 2] + [0] * 15


def test_trefoil_is_three_shuffles_without_the_draw() -> None:
    assert dealt(TREFOIL) == dealt(SHUFFLES)
    text = f"{ACES}\nt1 2H 8C JS\nt2 9C"
    assert moves(TREFOIL, text) == moves(SHUFFLES, text) - set(draws(text)) == {"s"}
    play = play_from(TREFOIL, text)
    for event in ("x", "t1@2 t2"):
        play.perform(event)
    assert play.tally.exceptions == 1


# -- Shamrocks ---------------------------------------------------------------------------------


def test_a_fan_of_three_cards_is_full_until_level_2() -> None:
    text = "t1 2C 9D 8H\nt2 KS 7C\nt3 4D\nt4 9S"
    found = moves(SHAMROCKS, text)
    assert found == {"t1 t2", "t1 t4"}
    assert refusal(SHAMROCKS, text, "t2 t1") == "Fan 1 is full."
    assert {"t2 t1", "t4 t1"} <= moves(SHAMROCKS, text, level=2)
    assert "t3 t5" in moves(SHAMROCKS, text, level=1)


def test_shamrocks_build_either_way_but_not_round_the_corner() -> None:
    text = "t1 KC\nt2 AD\nt3 QD\nt4 2C"
    assert moves(SHAMROCKS, text) == {"t3 t1", "t1 t3", "t2 t4", "t4 t2", "t2 f1"}


# -- Cruel -------------------------------------------------------------------------------------


def test_a_redeal_reads_the_columns_from_their_end_cards_and_lays_them_in_fours() -> None:
    text = f"{ACES}\nt1 5S 9D JS 5D 4D\nt2 8C 6S 4C JC"
    assert after(CRUEL, text, "s") == f"{ACES}\nt1 9D JS 5D 4D\nt2 6S 4C JC 5S\nt3 8C"
    text = f"{ACES}\nt1 9C 8H 7S\nt3 KD QH 5C 4S 2D\nt4 TC\nt12 3H"
    assert after(CRUEL, text, "s") == f"{ACES}\nt1 2D 9C 8H 7S\nt2 KD QH 5C 4S\nt3 3H TC"


def test_a_redeal_that_changes_nothing_is_refused() -> None:
    text = f"{ACES}\nt1 9C 8H 7S KD\nt2 QH 5C 4S"
    assert refusal(CRUEL, text, "s") == "Dealing again would change nothing."
    assert "s" in moves(CRUEL, f"{ACES}\nt1 9C 8H 7S\nt2 QH 5C 4S")


def test_redeals_are_unlimited_and_no_moves() -> None:
    play = play_from(CRUEL, f"{ACES}\nt1 9C 8H 7S\nt2 3C 2H 4C 6S 2C")
    play.perform("s")
    assert (play.moves, play.table.passes) == (0, 0)


def test_the_game_is_over_once_no_redeal_brings_a_move() -> None:
    stuck = f"{ACES}\nt1 9C 8H 7S KD\nt2 QH 5C 4S"
    assert outcome(CRUEL, stuck) is Outcome.OVER
    assert outcome(CRUEL, f"{ACES}\nt1 9C 8H 7S\nt2 KD QH 5C 4S") is Outcome.OVER
    assert outcome(CRUEL, f"{ACES}\nt1 9C 8H 7S\nt2 KD 5C 2D 4S") is None  # the 2 comes to an end


def test_where_spaces_are_filled_the_place_of_a_column_matters() -> None:
    text = f"{ACES}\nt2 9C 8H\nt3 7S"
    rules = CRUEL.rules(2)
    carried = next(move for move in rules.legal_moves(position(CRUEL, text)) if move.dst == "t1")
    assert rules.makes_progress(position(CRUEL, text), carried)

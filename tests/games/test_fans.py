"""Three Shuffles and a Draw, La Belle Lucie, Trefoil, Shamrocks and Cruel."""

from itertools import chain

import pytest

from solterm.core import cards, deals
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games.fans import THREE_SHUFFLES as SHUFFLES
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

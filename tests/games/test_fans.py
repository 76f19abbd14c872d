"""Three Shuffles and a Draw, La Belle Lucie, Trefoil, Shamrocks and Cruel."""

from itertools import chain

import pytest

from solterm.core import cards
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games.belle_lucies import CRUEL, LA_BELLE_LUCIE, TREFOIL
from solterm.games.belle_lucies import THREE_SHUFFLES as SHUFFLES
from tests.core.positions import play_from
from tests.games.tables import after, dealt, full, moves, outcome, refusal

ACES = "f1 AC\nf2 AD\nf3 AH\nf4 AS"


def tableau(play: Play) -> list[int]:
    """Return the number of cards in each pile of the tableau."""
    return [len(play.pile(name)) for name in play.game.ids if name[0] == "t"]


# -- Three Shuffles and a Draw -----------------------------------------------------------------


def draws(text: str) -> set[str]:
    """Return the moves that draw a covered card."""
    return {move for move in moves(SHUFFLES, text) if "@" in move}


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


def test_the_game_is_over_without_moves_reshuffles_and_the_draw() -> None:
    text = f"{ACES}\nt1 9C 8H\nt4 2D 9D"
    assert outcome(SHUFFLES, text) is None
    assert outcome(SHUFFLES, f"{text}\npasses 2") is None
    assert outcome(SHUFFLES, f"{text}\npasses 2\nstage 1") is Outcome.OVER
    assert outcome(SHUFFLES, f"{text}\npasses 1\nstage 1") is None
    assert outcome(SHUFFLES, full(*"CDHS")) is Outcome.WON


def test_x_draws_the_card_under_an_end_card_after_the_draw_is_used() -> None:
    play = play_from(SHUFFLES, f"{ACES}\nt1 2H 8C JS\nt2 9C\nt5 2C 3S KC\nt6 2D 5H")
    play.perform("t6@2 f2")
    play.perform("x")
    assert {str(m) for m in play.legal_moves if m.depth} == {"t1@2 t2"}
    play.perform("t1@2 t2")
    assert play.tally.exceptions == 1


# -- La Belle Lucie, Trefoil -------------------------------------------------------------------


def test_a_reshuffle_waits_for_an_ace_that_can_open_a_foundation() -> None:
    text = "f1 AC\nt1 9C AH\nt2 4D 7S"
    assert refusal(LA_BELLE_LUCIE, text, "s") == "AH can go to a foundation: play it first."
    buried = "f1 AC\nt1 AH 9C\nt2 4D 7S"
    assert moves(LA_BELLE_LUCIE, buried) == {"s"}
    assert outcome(LA_BELLE_LUCIE, f"{buried}\npasses 2") is Outcome.OVER
    assert moves(LA_BELLE_LUCIE, f"{buried}\npasses 2", level=2) == {"s"}


def test_trefoil_is_three_shuffles_without_the_draw() -> None:
    assert dealt(TREFOIL) == dealt(SHUFFLES)
    text = f"{ACES}\nt1 2H 8C JS\nt2 9C"
    assert moves(TREFOIL, text) == moves(SHUFFLES, text) - set(draws(text)) == {"s"}
    play = play_from(TREFOIL, text)
    for event in ("x", "t1@2 t2"):
        play.perform(event)
    assert play.tally.exceptions == 1


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


def test_the_game_is_over_once_no_redeal_brings_a_move() -> None:
    stuck = f"{ACES}\nt1 9C 8H 7S KD\nt2 QH 5C 4S"
    assert outcome(CRUEL, stuck) is Outcome.OVER
    assert outcome(CRUEL, f"{ACES}\nt1 9C 8H 7S\nt2 KD QH 5C 4S") is Outcome.OVER
    assert outcome(CRUEL, f"{ACES}\nt1 9C 8H 7S\nt2 KD 5C 2D 4S") is None  # the 2 comes to an end

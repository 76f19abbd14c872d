"""Plays: events, undo, and the state after a refused event."""

from typing import Any

import pytest

from solterm.core import cards
from solterm.core.move import IllegalMove
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.table import write
from solterm.games import find
from solterm.games.kloncan_games import KLONDIKE
from tests.core.positions import play_from

OPENING = "s 6c 5c 4c\nt1 9C\nt2 kd 8H\nt3 7S\nt4 AD\nt5 3C"
"""Klondike: 8H can go on 9C and turn KD up, 7S on 8H, AD home."""


def without_empty_piles(play: Play) -> str:
    """Return the position without empty piles."""
    text = write(play.table, play.game.ids)
    return "\n".join(line for line in text.splitlines() if " " in line)


def state(play: Play) -> dict[str, Any]:
    return {
        "table": play.table,
        "events": list(play.events),
        "level": play.level,
        "moves": play.moves,
        "armed": play.armed,
        "tally": play.tally,
        "undo": play.can_undo,
        "redo": play.can_redo,
        "seen": set(play.seen),
    }


def perform(play: Play, *events: str) -> Play:
    for event in events:
        play.perform(event)
    return play


# -- the start ---------------------------------------------------------------------------------


def test_a_game_counts_as_played_after_its_first_move() -> None:
    play = play_from(KLONDIKE, OPENING)
    assert not perform(play, "level 2", "peek t1").begun
    assert not perform(play, "s").begun, "a stock turn is not a move"
    assert perform(play, "t4 f1").begun


# -- moving ------------------------------------------------------------------------------------


REFUSED = ["t3 t1", "t1 f1", "w t1", "undo", "redo", "x x", "level 4", "level", "peek t9", "peek"]


@pytest.mark.parametrize("event", [*REFUSED, "t9 t1", "t1 f", "rubbish", "", "level ²", "Undo"])
def test_refused_event_changes_nothing(event: str) -> None:
    play = play_from(KLONDIKE, OPENING)
    before = state(play)
    with pytest.raises(Refusal) as refused:
        play.perform(event)
    assert str(refused.value).endswith((".", "for example t3 t5 2."))
    assert "invalid literal" not in str(refused.value)
    assert state(play) == before


# -- undo and redo -----------------------------------------------------------------------------


def test_move_after_undo_clears_redo() -> None:
    play = perform(play_from(KLONDIKE, OPENING), "t2 t1", "undo")
    assert play.can_redo
    play.perform("t4 f1")
    assert not play.can_redo
    with pytest.raises(IllegalMove, match="Nothing to redo"):
        play.redo()


def test_undo_changes_only_the_position() -> None:
    play = perform(play_from(KLONDIKE, OPENING), "x", "t2 t1", "t4 f1")
    counts = (play.moves, play.tally.level, play.tally.exceptions, play.tally.moves_after)
    assert counts == (2, 3, 1, 2)
    perform(play, "undo", "undo", "undo")
    assert counts == (play.moves, play.tally.level, play.tally.exceptions, play.tally.moves_after)
    perform(play, "redo", "redo", "redo")
    assert counts == (play.moves, play.tally.level, play.tally.exceptions, play.tally.moves_after)


def test_undo_skips_level_changes() -> None:
    play = perform(play_from(KLONDIKE, OPENING), "t2 t1", "level 1", "t5 t6", "level 2")
    perform(play, "undo", "undo")
    assert play.level == 2
    assert without_empty_piles(play) == OPENING
    assert play.tally.level == 1


def test_undo_reverts_automatic_play_in_one_step() -> None:
    play = play_from(KLONDIKE, "t1 AH\nt2 9C 2H\nt3 AS")
    before = play.table
    assert len(play.auto()) == 3
    play.undo()
    assert play.table == before
    assert play.moves == 3


def test_a_scored_game_has_no_undo_redo_or_peek() -> None:
    play = play_from(KLONDIKE, OPENING, mode=Mode.SCORED)
    play.perform("t2 t1")
    assert not play.can_undo
    for event in ("undo", "redo", "peek w"):
        with pytest.raises(IllegalMove, match="off in contests"):
            play.perform(event)
    assert play.events == ["t2 t1"]


# -- levels ------------------------------------------------------------------------------------


def test_level_change_is_an_event() -> None:
    play = perform(play_from(KLONDIKE, OPENING), "level 1", "t5 t6", "level 3")
    assert play.events == ["level 1", "t5 t6", "level 3"]
    assert (play.start_level, play.level) == (3, 3)


# -- seen cards --------------------------------------------------------------------------------


def test_a_peek_shows_only_the_face_up_cards_of_a_squared_pile() -> None:
    play = play_from(KLONDIKE, "w 4C 5C 6C\nt1 kd 8H")
    assert list(map(cards.text, play.peek("w"))) == ["4C", "5C", "6C"]
    assert list(map(cards.text, play.peek("t1"))) == ["8H"]
    assert play.events == ["peek w", "peek t1"]


def test_a_card_is_seen_once_it_was_visible() -> None:
    play = play_from(KLONDIKE, "s 3c 2c AC\nw 4C 5C\nt1 kd 8H".replace("AC", "ac"))
    assert {cards.text(card) for card in play.seen} == {"4C", "5C", "8H"}
    play.perform("s")  # a fanned packet is visible as a whole
    assert {cards.text(card) for card in play.seen} == {"4C", "5C", "8H", "AC", "2C", "3C"}
    play.perform("undo")
    assert {cards.text(card) for card in play.seen} == {"4C", "5C", "8H", "AC", "2C", "3C"}


# -- aids --------------------------------------------------------------------------------------


def test_cheat_counts_even_after_undo() -> None:
    play = perform(play_from(KLONDIKE, "t1 9C\nt2 8C"), "cheat")
    assert (play.counts.cheats, play.cheating) == (1, True)
    perform(play, "t2 t1", "undo")
    assert (play.counts.cheats, play.cheating, play.tally.level) == (1, False, 1)
    with pytest.raises(IllegalMove):
        play.perform("t2 t1")


def test_cancelled_cheat_still_counts() -> None:
    play = perform(play_from(KLONDIKE, OPENING), "cheat", "cheat", "t4 f1")
    assert (play.counts.cheats, play.cheating, play.tally.level) == (1, False, 3)


def test_restart_is_an_action_and_keeps_the_counts() -> None:
    play = perform(play_from(KLONDIKE, OPENING), "t4 f1", "restart")
    assert without_empty_piles(play) == without_empty_piles(play_from(KLONDIKE, OPENING))
    assert play.moves == 1
    assert play.tally.cards == 0
    assert "f1 AD" in without_empty_piles(perform(play, "undo"))


def test_return_to_a_bookmark_by_name() -> None:
    play = perform(play_from(KLONDIKE, OPENING), "t2 t1", "bookmark one", "t4 f1", "return one")
    assert play.bookmarks == ("one",)
    assert "f1" not in without_empty_piles(play)
    assert "f1 AD" in without_empty_piles(perform(play, "undo"))


def test_a_bookmark_set_again_is_the_latest() -> None:
    play = play_from(KLONDIKE, OPENING)
    perform(play, "bookmark one", "t2 t1", "bookmark two", "t4 f1", "bookmark one")
    assert play.bookmarks == ("two", "one")
    assert "f1 AD" in without_empty_piles(perform(play, "undo", "return one"))


@pytest.mark.parametrize("event", ["bookmark", "bookmark a,b", "return none", "autoplay"])
def test_unknown_bookmark_is_refused(event: str) -> None:
    play = play_from(KLONDIKE, OPENING)
    before = state(play)
    with pytest.raises(Refusal):
        play.perform(event)
    assert state(play) == before


def test_autoplay_is_part_of_the_action_before_it() -> None:
    play = perform(play_from(KLONDIKE, OPENING), "autoplay on", "t2 t1")
    assert "f1 AD" in without_empty_piles(play)
    assert (play.moves, play.tally.cards) == (2, 0)
    assert without_empty_piles(perform(play, "undo")) == without_empty_piles(
        play_from(KLONDIKE, OPENING)
    )


def test_single_terms_are_strict_but_allow_restart() -> None:
    play = perform(play_from(KLONDIKE, OPENING, mode=Mode.SINGLE), "t2 t1")
    for event in ("x", "level 2", "undo", "redo", "hint", "cheat", "bookmark a", "peek t1"):
        with pytest.raises(IllegalMove):
            play.perform(event)
    perform(play, "restart")
    assert without_empty_piles(play) == without_empty_piles(play_from(KLONDIKE, OPENING))
    assert (play.moves, play.can_undo) == (1, False)


def test_autoplay_counts_at_the_level_played() -> None:
    play = perform(play_from(KLONDIKE, OPENING), "autoplay on", "level 2")
    assert not play.acted
    perform(play, "x", "x", "level 3")
    assert (play.acted, play.moves, play.tally.level) == (True, 1, 2)


def test_a_peek_does_not_show_cards_that_cost_an_exception() -> None:
    play = Play(find("lady-of-the-manor"), 617)
    seen = set(play.seen)
    assert seen.issuperset(play.peek("t1"))
    assert not seen.issuperset(play.pile("t1"))


def test_a_sequence_is_one_action_of_several_moves() -> None:
    play = play_from(
        find("free-cell"), "t1 9H 8S 7D\nt2 TS\nt3 KC\nt4 KD\nt5 KH\nt6 KS\nt7 QC\nt8 QD"
    )
    perform(play, "t1 t2 3")
    assert play.pile("t2") == tuple(map(cards.parse, ("TS", "9H", "8S", "7D")))
    assert (play.moves, play.events) == (5, ["t1 t2 3"])
    assert not perform(play, "undo").pile("r1")
    assert len(play.pile("t1")) == 3

"""The counts of a play: each rule around KLONCAN's score table."""

from collections.abc import Sequence

import pytest

from solterm.core.play.play import Play
from solterm.core.table import Index, Pile
from solterm.core.values import Value, replace
from solterm.core.vocabulary.goals import Counted, OwnScore
from solterm.games.kloncan_games import CANFIELD, KLONDIKE
from tests.core.positions import play_from

OPENING = "s 6c 5c 4c 3c 2c\nt1 9C\nt2 8C\nt3 8H\nt4 5D\nt5 AS\nt6 AH"


def played(*events: str, level: int = 3, text: str = OPENING) -> Play:
    """Return a play of Klondike after some events."""
    play = play_from(KLONDIKE, text, level)
    for event in events:
        play.perform(event)
    return play


def exceptions(*events: str, level: int = 3) -> tuple[int, int]:
    """Return the scored level and the number of counted exceptions."""
    tally = played(*events, level=level).tally
    return tally.level, tally.exceptions


# -- the lowest level, and the exceptions made at it -------------------------------------------


def test_only_exceptions_made_at_the_lowest_level_count() -> None:
    eight_at_3 = ["x", "x", "undo", "x", "undo", "x", "undo", "x", "undo"]
    assert exceptions(*eight_at_3) == (3, 5)
    assert exceptions(*eight_at_3, "level 2", "t3 t1") == (2, 0)
    assert exceptions(*eight_at_3, "level 2", "x", "t2 t7") == (2, 1)


# -- moves -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "events",
    [["s"], ["s", "s", "s"], ["x"], ["level 1"], ["peek w"], ["t3 t1", "undo", "redo"]],
    ids=["a turn", "a turnover", "X", "a level", "a peek", "undo and redo"],
)
def test_other_actions_are_not_moves(events: list[str]) -> None:
    assert played(*events).moves == events.count("t3 t1")


@pytest.mark.parametrize(
    ("events", "turns"),
    [(["s"], 1), (["s", "s", "s"], 3), (["s", "undo"], 1), (["x"], 0), (["t3 t1"], 0)],
    ids=["a turn", "a turnover", "a turn undone", "X", "a move"],
)
def test_turns_of_the_stock_are_counted(events: list[str], turns: int) -> None:
    assert played(*events).turns == turns


# -- own scores --------------------------------------------------------------------------------


class Effort(OwnScore, Value):
    """A score that counts what the player does."""

    def of(self, piles: Sequence[Pile], index: Index, scored: int, counted: Counted) -> int:
        return 100 * scored - 10 * counted.moves - counted.turns


def test_a_games_own_score_may_count_moves_and_turns() -> None:
    play = played("t5 f1", "s", "t3 t1", "undo")
    assert play.score == play.mark == 10
    assert play.score_by(Effort()) == 100 - 2 * 10 - 1
    game = replace(play.game, own_score=Effort())
    again = Play(game, play.deal)
    for event in play.events:
        again.perform(event)
    assert (again.score, again.mark) == (79, 10)


# -- automatic play ----------------------------------------------------------------------------


def test_automatic_play_counts_as_moves_but_not_as_cards_the_player_brought_home() -> None:
    play = played("t5 f1", "auto")
    assert play.rules.count_scored(play.table) == 2
    assert play.moves == 2
    assert play.tally.cards == 1


def test_automatic_moves_count_as_moves_after_an_exception() -> None:
    assert played("x", "auto").tally.moves_after == 2


# -- played levels -----------------------------------------------------------------------------


def test_before_any_action_the_current_level_counts() -> None:
    assert exceptions("level 1") == (1, 0)
    assert exceptions("level 1", "level 2", "t5 f1") == (2, 0)


@pytest.mark.parametrize("action", ["t3 t1", "s", "x", "auto"])
def test_a_move_a_turn_an_exception_or_automatic_play_is_an_action(action: str) -> None:
    if action == "x":  # level 1 has no exceptions, so the lower level is 2
        assert exceptions("level 2", "x", "t2 t7", "level 3") == (2, 1)
    else:
        assert exceptions("level 1", action, "level 3") == (1, 0)


@pytest.mark.parametrize("looking", ["peek w", "undo"])
def test_peeks_and_undo_are_not_actions(looking: str) -> None:
    assert exceptions("t3 t1", "level 1", looking, "level 3") == (3, 0)


# -- exceptions --------------------------------------------------------------------------------


def test_arming_alone_does_not_play_at_level_2() -> None:
    assert exceptions("t3 t1", "level 2", "x", "x", "level 3") == (3, 0)


def test_moves_after_an_exception_begin_after_the_irregular_move() -> None:
    assert played("t3 t1", "x", "t2 t7", level=2).tally.moves_after == 0
    assert played("t3 t1", "x", "t2 t7", "t5 f1", level=2).tally.moves_after == 1


# -- returning to a higher level ---------------------------------------------------------------


def test_moves_at_a_higher_level_count() -> None:
    play = played("level 2", "x", "t2 t7", "level 3", "t3 t1", "t5 f1")
    assert play.moves == 3
    assert play.tally[:3] == (2, 1, 2)


# -- Canfield's base ---------------------------------------------------------------------------


def test_the_dealt_base_card_was_not_brought_home() -> None:
    play = play_from(CANFIELD, "r 2D\nf1 5C\nt1 5H\nt2 6C")
    assert play.tally.cards == 0
    for event in ("t1 f2", "t2 f1"):
        play.perform(event)
    assert play.rules.count_scored(play.table) == 3
    assert play.tally.cards == 2

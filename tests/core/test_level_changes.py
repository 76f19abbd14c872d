"""Changing the level fills the empty piles that the new level fills automatically."""

from random import Random

import pytest

from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.games.canfields import DEMON, ULTIMATE
from solterm.games.columns import GERMAN_PATIENCE
from solterm.plain.interpreter import carry_out
from tests.core.positions import play_from
from tests.core.strategies import act, some_games
from tests.plain.line_sessions import session_at

WAITING = "r 5d 9C\nf1 3H\nt1 KD\nt3 8S\nt4 7D"


@pytest.mark.parametrize("game", [ULTIMATE, DEMON], ids=lambda game: game.id)
@pytest.mark.parametrize("level", [2, 3])
def test_going_up_fills_empty_piles_without_counting_a_move(game: Game, level: int) -> None:
    play = play_from(game, WAITING, level=1)
    assert play.pile("t2") == ()
    before = play.tally
    play.perform(f"level {level}")
    assert list(map(len, (play.pile("t2"), play.pile("r")))) == [1, 1]
    assert (play.moves, play.tally.level, play.tally.moves_after) == (0, level, before.moves_after)
    assert not play.can_undo


def test_going_up_fills_piles_from_the_stock() -> None:
    play = play_from(GERMAN_PATIENCE, "s 5d 6d 9c\nt1 KD", level=1)
    play.perform("level 3")
    assert [len(play.pile(f"t{number}")) for number in range(1, 6)] == [1, 1, 1, 1, 0]
    assert play.pile("s") == ()


def test_going_down_changes_no_pile() -> None:
    play = play_from(DEMON, "f1 3H\nt1 KD\nt3 8S\nt4 7D")
    table = play.table
    play.perform("level 1")
    assert play.table == table


def test_undo_fills_empty_piles_too() -> None:
    play = play_from(DEMON, f"s 4h\n{WAITING}", level=1)
    play.perform("t4 t3")
    play.perform("level 3")
    assert play.pile("t4")
    play.perform("undo")
    assert all(play.pile(f"t{number}") for number in range(1, 5))


@some_games
def test_positions_are_settled_at_every_level(game: Game) -> None:
    """Moves, level changes, undo and redo all lead to such positions."""
    random = Random(game.id)
    for _ in range(3):
        play = Play(game, random.randrange(1, 32001), 1)
        met = {play.table}
        for _ in range(50):
            was = play.level
            event = random.choice([None] * 8 + ["undo", "redo", "level 1", "level 2", "level 3"])
            if act(play, random.randrange(10**6), event) and play.level >= was:
                restored = event in ("undo", "redo") and play.table in met
                assert restored or play.rules.settle(play.table) == play.table, play.events
            met.add(play.table)


def test_line_mode_reports_the_filled_piles() -> None:
    session = session_at(WAITING, "ultimate-canfield", level=1)
    reply = carry_out(session, "level 3").text
    assert reply == "You play at level 3 now. Reserve: 5D; column 2: 9C."

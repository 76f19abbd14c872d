"""Replays: forwards, backwards, and in words."""

import pytest

from solterm.core.move import Move
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import RecordError
from solterm.core.play.replay import Replay
from solterm.games import find


def recorded(
    *events: str, game: str = "kloncan-klondike", deal: int = 24, only_moves: bool = False
) -> Replay:
    play = Play(find(game), deal)
    for event in events:
        play.perform(event)
    return Replay(record.read(record.write(play)), find, only_moves=only_moves)


def test_step_is_the_position_after_its_events() -> None:
    events = "t4 t2", "s", "level 2", "s"
    replay = recorded(*events)
    assert len(replay) == 4
    fresh = Play(find("kloncan-klondike"), 24)
    tables = [fresh.table]
    for event in events:
        fresh.perform(event)
        tables.append(fresh.table)
    forwards = [replay.at(step).table for step in range(5)]
    backwards = [replay.at(step).table for step in reversed(range(5))]
    assert forwards == tables
    assert backwards == tables[::-1]


def words_of(replay: Replay) -> list[str]:
    return [replay.words(step) for step in range(len(replay) + 1)]


def test_steps_are_described_in_words() -> None:
    replay = recorded("t4 t2", "hint", "s", "level 2", "hint")
    words = words_of(replay)
    assert words[0] == "The deal"
    assert words[1].endswith(" to column 2")
    assert words[3:] == ["Level 2"], "a hint changes nothing on the table"
    assert replay.whole().counts.hints == 2
    assert [replay.step_after(events) for events in range(6)] == [0, 1, 1, 2, 3, 3]


def test_what_was_undone_is_left_out() -> None:
    undone = recorded("t4 t2", "s", "level 2", "undo", "undo", "redo", "t6 f1")
    assert [undone.move(step) for step in range(1, 4)] == [None, Move("t4", "t2"), Move("t6", "f1")]
    assert undone.words(1) == "Level 2"
    assert undone.at(len(undone)).table == undone.whole().table
    again = recorded("t4 t2", "s", "restart", "t4 t2")
    assert words_of(again) == words_of(recorded("t4 t2"))
    marked = recorded("t4 t2", "bookmark 1", "s", "s", "return 1")
    assert words_of(marked) == words_of(again)


def test_each_card_of_automatic_play_is_a_step() -> None:
    replay = recorded("auto", "level 2", game="lady-of-the-manor", deal=9833)
    home = [replay.at(step).cards_home for step in range(len(replay) + 1)]
    assert home == [*range(61), 60]
    assert [replay.at(step).cards_home for step in reversed(range(len(home)))] == home[::-1]
    assert "Automatic play" not in words_of(replay)
    assert all(replay.move(step) for step in range(1, 61))
    assert replay.at(len(replay)).events == replay.whole().events


def test_a_replay_of_moves_leaves_out_what_was_undone() -> None:
    replay = recorded("t4 t2", "s", "s", "undo", "undo", "hint", "level 2", "s", only_moves=True)
    words = [replay.words(step) for step in range(len(replay) + 1)]
    assert len(words) == 3
    assert replay.move(2) == Move("s")
    assert replay.at(2).table == replay.whole().table


def test_wrong_record_is_refused() -> None:
    text = '[Game "kloncan-klondike"]\n[Deal "24"]\n[Level "3"]\n\nt1 t7\n'
    with pytest.raises(RecordError, match="Line 5"):
        Replay(record.read(text), find)

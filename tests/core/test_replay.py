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
    replay = recorded("t4 t2", "s", "undo", "level 2", "s")
    assert len(replay) == 5
    fresh = Play(find("kloncan-klondike"), 24)
    tables = [fresh.table]
    for event in ("t4 t2", "s", "undo", "level 2", "s"):
        fresh.perform(event)
        tables.append(fresh.table)
    forwards = [replay.at(step).table for step in range(6)]
    backwards = [replay.at(step).table for step in reversed(range(6))]
    assert forwards == tables
    assert backwards == tables[::-1]


def test_steps_are_described_in_words() -> None:
    replay = recorded("t4 t2", "hint", "s", "undo", "level 2", "hint")
    words = [replay.words(step) for step in range(len(replay) + 1)]
    assert words[0] == "The deal"
    assert words[1].endswith(" to column 2")
    assert words[3:] == ["Undo", "Level 2"], "a hint changes nothing on the table"
    assert replay.whole().counts.hints == 2
    assert [replay.step_after(events) for events in range(7)] == [0, 1, 1, 2, 3, 4, 4]


def test_a_replay_of_moves_leaves_out_what_was_undone() -> None:
    replay = recorded("t4 t2", "s", "s", "undo", "undo", "hint", "level 2", "s", only_moves=True)
    words = [replay.words(step) for step in range(len(replay) + 1)]
    assert len(words) == 3
    assert replay.move(2) == Move("s")
    assert replay.at(2).table == replay.whole().table


def test_describing_a_step_does_not_change_the_position() -> None:
    replay = recorded("t4 t2", "s")
    wanted = replay.at(2).table
    replay.words(1)
    assert replay.at(2).table == wanted


def test_wrong_record_is_refused() -> None:
    text = '[Game "kloncan-klondike"]\n[Deal "24"]\n[Level "3"]\n\nt1 t7\n'
    with pytest.raises(RecordError, match="Line 5"):
        Replay(record.read(text), find)

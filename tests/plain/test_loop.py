"""The loop: one reply for each line, whatever its bytes, until the reader or writer closes."""

import io
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from select import select
from typing import Any

import pytest

from solterm.games import find
from solterm.hall.messages import Saving
from solterm.plain import loop
from solterm.plain.loop import Ending, listen, run
from solterm.plain.session import Session
from solterm.sessions.host_link import HostLink
from solterm.store import patience
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE
from solterm.store.store import Store
from tests.plain.line_sessions import KLONDIKE, NEARLY_WON, new_session, session_at, session_of
from tests.store.faults import failing


def output_for(session: Session, data: bytes, as_json: bool = True, notice: str = "") -> list[str]:
    """Return the lines that answer some bytes."""
    sink = io.StringIO()
    run(session, io.BytesIO(data), sink, as_json, notice)
    return sink.getvalue().splitlines()


def test_the_start_and_each_line_produce_one_object() -> None:
    replies = [json.loads(line) for line in output_for(new_session(), b"s\n\nboard\nxyzzy\nmoves")]
    assert [reply["ok"] for reply in replies] == [True, True, True, True, False, True]


def test_no_line_is_answered_after_quit() -> None:
    assert len(output_for(new_session(), b"quit\nboard\n")) == 2


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\x80",
        b"\0\0\0",
        b"t1 \xc3\x28",
        b"x" * 1_000_000,
        b" " * 1_000_000,
        b"\x1b[31mboard\x1b[0m",
        b"board\rboard",
        "t１ t２".encode(),
        "\u2028\u0085board".encode(),
        b'"quoted" \\n {"json": 1}',
    ],
    ids=repr,
)
def test_any_bytes_are_answered_by_one_line(line: bytes) -> None:
    replies = output_for(new_session(), line + b"\nscore\n")
    assert len(replies) == 3
    assert json.loads(replies[-1])["ok"]
    for text in output_for(new_session(), line + b"\nscore\n", as_json=False):
        assert text.isascii() and (text.isprintable() or not text)


def test_text_mode_starts_with_the_game_and_its_board() -> None:
    lines = output_for(new_session(), b"", as_json=False, notice="Welcome.")
    assert lines[0] == "Welcome. Klondike (KLONCAN), deal 617, level 3."
    assert lines[3] == "f1  foundation 1: empty"
    assert lines[-1] == "Type 'help' for the commands."


def test_text_mode_shows_the_board_of_a_new_deal_and_prints_the_record() -> None:
    lines = output_for(new_session(), b"new 42\ns\nrecord\n", as_json=False)
    assert lines.count("Klondike (KLONCAN), deal 42, level 3.") == 1
    assert lines.count("w   waste: empty") == 2
    assert '[Game "kloncan-klondike"]' in lines
    assert lines[-1] == "s"


def test_a_closed_pipe_ends_the_session_and_keeps_the_game(tmp_path: Path) -> None:
    class Closed(io.StringIO):
        def flush(self) -> None:
            raise BrokenPipeError

    store = Store.open(tmp_path)
    session = session_of(KeptPlay.start(store, find(KLONDIKE), 617))
    with pytest.raises(BrokenPipeError):
        run(session, io.BytesIO(b"s\n"), Closed(), as_json=True)
    assert store.load_suspended(KLONDIKE, FREE) is not None


def test_a_won_game_is_finished_on_leaving() -> None:
    session = session_at(f"{NEARLY_WON}\nt1 KC\nt2 KD\nt3 KH\nt4 KS")
    output_for(session, b"auto\n")
    store = session.kept.store
    assert store.load_suspended(KLONDIKE, FREE) is None


@pytest.mark.parametrize(
    ("data", "lines"), [(b"a\nb", [b"a\n", b"b\n"]), (b"a\n", [b"a\n"]), (b"", [])]
)
def test_the_end_of_the_stream_is_no_line(data: bytes, lines: list[bytes]) -> None:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    with os.fdopen(reading, "rb") as source:
        assert list(listen(source, HostLink(), None, lambda: 10.0)) == lines


def test_the_store_is_tried_about_every_second_while_moves_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, pauses = new_session(), []

    def listen_twice(*given: Any) -> Iterator[None]:
        pause = given[-1]
        pauses.append(pause())
        session.store.pending_writes.put("a move", lambda: None)
        pauses.append(pause())
        yield from ()

    monkeypatch.setattr(loop, "listen", listen_twice)
    run(session, io.BytesIO(), io.StringIO())
    assert pauses[0] > 10
    assert pauses[1] <= 1


def test_json_says_what_is_not_saved_until_the_host_has_the_player_back(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = session_of(KeptPlay.start(Store.open(), find(KLONDIKE), 617))
    monkeypatch.setattr(patience, "SECONDS", 0.0)

    def listen(*_: object) -> Iterator[bytes | Saving]:
        session.store.disconnect()
        with failing("locked"):
            yield b"s\n"
        yield b"board\n"
        yield Saving()
        yield b"board\n"

    monkeypatch.setattr(loop, "listen", listen)
    sink = io.StringIO()
    run(session, io.BytesIO(), sink, as_json=True)
    told = [json.loads(line).get("saved") for line in sink.getvalue().splitlines()]
    assert told == [None, False, False, None]


def test_a_signal_wakes_a_loop_that_is_about_to_wait() -> None:
    handled = signal.signal(signal.SIGUSR1, lambda *_: None)
    try:
        with Ending() as ending:
            os.kill(os.getpid(), signal.SIGUSR1)
            assert select([ending.fileno], [], [], 0)[0]
            ending.clear()
            assert not select([ending.fileno], [], [], 0)[0]
    finally:
        signal.signal(signal.SIGUSR1, handled)


def test_a_handled_signal_wakes_the_loop_only_once() -> None:
    pauses = iter((10.0, 0.0))  # a third one fails
    handled = signal.signal(signal.SIGUSR1, lambda *_: None)
    reading, writing = os.pipe()
    try:
        with Ending() as ending, os.fdopen(reading, "rb") as source:
            os.kill(os.getpid(), signal.SIGUSR1)
            heard = listen(source, HostLink(), ending, lambda: next(pauses))
            assert next(heard) is None
    finally:
        os.close(writing)
        signal.signal(signal.SIGUSR1, handled)

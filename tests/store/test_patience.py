"""Waiting for a file that another program writes: a long wait shows a message."""

import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from solterm.core.game import Game
from solterm.store import patience
from solterm.store.database import FILE
from solterm.store.errors import Locked
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.effort import tries
from tests.store.opening import in_a_file


@pytest.fixture
def announced(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect messages to the player, and shorten the wait before them."""
    monkeypatch.setattr(patience, "SECONDS", 0.05)
    sentences: list[str] = []
    store.patience.tell = sentences.append
    return sentences


class Writer:
    """Another program that writes for a while."""

    def __init__(self, home: Path, seconds: float) -> None:
        self._database = sqlite3.connect(home / FILE, isolation_level=None, check_same_thread=False)
        self._database.execute("BEGIN EXCLUSIVE")
        threading.Timer(seconds, self._database.close).start()


@in_a_file
def test_waiting_for_a_locked_file_is_announced(
    home: Path, store: Store, klondike: Game, announced: list[str]
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    Writer(home, 0.3)
    kept.perform("s")
    assert kept.unsaved is None
    (sentence,) = announced
    assert sentence.startswith("Another solterm is writing to ")
    Writer(home, 0.3)
    assert Store.open(home, patience=store.patience).in_progress()
    assert len(announced) == 2


@in_a_file
def test_a_screen_does_not_wait_long(
    home: Path, store: Store, klondike: Game, announced: list[str]
) -> None:
    kept = KeptPlay.start(store, klondike, 17)
    Writer(home, 0.5)
    with store.patience.in_a_hurry():
        kept.perform("s")
        with pytest.raises(Locked, match="locked by another program"):
            Store.open(home, patience=store.patience)
    assert kept.unsaved and not announced
    assert store.flush(5), "a program that ends waits a little"


@in_a_file
def test_the_wait_ends(
    home: Path, store: Store, announced: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "_MORE_SECONDS", 0.05)
    Writer(home, 0.5)
    with pytest.raises(Locked):
        store.in_progress()
    assert len(announced) == 1


@pytest.mark.long
def test_many_programs_play_in_one_folder(home: Path) -> None:
    environment = os.environ | {"SOLTERM_HOME": str(home)}
    command = [sys.executable, "-m", "solterm", "play", "kloncan-klondike", "--plain"]
    programs = [
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for _ in range(tries(100, 20))
    ]
    for program in programs:
        assert program.stdin
        program.stdin.write("s\n" * 15 + "quit\n")
        program.stdin.close()
        program.stdin = None
    outputs = ["".join(program.communicate()) for program in programs]
    lines = [line for each in outputs for line in each.splitlines()]
    assert not [line for line in lines if "locked" in line or "not saved" in line]

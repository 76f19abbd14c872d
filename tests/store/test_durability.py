"""A power cut loses no acknowledged move: each was synced to the disk."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.store.opening import in_a_file
from tests.store.test_processes import PLAYER, ROUND, expect

GAME = "kloncan-klondike"
SHIM = Path(__file__).with_name("unsynced.c")
NO_COMPILER = "NO C COMPILER HERE: a power cut is not tested. Install gcc or clang."

_FULL = 2
"""SQLite's value of ``synchronous = FULL``."""

Cut = Callable[..., Path]


@in_a_file
def test_the_file_is_synced_at_each_commit(store: Store, home: Path) -> None:
    assert store.read("PRAGMA synchronous") == [(_FULL,)]
    store.disconnect()  # also after reopening it because of an error
    assert store.read("PRAGMA synchronous") == [(_FULL,)]
    assert store.read("PRAGMA journal_mode") == [("persist",)]


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled library that simulates the disk."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None or sys.platform != "linux":
        pytest.skip(NO_COMPILER)
    library = tmp_path_factory.mktemp("shim") / "unsynced.so"
    made = [compiler, "-shared", "-fPIC", "-O1", "-o", library, SHIM, "-ldl"]
    subprocess.run(made, check=True)
    return library


@pytest.fixture
def cut(shim: Path, tmp_path: Path) -> Cut:
    """Play, cut the power after some moves, and return the folder as it is on the disk."""

    def played(moves: int, program: str = PLAYER) -> Path:
        home, synced = tmp_path / "home", tmp_path / "synced"
        synced.mkdir()
        environment = os.environ | {
            "SOLTERM_HOME": str(home),
            "LD_PRELOAD": str(shim),
            "SYNCED": str(synced),
        }
        command = [sys.executable, "-c", program, GAME, "17", str(10**6), *ROUND]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
            assert child.stdout
            for _ in range(moves):
                assert child.stdout.readline()
            child.kill()
        return synced

    return played


def events_in(folder: Path) -> list[str]:
    saved = Store.open(folder).load_suspended(GAME)
    return KeptPlay.resume(Store.open(folder), saved, find).play.events if saved else []


@pytest.mark.parametrize("moves", [1, 2, 23])
def test_no_acknowledged_move_is_lost(cut: Cut, moves: int) -> None:
    events = events_in(cut(moves))
    assert len(events) >= moves
    assert events == expect(len(events))


def test_the_simulated_power_cut_loses_unsynced_data(cut: Cut) -> None:
    """Without syncing, the program loses moves."""
    off = "from solterm.store import schema\n" + PLAYER.replace(
        "store = Store.to_play_with()",
        "store = Store.to_play_with()\nstore.read('PRAGMA synchronous = OFF')",
    )
    folder = cut(23, off)
    assert len(events_in(folder)) < 23

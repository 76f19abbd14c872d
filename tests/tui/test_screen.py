"""The program in a real terminal: tables, colours, and games that survive its end."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from solterm.store.store import Store
from tests.effort import tries
from tests.harness.pty import Terminal

SOLTERM = (sys.executable, "-m", "solterm")


@contextmanager
def solterm(
    home: Path,
    *arguments: str,
    size: tuple[int, int] = (80, 24),
    term: str = "xterm-256color",
    **environ: str,
) -> Iterator[Terminal]:
    env = {"SOLTERM_HOME": str(home), "LC_ALL": "C.UTF-8"} | environ
    with Terminal([*SOLTERM, *arguments], size=size, env=env, term=term) as terminal:
        yield terminal


def playing(home: Path, game: str = "kloncan-klondike", **more: object):
    return solterm(home, "play", game, "--deal", "617", **more)


SIZES = ((80, 24), (60, 20), (132, 43))


@pytest.mark.parametrize("size", SIZES)
def test_every_pile_of_the_opening_is_on_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    with playing(tmp_path, size=size) as terminal:
        terminal.wait_for("1Pile")
        terminal.rest()
        text = terminal.text()
        assert "HAND" in text and "FIELD" in text
        assert all(card in text for card in ("7♦", "A♥", "8♥", "3♥", "3♦", "5♥", "3♣")), text
        assert all(len(line) <= size[0] for line in text.splitlines())
        assert terminal.row(size[1] - 1).startswith("1Pile")


@pytest.mark.parametrize("python", [{}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_locales_without_suits_get_ascii(tmp_path: Path, python: dict[str, str]) -> None:
    with playing(tmp_path, LC_ALL="C", **python) as terminal:
        terminal.wait_for("1Pile")
        terminal.press("F2")
        terminal.wait_for("Keys: Klondike, level 3")
        assert terminal.text().isascii()
        assert "> 7D  <" in terminal.text()
        assert bytes(terminal.output).isascii()


def test_a_terminal_without_colours_gets_none(tmp_path: Path) -> None:
    with playing(tmp_path, term="vt100") as terminal:
        terminal.wait_for("1Pile")
        terminal.press("C")
        terminal.wait_for("Next background")
        sent = bytes(terminal.output)
        codes = {
            code for found in re.findall(rb"\x1b\[([\d;]*)m", sent) for code in found.split(b";")
        }
        assert codes <= {b"", b"0", b"1", b"2", b"7", b"22", b"27"}, codes


def test_too_small_a_terminal_asks_for_room_and_the_game_comes_back(tmp_path: Path) -> None:
    with playing(tmp_path, size=(30, 8)) as terminal:
        terminal.wait_for("More room")
        terminal.resize(80, 24)
        terminal.wait_for("1Pile")
        terminal.resize(20, 5)
        terminal.wait_for("More room")
        terminal.press("F3")
        terminal.resize(80, 24)
        terminal.wait_for("1Pile")


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM][: tries(3, 2)])
def test_a_game_survives_any_end(tmp_path: Path, end: signal.Signals) -> None:
    with playing(tmp_path) as terminal:
        terminal.wait_for("1Pile")
        terminal.press("F3", "F3", "Right", "F5")
        terminal.wait_for("A♥  ║")
        before = terminal.row(0)
        terminal.signal(end)
        terminal.wait_exit()
    with solterm(tmp_path) as terminal:
        terminal.wait_for("Welcome back")
        assert terminal.row(0) == before


def test_two_terminals_play_one_game_without_harm(tmp_path: Path) -> None:
    with playing(tmp_path) as one:
        one.wait_for("1Pile")
        with solterm(tmp_path) as other:
            other.wait_for("Welcome back")
            one.press("F3")
            one.wait_for("4♦")
            other.press("Right", "F5")
            other.wait_for("another terminal")
            assert "4♦" in other.text()
            other.press("F5")
            other.wait_for("A♥  ║")
    saved = Store.open(tmp_path).load_suspended()
    assert saved is not None
    assert saved.record.events == ("s", "t2 f1")


def test_a_dumb_terminal_is_offered_line_mode(tmp_path: Path) -> None:
    env = {"SOLTERM_HOME": str(tmp_path)}
    with Terminal([*SOLTERM], term="dumb", env=env) as terminal:
        terminal.wait_for("this is line mode")
        terminal.send(b"quit\r")
        assert terminal.wait_exit() == 0


def test_quitting_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with playing(tmp_path) as terminal:
        terminal.wait_for("1Pile")
        terminal.press("q", "q")
        assert terminal.wait_exit() == os.EX_OK
        assert terminal.termios_restored()


# -- Textual's own driver for browsers ------------------------------------------------------------


ROOT = Path(__file__).parents[2]
PATIENCE = 60


def packet(kind: bytes, data: bytes) -> bytes:
    return kind + len(data).to_bytes(4, "big") + data


def test_the_game_is_played_through_textuals_web_driver(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "SOLTERM_HOME": str(tmp_path),
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "COLUMNS": "80",
        "ROWS": "24",
        "TERM": "xterm-256color",
    }
    command = [sys.executable, "-m", "solterm", "play", "kloncan-klondike", "--deal", "24"]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path
    ) as program:
        assert program.stdin and program.stdout
        guard = threading.Timer(PATIENCE, program.kill)
        guard.start()
        seen = b""

        def read_until(text: bytes) -> None:
            nonlocal seen
            while text not in seen:
                more = os.read(program.stdout.fileno(), 65536)
                assert more, seen[-2000:]
                seen += more

        read_until(b"__GANGLION__")
        read_until(b"Auto")
        assert b"Klondike (KLONCAN)" in seen
        seen = b""
        program.stdin.write(packet(b"D", b"h"))
        program.stdin.flush()
        read_until(b"to the field: that ")
        program.stdin.write(packet(b"D", b"q"))
        program.stdin.flush()
        read_until(b"the game is kept")
        program.stdin.write(packet(b"D", b"q"))
        program.stdin.flush()
        assert program.wait(PATIENCE) == 0
        guard.cancel()

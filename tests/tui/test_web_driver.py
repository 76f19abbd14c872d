"""The App under Textual's own driver for browsers, as `textual serve` runs it."""

import os
import subprocess
import sys
import threading
from pathlib import Path

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

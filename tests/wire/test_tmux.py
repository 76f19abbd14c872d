"""tmux shows what a full repaint shows, whatever it thinks of the widths of characters."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.pty import PATIENCE

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from textual.app import App
from textual.widgets import Static

TEXTS = [
    "plain text", "CJK \u4e16\u754c \u6f22\u5b57", "e\u0301 n\u0303 a\u0323\u0302 accents",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 family", "\u2764\ufe0f heart",
    "\U0001f44d\U0001f3fd thumb", "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7 flags",
    "1\ufe0f\u20e3 keycap", "\u1112\u1161\u11ab \ud55c Hangul", "a\u200db joined",
    "\u231a\u26a1\U0001fae0 emoji",
]

class Program(App):
    CSS = "#text { height: 11; } #state { dock: bottom; }"
    BINDINGS = [("n", "next")]
    frame = int(sys.argv[1])

    def compose(self):
        yield Static(id="text", markup=False)
        yield Static(id="state")

    def on_resize(self, event):
        self.show(event.size.width)

    def action_next(self):
        self.frame += 1
        self.show(self.size.width)

    def show(self, width):
        texts = [TEXTS[(row + self.frame) % len(TEXTS)] for row in range(len(TEXTS))]
        self.query_one("#text").update("\\n".join(f"|{text}| {text}|" for text in texts))
        self.query_one("#state").update(f"frame {self.frame} in {width} columns")

Program().run()
"""


class Tmux:
    """A tmux server of its own."""

    def __init__(self, home: Path) -> None:
        self._command = ["tmux", "-u", "-S", str(home / "socket"), "-f", "/dev/null"]
        self._program = home / "program.py"
        self._program.write_text(PROGRAM, encoding="utf-8")

    def run(self, *arguments: str) -> str:
        env = {name: value for name, value in os.environ.items() if name != "TMUX"}
        env |= {"PYTHONPATH": str(ROOT), "TEXTUAL_DRIVER": "solterm.wire:WireDriver"}
        env |= {"LC_ALL": "C.UTF-8"}
        done = subprocess.run([*self._command, *arguments], env=env, capture_output=True, text=True)
        return done.stdout

    def begin(self, name: str, frame: int, width: int) -> None:
        """Show this frame of the program in a new session."""
        size = ("-x", str(width), "-y", "24")
        command = [sys.executable, str(self._program), str(frame)]
        self.run("new-session", "-d", "-s", name, *size, *command)

    def picture(self, name: str, frame: int, width: int) -> str:
        """Wait for a frame in this width, and return the text and colours of the pane.

        The last row, which names the frame, is painted last.
        """
        deadline = time.monotonic() + PATIENCE
        while f"frame {frame} in {width} columns" not in (
            text := self.run("capture-pane", "-e", "-p", "-t", name)
        ):
            assert time.monotonic() < deadline, text
            time.sleep(0.02)
        return text

    def wait_until_alike(self, one: str, other: str, frame: int, width: int) -> None:
        """Wait until two sessions show the same; a capture may come in the middle of an update."""
        deadline = time.monotonic() + PATIENCE
        while (first := self.picture(one, frame, width)) != (
            second := self.picture(other, frame, width)
        ):
            assert time.monotonic() < deadline, f"{first}\n{second}"
            time.sleep(0.1)


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    server = Tmux(tmp_path)
    yield server
    server.run("kill-server")


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_updates_match_a_new_program(tmux: Tmux) -> None:
    tmux.begin("old", 0, 80)
    for frame in range(4):
        tmux.picture("old", frame, 80)
        tmux.run("send-keys", "-t", "old", "n")
    tmux.begin("new", 4, 80)
    tmux.wait_until_alike("old", "new", 4, 80)

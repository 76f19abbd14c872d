"""A host whose terminal closes."""

import signal
import sys
from pathlib import Path

from tests.harness.pty import Terminal


def _serve(folder: Path, *before: str) -> Terminal:
    """Run a host in the foreground of a terminal."""
    program = [sys.executable, "-m", "solterm", "serve", "--host", "127.0.0.1", "--port", "0"]
    data = ["--data", str(folder / "host"), "--log", str(folder / "log"), "--even-as-root"]
    return Terminal([*before, *program, *data])


def test_a_host_ends_with_its_terminal(tmp_path: Path) -> None:
    with _serve(tmp_path) as terminal:
        terminal.wait_for("key is")
        terminal.hang_up()
        terminal.wait_exit()
    assert "the terminal of the host is gone" in (tmp_path / "log").read_text()
    assert not (tmp_path / "host" / "admin.sock").exists()


def test_a_detached_host_stays_and_reloads_its_settings_on_sighup(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    with _serve(tmp_path, "sh", "-c", 'trap "" HUP; exec "$@"', "stays") as terminal:
        terminal.wait_for("key is")
        terminal.hang_up()
        terminal.wait_for(lambda: "reloaded" in log.read_text())
        terminal.signal(signal.SIGTERM)
        assert terminal.wait_exit() == 0
    assert "terminal of the host" not in log.read_text()

"""OpenSSH's client, in all the ways the documentation describes."""

import json
import os
import shutil
import subprocess
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from solterm.games import catalogue
from tests.harness.pty import PATIENCE, Terminal
from tests.serve.hosting import Host, fresh_address

SSH = shutil.which("ssh")
if SSH is None:
    warnings.warn("OpenSSH is missing: no test runs the real client", stacklevel=1)
pytestmark = pytest.mark.skipif(SSH is None, reason="needs OpenSSH")


class Client:
    """A player's computer with a key."""

    def __init__(self, host: Host, folder: Path) -> None:
        self._host, self._folder = host, folder
        self.key = folder / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.key], check=True)

    def line(self, *arguments: str, user: str = "ann", has_key: bool = True) -> list[str]:
        key = ["-i", str(self.key)] if has_key else ["-o", "IdentityFile=none"]
        options = {
            "UserKnownHostsFile": str(self._folder / "known"),
            "StrictHostKeyChecking": "accept-new",
            "IdentityAgent": "none",
            "BindAddress": fresh_address(),
            "LogLevel": "ERROR",
        }
        settings = [each for option in options.items() for each in ("-o", "=".join(option))]
        flags = [each for each in arguments if each.startswith("-")]
        where = ["-p", str(self._host.port), f"{user}@127.0.0.1"]
        rest = [each for each in arguments if each not in flags]
        return [str(SSH), "-F", "none", *flags, *key, *settings, *where, *rest]

    def run(
        self, *arguments: str, typed: str = "", user: str = "ann", has_key: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """Run ssh with lines of input."""
        line = self.line(*arguments, user=user, has_key=has_key)
        return subprocess.run(
            line, input=typed, capture_output=True, text=True, timeout=PATIENCE, check=False
        )


@pytest.fixture(scope="module")
def client(host: Host, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    yield Client(host, tmp_path_factory.mktemp("client"))


def test_the_screen_can_be_played_and_left(client: Client) -> None:
    with Terminal(client.line(user="judith")) as terminal:
        terminal.wait_for("takes this name")
        terminal.press("Enter")
        terminal.wait_for(f"All games ({len(catalogue())})")
        terminal.press(*"demon", "Enter")
        terminal.wait_for("Score 0")
        terminal.resize(100, 30)
        terminal.wait_for("Score 0")
        terminal.press("q", "q")
        assert terminal.wait_exit() == 0
    with Terminal(client.line(user="judith")) as terminal:
        terminal.wait_for("Welcome back. Your game is as you left it.")


def test_a_script_plays_line_by_line(client: Client) -> None:
    done = client.run("-T", typed="moves\nquit\n", user="karl")
    assert done.returncode == 0 and "legal move" in done.stdout and not done.stderr


def test_a_bot_gets_json(client: Client) -> None:
    done = client.run("json", typed="quit\n", user="karl")
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, True]


def test_a_client_without_a_key_is_a_guest_without_a_prompt(client: Client) -> None:
    """On a terminal, where ssh could ask for a password."""
    with Terminal(client.line(user="otto", has_key=False)) as terminal:
        terminal.wait_for("You are a guest")
        assert b"assword" not in terminal.output


def test_a_script_may_log_in_as_guest_without_a_key(client: Client) -> None:
    done = client.run("-oBatchMode=yes", "json", typed="quit\n", user="guest", has_key=False)
    assert done.returncode == 0 and json.loads(done.stdout.splitlines()[0])["ok"]


def test_files_and_forwarding_are_refused(client: Client, tmp_path: Path) -> None:
    assert client.run("-s", "sftp").returncode == 255
    assert client.run("-N", "-oExitOnForwardFailure=yes", "-R0:127.0.0.1:9").returncode == 255
    done = client.run("-oLogLevel=INFO", "-W127.0.0.1:9")
    assert done.returncode == 255 and "refused" in done.stderr
    done = client.run("-A", "-X", "json", typed="quit\n", user="karl")
    assert done.returncode == 0


def test_a_client_that_is_killed_leaves_no_session(client: Client, host: Host) -> None:
    before = {each["session"] for each in host.sessions}  # some may be ending still
    with Terminal(client.line(user="guest")) as terminal:
        terminal.wait_for("You are a guest")
        (session,) = {each["session"] for each in host.sessions} - before
        os.kill(terminal.pid, 9)
    end = time.monotonic() + PATIENCE
    while f"end session={session} player=guest reason='the connection was dropped'" not in _log(
        host
    ):
        assert time.monotonic() < end
        time.sleep(0.05)


def _log(host: Host) -> str:
    return host.log_file.read_text()

"""Variables of the environment that reach Textual, and absurd sizes of the window."""

import os
import sys

import pytest

from solterm.cli.console import prepare_variables
from solterm.context import KIOSK
from tests.cli.calls import process
from tests.harness.pty import Terminal
from tests.here import here

DRIVER = "TEXTUAL_DRIVER"
WEB = "textual.drivers.web_driver:WebDriver"


def prepared(monkeypatch: pytest.MonkeyPatch, **given: str) -> dict[str, str]:
    """Return what is left of these variables."""
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    prepare_variables(here())
    return {name: os.environ[name] for name in given if name in os.environ}


def test_textuals_variables_are_dropped_but_for_a_local_players_driver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = {"TEXTUAL": "devtools", "TEXTUAL_PRESS": "q", "TEXTUAL_LOG": "log", DRIVER: WEB}
    assert prepared(monkeypatch, **given) == {DRIVER: WEB}
    assert prepared(monkeypatch, **given | {DRIVER: ""}) == {}
    assert prepared(monkeypatch, **given, **{KIOSK: "1"}) == {KIOSK: "1"}


@pytest.mark.parametrize(
    ("told", "kept"),
    [("80", "80"), ("0090", "90"), ("99999", "500"), ("9" * 5000, "500")]
    + [(each, None) for each in ("", "0", "000", "-5", "wide", "8e1", "²")],
)
def test_the_size_of_the_window_is_limited(
    told: str, kept: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert prepared(monkeypatch, COLUMNS=told).get("COLUMNS") == kept
    most = {"500": "200"}
    assert prepared(monkeypatch, LINES=told).get("LINES") == most.get(kept or "", kept)


@pytest.mark.parametrize("size", ["9" * 5000, "1"], ids=["absurd", "tiny"])
@pytest.mark.parametrize("words", [("--help",), ("rules", "demon")], ids=" ".join)
def test_no_size_stops_the_command_line(size: str, words: tuple[str, ...]) -> None:
    done = process(*words, COLUMNS=size, LINES=size)
    assert done.returncode == 0
    assert done.stdout
    assert len(done.stdout) < 100_000


@pytest.mark.parametrize("size", ["9" * 5000, "-1"], ids=["absurd", "negative"])
def test_no_size_stops_the_screen(size: str) -> None:
    argv = [sys.executable, "-m", "solterm", "play", "demon", "--deal", "617"]
    with Terminal(argv, env={"COLUMNS": size, "LINES": size}) as terminal:
        terminal.wait_for("Demon", timeout=30)
        terminal.send(b"qq")
        assert terminal.wait_exit(timeout=30) == 0


@pytest.mark.parametrize("driver", ["nowhere:Driver", "textual.driver:Driver", "os:getcwd", ":"])
def test_a_wrong_driver_is_a_sentence(driver: str) -> None:
    done = process("play", "demon", **{DRIVER: driver})
    assert done.returncode == 1
    assert done.stderr.decode() == (
        f"solterm: TEXTUAL_DRIVER names no driver of Textual: {driver!r}. Unset it to play in this"
        " terminal.\n"
    )

"""The context: what it reads from the environment, and what a kiosk and guests never get."""

from pathlib import Path

import pytest

from solterm.capabilities import Terminal
from solterm.context import (
    DATABASE,
    GUEST,
    HOME,
    KIOSK,
    NICKNAME,
    PLAYER,
    SHARED,
    SOLVER,
    Context,
)

DRIVER = "TEXTUAL_DRIVER"


def context_of(**environ: str) -> Context:
    """Return the context without what depends on the streams of the tests."""
    found = Context.from_environment(environ)
    return found._replace(terminal=found.terminal._replace(charset="utf-8", is_tty=False))


def test_without_variables_a_player_is_at_home() -> None:
    assert context_of() == Context()
    assert not context_of().is_on_host


def test_each_variable_is_read() -> None:
    given = {
        **{PLAYER: "ann", HOME: "/srv/cards", SHARED: "/srv/shared", NICKNAME: "Ann"},
        **{DATABASE: "postgresql://x", KIOSK: "1", SOLVER: "OFF"},
    }
    expected = Context(
        player="ann",
        folder=Path("/srv/cards"),
        shared=Path("/srv/shared"),
        database="postgresql://x",
        nickname="Ann",
        is_kiosk=True,
        is_solver_off=True,
    )
    assert context_of(**given) == expected
    assert expected.is_on_host
    assert expected.is_in_database


@pytest.mark.parametrize(("value", "is_set"), [("", False), ("0", False), ("1", True)])
def test_an_empty_switch_and_zero_are_off(value: str, is_set: bool) -> None:
    found = context_of(**{GUEST: value, KIOSK: value})
    assert (found.is_guest, found.is_kiosk) == (is_set, is_set)


@pytest.mark.parametrize("value", ["off", "0", "no", "Off"])
def test_the_solver_is_turned_off(value: str) -> None:
    assert context_of(**{SOLVER: value}).is_solver_off
    assert not context_of(**{SOLVER: "on"}).is_solver_off


def test_a_guest_has_no_name_and_no_database() -> None:
    guest = context_of(**{GUEST: "1", NICKNAME: "ann", DATABASE: "postgresql://x"})
    assert guest.is_on_host
    assert not guest.is_in_database
    assert guest.nickname == guest.renamed("ann").nickname == ""


def test_a_rename_changes_nothing_else() -> None:
    ann = Context(player="0123", nickname="ann", is_kiosk=True)
    assert ann.renamed("anna") == ann._replace(nickname="anna")


def test_a_kiosk_takes_no_driver_from_its_clients() -> None:
    assert context_of(**{DRIVER: "a:Driver"}).terminal.driver == "a:Driver"
    assert context_of(**{DRIVER: "a:Driver", KIOSK: "1"}).terminal.driver == ""


def test_the_terminal_is_read_from_the_same_variables() -> None:
    given = {"TERM": "xterm-256color", "COLORTERM": " TrueColor ", "NO_COLOR": ""}
    terminal = context_of(**given).terminal
    assert terminal == Terminal("xterm-256color", " TrueColor ")
    assert terminal.colours == 1 << 24
    assert terminal._replace(colour_kind="").colours == 256
    assert terminal._replace(wants_no_colour=True).colours == 0


@pytest.mark.parametrize(
    ("terminal", "sentence"),
    [
        (Terminal("xterm", is_tty=True), None),
        (Terminal("xterm"), "needs a terminal"),
        (Terminal("dumb", is_tty=True), "of type 'dumb' cannot show"),
        (Terminal("dumb", driver="a:Driver"), None),
    ],
)
def test_a_terminal_says_why_it_has_no_screen(terminal: Terminal, sentence: str | None) -> None:
    assert (terminal.no_screen is None) is (sentence is None)
    assert (sentence or "") in (terminal.no_screen or "")

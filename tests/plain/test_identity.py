"""Line mode on a host: the player's name and keys, and the welcome."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from solterm.context import NICKNAME, Context
from solterm.hall.messages import AskCode, Message, No, Notice, Rename, UseCode, Yes
from solterm.plain.interpreter import carry_out
from solterm.sessions.life import greet
from solterm.store.store import Store
from tests.hall.dealer import Dealer
from tests.hall.hosts import HostEnd, joined
from tests.plain.line_sessions import new_session, session_of, session_without_game
from tests.store.opening import begin

Answers = Callable[..., None]


@pytest.fixture(autouse=True)
def own_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICKNAME, "ann")


@pytest.fixture
def host() -> Iterator[HostEnd]:
    with joined() as host:
        yield host


def answer(host: HostEnd, *messages: Message) -> None:
    """Send answers in advance; the session reads them after its next message."""
    for each in messages:
        host.say(each)


def test_a_name_is_changed_unless_the_host_refuses(host: HostEnd) -> None:
    session = new_session(host=host.session)
    answer(host, No("Somebody here is called so."))
    reply = carry_out(session, "name bob")
    assert (reply.ok, reply.text) == (False, "Somebody here is called so.")
    assert session.context.nickname == "ann"
    answer(host, Notice("Going down at ten."), Yes("Anna"))
    reply = carry_out(session, "name Anna")
    assert (reply.ok, reply.text) == (True, "You are Anna on this host.")
    assert host.hear() == [Rename("bob"), Rename("Anna")]
    assert session.context.nickname == "Anna"
    assert os.environ[NICKNAME] == "ann", "the environment stays as the host has set it"
    assert session.host.hear() == [Notice("Going down at ten.")]


def test_a_code_is_given_and_used(host: HostEnd) -> None:
    session = new_session(host=host.session)
    answer(host, Yes("ABCD-EFGH"))
    assert carry_out(session, "code").text.startswith("Your code is ABCD-EFGH")
    answer(host, Yes("From your next login on this key is ann's."))
    assert carry_out(session, "code abcd-efgh").text.startswith("From your next login")
    assert host.hear() == [AskCode(), UseCode("abcd-efgh")]


def test_a_silent_host_is_not_waited_for_long(host: HostEnd) -> None:
    host.session.patience = 0.01
    assert "isn't answering" in carry_out(new_session(host=host.session), "name bob").text
    host.close()
    assert "isn't answering" in carry_out(new_session(host=host.session), "code").text


def test_on_the_screen_the_name_command_refers_to_keys(host: HostEnd) -> None:
    session = session_of(new_session().kept, host.session, on_screen=True)
    assert "use keys" in carry_out(session, "name bob").text
    assert host.hear() == []


def test_a_new_player_is_told_the_name() -> None:
    store = Store.open()
    assert greet(store) == "You are ann on this host; 'name NEW' changes that."
    guests = Store.memory("a guest's", Context(is_guest=True))
    assert greet(guests).endswith("come back; 'ssh-keygen -t ed25519' makes one.")
    begin(store, new_session().play)
    assert greet(store) == ""


def test_boards_use_the_name_assigned_by_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Dealer(tmp_path / "host").answer_all(monkeypatch)
    session = session_without_game()
    for line in ("tour Friday: demon, corners", "next", "end", "y", "next", "end"):
        carry_out(session, line)
    assert "'enter' enters the board" in carry_out(session, "y").text
    assert "Your name on this host is ann" in carry_out(session, "enter Eve").text
    ann, session.store.context = session.context, session.context._replace(is_guest=True)
    assert "Guests can't enter boards" in carry_out(session, "enter").text
    session.store.context = ann
    assert "1. ann: points 0" in carry_out(session, "enter").text

"""Line mode on a host: the player's name and keys, and the welcome."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from solterm import hall
from solterm.hall.link import Link
from solterm.hall.messages import AskCode, Message, No, Notice, Rename, UseCode, Yes
from solterm.plain import hosted
from solterm.plain.grammar import help_without_game
from solterm.plain.session import Session
from solterm.sessions.welcome import greet
from solterm.store import place
from solterm.store.store import Store
from tests.plain.sittings import sitting

Answers = Callable[..., None]


@pytest.fixture(autouse=True)
def own_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a new nickname, which the program writes to the environment, in this test."""
    monkeypatch.setattr("os.environ", dict(os.environ))
    monkeypatch.setenv(place.NICKNAME, "ann")


class Host:
    """Somebody at the other end who answers, and remembers what was asked."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.asked: list[Message] = []

    def answer(self, *said: Message) -> None:
        """Answer the next message; it is heard before anybody asks, and said in its turn."""
        for each in said:
            Link(self.line.dup()).say(each)

    def heard(self) -> list[Message]:
        return Link(self.line.dup()).hear()


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    ours, theirs = socket.socketpair()
    monkeypatch.setattr(hall, "_link", Link(ours))
    with theirs:
        yield Host(theirs)


def test_a_name_is_changed(host: Host) -> None:
    host.answer(Notice("Going down at ten."), Yes("Anna"))
    session = sitting()
    reply = session.handle("name Anna")
    assert (reply.ok, reply.text) == (True, "You are Anna on this host.")
    assert host.heard() == [Rename("Anna")]
    assert place.nickname() == "Anna"
    assert session.host.hear() == [Notice("Going down at ten.")]


def test_refusals_of_the_host_are_shown(host: Host) -> None:
    host.answer(No("Somebody here is called so."))
    reply = sitting().handle("name bob")
    assert (reply.ok, reply.text) == (False, "Somebody here is called so.")
    assert place.nickname() == "ann"


def test_a_code_is_given_and_used(host: Host) -> None:
    host.answer(Yes("ABCD-EFGH"))
    assert sitting().handle("code").text.startswith("Your code is ABCD-EFGH")
    host.answer(Yes("From your next login on this key is ann's."))
    assert sitting().handle("code abcd-efgh").text.startswith("From your next login")
    assert host.heard() == [AskCode(), UseCode("abcd-efgh")]


def test_a_host_that_says_nothing_is_not_waited_for_long(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted, "PATIENCE", 0.01)
    assert "isn't answering" in sitting().handle("name bob").text
    host.line.close()
    assert "isn't answering" in sitting().handle("code").text


def test_an_answer_that_comes_late_is_waited_for(host: Host) -> None:
    threading.Timer(0.05, host.answer, [Yes("bob")]).start()
    assert sitting().handle("name bob").ok


@pytest.mark.usefixtures("host")
def test_the_words_stand_in_the_help_of_a_host_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    session = sitting()
    for text in (help_without_game(), session.handle("help").text):
        assert "name NAME" in text
        assert "code [CODE]" in text
    monkeypatch.setattr(hall, "_link", None)
    for text in (help_without_game(), session.handle("help").text):
        assert "name NAME" not in text
        assert "code [CODE]" not in text
    assert session.handle("name bob").text.startswith("There is no command 'name'")


def test_on_the_screen_it_is_done_with_keys(host: Host) -> None:
    session = Session(sitting().kept, on_screen=True)
    assert "use keys" in session.handle("name bob").text
    assert host.heard() == []


def test_a_new_player_is_told_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.open()
    assert greet(store) == "You are ann on this host; 'name NEW' changes that."
    monkeypatch.setenv(place.GUEST, "1")
    assert greet(store).endswith("come back; 'ssh-keygen -t ed25519' makes one.")
    monkeypatch.delenv(place.GUEST)
    store.begin(sitting().play)
    assert greet(store) == ""


def test_boards_use_the_name_given_by_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(Store.open())
    for line in ("daily", "next", "end"):
        session.handle(line)
    assert "'enter' enters the board" in session.handle("y").text
    assert "Your name on this host is ann" in session.handle("enter Eve").text
    monkeypatch.setenv(place.GUEST, "1")
    assert "Guests can't enter boards" in session.handle("enter").text
    monkeypatch.delenv(place.GUEST)
    assert "1. ann: mark 0" in session.handle("enter").text

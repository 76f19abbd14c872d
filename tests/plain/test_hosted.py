"""Line mode on a host: who is here, looking on, results, the door; what the host says unasked."""

import io
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from solterm.contests.daily import daily
from solterm.core.play.play import Play
from solterm.games import find
from solterm.hall.link import Link
from solterm.hall.messages import Away, Door, End, Message, Notice, Result, Rise, Step, Watchers
from solterm.plain.loop import run
from solterm.sessions.waiting import today
from solterm.store.store import Store
from tests.hall.hosts import joined
from tests.plain.sittings import sitting
from tests.serve.hosts import House
from tests.sessions.seats import seat_of

SESSION = Path(__file__).parents[1] / "hall" / "session.py"
PLAY = Play(find("demon"), 617)
MOVE = str(next(iter(PLAY.legal_moves)))


class Table:
    """A sitting in line mode on a host, where ann plays and cid has closed the door."""

    def __init__(self, line: Link) -> None:
        self.house = House()
        self.line = line
        self.house.enter("ann", "ann")
        self.house.enter("cid", "cid", is_open=False)
        self.house.say("ann", seat_of(PLAY))
        self.house.enter("me", "bob")
        self._unasked: deque[Message] = deque()
        """What the host says next; its thread says it, as a link is for one thread."""
        self._ours, theirs = socket.socketpair()
        self._answers = self._ours.makefile("r", encoding="utf-8")
        self._source, self._sink = theirs.makefile("rb"), theirs.makefile("w", encoding="utf-8")
        self._theirs = theirs

    def start(self, as_json: bool) -> None:
        self._over = threading.Event()
        self._loop = threading.Thread(target=self._sit, args=[as_json])
        self._host = threading.Thread(target=self._serve)
        self._loop.start()
        self._host.start()

    def _sit(self, as_json: bool) -> None:
        """Play to the end; a store is for the thread that opened it."""
        run(sitting(), self._source, self._sink, as_json)
        self._theirs.shutdown(socket.SHUT_WR)

    def _serve(self) -> None:
        """Pass on what is said, as a server does."""
        import select

        while not self._over.is_set() and self.line.is_up:
            select.select([self.line], [], [], 0.01)
            self.house.seconds += 1
            self.house.hall.settle()
            for message in self.line.hear():
                self.house.say("me", message)
            for message in self.house.heard("me"):
                self.line.say(message)
            while self._unasked:
                self.line.say(self._unasked[0])
                self._unasked.popleft()

    def leave(self) -> None:
        self._ours.shutdown(socket.SHUT_WR)
        self._loop.join()
        self._over.set()
        self._host.join()
        for each in (self._answers, self._source, self._sink, self._ours, self._theirs):
            each.close()

    def type(self, line: str) -> None:
        self._ours.sendall(f"{line}\n".encode())

    def read(self) -> str:
        return self._answers.readline().rstrip("\n")

    def read_until(self, what: str) -> str:
        """The lines up to one that has a text in it."""
        told = []
        while not told or what not in told[-1]:
            told.append(self._answers.readline())
            assert told[-1], told
        return "".join(told)

    def answer(self, line: str) -> dict[str, Any]:
        """The object that answers a line."""
        self.type(line)
        return json.loads(self.read())

    def tell(self, message: Message) -> None:
        """Let the host say something unasked, and wait until it has."""
        self._unasked.append(message)
        while self._unasked and self._host.is_alive():
            time.sleep(0.001)

    def ann(self, message: Message) -> None:
        self.house.say("ann", message)


@contextmanager
def at_table(as_json: bool) -> Iterator[Table]:
    with joined() as line:
        table = Table(line)
        table.start(as_json)
        try:
            yield table
        finally:
            table.leave()


@pytest.fixture
def table() -> Iterator[Table]:
    with at_table(as_json=True) as table:
        table.read()
        yield table


def test_who_lists_the_players(table: Table) -> None:
    told = table.answer("who")
    ann, bob, cid = told["visitors"]
    assert (told["total"], told["first"]) == (3, 0)
    assert (ann["player"], ann["game"], ann["deal"], ann["own"]) == ("ann", "demon", "617", False)
    assert (cid["open"], cid["game"]) == (False, "")
    assert (bob["own"], bob["game"]) == (True, "kloncan-klondike")
    assert "ann: ann plays Demon at level 3." in told["text"]


def test_many_are_told_page_by_page_and_found_by_name(table: Table) -> None:
    for number in range(120):
        table.house.enter(f"{number:x}a", f"player-{number:03}")
    told = table.answer("who")
    assert (len(told["visitors"]), told["total"]) == (50, 123)
    assert told["text"].endswith("Page 1 of 3, 123 players; 'who 2' shows the next page.")
    last = table.answer("who 3")
    assert (len(last["visitors"]), last["first"]) == (23, 100)
    assert "Page" not in last["text"]
    assert table.answer("who 4")["text"] == "The last page is 3."
    (found,) = table.answer("who YER-11 1")["visitors"][:1]
    assert found["player"] == "player-110"
    assert table.answer("who player 2")["first"] == 50
    assert table.answer("who nobody")["text"] == "Nobody is called 'nobody'."
    assert table.answer("who ANN")["visitors"][0]["player"] == "ann"
    assert table.answer("watch player-119")["ok"], "also one that is on no first page"


def test_a_follower_hears_changes(table: Table) -> None:
    assert table.answer("who on")["ok"]
    table.house.hall.leave("cid")
    table.house.enter("dan", "dan")
    news: list[dict[str, Any]] = []
    end = time.monotonic() + 20
    while not any("dan" in each["text"] for each in news):
        assert time.monotonic() < end, news
        news += table.answer("").get("news", ())
    changes = [each for each in news if each["say"] == "whochanged"]
    assert {gone for each in changes for gone in each["gone"]} == {"cid"}
    assert "cid has left." in "".join(each["text"] for each in changes)
    assert changes[-1]["visitors"][-1]["player"] == "dan"
    assert table.answer("who off")["ok"]
    table.house.hall.leave("dan")
    assert not [each for each in range(5) if "news" in table.answer("")]


def test_a_game_is_seen_event_by_event_with_hidden_cards_hidden(table: Table) -> None:
    told = table.answer("watch ANN")
    assert told["ok"], told["text"]
    assert (told["game"], told["deal"], told["watched"]) == (
        "demon",
        617,
        {"player": "ann", "event": ""},
    )
    assert "purpose" not in told
    assert set(told["piles"]["s"]["cards"]) == {"??"}
    table.ann(Step(1, (MOVE, "bookmark rude")))
    first, second = json.loads(table.read()), json.loads(table.read())
    assert first["watched"]["event"] == MOVE
    assert (second["watched"]["event"], second["text"]) == ("bookmark", "ann: Bookmark.")
    assert first["piles"]
    table.ann(Rise())
    risen = json.loads(table.read())
    assert (risen["text"], risen["game"]) == ("ann is choosing a game.", "")
    ended = table.answer("")
    assert (ended["text"], ended["game"]) == ("You stopped watching ann.", "kloncan-klondike")
    assert table.answer("who")["visitors"][0]["watchers"] == 0


def test_the_end_of_watching_is_announced(table: Table) -> None:
    table.answer("watch ann")
    table.ann(Door(False))
    said = json.loads(table.read())
    assert (said["ok"], said["text"]) == (False, "ann no longer accepts spectators.")
    assert table.answer("stop")["text"] == "You aren't watching anyone."


def test_spectators_follow_a_player_who_reconnects(table: Table) -> None:
    table.answer("watch ann")
    table.tell(Away("ann"))
    left = json.loads(table.read())
    assert left["ok"]
    assert left["text"].startswith("ann has left. You go on watching if they are back")
    table.tell(seat_of(Play(find("demon"), 617)))
    assert json.loads(table.read())["text"].startswith("ann plays Demon (smallWare), deal 617")


def test_how_many_watch_comes_as_news_and_stands_at_the_door(table: Table) -> None:
    assert table.answer("door")["watchers"] == 0
    table.tell(Watchers(2))
    (news,) = table.answer("")["news"]
    assert news == {"say": "watchers", "text": "2 people are watching you.", "number": 2}
    told = table.answer("door")
    assert told["watchers"] == 2
    assert told["text"].endswith("2 people are watching you.")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("watch cid", "cid does not accept spectators."),
        ("watch eve", "Nobody called 'eve' is here; 'who' lists who is."),
        ("watch bob", "That is your own game."),
        ("door ajar", "Write 'door open' or 'door closed'."),
    ],
)
def test_impossible_requests_are_refused(table: Table, line: str, text: str) -> None:
    told = table.answer(line)
    assert (told["ok"], told["text"]) == (False, text)


def test_the_deal_of_the_day_is_not_shown_before_it_is_played(table: Table) -> None:
    leg = daily(today()).legs[0]
    table.ann(seat_of(Play(find(leg.game), leg.deal)))
    told = table.answer("watch ann")
    assert told["text"].startswith("This is the deal of the day")
    assert told["game"] == "kloncan-klondike"
    assert table.answer("who")["visitors"][0]["watchers"] == 0


def test_the_door_is_opened_and_closed(table: Table) -> None:
    assert table.answer("door")["door"] == "open"
    assert table.answer("door closed")["door"] == "closed"
    assert [each["open"] for each in table.answer("who")["visitors"]] == [True, False, False]
    assert table.answer("settings door on")["ok"]
    assert table.answer("who")["visitors"][1]["open"]


def test_results_are_told_and_come_with_the_next_answer(table: Table) -> None:
    table.ann(Result("", "demon", 3, "617", "", True, 900))
    results = table.answer("results")
    assert [(each["player"], each["mark"]) for each in results["results"]] == [("ann", 900)]
    told = results.get("news") or table.answer("")["news"]
    assert [(each["say"], each["text"]) for each in told] == [("result", "ann won Demon, 900.")]
    assert "news" not in table.answer("")


def test_nothing_is_written_unasked_but_the_end(table: Table) -> None:
    table.tell(Notice("Going down at ten."))
    assert table.answer("who")["ok"]
    table.tell(End("The host goes down."))
    said = [json.loads(line) for line in iter(table.read, "")]
    assert said[-1]["text"] == "The host goes down."
    told = [each["text"] for one in said for each in one.get("news", ())]
    assert told[-1] == "The host goes down."


def test_for_people_all_of_it_is_lines() -> None:
    with at_table(as_json=False) as table:
        table.read_until("Type 'help'")
        table.tell(Notice("Going down\x1b at ten."))
        assert table.read() == "The host says: Going down  at ten."
        table.type("watch ann")
        assert "ann plays Demon (smallWare), deal 617, level 3. An empty" in table.read()
        table.read_until("t4  ")
        table.ann(Step(1, (MOVE,)))
        assert table.read().startswith("ann: ")
        table.ann(Result("", "demon", 3, "617", "", True, 900))
        assert table.read() == "ann won Demon, 900."
        table.type("")
        assert table.read() == "You stopped watching ann."
        table.type("settings news off")
        table.read()
        table.ann(Result("", "demon", 3, "617", "", True, 900))
        table.type("results")
        assert table.read() == "12:00 ann won Demon, 900."
        table.read()
        table.tell(End("The host goes down."))
        assert table.read() == "The host goes down."


def test_a_host_that_is_gone_is_said_and_play_goes_on() -> None:
    with at_table(as_json=True) as table:
        table.read()
        table._over.set()
        table._host.join()
        table.line.close()
        told = table.answer("who")
        assert not told["ok"]
        assert "isn't answering" in told["text"]
        assert table.answer("s")["ok"]


def test_without_a_host_nothing_is_heard_of_it() -> None:
    session = sitting()
    for line in ("who", "watch ann", "stop", "results", "door"):
        assert session.handle(line).text.startswith("There is no command")
    assert "who" not in session.handle("help").text.split()


def test_a_program_on_pipes_hears_its_host_and_ends_at_its_word(home: Path) -> None:
    here, there = socket.socketpair()
    there.set_inheritable(True)
    argv = [sys.executable, str(SESSION), str(there.fileno()), "json", "play", "demon"]
    with subprocess.Popen(
        argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=False
    ) as program:
        there.close()
        host = Link(here)
        assert program.stdout
        assert json.loads(program.stdout.readline())["game"] == "demon"
        host.say(End("The host goes down."))
        assert json.loads(program.stdout.readline())["text"] == "The host goes down."
        assert program.wait() == 0
        host.close()
    assert Store.open(home).load_suspended()


def test_lines_of_any_length_are_read_beside_the_host() -> None:
    with joined():
        reader, writer = os.pipe()
        with os.fdopen(reader, "rb") as source, os.fdopen(writer, "wb") as ours:
            text = b"x" * 40_000 + b"\nscore\n" + b"moves"
            threading.Thread(target=lambda: (ours.write(text), ours.close())).start()
            sink = io.StringIO()
            run(sitting(), source, sink, as_json=True)
        replies = [json.loads(line) for line in sink.getvalue().splitlines()]
        assert [each["ok"] for each in replies] == [True, False, True, True]

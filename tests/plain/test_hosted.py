"""Line mode on a host: players, watching, results, the door, and unasked messages."""

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

from solterm.core.play.play import Play
from solterm.core.values import replace
from solterm.games import find
from solterm.hall.link import Link
from solterm.hall.messages import (
    Away,
    Door,
    End,
    Message,
    NewsWanted,
    Notice,
    PlayLeft,
    Result,
    Step,
    Tonight,
    Watchers,
)
from solterm.plain.commands.host import hear
from solterm.plain.interpreter import carry_out
from solterm.plain.loop import run
from solterm.store.store import Store
from tests.hall.hosts import HostEnd, joined
from tests.plain.line_sessions import new_session
from tests.serve.hosts import HallHarness
from tests.sessions.messages import play_started

SESSION = Path(__file__).parents[1] / "hall" / "session.py"
PLAY = Play(find("demon"), 617)
MOVE = str(next(iter(PLAY.legal_moves)))


class HostedSession:
    """Line mode on a host, where ann plays and cid has closed the door."""

    def __init__(self, line: HostEnd) -> None:
        self.harness = HallHarness()
        self.line = line
        self.harness.enter("ann", "ann")
        self.harness.enter("cid", "cid", is_open=False)
        self.harness.say("ann", play_started(PLAY))
        self.harness.enter("me", "bob")
        self._unasked: deque[Message] = deque()
        """Messages for the host's thread to send: a link belongs to one thread."""
        self._ours, theirs = socket.socketpair()
        self._answers = self._ours.makefile("r", encoding="utf-8")
        self._source, self._sink = theirs.makefile("rb"), theirs.makefile("w", encoding="utf-8")
        self._theirs = theirs

    def start(self, as_json: bool) -> None:
        self._over = threading.Event()
        self._loop = threading.Thread(target=self._play, args=[as_json])
        self._host = threading.Thread(target=self._serve)
        self._loop.start()
        self._host.start()

    def _play(self, as_json: bool) -> None:
        """Play to the end, in the thread that opens the store."""
        run(new_session(host=self.line.session), self._source, self._sink, as_json)
        self._theirs.shutdown(socket.SHUT_WR)

    def _serve(self) -> None:
        """Forward messages, as a server does."""
        import select

        self.harness.register.__dict__.pop("engine", None)  # it belongs to one thread
        while not self._over.is_set() and self.line.is_up:
            select.select([self.line], [], [], 0.01)
            self.harness.seconds += 1
            self.harness.hall.settle()
            for message in self.line.hear():
                self.harness.say("me", message)
            for message in self.harness.received("me"):
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
        """Return the lines up to one that contains a text."""
        lines = []
        while not lines or what not in lines[-1]:
            lines.append(self._answers.readline())
            assert lines[-1], lines
        return "".join(lines)

    def answer(self, line: str) -> dict[str, Any]:
        """Type a line and return the object that answers it."""
        self.type(line)
        return json.loads(self.read())

    def tell(self, message: Message) -> None:
        """Let the host send an unasked message, and wait until it is sent."""
        self._unasked.append(message)
        while self._unasked and self._host.is_alive():
            time.sleep(0.001)

    def ann(self, message: Message) -> None:
        self.harness.say("ann", message)


@contextmanager
def hosted_session(as_json: bool) -> Iterator[HostedSession]:
    with joined() as line:
        hosted = HostedSession(line)
        hosted.start(as_json)
        try:
            yield hosted
        finally:
            hosted.leave()


@pytest.fixture
def host() -> Iterator[HostEnd]:
    with joined() as host:
        yield host


@pytest.fixture
def hosted() -> Iterator[HostedSession]:
    with hosted_session(as_json=True) as hosted:
        hosted.read()
        yield hosted


def test_who_lists_players_with_their_games(hosted: HostedSession) -> None:
    reply = hosted.answer("who")
    ann, bob, cid = reply["visitors"]
    assert (reply["total"], reply["first"]) == (3, 0)
    assert (ann["player"], ann["game"], ann["deal"], ann["own"]) == ("ann", "demon", "617", False)
    assert (cid["open"], cid["game"]) == (False, "")
    assert (bob["own"], bob["game"]) == (True, "kloncan-klondike")
    assert "ann: ann plays Demon at level 3." in reply["text"]


def test_who_lists_players_by_page_and_by_name(hosted: HostedSession) -> None:
    for number in range(120):
        hosted.harness.enter(f"{number:x}a", f"player-{number:03}")
    reply = hosted.answer("who")
    assert (len(reply["visitors"]), reply["total"]) == (50, 123)
    assert reply["text"].endswith("Page 1 of 3, 123 players; 'who 2' shows the next page.")
    last = hosted.answer("who 3")
    assert (len(last["visitors"]), last["first"]) == (23, 100)
    assert "Page" not in last["text"]
    assert hosted.answer("who 4")["text"] == "The last page is 3."
    assert hosted.answer("who YER-11 1")["visitors"][0]["player"] == "player-110"
    assert hosted.answer("who player 2")["first"] == 50
    assert hosted.answer("watch player-119")["ok"], "even a player who is not on the first page"


def test_who_on_reports_changes(hosted: HostedSession) -> None:
    assert hosted.answer("who on")["ok"]
    hosted.harness.hall.leave("cid")
    hosted.harness.enter("dan", "dan")
    news: list[dict[str, Any]] = []
    end = time.monotonic() + 120
    while not any("dan" in each["text"] for each in news):
        assert time.monotonic() < end, news
        news += hosted.answer("").get("news", ())
    changes = [each for each in news if each["say"] == "whochanged"]
    assert {gone for each in changes for gone in each["gone"]} == {"cid"}
    assert "cid has left." in "".join(each["text"] for each in changes)
    assert changes[-1]["visitors"][-1]["player"] == "dan"
    assert hosted.answer("who off")["ok"]
    hosted.harness.hall.leave("dan")
    assert not [each for each in range(5) if "news" in hosted.answer("")]


def test_a_watched_game_shows_each_event_but_no_hidden_card(hosted: HostedSession) -> None:
    reply = hosted.answer("watch ANN")
    assert reply["ok"], reply["text"]
    assert (reply["game"], reply["deal"], reply["watched"]) == (
        "demon",
        617,
        {"player": "ann", "event": ""},
    )
    assert "purpose" not in reply
    assert set(reply["piles"]["s"]["cards"]) == {"??"}
    hosted.ann(Step(1, (MOVE, "bookmark rude")))
    first, second = json.loads(hosted.read()), json.loads(hosted.read())
    assert first["watched"]["event"] == MOVE
    assert (second["watched"]["event"], second["text"]) == ("bookmark", "ann: Bookmark.")
    assert first["piles"]
    hosted.ann(PlayLeft())
    risen = json.loads(hosted.read())
    assert (risen["text"], risen["game"]) == ("ann is choosing a game.", "")
    hosted.tell(Away("ann"))
    assert json.loads(hosted.read())["text"].startswith("ann has left. You go on watching if")
    hosted.tell(play_started(PLAY))
    assert json.loads(hosted.read())["text"].startswith("ann plays Demon (smallWare), deal 617")
    ended = hosted.answer("")
    assert (ended["text"], ended["game"]) == ("You stopped watching ann.", "kloncan-klondike")
    assert hosted.answer("who")["visitors"][0]["watchers"] == 0


def test_a_player_signs_up_for_the_evening(hosted: HostedSession) -> None:
    assert hosted.answer("evening")["evening"] is None
    name, start = "Evening 2999-01-01 2000", "2999-01-01T20:00:00+00:00"
    tonight = Tonight(name, ("demon",), start, "2999-01-01T22:00:00+00:00")
    hosted.harness.hall.find_tonight = lambda: tonight
    told = hosted.answer("evening")
    assert told["text"].endswith(
        "at 20:00 UTC: Demon. Nobody has signed up yet. 'evening join' signs you up."
    )
    assert (told["evening"]["name"], told["evening"]["signed_up"]) == (name, 0)
    assert hosted.answer("evening join")["text"].endswith("You have signed up.")
    assert hosted.answer("evening leave")["evening"]["is_signed_up"] is False
    assert not hosted.answer("evening perhaps")["ok"]
    hosted.harness.hall.find_tonight = lambda: replace(tonight, start="2026-01-01T20:00:00+00:00")
    assert "'evening join' joins it." in hosted.answer("evening")["text"]
    refused = hosted.answer("evening join")["text"]
    assert refused.startswith(f"There is no tournament '{name}'"), "the host has not begun it"


def test_the_number_of_spectators_is_news_and_shown_by_door(hosted: HostedSession) -> None:
    assert hosted.answer("door")["watchers"] == 0
    hosted.tell(Watchers(2))
    (news,) = hosted.answer("")["news"]
    assert news == {"say": "watchers", "text": "2 people are watching you.", "number": 2}
    reply = hosted.answer("door")
    assert reply["watchers"] == 2
    assert reply["text"].endswith("2 people are watching you.")


def test_impossible_requests_are_refused(hosted: HostedSession) -> None:
    for line, text in {
        "watch cid": "cid does not accept spectators.",
        "watch eve": "Nobody called 'eve' is here; 'who' lists who is.",
        "watch bob": "That is your own game.",
        "door ajar": "Write 'door open' or 'door closed'.",
        "stop": "You aren't watching anyone.",
    }.items():
        reply = hosted.answer(line)
        assert (reply["ok"], reply["text"]) == (False, text)


def test_of_several_sessions_another_one_with_a_game_is_watched(hosted: HostedSession) -> None:
    hosted.harness.enter("bob1", "bob")
    assert hosted.answer("watch bob")["text"].startswith("bob is choosing a game.")
    hosted.harness.enter("bob2", "bob")
    hosted.harness.say("bob2", play_started(PLAY))
    assert hosted.answer("watch bob")["text"].startswith("bob plays Demon")


def test_the_door_can_be_opened_and_closed(hosted: HostedSession) -> None:
    assert hosted.answer("door")["door"] == "open"
    assert hosted.answer("door closed")["door"] == "closed"
    assert [each["open"] for each in hosted.answer("who")["visitors"]] == [True, False, False]


def test_results_are_listed_and_reported_with_the_next_answer(hosted: HostedSession) -> None:
    hosted.ann(Result("", "demon", 3, "617", "", True, 900))
    results = hosted.answer("results")
    assert [(each["player"], each["mark"]) for each in results["results"]] == [("ann", 900)]
    news = results.get("news") or hosted.answer("")["news"]
    assert [(each["say"], each["text"]) for each in news] == [("result", "ann won Demon, 900.")]
    assert "news" not in hosted.answer("")


def test_only_the_end_is_written_unasked(hosted: HostedSession) -> None:
    hosted.tell(Notice("Going down at ten."))
    assert hosted.answer("who")["ok"]
    hosted.tell(End("The host goes down."))
    answers = [json.loads(line) for line in iter(hosted.read, "")]
    assert answers[-1]["text"] == "The host goes down."
    news = [each["text"] for one in answers for each in one.get("news", ())]
    assert news[-1] == "The host goes down."


def test_text_mode_writes_everything_as_lines() -> None:
    with hosted_session(as_json=False) as hosted:
        hosted.read_until("Type 'help'")
        hosted.tell(Notice("Going down\x1b at ten."))
        assert hosted.read() == "The host says: Going down  at ten."
        hosted.type("watch ann")
        assert "ann plays Demon (smallWare), deal 617, level 3. An empty" in hosted.read()
        hosted.read_until("t4  ")
        hosted.ann(Step(1, (MOVE,)))
        assert hosted.read().startswith("ann: ")
        hosted.ann(Result("", "demon", 3, "617", "", True, 900))
        assert hosted.read() == "ann won Demon, 900."
        hosted.type("")
        assert hosted.read() == "You stopped watching ann."
        hosted.type("settings news off")
        hosted.read()
        hosted.ann(Result("", "demon", 3, "617", "", True, 900))
        hosted.type("results")
        assert hosted.read() == "12:00 ann won Demon, 900."
        hosted.read()
        hosted.tell(End("The host goes down."))
        assert hosted.read() == "The host goes down."


def test_a_missing_host_is_reported_and_play_continues() -> None:
    with hosted_session(as_json=True) as hosted:
        hosted.read()
        hosted._over.set()
        hosted._host.join()
        hosted.line.close()
        reply = hosted.answer("who")
        assert not reply["ok"]
        assert "isn't answering" in reply["text"]
        assert hosted.answer("s")["ok"]


def test_commands_of_a_host_are_unknown_without_one() -> None:
    session = new_session()
    for line in ("who", "watch ann", "stop", "results", "door"):
        assert carry_out(session, line).text.startswith("There is no command")
    assert "who" not in carry_out(session, "help").text.split()


def test_a_program_on_pipes_ends_when_its_host_says_so(home: Path) -> None:
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


def test_lines_of_any_length_are_read_on_a_host() -> None:
    with joined() as line:
        reader, writer = os.pipe()
        with os.fdopen(reader, "rb") as source, os.fdopen(writer, "wb") as ours:
            text = b"x" * 40_000 + b"\nscore\n" + b"moves"
            threading.Thread(target=lambda: (ours.write(text), ours.close())).start()
            sink = io.StringIO()
            run(new_session(host=line.session), source, sink, as_json=True)
        replies = [json.loads(line) for line in sink.getvalue().splitlines()]
        assert [each["ok"] for each in replies] == [True, False, True, True]


def test_a_changed_setting_is_told_to_the_host(host: HostEnd, home: object) -> None:
    session = new_session(host=host.session)
    session.host.tell_wishes(session.settings)
    carry_out(session, "settings news off")
    carry_out(session, "settings door off")
    assert host.hear() == [Door(True), NewsWanted(False), Door(False)]


@pytest.mark.parametrize(("news", "told"), [("on", ["ann won Demon, 900."]), ("off", [])])
def test_a_result_on_its_way_is_not_told_to_those_who_want_none(
    host: HostEnd, home: object, news: str, told: list[str]
) -> None:
    session = new_session(host=host.session)
    assert carry_out(session, f"settings news {news}").ok
    result = Result("ann", "demon", 3, "617", "", True, 900)
    assert [reply.text for reply in hear(session, result)] == told


def test_the_end_of_watching_is_announced(hosted: HostedSession) -> None:
    hosted.answer("watch ann")
    hosted.ann(Door(False))
    text = json.loads(hosted.read())
    assert (text["ok"], text["text"]) == (False, "ann no longer accepts spectators.")

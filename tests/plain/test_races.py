"""Races in line mode: what is asked of the host, and what is told."""

from collections.abc import Iterator
from typing import Any

import pytest

from solterm.contests.kinds import RACE
from solterm.core.values import replace
from solterm.hall.link import Link
from solterm.hall.messages import (
    AcceptRace,
    AskPlayer,
    AskRace,
    AskRaces,
    AskTonight,
    AskWho,
    Challenge,
    DropRace,
    FinishedRun,
    Message,
    PlayerPage,
    Race,
    RaceGames,
    Races,
    RaceScore,
    Tonight,
    Visitor,
    Who,
    Yes,
)
from solterm.plain.commands.host import hear
from solterm.plain.commands.race_commands import begin_due
from solterm.plain.interpreter import carry_out
from solterm.plain.session import Session
from solterm.sessions.host_link import HostLink
from solterm.sessions.seat import Seat
from solterm.store.store import Store
from tests.hall.hosts import joined
from tests.hall.races import ANN, BOB, no_time, race, raced, ran  # noqa: F401

CHALLENGE = Race(7, "demon", 3, "open", "ann", "", (BOB,), -1, -1)


class FakeHost(HostLink):
    """Answers at once, and keeps what it was asked."""

    def __init__(self, link: Link | None, *answers: Message) -> None:
        super().__init__(link)
        self.answers = {type(each): each for each in answers}
        self.asked: list[Message] = []
        self.heard: list[Message] = []

    def ask(self, message: Message, *kinds: type[Message]) -> Any:
        self.asked.append(message)
        return self.answers[kinds[0]]

    def take(self, *kinds: type[Message]) -> list[Message]:
        heard, self.heard = self.heard, []
        return heard


@pytest.fixture
def session() -> Iterator[Session]:
    with joined() as line:
        yield Session(Seat(Store.open(), line.session))


def connect(session: Session, *answers: Message) -> FakeHost:
    session.seat.host = host = FakeHost(session.host.link, Yes("7"), *answers)
    return host


def test_the_host_is_asked(session: Session) -> None:
    for line, asked in {
        "race bob demon": Challenge("bob", "demon", 3),
        "race any demon": Challenge("", "demon", 3),
        "race host demon": Challenge("", "demon", 3, is_ghost=True),
        "race accept 7": AcceptRace(7),
        "race drop 7": DropRace(7),
    }.items():
        host = connect(session)
        assert carry_out(session, line).ok
        assert host.asked == [asked]


def test_a_wrong_line_is_refused_without_the_host(session: Session) -> None:
    host = connect(session)
    for line, refusal in {
        "race bob": "Which game?",
        "race accept x": "Write the number of the race",
        "race accept": "Which one?",
        "race again": "You have raced nobody yet",
        "race status": "You are in no race",
        "race ghost demon": "You have no finished game of Demon",
        "race run daily": "Write 'race run BOARD PLACE'",
        "race run daily 1": "That board has 0 results.",
    }.items():
        reply = carry_out(session, line)
        assert not reply.ok
        assert refusal in reply.text
        assert not host.asked


def test_races_are_listed_in_words_and_json(session: Session) -> None:
    host = connect(session, Races((CHALLENGE,), (), (RaceScore("bob", False, 3, 2),)))
    reply = carry_out(session, "race")
    assert "7: bob challenges ann: Demon, level 3." in reply.text
    assert "1. bob: won 2, races 3." in reply.text
    assert reply.hosted is not None
    assert "deal" not in reply.hosted["races"][0]
    assert reply.hosted["week"] == [{"player": "bob", "is_program": False, "races": 3, "won": 2}]
    assert carry_out(session, "race accept").ok, "the only one needs no number"
    assert host.asked[-1] == AcceptRace(7)


@pytest.mark.usefixtures("no_time")
def test_a_race_comes_to_the_table_and_leaves_it(session: Session) -> None:
    host = connect(session)
    (told,) = hear(session, CHALLENGE)
    assert told.text.endswith("'race accept 7' accepts.")
    host.heard = [race(since=-4)]
    assert "It starts in 4 seconds." in carry_out(session, "race accept 7").text
    assert begin_due(session) == []
    hear(session, race())
    (begun,) = begin_due(session)
    assert begun.text.startswith("Go! ")
    assert session.kept.purpose.kind == RACE.id
    assert not carry_out(session, "undo").ok
    assert "bob 0 home, 0 moves" in carry_out(session, "race status").text
    (over,) = hear(session, race("over", winner=0, racers=(replace(ANN, mark=30), BOB)))
    assert over.text.startswith("You have won race 7. You: mark 30; bob: mark 0.")
    assert not session.has_game
    carry_out(session, "race again")
    assert host.asked[-1] == Challenge("bob", "demon", 3)


def test_a_race_that_is_over_is_told_in_sentences(session: Session) -> None:
    over = raced(ran("ann", 9, 20), ran("bob", 6, 12))
    host = connect(session, RaceGames(over))
    told = carry_out(session, "race 7")
    assert host.asked == [AskRace(7)]
    first, reason, own, minutes, *_ = told.text.splitlines()
    assert first == "You have won race 7. Golf (Ultimate), level 3."
    assert reason.startswith("By the better mark: ")
    assert own.startswith("ann: ") and own.endswith(", until 3:00.")
    assert minutes.startswith("Cards after each minute: ")
    assert told.hosted is not None
    assert [len(each) > 1 for each in told.hosted["paces"]] == [True, True]
    assert "The last table of bob:" in carry_out(session, "race 7 tables").text
    assert carry_out(session, "race 7 record").record == over.racers[1].record
    assert "Write 'race N'" in carry_out(session, "race 7 nonsense").text


def test_a_race_of_another_session_is_brought_here(session: Session) -> None:
    connect(session)
    assert carry_out(session, "race here").text.startswith("You have no race to go on with")
    (told,) = hear(session, race(is_here=False))
    assert told.text.endswith("is open in another session of yours. 'race here' brings it here.")
    assert session.seat.races.seconds_to_start() is None
    assert begin_due(session) == []
    assert carry_out(session, "race here").text.startswith("Race 7.")
    assert session.kept.purpose.kind == RACE.id
    kept = session.kept
    carry_out(session, "race here")
    assert session.kept is kept, "moves that wait to be stored are not lost"


def test_ending_the_game_of_a_race_waits_for_the_rival(session: Session) -> None:
    connect(session)
    hear(session, race())
    begin_due(session)
    assert carry_out(session, "end").text.startswith("Stop here? You can't come back")
    assert "You have stopped." in carry_out(session, "y").text
    assert begin_due(session) == []


def test_today_is_told(session: Session) -> None:
    bob = Visitor("b", "bob", "", "", "demon", 3, "617", "", True, 0)
    for_anybody = replace(CHALLENGE, wanted="")
    host = connect(session, Who("a", (bob,), 2), Races((for_anybody,), (), ()), Tonight(""))
    reply = carry_out(session, "today")
    assert host.asked == [AskWho(count=20), AskRaces(), AskTonight()]
    assert "Who is here: bob plays Demon." in reply.text
    assert "Races: bob wants to race Demon" in reply.text
    assert "Who is here: bob plays Demon." in carry_out(session, "menu").text


def test_a_players_page_is_told(session: Session) -> None:
    run = FinishedRun(5, "demon", 3, True, 900, "2026-11-24")
    host = connect(session, PlayerPage("bob", 4, 2, 1, 1, ("demon",), (run,)))
    reply = carry_out(session, "player bob")
    assert host.asked == [AskPlayer("bob")]
    assert "No 1, Demon: level 3, won, mark 900, 2026-11-24." in reply.text
    assert "Write a number from 1 to 1" in carry_out(session, "player bob 2").text

"""Questions to the host: refusals, other messages, and answers that come too late."""

from collections.abc import Iterator

import pytest

from solterm.core.refusal import Refusal
from solterm.hall.messages import Door, NewsWanted, No, Notice, Result, Yes
from solterm.plain import hosted
from solterm.plain.commands.host import hear
from solterm.plain.hosted import SILENT, HostLine
from tests.hall.hosts import HostEnd, joined
from tests.plain.line_sessions import new_session

QUESTION = Notice("Are you there?")


@pytest.fixture
def host() -> Iterator[HostEnd]:
    with joined() as host:
        yield host


@pytest.fixture
def line(host: HostEnd) -> HostLine:
    return HostLine(host.publisher.link)


def tell(host: HostEnd, *messages: Yes | No | Notice) -> None:
    for message in messages:
        host.say(message)
    assert host.flush()


def test_messages_around_an_answer_are_kept(host: HostEnd, line: HostLine) -> None:
    tell(host, Notice("before"), Yes("here"), Notice("after"))
    assert line.ask(QUESTION, Yes) == Yes("here")
    assert line.hear() == [Notice("before"), Notice("after")]
    assert line.hear() == []


def test_messages_after_a_refusal_are_kept(host: HostEnd, line: HostLine) -> None:
    tell(host, No("Not now."), Notice("after"))
    with pytest.raises(Refusal, match=r"^Not now\.$"):
        line.ask(QUESTION, Yes)
    assert line.hear() == [Notice("after")]


@pytest.mark.parametrize("late", [Yes("late"), No("late")])
def test_a_late_answer_is_not_taken_for_the_next_one(
    host: HostEnd, line: HostLine, late: Yes | No, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(hosted, "PATIENCE", 0.0)
        with pytest.raises(Refusal) as refused:
            line.ask(QUESTION, Yes)
        assert str(refused.value) == SILENT
    tell(host, late, Yes("in time"))
    assert line.ask(QUESTION, Yes) == Yes("in time")


def test_a_changed_setting_is_told_to_the_host(host: HostEnd, home: object) -> None:
    session = new_session(publisher=host.publisher)
    session.tell_wishes()
    session.handle("settings news off")
    session.handle("settings door off")
    assert host.hear() == [Door(True), NewsWanted(False), Door(False)]


@pytest.mark.parametrize(("news", "told"), [("on", ["ann won Demon, 900."]), ("off", [])])
def test_a_result_on_its_way_is_not_told_to_those_who_want_none(
    host: HostEnd, home: object, news: str, told: list[str]
) -> None:
    session = new_session(publisher=host.publisher)
    assert session.handle(f"settings news {news}").ok
    result = Result("ann", "demon", 3, "617", "", True, 900)
    assert [reply.text for reply in hear(session, result)] == told

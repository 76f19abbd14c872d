"""Evenings: tournaments that begin by the clock."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from solterm.contests.kinds import EIGHT
from solterm.contests.tournaments import list_published
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.hall.messages import AskTonight, Message, Notice, SignUp, Tonight
from solterm.serve.access import Access
from solterm.serve.accounts import Player
from solterm.serve.evening_schedule import Evening, EveningSchedule, read_schedule
from solterm.serve.host_data import HostData
from solterm.serve.log import Log
from solterm.serve.server import Server
from solterm.store import sharedfolder
from tests.serve.hosting import eventually

FRIDAY = datetime(2026, 11, 27, 19, 50, tzinfo=UTC)


def write(folder: Path, *lines: str) -> Path:
    path = folder / "evenings"
    path.write_text("\n".join(lines))
    return path


def run(
    schedule: EveningSchedule, first: int, *minutes: int, held: Iterable[str] = ()
) -> list[str]:
    """Return what is announced and published at some minutes from 19:50, after the first."""
    said: list[str] = []
    names = set(held)

    def publish(evening: Evening) -> None:
        said.append("published")
        names.add(evening.name)

    since = FRIDAY + timedelta(minutes=first)
    for each in minutes:
        now = FRIDAY + timedelta(minutes=each)
        schedule.tick(since, now, names, publish, lambda _, text: said.append(text))
        since = now
    return said


def test_an_evening_is_announced_published_and_ended(tmp_path: Path) -> None:
    schedule = read_schedule(write(tmp_path, "# ours", "fri 20:00 demon 2h", "sat 20:00 tour 1h"))
    assert run(schedule, -10, 0, 5, 10, 20, 130, 135) == [
        "Tonight's contest begins soon: Demon, 20:00 to 22:00 UTC.",
        "published",
        "Now: Demon, 20:00 to 22:00 UTC.",
        "The evening of 2026-11-27 20:00 UTC is over.",
    ]


def test_nothing_is_announced_twice_by_a_host_that_starts_again(tmp_path: Path) -> None:
    schedule = read_schedule(write(tmp_path, "fri 20:00 demon 2h"))
    assert run(schedule, 0, 5) == []
    assert run(schedule, 20, 25, held={"Evening 2026-11-27 2000"}) == []
    assert run(schedule, 20, 25) == ["published"], "it failed the first time"


def test_an_evening_that_no_host_held_is_not_over(tmp_path: Path) -> None:
    schedule = read_schedule(write(tmp_path, "fri 20:00 demon 2h"))
    (evening,) = schedule.find(FRIDAY)
    assert run(schedule, 120, 135) == []
    assert schedule.greet(FRIDAY + timedelta(hours=15), ()) == Notice("")
    told = schedule.greet(FRIDAY + timedelta(hours=15), {evening.name})
    assert "is over" in told.text and told.evening == evening.name


def test_players_read_about_today_at_login(tmp_path: Path) -> None:
    schedule = read_schedule(write(tmp_path, "2026-11-27 20:00 tour 2h"))
    tonight = schedule.greet(FRIDAY, ())
    assert tonight.text == "Tonight: Aunt Anne's tour, 20:00 to 22:00 UTC."
    assert (tonight.evening, tonight.next) == ("", "2026-11-27T20:00:00+00:00")
    now = schedule.greet(FRIDAY + timedelta(hours=1), ())
    assert now.text.startswith("Now: Aunt Anne's tour")
    assert (now.evening, now.next) == ("", "2026-11-27T20:00:00+00:00")
    assert schedule.greet(FRIDAY + timedelta(days=3), ()) == Notice("")
    assert schedule.find(FRIDAY)[0].games == EIGHT
    morning = read_schedule(write(tmp_path, "2026-11-27 08:00 tour 2h"))
    assert morning.greet(FRIDAY - timedelta(hours=15), ()).text.startswith("Today: Aunt Anne's")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("fri 20:00 demon", "write a day, a time, games and a span"),
        ("someday 20:00 demon 2h", "'someday' is no day"),
        ("fri 25:00 demon 2h", "'25:00' is no time"),
        ("fri 20:00 demons 2h", "no game 'demons'"),
        ("fri 20:00 demon 2", "no span of time"),
        ("fri 20:00 demon 3d", "at most a day"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, fault: str) -> None:
    with pytest.raises(Refusal, match=f"line 2: .*{fault}"):
        read_schedule(write(tmp_path, "daily 19:00 demon 1h", line))


async def test_a_host_publishes_the_tournament(tmp_path: Path) -> None:
    now = datetime.now(UTC) - timedelta(minutes=1)
    path = write(tmp_path, f"{now:%Y-%m-%d} {now:%H:%M} demon 2h")
    server = Server(tmp_path, Log(tmp_path / "log"), Access(), schedule=path)
    context = HostData(tmp_path).context("ann")
    sharedfolder.prepare(context)
    for _ in range(2):
        server._tend_evenings()
    (cup,) = await eventually(lambda: list_published(context)[0])
    assert cup.name == f"Evening {now:%Y-%m-%d %H%M}" and [each.game for each in cup.games] == [
        "demon"
    ]
    assert cup.games[0].deal == 0, "it is drawn when the first player begins it"
    server.accounts.close()


async def test_players_sign_up_and_hear_of_the_start(tmp_path: Path) -> None:
    now = datetime.now(UTC) + timedelta(minutes=5)
    path = write(tmp_path, f"{now:%Y-%m-%d} {now:%H:%M} demon 2h")
    server = Server(tmp_path, Log(tmp_path / "log"), Access(), schedule=path)
    heard: dict[str, list[Message]] = {name: [] for name in ("ann", "bob", "")}
    for name, messages in heard.items():
        player = Player(name * 5, name) if name else None
        server.hall.enter(f"session-{name}", player, messages.append, name)

    async def ask(name: str, message: Message) -> Message:
        server.hall.hear(f"session-{name}", message)
        await eventually(lambda: heard[name])
        return heard[name].pop()

    evening = f"Evening {now:%Y-%m-%d %H%M}"
    told = await ask("ann", AskTonight())
    assert isinstance(told, Tonight) and told.name == evening and told.games == ("demon",)
    assert not told.signed_up and not told.is_signed_up
    for name in ("ann", "bob"):
        told = await ask(name, SignUp(evening, True))
    assert isinstance(told, Tonight) and told.signed_up == 2 and told.is_signed_up
    told = await ask("bob", SignUp(evening, False))
    assert isinstance(told, Tonight) and told.signed_up == 1 and not told.is_signed_up
    assert await ask("", AskTonight()) == replace(told, is_signed_up=False)
    assert "Guests have no name" in str(await ask("", SignUp(evening, True)))
    assert "is over" in str(await ask("bob", SignUp("Evening 2026-01-01 2000", True)))

    (present,) = server.schedule.find(now)
    starts = present.start.isoformat()
    server._announce(present, "It begins soon.")
    await eventually(lambda: heard["ann"])
    wanted = Notice("It begins soon.", next=starts)
    assert heard == {
        "ann": [Notice("It begins soon. You have signed up.", next=starts)],
        "bob": [wanted],
        "": [wanted],
    }, "before the start all hear of it"
    begun = present._replace(start=datetime.now(UTC))
    server._announce(begun, "It begins.")
    await eventually(lambda: len(heard["ann"]) == 2)
    told = Notice("It begins.", next=begun.start.isoformat())
    assert [each[1:] for each in heard.values()] == [[told]] * 3, "all may join"
    server._announce(present._replace(end=datetime.now(UTC), start=datetime.now(UTC)), "Over.")
    await eventually(lambda: len(heard["ann"]) == 3)
    last = [each[-1] for each in heard.values()]
    following = server.schedule.find_next(datetime.now(UTC))
    assert last == [
        Notice("Over.", evening, following),
        *[Notice("", evening, following)] * 2,
    ], "who has played knows"
    server.accounts.close()

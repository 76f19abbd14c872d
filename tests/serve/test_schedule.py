"""Evenings: tournaments that begin by the clock."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from solterm.contests.daily import FIRST_HIDDEN
from solterm.contests.kinds import EIGHT
from solterm.serve.access import Access
from solterm.serve.host_data import HostData
from solterm.serve.log import Log
from solterm.serve.schedule import Evening, ScheduleError, read_schedule
from solterm.serve.server import Server
from solterm.store import sharedfolder
from solterm.store.tournaments import list_published
from tests.serve.hosting import eventually

FRIDAY = datetime(2026, 11, 27, 19, 50, tzinfo=UTC)


def write(folder: Path, *lines: str) -> Path:
    path = folder / "evenings"
    path.write_text("\n".join(lines))
    return path


def test_an_evening_is_announced_published_and_ended(tmp_path: Path) -> None:
    schedule = read_schedule(write(tmp_path, "# ours", "fri 20:00 demon 2h", "sat 20:00 tour 1h"))
    said: list[str] = []
    published: list[Evening] = []
    for minutes in (0, 5, 10, 20, 130, 135):
        schedule.tick(FRIDAY + timedelta(minutes=minutes), published.append, said.append)
    assert [each.name for each in published] == ["Evening 2026-11-27 2000"]
    assert said == [
        "Tonight's contest begins soon: Demon, 20:00 to 22:00 UTC.",
        "Now: Demon, 20:00 to 22:00 UTC. Join Evening 2026-11-27 2000 on the contests page.",
        "Evening 2026-11-27 2000 is over; its board has the result.",
    ]


def test_players_read_about_today_at_login(tmp_path: Path) -> None:
    schedule = read_schedule(write(tmp_path, "2026-11-27 20:00 tour 2h"))
    assert schedule.greet(FRIDAY) == "Tonight: Aunt Anne's tour, 20:00 to 22:00 UTC."
    assert schedule.greet(FRIDAY + timedelta(hours=1)).startswith("Now: Aunt Anne's tour")
    assert "is over" in schedule.greet(FRIDAY + timedelta(hours=15))
    assert schedule.greet(FRIDAY + timedelta(days=3)) == ""
    assert schedule.find(FRIDAY)[0].games == EIGHT


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
    with pytest.raises(ScheduleError, match=f"line 2: .*{fault}"):
        read_schedule(write(tmp_path, "daily 19:00 demon 1h", line))


async def test_a_host_publishes_the_tournament(tmp_path: Path) -> None:
    now = datetime.now(UTC) - timedelta(minutes=1)
    path = write(tmp_path, f"{now:%Y-%m-%d} {now:%H:%M} demon 2h")
    server = Server(tmp_path, Log(tmp_path / "log"), Access(), schedule=path)
    context = HostData(tmp_path).context("ann")
    sharedfolder.prepare(context)
    for _ in range(2):
        server.schedule.tick(datetime.now(UTC), server._publish, server._announce)
    (cup,) = await eventually(lambda: list_published(context)[0])
    assert cup.name == f"Evening {now:%Y-%m-%d %H%M}" and cup.games == ("demon",)
    assert cup.deals[0] >= FIRST_HIDDEN, "nobody finds it by trying"
    server.accounts.close()

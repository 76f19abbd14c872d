"""The next evening, and the result of yesterday's, in sentences."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import cast

import pytest

from solterm.contests.boards import Boards
from solterm.contests.result import ContestResult
from solterm.contests.tournaments import publish
from solterm.context import Context, find_zone
from solterm.core.values import replace
from solterm.hall.messages import Notice, Tonight
from solterm.sessions import evenings
from solterm.sessions.evenings import (
    find_way,
    is_on,
    read_evening,
    tell_notice,
    tell_progress,
    tell_time,
    tell_tonight,
)
from solterm.store import sharedfolder
from solterm.store.store import Store
from tests.contests.laid_out import cup_of, stored

BERLIN = find_zone("Europe/Berlin")
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
TONIGHT = Tonight(
    "Evening 2026-11-27 2000", ("demon",), "2026-11-27T20:00:00+00:00", "2026-11-27T22:00:00+00:00"
)


def test_the_moment_is_told() -> None:
    assert tell_tonight(TONIGHT, NOON.replace(hour=21)) == "Now, until 22:00 UTC: Demon."
    assert tell_tonight(TONIGHT, NOON.replace(day=26)).startswith("Friday at 20:00 UTC: Demon.")
    assert tell_tonight(Tonight(""), NOON) == ""


def test_times_are_told_in_the_players_zone_too() -> None:
    begun = NOON.replace(hour=21)
    assert tell_tonight(TONIGHT, begun, BERLIN) == "Now, until 22:00 UTC, 23:00 here: Demon."
    assert tell_time(NOON.replace(hour=20), find_zone("Asia/Tokyo")) == (
        "20:00 UTC, Saturday 05:00 here"
    )
    assert tell_time(NOON, find_zone("Europe/London")) == "12:00 UTC", "in winter it is the same"
    assert not any(map(find_zone, ("", "Berlin", "Europe", "../etc/passwd", "/etc/localtime")))


def test_the_course_of_an_evening_is_told() -> None:
    now = datetime.now(UTC)
    start, end = now - timedelta(hours=1), now + timedelta(minutes=79, seconds=30)
    on = Tonight("Cup", ("demon",), start.isoformat(), end.isoformat(), playing=("dora", "e\x1bd"))
    boards = cast("Boards", _Boards(Context(), BOB, ME))
    assert tell_progress(boards, on) == [
        f"Now, until {end:%H:%M} UTC: Demon.",
        *("1 h 20 min left.", "Playing: dora, e d.", "Standings: bob 50, ann 46."),
    ]
    assert is_on(on, "Cup") and not is_on(on, "Other") and not is_on(None, "Cup")
    coming = replace(on, start=end.isoformat())
    assert not is_on(coming, "Cup") and len(tell_progress(boards, coming)) == 1
    assert tell_progress(boards, Tonight("")) == []


class _Boards:
    """Boards with the results of one tournament."""

    def __init__(self, context: Context, *results: tuple[str, str, int]) -> None:
        self.context = context
        self._results = results

    def top(self, board: str, count: int | None = None) -> list[ContestResult]:
        return [
            ContestResult(board, name, profile, points=score)
            for name, profile, score in self._results
        ]


ME, BOB, CARL = ("ann", "0" * 16, 46), ("bob", "1" * 16, 50), ("carl", "2" * 16, 46)


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ((BOB, ME, CARL), "2nd of 3; bob beat you by 4 points."),
        ((BOB, CARL, ME), "3rd of 3; carl had as much, but earlier."),
        ((ME, ("dora", "3" * 16, 45)), "1st of 2, 1 point ahead of dora."),
        ((ME, CARL), "1st of 2; carl had as much, but later."),
        ((ME,), "you won, alone."),
        ((BOB, CARL), "bob won, of 2 players."),
        ((), ""),
    ],
)
def test_yesterdays_result_is_told(
    tmp_path: Path, results: tuple[tuple[str, str, int], ...], told: str
) -> None:
    context = Context(player="0" * 16, nickname="ann", folder=tmp_path, shared=tmp_path / "shared")
    sharedfolder.prepare(context)
    publish(context, cup_of("Evening 2026-11-25 2000", ("golf",), (1,)))
    boards = cast("Boards", _Boards(context, *results))
    assert read_evening(boards, date(2026, 11, 26)) is None, "it was not yesterday"
    publish(context, cup_of("Evening 2026-11-26 2000", ("demon",), (1,)))
    found = read_evening(boards, date(2026, 11, 26))
    assert (found.tell() if found else "") == (told and f"Yesterday's contest: {told}")


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ((BOB, CARL, ME), "The evening is over: bob won with 50; you are 3rd of 3"),
        ((ME, CARL), "The evening is over: you won with 46, of 2 players"),
        ((ME,), "The evening is over: you won with 46, alone"),
    ],
)
def test_who_has_played_an_evening_reads_its_end(
    results: tuple[tuple[str, str, int], ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = Context(player="0" * 16, nickname="ann")
    store, boards = Store.memory("test", context), _Boards(context, *results)
    monkeypatch.setattr(evenings, "Boards", lambda store: boards)
    name = "Evening 2026-11-26 2000"
    over = f"{name} is over; its board has the result."
    assert tell_notice(store, Notice(over, name)) == over, "ann has not played it"
    assert tell_notice(store, Notice("", name)) == ""
    stored(store, cup_of(name, ("demon",), (1,)).next_turn())
    assert tell_notice(store, Notice(over, name)) == f"{told}."
    following = tell_notice(store, Notice("", name, "2026-12-04T20:00:00+00:00"), BERLIN)
    assert following == f"{told}; the next is Friday 20:00 UTC, 21:00 here."
    for others, end in (((BOB, CARL), ": bob won with 50"), ((), "")):
        boards = _Boards(context, *others)
        assert tell_notice(store, Notice("", name)) == (
            f"The evening is over{end}. What you play of it still counts on its board."
        ), "ann is still at it"
    assert tell_notice(store, Notice("The host stops.")) == "The host stops."
    assert find_way(Notice("", name), NOON) == "board"
    coming = Notice("Tonight: Demon, 20:00 to 22:00 UTC.", next="2999-12-04T20:00:00+00:00")
    ways = [find_way(coming, NOON.replace(year=year)) for year in (2026, 3000)]
    assert ways == ["show", "join"] and not find_way(Notice("The host stops."), NOON)
    assert tell_notice(store, coming, BERLIN) == f"{coming.text} That is 21:00 here."
    assert tell_notice(store, coming) == coming.text

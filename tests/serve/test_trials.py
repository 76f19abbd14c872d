"""What a host hands out when a contest begins, and compares when it has ended."""

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from solterm.contests.daily import game_of
from solterm.contests.kinds import EIGHT, GOLF
from solterm.contests.tournaments import list_published
from solterm.core.deals import EVERYDAY_LAST, FIRST_HIDDEN
from solterm.core.refusal import Refusal
from solterm.hall.messages import Begin
from solterm.serve import contest_trials as trials
from solterm.serve.account_tables import open_database
from solterm.serve.accounts import Accounts, open_file
from solterm.serve.contest_trials import ProvedText
from solterm.serve.host_data import HostData
from solterm.store import sharedfolder
from tests.serve.databases import empty_database

ANN, BOB, GUEST = "a" * 16, "b" * 16, ""
TODAY = datetime(2026, 11, 21, 23, 59, tzinfo=UTC)
DAY, GAME = f"daily:{TODAY.date()}", game_of(TODAY.date())


class Room(NamedTuple):
    """A host's accounts and data, with a clock that a test moves."""

    accounts: Accounts
    data: HostData
    clock: list[datetime]

    def begin(
        self, player: str, board: str, *games: str, contest: int = 7, practice: bool = False
    ) -> tuple[int, list[int]]:
        asked = Begin(contest, board, games, practice)
        begun = trials.begin(self.accounts, self.data, player, asked, 2)
        return begun.contest, list(begun.deals)

    def end(
        self, player: str, board: str, games: Sequence[str], deals: Sequence[int], text: str = "t"
    ) -> None:
        played = list(zip(games, deals, strict=True))
        trials.end(self.accounts, player, 7, ProvedText(board, played, f"{player} {text}", text))

    def see(self, player: str, of: str, text: str = "t") -> str:
        return trials.find_proof(self.accounts, player, f"{of} {text}").text

    def wait(self, **time: int) -> None:
        self.clock[0] += timedelta(**time)

    def count(self, table: str) -> int:
        return int(self.accounts.engine.read(f"SELECT count(*) FROM {table}")[0][0])


@pytest.fixture(params=["file", "database"])
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    clock = [TODAY]
    data = HostData(tmp_path)
    if request.param == "database":
        data = data._replace(database=request.getfixturevalue("database"))
        empty_database(data.database)
        engine = open_database(data.database)
    else:
        sharedfolder.prepare(data.context(""))
        engine = open_file(tmp_path)
    yield Room(Accounts(engine, lambda: clock[0]), data, clock)
    engine.disconnect()


def test_everybody_gets_the_same_deal_and_one_try_however_often_they_ask(room: Room) -> None:
    begun = room.begin(ANN, DAY, GAME)
    assert begun == (7, begun[1]) and begun[1][0] >= FIRST_HIDDEN
    assert room.begin(ANN, DAY, GAME) == begun, "the answer was lost"
    assert room.begin(ANN, DAY, GAME, contest=8) == begun, "another session asks"
    assert room.begin(BOB, DAY, GAME, contest=9) == (9, begun[1])
    assert room.begin(GUEST, DAY, GAME)[1] != begun[1], "guests could play it before"
    assert (room.count("trial"), room.count("deal")) == (2, 2)


def test_the_clock_of_the_host_says_which_day_it_is(room: Room) -> None:
    tomorrow = (TODAY + timedelta(days=1)).date()
    with pytest.raises(Refusal, match="A new day has begun"):
        room.begin(ANN, f"daily:{tomorrow}", game_of(tomorrow))
    begun = room.begin(ANN, DAY, GAME)
    room.wait(minutes=2)
    for player in (BOB, GUEST):
        with pytest.raises(Refusal, match="A new day has begun"):
            room.begin(player, DAY, GAME)
    assert room.begin(ANN, DAY, GAME) == begun, "a try begun before midnight goes on"
    assert room.begin(ANN, f"daily:{tomorrow}", game_of(tomorrow), contest=8)[1] != begun[1]


def test_days_that_are_over_may_be_practised(room: Room) -> None:
    _, deals = room.begin(ANN, DAY, GAME)
    with pytest.raises(Refusal, match="can be practised"):
        room.begin(BOB, DAY, GAME, practice=True)
    room.wait(days=7)
    assert room.begin(BOB, DAY, GAME, practice=True)[1] == deals
    assert room.begin(ANN, DAY, GAME, practice=True)[1] == deals
    assert room.accounts.engine.read("SELECT ended <> '' FROM trial") == [(1,)], "no way back"
    room.wait(days=1)
    with pytest.raises(Refusal, match="can be practised"):
        room.begin(BOB, DAY, GAME, practice=True)
    with pytest.raises(Refusal, match="can be practised"):
        room.begin(BOB, "tour", *EIGHT, practice=True)


def test_a_try_that_has_ended_without_a_result_earns_none_any_more(room: Room) -> None:
    for name, player in (("Ann", ANN), ("Bob", BOB)):
        with room.accounts.engine.transaction() as database:
            database.execute(
                "INSERT INTO player (id, name, begun, seen) VALUES (?, ?, '', '')", (player, name)
            )
    _, deals = room.begin(ANN, "tournament:Cup", "demon")
    room.begin(BOB, "tournament:Cup", "demon")
    trials.give_up(room.accounts, ANN, 7)
    assert room.accounts.list_playing("tournament:Cup") == ["Bob"]
    with pytest.raises(Refusal, match="ended without a result"):
        room.end(ANN, "tournament:Cup", ["demon"], deals)


def test_a_try_at_the_deal_of_the_day_may_go_on_for_a_day(room: Room) -> None:
    _, deals = room.begin(ANN, DAY, GAME)
    room.begin(BOB, DAY, GAME)
    room.begin(BOB, "tournament:Cup", "demon", contest=8)
    room.wait(hours=24)
    trials.tidy(room.accounts)
    room.end(ANN, DAY, [GAME], deals)
    room.wait(hours=24)
    trials.tidy(room.accounts)
    assert room.count("trial") == 2, "Ann's has ended, and a tournament counts for good"
    with pytest.raises(Refusal, match="too long ago"):
        room.end(BOB, DAY, [GAME], deals)


def test_the_deals_of_today_and_tomorrow_are_chosen_before_anyone_gets_them(room: Room) -> None:
    today, tomorrow = TODAY.date(), TODAY.date() + timedelta(days=1)
    undealt = trials.list_undealt(room.accounts)
    assert sorted(undealt) == sorted(
        (f"daily:{day}{guests}", game_of(day))
        for day in (today, tomorrow)
        for guests in ("", " guests")
    )
    trials.keep_proved(room.accounts, DAY, GAME, FIRST_HIDDEN + 1)
    assert len(trials.list_undealt(room.accounts)) == 3
    assert room.begin(ANN, DAY, GAME)[1] == [FIRST_HIDDEN + 1]
    assert trials.is_day_proved(room.accounts, today, ANN)
    # A guest was quicker than the solver, and has a random deal.
    (guests,) = room.begin(GUEST, DAY, GAME)[1]
    trials.keep_proved(room.accounts, f"{DAY} guests", GAME, FIRST_HIDDEN + 1)
    assert room.begin(GUEST, DAY, GAME)[1] == [guests] != [FIRST_HIDDEN + 1]
    assert not trials.is_day_proved(room.accounts, today, GUEST)


def test_who_plays_an_evening_is_known_by_name(room: Room) -> None:
    with room.accounts.engine.transaction() as database:
        for player, name in ((ANN, "ann"), (BOB, "bob")):
            database.execute(
                "INSERT INTO player (id, name, begun, seen) VALUES (?, ?, '', '')", (player, name)
            )
    evening = f"tournament:Late {os.urandom(3).hex()}"
    (_, deals), _ = (room.begin(each, evening, "corners") for each in (BOB, ANN))
    assert sorted(room.accounts.list_playing(evening)) == ["ann", "bob"]
    room.end(BOB, evening, ["corners"], deals)
    assert room.accounts.list_playing(evening) == ["ann"]
    assert room.accounts.list_playing(DAY) == []


def test_own_contests_get_their_own_deals(room: Room) -> None:
    _, first = room.begin(ANN, "match:9", *[GOLF] * 9)
    assert max(first) <= EVERYDAY_LAST, "these are no secret"
    assert room.begin(ANN, "match:9", *[GOLF] * 9) == (7, first)
    assert room.begin(ANN, "match:9", *[GOLF] * 9, contest=8)[1] != first
    assert room.begin(BOB, "match:9", *[GOLF] * 9)[1] != first
    with pytest.raises(Refusal):
        room.begin(ANN, "tour", *EIGHT)


def test_an_evening_at_reno_gets_deal_after_deal(room: Room) -> None:
    _, first = room.begin(ANN, "reno", "reno")
    _, both = room.begin(ANN, "reno", "reno", "reno")
    assert (len(both), both[0]) == (2, first[0])


@pytest.mark.parametrize(
    ("board", "games"),
    [
        ("daily:2026-11-21", ["demon"]),
        ("daily:never", [GAME]),
        ("tour", ["demon", "corners"]),
        ("tour:mine", ["demon"]),
        ("match:9", [GOLF] * 8),
        ("reno", ["reno"] * 101),
        ("mix", ["demon"] * 6),
        ("sheet:demon", ["demon"] * 6),
        ("race:3", ["demon"]),
        ("tour:x", ["demon", "no-game"]),
        ("dance", ["demon"]),
        ("tour:\x1b", ["demon", "corners"]),
        ("tournament: Cup", ["demon"]),
        ("tournament:Evening 2026-11-21 2000", ["demon"]),
        ("tournament:\u0430nn", ["demon"]),
    ],
)
def test_false_questions_are_refused(board: str, games: list[str], room: Room) -> None:
    with pytest.raises(Refusal):
        room.begin(ANN, board, *games)
    with pytest.raises(Refusal):
        room.begin(ANN, "tour:mine", "demon", "corners", contest=1 << 56)
    assert room.count("trial") == 0


def test_a_tournament_is_published_with_its_first_try_and_without_its_deals(room: Room) -> None:
    name = f"Cup {os.urandom(4).hex()}"  # databases keep those of other tests
    _, deals = room.begin(ANN, f"tournament:{name}", "demon", "corners")
    listed = {each.name: each.deals for each in list_published(room.data.context(BOB))[0]}
    assert listed[name] == [("demon", 0), ("corners", 0)]
    assert room.begin(BOB, f"tournament:{name}", "demon", "corners") == (7, deals)
    for taken in (name, name.lower(), name.replace("u", "v")):
        with pytest.raises(Refusal, match="hoose another name"):
            room.begin(BOB, f"tournament:{taken}", "fly", contest=8)
    with pytest.raises(Refusal, match="Guests"):
        room.begin(GUEST, f"tournament:{name}", "demon", "corners")


def test_a_player_begins_a_limited_number_of_tournaments_a_day(room: Room) -> None:
    for number in (1, 2):
        room.begin(ANN, f"tournament:Cup {number}", "demon", contest=number)
        room.wait(seconds=1)
    with pytest.raises(Refusal, match="enough tournaments today"):
        room.begin(ANN, "tournament:Cup 3", "demon", contest=3)
    room.clock[0] = TODAY
    room.begin(BOB, "tournament:Cup 4", "demon")
    room.wait(seconds=1)
    room.begin(ANN, "tournament:Cup 4", "demon", contest=4)
    room.wait(days=1)
    room.begin(ANN, "tournament:Cup 3", "demon", contest=3)
    names = {each.name for each in list_published(room.data.context(BOB))[0]}
    assert names >= {f"Cup {number}" for number in (1, 2, 3, 4)}


def test_only_the_deals_that_were_handed_out_earn_a_result(room: Room) -> None:
    _, deals = room.begin(ANN, DAY, GAME)
    for games, others in (([GAME], [617]), ([], []), (["demon"], deals), ([GAME] * 2, deals * 2)):
        with pytest.raises(Refusal, match="other deals"):
            room.end(ANN, DAY, games, others)
    with pytest.raises(Refusal, match="not begun"):
        room.end(BOB, DAY, [GAME], deals)
    with pytest.raises(Refusal, match="not begun"):
        room.end(ANN, "daily:2026-11-20", [GAME], deals)
    for _ in range(2):
        room.end(ANN, DAY, [GAME], deals)
    with pytest.raises(Refusal, match="entered already"):
        room.end(ANN, DAY, [GAME], deals, "a better one")
    assert room.count("record") == 1


def test_a_tour_may_end_early_but_not_skip_a_game(room: Room) -> None:
    games = ["demon", "corners", "fly"]
    _, deals = room.begin(ANN, "tour:mine", *games)
    with pytest.raises(Refusal, match="other deals"):
        room.end(ANN, "tour:mine", games[::2], deals[::2])
    room.end(ANN, "tour:mine", games[:2], deals[:2])
    assert room.count("deal") == 0, "they are not needed any more"
    room.end(ANN, "tour:mine", games[:2], deals[:2])


def test_rows_of_sheets_may_have_any_deal(room: Room) -> None:
    for text in ("first", "better"):
        room.end(ANN, "sheet:demon", ["demon"], [617], text)
    assert (room.count("record"), room.count("trial")) == (2, 0)


def test_records_are_a_secret_until_the_own_try_has_ended(room: Room) -> None:
    _, deals = room.begin(ANN, DAY, GAME)
    room.end(ANN, DAY, [GAME], deals)
    with pytest.raises(Refusal, match="play it yourself first"):
        room.see(BOB, ANN)
    with pytest.raises(Refusal, match="log in with a key"):
        room.see(GUEST, ANN)
    room.begin(BOB, DAY, GAME)
    with pytest.raises(Refusal, match="play it yourself first"):
        room.see(BOB, ANN)
    assert room.see(ANN, ANN) == "t"
    room.end(BOB, DAY, [GAME], deals)
    assert room.see(BOB, ANN) == "t"
    room.wait(days=1)
    assert room.see(GUEST, ANN) == "t"
    with pytest.raises(Refusal, match="no longer"):
        room.see(ANN, "nobody")


def test_a_try_that_goes_on_after_midnight_sees_no_records(room: Room) -> None:
    _, deals = room.begin(ANN, DAY, GAME)
    room.begin(BOB, DAY, GAME)
    room.end(ANN, DAY, [GAME], deals)
    room.wait(days=1)
    with pytest.raises(Refusal, match="play it yourself first"):
        room.see(BOB, ANN)

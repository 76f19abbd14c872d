"""One deal of the day: its try, its result, practice, and what comes tomorrow."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import pytest

from solterm.contests import days
from solterm.contests.boards import Boards
from solterm.contests.contest import ContestGame
from solterm.contests.days import daily
from solterm.contests.kinds import DAILY
from solterm.context import NICKNAME, Context
from solterm.hall.messages import Tonight
from solterm.plain.interpreter import carry_out
from solterm.sessions import (
    board_report,
    calendar,
    contest_deals,
    contest_steps,
    day,
    plays,
    statistics,
)
from solterm.sessions.ending import ResultLine, compare, result
from solterm.sessions.host_link import HostLink
from solterm.sessions.statistics import list_standings
from solterm.sessions.statistics_report import tell_finished
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.hall.dealer import Dealer
from tests.harness.noon import TODAY, at_noon  # noqa: F401
from tests.plain.line_sessions import session_without_game

YESTERDAY = TODAY - timedelta(days=1)


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Dealer:
    monkeypatch.setenv(NICKNAME, "ann")
    return Dealer(tmp_path / "host")


HOME = HostLink()
"""No host."""


def play_today(store: Store, level: int = 3, host: HostLink = HOME) -> day.DayView:
    """Make one move in today's deal, if it has any, and end the game."""
    kept = begin(store, host, level)
    for move in islice(kept.play.legal_moves, 1):  # some of the deals that a host draws have none
        kept.perform(str(move))
    contest_steps.end(kept)
    return day.read_day(store, TODAY)


def begin(store: Store, host: HostLink = HOME, level: int = 3) -> KeptPlay:
    """Begin or resume today's deal."""
    start = day.begin(store, day.read_day(store, days.today()), level)
    return plays.deal(store, contest_deals.hand_out(store, host, start)[0])


def test_the_player_chooses_the_level_of_the_try() -> None:
    store = Store.open()
    view = play_today(store, level=2)
    assert view.outcome
    assert view.outcome.result.level == 2
    assert "at level 2" in view.outcome.tell()
    assert ", level 2, " in day.line_of(store, view)
    entry = contest_steps.enter(store, Boards(store), contest_of(view), "Ann")[1]
    assert entry.level == 2, "the row of the board says the level"


def test_cards_dealt_home_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    lady = daily(TODAY)._replace(games=(ContestGame("lady-of-the-manor", 617),))
    monkeypatch.setattr(days, "deal_to_play", lambda *_: lady)
    store = Store.open()
    kept = begin(store)
    contest_steps.end(kept)
    outcome = day.read_day(store, TODAY).outcome
    assert outcome
    assert (outcome.cards, outcome.of) == (0, 96), "eight Aces are dealt home"


@pytest.fixture
def lady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a game today's whose automatic play ends it with 60 of 96 cards home."""
    lady = daily(TODAY)._replace(games=(ContestGame("lady-of-the-manor", 9833),))
    for name in ("deal_to_play", "lay_out_of_day"):
        monkeypatch.setattr(days, name, lambda *_: lady)


def test_the_page_says_why_cards_home_score_nothing(lady: None) -> None:
    store = Store.open()
    kept = begin(store)
    kept.perform("auto")
    assert ResultLine("Without score", "60 cards", "F10, automatic") in result(kept)
    contest_steps.end(kept)
    view = day.read_day(store, TODAY)
    told = day.tell_try(view, 3, "")
    assert "60 of 96, mark 0" in told
    assert told.endswith("60 cards sent home by F10 or automatic play score nothing without a win.")
    assert contest_steps.enter(store, Boards(store), contest_of(view), "Ann")[1].cards == 60
    board = board_report.read_board(Boards(store), view.board)
    assert [column.head for column in board.columns][2:4] == ["mark", "cards"]
    assert board.rows[0][2:4] == (0, 60)


def test_the_page_says_that_a_deal_may_be_lost_from_the_start(lady: None) -> None:
    view = day.read_day(Store.open(), TODAY)
    assert "may be lost from the start" in day.tell_winnable(view)
    chosen = ContestGame("monte-carlo", 134)
    assert day.tell_winnable(view._replace(leg=chosen)) == "This deal can be won at level 3."
    proved = Tonight("", winnable_day=view.day.isoformat())
    assert day.tell_winnable(view, proved) == "This deal can be won at level 3."
    assert "may be lost" in day.tell_winnable(view, Tonight("", winnable_day="2026-01-01"))


def play_greedily(kept: KeptPlay, patience: int = 0) -> None:
    """Send cards home whenever one fits, but none before so many moves."""
    play = kept.play
    for _ in range(60):
        if play.outcome or not play.legal_moves:
            return
        legal = [str(each) for each in play.legal_moves]
        home = [each for each in legal if " f" in each and play.moves >= patience]
        kept.perform((home or legal)[0])


FIVE_HOME = ("t1 f1", "t3 f1", "t4 f2", "s", "s", "w f3", "t6 f3")


@pytest.mark.parametrize(
    ("game", "deal", "events", "patience", "course"),
    [
        ("lady-of-the-manor", 9833, ["auto"], 0, "OOOOOOOOOOOO........"),
        ("strategy", 12, [], 12, "oo........."),
        ("kloncan-klondike", 260, FIVE_HOME, 0, "OO........."),
        ("kloncan-klondike", 260, [*FIVE_HOME[:-1], "x", FIVE_HOME[-1]], 0, "x.........."),
        ("poker", 1, [], 0, "o..................."),
    ],
)
def test_the_course_tells_pace_and_exceptions_for_every_five_cards(
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    deal: int,
    events: Sequence[str],
    patience: int,
    course: str,
) -> None:
    of_day = daily(TODAY)._replace(games=(ContestGame(game, deal),))
    for name in ("deal_to_play", "lay_out_of_day"):
        monkeypatch.setattr(days, name, lambda *_: of_day)
    store = Store.open()
    kept = begin(store)
    for event in events:
        kept.perform(event)
    play_greedily(kept, patience)
    contest_steps.end(kept)
    assert day.tell_course(day.read_day(store, TODAY), is_ascii=True) == course


def contest_of(view: day.DayView):  # type: ignore[no-untyped-def]
    assert view.contest
    return view.contest


def test_nothing_names_the_deal_before_the_try_has_ended(host: Dealer) -> None:
    store = Store.open()
    view = day.read_day(store, TODAY)
    assert (view.leg.deal, host.deal_of(view.board)) == (0, 0)
    number = str(begin(store, host).play.deal)
    under_way = day.read_day(store, TODAY)
    assert under_way.is_dealt
    assert number not in str(day.values(store, under_way))
    assert number not in "\n".join(day.tell(store, under_way, 3, ""))
    with pytest.raises(StoreError, match="practice comes after it"):
        day.practise(store, host, under_way, 3)


def test_the_line_spoils_nothing(host: Dealer) -> None:
    store = Store.open()
    view = play_today(store, host=host)
    line = day.line_of(store, view)
    assert line.startswith(f"solterm {TODAY.day} {TODAY:%b}, ")
    result, course = line.splitlines()
    assert result.endswith(", 0:00")
    assert set(course) == {day.AWAY}
    assert str(view.leg.deal) not in line
    in_blocks = day.line_of(store, view, is_ascii=False).splitlines()
    assert in_blocks == [result, "░" * len(course)]


def test_on_a_host_with_web_pages_the_line_has_a_link(host: Dealer) -> None:
    site = "https://cards.example"
    store = Store.open(context=Context.from_environment()._replace(site=site))
    line = day.line_of(store, play_today(store, host=host))
    assert line.endswith(f"\n{site}/boards/daily:{TODAY}")


def test_at_home_the_line_comes_with_the_command_that_plays_the_deal() -> None:
    store = Store.open()
    assert day.line_of(store, play_today(store)).endswith(f"\nsolterm daily {TODAY}")


def test_practice_after_the_try_does_not_count_in_the_statistics(lady: None) -> None:
    store = Store.open()
    kept = begin(store)
    kept.perform("auto")
    contest_steps.end(kept)
    kept, _ = day.practise(store, HOME, day.read_day(store, TODAY), 3)
    kept.perform("auto")
    assert compare(kept) is None
    kept.finish()
    assert [row[3] for row in tell_finished(store.results()).rows] == [
        "day: not won",
        "practice: not won",
    ]
    assert contest_steps.has_tried_today(store, DAILY)
    assert [each.played for each in statistics.figures(store)] == [1]
    assert [each.played for each in list_standings(store).values()] == [1]


@pytest.mark.parametrize("where", ["home", "host"])
def test_practice_counts_for_no_board_and_no_streak(
    where: str, request: pytest.FixtureRequest
) -> None:
    host = request.getfixturevalue("host") if where == "host" else HOME
    store = Store.open()
    view = day.read_day(store, YESTERDAY)
    kept, _ = day.practise(store, host, view, 2)
    assert kept.is_free
    assert day.is_practice(store, kept.play)
    assert (kept.play.game.id, kept.play.deal) in (view.leg[:2], (view.leg.game, kept.play.deal))
    kept.perform(str(next(iter(kept.play.legal_moves))))
    kept.perform("undo")
    kept.finish()
    assert calendar.days(store) == {}
    after = day.read_day(store, YESTERDAY)
    assert (after.contest, after.outcome) == (None, None)
    assert Boards(store).names() == []


def test_todays_deal_is_practised_after_the_try_only(host: Dealer) -> None:
    store = Store.open()
    with pytest.raises(StoreError, match="practice comes after it"):
        day.practise(store, host, day.read_day(store, TODAY), 3)
    view = play_today(store, host=host)
    kept, _ = day.practise(store, host, view, 3)
    assert kept.is_free and day.is_practice(store, kept.play)
    assert kept.play.deal == host.deal_of(view.board)
    assert list(calendar.days(store)) == [TODAY]


def test_missed_days_stay_open_for_a_week() -> None:
    store = Store.open()
    shown = day.list_days(day.read_day(store, TODAY))
    assert shown == [TODAY - timedelta(days=ago) for ago in range(7, -1, -1)]
    assert all(day.read_day(store, each).may_practise for each in shown[:-1])
    assert not day.read_day(store, TODAY - timedelta(days=8)).may_practise
    with pytest.raises(StoreError, match="comes on that day"):
        day.read_day(store, TODAY + timedelta(days=1))


def test_a_try_of_yesterday_that_goes_on_is_not_practised(
    host: Dealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open()
    for module in ("contests.days", "sessions.contest_steps"):
        monkeypatch.setattr(f"solterm.{module}.today", lambda: YESTERDAY)
    monkeypatch.setattr("tests.hall.dealer.today", lambda: YESTERDAY)
    begin(store, host)
    monkeypatch.undo()
    monkeypatch.setenv(NICKNAME, "ann")
    view = day.read_day(store, YESTERDAY)
    assert view.may_play
    with pytest.raises(StoreError, match="practice comes after it"):
        day.practise(store, host, view, 3)


def test_a_page_of_yesterday_begins_no_try_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.open()
    stale = day.read_day(store, TODAY)
    monkeypatch.setattr(days, "today", lambda: TODAY + timedelta(days=1))
    with pytest.raises(StoreError, match="A new day has begun"):
        day.begin(store, stale)


def test_tomorrow_is_told_without_the_number() -> None:
    store, view = Store.open(), day.read_day(Store.open(), TODAY)
    late = datetime.combine(TODAY, datetime.min.time(), UTC) + timedelta(hours=21, minutes=30)
    told = day.tell_tomorrow(store, view, now=late)
    assert ", in 2 h 30 min: " in told
    game, _ = day.tomorrow_of(view)
    assert str(game) in told
    assert str(days.daily(TODAY + timedelta(days=1)).games[0].deal) not in told


# -- line mode ---------------------------------------------------------------------------------


def test_line_mode_plays_and_tells_the_day() -> None:
    session = session_without_game()
    before = carry_out(session, "daily").day
    assert before
    assert (before["over"], before["deal"], before["line"], before["days"]) == (False, 0, "", 0)
    carry_out(session, "daily 2")
    assert session.play.level == 2
    assert carry_out(session, "daily board").text == session.board()
    carry_out(session, str(next(iter(session.play.legal_moves))))
    board = session.board()
    carry_out(session, "end")
    after = carry_out(session, "y")
    assert after.day
    assert (after.day["over"], after.day["level"], after.day["days"]) == (True, 2, 1)
    assert "'enter NAME' enters your result on the board." in after.text
    assert "Each mark stands for five cards: O within ten moves, " in after.text
    assert "1. Ann: " in carry_out(session, "enter Ann").text
    assert carry_out(session, "daily record").record
    assert carry_out(session, "daily board").text == board
    assert not carry_out(session, f"daily board {YESTERDAY}").ok
    practice = carry_out(session, "daily practise")
    assert practice.text.startswith("Practice.")
    assert session.kept.is_free


def test_line_mode_practises_a_missed_day_and_refuses_other_words() -> None:
    session = session_without_game()
    shown = carry_out(session, f"daily {YESTERDAY}")
    assert "You did not play this day." in shown.text
    assert shown.day
    assert shown.day["practice"]
    assert carry_out(session, f"daily practise {YESTERDAY}").text.startswith("Practice.")
    assert not carry_out(session, "daily tomorrow").ok
    assert not carry_out(session, f"daily {TODAY + timedelta(days=1)}").ok
    assert not carry_out(session, "daily practise").ok

"""Deals that nobody knows before playing them: how sessions get, hide and guard them."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from solterm.contests import contests, days
from solterm.contests.boards import Boards
from solterm.contests.days import daily
from solterm.contests.kinds import DAILY, GOLF, MATCH, TOUR, TOURNAMENT
from solterm.contests.tournaments import list_published
from solterm.context import GUEST, NICKNAME, SHARED
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import find
from solterm.plain.interpreter import carry_out
from solterm.sessions import contest_deals, contest_steps, shelf
from solterm.sessions.contest_steps import Tried
from solterm.sessions.plays import Start, deal
from solterm.sessions.seat import Seat
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.contests.laid_out import begin_daily, dealt, end, tour_of
from tests.contests.results import enter_day
from tests.hall.dealer import Dealer
from tests.harness.noon import TODAY, at_noon  # noqa: F401
from tests.here import here
from tests.plain.line_sessions import refusal_of, session_of

DAY = f"daily:{TODAY}"


@pytest.fixture(autouse=True)
def on_host(home: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICKNAME, "ann")


@pytest.fixture
def host(tmp_path: Path) -> Dealer:
    return Dealer(tmp_path / "host")


@pytest.fixture
def seat(host: Dealer) -> Seat:
    return Seat(Store.open(), host)


def begin(seat: Seat) -> KeptPlay:
    """Begin today's deal."""
    return seat.bring(contest_steps.start_of(begin_daily(seat.store), 0)).kept


# -- handing out -------------------------------------------------------------------------------


def test_a_contest_gets_its_deals_when_its_first_game_begins(seat: Seat, host: Dealer) -> None:
    for kind, games, name in ((MATCH, [GOLF] * 9, None), (TOURNAMENT, ["demon", "fly"], "Cup")):
        contest = contest_steps.begin(seat.store, kind, games, name)
        assert {each.deal for each in contest.games} == {0}
        before = len(host.asked)
        first = seat.bring(contest_steps.start_of(contest, 0)).kept
        left = contests.load(seat.store, contest.id)
        assert first.play.deal == left.games[0].deal and all(each.deal for each in left.games)
        after = contest_steps.end(first)
        assert after
        seat.bring(contest_steps.start_of(after, 1))
        assert len(host.asked) == before + 1, "the others are known"


def test_an_evening_at_reno_asks_for_each_deal(seat: Seat, host: Dealer) -> None:
    evening = contest_steps.begin(seat.store, contest_steps.KINDS["reno"])
    for place in (0, 1):
        kept = seat.bring(contest_steps.start_of(evening, place)).kept
        after = contest_steps.end(kept)
        assert after and after.games[place].deal == kept.play.deal
        evening = contest_steps.another_deal(after)
    assert [len(each.games) for each in host.asked] == [1, 2]


def test_the_same_deals_come_when_the_answer_was_lost(seat: Seat, host: Dealer) -> None:
    start = contest_steps.start_of(begin_daily(seat.store), 0)
    lost, _ = contest_deals.hand_out(seat.store, host, start)
    kept = begin(seat)
    assert (kept.play.deal, kept.purpose) == (lost.deal, lost.purpose)


def test_a_try_begun_in_another_session_goes_on(host: Dealer) -> None:
    one, other = (Seat(Store.open(), host) for _ in range(2))
    start = contest_steps.start_of(begin_daily(other.store), 0)
    kept = begin(one)
    assert other.bring(start).kept.play_id == kept.play_id
    contest_steps.end(kept)
    again = contest_steps.start_of(days.deal_to_play(here(), TODAY).drawn(), 0)
    with pytest.raises(Tried):
        Seat(Store.open(), host).bring(again)


def test_two_sessions_that_begin_at_once_have_one_try(host: Dealer) -> None:
    one, other = Store.open(), Store.open()
    starts = [
        contest_deals.hand_out(each, host, contest_steps.start_of(begin_daily(each), 0))[0]
        for each in (one, other)
    ]
    kept = deal(one, starts[0])
    with pytest.raises(StoreError, match="Another terminal has begun"):
        deal(other, starts[1])
    assert [each.play_id for each in one.in_progress()] == [kept.play_id]


def test_a_host_that_refuses_leaves_the_game_on_the_table(
    seat: Seat, host: Dealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = seat.bring(Start(find("demon"), 5)).kept
    contest = begin_daily(seat.store)
    monkeypatch.setattr(days, "today", lambda: TODAY + timedelta(days=1))
    monkeypatch.setattr("tests.hall.dealer.today", days.today)
    with pytest.raises(Refusal, match="A new day has begun"):
        seat.bring(contest_steps.start_of(contest, 0))
    assert seat.kept is free and contests.list_contests(seat.store, DAILY) == []


def test_a_tournament_is_published_with_its_first_game(
    seat: Seat, host: Dealer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SHARED, str(host.data.context("").shared))
    seat.store.context = here()
    cup = contest_steps.begin(seat.store, TOURNAMENT, ["demon"], "Cup")
    assert list_published(here())[0] == []
    seat.bring(contest_steps.start_of(cup, 0))
    (listed,) = list_published(here())[0]
    assert (listed.name, listed.deals) == ("Cup", [("demon", 0)])


def test_guests_draw_the_deals_of_their_own_contests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST, "1")
    tour = contest_steps.begin(Store.open(), TOUR)
    assert all(each.deal for each in tour.games)


# -- hiding ------------------------------------------------------------------------------------


@pytest.fixture(params=["player", "guest"])
def anyone(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Seat]:
    if request.param == "guest":
        monkeypatch.setenv(GUEST, "1")
    yield Seat(Store.open(), Dealer(tmp_path / "host", "" if request.param == "guest" else "ann"))


def test_free_play_is_refused_until_the_own_try_has_ended(anyone: Seat) -> None:
    store = anyone.store
    own = begin(anyone)
    game, number = own.play.game, own.play.deal
    shelf.put(store, "copied", record.write(Play(game, number)))

    def rehearse() -> None:
        deal(store, Start(game, number))

    def load() -> None:
        shelf.take(store, shelf.find(store, "copied"))[0]

    for attempt in (rehearse, load):
        with pytest.raises(StoreError, match="of a contest"):
            attempt()
    contest_steps.end(own)
    rehearse()
    load()


def test_a_deal_of_others_is_refused(seat: Seat, host: Dealer) -> None:
    bob = Dealer(host.data.folder, "b" * 16)
    bob.accounts = host.accounts
    number = begin(Seat(Store.memory("bob", seat.store.context), bob)).play.deal
    session = session_of(deal(seat.store, Start(find("demon"), 5)))
    assert "play it there first" in refusal_of(session, f"new {number}")
    assert session.play.deal == 5
    assert [each.deal for each in seat.store.in_progress()] == [5]


def test_the_game_of_an_own_contest_can_not_be_rehearsed() -> None:
    store = Store.open()
    match = tour_of("demon", "fly", name="Friday", deal=617)
    first = deal(store, contest_steps.start_of(match, 0))
    again = Start(find("demon"), first.play.deal)
    with pytest.raises(StoreError, match="end its game first"):
        deal(store, again)
    first.perform("s")
    first.perform(str(next(each for each in first.play.legal_moves if each.src[0] in "rtw")))
    assert first.play.moves == 1
    with pytest.raises(StoreError, match="end its game first"):
        deal(store, again)
    with pytest.raises(StoreError, match="end its game first"):
        KeptPlay.adopt(store, Play(find("demon"), first.play.deal), find)
    contest_steps.end(first)
    assert deal(store, again).is_free


def test_the_number_is_hidden_until_the_own_try_has_ended(seat: Seat) -> None:
    kept = begin(seat)
    number, session = str(kept.play.deal), session_of(kept)
    assert number not in session.opening().text
    for line in ("board", "menu", "score", "help", "play", "saves", "contests", "stats"):
        assert number not in carry_out(session, line).text, line
    assert "when your try has ended" in refusal_of(session, "record")
    contest_steps.end(kept)
    assert kept.told_deal


def test_at_home_the_deal_is_the_same_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NICKNAME)
    store, leg = Store.open(), daily(TODAY).games[0]
    deal(store, Start(find(leg.game), leg.deal))
    assert dealt(store, begin_daily(store)).play.deal == leg.deal
    assert "trusts the players" in contest_steps.about(here(), DAILY.offers[0])


# -- the games of others -----------------------------------------------------------------------


def test_at_home_records_of_others_are_shown_after_the_own_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(NICKNAME)
    host = Dealer(tmp_path)
    monkeypatch.setenv(SHARED, str(host.data.context("").shared))
    for module in (days, contest_steps):
        monkeypatch.setattr(module, "today", lambda: date(2026, 11, 21))
    entry = enter_day(Store.open())
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "bob"))
    store = Store.open()
    boards = Boards(store)
    (seen,) = boards.top(entry.board)
    with pytest.raises(StoreError, match="play it yourself first"):
        boards.records(seen)
    contest_steps.enter(store, boards, end(store, begin_daily(store)), "Bob")
    assert len(boards.records(seen)) == 1

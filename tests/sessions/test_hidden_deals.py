"""Deals that nobody knows before playing them: how a host draws, hides and guards them."""

from datetime import date, timedelta

import pytest

from solterm.contests import days
from solterm.contests.daily import DayKey
from solterm.contests.days import daily
from solterm.contests.kinds import DAILY
from solterm.contests.tournaments import deals_of
from solterm.context import DAY_KEY, GUEST, NICKNAME
from solterm.core.deals import EVERYDAY_LAST, FIRST_HIDDEN
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import find
from solterm.sessions import contest_steps, shelf
from solterm.sessions.plays import Start, deal
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.contests.laid_out import begin_daily, tour_of
from tests.harness.noon import TODAY, at_noon  # noqa: F401
from tests.here import here
from tests.plain.line_sessions import session_of
from tests.plain.replies import refusal_of

KEY = DayKey.of("a secret", TODAY)
LEG = daily(TODAY, KEY).games[0]


@pytest.fixture(autouse=True)
def host(home: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICKNAME, "ann")
    monkeypatch.setenv(DAY_KEY, str(KEY))


def begin(store: Store) -> KeptPlay:
    """Begin today's deal."""
    return deal(store, contest_steps.start_of(begin_daily(store), 0))


def test_a_day_key_tells_earlier_days_and_no_later_one() -> None:
    tomorrow = TODAY + timedelta(days=1)
    later = DayKey.of("a secret", tomorrow)
    assert daily(TODAY, later) == daily(TODAY, KEY)
    assert DayKey.parse(str(KEY)) == KEY
    with pytest.raises(Refusal, match="does not tell"):
        daily(tomorrow, KEY)


def test_the_deal_follows_from_the_secret() -> None:
    other = DayKey.of("another secret", TODAY)
    assert len({daily(TODAY).games[0].deal, daily(TODAY, other).games[0].deal, LEG.deal}) == 3
    assert LEG.deal > EVERYDAY_LAST


def test_a_board_knows_the_deals_of_its_day() -> None:
    store = Store.open()
    assert deals_of(store, f"daily:{TODAY}") == [LEG[:2]]
    assert deals_of(store, f"daily:{TODAY + timedelta(days=1)}") == []


def test_after_midnight_the_player_logs_in_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest_steps, "today", lambda: date(2199, 1, 1))
    with pytest.raises(StoreError, match="log in again"):
        begin_daily(Store.open())


@pytest.mark.parametrize("is_guest", [False, True])
def test_free_play_is_refused_until_the_own_try_has_ended(
    is_guest: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_guest:
        monkeypatch.setenv(GUEST, "1")
    leg = days.deal_to_play(here(), TODAY).games[0]
    store, start = Store.open(), Start(find(leg.game), leg.deal)
    shelf.put(store, "copied", record.write(Play(find(leg.game), leg.deal)))

    def rehearse() -> None:
        deal(store, start)

    def load() -> None:
        shelf.take(store, shelf.find(store, "copied"))[0]

    for attempt in (rehearse, load):
        with pytest.raises(StoreError, match="of a contest"):
            attempt()
    own = begin(store)
    assert own.play.deal == leg.deal
    for attempt in (rehearse, load):
        with pytest.raises(StoreError, match="of a contest"):
            attempt()
    contest_steps.end(store, own)
    rehearse()
    load()


def test_guests_have_a_deal_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    own = begin(Store.open()).play
    monkeypatch.setenv(GUEST, "1")
    guests = daily(TODAY, KEY, is_for_guests=True).games[0]
    assert days.deal_to_play(here(), TODAY).games[0] == guests
    assert guests.deal not in (own.deal, daily(TODAY, is_for_guests=True).games[0].deal)
    assert guests.deal > EVERYDAY_LAST
    assert days.deal_of(here(), TODAY).games[0] == LEG, "boards prove the results of accounts"
    assert "same for all guests" in contest_steps.about(here(), DAILY.offers[0])


def test_guests_never_play_the_deal_of_the_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GUEST, "1")
    store = Store.open()
    with pytest.raises(StoreError, match="play it there first"):
        deal(store, Start(find(LEG.game), LEG.deal))
    contest_steps.end(store, begin(store))
    with pytest.raises(StoreError, match="play it there first"):
        deal(store, Start(find(LEG.game), LEG.deal))


def test_a_refused_deal_leaves_the_game_on_the_table() -> None:
    store = Store.open()
    session = session_of(deal(store, Start(find(LEG.game), 5)))
    assert "play it there first" in refusal_of(session, f"new {LEG.deal}")
    assert session.play.deal == 5
    assert [each.deal for each in store.in_progress()] == [5]


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
    contest_steps.end(store, first)
    assert deal(store, again).is_free


def test_the_number_is_hidden_until_the_own_try_has_ended() -> None:
    store = Store.open()
    kept = begin(store)
    session = session_of(kept)
    assert str(LEG.deal) not in session.opening().text
    for line in ("board", "menu", "score", "help", "play", "saves", "contests", "stats"):
        assert str(LEG.deal) not in session.handle(line).text, line
    assert "when your try has ended" in refusal_of(session, "record")
    contest_steps.end(store, kept)
    assert not kept.hides_deal


def test_a_tournament_of_a_host_has_deals_that_no_search_finds() -> None:
    cup = contest_steps.begin_tournament(Store.open(), "Cup", ("demon",))[0]
    assert cup.games[0].deal >= FIRST_HIDDEN


def test_at_home_the_deal_is_the_same_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NICKNAME)
    monkeypatch.delenv(DAY_KEY)
    store, leg = Store.open(), daily(TODAY).games[0]
    deal(store, Start(find(leg.game), leg.deal))
    assert begin(store).play.deal == leg.deal
    assert "trusts the players" in contest_steps.about(here(), DAILY.offers[0])

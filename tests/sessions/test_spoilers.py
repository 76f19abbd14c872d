"""Deals that a player may not watch yet."""

from datetime import date
from pathlib import Path

import pytest

from solterm.contests import contests
from solterm.contests.daily import daily
from solterm.contests.spoilers import find_spoiler
from solterm.contests.tournament import Tournament
from solterm.contests.tournaments import publish
from solterm.context import NICKNAME
from solterm.core.play.play import Play
from solterm.games import find
from solterm.hall.messages import Visitor
from solterm.sessions.contest_start import begin_daily, join
from solterm.sessions.watching import refuse_to_watch
from solterm.store import sharedfolder
from solterm.store.store import Store
from tests.here import here

TODAY = date(2026, 11, 21)
LEG = daily(TODAY).legs[0]
CUP = Tournament("Friday", ("demon", "fly"), (617, 5))


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    for module in ("sessions.contest_start", "contests.spoilers"):
        monkeypatch.setattr(f"solterm.{module}.today", lambda: TODAY)
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "shared"))
    (tmp_path / "shared").mkdir()
    sharedfolder.prepare(here())
    return Store.open()


def end_game(store: Store, contest: contests.Contest, place: int) -> contests.Contest:
    """Return the contest with one of its games ended right after the deal."""
    series = contest.series
    assert series
    leg = series.legs[place]
    after = series.with_result(place, Play(find(leg.game), leg.deal))
    state = contest.state
    return contests.update(
        store, contest, state.with_series(after) if isinstance(state, Tournament) else after
    )


def test_the_deal_of_the_day_can_be_watched_once_played(store: Store) -> None:
    assert "deal of the day" in find_spoiler(store, LEG.game, LEG.deal)
    assert find_spoiler(store, LEG.game, LEG.deal + 1) == ""
    contest = begin_daily(store).contest
    assert "deal of the day" in find_spoiler(store, LEG.game, LEG.deal)
    end_game(store, contest, 0)
    assert find_spoiler(store, LEG.game, LEG.deal) == ""


def test_the_deal_of_the_day_can_be_watched_once_given_up(store: Store) -> None:
    contests.close(store, begin_daily(store).contest)
    assert find_spoiler(store, LEG.game, LEG.deal) == ""


def visitor_in(board: str, purpose: str) -> Visitor:
    """Return a visitor whose deal the host keeps secret."""
    return Visitor("a1", "ann", "", "", "demon", 3, "", purpose, True, 0, board)


def test_a_secret_deal_can_be_watched_once_played(store: Store) -> None:
    publish(here(), CUP)
    day = visitor_in("daily:2026-11-21", "daily:9 0")
    legs = [visitor_in("tournament:Friday", f"tournament:9 {place}") for place in (0, 1, 2)]
    assert "deal of the day" in refuse_to_watch(store, day)
    assert ["Friday" in refuse_to_watch(store, each) for each in legs] == [True, True, False]
    end_game(store, begin_daily(store).contest, 0)
    end_game(store, join(store, CUP), 0)
    assert refuse_to_watch(store, day) == ""
    assert ["Friday" in refuse_to_watch(store, each) for each in legs] == [False, True, False]


def test_other_games_can_be_watched(store: Store) -> None:
    for board, purpose in (("", ""), ("tour", "tour:3 0"), ("tournament:Lost", "tournament:3 0")):
        assert refuse_to_watch(store, visitor_in(board, purpose)) == ""


def test_a_tournament_can_be_watched_deal_by_deal(store: Store) -> None:
    publish(here(), CUP)
    assert "tournament Friday" in find_spoiler(store, "demon", 617)
    contest = end_game(store, join(store, CUP), 0)
    assert contest.open
    assert find_spoiler(store, "demon", 617) == ""
    assert "tournament Friday" in find_spoiler(store, "fly", 5)
    assert find_spoiler(store, "fly", 617) == ""


def test_a_tournament_ended_early_at_home_keeps_its_deals(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(here(), CUP)
    contests.close(store, join(store, CUP))
    assert "tournament Friday" in find_spoiler(store, "demon", 617)
    monkeypatch.setenv(NICKNAME, "ann")
    store.context = here()
    assert find_spoiler(store, "demon", 617) == "", "on a host this was the only try"

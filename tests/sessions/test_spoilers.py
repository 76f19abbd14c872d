"""Deals whose records a player may not see yet."""

from datetime import date
from pathlib import Path

import pytest

from solterm.contests import contests
from solterm.contests.days import daily
from solterm.contests.spoilers import find_spoiler
from solterm.contests.tournaments import publish
from solterm.context import NICKNAME
from solterm.sessions.contest_steps import join
from solterm.store import sharedfolder
from solterm.store.store import Store
from tests.contests.laid_out import begin_daily, cup_of, dealt, end
from tests.here import here

TODAY = date(2026, 11, 21)
LEG = daily(TODAY).games[0]
CUP = cup_of("Friday", ("demon", "fly"), (617, 5))


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    for module in ("sessions.contest_steps", "contests.spoilers"):
        monkeypatch.setattr(f"solterm.{module}.today", lambda: TODAY)
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "shared"))
    (tmp_path / "shared").mkdir()
    sharedfolder.prepare(here())
    return Store.open()


def test_the_deal_of_the_day_can_be_seen_once_played(store: Store) -> None:
    assert "deal of the day" in find_spoiler(store, LEG.game, LEG.deal)
    assert find_spoiler(store, LEG.game, LEG.deal + 1) == ""
    contest = begin_daily(store)
    dealt(store, contest)
    assert "deal of the day" in find_spoiler(store, LEG.game, LEG.deal)
    end(store, contest)
    assert find_spoiler(store, LEG.game, LEG.deal) == ""


def test_the_deal_of_the_day_can_be_seen_once_given_up(store: Store) -> None:
    contest = begin_daily(store)
    dealt(store, contest)
    contests.close(store, contest)
    assert find_spoiler(store, LEG.game, LEG.deal) == ""


def test_a_tournament_can_be_seen_deal_by_deal(store: Store) -> None:
    publish(here(), CUP)
    assert "tournament Friday" in find_spoiler(store, "demon", 617)
    contest = end(store, join(store, CUP))
    assert contest.open
    assert find_spoiler(store, "demon", 617) == ""
    assert "tournament Friday" in find_spoiler(store, "fly", 5)
    assert find_spoiler(store, "fly", 617) == ""


def test_a_tournament_ended_early_at_home_keeps_its_deals(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(here(), CUP)
    cup = join(store, CUP)
    dealt(store, cup)
    contests.close(store, cup)
    assert "tournament Friday" in find_spoiler(store, "demon", 617)
    monkeypatch.setenv(NICKNAME, "ann")
    store.context = here()
    assert find_spoiler(store, "demon", 617) == "", "on a host this was the only try"

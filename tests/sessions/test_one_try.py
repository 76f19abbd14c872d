"""The tries of an account on a host, and its one row on the board; at home the hot seat stays."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from solterm.contests import contests, days
from solterm.contests.boards import Boards
from solterm.contests.contest import Contest
from solterm.contests.kinds import TOURNAMENT
from solterm.contests.tournaments import publish
from solterm.context import DATABASE, GUEST, NICKNAME, PLAYER, SHARED
from solterm.core.play.mode import Mode
from solterm.sessions import contest_deals, contest_steps, plays
from solterm.sessions.contest_steps import NextStep
from solterm.sessions.host_link import HostLink
from solterm.sessions.plays import deal
from solterm.store import players, sharedfolder
from solterm.store.errors import StoreError
from solterm.store.store import Store
from tests.contests.laid_out import cup_of, dealt
from tests.contests.results import played, share, text_of
from tests.here import here

ACCOUNT = "0123456789abcdef"


@pytest.fixture(params=["folders", "database"], autouse=True)
def host(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host with the account of ann."""
    account = ACCOUNT
    if request.param == "database":
        monkeypatch.setenv(DATABASE, request.getfixturevalue("database"))
        account = os.urandom(8).hex()
    else:
        monkeypatch.setenv(SHARED, str(tmp_path / "shared"))
        sharedfolder.prepare(here())
    monkeypatch.setenv(PLAYER, account)
    monkeypatch.setenv(NICKNAME, "ann")


@pytest.fixture
def cup() -> Contest:
    """A tournament of its own for each test, since they share a database."""
    return cup_of(f"Cup {os.urandom(4).hex()}", ("demon",), (617,))


@pytest.fixture
def store() -> Store:
    return Store.to_play_with()


def play_cup(store: Store, contest: Contest, moves: int) -> Contest:
    """Play the only game of a tournament for some moves, and return the contest."""
    kept = deal(store, contest_steps.start_of(contest, 0))
    for _ in range(moves):
        kept.perform(str(next(iter(kept.play.legal_moves))))
    after = contest_steps.end(kept)
    assert after
    return after


def test_a_tournament_has_one_try_and_one_row(store: Store, cup: Contest) -> None:
    publish(here(), cup)
    contest = play_cup(store, contest_steps.join(store, cup), 1)
    entered, _ = contest_steps.enter(store, Boards(store), contest, "")
    assert not entered.open
    assert contest_steps.next_step(store.context, entered) is NextStep.NOTHING
    store.rename_player("ann2")
    assert contest_steps.next_turn(store.context, entered) == entered
    with pytest.raises(contest_steps.Tried, match="already played Tournament Cup"):
        contest_steps.join(store, cup)
    with pytest.raises(contest_steps.Tried):
        contest_steps.find_tournament(store, cup.name)
    assert cup.name not in [each.name for each in contest_steps.of_the_host(store)[0]]
    now = datetime.now(UTC)
    evenings = [f"Evening {now - timedelta(hours=hours):%Y-%m-%d %H%M}" for hours in (23, 25)]
    for name in evenings:
        publish(here(), cup._replace(name=name))
    listed = [each.name for each in contest_steps.of_the_host(store)[0]]
    assert [each for each in listed if each in evenings] == evenings[:1], "those of a day"


def test_only_the_first_result_counts_on_the_board(store: Store, cup: Contest) -> None:
    deal = 20261123  # of no other test that shares the database
    cup = cup_of(cup.name, ("calculation",), (deal,))
    publish(here(), cup)
    boards, board = Boards(store), f"tournament:{cup.name}"
    contest = play_cup(store, contest_steps.join(store, cup), 0)
    contest_steps.enter(store, boards, contest, "")
    better = played("calculation", deal, Mode.SINGLE, moves=40)
    share(text_of(board, [better], "ann", players.profile(here())))
    assert [each.points for each in boards.top(board)] == [contest.total] < [better.mark]


def test_a_renamed_player_keeps_one_row(
    store: Store, cup: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(here(), cup)
    boards, board = Boards(store), f"tournament:{cup.name}"
    for name, moves in (("ann", 1), ("eve", 4)):
        store.rename_player(name)
        play = played("demon", 617, Mode.SINGLE, moves)
        share(text_of(board, [play], name, players.profile(here()), contest=moves))
    assert [each.player for each in boards.top(board)] == ["eve"]


def test_a_row_carries_the_accounts_id(store: Store) -> None:
    assert players.profile(here()) == os.environ[PLAYER]


def test_a_tournament_ended_early_is_no_second_try(store: Store, cup: Contest) -> None:
    contest = contest_steps.join(store, cup)
    dealt(store, contest)
    contests.close(store, contest)
    with pytest.raises(contest_steps.Tried):
        contest_steps.join(store, cup)


def test_guests_join_no_tournament_of_the_host(
    store: Store, cup: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(here(), cup)
    monkeypatch.setenv(GUEST, "1")
    store.context = here()
    assert contest_steps.of_the_host(store) == ([], [])
    with pytest.raises(StoreError, match="log in with a key"):
        contest_steps.find_tournament(store, cup.name)
    assert contests.list_contests(store, TOURNAMENT) == []
    own = contest_steps.begin(store, TOURNAMENT, ("demon",), f"Own {cup.name}")
    start, notice = contest_deals.hand_out(store, HostLink(), contest_steps.start_of(own, 0))
    assert start.deal and "log in with a key" in notice


def test_an_unfinished_try_is_resumed(store: Store, cup: Contest) -> None:
    publish(here(), cup)
    contest = contest_steps.join(store, cup)
    dealt(store, contest)
    assert contest_steps.join(store, cup).id == contest.id
    found = contest_steps.find_tournament(store, cup.name.upper())
    assert found and found.id == contest.id


def test_who_resumes_an_old_deal_of_the_day_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = days.today()
    deal(store, contest_steps.start_of(days.daily(now), 0))
    for later, told in ((1, plays.RESUMED), (2, "The board of this day is closed: ")):
        monkeypatch.setattr(plays, "today", lambda later=later: now + timedelta(days=later))
        brought = plays.resume(store)
        assert brought and brought.told.startswith(told)


def test_boards_lists_tournaments_without_results(store: Store, cup: Contest) -> None:
    publish(here(), cup)
    assert f"tournament:{cup.name}" in Boards(store).names_and_cups()

"""Stored contests: beginning, entering, closing, and killed programs."""

from datetime import date

import pytest

from solterm.contests import contests
from solterm.contests.contests import Contest
from solterm.contests.daily import daily
from solterm.contests.kinds import KINDS
from solterm.contests.series import Leg, Series
from solterm.contests.tournament import Tournament
from solterm.games import find
from solterm.sessions.boards import write_records
from solterm.store.kept import KeptPlay
from solterm.store.store import Store, StoreError


def tour(*games: str) -> Series:
    return Series(KINDS["tour"], "", tuple(Leg(game, 7) for game in games))


def played(store: Store, contest: Contest, place: int = 0) -> KeptPlay:
    assert contest.series
    leg, context = contest.series.legs[place], str(contests.purpose_of(contest, place))
    return KeptPlay.start(store, find(leg.game), leg.deal, 3, contest.series.mode, {}, context)


def enter(kept: KeptPlay) -> Contest | None:
    return contests.enter(kept.store, kept.purpose, kept.play, kept.play_id)


def test_a_result_entered_twice_counts_once(store: Store) -> None:
    contest = contests.begin(store, tour("corners", "reno"))
    kept = played(store, contest)
    enter(kept)  # the program is killed here
    saved = store.load_suspended("corners", str(kept.purpose))
    assert saved
    enter(KeptPlay.resume(store, saved, find))
    series = contests.load(store, contest.id).series
    assert series
    assert (series.played, series.next) == (1, 1)


def test_a_game_with_another_purpose_is_not_entered(store: Store) -> None:
    assert enter(KeptPlay.start(store, find("fly"), 7, purpose="sheet 3")) is None


def test_a_closed_contest_takes_no_result(store: Store) -> None:
    contest = contests.begin(store, tour("corners", "reno"))
    kept = played(store, contest)
    contests.close(store, contest)
    enter(kept)
    assert contests.load(store, contest.id).state == contest.state
    assert store.load_suspended("corners") is None


def test_closing_a_contest_leaves_the_games_of_others(store: Store) -> None:
    first, other = (contests.begin(store, tour("corners", "reno")) for _ in range(2))
    played(store, other)
    contests.close(store, first)
    assert store.load_suspended("corners")


def test_closing_a_contest_leaves_the_games_of_one_whose_number_begins_alike(
    store: Store,
) -> None:
    numbered = [contests.begin(store, tour("corners", "reno")) for _ in range(10)]
    assert (numbered[0].id, numbered[9].id) == (1, 10)
    played(store, numbered[9])
    contests.close(store, numbered[0])
    assert store.load_suspended("corners")


def test_closing_a_contest_leaves_the_dates_of_its_results(store: Store) -> None:
    contest = contests.begin(store, tour("corners", "reno"))
    kept = played(store, contest)
    kept.perform(str(next(move for move in kept.play.legal_moves if move.dst)))
    kept.finish()
    before = store.results()
    assert len(before) == 1
    contests.close(store, contest)
    assert store.results() == before


def test_a_game_left_open_does_not_count_for_the_next_player(store: Store) -> None:
    cup = Tournament.begin("Cup", ["corners"], lambda: 7)
    contest = contests.begin(store, cup.next_turn())
    kept = played(store, contest)
    after = enter(kept)
    assert after
    assert isinstance(after.state, Tournament)
    contests.update(store, after, after.state.with_player("Ann").next_turn())
    again = enter(kept)
    assert again
    assert again.series
    assert again.series.played == 0


def test_a_row_with_another_deal_keeps_it(store: Store) -> None:
    contest = contests.begin(store, Series(KINDS["mix"], "", (Leg("fly", 7), Leg("", 8))))
    kept = played(store, contest)
    changed = contests.update(store, contest, Series(KINDS["mix"], "", (Leg("fly", 9), Leg("", 8))))
    assert enter(kept) == changed


def test_a_day_begins_once(store: Store) -> None:
    today = daily(date(2026, 11, 21))
    contest = contests.begin(store, today)
    contests.close(store, contest)
    again = contests.begin(store, today)
    assert (again.id, again.open) == (contest.id, False)
    assert contests.begin(store, daily(date(2026, 11, 22))).id != contest.id


def test_a_contest_of_a_newer_solterm_is_reported_and_stays(store: Store) -> None:
    contest = contests.begin(store, Tournament.begin("Cup", ["corners"], lambda: 7).next_turn())
    with store.transaction() as database:
        database.execute("UPDATE contest SET state = '{\"v\": 9}'")
    assert contests.list_contests(store, KINDS["tournament"]) == []
    (sentence,) = contests.unreadable(store)
    assert sentence.startswith("The tournament Cup cannot be continued. It was stored in form 9")
    with pytest.raises(StoreError, match="form 9"):
        contests.load(store, contest.id)
    assert store.read("SELECT state FROM contest") == [('{"v": 9}',)]


def test_the_games_entered_prove_the_total(store: Store) -> None:
    contest = contests.begin(store, tour("corners", "reno"))
    kept = played(store, contest)
    after = enter(kept)
    kept.finish()
    assert after
    assert after.series
    (text,) = write_records(store, [after.series.legs[0].play])
    assert '[Game "corners"]' in text

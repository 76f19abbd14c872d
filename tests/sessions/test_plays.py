"""Resuming and dealing plays, and the errors on the way."""

import pytest

from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.plain.interpreter import carry_out
from solterm.sessions import plays
from solterm.sessions.life import GUEST
from solterm.sessions.plays import CannotResume, Start
from solterm.store.entries import ASIDE
from solterm.store.errors import Locked, StoreError
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE, Purpose
from solterm.store.store import Store
from tests.plain.line_sessions import new_session, session_of
from tests.seats import seat_of

DEMON = Start(find("demon"))


def test_a_suspended_game_is_resumed(store: Store) -> None:
    first, was_there, _ = plays.resume_or_deal(store, DEMON)
    first.perform("s")
    again, is_there, _ = plays.resume_or_deal(store, DEMON)
    assert (was_there, is_there) == (False, True)
    assert again.play_id == first.play_id
    assert again.play.events == ["s"]


def test_the_game_left_last_is_resumed_even_if_nothing_was_played(store: Store) -> None:
    demon = plays.deal(store, DEMON)
    plays.deal(store, Start(find("free-cell"), 617)).perform("t1 r1")
    found = plays.resume(store, find("demon"))
    assert found
    seat_of(found.kept).leave()
    latest = plays.resume(store)
    assert latest and latest.kept.play_id == demon.play_id


def test_a_game_of_a_contest_keeps_the_time_of_its_last_event(store: Store) -> None:
    row = plays.deal(store, Start(find("demon"), mode=Mode.SCORED, purpose=Purpose("sheet", 1, 2)))
    (before,) = store.in_progress()
    seat_of(row).leave()
    assert store.in_progress() == [before]


@pytest.mark.parametrize(("error", "is_passing"), [(Locked, True), (StoreError, False)])
def test_only_a_temporary_failure_is_retried(
    store: Store, monkeypatch: pytest.MonkeyPatch, error: type[StoreError], is_passing: bool
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error("It fails.")

    monkeypatch.setattr(store, "load_suspended", fail)
    with pytest.raises(CannotResume) as hindrance:
        plays.resume(store, find("demon"))
    assert hindrance.value.is_passing is is_passing


def test_each_variant_keeps_a_game_of_its_own(store: Store) -> None:
    spider, one = find("spider"), {"suits": "1"}
    started = [plays.deal(store, Start(spider, 5, options=each)) for each in ({}, one)]
    for kept, options in zip(started, ({}, one), strict=True):
        kept.perform(next(str(move) for move in kept.play.legal_moves if move.dst))
        found = plays.resume(store, spider, FREE, options=options)
        assert found and found.kept.play_id == kept.play_id
    other, notice = plays.deal_beside(store, Start(spider, 7, options=one))
    assert f"deal {started[1].play.deal}, is put aside" in notice
    assert {each.play_id for each in store.in_progress()} == {started[0].play_id, other.play_id}
    store.take_up(started[1].play_id)
    open_now = {started[0].play_id, started[1].play_id}
    assert {each.play_id for each in store.in_progress()} == open_now


def test_each_purpose_has_a_separate_game(store: Store) -> None:
    row = Start(find("demon"), None, 2, {}, Mode.SCORED, Purpose("sheet", 1, 2))
    free, scored = plays.deal(store, DEMON), plays.deal(store, row)
    assert plays.resume_or_deal(store, DEMON)[0].play_id == free.play_id
    found = plays.resume_or_deal(store, row)[0]
    assert found.play_id == scored.play_id
    assert (found.purpose, found.play.mode) == (Purpose("sheet", 1, 2), Mode.SCORED)
    assert free.purpose == FREE
    latest = plays.resume(store)
    assert latest


def test_game_resumes_at_the_requested_level(store: Store) -> None:
    plays.deal(store, DEMON)
    kept, _, _ = plays.resume_or_deal(store, Start(find("demon"), level=1))
    assert kept.play.level == 1


@pytest.mark.parametrize(("purpose", "is_resumed"), [(FREE, False), (Purpose("sheet", 1, 2), True)])
def test_a_won_game_of_a_sheet_waits_for_its_row(
    store: Store, purpose: Purpose, is_resumed: bool
) -> None:
    start = Start(find("the-wish"), None, 1, {}, purpose=purpose)
    won = plays.deal(store, start._replace(deal=1))
    while won.play.outcome is None:
        won.perform(str(next(iter(won.play.legal_moves))))
    assert won.play.tally.won
    latest = plays.resume(store)
    assert (latest is not None and latest.kept.play_id == won.play_id) is is_resumed
    found, was_there, _ = plays.resume_or_deal(store, start)
    assert (was_there, found.play_id == won.play_id) == (is_resumed, is_resumed)


def test_no_deal_replaces_an_unreadable_game(store: Store) -> None:
    kept = plays.deal(store, DEMON)
    with store.transaction() as database:
        database.execute(
            "INSERT INTO event (play, number, text) VALUES (?, 9, 's')", [kept.play_id]
        )
    with pytest.raises(CannotResume) as hindrance:
        plays.resume_or_deal(store, DEMON)
    assert [each.play_id for each in store.in_progress()] == [kept.play_id]
    plays.put_aside(store, hindrance.value)
    if hindrance.value.saved:
        assert [each.play_id for each in store.list_plays(ASIDE)] == [kept.play_id]
    assert plays.deal(store, DEMON).play_id != kept.play_id


def test_the_latest_game_is_resumed_whatever_its_purpose(store: Store) -> None:
    assert plays.resume(store) is None
    row = Start(find("demon"), None, 2, {}, Mode.SCORED, Purpose("sheet", 1, 2))
    scored = plays.deal(store, row)
    found = plays.resume(store)
    assert found and (found.kept.play_id, found.kept.purpose) == (scored.play_id, row.purpose)


def test_question_of_a_game_is_asked_before_a_new_deal_only(store: Store) -> None:
    start = Start(find("concentration"))
    question = plays.find_question(store, start)
    assert question and question.key == "players"
    assert plays.find_question(store, start._replace(deal=5)) is None
    assert plays.find_question(store, start._replace(options={"players": "2"})) is None
    store.may_hide_games = True
    assert plays.find_question(store, start) is None, "the store may hold a suspended one"
    store.may_hide_games = False
    plays.deal(store, start)
    assert plays.find_question(store, start) is None


# -- what quitting does ------------------------------------------------------------------------


@pytest.fixture
def kept() -> KeptPlay:
    return KeptPlay.start(Store.open(), find("free-cell"), 617)


def test_a_players_games_are_kept(kept: KeptPlay) -> None:
    assert plays.tell_quit(kept) == "the game is kept"
    assert plays.tell_quit_all(kept.store) == "your games are kept"


def test_unsaved_games_are_reported() -> None:
    kept = new_session().kept
    assert plays.tell_quit(kept) == "the game is NOT SAVED"
    assert plays.tell_quit_all(kept.store) == "your games are NOT SAVED"


def test_guests_are_not_promised_kept_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLTERM_GUEST", "1")
    assert "your games are gone" in GUEST
    kept = KeptPlay.start(Store.open(), find("free-cell"), 617)
    session = session_of(kept)
    for text in (
        plays.tell_quit(kept),
        plays.tell_quit_all(kept.store),
        carry_out(session, "quit").text,
    ):
        assert "kept" not in text
        assert "games end here" in text
    assert "kept" not in carry_out(new_session(), "help quit").text

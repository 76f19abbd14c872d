"""The seat: what an action did, and how games come to it."""

from pathlib import Path

import pytest

from solterm.contests import contests
from solterm.contests.boards import write_result
from solterm.context import NICKNAME, SHARED
from solterm.core import cards
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play.mode import Mode
from solterm.core.values import replace
from solterm.games import find
from solterm.hall.messages import ContestEnded, PlayLeft, PlayStarted, Step
from solterm.sessions.plays import CannotResume, Start
from solterm.sessions.seat import SAVED_AGAIN, Seat
from solterm.solver.solve import solve
from solterm.store import sharedfolder
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.store.purpose import Purpose
from solterm.store.store import Store
from tests.contests.results import enter, played, share
from tests.core.test_idle import stuck_at_5205
from tests.hall.hosts import joined
from tests.here import here
from tests.seats import seat_of

DEMON = Start(find("demon"), 617)


@pytest.fixture
def seat(store: Store) -> Seat:
    seat = Seat(store)
    seat.bring(DEMON)
    return seat


def won_seat() -> Seat:
    seat = Seat(Store.open())
    seat.bring(Start(find("the-wish"), 1, 1))
    while seat.play.outcome is None:
        seat.push(next(iter(seat.play.legal_moves)))
    return seat


def first_move(seat: Seat) -> Move:
    return next(move for move in seat.play.legal_moves if move.dst)


# -- acting ------------------------------------------------------------------------------------


def test_a_move_tells_the_table_before_and_after_it(seat: Seat) -> None:
    before, move = seat.play.traced, first_move(seat)
    done = seat.push(move)
    assert (done.before, done.after) == (before, seat.play.traced)
    assert seat.kept.stored_events == 1 and seat.play.events == [str(move)]
    assert done[2:] == ((), (), False, None, False, "", None)


def test_cards_that_go_home_by_themselves_are_told(store: Store) -> None:
    seat = Seat(store)
    seat.change_setting("automatic", "on")
    seat.bring(Start(find("kloncan-klondike"), 617))
    assert seat.play.autoplay
    assert [cards.text(card) for card in seat.perform("s").went_home] == ["AH", "AD"]
    assert seat.perform("undo").went_home == ()


def test_each_end_is_told_once_and_again_after_undo() -> None:
    seat = won_seat()
    assert seat.perform("hint").outcome is None
    assert seat.perform("undo").outcome is None
    assert seat.perform("redo").outcome is Outcome.WON


def test_idle_moves_are_told_once_until_one_is_useful(store: Store) -> None:
    seat = Seat(store)
    seat.bring(Start(find("kloncan-klondike"), 5205))
    told = [seat.perform(event).is_idle for event in stuck_at_5205().events]
    assert told.index(True) == len(told) - 1
    assert [seat.perform(event).is_idle for event in ("hint", "undo", "redo")] == [
        False,
        False,
        True,
    ]


def test_the_turn_is_told_when_it_changes(store: Store) -> None:
    seat = Seat(store)
    seat.bring(Start(find("concentration"), 5, options={"players": "2"}))
    turns = [seat.perform(name).turn for name in ("g1", "g2")]
    assert turns == ["", "Player 2's turn, 0 to 0."]


def test_trouble_is_told_when_it_begins_and_ends(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(seat.store, "append", fail)
        assert "The disk is full." in (seat.perform("level 2").trouble or "")
        assert seat.perform("level 1").trouble is None, "it is known"
        assert seat.tend(now=True) == ""
    assert seat.tend(now=True) == SAVED_AGAIN
    assert seat.perform("level 2").trouble is None


def test_a_play_continued_elsewhere_replaces_this_one(seat: Seat) -> None:
    saved = seat.store.load(seat.kept.play_id)
    KeptPlay.resume(seat.store, saved, find).perform("level 2")
    with pytest.raises(PlayedElsewhere):
        seat.perform("level 1")
    assert seat.play.level == 2


# -- games come and go -------------------------------------------------------------------------


def test_a_game_waits_while_another_is_played(seat: Seat) -> None:
    seat.push(first_move(seat))
    seat.bring(Start(find("free-cell")))
    brought = seat.bring(Start(find("demon")))
    assert brought.is_resumed and len(seat.play.events) == 1
    assert seat.is_at(Start(find("demon"))) and not seat.is_at(Start(find("free-cell")))


def test_the_game_on_the_table_stays_with_moves_that_are_not_stored(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(seat.store, "append", fail)
    seat.push(first_move(seat))
    kept = seat.kept
    assert seat.bring(Start(find("demon"))).kept is kept
    assert len(seat.play.events) == 1


def test_an_unreadable_game_is_put_aside(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    seat.push(first_move(seat))
    seat.bring(Start(find("free-cell")))
    start, present = Start(find("demon")), seat.kept

    def fail(*_: object) -> None:
        raise StoreError("It is damaged.")

    with monkeypatch.context() as patch:
        patch.setattr(KeptPlay, "resume", fail)
        with pytest.raises(CannotResume) as hindrance:
            seat.bring(start)
    assert seat.kept is present
    seat.put_aside(hindrance.value, start)
    assert seat.kept.play_id != present.play_id


def test_a_deal_ends_the_game_before_it(seat: Seat) -> None:
    seat.perform("level 2")
    before = seat.kept
    seat.deal(7, {})
    assert before.is_ended and (seat.play.deal, seat.play.level) == (7, 2)


def test_the_host_hears_what_is_played(store: Store) -> None:
    with joined() as host:
        seat = Seat(store, host.session)
        seat.bring(DEMON)
        assert [type(each) for each in host.hear()] == [PlayStarted]
        seat.perform("level 2")
        assert host.hear() == [Step(1, ("level 2",))]
        seat.clear()
        assert host.hear() == [PlayLeft()]


def test_a_won_free_game_ends_when_it_is_left() -> None:
    seat = won_seat()
    assert seat.close() == ""
    assert seat.kept.is_ended


# -- boards ------------------------------------------------------------------------------------


def test_a_new_session_tells_the_host_of_results_on_no_board(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(NICKNAME, "ann")
    monkeypatch.setenv(SHARED, str(tmp_path / "shared"))
    sharedfolder.prepare(here())
    store = Store.open()
    entered = enter(store, "sheet:demon", [played("demon", 1)])
    with joined() as host:
        Seat(store, host.session)
        assert host.hear() == [ContestEnded(entered.contest)]
        share(write_result(store, contests.load(store, entered.contest), "ann", entered.profile))
        Seat(store, host.session)
        assert host.hear() == []


# -- searches ----------------------------------------------------------------------------------


def test_the_seat_goes_back_to_where_the_game_could_be_won() -> None:
    kept = KeptPlay.start(Store.memory("a test"), find("free-cell"), 617)
    seat, rules = seat_of(kept), kept.play.rules
    line = solve(rules, kept.play.table).moves
    seat.knowledge.add_way(rules, kept.play.table, line)
    assert seat.find_way_back().undos == 0
    seat.push(next(move for move in kept.play.legal_moves if move != line[0]))
    assert seat.find_way_back() is None, "a search has to find out"
    seat.knowledge.note_lost(rules, kept.play.table)
    found = seat.find_way_back()
    assert (found.undos, found.moves) == (1, line)
    assert len(seat.go_back(found)) == 2
    assert kept.play.events[-2:] == ["hint", "undo"]
    assert list(kept.way) == list(map(str, line))
    assert seat.hint().wait().move == line[0]


def test_the_lamp_is_lit_in_free_games_of_players_who_want_it() -> None:
    store = Store.memory("a test")
    seat = seat_of(KeptPlay.start(store, find("free-cell"), 617))
    assert not seat.is_lit
    seat.settings = replace(seat.settings, lamp=True)
    assert seat.is_lit
    seat.take(
        KeptPlay.start(
            store, find("free-cell"), 617, mode=Mode.SCORED, purpose=Purpose("sheet", 1, 0)
        )
    )
    assert not seat.is_lit

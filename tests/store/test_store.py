"""Stored plays and sheets: round trips, resuming, and which games count."""

import pytest

from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store.entries import PlayState, play_state
from solterm.store.errors import Conflict, StoreError
from solterm.store.purpose import FREE, Purpose
from solterm.store.store import Store
from tests.store.opening import OpenStore, begin

PLAYING = PlayState("playing", level=3, score=10, moves=1, exceptions=0)
WON = PlayState("won", level=3, score=1000, moves=120, exceptions=0)


def test_a_play_is_stored_event_by_event(
    open_store: OpenStore, store: Store, klondike: Game
) -> None:
    play = Play(klondike, deal=10**20 - 1, level=2)
    play.perform("s")
    play_id = begin(store, play)
    play.perform("undo")
    play.perform("level 1")
    store.append(play_id, 2, play.events[1:], play_state(play))

    saved = open_store().load_suspended()
    assert saved is not None
    assert (saved.row.play_id, saved.row.game, saved.deal) == (play_id, klondike.id, 10**20 - 1)
    assert saved.row.is_open
    again = saved.record.replay(find)
    assert again.events == play.events == ["s", "undo", "level 1"]
    assert (again.table, again.tally, again.start_level) == (play.table, play.tally, 2)


def test_the_latest_play_is_resumed(store: Store, klondike: Game) -> None:
    canfield = find("kloncan-canfield")
    free = begin(store, Play(klondike, 1))
    sheet = begin(store, Play(klondike, 2), Purpose("sheet", 1, 2))
    other = begin(store, Play(canfield, 3))
    store.append(free, 1, ["s"], PLAYING)

    def resumed(game: Game | None = None, purpose: Purpose | None = None) -> int | None:
        saved = store.load_suspended(game.id if game else None, purpose)
        return saved and saved.row.play_id

    assert resumed() == free, "the one played last"
    assert resumed(klondike) == free
    assert resumed(canfield) == other
    assert resumed(klondike, FREE) == free
    assert resumed(klondike, Purpose("sheet")) == resumed(None, Purpose("sheet", 1, 2)) == sheet
    assert resumed(klondike, Purpose("sheet", 1, 20)) is resumed(klondike, Purpose("she")) is None
    assert resumed(canfield, Purpose("sheet")) is None
    assert [(each.play_id, each.purpose) for each in store.in_progress()] == [
        (free, FREE),
        (other, FREE),
        (sheet, Purpose("sheet", 1, 2)),
    ]
    assert store.in_progress()[0].moves == 1


def test_a_new_play_ends_the_previous_one_of_its_purpose(store: Store, klondike: Game) -> None:
    free = begin(store, Play(klondike, 1))
    row_3 = begin(store, Play(klondike, 2), Purpose("sheet", 1, 2))
    row_4 = begin(store, Play(klondike, 3), Purpose("sheet", 1, 3))
    assert {each.play_id for each in store.in_progress()} == {free, row_3, row_4}
    again = begin(store, Play(klondike, 4), Purpose("sheet", 1, 2))
    assert {each.play_id for each in store.in_progress()} == {free, row_4, again}
    assert not store.load(row_3).row.is_open


def test_a_game_counts_after_its_first_move(store: Store, klondike: Game) -> None:
    unmoved = Play(klondike, 1)
    unmoved.perform("s")
    begin(store, unmoved)
    begin(store, Play(klondike, 2))
    assert store.results() == []
    assert store.load_finished() is None


def test_a_won_play_stays_won(store: Store, klondike: Game) -> None:
    play_id = begin(store, Play(klondike, 1))
    store.append(play_id, 1, ["s"], WON)
    store.append(play_id, 2, ["undo", "level 1"], PLAYING._replace(level=1))
    store.close(play_id)
    (result,) = store.results()
    assert (result.won, result.score, result.level) == (True, 1000, 3)
    assert store.load(play_id).record.events == ("s", "undo", "level 1")


def test_finished_plays_are_numbered_from_the_latest(store: Store, klondike: Game) -> None:
    for deal in (1, 2, 3):
        play_id = begin(store, Play(klondike, deal))
        store.append(play_id, 1, ["s"], PLAYING)
        store.close(play_id)
    deals = [saved and saved.deal for saved in map(store.load_finished, (1, 2, 3, 4))]
    assert deals == [3, 2, 1, None]
    assert [result.deal for result in store.results()] == [1, 2, 3]


def test_events_are_added_only_after_the_last(store: Store, klondike: Game) -> None:
    play_id = begin(store, Play(klondike, 1))
    store.append(play_id, 1, ["s", "s"], PLAYING)
    for number in (1, 2, 4):
        with pytest.raises(Conflict):
            store.append(play_id, number, ["t1 t2", "t2 t3"], WON)
    assert store.load(play_id).record.events == ("s", "s")
    assert store.results() == [], "the summary was not written either"


def test_a_play_with_unseen_events_is_not_closed(store: Store, klondike: Game) -> None:
    play_id = begin(store, Play(klondike, 1))
    store.append(play_id, 1, ["s"], PLAYING)
    with pytest.raises(Conflict):
        store.close(play_id, events=0)
    store.close(play_id, events=1)
    assert not store.load(play_id).row.is_open


def test_an_unknown_play_is_refused(store: Store) -> None:
    for call in (lambda: store.load(7), lambda: store.append(7, 1, ["s"], PLAYING)):
        with pytest.raises(StoreError, match="no longer holds this game"):
            call()

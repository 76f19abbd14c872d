"""The shelf: saves, games put aside and samples, as the screen and line mode list them."""

import pytest

from solterm.context import NICKNAME
from solterm.core.deals import FIRST_HIDDEN
from solterm.games import find
from solterm.manual.rules_pages import sample
from solterm.sessions import shelf
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.contests.laid_out import cup_of, dealt

GAME = find("free-cell")
DAMAGED = '[Game "free-cell"]\n[Deal "5"]\n[Level "3"]\n\nt1 t9\n'


def moved(store: Store, count: int = 1, deal: int = 617) -> KeptPlay:
    kept = KeptPlay.start(store, GAME, deal)
    for _ in range(count):
        kept.perform(str(next(iter(kept.play.legal_moves))))
    return kept


def put_aside(kept: KeptPlay) -> None:
    kept.store.put_aside(kept.play_id)


def test_saves_and_games_put_aside_come_before_the_samples(store: Store) -> None:
    shelf.save(store, "mine", moved(store, 2))
    put_aside(moved(store, 1, deal=5))
    own, samples = shelf.list_own(store), shelf.list_samples()
    assert [each.name for each in own] == ["mine", "Free Cell 5"]
    assert own[0].cells()[:5] == ("mine", "Free Cell", 617, 3, 2)
    assert "Free Cell (smallWare), deal 617, level 3, not won yet, saved 20" in own[0].line()
    assert own[1].line().startswith("put aside, last played 20")
    assert "not won yet" in own[0].tell()
    assert all(each.is_over and each.cells()[-1] == "sample" for each in samples)


def test_a_save_opens_as_a_new_game_and_says_which_it_ends(store: Store) -> None:
    shelf.save(store, "mine", moved(store, 2))
    mine = shelf.find(store, "mine")
    assert "ends your game of Free Cell (deal 617)" in shelf.tell_ended_by(store, mine)
    kept, told = shelf.take(store, mine)
    assert (kept.play.moves, kept.play.events[0]) == (2, "opened")
    assert told == "mine: the game stands as you saved it."


def test_a_game_put_aside_changes_places_with_the_open_one(store: Store) -> None:
    put_aside(moved(store, 2, deal=5))
    moved(store, 1)
    kept, told = shelf.take(store, shelf.find(store, "free cell 5"))
    assert (kept.play.deal, kept.play.moves) == (5, 2)
    assert told == "Free Cell 5: back where you left."
    assert [each.name for each in shelf.list_own(store)] == ["Free Cell 617"]


def test_a_game_that_is_given_up_counts_as_lost(store: Store) -> None:
    put_aside(moved(store))
    (game,) = shelf.list_own(store)
    assert "It counts as lost." in shelf.ask_to_remove(game)
    shelf.remove(store, game)
    assert len(store.results()) == 1
    assert shelf.list_own(store) == []


def test_a_won_save_is_replayed_and_not_played_on(store: Store) -> None:
    shelf.put(store, "a friend's", sample("farewell-small"))
    friends = shelf.find(store, "a friend's")
    assert friends.is_over
    with pytest.raises(StoreError, match="is won"):
        shelf.take(store, friends)


def test_a_damaged_save_says_what_is_wrong(store: Store) -> None:
    shelf.put(store, "odd", DAMAGED)
    odd = shelf.find(store, "odd")
    assert odd.cells()[1] == "cannot be read"
    assert "Line 5" in odd.tell()
    with pytest.raises(StoreError, match="is damaged"):
        shelf.take(store, odd)
    with pytest.raises(StoreError, match="names no deal"):
        _ = odd.start


@pytest.mark.parametrize(
    ("name", "file"), [("Free Cell 617", "~/free-cell-617.txt"), ("../..", "~/game.txt")]
)
def test_the_name_of_a_file_is_plain(name: str, file: str) -> None:
    assert shelf.name_file(shelf.Shelved(name, "", "")) == file


def test_a_deal_of_an_open_try_is_hidden(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICKNAME, "ann")
    host = Store.open()
    kept = dealt(host, cup_of("Cup", ("free-cell",), (FIRST_HIDDEN,)).drawn())
    kept.perform(str(next(iter(kept.play.legal_moves))))
    put_aside(kept)
    (game,) = shelf.list_own(host)
    told = [*map(str, game.cells()), game.tell(), game.line(), shelf.ask_to_remove(game)]
    assert not any(str(kept.play.deal) in each for each in told)
    for look in (lambda: game.record, lambda: game.start, game.refuse_secret):
        with pytest.raises(StoreError, match="when your try has ended"):
            look()

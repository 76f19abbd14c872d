"""What a host stores for a player at most, and when others see a new player's results."""

from pathlib import Path

import pytest

from solterm.contests.boards import BoardError, Boards
from solterm.context import Context, Quotas
from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.sessions import shelf
from solterm.store import sharedfolder
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.contests.results import enter, played

KLONDIKE = find("kloncan-klondike")


def open_store(folder: Path, quotas: Quotas) -> Store:
    context = Context(
        player="ann", nickname="ann", folder=folder, shared=folder / "shared", quotas=quotas
    )
    return Store.open(context=context)


def play(store: Store) -> None:
    """Play a move of a game and end it."""
    kept = KeptPlay.start(store, KLONDIKE, 17)
    kept.perform("t3 f1")
    kept.finish()


def test_a_full_account_starts_and_saves_no_more_games(tmp_path: Path) -> None:
    store = open_store(tmp_path, Quotas(games=2))
    play(store)
    kept = KeptPlay.start(store, KLONDIKE, 2)
    with pytest.raises(StoreError, match="stores 2 games for each player"):
        KeptPlay.start(store, KLONDIKE, 3)
    with pytest.raises(StoreError, match="stores 2 games"):
        shelf.save(store, "here", kept)
    kept.perform("s")  # the game on the table goes on


def test_a_host_hears_of_no_contest_before_the_third_finished_game(tmp_path: Path) -> None:
    store = open_store(tmp_path, Quotas(games_before_boards=3))
    sharedfolder.prepare(store.context)
    told: list[int] = []
    boards = Boards(store, tell_host=told.append)
    first = played("kloncan-klondike", 17, moves=0)
    first.perform("t3 f1")
    entered = enter(store, "sheet:kloncan-klondike", [first])
    for games in (1, 2):
        assert store.count_finished() == games
        boards.send()
        assert boards.complaint == "Others see your results here after 3 finished games."
        assert not told
        play(store)
    boards.send()
    assert (boards.complaint, told) == ("", [entered.contest])
    assert not list((tmp_path / "shared" / "boards").iterdir()), "the host writes it"


def test_named_boards_are_limited_but_not_days(tmp_path: Path) -> None:
    store = open_store(tmp_path, Quotas(boards=1))
    for board in ("tour:One", "tour:One", "tour"):
        enter(store, board, [played("royale-pyramid", 1, Mode.STRICT)])
    enter(store, "sheet:demon", [played("demon", 1)])
    with pytest.raises(BoardError, match="results on 1 boards"):
        enter(store, "tour:Two", [played("royale-pyramid", 1, Mode.STRICT)])

"""Boards: entering, ranking, refusing false results, and concurrent writes."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from solterm.contests import result
from solterm.contests.boards import BoardError, Boards
from solterm.contests.days import daily
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.games import find
from solterm.sessions import contest_steps
from solterm.store import backup, locations, sharedfolder
from solterm.store.errors import StoreError
from solterm.store.store import Store
from tests.contests.laid_out import dealt
from tests.contests.results import (
    DAY,
    PROFILE,
    a_day,
    a_sheet,
    enter,
    enter_day,
    enter_sheet,
    play_contest,
    played,
    proved,
    share,
    text_of,
)
from tests.effort import tries
from tests.here import here
from tests.store.opening import boards

ANN, BOB = "0123456789abcdef", "fedcba9876543210"


@pytest.fixture(autouse=True)
def home(home: Path) -> Path:
    return home


@pytest.fixture
def store() -> Store:
    return Store.open()


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.txt"))


def key_of(board: str) -> str:
    """Return the prefix of the shared files of a board."""
    return hashlib.sha256(locations.file_name(board).encode()).hexdigest()[:16]


# -- the player's own ----------------------------------------------------------------------


def test_the_best_come_first_then_the_earlier(store: Store) -> None:
    for deal, event in ((1, "s"), (17, "t3 f1"), (2, "s")):
        play = played("kloncan-klondike", deal, moves=0)
        play.perform(event)
        enter(store, "sheet:kloncan-klondike", [play])
    mine = Boards(store)
    best = mine.top("sheet:kloncan-klondike")
    assert [(each.games[0].deal, each.points) for each in best] == [(17, 10), (1, 0), (2, 0)]
    assert mine.names() == ["sheet:kloncan-klondike"]
    assert mine.top("sheet:kloncan-klondike", 2) == best[:2]


def test_a_result_says_what_its_games_earn_not_what_the_store_says(store: Store) -> None:
    contest = play_contest(store, "tournament:Cup", [played("corners", 1, Mode.SINGLE, 2)])
    with store.transaction() as database:
        database.execute("UPDATE contest_game SET points = 999")
        database.execute("UPDATE play SET score = 999, outcome = 'won', exceptions = 0")
    entered = Boards(store).enter(contest, "Ann")
    assert entered.points == sum(each.points for each in entered.games) < 99
    (record,) = Boards(store).records(entered)
    assert "Result" not in record.tags


def test_a_result_whose_moves_are_gone_is_refused(store: Store) -> None:
    contest = play_contest(store, "tournament:Cup", [played("corners", 1, Mode.SINGLE, 2)])
    with store.transaction() as database:
        database.execute("UPDATE event SET text = 'f1 t1' WHERE number = 1")
    with pytest.raises(BoardError, match="is refused"):
        Boards(store).enter(contest, "Ann")
    assert Boards(store).names() == []


def test_a_result_is_stored_while_its_contest_closes_or_not_at_all(store: Store) -> None:
    contest = play_contest(store, "tournament:Cup", [played("corners", 1, Mode.SINGLE, 2)])
    with store.transaction() as database:
        database.execute(
            "CREATE TRIGGER full BEFORE UPDATE ON contest BEGIN SELECT RAISE(FAIL, ''); END"
        )
    with pytest.raises(StoreError):
        Boards(store).enter(contest, "Ann")
    assert Boards(store).names() == []


def test_board_names_ignore_case(store: Store) -> None:
    for name, deal in (("Straße ✓", 1), ("STRASSE ✓", 2)):
        enter(store, f"tour:{name}", [played("demon", deal, Mode.STRICT)])
    mine = Boards(store)
    (name,) = mine.names()
    assert name in ("tour:Straße ✓", "tour:STRASSE ✓")
    assert len(mine.top("TOUR:straße ✓")) == 2
    assert mine.find("tour:strasse ✓") == name


@pytest.mark.parametrize("name", ["..", "../../up", "a/b", "💥" * 24, "con.", "~", "%2F"])
def test_a_board_name_cannot_escape_the_folder(shared: Path, store: Store, name: str) -> None:
    enter(store, f"tour:{name}", [played("demon", 1, Mode.STRICT)])
    mine = Boards(store)
    assert mine.names() == [f"tour:{name}"]
    assert len(mine.top(f"tour:{name}")) == 1
    assert files(shared)[0].parent == shared / "boards"


def test_a_short_name_finds_a_board_if_it_is_the_only_one(store: Store) -> None:
    enter(store, "tour:Cup", [played("demon", 1, Mode.STRICT)])
    mine = Boards(store)
    assert mine.find("cup") == "tour:Cup"
    enter(store, "tournament:Cup", [played("corners", 42, Mode.SINGLE)])
    assert mine.find("cup") is None
    assert mine.find("TOUR:cup") == "tour:Cup"


def test_a_result_is_refused_once_its_rules_change(store: Store) -> None:
    enter(store, "sheet:demon", [played("demon", 1)])
    newer = replace(find("demon"), version=find("demon").version + 1)
    changed = Boards(store, lambda _: newer)
    assert changed.top("sheet:demon") == []
    (why,) = changed.list_refused("sheet:demon")
    assert why == f"Game 1 follows version {newer.version - 1} of the rules; this is version" + (
        f" {newer.version}."
    )
    assert len(Boards(store).top("sheet:demon")) == 1


def test_a_backup_preserves_the_order_of_results(home: Path, tmp_path: Path) -> None:
    names = ["Dora", "Ann", "Carl", "Bob", "Eve"]
    store = Store.open()
    for name in names:
        enter(store, "tournament:Cup", [played("corners", 42, Mode.SINGLE, moves=0)], name)
    store.disconnect()
    backup.backup(home, tmp_path / "all.zip")
    shutil.rmtree(home)
    backup.restore(home, tmp_path / "all.zip")
    assert [entry.player for entry in boards().top("tournament:Cup")] == names


# -- the shared folder ---------------------------------------------------------------------


def test_a_board_shows_the_present_names(shared: Path) -> None:
    sharedfolder.SharedFolder(shared, "").add_result(DAY, result.write_proved(proved(a_day())))
    context = Context(player=BOB, nickname="bob", folder=shared.parent / "host", shared=shared)
    theirs = Boards(Store.memory("a test", context))
    sharedfolder.write_names(shared, {PROFILE: "anna", "0" * 16: "dora"})
    assert [each.player for each in theirs.top(DAY)] == ["anna"]
    (shared / sharedfolder.NAMES).write_text("[")
    assert [each.player for each in theirs.top(DAY)] == ["Ann"]


def test_another_players_games_are_refused(shared: Path, store: Store) -> None:
    board, long = "sheet:sir-tommy", [played("sir-tommy", deal, moves=25) for deal in (1, 2, 3)]
    share(text_of(board, long))
    assert len(Boards(store).top(board)) == 1
    with pytest.raises(BoardError, match="already, under another name"):
        enter(store, board, long, "Eve")
    assert [entry.player for entry in Boards(store).top(board)] == ["Ann"]


def test_players_of_a_host_share_results(
    shared: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered = enter_day(store)
    monkeypatch.setenv("SOLTERM_HOME", str(shared.parent / "another"))
    theirs = boards()
    (seen,) = theirs.top(DAY)
    assert (seen.player, seen.digest, seen.rank) == ("Ann", entered.digest, entered.rank)
    assert [each.play for each in seen.games] == [0]
    events = Boards(store).records(entered)[0].events
    assert theirs.records(seen)[0].events == events != ()


def test_a_failing_shared_folder_loses_no_result(shared: Path, store: Store) -> None:
    shutil.rmtree(shared)
    mine = Boards(store)
    enter_day(store)
    mine.send()
    assert "your results are kept and sent there later" in mine.complaint
    assert not shared.exists(), "a missing drive is not overwritten"
    assert len(mine.top(DAY)) == 1
    sharedfolder.prepare(here())
    mine.send()
    assert mine.complaint == ""
    assert len(files(shared)) == 1


def test_a_changed_file_is_refused_and_listed(shared: Path, store: Store) -> None:
    share(a_sheet())
    (file,) = files(shared)
    file.write_text(file.read_text().replace('[Player "Ann"]', '[Player "Bob"]'))
    mine = Boards(store)
    assert mine.top("sheet:demon") == []
    assert mine.list_refused("sheet:demon") == ["It was changed after it was entered."]


def test_a_text_on_a_foreign_board_is_hidden(shared: Path, store: Store) -> None:
    share(a_sheet(), "tour")
    mine = Boards(store)
    assert mine.top("tour") == []
    assert mine.list_refused("tour") == ["It belongs to another board."]


def test_pipes_and_links_are_ignored(shared: Path, store: Store) -> None:
    share(a_sheet())
    whole = files(shared)[0]
    folder, key = whole.parent, key_of("sheet:demon")
    os.mkfifo(folder / f"{key}-{'a' * 64}.txt")
    (folder / f"{key}-{'b' * 64}.txt").symlink_to("/dev/zero")
    (folder / f"{key}-{'c' * 64}.txt").write_bytes(b"\xff\xfe")
    (folder / f"{key}-{'d' * 64}.txt").mkdir()
    (folder / f"{key}-{'e' * 64}.txt").symlink_to(whole)
    with (folder / f"{key}-{'f' * 64}.txt").open("wb") as giant:
        giant.truncate(20 << 30)
    (folder / ".draft").write_text("half of")
    mine = Boards(store)
    before = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0
    assert len(mine.top("sheet:demon")) == 1
    assert len(mine.list_refused("sheet:demon")) == 6
    assert all(why.startswith("It ") for why in mine.list_refused("sheet:demon"))
    if before:
        assert len(list(Path("/proc/self/fd").iterdir())) == before, "no file stays open"


def test_all_accounts_may_add_to_the_shared_boards_but_not_remove(
    shared: Path, store: Store
) -> None:
    before = os.umask(0o077)
    try:
        shutil.rmtree(shared)
        sharedfolder.prepare(here())
        enter_day(store)
    finally:
        os.umask(before)
    assert shared.stat().st_mode & 0o7777 == 0o755
    modes = {path.name: path.stat().st_mode & 0o7777 for path in shared.rglob("*")}
    assert (modes["boards"], modes["tournaments"]) == (0o1777, 0o1777)
    assert modes[files(shared)[0].name] == 0o644


@pytest.mark.parametrize(
    "number", [13, 28, 30, 116]
)  # no permission, no space, read-only, no network
def test_a_failing_shared_folder_is_reported_in_one_sentence(
    shared: Path, store: Store, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fail(root: Path, name: str) -> None:
        raise OSError(number, os.strerror(number))

    mine = Boards(store)
    contest = play_contest(store, "sheet:demon", [played("demon", 1)])
    with monkeypatch.context() as patch:
        patch.setattr("solterm.store.sharedfolder.open_folder", fail)
        mine.enter(contest, "Ann")
        assert len(mine.top("sheet:demon")) == 1
    assert os.strerror(number) in mine.complaint
    assert mine.complaint.count(".") == 1
    assert len(files(shared)) == 0
    mine.send()
    assert (mine.complaint, len(files(shared))) == ("", 1)


def test_a_verdict_that_was_not_stored_is_computed_again(shared: Path, store: Store) -> None:
    share(a_day())
    with store.transaction() as database:
        database.execute(
            "CREATE TRIGGER full BEFORE INSERT ON result BEGIN SELECT RAISE(FAIL,'');END"
        )
    for _ in range(2):
        mine = Boards(store)
        assert len(mine.top(DAY)) == 1
        assert mine.list_refused(DAY) == []


def test_opening_a_board_replays_nothing_that_was_proved(
    shared: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(store, "sheet:demon", [played("demon", 1)])
    for deal in (2, 3):
        share(text_of("sheet:demon", [played("demon", deal)]))
    assert len(Boards(store).top("sheet:demon")) == 3
    monkeypatch.setattr(Play, "perform", lambda *_: pytest.fail("a game was replayed"))
    monkeypatch.setattr("solterm.contests.boards.__version__", "99.0")
    assert len(Boards(store).top("sheet:demon")) == 3, "nor does a new version of the program"


def test_a_newer_program_proves_again_what_an_older_one_refused(
    shared: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    share(text_of("sheet:demon", [played("demon", 1)]))

    def unknown(name: str) -> Game:
        raise Refusal(f"There is no game {name!r}.")

    older = Boards(store, unknown)
    assert older.top("sheet:demon") == []
    assert len(older.list_refused("sheet:demon")) == 1
    assert Boards(store).top("sheet:demon") == []
    monkeypatch.setattr("solterm.contests.boards.__version__", "99.0")
    assert len(Boards(store).top("sheet:demon")) == 1


# -- ranking -----------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["own", "shared", "database"])
def test_of_equal_results_the_earlier_comes_first_whatever_its_name(
    where: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if where == "shared":
        request.getfixturevalue("shared")
    if where == "database":
        monkeypatch.setenv("SOLTERM_DATABASE", request.getfixturevalue("database"))
        monkeypatch.setenv("SOLTERM_PLAYER", os.urandom(8).hex())
    names = ["Dora", "Ann", "Carl", "Bob", "Eve"]
    store, board = Store.open(), f"tournament:{os.urandom(4).hex()}"
    for name in names:
        enter(store, board, [played("corners", 42, Mode.SINGLE, moves=0)], name)
        time.sleep(0.01)
    assert [entry.player for entry in boards().top(board)] == names


def test_the_same_games_count_once(shared: Path, store: Store) -> None:
    long = [played("sir-tommy", 1, moves=30)]
    for contest in (7, 8, 9):
        share(text_of("sheet:sir-tommy", long, contest=contest))
    assert len(boards().top("sheet:sir-tommy")) == 1


def test_a_better_row_makes_a_sheet_better(shared: Path, store: Store) -> None:
    board = "sheet:kloncan-klondike"
    contest = play_contest(store, board, [played("kloncan-klondike", 17, moves=1)])
    first = Boards(store).enter(contest, "Ann", closes=False)
    assert Boards(store).enter(contest, "Ann", closes=False) == first, "it is entered once"
    kept = dealt(store, contest.play_again(0, 17))
    kept.perform("t3 f1")
    after = contest_steps.end(kept)
    assert after
    Boards(store).enter(after, "Ann", closes=False)
    assert len(files(shared)) == 2
    assert [each.points for each in boards().top(board)] == [10]


@pytest.mark.parametrize("turned", [False, True])
def test_a_player_has_one_try_a_day(turned: bool, shared: Path) -> None:
    """Of two tries of one moment the worse one counts."""
    (game,) = daily(date(2026, 11, 8)).games
    tries = [played(game.game, game.deal, moves=moves) for moves in (1, 40, 80)]
    assert tries[0].mark < tries[2].mark
    for number, each in enumerate(reversed(tries) if turned else tries, 1):
        share(text_of("daily:2026-11-08", [each], contest=number))
    folder = shared / "boards"
    found = {each.stat().st_ctime for each in folder.iterdir()}
    (entry,) = boards().top("daily:2026-11-08")
    if not turned or len(found) == 1:
        assert entry.points == tries[0].mark


# -- killed and concurrent programs --------------------------------------------------------

_DYING = """
import os, signal, sys
moment = sys.argv[1]
from tests.contests.results import enter_day
from solterm.store.store import Store
from solterm.store import players
store = Store.open()
players.profile(store.context)
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
setattr(os, moment, die)
enter_day(store)
"""


@pytest.mark.parametrize("moment", ["fsync", "link", "fchmod", "unlink"])
def test_a_killed_program_leaves_no_partial_entry(shared: Path, moment: str) -> None:
    died = subprocess.run([sys.executable, "-c", _DYING, moment], check=False)
    assert died.returncode == -9
    mine = boards()
    mine.send()
    assert (mine.list_refused(DAY), mine.complaint) == ([], "")
    (entry,) = mine.top(DAY)
    assert [file.name for file in files(shared)] == [f"{key_of(DAY)}-{entry.digest}.txt"]


_SESSION = """
import json, os, sys
from tests.contests.results import share
children = []
for text in json.load(sys.stdin):
    pid = os.fork()
    if pid == 0:
        try:
            share(text)
            os._exit(0)
        except BaseException:
            os._exit(1)
    children.append(pid)
sys.exit(sum(os.waitpid(pid, 0)[1] != 0 for pid in children))
"""


def test_concurrent_sessions_lose_no_result(shared: Path) -> None:
    deals = range(1, tries(100, 12) + 1)
    texts = [
        text_of("sheet:demon", [played("demon", deal)], f"Player {deal}", f"{deal:016x}")
        for deal in deals
    ]
    done = subprocess.run(
        [sys.executable, "-c", _SESSION], input=json.dumps(texts), text=True, check=False
    )
    assert done.returncode == 0
    top = boards().top("sheet:demon", 200)
    assert {entry.player for entry in top} == {f"Player {deal}" for deal in deals}
    assert len(files(shared)) == len(deals)
    assert not [path for path in shared.rglob(".*") if path.is_file()], "no draft remains"


def test_clearing_a_board_leaves_the_shared_results(shared: Path, store: Store) -> None:
    enter_sheet(store)
    mine = Boards(store)
    mine.clear("sheet:demon")
    assert [each.player for each in mine.top("sheet:demon")] == ["Ann"], "it is a shared one now"
    for each in files(shared):
        each.unlink()
    assert boards().names() == []

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

from solterm.contests import proof
from solterm.contests.days import daily
from solterm.contests.kinds import DAILY, TOURNAMENT
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.games import find
from solterm.sessions.boards import BoardError, Boards, boards_of
from solterm.store import backup, locations, sharedfolder
from solterm.store.errors import StoreError
from solterm.store.store import Store
from tests.contests.claims import PROFILE, a_day, a_sheet, claim, played, points
from tests.core.positions import play_from
from tests.effort import tries
from tests.here import here
from tests.store.opening import boards

FULL_FOUNDATIONS = [
    f"f{n} {' '.join(rank + suit for rank in 'A23456789TJQK')}" for n, suit in enumerate("CDHS", 1)
]

ANN, BOB = "0123456789abcdef", "fedcba9876543210"


@pytest.fixture(autouse=True)
def home(home: Path) -> Path:
    return home


def golf(deal: int, moves: int) -> str:
    """The record of one game for a tournament."""
    return record.write(played("corners", deal, Mode.SINGLE, moves))


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.txt"))


def key_of(board: str) -> str:
    """Return the prefix of the shared files of a board."""
    return hashlib.sha256(locations.file_name(board).encode()).hexdigest()[:16]


def test_the_best_come_first_then_the_earlier() -> None:
    mine = boards()
    board = "sheet:kloncan-klondike"
    for deal, event in ((1, "s"), (17, "t3 f1"), (2, "s")):
        play = played("kloncan-klondike", deal, moves=0)
        play.perform(event)
        mine.take(claim(board, [play]))
    best = mine.top(board)
    assert [(entry.deal, entry.score) for entry in best] == [(17, 10), (1, 0), (2, 0)]
    assert mine.names() == [board]
    assert mine.top(board, 2) == best[:2]


def test_a_board_shows_the_present_names(tmp_path: Path) -> None:
    context = Context(
        player=BOB, nickname="bob", folder=tmp_path / "host", shared=tmp_path / "shared"
    )
    sharedfolder.prepare(context)
    mine = boards_of(Store.memory("a test", context))
    mine.take(a_day())
    sharedfolder.write_names(tmp_path / "shared", {PROFILE: "anna", "0" * 16: "dora"})
    assert [each.player for each in mine.top("daily:2026-11-21")] == ["anna"]
    assert [each.player for each in mine.list_claims("daily:2026-11-21")] == ["anna"]
    (tmp_path / "shared" / sharedfolder.NAMES).write_text("[")
    assert [each.player for each in mine.top("daily:2026-11-21")] == ["Ann"]


def test_a_repeated_result_is_entered_once() -> None:
    mine = boards()
    mine.take(a_day())
    mine.take(a_day())
    assert len(mine.top("daily:2026-11-21")) == 1


def test_a_result_without_proof_in_its_records_is_refused() -> None:
    with pytest.raises(BoardError, match="claims 999 points"):
        boards().enter("tournament:Cup", "Ann", ANN, [golf(1, 2)], 999)
    assert boards().names() == []


def test_a_claim_says_what_its_games_earn_not_what_the_store_says() -> None:
    """The store keeps the result of a win, also after a restart."""
    play = played("corners", 1, Mode.SINGLE, 2)
    text = record.write(play, Score="999").replace('"playing"', '"won"')
    boards().enter("tournament:Cup", "Ann", ANN, [text], points(TOURNAMENT, [play]))
    (written,) = [text for _, text in boards().list_proved("tournament:Cup")]
    assert proof.prove(written, find).mark == play.mark != 999
    assert '[Result "playing"]' in written


def test_another_players_games_are_refused(shared: Path) -> None:
    mine = boards()
    played_long = [played("demon", deal, moves=12) for deal in (1, 2, 3)]
    mine.take(claim("sheet:demon", played_long))
    with pytest.raises(BoardError, match="already, under another name"):
        mine.take(claim("sheet:demon", played_long, "Eve", BOB))
    assert [entry.player for entry in mine.top("sheet:demon")] == ["Ann"]


def test_players_with_the_same_name_get_numbers() -> None:
    mine = boards()
    for profile, deal in ((ANN, 1), (BOB, 2)):
        mine.take(claim("sheet:demon", [played("demon", deal)], "Ann", profile))
    assert sorted(entry.player for entry in mine.top("sheet:demon")) == ["Ann", "Ann (2)"]


def test_players_of_a_host_share_results(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boards().take(a_day())
    monkeypatch.setenv("SOLTERM_HOME", str(shared.parent / "another"))
    assert [entry.player for entry in boards().top("daily:2026-11-21")] == ["Ann"]


def test_a_failing_shared_folder_loses_no_result(shared: Path) -> None:
    shutil.rmtree(shared)
    mine = boards()
    mine.take(a_day())
    assert "your results are kept and sent there later" in mine.complaint
    assert not shared.exists(), "a missing drive is not overwritten"
    assert len(mine.top("daily:2026-11-21")) == 1
    sharedfolder.prepare(here())
    mine.send()
    assert mine.complaint == ""
    assert len(files(shared)) == 1


def test_a_changed_file_is_refused_and_listed(shared: Path) -> None:
    mine = boards()
    mine.take(a_sheet())
    (file,) = files(shared)
    text = file.read_text()
    file.write_text(text.replace('[Player "Ann"]', '[Player "Bob"]'))
    files(Path(os.environ["SOLTERM_HOME"]))[0].unlink()
    assert mine.top("sheet:demon") == []
    assert mine.list_refused("sheet:demon") == ["It was changed after it was entered."]


def test_a_claim_on_a_foreign_board_is_hidden(shared: Path) -> None:
    mine = boards()
    mine.take(a_sheet())
    (file,) = files(shared)
    file.rename(file.with_name(f"{key_of('tour')}-{file.name[17:]}"))
    assert mine.top("tour") == []
    assert mine.list_refused("tour") == ["It belongs to another board."]


def test_pipes_and_links_are_ignored(shared: Path) -> None:
    mine = boards()
    mine.take(a_sheet())
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
    mine = boards()
    before = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0
    assert len(mine.top("sheet:demon")) == 1
    assert len(mine.list_refused("sheet:demon")) == 6
    assert all(why.startswith("It ") for why in mine.list_refused("sheet:demon"))
    if before:
        assert len(list(Path("/proc/self/fd").iterdir())) == before, "no file stays open"


def test_all_accounts_may_add_to_the_shared_boards_but_not_remove(shared: Path) -> None:
    before = os.umask(0o077)
    try:
        shutil.rmtree(shared)
        sharedfolder.prepare(here())
        boards().take(a_day())
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
    shared: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fail(root: Path, name: str) -> None:
        raise OSError(number, os.strerror(number))

    mine = boards()
    with monkeypatch.context() as patch:
        patch.setattr("solterm.store.sharedfolder.open_folder", fail)
        mine.take(a_day())
    assert os.strerror(number) in mine.complaint
    assert mine.complaint.count(".") == 1
    assert len(files(shared)) == 0
    mine.send()
    assert (mine.complaint, len(files(shared))) == ("", 1)


def test_an_unreadable_shared_folder_does_not_hide_the_players_results(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = boards()
    mine.take(a_day())

    def closed(root: Path, name: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("solterm.store.sharedfolder.open_folder", closed)
    assert mine.names() == ["daily:2026-11-21"]
    assert len(mine.top("daily:2026-11-21")) == 1
    assert "cannot be read (Permission denied); only your own are shown." in mine.complaint


def test_a_damaged_file_of_the_player_does_not_hide_other_results(shared: Path, home: Path) -> None:
    mine = boards()
    mine.take(a_day())
    for file in files(shared):
        file.unlink()
    (home / "boards" / "daily:2026-11-21" / f"{'a' * 64}.txt").write_text("torn")
    mine.take(a_sheet())
    assert (mine.complaint, len(files(shared))) == ("", 2)


def test_a_damaged_copy_does_not_hide_an_intact_one(shared: Path, home: Path) -> None:
    mine = boards()
    mine.take(a_day())
    files(home)[0].write_text("torn")
    assert len(mine.top("daily:2026-11-21")) == 1
    assert mine.list_refused("daily:2026-11-21") == []


def test_board_names_ignore_case() -> None:
    mine = boards()
    for name, deal in (("Straße ✓", 1), ("STRASSE ✓", 2)):
        mine.take(claim(f"tour:{name}", [played("demon", deal, Mode.STRICT)]))
    assert len(mine.names()) == 1
    (name,) = mine.names()
    assert name in ("tour:Straße ✓", "tour:STRASSE ✓")
    assert len(mine.top("TOUR:straße ✓")) == 2
    assert mine.find("tour:strasse ✓") == name


@pytest.mark.parametrize("name", ["..", "../../up", "a/b", "💥" * 24, "con.", "~", "%2F"])
def test_a_board_name_cannot_escape_the_folder(home: Path, name: str) -> None:
    mine = boards()
    mine.take(claim(f"tour:{name}", [played("demon", 1, Mode.STRICT)]))
    assert mine.names() == [f"tour:{name}"]
    assert len(mine.top(f"tour:{name}")) == 1
    assert files(home)[0].parent.parent == home / "boards"


def test_the_same_games_count_once() -> None:
    mine = boards()
    for day in ("2026-11-22", "2026-11-21", "2026-11-23"):
        mine.take(claim("sheet:demon", [played("demon", 1)], day=day))
    assert [entry.date for entry in mine.top("sheet:demon")] == ["2026-11-21"]


def test_a_player_has_one_try_a_day() -> None:
    (leg,) = daily(date(2026, 11, 8)).games
    tries = [played(leg.game, leg.deal, moves=moves) for moves in (1, 40, 80)]
    assert tries[0].mark < tries[2].mark
    mine = boards()
    for each in reversed(tries):
        mine.take(claim("daily:2026-11-08", [each]))
    assert [entry.score for entry in mine.top("daily:2026-11-08")] == [tries[0].mark]


def test_a_verdict_that_was_not_stored_is_computed_again() -> None:
    store = Store.open()
    mine = Boards(store, find)
    mine.take(a_day())
    with store.transaction() as database:
        database.execute("DELETE FROM verdict")
        database.execute(
            "CREATE TRIGGER full BEFORE INSERT ON verdict BEGIN SELECT RAISE(FAIL,'');END"
        )
    for _ in range(2):
        assert len(mine.top("daily:2026-11-21")) == 1
        assert mine.list_refused("daily:2026-11-21") == []


def test_opening_a_board_replays_nothing_that_was_proved(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for deal in (1, 2, 3):
        boards().take(claim("sheet:demon", [played("demon", deal)]))
    monkeypatch.setattr(Play, "perform", lambda *_: pytest.fail("a game was replayed"))
    monkeypatch.setattr("solterm.sessions.ranking.__version__", "99.0")
    assert len(boards().top("sheet:demon")) == 3, "nor does a new version of the program"


def test_a_result_is_refused_once_its_rules_change(monkeypatch: pytest.MonkeyPatch) -> None:
    boards().take(claim("sheet:demon", [played("demon", 1)]))
    newer = replace(find("demon"), version=find("demon").version + 1)
    changed = Boards(Store.open(), lambda _: newer)
    assert changed.top("sheet:demon") == []
    (why,) = changed.list_refused("sheet:demon")
    assert why == f"Game 1 follows version {newer.version - 1} of the rules; this is version" + (
        f" {newer.version}."
    )
    assert len(boards().top("sheet:demon")) == 1


def test_a_newer_program_proves_again_what_an_older_one_refused(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards().take(claim("sheet:demon", [played("demon", 1)]))
    monkeypatch.setenv("SOLTERM_HOME", str(shared.parent / "another"))

    def unknown(name: str) -> Game:
        raise Refusal(f"There is no game {name!r}.")

    older = Boards(Store.open(), unknown)
    assert older.top("sheet:demon") == []
    assert boards().top("sheet:demon") == [], "the same version keeps its verdict"
    monkeypatch.setattr("solterm.sessions.ranking.__version__", "99.0")
    assert len(boards().top("sheet:demon")) == 1


def test_verdicts_of_an_older_form_are_dropped() -> None:
    store = Store.open()
    with store.transaction() as database:
        database.execute("INSERT INTO verdict (digest, refusal, claim) VALUES ('1.0 old', '', '')")
    Boards(store, find).take(a_day())
    ((digest,),) = store.read("SELECT digest FROM verdict")
    assert digest.startswith("cards ")


def test_a_tournaments_results_depend_on_its_deals() -> None:
    text = claim("tournament:Cup", [played("corners", 42, Mode.SINGLE)])
    boards().take(text)
    for deal, count in ((42, 1), (43, 0), (42, 1)):
        known = Boards(Store.open(), find, lambda board, deal=deal: [("corners", deal)])
        assert len(known.top("tournament:Cup")) == count


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Bob", "Ann")])
def test_of_equal_results_the_earlier_comes_first_whatever_its_name(names: tuple[str, str]) -> None:
    mine = boards()
    for name, profile in zip(names, (ANN, BOB), strict=True):
        mine.take(claim("tournament:Cup", [played("corners", 42, Mode.SINGLE)], name, profile))
    assert tuple(entry.player for entry in mine.top("tournament:Cup")) == names


def test_two_spellings_of_a_name_are_one_player() -> None:
    mine = boards()
    for name in ("Ann", "ANN"):
        mine.take(claim("sheet:demon", [played("demon", 1)], name, ANN))
    assert [entry.player for entry in mine.top("sheet:demon")] == ["Ann"]
    mine.take(claim("sheet:demon", [played("demon", 2)], "aNN", ANN))
    shown = {entry.player for entry in mine.top("sheet:demon")}
    assert shown == {"Ann", "aNN"}, "another game counts, without a number behind the name"


def test_a_name_with_a_number_gets_another_number() -> None:
    mine = boards()
    for name, profile, deal in (("Ann", ANN, 1), ("Ann", BOB, 2), ("ann (2)", "a" * 16, 3)):
        mine.take(claim("sheet:demon", [played("demon", deal)], name, profile))
    names = [entry.player.casefold() for entry in mine.top("sheet:demon")]
    assert len(set(names)) == 3


def test_a_result_is_dated_when_it_is_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solterm.sessions.boards.now", lambda: "2026-11-22T00:00:01.000000+00:00")
    (leg,) = daily(date(2026, 11, 21)).games
    play = played(leg.game, leg.deal)
    entered = boards().enter("daily:2026-11-21", "Ann", ANN, [record.write(play)], play.mark)
    assert (entered.board, entered.date) == ("daily:2026-11-21", "2026-11-22")


_DYING = """
import os, signal, sys
from solterm.games import find
from solterm.store import files
from solterm.sessions.boards import Boards
from solterm.store.store import Store
moment = sys.argv[1]
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
setattr(os, moment, die)
Boards(Store.memory("this is a test."), find).take(sys.stdin.read())
"""


@pytest.mark.parametrize("moment", ["fsync", "link", "fchmod", "unlink"])
def test_a_killed_program_leaves_no_partial_entry(shared: Path, moment: str) -> None:
    text = a_day()
    died = subprocess.run(
        [sys.executable, "-c", _DYING, moment], input=text, text=True, check=False
    )
    assert died.returncode == -9
    mine = boards()
    assert mine.list_refused("daily:2026-11-21") == []
    mine.take(text)
    assert mine.complaint == ""
    assert len(mine.top("daily:2026-11-21")) == 1
    assert [file.read_text() for file in files(shared)] == [text]


def test_an_unwritable_board_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    mine = boards()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left on device"):
        mine.take(a_day())
    monkeypatch.undo()
    assert files(Path(os.environ.get("SOLTERM_HOME", "/nowhere"))) == []


_SESSION = """
import json, os, sys
from solterm.games import find
from solterm.sessions.boards import Boards
from solterm.store.store import Store
claims = json.load(sys.stdin)
children = []
for text in claims:
    pid = os.fork()
    if pid == 0:
        try:
            Boards(Store.memory("this is a test."), find).take(text)
            os._exit(0)
        except BaseException:
            os._exit(1)
    children.append(pid)
sys.exit(sum(os.waitpid(pid, 0)[1] != 0 for pid in children))
"""


def test_concurrent_sessions_lose_no_result(shared: Path) -> None:
    deals = range(1, tries(100, 12) + 1)
    claims = [
        claim("sheet:demon", [played("demon", deal)], f"Player {deal}", f"{deal:016x}")
        for deal in deals
    ]
    done = subprocess.run(
        [sys.executable, "-c", _SESSION], input=json.dumps(claims), text=True, check=False
    )
    assert done.returncode == 0
    top = boards().top("sheet:demon", 200)
    assert {entry.player for entry in top} == {f"Player {deal}" for deal in deals}
    assert len(files(shared)) == len(deals)
    assert not [path for path in shared.rglob(".*") if path.is_file()], "no draft remains"


def test_a_short_name_finds_a_board_if_it_is_the_only_one() -> None:
    mine = boards()
    mine.take(claim("tour:Cup", [played("demon", 1, Mode.STRICT)]))
    assert mine.find("cup") == "tour:Cup"
    mine.take(corners("Ann"))
    assert mine.find("cup") is None
    assert mine.find("TOUR:cup") == "tour:Cup"


def test_a_folder_without_results_is_no_board(home: Path) -> None:
    (home / "boards" / "tour").mkdir(parents=True)
    assert boards().names() == []


# -- ranking -----------------------------------------------------------------------------------


def corners(player: str) -> str:
    """Return a claim with an unplayed tournament game, which scores the same for everyone."""
    return claim("tournament:Cup", [played("corners", 42, Mode.SINGLE, moves=0)], player)


@pytest.mark.parametrize("where", ["own", "shared", "database"])
def test_the_first_of_equal_results_of_a_day_wins(
    where: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if where == "shared":
        request.getfixturevalue("shared")
    if where == "database":
        monkeypatch.setenv("SOLTERM_DATABASE", request.getfixturevalue("database"))
        monkeypatch.setenv("SOLTERM_PLAYER", os.urandom(8).hex())
    names = ["Dora", "Ann", "Carl", "Bob", "Eve"]
    for name in names:
        boards().take(corners(name))
        time.sleep(0.01)
    assert [entry.player for entry in boards().top("tournament:Cup")] == names


def test_a_result_that_is_not_shared_follows_equal_shared_ones(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLTERM_SHARED", str(shared.parent / "away"))
    boards().take(corners("Ann"))
    monkeypatch.setenv("SOLTERM_SHARED", str(shared))
    monkeypatch.setenv("SOLTERM_HOME", str(shared.parent / "another"))
    boards().take(corners("Bob"))
    monkeypatch.setenv("SOLTERM_HOME", str(shared.parent / "home"))
    assert [entry.player for entry in boards().top("tournament:Cup")] == ["Bob", "Ann"]


def test_a_backup_preserves_the_order_of_results(home: Path, tmp_path: Path) -> None:
    names = ["Dora", "Ann", "Carl", "Bob", "Eve"]
    for name in names:
        boards().take(corners(name))
        time.sleep(0.01)
    backup.backup(home, tmp_path / "all.zip")
    shutil.rmtree(home)
    backup.restore(home, tmp_path / "all.zip")
    assert [entry.player for entry in boards().top("tournament:Cup")] == names


def day(seconds: int | None = None, exceptions: int = 0, moves: int = 0, player: str = "") -> str:
    """Return a claim for the deal of the day with no cards home."""
    (leg,) = daily(date(2026, 11, 13)).games
    play = Play(find(leg.game), leg.deal, mode=Mode.SCORED)
    for _ in range(exceptions):
        play.perform("x")
    while play.moves < moves:
        packed = [move for move in play.legal_moves if move.dst[:1] == "t"]
        play.push(packed[0] if packed else Move("s"))
    assert play.mark == 0
    tags = {} if seconds is None else {"Time": str(seconds)}
    player = player or f"{exceptions} {moves} {seconds}"
    profile = hashlib.sha256(player.encode()).hexdigest()[:16]
    return claim("daily:2026-11-13", [play], player, profile, tags=tags)


def test_a_day_ranks_by_exceptions_then_moves_then_time() -> None:
    mine = boards()
    best_first = [day(90), day(91), day(), day(5, 0, 2), day(2, 1), day(1, 2)]
    for text in reversed(best_first):
        mine.take(text)
    ranked = [mine.check(text).ranked for text in best_first]
    assert ranked == sorted(ranked)
    assert [each.digest for each in mine.top("daily:2026-11-13", 9)] == [
        hashlib.sha256(text.encode()).hexdigest() for text in best_first
    ]


def test_the_worse_of_two_tries_in_unknown_order_counts() -> None:
    better, worse = day(90, player="Ann"), day(90, 2, 1, player="Ann")
    for texts in ((better, worse), (worse, better)):
        mine = boards()
        for text in texts:
            mine.take(text)
        (entry,) = mine.top("daily:2026-11-13")
        assert entry.digest == hashlib.sha256(worse.encode()).hexdigest()
        mine.clear("daily:2026-11-13")


def test_a_win_and_a_higher_mark_rank_before_moves_and_time() -> None:
    (leg,) = daily(date(2026, 11, 13)).games
    lost = Play(find(leg.game), leg.deal, mode=Mode.SCORED)
    home = play_from(lost.game, "f1 AC\nt1 2C\nt2 KH\nt3 KD\nt4 QD", mode=Mode.SCORED)
    won = play_from(lost.game, "\n".join(FULL_FOUNDATIONS), mode=Mode.SCORED)
    home.perform("t1 f1")
    found = record.read(record.write(lost))
    ranks = [proof._rank(DAILY, 0, [play], [found]) for play in (won, home, lost)]
    assert ranks == sorted(ranks) and len(set(ranks)) == 3


@pytest.mark.parametrize("seconds", ["-1", "soon", "01", "1.5"])
def test_an_invalid_time_is_refused(seconds: str) -> None:
    (leg,) = daily(date(2026, 11, 13)).games
    play = Play(find(leg.game), leg.deal, mode=Mode.SCORED)
    with pytest.raises(BoardError, match="time in seconds"):
        boards().check(claim("daily:2026-11-13", [play], tags={"Time": seconds}))

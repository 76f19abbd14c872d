"""The shared folder: players can't damage each other's results."""

import os
import random
import stat
import tempfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from solterm.contests.boards import Boards
from solterm.contests.days import daily
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store import sharedfolder
from solterm.store.errors import StoreError
from solterm.store.files import FileInfo, Folder
from solterm.store.interface import board_of
from solterm.store.sharedfolder import result_file
from solterm.store.store import Store
from tests.contests.results import enter_day, play_contest, played, share, text_of
from tests.here import here
from tests.store.opening import boards

pytestmark = pytest.mark.usefixtures("host")

ANN, EVE = "0123456789abcdef", "fedcba9876543210"
_ANN_ACCOUNT, _EVE_ACCOUNT = 70_001, 70_002


@pytest.fixture
def written_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, str], None]:
    """Return a function that puts a text on the shared boards under an account's name."""
    owners: dict[str, tuple[int, float]] = {}
    look = Folder.files

    def files_with_owner(folder: Folder, pattern: object) -> Iterator[FileInfo]:
        for each in look(folder, pattern):  # type: ignore[arg-type]
            owner, moment = owners.get(each.name, (each.owner, each.moment))
            yield FileInfo(each.name, owner, moment)

    def put(account: int, text: str) -> None:
        name = result_file(board_of(text), share(text))
        owners[name] = (account, 1_000_000.0 + len(owners))

    monkeypatch.setattr(Folder, "files", files_with_owner)
    return put


def wandering(deal: int, moves: int = 60) -> Play:
    """Return a game of demon with the same random moves each time."""
    play, chance = Play(find("demon"), deal, mode=Mode.SCORED), random.Random(deal)
    for _ in range(moves):
        play.push(chance.choice(list(play.legal_moves)))
    return play


# -- owners of results --------------------------------------------------------------------------


def long_sheet(player: str, profile: str, day: str = "2026-11-21") -> str:
    plays = [wandering(deal) for deal in (1, 2, 3)]
    return text_of("sheet:demon", plays, player, profile, day)


def test_a_copy_with_an_earlier_date_does_not_count(written_by: Callable[[int, str], None]) -> None:
    written_by(_ANN_ACCOUNT, long_sheet("Ann", ANN))
    written_by(_EVE_ACCOUNT, long_sheet("Eve", EVE, "2020-01-01"))
    written_by(_EVE_ACCOUNT, long_sheet("Eve", ANN, "2020-01-01"))
    assert [entry.player for entry in boards().top("sheet:demon")] == ["Ann"]


def test_a_part_of_another_players_games_is_a_copy(written_by: Callable[[int, str], None]) -> None:
    plays = [wandering(deal) for deal in (1, 2, 3)]
    written_by(_ANN_ACCOUNT, text_of("sheet:demon", plays, "Ann", ANN))
    written_by(_EVE_ACCOUNT, text_of("sheet:demon", [plays[2], plays[0]], "Eve", EVE))
    own = wandering(9)
    written_by(_EVE_ACCOUNT, text_of("sheet:demon", [plays[0], own], "Eve", EVE))
    written_by(_EVE_ACCOUNT, text_of("sheet:demon", [own], "Eve", EVE))
    assert sorted(entry.player for entry in boards().top("sheet:demon")) == ["Ann", "Eve"]


def test_a_padded_game_is_a_copy(written_by: Callable[[int, str], None]) -> None:
    plain = wandering(1)
    padded = played("demon", 1, moves=0)
    for event in plain.events:
        for idle in ("autoplay on", "autoplay off", "level 2", "level 3"):
            padded.perform(idle)
        padded.perform(event)
    written_by(_ANN_ACCOUNT, text_of("sheet:demon", [plain], "Ann", ANN))
    written_by(_EVE_ACCOUNT, text_of("sheet:demon", [padded], "Eve", EVE))
    assert [entry.player for entry in boards().top("sheet:demon")] == ["Ann"]


def test_a_worse_result_with_a_stolen_profile_belongs_to_its_account(
    written_by: Callable[[int, str], None],
) -> None:
    (leg,) = daily(date(2026, 11, 8)).games
    tries = [played(leg.game, leg.deal, moves=moves) for moves in (80, 1)]
    assert tries[0].mark > tries[1].mark
    written_by(_EVE_ACCOUNT, text_of("daily:2026-11-08", [tries[1]], "Ann", ANN, "2026-11-15"))
    written_by(_ANN_ACCOUNT, text_of("daily:2026-11-08", [tries[0]], "Ann", ANN, "2026-11-16"))
    ranked = [(entry.player, entry.points) for entry in boards().top("daily:2026-11-08")]
    assert ranked == [("Ann", tries[0].mark), ("Ann", tries[1].mark)]


def test_the_first_try_of_a_day_is_the_one_entered_first(
    written_by: Callable[[int, str], None],
) -> None:
    (leg,) = daily(date(2026, 11, 8)).games
    tries = [played(leg.game, leg.deal, moves=moves) for moves in (1, 80)]
    written_by(_ANN_ACCOUNT, text_of("daily:2026-11-08", [tries[0]], "Ann", ANN, "2026-11-18"))
    written_by(_ANN_ACCOUNT, text_of("daily:2026-11-08", [tries[1]], "Ann", ANN, "2026-11-15"))
    assert [entry.points for entry in boards().top("daily:2026-11-08")] == [tries[0].mark]


def test_a_result_entered_under_several_names_counts_once(
    written_by: Callable[[int, str], None],
) -> None:
    for name in ("Ann", "Anna", "The Champion"):
        written_by(_ANN_ACCOUNT, text_of("sheet:demon", [wandering(1)], name, ANN))
    assert [entry.player for entry in boards().top("sheet:demon")] == ["Ann"]


# -- junk ----------------------------------------------------------------------------------------


def junk(game: str, events: int, number: int) -> str:
    """Return a long result without moves, different from others."""
    play = played(game, number, moves=0)
    for _ in range(events):
        play.perform("x")
    return text_of(f"sheet:{game}", [play], "Eve", EVE)


def test_accounts_take_turns_and_each_verdict_is_stored(
    written_by: Callable[[int, str], None],
) -> None:
    for number in range(1, 8):
        written_by(_EVE_ACCOUNT, junk("demon", 300, number))
    written_by(_ANN_ACCOUNT, text_of("sheet:demon", [played("demon", 99)], "Ann", ANN))
    steps = boards().prove_rest("sheet:demon")
    for done, many in steps:
        assert many == 8
        if done == 2:
            break
    steps.close()  # type: ignore[attr-defined]
    mine = boards()
    first, many = next(iter(mine.prove_rest("sheet:demon")))
    assert (first, many) == (0, 6), "two verdicts are stored"
    known = [each.player for each in mine.top("sheet:demon", wait=False)]
    assert "Ann" in known


def test_a_long_proof_yields(written_by: Callable[[int, str], None]) -> None:
    written_by(_EVE_ACCOUNT, junk("demon", 2_000, 1))
    assert len(list(boards().prove_rest("sheet:demon"))) > 8


def test_the_number_of_files_of_an_account_is_limited(
    host: Path, written_by: Callable[[int, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharedfolder, "MAX_RESULTS_EACH", 3)
    for deal in range(1, 9):
        written_by(_EVE_ACCOUNT, text_of("sheet:demon", [played("demon", deal)], "Eve", EVE))
    written_by(_ANN_ACCOUNT, text_of("sheet:demon", [played("demon", 50)], "Ann", ANN))
    top = boards().top("sheet:demon", 99)
    assert sorted(entry.player for entry in top) == ["Ann", "Eve", "Eve", "Eve"]
    monkeypatch.setattr(sharedfolder, "MAX_RESULTS", 5)
    mine = boards()
    assert mine.top("sheet:demon") == []
    assert "more than 5 files" in mine.complaint


def test_entering_does_not_wait_for_proofs(written_by: Callable[[int, str], None]) -> None:
    written_by(_EVE_ACCOUNT, junk("demon", 2_000, 1))
    store = Store.open()
    contest = play_contest(store, "sheet:demon", [played("demon", 1)])
    mine = Boards(store)
    mine.enter(contest, "Bob")
    assert next(iter(mine.prove_rest("sheet:demon"))) == (0, 1), "that one waits still"


# -- with system accounts ------------------------------------------------------------------------

_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to act as several accounts")


def as_account(account: int, home: Path, do: Callable[[], object]) -> str:
    """Run a function as a system account; return its result or error as text."""
    home.mkdir(exist_ok=True)
    os.chown(home, account, account)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.environ["SOLTERM_HOME"] = str(home)
            os.setgroups([])
            os.setgid(account)
            os.setuid(account)
            outcome = str(do())
        except BaseException as error:
            outcome = f"{type(error).__name__}: {error}"
        os.write(writing, outcome.encode()[:60_000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as answer:
        outcome = answer.read()
    os.waitpid(child, 0)
    return outcome


@_ROOT
def test_accounts_share_boards_but_cannot_change_each_others_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        place.chmod(0o755)
        monkeypatch.setenv("SOLTERM_SHARED", str(place / "shared"))
        sharedfolder.prepare(here())
        boards_there = place / "shared" / sharedfolder.BOARDS

        def put(text: str) -> Callable[[], object]:
            return lambda: share(text)

        def best() -> object:
            return [entry.player for entry in boards().top("sheet:demon")]

        as_account(_ANN_ACCOUNT, place / "ann", put(long_sheet("Ann", ANN)))
        assert as_account(_EVE_ACCOUNT, place / "eve", best) == "['Ann']"
        (file,) = boards_there.iterdir()
        assert (file.stat().st_uid, stat.S_IMODE(file.stat().st_mode)) == (_ANN_ACCOUNT, 0o644)

        def steal() -> object:
            share(long_sheet("Eve", EVE, "2020-01-01"))
            return best()

        assert as_account(_EVE_ACCOUNT, place / "eve", steal) == "['Ann']"
        for spoil in (file.unlink, lambda: file.rename(f"{file}.gone"), lambda: file.chmod(0o600)):
            assert "PermissionError" in as_account(_EVE_ACCOUNT, place / "eve", spoil)
        assert "only its owner or root" in as_account(
            _EVE_ACCOUNT, place / "eve", lambda: sharedfolder.prepare(here())
        )


@_ROOT
def test_folders_made_by_another_account_first_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        place.chmod(0o755)
        (place / "shared").mkdir()
        (place / "shared").chmod(0o1777)
        monkeypatch.setenv("SOLTERM_SHARED", str(place / "shared"))
        private = place / "ann" / "private"

        def lay_traps() -> object:
            trap = place / "shared" / sharedfolder.BOARDS
            trap.symlink_to(private.parent)
            (place / "shared" / sharedfolder.TOURNAMENTS).mkdir(mode=0o777)
            return "laid"

        def play() -> object:
            private.write_text("mine")
            private.chmod(0o600)
            store = Store.open()
            enter_day(store)
            mine = Boards(store)
            mine.send()
            return mine.complaint

        assert as_account(_EVE_ACCOUNT, place / "eve", lay_traps) == "laid"
        assert "not prepared" in as_account(_ANN_ACCOUNT, place / "ann", play)
        assert stat.S_IMODE(private.stat().st_mode) == 0o600
        assert not stat.S_IMODE((place / "ann").stat().st_mode) & 0o022
        with pytest.raises(StoreError, match="remove it first"):
            sharedfolder.prepare(here())

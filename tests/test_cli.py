"""The command line: what is printed, what is refused, and the exit codes of the contract."""

import io
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from solterm import __version__
from solterm.cli import main as cli
from solterm.core import cards
from solterm.core.play.terms import Terms
from solterm.games import catalogue
from solterm.games.pages import page

KLONDIKE = "kloncan-klondike"
CANFIELD = "kloncan-canfield"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's data folder: an empty one for each test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SOLTERM_HOME", str(folder))
    return folder


class Ran:
    """What a call came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def replies(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def solterm(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Calls the command line in this process: ``solterm("list", "--json")``."""

    def call(*args: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setenv("SOLTERM_PLAYER", "")  # of no call before
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = cli.main(args)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Ran(code, out, err)

    return call


def process(
    *args: str, stdin: bytes = b"", **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    """Runs solterm as a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "solterm", *args],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


def test_plain_alone_goes_on_with_the_game_played_last_in_lines(solterm: Any) -> None:
    first = solterm("--plain", stdin=b"q\n")
    assert first.code == 0
    assert "Klondike (KLONCAN)" in first.out
    assert "'solterm list' names all games" in first.out
    solterm("play", "demon", "--deal", "617", "--plain", stdin=b"s\nq\n")
    again = solterm("--plain", stdin=b"q\n")
    assert "You go on where you left." in again.out
    assert "Demon (smallWare), deal 617" in again.out
    assert solterm("--plain", "play", "demon", stdin=b"q\n").code == 0


# -- telling -----------------------------------------------------------------------------------


def test_version_and_help(solterm: Any) -> None:
    assert solterm("--version").out == f"solterm {__version__}\n"
    ran = solterm("--help")
    assert ran.code == 0
    assert "examples:" in ran.out
    for command in (
        "play",
        "list",
        "rules",
        "deal",
        "replay",
        "export",
        "scores",
        "stats",
        "doctor",
    ):
        assert f"\n    {command}" in ran.out
        assert solterm(command, "--help").code == 0


def test_list_names_every_game(solterm: Any) -> None:
    listed = solterm("list", "--json").json
    assert [game["id"] for game in listed] == list(catalogue())
    families = {"builders", "sequence", "pairing", "placing", "grid"}
    for game in listed:
        assert list(game) == ["id", "name", "collection", "family", "packs", "aka"]
        assert game["family"] in families
        assert isinstance(game["aka"], list)
    assert [line.split()[0] for line in solterm("list").out.splitlines()] == list(catalogue())


def test_rules_prints_the_page_of_each_game(solterm: Any) -> None:
    for game in (KLONDIKE, CANFIELD):
        ran = solterm("rules", game)
        assert ran.out == page(game)
        assert ran.out.startswith("# ")
        assert ran.out.isascii()
        assert max(map(len, ran.out.splitlines())) <= 76


def test_deal_names_every_card(solterm: Any) -> None:
    for game in catalogue():
        dealt = solterm("deal", game, "--deal", "617", "--level", "2", "--json").json
        assert list(dealt) == ["game", "deal", "level", "piles"]
        assert (dealt["game"], dealt["deal"], dealt["level"]) == (game, 617, 2)
        shown = [card for pile in dealt["piles"].values() for card in pile["cards"]]
        assert sorted(shown) == sorted(map(cards.text, catalogue()[game].shuffle(617)))
    text = solterm("deal", KLONDIKE, "--deal", "617").out
    assert "t3  column 3: 2 face down (5C TD), 8H\n" in text
    assert "??" not in text


def test_a_deal_is_shown_with_the_options_of_the_game(solterm: Any) -> None:
    asked = ("farewell-to-kings", "--deal", "3", "--option", "size=tiny", "--option")
    dealt = solterm("deal", *asked, "difficulty=easy", "--json").json
    assert dealt["options"] == {"size": "tiny", "difficulty": "easy"}
    assert dealt["level"] == 2
    assert sum(name[0] == "g" for name in dealt["piles"]) == 56
    told = solterm("deal", *asked, "difficulty=easy").out
    assert "deal 3, size=tiny, difficulty=easy, level 2" in told
    ran = solterm("deal", *asked, "difficulty=hard")
    assert ran.code == 2
    assert "difficulty is normal or easy" in ran.err


def test_the_same_deal_is_played(solterm: Any) -> None:
    dealt = solterm("deal", KLONDIKE, "--deal", "617", "--json").json["piles"]
    (reply,) = solterm("play", KLONDIKE, "--deal", "617", "--json").replies
    for name, pile in reply["piles"].items():
        assert len(pile["cards"]) == len(dealt[name]["cards"])
        for shown, card in zip(pile["cards"], dealt[name]["cards"], strict=True):
            assert shown in ("??", card)


# -- called wrongly ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nonsense", "nonsense"),
        ("--nonsense", "--nonsense"),
        ("play", "ID"),
        ("play klondike", "kloncan-klondike"),
        ("rules nothing", "There is no game 'nothing'"),
        (f"deal {KLONDIKE}", "--deal"),
        (f"deal {KLONDIKE} --deal 0", "Deal numbers go from 1 to 10^20 - 1"),
        (f"deal {KLONDIKE} --deal {10**20}", "Deal numbers go from 1 to 10^20 - 1"),
        (f"deal {KLONDIKE} --deal {'9' * 5000}", "is not a deal number"),
        (f"play {KLONDIKE} --plain --deal six", "'six' is not a deal number"),
        (f"play {KLONDIKE} --plain --deal -1", "--deal"),
        (f"play {KLONDIKE} --plain --level 4", "'4' is not a level"),
        (f"play {KLONDIKE} --plain --option size", "write KEY=VALUE"),
        (f"play {KLONDIKE} --plain --option size=small", "has no option 'size'"),
        ("export 0", "'0' does not count games"),
        ("export latest", "'latest' does not count games"),
        ("replay", "FILE"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(solterm: Any, line: str, told: str) -> None:
    ran = solterm(*line.split())
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 500


# -- playing in lines --------------------------------------------------------------------------


def test_play_resumes_the_suspended_game_and_deal_starts_anew(solterm: Any) -> None:
    first = solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\ns\n").replies
    again = solterm("play", KLONDIKE, "--json", stdin=b"undo\n").replies
    assert again[0]["piles"] == first[-1]["piles"]
    assert again[0]["moves"] == 1
    assert again[1]["ok"]
    anew = solterm("play", KLONDIKE, "--deal", "617", "--json").replies
    assert anew[0]["moves"] == 0


def test_each_game_is_suspended_by_itself(solterm: Any) -> None:
    solterm("play", KLONDIKE, "--deal", "1", "--json")
    solterm("play", CANFIELD, "--deal", "2", "--json")
    assert solterm("play", KLONDIKE, "--json").replies[0]["deal"] == 1
    assert solterm("play", CANFIELD, "--json").replies[0]["deal"] == 2


def test_a_deal_that_is_not_chosen_is_an_everyday_one(solterm: Any) -> None:
    (reply,) = solterm("play", KLONDIKE, "--json").replies
    assert 1 <= reply["deal"] <= 32_000
    assert reply["level"] == 3


def test_a_level_on_resuming_changes_it_only_if_it_is_another(solterm: Any) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--level", "2", "--json", stdin=b"s\n")
    assert solterm("play", KLONDIKE, "--json").replies[0]["level"] == 2
    solterm("play", KLONDIKE, "--level", "2", "--json")
    assert "level" not in solterm("export").out
    assert solterm("play", KLONDIKE, "--level", "1", "--json").replies[0]["level"] == 1
    assert "level 1" in solterm("export").out


def test_text_mode_is_plain_text(solterm: Any) -> None:
    ran = solterm("play", KLONDIKE, "--deal", "617", "--plain", stdin=b"t2 f\nxyzzy\nquit\n")
    assert ran.code == 0
    assert ran.out.isascii()
    assert "AH to foundation 1; that turns up AD." in ran.out
    assert ran.out.endswith("The game is kept: the next start goes on with it.\n")


def test_a_game_that_cannot_be_read_is_said_and_another_dealt_only_when_asked(
    solterm: Any, home: Path
) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"s\n")
    file = home / "solterm.db"
    whole = file.read_bytes()
    damaged = b"\0" * len(whole)
    file.write_bytes(damaged)
    for mode in ("--plain", "--json"):
        ran = solterm("play", KLONDIKE, mode, stdin=b"s\n")
        assert (ran.code, ran.out) == (1, "")
        assert "damaged" in ran.err
        assert "--deal N" in ran.err
        assert ran.err.count("\n") == 1
    assert solterm("play", KLONDIKE, "--deal", "5", "--json", stdin=b"s\n").code == 0
    assert file.read_bytes() == damaged
    file.write_bytes(whole)
    assert solterm("play", KLONDIKE, "--json").replies[0]["deal"] == 617


def test_a_game_that_cannot_be_resumed_can_be_exported(solterm: Any, home: Path) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"s\ns\n")
    with sqlite3.connect(home / "solterm.db") as database:
        database.execute("UPDATE play SET version = version + 1")
    ran = solterm("export")
    assert ran.code == 0
    assert "cannot be resumed" in ran.err
    assert '[Deal "617"]' in ran.out
    assert ran.out.rstrip().endswith("s, s")


def test_a_file_that_was_emptied_is_said(solterm: Any, home: Path) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"s\n")
    (home / "solterm.db").write_bytes(b"")
    assert "is empty, though it has held games" in solterm("doctor").out
    (home / "solterm.db").write_bytes(b"")
    replies = solterm("play", KLONDIKE, "--json").replies
    assert "is empty, though it has held games" in replies[0]["text"]


@pytest.mark.parametrize("report", ["stats", "scores", "export"])
def test_reports_say_that_the_file_was_emptied_too(solterm: Any, home: Path, report: str) -> None:
    solterm("play", KLONDIKE, "--plain", stdin=b"s\n")
    next(home.rglob("solterm.db")).write_bytes(b"")
    assert solterm(report).err.count("is empty, though it has held games") == 1
    assert "is empty" not in solterm(report).err


def test_what_nobody_foresaw_is_a_sentence_with_a_report(
    solterm: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("solterm.plain.session.Session.handle", broken)
    ran = solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"s\n")
    assert ran.code == 1
    assert ran.err.startswith("solterm: Something went wrong")
    assert ran.err.count("\n") == 1
    assert len(list(home.glob("report-*.txt"))) == 1


def test_a_store_that_cannot_be_opened_is_told_and_done_without(solterm: Any, home: Path) -> None:
    home.write_text("This is no folder.")
    ran = solterm("play", KLONDIKE, "--deal", "617", "--plain", stdin=b"t2 f\n")
    assert ran.code == 0
    assert ran.err.startswith("solterm: Games are not being saved: ")
    assert ran.err.count("\n") == 1
    replies = solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\n").replies
    assert replies[0]["text"].startswith("Games are not being saved: ")
    assert replies[1]["ok"]
    for command in (["list"], ["rules", KLONDIKE], ["deal", KLONDIKE, "--deal", "1"], ["doctor"]):
        assert solterm(*command).code == 0
    for command in (["scores"], ["stats"], ["export"]):
        ran = solterm(*command)
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)


def test_without_a_terminal_the_full_program_points_to_line_mode(solterm: Any) -> None:
    for args in ([], ["play", KLONDIKE]):
        ran = solterm(*args)
        assert (ran.code, ran.out) == (1, "")
        assert "--plain" in ran.err
        assert ran.err.count("\n") == 1


# -- records and results -----------------------------------------------------------------------

MOVES = b"t2 f\nt2 f\ns\nx\nlevel 2\ns\n"


def exported(solterm: Any, *args: str) -> str:
    ran = solterm("export", *args)
    assert ran.code == 0, ran.err
    return str(ran.out)


def test_a_record_proves_what_was_played(solterm: Any, tmp_path: Path) -> None:
    last = solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=MOVES).replies[-1]
    file = tmp_path / "game.txt"
    file.write_text(exported(solterm))
    proved = solterm("replay", str(file), "--json").json
    assert proved == {
        "game": KLONDIKE,
        "deal": 617,
        "level": 2,
        "outcome": "playing",
        "score": last["score"],
        "moves": last["moves"],
        "exceptions": 0,
        "mark": last["mark"],
    }
    assert solterm("replay", "-", stdin=file.read_bytes()).out == (
        "Klondike (KLONCAN), deal 617, level 2: playing,"
        " score 10 at level 2 with 2 moves, 0 exceptions and 2 cards home.\n"
    )


@pytest.mark.parametrize("game", ["royale-golf", "ultimate-golf", "reno", "poker", "corners"])
def test_a_replay_tells_the_sources_own_score_and_the_mark(solterm: Any, game: str) -> None:
    last = solterm("play", game, "--deal", "5", "--json", stdin=b"s\nmoves\n").replies[-1]
    proved = solterm("replay", "-", "--json", stdin=exported(solterm).encode()).json
    assert (proved["score"], proved["mark"]) == (last["score"], last["mark"])


def test_finished_games_are_exported_by_their_number(solterm: Any) -> None:
    ran = solterm("export")
    assert (ran.code, ran.out) == (1, "")
    assert "'solterm export 1'" in ran.err
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\nnew 42\n")
    assert '[Deal "42"]' in exported(solterm)
    assert '[Deal "617"]' in exported(solterm, "1")
    ran = solterm("export", "2")
    assert (ran.code, ran.err) == (1, "solterm: You have not finished 2 games yet.\n")


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda text: text.replace('"617"', '"618"'), "is refused"),
        (lambda text: text.replace('"10"', '"1000"'), "it says '1000', but"),
        (lambda text: text.replace('"playing"', '"won"'), "it says 'won', but"),
        (lambda text: text.replace("klondike", "golf"), "There is no game"),
        (lambda text: text.replace("t2 f1", "z9 t1"), "is refused"),
        (lambda text: text.replace("t2 f1", "level ²"), "is refused"),
        (lambda text: text.replace("t2 f1", "xyzzy"), "'xyzzy' is refused"),
        (lambda text: text.replace("[Deal", "[deal"), "a tag is damaged"),
        (lambda text: "", "the tag Game is missing"),
        (lambda text: "\0" * 1000, "the tag Game is missing"),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_reason(
    solterm: Any, damage: Any, told: str
) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=MOVES)
    text = damage(exported(solterm))
    ran = solterm("replay", "-", stdin=text.encode())
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("solterm: Standard input: Line ")
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_a_record_that_cannot_be_read_is_told(solterm: Any, tmp_path: Path) -> None:
    for file in (tmp_path / "missing", tmp_path):
        ran = solterm("replay", str(file))
        assert (ran.code, ran.err.count("\n")) == (1, 1)
        assert "cannot be read" in ran.err
    ran = solterm("replay", "-", stdin=b'[Game "x"]\n\xff\n')
    assert ran.err == "solterm: Standard input: Line 2 of the record: it is not UTF-8.\n"


def test_statistics_count_games_by_game_and_level(solterm: Any) -> None:
    assert solterm("stats", "--json").json == []
    assert solterm("stats").out == "No game is finished yet.\n"
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\nnew 42\ns\nnew 43\n")
    # Deal 42 had no move and does not count.
    line = {"game": KLONDIKE, "level": 3, "played": 1, "won": 0, "best": 10}
    assert solterm("stats", "--json").json == [line]
    assert solterm("stats").out.splitlines()[1].split()[:5] == [KLONDIKE, "3", "1", "0", "10"]
    assert solterm("stats", "--reset").code == 1, "nobody can be asked"
    assert solterm("stats", "--reset", "--yes").code == 0
    assert solterm("stats", "--json").json == []


def test_data_is_backed_up_and_restored(solterm: Any, tmp_path: Any) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\n")
    file = str(tmp_path / "cards.zip")
    assert solterm("backup", file).code == 0
    assert "is there already" in solterm("backup", file).err
    assert solterm("restore", file).code == 1, "nobody can be asked"
    assert solterm("restore", file, "--yes").code == 0
    assert "t2 f1" in solterm("export").out


def test_a_record_is_imported_as_a_saved_game(solterm: Any, tmp_path: Any) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\n")
    (tmp_path / "mine.txt").write_text(solterm("export").out)
    assert "is saved as 'mine'" in solterm("import", str(tmp_path / "mine.txt")).out
    told = solterm("play", KLONDIKE, "--deal", "5", "--json", stdin=b"open mine\n").out
    assert '"deal": 617' in told
    (tmp_path / "bad.txt").write_text("nothing")
    assert solterm("import", str(tmp_path / "bad.txt")).code == 1


def test_scores_are_those_of_the_sheets(solterm: Any) -> None:
    from solterm.contests.sheet import row_of
    from solterm.games import find
    from solterm.store.kept import KeptPlay
    from solterm.store.store import Store

    assert solterm("scores", "--json").json == []
    assert solterm("scores").out == "No game of a score sheet is finished yet.\n"
    store = Store.open()
    kept = KeptPlay.start(store, find(KLONDIKE), 617, terms=Terms.SCORED, context="sheet 4")
    kept.perform("t2 f1")
    assert kept.play_id is not None
    store.enter_row(KLONDIKE, 4, row_of(kept.play), kept.play_id)
    kept.finish()
    (entry,) = solterm("scores", "--json").json
    assert list(entry) == ["board", "player", "game", "deal", "level", "score", "date"]
    told = (entry["board"], entry["deal"], entry["level"], entry["score"])
    assert told == ("sheet 4", 617, 3, 10), "rows are named"
    assert "Klondike (KLONCAN)" in solterm("scores").out


def test_the_doctor_tells_where_data_lives_and_what_is_wrong(solterm: Any, home: Path) -> None:
    ran = solterm("doctor")
    assert ran.code == 0
    assert str(home) in ran.out
    assert __version__ in ran.out
    home.joinpath("solterm.db").write_bytes(b"This is no database at all, but long enough." * 20)
    assert "Trouble:   " in solterm("doctor").out
    assert "solterm.db" in solterm("doctor").out
    assert solterm("doctor", "--keys").code == 1


# -- as a program of its own -------------------------------------------------------------------


def test_line_mode_through_a_pipe() -> None:
    ran = process("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\n\xff\nquit\nboard\n")
    replies = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, True, False, True]
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_locale_without_letters_raises_nothing() -> None:
    for args in (["rules", CANFIELD], ["doctor"], ["play", "✓"], ["replay", "♠"]):
        ran = process(*args, PYTHONIOENCODING="ascii", LC_ALL="C")
        assert b"Traceback" not in ran.stderr
        assert ran.returncode in (0, 1, 2)


def test_a_reader_that_leaves_is_no_error() -> None:
    program = [sys.executable, "-m", "solterm", "play", KLONDIKE, "--deal", "617", "--json"]
    child = subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdin and child.stdout and child.stderr
    child.stdout.readline()
    child.stdout.close()
    child.stdin.write(b"t2 f\ns\n" * 1000)
    child.stdin.close()
    assert child.stderr.read() == b""
    assert child.wait(60) == 0
    child.stderr.close()
    resumed = process("play", KLONDIKE, "--json")
    assert json.loads(resumed.stdout)["moves"] == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_behind_stdout_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "solterm", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert (ran.returncode, ran.stderr.count(b"\n")) == (1, 1)


@pytest.mark.parametrize("kind", ["dumb", "unknown", ""])
def test_a_terminal_that_cannot_show_it_is_offered_line_mode(
    solterm: Any, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("TERM", kind)
    monkeypatch.setattr("solterm.capabilities._at_a_terminal", lambda: True)
    menu = solterm(stdin=b"play demon\nquit\n")
    assert menu.code == 0
    assert "cannot show the full program: this is line mode" in menu.out
    assert "contests " in menu.out
    assert "Demon (smallWare), deal" in menu.out
    game = solterm("play", "corners", "--deal", "7", stdin=b"quit\n")
    assert game.code == 0
    assert "this is line mode. Corners (Solitaire Royale), deal 7" in game.out


def test_contests_are_begun_from_the_command_line(solterm: Any) -> None:
    assert "Aunt Anne's tour" in solterm("contest", stdin=b"").out
    begun = solterm("contest", "golf", "18", "--json", stdin=b"next\n").out.splitlines()
    first, second = map(json.loads, begun)
    assert (first["game"], first["state"], first["piles"]) == ("", "none", {})
    assert first["contest"]["kind"] == "match"
    assert len(first["contest"]["games"]) == 18
    assert second["game"] == "ultimate-golf"
    assert second["purpose"].startswith("match:")


def test_boards_are_verified_carried_out_and_taken_in(solterm: Any, tmp_path: Any) -> None:
    from solterm.games import find
    from solterm.store.boards import Boards
    from solterm.store.store import Store
    from tests.contests.claims import a_sheet

    Boards(Store.open(), find).take(a_sheet())
    (entry,) = solterm("scores", "--json").json
    assert (entry["board"], entry["player"], entry["level"]) == ("sheet:demon", "Ann", 3)
    assert sorted(entry) == ["board", "date", "deal", "game", "level", "player", "score"]
    assert solterm("verify", "sheet:demon").code == 0
    text = solterm("scores", "--export", "sheet:demon").out
    (tmp_path / "out.txt").write_text(text)
    assert solterm("verify", str(tmp_path / "out.txt")).code == 0
    assert solterm("--player", "bob", "scores", "--json").json == []
    assert solterm("--player", "bob", "scores", "--import", str(tmp_path / "out.txt")).code == 0
    assert len(solterm("--player", "bob", "scores", "--json").json) == 1
    (tmp_path / "out.txt").write_text(text.replace('[Points "', '[Points "9'))
    forged = solterm("verify", str(tmp_path / "out.txt"))
    assert forged.code == 1
    assert "It claims 9" in forged.out
    assert "is refused" in solterm("scores", "--import", str(tmp_path / "out.txt")).err


@pytest.mark.parametrize("name", ["", "a" * 25, "\x07", 'say "hi"'])
def test_a_player_needs_a_name(solterm: Any, name: str) -> None:
    assert solterm("--player", name, "stats").code == 2


def test_a_player_stays_inside_the_data_folder(solterm: Any) -> None:
    from solterm.store import place

    solterm("--player", "../../up", "play", KLONDIKE, "--json", stdin=b"s\n")
    folder = place.home()
    assert folder.parent.name == "players"
    assert folder.name == "%2E%2E%2F%2E%2E%2Fup"

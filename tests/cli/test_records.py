"""The command line: replays, exports, results and proofs."""

import os
import sys
from pathlib import Path
from shlex import quote
from typing import Any

import pytest

from solterm import __version__
from solterm.capabilities import Terminal as Kind
from solterm.cli import doctor
from solterm.contests import sheets
from solterm.sessions import contest_steps, plays
from solterm.store.store import Store
from solterm.wire.probe import Reported, Size
from tests.cli.calls import KLONDIKE
from tests.harness.pty import Terminal
from tests.here import here

MOVES = b"t2 f\nt2 f\ns\nx\nlevel 2\ns\n"


def exported(solterm: Any, *args: str) -> str:
    ran = solterm("export", *args)
    assert ran.code == 0, ran.err
    return str(ran.out)


def test_a_record_proves_a_game(solterm: Any, tmp_path: Path) -> None:
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


def test_finished_games_are_exported_by_number(solterm: Any) -> None:
    ran = solterm("export")
    assert (ran.code, ran.out) == (1, "")
    assert "'solterm export 1'" in ran.err
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\nnew 42\n")
    assert '[Deal "42"]' in exported(solterm)
    assert '[Deal "617"]' in exported(solterm, "1")
    ran = solterm("export", "2")
    assert (ran.code, ran.err) == (1, "solterm: You have not finished 2 games yet.\n")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text.replace('"617"', '"618"'), "is refused"),
        (lambda text: text.replace('"10"', '"1000"'), "it says '1000', but"),
        (lambda text: text.replace('"playing"', '"won"'), "it says 'won', but"),
        (lambda text: text.replace("klondike", "golf"), "There is no game"),
        (lambda text: text.replace("t2 f1", "z9 t1"), "is refused"),
        (lambda text: text.replace("t2 f1", "level ²"), "is refused"),
        (lambda text: text.replace("t2 f1", "xyzzy"), "'xyzzy' is refused"),
        (lambda text: text.replace("[Deal", "[deal"), "a tag is damaged"),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_reason(
    solterm: Any, damage: Any, message: str
) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=MOVES)
    text = damage(exported(solterm))
    ran = solterm("replay", "-", stdin=text.encode())
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("solterm: Standard input: Line ")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_an_unreadable_record_is_reported(solterm: Any, tmp_path: Path) -> None:
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
    line = {"game": KLONDIKE, "level": 3, "played": 1, "won": 0, "alone": 0, "best": 10}
    line |= {"variant": "", "latest": [10]}
    assert solterm("stats", "--json").json == [line]
    assert solterm("stats").out.splitlines()[1].split()[:5] == [KLONDIKE, "3", "1", "0", "10"]
    assert solterm("stats", "--reset").code == 1, "no terminal to confirm at"
    assert solterm("stats", "--reset", "--yes").code == 0
    assert solterm("stats", "--json").json == []


def test_data_is_backed_up_and_restored(solterm: Any, tmp_path: Any) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\n")
    file = str(tmp_path / "cards.zip")
    assert solterm("backup", file).code == 0
    assert "is there already" in solterm("backup", file).err
    assert "pass --yes to confirm" in solterm("restore", file).err, "no terminal to confirm at"
    for other in (str(tmp_path / "gone.zip"), str(Path(__file__))):
        ran = solterm("restore", other)
        assert (ran.code, "yes" in ran.err) == (1, False), "it looks at the file before it asks"
    assert solterm("restore", file, "--yes").code == 0
    assert "t2 f1" in solterm("export").out


def test_a_record_is_imported_as_a_saved_game(solterm: Any, tmp_path: Any) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\n")
    (tmp_path / "mine.txt").write_text(solterm("export").out)
    assert "is saved as 'mine'" in solterm("import", str(tmp_path / "mine.txt")).out
    replies = solterm("play", KLONDIKE, "--deal", "5", "--json", stdin=b"open mine\n").out
    assert '"deal": 617' in replies
    (tmp_path / "bad.txt").write_text("nothing")
    assert solterm("import", str(tmp_path / "bad.txt")).code == 1


def test_a_shared_game_is_imported_from_a_chat(solterm: Any) -> None:
    from solterm.core.play.play import Play
    from solterm.games import find
    from solterm.sessions.sharing import block

    play = Play(find(KLONDIKE), 617)
    play.perform("t2 f1")
    pasted = f"Ann: look!\n{block(play)}\n".replace("\n", "\n> ").encode()
    assert "is saved as 'Klondike 617'. F6 in the menu" in solterm("import", "-", stdin=pasted).out
    assert "with 1 move" in solterm("replay", "-", stdin=pasted).out
    ran = solterm("import", "-", stdin=pasted.replace(b"]", b""))
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert "it is cut off; copy all of it" in ran.err


def test_scores_list_the_rows_of_sheets(solterm: Any) -> None:
    assert solterm("scores", "--json").json == []
    assert solterm("scores").out == "No game of a score sheet is finished yet.\n"
    store = Store.open()
    start = contest_steps.start_of(sheets.present(store, KLONDIKE), 3)
    kept = plays.deal(store, start._replace(deal=617))
    kept.perform("t2 f1")
    contest_steps.end(kept, replace=True)
    *_, entry = solterm("scores", "--json").json
    assert list(entry) == ["board", "player", "game", "deal", "level", "score", "date"]
    values = (entry["board"], entry["deal"], entry["level"], entry["score"])
    assert values == ("sheet 4", 617, 3, 10), "entries name their row"
    assert "Klondike (KLONCAN)" in solterm("scores").out


def test_the_doctor_names_the_data_folder_and_problems(solterm: Any, home: Path) -> None:
    ran = solterm("doctor")
    assert ran.code == 0
    assert str(home) in ran.out
    assert __version__ in ran.out
    home.joinpath("solterm.db").write_bytes(b"This is no database at all, but long enough." * 20)
    assert "Trouble:   " in solterm("doctor").out
    assert "solterm.db" in solterm("doctor").out


def test_the_doctor_tells_sizes_that_differ_and_wide_lines(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Reported(2, Size(90, 30))
    monkeypatch.setattr(doctor, "ask_terminal", lambda with_lines: told)
    monkeypatch.setattr(os, "get_terminal_size", lambda fileno: os.terminal_size((80, 24)))
    monkeypatch.setenv("COLUMNS", "132")
    monkeypatch.delenv("LINES", raising=False)
    context = here()._replace(terminal=Kind(kind="xterm", is_tty=True))
    found = dict(doctor.findings(context))
    assert found["Terminal"] == (
        "xterm, 90 columns, 30 rows"
        " (the terminal says 90x30, the system 80x24, COLUMNS and LINES 132x30)"
    )
    assert found["Frames"].startswith("ASCII, as line characters take 2 cells here")
    monkeypatch.delenv("COLUMNS")
    told = Reported(1, Size(80, 24))
    found = dict(doctor.findings(context))
    assert found["Terminal"] == "xterm, 80 columns, 24 rows"
    assert found["Frames"] == "line characters take one cell"


def test_a_record_from_a_pipe_is_shown_on_the_terminal(solterm: Any, tmp_path: Path) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=MOVES)
    file = tmp_path / "game.txt"
    file.write_text(exported(solterm))
    argv = ["sh", "-c", f"{quote(sys.executable)} -m solterm replay - < {quote(str(file))}"]
    home = {"SOLTERM_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"}
    with Terminal(argv, env=home) as terminal:
        terminal.wait_for("The deal")
        terminal.press("Right")
        terminal.wait_for("1/")
        terminal.send(b"\x1b")
        assert terminal.wait_exit() == 0
        terminal.wait_for("Klondike (KLONCAN), deal 617")

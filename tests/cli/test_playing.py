"""The command line in line mode, in this process and in a new one."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from solterm.games import find
from tests.cli.calls import CANFIELD, KLONDIKE, process


def test_plain_alone_resumes_the_latest_game_of_line_mode(solterm: Any) -> None:
    first = solterm("--plain", stdin=b"q\n")
    assert first.code == 0
    assert "Klondike, draw 1 (smallWare)" in first.out  # as in the menu
    assert "'solterm list' lists all games" in first.out
    solterm("play", "demon", "--deal", "617", "--plain", stdin=b"s\nq\n")
    again = solterm("--plain", stdin=b"q\n")
    assert "Your game is as you left it." in again.out
    assert "Demon (smallWare), deal 617" in again.out
    assert solterm("--plain", "play", "demon", stdin=b"q\n").code == 0


# -- playing in lines --------------------------------------------------------------------------


def test_play_resumes_the_suspended_game_and_deal_starts_a_new_one(solterm: Any) -> None:
    first = solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\ns\n").replies
    again = solterm("play", KLONDIKE, "--json", stdin=b"undo\n").replies
    assert again[0]["piles"] == first[-1]["piles"]
    assert again[0]["moves"] == 1
    assert again[1]["ok"]
    anew = solterm("play", KLONDIKE, "--deal", "617", "--json").replies
    assert anew[0]["moves"] == 0


def test_a_game_is_chosen_at_random(solterm: Any) -> None:
    told = solterm("play", "spider", "--random", "--json", stdin=b"quit\n").replies[0]
    assert find(told["game"]).family == find("spider").family
    assert solterm("play", "--random", "--json", stdin=b"quit\n").replies[0]["ok"]


def test_another_deal_leaves_an_unfinished_game_to_return_to(solterm: Any) -> None:
    solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\n")
    other = solterm("play", KLONDIKE, "--deal", "24", "--plain", stdin=b"s\n")
    assert "Your unfinished game, deal 617, is put aside" in other.out
    assert solterm("stats", "--json").json == []
    listed = solterm("play", KLONDIKE, "--plain", stdin=f"saves\nopen {KLONDIKE} 617\n".encode())
    assert "Klondike (KLONCAN) 617: put aside, last played" in listed.out
    back, _ = solterm("play", KLONDIKE, "--json", stdin=b"saves\n").replies
    assert (back["deal"], back["moves"]) == (617, 1)
    assert solterm("stats", "--json").json == []


def test_an_unreadable_game_is_reported_and_replaced_only_on_request(
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


@pytest.mark.parametrize("report", ["stats", "scores", "export"])
def test_reports_mention_an_emptied_file(solterm: Any, home: Path, report: str) -> None:
    solterm("play", KLONDIKE, "--plain", stdin=b"s\n")
    next(home.rglob("solterm.db")).write_bytes(b"")
    assert solterm(report).err.count("is empty, though it has held games") == 1
    assert "is empty" not in solterm(report).err


def test_an_unexpected_error_prints_one_sentence_and_writes_a_report(
    solterm: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("solterm.plain.loop.carry_out", broken)
    ran = solterm("play", KLONDIKE, "--deal", "617", "--json", stdin=b"s\n")
    assert ran.code == 1
    assert ran.err.startswith("solterm: Something went wrong")
    assert ran.err.count("\n") == 1
    assert len(list(home.glob("report-*.txt"))) == 1


def test_play_continues_without_a_store_that_cannot_be_opened(solterm: Any, home: Path) -> None:
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


def test_without_a_terminal_the_program_suggests_line_mode(solterm: Any) -> None:
    for args in ([], ["play", KLONDIKE]):
        ran = solterm(*args)
        assert (ran.code, ran.out) == (1, "")
        assert "--plain" in ran.err
        assert ran.err.count("\n") == 1


# -- in a new process --------------------------------------------------------------------------


def test_line_mode_through_a_pipe() -> None:
    ran = process("play", KLONDIKE, "--deal", "617", "--json", stdin=b"t2 f\n\xff\nquit\nboard\n")
    replies = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, True, False, True]
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_an_ascii_locale_raises_no_error() -> None:
    for args in (["rules", CANFIELD], ["doctor"], ["play", "✓"], ["replay", "♠"]):
        ran = process(*args, PYTHONIOENCODING="ascii", LC_ALL="C")
        assert b"Traceback" not in ran.stderr
        assert ran.returncode in (0, 1, 2)


def test_a_closed_pipe_is_not_an_error() -> None:
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_stdout_is_reported() -> None:
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
def test_an_unsuitable_terminal_is_offered_line_mode(
    solterm: Any, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("TERM", kind)
    monkeypatch.setattr("solterm.capabilities.Terminal.is_tty", True)
    menu = solterm(stdin=b"play demon\nquit\n")
    assert menu.code == 0
    assert "cannot show the full program: this is line mode" in menu.out
    assert "contests " in menu.out
    assert "Demon (smallWare), deal" in menu.out
    game = solterm("play", "corners", "--deal", "7", stdin=b"quit\n")
    assert game.code == 0
    assert "this is line mode. Corners (Solitaire Royale), deal 7" in game.out


def test_a_variant_is_played_by_its_id_or_title_and_resumed(solterm: Any) -> None:
    first = solterm("play", "spider-two-suits", "--json").replies[0]
    assert first["options"] == {"suits": "2"}
    again = solterm("play", "Spider, two suits", "--json").replies[0]
    assert (again["deal"], again["options"]) == (first["deal"], first["options"])
    dealt = solterm("play", "spider one suit #617", "--json").replies[0]
    assert (dealt["deal"], dealt["options"]) == (617, {"suits": "1"})
    new = solterm("play", "spider", "--option", "suits=2", "--json").replies[0]
    assert new["deal"] != first["deal"], "an option starts a new game"
    told = "the name has deal 617 and --deal has 5: use only one"
    assert told in solterm("play", "freecell617", "--deal", "5", "--plain").err

"""Boards of other programs on the command line: solved, played, analysed, kept and listed."""

import io
import json
import pickle
import random
import sys
from pathlib import Path

import pytest

from solterm.cli import main as cli
from solterm.core.play import record
from solterm.games import find
from solterm.store.store import Store
from tests.games.test_board_text import ROWS
from tests.harness.cases import over

OWN = ROWS.replace("4C 2C", "2C 4C")
"""A board without a number."""


@pytest.fixture
def solterm(capsys, monkeypatch, tmp_path):
    """Run the command line in this process. Return its exit code and output."""
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "home"))

    def call(*args: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = cli.main(args)
        return code, *capsys.readouterr()

    return call


def test_a_board_is_solved_as_the_deal_that_it_is(solterm):
    code, text, _ = solterm("solve", "-", stdin=ROWS)
    found = record.read(text)
    assert (code, found.tags["Deal"], found.replay(find).outcome) == (0, "24", "won")


def test_a_board_without_a_number_is_solved_too(solterm):
    _, text, _ = solterm("solve", "-", "--json", stdin=OWN)
    found = json.loads(text)
    assert (found["game"], found["finding"]) == ("free-cell", "won")
    assert solterm("replay", "-", "--json", stdin=found["record"])[0] == 0


def test_our_own_deals_are_read_from_a_pipe(solterm):
    dealt = solterm("deal", "royale-golf", "--deal", "5")[1]
    code, text, _ = solterm("solve", "-", "--json", stdin=dealt)
    assert (code, json.loads(text)["deal"]) == (0, 5)


def test_a_wrong_board_is_refused(solterm):
    code, text, told = solterm("solve", "-", stdin=ROWS.replace("9D", "8S"))
    assert (code, text) == (1, "")
    assert "has 8S twice and lacks 9D" in told


def test_a_pickle_of_pysolfc_is_not_opened(solterm, tmp_path):
    file = tmp_path / "game.pso"
    file.write_bytes(pickle.dumps({"game": 24}))
    assert "is a saved game of PySolFC" in solterm("solve", str(file))[2]


def test_random_bytes_are_refused(solterm, tmp_path):
    dice, file = random.Random(5), tmp_path / "noise"
    for begin in (b"", b"{", b"<", b"\x80\x04", b"game free-cell level 3\n", ROWS.encode()):
        file.write_bytes(begin + dice.randbytes(200))
        code, text, told = solterm("solve", str(file))
        assert (code, text) == (1, "")
        assert told.startswith("solterm: ") and told.endswith(".\n") and told.count("\n") == 1


def test_a_win_is_written_as_other_programs_read_it(solterm):
    moves = solterm("solve", "-", "--format", "moves", stdin=ROWS)[1].split(", ")
    notation = solterm("solve", "-", "--format", "fc-solve", stdin=ROWS)[1].split()
    assert len(moves) == len(notation)
    assert (moves[0], notation[0]) == ("t4 f1", "4h")
    code, _, told = solterm("solve", "klondike-deal-1", "--deal", "5", "--format", "fc-solve")
    assert code == 1
    assert "no other piles" in told


def test_a_board_is_analysed_and_kept(solterm, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text(OWN)
    assert "can still be won" in solterm("analyse", str(file))[1]
    assert "is saved as 'mine'" in solterm("import", str(file))[1]


def test_a_board_is_played_and_counts_in_no_statistics(solterm, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text(OWN)
    _, text, _ = solterm("play", "--board", str(file), "--plain", stdin="t4 f1\nend\ny\nquit\n")
    assert "Free Cell, own board" in text
    store = Store.open()
    assert not store.counted_results()


@over(
    "words",
    [
        "solve FILE --deal 5",
        "solve FILE --option a=b",
        "solve free-cell --deal 5 --game yukon",
        "solve free-cell",
        "play",
        "play --board FILE --deal 5",
        "play --board FILE --random",
        "play --board FILE --winnable",
        "play --random --option a=b",
    ],
)
def test_arguments_that_would_be_left_out_are_refused(words, solterm, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text(OWN)
    code, text, told = solterm(*words.replace("FILE", str(file)).split())
    assert (code, text) == (2, "")
    assert told.startswith(f"solterm {words.split()[0]}: ")


def test_a_list_of_deals_is_studied(solterm, tmp_path: Path):
    answer = solterm("study", "free-cell", "--deals", "24,11982", "--level", "3", "--json")[1]
    assert [row["finding"] for row in json.loads(answer)] == ["won", "lost"]
    file = tmp_path / "list.csv"
    file.write_text("deal,verdict\n24,won\n11982,winnable\n")
    code, _, told = solterm("study", "free-cell", "--deals", str(file), "--level", "3")
    assert code == 1
    assert "the opposite of free-cell 11982 at level 3 (lost)" in told
    file.write_text("11982,won\n")
    code, _, _ = solterm(*f"study free-cell --deals {file} --level 3 --hints --positions 9".split())
    assert code == 0, "hints lose deals that can be won"
    file.write_text("24," + "x" * 200_000)
    assert "Line 1" in solterm("study", "free-cell", "--deals", str(file))[2]
    file.write_text("24\nx\n")
    assert "Line 2" in solterm("study", "free-cell", "--deals", str(file))[2]

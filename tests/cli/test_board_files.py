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
FC_SOLVE = """\
4h 7a 7b 7h 1c 1d a1 7a 74 7h
ch 2c 27 2h 7h 2h 67 c6 75 2c
27 d2 2d 2h 45 32 73 87 87 c8
85 a8 4c 4a 46 4h d4 24 3d 32
3h d2 3d a3 4a 4h 48 34 3h b3
54 5h 8b 8h 87 b8 87 8h 3b 38
c3 b8 45 6c 6b 64 d6 b4 c4 1d
1b 16 1c 1h 5h 1h a1 42 1a c1
81 24 8c a8 42 8a b8 d8 5b 5h
7d 7h 76 7h ch 51 5c 52 53 73
a7 63 68 6a 64 6h 16 1h 1h 8h
5h 8h 4h c1 5c 5h 7h bh dh 6h
3h 1h 3h 1h 3h 3h 3h 2h 8h 8h
4h 2h 3h 4h 2h 2h ah ch
"""
"""What fc-solve 5.0.0 prints for this deal with -m -sn."""


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


def is_won_by(rows: str, notation: str) -> bool:
    """Play a game of Free Cell in standard notation; return whether all cards come home.

    It reads the notation as fc-solve's manual has it: a column is a digit, a cell a letter from a
    on, and h is home.
    """
    piles = {str(n): row.replace("10", "T").split() for n, row in enumerate(rows.splitlines(), 1)}
    cells: dict[str, str] = {}
    home = dict.fromkeys("CDHS", 0)
    rank = "_A23456789TJQK".index

    def fits(card: str, on: str) -> bool:
        return rank(card[0]) + 1 == rank(on[0]) and (card[1] in "DH") != (on[1] in "DH")

    for src, dst in notation.split():
        run = [cells.pop(src)] if src in "abcd" else [piles[src].pop()]
        while dst.isdigit() and piles[dst] and not fits(run[0], piles[dst][-1]):
            run.insert(0, piles[src].pop())  # one move may carry a run to another column
            assert fits(run[1], run[0]), "it is a run"
            assert len(run) <= (5 - len(cells)) << list(piles.values()).count([])
        card = run[0]
        if dst == "h":
            assert rank(card[0]) == home[card[1]] + 1
            home[card[1]] += 1
        elif dst in "abcd":
            assert dst not in cells
            cells[dst] = card
        else:
            piles[dst] += run
    return set(home.values()) == {13}


def test_notation_wins_as_other_programs_read_it(solterm, tmp_path):
    """The first solution is fc-solve's own, of its version 5.0.0."""
    assert is_won_by(ROWS, FC_SOLVE)
    for board in (ROWS, OWN):
        won = solterm("solve", "-", stdin=board)[1]
        told = solterm("export", "-", "--format", "fc-solve", stdin=won)[1]
        assert told == solterm("solve", "-", "--format", "fc-solve", stdin=board)[1]
        assert all(len(line.split()) <= 10 for line in told.splitlines())
        assert is_won_by(board, told)


def test_a_game_is_exported_in_all_forms(solterm, tmp_path):
    lines = "t4 f1\nautoplay on\nt4 r1\nundo\nt4 r1\nlevel 1\nquit\n"
    solterm("play", "free-cell", "--deal", "24", "--plain", stdin=lines)
    assert solterm("export")[1] == solterm("export", "--format", "record")[1]
    assert "autoplay on" in solterm("export")[1]
    assert solterm("export", "--format", "moves")[1] == "t4 f1, t4 r1\n"
    assert solterm("export", "--format", "fc-solve")[1] == "4h 4a\n"
    told = solterm("export", "--format", "text")[1]
    assert told.startswith("Free Cell (smallWare), deal 24, level 1: playing, ")
    assert "6D to cell 1" in told
    for board in ((), ("-",)):
        picture = solterm("export", *board, "--format", "svg", stdin=OWN)[1]
        assert picture.startswith("<svg ") and picture.endswith("</svg>\n")
    assert ">own<" in picture and ">board<" in picture
    assert "and no file" in solterm("export", "nowhere.txt")[2]
    assert "'nowhere.txt' is no game, and no file" in solterm("solve", "nowhere.txt")[2]
    assert "No move has been made" in solterm("export", "-", "--format", "moves", stdin=OWN)[2]
    assert "is no move: Exception" in export_with_an_exception(solterm)


def export_with_an_exception(solterm) -> str:
    record = '[Game "klondike-deal-1"]\n[Rules "2"]\n[Deal "5"]\n[Level "3"]\n\ns, s, x'
    return solterm("export", "-", "--format", "moves", stdin=record)[2]


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
    answer = solterm("study", "ultimate-golf", "--deals", "3,12", "--level", "3", "--json")[1]
    assert [row["finding"] for row in json.loads(answer)] == ["lost", "won"]
    file = tmp_path / "list.csv"
    file.write_text("deal,verdict\n12,won\n3,winnable\n")
    code, _, told = solterm("study", "ultimate-golf", "--deals", str(file), "--level", "3")
    assert code == 1
    assert "the opposite of ultimate-golf 3 at level 3 (lost)" in told
    file.write_text("3,won\n")
    code, _, _ = solterm(
        *f"study ultimate-golf --deals {file} --level 3 --hints --positions 9".split()
    )
    assert code == 0, "hints lose deals that can be won"
    file.write_text("24," + "x" * 200_000)
    assert "Line 1" in solterm("study", "ultimate-golf", "--deals", str(file))[2]
    file.write_text("24,maybe\n")
    assert "'maybe' is no verdict" in solterm("study", "ultimate-golf", "--deals", str(file))[2]
    file.write_text("24\nx\n")
    assert "Line 2" in solterm("study", "ultimate-golf", "--deals", str(file))[2]

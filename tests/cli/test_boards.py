"""The board commands: scores, verify, export and import."""

from pathlib import Path

import pytest

from solterm.cli import score_commands
from solterm.cli.console import Output
from solterm.cli.verifying import check_results
from solterm.contests.tournaments import publish
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.refusal import Refusal
from solterm.games import find
from solterm.sessions.boards import Boards
from solterm.store import sharedfolder
from solterm.store.store import Store
from tests.contests.claims import a_day, a_sheet, a_tour, claim, played
from tests.contests.laid_out import cup_of
from tests.here import here


def enter(*claims: str) -> None:
    mine = Boards(Store.open(), find)
    for each in claims:
        mine.take(each)


def test_scores_list_refused_entries(home: Path) -> None:
    enter(a_sheet(), a_tour())
    (home / "boards" / "tour" / f"{'a' * 64}.txt").write_text("forged")
    scores = score_commands.list_scores(Output(here()))
    report = scores.text()
    assert "Score sheet, Demon (smallWare) (sheet:demon), score\nAnn  0  level 3" in report
    assert "1 entry was refused: 'solterm verify tour' tells why." in report
    assert [each["board"] for each in scores.values] == ["sheet:demon", "tour"]


def test_scores_report_a_missing_shared_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(a_sheet())
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "away"))
    assert (
        "your results are kept and sent there later"
        in score_commands.list_scores(Output(here())).text()
    )
    (tmp_path / "away").mkdir()
    assert (
        "not prepared: its owner runs 'solterm boards --prepare'"
        in score_commands.list_scores(Output(here())).text()
    )
    sharedfolder.prepare(here())
    assert "kept" not in score_commands.list_scores(Output(here())).text()
    assert len(list((tmp_path / "away").rglob("*.txt"))) == 1


def test_boards_lists_tournaments_without_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "shared"))
    sharedfolder.prepare(here())
    publish(here(), cup_of("Friday", ("demon",), (617,)))
    enter(a_tour())
    (report,) = score_commands.list_boards(Output(here()))
    assert [row[:3] for row in report.rows] == [
        ("tour", "Aunt Anne's tour", 1),
        ("tournament:Friday", "Tournament Friday", 0),
    ]


def test_results_are_exported_and_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(a_sheet(), claim("sheet:demon", [played("demon", 9)], "Jürgen", "a" * 16))
    file = tmp_path / "out.txt"
    file.write_text(
        score_commands.export_board(here(), "SHEET:demon"), encoding="utf-8", newline="\r\n"
    )
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "elsewhere"))
    assert score_commands.import_results(here(), str(file)) == "2 results added."
    twice = score_commands.import_results(here(), str(file))
    assert twice == "No results added: 2 were there already.", "a second import adds none"
    players = {each["player"] for each in score_commands.list_scores(Output(here())).values}
    assert players == {"Ann", "Jürgen"}


def test_one_false_result_refuses_the_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    file.write_text("\n".join([a_sheet(), a_day().replace('"Ann"', '"Eve"'), a_tour()]))
    with pytest.raises(Refusal, match=r"Result 2 of .* none were added\. .* seal does not match"):
        score_commands.import_results(here(), str(file))
    assert score_commands.list_scores(Output(here())).values == []


@pytest.mark.parametrize("content", [b"", b"\n\n", b"no results", b"\xff\xfe", b"\x00" * 99])
def test_a_file_without_results_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "out.txt"
    file.write_bytes(content)
    with pytest.raises(Refusal):
        score_commands.import_results(here(), str(file))
    with pytest.raises(Refusal):
        check_results(Output(here()), str(file))


def test_verify_checks_files_boards_and_folders(tmp_path: Path, home: Path) -> None:
    cup = claim("tournament:Cup", [played("corners", 42, Mode.SINGLE)])
    enter(a_sheet(), cup)
    report = check_results(Output(here()), "tournament:cup").answer().text()
    assert report == "holds: tournament:Cup, Ann, 1, level 3, 2026-11-21"
    (home / "boards" / "sheet:demon" / f"{'b' * 64}.txt").write_text(a_day())
    for what in ("sheet:demon", str(home / "boards" / "sheet:demon")):
        found = check_results(Output(here()), what)
        assert (len(found.results), found.refused) == (2, 1)
        assert "changed after it was entered" in found.answer().text()
    (tmp_path / "one.txt").write_text(record.write(played("demon", 1)))
    assert check_results(Output(here()), str(tmp_path / "one.txt")).refused == 0
    for nothing in (tmp_path / "none", tmp_path / "empty"):
        (tmp_path / "empty").mkdir(exist_ok=True)
        with pytest.raises(Refusal):
            check_results(Output(here()), str(nothing))


def test_an_empty_board_cannot_be_exported() -> None:
    with pytest.raises(Refusal, match="has no results here"):
        score_commands.export_board(here(), "tour")

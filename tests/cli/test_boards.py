"""The board commands."""

from argparse import Namespace
from pathlib import Path

import pytest

from solterm.cli import score_commands
from solterm.cli.console import Output
from solterm.contests.tournaments import publish
from solterm.store import sharedfolder
from solterm.store.store import Store
from tests.contests.laid_out import cup_of
from tests.contests.results import enter_sheet, enter_tour, share
from tests.here import here


def test_scores_list_refused_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "shared"))
    sharedfolder.prepare(here())
    enter_sheet(Store.open())
    enter_tour(Store.open())
    share("forged", "tour")
    scores = score_commands.scores(Namespace(), Output(here()))
    report = scores.text()
    assert "Score sheet, Demon (smallWare) (sheet:demon), score\nAnn  0  level 3" in report
    assert "1 entry was refused: It" in report
    assert [each["board"] for each in scores.values][-2:] == ["sheet:demon", "tour"]


def test_scores_report_a_missing_shared_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_sheet(Store.open())
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "away"))
    assert (
        "your results are kept and sent there later"
        in score_commands.scores(Namespace(), Output(here())).text()
    )
    (tmp_path / "away").mkdir()
    assert (
        "not prepared: its owner runs 'solterm boards --prepare'"
        in score_commands.scores(Namespace(), Output(here())).text()
    )
    sharedfolder.prepare(here())
    assert "kept" not in score_commands.scores(Namespace(), Output(here())).text()
    assert len(list((tmp_path / "away").rglob("*.txt"))) == 1


def test_boards_lists_tournaments_without_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "shared"))
    sharedfolder.prepare(here())
    publish(here(), cup_of("Friday", ("demon",), (617,)))
    enter_tour(Store.open())
    (report,) = score_commands.list_boards(Output(here()))
    assert [row[:3] for row in report.rows] == [
        ("tour", "Aunt Anne's tour", 1),
        ("tournament:Friday", "Tournament Friday", 0),
    ]

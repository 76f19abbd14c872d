"""`solterm solve` and `solterm study`: their output, their files and their refusals."""

import io
import json
import signal
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from scripts import winnability
from solterm.cli import main as cli
from solterm.cli.studying import HINTED, StudyRows, read_rows
from solterm.research import Job, StudyRow, solve_all


@pytest.fixture
def solterm(capsys, monkeypatch, tmp_path):
    """Run the command line in this process. Return its exit code and output."""
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "home"))

    def call(*args, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = cli.main(args)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return call


def test_solve_writes_a_record_that_verifies(solterm):
    code, record, _ = solterm("solve", "royale-klondike", "--deal", "617", "--seconds", "60")
    assert code == 0
    code, text, _ = solterm("replay", "-", "--json", stdin=record)
    result = json.loads(text)
    assert (code, result["outcome"], result["deal"], result["exceptions"]) == (0, "won", 617, 0)


def test_solve_reports_an_undecided_deal(solterm):
    text = solterm("solve", "ultimate-four-seasons", "--deal", "1", "--seconds", "0.01")[1]
    assert "undecided: time ran out" in text


def test_solve_reports_the_best_result(solterm):
    code, record, text = solterm("solve", "concentration", "--deal", "3")
    assert "at best 24 turns (no better result is possible" in text
    assert solterm("replay", "-", stdin=record)[0] == code == 0


@pytest.mark.parametrize(
    "wrong",
    [
        ("solve", "free-cell"),
        ("solve", "free-cell", "--deal", "1", "--seconds", "0"),
        ("study", "all", "--deals", "9-3"),
        ("study", "free-cell", "--deals", "1-3", "--jobs", "none"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(solterm, wrong):
    code, out, err = solterm(*wrong)
    assert (code, out, len(err.splitlines())) == (2, "", 1)


def test_a_study_resumes_from_its_rows(solterm, tmp_path):
    file = tmp_path / "rows.csv"
    study = ("study", "the-wish", "--level", "1", "--csv", str(file))
    code, text, _ = solterm(*study, "--deals", "1-2")
    assert (code, text.split()[-9:-3]) == (0, ["the-wish", "1", "2", "2", "0", "0"])
    rows = read_rows(file)
    assert [(row.deal, row.finding) for row in rows] == [(1, "won"), (2, "won")]
    assert solterm(*study, "--deals", "1-2")[1] == text
    assert read_rows(file) == rows


def test_a_study_of_hints_plays_only_hints(solterm, tmp_path):
    file = tmp_path / "rows.csv"
    study = ("study", "pairs", "--level", "3", "--hints", "--positions", "9", "--csv", str(file))
    code, text, _ = solterm(*study, "--deals", "1-2")
    assert (code, text.split()[8:12]) == (0, ["pairs", "3", "2", "2"])
    rows = read_rows(file, HINTED)
    assert [(row.deal, row.finding, row.best) for row in rows] == [(1, "won", 32), (2, "won", 32)]
    assert solterm(*study, "--deals", "1-2")[1] == text
    code, _, err = solterm("study", "pairs", "--deals", "1-2", "--csv", str(file))
    assert (code, "holds no rows" in err) == (1, True)


def test_options_make_a_separate_study(solterm, tmp_path):
    file = tmp_path / "rows.csv"
    study = ("study", "farewell-to-kings", "--deals", "1", "--level", "1", "--csv", str(file))
    for options in ((), ("--option", "difficulty=easy"), ("--option", "difficulty=normal")):
        assert solterm(*study, "--seconds", "0.01", *options)[0] == 0
    assert [row.options for row in read_rows(file)] == ["", "difficulty=easy"]
    assert winnability.take_up({}, [file]).keys() == {("farewell-to-kings", 1)}
    code, _, err = solterm(*study, "--option", "difficulty=none")
    assert (code, "difficulty" in err) == (2, True)
    code, _, err = solterm("study", "all", "--deals", "1", "--option", "difficulty=easy")
    assert (code, "belong to one game" in err) == (1, True)


def test_a_foreign_file_is_not_changed(solterm, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann,\n")
    code, _, err = solterm("study", "the-wish", "--deals", "1-2", "--csv", str(file))
    assert (code, "holds no rows" in err, file.read_text()) == (1, True, "Dear Ann,\n")


def test_a_truncated_row_is_rewritten(solterm, tmp_path):
    file = tmp_path / "rows.csv"
    study = ("study", "the-wish", "--level", "1", "--deals", "1-2", "--csv", str(file))
    solterm(*study)
    whole = file.read_text()
    file.write_text(whole[:-5])
    assert solterm(*study)[0] == 0
    rows = read_rows(file)
    assert [row.deal for row in rows] == [1, 2]
    assert len(file.read_text().splitlines()) == len(whole.splitlines())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_reported(solterm):
    study = ("study", "the-wish", "--level", "1", "--deals", "1", "--csv", "/dev/full")
    code, out, err = solterm(*study)
    assert (code, out) == (1, "")
    assert err == "solterm: '/dev/full' cannot be written: No space left on device.\n"


def test_undecided_deals_are_retried_with_more_time():
    tally = StudyRows(
        [
            StudyRow("fly", 3, 1, "undecided", 99, 1.0, None),
            StudyRow("fly", 3, 2, "won", 9, 0.1, None),
        ]
    )
    for seconds, needed in ((1.0, [False, False, True]), (5.0, [True, False, True])):
        jobs = [Job("fly", 3, deal, seconds=seconds) for deal in (1, 2, 3)]
        assert [tally.needs(job) for job in jobs] == needed


def test_published_findings_match_the_rows():
    findings = winnability.read_raw(winnability.RAW.read_text())
    assert winnability.write_raw(findings) == winnability.RAW.read_text()
    hints = winnability.read_hints(winnability.HINTS.read_text())
    assert winnability.write_hints(hints) == winnability.HINTS.read_text()
    assert winnability.write_table(findings, hints) == winnability.TABLE.read_text()


def test_hint_rows_are_merged_by_game(tmp_path):
    file = tmp_path / "rows.csv"
    head = ",".join(HINTED)
    file.write_text(f"{head}\nfly,3,1,won,9,0.1,52,\nfly,3,3,lost,9,0.1,20,\n")
    hints = winnability.take_up_hints({}, "full", "0.1", file)
    assert hints == {("fly", "full"): winnability.Hinted("0.1", "W-L", 36.0)}
    assert hints["fly", "full"].counts == (1, 2)
    assert winnability.read_hints(winnability.write_hints(hints)) == hints


def test_a_decided_deal_stays_decided(tmp_path):
    file = tmp_path / "rows.csv"
    file.write_text(
        "game,level,deal,finding,positions,seconds,best,options\n"
        "fly,3,1,undecided,9,0.1,,\nfly,3,2,won,9,0.1,,\nfly,3,4,lost,9,0.1,,\n"
    )
    assert winnability.take_up({("fly", 3): "W?"}, [file]) == {("fly", 3): "WW-L"}


def test_ctrl_c_while_a_worker_starts_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    start = BaseProcess.start

    def interrupted(process: BaseProcess) -> None:
        signal.raise_signal(signal.SIGINT)
        start(process)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(BaseProcess, "start", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(solve_all([Job("free-cell", 3, 1, seconds=1.0)], 1))
    finally:
        signal.signal(signal.SIGINT, before)

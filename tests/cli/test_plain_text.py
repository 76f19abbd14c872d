"""Tables and pages of the command line show text of other people as it is."""

import io
import sys

import pytest

from solterm.capabilities import Terminal
from solterm.cli import console, rendering
from solterm.sessions.report import Column, Report

TERMINAL = Terminal("xterm")
HOSTILE = ("[/]", "[@click=app.quit]x", "[link=http://x]y", "[red]z")


@pytest.mark.parametrize("text", HOSTILE)
def test_every_part_of_a_report_shows_it_literally(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    columns = [Column(text), Column("n", is_number=True)]
    rows = [(text, 1), (text, 2)]
    report = Report(text, columns, rows, [text], text, has_totals=True)
    rendering.draw(
        [report, console.PlainLine(text), console.Markdown(text), console.Cards(text)], TERMINAL
    )
    out = capsys.readouterr().out
    # The title, the column, two cells, the note, the warning, the line, the page and the cards.
    assert out.count(text) == 9, out


@pytest.mark.parametrize("text", HOSTILE)
def test_progress_shows_it_literally(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    bar = rendering.Bar(console.Task(text, hint=text), 0.0, TERMINAL)
    bar.tell(1, 2, text)
    screen = rendering._Console(sys.stderr, TERMINAL)
    for each in bar.get_renderables():
        screen.print(each)
    assert sys.stderr.getvalue().count(text) == 3

"""KLONCAN's score sheet as in DOS: six games in three columns, and totals."""

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.geometry import Offset, Size
from textual.timer import Timer
from textual.widget import Widget

from solterm.contests.contest import Contest, Row
from solterm.contests.sheets import score_sheet
from solterm.tui.widgets.key_bar import KeyClicked

_WIDTH = 56
_FIRST = 3
"""The row of game 1, below the heading."""
_STEPS = 8
"""Steps in which the totals count up."""
_SECONDS = 0.06
"""Seconds between two steps."""


class ScoreSheet(Widget, can_focus=True):
    """Shows a sheet; a click on a game is like its number."""

    DEFAULT_CSS = """
    ScoreSheet {
        width: auto;
        height: auto;
        & > .sheet--heading, & > .sheet--totals { color: $label-ink; text-style: $label-style; }
        & > .sheet--line { color: $line-ink; text-style: $line-style; }
        & > .sheet--empty { color: $faint-ink; text-style: $faint-style; }
        & > .sheet--written { background: $box-paper; color: $box-ink; text-style: $box-style; }
    }
    """

    ALLOW_SELECT = True
    COMPONENT_CLASSES = {
        *("sheet--heading", "sheet--line", "sheet--empty", "sheet--written", "sheet--totals")
    }

    def __init__(self, line: str) -> None:
        """``line`` is the character of the rule above the totals."""
        super().__init__()
        self._line = line
        self._sheet = score_sheet("")
        self._notes: dict[int, str] = {}
        self._written: int | None = None
        self._left = 0
        """Steps that remain until the totals are complete."""
        self._timer: Timer | None = None
        self.selected_cell = Offset(0, _FIRST)
        """The next game, for the terminal's cursor."""

    def show(self, sheet: Contest, notes: dict[int, str], written: int | None) -> None:
        """Show a sheet with notes on its games; ``written`` is the row just written."""
        self._sheet, self._notes, self._written = sheet, notes, written
        row = len(sheet.games) + 1 if sheet.next is None else sheet.next
        self.selected_cell = Offset(2, _FIRST + row)
        self.refresh()

    def count_up(self) -> None:
        self._left = _STEPS
        self._timer = self.set_interval(_SECONDS, self._count_on)
        self.refresh()

    def stop_counting(self) -> None:
        """Show the final totals at once."""
        if self._timer:
            self._timer.stop()
            self._timer = None
        if self._left:
            self._left = 0
            self.refresh()

    def _count_on(self) -> None:
        if self._left > 1 and self.screen.is_current:
            self._left -= 1
            self.refresh()
        else:
            self.stop_counting()

    @property
    def totals(self) -> Row:
        """The totals as far as they have counted up."""
        totals = self._sheet.totals
        row = self._sheet.rows[self._written - 1] if self._written else None
        if row is None or not self._left:
            return totals
        pairs = zip(totals, row, strict=True)
        return Row(*(whole - part * self._left // _STEPS for whole, part in pairs))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return min(_WIDTH, container.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return _FIRST + len(self._sheet.games) + 2

    def render(self) -> RenderResult:
        text = Text("Your scores so far:\n\n", no_wrap=True, overflow="crop", end="")
        heading = f"{'Game':6}{'Score':>8}{'Moves':>9}{'Exceptions':>14}\n"
        text.append(heading, self._style("heading"))
        for number, row in enumerate(self._sheet.rows, 1):
            line = f"{_cells(f'  {number}', row)}{self._notes.get(number, '')}\n"
            if number == self._written:
                text.append(line, self._style("written"))
            elif row or number in self._notes:
                text.append(line)
            else:
                text.append(line, self._style("empty"))
        text.append(f"{self._line * 37}\n", self._style("line"))
        text.append(_cells("Totals", self.totals), self._style("totals"))
        return text

    def _style(self, part: str) -> Style:
        return self.get_component_rich_style(f"sheet--{part}", partial=True)

    def on_click(self, event: events.Click) -> None:
        number = event.y - _FIRST + 1
        if 1 <= number <= len(self._sheet.games):
            self.post_message(KeyClicked(str(number)))


def _cells(name: str, row: Row | None) -> str:
    score, moves, exceptions = row or ("-", "-", "-")
    return f"{name:6}{score:>8}{moves:>9}{exceptions:>11}"

"""The page that all lists have in common: rows, headings, columns, the cursor and its keys."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

import pytest
from rich.cells import cell_len

from scripts.benchmarks import budgets
from solterm.sessions.report import Column
from solterm.tui.app import SoltermApp
from solterm.tui.screens.list_page import Listing, ListPage, ListRow, heading, on_item
from tests.harness.pty import Terminal
from tests.tui.screens import SIZES, Player, showing

NAMES = ["ann", "高い山の上の長い名前", "bob", "cid"]


class Players(ListPage[None]):
    """Lists names under a heading, and takes one out."""

    TITLE = "Players"
    EMPTY = "Nobody is here."
    COLUMNS = (Column("name", shrinks=True), Column("won", is_number=True))
    BINDINGS = on_item("enter", "greet", "Greet"), on_item("delete", "drop", "Drop")

    def __init__(self, names: Iterable[str] = NAMES) -> None:
        super().__init__()
        self.names = [*names]
        self.greeted: list[str] = []

    def rows(self) -> Iterable[ListRow]:
        if self.names:
            yield heading("Here now")
        for won, name in enumerate(self.names, 8):
            yield ListRow((name, won), name, f"{name} has won {won}.")
        if self.names:
            yield ListRow(("total", 99))

    def offers(self, do: str, item: str) -> bool:
        return do != "drop" or item != "ann"

    def greet(self, name: str) -> None:
        self.greeted.append(name)

    def drop(self, name: str) -> None:
        self.names.remove(name)


class Lines(ListPage[None]):
    """Lists one line that is longer than a narrow window."""

    def listing(self) -> Listing:
        return Listing("Lines", self.COLUMNS, [ListRow((" ".join(map(str, range(40))),))])


async def test_the_cursor_skips_headings_and_stays_on_its_item() -> None:
    page = Players()
    async with showing(lambda app: app.push_screen(page)) as player:
        assert (player.line.split()[0], page.item) == ("ann", "ann")
        assert "ann has won 8." in player.text
        await player.press("down", "down")
        page.names = ["eve", *page.names]
        page.look_again()
        assert page.item == "bob"
        await player.press("delete")
        assert page.item == "cid", "the next one, in the place of what is gone"
        await player.press("home", "up")
        assert player.line.startswith("total"), "the cursor wraps round"


async def test_keys_act_on_the_item_and_leave_the_bar_where_they_do_nothing() -> None:
    page = Players()
    async with showing(lambda app: app.push_screen(page)) as player:
        assert "Enter Greet   ? Help" in player.pilot.rows[-1]
        await player.press("delete", "enter", "down", "down", "enter")
        assert page.greeted == ["ann", "bob"]
        assert page.names == NAMES
        assert "Enter Greet   Del Drop" in player.pilot.rows[-1]
        await player.press("end", "enter", "delete")
        assert page.greeted == ["ann", "bob"], "a row of totals has no item"
        assert "Enter" not in player.pilot.rows[-1]


@pytest.mark.parametrize("size", SIZES)
async def test_columns_are_aligned_whatever_the_width_of_characters(size: tuple[int, int]) -> None:
    long = "長" * 40
    async with showing(lambda app: app.push_screen(Players([*NAMES, long])), size) as player:
        rows = [row.rstrip() for row in player.pilot.rows[1:8]]
        ends = {cell_len(row) for row in rows if row.strip() != "Here now"}
        assert len(ends) == 1 and max(ends) < size[0], rows
        assert "…" in rows[6] and not rows[6].endswith("…")


async def test_a_line_without_room_is_told_below_the_list() -> None:
    async with showing(lambda app: app.push_screen(Lines()), (60, 20)) as player:
        assert "…" in player.line
        assert "39" not in player.line
        assert "39" in player.text
        player.app.push_screen(empty := Players([]))
        await player.press("enter", "down", "delete")
        assert "Nobody is here." in player.text
        assert empty.greeted == []
        assert "Enter" not in player.pilot.rows[-1]


@pytest.mark.parametrize("commands", [True, False])
async def test_a_click_chooses_a_command_but_moves_to_another_row(commands: bool) -> None:
    page = Players()
    page.ARE_COMMANDS = commands
    async with showing(lambda app: app.push_screen(page)) as player:
        row = player.find_row("bob")
        await player.pilot.click((3, row))
        assert (page.item, page.greeted) == ("bob", ["bob"] * commands)
        await player.pilot.click((3, row - 3))
        assert page.item == "bob", "a heading takes no click"
        await player.pilot.click((3, row))
        assert page.greeted == ["bob"] * (1 + commands)


# -- the highlight --------------------------------------------------------------------------------


PAGES: dict[str, Callable[[SoltermApp], object]] = {
    "menu": lambda app: app.doors.go_to_menu(),
    "contests": lambda app: app.doors.go_to_contests(),
    "saved games": lambda app: app.doors.show_saves(),
    "deal of the day": lambda app: app.game_doors.play_daily(),
    "keys": lambda app: app.doors.show_own_keys(),
}


def papers(player: Player, row: int) -> list[object]:
    """Return the background of each column of a row, up to the last one with text."""
    found: list[object] = []
    for text, style, _ in player.pilot.strips[row]:
        found += [style and style.bgcolor] * cell_len(text)
    return found[: len(player.pilot.rows[row].rstrip(" ▁▂▃▄▅▆▇█"))]


@pytest.mark.parametrize("size", SIZES)
async def test_the_highlight_covers_the_row(size: tuple[int, int]) -> None:
    async with showing(lambda app: app.doors.go_to_menu(), size) as player:
        for name, show in PAGES.items():
            show(player.app)
            await player.pilot.pause()
            await player.press("down", "up")
            x, y = player.pilot.cursor
            lit = papers(player, y)
            assert len(lit) > 5, name
            assert len(set(lit[x + 1 :])) == 1, name
            if player.app.screen.shown.rows:
                assert lit[x + 1] not in papers(player, y + 1)[x + 1 :], name


@pytest.mark.parametrize("key", ["3", "6"])
def test_a_step_of_the_cursor_costs_few_bytes_on_pages(home: Path, key: str) -> None:
    """3 opens a list, 6 a table."""
    argv = [sys.executable, "-m", "solterm"]
    with Terminal(argv, env={"SOLTERM_HOME": str(home)}) as terminal:
        terminal.wait_for("2Help")
        terminal.rest()
        terminal.press("Escape")  # closes the offer of the lesson
        terminal.press(key)
        terminal.wait_for("Esc Back")
        terminal.rest()
        costs = [terminal.measure(step).bytes for step in ("Down", "Down", "Up", "Down")]
        assert min(costs) > 0
        assert median(costs) <= budgets.BYTES["list cursor"]

"""Pages of help and rules: they fit any window, lose no word, and have contents."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.widgets import OptionList
from textual.widgets.markdown import MarkdownBlock

from solterm.context import Context
from solterm.games import catalogue, find
from solterm.manual.rules_pages import page
from solterm.store.settings import Settings, save_settings
from solterm.tui.app import SoltermApp
from solterm.tui.screens.help_pages import HelpPagesScreen, Reader, TextScreen, page_text
from solterm.tui.screens.lesson_screen import LessonScreen
from tests.effort import tries
from tests.tui.screens import Player, showing

HELPS = {name: page_text(name) for name in ("first", "introduction", "playing", "about", "host")}
PAGES = {game: page(game) for game in catalogue()} | HELPS
SIZES = [(80, 24), (60, 20)]
PARTS = ("Deal", "Play", "Levels", "Hints")
LONG = "\n".join(
    f"## {part}\n\n- A list.\n\n```\n{chr(10).join(f'Line {n} of {part}.' for n in range(15))}\n```"
    for part in PARTS
)
"""A page of four parts, each longer than half a screen."""


@asynccontextmanager
async def reading(
    show: Callable[[SoltermApp], object] = lambda app: app.push_screen(
        TextScreen("A page", LONG, is_page=True)
    ),
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Player]:
    """Open a page and wait until all of it is there."""
    async with showing(show, size) as player:
        await player.pilot.wait_until(
            lambda: player.app.screen.query(MarkdownBlock) and player.text.strip()
        )
        yield player


def scroll(player: Player) -> VerticalScroll:
    return player.app.screen.query_one("#text", VerticalScroll)


def words(text: str) -> list[str]:
    """Return the words of a page, without Markdown syntax."""
    text = re.sub(r"^\|[-:| ]+\|$|^```.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^(#+|-|\d+\.) ", "", text, flags=re.MULTILINE)
    return text.replace("**", "").replace("`", "").replace("|", " ").split()


@pytest.mark.parametrize(
    ("name", "width"),
    [("first", 58), ("kloncan-klondike", 80), ("poker", 80), ("playing", 200)][: tries(4, 1)],
)
async def test_no_word_of_a_page_is_lost(name: str, width: int) -> None:
    text = PAGES[name]
    async with reading(
        lambda app: app.push_screen(TextScreen("A page", text, is_page=True)), (width, 400)
    ) as player:
        player.app.screen.query_one("#contents").display = False
        assert set(words(text)) <= {*player.text.split(), "-"}


@pytest.mark.parametrize("size", SIZES[: tries(2, 1)])
async def test_space_scrolls_past_every_line_of_a_page(size: tuple[int, int]) -> None:
    async with reading(size=size) as player:
        seen, shown = set[str](), ""
        while shown != (shown := player.text):
            seen |= set(shown.split())
            await player.press("space")
        assert set(words(LONG)) <= {*seen, "•"}
        assert scroll(player).scroll_y == scroll(player).max_scroll_y


async def test_keys_scroll_at_once_and_stop_at_the_ends() -> None:
    async with reading() as player:
        height = scroll(player).size.height
        for key, line in [
            ("up", 0),
            ("down", 1),
            ("pagedown", height),
            ("space", 2 * height - 1),
            ("pageup", height),
            ("home", 0),
            ("end", scroll(player).max_scroll_y),
            ("down", scroll(player).max_scroll_y),
        ]:
            await player.press(key)
            assert scroll(player).scroll_y == line, key
        await player.press("home")
        await player.pilot.roll()
        assert scroll(player).scroll_y > 0


async def test_closing_keys_close_a_page() -> None:
    async with showing(lambda app: app.doors.go_to_menu()) as player:
        below = player.app.screen
        for key in ("escape", "q", "Q", "enter", "question_mark", "f2"):
            player.app.push_screen(TextScreen("First", HELPS["first"], is_page=True))
            await player.pilot.wait_until(lambda: player.app.screen.query(MarkdownBlock))
            await player.pilot.pause()
            assert isinstance(player.app.screen, TextScreen)
            assert "Contents" not in player.text.splitlines()[-1], "it has too few headings"
            assert scroll(player).max_scroll_y == 0, "the first page of the guide fits a screen"
            await player.press("t", key)
            assert player.app.screen is below, key


async def test_the_contents_lead_to_a_heading() -> None:
    async with reading() as player:
        contents = player.app.screen.query_one("#contents", OptionList)
        assert "T Contents" in player.text.splitlines()[-1]
        assert not contents.display
        await player.press("t")
        assert contents.has_focus
        assert "║" in player.text, "over a narrow page"
        await player.press("escape")
        assert isinstance(player.app.screen, TextScreen), "Esc closes only the contents"
        assert not contents.display
        await player.press("t", "down", "down", "enter")
        assert not contents.display
        assert player.text.splitlines()[1].strip() == PARTS[2]
        await player.press("t", "t")
        assert not contents.display
        await player.pilot.textual.resize_terminal(132, 43)
        await player.pilot.pause()
        assert contents.display, "beside a wide one"
        assert scroll(player).has_focus
        await player.press("t", "down", "enter")
        assert contents.display
        assert scroll(player).has_focus


async def test_rules_begin_with_the_table_and_end_with_its_piles() -> None:
    async with reading(lambda app: app.doors.show_rules(find("scorpion"))) as player:
        assert "STOCK" in player.text
        assert "5♠  8♣  2♦" in player.text, "deal 617 has them on top"
        await player.press("end")
        assert "When you type moves: stock s, columns t1 to t7." in player.text


async def test_ascii_windows_get_ascii_pages(home: Path) -> None:
    save_settings(Context(folder=home), Settings(cards="ascii"))
    async with reading() as player:
        await player.press("space")
        assert "- " in player.text
        assert "•" not in player.text
        await player.press("t")
        assert "║" not in player.text


async def test_the_list_of_pages_opens_them_and_the_lesson() -> None:
    async with showing(
        lambda app: app.push_screen(HelpPagesScreen(find("free-cell"))), (60, 20)
    ) as player:
        assert "All you need for a first game." in player.text
        await player.press("enter")
        assert isinstance(player.app.screen, TextScreen)
        await player.press("escape", "down", "enter")
        assert isinstance(player.app.screen, LessonScreen)
        await player.press("escape", "end", "up", "enter")
        assert player.text.startswith(" Free Cell")
        await player.press("escape")
        await player.pilot.click(offset=(5, 3))
        await player.pilot.pause()
        assert player.text.startswith(" Introduction to solitaire")


@pytest.mark.each_frame
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (132, 43)][: tries(3, 1)])
async def test_a_page_appears_once_in_its_place(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[Region] = []
    paint = Reader.render_lines

    def render_lines(self: Reader, crop: Region) -> object:
        places.append(self.region)
        return paint(self, crop)

    monkeypatch.setattr(Reader, "render_lines", render_lines)
    async with showing(lambda app: app.doors.show_rules(find("demon")), size) as player:
        await player.press("down", "up")
        assert len(set(places)) == 1


def test_no_line_inside_a_paragraph_starts_a_list() -> None:
    for text in PAGES.values():
        for paragraph in re.split(r"\n\s*\n", text):
            begins = [bool(re.match(r"- |\d+\. ", line)) for line in paragraph.splitlines()]
            assert not any(begins) or begins[0], paragraph

"""The command palette: its results and their effects."""

from pathlib import Path

import pytest
from textual.command import CommandPalette

from solterm.contests.tournaments import publish
from solterm.store import sharedfolder
from solterm.tui.screens.dialogs import QuitDialog
from tests.contests.laid_out import cup_of
from tests.here import here
from tests.tui.player import Player, playing
from tests.tui.screens import first_moves, menu, search_palette


async def look_for(player: Player, words: str) -> None:
    """Search with the palette, and check that it finds something."""
    await search_palette(player.pilot, words)
    assert player.screen.query_one("CommandList").option_count


async def test_the_palette_finds_games_settings_screens_and_commands() -> None:
    results = {
        "deal 3": "Play Klondike, draw 3",
        "royale golf": "Play Golf (Solitaire Royale)",
        "bakers": "% of deals can be won",
        "colours": "Theme: felt",
        "colors": "Settings",
        "streaks": "Statistics",
    }
    best = {
        "sheet": "Score sheet",
        "dail": "Deal of the day",
        "undo": "Undo",
        "dusk": "Theme: dusk\nCream cards on dark violet",
        "level 1": "Level: 1",
    }
    async with playing("free-cell", 617) as player:
        for words, found in results.items():
            await look_for(player, words)
            assert found in player.text
            await player.press("escape")
            assert player.screen is player.table
        for words, found in best.items():
            await look_for(player, words)
            assert first_line(player).startswith(found)
            await player.press("escape")
        assert player.play.events == []
        first_moves(player.table.kept, 1)
        await look_for(player, "free")
        assert "Resume Free" not in player.text, "it is on the table"
        await player.press("escape")
        await look_for(player, "level 1")
        await player.press("enter")
        told = "New games begin at level 1 now."
        await player.pilot.wait_until(lambda: told in player.notice)


async def test_a_word_of_the_help_leads_to_its_section() -> None:
    async with menu() as player:
        await look_for(player, "undo")
        assert first_line(player).startswith("Help: Hints and ways back")
        assert "U undoes and R redoes" in player.text, "it quotes the place"
        await player.press("escape")
        await look_for(player, "can win,")
        assert "can win, lost, or ?" in player.text, "without the signs of Markdown"
        await player.press("escape")
        await look_for(player, "levels and")
        await player.press("down", "enter")
        await player.pilot.wait_until(lambda: "Levels and exceptions" in player.text)
        rows = [row.strip() for row in player.pilot.rows]
        assert rows[0] == "How to play"
        assert "Levels and exceptions" in rows[:4]


async def test_the_palette_lists_tournaments_without_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "shared"))
    sharedfolder.prepare(here())
    publish(here(), cup_of("Friday", ("demon",), (617,)))
    async with playing() as player:
        await look_for(player, "friday")
        assert "Board: Tournament Friday" in player.text


def first_line(player: Player) -> str:
    option = player.screen.query_one("CommandList").get_option_at_index(0)
    return str(option.prompt)


async def test_the_palette_of_the_menu_of_help_and_of_a_dialog() -> None:
    async with menu() as player:
        await look_for(player, "")
        assert first_line(player).startswith("Menu of all games")
        assert "Resume Deal of the day" not in player.text, "it has not begun"
        rows = player.pilot.rows
        assert rows[2] == f"╔{'═' * 78}╗"
        assert all((row[0], row[79]) == ("║", "║") for row in rows[3:20])
        await player.press("escape", "f2", "slash")
        assert isinstance(player.screen, CommandPalette)
        await player.press("escape", "escape", "f6", "i")
        await look_for(player, "quit")
        assert first_line(player).startswith("Quit")
        await player.press("enter")
        assert isinstance(player.screen, QuitDialog)
        await player.press("escape", "escape")
        await look_for(player, "yukon 617")
        await player.pilot.wait_until(lambda: "Play Yukon, deal 617 (Classics)" in player.text)
        await player.press("enter")
        assert (player.screen.play.game.id, player.screen.play.deal) == ("yukon", 617)

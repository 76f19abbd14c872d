"""Replays: stepping through a game, and playing it back."""

import pytest
from textual.widgets import ProgressBar

from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import find
from solterm.manual.rules_pages import sample
from solterm.tui.screens.replay_screen import ReplayScreen
from tests.tui.screens import SIZES, menu


@pytest.mark.parametrize("size", SIZES)
async def test_a_sample_game_is_stepped_through_to_its_win(size: tuple[int, int]) -> None:
    async with menu(size) as player:
        player.app.push_screen(ReplayScreen("Sample", record.read(sample("farewell-small"))))
        await player.press("right", "right", "left")
        assert player.screen.step == 1
        assert "1/61" in player.text
        await player.press("pagedown", "end", "right")
        assert player.screen.step == 61
        assert len(player.screen.play.pile("d")) == 52
        await player.press("pageup", "home", "left")
        assert player.screen.step == 0
        assert "The deal" in player.text


async def test_playback_stops_at_any_key_and_at_the_end() -> None:
    async with menu() as player:
        player.app.push_screen(ReplayScreen("Sample", record.read(sample("farewell-small"))))
        await player.press("home")
        assert "Space plays it" in player.text
        assert "Space Play" in player.pilot.rows[-1] and "C Copy" in player.pilot.rows[-1]
        await player.press("space")
        assert player.screen.is_playing
        assert "Space plays it" not in player.text
        assert "Space Stop" in player.pilot.rows[-1]
        await player.press("plus")
        assert player.screen.is_playing
        assert "0.5 seconds a step." in player.text
        await player.press("space")
        assert not player.screen.is_playing
        for key in ("right", "c", "question_mark"):
            await player.press("space")
            assert player.screen.is_playing
            replay = player.screen
            await player.press(key)
            assert not replay.is_playing
            if player.screen is not replay:
                await player.press("escape")
        await player.press("end", "left", "left", *["plus"] * 4)
        assert "0.1 seconds a step." in player.text
        bar = player.screen.query_one(ProgressBar)
        assert bar.progress == 59
        await player.press("space")
        await player.pilot.wait_until(lambda: not player.screen.is_playing)
        assert (player.screen.step, bar.progress) == (61, 61)
        text = record.write(Play(find("free-cell"), 617))
        player.app.push_screen(ReplayScreen("Lost", record.read(text)))
        await player.press("right")
        assert "L Where lost" in player.pilot.rows[-1]

"""Replays: stepping through a game, and playing it back."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from textual.widgets import ProgressBar

from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import find
from solterm.manual.rules_pages import sample
from solterm.sessions.sharing import block
from solterm.tui.screens.replay_screen import ReplayScreen
from tests.tui.screens import SIZES, menu, showing


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


# -- sharing --------------------------------------------------------------------------------------


def played() -> Play:
    play = Play(find("kloncan-klondike"), deal=617)
    play.perform("s")
    return play


async def test_c_copies_the_game_to_the_clipboard() -> None:
    for is_found in (False, True):
        screen = ReplayScreen("A game", record.read(record.write(played())), is_found=is_found)
        async with showing(lambda app, screen=screen: app.push_screen(screen)) as player:
            await player.press("c")
            assert player.app.clipboard == block(played(), is_found=is_found)
            assert "Sent to the terminal's clipboard." in player.text
            assert "[solterm:" in player.text, "it can be selected, too"


async def test_p_draws_the_table_as_a_picture_that_needs_nothing_else(tmp_path: Path) -> None:
    read = record.read(record.write(played()))
    async with showing(lambda app: app.push_screen(ReplayScreen("A <game>", read))) as player:
        await player.press("p", "ctrl+u", *str(tmp_path / "a.svg"), "enter")
        assert "The picture is in " in player.text
    picture = ElementTree.parse(tmp_path / "a.svg")
    assert "A <game>" in " ".join("".join(picture.getroot().itertext()).split())
    assert (tmp_path / "a.svg").read_text().count("http") == 1, "the name space alone"

"""The lesson: its steps, wrong keys, and the offer to new players."""

from pathlib import Path

import pytest

from solterm.context import Context
from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, load_settings, save_settings
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.help_pages import HelpPagesScreen
from solterm.tui.screens.lesson import LessonScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.table import TableScreen
from solterm.tui.table import lesson
from solterm.tui.table.lesson import STEPS
from tests.effort import tries
from tests.tui.player import Player, playing, run_test
from tests.tui.screens import menu

SIZES = [(80, 24), (60, 20), (132, 43), (200, 60)]
KEYS = ["right", "f5", "f1", "right", "f1", "f3", "f4", "f6", "right", "enter", "enter", "s"]


async def test_every_step_does_what_its_key_does_in_play() -> None:
    shown = LessonScreen()
    async with playing(lesson.GAME, lesson.DEAL, lesson.LEVEL) as player:
        for step, key in zip(STEPS, KEYS, strict=True):
            await player.press(key)
            if step.event:
                shown.play.perform(step.event)
            selection, here = player.table.selection, f"after {key}"
            assert player.play.table == shown.play.table, here
            assert (selection.cursor, selection.marked or "") == (step.cursor, step.marked), here
            if step.command == "hand_to_field":
                assert player.table.model.error == "3C can't go on AC: 2C is wanted."
        assert player.play.tally.cards == 1


LOOKS = [
    (size, ("unicode", "ascii")[(n + m) % 2]) for n in range(2) for m, size in enumerate(SIZES)
]


@pytest.mark.parametrize(("size", "glyphs"), LOOKS[: tries(8, 4)])
async def test_a_new_player_completes_the_lesson(
    home: Path, size: tuple[int, int], glyphs: str
) -> None:
    save_settings(Context(folder=home), Settings(cards=glyphs))  # type: ignore[arg-type]
    async with menu(size) as player:
        assert "New here?" in player.text
        await player.press("l")
        for number, key in enumerate(KEYS, 1):
            assert isinstance(player.screen, LessonScreen)
            assert f"Step {number} of {len(STEPS)}" in player.text
            assert "More room" not in player.text
            await player.press(key)
        assert "Your score is 10" in player.text
        assert load_settings(Context(folder=home))[0].lesson
        await player.press("enter")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.game is find(lesson.GAME)
    assert not load_settings(Context(folder=home))[0].lesson


async def test_another_key_is_explained_and_changes_nothing() -> None:
    async with menu() as player:
        await player.press("l", "f3")
        assert "F3 is for later: " in player.text
        assert "Press Right here." in player.text
        await player.press("f12")
        assert "does nothing here. Press Right." in player.text
        assert "Step 1 of" in player.text
        await player.press("right", "f5", "f5")
        assert "F5 is for later: " in player.text


async def test_esc_ends_the_lesson_but_the_guide_still_has_it(home: Path) -> None:
    async with menu() as player:
        await player.press("l", "escape")
        assert isinstance(player.screen, MenuScreen)
        assert not load_settings(Context(folder=home))[0].lesson
    async with menu() as player:
        assert "New here?" not in player.text
        await player.press("f2", "down", "enter")
        assert isinstance(player.screen, LessonScreen)
        await player.press("escape")
        assert isinstance(player.screen, HelpPagesScreen)


@pytest.mark.parametrize("keys", [("down",), ("f8",), ("g", "o", "l", "f"), ("8", "2")])
async def test_any_other_key_closes_the_offer_and_still_works(keys: tuple[str, ...]) -> None:
    texts = []
    for is_offered in (True, False):
        app = SoltermApp(Store.open())
        app.is_lesson_offered = not is_offered
        async with run_test(app) as pilot:
            player = Player(pilot)
            assert ("New here?" in player.text) == is_offered
            await player.press(*keys)
            texts.append(player.text)
            assert "New here?" not in player.text
    assert texts[0] == texts[1]


async def test_esc_only_dismisses_the_offer() -> None:
    async with menu() as player:
        await player.press("escape")
        assert "New here?" not in player.text
        assert "Quit; your games are kept" not in player.text


async def test_the_lesson_is_offered_to_new_players_only() -> None:
    KeptPlay.start(Store.open(), find("demon"), 7).perform("s")
    async with menu() as player:
        assert "New here?" not in player.text


async def test_the_lesson_teaches_the_players_own_keys(home: Path) -> None:
    save_settings(Context(folder=home), Settings(preset="vi"))
    async with menu() as player:
        await player.press("l")
        assert "Press L." in player.text or "Press Right." in player.text
        await player.press("right")
        assert "Step 2 of" in player.text


@pytest.mark.parametrize("size", [(60, 20), (40, 14)], ids=str)
async def test_dialogs_fit_small_windows(size: tuple[int, int]) -> None:
    async with menu(size) as player:
        box = [line for line in player.text.splitlines() if "║" in line]
        assert "New here?" in box[0]
        assert all(line.count("║") == 2 for line in box)
        await player.press("l", "m")
        if size == (60, 20):
            assert "M is for later. Press Right here." in player.text
            assert all(line.rstrip()[-1] == "║" for line in player.text.splitlines()[-6:-2])
        else:
            assert "More room, please:" in player.text

"""The lesson: its steps, wrong keys, and the offer to new players."""

from pathlib import Path

import pytest

from solterm.context import Context
from solterm.core.move import IllegalMove
from solterm.core.play.play import Play
from solterm.games import find, name_apart
from solterm.store.settings import Settings, load_settings, save_settings
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.help_pages import HelpPagesScreen
from solterm.tui.screens.lesson_screen import LessonScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.table.lesson import FIRST, LESSONS, Lesson
from tests.effort import tries
from tests.tui.player import playing, run_test
from tests.tui.screens import menu
from tests.tui.table import at_table

SIZES = [(80, 24), (60, 20), (132, 43), (200, 60)]
KEYS = {
    "klondike-deal-1": "right enter enter u h enter f1 right f1 f3 f3 f4 f6 s",
    "spider": "enter enter h enter u f3",
    "free-cell": "enter enter h enter u f4",
    "royale-golf": "enter enter h enter u f3",
    "royale-pyramid": "enter enter h enter u f3",
}
each_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)


@each_lesson
def test_every_step_does_what_its_key_does_in_play(lesson: Lesson) -> None:
    shown = Play(find(lesson.game), lesson.deal, lesson.level, options=lesson.options)
    player = at_table(lesson.game, lesson.deal, lesson.level, options=lesson.options)
    assert player.cursor == lesson.first
    for step, key in zip(lesson.steps, KEYS[lesson.game].split(), strict=True):
        player.press(key)
        if step.event and not player.commands.error:
            shown.perform(step.event)
        elif step.event:
            with pytest.raises(IllegalMove):
                shown.perform(step.event)
        here = f"after {key} at {step.words}"
        assert player.play.table == shown.table, here
        assert (player.cursor, player.hand.marked or "") == (step.cursor, step.marked), here


@each_lesson
@pytest.mark.parametrize("size", SIZES[2 - tries(2, 1) : 2], ids=str)
async def test_a_lesson_fits_and_ends_in_a_game(lesson: Lesson, size: tuple[int, int]) -> None:
    async with menu(size) as player:
        await player.press("escape")
        player.app.doors.show_lesson(find(lesson.game))
        await player.pilot.pause()
        for number, step in enumerate(lesson.steps, 1):
            assert f"Step {number} of {len(lesson.steps)}" in player.text
            box = [row for row in player.text.splitlines() if row.startswith("║")]
            assert len(box) <= (5 if size[0] < 80 else 4)
            assert ("Enter does it for you." in player.text) == (step.command != "natural")
            await player.press("enter")
        assert f"Enter plays {name_apart(find(lesson.game))}." in player.text
        await player.press("enter")
        assert player.screen.play.game.id == lesson.game
        assert player.screen.play.options == dict(lesson.options)


async def test_the_rules_of_a_game_lead_to_its_lesson() -> None:
    async with playing("spider", 1) as player:
        await player.press("question_mark")
        assert "Lesson" in player.text.splitlines()[-1]
        await player.press("l")
        assert player.screen.lesson is LESSONS["spider"]
        await player.press("escape")
        player.pilot.app.doors.show_rules(find("demon"))
        await player.pilot.pause()
        assert "Lesson" not in player.text.splitlines()[-1]
        await player.press("g", "down", "enter")
        assert player.screen.lesson is FIRST


LOOKS = [
    (size, ("unicode", "ascii")[(n + m) % 2]) for n in range(2) for m, size in enumerate(SIZES)
]


@pytest.mark.parametrize(("size", "glyphs"), LOOKS[: tries(8, 2)])
async def test_a_new_player_completes_the_lesson(
    home: Path, size: tuple[int, int], glyphs: str
) -> None:
    save_settings(Context(folder=home), Settings(cards=glyphs))  # type: ignore[arg-type]
    async with menu(size) as player:
        assert "New here?" in player.text
        await player.press("l")
        for number, key in enumerate(KEYS[FIRST.game].split(), 1):
            assert f"Step {number} of {len(FIRST.steps)}" in player.text
            await player.press(key)
        assert "Your score is 10" in player.text
        assert load_settings(Context(folder=home))[0].lesson
        await player.press("enter")
        assert player.screen.play.game is find(FIRST.game)
    assert not load_settings(Context(folder=home))[0].lesson


async def test_another_key_is_explained_and_changes_nothing(home: Path) -> None:
    save_settings(Context(folder=home), Settings(preset="vi"))
    async with menu() as player:
        await player.press("l", "f3")
        assert "F3 (" in player.text
        await player.press("f12")
        assert "F12 does nothing here. Press " in player.text
        assert "Step 1 of" in player.text
        await player.press("right")
        assert "Step 2 of" in player.text, "the player's own keys do it"


async def test_esc_ends_the_lesson_but_the_guide_still_has_it(home: Path) -> None:
    async with menu() as player:
        await player.press("l", "escape")
        assert isinstance(player.screen, MenuScreen)
        assert not load_settings(Context(folder=home))[0].lesson
    async with menu() as player:
        assert "New here?" not in player.text
        await player.press(*"spider", "f2", "down", "enter")
        assert player.screen.lesson is LESSONS["spider"], "of the chosen game"
        await player.press("escape")
        assert isinstance(player.screen, HelpPagesScreen)


async def test_any_other_key_closes_the_offer_and_still_works() -> None:
    for keys in (["g", "o", "l", "f"], ["8", "2"])[: tries(2, 1)]:
        texts = []
        for is_offered in (True, False):
            app = SoltermApp(Store.open())
            app.shown = set() if is_offered else {"lesson"}
            async with run_test(app) as pilot:
                assert ("New here?" in pilot.text) == is_offered
                await pilot.press(*keys)
                texts.append(pilot.text)
                assert "New here?" not in pilot.text
        assert texts[0] == texts[1]


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


async def test_clicks_take_the_offer_and_go_through_the_lesson() -> None:
    async with menu() as player:
        await player.pilot.click((40, player.find_row("New here?")))
        assert isinstance(player.screen, LessonScreen)
        for done in range(len(FIRST.steps)):
            assert player.screen.at == done
            box = player.screen.query_one("#lesson").region
            await player.pilot.click((box.x + 5, box.y + 1))

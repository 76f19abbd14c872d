"""The lesson: its steps, wrong keys, and the offer to new players."""

from pathlib import Path

import pytest

from solterm.context import Context
from solterm.core.move import IllegalMove
from solterm.core.play.play import Play
from solterm.games import find, name_apart
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, load_settings, save_settings
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.help_pages import HelpPagesScreen
from solterm.tui.screens.lesson_screen import LessonScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.table.lesson import FIRST, LESSONS, Lesson
from tests.effort import tries
from tests.tui.player import Player, playing, run_test
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
async def test_every_step_does_what_its_key_does_in_play(lesson: Lesson) -> None:
    shown = Play(find(lesson.game), lesson.deal, lesson.level, options=lesson.options)
    async with playing(lesson.game, lesson.deal, lesson.level) as player:
        game = find(lesson.game)
        player.pilot.app.game_doors.deal(game, lesson.deal, lesson.level, options=lesson.options)
        await player.pilot.pause()
        assert player.table.hand.cursor == lesson.first
        for step, key in zip(lesson.steps, KEYS[lesson.game].split(), strict=True):
            here, selection = f"after {key} at {step.words}", player.table.hand
            await player.press(key)
            if step.event and not player.table.commands.error:
                shown.perform(step.event)
            elif step.event:
                with pytest.raises(IllegalMove):
                    shown.perform(step.event)
            assert player.play.table == shown.table, here
            now = selection.cursor, selection.marked or ""
            assert now == (step.cursor, step.marked), here


def test_the_first_lesson_shows_a_refusal_and_a_score() -> None:
    player = at_table(FIRST.game, FIRST.deal, FIRST.level, options=FIRST.options)
    *keys, refused, _ = KEYS[FIRST.game].split()
    player.press(*keys)
    assert not player.commands.error
    player.press(refused)
    assert player.commands.error == "QH can't go on AH: 2H is wanted."
    assert player.play.tally.cards == 1


@each_lesson
@pytest.mark.parametrize("size", SIZES[2 - tries(2, 1) : 2], ids=str)
async def test_a_lesson_fits_and_ends_in_a_game(lesson: Lesson, size: tuple[int, int]) -> None:
    async with menu(size) as player:
        await player.press("escape")
        player.app.doors.show_lesson(find(lesson.game))
        await player.pilot.pause()
        for number, key in enumerate(KEYS[lesson.game].split(), 1):
            assert f"Step {number} of {len(lesson.steps)}" in player.text
            box = [row for row in player.text.splitlines() if row.startswith("║")]
            assert len(box) <= (5 if size[0] < 80 else 4)
            await player.press(key)
        name = name_apart(find(lesson.game))
        assert f"Enter plays {name}." in player.text
        await player.press("enter")
        assert player.screen.play.game.id == lesson.game
        assert player.screen.play.options == dict(lesson.options)


@pytest.mark.parametrize(
    "lesson", [*LESSONS.values()][: tries(5, 2)], ids=lambda lesson: lesson.game
)
async def test_enter_alone_goes_through_the_whole_lesson(lesson: Lesson) -> None:
    async with menu() as player:
        await player.press("escape")
        player.app.doors.show_lesson(find(lesson.game))
        await player.pilot.pause()
        for step in lesson.steps:
            assert ("Enter does it for you." in player.text) == (step.command != "natural")
            await player.press("enter")
        assert f"Enter plays {name_apart(find(lesson.game))}." in player.text


async def test_the_rules_of_a_game_lead_to_its_lesson() -> None:
    async with playing("spider", 1) as player:
        await player.press("question_mark")
        assert "Lesson" in player.text.splitlines()[-1]
        await player.press("l")
        assert player.screen.lesson is LESSONS["spider"]
        await player.press("escape")
        assert "Spider" in player.text.splitlines()[0]
    async with playing("demon", 1) as player:
        await player.press("question_mark")
        assert "Lesson" not in player.text.splitlines()[-1]
        await player.press("escape", "f2", "g", "down", "enter")
        assert player.screen.lesson is FIRST


async def test_the_lesson_from_the_menu_is_that_of_the_chosen_game() -> None:
    async with menu() as player:
        await player.press("escape", *"spider", "f2", "down", "enter")
        assert player.screen.lesson is LESSONS["spider"]


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
            assert isinstance(player.screen, LessonScreen)
            assert f"Step {number} of {len(FIRST.steps)}" in player.text
            assert "More room" not in player.text
            await player.press(key)
        assert "Your score is 10" in player.text
        assert load_settings(Context(folder=home))[0].lesson
        await player.press("enter")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.game is find(FIRST.game)
    assert not load_settings(Context(folder=home))[0].lesson


async def test_another_key_is_explained_and_changes_nothing() -> None:
    async with menu() as player:
        await player.press("l", "f3")
        assert "F3 (" in player.text
        assert "Press Right here." in player.text
        await player.press("f12")
        assert "does nothing here. Press Right. (Enter does it for you.)" in player.text
        assert "Step 1 of" in player.text
        await player.press("right", "f5")
        assert "F5 (" in player.text


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


@pytest.mark.parametrize(
    "keys", [("down",), ("g", "o", "l", "f"), ("f8",), ("8", "2")][: tries(4, 2)]
)
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


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
async def test_a_long_message_beside_the_offer_leaves_title_and_search(
    size: tuple[int, int],
) -> None:
    app = SoltermApp(Store.open())
    app.seat.host.hear_notice("This host restarts at ten o'clock for an update. " * 3)
    async with run_test(app, size) as pilot:
        await pilot.pause()
        assert "New here?" in pilot.text
        assert pilot.text.count("This host restarts") == 3
        assert "type to search" in pilot.rows[0]
        assert pilot.rows[-2].startswith(" Enter Play")


async def test_clicks_take_the_offer_and_go_through_the_lesson() -> None:
    async with menu() as player:
        row = next(y for y, row in enumerate(player.pilot.rows) if "New here?" in row)
        await player.pilot.click((40, row))
        assert isinstance(player.screen, LessonScreen)
        for done in range(len(FIRST.steps)):
            assert player.screen.at == done
            box = player.screen.query_one("#lesson").region
            await player.pilot.click((box.x + 5, box.y + 1))
        await player.pilot.click((box.x + 5, box.y + 1))
        assert player.screen.play.game.id == FIRST.game


async def test_a_click_elsewhere_closes_the_offer() -> None:
    async with menu() as player:
        await player.pilot.click((5, 6))
        assert isinstance(player.screen, MenuScreen)
        assert "New here?" not in player.text

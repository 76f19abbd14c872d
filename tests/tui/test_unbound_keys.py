"""Unbound keys: every screen answers with one sentence and stays the same otherwise."""

from collections.abc import Callable

from solterm.core.play.play import Play
from solterm.core.play.record import read, write
from solterm.games import find
from solterm.tui.app import SoltermApp
from solterm.tui.screens.deal import DealScreen
from solterm.tui.screens.help_pages import HelpPagesScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from solterm.tui.screens.settings_page import SettingsScreen
from solterm.tui.screens.sheet import SheetScreen
from solterm.tui.screens.statistics_page import StatisticsScreen
from tests.tui.screens import Player, menu, showing

_LISTS = "F12 does nothing here. F2 lists the keys."

_PLAY = Play(find("free-cell"), 617)
_PLAY.push(next(iter(_PLAY.legal_moves)))


def _show_replay(app: SoltermApp) -> None:
    app.push_screen(ReplayScreen("A replay", read(write(_PLAY))))


def _show_sheet(app: SoltermApp) -> None:
    app.go_to(SheetScreen(find("kloncan-klondike"), 3))


PAGES: dict[str, tuple[Callable[[SoltermApp], object], str]] = {
    "menu": (lambda app: app.doors.go_to_menu(), "F12 does nothing here. F2 opens the help."),
    "settings": (lambda app: app.doors.show_settings(), _LISTS),
    "own keys": (lambda app: app.doors.show_own_keys(), _LISTS),
    "contests": (lambda app: app.doors.go_to_contests(), _LISTS),
    "deal of the day": (lambda app: app.game_doors.play_daily(), _LISTS),
    "statistics": (lambda app: app.doors.show_statistics(), _LISTS),
    "finished games": (lambda app: app.doors.show_finished(), _LISTS),
    "help": (lambda app: app.push_screen(HelpPagesScreen()), _LISTS),
    "page": (
        lambda app: app.doors.show_rules(find("demon")),
        "F12 does nothing here. Esc closes the page.",
    ),
    "saved games": (lambda app: app.doors.show_saves(), _LISTS),
    "boards": (lambda app: app.doors.show_boards(), _LISTS),
    "deal dialog": (lambda app: app.push_screen(DealScreen(find("demon"), 3)), _LISTS),
    "score sheet": (_show_sheet, _LISTS),
    "replay": (_show_replay, _LISTS),
    "lesson": (
        lambda app: app.doors.show_lesson(),
        "F12 does nothing here. Press Right. (Enter does it for you.)",
    ),
}


async def check_comma(player: Player) -> None:
    """Check that a comma opens the settings, once."""
    await player.press("comma")
    assert isinstance(player.screen, SettingsScreen)
    screens = len(player.app.screen_stack)
    await player.press("comma")
    assert len(player.app.screen_stack) == screens


async def test_every_screen_answers_an_unbound_key_and_a_comma() -> None:
    async with menu() as player:
        for name, (show, sentence) in PAGES.items():
            player.app.doors.go_to_menu()
            await player.pilot.pause()
            show(player.app)
            await player.pilot.pause()
            shown = player.text
            await player.press("f12")
            rows = zip(player.text.splitlines(), shown.splitlines(), strict=True)
            changed = [row for row, was in rows if row != was]
            assert len(changed) == 1, f"only the message of {name} changes"
            assert sentence in changed[0], name
            await player.press("f11")
            assert sentence.replace("F12", "F11") in player.text, name
            await player.press("ctrl+l")
            assert player.text == shown, "a bound key clears it"
            await check_comma(player)
        settings = player.screen
        player.app.doors.show_own_keys()
        await player.pilot.pause()
        await player.press("comma")
        assert player.screen is settings, "it lies under the page"


async def test_text_fields_keep_their_keys() -> None:
    async with showing(lambda app: app.doors.go_to_menu()) as player:
        await player.type("free cell")
        assert "free cell" in player.text
        assert "does nothing" not in player.text
        await player.press("insert")
        assert "Insert does nothing here." in player.text
        assert "free cell" in player.text


async def test_keys_of_lists_and_of_the_app_are_bound() -> None:
    async with showing(_show_replay) as player:
        for name in ("saved games", "help", "settings"):
            PAGES[name][0](player.app)
            await player.pilot.pause()
            for key in ("up", "down", "pageup", "pagedown", "home", "end", "ctrl+p"):
                await player.press(key)
                assert "does nothing" not in player.text, key
            await player.press("escape")


async def test_q_closes_a_page_where_it_has_no_other_meaning() -> None:
    async with menu() as player:
        await player.press("f5")
        assert isinstance(player.screen, StatisticsScreen)
        await player.press("q")
        assert isinstance(player.screen, MenuScreen)
        await player.press("f7", "q")
        assert isinstance(player.screen, SettingsScreen), "there it searches"

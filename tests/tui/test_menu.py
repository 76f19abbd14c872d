"""The menu: columns, unfinished games, favourites, the search and the preview."""

# -- the menu ----------------------------------------------------------------------------------
from pathlib import Path

import pytest
from textual import events

from solterm.contests.kinds import DAILY
from solterm.context import Context
from solterm.core.play.mode import Mode
from solterm.games import COLLECTIONS, catalogue, find, listed
from solterm.games.kinship import tell_length
from solterm.games.matching import BEST_KNOWN, find_matches
from solterm.sessions.resumable import Resumable
from solterm.sessions.statistics import Standing
from solterm.sessions.tags import PlayerFacts
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, load_settings
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.day_page import DayScreen
from solterm.tui.screens.deal import DealScreen
from solterm.tui.screens.help_pages import HelpPagesScreen, TextScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.menu_lines import (
    Line,
    MenuData,
    find_line,
    list_game_lines,
    list_resumable_lines,
    tell_about,
    tell_standing,
)
from solterm.tui.screens.saves_page import SavesScreen
from solterm.tui.screens.settings_page import SettingsScreen
from solterm.tui.screens.sheet import SheetScreen
from solterm.tui.screens.statistics_page import StatisticsScreen
from solterm.tui.screens.table_screen import TableScreen
from tests.contests.laid_out import row_of
from tests.effort import tries
from tests.harness.cases import over
from tests.tui.player import run_test
from tests.tui.screens import Player, menu

SIZES = [(80, 24), (60, 20), (132, 43), (200, 60)]


def first_move(kept: KeptPlay) -> KeptPlay:
    while not kept.play.moves:
        moves = sorted(kept.play.legal_moves, key=lambda move: not move.dst)
        kept.perform(str(moves[0]))
    return kept


def facts() -> MenuData:
    return MenuData.look_up(Store.open(), Settings())


async def count_preview_cards(player: Player) -> int:
    """Wait for the preview; return how many cards it shows face up."""
    while not (seen := sum(row[82:].count(suit) for row in player.pilot.rows for suit in "♣♦♥♠")):
        await player.pilot.pause(0.01)
    return seen


@pytest.mark.parametrize("size", SIZES[: tries(4, 2)])
async def test_every_line_fits_its_columns(size: tuple[int, int]) -> None:
    async with menu(size) as player:
        player.screen._unfolded.update(COLLECTIONS)
        player.screen.show_rows()
        seen = set()
        for _ in range(16):
            for line in player.text.splitlines()[2:-3]:
                assert ".." not in line[:79]
                seen |= {game.id for game in catalogue().values() if game.summary in line}
            await player.press("pagedown")
        assert seen == (set(catalogue()) if size[0] >= 80 else seen)


async def test_the_top_line_resumes_an_unfinished_game() -> None:
    first_move(KeptPlay.start(Store.open(), find("demon"), 7))
    async with menu() as player:
        assert player.screen.here == 1
        assert "Demon                     1 move     smallWare, deal 7" in player.text
        await player.type("demon")
        assert "1 move " not in player.text, "a search finds free games as games"
        await player.press("escape")
        assert player.screen.chosen is find("demon"), "it stays under the cursor"
        await player.press("home", "enter")
        assert isinstance(player.screen, TableScreen)
        assert player.screen.play.deal == 7


async def test_enter_and_the_arrows_fold_and_unfold_a_collection() -> None:
    async with menu() as player:
        assert player.line.startswith("Play Klondike")
        assert player.screen.chosen is find(BEST_KNOWN[0])
        assert [line.text for line in player.screen.lines if line.collected] == list(COLLECTIONS)
        assert all(name in player.text for name in COLLECTIONS), "the first page has all of them"
        await player.to("+KLONCAN")
        await player.press("right")
        assert player.line.startswith("-KLONCAN"), "the cursor stays"
        names = [line.text for line in player.screen.lines]
        assert "Klondike score sheet: new" in names
        await player.press("right")
        assert names == [line.text for line in player.screen.lines], "it is unfolded already"
        await player.press("left")
        assert "Klondike score sheet: new" not in [line.text for line in player.screen.lines]
        await player.press("enter", "down")
        assert player.screen.chosen is find("kloncan-klondike")
        await player.press("down", "down", "down")
        assert player.line.startswith("Canfield score sheet: new")
        await player.press("enter", "space", "y", "3")
        assert isinstance(player.screen, SheetScreen)
        assert player.screen.game is find("kloncan-canfield")
        await player.press("m", "home")
        await player.to("+KLONCAN")
        await player.press("right", "down", "down", "enter")
        assert player.screen.play.game is find("kloncan-canfield")
        assert player.screen.kept.is_free, "KLONCAN's games, too"


def test_without_an_unfinished_game_the_last_one_played_comes_first() -> None:
    first_move(KeptPlay.start(Store.open(), find("demon"), 7)).finish()
    assert facts().list_lines([])[0].text == "Play Demon"


def test_a_deal_of_the_day_that_is_done_is_nothing_to_go_on_with() -> None:
    game = find("royale-pyramid")
    done = Resumable(
        DAILY, "Deal of the day", "done", "mark 0: see the board", "2026-11-25T22:00:00"
    )
    data = MenuData([done], player=PlayerFacts(lately=[game.id]))
    first, second, *_ = data.list_lines([game])
    assert (first.text, second.text) == ("Play Pyramid", "Deal of the day")


async def test_a_sheet_and_the_deal_of_the_day_can_be_resumed() -> None:
    store, game = Store.open(), find("kloncan-klondike")
    purpose = row_of(store, game.id, 2)
    kept = KeptPlay.start(store, game, 24, mode=Mode.SCORED, purpose=purpose)
    kept.perform("t6 f1")
    async with menu() as player:
        assert "game 2/6" in player.find_line("Score sheet ")
        assert "Klondike score sheet: game 2 of 6" in player.text
        await player.press("enter")
        assert isinstance(player.screen, TableScreen)
        await player.press("f9", "1", "m")
        assert "1/6" in player.find_line("Score sheet ")
        await player.press("enter")
        assert isinstance(player.screen, SheetScreen)
        await player.press("m", "down", "enter")
        assert isinstance(player.screen, DayScreen)
        await player.press("escape")
        assert isinstance(player.screen, MenuScreen)


def test_a_line_tells_the_players_best_result() -> None:
    golf = find("ultimate-golf")
    for deal in (1, 2):
        first_move(KeptPlay.start(Store.open(), golf, deal)).finish()
    line, data = Line(golf.name, listed()[golf.id]), facts()
    assert data.tell_state(line) == "best 34"
    assert tell_standing(golf, data.find_standing(line)) == "Won 0 of 2. Best strokes: 34."
    lost = Standing(played=2, won=0, helped=0, best=0, touched="2026-11-26")
    assert tell_standing(find("free-cell"), lost) == "Won 0 of 2.", "no mark of 0"


async def test_a_star_marks_a_favourite_which_is_saved_and_listed(home: Path) -> None:
    async with menu() as player:
        await player.type("demon")
        await player.press("*")
        assert player.screen.search == "demon*", "a sign belongs to a search that has begun"
        await player.press("escape", "*")
        assert load_settings(Context(folder=home))[0].favourites == "demon"
        assert "*Demon" in player.text
        await player.press("home")
        await player.to("+Favourites")
        assert "1 game" in player.line
        await player.press("right", "down")
        assert player.screen.chosen is find("demon")
        await player.press("*")
        assert load_settings(Context(folder=home))[0].favourites == ""
        assert "Favourites" not in player.text


@over(
    "typed text",
    [
        ("sheet", "Klondike score sheet: new"),
        ("canfield sh", "Canfield score sheet: new"),
        ("dail", "Deal of the day"),
        ("kings", "King's Audience"),
        ("klond", "Klondike, draw 1"),
        ("deal 3", "Klondike, draw 3"),
        ("casino", "Canfield"),
        ("easy", "Easy: nearly always won"),
    ],
)
def test_a_search_puts_the_cursor_on_the_line_with_these_words(typed: str, text: str) -> None:
    matches = find_matches(typed, catalogue(published=True).values())
    lines = facts().list_lines([listed()[match.game.id] for match in matches], typed=typed)
    assert lines[find_line(lines, typed, matches)[0]].text == text


async def test_a_game_at_random_is_one_of_those_found(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr("solterm.tui.game_doors.random_below", lambda most: asked.append(most) or 0)
    async with menu() as player:
        await player.press(*"yukon", "ctrl+r")
        assert player.app.seat.play.game.family == find("yukon").family
    assert 1 <= asked[0] < len(catalogue())


async def test_a_search_finds_kinds_of_games_which_unfold() -> None:
    async with menu() as player:
        await player.type("short")
        assert "Kinds of games" in player.text
        assert player.line.startswith("+Short games")
        await player.press("enter")
        assert player.line.startswith("-Short games")
        await player.press("down")
        game = player.screen.chosen
        assert tell_length(game) == "Short"
        await player.press("escape")
        assert player.screen.chosen is game, "it stays under the cursor"
        await player.type("spider")
        assert player.screen.chosen is find("spider"), "a name comes before a kind"
        await player.press("escape", *"yukon 5")
        assert "Kinds of games" not in player.text


async def test_wide_windows_show_a_preview_of_the_table() -> None:
    KeptPlay.start(Store.open(), find(BEST_KNOWN[0]), 24).perform("s")
    async with menu((132, 43)) as player:
        await player.pilot.wait_until(lambda: "Your game now:" in player.text)
        assert await count_preview_cards(player) == 8, "one on each column and one on the waste"
        await player.type("free cell")
        await player.pilot.wait_until(lambda: "Free Cell (smallWare)" in player.text)
        assert "Deal 617, as a sample:" in player.text
        assert await count_preview_cards(player) == 52
    async with menu((109, 43)) as player:
        await player.pilot.pause(0.2)
        assert "as a sample" not in player.text and "Your game now:" not in player.text


async def test_a_line_without_a_game_answers_the_keys_of_games() -> None:
    async with menu() as player:
        await player.press("end")
        assert player.line.startswith("+Classics")
        for key in ("tab", "question_mark", "asterisk", "f9"):
            await player.press(key)
            assert "There is no game on this line. Put the cursor on one first." in player.text
            await player.press("up", "down")
        assert "Enter Games" in player.text and "1Play" not in player.text
        for key, line in (("f1", "-Classics"), ("enter", "+Classics")):
            await player.press(key)
            assert player.line.startswith(line)


# -- Esc and Enter -----------------------------------------------------------------------------


async def test_esc_clears_the_search_and_no_other_key_than_q_quits() -> None:
    async with menu() as player:
        app = player.app
        await player.press("escape")  # closes the offer of the lesson
        assert "Q Quit" in player.text
        await player.press("escape", "escape")
        assert "Q twice quits." in player.text
        for way in ("escape", "0", "f10", "ctrl+c"):
            await player.press("home", way, "enter", "enter", "enter", "enter")
            assert app.return_value is None
            app.doors.go_to_menu()
            await player.pilot.pause()
        await player.press("d", "q")
        assert player.screen.search == "dq"
        assert "Esc All" in player.text and "Q Quit" not in player.text
        await player.press("escape", *"queen")
        assert player.screen.search == "queen", "a search can begin with the letter that quits"
        await player.press("escape", "f10", "u")
        assert not isinstance(player.screen, MenuScreen), "a function key begins no search"
        await player.press("escape", "q", "escape")
        assert isinstance(player.screen, MenuScreen)
        assert player.screen.search == ""
        await player.press("q", "q")
    assert app.return_value == 0


def test_a_variant_in_play_is_marked_on_its_own_line() -> None:
    spider = find("spider")
    first_move(KeptPlay.start(Store.open(), spider, 7, options={"suits": "2"}))
    lines = list_game_lines([listed()[spider.id]], is_search=True)
    states = {line.text: facts().tell_state(line) for line in lines if line.game}
    assert states == {"Spider": "", "Spider, two suits": "in play", "Spider, one suit": ""}


async def test_left_and_right_choose_the_variant_of_a_game_on_its_row() -> None:
    async with menu() as player:
        await player.to("Spider <")
        for label in ("four suits", "two suits", "one suit", "four suits"):
            assert player.line.startswith(f"Spider < {label} >")
            await player.press("right")
        await player.to("Klondike <")
        assert player.line.startswith("Klondike < draw 1 >")
        await player.press("left")
        assert player.line.startswith("Klondike < draw 3 >")
        assert "-smallWare" not in player.text, "no collection unfolds"
        await player.press("enter")
        assert player.screen.play.game.id == "klondike-deal-3"


def test_a_row_shows_the_variant_that_was_played_last() -> None:
    first_move(KeptPlay.start(Store.open(), find("spider"), 7, options={"suits": "2"})).finish()
    rows = {line.text: facts().tell_state(line) for line in facts().list_lines([])}
    assert rows["Spider < two suits >"] == "won 0/1"
    assert "Play Spider, two suits" in rows
    assert "Klondike < draw 1 >" in rows
    first_move(KeptPlay.start(Store.open(), find("klondike-deal-3"), 7))
    assert "Klondike < draw 3 >" in [line.text for line in facts().list_lines([])]


async def test_a_second_click_plays_and_keys_typed_ahead_reach_the_game() -> None:
    async with menu() as player:
        await player.press("escape")
        row = next(y for y, line in enumerate(player.pilot.rows) if "Golf" in line)
        await player.pilot.click((5, row))
        assert player.screen.chosen is find("ultimate-golf")
        assert player.pilot.cursor.y == row
        await player.pilot.click((5, row))
        assert isinstance(player.screen, TableScreen)
        await player.press("m")
        await player.pilot.press(*"free", "space", *"cell", "enter")
        assert player.screen.play.game.id == "free-cell"


# -- what is unfinished ------------------------------------------------------------------------


async def test_a_game_without_a_move_is_not_unfinished() -> None:
    KeptPlay.start(Store.open(), find("demon"), 7)
    async with menu() as player:
        assert "0 moves" not in player.text
        await player.type("demon")
        assert "in play" not in player.find_line("smallWare") + player.find_line("Demon")
        await player.press("enter")
        assert player.screen.play.deal == 7, "Enter goes on with it all the same"


async def test_the_last_line_lists_the_other_unfinished_games() -> None:
    golfs = ("royale-golf", "ultimate-golf", "smallware-golf")
    for game_id in ("demon", "fly", "free-cell", "agnes", *golfs):
        first_move(KeptPlay.start(Store.open(), find(game_id), 7))
    async with menu() as player:
        assert "in play" in player.find_line("Free Cell   ")
        await player.press("home")
        await player.to("3 more: Enter lists them")
        here = player.screen.here
        await player.press("enter")
        assert player.screen.here == here
        assert len([line for line in player.screen.lines if line.waiting]) == 8
        assert "more:" not in player.text
        await player.press("enter")
        assert isinstance(player.screen, TableScreen)


def test_the_last_line_never_stands_for_one_game_nor_for_the_deal_of_the_day() -> None:
    def waiting(name: str, touched: str) -> Resumable:
        return Resumable(None, name, "1 move", "", touched, find("demon").id)

    games = [waiting(f"Game {number}", f"2026-11-2{number}") for number in range(6, 0, -1)]
    shown = [line.text for line in list_resumable_lines(games)]
    assert shown == ["Go on with", *(each.name for each in games)]
    for stands in ("in play", "done"):
        today = Resumable(DAILY, "Deal of the day", stands, "", "2026-11-20T08:00:00")
        shown = [line.text for line in list_resumable_lines([*games, today])]
        assert shown[5:] == ["Deal of the day", "2 more: Enter lists them"]


async def test_a_window_that_grows_gets_a_preview() -> None:
    async with menu((80, 24)) as player:
        await player.pilot.textual.resize_terminal(132, 43)
        assert await count_preview_cards(player)
        await player.pilot.textual.resize_terminal(80, 24)
        await player.pilot.textual.resize_terminal(132, 43)
        assert await count_preview_cards(player)


async def test_the_menu_may_come_back_while_the_program_ends() -> None:
    app = SoltermApp(Store.open())
    async with run_test(app) as pilot:
        await pilot.press("f5")
        await pilot.textual.resize_terminal(132, 43)
        await pilot.pause()
        app.exit()
        app.pop_screen()
        await pilot.textual.pause()


def test_a_search_names_each_collection_once_and_what_is_special_of_variants() -> None:
    found = find_matches("klondike", catalogue(published=True).values())
    lines = MenuData().list_lines([listed()[match.game.id] for match in found], typed="klondike")
    headings = [line.text for line in lines if not line.is_choice]
    assert len(headings) == len(set(headings))
    variant = next(line for line in lines if line.options)
    assert (variant.text, tell_about(variant)) == ("Double Klondike, draw 3", "The same, draw 3")


async def test_all_that_is_typed_belongs_to_a_search_that_has_begun() -> None:
    async with menu() as player:
        await player.press("f", "space", "6", "comma", "slash", "question_mark", "number_sign", "2")
        assert player.screen.search == "f 6,/?#2"
        await player.press("escape", "comma")
        assert not isinstance(player.screen, MenuScreen), "without a search it is a key"


async def test_a_search_with_a_number_finds_a_deal() -> None:
    async with menu() as player:
        for typed, notice in {
            "yukon 619": "Enter plays Yukon, deal 619.",
            "klondike 32": "Enter plays Klondike, draw 1, deal 32.",
            "spider 0": "Deal numbers begin at 1.",
        }.items():
            await player.press("escape")
            await player.type(typed)
            assert player.screen.notice == notice
        await player.press("backspace", "down")
        assert player.screen.line.text == "Spider, two suits"
        await player.type("77")
        await player.press("enter")
        play = player.screen.play
        assert (play.game.id, play.deal, dict(play.options)) == ("spider", 77, {"suits": "2"})
        await player.press("m", *"freecell6", "1", "7", "enter")
        play = player.screen.play
        assert (play.game.id, play.deal) == ("free-cell", 617)


async def test_a_deal_with_a_fault_is_not_dealt_as_another() -> None:
    async with menu() as player:
        for typed in ("spider 0", "freecell 999999999999999999999999", "freecell-1198x"):
            await player.pilot.take(events.Paste(typed))
            await player.press("enter")
            assert isinstance(player.screen, MenuScreen)
            await player.press("escape")
        await player.pilot.take(events.Paste("solterm play spider --deal 5 --option suits=9"))
        await player.press("enter")
        assert "not '9'" in player.screen.notice
        await player.press("escape")
        await player.pilot.take(events.Paste("Spider, two suits (Classics), deal 5, level 2: won"))
        play = player.screen.play
        assert (play.title, play.deal, play.level) == ("Spider, two suits", 5, 2)


# -- function keys --------------------------------------------------------------------------------


async def test_function_keys_and_digits_open_screens_and_escape_closes_them() -> None:
    screens = {
        "2": HelpPagesScreen,
        "5": StatisticsScreen,
        "6": SavesScreen,
        "7": SettingsScreen,
        "9": DealScreen,
    }
    async with menu(SIZES[1]) as player:
        for digit, screen in screens.items():
            await player.press(digit)
            assert isinstance(player.screen, screen)
            await player.press("escape", f"f{digit}")
            assert isinstance(player.screen, screen)
            footer = player.text.splitlines()[-1]
            assert "? Help" in footer and "esc back" in footer.lower()
            await player.press("question_mark")
            assert isinstance(player.screen, TextScreen)
            await player.press("escape", "escape")
            assert isinstance(player.screen, MenuScreen)
        await player.press("8", "x", "2")
        assert player.app.settings.level == 2
        await player.pilot.click(offset=(26, 19))
        await player.pilot.pause()
        assert isinstance(player.screen, StatisticsScreen)


async def test_a_search_without_results_says_so_and_keys_do_no_harm() -> None:
    async with menu() as player:
        await player.type("zzz")
        assert "No game by that name" in player.text
        assert "digits and signs are keys again." in player.text
        await player.press("enter", "tab", "f9", "question_mark", "down", "end")
        assert isinstance(player.screen, MenuScreen)
        await player.press("backspace", "backspace", "backspace")
        assert player.screen.chosen is not None


# -- the mouse ---------------------------------------------------------------------------------

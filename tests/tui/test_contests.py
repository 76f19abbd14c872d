"""Contests on the screen: starting, playing, resuming, and entering boards."""

from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from textual.widgets import Input

from solterm.chance import random_deal
from solterm.contests import contests as stored
from solterm.contests import days
from solterm.contests.boards import Boards
from solterm.contests.contest import Contest, ContestGame, lay_out
from solterm.contests.kinds import KINDS, TOUR, TOURNAMENT
from solterm.contests.tournaments import publish
from solterm.context import GUEST, NICKNAME
from solterm.core.play import record
from solterm.core.words.describe import tell_object
from solterm.games import find
from solterm.manual.rules_pages import sample
from solterm.sessions import calendar, contest_steps
from solterm.sessions.plays import Start
from solterm.store import sharedfolder
from solterm.store.settings import Settings, save_settings
from solterm.store.store import Store
from solterm.tui.screens.contests_page import ContestsScreen
from solterm.tui.screens.day_page import DayScreen
from solterm.tui.screens.end import EndScreen
from solterm.tui.screens.help_pages import RulesScreen
from solterm.tui.screens.kloncan import TitleScreen
from solterm.tui.screens.pick_games import PickScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from solterm.tui.screens.scores import BoardScreen, RecordsScreen
from solterm.tui.screens.series import SeriesScreen
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.widgets.miniature import SAMPLE, Miniature
from tests.contests.laid_out import cup_of, end
from tests.contests.results import enter_match, enter_sheet
from tests.hall.dealer import Dealer
from tests.harness.noon import TODAY, at_noon  # noqa: F401
from tests.here import here
from tests.tui.screens import SIZES, Player, showing, starting_with


def contests(size: tuple[int, int] = (80, 24)) -> AbstractAsyncContextManager[Player]:
    return starting_with(lambda app: app.doors.go_to_contests(), size)


def under_way(contest: Contest, count: int) -> AbstractAsyncContextManager[Player]:
    """Open a contest after giving up its first `count` games without a move."""
    store = Store.open()
    for place in range(count):
        contest = end(store, contest, place)
    return starting_with(lambda app: app.go_to(SeriesScreen(contest)))


def short_tour() -> Contest:
    return lay_out(TOUR, random_deal, ("corners", "calculation", "reno"), "Short")


async def begin(player: Player, text: str) -> None:
    """Choose the contest whose line contains `text`."""
    assert isinstance(player.screen, ContestsScreen)
    options = player.screen.list.options
    (place,) = (
        k for k, each in enumerate(options) if not each.disabled and text in str(each.prompt)
    )
    player.screen.list.highlighted = place
    await player.press("enter")
    if isinstance(player.screen, TitleScreen):  # Royale's, before the first tour
        await player.press("space")


async def pick(player: Player, *names: str) -> None:
    """Pick games from the list by typing part of each name."""
    assert isinstance(player.screen, PickScreen)
    for name in names:
        await player.press(*name, "enter")
    await player.press("enter")


async def end_game(player: Player) -> None:
    assert isinstance(player.screen, TableScreen)
    await player.press("9", "y")


async def enter_as(player: Player, name: str) -> None:
    await player.press("ctrl+u", *name, "enter")


def top(board: str) -> list[tuple[str, int]]:
    return [(each.player, each.points) for each in Boards(Store.open()).top(board)]


async def test_a_whole_tour_is_played_and_entered() -> None:
    async with contests() as player:
        await begin(player, "Aunt Anne's tour")
        for place in range(8):
            assert isinstance(player.screen, SeriesScreen)
            assert (player.screen.contest.next, player.screen.here) == (place, place)
            await player.press("enter")
            assert player.screen.play.mode.name == "STRICT"
            await end_game(player)
        await player.press("enter")
        assert player.screen.query_one(Input).value == "ann"
        await enter_as(player, "")
        assert "A name has 1 to 24" in player.text
        await enter_as(player, "Ann")
        assert isinstance(player.screen, BoardScreen)
        await player.press("enter")
        assert isinstance(player.screen, RecordsScreen)
        assert player.screen.list.option_count == 8
        await player.press("down", "enter")
        assert isinstance(player.screen, ReplayScreen)
        await player.press("escape", "escape", "escape")
        assert isinstance(player.screen, ContestsScreen)
    assert top("tour") == [("Ann", 10)]


async def test_players_get_the_same_deal_in_a_tournament() -> None:
    async with contests() as player:
        await begin(player, "A tournament of your games")
        await pick(player, "kloncan-klondike")
        await player.type("Cup")
        await player.press("enter")
        deals = set()
        for name in ("Ann", "Bob"):
            await player.press("enter")
            deals.add(player.screen.play.deal)
            await end_game(player)
            await player.press("enter")
            await enter_as(player, name)
            await player.press("escape", "enter")
        assert len(deals) == 1
    assert {name for name, _ in top("tournament:Cup")} == {"Ann", "Bob"}


async def test_the_name_of_an_evening_is_shown_whole(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLTERM_SHARED", str(home / "shared"))
    sharedfolder.prepare(here())
    now = datetime.now(UTC)
    evening = f"Evening {now:%Y-%m-%d %H%M}"
    publish(here(), lay_out(TOURNAMENT, lambda: 617, ("demon",), evening))
    for does in ("on this host: Enter joins it", "0 of 1 played"):
        async with contests() as player:
            await begin(player, f"{f'Evening {now:%-d %b %H:%M} UTC':28}{does}")
            assert isinstance(player.screen, SeriesScreen)
            await player.press("enter")
            assert " Evening 1/1 " in player.text.splitlines()[0]


async def test_a_tournament_of_another_version_is_reported(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLTERM_SHARED", str(home / "shared"))
    sharedfolder.prepare(here())
    (home / "shared" / "tournaments" / "cup.json").write_text('{"v": 9}')
    async with contests() as player:
        assert "It has form 9" in player.screen.notice


async def test_clearing_a_board_asks_first() -> None:
    enter_sheet(Store.open())
    async with showing(lambda app: app.doors.show_boards()) as player:
        await player.press("enter", "c", "n")
        assert "Ann" in player.text
        await player.press("c", "y")
        assert "No entries on this board yet." in player.text
        assert "Clear" not in player.text.splitlines()[-1]
    assert top("sheet:demon") == []


async def test_a_player_picks_and_names_a_tour() -> None:
    async with contests() as player:
        await begin(player, "A tour of your own")
        await pick(player, "demon")
        assert player.screen.notice == "Pick at least 2 games with Space."
        await player.press(*"agnes", "comma", "enter")
        assert player.screen.picked == ["demon", "agnes"]
        await player.press("space")
        assert player.screen.picked == ["demon"], "Space removes it"
        await player.type("klondike, draw 1")
        assert player.screen.search == "klondike, draw 1"
        await player.press("escape")
        await pick(player, "tommy")
        assert "1 Demon, 2 Sir Tommy" in player.text
        await player.type("Fri day")
        await player.press("enter")
        assert "Tour Fri day" in player.text
        assert [leg.game for leg in player.screen.contest.games] == ["demon", "sir-tommy"]
        await player.press("enter")
        assert " Tour 1/2 " in player.text


async def test_the_games_of_a_mixed_sheet_can_be_picked_at_once() -> None:
    async with contests() as player:
        await begin(player, "A mixed score sheet")
        await pick(player, "demon", "agnes")
        assert [leg.game for leg in player.screen.contest.games] == ["demon", "agnes", *[""] * 4]


async def test_a_tour_begins_with_its_first_move() -> None:
    async with contests() as player:
        await begin(player, "Aunt Anne's tour")
        assert Store.open().read("SELECT count(*) FROM contest") == [(0,)]
        await player.press("enter")
        player.screen.commands.run("sheet")
        await player.pilot.pause()
        number, deals = player.screen.contest.id, player.screen.contest.games
        await player.press("escape")
        assert "Go on with" not in player.text, "no game has a move yet"
        await begin(player, "Aunt Anne's tour")
        assert (player.screen.contest.id, player.screen.contest.games) == (number, deals)
        await player.press("enter")
        while not player.screen.play.moves:
            player.screen.kept.perform(str(min(player.screen.play.legal_moves)))
        player.screen.commands.run("sheet")
        await player.pilot.pause()
        await player.press("escape")
        assert "Go on with" in player.text
        assert "0 of 8 played" in player.text


# -- pages: results, turns and names --------------------------------------------------------------


async def test_typing_replaces_the_proposed_name_and_the_page_names_the_best() -> None:
    async with contests() as player:
        await begin(player, "An evening at Reno")
        await player.press("enter")
        await end_game(player)
        await player.press("e")
        assert player.screen.query_one(Input).value == "ann"
        assert "Dollars: -52. Your name for the board?" in player.text
        await player.type("Bob")
        assert player.screen.query_one(Input).value == "Bob"
        await player.press("enter")
        assert player.screen.notice == "You reached place 1 of 1."
        assert player.screen.here == 0
        await player.press("escape")
        await player.pilot.wait_until(lambda: "-52 Bob" in player.text)
        words = player.find_line("An evening at Reno").split()
        assert " ".join(words) == "An evening at Reno 5 min a deal -52 dollars -52 Bob"


async def test_ending_a_contest_asks_first() -> None:
    async with contests() as player:
        await begin(player, "Golf over nine")
        assert "X End it" not in player.text, "there is nothing to end yet"
        await player.press("enter")
        await end_game(player)
        assert "E Enter the board" not in player.text, "eight holes are left"
        await player.press("x", "n")
        assert isinstance(player.screen, SeriesScreen)
        await player.press("x", "y")
        assert isinstance(player.screen, ContestsScreen)
    assert stored.list_contests(Store.open(), KINDS["match"], only_open=True) == []


async def test_the_pointer_is_on_the_next_hole_and_all_eighteen_show() -> None:
    async with contests() as player:
        await begin(player, "Golf over eighteen")
        for hole in (1, 2):
            assert player.screen.here == hole - 1
            lines = [line.split() for line in player.text.splitlines()]
            holes = [line[0] for line in lines if len(line) > 2 and line[1] == "4"]
            assert holes[:18] == [str(k) for k in range(1, 19)]
            assert f"Enter plays hole {hole} of 18." in player.text
            await player.press("enter")
            assert f"Hole {hole}/18" in player.text
            await end_game(player)
            assert player.screen.notice == f"Hole {hole} of 18: 35 strokes."
        assert "Total 8 70 +62" in " ".join(player.text.split())
        assert "+62 against par, after 2 of 18 holes" in player.text


async def test_esc_leaves_a_tour_without_entering_a_name() -> None:
    async with under_way(short_tour(), 1) as player:
        await player.press("x", "y")
        assert "Esc leaves without one." in " ".join(player.text.split())
        await player.press("escape")
        assert isinstance(player.screen, ContestsScreen)
    assert top("tour:Short") == []
    assert stored.list_contests(Store.open(), KINDS["tour"], only_open=True) == []


async def test_a_game_won_by_a_command_opens_one_dialog() -> None:
    won = record.read(sample("farewell-small"))
    *before, last = won.events
    async with showing(lambda app: app.doors.go_to_contests()) as player:
        game, deal = find(won.tags["Game"]), int(won.tags["Deal"])
        player.app.game_doors.deal(Start(game, deal, 3, {"size": "small"}))
        await player.pilot.pause()
        for event in before:
            player.screen.kept.perform(event)
        await player.press(":")
        await player.type(last)
        await player.press("enter")
        assert "You have won!" in player.text
        assert sum(line.count("╔") for line in player.text.splitlines()) == 1
        await player.press("h")
        assert not isinstance(player.screen, EndScreen), "as a key for another hint"
        await player.press("enter")
        assert isinstance(player.screen, EndScreen)


async def test_the_page_updates_while_it_is_open() -> None:
    async with contests((132, 43)) as player:
        assert not player.find_line("Golf over nine").endswith("Ann")
        enter_match(Store.open())
        player.screen.look_again()
        await player.pilot.wait_until(lambda: player.find_line("Golf over nine").endswith("Ann"))


# -- on a host, which names the players; guests can't enter boards --------------------------------


@pytest.fixture
def on_a_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICKNAME, "ann")


@pytest.mark.usefixtures("on_a_host")
async def test_the_place_in_a_tournament_is_told_after_its_last_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup = cup_of("Cup", ("demon",), (617,)).next_turn()
    async with starting_with(lambda app: app.go_to(SeriesScreen(cup))) as player:
        await player.press("enter")
        await end_game(player)
        assert isinstance(player.screen, SeriesScreen)
        assert "Your result is on the board. You reached place 1 of 1." in player.text
        assert "H High scores   ?" in player.text and "Go on" not in player.text
        monkeypatch.setattr(contest_steps, "tell_place", lambda *_: "You reached place 1 of 2.")
        player.screen.show_rows()
        await player.pilot.pause()
        assert "You reached place 1 of 2." in player.text, "somebody else has entered meanwhile"
        await player.press("enter")
        assert "Points: high is better." in player.text
    assert [name for name, _ in top("tournament:Cup")] == ["ann"]


@pytest.mark.usefixtures("on_a_host")
async def test_a_guest_has_a_result_and_no_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GUEST, "1")
    Dealer(tmp_path / "host", "").answer_all(monkeypatch)
    async with contests() as player:
        await begin(player, "The deal of the day")
        day = player.screen.view.day
        await player.press("enter")
        await end_game(player)
        assert isinstance(player.screen, DayScreen)
        assert not player.screen.view.contest.open
        await player.press("e")
        assert "does nothing here" in player.screen.notice
    assert top(f"daily:{day}") == []
    async with under_way(short_tour(), 1) as player:
        await player.press("x", "y")
        assert isinstance(player.screen, ContestsScreen), "without a question"


@pytest.mark.usefixtures("on_a_host")
@pytest.mark.parametrize(("key", "entered"), [("y", ["ann"]), ("n", []), ("escape", None)])
async def test_a_tour_ended_early_is_entered_after_a_yes(
    key: str, entered: list[str] | None
) -> None:
    async with under_way(short_tour(), 1) as player:
        await player.press("x", "y")
        assert "Enter it on the board as ann?" in player.text
        await player.press(key)
        open_ones = stored.list_contests(player.app.seat.store, KINDS["tour"], only_open=True)
        assert (entered is None) == bool(open_ones)
    assert [name for name, _ in top("tour:Short")] == (entered or [])


# -- the page of the day --------------------------------------------------------------------------


async def play(player: Player, level: str = "3") -> None:
    """Make one move in today's deal and end the game."""
    await player.press(level, "enter")
    assert isinstance(player.screen, TableScreen)
    player.screen.kept.push(next(iter(player.screen.play.legal_moves)))
    await end_game(player)


async def test_the_page_before_the_try_has_the_rule_and_the_level() -> None:
    async with starting_with(lambda app: app.game_doors.play_daily(), SIZES[1]) as player:
        assert tell_object(player.screen.view.game) in player.text
        assert "level 3" in player.text
        await player.press("2")
        assert "level 2" in player.text
        assert "Tomorrow at " in player.text
        await player.press("?")
        assert isinstance(player.screen, RulesScreen)
        await player.press("escape", "p")
        assert "does nothing here" in player.screen.notice
        await player.press("enter")
        assert player.screen.play.level == 2
        player.app.game_doors.play_daily()
        await player.press("1")
        assert "under way" in player.text
        assert "1 does nothing here" in player.screen.notice


@pytest.mark.parametrize(("number", "is_shown"), [(1, True), (SAMPLE, False)])
async def test_the_page_shows_another_deal_before_the_try(
    monkeypatch: pytest.MonkeyPatch, number: int, is_shown: bool
) -> None:
    of_day = days.daily(TODAY)._replace(games=(ContestGame("free-cell", number),))
    monkeypatch.setattr(days, "deal_to_play", lambda *_: of_day)
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        assert "Another deal of this game:" in player.text
        assert ("7♦ A♦ 5♣" in player.text) == is_shown, "the first cards of the sample"


async def test_after_the_try_one_page_has_everything() -> None:
    save_settings(here(), Settings(player="Ann"))
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        await play(player, "2")
        assert isinstance(player.screen, DayScreen)
        deal = player.screen.view.leg.deal
        for told in (
            "Not won at level 2: ",
            "You reached place 1 of 1.",
            "1.  Ann",
            "1 day played, ",
        ):
            assert told in player.text
        assert calendar.LEGEND in player.text
        assert "Another deal" not in player.text
        assert f"{TODAY:%b %Y} {'.' * (TODAY.day - 1)}o" in player.text
        assert "░░░░░░░░░░  C copies" in player.text
        assert "5♠" in player.screen.query_one(Miniature).text, "the table as it ended"
        await player.press("c")
        assert f"solterm {TODAY.day} " in player.text, "it can be selected, too"
        await player.press("escape")
        assert player.app.clipboard.endswith(f"\nsolterm daily {TODAY}")
        await player.press("w")
        assert isinstance(player.screen, ReplayScreen)
        await player.press("escape", "p")
        assert (player.screen.play.deal, player.screen.kept.is_free) == (deal, True)
        assert " Practice " in player.text.splitlines()[0]
    assert list(calendar.days(Store.open())) == [TODAY]


async def test_a_missed_day_is_practised_and_stays_missed() -> None:
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        await player.press("1", "left")
        assert player.screen.view.day == TODAY - timedelta(days=1)
        assert "You did not play this day." in player.text
        await player.press("p")
        assert player.screen.kept.is_free
        assert player.screen.play.level == 3, "level 1 was for the other day"
        await player.press("f9")
        words = " ".join(player.text.split())
        assert "Practice of a deal of the day: it counts for no board." in words
    assert calendar.days(Store.open()) == {}


async def test_the_page_asks_once_for_a_name_and_remembers_it() -> None:
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        await play(player)
        assert "Your name for the board?" in player.text
        await player.press("escape")
        assert "E enters your result on the board." in player.text
        await player.press("m", "f3")
        assert "tried today" in player.text
        player.app.game_doors.play_daily()
        await player.pilot.pause()
        assert "Your name for the board?" not in player.text
        await player.press("e", "ctrl+u", *"Ann", "enter")
        assert "You reached place 1 of 1." in player.text
        assert player.app.settings.player == "Ann"

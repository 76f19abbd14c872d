"""The page at the end of a game: the result, and the keys after a win and a loss."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from solterm.advice.pipe import Traced
from solterm.advice.steps import count_steps
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.manual.rules_pages import sample
from solterm.sessions.ending import Comparison, ResultLine
from solterm.solver.solve import solve
from solterm.store.entries import PlayRow
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.day_page import DayScreen
from solterm.tui.screens.end import EndScreen
from solterm.tui.screens.lost import LostScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from solterm.tui.screens.search_dialog import SearchResult
from solterm.tui.screens.table_dialogs import StuckDialog
from solterm.tui.screens.table_screen import TableScreen
from tests.contests.laid_out import row_of
from tests.store import rows
from tests.tui.screens import Player, first_moves, started, starting_with


def won(context: str = "", mode: Mode = Mode.FREE) -> KeptPlay:
    """Return a small Farewell that is won but still open."""
    read = record.read(sample("farewell-small"))
    game, deal = find(read.tags["Game"]), int(read.tags["Deal"])
    kept = KeptPlay.start(Store.open(), game, deal, 3, mode, {"size": "small"}, context)
    for event in read.events:
        kept.play.perform(event)
    kept.save()
    return kept


def lost() -> KeptPlay:
    """Return a Free Cell to give up."""
    return first_moves(started(), 3)


ENDED = pytest.mark.parametrize("end", [won, lost])


@asynccontextmanager
async def ended(kept: KeptPlay, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Player]:
    async with starting_with(lambda app: app.go_to(EndScreen(kept)), size) as player:
        assert isinstance(player.screen, EndScreen)
        yield player


def play_of(player: Player) -> Play:
    assert isinstance(player.screen, TableScreen), player.screen
    return player.screen.play


async def show_end(player: Player, kept: KeptPlay) -> str:
    """Show the end page of another game, and return its words."""
    player.app.go_to(EndScreen(kept))
    await player.pilot.pause()
    return " ".join(player.text.split())


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_the_page_shows_result_time_streak_and_help(size: tuple[int, int]) -> None:
    async with ended(won(), size) as player:
        words = " ".join(player.text.split())
        for told in ("You have won!", "Your score 1000", "Time 0:0", "Streak 1 won"):
            assert told in words
        assert "Help used none (alone)" in words
        assert listed(player) == ["Enter", "R", "N", "U", "W"]
        assert player.line.startswith("Enter D  A new deal, level 3")
        kept = won()
        kept.play.counts.hints, kept.play.counts.undos = 2, 1
        words = await show_end(player, kept)
        for told in ("Hints 2 ", "Undos 1 ", "Your score 1000 (with hints)"):
            assert told in words
        assert "(alone)" not in words


def listed(player: Player) -> list[str]:
    return [row.cells[0].split()[0] for row in player.screen.shown.rows]


async def test_the_analysis_of_an_open_game_says_how_it_could_still_be_won() -> None:
    def shown(*positions: str) -> LostScreen:
        told = {"text": "The last position can still be won.", "won": False}
        found = Traced({**told, "positions": positions})
        return LostScreen(record.write(lost().play), found, False, lambda _: None)

    page = shown("yes")
    assert page.title_text() == "How it could still be won"
    assert shown("yes", "no").title_text() == "Where it was lost"
    assert shown("no", "no").title_text() == "Could it be won?"
    async with starting_with(lambda app: app.push_screen(page)) as player:
        await player.press("c")
        assert "[solterm:" in player.app.clipboard


async def test_a_serious_loss_proposes_where_it_was_lost() -> None:
    async with ended(lost()) as player:
        assert player.line.startswith("Enter D  A new deal"), "three moves are not serious"
        assert listed(player) == ["Enter", "R", "S", "L", "U", "W"]
        assert "Could it still be won?" in player.text
        await show_end(player, first_moves(started(), 10))
        assert player.line.startswith("Enter L  Where it was lost")
        assert listed(player) == ["Enter", "D", "R", "S", "U", "W"]
        for _ in range(2):
            first_moves(started(), 10).finish()
        await show_end(player, kept := first_moves(started(), 10))
        assert player.line.startswith("Enter S  A deal that can be won"), "lost three times"
        player.app.seat.knowledge.note_lost(kept.play.rules, kept.play.passed[0])
        await player.press("u", "f9")
        assert player.line.startswith("Enter S  A deal that can be won")
        assert not any("lost" in line for line in listed(player)), "it is not searched again"
        assert "This deal can't be won at this level." in player.text
        await player.press("d")
        assert play_of(player).events == []


@pytest.mark.parametrize("is_read", [True, False])
async def test_m_records_a_game_without_moves_once_its_result_was_shown(is_read: bool) -> None:
    kept = started("aces-up")
    while not kept.play.outcome:
        kept.perform("s" if Move("s") in kept.play.legal_moves else kept.play.legal_moves[0])

    def show(app: SoltermApp) -> None:
        if is_read:
            app.go_to(EndScreen(kept))
        else:
            app.game_doors.show_table(kept)

    async with starting_with(show, (80, 24)) as player:
        await player.press("escape", "m")
        assert isinstance(player.screen, MenuScreen)
    assert len(Store.open().results()) == is_read
    assert (Store.open().load_suspended() is None) == is_read


@ENDED
async def test_keys_deal_again_look_back_and_leave(end) -> None:
    async with ended(kept := end()) as player:
        await player.press("enter")
        play = play_of(player)
        assert (play.game.id, play.options) == (kept.play.game.id, kept.play.options)
        assert play.events == []
        assert [each.won for each in Store.open().results()] == [end is won]
        await show_end(player, end())
        await player.press("r")
        assert (play_of(player).deal, play_of(player).events) == (kept.play.deal, [])
        await show_end(player, end())
        await player.press("2")
        assert (play_of(player).level, play_of(player).events) == (2, [])
        await show_end(player, end())
        await player.press("w")
        assert isinstance(player.screen, ReplayScreen)
        await player.press("escape")
        assert isinstance(player.screen, EndScreen)
        await player.press("n")
        if end is won:
            assert play_of(player).deal == kept.play.deal + 1
        else:
            assert isinstance(player.screen, EndScreen), "only a win has a next number"
        await show_end(player, end())
        await player.press("m")
        assert isinstance(player.screen, MenuScreen)
        assert Store.open().load_suspended() is None
        await show_end(player, end())
        await player.press("q")
    assert Store.open().load_suspended() is None
    assert player.app.return_value == 0


@ENDED
async def test_u_returns_to_the_table_without_another_announcement(end) -> None:
    async with ended(kept := end()) as player:
        for keys in (["u"], ["escape"], ["end", "up", "enter"]):
            await player.press(*keys)
            assert play_of(player).events == kept.play.events
            ends = "ends it" if end is won else "opens the menu"
            assert f"D deals again, M {ends}." in player.text
            assert player.app.seat.store.load_suspended() is not None
            await player.press("right", "f9")
            assert isinstance(player.screen, EndScreen)
        await player.press("u", "m")
        assert isinstance(player.screen, MenuScreen)
        assert (player.app.seat.store.load_suspended() is None) == (end is won)


async def test_the_headline_tells_a_best_result_and_a_win_that_was_undone() -> None:
    small = {"size": "small"}
    earlier = KeptPlay.start(Store.open(), find("farewell-to-kings"), 10, options=small)
    first_moves(earlier, 3).finish()
    async with ended(won()) as player:
        words = " ".join(player.text.split())
        assert "A Farewell to Kings, small grid" in words
        assert "You have won! New best!" in words
        assert "Place 1 of 2 (your games)" in words
        assert "Previous best" in words
        assert "(new best)" not in words, "the first row says so"
        words = await show_end(player, first_moves(started("farewell-to-kings", 10), 3))
        assert "best" not in words and "Place" not in words, "another grid"
        started("ultimate-golf", 617, "t1 f").finish()
        words = await show_end(player, started("ultimate-golf", 617, "t1 f", "t7 f"))
        assert "Not won: ended with moves left. Your best so far." in words
        undone = won()
        undone.perform("undo")
        undone.save()
        words = await show_end(player, undone)
        assert "You won this game before you undid that, and it counts as won." in words
        assert "Not won" not in words


# -- never resumed ---------------------------------------------------------------------------


async def test_a_won_game_is_not_resumed() -> None:
    kept = won()
    async with starting_with(lambda app: app.game_doors.resume_or(app.doors.go_to_menu)) as player:
        assert isinstance(player.screen, MenuScreen)
        assert "You have won!" not in player.text
        assert player.app.seat.store.load_suspended() is None
    assert [each.deal for each in Store.open().results()] == [kept.play.deal]


async def test_a_won_sheet_game_resumes_as_its_result() -> None:
    won(row_of(Store.open(), "farewell-to-kings", 2), Mode.SCORED)
    async with starting_with(lambda app: app.game_doors.resume_or(app.doors.go_to_menu)) as player:
        assert isinstance(player.screen, EndScreen)
        assert "game 2" in player.text


# -- contests ----------------------------------------------------------------------------------


async def test_f9_ends_a_stuck_contest_game_without_a_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        await player.press("enter", "f9")
        assert "End this game? The deal of a day has one try." in player.text
        await player.press("n")
        monkeypatch.setattr(Play, "outcome", Outcome.OVER)
        await player.press("f9")
        assert isinstance(player.app.base_screen, DayScreen)


async def test_f9_in_the_stuck_dialog_ends_a_contest_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with starting_with(lambda app: app.game_doors.play_daily()) as player:
        await player.press("enter")
        monkeypatch.setattr(Play, "outcome", Outcome.OVER)
        player.screen.commands.look()
        player.screen.show_table()
        await player.pilot.pause()
        assert isinstance(player.screen, StuckDialog)
        await player.press("f9")
        assert isinstance(player.app.base_screen, DayScreen)


# -- the comparison ----------------------------------------------------------------------------


def result(
    score: int, *, is_won: bool = True, own: int | None = None, game: str = "demon"
) -> PlayRow:
    outcome, day = "won" if is_won else "over", f"2026-11-2{score % 10}"
    return rows.ended(game=game, deal=score, score=score, outcome=outcome, touched=day, own=own)


def test_a_comparison_announces_a_new_best() -> None:
    comparison = Comparison(result(500), (result(400), result(100, is_won=False)))
    assert comparison.is_new_best
    assert comparison.lines() == [
        ResultLine("Previous best", "400"),
        ResultLine("Streak", "1 won"),
        ResultLine("Place", "1 of 3", "your games"),
    ]


def test_a_first_and_an_equal_result_are_no_new_best() -> None:
    assert not Comparison(result(500), ()).is_new_best
    assert not Comparison(result(500), (result(500),)).is_new_best


def test_lower_is_better_in_games_that_say_so() -> None:
    few, many = (result(10, own=own, game="royale-golf") for own in (3, 20))
    low = find("royale-golf").own_score.lower_is_better
    assert Comparison(few, (many,)).is_new_best == low


# -- without colours ---------------------------------------------------------------------------


async def test_the_cursor_shows_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with ended(lost()) as player:
        first, second = (list(player.screen.list.render_line(y)) for y in (0, 1))
        assert all(segment.style.reverse for segment in first)
        assert not any(segment.style.reverse for segment in second)


async def test_a_key_without_a_command_says_so() -> None:
    async with ended(lost()) as player:
        for key, name in (("z", "Z"), ("backspace", "Backspace"), ("space", "Space")):
            await player.press(key)
            assert player.screen.notice == f"{name} does nothing here. F2 lists the keys."
            await player.press("down")
            assert not player.screen.notice


# -- where it was lost -------------------------------------------------------------------------


async def test_hints_follow_the_way_to_win_after_play_on() -> None:
    kept = started("klondike-deal-1", 1)
    line = solve(kept.play.rules, kept.play.table).moves
    kept.perform(str(next(move for move in kept.play.legal_moves if move != line[0])))
    async with ended(kept) as player:
        assert isinstance(player.screen, EndScreen)
        told = {"text": "Lost.", "won": False, "positions": ["yes", "no"]}
        player.screen._tell_lost(record.write(kept.play), SearchResult(Traced(told, line)))
        await player.press("enter")
        assert not play_of(player).can_undo
        await player.press("h")
        steps = count_steps(kept.play.rules, kept.play.table, line)
        assert f": that wins within {steps} steps, knowing all cards." in player.text


async def test_the_help_names_every_key_of_the_page() -> None:
    async with ended(lost()) as player:
        ways = {key for key in listed(player) if len(key) == 1}
        await player.press("question_mark")
        told = {row.split()[0] for row in player.text.splitlines() if row.strip()}
        assert told.issuperset({*ways, "D", "1-3"})
        assert "Play at level 1, 2 or 3" in player.text

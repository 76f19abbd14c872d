"""The page at the end of a game: the result, and the keys after a win and a loss."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest
from textual.widgets import ProgressBar

from solterm.advice.pipe import Traced
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.manual.rules_pages import sample
from solterm.sessions.ending import Comparison, ResultLine
from solterm.sessions.sharing import block, start_on
from solterm.store.entries import PlayRow
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE, Purpose
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.day_page import DayScreen
from solterm.tui.screens.end import EndScreen
from solterm.tui.screens.lost import LostScreen
from solterm.tui.screens.menu import MenuScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from solterm.tui.screens.table_screen import TableScreen
from tests.contests.laid_out import row_of
from tests.games.test_board_text import ROWS
from tests.store import rows
from tests.tui.screens import SIZES, Player, first_moves, menu, showing, started, starting_with


def won(purpose: Purpose = FREE, mode: Mode = Mode.FREE) -> KeptPlay:
    """Return a small Farewell that is won but still open."""
    read = record.read(sample("farewell-small"))
    game, deal = find(read.tags["Game"]), int(read.tags["Deal"])
    kept = KeptPlay.start(Store.open(), game, deal, 3, mode, {"size": "small"}, purpose)
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
        for told in ("You have won!", "Level 3", "Your score 1000", "Time 0:0", "Streak 1 won"):
            assert told in words
        shows_table = "[] [] []" in words
        assert shows_table == (size == (80, 24)), "60x20 has no room for the last table"
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


def test_the_title_of_an_analysis_follows_what_it_found() -> None:
    text = record.write(lost().play)
    for positions, title in (
        (("yes",), "How it could still be won"),
        (("yes", "no"), "Where it was lost"),
        (("no", "no"), "Could it be won?"),
    ):
        found = Traced({"text": "", "won": False, "positions": positions})
        assert LostScreen(text, found, False, lambda _: None).title_text() == title


async def test_a_serious_loss_proposes_where_it_was_lost() -> None:
    async with ended(lost()) as player:
        assert player.line.startswith("Enter D  A new deal"), "three moves are not serious"
        assert listed(player) == ["Enter", "R", "S", "L", "U", "W"]
        await show_end(player, first_moves(started(), 10))
        assert player.line.startswith("Enter L  Where it was lost")
        for _ in range(2):
            first_moves(started(), 10).finish()
        await show_end(player, kept := first_moves(started(), 10))
        assert player.line.startswith("Enter S  A deal that can be won"), "lost three times"
        player.app.seat.knowledge.note_lost(kept.play.rules, kept.play.passed[0])
        await player.press("u", "f9")
        assert not any("lost" in line for line in listed(player)), "it is not searched again"
        assert "This deal can't be won at this level." in player.text


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
        await player.press("escape", "n")
        if end is won:
            assert play_of(player).deal == kept.play.deal + 1
        else:
            assert isinstance(player.screen, EndScreen), "only a win has a next number"
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
        words = await show_end(player, first_moves(started("farewell-to-kings", 10), 3))
        assert "best" not in words and "Place" not in words, "another grid"
        undone = won()
        undone.perform("undo")
        undone.save()
        words = await show_end(player, undone)
        assert "You won this game before you undid that, and it counts as won." in words


async def test_a_game_on_a_board_without_a_number_counts_nowhere() -> None:
    start = start_on(ROWS.replace("4C 2C", "2C 4C"))
    kept = KeptPlay.start(Store.memory(""), start.game, 1, 3, options=start.options)
    async with ended(kept) as player:
        assert "A game on your own board counts in no statistics." in player.text


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


# -- the comparison ----------------------------------------------------------------------------


def result(score: int, *, is_won: bool = True) -> PlayRow:
    outcome, day = "won" if is_won else "over", f"2026-11-2{score % 10}"
    return rows.ended(game="demon", deal=score, score=score, outcome=outcome, touched=day)


def test_a_comparison_announces_a_new_best() -> None:
    comparison = Comparison(result(500), (result(400), result(100, is_won=False)))
    assert comparison.is_new_best
    assert comparison.lines() == [
        ResultLine("Previous best", "400"),
        ResultLine("Streak", "1 won"),
        ResultLine("Place", "1 of 3", "your games"),
    ]
    assert not Comparison(result(500), ()).is_new_best, "it is the first"
    assert not Comparison(result(500), (result(500),)).is_new_best, "it is equal"


# -- without colours ---------------------------------------------------------------------------


async def test_the_cursor_shows_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with ended(lost()) as player:
        first, second = (list(player.screen.list.render_line(y)) for y in (0, 1))
        assert all(segment.style.reverse for segment in first)
        assert not any(segment.style.reverse for segment in second)


# -- where it was lost -------------------------------------------------------------------------


# -- replays --------------------------------------------------------------------------------------


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
        assert "Space Play" in player.pilot.rows[-1]
        replay = player.screen
        for key in ("space", "right", "c", "question_mark"):
            await player.press("space", "plus")
            assert replay.is_playing
            assert "seconds a step." in player.text
            assert "Space Stop" in player.pilot.rows[-1]
            await player.press(key)
            assert not replay.is_playing
            if player.screen is not replay:
                await player.press("escape")
        await player.press("end", "left", "left")
        bar = replay.query_one(ProgressBar)
        assert bar.progress == 59
        await player.press("space")
        await player.pilot.wait_until(lambda: not replay.is_playing)
        assert (replay.step, bar.progress) == (61, 61)


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

"""KLONCAN's keys, one by one, through Textual's test driver."""

import pytest

from solterm.core import cards
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.end import EndScreen
from solterm.tui.screens.table_screen import TableScreen
from tests.tui.player import DEAL, playing, run_test
from tests.tui.table import at_table


def test_the_cursor_goes_round_seven_piles_in_klondike() -> None:
    player = at_table()
    visited = []
    for _ in range(8):
        visited.append(player.table.hand.cursor)
        player.press("right")
    assert visited == ["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t1"]
    player.press("left", "left", "left")
    assert player.table.hand.cursor == "t6"


def test_the_cursor_goes_round_five_piles_in_canfield() -> None:
    player = at_table("kloncan-canfield")
    player.press("left")
    assert player.table.hand.cursor == "r"
    player.press("left")
    assert player.table.hand.cursor == "t4"
    player.press("right", "right")
    assert player.table.hand.cursor == "t1"


def test_f1_marks_a_pile_and_moves_it_to_another() -> None:
    player = at_table()
    player.to("t4")
    player.press("f1")
    assert player.table.hand.marked == "t4"
    player.to("t2")
    player.press("f1")
    assert player.table.hand.marked is None
    assert player.play.events == ["t4 t2"]
    player.line("s, s, t4")
    assert player.play.events == ["t4 t2", "s", "s"]
    assert player.table.commands.error


def test_f1_takes_the_two_piles_in_either_order() -> None:
    player = at_table()
    player.to("t2")
    player.press("f1")
    player.to("t4")
    player.press("f1")
    assert player.play.events == ["t4 t2"]


def test_escape_drops_the_mark() -> None:
    player = at_table()
    player.press("f1", "escape")
    assert player.table.hand.marked is None
    assert player.play.events == []


def test_an_illegal_f1_beeps_and_moves_nothing() -> None:
    player = at_table()
    player.press("f1", "right", "f1")
    assert player.play.events == []
    assert player.table.commands.error
    assert player.notice == player.table.commands.error


def test_f3_goes_through_the_hand_by_threes_and_turns_it_over() -> None:
    player = at_table()
    for turned in (3, 6, 9, 12, 15, 18, 21, 24):
        player.press("f3")
        assert len(player.play.pile("w")) == turned
    player.press("f3")
    assert len(player.play.pile("s")) == 24


@pytest.mark.parametrize("level", [2, 1])
def test_f3_goes_card_by_card_at_levels_2_and_1(level: int) -> None:
    player = at_table(level=level)
    player.press("f3", "f3")
    assert len(player.play.pile("w")) == 2


def test_f4_plays_the_hand_card_to_the_pile_under_the_cursor() -> None:
    player = at_table()
    player.press("f3", "f6", "f3")
    moves = [move for move in player.play.legal_moves if move.src == "w" and move.dst[0] == "t"]
    player.to(moves[0].dst)
    player.press("f4")
    assert player.play.events[-1] == str(moves[0])


def test_f5_plays_the_card_under_the_cursor_to_the_field() -> None:
    player = at_table()
    player.to("t6")
    player.press("f5")
    assert player.play.events == ["t6 f1"]


def test_f6_plays_the_hand_card_to_the_field() -> None:
    player = at_table()
    player.press("f3", "f6")
    assert player.play.events == ["s", "w f1"]


def test_f7_shows_the_error_behind_the_last_beep() -> None:
    player = at_table()
    player.press("f6")
    error = player.notice
    assert error == "No card of the hand lies face up."
    player.press("f8", "escape", "f7")
    assert player.notice == error


@pytest.mark.parametrize("key", ["f1", "f3", "f10", "left", "right"])
def test_f7_forgets_the_error_after_another_key(key: str) -> None:
    player = at_table()
    player.press("f6", key, "f7")
    assert player.notice == "Your last key made no error."


def test_without_messages_a_mistake_only_beeps() -> None:
    player = at_table()
    player.change_settings(messages=False)
    player.press("f6")
    assert player.notice == ""
    player.press("f7")
    assert player.notice == "No card of the hand lies face up."


async def test_f8_changes_the_level_and_escape_keeps_it() -> None:
    async with playing() as player:
        await player.press("f8", "escape")
        assert player.play.level == 3
        await player.press("f8", "x", "f3", "2")
        assert player.play.level == 2
        assert player.play.events == ["level 2"]


async def test_f9_ends_the_game_and_its_page_deals_again_at_a_level() -> None:
    async with playing() as player:
        await player.press("f9")
        assert isinstance(player.screen, EndScreen)
        await player.press("2")
        assert player.play.level == 2
        assert player.play.deal != DEAL or player.play.events == []


async def test_escape_takes_f9_back() -> None:
    async with playing() as player:
        await player.press("f3", "f9", "escape")
        assert player.play.events == ["s"]
        assert player.play.deal == DEAL


def test_f10_plays_from_the_piles_but_not_from_the_hand() -> None:
    player = at_table()
    player.press("f3", "f10")
    assert player.play.events == ["s", "auto"]
    assert len(player.play.pile("w")) == 3


def test_x_at_level_3_turns_one_card() -> None:
    player = at_table()
    player.press("x", "y")
    assert len(player.play.pile("w")) == 1
    assert player.play.tally.exceptions == 1
    card = cards.text(player.play.pile("w")[-1])
    assert player.notice == f"Exception: {card} turned; a win is now worth 900."


def test_x_at_level_2_arms_one_move_and_escape_disarms_it() -> None:
    player = at_table(level=2)
    player.press("x")
    assert player.play.armed
    assert player.notice.endswith("Esc cancels at no cost.")
    player.press("escape")
    assert not player.play.armed
    assert player.play.tally.exceptions == 0


def test_x_at_level_1_has_no_effect() -> None:
    player = at_table(level=1)
    player.press("x")
    assert player.play.events == []
    assert player.notice == "X has no effect at level 1."


async def test_dialogs_open_over_the_help_and_return_to_it() -> None:
    async with playing() as player:
        await player.press("f2")
        for key in ("f8", "s", "c", "q"):
            await player.press(key)
            assert len(player.dialogs) == 2, key
            await player.press("escape")
            assert len(player.dialogs) == 1, key


async def test_f9_works_under_the_help() -> None:
    async with playing() as player:
        await player.press("f2", "f9")
        assert isinstance(player.screen, EndScreen)


def test_f7_works_under_the_help() -> None:
    player = at_table()
    player.press("f6", "f2", "f7")
    assert player.notice == "No card of the hand lies face up."


async def test_c_cycles_sixteen_backgrounds_and_three_foregrounds() -> None:
    async with playing() as player:
        settings = player.table.solterm
        await player.press("c")
        answers = [row for row in player.text.splitlines() if "║ " in row and " - " in row]
        assert len({row.index(" - ") for row in answers}) == 1
        seen = set()
        for _ in range(16):
            seen.add(settings.settings.background)
            await player.press("b")
        assert seen == set(range(16))
        assert settings.settings.background == 0
        await player.press("f", "f")
        assert settings.settings.foreground == 2
        await player.press("f", "escape")
        assert settings.settings.foreground == 0
        assert not player.dialogs


async def test_s_shows_the_score_and_the_stakes_until_any_key() -> None:
    async with playing(events=("t6 f1",)) as player:
        await player.press("s")
        assert "Your score now is 10." in player.text
        assert "A win is now worth 1000." in player.text
        assert "The next exception costs 100, and each move after it costs 5." in player.text
        await player.press("f3")
        assert not player.dialogs
        assert player.play.events == ["t6 f1"]


@pytest.mark.parametrize("quit_key", ["q", "ctrl+c"])
async def test_the_quit_dialog_takes_only_q_and_escape(quit_key: str) -> None:
    async with playing() as player:
        await player.press(quit_key, "f3", "f9", "s", "x")
        assert player.play.events == []
        assert len(player.dialogs) == 1
        await player.press("escape", "f3")
        assert player.play.events == ["s"]


async def test_q_twice_quits_and_the_game_resumes_where_it_was_left() -> None:
    async with playing() as player:
        await player.press("f3", "f3", "q", "q")
        table = player.play.table
    saved = Store.open().load_suspended("kloncan-klondike", "")
    assert saved is not None
    assert saved.record.events == ("s", "s")
    app = SoltermApp(Store.open())
    async with run_test(app):
        assert isinstance(app.screen, TableScreen)
        assert app.screen.play.table == table


def test_enter_turns_the_hand_and_marks_and_places() -> None:
    player = at_table()
    player.to("t4")
    player.press("enter")
    assert player.table.hand.marked == "t4"
    player.to("t2")
    player.press("space")
    assert player.play.events == ["t4 t2"]
    player.press("down")
    assert player.table.hand.cursor == "s"
    player.press("enter")
    assert player.play.events[-1] == "s"


def test_undo_and_redo() -> None:
    player = at_table()
    before = player.play.table
    player.press("f3", "u")
    assert player.play.table == before
    player.press("r")
    assert len(player.play.pile("w")) == 3


async def test_the_command_line_uses_line_modes_grammar() -> None:
    async with playing() as player:
        await player.press(":", "t", "4", "enter")
        assert player.play.events == []
        assert player.table.commands.error
        await player.press(":", "t", "4", "space", "t", "2", "enter")
        assert player.play.events == ["t4 t2"]


@pytest.mark.parametrize("messages", [True, False])
async def test_f7_shows_the_error_in_a_dialog_that_any_key_passes_through(messages: bool) -> None:
    async with playing() as player:
        player.pilot.app.change_settings(messages=messages)
        await player.press("f6")
        before = player.text
        await player.press("f7")
        assert "Press any key to go on." in player.text
        assert player.notice == player.table.commands.error
        for key in ("escape", "z", "f12"):
            await player.press("f7", key)
            assert "Press any key to go on." not in player.text
        if not messages:
            assert player.text == before
        await player.press("f7", "f3")
        assert player.play.events == ["s"]
        assert "Press any key to go on." not in player.text
        await player.press("f7")
        assert "Your last key made no error." in player.text

"""Keys at the table, and what they do in each game."""

from solterm.core import cards
from solterm.games import find
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.keys.offers import labels
from solterm.tui.screens.table_screen import TableScreen
from solterm.wire.driver import event_of
from solterm.wire.input_parser import KeyParser
from tests.harness.cases import over
from tests.tui.player import playing, run_test
from tests.tui.table import at_table


@over("level pile", [(3, "s"), (2, "w9")])
def test_the_cursor_skips_a_pile_that_the_level_closes(level: int, pile: str) -> None:
    player = at_table("strategy", 617, level=level)
    player.to("w8")
    player.press("right")
    assert player.cursor == pile


def test_a_level_that_closes_the_marked_pile_moves_the_cursor_off_it() -> None:
    player = at_table("free-cell", 617, level=2)
    player.to("r5")
    player.press("f1")
    assert player.table.hand.marked == "r5"
    player.press("f8", "3")
    assert (player.table.hand.cursor, player.table.hand.marked) == ("r4", None)


@over(
    "game key",
    [("bouquet", "F3"), ("bristol", "F4"), ("scorpion", "F10"), ("scorpion", "F6"), ("demon", "L")],
)
def test_a_key_without_a_use_says_so(game: str, key: str) -> None:
    player = at_table(game, 617)
    player.press(key.lower())
    assert "has no use in this game" in player.notice


def test_f4_and_f6_play_the_top_of_a_stock_that_lies_open() -> None:
    player = at_table("sir-tommy", 617)
    player.to("w4")
    player.press("f4")
    player.to("w1")
    player.press("f4", "f6")
    assert player.play.events == ["s w4", "s w1"]
    assert "only an Ace" in player.notice


def test_in_cabal_f6_works_at_levels_that_let_the_stock_go_home() -> None:
    player = at_table("cabal", 617)
    player.press("f4", "f6")
    assert player.play.events == ["s t1"]
    assert player.notice == "F6 has no use in this game."
    player.press("f8", "2", "f6")
    assert player.play.events[-1] == "s f2"


def test_x_asks_for_the_cursor_if_it_could_act_on_several_piles() -> None:
    player = at_table("bristol", 617)
    player.press("f3", "x")
    assert "two top cards of the waste" in player.notice
    player.press("f3", "x")
    assert player.notice == "X needs a waste: put the cursor on one, then press X."
    player.press("down", "right", "x", "y")
    assert player.play.events == ["s", "s", "x w1"]


@over("game pile", [("farewell-to-kings", "g53"), ("miss-milligan", "s"), ("poker", "g1")])
def test_the_cursor_starts_where_the_play_does(game: str, pile: str) -> None:
    assert at_table(game, 617).cursor == pile


def test_a_cheat_may_use_a_pile_that_only_level_1_opens() -> None:
    player = at_table("free-cell", 617)
    player.press("f1")
    player.command("cheat")
    player.press("y")
    assert "r5" in player.table.view().targets
    player.press("escape")
    player.to("r5")
    player.table.commands.push("t1 r5")
    assert player.play.pile("r5")
    assert not player.play.cheating


@over(
    "game keys events told",
    [
        ("kings-audience", "f3 f4", "s", "do not go together"),
        ("pairs", "f3 right f4", "r, r t2", ""),
        ("corners", "f4", "", "No card is turned up."),
    ],
)
def test_f4_plays_the_turned_card_or_says_why_not(
    game: str, keys: str, events: str, told: str
) -> None:
    player = at_table(game, 617)
    player.press(*keys.split())
    assert ", ".join(player.play.events) == events
    assert told in player.notice


@over(
    "game number label",
    [
        ("three-shuffles-and-a-draw", 3, "Reshuffle the tableau"),
        ("monte-carlo", 3, "Close the gaps"),
        ("royale-pyramid", 4, "Pair it with the turned card"),
        ("ultimate-golf", 5, "This card to the waste"),
        ("demon", 9, "End this game"),
    ],
)
def test_function_key_labels_say_what_they_do_in_that_game(
    game: str, number: int, label: str
) -> None:
    assert labels(find(game))[number].long == label


async def test_a_key_without_a_command_says_so() -> None:
    async with playing("klondike-deal-1") as player:
        for key in ("y", "f12", "backspace"):
            await player.press(key)
            told = " does nothing here. F2 lists the keys, Tab all commands."
            assert player.notice == f"{key.capitalize()}{told}"
            await player.press("right")
            assert "does nothing" not in player.notice
        for opens in ("d", "f2"):
            await player.press(opens, "y")
            assert "does nothing" not in player.notice
            await player.press("escape")
        player.table.solterm.change_settings(keys={"score": "z"})
        await player.press("s")
        assert player.notice == 'S does nothing here. "Show the score" is Z.'
        assert not player.play.events


async def test_terminal_replies_are_not_keys() -> None:
    async with playing("klondike-deal-1") as player:
        for report in ("\x1b[?62;22c", "\x1b[12;40R", "\x1b[>0;136;0c", "\x1b[99;99z", "\x1bOz"):
            for event in KeyParser().feed(report):
                await player.pilot.take(event_of(event))
        assert "does nothing" not in player.notice


# -- KLONCAN's keys, one by one -------------------------------------------------------------------


@over("way", [("t4", "t2"), ("t2", "t4")])
def test_f1_marks_a_pile_and_moves_it_to_another_or_back(way: tuple[str, str]) -> None:
    player = at_table()
    for pile in way:
        player.to(pile)
        player.press("f1")
    assert player.play.events == ["t4 t2"]
    assert player.hand.marked is None
    player.line("s, s, t4")
    assert player.play.events == ["t4 t2", "s", "s"]
    assert player.commands.error


def test_f4_plays_the_hand_card_to_the_pile_under_the_cursor() -> None:
    player = at_table()
    player.press("f3", "f6", "f3")
    moves = [move for move in player.play.legal_moves if move.src == "w" and move.dst[0] == "t"]
    player.to(moves[0].dst)
    player.press("f4")
    assert player.play.events[-1] == str(moves[0])


def test_f5_and_f6_play_a_card_to_the_field() -> None:
    player = at_table()
    player.to("t6")
    player.press("f5", "f3", "f6", "f6")
    assert player.play.events == ["t6 f1", "s", "w f2"]
    assert player.commands.error == player.notice != ""


@over("messages", [True, False])
def test_f7_shows_the_error_behind_the_last_beep(messages: bool) -> None:
    player = at_table()
    player.change_settings(messages=messages)
    player.press("f6")
    error = "No card of the hand lies face up."
    assert player.notice == (error if messages else "")
    player.press("f8", "escape", "f2", "f7")
    assert player.notice == error


@over("key", ["f1", "f3", "f10", "left"])
def test_f7_forgets_the_error_after_another_key(key: str) -> None:
    player = at_table()
    player.press("f6", key, "f7")
    assert player.notice == "Your last key made no error."


def test_f8_changes_the_level_and_escape_keeps_it() -> None:
    player = at_table()
    player.press("f8", "escape", "f8", "2", "f3", "f3")
    assert player.play.events == ["level 2", "s", "s"]
    assert len(player.play.pile("w")) == 2, "one card at a time"


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


def test_s_shows_the_score_and_the_stakes() -> None:
    player = at_table(events=("t6 f1",))
    player.press("s")
    assert "Your score now is 10." in player.text
    assert "A win is now worth 1000." in player.text
    assert "The next exception costs 100, and each move after it costs 5." in player.text


async def test_the_quit_dialog_takes_only_q_and_escape() -> None:
    async with playing() as player:
        for quit_key in ("q", "ctrl+c"):
            await player.press(quit_key, "f3", "f9", "s", "x")
            assert player.play.events == []
            assert len(player.dialogs) == 1
            await player.press("escape")
        await player.press("f3")
        assert player.play.events == ["s"]


async def test_q_twice_quits_and_the_game_resumes_where_it_was_left() -> None:
    async with playing() as player:
        await player.press("f3", "f3", "q", "q")
        table = player.play.table
    app = SoltermApp(Store.open())
    async with run_test(app):
        assert isinstance(app.screen, TableScreen)
        assert app.screen.play.table == table
        assert app.screen.play.events == ["s", "s"]


def test_enter_turns_the_hand_and_marks_and_places() -> None:
    player = at_table()
    player.to("t4")
    player.press("enter")
    player.to("t2")
    player.press("space")
    player.to("s")
    player.press("enter")
    assert player.play.events == ["t4 t2", "s"]


async def test_f7_shows_the_error_in_a_dialog_that_any_key_passes_through() -> None:
    async with playing() as player:
        await player.press("f6")
        for key in ("escape", "z", "f12"):
            await player.press("f7")
            assert "Press any key to go on." in player.text
            await player.press(key)
            assert "Press any key to go on." not in player.text
        await player.press("f7", "f3")
        assert player.play.events == ["s"]
        assert "Press any key to go on." not in player.text


def test_x_at_level_1_has_no_effect() -> None:
    player = at_table(level=1)
    player.press("x")
    assert player.play.events == []
    assert player.notice == "X has no effect at level 1."


def test_escape_drops_the_mark() -> None:
    player = at_table()
    player.press("f1", "escape")
    assert player.hand.marked is None
    assert player.play.events == []

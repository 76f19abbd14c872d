"""Keys in games other than KLONCAN's: piles that open, and keys without a use."""

import pytest

from solterm.games import catalogue, find
from solterm.plain.grammar import help_of_command
from solterm.tui.keys.offers import labels
from solterm.wire.driver import event_of
from solterm.wire.input_parser import KeyParser
from tests.tui.player import playing
from tests.tui.table import at_table


def test_the_cursor_skips_a_closed_pile() -> None:
    player = at_table("strategy", 617)
    player.to("w8")
    player.press("right")
    assert player.table.hand.cursor == "s"
    player.press("left", "f1")
    assert player.table.hand.marked == "w8"


def test_the_cursor_reaches_a_pile_that_the_level_opens() -> None:
    player = at_table("strategy", 617, level=2)
    player.to("w8")
    player.press("right")
    assert player.table.hand.cursor == "w9"


def test_a_level_that_closes_the_marked_pile_moves_the_cursor_off_it() -> None:
    player = at_table("free-cell", 617, level=2)
    player.to("r5")
    player.press("f1")
    assert player.table.hand.marked == "r5"
    player.press("f8", "3")
    assert (player.table.hand.cursor, player.table.hand.marked) == ("r4", None)


def test_the_cursor_reaches_a_card_in_a_closed_pile() -> None:
    player = at_table("free-cell", 617, level=2)
    player.table.commands.push("t1 r5")
    player.press("f8", "3")
    player.to("r5")


@pytest.mark.parametrize(
    ("game", "key"), [("bouquet", "f3"), ("bristol", "f4"), ("scorpion", "0"), ("scorpion", "f6")]
)
def test_a_function_key_without_a_label_says_that_it_has_no_use(game: str, key: str) -> None:
    player = at_table(game, 617)
    player.press(key)
    number = {"0": "F10"}.get(key, key.upper())
    assert player.notice == f"{number} has no use in this game."
    player.press("f7")
    assert player.notice == f"{number} has no use in this game."


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


def test_the_sentence_about_a_draw_fits_the_message_row() -> None:
    player = at_table("bouquet", 617)
    player.press("x")
    assert player.notice.startswith("Your next move may draw the card under an end card")
    assert len(player.notice) <= 78


@pytest.mark.parametrize(
    ("game", "pile"),
    [("farewell-to-kings", "g53"), ("miss-milligan", "s"), ("fly", "s"), ("poker", "g1")],
)
def test_the_cursor_starts_where_the_play_does(game: str, pile: str) -> None:
    player = at_table(game, 617)
    assert player.table.hand.cursor == pile


def test_a_card_that_x_shows_is_named_once() -> None:
    player = at_table("fly", 617)
    player.press("x", "y")
    assert player.notice.startswith("You see ")
    player.line("why s w1")
    assert player.notice.startswith("That is legal")


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


def test_a_cancelled_cheat_closes_the_pile_and_moves_the_cursor_off_it() -> None:
    player = at_table("free-cell", 617)
    player.command("cheat")
    player.press("y")
    player.to("r5")
    player.press("escape")
    assert player.table.hand.cursor == "r4"


def test_f4_fills_a_place_of_the_antechamber_and_pairs_the_waste_with_its_card() -> None:
    player = at_table("kings-audience", 617)
    player.press("f3", "f4")
    assert "do not go together" in player.notice  # a reason, not "no use in this game"


def test_in_pairs_f3_turns_the_reserve_and_f4_pairs_with_it() -> None:
    player = at_table("pairs", 617)
    player.press("f3", "right", "f4")
    assert player.play.events == ["r", "r t2"]


def test_with_no_turned_card_f4_says_so_and_mentions_no_waste() -> None:
    player = at_table("corners", 617)
    player.press("f4")
    assert player.notice == "No card is turned up."


@pytest.mark.parametrize(
    ("game", "number", "label"),
    [
        ("three-shuffles-and-a-draw", 3, "Reshuffle the tableau"),
        ("monte-carlo", 3, "Close the gaps"),
        ("pairs", 3, "Turn a card of the reserve"),
        ("royale-pyramid", 4, "Pair it with the turned card"),
        ("ultimate-golf", 5, "This card to the waste"),
    ],
)
def test_function_key_labels_say_what_they_do_in_that_game(
    game: str, number: int, label: str
) -> None:
    assert labels(find(game))[number].long == label


def test_ending_a_game_has_one_label_in_the_bar_the_help_and_line_mode() -> None:
    for game in catalogue().values():
        assert labels(game)[9] == ("End", "End this game")
    assert "end this game" in help_of_command("end", False)


async def test_f2_shows_the_reshuffles_and_draws_left() -> None:
    async with playing("three-shuffles-and-a-draw", 617) as player:
        await player.press("f10", "f3", "f2")
        assert "Left: 1 reshuffle, the draw" in player.text


async def test_a_key_without_a_command_says_so() -> None:
    async with playing("klondike-deal-1") as player:
        for key in ("y", "#", "f12", "backspace"):
            await player.press(key)
            assert (
                player.notice
                == f"{key.capitalize()} does nothing here. F2 lists the keys, Tab all commands."
            )
            await player.press("right")
            assert "does nothing" not in player.notice
        assert not player.play.events


async def test_a_key_that_the_player_assigned_works() -> None:
    async with playing("klondike-deal-1") as player:
        player.table.solterm.change_settings(keys={"score": "z"})
        await player.press("z")
        assert player.screen is not player.table
        await player.press("escape", "s")
        assert player.notice == 'S does nothing here. "Show the score" is Z.'


async def test_unbound_keys_say_nothing_over_a_question_or_the_help() -> None:
    async with playing("klondike-deal-1") as player:
        for opens in ("d", "f2"):
            await player.press(opens, "y")
            assert "does nothing" not in player.notice
            await player.press("escape")


async def test_terminal_replies_are_not_keys() -> None:
    async with playing("klondike-deal-1") as player:
        for report in ("\x1b[?62;22c", "\x1b[12;40R", "\x1b[>0;136;0c", "\x1b[99;99z", "\x1bOz"):
            for event in KeyParser().feed(report):
                await player.pilot.take(event_of(event))
        assert "does nothing" not in player.notice

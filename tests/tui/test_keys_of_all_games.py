"""Keys in games other than KLONCAN's: piles that open, and keys without a use."""

from solterm.games import find
from solterm.tui.keys.offers import labels
from solterm.wire.driver import event_of
from solterm.wire.input_parser import KeyParser
from tests.harness.cases import over
from tests.tui.player import playing
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

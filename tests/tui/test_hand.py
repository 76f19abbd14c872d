"""The table without a screen: the player's hand, the commands and the mouse."""

import pytest

from solterm.core.move import IllegalMove
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings
from solterm.store.store import Store
from solterm.tui.keys import offers
from solterm.tui.table.hand import Hand
from tests.harness.cases import over
from tests.tui.player import DEAL
from tests.tui.table import TablePlayer, at_table


def hand_of(play: Play) -> Hand:
    return Hand(KeptPlay(Store.memory("this is a test."), play, "", find))


def test_a_hand_proposes_the_best_place_first_and_then_the_others_in_turn() -> None:
    hand = hand_of(Play(find("klondike-deal-1"), 9, 3))
    hand.cursor = "t7"
    hand.propose()
    proposed = [hand.cursor]
    for _ in range(2):
        hand.next_place()
        proposed.append(hand.cursor)
    assert proposed == ["f1", "t6", "f1"]


def test_a_hand_proposes_and_goes_back() -> None:
    hand = hand_of(Play(find("kloncan-klondike"), DEAL, 3))
    hand.cursor = "t1"
    with pytest.raises(IllegalMove, match="nowhere"):
        hand.propose()
    hand.cursor = "t4"
    assert hand.propose().startswith("Enter: ")
    assert (hand.marked, hand.cursor, hand.is_to_move) == ("t4", "t2", True)
    assert str(hand.move_between("t2")) == "t4 t2"
    hand.cancel()
    assert (hand.marked, hand.cursor) == (None, "t4")


def test_undo_says_that_an_exception_stays_counted() -> None:
    player = at_table(events=("x",))
    assert player.play.tally.exceptions == 1
    player.command("undo")
    assert player.play.tally.exceptions == 1
    assert player.notice == "The exception stays counted."


def test_enter_plays_on_from_any_pile_in_a_game_without_choices() -> None:
    player = at_table("clock", 1)
    for pile in ("t1", "h", "t13"):
        player.hand.cursor = pile
        player.command("natural")
    assert list(player.play.events) == ["h t6", "h t6", "h t7"]


@over("game_id opened", [("king-albert", "r7"), ("brigade", "r13"), ("fortress", "r")])
def test_f4_has_a_place_only_at_levels_that_have_one(game_id: str, opened: str) -> None:
    game = find(game_id)
    assert offers.free_places(game.at_level(3)) == ()
    assert offers.free_places(game.at_level(2)) == (opened,)


def on_a_sheet(deal: int = 3) -> TablePlayer:
    play = Play(find("kloncan-klondike"), deal, 3, mode=Mode.SCORED)
    return TablePlayer(KeptPlay(Store.memory("this is a test."), play, "", find), Settings())


def question(player: TablePlayer, command: str) -> str:
    """Give a command, and answer the question that it asks with N; return the question."""
    player.command(command)
    asked, player.face.asked = player.face.asked, None
    return asked[0] if asked else ""


def test_a_score_sheet_asks_once_before_f10() -> None:
    player = on_a_sheet()
    assert "They score only if you win. There is no undo." in question(player, "auto")
    once = ["auto", "t5 t7", "t6 t7", "s", "s", "w t4", "w t2", "t3 t4", "t3 t4"]
    for event in ("s", *once, "s", "s", "s", "w t2", "s", "s", "w t7", "t2 t7 3"):
        player.commands.perform(event)
    assert player.play.foresee_auto() != (0, None), "cards can go home"
    assert question(player, "auto") == ""


def test_a_score_sheet_asks_once_before_x() -> None:
    player = on_a_sheet()
    told = question(player, "exception")
    assert told.endswith("It costs 100 points of a win.\nMake an exception?")
    player.press("x", "y")
    assert player.play.tally.exceptions == 1
    player.press("f3")
    assert question(player, "exception") == ""
    assert player.play.tally.exceptions == 2


def test_the_command_line_asks_for_hints_as_h_does() -> None:
    by_key, by_line = at_table(), at_table()
    by_key.press("h")
    by_line.line("hint")
    assert by_line.notice == by_key.notice != ""
    assert (by_line.play.events, by_line.hand.view) == (["hint"], by_key.hand.view)


@over("way", ["enter", "click"])
def test_an_empty_place_of_the_hand_deals_the_next_cards(way: str) -> None:
    player = at_table("farewell-to-kings", 3)
    player.commands.push(next(move for move in player.play.legal_moves if move.src == "h1"))
    player.hand.cursor = "h1"
    player.press("enter")
    assert player.notice.startswith("The hand is filled when none of its cards can be played")
    while "s" not in map(str, player.play.legal_moves):
        player.commands.push(next(iter(player.play.legal_moves)))
    player.hand.cursor = "h1"
    if way == "click":
        player.click("h1", depth=0)
    else:
        player.press(way)
    assert player.play.events[-1] == "s"
    assert player.play.pile("h1")

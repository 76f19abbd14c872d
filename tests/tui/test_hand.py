"""The table without a screen: the player's hand, the commands and the mouse."""

import re

import pytest

from solterm.core.move import IllegalMove, Move
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.words.describe import move_words
from solterm.core.words.pilehelp import describe
from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE
from solterm.store.settings import Settings
from solterm.store.store import Store
from solterm.tui.keys import offers
from solterm.tui.table.hand import Hand
from solterm.tui.table.sentences import in_own_words, without_ids
from solterm.tui.widgets.lines import status
from tests.harness.cases import over
from tests.tui.painting import painted
from tests.tui.player import DEAL
from tests.tui.table import TablePlayer, at_table


def hand_of(play: Play) -> Hand:
    return Hand(KeptPlay(Store.memory("this is a test."), play, FREE, find))


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
    return TablePlayer(KeptPlay(Store.memory("this is a test."), play, FREE, find), Settings())


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


# -- sentences and the status line ----------------------------------------------------------------


def test_enter_on_an_open_card_of_concentration_says_that_it_is_open() -> None:
    player = at_table("concentration")
    player.press("enter", "enter")
    assert player.notice.endswith("is turned up already.")
    assert player.play.moves == 1


@over("game", ["kloncan-klondike", "kloncan-canfield"])
def test_kloncans_refusals_say_hand_and_field(game: str) -> None:
    player = at_table(game)
    commands, ids = player.commands, player.play.rules.ids
    for src in ids:
        for dst in ("", *ids, "f"):
            move = f"{src} {dst}".strip()
            if not commands.attempt(lambda move=move: commands.push(move)) and commands.error:
                assert not re.search("stock|waste|foundation", commands.error, re.IGNORECASE)
    assert "hand" in commands.error or "field" in commands.error


def test_kloncans_words_tell_the_two_parts_of_the_hand_apart() -> None:
    play = Play(find("kloncan-klondike"), 1)

    def tell(sentence: str) -> str:
        return in_own_words(play.game, without_ids(play.game, sentence))

    about = {pile: tell(describe(play.game, pile, play.table)) for pile in "sw"}
    assert about["s"].startswith("The hand holds 24 cards, face down. Turning it lays 3 cards at")
    assert "a time face up; when none is left, the face-up cards are turned over" in about["s"]
    assert about["w"].startswith("No card of the hand lies face up. Turning the hand lays 3 cards")
    play.push("s")
    assert "The hand holds 3 cards face up;" in tell(describe(play.game, "w", play.table))
    assert tell(play.why_not(Move.parse("w s"))) == "Cards can't go back to the hand."


def test_a_hint_in_a_grid_names_row_and_column() -> None:
    player = at_table("farewell-to-kings", deal=617)
    move = next(move for move in player.play.legal_moves if move.dst == "g43")
    player.commands.say(f"Try {move_words(player.play.rules.game, player.play.table, move)}.")
    assert player.notice.endswith("to row 4, column 7.")
    player.answer(lambda: player.commands.push(f"{move.src} g53"))
    assert "row 5, column 5" in player.commands.error


def test_a_grid_has_numbers_at_its_edges_where_there_is_room() -> None:
    rows = painted(Play(find("farewell-to-kings"), 617))
    assert rows[0].split() == [str(number) for number in range(1, 13)]
    assert [row.split()[0] for row in rows[2:20:2]] == [str(number) for number in range(1, 10)]


def test_poker_shows_what_its_hands_pay() -> None:
    text = "\n".join(painted(Play(find("poker"), 617)))
    for hand, worth in (("Royal Flush", 100), ("Full House", 25), ("Pair", 2)):
        assert re.search(rf"{hand} +{worth}\b", text)


@over(
    "game width told",
    [
        ("spider", 100, " Spider, two suits (Classics)  Level 3  Deal 5 "),
        ("spider", 44, " Spider, two suits  L3  5 "),
        ("smallware-golf", 80, " Golf (smallWare)  Level 3  Winnable deal 5 "),
        ("smallware-golf", 44, " Golf  L3  winnable 5 "),
        ("three-shuffles-and-a-draw", 80, "2 reshuffles, the draw"),
        ("farewell-to-kings", 80, "Moves 0"),
    ],
)
def test_the_status_line_names_the_options_and_what_is_left(
    game: str, width: int, told: str
) -> None:
    options = {"suits": "2"} if game == "spider" else {}
    line = status(Play(find(game), 5, options=options), 0, width, is_winnable="golf" in game)
    assert told in line
    assert len(line) <= width
    assert "Score" not in line or game != "farewell-to-kings"

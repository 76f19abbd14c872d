"""The table's sentences about automatic moves, and its status line."""

import re

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.words.describe import move_words
from solterm.core.words.pilehelp import describe
from solterm.games import find
from solterm.tui.table.sentences import in_own_words, without_ids
from solterm.tui.widgets.lines import status
from tests.harness.cases import over
from tests.tui.painting import painted
from tests.tui.table import at_table


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
        ("three-shuffles-and-a-draw", 80, "2 reshuffles, the draw"),
        ("farewell-to-kings", 80, "Moves 0"),
    ],
)
def test_the_status_line_names_the_options_and_what_is_left(
    game: str, width: int, told: str
) -> None:
    options = {"suits": "2"} if game == "spider" else {}
    line = status(Play(find(game), 5, options=options), 0, width)
    assert told in line
    assert len(line) <= width
    assert "Score" not in line or game != "farewell-to-kings"

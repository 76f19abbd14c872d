"""The table's sentences about automatic moves, and its status line."""

import re

import pytest

from solterm.core.cards import DOWN
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.words.describe import move_words
from solterm.core.words.pilehelp import describe
from solterm.games import find
from solterm.tui.table.sentences import in_own_words, without_ids
from solterm.tui.widgets.lines import status
from tests.tui.player import playing
from tests.tui.table import at_table


def test_concentration_announces_a_pair() -> None:
    player = at_table("concentration")
    piles = zip(player.play.rules.ids, player.play.table.piles, strict=True)
    cells = {name: pile[-1] & ~DOWN for name, pile in piles if pile}
    one, card = next(iter(cells.items()))
    other = next(name for name in cells if name != one and cells[name] & 15 == card & 15)
    player.commands.push(one)
    player.commands.push(other)
    assert player.notice.endswith("are a pair and leave.")


def test_enter_on_an_open_card_of_concentration_says_that_it_is_open() -> None:
    player = at_table("concentration")
    player.press("enter", "enter")
    assert player.notice.endswith("is turned up already.")
    assert player.play.moves == 1


def test_the_question_of_a_cheat_says_what_it_costs() -> None:
    player = at_table()
    player.command("cheat")
    assert "The game then counts as level 1" in " ".join(player.text.replace("║", "").split())


@pytest.mark.parametrize("width", [80, 132])
def test_the_status_tells_the_reshuffles_and_the_draw_that_are_left(width: int) -> None:
    told = status(Play(find("three-shuffles-and-a-draw"), 1), 0, width)
    assert "2 reshuffles, the draw" in told


def test_farewell_to_kings_shows_no_score_of_nothing() -> None:
    told = status(Play(find("farewell-to-kings"), 1), 0, 80)
    assert "Moves 0" in told
    assert "Score" not in told


@pytest.mark.parametrize("game", ["kloncan-klondike", "kloncan-canfield"])
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


async def test_a_grid_has_numbers_at_its_edges_where_there_is_room() -> None:
    async with playing("farewell-to-kings") as player:
        assert player.pilot.rows[1].split() == [str(number) for number in range(1, 13)]
        numbers = [row.split()[0] for row in player.pilot.rows[3:21:2]]
        assert numbers == [str(number) for number in range(1, 10)]


async def test_poker_shows_what_its_hands_pay() -> None:
    async with playing("poker") as player:
        for hand, worth in (("Royal Flush", 100), ("Full House", 25), ("Pair", 2)):
            assert re.search(rf"{hand} +{worth}\b", player.text)


@pytest.mark.parametrize(
    ("width", "begins"),
    [
        (100, " Spider, two suits (Classics)  Level 3  Deal 5 "),
        (80, " Spider, two suits (Classics)  Level 3  Deal 5 "),
        (44, " Spider, two suits  L3  5 "),
    ],
)
def test_the_status_line_names_the_options(width: int, begins: str) -> None:
    line = status(Play(find("spider"), 5, options={"suits": "2"}), 0, width)
    assert line.startswith(begins)
    assert len(line) <= width

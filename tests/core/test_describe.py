"""Sentences about piles and moves, derived from declarations."""

from collections.abc import Iterable

import pytest

from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import ANY_ORDER, Build, Match
from solterm.core.words.describe import move_words, pile_name, remaining, tell_object
from solterm.core.words.pilehelp import describe
from solterm.games import catalogue, find
from tests.core.positions import STOCK, WASTE, position, small_game

KLONDIKE = find("kloncan-klondike")


def pile_help(game: Game, pile: str, text: str, level: int = 3) -> str:
    at_level = game.rules(level).game
    return describe(at_level, pile, position(at_level, text))


def test_help_on_a_column_names_its_cards_what_it_takes_and_what_may_leave() -> None:
    assert pile_help(KLONDIKE, "t4", "t4 kh qh 5S 4H") == (
        "Column 4 (t4) holds 4 cards, 2 of them face down; 4H lies on top."
        " It builds down in alternating colours, with cards of other columns and the waste."
        " When it is empty, only a King may fill it."
        " All its face-up cards move together, never a part of them, to another column;"
        " the end card alone may go to a foundation."
    )


@pytest.mark.parametrize(
    ("passes", "words"),
    [
        (None, "when it is out, the waste is turned over, as often as you like."),
        (1, "you go through it once."),
        (2, "when it is out, the waste is turned over, once."),
        (3, "when it is out, the waste is turned over, twice."),
    ],
)
def test_help_on_the_stock_names_the_number_of_passes(passes: int | None, words: str) -> None:
    game = small_game(replace(STOCK, action=TurnStock(1, passes)), WASTE)
    assert pile_help(game, "s", "s kh").endswith(words)


def test_every_pile_of_the_catalogue_is_described_at_every_level() -> None:
    for game in catalogue().values():
        for level in (3, 2, 1):
            at_level = game.rules(level).game
            table = at_level.deal(617).table
            for pile in game.ids:
                sentence = describe(at_level, pile, table)
                assert sentence.isascii() and sentence.endswith(".") and ".." not in sentence


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        ("t1 9H", Move("t1", "t3"), "9H to column 3"),
        ("t1 kh 9H 8S", Move("t1", "t3", 2), "9H 8S to column 3"),
        ("t1 KH QS JH TS 9H", Move("t1", "t2", 5), "KH and 4 more to column 2"),
        ("t1 KH QS JH", Move("t1", "t2", depth=2), "QS to column 2"),
        ("w 3D AS", Move("w", "f2"), "AS to foundation 2"),
        ("s kh", Move("s"), "turn the stock"),
        ("w KH", Move("s"), "turn the waste over"),
    ],
)
def test_moves_are_described_with_their_cards(text: str, move: Move, words: str) -> None:
    assert move_words(KLONDIKE, position(KLONDIKE, text), move) == words


def test_the_only_pile_of_a_kind_has_no_number() -> None:
    assert pile_name(KLONDIKE, "w") == "the waste"
    assert pile_name(KLONDIKE, "t7") == "column 7"


@pytest.mark.parametrize(
    ("game", "level", "text", "left"),
    [
        ("three-shuffles-and-a-draw", 3, "", "2 reshuffles, the draw"),
        ("three-shuffles-and-a-draw", 3, "passes 2\nstage 1", "no reshuffle, no draw"),
        ("three-shuffles-and-a-draw", 2, "passes 2", "1 reshuffle, the draw"),
        ("pairs", 3, "", "1 way out"),
        ("pairs", 2, "stage 1", "2 ways out"),
        ("kloncan-klondike", 3, "", ""),
    ],
)
def test_limited_actions_are_counted(game: str, level: int, text: str, left: str) -> None:
    at_level = find(game).rules(level).game
    assert remaining(at_level, position(at_level, text)) == left


@pytest.mark.parametrize(
    ("steps", "wrap", "words"),
    [
        ((-2,), False, "down by twos in one suit"),
        ((0,), False, "on an equal rank, in one suit"),
        (range(-8, 0), False, "down by 1 to 8 ranks in one suit"),
        ((-3, -1, 5), False, "up by fives or down by 1 or 3 ranks in one suit"),
        ((-2, 2), False, "up or down by twos in one suit"),
        ((12,), True, "down in one suit, King and Ace joined"),
        ((-3,), True, "down by threes in one suit, counting on past the Ace"),
        (range(-12, 13), False, "in any order in one suit"),
    ],
)
def test_a_build_of_any_steps_says_what_it_takes(
    steps: Iterable[int], wrap: bool, words: str
) -> None:
    assert Build(tuple(steps), Match.SUIT, wrap).words == words


def test_only_a_build_without_order_is_in_any_order() -> None:
    assert ANY_ORDER.words == "in any order"
    assert Build(ANY_ORDER.steps, Match.ANY, stop=13).words.endswith("(nothing on a King)")


@pytest.mark.parametrize(
    ("game_id", "told"),
    [
        ("black-hole", "Bring all cards to the hole."),
        ("aces-up", "Discard all cards but the four Aces."),
        ("royale-pyramid", "Discard all cards. Two cards that make 13 leave together."),
        ("farewell-to-kings", "Discard all cards. Four of one rank in a square leave together."),
        ("german-patience", "Complete eight columns of thirteen cards."),
        ("bakers-dozen", "Bring all cards home, Ace to King by suit."),
        ("calculation", "Bring all cards home, by ones, twos, threes and fours."),
        ("spider", "Bring eight suits, King to Ace, to the web."),
        ("spiderette", "Bring four suits, King to Ace, to the web."),
        ("will-o-wisp", "Bring four suits, King to Ace, to the wastepile."),
    ],
)
def test_the_object_names_what_the_game_calls_its_piles(game_id: str, told: str) -> None:
    assert tell_object(find(game_id)) == told


@pytest.mark.parametrize(
    ("game_id", "told"),
    [
        ("storehouse", "Bring all cards home, 2 to Ace by suit."),
        ("eagle-wing", "Bring all cards home, Queen to Jack by suit."),
        ("duchess", "Bring all cards home."),  # its base is still to be chosen
    ],
)
def test_the_object_names_the_dealt_base(game_id: str, told: str) -> None:
    play = Play(find(game_id), 2)
    assert tell_object(play.rules.game, play.known) == told


def test_an_empty_stock_says_whether_the_waste_can_be_turned_over() -> None:
    klondike, peaks = Play(find("klondike-deal-1"), 617), Play(find("tri-peaks"), 617)
    for play in (klondike, peaks):
        while play.pile("s"):
            play.perform("s")
    assert "You can turn the waste over now." in describe(klondike.rules.game, "s", klondike.table)
    assert describe(peaks.rules.game, "s", peaks.table).endswith("The stock is out.")

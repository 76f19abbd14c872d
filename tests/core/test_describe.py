"""Sentences about piles and moves, derived from declarations."""

from collections.abc import Iterable

import pytest

from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import ANY_ORDER, Build, Match
from solterm.core.vocabulary.policies import Lift
from solterm.core.words.describe import move_words, pile_name, remaining, tell_object
from solterm.core.words.pilehelp import describe
from solterm.games import catalogue, find
from tests.core.positions import COLUMNS, FOUNDATIONS, STOCK, WASTE, position, small_game

KLONDIKE = find("kloncan-klondike")
CANFIELD = find("kloncan-canfield")


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


def test_help_depends_on_the_level() -> None:
    easy = pile_help(KLONDIKE, "t4", "t4 4H", level=1)
    assert "It builds down whatever the suits, with cards of other columns and the waste." in easy
    assert "When it is empty, any card may fill it." in easy
    assert "3 cards at a time" in pile_help(KLONDIKE, "s", "s kh", level=3)
    assert "one card at a time" in pile_help(KLONDIKE, "s", "s kh", level=2)


def test_help_on_each_empty_foundation_names_the_base_rank() -> None:
    for pile in ("f2", "f4"):
        assert "When it is empty, only an 8 may open it." in pile_help(CANFIELD, pile, "f1 8H")
    assert "When it is empty" not in pile_help(CANFIELD, "f1", "f1 8H")


def test_help_on_an_empty_column_depends_on_the_reserve() -> None:
    lasting = "only the top card of the reserve may fill it"
    assert lasting in pile_help(CANFIELD, "t1", "r 2C\nf1 8H\nw 4C")
    assert lasting.replace("reserve", "waste") in pile_help(CANFIELD, "t1", "f1 8H\nw 4C")


@pytest.mark.parametrize(
    ("lift", "words"),
    [
        (Lift.NONE, "Cards laid here stay."),
        (Lift.TOP, "Its top card may go to a foundation or another column."),
        (Lift.RUN, "Any end part of it that is in sequence moves as a unit, to another column"),
        (Lift.CHAIN, "The longest sequence at its end moves as a unit, and no shorter one"),
        (Lift.ANY, "Any face-up card moves, with all that lies on it"),
    ],
)
def test_every_lift_is_described(lift: Lift, words: str) -> None:
    game = small_game(FOUNDATIONS, replace(COLUMNS, lift=lift))
    assert words in pile_help(game, "t1", "t1 4H")


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


def test_unknown_pile_is_refused() -> None:
    with pytest.raises(Refusal, match=r"There is no pile 'r' here\."):
        pile_help(KLONDIKE, "r", "")


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


def help_in(game_id: str, pile: str, text: str, level: int = 3) -> str:
    """Return the help on a pile of a game."""
    return pile_help(find(game_id), pile, text, level)


def test_only_the_top_card_is_named_before_any_card_of_a_column() -> None:
    opens = "only the top card of the waste or any card of another column may fill it."
    assert opens in help_in("duchess", "t1", "f1 7H\nw 8S\nt1 4H\nt2 9C")


def test_piles_that_fill_themselves_say_what_comes_after_the_reserve() -> None:
    after = "filled at once from the reserve. Once no card is left there, only the top card of the"
    assert after in help_in("storehouse", "t1", "r 7H\nw 8S\nt1 4H")


def test_the_turned_card_is_described_as_a_card() -> None:
    assert help_in("reno", "h", "") == (
        "The turned card (h): none yet. It may go to a foundation, a column or the waste."
    )
    assert help_in("corners", "h", "h 7H").startswith("The turned card (h): 7H. It may go")


def test_help_on_a_dealt_foundation_names_no_opening_card() -> None:
    assert "When it is empty" not in help_in("royale-golf", "f", "f 7H")
    assert "only a Jack and Ace pair may open it" in help_in("kings-audience", "f1", "")


def test_the_only_foundation_has_a_name() -> None:
    assert "may go to the waste." in help_in("ultimate-golf", "t1", "t1 7H")


def test_help_on_units_omits_piles_that_take_one_card_at_a_time() -> None:
    assert "to another row; the end card alone may go to a foundation or the cell" in help_in(
        "beleaguered-castle", "t1", "t1 8H 7S", level=1
    )


def test_pairs_are_described_with_conditions() -> None:
    assert "leave together if they touch." in help_in("monte-carlo", "g1", "g1 7H")
    assert "or have one gap between them" in help_in("monte-carlo", "g1", "g1 7H", level=2)
    last = "A card that others cover goes only together with the last one of them."
    assert last in help_in("royale-pyramid", "t1", "t1 7H")
    one = "A card that only one other covers may go, too, even with that one."
    assert one in help_in("ultimate-pyramid", "t1", "t1 7H", level=1)
    assert one not in help_in("ultimate-pyramid", "t1", "t1 7H")
    assert "A card that others cover does not go." in help_in("ultimate-pyramid", "t1", "t1 7H")
    only = "two of the tableau go together only once the reserve is out, or "
    assert f"{only}once in the game when" in help_in("pairs", "t1", "t1 7H")
    assert f"{only}three times in the game when" in help_in("pairs", "t1", "t1 7H", level=2)
    assert "only" not in help_in("pairs", "t1", "t1 7H", level=1)


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
    ("game_id", "deed"),
    [
        ("la-belle-lucie", "reshuffle"),
        ("cruel", "redeal"),
        ("crescent", "rotation"),
        ("montana", "redeal"),
    ],
)
def test_a_pile_that_deals_again_holds_no_cards(game_id: str, deed: str) -> None:
    game = find(game_id)
    told = describe(game, "s", game.deal(1).table)
    assert told.startswith(f"The {deed} pile (s) holds no cards. ")


@pytest.mark.parametrize(
    ("game_id", "told"),
    [
        ("black-hole", "Bring all cards to the hole."),
        ("aces-up", "Discard all cards but the four Aces."),
        ("royale-pyramid", "Discard all cards. Two cards that make 13 leave together."),
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

"""The vocabulary of declarations: builds, spaces, and turning the stock."""

import pytest

from solterm.core import cards
from solterm.core.table import Table, read
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.spaces import (
    ACES,
    ANY_CARD,
    KINGS,
    NOTHING,
    AboveIndicator,
    BaseRank,
    FirstFrom,
    Space,
)

IDS = ("s", "w", "r", "f1", "t1")
INDEX = {name: place for place, name in enumerate(IDS)}

DOWN_BY_COLOUR = Build((-1,), Match.ALTERNATE)


def named(mask: int) -> set[str]:
    """Return the cards of a mask."""
    return {cards.text(card) for card in cards.pack() if mask >> card & 1}


def cards_on(build: Build, top: str) -> set[str]:
    """Return the cards a build accepts on a card."""
    return named(build.takes[cards.parse(top)])


def cards_accepted_by(space: Space, kind: str, text: str = "") -> set[str]:
    """Return the cards a space accepts from a pile of a kind."""
    return named(space.mask(read(text, IDS).piles, INDEX, kind))


def words(space: Space, text: str = "") -> str:
    return space.words(read(text, IDS).piles, INDEX)


# -- builds ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("match", "on_the_five_of_hearts"),
    [
        (Match.ALTERNATE, {"4C", "4S"}),
        (Match.COLOUR, {"4D", "4H"}),
        (Match.SUIT, {"4H"}),
        (Match.ANY, {"4C", "4D", "4H", "4S"}),
    ],
)
def test_a_build_relates_suits(match: Match, on_the_five_of_hearts: set[str]) -> None:
    assert cards_on(Build((-1,), match), "5H") == on_the_five_of_hearts


@pytest.mark.parametrize(("steps", "top"), [((-1,), "AH"), ((1,), "KH")])
def test_no_card_follows_the_last_rank(steps: tuple[int, ...], top: str) -> None:
    assert cards_on(Build(steps, Match.ANY), top) == set()


@pytest.mark.parametrize(
    ("steps", "top", "follows"),
    [((-1,), "AH", "KH"), ((1,), "KH", "AH"), ((2,), "QH", "AH"), ((4,), "TH", "AH")],
)
def test_wrapped_ranks_start_over(steps: tuple[int, ...], top: str, follows: str) -> None:
    assert cards_on(Build(steps, Match.SUIT, wrap=True), top) == {follows}


def test_no_card_goes_on_the_end_of_a_build() -> None:
    stopped = Build((-1, 1), Match.ANY, stop=cards.KING)
    assert cards_on(stopped, "KC") == set()
    assert cards_on(stopped, "QC") == {"JC", "JD", "JH", "JS", "KC", "KD", "KH", "KS"}
    assert stopped.why_not(cards.parse("QD"), cards.parse("KC")) == "nothing goes on a King"


@pytest.mark.parametrize(
    ("build", "card", "top", "reason"),
    [
        (DOWN_BY_COLOUR, "8D", "9H", "both are red"),
        (DOWN_BY_COLOUR, "7H", "9C", "a red 8 is wanted"),
        (DOWN_BY_COLOUR, "KC", "AH", "nothing goes on an Ace"),
        (Build((-1,), Match.ALTERNATE, wrap=True), "2C", "AH", "a black King is wanted"),
        (Build((1,), Match.SUIT), "3H", "2D", "their suits differ"),
        (Build((1,), Match.SUIT), "4D", "2D", "3D is wanted"),
        (Build((-1,), Match.COLOUR), "8S", "9H", "their colours differ"),
        (Build((-1,), Match.COLOUR), "7S", "9H", "a red 8 is wanted"),
        (Build((-1, 1), Match.ANY), "5S", "KH", "a Queen is wanted"),
    ],
)
def test_a_build_explains_its_refusals(build: Build, card: str, top: str, reason: str) -> None:
    assert card not in cards_on(build, top)
    assert build.why_not(cards.parse(card), cards.parse(top)) == reason


# -- spaces ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "cards_accepted", "phrase"),
    [
        (NOTHING, set(), "nothing"),
        (ANY_CARD, {cards.text(card) for card in cards.pack()}, "any card"),
        (KINGS, {"KC", "KD", "KH", "KS"}, "only a King"),
        (ACES, {"AC", "AD", "AH", "AS"}, "only an Ace"),
    ],
)
def test_a_space_accepts_certain_cards_from_anywhere(
    space: Space, cards_accepted: set[str], phrase: str
) -> None:
    assert not space.by_source
    assert cards_accepted_by(space, "w") == cards_accepted_by(space, "t") == cards_accepted
    assert words(space) == phrase


def test_a_base_rank_is_the_rank_of_the_first_card_dealt_to_the_first_foundation() -> None:
    built_on = "f1 5H 6H 7H"
    assert cards_accepted_by(BaseRank(), "t", built_on) == {"5C", "5D", "5H", "5S"}
    assert words(BaseRank(), built_on) == "only a 5"


@pytest.mark.parametrize(("base", "fills"), [("5H", "4"), ("AD", "K"), ("KS", "Q"), ("2C", "A")])
def test_the_rank_below_the_base_goes_round_from_ace_to_king(base: str, fills: str) -> None:
    space = BaseRank(offset=-1)
    built_on = f"f1 {base}"
    assert cards_accepted_by(space, "t", built_on) == {fills + suit for suit in cards.SUITS}
    assert words(space, built_on) == f"only {cards.article(cards.rank(cards.parse(fills + 'C')))}"
    assert cards_accepted_by(space, "t") == set()


@pytest.mark.parametrize(("indicator", "opens"), [("7H", "8"), ("KD", "A"), ("AS", "2")])
def test_the_rank_above_an_indicator_wraps_from_king_to_ace(indicator: str, opens: str) -> None:
    space = AboveIndicator("r")
    assert cards_accepted_by(space, "t", f"r {indicator}") == {opens + suit for suit in cards.SUITS}
    assert cards_accepted_by(space, "t") == set()
    assert words(space, "r 7H") == "only an 8"
    assert words(space) == "nothing"


def test_no_card_opens_a_foundation_without_a_base_card() -> None:
    assert cards_accepted_by(BaseRank(), "t") == set()
    assert words(BaseRank()) == "nothing"


@pytest.mark.parametrize(
    ("text", "server", "phrase"),
    [
        ("r 2D\nw KS", "r", "only the top card of the reserve"),
        ("w KS", "w", "only the top card of the waste"),
        ("", None, "nothing"),
    ],
    ids=["the reserve first", "the waste next", "no other pile"],
)
def test_a_space_served_in_order_takes_from_the_first_pile_with_cards(
    text: str, server: str | None, phrase: str
) -> None:
    space = FirstFrom(("r", "w"), ("reserve", "waste"))
    for kind in "rwt":
        assert cards_accepted_by(space, kind, text) == (
            cards_accepted_by(ANY_CARD, kind) if kind == server else set()
        )
    assert words(space, text) == phrase


# -- turning the stock -------------------------------------------------------------------------


def turned(text: str, turn: TurnStock) -> Table:
    return turn.make(read(text, IDS), INDEX)


@pytest.mark.parametrize(
    ("count", "after"),
    [(1, "s 4c 3h 2d\nw KS AS"), (3, "s 4c\nw KS AS 2D 3H"), (5, "w KS AS 2D 3H 4C")],
    ids=["one by one", "by threes", "a short last packet"],
)
def test_stock_turns_card_by_card(count: int, after: str) -> None:
    assert turned("s 4c 3h 2d as\nw KS", TurnStock(count)) == read(after, IDS)


def test_empty_stock_and_waste_cannot_be_turned() -> None:
    assert TurnStock(3).why_not(read("t1 KS", IDS), INDEX) == "There is no card left to turn."


def test_limited_passes_are_counted() -> None:
    two_passes = TurnStock(1, passes=2)
    table = read("w AS 2D", IDS)
    assert two_passes.why_not(table, INDEX) is None
    table = two_passes.make(table, INDEX)
    assert table.passes == 1
    for _ in "2D", "AS":
        assert two_passes.why_not(table, INDEX) is None
        table = two_passes.make(table, INDEX)
    assert table == read("w AS 2D\npasses 1", IDS)
    assert two_passes.why_not(table, INDEX) == ("The stock is out and can't be turned over again.")

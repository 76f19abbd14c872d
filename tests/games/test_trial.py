"""The trial that the games of packages pass at their authors', and those of the catalogue here."""

from typing import Any

import pytest

from solterm.core import cards
from solterm.core.cards import Card
from solterm.core.game import Game, change
from solterm.core.groups import Group
from solterm.core.options import Option
from solterm.core.values import Value, replace
from solterm.core.vocabulary.actions import DealRow, TurnStock
from solterm.core.vocabulary.consequences import CloseByIndicator
from solterm.core.vocabulary.dealing import ByRank, Deal, DealingStep, Rest, TurnUp
from solterm.core.vocabulary.exceptions import SwapWaste
from solterm.core.vocabulary.goals import CardsHome, Gathered
from solterm.core.vocabulary.pairs import Alike, Pairs
from solterm.games import find
from solterm.games.vocabulary import discard
from tests.core.strategies import some_games
from tests.games.trial import find_fault

GOLF, KLONDIKE, FREE_CELL = find("royale-golf"), find("klondike-deal-3"), find("free-cell")
DEALT = GOLF.dealing


@some_games
def test_the_catalogue_passes_the_trial_of_packages(game: Game) -> None:
    assert find_fault(game) is None


class Alikes(DealingStep, Value):
    """Deals the cards of the first card's rank, as Penguin does."""

    pile: str

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        found = [card for card in pack if cards.rank(card) == cards.rank(pack[0])]
        assert len(found) == 4, "the pack that is dealt has four"
        piles[self.pile] += found
        for card in found:
            pack.remove(card)


class Failing(CardsHome):
    """An own score of a package that ends the program."""

    def words(self, value: int) -> str:
        raise SystemExit


def stock_of(game: Game, **fields: Any) -> tuple[Group, ...]:
    """Return the groups of a game with a changed stock."""
    return tuple(replace(g, **fields) if g.kind == "s" else g for g in game.groups)


@pytest.mark.parametrize(
    ("game", "fields", "fault"),
    [
        (GOLF, {"dealing": ()}, "its deal leaves 52 cards of the pack undealt"),
        (
            GOLF,
            {"dealing": (Deal(("t1",), 57), *DEALT)},
            "its deal needs 93 cards and the pack has 52",
        ),
        (
            GOLF,
            {"dealing": (Deal(("t9",)), *DEALT)},
            "its deal names 't9', which is not one of its piles",
        ),
        (GOLF, {"dealing": (TurnUp("t1"), *DEALT)}, "its deal fails at TurnUp(pile='t1"),
        (GOLF, {"dealing": (ByRank(("t1",)),)}, "its deal fails at ByRank(piles=('t1',)): IndexEr"),
        (GOLF, {"layout": GOLF.layout + " t1"}, "its layout shows t1 twice"),
        (GOLF, {"layout": "x9"}, "its layout shows 'x9', which is neither a pile nor a caption"),
        (
            GOLF,
            {"layout": GOLF.layout + "\n" * 30 + "GREEN"},
            "its layout is larger than 80 columns and 24 rows",
        ),
        (
            GOLF,
            {"layout": GOLF.layout.replace("t1  t2", "t1 t2")},
            "its layout has no room for a card between t1 and t2",
        ),
        (
            GOLF,
            {"options": (Option("size", "", {"big": (), "small": (change("", layout="t1"),)}),)},
            "its layout shows s nowhere with size=small",
        ),
        (GOLF, {"summary": "x" * 41}, "its summary has 41 characters, and there is room for 40"),
        (
            GOLF,
            {"groups": stock_of(GOLF, action=TurnStock(waste="w7"))},
            "TurnStock names 'w7', which is not one of its piles",
        ),
        (
            GOLF,
            {"groups": stock_of(GOLF, action=DealRow(()))},
            "level 3 can't be played: IndexError, tuple index out of range",
        ),
        (
            KLONDIKE,
            {"consequences": (CloseByIndicator(),)},
            "level 3 names 'r1', which is not one of its piles",
        ),
        (
            FREE_CELL,
            {"goal": Gathered(60)},
            "its goal is 60 cards on piles of the kind 'f', and 52 are in play",
        ),
        (
            FREE_CELL,
            {"levels": {2: (change("f", capacity=12),)}},
            "at level 2, its goal is 52 cards on piles of the kind 'f', and its piles hold 48",
        ),
        (
            FREE_CELL,
            {"groups": tuple(replace(group, goes_to="t") for group in FREE_CELL.groups)},
            "no card may go to the piles 'f', where its goal wants them",
        ),
        (
            find("royale-pyramid"),
            {"groups": (*find("royale-pyramid").groups[:-1], discard(Pairs(Alike(), "tr")))},
            "Pairs names piles of the kind 'r', of which it has none",
        ),
        (FREE_CELL, {"exceptions": {3: SwapWaste()}}, "SwapWaste names piles of the kind 'w', of"),
        (GOLF, {"own_score": Failing()}, "level 3 can't be played: it calls sys.exit"),
        (
            GOLF,
            {"levels": {2: (change("t", goes_to=""),)}},
            "level 2 forbids t4 f, which level 3 allow",
        ),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_in_one_sentence(
    game: Game, fields: dict[str, Any], fault: str
) -> None:
    found = find_fault(replace(game, **fields))
    assert found and found.startswith(fault)
    assert "\n" not in found and ". " not in found


@pytest.mark.parametrize(
    "fields",
    [
        {"dealing": (Alikes("t1"), Rest())},
        {"layout": GOLF.layout + "  GREEN"},
        {"levels": {2: (change("t", goes_to="ft"),)}},
    ],
)
def test_an_unusual_game_that_can_be_played_passes(fields: dict[str, Any]) -> None:
    assert find_fault(replace(GOLF, **fields)) is None

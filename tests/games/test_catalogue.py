"""The catalogue: finding games, and requirements on every declaration."""

from collections import Counter
from importlib import import_module
from pkgutil import iter_modules

import pytest

import solterm.games
from solterm.core.declaration import KINDS
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.table import Table
from solterm.core.vocabulary.goals import Gathered
from solterm.games import COLLECTIONS, catalogue, find, listed
from solterm.games.kinship import list_neighbours
from solterm.games.listed import GameWords
from tests.core.strategies import every_game


def test_a_game_is_found_by_its_id() -> None:
    assert find("kloncan-canfield").name == "Canfield"
    assert all(find(game_id).id == game_id for game_id in catalogue())


def test_the_catalogue_has_100_games_and_no_module_declares_another() -> None:
    declared = [
        game.id
        for module in iter_modules(solterm.games.__path__, "solterm.games.")
        for game in getattr(import_module(module.name), "GAMES", ())
    ]
    assert len(catalogue()) == 100
    assert sorted(declared) == sorted(catalogue())


def test_lists_say_what_the_declarations_say() -> None:
    told = [each._asdict() for each in listed().values()]
    assert told == [GameWords.of(game)._asdict() for game in catalogue().values()]


def test_games_are_grouped_by_collection() -> None:
    collections = [game.collection for game in catalogue().values()]
    assert tuple(dict.fromkeys(collections)) == COLLECTIONS
    assert collections == sorted(collections, key=COLLECTIONS.index)


def test_kloncans_games_come_first() -> None:
    assert list(catalogue())[:2] == ["kloncan-klondike", "kloncan-canfield"]


def test_every_game_has_a_different_summary_of_one_line() -> None:
    lines = [game.summary for game in catalogue().values()]
    assert all(0 < len(line) <= 40 and not line.endswith(".") for line in lines)
    assert len(set(lines)) == len(lines)


@pytest.mark.parametrize("typed", ["klondike", "kloncan-klondyke", "Kloncan-Klondike"])
def test_an_unknown_id_is_refused_with_similar_ones(typed: str) -> None:
    with pytest.raises(Refusal, match=rf"^There is no game '{typed}'\. Did you mean .*klondike"):
        find(typed)


@pytest.mark.parametrize("typed", ["", "whist", "?"])
def test_an_id_unlike_any_other_is_refused_without_a_guess(typed: str) -> None:
    with pytest.raises(Refusal, match=r"^There is no game '.*'\.$"):
        find(typed)


@every_game
def test_pile_ids_are_numbered_by_kind(game: Game) -> None:
    """Several piles of a kind are numbered from 1 without a gap."""
    assert {name[0] for name in game.ids} <= set(KINDS)
    totals = Counter(name[0] for name in game.ids)
    for kind, total in totals.items():
        numbered = [f"{kind}{n}" for n in range(1, total + 1)]
        assert [n for n in game.ids if n[0] == kind] == (numbered if total > 1 else [kind])


@every_game
def test_every_level_has_rules_and_no_deal_is_won_from_the_start(game: Game) -> None:
    opening = Play(game, 617).table
    for level in LEVELS:
        assert not game.rules(level).is_won(opening)
        assert game.rules(level).legal_moves(opening)


@every_game
def test_exceptions_exist_at_levels_3_and_2_but_not_at_1(game: Game) -> None:
    assert set(game.exceptions) == {3, 2}


@every_game
def test_a_game_of_gathering_is_won_with_its_last_card_and_not_before(game: Game) -> None:
    rules = game.rules()
    if not isinstance(goal := rules.goal, Gathered) or not goal.cards:
        return
    home, other = (
        next(place for place, name in enumerate(game.ids) if (name[0] in goal.kind) == is_home)
        for is_home in (True, False)
    )
    cards = tuple(game.shuffle(617)[: goal.cards])
    for gathered in (goal.cards, goal.cards - 1):
        piles = [()] * len(game.ids)
        piles[home], piles[other] = cards[:gathered], cards[gathered:]
        table = Table(tuple(piles))
        assert rules.count_scored(table) == gathered
        assert rules.is_won(table) == (gathered == goal.cards)


def test_every_game_has_two_neighbours_of_other_names() -> None:
    for game in catalogue().values():
        names = [each.name for each in list_neighbours(game)]
        assert len({*names, game.name}) == 3, game.id
    assert [each.id for each in list_neighbours(find("montana"))] == ["poker", "farewell-to-kings"]


ROUNDS = {
    (None, None, None): """kloncan-klondike kloncan-canfield royale-klondike royale-canfield
        ultimate-canfield ultimate-klondike demon klondike-deal-3 klondike-deal-1 double-klondike
        osmosis""",
    (1, None, None): "ultimate-pyramid",
    (1, 2, 2): """royale-pyramid corners reno ultimate-four-seasons kings-audience bristol
        smallware-four-seasons german-patience propeller seven-devils windmill australian-patience
        forty-thieves josephine lucas rank-and-file westcliff whitehead terrace carpet""",
    (2, 3, 3): "forty-and-eight duchess",
    (3, 4, 4): "sultan storehouse eagle-wing",
}
"""How often the player goes through the stock at levels 3, 2 and 1; as often as wanted for None."""


def test_the_player_goes_through_the_stock_as_often_as_the_rules_say() -> None:
    once = (1, 1, 1)
    said = {game: rounds for rounds, games in ROUNDS.items() for game in games.split()}
    for game in catalogue().values():
        actions = [
            [group.action for group in game.at_level(n).groups if group.action] for n in LEVELS
        ]
        found = tuple(getattr(each[0], "passes", 1) if each else 1 for each in actions)
        assert found == said.get(game.id, once), game.id

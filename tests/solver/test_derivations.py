"""A search with optimizations agrees with the rules alone."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from solterm.core.cards import ALL as ALL_CARDS
from solterm.core.game import Game
from solterm.core.searches.search import BestFirst
from solterm.core.searches.search_space import AnySpace
from solterm.core.table import Index, Pile, Table
from solterm.core.values import replace
from solterm.core.vocabulary.spaces import Only
from solterm.games import catalogue
from solterm.solver import Limit, Verdict, solve
from solterm.solver.derived.likeness import alike_piles, is_blind_to_suits
from solterm.solver.forms.plain import ALL, NONE, Derivations, Plain
from solterm.solver.poker import PokerSearch
from solterm.solver.space_choice import space_of
from tests.core.strategies import some_games_at_a_level
from tests.effort import THOROUGH, tries
from tests.solver.late import dealt, ends, near_wins

FEW = Limit(positions=tries(10_000, 120))
"""A limit that a search by the rules alone can reach."""
MANY = Limit(positions=tries(200_000, 1_200))

ONE_BY_ONE = [NONE._replace(**{name: True}) for name in Derivations._fields]


def late(game: Game, level: int) -> Iterator[tuple[Table, Verdict]]:
    """Yield late positions with their verdicts by the rules alone."""
    rules, chance = game.rules(level), Random(game.id)
    series = [
        *near_wins(game, level, chance),
        *(ends(game, level, deal, chance) for deal in range(1, 1 + tries(20, 1))),
    ]
    for tables in series:
        for table in tables:
            known = solve(rules, table, FEW, Plain(rules, NONE))
            if known.ended_by:
                break  # the earlier ones are larger
            yield table, known


def check(game: Game, level: int, table: Table, known: Verdict, space: AnySpace | None) -> None:
    """Assert that a search in a space agrees with a known verdict, and that its line wins."""
    rules = game.rules(level)
    found = solve(rules, table, MANY, space)
    assert found.finding is known.finding, (space, table)
    for move in found.moves:
        assert move in rules.legal_moves(table)
        table = rules.make(table, move)
    assert rules.is_won(table) == (str(known.finding) == "won")


@some_games_at_a_level
def test_each_derivation_agrees_with_the_rules(game: Game, level: int) -> None:
    rules = game.rules(level)
    if PokerSearch.of(rules, dealt(game, 1)):
        return  # its solution is computed, not searched
    compared = 0
    for table, known in late(game, level):
        compared += 1
        for using in (*(ONE_BY_ONE if THOROUGH or compared % 3 == 0 else ()), ALL):
            check(game, level, table, known, Plain(rules, using))
        check(game, level, table, known, space_of(rules))
    assert compared or not THOROUGH


@pytest.mark.parametrize(("name", "game_id"), [("piles", "free-cell"), ("suits", "calculation")])
def test_a_derivation_changes_the_search(name: str, game_id: str) -> None:
    """So the test above does not compare a search with itself."""
    game, using = catalogue()[game_id], NONE._replace(**{name: True})
    rules, table = game.rules(3), dealt(game, 1)
    spaces = [Plain(rules, NONE), Plain(rules, using)]
    searches = [BestFirst(space, space.start(table)) for space in spaces]
    for search in searches:
        search.go_on(600)
    looked, saving = (search._met for search in searches)
    assert looked != saving


@pytest.mark.parametrize("game_id", ["accordion", "clock", "montana", "tri-peaks"])
def test_piles_whose_places_matter_are_not_exchanged(game_id: str) -> None:
    assert alike_piles(catalogue()[game_id]) == []


class _Spades(Only):
    """A space of another package, which the solver doesn't know."""

    def mask(self, piles: Sequence[Pile], index: Index, kind: str) -> int:
        return 0xFFFF


def test_unknown_words_might_look_at_suits() -> None:
    game = catalogue()["sir-tommy"]
    spades = _Spades(ALL_CARDS, "only spades")
    groups = tuple(
        replace(each, space=spades) if each.kind == "w" else each for each in game.groups
    )
    assert is_blind_to_suits(game.rules(3))
    assert not is_blind_to_suits(replace(game, groups=groups).rules(3))

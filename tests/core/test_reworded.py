"""Names and sentences have no effect: a reworded game has the same rules, forms and verdicts."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.values import Value, Words, replace
from solterm.solver import Limit, solve
from solterm.solver.space_choice import space_of
from tests.core.strategies import some_games_at_a_level

_NAMES = {"name", "names", "sentence", "invitation", "question", "summary", "also", "collection"}
"""The fields that hold words, whether or not values compare them."""


def reword(value: Any, field: str = "") -> Any:
    """Return a value with all names and sentences replaced."""
    if isinstance(value, str):
        return f"other words for {value}" if field in _NAMES or " " in value else value
    if isinstance(value, Value):
        fields = {
            each: reword(value.__dict__[each], each)
            for each in value._fields
            if each not in ("layout", "engine")
        }
        return replace(value, **fields)
    if isinstance(value, tuple):
        return tuple(reword(each, field) for each in value)
    if isinstance(value, Mapping):
        return {key: reword(each) for key, each in value.items()}
    return value


@some_games_at_a_level
def test_a_reworded_game_has_the_same_moves_and_verdicts(game: Game, level: int) -> None:
    other = reword(game)
    assert other is not game and other.name != game.name
    assert other.groups == game.groups
    random, play, twin = Random(game.id), Play(game, 5, level), Play(other, 5, level)
    for _ in range(25):
        moves = list(play.legal_moves)
        assert moves == list(twin.legal_moves)
        if not moves:
            break
        move = random.choice(moves)
        for each in (play, twin):
            each.push(move)
    assert play.table == twin.table
    rules, twins = game.rules(level), other.rules(level)
    space, other_space = space_of(rules), space_of(twins)
    assert type(space) is type(other_space)
    opening = Play(game, 2, level).table
    limit = Limit(positions=150)
    assert solve(rules, opening, limit) == solve(twins, opening, limit)


def test_values_that_differ_only_in_words_are_equal_and_hash_equally() -> None:
    class Worded(Value):
        number: int
        name: Words = ""

    assert Worded(1, "one") == Worded(1, "eins") != Worded(2, "one")
    assert len({Worded(1, "one"), Worded(1, "eins")}) == 1
    assert repr(Worded(1, "one")) == "Worded(number=1, name='one')"


@pytest.mark.parametrize("level", [3, 2])
def test_kings_audience_keeps_its_compact_form_with_other_refusals(level: int) -> None:
    from solterm.games.pair_games import KINGS_AUDIENCE

    assert type(space_of(reword(KINGS_AUDIENCE).rules(level))).__name__ == "KingsAudience"

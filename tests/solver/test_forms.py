"""Compact forms agree with the rules on steps, wins and losses."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games import catalogue, find
from solterm.solver.forms.accordion import Accordion
from solterm.solver.forms.golf import Golf
from solterm.solver.forms.kings_audience import KingsAudience
from solterm.solver.forms.lady_of_the_manor import LadyOfTheManor
from solterm.solver.forms.osmosis import Osmosis
from solterm.solver.forms.placing.placing_space import PlacingSpace
from solterm.solver.forms.plain import Plain
from solterm.solver.forms.pyramids import PyramidPairs
from solterm.solver.forms.spider import Spider
from solterm.solver.solve import solve
from solterm.solver.space_choice import space_of
from solterm.solver.verdict import Limit
from tests.core.positions import position
from tests.effort import tries
from tests.harness.cases import over

FORMS = (
    *(Golf, PyramidPairs, PlacingSpace, LadyOfTheManor),
    *(KingsAudience, Osmosis, Accordion, Spider),
)


@cache
def cases() -> dict[str, tuple[Game, int]]:
    """Return each game and level with a compact form of a kind other than building."""
    return {
        f"{game.id}-{level}": (game, level)
        for game in catalogue().values()
        for level in LEVELS
        if any(form.of(game.rules(level)) for form in FORMS)
    }


formed = over("game level", cases)


def wander(rules: Rules, table: Table, chance: Random) -> Iterator[Table]:
    """Yield the tables of a random game."""
    for _ in range(200):
        moves = list(rules.legal_moves(table))
        if not moves:
            return
        ahead = [move for move in moves if rules.makes_progress(table, move)]
        table = rules.make(table, chance.choice(ahead or moves))
        yield table


def dealt(rules: Rules, deal: int) -> Table:
    return rules.game.deal(deal).table


@formed
def test_steps_of_a_form_are_legal_moves(game, level):
    rules, chance = game.rules(level), Random(game.id)
    for deal in range(1, 1 + tries(20, 2)):
        table, space = dealt(rules, deal), space_of(rules)
        assert isinstance(space, FORMS)
        state = space.start(table)
        for _ in range(200):
            if not (ways := list(space.ways(state))):
                break
            step, after = chance.choice(ways)
            for move in space.moves(state, step):
                assert rules.why_not(table, move) is None
                table = rules.make(table, move)
            state = after
            assert space.is_won(state) == rules.is_won(table)


@formed
def test_forms_agree_with_the_rules(game, level):
    """Late positions are searched in the compact form and by the rules alone."""
    rules, chance = game.rules(level), Random(game.id)
    compared = 0
    for deal in range(1, 1 + tries(60, 2)):
        tables = [dealt(rules, deal), *wander(rules, dealt(rules, deal), chance)]
        for table in tables[: -tries(20, 5) : -1]:
            known = solve(rules, table, Limit(positions=tries(20_000, 500)), Plain(rules))
            if known.ended_by:
                break
            compared += 1
            assert solve(rules, table, space=space_of(rules)).finding is known.finding
    assert compared


@pytest.mark.parametrize("level", [2, 3])
def test_dead_courts_are_lost(level):
    """The rules win no position that the court's proof calls dead, and prove most of them lost."""
    game = find("kings-audience")
    rules, chance = game.rules(level), Random(level)
    dead = 0
    for deal in range(1, 1 + tries(60, 4)):
        for table in list(wander(rules, dealt(rules, deal), chance))[: -tries(24, 8) : -1]:
            space = space_of(rules)
            if not space.is_dead(space.start(table)):
                continue
            known = solve(rules, table, Limit(positions=tries(20_000, 1000)), Plain(rules))
            dead += not known.ended_by
            assert str(known.finding) != "won"
    assert dead


def golf_at(game_id: str, text: str) -> tuple[Golf, int]:
    """Return the form of a golf, and a position in it."""
    rules = find(game_id).rules()
    space = Golf.of(rules)
    assert space
    return space, space.start(position(rules, text))


@pytest.mark.parametrize(
    ("text", "is_won"),
    [("s 9c 2d\nf 5H", True), ("f 5H\nt1 4D", False), ("s 9c\nf 5H\nt7 4D", False)],
)
def test_a_golf_is_won_once_its_columns_are_empty(text: str, is_won: bool) -> None:
    space, state = golf_at("royale-golf", text)
    assert space.is_won(state) == is_won


@pytest.mark.parametrize(
    ("game_id", "text", "is_dead"),
    [
        ("black-hole", "f KC\nt1 AH", False),
        ("black-hole", "f KC\nt1 3H", True),
        ("smallware-golf", "f KC\nt1 AH", True),
        ("smallware-golf", "f KC\nt1 QH", False),
    ],
)
def test_an_ace_follows_a_king_only_where_the_ranks_go_round(
    game_id: str, text: str, is_dead: bool
) -> None:
    space, state = golf_at(game_id, text)
    assert space.is_dead(state) == is_dead

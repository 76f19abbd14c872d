"""Invalid declarations are refused at once, in a sentence that names the fault."""

from collections.abc import Callable
from typing import Any

import pytest

from solterm.core import cards
from solterm.core.deals import InSuits
from solterm.core.engines.builders import Builders
from solterm.core.engines.grid import Grids
from solterm.core.engines.pairing import Pairing
from solterm.core.game import Game, change
from solterm.core.groups import BuilderGroup, GridGroup, Group, MemoryGroup, PairingGroup
from solterm.core.options import Option
from solterm.core.refusal import Refusal
from solterm.core.values import FieldError, replace
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.exceptions import LevelOneMove
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.pairs import Alike, Pairs, Pyramid
from solterm.core.vocabulary.policies import Lift, Memory
from solterm.core.vocabulary.spaces import ANY_CARD, BaseRank
from solterm.games import find
from tests.core.positions import COLUMNS, FOUNDATIONS, STOCK, WASTE, small_game


def refused(*groups: Group, **fields: Any) -> str:
    """Return the reason why a declaration is refused."""
    with pytest.raises((FieldError, Refusal)) as refusal:
        small_game(*(groups or (STOCK, WASTE, FOUNDATIONS, COLUMNS)), **fields)
    return str(refusal.value)


def test_a_change_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(Refusal, match=r"^'x' is not a kind of pile; the kinds are s, w, f,"):
        change("x", space=ANY_CARD)


@pytest.mark.parametrize(
    "group", [Group("q"), Group("t", goes_to="fq"), BuilderGroup("t", goes_to_spaces="q")], ids=str
)
def test_a_group_with_an_unknown_kind_is_refused(group: Group) -> None:
    assert refused(group).startswith("Small (small): 'q' is not a kind of pile; the kinds are s, ")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"kind": "t", "lifts": Lift.TOP}, "Group has no field 'lifts'; the nearest is 'lift'."),
        ({"kind": "t", "xyz": 0}, "Group has no field 'xyz'; its fields are kind, "),
        ({"kind": "t", "space": ANY_CARD}, "Group has no field 'space'; BuilderGroup has."),
        ({"kind": "t", "placing": None}, "Group has no field 'placing'; GridGroup has."),
        ({"name": "column"}, "Group needs 'kind'; its fields are kind, "),
    ],
)
def test_an_unknown_or_missing_field_is_named(fields: Any, reason: str) -> None:
    with pytest.raises(TypeError, match=f"^{reason}"):
        Group(**fields)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (change("r", space=ANY_CARD), "it has no pile 'r' to change"),
        (change("t9", space=ANY_CARD), "it has no pile 't9' to change"),
        (change("t", spaces=ANY_CARD), "BuilderGroup has no field 'spaces' to change"),
        (change("", levels=(), goals=()), "Game has no field 'goals' to change"),
        (change("t", cover=Pyramid()), "BuilderGroup has no field 'cover' to change"),
        (change("t", players=2), "BuilderGroup has no field 'players' to change"),
        (change("", players=2), "Game has no field 'players' to change"),
    ],
)
def test_a_level_or_option_that_changes_an_unknown_group_is_refused(bad: Any, reason: str) -> None:
    assert refused(levels={2: (bad,)}) == f"Small (small): {reason}."
    assert refused(options=(Option("size", "Size", {"small": (bad,)}),)).endswith(f"{reason}.")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"dealing": Rest()}, "dealing must be a tuple: write (Rest(...),)"),
        ({"also": "Patience"}, "also must be a tuple: write ('Patience',)"),
        ({"also": ["Patience"]}, "also must be a tuple: write it in round brackets"),
        ({"levels": {2: change("t")}}, "level 2 must be a tuple: write (Change(...),)"),
        (
            {"options": (Option("size", "Size", {"small": change("t")}),)},
            "size=small must be a tuple: write (Change(...),)",
        ),
    ],
)
def test_a_missing_comma_is_named(fields: Any, reason: str) -> None:
    assert refused(**fields) == f"Small (small): {reason}."


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        (BuilderGroup, "cover", Pyramid()),
        (BuilderGroup, "pairs", (Pairs(Alike()),)),
        (BuilderGroup, "memory", Memory.OWN),
        (PairingGroup, "memory", Memory.ALL),
        (GridGroup, "space", ANY_CARD),
        (GridGroup, "capacity", 13),
        (MemoryGroup, "space", ANY_CARD),
    ],
)
def test_a_field_the_engine_does_not_read_is_refused(kind: Any, field: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"^{kind.__name__} has no field {field!r}"):
        kind("t", 4, name="column", **{field: value})


@pytest.mark.parametrize(
    ("engine", "group"),
    [
        (Builders, PairingGroup("t", 4, name="column", cover=Pyramid())),
        (Builders, MemoryGroup("t", 4, name="column", memory=Memory.OWN)),
        (Pairing, MemoryGroup("t", 4, name="column", memory=Memory.ALL)),
        (Grids, BuilderGroup("t", 4, name="column", space=ANY_CARD)),
    ],
)
def test_a_group_of_another_engine_is_refused(engine: Any, group: Group) -> None:
    own, read = type(group).__name__, engine.group_type.__name__
    reason = f"'t' is a {own}, and {engine.__name__} reads a {read}."
    assert refused(group, engine=engine) == f"Small (small): {reason}"


def test_only_a_grid_has_columns() -> None:
    reason = "only a grid, of the kind 'g', has columns, and 't' declares them"
    assert refused(replace(COLUMNS, columns=5)) == f"Small (small): {reason}."


def test_a_plain_group_has_the_usual_fields_of_the_engine() -> None:
    assert small_game(Group("t", name="column")).groups == (BuilderGroup("t"),)


def test_the_default_goal_is_all_cards_in_play() -> None:
    one, two = small_game(FOUNDATIONS), small_game(FOUNDATIONS, packs=2)
    in_a_suit = small_game(FOUNDATIONS, pack=InSuits("S", packs=2))
    assert [each.rules().goal for each in (one, two, in_a_suit)] == [
        *(Gathered(52), Gathered(104), Gathered(104))
    ]
    assert find("propeller").rules().goal == Gathered(48, spared="the four Aces")
    assert find("concentration").rules().goal == Gathered(24, "d")


@pytest.mark.parametrize("game_id", ["demon", "miss-milligan", "concentration", "the-wish"])
def test_all_shuffled_cards_are_in_play(game_id: str) -> None:
    game: Game = find(game_id)
    assert len(game.shuffle(617)) == game.in_play


def test_a_pack_in_two_suits_is_dealt_like_one_in_four() -> None:
    four, two = find("miss-milligan").shuffle(617), InSuits("SH", packs=2).shuffle(617)
    assert [cards.rank(card) for card in two] == [cards.rank(card) for card in four]
    assert {cards.text(card)[1] for card in two} == {"S", "H"}
    assert sum(cards.text(card)[1] == "H" for card in two) == 52


@pytest.mark.parametrize(
    ("declare", "sentence"),
    [
        (lambda: Group("t", lift="run"), r"^Group: lift must be Lift, not 'run'\.$"),
        (
            lambda: BuilderGroup("t", space=BaseRank),
            r"^BuilderGroup: space needs a value, as in BaseRank\(\)",
        ),
        (lambda: Group("t", count="7"), r"^Group: count must be int, not '7'\.$"),
        (lambda: Build((), Match.SUIT), r"^Build: steps needs at least one step, as in \(-1,\)"),
        (lambda: Build((-1, "2"), Match.SUIT), r"^Build: steps must be a tuple of int, not '2'\.$"),
        (lambda: Deal("t1"), r"^Deal: piles must be a tuple: write \('t1',\)\.$"),
        (lambda: small_game(COLUMNS, hardest=4), "hardest must be one of the levels 1 to 3"),
        (lambda: small_game(COLUMNS, dealing=(Rest,)), r"dealing needs a value, as in Rest\(\)"),
        (
            lambda: small_game(COLUMNS, dealing=("s",)),
            "dealing must be a tuple of DealingStep, not 's'",
        ),
        (lambda: PairingGroup("d", pairs=(Pairs,)), r"pairs needs a value, as in Pairs\(\)"),
        (lambda: small_game(Group), r"groups needs a value, as in Group\(\)"),
        (lambda: small_game(replace(COLUMNS, count=0)), "a group needs at least one pile, and 't'"),
        (lambda: small_game(), "it has no piles"),
        (lambda: small_game(COLUMNS, goal=Gathered), r"goal needs a value, as in Gathered\(\)"),
        (lambda: small_game(COLUMNS, engine=Group), "engine must be a class of rules, not Group"),
        (lambda: small_game(COLUMNS, packs=0), "it needs at least one pack, not 0"),
        (lambda: MemoryGroup("g", players=3), "one or two can play it, not 3"),
        (lambda: small_game(COLUMNS, homeward="q"), "'q' is not a kind of pile"),
        (lambda: replace(find("poker"), groups=(Group("g", 25, columns=7),)), "no whole rows of 7"),
        (lambda: small_game(COLUMNS, levels=(2,)), r"levels must be Mapping, not \(2,\)"),
        (lambda: small_game(COLUMNS, levels={2: ("t",)}), "level 2 must be a tuple of changes"),
        (lambda: small_game(COLUMNS, levels={3: ()}), "level 3 is the declaration itself"),
        (
            lambda: small_game(COLUMNS, levels={2: (change("t", space=BaseRank),)}),
            r"BuilderGroup: space needs a value, as in BaseRank\(\)",
        ),
        (lambda: small_game(COLUMNS, options=(Option("a", "", {}),)), "'a' has no choices"),
        (lambda: small_game(COLUMNS, options=(Option("a b", "", {"c": ()}),)), "'a b' in an opt"),
        (
            lambda: small_game(COLUMNS, options=(Option("a", "", {"c": ()}, words={"d": "e"}),)),
            "'d', which is no choice",
        ),
        (lambda: small_game(COLUMNS, levels={4: ()}), "levels are 1 to 3, not 4"),
        (lambda: small_game(COLUMNS, exceptions={0: LevelOneMove()}), "levels are 1 to 3, not 0"),
        (lambda: small_game(COLUMNS, exceptions={3: LevelOneMove}), "is no exception for level 3"),
    ],
)
def test_a_wrong_declaration_is_refused_where_it_is_made(
    declare: Callable[[], object], sentence: str
) -> None:
    with pytest.raises((FieldError, Refusal), match=sentence):
        declare()

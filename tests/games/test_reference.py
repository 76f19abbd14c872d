"""The engine's legal moves match a version written from the manual."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.table import Table, write
from solterm.games.kloncan_games import CANFIELD, KLONDIKE
from tests.core.positions import legal
from tests.core.strategies import plays
from tests.games.reference import Piles, canfield_moves, klondike_moves

MOVES = {KLONDIKE: klondike_moves, CANFIELD: canfield_moves}
both_games = pytest.mark.parametrize("game", MOVES, ids=lambda game: game.id)


def as_text(game: Game, table: Table) -> Piles:
    lines = (line.split() for line in write(table, game.ids).splitlines())
    return {name: pile for name, *pile in lines}


def agree(game: Game, table: Table) -> None:
    piles = as_text(game, table)
    for level in LEVELS:
        assert legal(game.rules(level), table) == MOVES[game](piles, level), f"level {level}"


@st.composite
def arrangements(draw: st.DrawFn, game: Game) -> Table:
    """Arrange the pack at random, with some cards of each suit home."""
    random: Random = draw(st.randoms(use_true_random=False))
    base = draw(st.integers(1, 13)) if game is CANFIELD else 1
    piles: dict[str, list[int]] = {name: [] for name in game.ids}
    others: list[int] = []
    suits = draw(st.permutations(range(4)))
    for number, suit in enumerate(suits, 1):
        in_order = [cards.card((base - 1 + step) % 13 + 1, suit) for step in range(13)]
        least = 1 if game is CANFIELD and number == 1 else 0
        home = draw(st.integers(least, 13))
        piles[f"f{number}"] = in_order[:home]
        others += in_order[home:]
    open_piles = draw(st.lists(st.sampled_from([n for n in game.ids if n[0] != "f"]), min_size=1))
    random.shuffle(others)
    for card in others:
        piles[random.choice(open_piles)].append(card)
    piles["s"] = [card | DOWN for card in piles["s"]]
    if game is KLONDIKE:
        for name, pile in piles.items():
            if name[0] == "t" and pile:
                down = random.randrange(len(pile))
                piles[name] = [card | DOWN for card in pile[:down]] + pile[down:]
    return Table(tuple(map(tuple, piles.values())))


@both_games
@given(data=st.data())
def test_legal_moves_match_in_arbitrary_arrangements(game: Game, data: st.DataObject) -> None:
    agree(game, data.draw(arrangements(game)))


@both_games
@given(data=st.data())
def test_legal_moves_match_in_random_play(game: Game, data: st.DataObject) -> None:
    agree(game, data.draw(plays(game)).table)

"""The catalogue: one module a family, one short declaration a rule-set."""

from functools import cache
from importlib import import_module

from solterm.core.game import Game

COLLECTIONS = (
    "KLONCAN",
    "Solitaire Royale",
    "Ultimate Solitaire",
    "smallWare",
    "A Farewell to Kings",
)
"""The five collections, oldest first."""

_MODULES = (
    "kloncan",
    "grids",
    "pyramids",
    "pairs",
    "audience",
    "klondikes",
    "canfields",
    "four_seasons",
    "cells",
    "columns",
    "golf",
    "placing",
    "castles",
    "row_fed",
    "wheels",
)
"""The families' modules, each with its ``GAMES``."""


@cache
def catalogue() -> dict[str, Game]:
    """All games by id, collection by collection."""
    found: list[Game] = []
    for name in _MODULES:
        found += import_module(f"solterm.games.{name}").GAMES
    found.sort(key=lambda game: COLLECTIONS.index(game.collection))
    return {game.id: game for game in found}


def find(game_id: str) -> Game:
    """The game of an id; raises ``ValueError`` with a sentence that names the nearest ids."""
    games = catalogue()
    if game_id in games:
        return games[game_id]
    from difflib import get_close_matches

    holding = [each for each in games if game_id and game_id in each]
    near = holding[:3] or get_close_matches(game_id, games, n=3, cutoff=0.4) or list(games)[:3]
    raise ValueError(f"There is no game {game_id!r}. Did you mean {' or '.join(near)}?")

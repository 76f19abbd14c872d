"""Variants of a declaration: with options, at a level, or with a wider choice of moves.

Results are cached, because all plays of a game share them.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from solterm.core import levels
from solterm.core.values import replace

if TYPE_CHECKING:
    from solterm.core.game import Game
    from solterm.core.rules import Rules


@lru_cache(maxsize=64)
def with_options(game: "Game", options: frozenset[tuple[str, str]]) -> "Game":
    """Return the game with options applied; options not given take their usual value."""
    chosen = dict(options)
    known = [option.key for option in game.options]
    for key in sorted(chosen.keys() - set(known)):
        has = f" Its options are {', '.join(known)}." if known else ""
        raise ValueError(f"{game.name} ({game.id}) has no option {key!r}.{has}")
    for option in game.options:
        for amendment in option.choose(chosen.get(option.key, option.usual)):
            game = amendment.apply(game)
    return game


@lru_cache(maxsize=256)
def at_level(game: "Game", level: int) -> "Game":
    """Return the declaration at a level. Level 1 applies the changes of level 2 first."""
    levels.check(level)
    for step in range(2, level - 1, -1):
        for each in game.levels.get(step, ()):
            game = each.apply(game)
    return game


@lru_cache(maxsize=256)
def rules(game: "Game", level: int) -> "Rules":
    """Return the rules of a level, linked to those of the next stricter level."""
    made = game.engine(at_level(game, level))
    if level < game.hardest:
        made.stricter = rules(game, level + 1)
    return made


@lru_cache(maxsize=256)
def rules_with_level_one(game: "Game", level: int) -> "Rules":
    """Return the rules of a level, with the moves of level 1 also allowed."""
    at_one = replace(at_level(game, 1), consequences=at_level(game, level).consequences)
    return _widen(game, level, game.engine(at_one))


@lru_cache(maxsize=256)
def rules_with_draw(game: "Game", level: int) -> "Rules":
    """Return the rules of a level, with the card under an end card also available.

    Engines without draws return the rules of the level unchanged.
    """
    if "draw" not in game.engine.reads:
        return rules(game, level)
    own = at_level(game, level)
    return _widen(game, level, game.engine(replace(own, draw=max(2, own.draw))))


def _widen(game: "Game", level: int, wider: "Rules") -> "Rules":
    from solterm.core.widened import Widened

    return Widened(rules(game, level), wider)

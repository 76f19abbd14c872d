"""A declaration as it is played: with its options, at a level, with an exception.

Each is made once and kept, since all plays of a game share it.
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
    """The game with options chosen, the usual values where none is."""
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
    """The declaration at a level: level 1 has the changes of level 2 and its own."""
    levels.check(level)
    for step in range(2, level - 1, -1):
        for each in game.levels.get(step, ()):
            game = each.apply(game)
    return game


@lru_cache(maxsize=256)
def rules(game: "Game", level: int) -> "Rules":
    """The rules of a level, which know those of the next stricter one."""
    made = game.engine(at_level(game, level))
    if level < game.hardest:
        made.stricter = rules(game, level + 1)
    return made


@lru_cache(maxsize=256)
def rules_with_level_one(game: "Game", level: int) -> "Rules":
    """The rules of a level with one move of level 1 allowed as well."""
    at_one = replace(at_level(game, 1), consequences=at_level(game, level).consequences)
    return _widen(game, level, game.engine(at_one))


@lru_cache(maxsize=256)
def rules_with_draw(game: "Game", level: int) -> "Rules":
    """The rules of a level with a card from right under an end card allowed as well.

    Where an engine knows no such draw they are the level's own.
    """
    if "draw" not in game.engine.reads:
        return rules(game, level)
    own = at_level(game, level)
    return _widen(game, level, game.engine(replace(own, draw=max(2, own.draw))))


def _widen(game: "Game", level: int, wider: "Rules") -> "Rules":
    from solterm.core.widened import Widened

    return Widened(rules(game, level), wider)

"""The catalogue: one module per family, one short declaration per rule set.

Other packages may publish more games (``solterm.games.published``). They are not in
the catalogue, but ``find``, ``find_known`` and ``catalogue(published=True)`` treat them alike.
"""

import copyreg
from functools import cache
from importlib import import_module
from typing import Any

from solterm.core.game import Game
from solterm.core.refusal import Refusal
from solterm.games.listed import CATALOGUE, MODULE_OF, GameWords
from solterm.games.matching import match_one, tell_unknown
from solterm.games.published import Published, load_published

COLLECTIONS = tuple(dict.fromkeys(each.collection for each in CATALOGUE.values()))
"""The five old collections, oldest first, and the one of solterm itself."""


def catalogue(*, published: bool = False) -> dict[str, Game]:
    """Return the 100 games of the six collections by id, collection by collection.

    With ``published``, the games that other installed packages publish follow.

    >>> from solterm import catalogue
    >>> len(catalogue()), catalogue()["fly"]
    (100, <Game fly>)
    """
    return _load_all() | others().games if published else _load_all()


@cache
def _load_all() -> dict[str, Game]:
    return {game_id: _load(game_id) for game_id in MODULE_OF}


def listed() -> dict[str, GameWords]:
    """Return all games as lists show them, also the published ones, without loading their rules."""
    return CATALOGUE | {each.id: GameWords.of(each) for each in others().games.values()}


CHILDRENS = ("concentration", "pairs", "the-wish")
"""The games of the children's menu of Solitaire Royale."""


def others() -> Published:
    """Return the games that other installed packages publish, and the faults of those left out."""
    return load_published(frozenset(MODULE_OF))


def _load(game_id: str) -> Game:
    """Return a game and import only its module, to start sooner."""
    games: tuple[Game, ...] = import_module(f"solterm.games.{MODULE_OF[game_id]}").GAMES
    return next(game for game in games if game.id == game_id)


def find_known(game_id: str) -> Game | None:
    """Return the game with an id, or None."""
    if game_id in MODULE_OF:
        return _load(game_id)
    return others().games.get(game_id)


def find(game_id: str) -> Game:
    """Return the game with an id, from the catalogue or another installed package.

    Raises ``Refusal`` with a sentence that names the nearest ids.

    >>> from solterm import find
    >>> find("free-cell")
    <Game free-cell>
    >>> find("golf")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    solterm.core.refusal.Refusal: There is no game 'golf'. Did you mean ultimate-golf, ...
    """
    if game := find_known(game_id):
        return game
    raise Refusal(_tell_unknown(game_id))


def _reduce(game: Game) -> Any:
    """Pickle a known game as its id, so that it stays one object with one set of rules."""
    return (find, (game.id,)) if game is find_known(game.id) else game.__reduce__()


copyreg.pickle(Game, _reduce)


def name_apart(game: Game | GameWords) -> str:
    """Return a game's name, with its collection in short if another game has the same name.

    >>> name_apart(find("demon")), name_apart(find("ultimate-golf"))
    ('Demon', 'Golf (Ultimate)')
    """
    same = [each for each in listed().values() if each.name == game.name]
    collection = game.collection.replace("Solitaire", "").strip()
    return f"{game.name} ({collection})" if len(same) > 1 else game.name


def search(typed: str) -> Game:
    """Return the one game that a player means by an id, a name or words of both.

    >>> from solterm import search
    >>> search("Golf smallware"), search("freecell"), search("monte")
    (<Game smallware-golf>, <Game free-cell>, <Game monte-carlo>)

    Raises ``Refusal`` with a sentence when no game fits, or several do.
    """
    if game := match_one(typed, catalogue(published=True).values()):
        return game
    raise Refusal(_tell_unknown(typed))


def _tell_unknown(typed: str) -> str:
    """Return the sentence for a name that no game has, and the faults of games left out."""
    unknown = tell_unknown(typed, catalogue(published=True).values())
    return " ".join((unknown, *others().troubles))

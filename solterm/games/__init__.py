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
from solterm.games.matching import match_one, tell_unknown
from solterm.games.published import Published, load_published

COLLECTIONS = (
    "KLONCAN",
    "Solitaire Royale",
    "Ultimate Solitaire",
    "smallWare",
    "A Farewell to Kings",
    "Classics",
)
"""The five old collections, oldest first, and the one of solterm itself."""

_MODULE_OF = {
    "kloncan-klondike": "kloncan_games",
    "kloncan-canfield": "kloncan_games",
    "royale-pyramid": "pair_games",
    "royale-golf": "golfs",
    "royale-klondike": "klondikes",
    "royale-canfield": "canfields",
    "corners": "four_seasons",
    "calculation": "placing",
    "three-shuffles-and-a-draw": "belle_lucies",
    "reno": "canfields",
    "concentration": "concentration",
    "pairs": "pair_games",
    "the-wish": "pair_games",
    "beleaguered-castle": "castles",
    "ultimate-canfield": "canfields",
    "ultimate-four-seasons": "four_seasons",
    "ultimate-golf": "golfs",
    "kings-audience": "pair_games",
    "ultimate-klondike": "klondikes",
    "monte-carlo": "pair_games",
    "poker": "poker_squares",
    "ultimate-pyramid": "pair_games",
    "agnes": "columns",
    "bakers-game": "cells",
    "bouquet": "cells",
    "bristol": "columns",
    "cabal": "placing",
    "demon": "canfields",
    "smallware-four-seasons": "four_seasons",
    "free-cell": "cells",
    "german-patience": "columns",
    "smallware-golf": "golfs",
    "interregnum": "row_fed",
    "klondike-deal-3": "klondikes",
    "klondike-deal-1": "klondikes",
    "lady-of-the-manor": "placing",
    "matrimony": "row_fed",
    "miss-milligan": "columns",
    "propeller": "wheels",
    "scorpion": "columns",
    "seven-devils": "klondikes",
    "sir-tommy": "placing",
    "strategy": "placing",
    "sultan": "wheels",
    "fly": "placing",
    "will-o-wisp": "columns",
    "windmill": "wheels",
    "farewell-to-kings": "farewell",
    "spider": "spiders",
    "spiderette": "spiders",
    "simple-simon": "spiders",
    "mrs-mop": "spiders",
    "wasp": "spiders",
    "yukon": "yukons",
    "russian-solitaire": "yukons",
    "alaska": "yukons",
    "australian-patience": "yukons",
    "gypsy": "yukons",
    "forty-thieves": "forty_thieves",
    "josephine": "forty_thieves",
    "forty-and-eight": "forty_thieves",
    "lucas": "forty_thieves",
    "rank-and-file": "forty_thieves",
    "easthaven": "klondikes",
    "westcliff": "klondikes",
    "whitehead": "klondikes",
    "double-klondike": "klondikes",
    "agnes-bernauer": "klondikes",
    "storehouse": "canfields",
    "duchess": "canfields",
    "eagle-wing": "canfields",
    "eight-off": "cells",
    "seahaven-towers": "cells",
    "penguin": "cells",
    "forecell": "cells",
    "double-free-cell": "cells",
    "streets-and-alleys": "castles",
    "fortress": "castles",
    "bakers-dozen": "castles",
    "king-albert": "castles",
    "raglan": "castles",
    "bisley": "castles",
    "brigade": "castles",
    "la-belle-lucie": "belle_lucies",
    "trefoil": "belle_lucies",
    "shamrocks": "belle_lucies",
    "cruel": "belle_lucies",
    "tri-peaks": "golfs",
    "black-hole": "golfs",
    "fourteen-out": "pair_games",
    "nestor": "pair_games",
    "aces-up": "single_games",
    "accordion": "single_games",
    "montana": "single_games",
    "osmosis": "single_games",
    "grandfathers-clock": "single_games",
    "clock": "single_games",
    "crescent": "single_games",
    "terrace": "single_games",
    "carpet": "single_games",
}
"""Every game, in the order of the collections, and the module that declares it."""


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
    return {game_id: _load(game_id) for game_id in _MODULE_OF}


CHILDRENS = ("concentration", "pairs", "the-wish")
"""The games of the children's menu of Solitaire Royale."""


def others() -> Published:
    """Return the games that other installed packages publish, and the faults of those left out."""
    return load_published(frozenset(_MODULE_OF))


def _load(game_id: str) -> Game:
    """Return a game and import only its module, to start sooner."""
    games: tuple[Game, ...] = import_module(f"solterm.games.{_MODULE_OF[game_id]}").GAMES
    return next(game for game in games if game.id == game_id)


def find_known(game_id: str) -> Game | None:
    """Return the game with an id, or None."""
    if game_id in _MODULE_OF:
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


def name_apart(game: Game) -> str:
    """Return a game's name, with its collection in short if another game has the same name.

    >>> name_apart(find("demon")), name_apart(find("ultimate-golf"))
    ('Demon', 'Golf (Ultimate)')
    """
    same = [each for each in catalogue(published=True).values() if each.name == game.name]
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

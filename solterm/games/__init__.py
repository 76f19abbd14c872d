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

_CATALOGUE = """\
kloncan_games: kloncan-klondike kloncan-canfield
pair_games: royale-pyramid
golfs: royale-golf
klondikes: royale-klondike
canfields: royale-canfield
four_seasons: corners
placing: calculation
belle_lucies: three-shuffles-and-a-draw
canfields: reno
concentration: concentration
pair_games: pairs the-wish
castles: beleaguered-castle
canfields: ultimate-canfield
four_seasons: ultimate-four-seasons
golfs: ultimate-golf
pair_games: kings-audience
klondikes: ultimate-klondike
pair_games: monte-carlo
poker_squares: poker
pair_games: ultimate-pyramid
columns: agnes
cells: bakers-game bouquet
columns: bristol
placing: cabal
canfields: demon
four_seasons: smallware-four-seasons
cells: free-cell
columns: german-patience
golfs: smallware-golf
row_fed: interregnum
klondikes: klondike-deal-3 klondike-deal-1
placing: lady-of-the-manor
row_fed: matrimony
columns: miss-milligan
wheels: propeller
columns: scorpion
klondikes: seven-devils
placing: sir-tommy strategy
wheels: sultan
placing: fly
columns: will-o-wisp
wheels: windmill
farewell: farewell-to-kings
spiders: spider spiderette simple-simon mrs-mop wasp
yukons: yukon russian-solitaire alaska australian-patience gypsy
forty_thieves: forty-thieves josephine forty-and-eight lucas rank-and-file
klondikes: easthaven westcliff whitehead double-klondike agnes-bernauer
canfields: storehouse duchess eagle-wing
cells: eight-off seahaven-towers penguin forecell double-free-cell
castles: streets-and-alleys fortress bakers-dozen king-albert raglan bisley brigade
belle_lucies: la-belle-lucie trefoil shamrocks cruel
golfs: tri-peaks black-hole
pair_games: fourteen-out nestor
single_games: aces-up accordion montana osmosis grandfathers-clock clock crescent terrace carpet
"""
"""Every game, in the order of the collections, behind the module that declares it."""
_MODULE_OF = {
    game: line.partition(":")[0] for line in _CATALOGUE.splitlines() for game in line.split()[1:]
}


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

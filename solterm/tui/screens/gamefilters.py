"""Which games a list shows: all, favourites, the latest, those of a collection, family or odds."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from solterm.core.game import Game
from solterm.games import COLLECTIONS, every_game

LATELY = 8
"""Games that are called played lately."""

_FAMILIES = {
    "builders": "Building up and down",
    "sequence": "Up or down by one",
    "pairing": "Cards that leave in pairs",
    "placing": "Placing card by card",
    "grid": "Cells of a grid",
}
"""What the families of games are called; one that is not listed goes by its own name."""

_ODDS = (
    (0.8, "Nearly always won"),
    (0.5, "Mostly won"),
    (0.2, "Won now and then"),
    (0.0, "Seldom won"),
)
"""How often deals can be won: the least share, and what that is called."""


class PlayerFacts(NamedTuple):
    """What filters ask about a player."""

    favourites: Collection[str] = ()
    """Ids of games."""
    lately: Sequence[str] = ()
    """The game played last first."""
    level: int = 3
    """The level at which games begin."""


class Filter(NamedTuple):
    """A choice among the games."""

    name: str
    heading: str
    """What it stands under in a list of filters; empty for the first few."""
    takes: Callable[[Game, PlayerFacts], bool]

    def choose(self, player: PlayerFacts) -> list[Game]:
        """The games it leaves, in the order of the catalogue."""
        return [game for game in every_game().values() if self.takes(game, player)]


ALL = Filter("All games", "", lambda game, player: True)
FAVOURITES = Filter("Favourites", "", lambda game, player: game.id in player.favourites)
RECENT = Filter("Played lately", "", lambda game, player: game.id in player.lately[:LATELY])


def search(games: Iterable[Game], typed: str) -> list[Game]:
    """The games that have all of the typed words in name, other names, collection or family."""
    wanted = typed.lower().split()
    return [game for game in games if all(word in _words(game) for word in wanted)]


def choose_found(found: Sequence[Game], typed: str, present: Game | None) -> Game | None:
    """The one of the games found that the cursor goes to: the present one if it may stay.

    One whose name begins as typed comes before those that are found by something else.
    """
    start = typed.strip().lower()
    named = [game for game in found if start and game.name.lower().startswith(start)] or found
    return present if present in named else next(iter(named), None)


def _words(game: Game) -> str:
    return " ".join((game.name, *game.also, game.collection, game.family, game.id)).lower()


def list_filters(player: PlayerFacts) -> list[Filter]:
    """All filters that leave something, and the first three in any case."""
    games = every_game().values()
    collections = dict.fromkeys((*COLLECTIONS, *(game.collection for game in games)))
    families = dict.fromkeys(game.family for game in games)
    found = [
        *(Filter(name, "Collection", _is_of(name)) for name in collections),
        *(Filter(_name(family), "Family", _is_kin(family)) for family in families),
        *(Filter(name, "Deals that can be won", _is_won(least)) for least, name in _ODDS),
    ]
    return [ALL, FAVOURITES, RECENT, *(each for each in found if each.choose(player))]


def _name(family: str) -> str:
    return _FAMILIES.get(family, family.capitalize())


def _is_of(collection: str) -> Callable[[Game, PlayerFacts], bool]:
    return lambda game, player: game.collection == collection


def _is_kin(family: str) -> Callable[[Game, PlayerFacts], bool]:
    return lambda game, player: game.family == family


def _is_won(least: float) -> Callable[[Game, PlayerFacts], bool]:
    """Lies the middle of the odds between this share and the next better one?"""
    more = min((share for share, _ in _ODDS if share > least), default=2.0)

    # Here: the first picture of the menu has no use for it.
    from solterm.manual.odds import odds

    def takes(game: Game, player: PlayerFacts) -> bool:
        found = odds(game.id, player.level)
        return found is not None and least <= sum(found) / 2 < more

    return takes

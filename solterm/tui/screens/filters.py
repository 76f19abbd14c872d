"""Filters for a list of games, such as favourites, families and odds; a screen to choose one."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from solterm.core.game import Game
from solterm.games import COLLECTIONS, catalogue
from solterm.games.kinship import LENGTHS, SKILLS, tell_length, tell_packs
from solterm.games.matching import find_matches
from solterm.tui.screens.list_page import ListPage, ListRow, heading, on_item

LATELY = 8
"""How many games count as played lately."""

_ODDS = (
    (0.8, "Nearly always won"),
    (0.5, "Mostly won"),
    (0.2, "Won now and then"),
    (0.0, "Seldom won"),
)
"""The least share of winnable deals in each group, and the group's name."""

_KINDS = "easy hard difficult quick beginner winnable"
"""More words for what these filters choose."""
_TELLING = 4
"""The letters from which a search is taken for such a word."""

_OTHERS = "Others"
"""The family that comes last."""


class PlayerFacts(NamedTuple):
    """The facts about a player that filters use."""

    favourites: Collection[str] = ()
    lately: Sequence[str] = ()
    """Ids of games, the latest first."""
    level: int = 3
    """The level at which games begin."""


class Filter(NamedTuple):
    """A condition on games."""

    name: str
    heading: str
    """The heading in a list of filters; empty for the first few."""
    matches: Callable[[Game, PlayerFacts], bool]

    def choose(self, player: PlayerFacts) -> list[Game]:
        return [game for game in catalogue(published=True).values() if self.matches(game, player)]


ALL = Filter("All games", "", lambda game, player: True)
FAVOURITES = Filter("Favourites", "", lambda game, player: game.id in player.favourites)
RECENT = Filter("Played lately", "", lambda game, player: game.id in player.lately[:LATELY])


def search(games: Iterable[Game], typed: str) -> list[Game]:
    """Return the games that match a search, the best first; without one, in the order given."""
    among = list(games)
    return [match.game for match in find_matches(typed, among)] if typed else among


def tell_filters(typed: str) -> str:
    """Return how to list short or easy games, if a search is a word for such; else ""."""
    words = " ".join((*LENGTHS, *SKILLS, *(name for _, name in _ODDS), _KINDS)).lower().split()
    is_word = len(typed) >= _TELLING and any(word.startswith(typed.lower()) for word in words)
    told = "/ lists games by length, by luck or skill, and by how often they are won."
    return told if is_word else ""


def choose_found(found: Sequence[Game], typed: str, present: Game | None) -> Game | None:
    """Return the game for the cursor: the present one if it matches as well as any."""
    matches = find_matches(typed, found)
    best = [match.game for match in matches if match.rank is matches[0].rank]
    return present if present in best else next(iter(best), None)


def list_filters(player: PlayerFacts) -> list[Filter]:
    """Return the first three filters, and all others that match any game."""
    games = catalogue(published=True).values()
    collections = dict.fromkeys((*COLLECTIONS, *(game.collection for game in games)))
    families = sorted(dict.fromkeys(game.family for game in games), key=_OTHERS.__eq__)
    all_packs = sorted({game.packs for game in games})
    found = [
        *(Filter(name, "Collection", _is_of(name)) for name in collections),
        *(Filter(family, "Family", _is_kin(family)) for family in families),
        *(Filter(tell_packs(packs), "Packs", _has_packs(packs)) for packs in all_packs),
        *(Filter(name, "Length", _lasts(name)) for name in LENGTHS),
        *(Filter(name, "Luck or skill", _needs(skill)) for skill, name in enumerate(SKILLS, 1)),
        *(Filter(name, "Deals that can be won", _is_won(least)) for least, name in _ODDS),
    ]
    return [ALL, FAVOURITES, RECENT, *(each for each in found if each.choose(player))]


def find_filter(name: str, player: PlayerFacts) -> Filter:
    """Return the filter of this name; without one, that for all games."""
    found = list_filters(player) if name else []
    return next((each for each in found if each.name == name), ALL)


def _is_of(collection: str) -> Callable[[Game, PlayerFacts], bool]:
    return lambda game, player: game.collection == collection


def _is_kin(family: str) -> Callable[[Game, PlayerFacts], bool]:
    return lambda game, player: game.family == family


def _has_packs(packs: int) -> Callable[[Game, PlayerFacts], bool]:
    return lambda game, player: game.packs == packs


def _lasts(length: str) -> Callable[[Game, PlayerFacts], bool]:
    return lambda game, player: tell_length(game) == length


def _needs(skill: int) -> Callable[[Game, PlayerFacts], bool]:
    return lambda game, player: game.skill == skill


def _is_won(least: float) -> Callable[[Game, PlayerFacts], bool]:
    more = min((share for share, _ in _ODDS if share > least), default=2.0)

    # Here: the first picture of the menu has no use for it.
    from solterm.manual.odds import odds

    def matches(game: Game, player: PlayerFacts) -> bool:
        found = odds(game, player.level)
        return found is not None and least <= sum(found) / 2 < more

    return matches


_NAME = 34
"""Columns for a filter's name."""


class FiltersScreen(ListPage[Filter]):
    """Lists the filters with the number of their games, and returns one."""

    TITLE = "Which games?"
    ABOUT = """
The menu shows all games or some of them: your favourites, those you played lately, a collection, a
family, games with one pack or two, short or long, of luck or skill, or by how often their deals can
be won. Esc in the menu shows all games again.
"""

    ARE_COMMANDS = True
    BINDINGS = [
        on_item("enter", "dismiss", "Show these", "Show these games in the menu"),
    ]

    def __init__(self, player: PlayerFacts, present: Filter) -> None:
        super().__init__()
        self._filters = list_filters(player)
        self._player = player
        self._present = present

    def opens_on(self) -> Filter:
        return self._present

    def key_of(self, item: Filter) -> str:
        return item.name

    def rows(self) -> Iterator[ListRow]:
        title = ""
        for each in self._filters:
            if each.heading != title:
                title = each.heading
                yield heading(f"{title:{_NAME}}Games")
            count = len(each.choose(self._player))
            yield ListRow((f"  {each.name:{_NAME - 2}}{count:>5}",), each)

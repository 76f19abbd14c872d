"""Lists of games by a word about them: favourites, short ones, easy ones, games of luck.

The ids of the favourites are in the settings.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from solterm.core.game import Game
from solterm.games import catalogue, find_known
from solterm.games.kinship import LENGTHS, SKILLS, tell_length, tell_packs
from solterm.games.matching import Rank, rank_text
from solterm.manual.odds import odds
from solterm.store.settings import Settings, toggle_word

LATELY = 8
"""How many games count as played lately."""

_ODDS = (
    (0.8, "Easy: nearly always won", "beginner winnable"),
    (0.5, "Mostly won", ""),
    (0.2, "Won now and then", ""),
    (0.0, "Hard: seldom won", "difficult"),
)
"""The least share of winnable deals in each list, its name, and other words for it."""


class PlayerFacts(NamedTuple):
    """What the lists depend on."""

    favourites: Collection[str] = ()
    lately: Sequence[str] = ()
    """Ids of games, the latest first."""
    level: int = 3
    """The level at which games begin."""


class Tagged(NamedTuple):
    """The games that a word is about."""

    name: str
    also: str
    """Other words for it."""
    games: tuple[Game, ...]

    def rank(self, typed: str) -> Rank | None:
        """Return how well it fits a search."""
        return _rank(typed, self.name, self.also)


_Choice = Callable[[], Iterable[Game]]


def find_tagged(typed: str, player: PlayerFacts) -> list[Tagged]:
    """Return the lists with games that a search is about.

    >>> [(each.name, len(each.games)) for each in find_tagged("short", PlayerFacts())]
    [('Short games', 19)]
    """
    tags = (*_list_own(player), *_list_others(player.level))
    return _choose(each for each in tags if _rank(typed, *each[:2]))


def list_marked(player: PlayerFacts) -> list[Tagged]:
    """Return the list of the favourites, if there are any; it loads the rules of no other game."""
    return _choose(islice(_list_own(player), 1))


def list_favourites(settings: Settings) -> list[Game]:
    """Return the favourites, the one marked first coming first."""
    return list(_named(settings.favourites.split()))


def toggle_favourite(settings: Settings, game: Game) -> tuple[Settings, str]:
    """Return the settings with a game marked or unmarked, and a sentence that says which.

    >>> from solterm.games import find
    >>> toggle_favourite(Settings(), find("demon"))[1]
    'Demon is a favourite now.'
    """
    after, is_new = toggle_word(settings, "favourites", game.id)
    return after, f"{game.name} {'is a favourite now' if is_new else 'is no longer a favourite'}."


def _rank(typed: str, name: str, also: str) -> Rank | None:
    rank = rank_text(typed, name, also)
    return rank if rank and rank < Rank.PART else None  # inside a word it means something else


def _choose(tags: "Iterable[tuple[str, str, _Choice]]") -> list[Tagged]:
    found = (Tagged(name, also, tuple(choose())) for name, also, choose in tags)
    return [each for each in found if each.games]


def _list_own(player: PlayerFacts) -> Iterator[tuple[str, str, _Choice]]:
    yield "Favourites", "starred marked", partial(_named, player.favourites)
    yield "Played lately", "recent latest", partial(_named, player.lately[:LATELY])


def _list_others(level: int) -> Iterator[tuple[str, str, _Choice]]:
    for packs in sorted({game.packs for game in catalogue(published=True).values()}):
        yield tell_packs(packs), "decks", partial(_where, partial(_has_packs, packs))
    for name in LENGTHS:
        also = "quick fast" if name == LENGTHS[0] else "length"
        yield f"{name} games", also, partial(_where, partial(_lasts, name))
    for skill, name in enumerate(SKILLS, 1):
        yield name, "", partial(_where, partial(_needs, skill))
    for least, name, also in _ODDS:
        yield name, also, partial(_where, partial(_is_won, least, level))


def _named(ids: Iterable[str]) -> Iterable[Game]:
    return filter(None, map(find_known, ids))


def _where(fits: Callable[[Game], bool]) -> Iterable[Game]:
    return filter(fits, catalogue(published=True).values())


def _has_packs(packs: int, game: Game) -> bool:
    return game.packs == packs


def _lasts(length: str, game: Game) -> bool:
    return tell_length(game) == length


def _needs(skill: int, game: Game) -> bool:
    return game.skill == skill


def _is_won(least: float, level: int, game: Game) -> bool:
    more = min((share for share, *_ in _ODDS if share > least), default=2.0)
    found = odds(game, level)
    return found is not None and least <= sum(found) / 2 < more

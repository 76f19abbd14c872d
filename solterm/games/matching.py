"""Match games with an id, a name, a word of the summary, or a misspelling.

The menu, ``play NAME``, line mode and a command palette all search here, so that the same words
find the same games everywhere.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum, auto
from functools import cache
from typing import NamedTuple

from solterm.core import deals
from solterm.core.game import Game

BEST_KNOWN = (
    "klondike-deal-1",
    "free-cell",
    "spider",
    "ultimate-pyramid",
    "ultimate-golf",
    "tri-peaks",
    "yukon",
    "forty-thieves",
)
"""The games that most players look for, one of each name; the first is for new players."""

MOST_SUGGESTIONS = 3
"""Games that "Did you mean" names."""
_MOST_NAMED = 6
"""Games that an ambiguous name lists."""
_LONGEST = 60
"""Characters of a search that an error quotes."""
_LONG = 7
"""The letters from which a search may lie inside a name that is spelled with spaces."""
_DIGITS = len(str(deals.LAST))
"""The most digits of a deal number."""
_SHEET = "score sheet"
"""The menu's name for the sheets of some games."""
_SIMILAR = 0.7
"""The likeness a misspelled name needs, as ``difflib`` measures it."""


class Rank(IntEnum):
    """Degrees of fit, best first."""

    ID = auto()
    NAME = auto()
    ALIAS = auto()
    PREFIX = auto()
    """The name or the id begins like the search."""
    WORDS = auto()
    """Each word typed begins a word of the name."""
    OTHER_NAME = auto()
    """An alias begins like the search, or each word typed begins a word of a name or an alias."""
    COLLECTION = auto()
    """Each word typed begins a word of a name or of the collection."""
    FAMILY = auto()
    """The same with the family."""
    SUMMARY = auto()
    """The same with the summary, its options, and "score sheet" for games that have one."""
    PART = auto()
    """Each word typed occurs somewhere, inside words too."""
    SIMILAR = auto()
    """A name is spelled nearly like the search."""


CERTAIN = Rank.COLLECTION
"""The lowest rank at which a single match is the game that was meant."""


class Match(NamedTuple):
    """A game that a search found."""

    game: Game
    rank: Rank


class _Spelling(NamedTuple):
    """The search terms of a game: words in lower case, and names without spaces and hyphens."""

    names: tuple[str, ...]
    """The id, the name and the aliases, squeezed."""
    plain_name: str
    """The name up to a comma, squeezed."""
    name_words: tuple[str, ...]
    other_names: tuple[str, ...]
    collection: tuple[str, ...]
    family: tuple[str, ...]
    summary: tuple[str, ...]


def find_matches(typed: str, games: Iterable[Game]) -> list[Match]:
    """Return the games that fit, best first, then the best known, then in the order given.

    An empty search finds every game. Parts of words count only if no word begins like the search,
    and misspellings only if no game fits otherwise.

    >>> from solterm import catalogue
    >>> games = catalogue().values()
    >>> [str(match.game) for match in find_matches("deal 3", games)]
    ['Klondike, draw 3 (smallWare)']
    >>> [(match.game.id, match.rank.name) for match in find_matches("spidr", games)]
    [('spider', 'SIMILAR')]
    """
    among = list(games)
    wanted = _words(typed)
    if not wanted:
        return [] if typed.strip() else [Match(game, Rank.NAME) for game in among]
    ranked = [(game, _rank(_spell(game), wanted)) for game in among]
    found = [Match(game, rank) for game, rank in ranked if rank]
    found = [match for match in found if match.rank is not Rank.PART] or found
    return sorted(
        found or _list_similar(wanted, among),
        key=lambda match: (
            match.rank,
            match.rank < Rank.SIMILAR and match.game.id not in BEST_KNOWN,
        ),
    )


def split_deal(typed: str, games: Iterable[Game]) -> tuple[str, int | None]:
    """Return the words of a search and the number of a deal behind them, if that is no name.

    >>> from solterm import catalogue
    >>> split_deal("yukon 617", catalogue().values()), split_deal("deal 3", catalogue().values())
    (('yukon', 617), ('deal 3', None))
    """
    words, _, number = typed.rstrip().rpartition(" ")
    if not (words.strip() and number.isascii() and number.isdigit() and len(number) <= _DIGITS):
        return typed, None
    if any(match.rank < Rank.SIMILAR for match in find_matches(typed, games)):
        return typed, None
    return words, int(number) if deals.FIRST <= int(number) <= deals.LAST else None


def match_one(typed: str, games: Iterable[Game]) -> Game | None:
    """Return the one game that is certainly meant, or None.

    Raises ``ValueError`` with a sentence when several games fit equally well.
    """
    found = find_matches(typed, games) if typed.strip() else []
    best = [match.game for match in found if match.rank is found[0].rank]
    if not best or found[0].rank > CERTAIN:
        return None
    if len(best) == 1:
        return best[0]
    ids = [game.id for game in best[:_MOST_NAMED]]
    more = " and others" if len(best) > _MOST_NAMED else ""
    told = ", ".join(ids) + more if more else _join(ids)
    raise ValueError(f"{_quote(typed)} could be {told}.")


def tell_unknown(typed: str, games: Iterable[Game]) -> str:
    """Return the sentence for a name that no game has; it suggests the games that fit, if any."""
    found = find_matches(typed, games) if typed.strip() else []
    ids = [match.game.id for match in found[:MOST_SUGGESTIONS]]
    near = f" Did you mean {_join(ids)}?" if ids else ""
    return f"There is no game {_quote(typed)}.{near}"


def _rank(spelling: _Spelling, wanted: Sequence[str]) -> Rank | None:
    """Return how well a game fits, or None."""
    squeezed = "".join(wanted)
    for place, name in enumerate(spelling.names):
        if name == squeezed:
            return (Rank.ID, Rank.NAME, Rank.ALIAS)[min(place, 2)]
    if spelling.plain_name == squeezed:
        return Rank.NAME
    if any(name.startswith(squeezed) for name in spelling.names[:2]):
        return Rank.PREFIX
    if _begin(spelling.name_words, wanted):
        return Rank.WORDS
    is_inside = len(squeezed) >= _LONG and any(squeezed in name for name in spelling.names)
    if is_inside or any(name.startswith(squeezed) for name in spelling.names[2:]):
        return Rank.OTHER_NAME
    words = spelling.name_words
    for rank, more in (
        (Rank.OTHER_NAME, spelling.other_names),
        (Rank.COLLECTION, spelling.collection),
        (Rank.FAMILY, spelling.family),
        (Rank.SUMMARY, spelling.summary),
    ):
        words += more
        if _begin(words, wanted):
            return rank
    return Rank.PART if _occur(words, wanted) else None


def rank_text(typed: str, text: str, also: str = "") -> Rank | None:
    """Return how well a text that names no game fits a search, or None.

    ``also`` has other words for it.
    """
    wanted, words, others = _words(typed), _words(text), _words(also)
    squeezed, name = "".join(wanted), "".join(words)
    if not wanted:
        return None
    if name.startswith(squeezed):
        return Rank.NAME if name == squeezed else Rank.PREFIX
    if _begin(words, wanted):
        return Rank.WORDS
    if _begin((*words, *others), wanted):
        return Rank.OTHER_NAME
    return Rank.PART if _occur(words, wanted) else None


def _begin(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether each word typed begins one of the words."""
    return all(any(word.startswith(each) for word in words) for each in wanted)


def _occur(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether each word typed occurs in one of the words."""
    return all(any(each in word for word in words) for each in wanted)


def _list_similar(wanted: Sequence[str], games: Iterable[Game]) -> list[Match]:
    """Return the games with the most similar names, the nearest first."""
    from difflib import SequenceMatcher  # Few searches come this far.

    squeezed = "".join(wanted)

    def measure(spelling: _Spelling) -> float:
        names = (*spelling.names, spelling.plain_name)
        return max(SequenceMatcher(None, squeezed, name).ratio() for name in names)

    alike = [(measure(_spell(game)), game) for game in games]
    near = sorted(
        (each for each in alike if each[0] >= _SIMILAR),
        key=lambda each: (-each[0], each[1].id not in BEST_KNOWN),
    )
    return [Match(game, Rank.SIMILAR) for _, game in near]


@cache
def _spell(game: Game) -> _Spelling:
    named = (game.id, game.name, *game.also)
    return _Spelling(
        names=tuple("".join(_words(each)) for each in named),
        plain_name="".join(_words(game.name.partition(",")[0])),
        name_words=_words(f"{game.id} {game.name}"),
        other_names=_words(" ".join(game.also)),
        collection=_words(game.collection),
        family=_words(game.family),
        summary=_words(" ".join((game.summary, _SHEET * game.on_sheet, *_tell_variants(game)))),
    )


def _tell_variants(game: Game) -> list[str]:
    return [f"{game.variant(each)} {tell_options(each)}" for each in game.variants]


def tell_options(options: Mapping[str, str]) -> str:
    """Return other words for a variant: ``1 suits``."""
    return " ".join(f"{value} {key}" for key, value in options.items())


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case, without punctuation: ``baker's`` is ``bakers``."""
    return tuple(re.findall(r"[^\W_]+", text.lower().replace("'", "").replace("\u2019", "")))


def _quote(typed: str) -> str:
    """Shorten what was typed and make it safe to print."""
    return ascii(" ".join(typed.split())[:_LONGEST])


def _join(ids: Sequence[str]) -> str:
    *first, last = ids
    return f"{', '.join(first)} or {last}" if first else last

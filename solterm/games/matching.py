"""Match games with an id, a name, a word of the summary, or a misspelling.

The menu, ``play NAME``, line mode and a command palette all search here, so that the same words
find the same games everywhere.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from enum import IntEnum, auto
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from solterm.core import deals, options
from solterm.core.game import Game
from solterm.core.phrases import either
from solterm.core.refusal import Refusal

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

RULE_SETS = (("klondike-deal-1", "klondike-deal-3"),)
"""Rule sets that most players take for variants of one game, the usual one first."""

_NUMBERS = ("none", "one", "two", "three", "four")
_NOUNS = {"suits": "suit", "players": "player", "turn": "draw"}
"""Words of titles, and those that mean the same there."""
MOST_SUGGESTIONS = 3
"""Games that "Did you mean" names."""
_MOST_NAMED = 6
"""Games that an ambiguous name lists."""
_LONGEST = 60
"""Characters of a search that an error quotes."""
_LONG = 7
"""The letters from which a search may lie inside a name that is spelled with spaces."""
_LONGEST_LINE = 200
"""Characters of a text that may end with a deal number."""
_SHEET = "score sheet"
"""The menu's name for the sheets of some games."""
_COMMAND = re.compile(
    r"(?:solterm|scripts/play) play (?P<game>[a-z0-9-]{1,60}) --deal (?P<deal>[0-9]{1,40})"
    r"(?: --level (?P<level>[123]))?(?P<options>(?: --option [a-z]+=[A-Za-z0-9_-]+)*)"
)
_LEVEL = re.compile(r", level ([123])\b.*")
"""The end of the line that a shared game begins with."""
_NUMBER = re.compile(r"([0-9]{1,3}(?:[,.'][0-9]{3})+|[0-9]+)[ .,!)\]]*$")
_MINUS = re.compile(r"(?<!\w)[-\u2212]$")
"""A minus; right behind a word, as in ``FreeCell-617``, it only joins the two."""
_SIGNS = re.compile(r"[\W_]+$")
_LAST_MARK = re.compile(r"\b(?:deal|game|hand|seed|number|no|nr)$", re.IGNORECASE)
"""A word between the name of a game and the number of a deal."""
_MARK = re.compile(r"[#\u2116]|\b(?:game|hand|seed|number|no|nr)\b", re.IGNORECASE)
"""A mark behind which a number can't be part of a name: "Deal 3" is a name."""
_SOLITAIRES = (("solitaire",), ("patience",))
"""What people call the game that they know, which is mostly Klondike."""
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


class FoundGame(NamedTuple):
    """A game that a search found."""

    game: Game
    rank: Rank


class Wanted(NamedTuple):
    """What a text asks for."""

    words: str
    """Words to search for."""
    deal: int | None = None
    """The number of a deal, perhaps not a valid one; None without one."""
    level: int | None = None
    options: Mapping[str, str] = MappingProxyType({})

    def fault(self, game: Game) -> str:
        """Return a sentence if there is no such deal of a game, or ""."""
        try:
            if self.deal is not None:
                deals.check(self.deal)
            game.with_options(self.options)
        except Refusal as error:
            is_low = self.deal is not None and self.deal < 1
            return "Deal numbers begin at 1." if is_low else str(error)
        return ""


class _Spelling(NamedTuple):
    """The search terms of a game: words in lower case, and names without spaces and hyphens."""

    names: tuple[str, ...]
    """The id, the name and the aliases, squeezed."""
    title: str
    """The name and the collection, squeezed."""
    plain_name: str
    """The name up to a comma, squeezed."""
    name_words: tuple[str, ...]
    other_names: tuple[str, ...]
    collection: tuple[str, ...]
    family: tuple[str, ...]
    summary: tuple[str, ...]


def find_matches(typed: str, games: Iterable[Game]) -> list[FoundGame]:
    """Return the games that fit, best first, then the best known, then in the order given.

    An empty search finds every game. Parts of words count only if no word begins like the search,
    and misspellings only if no game fits otherwise, and not with digits: another deal than the one
    that was meant would be dealt.

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
        return [] if typed.strip() else [FoundGame(game, Rank.NAME) for game in among]
    ranked = [(game, _rank(_spell(game), wanted)) for game in among]
    found = [FoundGame(game, rank) for game, rank in ranked if rank]
    found = [match for match in found if match.rank is not Rank.PART] or found
    may_be_similar = not any(map(str.isdigit, "".join(wanted)))
    return sorted(
        found or (_list_similar(wanted, among) if may_be_similar else []),
        key=lambda match: (
            match.rank,
            match.rank < Rank.SIMILAR and match.game.id not in BEST_KNOWN,
        ),
    )


def read_wanted(typed: str, games: Iterable[Game]) -> Wanted:
    """Return what a text asks for, typed or pasted: words to search for, and perhaps a deal.

    It reads a command of the shell, the first line of a shared game, and a name with a number
    behind it, unless the number is part of the name.

    >>> from solterm import catalogue
    >>> games = catalogue().values()
    >>> [read_wanted(each, games)[:2] for each in ("yukon617", "FreeCell #617", "deal 3")]
    [('yukon', 617), ('FreeCell', 617), ('deal 3', None)]
    >>> read_wanted("Spider, two suits (Classics), deal 5, level 2: won", games)
    Wanted(words='Spider, two suits', deal=5, level=2, options={'suits': '2'})
    """
    text, among = " ".join(typed.split()), list(games)
    if command := _COMMAND.search(text):
        level = int(command["level"]) if command["level"] else None
        chosen = options.parse(command["options"].replace("--option", ""))
        return Wanted(command["game"], int(command["deal"]), level, chosen)
    told = _LEVEL.search(text)
    head = text[: told.start()] if told else text
    number = _NUMBER.search(head) if len(text) <= _LONGEST_LINE else None
    if number is None:
        return Wanted(typed)
    before = head[: number.start()]
    words = _name_before(before, among)
    is_marked = told is not None or _MARK.search(before[len(words) :]) is not None
    if not _words(words) or (not is_marked and _is_name(head, among)):
        return Wanted(typed)
    sign = -1 if _MINUS.search(before) else 1
    deal, level = sign * int(re.sub(r"[^0-9]", "", number[1])), int(told[1]) if told else None
    if variant := find_variant(words, among):
        game, named = variant
        return Wanted(game.titled(named if named in game.variants else {}), deal, level, named)
    return Wanted(words, deal, level)


def _name_before(text: str, games: Sequence[Game]) -> str:
    """Return the name that a text ends with before a number, without marks such as ``game no.``."""
    names = [_SIGNS.sub("", text)]
    while (shorter := _SIGNS.sub("", _LAST_MARK.sub("", names[-1]))) != names[-1]:
        names.append(shorter)

    def rank(name: str) -> int:
        found = find_matches(name, games)
        is_variant = find_variant(name, games) is not None
        return Rank.NAME if is_variant else found[0].rank if found else len(Rank) + 1

    ranks = {name: rank(name) for name in names}
    if min(ranks.values()) >= Rank.SIMILAR:
        return names[-1]
    return min(reversed(names), key=lambda name: ranks[name])


def _is_name(text: str, games: Sequence[Game]) -> bool:
    found = find_matches(text, games)
    return bool(found and found[0].rank <= CERTAIN) or find_variant(text, games) is not None


def find_variant(typed: str, games: Iterable[Game]) -> tuple[Game, Mapping[str, str]] | None:
    """Return the game and the options that a whole title names, or None.

    Numbers are in words or digits, and nouns singular or plural.

    >>> from solterm import catalogue
    >>> games = catalogue().values()
    >>> [find_variant(each, games) for each in ("spider-two-suits", "Spider, 1 suit", "spider")]
    [(<Game spider>, {'suits': '2'}), (<Game spider>, {'suits': '1'}), None]
    >>> [find_variant(each, games) for each in ("4 suit spider", "Klondike turn three")]
    [(<Game spider>, {}), (<Game klondike-deal-3>, {})]
    """
    squeezed = _squeeze(typed)
    for game in games:
        if squeezed in (titles := _list_titles(game)):
            return game, titles[squeezed]
    return None


def _squeeze(text: str) -> str:
    """Return a text without spaces, with numbers as digits and one word for a noun or verb."""
    words = (str(_NUMBERS.index(each)) if each in _NUMBERS else each for each in _words(text))
    return "".join(_NOUNS.get(each, each) for each in words)


def name_variants(game: Game) -> dict[str, Mapping[str, str]]:
    """Return the options of each variant of a game by its id: ``spider-two-suits``."""
    return {"-".join((game.id, *_words(game.variant(chosen)))): chosen for chosen in game.variants}


@cache
def _list_titles(game: Game) -> dict[str, Mapping[str, str]]:
    """Return the options of each title of a variant that a game may have, squeezed."""
    found: dict[str, Mapping[str, str]] = {}
    if any(game.id in ids for ids in RULE_SETS):
        found[_squeeze(game.name)] = {}
    for values in product(*(option.choices for option in game.options)):
        pairs = zip(game.options, values, strict=True)
        chosen = {option.key: value for option, value in pairs if value != option.usual}
        usual = (option.words.get(option.usual, "") for option in game.options)
        for more in filter(None, (game.variant(chosen), tell_options(chosen)) if chosen else usual):
            for name in (game.name, f"{game.name} {game.collection}", game.id, *game.also):
                for title in (f"{name} {more}", f"{more} {name}"):
                    found.setdefault(_squeeze(title), chosen)
            found.setdefault(_squeeze(f"{game.name} {more} {game.collection}"), chosen)
    return found


def match_one(typed: str, games: Iterable[Game]) -> Game | None:
    """Return the one game that is certainly meant, or None.

    Raises ``Refusal`` with a sentence when several games fit equally well.
    """
    found = find_matches(typed, games) if typed.strip() else []
    best = [match.game for match in found if match.rank is found[0].rank]
    if not best or found[0].rank > CERTAIN:
        return None
    if len(best) == 1:
        return best[0]
    ids = [game.id for game in best[:_MOST_NAMED]]
    more = " and others" if len(best) > _MOST_NAMED else ""
    told = ", ".join(ids) + more if more else either(ids)
    means = "mostly means Klondike:" if _words(typed) in _SOLITAIRES else "could be"
    raise Refusal(f"{_quote(typed)} {means} {told}.")


def tell_unknown(typed: str, games: Iterable[Game]) -> str:
    """Return the sentence for a name that no game has; it suggests the games that fit, if any."""
    among = list(games)
    found = find_matches(typed, among) or _list_similar(_words(typed), among)
    ids = [match.game.id for match in found[:MOST_SUGGESTIONS]] if typed.strip() else []
    near = f" Did you mean {either(ids)}?" if ids else ""
    return f"There is no game {_quote(typed)}.{near}"


def _rank(spelling: _Spelling, wanted: Sequence[str]) -> Rank | None:
    """Return how well a game fits, or None."""
    squeezed = "".join(wanted)
    if squeezed == spelling.title:
        return Rank.ID
    for place, name in enumerate(spelling.names):
        if name == squeezed:
            return (Rank.ID, Rank.NAME, Rank.ALIAS)[min(place, 2)]
    if spelling.plain_name == squeezed:
        return Rank.NAME
    if spelling.plain_name == "klondike" and tuple(wanted) in _SOLITAIRES:
        return Rank.ALIAS
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


def _list_similar(wanted: Sequence[str], games: Iterable[Game]) -> list[FoundGame]:
    """Return the games with the most similar names, the nearest first."""
    squeezed = "".join(wanted)

    def measure(spelling: _Spelling) -> float:
        names = (*spelling.names, spelling.plain_name)
        return max(SequenceMatcher(None, squeezed, name).ratio() for name in names)

    alike = [(measure(_spell(game)), game) for game in games]
    near = sorted(
        (each for each in alike if each[0] >= _SIMILAR),
        key=lambda each: (-each[0], each[1].id not in BEST_KNOWN),
    )
    return [FoundGame(game, Rank.SIMILAR) for _, game in near]


@cache
def _spell(game: Game) -> _Spelling:
    named = (game.id, game.name, *game.also)
    return _Spelling(
        names=tuple("".join(_words(each)) for each in named),
        title="".join(_words(str(game))),
        plain_name="".join(_words(game.name.partition(",")[0])),
        name_words=_words(f"{game.id} {game.name}"),
        other_names=_words(" ".join((*game.also, game.name.replace("draw", "turn")))),
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

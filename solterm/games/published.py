"""Games that other packages publish, found by the entry points of the group ``solterm.games``.

Each entry point names a package with ``GAMES``, a tuple of declarations, or that tuple itself. The
folder ``pages`` of the package holds the rules pages, one ``ID.md`` per game. A broken package
costs one sentence and nothing else. Finding packages takes time, so we look for them only when the
catalogue has no answer.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from textwrap import shorten
from typing import TYPE_CHECKING, NamedTuple

from solterm.core import deals
from solterm.core.cards import DOWN, Card
from solterm.core.declaration import CARD_WIDTH, LAYOUT_WORD
from solterm.core.game import Game
from solterm.core.table import Table
from solterm.core.values import FieldError, tuple_fault
from solterm.core.vocabulary.exemptions import Armed, Instant
from solterm.core.words.pilehelp import describe
from solterm.installed import may_offer

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "solterm.games"
"""The group of the entry points."""

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_GIVEN_TWICE = re.compile(r"multiple values for keyword argument '(\w+)'")
"""Python's error for ``Game(levels=..., **open_layout(...))``."""
_SUMMARY = 40
"""The most characters of a summary."""
_ERROR = 200
"""The most characters of an error."""
_COLUMNS, _ROWS = 80, 24
"""The smallest window, which a layout must fit."""
_TRIED = 8
"""The number of moves made at each level to try a game."""
_SPARE = 9
"""How many packs the deal may use while we count its cards."""


class Published(NamedTuple):
    """The games of the installed packages."""

    games: dict[str, Game]
    """The games by id, in the order of their packages' names."""
    homes: dict[str, str]
    """For each game the package that has its rules page."""
    troubles: tuple[str, ...]
    """One sentence about each package or game that was left out."""


@cache
def load_published(taken: frozenset[str]) -> Published:
    """Load the games of all installed packages, except those whose ids are taken."""
    if not may_offer(GROUP):
        return Published({}, {}, ())
    from importlib.metadata import entry_points

    games: dict[str, Game] = {}
    homes: dict[str, str] = {}
    troubles: list[str] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            declared = list(_load_declared(entry))
            home = _home(entry)
        except (Exception, SystemExit) as error:  # foreign modules may raise anything
            troubles.append(f"The games of {_package(entry)} are left out: {_say_shortly(error)}.")
            continue
        for game in declared:
            if fault := _fault(game, {*taken, *games}):
                troubles.append(f"{game.name} of {_package(entry)} is left out: {fault}.")
            else:
                games[game.id], homes[game.id] = game, home
    return Published(games, homes, tuple(troubles))


def _load_declared(entry: "EntryPoint") -> Iterator[Game]:
    """Yield the games that an entry point names."""
    loaded = entry.load()
    games: object = loaded if isinstance(loaded, tuple | Game) else loaded.GAMES
    if not isinstance(games, tuple):
        raise ValueError(tuple_fault("GAMES", games))
    for game in games:
        if not isinstance(game, Game):
            raise ValueError(f"{game!r} among them is not a game")
        yield game


def _fault(game: Game, taken: Collection[str]) -> str | None:
    """Return why a game can't be played, as the end of a sentence, or None."""
    if not _ID.fullmatch(game.id):
        return f"an id consists of small letters, digits and hyphens, and {game.id!r} does not"
    if game.id in taken:
        return f"there is a game {game.id!r} already"
    if (length := len(game.summary)) > _SUMMARY:
        return f"its summary has {length} characters, and there is room for {_SUMMARY}"
    if fault := _layout_fault(game):
        return fault
    chosen = [(option.key, value) for option in game.options for value in option.choices]
    for options in ({}, *({key: value} for key, value in chosen)):
        try:
            if fault := _trial_fault(game.with_options(options)):
                where = "".join(f" with {key}={value}" for key, value in options.items())
                return fault + where
        except (Exception, SystemExit) as error:  # likewise
            return f"it cannot be dealt: {_say_shortly(error)}"
    return None


def _trial_fault(game: Game) -> str | None:
    """Return what fails when a game is dealt and played a little, or None."""
    pack = game.shuffle(deals.FIRST)
    try:
        opening = game.deal(deals.FIRST).table
    except (KeyError, IndexError):
        if fault := _dealing_fault(game):
            return fault
        raise
    dealt = Counter(card & ~DOWN for pile in opening.piles for card in pile)
    if left := (Counter(pack) - dealt).total():
        return f"its deal leaves {left} card{'s' * (left != 1)} of the pack undealt"
    if more := (dealt - Counter(pack)).total():
        return f"its deal lays {more} card{'s' * (more != 1)} that the pack does not have"
    for level in game.offered_levels:
        try:
            if fault := _level_fault(game, level, opening):
                return fault
        except KeyError as error:
            return f"level {level} names {error}, which is not one of its piles"
    return None


def _level_fault(game: Game, level: int, opening: Table) -> str | None:
    """Return what fails at a level in the first moves of a deal, or None.

    Each word of the declaration is asked at least once, so that none of them fails in a game.
    """
    rules, exception = game.rules(level), game.exceptions.get(level)
    table = rules.settle(opening)
    for group in rules.game.groups:
        if group.action and group.action.why_not(table, rules.index) is None:
            group.action.make(table, rules.index)
    if isinstance(exception, Instant):
        for pile in ("", *game.ids):
            if exception.why_not(rules.game, table, pile) is None:
                exception.make(rules.game, table, pile)
    for _ in range(_TRIED):
        home = rules.count_scored(table)
        rules.outcome(table)
        rules.goal.words(home)
        if game.own_score:
            game.own_score.words(game.own_score.of(table.piles, rules.index, home))
        for pile in game.ids:
            describe(rules.game, pile, table)
        moves = list(rules.legal_moves(table))
        if isinstance(exception, Armed):
            any(game.rules_armed(level, exception).legal_moves(table))
        if level < game.hardest:
            for move in game.rules(level + 1).legal_moves(table):
                if move not in moves:
                    return f"level {level} forbids {move}, which level {level + 1} allows"
        if not moves:
            break
        table = [rules.make(table, move) for move in moves][-1]
    return None


def _dealing_fault(game: Game) -> str | None:
    """Return why the steps can't deal the pack, as the end of a sentence, or None."""
    pack = game.shuffle(deals.FIRST)
    left, piles = list(pack) * _SPARE, {name: list[Card]() for name in game.ids}
    needed = 0
    for step in game.dealing:
        before = len(left)
        try:
            step.deal(left, piles)
        except KeyError as error:
            return f"its deal names {error}, which is not one of its piles"
        except IndexError:
            if left:
                raise
            return f"its deal has no cards left for {step!r}"
        if left:  # else the step takes the rest, however many there are
            needed += before - len(left)
    if needed > len(pack):
        return f"its deal needs {needed} cards and the pack has {len(pack)}"
    return None


def _layout_fault(game: Game) -> str | None:
    """Return where the layout and the piles differ, as the end of a sentence, or None."""
    lines = game.layout.strip("\n").splitlines()
    if max(map(len, lines), default=0) > _COLUMNS or len(lines) > _ROWS:
        return f"its layout is larger than {_COLUMNS} columns and {_ROWS} rows"
    words = [word for word in LAYOUT_WORD.findall(game.layout) if not word.isupper()]
    for word in words:
        if word.rstrip("<>").removeprefix(":") not in game.index:
            return f"its layout shows {word!r}, which is neither a pile nor a caption in capitals"
    shown = Counter(word.rstrip("<>") for word in words)
    for name in game.ids:
        if shown[name] != 1:
            return f"its layout shows {name} {'twice' if shown[name] else 'nowhere'}"
    for line in game.layout.splitlines():
        piles = [word for word in LAYOUT_WORD.finditer(line) if word[0][0].islower()]
        for one, other in pairwise(piles):
            if other.start() - one.start() < CARD_WIDTH:
                return f"its layout has no room for a card between {one[0]} and {other[0]}"
    return None


def _home(entry: "EntryPoint") -> str:
    """Return the package that contains the folder of pages."""
    module = import_module(entry.module)
    return module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]


def _package(entry: "EntryPoint") -> str:
    """Name the publisher of an entry point in a sentence."""
    return f"the package {entry.dist.name}" if entry.dist else f"the entry point {entry.name}"


def _say_shortly(error: BaseException) -> str:
    """Return an error on one line and without a full stop, for use within a sentence."""
    if isinstance(error, SystemExit):
        return "it calls sys.exit"
    if twice := _GIVEN_TWICE.search(str(error)):
        return f"{twice[1]} is given twice, perhaps by shorthand such as open_layout"
    is_sentence = type(error) in (ValueError, FieldError)
    said = str(error) if is_sentence else f"{type(error).__name__}, {error}"
    return shorten(said, _ERROR, placeholder=" and so on").rstrip(" .,")

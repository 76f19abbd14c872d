"""Games that other packages publish, found by the entry points of the group ``solterm.games``.

Each entry point names a package with ``GAMES``, a tuple of declarations, or that tuple itself. The
folder ``pages`` of the package holds the rules pages, one ``ID.md`` per game. A broken package
costs one sentence, with the file and line, and nothing else. Finding packages takes time, so we
look for them only when the catalogue has no answer.
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
from solterm.core.declaration import CARD_WIDTH, LAYOUT_WORD
from solterm.core.game import Game
from solterm.core.refusal import Refusal
from solterm.core.values import FieldError, tuple_fault
from solterm.installed import may_offer, place_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "solterm.games"
"""The group of the entry points."""

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_GIVEN_TWICE = re.compile(r"multiple values for keyword argument '(\w+)'")
"""Python's error for ``Game(levels=..., **open_layout(...))``."""
_ERROR = 200
"""The most characters of an error."""
_COLUMNS, _ROWS = 80, 24
"""The smallest window, which a layout must fit."""


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
            fault = say_shortly(error)
            troubles.append(f"The games of {_package(entry)} are left out: {fault}.")
            continue
        for game in declared:
            if reason := _fault(game, {*taken, *games}):
                troubles.append(f"{game.name} of {_package(entry)} is left out: {reason}.")
            else:
                games[game.id], homes[game.id] = game, home
    return Published(games, homes, tuple(troubles))


def _load_declared(entry: "EntryPoint") -> Iterator[Game]:
    """Yield the games that an entry point names."""
    loaded = entry.load()
    games: object = loaded if isinstance(loaded, tuple | Game) else loaded.GAMES
    if not isinstance(games, tuple):
        raise Refusal(tuple_fault("GAMES", games))
    for game in games:
        if not isinstance(game, Game):
            raise Refusal(f"{game!r} among them is not a game")
        yield game


def _fault(game: Game, taken: Collection[str]) -> str | None:
    """Return why a game is left out, as the end of a sentence, or None."""
    if not _ID.fullmatch(game.id):
        return f"an id consists of small letters, digits and hyphens, and {game.id!r} does not"
    if game.id in taken:
        return f"there is a game {game.id!r} already"
    try:
        game.deal(deals.FIRST)
    except (Exception, SystemExit) as error:
        return f"it cannot be dealt: {say_shortly(error)}"
    return find_layout_fault(game)


def find_layout_fault(game: Game) -> str | None:
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


def say_shortly(error: BaseException) -> str:
    """Return an error and its place on one line, without a full stop, for use within a sentence."""
    is_sentence = isinstance(error, Refusal | FieldError | AssertionError) and str(error)
    if isinstance(error, SystemExit):
        said = "it calls sys.exit"
    elif twice := _GIVEN_TWICE.search(str(error)):
        said = f"{twice[1]} is given twice, perhaps by shorthand such as open_layout"
    else:
        said = str(error) if is_sentence else f"{type(error).__name__}, {error}"
    return shorten(said, _ERROR, placeholder=" and so on").rstrip(" .,") + place_of(error)


def _home(entry: "EntryPoint") -> str:
    """Return the package that contains the folder of pages."""
    module = import_module(entry.module)
    return module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]


def _package(entry: "EntryPoint") -> str:
    """Name the publisher of an entry point in a sentence."""
    return f"the package {entry.dist.name}" if entry.dist else f"the entry point {entry.name}"

"""Winnable deals found in advance and kept in the player's folder.

Errors in reading or writing the file are ignored, because the deals can be found again.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from solterm.context import Context
from solterm.core.game import Game
from solterm.manual.odds import Odds, find_letters
from solterm.store import files, locations
from solterm.store.errors import StoreError
from solterm.store.files import Folder, Unfit

FILE = "winnable.json"
"""The file's name in the data folder."""
ANY = "any"
DIFFICULTIES = (ANY, "easy", "middling", "hard")
"""The difficulties to choose from; ``solterm.solver.winnable`` defines them."""
_RARE = 0.05
"""Warn about games with a smaller known share of winnable deals."""
_LARGEST = 1 << 20
_MOST = 20
"""The most deals to keep of each difficulty."""

Found = Sequence[int]
"""A deal number, and the number of positions searched to win it."""
Harvest = Mapping[str, Sequence[Found]]
"""Found deals by difficulty; those not compared yet are under ``ANY``."""
_Kept = dict[str, dict[str, list[Found]]]
"""By game, level and options; then by difficulty."""


class Shelf:
    """The unplayed winnable deals of a game, at a level and with options."""

    def __init__(
        self, context: Context, game: Game, level: int, options: Mapping[str, str]
    ) -> None:
        self._context = context
        self._home = locations.home(context)
        chosen = (f"{key}={value}" for key, value in sorted(options.items()))
        self._name = " ".join((game.id, str(game.version), str(level), *chosen))

    def has(self, difficulty: str) -> bool:
        return bool(_find_kind(self._read().get(self._name, {}), difficulty))

    @property
    def uncompared(self) -> list[Found]:
        """The deals of unknown difficulty; a search may start with them."""
        return self._read().get(self._name, {}).get(ANY, [])

    def keep(self, harvest: Harvest) -> None:
        """Keep the deals of a search."""
        kept = self._read()
        self._add(kept, harvest)
        self._write(kept)

    def take(self, difficulty: str, harvest: Harvest | None = None) -> int | None:
        """Take a deal of a difficulty off the shelf; None if it has none.

        Deals of ``harvest`` are kept first, and count even if writing the file fails.
        """
        kept = self._read()
        self._add(kept, harvest or {})
        mine = kept.get(self._name, {})
        kind = _find_kind(mine, difficulty)
        deal = mine[kind].pop(0)[0] if kind else None
        if kind or harvest:
            self._write(kept)
        return deal

    def _add(self, kept: _Kept, harvest: Harvest) -> None:
        """Add a harvest. The difficulty found last counts."""
        mine = kept.setdefault(self._name, {})
        new = {found[0] for each in harvest.values() for found in each}
        for kind in DIFFICULTIES:
            old = [found for found in mine.get(kind, []) if found[0] not in new]
            mine[kind] = [*old, *harvest.get(kind, ())][-_MOST:]

    def _read(self) -> _Kept:
        try:
            found = json.loads(files.read(self._home / FILE, _LARGEST))
        except (OSError, Unfit, ValueError, RecursionError):
            return {}
        return found if _is_sound(found) else {}

    def _write(self, kept: _Kept) -> None:
        with suppress(OSError, StoreError):
            locations.create(self._context, self._home)
            with Folder.open(self._home) as folder:
                folder.replace(FILE, json.dumps(kept))


class Wish(NamedTuple):
    """The kind of deal a player wants."""

    context: Context
    game: Game
    level: int
    options: Mapping[str, str]
    difficulty: str

    @property
    def shelf(self) -> Shelf:
        """The deals kept for this wish."""
        return Shelf(self.context, self.game, self.level, self.options)

    def question(self) -> dict[str, Any]:
        """Return the worker's ``seek`` question, which keeps each deal as soon as it is found."""
        shelf = self.shelf
        return {
            "learn": lambda known: shelf.keep(known["found"]),
            "game": self.game.id,
            "level": self.level,
            "options": dict(self.options),
            "difficulty": self.difficulty,
            "known": shelf.uncompared,
        }


def tell_rarity(game: Game, level: int) -> str:
    """Return a warning if a search may take very long, else "".

    >>> from solterm.games import find
    >>> tell_rarity(find("free-cell"), 3)
    ''
    >>> tell_rarity(find("scorpion"), 3)
    'Scorpion is almost never winnable at level 3: 2 of 100 deals are known to be.'
    """
    known = Odds.of_letters(find_letters(game, level))
    if not known.deals or known.won > _RARE * known.deals:
        return ""
    found = f"{known.won or 'none'} of {known.deals} deals {'is' if known.won == 1 else 'are'}"
    return f"{game.name} is almost never winnable at level {level}: {found} known to be."


def _find_kind(mine: Mapping[str, Sequence[Found]], difficulty: str) -> str:
    """Return the difficulty to take a deal from; for any, deals not compared yet go first."""
    kinds = DIFFICULTIES if difficulty == ANY else (difficulty,)
    return next((kind for kind in kinds if mine.get(kind)), "")


def _is_sound(kept: object) -> bool:
    """Return whether the content of a file has the form this module writes."""
    if not isinstance(kept, dict):
        return False
    kinds = [kinds for kinds in kept.values() if isinstance(kinds, dict)]
    lists = [found for each in kinds for found in each.values() if isinstance(found, list)]
    whole = len(kinds) == len(kept) and len(lists) == sum(map(len, kinds))
    return whole and all(_is_found(each) for found in lists for each in found)


def _is_found(each: object) -> bool:
    numbers = each if isinstance(each, list) else []
    whole = len(numbers) == 2 and all(type(number) is int for number in numbers)
    return whole and numbers[0] > 0

"""Winnable deals found in advance, kept in the player's folder so that the next one comes at once.

They can be found again, so a file that cannot be read or written is ignored.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from solterm.core.game import Game
from solterm.manual.odds import known_odds
from solterm.store import files, place
from solterm.store.errors import StoreError
from solterm.store.files import Folder, Unfit

FILE = "winnable.json"
"""The file's name in the data folder."""
ANY = "any"
DIFFICULTIES = (ANY, "easy", "middling", "hard")
"""The difficulties to choose from; ``solterm.solver.winnable`` defines them."""
_RARE = 0.05
"""Warn players of games in which a smaller share of deals is known to be winnable."""
_LARGEST = 1 << 20
_MOST = 20
"""Deals kept of each difficulty."""

Found = Sequence[int]
"""A deal number, and how many positions the search for its win examined."""
Harvest = Mapping[str, Sequence[Found]]
"""Found deals by difficulty; those not compared yet are under ``ANY``."""
_Kept = dict[str, dict[str, list[Found]]]
"""By game, level and options; then by difficulty."""


class Shelf:
    """The winnable deals of a game, at a level and with options, that are not played yet."""

    def __init__(self, home: Path, game: Game, level: int, options: Mapping[str, str]) -> None:
        self._home = home
        chosen = (f"{key}={value}" for key, value in sorted(options.items()))
        self._name = " ".join((game.id, str(game.version), str(level), *chosen))

    def has(self, difficulty: str) -> bool:
        """Whether a deal of a difficulty is kept."""
        return bool(_find_kind(self._read().get(self._name, {}), difficulty))

    @property
    def uncompared(self) -> list[Found]:
        """The deals whose difficulty is not known yet; a search may begin with them."""
        return self._read().get(self._name, {}).get(ANY, [])

    def keep(self, harvest: Harvest) -> None:
        """Keep what a search has found."""
        kept = self._read()
        self._add(kept, harvest)
        self._write(kept)

    def take(self, difficulty: str, harvest: Harvest | None = None) -> int | None:
        """Take a deal of a difficulty off the shelf; None if none is kept.

        Keep the harvest of a search first; its deals count even if no file can be written.
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
        """Add a harvest; a deal counts under the difficulty found last."""
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
            place.create(self._home)
            with Folder.open(self._home) as folder:
                folder.replace(FILE, json.dumps(kept))


class Wish(NamedTuple):
    """The kind of deal a player wants."""

    game: Game
    level: int
    options: Mapping[str, str]
    difficulty: str

    @property
    def shelf(self) -> Shelf:
        """The deals kept for this wish."""
        return Shelf(place.home(), self.game, self.level, self.options)

    def question(self) -> dict[str, Any]:
        """Return the worker's ``seek`` question; what it finds is kept as soon as it arrives."""
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
    """Return a warning where a search may take very long; "" where it will not.

    >>> from solterm.games import find
    >>> tell_rarity(find("free-cell"), 3)
    ''
    >>> tell_rarity(find("scorpion"), 3)
    'Scorpion is almost never winnable at level 3: 2 of 100 deals are known to be.'
    """
    known = known_odds().get((game.id, level))
    if known is None or known.won > _RARE * known.deals:
        return ""
    found = f"{known.won or 'none'} of {known.deals} deals {'is' if known.won == 1 else 'are'}"
    return f"{game.name} is almost never winnable at level {level}: {found} known to be."


def _find_kind(mine: Mapping[str, Sequence[Found]], difficulty: str) -> str:
    """Choose the difficulty to take a deal from; for any, deals not compared yet go first."""
    kinds = DIFFICULTIES if difficulty == ANY else (difficulty,)
    return next((kind for kind in kinds if mine.get(kind)), "")


def _is_sound(kept: object) -> bool:
    """Whether a file holds what this module writes."""
    if not isinstance(kept, dict):
        return False
    kinds = [kinds for kinds in kept.values() if isinstance(kinds, dict)]
    lists = [found for each in kinds for found in each.values() if isinstance(found, list)]
    whole = len(kinds) == len(kept) and len(lists) == sum(map(len, kinds))
    return whole and all(_is_found(each) for found in lists for each in found)


def _is_found(each: object) -> bool:
    """Whether a value is a ``Found``."""
    numbers = each if isinstance(each, list) else []
    whole = len(numbers) == 2 and all(type(number) is int for number in numbers)
    return whole and numbers[0] > 0

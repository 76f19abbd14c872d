"""Deals that can be won, found ahead: kept in the player's folder, so that the next comes at once.

They can be found again, and so nothing is said of a file that cannot be read or written.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from solterm.core.game import Game
from solterm.games.odds import known_odds
from solterm.store import files, place
from solterm.store.errors import StoreError
from solterm.store.files import Folder, Unfit

FILE = "winnable.json"
"""The file's name in the data folder."""
ANY = "any"
DIFFICULTIES = (ANY, "easy", "middling", "hard")
"""What a player may ask for; see ``solterm.solver.winnable`` for what it means."""
_RARE = 0.05
"""Where a smaller share of deals is known to be winnable, a player is warned first."""
_LARGEST = 1 << 20
_MOST = 20
"""How many are kept of a kind."""

Found = Sequence[int]
"""The number of a deal, and how many positions the search for a win of it met."""
Harvest = Mapping[str, Sequence[Found]]
"""Deals that were found, by difficulty; those that are not compared yet are called any."""
_Kept = dict[str, dict[str, list[Found]]]
"""By game, level and options; then by difficulty."""


class Shelf:
    """The deals of a game, at a level and with options, that were found and not yet played."""

    def __init__(self, home: Path, game: Game, level: int, options: Mapping[str, str]) -> None:
        self._home = home
        chosen = (f"{key}={value}" for key, value in sorted(options.items()))
        self._name = " ".join((game.id, str(game.version), str(level), *chosen))

    def has(self, difficulty: str) -> bool:
        """Is there a deal of a difficulty?"""
        return bool(_find_kind(self._read().get(self._name, {}), difficulty))

    @property
    def uncompared(self) -> list[Found]:
        """The deals with which a search for three of different difficulties may begin."""
        return self._read().get(self._name, {}).get(ANY, [])

    def keep(self, harvest: Harvest) -> None:
        """Keep what a search has found, also among what was kept before."""
        kept = self._read()
        self._add(kept, harvest)
        self._write(kept)

    def take(self, difficulty: str, harvest: Harvest | None = None) -> int | None:
        """A deal of a difficulty, which is not kept any longer; None where there is none.

        What a search has found just now is kept before, and is there also where no file can be.
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
        """Each deal lies where it was found to belong last."""
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
    """What kind of deal a player wants, and where those that are found ahead lie."""

    game: Game
    level: int
    options: Mapping[str, str]
    difficulty: str

    @property
    def shelf(self) -> Shelf:
        """The deals of this game that are kept."""
        return Shelf(place.home(), self.game, self.level, self.options)

    def question(self) -> dict[str, Any]:
        """How a worker is asked to ``seek`` one; whatever it finds is kept as soon as heard."""
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
    """The kind of which a deal is to be taken: for any, what is not compared goes first."""
    kinds = DIFFICULTIES if difficulty == ANY else (difficulty,)
    return next((kind for kind in kinds if mine.get(kind)), "")


def _is_sound(kept: object) -> bool:
    """Is it what was written?"""
    if not isinstance(kept, dict):
        return False
    kinds = [kinds for kinds in kept.values() if isinstance(kinds, dict)]
    lists = [found for each in kinds for found in each.values() if isinstance(found, list)]
    whole = len(kinds) == len(kept) and len(lists) == sum(map(len, kinds))
    return whole and all(_is_found(each) for found in lists for each in found)


def _is_found(each: object) -> bool:
    """Is it a deal, and how many positions it took?"""
    numbers = each if isinstance(each, list) else []
    whole = len(numbers) == 2 and all(type(number) is int for number in numbers)
    return whole and numbers[0] > 0

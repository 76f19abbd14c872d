"""Deals that can be won, found ahead: kept in the player's folder, so that the next comes at once.

They can be found again, and so nothing is said of a file that cannot be read or written.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from solterm.core.game import Game
from solterm.store import files, place
from solterm.store.errors import StoreError
from solterm.store.files import Folder, Unfit

FILE = "winnable.json"
"""The file's name in the data folder."""
ANY = "any"
DIFFICULTIES = (ANY, "easy", "middling", "hard")
"""What a player may ask for; see ``solterm.solver.winnable`` for what it means."""
_LARGEST = 1 << 20
_MOST = 20
"""How many are kept of a kind."""

_Deals = dict[str, dict[str, list[int]]]
"""By game, level and options; then by difficulty."""


class Shelf:
    """The deals of a game, at a level and with options, that were found and not yet played."""

    def __init__(self, home: Path, game: Game, level: int, options: Mapping[str, str]) -> None:
        self._home = home
        chosen = (f"{key}={value}" for key, value in sorted(options.items()))
        self._name = " ".join((game.id, str(game.version), str(level), *chosen))

    def take(self, difficulty: str) -> int | None:
        """A deal of a difficulty, which is not kept any longer; None where there is none."""
        found = self._read()
        mine = found.get(self._name, {})
        kinds = (difficulty,) if difficulty != ANY else tuple(mine)
        for kind in kinds:
            if deals := mine.get(kind):
                deal = deals.pop(0)
                self._write(found)
                return deal
        return None

    def keep(self, deals: Mapping[str, int]) -> None:
        """Keep deals by their difficulty."""
        found = self._read()
        mine = found.setdefault(self._name, {})
        for kind, deal in deals.items():
            mine[kind] = [*mine.get(kind, []), deal][-_MOST:]
        self._write(found)

    def _read(self) -> _Deals:
        try:
            found = json.loads(files.read(self._home / FILE, _LARGEST))
        except (OSError, Unfit, ValueError, RecursionError):
            return {}
        return found if _is_sound(found) else {}

    def _write(self, found: _Deals) -> None:
        with suppress(OSError, StoreError):
            place.create(self._home)
            with Folder.open(self._home) as folder:
                folder.replace(FILE, json.dumps(found, indent=1))


def _is_sound(found: object) -> bool:
    """Is it what was written?"""
    if not isinstance(found, dict):
        return False
    kinds = [kinds for kinds in found.values() if isinstance(kinds, dict)]
    deals = [deals for each in kinds for deals in each.values() if isinstance(deals, list)]
    whole = len(kinds) == len(found) and len(deals) == sum(map(len, kinds))
    return whole and all(type(deal) is int and deal > 0 for each in deals for deal in each)

"""Lodgings: where sessions find their data, and how much each may take.

A player's session finds that player's data in the host's folder or database; a guest's has a folder
of its own, of which nothing is left when it ends.
"""

import os
from pathlib import Path
from shutil import rmtree

from solterm.serve.accounts import Player
from solterm.serve.orders import Face, Order
from solterm.serve.settings import HostSettings
from solterm.store import place
from solterm.store.kiosk import KIOSK

_GUESTS = "guests"
"""The folder in which guests play; nothing in it outlives them."""
_MIB = 1 << 20


class Lodgings:
    """The sessions' places in a host's data folder, or in its database."""

    def __init__(self, data: Path, database: str | None) -> None:
        self._data = data
        self._database = database
        self._guests = data / _GUESTS

    def clear(self) -> None:
        """Remove what guests left when the host was ended."""
        rmtree(self._guests, ignore_errors=True)

    def leave(self, session: str, player: Player | None) -> None:
        """A session has ended: of a guest's nothing stays."""
        if player is None:
            rmtree(self._guests / session, ignore_errors=True)

    def order(
        self,
        session: str,
        player: Player | None,
        face: Face,
        environment: dict[str, str],
        settings: HostSettings,
    ) -> Order:
        """The order for a session, of a player or, without one, a guest.

        ``environment`` is what its client said of itself.
        """
        environment = environment | {KIOSK: "1", place.SHARED: str(self._data / "shared")}
        if player:
            environment |= {"SOLTERM_HOME": str(self._data), place.PLAYER: player.id}
            environment[place.NICKNAME] = player.name
        else:
            environment |= {"SOLTERM_HOME": str(self._guests / session), place.GUEST: "1"}
        if self._database:
            environment[place.DATABASE] = self._database
        if not settings.solver:
            environment["SOLTERM_SOLVER"] = "off"
        if "TZ" in os.environ:
            environment["TZ"] = os.environ["TZ"]
        walls = settings.memory * _MIB, settings.file_size * _MIB, settings.cpu_minutes * 60
        return Order(session, face, environment, *walls)

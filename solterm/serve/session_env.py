"""Where a session finds its data, and its limits.

A player's session uses that player's data in the host's folder or database. A guest's session gets
a folder that is deleted when it ends.
"""

import os
import re
from pathlib import Path
from shutil import rmtree

from solterm.context import (
    DATABASE,
    GUEST,
    HOME,
    KIOSK,
    NICKNAME,
    PLAYER,
    QUOTAS,
    SHARED,
    SOLVER,
    ZONE,
    Quotas,
)
from solterm.serve.accounts import Player
from solterm.serve.host_data import GUESTS
from solterm.serve.host_settings import HostSettings
from solterm.serve.orders import TMPDIR, Face, Order
from solterm.store import locations

ZONE_NAME = re.compile(r"[A-Za-z0-9_+-]{1,20}(/[A-Za-z0-9_+-]{1,30}){0,2}")
"""What a client may send as its time zone: ``Europe/Berlin``, and no file."""
_REPORTS = "reports"
"""The folder of crash reports, if the players' data is in a database."""
_MIB = 1 << 20


class SessionEnv:
    """Makes the environments of sessions in a host's data folder, or in its database."""

    def __init__(self, data: Path, database: str | None) -> None:
        """``database`` is the address for sessions."""
        self._data = data
        self._database = database
        self._guests = data / GUESTS

    def clear(self) -> None:
        """Delete folders of guests that remain from a killed host."""
        rmtree(self._guests, ignore_errors=True)

    def clean_up(self, session: str, player: Player | None) -> None:
        """Delete the folder of a guest whose session has ended."""
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
        """Return the order for a session of a player or, without one, of a guest.

        ``environment`` holds the variables its client sent.
        """
        environment = environment | {KIOSK: "1", SHARED: str(self._data / "shared")}
        zone = environment.pop("TZ", "")
        environment[ZONE] = zone if ZONE_NAME.fullmatch(zone) else ""
        if player:
            environment |= {HOME: str(self._data), PLAYER: player.id}
            environment[NICKNAME] = player.name
        else:
            environment |= {HOME: str(self._guests / session), GUEST: "1"}
        if self._database:
            environment[DATABASE] = self._database
        environment[TMPDIR] = str(self._folder(session, player))
        if not settings.solver:
            environment[SOLVER] = "off"
        quotas = Quotas(
            settings.boards_of_a_player,
            settings.games_of_a_player,
            settings.games_before_boards,
        )
        environment[QUOTAS] = str(quotas)
        if "TZ" in os.environ:
            environment["TZ"] = os.environ["TZ"]
        limits = settings.memory * _MIB, settings.file_size * _MIB, settings.cpu_minutes * 60
        return Order(session, face, environment, *limits)

    def _folder(self, session: str, player: Player | None) -> Path:
        """Return the folder of a session's own files."""
        if player is None:
            return self._guests / session
        if self._database:
            return self._data / _REPORTS
        return self._data / locations.PLAYERS / player.id

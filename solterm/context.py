"""What the environment says about a session: who plays, where the data lies, what is allowed.

Each entrance reads the environment once and passes the context down: the command line, a session
of a host, and a library user's store. Nothing else in the program reads these variables.
"""

import os
from collections.abc import Mapping
from datetime import tzinfo
from pathlib import Path
from typing import NamedTuple, Self

from solterm.capabilities import Terminal

PLAYER = "SOLTERM_PLAYER"
HOME = "SOLTERM_HOME"
SHARED = "SOLTERM_SHARED"
DATABASE = "SOLTERM_DATABASE"
DATABASE_KEY = "SOLTERM_DATABASE_KEY"
NICKNAME = "SOLTERM_NICKNAME"
GUEST = "SOLTERM_GUEST"
KIOSK = "SOLTERM_KIOSK"
SOLVER = "SOLTERM_SOLVER"
QUOTAS = "SOLTERM_QUOTAS"
ZONE = "SOLTERM_ZONE"
SITE = "SOLTERM_SITE"
DEAL = "SOLTERM_DEAL"


class Quotas(NamedTuple):
    """How much a host stores for a player; 0 is no limit."""

    boards: int = 0
    """Boards with a name that players choose, such as those of their own tours."""
    games: int = 0
    """Games played and saved."""
    games_before_boards: int = 0
    """Games that a new player finishes before the shared boards have the results."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what ``str`` writes; nothing for any other text.

        >>> Quotas.parse(str(Quotas(200, 20000, 3))), Quotas.parse("")[0]
        (Quotas(boards=200, games=20000, games_before_boards=3), 0)
        """
        words = text.split()
        is_whole = len(words) == len(cls._fields) and all(map(str.isdecimal, words))
        return cls(*map(int, words)) if is_whole else cls()

    def __str__(self) -> str:
        return " ".join(map(str, self))


class Context(NamedTuple):
    """The player, the data, what a host allows, and the terminal."""

    player: str = ""
    """One of several players who share a login; on a host, the id of the account."""
    folder: Path | None = None
    """The data folder of this login's players; None is the platform's folder for user data."""
    shared: Path | None = None
    """The folder with the boards and tournaments of all players."""
    database: str = ""
    """The address of the database that holds the data instead of folders."""
    database_key: str = ""
    """What stands for the player there, if the address is for sessions alone."""
    nickname: str = ""
    """The player's name, given by a host; it overrides the settings. Guests have none."""
    is_guest: bool = False
    """Whether the data ends with the session, and goes to no board."""
    is_kiosk: bool = False
    """Whether players may neither use nor see files of this machine."""
    is_solver_off: bool = False
    """Whether the host has turned off all searching."""
    quotas: Quotas = Quotas()
    zone: str = ""
    """The time zone of a host's client, as far as it told: ``Europe/Berlin``."""
    site: str = ""
    """The address of the host's web pages, for links; "" if there is none."""
    deal: str = ""
    """The deal to begin with, as a link to it names it."""
    terminal: Terminal = Terminal()

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Self:
        """Read the context from variables, by default those of this process."""
        environ = os.environ if environ is None else environ
        is_guest, is_kiosk = (environ.get(name, "0") not in ("", "0") for name in (GUEST, KIOSK))
        terminal = Terminal.from_environment(environ)
        return cls(
            player=environ.get(PLAYER, ""),
            folder=_path(environ.get(HOME)),
            shared=_path(environ.get(SHARED)),
            database=environ.get(DATABASE, ""),
            database_key=environ.get(DATABASE_KEY, ""),
            nickname="" if is_guest else environ.get(NICKNAME, ""),
            is_guest=is_guest,
            is_kiosk=is_kiosk,
            is_solver_off=environ.get(SOLVER, "").lower() in ("off", "0", "no"),
            quotas=Quotas.parse(environ.get(QUOTAS, "")),
            zone=environ.get(ZONE, ""),
            site=environ.get(SITE, ""),
            deal=environ.get(DEAL, ""),
            # A kiosk's clients may send variables, but choose no driver.
            terminal=terminal._replace(driver="") if is_kiosk else terminal,
        )

    @property
    def is_on_host(self) -> bool:
        """Whether a host runs this session, and so names the player; the setting has no effect."""
        return bool(self.nickname) or self.is_guest

    @property
    def is_in_database(self) -> bool:
        """Whether the player's data lies in a database; a guest's lies in a folder."""
        return bool(self.database) and not self.is_guest

    def renamed(self, name: str) -> Self:
        """Return the context after the host has given the player another name; guests have none."""
        return self if self.is_guest else self._replace(nickname=name)


def find_zone(name: str) -> tzinfo | None:
    """Return a time zone by its name, such as ``Europe/Berlin``; None if there is none."""
    # Imported here since only players on hosts need it.
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # no such name, a bad one, a folder of zones
        return None


def _path(text: str | None) -> Path | None:
    return Path(text) if text else None

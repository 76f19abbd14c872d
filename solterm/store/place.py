"""The place where a player's data lives."""

import os
from pathlib import Path

from solterm.store.errors import StoreError, shown

PLAYER = "SOLTERM_PLAYER"
"""The variable that names a player, where several use one account."""

_ONLY_THE_PLAYER = 0o700


def home() -> Path:
    """The data folder: ``SOLTERM_HOME``, else where the platform keeps a user's data.

    A player whom ``SOLTERM_PLAYER`` names has a folder inside it.
    It need not exist yet: see ``create``.
    """
    host = _host()
    player = os.environ.get(PLAYER, "")
    if not player:
        return host
    # Imported here, like the next one: they cost time that the first frame does not have.
    from urllib.parse import quote

    return host / "players" / quote(player.casefold(), safe="- ").replace(".", "%2E")


def _host() -> Path:
    """The data folder of the account, whoever plays."""
    if chosen := os.environ.get("SOLTERM_HOME"):
        return Path(chosen).absolute()
    from platformdirs import user_data_path

    return user_data_path("solterm", appauthor=False)


def create(folder: Path) -> None:
    """Make the folder, for the player's eyes only, unless it is there already.

    Raises ``StoreError`` when it cannot be made.
    """
    remedy = "set SOLTERM_HOME to a folder that may be written to"
    try:
        folder.mkdir(mode=_ONLY_THE_PLAYER, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise StoreError(f"{shown(folder)} is not a folder; {remedy}.") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(f"{shown(folder)} cannot be created ({reason}); {remedy}.") from None

"""Players: what a player is called on the boards, and what tells two of one name apart."""

import os
from pathlib import Path

from solterm.contests.proof import check_name
from solterm.store import place
from solterm.store.errors import StoreError, shown

_FILE = "profile"
"""The file in the data folder that holds the profile's number."""


def name_of(chosen: str = "") -> str:
    """The player's name: the one chosen in the settings, else the login name."""
    for candidate in (chosen, _login()):
        try:
            return check_name(candidate)
        except ValueError:
            continue
    return "player"


def profile(home: Path | None = None) -> str:
    """Sixteen hexadecimal digits, drawn once for a data folder and kept there.

    Raises ``StoreError`` when the folder cannot be written.
    """
    folder = home or place.home()
    path = folder / _FILE
    try:
        if path.exists():
            return path.read_text(encoding="ascii", errors="replace").strip()
        place.create(folder)
        drawn = os.urandom(8).hex()
        draft = path.with_name(f".{_FILE}.{os.getpid()}")
        draft.write_text(f"{drawn}\n", encoding="ascii")
        try:
            os.link(draft, path)  # of two programs that draw at once, one wins for both
        except FileExistsError:
            drawn = path.read_text(encoding="ascii").strip()
        finally:
            draft.unlink(missing_ok=True)
        return drawn
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(f"{shown(path)} cannot be written: {reason}.") from None


def _login() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""

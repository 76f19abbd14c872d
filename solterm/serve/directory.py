"""The directory of a host's players, for its administrator."""

from typing import NamedTuple

from solterm.core.names import skeleton
from solterm.core.refusal import Refusal
from solterm.core.words.near import suggest
from solterm.serve.accounts import Accounts, Player

_MOST = 1000
"""Players in one list."""

_BY_TEXT = (
    "SELECT id, name, begun, seen, (SELECT count(*) FROM login_key WHERE player = player.id)"
    " FROM player WHERE lower(name) LIKE ? OR id = ?"
    " OR id IN (SELECT player FROM login_key WHERE fingerprint = ?)"
    " OR id IN (SELECT player FROM nickname WHERE skeleton = ?)"
    " ORDER BY seen DESC, begun DESC LIMIT ?"
)


class Listed(NamedTuple):
    """A player with what the accounts know."""

    id: str
    name: str
    begun: str
    """When the player first came: ISO 8601 in UTC."""
    seen: str
    """The day of the last login."""
    keys: int
    """How many keys log in as this player."""


def search(accounts: Accounts, text: str = "") -> list[Listed]:
    """Return the players with a part of a name, an old name, an id or a key; latest login first."""
    pattern = f"%{text.casefold()}%"
    rows = accounts.engine.read(_BY_TEXT, pattern, text, text, skeleton(text), _MOST)
    return [Listed(*row) for row in rows]


def find(accounts: Accounts, name: str) -> Player:
    """Return the player with a name or an id; raise ``Refusal`` for an unknown one."""
    rows = accounts.engine.read(
        "SELECT id, name FROM player WHERE lower(name) = ? OR id = ?", name.casefold(), name
    )
    if not rows:
        near = suggest(name, [each.name for each in search(accounts)])
        more = f". {near}" if near else "; 'solterm host players' lists them."
        raise Refusal(f"No player is called {name[:40]!r}{more}")
    return Player(*rows[0])


def list_keys(accounts: Accounts, player: str) -> list[str]:
    """Return the fingerprints of a player's keys, oldest first."""
    rows = accounts.engine.read(
        "SELECT fingerprint FROM login_key WHERE player = ? ORDER BY added", player
    )
    return [str(fingerprint) for (fingerprint,) in rows]


def forget_keys(accounts: Accounts, player: str) -> int:
    """Forget all keys of a player, who then needs a code to log in; return how many."""
    keys = list_keys(accounts, player)
    with accounts.engine.transaction() as transaction:
        transaction.execute("DELETE FROM login_key WHERE player = ?", (player,))
    return len(keys)

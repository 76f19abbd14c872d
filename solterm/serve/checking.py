"""The check of a host's data: accounts, players' games, boards and names."""

from collections.abc import Iterator, Sequence

from solterm.serve.accounts import Accounts
from solterm.serve.host_data import HostData
from solterm.serve.nicknames import is_unwanted
from solterm.store import inspection, locations, sharedfolder
from solterm.store.errors import StoreError
from solterm.store.store import Store


def faults(data: HostData, accounts: Accounts, unwanted: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each fault."""
    if damage := accounts.engine.find_damage():
        yield damage
    names = {id: str(name) for id, name in accounts.engine.read("SELECT id, name FROM player")}
    for player, name in names.items():
        if is_unwanted(name, unwanted):
            yield f"{name}: the host does not want this name; 'solterm host rename' changes it."
        if data.has_games(player):
            yield from (f"{name}: {fault}" for fault in _faults_of(data, player))
    if data.database:
        return
    if trouble := sharedfolder.trouble(data.context("")):
        yield trouble
    folder = data.folder / locations.PLAYERS
    for each in sorted(folder.iterdir()) if folder.exists() else ():
        if each.name not in names:
            yield f"{each} belongs to no player; remove it if you know why."


def _faults_of(data: HostData, player: str) -> Iterator[str]:
    try:
        store = Store.open(context=data.context(player))
    except StoreError as error:
        yield str(error)
        return
    try:
        yield from inspection.faults(store)
    except StoreError as error:
        yield str(error)
    finally:
        store.disconnect()

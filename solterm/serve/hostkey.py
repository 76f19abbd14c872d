"""The host key, by which clients recognise the host."""

from pathlib import Path

import asyncssh

from solterm.store import files, locations
from solterm.store.errors import show_path
from solterm.store.files import Folder

FILE = "host_key"
"""The file's name in the host's data folder; only its owner reads it."""

_LARGEST = 1 << 20
_KIND = "ssh-ed25519"


class KeyTrouble(Exception):
    """The host key is unusable; the message says why."""


def read_host_key(data: Path) -> asyncssh.SSHKey:
    """Return the host key; the first time, generate it. Raises ``KeyTrouble``."""
    path = data / FILE
    try:
        with Folder.open(data) as folder:
            if not path.exists():
                drawn = asyncssh.generate_private_key(_KIND, comment="solterm")
                folder.put(FILE, drawn.export_private_key("openssh").decode("ascii"))
        key = asyncssh.import_private_key(files.read(path, _LARGEST))
    except files.Unfit as error:
        raise KeyTrouble(f"{show_path(path)} {error}.") from None
    except (OSError, asyncssh.KeyImportError) as error:
        raise KeyTrouble(f"Can't read {show_path(path)}: {error}.") from None
    locations.close(path)  # not before: this leaves other files and links alone
    return key

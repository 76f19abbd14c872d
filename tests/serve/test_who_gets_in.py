"""Logins: only a proven key identifies a player, and a refused client reads why."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import Mock

import asyncssh
import pytest

from solterm.serve.access import Access
from solterm.serve.log import Log
from solterm.serve.server import Server
from solterm.serve.ssh_entrance import Listener
from tests.serve.hosting import Host, connect, fresh_key


async def first_of(connection: asyncssh.SSHClientConnection) -> dict[str, object]:
    done = await connection.run("json", input="quit\n")
    return dict(json.loads(str(done.stdout).splitlines()[0]))


async def test_the_key_identifies_a_player_whatever_the_name(host: Host) -> None:
    key, before = fresh_key(), len(host.log)
    async with connect(host, "dirk", key) as connection:
        first = await first_of(connection)
    async with connect(host, "somebody", key) as connection:
        assert (await first_of(connection))["deal"] == first["deal"]
    async with connect(host, "dirk", fresh_key()) as connection:
        await first_of(connection)  # another player's deal may have the same number by chance
    begun = " ".join(each for each in host.log[before:] if " begin " in each)
    one, again, another = re.findall(r" player=(\S+)", begun)
    assert one == again != another


async def test_a_key_without_proof_is_not_accepted(host: Host) -> None:
    """A client that offers another player's public key without proof becomes a guest."""
    key = fresh_key()
    async with connect(host, "egon", key) as connection:
        await first_of(connection)

    class ClientWithStolenKey(asyncssh.SSHClient):
        shown = 0

        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
            self.shown += 1
            pair = asyncssh.load_keypairs(fresh_key())[0]
            pair.public_data = key.public_data  # signs with a different key
            return pair if self.shown == 1 else None

        def kbdint_auth_requested(self) -> str:
            return ""

        def kbdint_challenge_received(self, *_: object) -> list[str]:
            return []

    before = len(host.log)
    async with asyncssh.connect(
        "127.0.0.1",
        host.port,
        username="egon",
        client_factory=ClientWithStolenKey,
        client_keys=None,
        known_hosts=None,
        agent_path=None,
        config=None,
    ) as connection:
        await first_of(connection)
    (login,) = (each for each in host.log[before:] if " login " in each)
    assert "key=" not in login


async def test_guest_logs_in_without_a_prompt(host: Host) -> None:
    async with asyncssh.connect(
        "127.0.0.1",
        host.port,
        username="guest",
        client_keys=None,
        preferred_auth=["publickey"],
        known_hosts=None,
        agent_path=None,
        config=None,
    ) as connection:
        assert (await first_of(connection))["state"] == "playing"


async def test_a_closed_host_has_no_guests(tmp_path: Path) -> None:
    async with serve_logins(tmp_path, Access(closed=True)) as at:
        async with connect(at, "fritz", fresh_key()):
            pass
        for user in ("root", "guest"):
            with pytest.raises(asyncssh.PermissionDenied):
                async with connect(at, user):
                    pass
    assert "This host admits no guests" in (tmp_path / "log").read_text()


async def test_only_listed_keys_get_in(tmp_path: Path) -> None:
    listed, other = fresh_key(), fresh_key()
    keys = tmp_path / "keys"
    keys.write_bytes(b"# the club\n" + listed.export_public_key())
    access = Access(keys)
    async with serve_logins(tmp_path, access) as at:
        async with connect(at, "fritz", listed):
            pass
        for user, key in (("fritz", other), ("fritz", None), ("guest", None)):
            with pytest.raises(asyncssh.PermissionDenied):
                async with connect(at, user, key):
                    pass
        keys.write_bytes(other.export_public_key())
        access.reload()
        async with connect(at, "fritz", other):
            pass


@asynccontextmanager
async def serve_logins(folder: Path, access: Access) -> AsyncIterator[Host]:
    """Run a server without sessions."""
    listener = Listener(Server(folder, Log(folder / "log"), access), fresh_key())
    yield Mock(port=await listener.open("127.0.0.1", 0))
    listener.close()


async def test_too_many_keys_are_refused_with_a_reason(tmp_path: Path, host: Host) -> None:
    """A host without a list takes the first proven key, so the client proves none."""

    class ClientWithManyKeys(asyncssh.SSHClient):
        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
            pair = asyncssh.load_keypairs(fresh_key())[0]
            pair.public_data = fresh_key().public_data
            return pair

    with pytest.raises(asyncssh.PermissionDenied, match="Too many keys"):
        await asyncssh.connect(
            "127.0.0.1",
            host.port,
            username="hans",
            client_factory=ClientWithManyKeys,
            client_keys=None,
            known_hosts=None,
            agent_path=None,
            config=None,
        )

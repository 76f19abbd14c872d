"""Logins: the proved key alone decides, and a refused client reads why."""

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
from tests.serve.hosting import Host, connect, fresh_key


async def first_of(line: asyncssh.SSHClientConnection) -> dict[str, object]:
    done = await line.run("json", input="quit\n")
    return dict(json.loads(str(done.stdout).splitlines()[0]))


async def test_a_key_is_who_somebody_is_whatever_the_name(host: Host) -> None:
    key, before = fresh_key(), len(host.log)
    async with connect(host, "dirk", key) as line:
        first = await first_of(line)
    async with connect(host, "somebody", key) as line:
        assert (await first_of(line))["deal"] == first["deal"]
    async with connect(host, "dirk", fresh_key()) as line:
        await first_of(line)  # another's deal may by chance have the same number
    begun = " ".join(each for each in host.log[before:] if " begin " in each)
    one, again, another = re.findall(r" player=(\S+)", begun)
    assert one == again != another


async def test_a_key_without_a_proof_is_not_accepted(host: Host) -> None:
    """Public keys are public: who shows another's and proves none comes in as a guest."""
    key = fresh_key()
    async with connect(host, "egon", key) as line:
        await first_of(line)

    class Thief(asyncssh.SSHClient):
        shown = 0

        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
            self.shown += 1
            pair = asyncssh.load_keypairs(fresh_key())[0]
            pair.public_data = key.public_data  # signs with another than it shows
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
        client_factory=Thief,
        client_keys=None,
        known_hosts=None,
        agent_path=None,
        config=None,
    ) as line:
        await first_of(line)
    (login,) = (each for each in host.log[before:] if " login " in each)
    assert "key=" not in login


async def test_the_name_guest_gets_in_without_being_asked_for_anything(host: Host) -> None:
    async with asyncssh.connect(
        "127.0.0.1",
        host.port,
        username="guest",
        client_keys=None,
        preferred_auth=["publickey"],
        known_hosts=None,
        agent_path=None,
        config=None,
    ) as line:
        assert (await first_of(line))["state"] == "playing"


async def test_a_closed_host_has_no_guests(tmp_path: Path) -> None:
    async with door(tmp_path, Access(closed=True)) as at:
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
    async with door(tmp_path, access) as at:
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
async def door(folder: Path, access: Access) -> AsyncIterator[Host]:
    """A server without sessions."""
    server = Server(folder, fresh_key(), Log(folder / "log"), access)
    host = Mock(port=await server.listen("127.0.0.1", 0))
    yield host
    server.stop_listening()


async def test_somebody_with_too_many_keys_is_told_so(tmp_path: Path, host: Host) -> None:
    """A host without a list takes the first; only who proves none can show so many."""

    class Juggler(asyncssh.SSHClient):
        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
            pair = asyncssh.load_keypairs(fresh_key())[0]
            pair.public_data = fresh_key().public_data
            return pair

    with pytest.raises(asyncssh.PermissionDenied, match="Too many keys"):
        await asyncssh.connect(
            "127.0.0.1",
            host.port,
            username="hans",
            client_factory=Juggler,
            client_keys=None,
            known_hosts=None,
            agent_path=None,
            config=None,
        )

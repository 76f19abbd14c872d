"""A database that hangs delays only the players who need it."""

import asyncio
import time
from pathlib import Path

import pytest

from solterm.serve.accounts import open_accounts
from solterm.store.postgres.engine import Postgres
from solterm.store.store import Store
from tests.harness.postgres import name_of
from tests.harness.stalling import StallingProxy
from tests.serve.hosting import Host, connect, eventually, fresh_key
from tests.serve.test_meeting import answer, begin

AT_ONCE = 1.0
"""In seconds: far below any time-out of the database."""


pytestmark = pytest.mark.long


@pytest.fixture
def address(proxy: StallingProxy, database: str) -> str:
    """The address of the database behind the stalling proxy."""
    return proxy.address(name_of(database))


async def test_guests_play_and_log_in_while_the_database_hangs(
    proxy: StallingProxy, address: str, tmp_path: Path
) -> None:
    with Host(tmp_path, "--database", address) as host:
        async with connect(host, "guest") as here, connect(host, "ann", fresh_key()) as there:
            guest, ann = await begin(here), await begin(there)
            proxy.hang()
            slowest = 0.0
            ann.stdin.write("results\n")
            for key in (None, None):
                other = asyncio.create_task(_log_in(host, key))
                for _ in range(5):
                    began = time.monotonic()
                    assert (await answer(guest, "s"))["ok"]
                    slowest = max(slowest, time.monotonic() - began)
                    await asyncio.sleep(0.1)
                slowest = max(slowest, await other)
            print(f"slowest: {slowest:.2f}")
            proxy.resume()
            assert slowest < AT_ONCE


async def _log_in(host: Host, key: None) -> float:
    """Return the seconds from a guest's first byte to the first answer."""
    began = time.monotonic()
    async with connect(host, "guest", key) as connection:
        await begin(connection)
        return time.monotonic() - began


async def test_a_host_ends_in_time_while_its_database_hangs(
    proxy: StallingProxy, address: str, tmp_path: Path
) -> None:
    with Host(tmp_path, "--database", address) as host:
        async with connect(host, "ann", fresh_key()) as there:
            ann = await begin(there)
            proxy.hang()
            ann.stdin.write("s\n")
            await asyncio.sleep(2.5)  # the host has sent its news to the other hosts, too
            began = time.monotonic()
            host.process.terminate()
            await asyncio.to_thread(host.process.wait, 20)
            assert time.monotonic() - began < 11, "the session has nine seconds to store its move"


async def test_a_session_with_little_memory_stores_its_moves_afterwards(
    proxy: StallingProxy, address: str, database: str, tmp_path: Path
) -> None:
    with Host(tmp_path, "--database", address, memory=48) as host:
        key = fresh_key()
        async with connect(host, "ann", key) as there:
            ann = await begin(there)
            proxy.hang()
            assert "not saved" in (await answer(ann, "s"))["text"]
            began = time.monotonic()
            await answer(ann, "s")
            assert time.monotonic() - began < AT_ONCE
            proxy.resume()
            player = open_accounts(tmp_path, database).find(key.get_fingerprint())
            assert player
            store = Store(Postgres(database, player.id))

            def is_stored() -> bool:
                saved = store.load_suspended()
                return bool(saved) and saved.record.events == ("s", "s")

            await eventually(is_stored)

"""A host whose database is stopped and started again: no move and no result is lost."""

import asyncio
import time
from pathlib import Path

import pytest

from solterm.serve.accounts import open_accounts
from solterm.store.postgres.engine import Postgres
from solterm.store.store import Store
from tests.harness.postgres import Server
from tests.serve.hosting import Host, connect, eventually, fresh_key, sit
from tests.serve.test_meeting import answer, begin

pytestmark = pytest.mark.long

PAUSE = 2.0


def events_of(address: str, tmp_path: Path, key: str) -> tuple[str, ...]:
    player = open_accounts(tmp_path, address).find(key)
    assert player
    saved = Store(Postgres(address, player.id)).load_suspended()
    return saved.record.events if saved else ()


async def test_a_host_that_ends_after_an_outage_has_stored_everything(
    own_server: Server, tmp_path: Path
) -> None:
    address = own_server.make_database("ends")
    keys = [fresh_key() for _ in range(2)]
    with Host(tmp_path, "--database", address) as host:
        async with (
            connect(host, "ann", keys[0]) as line,
            sit(host, "bob", keys[1]) as bob,
        ):
            ann = await begin(line)
            await answer(ann, "play demon")
            await bob.come_in()
            bob.press(*"demon")
            await bob.wait_for("demon")
            bob.press("Enter")
            await bob.wait_for("Score 0")
            before = own_server.count_shut_downs()
            own_server.restart(pause=PAUSE)
            await eventually(lambda: own_server.count_shut_downs() > before)
            assert "not saved" in (await answer(ann, "s"))["text"]
            bob.press(*":s", "Enter")
            await bob.wait_for("NOT SAVED")
            await asyncio.to_thread(own_server.wait)
            host.process.terminate()
            await asyncio.to_thread(host.process.wait, 10)
    for key in keys:
        assert events_of(address, tmp_path, key.get_fingerprint()) == ("s",)


async def test_the_screen_says_when_it_is_saved_again(own_server: Server, tmp_path: Path) -> None:
    address = own_server.make_database("again")
    with Host(tmp_path, "--database", address) as host:
        async with sit(host, "bob", fresh_key()) as bob:
            await bob.come_in()
            bob.press(*"demon")
            await bob.wait_for("demon")
            bob.press("Enter")
            await bob.wait_for("Score 0")
            before = own_server.count_shut_downs()
            own_server.restart(pause=PAUSE)
            await eventually(lambda: own_server.count_shut_downs() > before)
            bob.press(*":s", "Enter")
            await bob.wait_for("NOT SAVED")
            text = await bob.wait_for("The game is saved again.")
            assert "NOT SAVED" not in text


async def test_a_result_reaches_the_others_after_an_outage(
    own_server: Server, tmp_path: Path
) -> None:
    address = own_server.make_database("results")
    with Host(tmp_path, "--database", address) as host:
        async with connect(host, "ann", fresh_key()) as line:
            ann = await begin(line)
            assert not (await answer(ann, "results"))["results"]
            own_server.restart(pause=0)  # breaks the connection silently
            await asyncio.sleep(0.5)
            await asyncio.to_thread(own_server.wait)
            for words in ("tour mine: free-cell, demon", "next", "t1 r1", "end", "y"):
                assert (await answer(ann, words))["ok"]
            end = time.monotonic() + 15
            while not (told := await answer(ann, "results"))["results"]:
                assert time.monotonic() < end, told
                await asyncio.sleep(0.3)

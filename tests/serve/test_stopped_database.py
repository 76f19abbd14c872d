"""A host whose database is stopped and restarted loses no move and no result."""

import asyncio
import time
from pathlib import Path

import pytest

from solterm.serve.accounts import open_accounts
from solterm.store.postgres.engine import Postgres
from solterm.store.store import Store
from tests.harness.postgres import Server
from tests.serve.hosting import Host, ScreenClient, connect, eventually, fresh_key, open_screen
from tests.serve.test_meeting import answer, begin
from tests.serve.test_metrics import read_metrics

pytestmark = pytest.mark.long

PAUSE = 2.0


def events_of(address: str, tmp_path: Path, key: str) -> tuple[str, ...]:
    player = open_accounts(tmp_path, address).find(key)
    assert player
    saved = Store(Postgres(address, player.id)).load_suspended()
    return saved.record.events if saved else ()


async def test_a_host_that_ends_after_an_outage_stores_everything(
    own_server: Server, tmp_path: Path
) -> None:
    address = own_server.make_database("ends")
    keys = [fresh_key() for _ in range(2)]
    with Host(tmp_path, "--database", address) as host:
        async with (
            connect(host, "ann", keys[0]) as connection,
            open_screen(host, "bob", keys[1]) as bob,
        ):
            ann = await begin(connection)
            await answer(ann, "play demon")
            await bob.pass_welcome()
            await bob.play("demon")
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


async def _make_a_move_unsaved(screen: ScreenClient, server: Server, pause: float) -> None:
    """Stop the database for a while, and make a move that can't be stored."""
    await screen.pass_welcome()
    await screen.play("demon")
    await asyncio.to_thread(server.stop, pause)
    screen.press(*":s", "Enter")
    await screen.wait_for("NOT SAVED")


async def test_a_move_is_stored_after_the_player_has_disconnected(
    own_server: Server, tmp_path: Path
) -> None:
    address = own_server.make_database("hangs_up")
    key = fresh_key()
    with Host(tmp_path, "--database", address) as host:
        async with open_screen(host, "bob", key) as bob:
            await _make_a_move_unsaved(bob, own_server, pause=6)
        await host.wait_for_log("end .*player=bob")
    assert events_of(address, tmp_path, key.get_fingerprint()) == ("s",)


async def test_a_player_may_leave_while_the_last_move_is_being_saved(
    own_server: Server, tmp_path: Path
) -> None:
    address = own_server.make_database("quits")
    key = fresh_key()
    with Host(tmp_path, "--database", address, "--metrics", "0") as host:
        async with open_screen(host, "bob", key) as bob:
            await _make_a_move_unsaved(bob, own_server, pause=6)
            assert (await asyncio.to_thread(read_metrics, host))["solterm_sessions_unsaved"] == 1
            bob.press("q", "q")
            await bob.wait_for("Saving your last moves.")
            bob.press("x")
            _, status = await bob.end()
            assert status == 0
        assert host.sessions, "the session continues"
        await host.wait_for_log("end .*player=bob")
    assert events_of(address, tmp_path, key.get_fingerprint()) == ("s",)


@pytest.mark.parametrize("pause", [6, 30])
async def test_a_host_that_ends_waits_some_seconds_for_the_database(
    own_server: Server, tmp_path: Path, pause: float
) -> None:
    address = own_server.make_database(f"stops_{pause}")
    key = fresh_key()
    with Host(tmp_path, "--database", address) as host:
        async with open_screen(host, "bob", key) as bob:
            await _make_a_move_unsaved(bob, own_server, pause)
            began = time.monotonic()
            host.process.terminate()
            await asyncio.to_thread(host.process.wait, 20)
            assert time.monotonic() - began < 11
    await asyncio.to_thread(own_server.wait)
    stored = events_of(address, tmp_path, key.get_fingerprint())
    assert stored == (("s",) if pause < 9 else ())


async def test_the_screen_reports_when_the_game_is_saved_again(
    own_server: Server, tmp_path: Path
) -> None:
    address = own_server.make_database("again")
    with Host(tmp_path, "--database", address, "--metrics", "0") as host:
        async with open_screen(host, "bob", fresh_key()) as bob:
            await bob.pass_welcome()
            await bob.play("demon")
            before = own_server.count_shut_downs()
            own_server.restart(pause=PAUSE)
            await eventually(lambda: own_server.count_shut_downs() > before)
            bob.press(*":s", "Enter")
            await bob.wait_for("NOT SAVED")
            assert (await asyncio.to_thread(read_metrics, host))["solterm_sessions_unsaved"] == 1
            text = await bob.wait_for("All moves are saved again.")
            assert "NOT SAVED" not in text
            assert (await asyncio.to_thread(read_metrics, host))["solterm_sessions_unsaved"] == 0


async def test_a_result_reaches_the_others_after_an_outage(
    own_server: Server, tmp_path: Path
) -> None:
    address = own_server.make_database("results")
    with Host(tmp_path, "--database", address) as host:
        async with connect(host, "ann", fresh_key()) as connection:
            ann = await begin(connection)
            assert not (await answer(ann, "results"))["results"]
            own_server.restart(pause=0)  # breaks the connection silently
            await asyncio.sleep(0.5)
            await asyncio.to_thread(own_server.wait)
            for words in ("tour mine: free-cell, demon", "next", "t1 r1", "end", "y"):
                assert (await answer(ann, words))["ok"]
            end = time.monotonic() + 120
            while not (reply := await answer(ann, "results"))["results"]:
                assert time.monotonic() < end, reply
                await asyncio.sleep(0.3)

"""Queries run in threads: logins and sessions do not delay each other."""

import asyncio
import threading
from pathlib import Path

import pytest

from solterm.core.refusal import Refusal
from solterm.serve.access import Address
from solterm.serve.account_queries import AccountQueries
from solterm.serve.accounts import Accounts, Player
from solterm.serve.host_settings import HostSettings
from solterm.serve.limits import Limits
from solterm.store.errors import StoreError

KEY = "SHA256:" + "A" * 43


async def test_logins_do_not_wait_for_queries_of_sessions(tmp_path: Path) -> None:
    queries, waits = AccountQueries(tmp_path, None, Limits(HostSettings())), threading.Event()
    answers: list[object] = []

    def hang(register: Accounts) -> str:
        waits.wait()
        return "answered"

    queries.ask(hang, answers.append)
    player = await queries.find_player(KEY, "ann", Address("192.0.2.1"))
    assert player == Player(player.id, "ann")
    assert not answers
    waits.set()
    while not answers:
        await asyncio.sleep(0.01)
    assert answers == ["answered"]
    queries.close()


async def test_an_error_is_returned_as_the_answer(tmp_path: Path) -> None:
    queries, answers = AccountQueries(tmp_path, None, Limits(HostSettings())), list[object]()
    queries.ask(lambda each: each.make_code("nobody" * 9), answers.append)
    queries.ask(lambda each: each.rename("nobody", "x"), answers.append)
    while len(answers) < 2:
        await asyncio.sleep(0.01)
    assert isinstance(answers[1], Refusal)
    queries.close()


async def test_new_players_are_limited(tmp_path: Path) -> None:
    queries = AccountQueries(tmp_path, None, Limits(HostSettings(new_players_an_hour=1)))
    ann = await queries.find_player(KEY, "ann", Address("192.0.2.1"))
    with pytest.raises(Refusal):
        await queries.find_player("SHA256:other", "bob", Address("192.0.2.1"))
    assert await queries.find_player(KEY, "ann", Address("192.0.2.1")) == ann
    queries.close()


def test_a_damaged_register_is_reported_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "host.db").write_bytes(b"nonsense" * 1000)
    with pytest.raises(StoreError, match="is damaged"):
        AccountQueries(tmp_path, None, Limits(HostSettings()))

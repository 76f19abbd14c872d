"""Contests between two accounts over SSH: one try, one row, and deals that nobody can know."""

import json
import os
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.harness.postgres import ROLE, SESSIONS_ROLE, Server
from tests.serve.hosting import Host, connect, fresh_key

PATIENCE = 20
"""Logins after which a result has reached the board."""


async def ask(
    host: Host, lines: list[str], user: str, key: asyncssh.SSHKey | None
) -> list[dict[str, Any]]:
    """Return the answers to lines in one session, without the greeting."""
    async with connect(host, user, key) as connection:
        text = "".join(f"{line}\n" for line in [*lines, "quit"])
        done = await connection.run("json", input=text)
        return [json.loads(line) for line in str(done.stdout).splitlines()][1:]


async def test_a_tournament_has_one_try_also_under_another_name(host: Host) -> None:
    ann, bob = fresh_key(), fresh_key()
    play = ["tournament Twice: demon", "next", "end", "y", "enter"]
    told = await ask(host, play, "ann", ann)
    assert any("You reached place 1 of 1" in each["text"] for each in told), told
    lines = ["name annie", "boards", "tournament Twice", "board Twice"]
    _, listed, again, board, *_ = await ask(host, lines, "ann", ann)
    assert "tournament:Twice" in listed["text"]
    assert "already played Tournament Twice" in again["text"]
    assert "2." not in board["text"]
    joined, *_ = await ask(host, ["tournament Twice"], "bob", bob)
    assert "0 of 1 played" in joined["text"]


@pytest.mark.parametrize("engine", ["files", "database"])
async def test_the_host_enters_what_a_session_has_played(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    place: list[str] = []
    if engine == "database":
        made: Server = request.getfixturevalue("server")
        database = made.make_database(f"boards_{os.urandom(4).hex()}")
        sessions = database.replace(ROLE, SESSIONS_ROLE)
        place = ["--database", database, "--sessions-database", sessions]
    with Host(tmp_path, *place) as host:
        ann, bob = fresh_key(), fresh_key()
        play = ["tournament Shared: demon", "next", "end", "y", "enter", "board Shared"]
        *_, own, _ = await ask(host, play, "ann", ann)
        assert "1. ann: " in own["text"]
        for _ in range(PATIENCE):
            board, *_ = await ask(host, ["board Shared"], "bob", bob)
            if "1. ann: " in board["text"]:
                break
        assert "1. ann: " in board["text"] and "2. " not in board["text"]
        *_, again, _ = await ask(host, ["boards", "board Shared"], "ann", ann)
        assert "1. ann: " in again["text"] and "2. " not in again["text"], "it stands there once"


async def test_nobody_learns_the_deal_of_the_day(host: Host) -> None:
    for key in (fresh_key(), None):
        begun, dealt, record, *_ = await ask(host, ["daily", "next", "record"], "cid", key)
        assert (begun["day"]["deal"], begun["day"]["line"]) == (0, "")
        assert dealt["deal"] == 0
        assert ", deal " not in dealt["text"]
        assert not record["ok"]

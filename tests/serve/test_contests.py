"""Contests between two accounts over SSH: one try, one row, and deals that nobody can know."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import asyncssh
import psycopg
import pytest

from solterm.store.postgres.tables import READ_ONLY
from tests.harness.postgres import ROLE, SESSIONS_ROLE, Server
from tests.harness.pty import PATIENCE
from tests.serve.hosting import Host, connect, fresh_key, open_screen


async def ask(
    host: Host, lines: list[str], user: str, key: asyncssh.SSHKey | None
) -> list[dict[str, Any]]:
    """Return the answers to lines in one session, without the greeting."""
    async with connect(host, user, key) as connection:
        text = "".join(f"{line}\n" for line in [*lines, "quit"])
        done = await connection.run("json", input=text)
        return [json.loads(line) for line in str(done.stdout).splitlines()][1:]


async def read_board(host: Host, board: str, line: str, user: str, key: asyncssh.SSHKey) -> str:
    """Return a board once the host has entered a line."""
    text = ""
    async with asyncio.timeout(PATIENCE):
        while line not in text:
            told, *_ = await ask(host, [f"board {board}"], user, key)
            text = told["text"]
    return text


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


Place = list[str]
LONG_FILES, LONG_DATABASE = (
    pytest.param(each, marks=pytest.mark.long) for each in ("files", "database")
)
"""Where a host may keep its data too; each of these tests starts one or two hosts."""


@pytest.fixture
def place(request: pytest.FixtureRequest) -> Place:
    """Where a host keeps its data, as arguments."""
    if request.param == "files":
        return []
    made: Server = request.getfixturevalue("server")
    database = made.make_database(f"boards_{os.urandom(4).hex()}")
    return ["--database", database, "--sessions-database", database.replace(ROLE, SESSIONS_ROLE)]


@pytest.mark.parametrize("place", ["database", LONG_FILES], indirect=True)
async def test_the_host_enters_what_a_session_has_played(place: Place, tmp_path: Path) -> None:
    ann, bob = fresh_key(), fresh_key()
    with Host(tmp_path, *place) as host:
        begun, *_ = (await ask(host, ["tournament Shared: demon", "next", "s"], "ann", ann))[1:]
        host.process.kill()
    with Host(tmp_path, *place) as host:
        play = ["tournament Shared", "end", "y", "enter", "board Shared"]
        again, *_, own, _ = await ask(host, play, "ann", ann)
        assert again["piles"].keys() == begun["piles"].keys() and again["moves"] == 0
        assert "1. ann: " in own["text"]
        assert "2. " not in await read_board(host, "Shared", "1. ann: ", "bob", bob)
        *_, again, _ = await ask(host, ["boards", "board Shared"], "ann", ann)
        assert "1. ann: " in again["text"] and "2. " not in again["text"], "it stands there once"


LOOKS = (
    *("daily", "board daily", "boards", "contests", "menu", "saves", "stats", "who", "results"),
    *("player ann", "player ann 1", "race run daily 1", "daily practise", "daily record"),
    *("next", "board", "record", "score", "who", "contests", "menu", "saves"),
)
"""What a player may ask for who looks for the deal of the day."""


@pytest.mark.parametrize("place", ["files", LONG_DATABASE], indirect=True)
async def test_nothing_tells_the_deal_or_a_record_before_the_own_try_has_ended(
    place: Place, tmp_path: Path
) -> None:
    with Host(tmp_path, *place) as host:
        ann, bob = fresh_key(), fresh_key()
        *_, ended, _ = await ask(host, ["daily", "next", "end", "y"], "ann", ann)
        number = str(ended["day"]["deal"])
        assert len(number) > 9
        await read_board(host, "daily", "1. ann: ", "bob", bob)
        said = [json.dumps(each) for each in await ask(host, list(LOOKS), "bob", bob)]
        async with connect(host, "bob", bob) as connection:
            lines = "".join(f"{line}\n" for line in [*LOOKS, "quit"])
            said.append(str((await connection.run(input=lines)).stdout))
        async with open_screen(host, "bob", bob) as screen:
            said.append(await screen.wait_for("Score"))
            screen.press("m")
            said.append(await screen.wait_for("All games"))
        said += _read_all_shared(host, place)
        assert any("ann" in each for each in said)
        assert not [each for each in said if number in each or '[Game "' in each]
        *_, ended, _ = await ask(host, ["daily", "next", "end", "y"], "bob", bob)
        assert str(ended["day"]["deal"]) == number


def _read_all_shared(host: Host, place: Place) -> list[str]:
    """Return what a session can read that is not its player's."""
    if not place:
        return [each.read_text() for each in (host.data / "shared").rglob("*") if each.is_file()]
    with psycopg.connect(place[-1], autocommit=True) as line:
        return [repr(line.execute(f"TABLE {each}".encode()).fetchall()) for each in READ_ONLY]


async def test_nobody_learns_the_deal_of_the_day(host: Host) -> None:
    for key in (fresh_key(), None):
        begun, dealt, record, *_ = await ask(host, ["daily", "next", "record"], "cid", key)
        assert (begun["day"]["deal"], begun["day"]["line"]) == (0, "")
        assert dealt["deal"] == 0
        assert ", deal " not in dealt["text"]
        assert not record["ok"]

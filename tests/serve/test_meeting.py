"""Players who come with ssh meet: on one host, and on two that share a database."""

import asyncio
import json
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.serve.hosting import Host, connect, eventually, fresh_key, sit


async def answer(talk: "asyncssh.SSHClientProcess[str]", line: str = "") -> dict[str, Any]:
    """The next object, after a line that is typed if there is one."""
    if line:
        talk.stdin.write(f"{line}\n")
    return dict(json.loads(await talk.stdout.readline()))


async def begin(line: asyncssh.SSHClientConnection) -> "asyncssh.SSHClientProcess[str]":
    """Start line mode with JSON lines."""
    talk = await line.create_process("json")
    assert (await answer(talk))["state"] == "playing"
    return talk


async def is_seen(talk: "asyncssh.SSHClientProcess[str]", name: str) -> None:
    """Wait until somebody is listed who has come to another host."""
    told: list[str] = []
    while name not in told:
        await asyncio.sleep(0.2)  # the host limits requests
        visitors = (await answer(talk, "who"))["visitors"]
        told = [each["player"] for each in visitors if each["open"]]


async def test_a_game_is_watched_on_the_screen_while_it_is_played_in_lines(host: Host) -> None:
    async with connect(host, "paula", fresh_key()) as line, sit(host, "quint", fresh_key()) as eyes:
        paula = await begin(line)
        assert (await answer(paula, "play demon"))["game"] == "demon"
        await eyes.come_in()
        await eyes.play("fly")
        eyes.press(*":watch paula", "Enter")
        await eyes.wait_for("You are watching paula.")
        assert (await answer(paula, "s"))["ok"]
        await eyes.wait_for("Turn the stock")
        assert (await answer(paula, "quit"))["ok"]
        await eyes.wait_for("paula has left.")


@pytest.mark.long
async def test_hosts_that_share_a_database_are_one_room(database: str, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("first", "second")]
    for each in folders:
        each.mkdir()
    with (
        Host(folders[0], "--database", database) as first,
        Host(folders[1], "--database", database) as second,
    ):
        own = fresh_key()
        async with connect(first, "paula", own) as here:
            paula = await begin(here)
            async with connect(second, "quint", fresh_key()) as there:
                quint = await begin(there)
                await is_seen(quint, "paula")
                seen = await answer(quint, "watch paula")
                assert seen["watched"] == {"player": "paula", "event": ""}
                turned = await answer(paula, "s")
                heard = await answer(quint)
                assert heard["watched"]["event"] == "s"
                assert heard["piles"] == turned["piles"]
                assert (await answer(paula, "door closed"))["door"] == "closed"
                assert (await answer(quint))["text"] == "paula no longer accepts spectators."
            async with connect(second, "paula", own) as again:
                paula = await begin(again)
                assert (await answer(paula, "door"))["door"] == "closed"
        await eventually(lambda: not first.sessions)

"""Players who log in with ssh meet, on one host and on two that share a database."""

import asyncio
import json
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.serve.hosting import Host, connect, eventually, fresh_key, open_screen


async def answer(process: "asyncssh.SSHClientProcess[str]", line: str = "") -> dict[str, Any]:
    """Type a line, if any, and return the next object."""
    if line:
        process.stdin.write(f"{line}\n")
    return dict(json.loads(await process.stdout.readline()))


async def begin(connection: asyncssh.SSHClientConnection) -> "asyncssh.SSHClientProcess[str]":
    """Start line mode with JSON lines."""
    process = await connection.create_process("json")
    assert (await answer(process))["state"] == "playing"
    return process


async def is_seen(process: "asyncssh.SSHClientProcess[str]", name: str) -> None:
    """Wait until a player on another host is listed."""
    listed: list[str] = []
    while name not in listed:
        await asyncio.sleep(0.2)  # the host limits requests
        visitors = (await answer(process, "who"))["visitors"]
        listed = [each["player"] for each in visitors if each["open"]]


async def test_a_game_is_watched_on_the_screen_while_it_is_played_in_lines(host: Host) -> None:
    async with (
        connect(host, "paula", fresh_key()) as connection,
        open_screen(host, "quint", fresh_key()) as eyes,
    ):
        paula = await begin(connection)
        assert (await answer(paula, "play demon"))["game"] == "demon"
        await eyes.pass_welcome()
        await eyes.play("fly")
        eyes.press(*":watch paula", "Enter")
        await eyes.wait_for("You are watching paula.")
        assert (await answer(paula, "s"))["ok"]
        await eyes.wait_for("Turn the stock")
        assert (await answer(paula, "quit"))["ok"]
        await eyes.wait_for("paula has left.")


@pytest.mark.long
async def test_hosts_that_share_a_database_share_their_players(
    database: str, tmp_path: Path
) -> None:
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
                step = await answer(quint)
                assert step["watched"]["event"] == "s"
                assert step["piles"] == turned["piles"]
                assert (await answer(paula, "door closed"))["door"] == "closed"
                assert (await answer(quint))["text"] == "paula no longer accepts spectators."
            async with connect(second, "paula", own) as again:
                paula = await begin(again)
                assert (await answer(paula, "door"))["door"] == "closed"
        await eventually(lambda: not first.sessions)


async def start_race(
    xenia: "asyncssh.SSHClientProcess[str]", yannick: "asyncssh.SSHClientProcess[str]"
) -> None:
    """Let xenia challenge yannick, and wait until the cards are on both tables."""
    await is_seen(xenia, "yannick")
    id = (await answer(xenia, "race yannick demon"))["race_id"]
    while not (told := await answer(yannick, "moves")).get("news"):
        await asyncio.sleep(0.1)
    assert told["news"][0]["race"]["wanted"] == "yannick"
    assert (await answer(yannick, f"race accept {id}"))["race_id"] == id
    for process in (xenia, yannick):
        while (told := await answer(process, "moves"))["game"] != "demon":
            await asyncio.sleep(0.1)
        assert told["deal"] == 0
    assert (await answer(xenia, "board"))["piles"] == (await answer(yannick, "board"))["piles"]


async def stop(process: "asyncssh.SSHClientProcess[str]") -> None:
    assert (await answer(process, "end"))["answers"] == ["y", "n"]
    assert (await answer(process, "y"))["state"] == "none"


async def hear_end(process: "asyncssh.SSHClientProcess[str]") -> dict[str, Any]:
    """Wait for the end of a race, and return it."""
    while True:
        for news in (await answer(process, "boards")).get("news", []):
            if news.get("race", {}).get("state") == "over":
                return dict(news["race"])
        await asyncio.sleep(0.2)


async def test_two_players_race_and_the_host_decides(host: Host) -> None:
    async with (
        asyncio.timeout(60),
        connect(host, "xenia", fresh_key()) as here,
        connect(host, "yannick", fresh_key()) as there,
    ):
        xenia, yannick = await begin(here), await begin(there)
        await start_race(xenia, yannick)
        await stop(xenia)
        await stop(yannick)
        over = await hear_end(xenia)
        assert over["winner"] == -1
        played = await answer(xenia, f"race {over['id']} record")
        assert '[Result "playing"]' in played["record"], "yannick has stopped before the end"


@pytest.mark.long
async def test_a_race_goes_on_when_its_host_is_killed(database: str, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("first", "second")]
    for each in folders:
        each.mkdir()
    with (
        Host(folders[0], "--database", database) as first,
        Host(folders[1], "--database", database) as second,
    ):
        own = fresh_key()
        async with connect(second, "yannick", fresh_key()) as there:
            yannick = await begin(there)
            async with connect(first, "xenia", own) as here:
                xenia = await begin(here)
                await is_seen(yannick, "xenia")
                await start_race(xenia, yannick)
                turned = await answer(xenia, "s")
                first.process.kill()
            async with connect(second, "xenia", own) as again:
                xenia = await begin(again)
                while not (told := await answer(xenia, "race here"))["ok"]:
                    await asyncio.sleep(0.1)
                assert told["piles"] == turned["piles"]
                status = await answer(xenia, "race status")
                assert status["race"]["state"] == "running"
                await stop(xenia)
                await stop(yannick)
                over = await hear_end(yannick)
                assert over["winner"] == -1
                played = await answer(yannick, f"race {over['id']} record")
                assert played["record"].rstrip().endswith("s"), "with what the first host stored"

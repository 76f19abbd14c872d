"""`solterm host`: the administrator's commands, tried on a host that runs."""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import asyncssh

from solterm.serve.access import Address
from solterm.serve.accounts import stamp
from solterm.serve.house_rules import Ban, HouseRules
from tests.serve.conftest import Command
from tests.serve.hosting import Host, connect, fresh_key, fresh_name, open_screen


def audit(host: Host) -> list[str]:
    return (host.data / "audit.log").read_text().splitlines()


async def say(
    host: Host, user: str, key: asyncssh.SSHKey | None, *lines: str, address: str = ""
) -> tuple[str, int | None]:
    """Log in, say lines in line mode, and return what the host answered and the exit status."""
    async with connect(host, user, key, address) as connection:
        process = await connection.create_process("lines")
        with suppress(OSError):  # the host refuses some at once
            process.stdin.write("\n".join([*lines, "quit", ""]))
        said = str(await process.stdout.read()) + str(await process.stderr.read())
        await process.wait_closed()
        return said, process.exit_status


async def test_a_banned_player_is_sent_away_and_may_return(host: Host, desk: Command) -> None:
    key = fresh_key()
    async with open_screen(host, "bea", key) as screen:
        await screen.pass_welcome()
        assert desk(host.data, "ban", "bea", "--for", "3d").out.startswith("bea is banned until 20")
        shown = (await screen.process.stdout.read()).decode()
        assert "You are banned from this host until" in shown + (await screen.end())[0]
    said, status = await say(host, "bea", key)
    assert "You are banned from this host until" in said and status == 1
    assert "bea" in desk(host.data, "ban").out
    assert desk(host.data, "players", "bea", "--json").json[0]["banned"]
    assert desk(host.data, "unban", "bea").out == "bea may log in again.\n"
    assert (await say(host, "bea", key))[1] == 0
    assert "is not banned" in desk(host.data, "unban", "bea").err
    assert any("ban by=" in line and "who=bea" in line for line in audit(host))


async def test_a_banned_key_and_address_cannot_log_in(host: Host, desk: Command) -> None:
    key = fresh_key()
    desk(host.data, "ban", key.get_fingerprint())
    assert "You are banned from this host." in (await say(host, "carl", key))[0]
    assert not desk(host.data, "players", "carl", "--json").json, "nobody was enrolled"
    desk(host.data, "unban", key.get_fingerprint())
    desk(host.data, "ban", "127.77.0.0/16")
    assert "You are banned" in (await say(host, "guest", None, address="127.77.0.9"))[0]
    desk(host.data, "unban", "127.77.0.0/16")


def test_a_ban_ends_by_itself() -> None:
    def rules(hours: int) -> HouseRules:
        until = stamp(datetime.now(UTC) + timedelta(hours=hours))
        return HouseRules((Ban("192.0.2.0/24", "", "", until),))

    assert rules(1).refusal(Address("::ffff:192.0.2.7"), "", "")
    assert not rules(-1).refusal(Address("192.0.2.7"), "", "")
    assert not rules(1).refusal(Address("198.51.100.1"), "", "")


async def test_a_renamed_player_logs_in_under_the_new_name(host: Host, desk: Command) -> None:
    before, after = fresh_name(), fresh_name()
    async with open_screen(host, before, fresh_key()) as screen:
        await screen.pass_welcome()
        assert desk(host.data, "rename", before, after).out == f"{before} is now {after}.\n"
        shown = (await screen.process.stdout.read()).decode()
        assert f"This host now calls you {after}" in shown + (await screen.end())[0]
    assert after in desk(host.data, "players", before).out
    assert "reserved" in desk(host.data, "rename", after, "root").err
    assert "No player is called 'nobody-here'" in desk(host.data, "rename", "nobody-here", "x1").err


async def test_boards_have_the_new_name(host: Host, desk: Command) -> None:
    key = fresh_key()
    said, _ = await say(host, "gerd", key, "daily", "next", "end", "y", "enter", "board daily")
    assert "gerd" in said
    desk(host.data, "rename", "gerd", "gerhard")
    said, _ = await say(host, "gerd", key, "board daily")
    assert "1. gerhard: " in said and "gerd:" not in said


async def test_a_code_brings_a_player_back_who_lost_the_key(host: Host, desk: Command) -> None:
    lost, fresh = fresh_key(), fresh_key()
    await say(host, "emil", lost)
    told = desk(host.data, "recover", "emil", "--forget-keys").out
    code = re.search(r"is ([A-Z]{4}-[A-Z]{4})\.", told)
    assert code and "1 key forgotten" in told
    said, _ = await say(host, "emil", fresh, f"code {code[1]}")
    assert "this key belongs to emil" in said
    found = desk(host.data, "players", "emil", "--json").json
    assert {each["name"]: each["keys"] for each in found} == {"emil": 1, "emil-2": 0}
    assert not any(code[1] in line for line in audit(host)), "the log never contains a code"


async def test_players_read_the_message_of_the_day(host: Host, desk: Command) -> None:
    assert "no message" in desk(host.data, "motd").out
    desk(host.data, "motd", "Demon tonight.")
    assert desk(host.data, "motd").out == "Demon tonight.\n"
    assert "The host says: Demon tonight." in (await say(host, "fred", fresh_key()))[0]
    desk(host.data, "motd", "--off")
    assert "Demon tonight." not in (await say(host, "fred", fresh_key()))[0]
    assert "at most 200" in desk(host.data, "motd", "x" * 201).err


async def test_players_delete_themselves(host: Host, desk: Command) -> None:
    key = fresh_key()
    said, _ = await say(host, "ines", key, "erase inez")
    assert "That is not your name here" in said
    (player,) = desk(host.data, "players", "ines", "--json").json
    async with connect(host, "ines", key) as connection:
        process = await connection.create_process("lines")
        process.stdin.write("erase INES\n")
        said = str(await process.stdout.read()) + str(await process.stderr.read())
        assert "Your account is being deleted" in said and "is kept" not in said
    await host.wait_for_log(f"deleted player={player['id']}")
    assert not desk(host.data, "players", "ines", "--json").json
    assert not (host.data / "players" / player["id"]).exists()
    assert "A guest's games" in (await say(host, "guest", None, "erase guest"))[0]


async def test_a_host_refuses_names_that_it_does_not_want(host: Host, desk: Command) -> None:
    await say(host, "spamela", fresh_key())
    async with host.with_settings(unwanted_names=["spam"]):
        assert "spamela: the host does not want" in desk(host.data, "check").out
        said, _ = await say(host, "spammer", fresh_key(), "name xSpAmx")
        assert "This host does not want that name" in said
        assert not desk(host.data, "players", "spammer", "--json").json

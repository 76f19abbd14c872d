"""Sessions: the screen or line mode, and the game as the player left it."""

import json
import os
import signal
from contextlib import suppress

import pytest

from tests.serve.hosting import Host, connect, eventually, fresh_key, open_screen


async def test_a_resized_window_is_redrawn(host: Host) -> None:
    async with open_screen(host, "ann", fresh_key()) as screen:
        await screen.pass_welcome()
        screen.resize(132, 43)
        text = await screen.wait_for("Baker's Game")
        assert len(text.splitlines()[0]) == 132


@pytest.mark.parametrize("key", ["Ctrl+C", "Ctrl+Z", "\x1c"])
async def test_a_key_typed_before_the_screen_is_up_does_not_end_it(host: Host, key: str) -> None:
    async with open_screen(host, "ann", fresh_key()) as screen:
        screen.press(key)
        await screen.wait_for("takes this name")


async def test_the_command_json_chooses_json_lines(host: Host) -> None:
    async with connect(host, "ann", fresh_key()) as connection:
        for command in ("json", "--json", " json "):
            done = await connection.run(command, input="moves\nquit\n")
            first, moves, last = (json.loads(each) for each in str(done.stdout).splitlines())
            assert first["state"] == "playing"
            assert moves["legal"] and last["ok"]
            assert done.exit_status == 0 and not done.stderr


async def test_without_a_terminal_line_mode_has_no_prompt(host: Host) -> None:
    async with connect(host, "ann", fresh_key()) as connection:
        done = await connection.run(input="quit\n")
        assert "Type 'help' for the commands." in str(done.stdout)
        assert "solterm list" not in str(done.stdout), "a host has no such command"
        assert ">" not in str(done.stdout)
        done = await connection.run(input="s\n")
        assert done.exit_status == 0, "a script need not quit"


async def test_a_dropped_connection_keeps_the_game(host: Host) -> None:
    key = fresh_key()
    async with connect(host, "dora", key) as connection:
        process = await connection.create_process("json")
        before = json.loads(await process.stdout.readline())
        process.stdin.write("s\n")
        turned = json.loads(await process.stdout.readline())
        assert turned["ok"]
        connection.abort()
    await eventually(lambda: not [each for each in host.sessions if each["player"] == "dora"])
    async with connect(host, "dora", key) as connection:
        done = await connection.run("json", input="quit\n")
    after = json.loads(str(done.stdout).splitlines()[0])
    assert after["deal"] == before["deal"] and after["piles"] == turned["piles"]


async def test_a_second_login_takes_over_from_the_idle_session(host: Host) -> None:
    """The session that was idle longest ends; its game continues in the new one."""
    key = fresh_key()
    async with host.with_settings(sessions_of_a_player=1), open_screen(host, "gina", key) as idle:
        await idle.pass_welcome()
        async with open_screen(host, "gina", key) as screen:
            await screen.pass_welcome()
            data = await idle.process.stdout.read()
            errors, _ = await idle.end()
            assert "another terminal" in data.decode() + errors
            assert host.session_of("gina")


async def test_a_client_that_reads_nothing_does_not_delay_others(host: Host) -> None:
    async with (
        open_screen(host, "ines", fresh_key()) as stalled,
        connect(host, "joan", fresh_key()) as connection,
    ):
        await stalled.pass_welcome()
        stalled.process.channel.pause_reading()
        for _ in range(300):
            stalled.press("PageDown", "PageUp")
        done = await connection.run("json", input="quit\n")
        assert done.exit_status == 0


async def test_a_dead_template_affects_no_session_and_no_later_login(host: Host) -> None:
    async with open_screen(host, "kate", fresh_key()) as screen:
        await screen.pass_welcome()
        template = host.ask(ask="status")["template"]["process"]
        os.kill(template, signal.SIGKILL)
        async with connect(host, "lena", fresh_key()) as connection:
            done = await connection.run("json", input="quit\n")
            assert done.exit_status == 0
        screen.press(*"demon")
        await screen.wait_for("demon")
        screen.process.channel.get_connection().abort()
    await host.wait_for_log(r"end .*player=kate")


async def test_a_hung_session_does_not_delay_others(host: Host) -> None:
    async with open_screen(host, "mona", fresh_key()) as screen:
        await screen.pass_welcome()
        process = host.session_of("mona")["process"]
        os.kill(process, signal.SIGSTOP)
        assert host.ask(ask="kick", who="mona") == 1
        async with connect(host, "nora", fresh_key()) as connection:
            done = await connection.run("json", input="quit\n")
            assert done.exit_status == 0
        with suppress(ProcessLookupError):  # under load, the host has killed it by now
            os.kill(process, signal.SIGCONT)
        shown = (await screen.process.stdout.read()).decode()
        errors, _ = await screen.end()
        assert "administrator" in shown + errors


async def test_a_long_script_is_answered_to_its_last_line(host: Host) -> None:
    """The script is larger than all buffers on the way, and arrives before the session starts."""
    lines = [f"{number} {'x' * 380}" for number in range(1000)]
    unlimited = host.with_settings(commands_a_second=10_000, cpu_percent=100)
    async with unlimited, connect(host, "otti", fresh_key()) as connection:
        done = await connection.run("json", input="\n".join([*lines, "quit", ""]))
    answers = [json.loads(each) for each in str(done.stdout).splitlines()]
    assert len(answers) == 1002 and answers[-1]["ok"] and done.exit_status == 0

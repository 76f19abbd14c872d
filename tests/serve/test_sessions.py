"""Sessions: the screen or line mode, and the game as the player left it."""

import json
import os
import signal

import pytest

from tests.serve.hosting import Host, connect, eventually, fresh_key, sit


async def test_a_window_that_is_resized_is_painted_in_its_new_size(host: Host) -> None:
    async with sit(host, "ann", fresh_key()) as chair:
        await chair.come_in()
        chair.resize(132, 43)
        text = await chair.wait_for("Baker's Game")
        assert len(text.splitlines()[0]) == 132


async def test_the_command_json_chooses_json_lines(host: Host) -> None:
    async with connect(host, "ann", fresh_key()) as line:
        for command in ("json", "--json", " json "):
            done = await line.run(command, input="moves\nquit\n")
            first, moves, last = (json.loads(each) for each in str(done.stdout).splitlines())
            assert first["state"] == "playing"
            assert moves["legal"] and last["ok"]
            assert done.exit_status == 0 and not done.stderr


async def test_without_a_terminal_there_is_line_mode_and_no_prompt(host: Host) -> None:
    async with connect(host, "ann", fresh_key()) as line:
        done = await line.run(input="quit\n")
        assert "Type 'help' for the commands." in str(done.stdout)
        assert "solterm list" not in str(done.stdout), "there is no such command on a host"
        assert ">" not in str(done.stdout)
        done = await line.run(input="s\n")
        assert done.exit_status == 0, "a script need not quit"


async def test_a_dumb_terminal_gets_line_mode_with_a_prompt(host: Host) -> None:
    async with sit(host, "ann", fresh_key(), term="dumb") as chair:
        await chair.wait_for("> ")
        chair.press("quit\r")
        _, status = await chair.end()
        assert status == 0


async def test_a_line_that_drops_leaves_the_game_as_it_was(host: Host) -> None:
    key = fresh_key()
    async with connect(host, "dora", key) as line:
        talk = await line.create_process("json")
        before = json.loads(await talk.stdout.readline())
        talk.stdin.write("s\n")
        turned = json.loads(await talk.stdout.readline())
        assert turned["ok"]
        line.abort()
    await eventually(lambda: not [each for each in host.sessions if each["player"] == "dora"])
    async with connect(host, "dora", key) as line:
        done = await line.run("json", input="quit\n")
    after = json.loads(str(done.stdout).splitlines()[0])
    assert after["deal"] == before["deal"] and after["piles"] == turned["piles"]


async def test_a_screen_whose_line_drops_is_hung_up(host: Host) -> None:
    async with sit(host, "edna", fresh_key()) as chair:
        await chair.come_in()
        process = host.session_of("edna")["process"]
        chair.process.channel.get_connection().abort()
    await host.wait_for_log(r"end .*player=edna .*dropped.* status=129")
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_a_second_login_takes_over_from_the_idle_session(host: Host) -> None:
    """The session that rested longest makes room; what it held goes on in the new one."""
    key = fresh_key()
    async with host.with_settings(sessions_of_a_player=1), sit(host, "gina", key) as ghost:
        await ghost.come_in()
        async with sit(host, "gina", key) as chair:
            await chair.come_in()
            data = await ghost.process.stdout.read()
            said, _ = await ghost.end()
            assert "another terminal" in data.decode() + said
            assert host.session_of("gina")


async def test_a_client_that_reads_nothing_delays_no_other(host: Host) -> None:
    async with sit(host, "ines", fresh_key()) as deaf, connect(host, "joan", fresh_key()) as line:
        await deaf.come_in()
        deaf.process.channel.pause_reading()
        for _ in range(300):
            deaf.press("PageDown", "PageUp")
        done = await line.run("json", input="quit\n")
        assert done.exit_status == 0


async def test_when_the_template_dies_others_play_on_and_the_next_login_works(host: Host) -> None:
    async with sit(host, "kate", fresh_key()) as chair:
        await chair.come_in()
        template = host.ask(ask="status")["template"]["process"]
        os.kill(template, signal.SIGKILL)
        async with connect(host, "lena", fresh_key()) as line:
            done = await line.run("json", input="quit\n")
            assert done.exit_status == 0
        chair.press("q", "u", "e", "e", "n")
        await chair.wait_for("queen")
        chair.process.channel.get_connection().abort()
    await host.wait_for_log(r"end .*player=kate")


async def test_a_hung_session_is_killed_and_delays_no_other(host: Host) -> None:
    async with sit(host, "mona", fresh_key()) as chair:
        await chair.come_in()
        os.kill(host.session_of("mona")["process"], signal.SIGSTOP)
        assert host.ask(ask="kick", who="mona") == 1
        async with connect(host, "nora", fresh_key()) as line:
            done = await line.run("json", input="quit\n")
            assert done.exit_status == 0
        said, status = await chair.end()
        assert "administrator" in said and status


async def test_a_long_script_is_answered_to_its_last_line(host: Host) -> None:
    """It is more than fits into any buffer on the way, and comes before there is a session."""
    lines = [f"{number} {'x' * 380}" for number in range(1000)]
    unlimited = host.with_settings(commands_a_second=10_000, cpu_percent=100)
    async with unlimited, connect(host, "otti", fresh_key()) as line:
        done = await line.run("json", input="\n".join([*lines, "quit", ""]))
    answers = [json.loads(each) for each in str(done.stdout).splitlines()]
    assert len(answers) == 1002 and answers[-1]["ok"] and done.exit_status == 0

"""A host offers only its games: no commands, shell, files or forwarding."""

import asyncio
import os
import signal
import socket
from pathlib import Path

import asyncssh
import pytest

from solterm.serve.accounts import Player
from solterm.serve.host_settings import HostSettings
from solterm.serve.session_env import SessionEnv
from solterm.serve.ssh_entrance import Variables, terminal_of
from tests.serve.hosting import Host, connect, fresh_key, open_screen

COMMANDS = [
    *("cat /etc/passwd", "sh", "/bin/sh -i", "json; id", "json\nid", "$(id)", "lines `id`", "JSON"),
    *("scp -t /tmp", "rsync --server .", "internal-sftp", "json json", "--player ann", "-c id"),
    *("\0", "x" * 100_000),
]


async def test_a_command_is_refused_in_one_sentence(host: Host) -> None:
    # The longest command is more than a client may send at once.
    async with host.with_settings(commands_a_second=10_000), connect(host) as connection:
        for command in COMMANDS:
            done = await connection.run(command, stdin=asyncssh.DEVNULL)
            assert done.exit_status == 1 and not done.stdout, command[:20]
            assert done.stderr == (
                "solterm: This host offers only card games."
                " The commands are: lines (line mode) and json (JSON lines).\n"
            )
        done = await connection.run("bash -l", term_type="xterm", stdin=asyncssh.DEVNULL)
        assert done.exit_status == 1 and "only card games" in str(done.stderr)


async def test_there_are_no_subsystems(host: Host) -> None:
    async with connect(host) as connection:
        for subsystem in ("sftp", "netconf", "x" * 1000):
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_process(subsystem=subsystem)


async def test_no_connection_is_forwarded(host: Host, tmp_path: Path) -> None:
    """Neither to a port that the host can reach, nor to a socket of the host."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        port = listener.getsockname()[1]
        async with connect(host, key=fresh_key()) as connection:
            with pytest.raises(asyncssh.ChannelOpenError, match="refused"):
                await connection.open_connection("127.0.0.1", port)
            with pytest.raises(asyncssh.ChannelOpenError, match="refused"):
                await connection.open_unix_connection(str(host.data / "admin.sock"))
            with pytest.raises(asyncssh.ChannelOpenError, match="refused"):
                await connection.open_tun()
        with pytest.raises(BlockingIOError):
            listener.accept()


async def test_the_host_does_not_listen_for_a_client(host: Host, tmp_path: Path) -> None:
    async with connect(host, key=fresh_key()) as connection:
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 9)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_path(str(tmp_path / "door"), str(tmp_path / "other"))
    assert not list(tmp_path.iterdir())


async def test_no_agent_or_display_is_forwarded(host: Host) -> None:
    async with connect(host, key=fresh_key()) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process("json", x11_forwarding=True, x11_display="127.0.0.1:9")
        process = await connection.create_process("json")
        await process.stdout.readline()
        assert not await process.channel._make_request(b"auth-agent-req@openssh.com")


def test_a_session_gets_only_the_variables_of_the_language(tmp_path: Path) -> None:
    folders = ("PATH", "LD_PRELOAD", "PYTHONPATH", "SOLTERM_HOME", "TERMINFO", "HOME", "TMPDIR")
    sent = {
        **{"LANG": "de_DE.UTF-8", "LC_TIME": "C", "LC_ALL": "../../etc", "LC_CTYPE": "de_DE\n"},
        **{"SOLTERM_PLAYER": "somebody", "TEXTUAL_DRIVER": "evil:Driver"},
        **dict.fromkeys(folders, "/tmp/evil"),
    }
    kept = Variables()
    for name, value in sent.items():
        kept[name.encode()] = value.encode()
    given = {"TERM": terminal_of("../../evil"), **kept.as_text()}
    env = SessionEnv(tmp_path, None)
    player = Player("0123456789abcdef", "olga")
    found = env.order("7", player, "json", given, HostSettings()).environment
    assert found["LANG"] == "de_DE.UTF-8" and found["LC_TIME"] == "C"
    assert found["TERM"] == "dumb" and found["SOLTERM_PLAYER"] == player.id
    ours = {name for name in found if name.startswith("SOLTERM_")}
    assert found.keys() - ours <= {"LANG", "LC_TIME", "TERM", "TZ", "TMPDIR"}
    assert not any("evil" in value for value in found.values())


async def test_a_session_has_no_file_of_the_host_open(host: Host) -> None:
    """Except the terminal, its connection to the host and the player's data."""
    key = fresh_key()
    async with open_screen(host, "rosa", key) as screen:
        await screen.pass_welcome()
        process = host.session_of("rosa")["process"]
        folder = Path(f"/proc/{process}/fd")
        files = {int(each.name): str(each.readlink()) for each in folder.iterdir()}
        own = str(host.data / "players")
        assert files[0] == files[1] == files[2] and files[0].startswith("/dev/pts/")
        others = [each for number, each in files.items() if number > 3 and "socket:" not in each]
        assert all(each.startswith((own, "anon_inode:", files[0])) for each in others), files


async def test_a_second_terminal_or_session_on_a_channel_is_refused(host: Host) -> None:
    async with connect(host, key=fresh_key()) as connection:
        process = await connection.create_process("json")
        await process.stdout.readline()
        channel = process.channel
        assert not await channel._make_request(b"shell")
        assert not await channel._make_request(b"exec", asyncssh.packet.String("id"))
        process.stdin.write("quit\n")
        async with asyncio.timeout(60):
            await process.wait_closed()
        assert process.exit_status == 0


async def test_ctrl_z_stops_no_session(host: Host) -> None:
    async with open_screen(host, "zora", fresh_key()) as screen:
        await screen.pass_welcome()
        screen.press("\x1a")
        await screen.wait_for("This host does not offer that.")
        os.kill(host.session_of("zora")["process"], signal.SIGTSTP)
        screen.press("8")
        await screen.wait_for("Games begin at level")

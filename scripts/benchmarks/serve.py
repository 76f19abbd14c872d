"""The costs of a host with many players: `solterm serve` with real OpenSSH clients.

We compare logins with an `sshd` that runs `true` on the same machine, in turns. Then many players
press a key each second, a third of them one that plays a card; we measure the time per key, the
processor time, and the memory of a session. A crowd of new players then logs in at one moment.
Finally we kill the host during the games, and check that its files have every move that a player
saw.
"""

import os
import shutil
import sqlite3
import statistics
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.benchmarks import budgets
from scripts.benchmarks.host import (
    PATIENCE,
    Host,
    Player,
    Players,
    answers,
    begin_game,
    can_host,
    find_port,
    make_key,
    proportional_size,
    ssh_command,
)
from scripts.benchmarks.report import Row, progress

LOGINS = 9
PLAYERS = int(os.environ.get("SOLTERM_BENCH_CROWD", "200"))
ROUNDS = 20
"""Keys of each player, one per second."""
SLOWEST = 0.1
CROWD = PLAYERS * 3 // 2
"""Logins at one moment."""
KILLED = PLAYERS // 2
LATE_MS = 100


def measure() -> Iterator[Row]:
    """Measure logins, many players, and the loss when the host is killed."""
    if not can_host():
        yield Row("serve", "not measured: OpenSSH is not installed")
        return
    with TemporaryDirectory() as folder:
        key = make_key(Path(folder, "key"))
        with Host(Path(folder, "data")) as host:
            yield from _measure_logins(host, key, Path(folder))
        with Host(Path(folder, "crowded")) as host:
            yield from _measure_many(host, Path(folder))
        with Host(Path(folder, "besieged")) as host:
            yield _log_in_at_once(host, Path(folder))
        with Host(Path(folder, "killed")) as host:
            yield from _kill(host, Path(folder))


# -- logins ----------------------------------------------------------------------------------


def _measure_logins(host: Host, key: Path, folder: Path) -> Iterator[Row]:
    ours, peers = [], []
    begin_game(host, key, "ann")  # so that no welcome comes before the table
    with _sshd(folder, key) as port:
        for number in range(LOGINS):
            progress(f"serve: login {number + 1} of {LOGINS}")
            ours.append(_log_in(host, key))
            if port:
                peers.append(_run_true(port, key))
    mine = statistics.median(ours[1:])
    row = Row("login to full first screen", f"{mine:.0f} ms (first {ours[0]:.0f})")
    if peers:
        theirs = statistics.median(peers)
        most = theirs + budgets.LOGIN_MS
        row = row._replace(
            peer=f"{theirs:.0f} ms: ssh localhost true",
            ratio=mine / theirs,
            budget=f"<= {most:.0f} ms",
            ok=mine <= most,
        )
    yield row


def _log_in(host: Host, key: Path) -> float:
    """Return the milliseconds from the start of the client to the end of the first screen."""
    began = time.monotonic()
    player = Player(ssh_command(host.port, key, "ann"))
    players = Players([player])
    players.wait(lambda each: each.shows("draw 1"))
    players.receive(0.5)
    taken = player.answered - began
    player.press("q")
    players.hang_up()
    return taken * 1000


@contextmanager
def _sshd(folder: Path, key: Path) -> Iterator[int]:
    """Run an sshd; yield its port, or 0 if none is installed."""
    server = shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin")
    if server is None:
        yield 0
        return
    host_key, port = make_key(folder / "host"), find_port()
    allowed = folder / "allowed"
    allowed.write_text(key.with_suffix(".pub").read_text())
    Path("/run/sshd").mkdir(exist_ok=True)
    options = (
        *("ListenAddress=127.0.0.1", f"Port={port}", f"HostKey={host_key}", "UsePAM=no"),
        *(f"AuthorizedKeysFile={allowed}", "StrictModes=no", "PermitRootLogin=yes", "PidFile=none"),
    )
    argv = [server, "-D", "-f", "/dev/null", *(part for each in options for part in ("-o", each))]
    process = subprocess.Popen(argv, stderr=subprocess.DEVNULL)
    try:
        while not answers(port):
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()


def _run_true(port: int, key: Path) -> float:
    began = time.monotonic()
    name = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
    subprocess.run(ssh_command(port, key, name, "true"), check=True, stdin=subprocess.DEVNULL)
    return (time.monotonic() - began) * 1000


# -- many players ----------------------------------------------------------------------------

_CURSOR = ("\x1b[C", "\x1b[D")
_TURN = "\x1bOR"


def _measure_many(host: Host, folder: Path) -> Iterator[Row]:
    with ExitStack() as stack:
        players = _connect(host, folder, PLAYERS)
        stack.callback(players.hang_up)
        times: list[float] = []
        sizes: list[int] = []
        silent = 0
        cpu, began = host.cpu_seconds(), time.monotonic()
        for number in range(ROUNDS):
            progress(f"serve: second {number + 1} of {ROUNDS}, {PLAYERS} players")
            for place, each in enumerate(players.players):
                turns = (place + number) % 3 == 0
                each.press(_TURN if turns else _CURSOR[number % 2])
                players.receive(1 / PLAYERS)
            players.receive(0.2)
            for place, each in enumerate(players.players):
                if answer := each.answer():
                    times.append(answer.seconds * 1000)
                    if (place + number) % 3:
                        sizes.append(answer.bytes)
                else:
                    silent += 1
        cpu, passed = host.cpu_seconds() - cpu, time.monotonic() - began
        memory = [proportional_size(each) for each in host.sessions()]
    times.sort()
    slow = times[-max(1, int(len(times) * SLOWEST)) :]
    late = statistics.median(slow)
    yield Row(
        f"{PLAYERS} players: ms per key, slowest tenth",
        f"{late:.0f} ms (median of all {statistics.median(times):.1f}, {silent} silent)",
        budget=f"<= {LATE_MS} ms",
        ok=late <= LATE_MS,
    )
    cores = os.cpu_count() or 1
    yield Row(
        f"{PLAYERS} players: processors",
        f"{100 * cpu / passed:.0f} % of {100 * cores} %",
        budget=f"< {100 * cores} %",
        ok=cpu / passed < cores,
    )
    yield Row(
        f"{PLAYERS} players: MiB per session (PSS)",
        f"{statistics.median(memory):.1f} MiB, max {max(memory):.1f}",
        budget=f"<= {budgets.SESSION_MIB} MiB",
        ok=statistics.median(memory) <= budgets.SESSION_MIB,
    )
    yield Row(
        "bytes per cursor key inside ssh",
        f"{statistics.median(sizes):.0f} B",
        budget="as through a pty",
    )


def _connect(host: Host, folder: Path, count: int) -> Players:
    """Connect players, each in a game."""
    keys = [_key_of(folder, number) for number in range(count)]
    connected: list[Player] = []
    for number, key in enumerate(keys):
        progress(f"serve: player {number + 1} of {count} connects")
        begin_game(host, key, f"player{number}")
        player = Player(ssh_command(host.port, key, f"player{number}"))
        connected.append(player)
        Players([player]).wait(lambda each: each.shows("draw 1"))
    players = Players(connected)
    players.receive(1)
    return players


def _key_of(folder: Path, number: int) -> Path:
    path = folder / f"key{number}"
    return path if path.exists() else make_key(path)


# -- logins at one moment --------------------------------------------------------------------


def _log_in_at_once(host: Host, folder: Path) -> Row:
    progress(f"serve: {CROWD} logins at once")
    keys = [_key_of(folder, number) for number in range(CROWD)]
    began = time.monotonic()
    players = Players(
        [Player(ssh_command(host.port, key, f"new{number}")) for number, key in enumerate(keys)]
    )
    seconds: dict[int, float] = {}
    while len(seconds) < CROWD and time.monotonic() - began < PATIENCE:
        players.receive(0.1)
        for place, each in enumerate(players.players):
            if place not in seconds and each.shows("takes this name"):
                seconds[place] = time.monotonic() - began
    queued = sum(each.shows("ahead of you") for each in players.players)
    players.hang_up()
    times = sorted(seconds.values()) or [0.0]
    return Row(
        f"{CROWD} logins at once: without a screen",
        f"{CROWD - len(seconds)} (median {statistics.median(times):.1f} s, last {times[-1]:.1f} s,"
        f" {queued} saw their place in the queue)",
        budget="0",
        ok=len(seconds) == CROWD,
    )


# -- a host that is killed -------------------------------------------------------------------


def _kill(host: Host, folder: Path) -> Iterator[Row]:
    players = _connect(host, folder, KILLED)
    answered = dict.fromkeys(range(KILLED), 0)
    for number in range(10):
        progress(f"serve: key {number + 1} before the host is killed")
        for place, each in enumerate(players.players):
            if number and each.answer():
                answered[place] += 1
            each.press(_TURN)
            players.receive(0.01)
    host.kill()
    players.receive(1)
    players.hang_up()
    stored = sorted(map(_count_events, host.data.glob("players/*/solterm.db")))
    lost = sum(
        max(0, seen - had) for seen, had in zip(sorted(answered.values()), stored, strict=True)
    )
    host.start()
    progress("serve: all players return")
    back = 0
    for number in range(KILLED):
        player = Player(ssh_command(host.port, _key_of(folder, number), f"player{number}"))
        Players([player]).wait(lambda each: each.shows("draw 1"))
        Players([player]).receive(0.5)
        back += player.shows("Welcome back")
        player.hang_up()
    yield Row(
        f"killed with {KILLED} players: events lost",
        f"{lost} lost, {sum(stored)} stored; {back} players resumed",
        budget="0 lost, all resume",
        ok=not lost and back == KILLED,
    )


def _count_events(file: Path) -> int:
    """Count the turns of the stock in a player's file."""
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM event WHERE text = 's'").fetchone()[0])

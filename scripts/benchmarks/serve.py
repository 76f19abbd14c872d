"""What a host costs and how it bears a crowd: `solterm serve` with real OpenSSH clients.

Logins are measured beside an `sshd` of our own on the same machine that runs `true`, in turns. Then
many play at once, each a key a second, a third of them plays cards: how long keys take, what the
processors do, and what a session takes of memory. In the end the host is killed amid play, and what
was shown is looked for in what was kept.
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
from scripts.benchmarks.report import Row, progress
from scripts.benchmarks.room import (
    Crowd,
    Player,
    Room,
    answers,
    call,
    can_host,
    find_port,
    make_key,
    share_of,
)

LOGINS = 9
CROWD = int(os.environ.get("SOLTERM_BENCH_CROWD", "200"))
ROUNDS = 20
"""Keys that each of a crowd presses, one a second."""
SLOWEST = 0.1
KILLED = CROWD // 2

LATE_MS = 100


def measure() -> Iterator[Row]:
    """The rows of logins, of a crowd, and of a host that is killed."""
    if not can_host():
        yield Row("serve", "no ssh client here: not measured")
        return
    with TemporaryDirectory() as folder:
        key = make_key(Path(folder, "key"))
        with Room(Path(folder, "data")) as room:
            yield from _logins(room, key, Path(folder))
        with Room(Path(folder, "crowded")) as room:
            yield from _crowd(room, Path(folder))
        with Room(Path(folder, "killed")) as room:
            yield from _killed(room, Path(folder))


# -- logins ----------------------------------------------------------------------------------


def _logins(room: Room, key: Path, folder: Path) -> Iterator[Row]:
    ours, peers = [], []
    _sit_down(room, key, "ann")  # who has played is not welcomed, and comes to the table
    with _sshd(folder, key) as port:
        for number in range(LOGINS):
            progress(f"serve: login {number + 1} of {LOGINS}")
            ours.append(_log_in(room, key))
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


def _log_in(room: Room, key: Path) -> float:
    """Milliseconds from starting the client to the last byte of the first screen."""
    began = time.monotonic()
    player = Player(call(room.port, key, "ann"))
    crowd = Crowd([player])
    crowd.wait(lambda each: each.shows("Deal 1"))
    crowd.hear(0.5)
    taken = player.heard - began
    player.press("q")
    crowd.leave()
    return taken * 1000


@contextmanager
def _sshd(folder: Path, key: Path) -> Iterator[int]:
    """The port of an sshd of our own; 0 where there is none."""
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
    subprocess.run(call(port, key, name, "true"), check=True, stdin=subprocess.DEVNULL)
    return (time.monotonic() - began) * 1000


# -- a crowd ---------------------------------------------------------------------------------

_CURSOR = ("\x1b[C", "\x1b[D")
_TURN = "\x1bOR"


def _crowd(room: Room, folder: Path) -> Iterator[Row]:
    with ExitStack() as stack:
        players = _come_in(room, folder, CROWD)
        stack.callback(players.leave)
        times: list[float] = []
        sizes: list[int] = []
        silent = 0
        cpu, began = room.cpu_seconds(), time.monotonic()
        for number in range(ROUNDS):
            progress(f"serve: second {number + 1} of {ROUNDS}, {CROWD} players")
            for place, each in enumerate(players.players):
                turns = (place + number) % 3 == 0
                each.press(_TURN if turns else _CURSOR[number % 2])
                players.hear(1 / CROWD)
            players.hear(0.2)
            for place, each in enumerate(players.players):
                if answer := each.answer():
                    times.append(answer.seconds * 1000)
                    if (place + number) % 3:
                        sizes.append(answer.bytes)
                else:
                    silent += 1
        cpu, passed = room.cpu_seconds() - cpu, time.monotonic() - began
        shares = [share_of(each) for each in room.sessions()]
    times.sort()
    slow = times[-max(1, int(len(times) * SLOWEST)) :]
    late = statistics.median(slow)
    yield Row(
        f"{CROWD} players: ms a key, slowest tenth",
        f"{late:.0f} ms (median of all {statistics.median(times):.1f}, {silent} silent)",
        budget=f"<= {LATE_MS} ms",
        ok=late <= LATE_MS,
    )
    cores = os.cpu_count() or 1
    yield Row(
        f"{CROWD} players: processors",
        f"{100 * cpu / passed:.0f} % of {100 * cores} %",
        budget=f"< {100 * cores} %",
        ok=cpu / passed < cores,
    )
    yield Row(
        f"{CROWD} players: MiB a session (PSS)",
        f"{statistics.median(shares):.1f} MiB, max {max(shares):.1f}",
        budget=f"<= {budgets.SESSION_MIB} MiB",
        ok=statistics.median(shares) <= budgets.SESSION_MIB,
    )
    yield Row(
        "bytes a cursor key inside ssh",
        f"{statistics.median(sizes):.0f} B",
        budget="as through a pty",
    )


def _come_in(room: Room, folder: Path, count: int) -> Crowd:
    """Players who sit at a game each."""
    keys = [_key_of(folder, number) for number in range(count)]
    crowd: list[Player] = []
    for number, key in enumerate(keys):
        progress(f"serve: player {number + 1} of {count} comes in")
        _sit_down(room, key, f"player{number}")
        player = Player(call(room.port, key, f"player{number}"))
        crowd.append(player)
        Crowd([player]).wait(lambda each: each.shows("Deal 1"))
    players = Crowd(crowd)
    players.hear(1)
    return players


def _sit_down(room: Room, key: Path, name: str) -> None:
    """Begin a game in line mode: the screen goes on with it."""
    argv = call(room.port, key, name, "lines")
    subprocess.run(argv, input=b"play klondike-deal-1\ns\n", stdout=subprocess.DEVNULL, check=True)


def _key_of(folder: Path, number: int) -> Path:
    path = folder / f"key{number}"
    return path if path.exists() else make_key(path)


# -- a host that is killed -------------------------------------------------------------------


def _killed(room: Room, folder: Path) -> Iterator[Row]:
    players = _come_in(room, folder, KILLED)
    answered = dict.fromkeys(range(KILLED), 0)
    for number in range(10):
        progress(f"serve: key {number + 1} before the host is killed")
        for place, each in enumerate(players.players):
            if number and each.answer():
                answered[place] += 1
            each.press(_TURN)
            players.hear(0.01)
    room.kill()
    players.hear(1)
    players.leave()
    kept = sorted(map(_count_events, room.data.glob("players/*/solterm.db")))
    lost = sum(
        max(0, told - had) for told, had in zip(sorted(answered.values()), kept, strict=True)
    )
    room.begin()
    progress("serve: everybody comes back")
    back = 0
    for number in range(KILLED):
        player = Player(call(room.port, _key_of(folder, number), f"player{number}"))
        Crowd([player]).wait(lambda each: each.shows("Deal 1"))
        Crowd([player]).hear(0.5)
        back += player.shows("Welcome back")
        player.leave()
    yield Row(
        f"killed with {KILLED} players: events lost",
        f"{lost} of {sum(kept)} kept; {back} went on",
        budget="0, all go on",
        ok=not lost and back == KILLED,
    )


def _count_events(file: Path) -> int:
    """The events of the plays in a player's file that a player made."""
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM event WHERE text = 's'").fetchone()[0])

"""A session: a fork of the template that runs the program for one player.

It has the player's terminal and data and a link to the host, but no other files or variables. It
runs in a ``sandbox``, with limits of memory, CPU time and file size.
"""

import asyncio
import fcntl
import io
import os
import resource
import signal
import socket
import sys
import termios
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from solterm import tui
from solterm.advice import ask
from solterm.capabilities import Terminal
from solterm.context import DATABASE_KEY, Context
from solterm.games import catalogue
from solterm.hall.link import Link
from solterm.hall.messages import Saving
from solterm.plain.loop import play_in_lines
from solterm.serve import sandbox
from solterm.serve.orders import BROKEN, KEY_LENGTH, NO_HOME, SAVING_SECONDS, TMPDIR, Face, Order
from solterm.sessions.crash_report import write_report
from solterm.sessions.host_link import HostLink
from solterm.sessions.plays import CannotResume, Start
from solterm.sessions.sharing import read_link
from solterm.store import locations
from solterm.store.patience import Patience
from solterm.store.store import Store
from solterm.tui.app import SoltermApp

_HALL = 3
"""The descriptor of the link to the host."""

_MOST_FILES = 64
_NICE = 5
_SAVING = "Saving your last moves. You may leave: the host goes on trying."

_STACK = 1 << 20
"""Bytes for the stack of a thread; its whole size counts towards the limit of memory."""
_FOR_LAST_WORDS = 8 << 20
"""Bytes of memory above the limit, to report that the session reached it."""


def run(order: Order, files: list[int]) -> NoReturn:
    """Run a session to its end, in the process that was just forked."""
    status = BROKEN
    try:
        _forget_the_template()
        _take_files(files)
        _set_limits(order)
        _lower_priority()
        os.environ.clear()
        os.environ.update(order.environment)
        if order.has_key:
            os.environ[DATABASE_KEY] = os.read(_HALL, KEY_LENGTH).decode()
        time.tzset()
        context = Context.from_environment()
        _enter_sandbox(context)
        status = _play(order.face, context, Link(socket.socket(fileno=_HALL)))
    finally:
        os._exit(status)


def rehearse() -> None:
    """Run the start of a session once, so the forks find everything loaded."""
    asyncio.run(_rehearse())


async def _rehearse() -> None:
    """Run the App without a terminal; every fork shares the modules and caches it fills."""
    context = Context(terminal=Terminal(kind="xterm-256color"))
    app = SoltermApp(Store.memory("rehearsal", context))
    app.opening = app.doors.go_to_menu
    async with app.run_test(size=(80, 24)) as pilot:
        for game in list(catalogue().values())[:3]:
            app.game_doors.deal(Start(game, 1))
            await pilot.press("down", "right")
    async with SoltermApp(app.seat.store).run_test(size=(80, 24)):
        pass  # a resumed table registers its style sheets in another order


# -- setting up the process ------------------------------------------------------------------


def _forget_the_template() -> None:
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    # Keys typed before the screen is up must not end the session, and no shell would continue it.
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP):
        signal.signal(number, signal.SIG_IGN)
    sys.argv = ["solterm"]


def _take_files(files: list[int]) -> None:
    """Make the terminal or pipes the standard streams; close all other files."""
    line, *streams = files
    os.setsid()
    if len(streams) == 1:
        fcntl.ioctl(streams[0], termios.TIOCSCTTY, 0)
    # Move them up first: they may occupy the numbers that we need.
    high = [fcntl.fcntl(each, fcntl.F_DUPFD, 16) for each in (line, streams[0], streams[-1])]
    os.dup2(high[0], _HALL, inheritable=False)
    for number in (0, 1):
        os.dup2(high[1], number)
    os.dup2(high[2], 2)
    os.closerange(_HALL + 1, os.sysconf("SC_OPEN_MAX"))
    _open_streams()


def _open_streams() -> None:
    """Reopen the standard streams: the template's had no terminal."""
    streams: dict[str, io.TextIOWrapper] = {
        "stdin": io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False))),
        "stdout": _writer(1, "replace"),
        "stderr": _writer(2, "backslashreplace"),
    }
    for name, stream in streams.items():
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _writer(number: int, errors: str) -> io.TextIOWrapper:
    binary = io.BufferedWriter(io.FileIO(number, "w", closefd=False))
    return io.TextIOWrapper(binary, errors=errors, line_buffering=True)


def _set_limits(order: Order) -> None:
    """Set the limits of the process; its solver inherits them."""
    threading.stack_size(_STACK)
    pages = Path("/proc/self/statm").read_bytes().split()[0]
    shared = int(pages) * resource.getpagesize()
    walls = {
        resource.RLIMIT_AS: (shared + order.memory, shared + order.memory + _FOR_LAST_WORDS),
        resource.RLIMIT_CPU: (order.cpu, order.cpu + 5),
        resource.RLIMIT_FSIZE: (order.file_size,) * 2,
        resource.RLIMIT_NOFILE: (_MOST_FILES,) * 2,
        resource.RLIMIT_CORE: (0, 0),
    }
    for what, wall in walls.items():
        resource.setrlimit(what, wall)


def _lower_priority() -> None:
    """Lower the priority below the host's, which serves everybody."""
    with suppress(OSError):
        os.nice(_NICE)
    # With autogroups in the kernel, nice counts only within a group; this is the group's own.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_bytes(b"%d" % _NICE)


def _enter_sandbox(context: Context) -> None:
    """Leave the process its own folder, the shared one to read, and the way to the database.

    It may start no process any more; its solver comes from one that is forked before.
    """
    own = Path(os.environ[TMPDIR])
    locations.create(context, own)
    shared = locations.find_shared(context)
    if context.database_key:
        os.environ["HOME"] = NO_HOME  # else the database's client would find the host's password
    elif context.database:
        with suppress(RuntimeError):  # an account without a home folder
            os.environ["HOME"] = str(Path.home())  # the database's client finds its files there
    if not context.is_solver_off:
        ask.fork_starter(lambda: sandbox.enter(sandbox.Needs()))
    readable = [shared] if shared and shared.is_dir() else []
    needs = sandbox.needs_of(context.database, [own])
    sandbox.enter(needs._replace(readable=(*needs.readable, *readable)))


def _stay_to_save(link: Link) -> float:
    """Tell the host and the player that moves are left to store; return the seconds for it.

    From then on, only the host can end the process.
    """
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    signal.alarm(0)  # the screen allows itself two seconds
    link.say(Saving())
    with suppress(OSError):
        _say(_SAVING)
    return SAVING_SECONDS


# -- playing ---------------------------------------------------------------------------------


def _play(face: Face, context: Context, link: Link) -> int:
    """Play; return the exit status, like the command line."""
    is_on_screen = face == "screen" and not context.terminal.cannot_paint
    patience = Patience(None if is_on_screen else _say, lambda: _stay_to_save(link))
    host = HostLink(link)
    try:
        if is_on_screen:
            return _on_the_screen(context, patience, host)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _in_lines(context, patience, host, face == "json")
        sys.stdout.flush()
        return 0
    except KeyboardInterrupt:
        return 130
    except SystemExit as end:
        return int(end.code or 0)
    except BrokenPipeError:
        return 0
    except OSError as error:
        return _fail(f"{error.strerror or error}.")
    except Exception as error:
        return _fail(write_report(context, error))


def _on_the_screen(context: Context, patience: Patience, host: HostLink) -> int:
    try:
        start = read_link(context.deal) if context.deal else None
        return tui.run(context, patience, host, start=start)
    except tui.Stopped as end:
        return _fail(str(end))


def _in_lines(context: Context, patience: Patience, host: HostLink, as_json: bool) -> None:
    try:
        play_in_lines(context, patience, host, as_json=as_json)
    except CannotResume as error:
        play_in_lines(context, patience, host, first="menu", as_json=as_json, offer=str(error))


def _fail(sentence: str) -> int:
    _say(sentence)
    return 1


def _say(sentence: str) -> None:
    print(f"solterm: {sentence}", file=sys.stderr, flush=True)

"""The driver and the wire on a real pty: bytes per key, and lines that stall or drop."""

import asyncio
import fcntl
import os
import signal
import struct
import sys
import termios
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.geometry import Size

from solterm.wire import driver as module
from solterm.wire.driver import MOST_WAITING, WireDriver
from solterm.wire.input_parser import LineWidth
from solterm.wire.keys import Key
from solterm.wire.probe import ASK_FOR_WIDTH, Reported, ask_terminal
from solterm.wire.tty import ENDING, Modes, Tty
from tests.effort import tries
from tests.harness.pty import PATIENCE, Terminal

ROOT = Path(__file__).parents[2]
DEMO = [sys.executable, str(Path(__file__).with_name("demo.py"))]
TERM, HUP = (signal.SIGTERM, 143), (signal.SIGHUP, 129)
IGNORING_HUP = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh"]

Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """A function that starts the demo and waits for its first screen."""
    with ExitStack() as stack:
        yield lambda argv=DEMO, **env: stack.enter_context(begin(tmp_path, argv, env))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    """One demo for all tests that leave it running."""
    with begin(tmp_path_factory.mktemp("shared")) as terminal:
        yield terminal


@pytest.fixture
def demo(shared: Terminal) -> Terminal:
    """The shared demo, with the cursor on the first column."""
    for _ in range(8):
        if ">t1" in shared.row(0):
            break
        shared.press("Left")
        shared.rest()
    return shared


def begin(home: Path, argv: Sequence[str] = DEMO, env: Mapping[str, str] = {}) -> Terminal:
    """Start the demo and wait for its first screen."""
    terminal = Terminal(argv, env={"PYTHONPATH": str(ROOT), "DEMO_LOG": str(home / "log"), **env})
    terminal.wait_for("ready")
    terminal.press("z")
    terminal.wait_for(lambda: terminal.row(0).endswith(" z"))
    terminal.rest()
    return terminal


@pytest.fixture
def farewell(tmp_path: Path) -> Callable[[], str]:
    """A function that returns the demo's farewell, if it has written one."""
    log = tmp_path / "log"
    return lambda: log.read_text() if log.exists() else ""


# Bytes


def test_a_cursor_key_costs_less_than_the_budget(start: Start) -> None:
    terminal = start()
    assert terminal.bytes_written <= 16_000
    for key in ("Right", "Right", "Left", "Left", "Left"):
        cost = terminal.measure(key, patience=PATIENCE)
        assert 0 < cost.bytes <= 150
        assert cost.bytes <= cost.ideal


def test_a_key_that_changes_nothing_and_an_idle_line_cost_nothing(demo: Terminal) -> None:
    assert demo.measure("n", patience=0).bytes == 0
    written = demo.bytes_written
    demo.settle(quiet=0.6)  # a cursor would blink twice a second
    assert demo.bytes_written == written


def test_the_window_gets_its_old_title_back() -> None:
    written: list[str] = []
    driver: Any = SimpleNamespace(write=written.append, _is_titled=False)
    for text in ("", "one", "two", "", ""):
        WireDriver.set_title(driver, text)
    first, second, back = written
    assert (first, second) == ("\x1b[22;2t\x1b]2;one\a", "\x1b]2;two\a")
    assert back == "\x1b]2;\a\x1b[23;2t", "no title for terminals that keep none"


def test_the_mouse_reports_only_buttons(demo: Terminal) -> None:
    output = bytes(demo.output)
    assert b"\x1b[?1006h" in output
    assert b"\x1b[?1003h" not in output


def test_gnu_screen_gets_no_mouse_so_that_it_sends_a_lone_escape(start: Start) -> None:
    assert b"\x1b[?1000h" not in start(STY="1.pts").output


# Output


def test_partial_updates_match_a_full_repaint(demo: Terminal) -> None:
    for key in ("Right", "d", "p", "d", "p", "Left", "z"):
        demo.press(key)
        demo.rest()
        before, written = demo.snapshot(), demo.bytes_written
        demo.signal(signal.SIGWINCH)
        demo.wait_for(lambda written=written: demo.bytes_written - written > 1000)
        demo.rest()
        assert demo.snapshot() == before
    for size in ((66, 20), (90, 30), (80, 24)):
        demo.resize(*size)
        demo.rest()
        assert ">t1" in demo.row(0)


def test_an_error_restores_the_terminal(start: Start) -> None:
    terminal = start()
    terminal.press("x")
    assert terminal.wait_exit() == 1
    assert_restored(terminal)


async def test_a_window_resized_back_before_the_app_has_painted_is_repainted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    posted: list[Any] = []
    app: Any = SimpleNamespace(
        is_running=True, post_message=posted.append, _display=None, size=Size(120, 40)
    )
    monkeypatch.setattr(os, "get_terminal_size", lambda fileno: os.terminal_size((80, 24)))
    driver = WireDriver(app)
    driver._wire.resize(80, 24)
    driver._wire.changes()
    driver.resized()
    assert driver._wire.changes()
    assert [each.size for each in posted] == [Size(80, 24)]


async def test_the_size_of_the_environment_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "132")
    monkeypatch.setenv("LINES", "43")
    client: Any = SimpleNamespace(resized=lambda: None)
    tty = Tty(client, asyncio.get_running_loop(), "utf-8", Modes())
    known = {"size": os.terminal_size((0, 0))}
    monkeypatch.setattr(os, "get_terminal_size", lambda fileno: known["size"])
    assert tty.size == (132, 43)
    known["size"] = os.terminal_size((100, 0))
    assert tty.size == (100, 43), "a serial line may know its columns alone"
    known["size"] = os.terminal_size((100, 30))
    assert tty.size == (100, 30)
    tty.resize_in_band()
    tty.take_size(90, 20)
    assert tty.size == (90, 20), "what the terminal itself says comes first"


async def test_the_driver_asks_once_how_wide_a_line_character_is(demo: Terminal) -> None:
    assert bytes(demo.output).count(ASK_FOR_WIDTH.encode()) == 1
    told: list[int] = []
    app: Any = SimpleNamespace(is_running=True, post_message=print, _display=None)
    driver = WireDriver(app)
    driver.line_width_told = told.append  # type: ignore[method-assign]
    driver._take([LineWidth(2)])
    assert told == [2]


@pytest.mark.parametrize("with_lines", [True, False])
def test_a_terminal_is_asked_for_its_size_and_its_lines(
    monkeypatch: pytest.MonkeyPatch, with_lines: bool
) -> None:
    master, slave = os.openpty()
    with os.fdopen(master, "wb", 0) as keyboard, os.fdopen(slave, "rb", 0) as terminal:
        keys = SimpleNamespace(fileno=terminal.fileno)
        monkeypatch.setattr(sys, "__stdin__", keys)
        monkeypatch.setattr(sys, "__stdout__", keys)
        before = termios.tcgetattr(terminal)
        keyboard.write((b"\x1b[1;3R" if with_lines else b"") + b"\x1b[24;80R\n")
        assert ask_terminal(with_lines) == Reported(2 if with_lines else None, (80, 24))  # type: ignore[arg-type]
        assert termios.tcgetattr(terminal) == before


def test_a_suspended_program_repaints_everything_when_resumed(demo: Terminal) -> None:
    text = demo.text()
    demo.signal(signal.SIGTSTP)
    demo.wait_for(demo.stopped)
    demo.settle()
    assert_restored(demo)
    written = demo.bytes_written
    demo.signal(signal.SIGCONT)
    demo.wait_for(lambda: demo.bytes_written - written > 1000)
    demo.wait_for(lambda: demo.text() == text)
    demo.press("d")
    demo.wait_for(lambda: demo.text() != text)


def test_a_stalled_line_gets_only_the_latest_frame(demo: Terminal) -> None:
    demo.stall()
    demo.press("f")
    for _ in range(5):  # one unread frame each
        demo.wait_until_idle()
        demo.press("d", "Right")
    demo.wait_until_idle()
    before, written = demo.snapshot(), demo.bytes_written
    demo.resume_reading()
    demo.wait_for(lambda: ">t6" in demo.row(0))
    demo.rest()
    frames = bytes(demo.output[written:]).strip(b"\a")
    assert len(frames) <= 1.1 * demo.ideal_since(before) + len("\x1b[?2026h\x1b[?2026l")
    assert demo.measure("Right", patience=PATIENCE).bytes > 0


def test_suits_a_charset_lacks_show_as_question_marks(start: Start) -> None:
    terminal = start(PYTHONIOENCODING="iso8859-1")
    assert "2?" in terminal.row(1) and "\\u" not in terminal.text()


# Input


def test_invalid_bytes_do_no_harm(demo: Terminal) -> None:
    for nonsense in (b"\xff\xc3(", b"\x80" * 9, b"\x1b[99999999999u", b"\x1b[:;:u", b"\xe2"):
        demo.send(nonsense)
        demo.rest()
    demo.press("Right", "Right")
    demo.wait_for(">t3")


async def test_a_thousand_keys_typed_ahead_stop_the_reading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The line holds the others, and none of them is lost."""
    posted: list[Any] = []
    handled = asyncio.Event()

    async def settle(app: Any, last: Any) -> None:
        await handled.wait()

    monkeypatch.setattr(module, "settle", settle)
    app: Any = SimpleNamespace(is_running=True, post_message=posted.append, _display=None)
    app.message_queue = None
    source, keyboard = os.pipe()
    driver = WireDriver(app)
    driver._tty.fileno = source
    driver._listen()
    try:
        os.write(keyboard, b"n" * 5000)
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(posted) == 1, "the next key waits until the App has handled the first"
        assert len(driver._pending) == MOST_WAITING
        handled.set()
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(posted) == 5000
    finally:
        driver.disable_input()
        os.close(source)
        os.close(keyboard)


async def test_keys_arrive_where_tasks_begin_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with ``asyncio.eager_task_factory``, which Textual uses from Python 3.12 on."""
    posted: list[Any] = []
    app: Any = SimpleNamespace(is_running=True, post_message=posted.append, _display=None)
    driver = WireDriver(app)
    monkeypatch.setattr(driver, "_settle_after", lambda seconds: None)
    over: Any = SimpleNamespace(done=lambda: True)

    def begin_at_once(coroutine: Any) -> Any:
        if coroutine:
            with pytest.raises(StopIteration):
                coroutine.send(None)
        return over

    monkeypatch.setattr(module.asyncio, "create_task", begin_at_once)
    for name in "abc":
        driver._take([Key(name)])
    assert [each.key for each in posted] == ["a", "b", "c"]


# Ending


@pytest.mark.parametrize(
    ("number", "status", "stalled"),
    [(*TERM, False), (*HUP, True), (*TERM, True), (*HUP, False)][: tries(4, 2)],
)
def test_signals_end_the_program_cleanly_even_if_stalled(
    start: Start, farewell: Callable[[], str], number: int, status: int, stalled: bool
) -> None:
    terminal = start()
    if stalled:
        terminal.stall()
        terminal.press("f", "d")
        terminal.wait_until_idle()
    terminal.signal(number)
    assert terminal.wait_exit() == status
    assert farewell() == "farewell"
    assert terminal.termios_restored()
    if not stalled:
        assert_restored(terminal)


def test_no_signal_that_can_be_caught_leaves_the_terminal_raw(
    start: Start, farewell: Callable[[], str]
) -> None:
    left_alone = "KILL STOP SEGV BUS FPE ILL CHLD CONT TSTP TTIN TTOU WINCH URG PIPE XFSZ INT"
    named = {f"SIG{name}" for name in left_alone.split()}
    ending = [each for each in signal.Signals if each.name not in named and each.value < 32]
    assert set(ending) == set(ENDING)
    names = ("QUIT", "USR1", "USR2", "ALRM", "ABRT", "XCPU", "VTALRM")
    for name in names[: tries(len(names), 2)]:
        number = signal.Signals[f"SIG{name}"]
        terminal = start()
        terminal.signal(number)
        assert terminal.wait_exit() == 128 + number
        assert farewell() == "farewell"
        assert_restored(terminal)


async def test_a_signal_wakes_a_loop_that_is_about_to_wait() -> None:
    class Client:
        def resized(self) -> None: ...

    tty = Tty(Client(), asyncio.get_running_loop(), "utf-8", Modes())  # type: ignore[arg-type]
    tty._listen_to_signals()
    try:
        wakes = signal.set_wakeup_fd(-1)
        signal.set_wakeup_fd(wakes)
        assert wakes != -1
    finally:
        tty.close()


def test_unrequested_replies_change_nothing(demo: Terminal) -> None:
    for answer in (b"\x1b]lxterm\x1b\\", b"\x1b[8;24;80t", b"\x1b[>41;390;0c", b"\x1bP1\x1b\\"):
        demo.send(answer)
    demo.rest()
    written = demo.bytes_written
    demo.settle(quiet=0.3)
    assert demo.bytes_written == written
    assert ">t1" in demo.row(0)
    demo.press("Right")
    demo.wait_for(">t2")


def test_impossible_window_sizes_are_ignored(start: Start) -> None:
    terminal = start()
    before = terminal.rss_kib()
    for size in ((65535, 65535), (1, 5000), (1, 1)):  # rows and columns
        fcntl.ioctl(terminal._master, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        terminal.send(b"\x1b[48;65535;65535;1;1t")
        terminal.wait_until_idle()
        assert terminal.rss_kib() - before < 200_000, size
        terminal.resize(80, 24)
        terminal.settle()
    terminal.press("q")
    assert terminal.wait_exit() == 0
    assert_restored(terminal)


def test_a_signal_is_handled_while_the_program_is_busy(
    start: Start, farewell: Callable[[], str]
) -> None:
    terminal = start()
    terminal.press("s")
    terminal.wait_until_idle()
    terminal.signal(signal.SIGHUP)
    assert terminal.wait_exit() == 129
    assert farewell() == "farewell"


@pytest.mark.parametrize(
    ("launcher", "stalled"),
    [([], False), (IGNORING_HUP, True), ([], True), (IGNORING_HUP, False)][: tries(4, 2)],
)
def test_a_dropped_line_ends_the_program(
    start: Start, farewell: Callable[[], str], launcher: list[str], stalled: bool
) -> None:
    """Even if it ignores SIGHUP: without a terminal it must not keep running, let alone spin."""
    terminal = start([*launcher, *DEMO])
    if stalled:
        terminal.stall()
        terminal.press("f", "d")
        terminal.wait_until_idle()
    terminal.hang_up()
    assert terminal.wait_exit() == 129
    assert farewell() == "farewell"


def test_a_slow_terminal_gets_time_to_read_the_farewell(start: Start) -> None:
    terminal = start(DEMO_PATIENCE="60")
    terminal.press("f", "q")
    assert terminal.wait_exit() == 0
    assert_restored(terminal)


def assert_restored(terminal: Terminal) -> None:
    """Check that the tty's settings are restored, its modes off and its cursor visible."""
    assert terminal.termios_restored()
    output = bytes(terminal.output)
    for on, off in [
        (b"\x1b[?1049h", b"\x1b[?1049l"),
        (b"\x1b[?25l", b"\x1b[?25h"),
        (b"\x1b[?7l", b"\x1b[?7h"),
        (b"\x1b[?1000h", b"\x1b[?1000l"),
        (b"\x1b[?1002h", b"\x1b[?1002l"),
        (b"\x1b[?1006h", b"\x1b[?1006l"),
        (b"\x1b[?2004h", b"\x1b[?2004l"),
        (b"\x1b[>25u", b"\x1b[<u"),
    ]:
        assert -1 < output.rfind(on) < output.rfind(off)

"""Line mode: start it, wait for lines and messages of the host, and write the replies.

It begins with a game, with the one left last, or with the menu.
"""

import io
import json
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from types import FrameType
from typing import Any, BinaryIO, Self, TextIO

from solterm.context import Context
from solterm.core.play.play import Play
from solterm.games import find
from solterm.games.matching import BEST_KNOWN
from solterm.hall.messages import Message, Saving
from solterm.plain import protocol
from solterm.plain.commands.host import hear
from solterm.plain.commands.race_commands import NEWS, begin_due
from solterm.plain.interpreter import carry_out
from solterm.plain.session import Reply, Session
from solterm.plain.words import locate, speak
from solterm.sessions import plays
from solterm.sessions.host_link import HostLink
from solterm.sessions.life import greet
from solterm.sessions.plays import Start
from solterm.sessions.seat import Seat
from solterm.store.patience import Patience
from solterm.store.settings import load_settings
from solterm.store.store import Store

# -- waiting for lines, the host, signals, and the store ------------------------------------------


_SIGNALS = (signal.SIGHUP, signal.SIGTERM)


class Ending:
    """End line mode on SIGHUP or SIGTERM after the current line, and at once on a second signal.

    A signal may come just before ``select`` begins to wait. Its handler would only run after that,
    so each signal also writes to a pipe.
    """

    def __init__(self) -> None:
        self.number = 0
        """The signal that came."""
        self._handled: list[int] = []

    def __enter__(self) -> Self:
        self.fileno, self._woken = os.pipe()
        for end in (self.fileno, self._woken):
            os.set_blocking(end, False)
        self._woken_before = signal.set_wakeup_fd(self._woken, warn_on_full_buffer=False)
        for number in _SIGNALS:
            if signal.getsignal(number) is signal.SIG_DFL:  # with nohup it is ignored
                signal.signal(number, self._note)
                self._handled.append(number)
        return self

    def __exit__(self, *_: object) -> None:
        for number in self._handled:
            signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(self._woken_before)
        os.close(self.fileno)
        os.close(self._woken)

    def clear(self) -> None:
        """Empty the pipe of the signals that have come."""
        with suppress(BlockingIOError):
            os.read(self.fileno, 1 << 10)

    def _note(self, number: int, _: FrameType | None) -> None:
        if self.number:
            os._exit(128 + number)
        self.number = number


_LONGEST = 1 << 16
"""Bytes of a line to read; the rest is dropped."""


def listen(
    source: BinaryIO, host: HostLink, ending: Ending | None, pause: Callable[[], float]
) -> Iterator[bytes | Message | None]:
    """Yield the lines of a stream, what the host says between them, and None after each pause.

    A signal ends the generator.
    """
    try:
        fileno = source.fileno()
    except OSError:  # no file, but bytes in memory
        yield from _read_lines(source)
        return
    half, is_over = b"", False
    link = host.link
    woken = [ending.fileno] if ending else []
    while not is_over and not (ending and ending.number):
        yield from host.hear()
        there = [link.fileno()] if link and link.is_up else []
        waits = [] if not link or link.flush() else there
        ready = select.select([fileno, *woken, *there], waits, [], pause())
        if ending and ending.fileno in ready[0]:
            ending.clear()
        if not any(ready):
            yield None
        if fileno not in ready[0]:
            continue
        data = os.read(fileno, 1 << 16)
        is_over = not data
        *lines, half = (half + data).split(b"\n")
        if is_over and half:
            lines.append(half)
        half = half[:_LONGEST]
        for line in lines:
            yield from host.hear()
            yield line[:_LONGEST] + b"\n"
            if ending and ending.number:
                return


def _read_lines(source: BinaryIO) -> Iterator[bytes]:
    while line := source.readline(_LONGEST):
        more = line
        while len(more) == _LONGEST and not more.endswith(b"\n"):
            more = source.readline(_LONGEST)
        yield line


# -- lines in, replies out ------------------------------------------------------------------------


_PROMPT = "> "

_TENDING, _RESTING = 1.0, 30.0
"""Seconds between two looks at the store, with and without unsaved moves."""


def run(
    session: Session,
    source: BinaryIO,
    sink: TextIO,
    as_json: bool = False,
    notice: str = "",
    first: str = "",
    ending: Ending | None = None,
) -> None:
    """Answer each line of ``source`` on ``sink``, at once; lines need not be valid UTF-8.

    With ``as_json``, write one object on start and one for each line. Begin as ``open_session``
    says. Raises ``BrokenPipeError`` if ``sink`` is closed, with every action stored by then, and
    ``SystemExit`` after a signal.
    """
    session.host.tell_wishes(session.settings)
    if session.has_game:
        notice = f"{notice} {session.seat.take(session.kept)}".strip()
    write = _write_json(session, sink) if as_json else _write_text(session, source, sink)
    try:
        write([open_session(session, notice, first)], "", True)
        for heard in _listen(session, source, ending):
            news = _tend(session.seat, heard)
            write(_react(session, heard), news, isinstance(heard, bytes))
            if session.ended:
                break
    finally:
        if lost := session.seat.close():
            with suppress(OSError):
                print(f"solterm: {lost}", file=sys.stderr, flush=True)
    if ending and ending.number:
        raise SystemExit(128 + ending.number)


_Write = Callable[[Sequence[Reply], str, bool], None]
"""Writes replies, after news of the store; the last argument is whether a line asked for them."""


def _write_json(session: Session, sink: TextIO) -> _Write:
    """Return what writes an object for each reply, in which ``saved`` is the news of the store."""
    unheard: list[Any] = []

    def answer(reply: Reply) -> None:
        hosted = dict(reply.hosted or {})
        unheard.extend(hosted.pop(NEWS, ()))
        if hosted.keys() != (reply.hosted or {}).keys() and not session.ended:
            return  # news of the host come with the next answer
        if unheard:
            hosted[NEWS] = list(unheard)
            unheard.clear()
        reply = replace(reply, text=_locate(session, reply), hosted=hosted)
        kept = session.seat.on_table
        if reply.of_another:
            points = session.watching.points if session.watching else None
            told = protocol.state(reply, reply.shown, points=points)
        elif kept:
            purpose, points = str(kept.purpose), kept.tour_points
            told = protocol.state(reply, kept.play, purpose, points, kept.told_deal)
        else:
            told = protocol.state(reply, None)
        if (kept.unsaved if kept else session.store.unsaved) or session.store.pending_writes:
            told["saved"] = False
        print(json.dumps(told), file=sink, flush=True)

    def write(replies: Sequence[Reply], *_: object) -> None:
        for reply in replies:
            answer(reply)

    return write


def _write_text(session: Session, source: BinaryIO, sink: TextIO) -> _Write:
    """Return what writes sentences, and the table if another game has come to it."""
    prompt = _PROMPT if source.isatty() and sink.isatty() else ""
    advice = "Type 'help' for the commands."
    shown: Play | None = None

    def show(*parts: str | None) -> None:
        text = "\n".join(part.rstrip("\n") for part in parts if part)
        plain = text.encode("ascii", "backslashreplace").decode("ascii")
        asked = "" if session.ended else prompt
        print(f"{plain}\n{asked}" if plain else asked, end="", file=sink, flush=True)

    def write(replies: Sequence[Reply], news: str, is_asked: bool) -> None:
        nonlocal advice, shown
        if news:
            print(file=sink)
            show(news)
        if prompt and replies and not is_asked:
            rings = session.settings.alerts and any(each.rings for each in replies)
            print("\a" if rings else "", file=sink)  # leave the line the player may be typing on
        for reply in replies:
            play = session.play if session.has_game else None
            table = _speak(session, reply, session.board()) if play and play is not shown else None
            show(_speak(session, reply, _locate(session, reply)), reply.record, table, advice)
            advice, shown = "", play

    return write


def _listen(
    session: Session, source: BinaryIO, ending: Ending | None
) -> Iterator[bytes | Message | None]:
    """Yield the lines of a stream, what a host says between them, and None to tend the store."""

    def pause() -> float:
        seconds = _TENDING if session.store.pending_writes else _RESTING
        to_race = session.seat.races.seconds_to_start()
        return seconds if to_race is None else min(seconds, to_race)

    return listen(source, session.host, ending, pause)


def open_session(session: Session, notice: str, first: str) -> Reply:
    """Return the first reply: a notice and the game's title, or the answer to the line ``first``.

    An answer that contains the notice does not repeat it.
    """
    if not first:
        return session.opening(notice)
    reply = _handle(session, first)
    said = "" if notice in reply.text else f"{notice}\n"
    return replace(reply, text=f"{said}{reply.text}")


def _tend(seat: Seat, heard: bytes | Message | None) -> str:
    """Try again to store what is missing, unless a line came; return a sentence once it was done.

    Without anything heard the time may have come, and the host may say so.
    """
    is_asked = isinstance(heard, Saving)
    return seat.tend(is_asked) if heard is None or is_asked else ""


def _react(session: Session, heard: bytes | Message | None) -> list[Reply]:
    """Return the replies to a line, to a message from the host, or to a race that begins."""
    begun = begin_due(session)
    if heard is None:
        return begun
    replies = [_handle(session, heard)] if isinstance(heard, bytes) else hear(session, heard)
    return [*begun, *replies]


def _locate(session: Session, reply: Reply) -> str:
    """Return the text of a reply, with the row and column of each cell of a grid."""
    play = _play_of(session, reply)
    return locate(play.rules.game, reply.text) if play else reply.text


def _speak(session: Session, reply: Reply, text: str) -> str:
    """Return a text about the game of a reply, in words if the player listens."""
    play = _play_of(session, reply)
    return speak(play.rules.game if play else None, text) if session.settings.speech else text


def _play_of(session: Session, reply: Reply) -> Play | None:
    own = session.play if session.has_game else None
    return reply.shown if reply.of_another else own


def _handle(session: Session, line: bytes | str) -> Reply:
    """Return the answer to a line; errors of the system become a sentence."""
    try:
        typed = line if isinstance(line, str) else line.decode("utf-8", "replace")
        return carry_out(session, typed)
    except OSError as error:
        return Reply(False, f"The system reports an error: {error.strerror or error}.")


# -- starting -------------------------------------------------------------------------------------


def play_in_lines(
    context: Context,
    patience: Patience,
    host: HostLink | None = None,
    *,
    start: Start | None = None,
    first: str = "",
    as_json: bool = False,
    offer: str = "",
) -> None:
    """Play in line mode: a game, or the one left last, or the best known one.

    With ``first``, begin without a game, with the answer to that line. ``host`` is the connection
    of a session to its host. If the store cannot be opened, line mode says so and plays without
    it. Raises ``CannotResume`` if the suspended game cannot be read.
    """
    store = Store.to_play_with(context, patience)
    kept, notices = None, [offer]
    if not first:
        settings, _ = load_settings(context)
        if host:
            notices.append(greet(store))
        latest = None if start else plays.resume(store)
        first_of_all = Start(find(BEST_KNOWN[0]))
        brought = latest or plays.resume_or_deal(store, start or first_of_all, settings)
        kept = brought.kept
        notices.append(brought.told)
        if not start:
            every = "" if host else "'solterm list' lists all games; "  # a host has no shell
            notices.append(f"{every}'menu' shows what else there is to play.")
    session = Session(Seat(store, host, kept))
    trouble = store.unsaved or store.loss or ""
    if as_json:
        notices.insert(0, trouble)
    elif trouble:
        print(f"solterm: {trouble}", file=sys.stderr, flush=True)
    notice = " ".join(filter(None, notices))
    source = sys.stdin.buffer if sys.stdin else io.BytesIO()
    try:
        with _halting(session), Ending() as ending:
            run(session, source, sys.stdout, as_json, notice, first, ending)
    finally:
        session.seat.worker.end()


@contextmanager
def _halting(session: Session) -> Iterator[None]:
    """Stop the worker on Ctrl+Z too; it is in another process group."""

    def suspend(*_: object) -> None:
        session.seat.worker.halt()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, suspend)

    if signal.getsignal(signal.SIGTSTP) is not signal.SIG_DFL:
        yield  # our parent handles or ignores it
        return
    signal.signal(signal.SIGTSTP, suspend)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)

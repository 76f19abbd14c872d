"""A channel: carries a player's input to a session and its output back.

Each side gets data as fast as it reads. A session that hangs, or a client that does not read,
delays no other player.
"""

import asyncio
import os
import pty
import signal
import socket
import termios
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import asyncssh

from solterm.hall.messages import End, Message, Notice, PlayLeft, Saving, Unsaved
from solterm.serve.orders import BROKEN, SAVING_SECONDS, Face
from solterm.serve.pacing import Pacer, cpu_seconds
from solterm.serve.requests import NotOffered, Variables, face_of, terminal_of
from solterm.serve.session_link import SessionLink
from solterm.serve.stream import Stream

if TYPE_CHECKING:
    from solterm.serve.connection import Caller, Connection
    from solterm.serve.server import Server

_LARGEST = 1000
"""Columns and rows that a client may ask for."""

_FIRST_TO_LAST_SECONDS = 2.0
"""A session that is to end has this long, then gets SIGHUP, and after as long again SIGKILL."""
_LAST_BYTES_SECONDS = 3.0
"""How long a client has to take the last output of a session that ended."""
_STATUS_SECONDS = 0.5
_LONGEST_BUFFER = 1 << 14
"""Bytes that wait for a client; more would only be stale pictures."""

_BROKEN_OFF = "The session crashed."
_NOT_BEGUN = "The host could not start a session: try again in a moment."
_USED_UP = "You have used up the CPU time of a session."
_KEPT = "Your game is kept."
_KEPT_UP_TO = "Your game is kept up to the last move."
_OUT_OF_TIME = (-signal.SIGXCPU, 128 + signal.SIGXCPU)
"""The exit statuses of line mode and of the screen when CPU time runs out."""

_MOST_TOLD = 128
"""Exit statuses from here on are signals, which clients are not told."""


class Channel(asyncssh.SSHServerSession[bytes]):
    """A channel and its session, from the request to the end."""

    def __init__(self, server: "Server", caller: "Caller", connection: "Connection") -> None:
        self._server = server
        self._connection = connection
        self.caller = caller
        self.name = ""
        """The player's nickname."""
        self.id = os.urandom(4).hex()
        self.face: Face = "lines"
        self.number = 0
        """The session's process id; 0 while it has none."""
        self.reason = ""
        """Why the host ended it: a sentence for the player."""
        self.since = server.now()
        self.touched = self.since
        """When the player last typed, on the server's clock."""
        self.is_warned = False
        self._asked: float | None = None
        """When input came that no output has followed yet, on the server's clock."""
        self.is_unsaved = False
        """Whether the session has moves that are not stored yet."""
        self.is_saving = False
        """Whether the session only stores its last moves; it ignores its terminal."""
        self._is_hung_up = False
        self._has_shown = False
        """Whether the session has shown anything."""
        self._is_queued = False
        """Whether the player has been told of the queue."""
        self._ended_streams = 0
        self._pacer = Pacer(server.settings.commands_a_second, server.settings.cpu_percent / 100)
        """Input that waits for the session: at most one SSH window."""
        self._timer: asyncio.TimerHandle | None = None
        self._is_passing_on = self._is_input_over = False
        self._refusal = ""
        self._term: str | None = None
        self._size = (80, 24)
        self._streams: list[Stream] = []
        self._link: SessionLink | None = None
        self._process = -1
        self._status: int | None = None
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        self._drained = asyncio.Event()
        self._told = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # -- the client's requests -------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan
        self._variables = Variables()
        setattr(chan, "_env", self._variables)  # noqa: B010 (asyncssh would keep any)
        chan.set_write_buffer_limits(high=_LONGEST_BUFFER)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        self._term = terminal_of(term_type)
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        return self._choose(None)

    def exec_requested(self, command: str) -> bool:
        return self._choose(command)

    def subsystem_requested(self, subsystem: str) -> bool:
        self._server.refuse("not offered", "subsystem", name=subsystem, **self.caller.told)
        return False

    def _choose(self, command: str | None) -> bool:
        try:
            self.face = face_of(command, self._term is not None)
        except NotOffered as refusal:
            self._server.refuse("not offered", "command", **self.caller.told)
            self._refusal = str(refusal)
        return True

    def session_started(self) -> None:
        self._connection.begin_session(self)
        self._task = self._loop.create_task(self._run())
        self._task.add_done_callback(lambda _: self._connection.end_session(self))

    # -- the session -----------------------------------------------------------------------

    async def _run(self) -> None:
        refusal = self._refusal or await self._server.admit(self)
        if not refusal:
            try:
                self._begin()
            except OSError as error:  # out of descriptors or terminals
                self._server.log.tell("error", what=error, session=self.id)
                self._release()
                self._server.forget(self, None)
                refusal = _NOT_BEGUN
        if refusal:
            self._say(refusal)
            self._close(1)
        else:
            self._pass_on()
            await self._wait_for_end()

    def _begin(self) -> None:
        self._pacer.is_screen = self._is_screen
        ours, theirs = socket.socketpair()
        files = [theirs.detach()]
        try:
            self._link = SessionLink(ours, self._hear, self._lose)
            files += self._open_terminal() if self._term else self._open_pipes()
        except OSError:
            os.close(files[0])
            raise
        environment = {"TERM": self._term or "dumb", **self._variables.as_text()}
        self._server.order(self, environment, files)

    def _open_terminal(self) -> list[int]:
        master, slave = pty.openpty()
        self._streams = [self._stream(master, None)]
        self._set_size(*self._size)
        return [slave]

    def _open_pipes(self) -> list[int]:
        ours, theirs = socket.socketpair()
        complaints, theirs_too = os.pipe()
        self._streams = [
            self._stream(ours.detach(), None),
            self._stream(complaints, asyncssh.EXTENDED_DATA_STDERR),
        ]
        return [theirs.detach(), theirs_too]

    def _stream(self, fileno: int, kind: int | None) -> Stream:
        return Stream(
            fileno,
            lambda data: self._show(data, kind),
            self._look_whether_drained,
            self._regulate,
            self._pass_on,
        )

    async def _wait_for_end(self) -> None:
        """Wait for the session to end, then tell the client."""
        try:
            await self._ended.wait()
            self._streams[0].finish(lambda: None)
            for event, seconds in (
                (self._told, _STATUS_SECONDS),
                (self._drained, _LAST_BYTES_SECONDS),
            ):
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await event.wait()
        finally:
            self._release()
            self._server.forget(self, self._status)
        if self._status is not None and self._status < 0:
            self._tidy_terminal()
        if sentence := self._choose_last_words():
            self._say(sentence)
        status = 1 if self._status is None else self._status
        self._close(status if 0 <= status < _MOST_TOLD else 1)

    def _close(self, status: int) -> None:
        """Close the channel, if it is still open."""
        with suppress(OSError):
            self._chan.exit(status)

    def _tidy_terminal(self) -> None:
        """Restore the client's terminal after a session that was killed."""
        if self._is_screen:
            # Imported here: needed only when a session was killed.
            from solterm.wire.tty import AS_BEFORE

            self._show(AS_BEFORE.encode(), None)

    @property
    def how_it_ended(self) -> str:
        """How the session ended, as the figures name it."""
        if not self.number:
            return "not started"
        return "crashed" if self._is_crash and not self._is_hung_up else "ended"

    @property
    def _is_crash(self) -> bool:
        return self._status is not None and (self._status < 0 or self._status == BROKEN)

    def _choose_last_words(self) -> str:
        """Return the sentence that a crashed session could not say itself."""
        if self._is_hung_up:
            return self.reason
        if self._status is None:  # it left the queue, or the template died with its report
            return "" if self.number else self.reason or _NOT_BEGUN
        if self._status in _OUT_OF_TIME:
            return self._promise(_USED_UP, _KEPT)
        return self._promise(_BROKEN_OFF, _KEPT_UP_TO) if self._is_crash else ""

    def _promise(self, sentence: str, promise: str) -> str:
        """Return a sentence with a promise that does not hold for guests."""
        return f"{sentence} {promise}".rstrip() if self.caller.key else sentence

    def _release(self) -> None:
        if self._timer:
            self._timer.cancel()
        for each in self._streams:
            each.close()
        if self._link:
            self._link.close()
        if self._process >= 0:
            self._loop.remove_reader(self._process)
            os.close(self._process)
            self._process = -1

    def wait(self, ahead: int) -> None:
        """Show the player's place in the queue: in one line on a screen, else only once."""
        sentence = f"{ahead} player{' is' if ahead == 1 else 's are'} ahead of you."
        if self._is_screen:
            self._write(f"\r{sentence}\x1b[K".encode(), None)
        elif self.face != "json" and not self._is_queued:
            self._say(sentence)
        self._is_queued = True

    def begin(self, number: int, process: int) -> None:
        """The session's process runs."""
        self.number, self._process = number, process
        self._loop.add_reader(process, self._note_death)
        if self.reason or self._chan.is_closing():  # the client is gone already
            self.hang_up()

    def end(self, status: int | None) -> None:
        """The session ended with this status, or never began."""
        self._status = status
        self._told.set()
        self._ended.set()
        if status is None:
            for each in self._streams:
                each.close()
            self._drained.set()

    def _note_death(self) -> None:
        self._loop.remove_reader(self._process)
        self._ended.set()

    # -- input and output -----------------------------------------------------------------

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.touched = self._server.now()
        if self._asked is None:
            self._asked = self.touched
        self.is_warned = False
        if self.is_saving:  # any key lets the player go
            self._close(0)
            return
        self._pacer.add(data)
        self._pass_on()

    def eof_received(self) -> bool:
        self._is_input_over = True
        self._pass_on()
        return True

    def _pass_on(self) -> None:
        """Pass input on, as fast as the pacing allows and the session reads."""
        if self._is_passing_on:  # writing a piece calls this again
            return
        self._is_passing_on = True
        try:
            if self._streams:
                self._pass_pieces_on(self._streams[0])
        finally:
            self._is_passing_on = False
        if self._is_input_over and self._streams and not self._pacer.is_holding:
            self._is_input_over = False
            self._end_input()
        self._regulate()

    def _pass_pieces_on(self, session: Stream) -> None:
        used = cpu_seconds(self.number) if self.number else 0.0
        while not session.is_full and (piece := self._pacer.take(used)):
            session.write(piece)
        if not session.is_full and self._pacer.is_holding and not self._timer:
            self._timer = self._loop.call_later(self._pacer.wait(used), self._pass_on_later)

    def _pass_on_later(self) -> None:
        self._timer = None
        self._pass_on()

    def _regulate(self) -> None:
        """Let the client send more, or make it wait."""
        if not self._streams or self._pacer.is_holding or self._streams[0].is_full:
            self._chan.pause_reading()
        else:
            self._chan.resume_reading()

    def _end_input(self) -> None:
        """Tell the session that no more input comes."""
        if self._term is None:
            self._streams[0].finish(self._close_input)
        elif self.face != "screen":
            self._streams[0].write(b"\x04")

    def _close_input(self) -> None:
        if not self._ended.is_set() and self._streams[0].fileno >= 0:
            ours = socket.socket(fileno=self._streams[0].fileno)
            with suppress(OSError):
                ours.shutdown(socket.SHUT_WR)
            ours.detach()  # it is the stream's

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if self._term and self._streams:
            self._set_size(width, height)

    def _set_size(self, width: int, height: int) -> None:
        size = (min(height or 24, _LARGEST), min(width or 80, _LARGEST))
        with suppress(OSError, termios.error):
            termios.tcsetwinsize(self._streams[0].fileno, size)

    def _show(self, data: bytes, kind: int | None) -> None:
        if self._asked is not None:
            self._server.figures.answer(self._server.now() - self._asked)
            self._asked = None
        if not self._has_shown:
            self._has_shown = True
            self._server.note_start(self)
            if self._is_queued and self._is_screen:
                self._write(b"\r\x1b[K", None)
        self._write(data, kind)

    def _write(self, data: bytes, kind: int | None) -> None:
        with suppress(OSError):
            self._chan.write(data, kind)

    @property
    def _is_screen(self) -> bool:
        """Whether the session paints a screen, rather than lines."""
        return self.face == "screen" and self._term != "dumb"

    def pause_writing(self) -> None:
        for each in self._streams:
            each.wait()

    def resume_writing(self) -> None:
        for each in self._streams:
            each.go_on()

    def _look_whether_drained(self) -> None:
        """Note that a stream has ended; the output is complete when all have."""
        self._ended_streams += 1
        if self._ended_streams >= len(self._streams):
            self._drained.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection.close_channel(self)
        if not self._ended.is_set():
            self.reason = self.reason or "the connection was dropped"
            self._drained.set()
            self.hang_up()
            self._server.cancel(self)

    # -- messages from the host -------------------------------------------------------------

    def tell(self, message: Message) -> None:
        if self._link:
            self._link.say(message)

    def warn(self, sentence: str) -> None:
        """Warn the player, once until the next key."""
        self.is_warned = True
        self.tell(Notice(sentence))

    def finish(self, sentence: str, promise: str = _KEPT) -> None:
        """End the session: ask it, then send SIGHUP, then SIGKILL.

        The player reads the sentence; only guests do not read the ``promise`` after it.
        """
        if self.reason:
            return
        self.reason = self._promise(sentence, promise)
        self._server.cancel(self)
        self.tell(End(self.reason))
        self._loop.call_later(_FIRST_TO_LAST_SECONDS, self.hang_up)

    def hang_up(self) -> None:
        """End the session as if its connection had been dropped."""
        if self._process >= 0 and not self._ended.is_set():
            self._is_hung_up = True
            self._signal(signal.SIGHUP)
            self._loop.call_later(_FIRST_TO_LAST_SECONDS, self._kill_unless_saving)

    def kill(self) -> None:
        """End the session's process, whatever it does."""
        self._signal(signal.SIGKILL)

    def _kill_unless_saving(self) -> None:
        if not self.is_saving:
            self.kill()

    def _signal(self, number: signal.Signals) -> None:
        if self._process >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._process, number)

    def _say(self, sentence: str) -> None:
        end = "\r\n" if self._term else "\n"
        with suppress(OSError):
            self._chan.write_stderr(f"solterm: {sentence}{end}".encode())

    def _hear(self, message: Message) -> None:
        if isinstance(message, Unsaved):
            self.is_unsaved = message.waits
        elif not isinstance(message, Saving):
            self._server.hear(self, message)
        elif not self.is_saving:
            self.is_saving = self.is_unsaved = True
            self._loop.call_later(SAVING_SECONDS + _FIRST_TO_LAST_SECONDS, self.kill)

    def _lose(self) -> None:
        """Note that the session closed its link: its game is unknown from now on."""
        self._hear(PlayLeft())

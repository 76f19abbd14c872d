"""A session as its host sees it: the process, its terminal or pipes, and the player's client.

It knows no SSH. An entrance, such as ``ssh_entrance``, gives it the client's requests and input,
and takes its output as a ``SessionClient``. Each side gets data as fast as it reads: a session that
hangs, or a client that does not read, delays no other player.
"""

import asyncio
import os
import pty
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, Protocol

from solterm.hall.messages import End, Message, Notice, PlayLeft, Saving, Unsaved
from solterm.serve.access import Address
from solterm.serve.accounts import Player
from solterm.serve.hall import Hall
from solterm.serve.limits import Pacer, cpu_seconds
from solterm.serve.log import HostFigures
from solterm.serve.orders import BROKEN, SAVING_SECONDS, Face
from solterm.serve.session_io import SessionLink, Stream
from solterm.serve.supervisor import Supervisor
from solterm.wire.tty import AS_BEFORE

_LARGEST = 1000
"""Columns and rows that a client may ask for."""
_SIZE_COMMANDS = 5
"""What a new size counts as: a session lays out and paints everything anew."""

_FIRST_TO_LAST_SECONDS = 2.0
"""A session that is to end has this long, then gets SIGHUP, and after as long again SIGKILL."""
_LAST_BYTES_SECONDS = 3.0
"""How long a client has to take the last output of a session that ended."""
_STATUS_SECONDS = 0.5

NOT_BEGUN = "The host could not start a session: try again in a moment."
_BROKEN_OFF = "The session crashed."
_USED_UP = "You have used up the CPU time of a session."
_DROPPED = "the connection was dropped"
_KEPT = "Your game is kept."
_KEPT_UP_TO = "Your game is kept up to the last move."
_OUT_OF_TIME = (-signal.SIGXCPU, 128 + signal.SIGXCPU)
"""The exit statuses of line mode and of the screen when CPU time runs out."""

_MOST_TOLD = 128
"""Exit statuses from here on are signals, which clients are not told."""


class Caller(NamedTuple):
    """The player's client, after its login."""

    address: Address
    user: str
    """The login name, which new players propose as their nickname."""
    key: str
    """The fingerprint of the key that was proved; empty for a guest."""

    @property
    def told(self) -> dict[str, str]:
        """The fields of its log lines."""
        return {"address": self.address, "user": self.user, "key": self.key}


class Request(NamedTuple):
    """What a client asks for."""

    face: Face
    term: str | None
    """The type of its terminal; None without one."""
    size: tuple[int, int]
    """Columns and rows; 0 for unknown."""
    variables: dict[str, str]
    """Of its language."""
    watch: str = ""
    """The session of another player to watch first; empty: none."""


class SessionClient(Protocol):
    """The client's end of a session. No method blocks; all may be called after it has gone.

    When too much output waits, the entrance calls ``pause_output`` of the session.
    """

    def write(self, data: bytes) -> None:
        """Send output."""

    def write_error(self, data: bytes) -> None:
        """Send output for stderr."""

    def pause_input(self) -> None:
        """Take no input for now; the client has to wait."""

    def resume_input(self) -> None:
        """Take input again."""

    def close(self, status: int) -> None:
        """Close it with an exit status, once it has read its output."""

    def is_closing(self) -> bool:
        """Return whether it takes no more output."""


class HostedSession:
    """A session, from the request to the end."""

    def __init__(
        self,
        caller: Caller,
        request: Request,
        client: SessionClient,
        *,
        hall: Hall,
        supervisor: Supervisor,
        figures: HostFigures,
        pacer: Pacer,
        now: Callable[[], float],
    ) -> None:
        """``now`` is the host's clock, in seconds."""
        self.id = os.urandom(4).hex()
        self.caller = caller
        self.face = request.face
        self.watch = request.watch
        self.player: Player | None = None
        """None for a guest, and before the host has found the player."""
        self.database_key = ""
        """What stands for the player in the database, if sessions have their own role there."""
        self.number = 0
        """The process id; 0 while it has none."""
        self.reason = ""
        """Why the host ended it: a sentence for the player."""
        self.since = self.touched = now()
        """When it was requested, and when the player last typed, on the host's clock."""
        self.is_attended = True
        """Whether its client has a connection; a browser in line mode has none while it reads."""
        self.is_warned = False
        self.is_unsaved = False
        """Whether it has moves that are not stored yet."""
        self.is_saving = False
        """Whether it only stores its last moves; it ignores its terminal."""
        self.status: int | None = None
        """Its exit status, negative for a signal; None until it is known."""
        self._term, self._size, self._variables = request.term, request.size, request.variables
        self._is_screen = request.face == "screen" and request.term != "dumb"
        """Whether it paints a screen, rather than lines."""
        self._client = client
        self._hall, self._supervisor, self._figures = hall, supervisor, figures
        self._now = now
        self._pacer = pacer
        """Input that waits for the session: at most what the entrance lets a client send ahead."""
        self._pacer.is_screen = self._is_screen
        self._timer: asyncio.TimerHandle | None = None
        self._asked: float | None = None
        """When input came that no output has followed yet, on the host's clock."""
        self._is_input_over = self._is_output_paused = self._is_resized = False
        self._is_hung_up = self._has_shown = self._is_queued = False
        self._streams: list[Stream] = []
        """Its terminal, or its input and output and then its stderr."""
        self._open_streams = 0
        self._link: SessionLink | None = None
        self._process = -1
        """Its pidfd."""
        self._loop = asyncio.get_running_loop()
        self._ended, self._drained, self._told = asyncio.Event(), asyncio.Event(), asyncio.Event()

    @property
    def name(self) -> str:
        return self.player.name if self.player else "guest"

    @property
    def environment(self) -> dict[str, str]:
        """What its process knows of the client."""
        return {"TERM": self._term or "dumb", **self._variables}

    @property
    def how_it_ended(self) -> str:
        """How the session ended, as the figures name it."""
        if not self.number:
            return "not started"
        return "crashed" if self._is_crash and not self._is_hung_up else "ended"

    @property
    def _is_crash(self) -> bool:
        return self.status is not None and (self.status < 0 or self.status == BROKEN)

    # -- from start to end -----------------------------------------------------------------

    def open_files(self) -> list[int]:
        """Return the files for its process: the link to the hall, then its standard streams.

        Raises ``OSError`` without descriptors or terminals.
        """
        ours, theirs = socket.socketpair()
        ours.send(self.database_key.encode())
        files = [theirs.detach()]
        try:
            self._link = SessionLink(ours, self._hear, lambda: self._hear(PlayLeft()))
            files += self._open_terminal() if self._term else self._open_pipes()
        except OSError:
            os.close(files[0])
            self._release()
            raise
        self._open_streams = len(self._streams)
        if self._is_output_paused:
            self.pause_output()
        self._pass_on()
        return files

    def _open_terminal(self) -> list[int]:
        master, slave = pty.openpty()
        self._streams = [self._stream(master, self._client.write)]
        self._set_size()
        return [slave]

    def _open_pipes(self) -> list[int]:
        ours, theirs = socket.socketpair()
        errors, theirs_too = os.pipe()
        self._streams = [
            self._stream(ours.detach(), self._client.write),
            self._stream(errors, self._client.write_error),
        ]
        return [theirs.detach(), theirs_too]

    def _stream(self, fileno: int, write: Callable[[bytes], None]) -> Stream:
        return Stream(fileno, lambda data: self._show(data, write), self._count_end, self._pass_on)

    def _count_end(self) -> None:
        """Note that a stream has ended; the output is complete when all have."""
        self._open_streams -= 1
        if not self._open_streams:
            self._drained.set()

    def wait(self, ahead: int) -> None:
        """Show the player's place in the queue: in one line on a screen, else only once."""
        sentence = f"{ahead} player{' is' if ahead == 1 else 's are'} ahead of you."
        if self._is_screen:
            self._client.write(f"\r{sentence}\x1b[K".encode())
        elif self.face != "json" and not self._is_queued:
            self._say(sentence)
        self._is_queued = True

    def begin(self, number: int, process: int) -> None:
        """The session's process runs."""
        self.number, self._process = number, process
        self._loop.add_reader(process, self._note_death)
        if self.reason or self._client.is_closing():  # the client is gone already
            self.hang_up()

    def end(self, status: int | None) -> None:
        """The session ended with this status, or never began."""
        self.status = status
        self._told.set()
        self._ended.set()
        if status is None:
            for each in self._streams:
                each.close()
            self._drained.set()

    def _note_death(self) -> None:
        self._loop.remove_reader(self._process)
        self._ended.set()

    async def wait_for_end(self) -> None:
        """Wait until the session has ended, and its client has had time for the last output."""
        try:
            await self._ended.wait()
            self._streams[0].finish()
            last = (self._told, _STATUS_SECONDS), (self._drained, _LAST_BYTES_SECONDS)
            for event, seconds in last:
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await event.wait()
        finally:
            self._release()

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

    def refuse(self, sentence: str) -> None:
        """Close the client of a session that does not begin, and say why."""
        self._say(sentence)
        self._client.close(1)

    def close_client(self) -> None:
        """Close the client of a session that has ended; say what the session could not."""
        status = self.status
        if self._is_screen and status is not None and status < 0:
            self._client.write(AS_BEFORE.encode())
        if sentence := self._choose_last_words():
            self._say(sentence)
        self._client.close(status if status is not None and 0 <= status < _MOST_TOLD else 1)

    def _choose_last_words(self) -> str:
        if self._is_hung_up:
            return self.reason
        if self.status is None:  # it left the queue, or the template died with its report
            return "" if self.number else self.reason or NOT_BEGUN
        if self.status in _OUT_OF_TIME:
            return self._promise(_USED_UP, _KEPT)
        return self._promise(_BROKEN_OFF, _KEPT_UP_TO) if self._is_crash else ""

    def _promise(self, sentence: str, promise: str) -> str:
        """Return a sentence with a promise that does not hold for guests."""
        return f"{sentence} {promise}".rstrip() if self.caller.key else sentence

    def _say(self, sentence: str) -> None:
        end = "\r\n" if self._term else "\n"
        self._client.write_error(f"solterm: {sentence}{end}".encode())

    # -- what the entrance tells it --------------------------------------------------------

    def attend(self, is_attended: bool) -> None:
        """Note whether the client has a connection now."""
        self.is_attended, self.touched = is_attended, self._now()

    def take_input(self, data: bytes) -> None:
        self.touched = self._now()
        if self._asked is None:
            self._asked = self.touched
        self.is_warned = False
        if self.is_saving:  # any key lets the player go
            self._client.close(0)
            return
        self._pacer.add(data)
        self._pass_on()

    def end_input(self) -> None:
        """Take note that no more input comes."""
        self._is_input_over = True
        self._pass_on()

    def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal as soon as a command is due; of several sizes the last one counts."""
        self._size, self._is_resized = (columns, rows), self._term is not None
        self._pass_on()

    def _set_size(self) -> None:
        columns, rows = self._size
        self._is_resized = False
        self._streams[0].resize(min(columns or 80, _LARGEST), min(rows or 24, _LARGEST))

    def pause_output(self) -> None:
        """Make the session wait: its client does not read."""
        self._is_output_paused = True
        for each in self._streams:
            each.pause()

    def resume_output(self) -> None:
        self._is_output_paused = False
        for each in self._streams:
            each.resume()

    def lose_client(self) -> None:
        """End the session, if it has not ended: its client is gone."""
        if not self._ended.is_set():
            self.reason = self.reason or _DROPPED
            self._drained.set()
            self.hang_up()
            self._supervisor.cancel(self.id)

    # -- input and output ------------------------------------------------------------------

    def _pass_on(self) -> None:
        """Pass input on, as fast as the pacing allows and the session reads."""
        if not self._streams:
            self._client.pause_input()
            return
        session = self._streams[0]
        used = cpu_seconds(self.number) if self.number else 0.0
        if self._is_resized and self._pacer.allows(used, _SIZE_COMMANDS):
            self._set_size()
        while not session.is_full and (piece := self._pacer.take(used)):
            session.write(piece)
        is_input_due = self._pacer.is_holding and not session.is_full
        if (is_input_due or self._is_resized) and not self._timer:
            self._timer = self._loop.call_later(self._pacer.wait(used), self._pass_on_later)
        if self._is_input_over and not self._pacer.is_holding:
            self._is_input_over = False
            self._pass_end_on(session)
        if self._pacer.is_holding or session.is_full:
            self._client.pause_input()
        else:
            self._client.resume_input()

    def _pass_on_later(self) -> None:
        self._timer = None
        self._pass_on()

    def _pass_end_on(self, session: Stream) -> None:
        """Tell the session that no more input comes."""
        if self._term is None:
            session.finish()
        elif self.face != "screen":
            session.write(b"\x04")

    def _show(self, data: bytes, write: Callable[[bytes], None]) -> None:
        if self._asked is not None:
            self._figures.answer(self._now() - self._asked)
            self._asked = None
        if not self._has_shown:
            self._has_shown = True
            self._supervisor.let_next_start(self.id)
            if self._is_queued and self._is_screen:
                self._client.write(b"\r\x1b[K")
        write(data)

    # -- what the host tells it ------------------------------------------------------------

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
        self._supervisor.cancel(self.id)
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

    # -- what its process tells the host ---------------------------------------------------

    def _hear(self, message: Message) -> None:
        if isinstance(message, Unsaved):
            self.is_unsaved = message.waits
        elif not isinstance(message, Saving):
            self._hall.hear(self.id, message)
        elif not self.is_saving:
            self.is_saving = self.is_unsaved = True
            self._loop.call_later(SAVING_SECONDS + _FIRST_TO_LAST_SECONDS, self.kill)

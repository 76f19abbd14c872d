"""The terminal of a browser: a session over a WebSocket.

The page sends keys as binary messages, and JSON texts: ``{"columns": 80, "rows": 24}`` opens the
terminal and resizes it, ``{"read": 4096}`` says how many bytes it has shown so far. The host sends
output as binary messages and sentences as texts.
"""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from aiohttp import WSMsgType, web

from solterm.serve.hosted_session import Caller, HostedSession, Request
from solterm.serve.limits import MESSAGE_BYTES, Throttle
from solterm.serve.server import Server

LONGEST_MESSAGE = 1 << 13
"""Bytes of a message from a browser; the page splits what is pasted."""
_MOST_UNREAD = 1 << 15
"""Bytes that wait for the page to show them; more would only be stale pictures."""
_MOST_AHEAD = 1 << 16
"""Bytes that a browser may send while the session takes no input."""
_LARGEST = 1000
"""Columns and rows."""

OVER, FAILED = 1000, 4001
"""Codes that close the socket for good; after any other, the page connects again."""
RESTARTING = 1012
"""The code when the host ends, since most often it starts again."""

_TERM = "xterm-256color"
_VARIABLES = {"LANG": "C.UTF-8"}


class TerminalClient:
    """The browser's end of a session: its ``Client``."""

    def __init__(self, socket: web.WebSocketResponse, throttle: Throttle) -> None:
        """The socket leaves pings to us; ``throttle`` is its connection's."""
        self._socket = socket
        self._throttle = throttle
        self._output: asyncio.Queue[bytes | str | int] = asyncio.Queue()
        """Output, sentences, and at last the code that closes the socket."""
        self._session: HostedSession | None = None
        self._written = self._sent = self._read = 0
        """Bytes of output so far: from the session, to the socket, and on the page."""
        self._ahead = 0
        """Bytes taken since the session wanted no more input."""
        self._is_paused = self._is_closed = False
        self._resumed = asyncio.Event()
        self._is_restarting: Callable[[], bool] = bool

    async def play(self, server: Server, caller: Caller, size: tuple[int, int], watch: str) -> None:
        """Run a session until it has ended or the browser is gone.

        ``watch`` is the session to watch first; empty: none.
        """
        self._is_restarting = server.done.is_set
        request = Request("screen", _TERM, size, _VARIABLES, watch)
        self._session = session = server.make_session(caller, request, self)
        running = asyncio.create_task(server.run(session))
        sending = asyncio.create_task(self._send())
        try:
            await self._take_messages(session)
        finally:
            self._is_closed = True
            session.lose_client()
            await running
            sending.cancel()

    async def refuse(self, sentence: str) -> None:
        """Close the socket without a session, and say why."""
        await self._socket.send_str(sentence)
        await self._socket.close(code=FAILED)

    # -- from the browser --------------------------------------------------------------------

    async def receive_size(self, seconds: float) -> tuple[int, int] | None:
        """Return the size in the first message; None if none comes in time."""
        try:
            async with asyncio.timeout(seconds):
                message = await self._socket.receive()
        except TimeoutError:
            return None
        return read_size(read_object(message.data)) if message.type is WSMsgType.TEXT else None

    async def _take_messages(self, session: HostedSession) -> None:
        async for message in self._socket:
            self._throttle.charge(MESSAGE_BYTES)
            if message.type is WSMsgType.BINARY:
                self._ahead += len(message.data)
                session.take_input(message.data)
            elif message.type is WSMsgType.TEXT:
                self._take_text(session, read_object(message.data))
            elif message.type is WSMsgType.PING:
                with suppress(ConnectionError, RuntimeError):  # it is closing
                    await self._socket.pong(message.data)
            # Not while input only waits: what the browser has read must still arrive.
            if self._is_paused and self._ahead > _MOST_AHEAD:
                self._resumed.clear()
                await self._resumed.wait()
            await self._throttle.wait()

    def _take_text(self, session: HostedSession, told: dict[str, Any]) -> None:
        if size := read_size(told):
            session.resize(*size)
        read = told.get("read")
        if type(read) is int and self._read < read <= self._sent:
            self._read = read
            if self._written - read <= _MOST_UNREAD:
                session.resume_output()

    # -- to the browser ----------------------------------------------------------------------

    async def _send(self) -> None:
        """Send what waits, in order."""
        while True:
            piece = await self._output.get()
            if isinstance(piece, int):
                await self._socket.close(code=piece)
                return
            try:
                if isinstance(piece, str):
                    await self._socket.send_str(piece)
                else:
                    self._sent += len(piece)
                    await self._socket.send_bytes(piece)
            except (ConnectionError, RuntimeError):  # it is closing
                return

    def write(self, data: bytes) -> None:
        self._written += len(data)
        self._output.put_nowait(data)
        if self._session and self._written - self._read > _MOST_UNREAD:
            self._session.pause_output()

    def write_error(self, data: bytes) -> None:
        sentence = data.decode(errors="replace").strip()
        self._output.put_nowait(sentence.removeprefix("solterm: "))

    def pause_input(self) -> None:
        if not self._is_paused:
            self._is_paused, self._ahead = True, 0

    def resume_input(self) -> None:
        self._is_paused = False
        self._resumed.set()

    def close(self, status: int) -> None:
        if not self._is_closed:
            self._is_closed = True
            code = FAILED if status else OVER
            self._output.put_nowait(RESTARTING if self._is_restarting() else code)
            self._resumed.set()

    def is_closing(self) -> bool:
        return self._is_closed or self._socket.closed


def read_object(text: str) -> dict[str, Any]:
    """Return an object of JSON; empty for any other text.

    >>> read_object('{"read": 7}'), read_object("[" * 5000)
    ({'read': 7}, {})
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def read_size(told: dict[str, Any]) -> tuple[int, int] | None:
    """Return the size of the terminal, if a message has one.

    >>> read_size({"columns": 80, "rows": 24}), read_size({"columns": -1, "rows": 24})
    ((80, 24), None)
    """
    columns, rows = told.get("columns"), told.get("rows")
    if type(columns) is not int or type(rows) is not int:
        return None
    return (columns, rows) if 0 < columns <= _LARGEST and 0 < rows <= _LARGEST else None

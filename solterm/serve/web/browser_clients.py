"""A browser's connection, and its end of a session: a terminal, or line mode as a form.

The connection is counted and timed like one of the SSH entrance.

A terminal is a WebSocket. The page sends keys as binary messages, and JSON texts: ``{"columns": 80,
"rows": 24}`` opens the terminal and resizes it, ``{"read": 4096}`` says how many bytes it has shown
so far. The host sends output as binary messages and sentences as texts.

In line mode, each line that a browser posts is answered with a page. The session has a terminal
there, too, though it paints nothing: so line mode shows a prompt, which marks the end of an answer.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest, digest
from typing import Any

from aiohttp import WSMsgType, web

from solterm.serve.access import Address
from solterm.serve.hosted_session import Caller, HostedSession, Request
from solterm.serve.limits import IDLE, MESSAGE_BYTES, REQUEST_BYTES, SILENT, STALLED, Throttle
from solterm.serve.server import Server
from solterm.serve.web import web_pages as pages

_LONGEST_FIRST_LINE = 2048
"""Bytes of a request's first line."""
_LONGEST_HEADER = 4096
_MOST_HEADERS = 64


class HttpConnection(web.RequestHandler):
    """A connection, from the moment it is accepted.

    It is pending until it has a session. It is closed if it sends no whole request in time.
    """

    def __init__(
        self, server: Server, manager: web.Server, address: Address, is_proxy: bool
    ) -> None:
        """Count a connection from an address; a proxy's has requests of many clients."""
        super().__init__(
            manager,
            loop=asyncio.get_running_loop(),
            logger=_logger(server),
            access_log=None,  # type: ignore[arg-type]
            max_line_size=_LONGEST_FIRST_LINE,
            max_field_size=_LONGEST_HEADER,
            max_headers=_MOST_HEADERS,
            auto_decompress=False,  # a small body could expand to any size
        )
        self.address = address
        self.is_proxy = is_proxy
        self._patience = SILENT
        self._server = server
        self.throttle: Throttle | None = None
        """None until asyncio has taken the connection over."""
        self._timer: asyncio.TimerHandle | None = None
        self._is_dropped = False
        """Whether it has to make room, maybe before asyncio has taken it over."""
        if not is_proxy:
            self.count_pending(address)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        rate = self._server.settings.commands_a_second
        self.throttle = Throttle(transport, self, rate, asyncio.get_running_loop())
        self.throttle.is_limited = not self.is_proxy
        super().connection_made(transport)
        if self._is_dropped:
            self._abort()
            return
        self._server.connections.add(self)
        self._start_timer()

    @property
    def patience(self) -> float:
        is_sending = self.transport is not None and self.transport.get_write_buffer_size()
        return STALLED if is_sending else self._patience

    def connection_lost(self, exc: BaseException | None) -> None:
        self._server.connections.discard(self)
        self._server.limits.pending.discard(self)
        self._stop_timer()
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close the connection to make room for another one."""
        self._server.figures.refuse("pending connections", address=self.address)
        self._is_dropped = True
        self._abort()

    def disconnect(self, sentence: str) -> None:
        """Close the connection; a session has told the player why."""
        self._abort()

    def begin_request(self) -> None:
        self._patience = STALLED
        if self.throttle:
            self.throttle.charge(REQUEST_BYTES)
        self._stop_timer()

    def end_request(self) -> None:
        """Close the connection unless another request comes soon."""
        self._start_timer()

    def _start_timer(self) -> None:
        self._stop_timer()
        seconds = self._server.settings.login_seconds
        self._timer = asyncio.get_running_loop().call_later(seconds, self._abort)

    def count_pending(self, address: Address) -> None:
        """Count this connection as one of a client without a session; it serves no other."""
        if self.throttle:
            self.throttle.is_limited = True
        if dropped := self._server.limits.pending.add(self, address):
            dropped.drop()

    def expect_message(self) -> None:
        """The next word is the client's again, on a socket."""
        self._patience = SILENT

    def begin_session(self) -> None:
        self._server.limits.pending.discard(self)

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send an answer; aiohttp's own ones, which may quote the request, are replaced."""
        if isinstance(resp, web.HTTPException):
            resp = pages.answer_status(resp.status)
        sent = await super().finish_response(request, resp, start_time)
        self._patience = IDLE  # a browser sends its next request on another connection
        return sent

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer a request that is malformed, or that we failed to answer; quote nothing of it."""
        self.log_exception("a request of a browser", exc_info=exc)
        if request.writer.output_size:
            raise ConnectionError("A part of the answer is sent already.")
        response = pages.answer_status(status)
        response.force_close()
        return response

    def _abort(self) -> None:
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


class _LogHandler(logging.Handler):
    """Logs errors of aiohttp, without their texts: these quote requests, and so cookies."""

    def __init__(self, server: Server) -> None:
        super().__init__(logging.ERROR)
        self._server = server

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self._server.log.tell_error(str(record.msg), error)


def _logger(server: Server) -> logging.Logger:
    logger = logging.Logger("solterm.web", logging.ERROR)
    logger.addHandler(_LogHandler(server))
    return logger


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
    """The browser's end of a session: its ``SessionClient``."""

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

    async def play(
        self,
        server: Server,
        caller: Caller,
        size: tuple[int, int],
        watch: str,
        variables: dict[str, str],
    ) -> None:
        """Run a session until it has ended or the browser is gone.

        ``watch`` is the session to watch first; empty: none. ``variables`` say what its process has
        to know of the page.
        """
        self._is_restarting = server.done.is_set
        request = Request("screen", _TERM, size, _VARIABLES | variables, watch)
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


_REQUEST = Request("lines", "dumb", (80, 24), {"LANG": "C.UTF-8"})
_PROMPT = "> "
_END = f"\n{_PROMPT}"
_ANSWER_SECONDS = 20.0
_LONGEST_LINE = 1000
_LONGEST_TEXT = 1 << 16
"""Characters of output to keep."""


class Tickets:
    """Tickets for sessions. Only our pages have them, so a session takes two requests.

    A ticket proves itself, and then names its session; the host remembers none.
    """

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)

    def draw(self) -> str:
        """Return a new ticket; nobody else can guess it."""
        drawn = secrets.token_urlsafe(32)
        return f"{drawn}.{self._sign(drawn)}"

    def admits(self, ticket: str) -> bool:
        drawn, _, seal = ticket.partition(".")
        return compare_digest(seal.encode(), self._sign(drawn).encode())

    def _sign(self, drawn: str) -> str:
        return digest(self._secret, drawn.encode(), sha256).hex()


class LinesClient:
    """The browser's end of a session: its ``SessionClient``. It keeps what was said."""

    def __init__(self, server: Server, caller: Caller) -> None:
        self.text = ""
        """What the session has said since the last line."""
        self.earlier = ""
        """What it said before."""
        self.is_over = False
        self.owner = caller.key
        """The fingerprint of the browser; empty for a guest."""
        self._server = server
        self._session = server.make_session(caller, _REQUEST, self)
        self._has_news = asyncio.Event()

    async def run(self) -> None:
        """Run the session to its end."""
        await self._server.run(self._session)
        self.close(0)

    async def answer(self, line: str | None = None) -> str:
        """Send a line, if given, and return the answer, or what there is of it in time."""
        self._session.attend(True)
        if line is not None and not self.is_over:
            self.earlier, self.text = (self.earlier + self.text)[-_LONGEST_TEXT:], ""
            self._session.take_input(clean_line(line).encode() + b"\n")
        with suppress(TimeoutError):
            async with asyncio.timeout(_ANSWER_SECONDS):
                while not (self.is_over or self.text.endswith(_END)):
                    self._has_news.clear()
                    await self._has_news.wait()
        self._session.attend(False)
        return self.text.removesuffix(_PROMPT)

    # -- from the session (``SessionClient``) ------------------------------------------------

    def write(self, data: bytes) -> None:
        text = data.decode(errors="replace").replace("\r\n", "\n")
        self.text = (self.text + text)[-_LONGEST_TEXT:]
        self._has_news.set()

    def write_error(self, data: bytes) -> None:
        self.write(data)

    def pause_input(self) -> None:
        pass  # the browser sends one line at a time, and waits

    def resume_input(self) -> None:
        pass

    def close(self, status: int) -> None:
        self.is_over = True
        self._has_news.set()

    def is_closing(self) -> bool:
        return self.is_over


def clean_line(text: str) -> str:
    """Return a line without control characters, which a terminal would act on.

    >>> clean_line("play demon\\x03\\r\\n")
    'play demon'
    """
    return "".join(each for each in text if each.isprintable())[:_LONGEST_LINE]

"""A browser's connection, counted and timed like one of the SSH entrance."""

import asyncio
import logging

from aiohttp import web

from solterm.serve.access import Address
from solterm.serve.limits import IDLE, REQUEST_BYTES, SILENT, STALLED, Throttle
from solterm.serve.server import Server
from solterm.serve.web import pages

_LONGEST_LINE = 2048
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
            max_line_size=_LONGEST_LINE,
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
        self._server.figures.count_refused("pending connections")
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

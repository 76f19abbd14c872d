"""A browser's connection, counted and timed like one of the SSH entrance."""

import asyncio
import logging

from aiohttp import web

from solterm.serve.server import Server

_LONGEST_LINE = 2048
"""Bytes of a request's first line."""
_LONGEST_HEADER = 4096
_MOST_HEADERS = 64


class HttpConnection(web.RequestHandler):
    """A connection, from the moment it is accepted.

    It is pending until it has a session. It is closed if it sends no whole request in time.
    """

    def __init__(self, server: Server, manager: web.Server, address: str, is_proxy: bool) -> None:
        """Count a connection from an address; a proxy's is counted when its client is known."""
        super().__init__(
            manager,
            loop=asyncio.get_running_loop(),
            logger=_logger(server),
            access_log=None,  # type: ignore[arg-type]
            max_line_size=_LONGEST_LINE,
            max_field_size=_LONGEST_HEADER,
            max_headers=_MOST_HEADERS,
        )
        self.address = address
        self.is_proxy = is_proxy
        self.is_silent = True
        """Whether no request is being answered."""
        self._server = server
        self._timer: asyncio.TimerHandle | None = None
        self._is_dropped = False
        """Whether it has to make room, maybe before asyncio has taken it over."""
        if not is_proxy:
            self._count_pending()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self._is_dropped:
            self._abort()
            return
        self._server.connections.add(self)
        self.end_request()

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
        self.is_silent = False
        self._stop_timer()

    def end_request(self) -> None:
        """Close the connection unless another request comes soon."""
        self.is_silent = True
        self._stop_timer()
        seconds = self._server.settings.login_seconds
        self._timer = asyncio.get_running_loop().call_later(seconds, self._abort)

    def begin_login(self, address: str) -> None:
        """The client asks for a session; ``address`` is the client's, as its proxy says."""
        if self.is_proxy:
            self.address, self.is_proxy = address, False
            self._count_pending()

    def begin_session(self) -> None:
        self._server.limits.pending.discard(self)

    def _count_pending(self) -> None:
        if dropped := self._server.limits.pending.add(self):
            dropped.drop()

    def _abort(self) -> None:
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


class _LogHandler(logging.Handler):
    """Passes errors of aiohttp on to the host's log, one line each."""

    def __init__(self, server: Server) -> None:
        super().__init__(logging.ERROR)
        self._server = server

    def emit(self, record: logging.LogRecord) -> None:
        error = repr(record.exc_info[1]) if record.exc_info else ""
        self._server.log.tell("error", what=record.getMessage(), error=error)


def _logger(server: Server) -> logging.Logger:
    logger = logging.Logger("solterm.web", logging.ERROR)
    logger.addHandler(_LogHandler(server))
    return logger

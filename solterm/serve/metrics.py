"""The figures of a host in the OpenMetrics format, over HTTP.

Only ``--metrics`` loads this module, since it needs prometheus-client. Its own web server has a
thread for each connection and no time limit, so the host's event loop answers instead.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes
from itertools import accumulate

from prometheus_client import CollectorRegistry
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from solterm.serve.log import ANSWER_SECONDS
from solterm.serve.server import Server

_SECONDS = 5.0
"""How long a request and its answer may take."""
_MOST_OPEN = 8
"""Connections at once; one more closes the oldest."""
_LONGEST_REQUEST = 8192


def listen(host: str, port: int) -> socket.socket:
    """Return a socket on an address, for ``Metrics``. Raises ``OSError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


class Metrics:
    """Answers every HTTP request with the figures of a host."""

    def __init__(self, server: Server) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_Collector(server))
        self._open: dict[asyncio.StreamWriter, None] = {}
        """The connections, oldest first."""

    async def serve(self, listening: socket.socket) -> asyncio.Server:
        """Answer on a socket, on the event loop."""
        return await asyncio.start_server(self._serve, sock=listening, limit=_LONGEST_REQUEST)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._open) == _MOST_OPEN:
            oldest = next(iter(self._open))
            del self._open[oldest]
            oldest.transport.abort()
        self._open[writer] = None
        try:
            async with asyncio.timeout(_SECONDS):
                request = await reader.readuntil(b"\r\n\r\n")
                writer.write(self._answer(request))
                await writer.drain()
        except (TimeoutError, EOFError, asyncio.LimitOverrunError, OSError):
            writer.transport.abort()
        finally:
            self._open.pop(writer, None)
            writer.close()

    def _answer(self, request: bytes) -> bytes:
        headers = message_from_bytes(request.partition(b"\r\n")[2])
        encode, kind = choose_encoder(headers.get("Accept", ""))
        body = encode(self._registry)
        head = ("HTTP/1.1 200 OK", f"Content-Type: {kind}", f"Content-Length: {len(body)}")
        return "\r\n".join((*head, "Connection: close", "", "")).encode() + body


class _Collector(Collector):
    """Reads the figures whenever they are asked for."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def collect(self) -> Iterator[Metric]:
        server, figures = self._server, self._server.figures
        for name, about, number in (
            ("players", "Players with a session; each guest counts.", server.count_players()),
            (
                "players_waiting",
                "Players who wait for their session to start.",
                len(server.supervisor.queue),
            ),
            ("connections", "Open connections of ssh and of browsers.", len(server.connections)),
            (
                "connections_without_session",
                "Connections that have no session yet, or no longer have one.",
                len(server.limits.pending),
            ),
            (
                "sessions_unsaved",
                "Sessions with moves that the database has not stored yet.",
                sum(each.is_unsaved for each in server.sessions.values()),
            ),
        ):
            yield GaugeMetricFamily(f"solterm_{name}", about, number)
        sessions = GaugeMetricFamily("solterm_sessions", "Sessions now.", labels=["face"])
        faces = Counter(each.face for each in server.sessions.values())
        for face, number in faces.items():
            sessions.add_metric([face], number)
        yield sessions
        yield CounterMetricFamily(
            "solterm_sessions_started", "Sessions that were ordered.", figures.started
        )
        yield _count("sessions_ended", "Sessions that ended.", "how", figures.ended)
        yield _count(
            "refused", "Connections, logins and requests refused.", "reason", figures.refused
        )
        yield CounterMetricFamily(
            "solterm_database_errors",
            "Queries of the host that the database failed.",
            server.accounts.failures,
        )
        answers = HistogramMetricFamily(
            "solterm_answer_seconds",
            "Time from a key or line to the first output after it, with any pacing.",
        )
        bounds = (*map(str, ANSWER_SECONDS), "+Inf")
        counted = list(accumulate(figures.answers))
        answers.add_metric([], list(zip(bounds, counted, strict=True)), figures.answering)
        yield answers


def _count(name: str, about: str, label: str, numbers: dict[str, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(f"solterm_{name}", about, labels=[label])
    for value, number in numbers.items():
        family.add_metric([value], number)
    return family

"""The figures of a host in the OpenMetrics format, over HTTP.

Only ``--metrics`` loads this module, since it needs prometheus-client.
"""

from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from solterm.serve.figures import ANSWER_SECONDS

if TYPE_CHECKING:
    from solterm.serve.server import Server


def open_metrics(server: "Server", host: str, port: int) -> int:
    """Answer on an address, in a thread; return the port. Raises ``OSError``."""
    registry = CollectorRegistry()
    registry.register(_Collector(server))
    http, _ = start_http_server(port, host, registry)
    return http.server_port


class _Collector(Collector):
    """Reads the figures whenever they are asked for."""

    def __init__(self, server: "Server") -> None:
        self._server = server

    def collect(self) -> Iterator[Metric]:
        server, figures = self._server, self._server.figures
        for name, about, number in (
            ("players", "Players with a session; each guest counts.", server.count_players()),
            ("connections", "Open SSH connections.", len(server.connections)),
            (
                "connections_without_session",
                "Connections that have no session yet, or no longer have one.",
                len(server.limits.pending),
            ),
            (
                "sessions_unsaved",
                "Sessions with moves that the database has not stored yet.",
                server.count_unsaved(),
            ),
            (
                "results_waiting",
                "Results that the database has not stored yet.",
                len(server.hall.outbox),
            ),
        ):
            yield GaugeMetricFamily(f"solterm_{name}", about, number)
        sessions = GaugeMetricFamily("solterm_sessions", "Sessions now.", labels=["face"])
        for face, number in server.count_sessions().items():
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
            server.database_errors,
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
    for value, number in numbers.copy().items():  # the event loop may add one meanwhile
        family.add_metric([value], number)
    return family

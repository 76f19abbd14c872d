"""What a host has counted since it started, for ``--metrics``."""

from bisect import bisect_left
from collections import Counter

ANSWER_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The upper bounds of the histogram of answers; one more class has the slower ones."""


REFUSED = (
    *("too many connections", "logins a minute", "no key admitted", "pending connections"),
    *(
        "too many connections without a proxy's header",
        "proxies that sent no header",
        "proxy header",
    ),
    *("not offered", "database", "new players an hour", "sessions a minute"),
    *("host full", "address full"),
)
"""The reasons for which connections, logins and requests are refused."""


class Figures:
    """The counts of a host."""

    def __init__(self) -> None:
        self.started = 0
        """Sessions."""
        self.ended = Counter({"ended": 0, "crashed": 0, "not started": 0})
        """Sessions, by how they ended."""
        self.refused = Counter(dict.fromkeys(REFUSED, 0))
        """Connections, logins and requests, by reason."""
        self.answers = [0] * (len(ANSWER_SECONDS) + 1)
        """Answers to keys and lines, by the time from their arrival to the first output."""
        self.answering = 0.0
        """The sum of these times, in seconds."""

    def answer(self, seconds: float) -> None:
        """Count an answer that took this long."""
        self.answers[bisect_left(ANSWER_SECONDS, seconds)] += 1
        self.answering += seconds

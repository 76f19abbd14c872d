"""What a host has counted since it started, for ``--metrics``."""

from bisect import bisect_left
from collections import Counter

ANSWER_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The upper bounds of the histogram of answers; one more class has the slower ones."""


class Figures:
    """The counts of a host. Only its event loop writes them."""

    def __init__(self) -> None:
        self.started = 0
        """Sessions."""
        self.ended = Counter({"ended": 0, "crashed": 0, "not started": 0})
        """Sessions, by how they ended."""
        self.refused = Counter[str]()
        """Connections, logins and requests, by reason."""
        self.answers = [0] * (len(ANSWER_SECONDS) + 1)
        """Answers to keys and lines, by the time from their arrival to the first output."""
        self.answering = 0.0
        """The sum of these times, in seconds."""

    def answer(self, seconds: float) -> None:
        """Count an answer that took this long."""
        self.answers[bisect_left(ANSWER_SECONDS, seconds)] += 1
        self.answering += seconds

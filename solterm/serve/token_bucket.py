"""A token bucket: a rate limit that allows bursts."""

from collections.abc import Callable

_LONGEST_DEBT = 3.0
"""Seconds."""


class TokenBucket:
    """A number of tokens, which grows with time up to a limit.

    >>> seconds = iter([0.0, 0.0, 0.0, 0.0, 1.0])
    >>> budget = TokenBucket(1, 2, lambda: next(seconds))
    >>> [budget.spend() for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(self, a_second: float, at_once: float, clock: Callable[[], float]) -> None:
        """Add ``a_second`` tokens each second, up to ``at_once``; ``clock`` counts seconds."""
        self._a_second = a_second
        self._at_once = at_once
        self._clock = clock
        self._left = at_once
        self._seen = clock()

    def spend(self, cost: float = 1) -> bool:
        """Take tokens; return whether there were enough."""
        self._grow()
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def charge(self, cost: float) -> None:
        """Take tokens even if too few are left; any debt ends after three seconds."""
        self._grow()
        self._left = max(self._left - cost, -_LONGEST_DEBT * self._a_second)

    def wait(self, cost: float = 0) -> float:
        """Return the seconds until there are enough tokens."""
        self._grow()
        return max(0.0, (cost - self._left) / self._a_second)

    def _grow(self) -> None:
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._seen) * self._a_second)
        self._seen = now

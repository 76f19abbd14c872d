"""A token bucket: so many things a second on average, and some more at once."""

from collections.abc import Callable

_LONGEST_DEBT = 3.0
"""Seconds."""


class Budget:
    """What may be spent, which grows with time up to a bound.

    >>> seconds = iter([0.0, 0.0, 0.0, 0.0, 1.0])
    >>> budget = Budget(1, 2, lambda: next(seconds))
    >>> [budget.spend() for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(self, a_second: float, at_once: float, clock: Callable[[], float]) -> None:
        """``clock`` counts seconds."""
        self._a_second = a_second
        self._at_once = at_once
        self._clock = clock
        self._left = at_once
        self._seen = clock()

    def spend(self, cost: float = 1) -> bool:
        """Spend something; return whether there was so much."""
        self._grow()
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def charge(self, cost: float) -> None:
        """Spend what has been used already; a debt is paid within some seconds, however large."""
        self._grow()
        self._left = max(self._left - cost, -_LONGEST_DEBT * self._a_second)

    def wait(self, cost: float = 0) -> float:
        """Return the seconds until so much can be spent; 0 for now."""
        self._grow()
        return max(0.0, (cost - self._left) / self._a_second)

    def _grow(self) -> None:
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._seen) * self._a_second)
        self._seen = now

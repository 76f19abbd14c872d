"""How much somebody may do: so many things a second on average, and some more at once."""

from collections.abc import Callable


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
        """Spend something; was there so much?"""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._seen) * self._a_second)
        self._seen = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

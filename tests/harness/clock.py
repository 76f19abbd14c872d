"""A clock that a test advances."""


class Clock:
    """Seconds that pass only when a test adds them."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

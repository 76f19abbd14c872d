"""Numbers in words and with their units."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count(number: float, units: str) -> str:
    """Return a number with its unit, which is given in the plural.

    >>> count(2, "points"), count(1, "points"), count(-1, "dollars"), count(0, "moves")
    ('2 points', '1 point', '-1 dollar', '0 moves')
    """
    return f"{number} {units.removesuffix('s') if number in (1, -1) else units}"


def spell(number: int) -> str:
    """Return a number in words up to ten, and in digits above.

    >>> spell(5), spell(12)
    ('five', '12')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def times(number: int) -> str:
    """Return how often something happens.

    >>> times(1), times(2), times(3), times(12)
    ('once', 'twice', 'three times', '12 times')
    """
    return {1: "once", 2: "twice"}.get(number, f"{spell(number)} times")

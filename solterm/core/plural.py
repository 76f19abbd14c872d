"""Numbers with their units."""


def count(number: float, units: str) -> str:
    """Return a number with its unit, which is given in the plural.

    >>> count(2, "points"), count(1, "points"), count(-1, "dollars"), count(0, "moves")
    ('2 points', '1 point', '-1 dollar', '0 moves')
    """
    return f"{number} {units.removesuffix('s') if number in (1, -1) else units}"

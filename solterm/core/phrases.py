"""Small parts of sentences: numbers with their units, alternatives, suggestions, capitals."""

from collections.abc import Iterable

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def count(number: float, units: str) -> str:
    """Return a number with its unit, which is given in the plural.

    >>> count(2, "points"), count(1, "points"), count(-1, "dollars"), count(0, "moves")
    ('2 points', '1 point', '-1 dollar', '0 moves')
    """
    return f"{number} {units.removesuffix('s') if number in (1, -1) else units}"


def tell_deal(number: int, before: str = ", deal ") -> str:
    """Return a deal for a sentence, as in ``, deal 617``; "" for 0, which is still a secret."""
    return f"{before}{number}" if number else ""


def spell(number: int) -> str:
    """Return a number in words up to ten, and in digits above.

    >>> spell(5), spell(12)
    ('five', '12')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def ordinal(number: int) -> str:
    """Return a place in a ranking.

    >>> ordinal(1), ordinal(22), ordinal(3), ordinal(11), ordinal(113)
    ('1st', '22nd', '3rd', '11th', '113th')
    """
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else _ENDINGS.get(number % 10, 'th')}"


def times(number: int) -> str:
    """Return how often something happens.

    >>> times(1), times(2), times(3), times(12)
    ('once', 'twice', 'three times', '12 times')
    """
    return {1: "once", 2: "twice"}.get(number, f"{spell(number)} times")


def span(seconds: float) -> str:
    """Return a time that is left in hours and minutes, rounded up.

    >>> span(4800), span(61), span(-5)
    ('1 h 20 min', '2 min', '0 min')
    """
    hours, minutes = divmod(max(0, -(-int(seconds) // 60)), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def duration(seconds: float) -> str:
    """Return a duration in hours, minutes and seconds, leaving out zeros at the start.

    >>> duration(75), duration(4000)
    ('1:15', '1:06:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def either(names: Iterable[str], word: str = "or") -> str:
    """Return alternatives as a list: ``a foundation, another column or the waste``."""
    *first, last = [name for name in names if name] or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


_LIKENESS = 0.7
"""The least likeness of a suggestion, as ``difflib`` measures it."""
_MOST = 3


def suggest(typed: str, names: Iterable[str]) -> str:
    """Return a question with the names nearest by letters, or "" if none is near.

    >>> suggest("undoo", ["undo", "redo", "quit"])
    "Did you mean 'undo'?"
    >>> suggest("set", ["sheet", "settings"])
    "Did you mean 'settings'?"
    >>> suggest("foo", ["undo", "redo", "quit"])
    ''
    """
    from difflib import get_close_matches  # few players mistype

    known = {name.lower(): name for name in names}
    begun = [name for name in known if len(typed) > 2 and name.startswith(typed.lower())]
    near = begun[:_MOST] or get_close_matches(typed.lower(), known, _MOST, _LIKENESS)
    return f"Did you mean {either(repr(known[each]) for each in near)}?" if near else ""


def capitalize(sentence: str) -> str:
    """Return a sentence with a capital first letter, and everything else unchanged."""
    return sentence[:1].upper() + sentence[1:]

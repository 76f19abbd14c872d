"""The function keys of the menu: where each of them leads."""

from typing import NamedTuple

from solterm.tui.keys.commands import number_of
from solterm.tui.keys.labels import Label


class Way(NamedTuple):
    """Where a function key of the menu leads."""

    number: int
    """Of the key."""
    id: str
    """The screen's method is ``do_ID``."""
    short: str
    """What the bar of keys calls it."""


WAYS = (
    Way(1, "play", "Play"),
    Way(2, "help", "Help"),
    Way(3, "contests", "Contst"),
    Way(4, "scores", "Scores"),
    Way(5, "statistics", "Stats"),
    Way(6, "saves", "Saves"),
    Way(7, "settings", "Setup"),
    Way(8, "level", "Level"),
    Way(9, "deal", "Deal"),
    Way(10, "quit", "Quit"),
)
"""The function keys of the menu; their digits are the same keys."""

BAR = {way.number % 10: Label(way.short, way.short) for way in WAYS}
"""What the bar of keys shows, by digit."""

_BY_NUMBER = {way.number: way for way in WAYS}


def way_of(key: str) -> Way | None:
    """Where a key leads; None where it is no function key of the menu, or its digit."""
    return _BY_NUMBER.get(number_of(key))

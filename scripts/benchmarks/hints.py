"""Hints: how long a player waits for the first one of a game, and for those that follow.

In each game we ask for a hint, look at it for a moment, make the move, and ask again, as a player
at the table does: the worker thinks ahead while we look. The worker starts with the first hint of
each game. A wait is the time by the clock from the key to the hint.
"""

from collections.abc import Iterator
from statistics import median
from time import perf_counter, sleep
from typing import NamedTuple

from scripts.benchmarks.report import Row, progress
from solterm.advice.ask import Worker
from solterm.advice.choose import Hints
from solterm.core.play.play import Play
from solterm.games import find

GAMES = (
    *("kloncan-klondike", "klondike-deal-3", "demon", "free-cell", "spider", "yukon"),
    *("royale-golf", "royale-pyramid", "will-o-wisp", "calculation", "scorpion", "poker"),
)
DEAL = 12
HINTS = 6
LOOKS = 1.0
"""The seconds for which a player looks at a hint, and then at the table after the move."""
FIRST, LATER = 500, 100
"""Milliseconds: the limits for the medians."""


class Waits(NamedTuple):
    """The milliseconds that a player waited for the hints of one game."""

    first: float
    later: list[float]


def measure() -> Iterator[Row]:
    """Measure the waits in each game, then their medians."""
    found: list[Waits] = []
    for name in GAMES:
        progress(f"hints: {name}")
        waits = _play(Play(find(name), DEAL))
        found.append(waits)
        told = f"{waits.first:.0f} ms, then {', '.join(f'{each:.0f}' for each in waits.later)}"
        yield Row(f"hint: waits in {name}", told)
    yield Row.judged("hint: first of a game", median(each.first for each in found), FIRST, "ms")
    later = median(wait for each in found for wait in each.later)
    yield Row.judged("hint: later ones", later, LATER, "ms")


def _play(play: Play) -> Waits:
    """Follow some hints of a game and return the waits for them."""
    waits: list[float] = []
    worker = Worker(is_off=False)
    try:
        hints = Hints(worker)
        for _ in range(HINTS):
            begun = perf_counter()
            hint = hints.ask(play).wait()
            waits.append(1000 * (perf_counter() - begun))
            if hint.move is None:
                break
            hints.think_ahead(play, hint.move)
            sleep(LOOKS)
            play.push(hint.move)
            hints.think_ahead(play)
            sleep(LOOKS)
    finally:
        worker.end()
    first, *later = waits
    return Waits(first, later)

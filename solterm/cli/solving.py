"""``solterm solve``: a way to win a deal, or that there is none."""

import json
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic

from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.plain import prose
from solterm.solver import Finding, Limit, Verdict, solve

_ENDED = {
    "seconds": "the time was up",
    "positions": "as many positions were looked at as allowed",
    "memory": "the memory it may take was full",
    "stopped": "it was stopped",
    "cut": "all it looks at was looked at, which is not all there is",
}
"""Why a search ended, to end a sentence."""


def solve_deal(
    game: Game,
    number: int,
    level: int,
    options: Mapping[str, str],
    seconds: float | None,
    as_json: bool,
) -> str:
    """The record of a win, or of the best that was found; else the verdict."""
    play = Play(game, number, level, options=options)
    begun = monotonic()
    with stopping() as is_asked, showing(seconds) as show:

        def is_stopped() -> bool:
            show(monotonic() - begun)
            return is_asked()

        verdict = solve(play.rules, play.table, Limit(seconds, is_stopped=is_stopped))
    for move in verdict.moves:
        play.push(move)
    if as_json:
        return json.dumps(_describe(play, verdict, monotonic() - begun))
    told = f"{prose.title(play)}: {tell_verdict(verdict, play)}"
    if not verdict.moves:
        return told
    if verdict.best is not None:
        print(told, file=sys.stderr)
    return record.write(play)


def tell_verdict(verdict: Verdict, play: Play) -> str:
    """What a search has found out about a play, as sentences."""
    looked = f"{verdict.positions} position{'s' * (verdict.positions != 1)} looked at"
    if verdict.best is not None:
        own = play.game.own_score
        words = (own if own and own.is_moves else play.rules.goal).words
        proved = "nothing better can be reached" if verdict.is_best else "a better may be there"
        return f"at best {words(verdict.best)} ({proved}; {looked})."
    match verdict.finding:
        case Finding.WON:
            return f"it can be won ({looked})."
        case Finding.LOST:
            return f"it cannot be won ({looked}: all there are)."
        case Finding.UNDECIDED:
            return f"undecided: {_ENDED[verdict.ended_by]} ({looked})."


def _describe(play: Play, verdict: Verdict, seconds: float) -> dict[str, object]:
    """A verdict for programs."""
    return {
        "game": play.game.id,
        "deal": play.deal,
        "level": play.start_level,
        "finding": str(verdict.finding),
        "positions": verdict.positions,
        "seconds": round(seconds, 3),
        "ended_by": verdict.ended_by,
        "best": verdict.best,
        "is_best": verdict.is_best,
        "moves": play.events,
        "record": record.write(play) if verdict.moves else None,
    }


@contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """Ctrl+C asks the search to end, and is no error."""
    asked = False

    def ask(*_: object) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, before)  # a second one ends the program

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def showing(seconds: float | None, keys: str = "Ctrl+C") -> Iterator[Callable[[float], None]]:
    """A line on a terminal's stderr that tells how long has been searched; it is wiped after.

    It names the keys that end the search.
    """
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda passed: None
        return
    shown = 0

    def show(passed: float) -> None:
        nonlocal shown
        if int(passed) > shown:
            shown = int(passed)
            of = f" of {seconds:g}" if seconds is not None else ""
            said = f"\rSearching: {shown} s{of}; {keys} ends it."
            print(said, end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

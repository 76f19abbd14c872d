"""Searches in line mode: a worker that line mode waits for, and the lamp."""

import sys
import time
from typing import Any

from solterm.advice.ask import IN_ALL, STOPPED, TOO_LONG, SearchNews
from solterm.advice.pipe import UNDECIDED, Traced
from solterm.core.phrases import count
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.sessions.seat import Seat

_LAMP_SECONDS = 1.0
"""Seconds that the lamp may delay an answer."""
_SOON = 1.5
"""Seconds before a terminal says that the search takes a while."""
_EVERY = 5.0
"""Seconds between two lines of progress."""
_POLL = 0.1
"""Seconds between two looks at the worker's messages."""
WINNABLE = {"won": "yes", "lost": "no", "undecided": "unknown"}
"""The answers for programs, by the finding of a search."""
_SAID = {
    "yes": "It can still be won.",
    "no": "It can no longer be won{}.",
    "unknown": "Undecided whether it can still be won.",
}
BUSY = 6.0
"""The patience with a search that counts processor time: others use the machine too."""


def tell_exceptions(play: Play) -> str:
    """Return what a verdict of "no" has to add: that an exception might help, or does not."""
    if play.armed or play.cheating:
        return ", even with the armed exception"
    return " without exceptions" if play.game.exceptions.get(play.level) else ""


def _is_watched() -> bool:
    return bool(sys.stderr and sys.stderr.isatty())


def _tell(said: str) -> None:
    print(said, file=sys.stderr, flush=True)


class TookTooLong(Refusal):
    """A worker that has not answered in time: the machine is too busy."""


def wait(seat: Seat, number: int, seconds: float, patience: float) -> Any:
    """Wait for the answer to a question; Ctrl+C returns what is known so far.

    ``seconds`` of processor time are what the search may take, ``patience`` is how many times
    as long we wait: a worker that has just started, or a busy machine, takes longer. Raises
    ``Refusal`` without an answer.
    """
    most = patience * seconds + 0.5
    worker = seat.worker
    try:
        soon = min(_SOON, most)
        heard = worker.wait(number, soon, drops=False)
        if heard == SearchNews() and seconds > _LAMP_SECONDS and _is_watched():
            _tell(f"Searching for up to {seconds:g} seconds of processor time. Ctrl+C stops.")
            heard = _follow(seat, number, most - soon)
        elif heard == SearchNews():
            heard = worker.wait(number, most - soon)
    except KeyboardInterrupt:
        worker.drop(number)
        if worker.known:
            return worker.known
        raise Refusal(STOPPED) from None
    if heard.answer is None and heard.failed == TOO_LONG:
        if worker.known:
            return worker.known
        raise TookTooLong(TOO_LONG)
    if heard.answer is None:
        raise Refusal(heard.failed)
    return heard.answer


def find_lost(seat: Seat, play: Play) -> Traced:
    """Find where a game was lost."""
    found: Traced = wait(seat, seat.where_lost(play), IN_ALL, BUSY)
    return found


def _follow(seat: Seat, number: int, seconds: float) -> SearchNews:
    """Wait for an answer and report progress now and then.

    Each report is a new line, so that a screen reader can read it.
    """
    told, begun = "", time.monotonic()
    end, next_told = begun + seconds, begun + _EVERY
    while (now := time.monotonic()) < end:
        heard = seat.worker.hear(number)
        if heard.answer is not None or heard.failed:
            return heard
        told = heard.told or told
        if now >= next_told:
            passed = count(round(now - begun + _SOON), "seconds")
            _tell(f"{passed}: {told}." if told else f"{passed}.")
            told, next_told = "", now + _EVERY
        time.sleep(_POLL)
    seat.worker.drop(number)
    return SearchNews(failed=TOO_LONG)


def judge(seat: Seat, seconds: float, patience: float = 1.5) -> str:
    """Return whether the game can be won: ``yes``, ``no``, ``unknown``; empty for points."""
    knowledge, play = seat.knowledge, seat.play
    known = knowledge.finding(play)
    if known is None or (known == UNDECIDED and seconds > _LAMP_SECONDS):
        try:
            wait(seat, seat.judge(seconds), seconds, patience)
        except TookTooLong:
            return WINNABLE[UNDECIDED]
    return WINNABLE.get(knowledge.finding(play) or "", "")


def light(seat: Seat) -> tuple[str, str]:
    """Return the lamp's verdict on the position, as a sentence and a word; perhaps ""."""
    play = seat.play
    if not seat.is_lit or play.outcome:
        return "", ""
    try:
        found = judge(seat, _LAMP_SECONDS)
    except Refusal:
        found = "unknown"
    return _SAID[found].format(tell_exceptions(play)) if found else "", found

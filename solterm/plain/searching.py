"""Who searches for a player in line mode: a worker that is waited for, and the lamp."""

import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solterm.plain.reply import Reply
from solterm.sessions.ahead import Ahead
from solterm.sessions.lamp import Lamp
from solterm.sessions.workers import OFF, SearchNews, Worker, is_off
from solterm.store.settings import load_own

if TYPE_CHECKING:
    from solterm.core.play.play import Play
    from solterm.plain.session import Session

SCORED = "The solver is off in scored games."
_LAMP_SECONDS = 1.0
"""How long the lamp keeps an answer waiting."""
_SOON = 1.5
"""Seconds after which somebody at a terminal is told that it takes a while."""
_EVERY = 5.0
"""Seconds between two lines about how far a search is."""
_POLL = 0.1
"""Seconds between two looks at what the worker has said."""
WINNABLE = {"won": "yes", "lost": "no", "undecided": "unknown"}
"""How programs are told whether a position can be won, by what a search has found."""
_SAID = {
    "yes": "It can still be won.",
    "no": "It can no longer be won.",
    "unknown": "It is undecided whether it can still be won.",
}


def refuse_scored(session: "Session") -> None:
    """Raise ``ValueError`` where nobody may be asked: in games that count, and on some hosts."""
    if not session.kept.is_free:
        raise ValueError(SCORED)
    if is_off():
        raise ValueError(OFF)


def _is_watched() -> bool:
    """Whether somebody at a terminal waits for the answer."""
    return bool(sys.stderr and sys.stderr.isatty())


def _tell(said: str) -> None:
    print(said, file=sys.stderr, flush=True)


class Searcher:
    """Asks a worker, and remembers what it said of the play on the table."""

    def __init__(self) -> None:
        self._worker = Worker()
        self.ahead = Ahead(self._worker)
        """Who seeks deals that can be won before they are asked for."""
        self._lamp = Lamp()
        self._play: Play | None = None
        self.is_lit = load_own()[0].lamp
        """Is the lamp on?"""

    def ask(self, task: str, seconds: float, **given: Any) -> Mapping[str, Any]:
        """The answer to a question, which is waited for; Ctrl+C ends that, with what is known.

        Raises ``ValueError`` without one.
        """
        number = self._worker.ask(task, seconds=seconds, **given)
        # A worker that has just begun, or a busy host, may take longer than the search itself.
        most = 1.5 * seconds + 0.5
        try:
            soon = min(_SOON, most)
            heard = self._worker.wait(number, soon, drops=False)
            if heard == SearchNews() and seconds > _LAMP_SECONDS and _is_watched():
                _tell(f"Searching for {seconds:g} seconds at most. Ctrl+C stops it.")
                heard = self._follow(number, most - soon)
            elif heard == SearchNews():
                heard = self._worker.wait(number, most - soon)
        except KeyboardInterrupt:
            self._worker.drop(number)
            if self._worker.known:
                return self._worker.known
            raise ValueError("The search is stopped.") from None
        if heard.answer is None:
            raise ValueError(heard.failed or "The search took too long.")
        return heard.answer

    def _follow(self, number: int, seconds: float) -> SearchNews:
        """Wait for an answer, and say now and then how far the search is.

        It says so in lines of their own, which can be heard as well as read.
        """
        told, end = "", time.monotonic() + seconds
        next_told = time.monotonic() + _EVERY
        while (now := time.monotonic()) < end:
            heard = self._worker.hear(number)
            if heard.answer is not None or heard.failed:
                return heard
            told = heard.told or told
            if told and now >= next_told:
                _tell(f"{told}.")
                told, next_told = "", now + _EVERY
            time.sleep(_POLL)
        self._worker.drop(number)
        return SearchNews()

    def halt(self) -> None:
        """The program is about to be stopped, and the worker is not to go on without it."""
        self._worker.halt()

    def end(self) -> None:
        """Nobody searches any more; what was sought ahead is kept."""
        self.ahead.rest()
        self._worker.end()

    def judge(self, play: "Play", seconds: float) -> str:
        """``yes``, ``no`` or ``unknown``: can it be won from here? Empty where points count."""
        if play is not self._play:
            self._play, self._lamp = play, Lamp()
        known = self._lamp.look(play)
        if known is None or (known == "undecided" and seconds > _LAMP_SECONDS):
            answer = self.ask("judge", seconds, position=str(play.position))
            self._lamp.learn(play, answer)
            known = answer["finding"]
        return WINNABLE.get(known, "")

    def light(self, session: "Session", reply: Reply) -> Reply:
        """The reply to a line that changed the position, with what the lamp says of it."""
        try:
            refuse_scored(session)
        except ValueError:
            return reply
        if session.play.outcome:
            return reply
        try:
            found = self.judge(session.play, _LAMP_SECONDS)
        except ValueError:
            found = "unknown"
        if not found:
            return reply
        return replace(reply, text=f"{reply.text} {_SAID[found]}".lstrip(), winnable=found)

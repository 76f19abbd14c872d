"""Who searches for a player in line mode: a worker that is waited for, and the lamp."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solterm.plain.reply import Reply
from solterm.sessions.ahead import Ahead
from solterm.sessions.hinting import Hints
from solterm.sessions.lamp import Lamp, ask_about
from solterm.sessions.workers import OFF, TOO_LONG, SearchNews, Worker, is_off
from solterm.store.settings import load_own

if TYPE_CHECKING:
    from solterm.core.advice.hints import Hint
    from solterm.core.play.play import Play
    from solterm.plain.session import Session

_LAMP_SECONDS = 1.0
"""How long the lamp keeps an answer waiting."""
_SOON = 1.5
"""Seconds after which somebody at a terminal is told that it takes a while."""
WINNABLE = {"won": "yes", "lost": "no", "undecided": "unknown"}
"""How programs are told whether a position can be won, by what a search has found."""
_SAID = {
    "yes": "It can still be won.",
    "no": "It can no longer be won{}.",
    "unknown": "Whether it can still be won is not known.",
}
BUSY = 6.0
"""The patience with a search that counts the processor's time: others use the machine too."""


def tell_exceptions(play: "Play") -> str:
    """Return what a verdict of "no" has to add: that an exception might help, or does not."""
    if play.armed or play.cheating:
        return ", even with the move that waits"
    return " without exceptions" if play.game.exceptions.get(play.level) else ""


def refuse_scored(session: "Session") -> None:
    """Raise ``ValueError`` where nobody may be asked: in games that count, and on some hosts."""
    if not session.kept.is_free:
        raise ValueError("The solver is off in scored games.")
    if is_off():
        raise ValueError(OFF)


def _tell_searching(seconds: float) -> None:
    """Say at a terminal that it takes a while; the lamp, which is short, says nothing."""
    if seconds > _LAMP_SECONDS and sys.stderr and sys.stderr.isatty():
        said = f"Searching for up to {seconds:g} seconds of processor time. Ctrl+C stops."
        print(said, file=sys.stderr, flush=True)


class TookTooLong(ValueError):
    """A worker that has not answered in time: the machine is too busy."""


class Searcher:
    """Asks a worker, and remembers what it said of the play on the table."""

    def __init__(self) -> None:
        self._worker = Worker()
        self.ahead = Ahead(self._worker)
        """Who seeks deals that can be won before they are asked for."""
        self.hints = Hints(self._worker)
        """Who is asked for hints."""
        self._lamp = Lamp()
        self._play: Play | None = None
        self.is_lit = load_own()[0].lamp
        """Is the lamp on?"""

    def ask(
        self, task: str, seconds: float, patience: float = 1.5, **given: Any
    ) -> Mapping[str, Any]:
        """The answer to a question, which is waited for; Ctrl+C ends that, with what is known.

        ``patience`` says how many times as long as the search it is waited for: a worker that has
        just begun, or a busy machine, takes longer.
        Raises ``ValueError`` without one.
        """
        number = self._worker.ask(task, seconds=seconds, **given)
        most = patience * seconds + 0.5
        try:
            soon = min(_SOON, most)
            heard = self._worker.wait(number, soon, drops=False)
            if heard == SearchNews():
                _tell_searching(seconds)
                heard = self._worker.wait(number, most - soon)
        except KeyboardInterrupt:
            self._worker.drop(number)
            if self._worker.known:
                return self._worker.known
            raise ValueError("The search is stopped.") from None
        if heard.answer is None and heard.failed == TOO_LONG:
            raise TookTooLong(TOO_LONG)
        if heard.answer is None:
            raise ValueError(heard.failed)
        return heard.answer

    def halt(self) -> None:
        """The program is about to be stopped, and the worker is not to go on without it."""
        self._worker.halt()

    def end(self) -> None:
        """Nobody searches any more; what was sought ahead is kept."""
        self.ahead.rest()
        self._worker.end()

    def hint(self, play: "Play", seconds: float | None = None) -> "Hint":
        """Return the hint for where a play stands; it is waited for."""
        return self.hints.ask(play, seconds).wait()

    def judge(self, play: "Play", seconds: float, patience: float = 1.5) -> str:
        """``yes``, ``no`` or ``unknown``: can it be won from here? Empty where points count."""
        if play is not self._play:
            self._play, self._lamp = play, Lamp()
        known = self._lamp.look(play)
        if known is None or (known == "undecided" and seconds > _LAMP_SECONDS):
            try:
                answer = self.ask("judge", seconds, patience, **ask_about(play))
            except TookTooLong:
                return WINNABLE["undecided"]
            self._lamp.learn(play, answer)
            self.hints.learn(play, answer)
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
        said = _SAID[found].format(tell_exceptions(session.play))
        return replace(reply, text=f"{reply.text} {said}".lstrip(), winnable=found)

"""The controller of a table: performs events on a kept play and reports the results."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from solterm.contests.score import tell_score, tell_worth
from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.table import Table
from solterm.sessions.idle import IdleNotice
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.store.settings import Settings
from solterm.tui.keys import labels, offers
from solterm.tui.table.layout import Window
from solterm.tui.table.selection import Selection

if TYPE_CHECKING:
    from solterm.sessions.workers import Worker


class TableApp(Protocol):
    """The part of the App that the table needs."""

    settings: Settings

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys that differ from the usual ones, by command."""

    @property
    def worker(self) -> "Worker":
        """The process that searches for hints."""

    def beep(self) -> None:
        """Sound the bell."""


class Dialogs(Protocol):
    """Opens dialogs over the table."""

    def ask(self, question: str, then: Callable[[], object]) -> None:
        """Ask a yes-or-no question; call ``then`` on yes."""

    def announce(self, lines: tuple[str, ...], then: Callable[[], object]) -> None:
        """Show lines until a key is pressed, then call ``then``."""

    def tell_stuck(self, sentence: str = "No moves left.") -> None:
        """Say that the game is stuck, and offer what the player can still do."""


class Controller:
    """Performs events, keeps the reason of the last refusal, and reports results."""

    def __init__(
        self,
        kept: KeptPlay,
        app: Callable[[], TableApp],
        size: Callable[[], tuple[int, int]],
        dialogs: Dialogs,
        finish: Callable[[], object],
    ) -> None:
        """``size`` returns the table's columns and rows; ``finish`` shows the end of a won game."""
        self.kept = kept
        self.notice = ""
        """The current message."""
        self.error: str | None = None
        """The reason for the last beep, for F7."""
        self._app = app
        self._dialogs = dialogs
        self._finish = finish
        self.window = Window(lambda: self.play, size, lambda: self.settings.left_handed)
        self.selection = Selection(lambda: self.play, self.window, self.key)
        self._told: Outcome | None = None
        self._idle = IdleNotice()
        self._glimpsed = self.play.glimpsed
        self._exceptions = self.play.tally.exceptions
        self._trouble = kept.unsaved

    @property
    def play(self) -> Play:
        """The play; the store replaces it if it continued elsewhere."""
        return self.kept.play

    @property
    def worker(self) -> "Worker":
        return self._app().worker

    @property
    def settings(self) -> Settings:
        return self._app().settings

    def key(self, command: str) -> str:
        """Return the player's name for the key of a command."""
        return offers.key_of(command, self._app().keys)

    # -- messages and questions ------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Show a message; an empty one keeps the last."""
        self.notice = sentence or self.notice

    def refuse(self, reason: str) -> None:
        """Beep, keep the reason for F7, and show it if messages are on."""
        self.error = reason
        self._app().beep()
        if self.settings.messages:
            self.notice = reason

    def hush(self) -> None:
        self.notice, self.error = "", None

    def ask(self, question: str, then: Callable[[], object]) -> None:
        self._dialogs.ask(question, then)

    # -- playing ---------------------------------------------------------------------------

    def attempt(self, event: str) -> bool:
        """Perform an event and return True, or refuse it and return False.

        A mark whose cards have changed is dropped.
        """
        was, marked = self.play.table, self.selection.marked_cards
        try:
            self.kept.perform(event)
        except IllegalMove as refusal:
            self.refuse(str(refusal))
            return False
        except PlayedElsewhere as news:
            self.selection.drop()
            self.selection.stay_on_table()
            self.notice = str(news)
            return False
        self._tell_pair(event, was)
        self._tell_exception(was)
        self.after_play()
        if self.selection.marked_cards != marked:
            self.selection.drop()
        return True

    def attempt_move(self, move: Move | str) -> bool:
        """Make a move, given as such or as text."""
        try:
            meant = self.play.resolve(move) if isinstance(move, str) else move
        except ValueError as error:
            self.refuse(str(error))
            return False
        return self.attempt(str(meant))

    def agree_on_autoplay(self) -> None:
        """Apply the setting for automatic play, if the game has any."""
        wanted = self.settings.automatic
        if wanted != self.play.autoplay and 0 in labels.labels(self.play.rules.game):
            self.attempt(f"autoplay {'on' if wanted else 'off'}")

    def obey(
        self, line: str, end: Callable[[], object], show: Callable[[str, str], object]
    ) -> None:
        """Carry out a command of line mode.

        A command that ends the program calls ``end``. A long answer goes to ``show`` with a title.
        """
        from solterm.plain.session import Session
        from solterm.store.settings import load_own

        told, played_before = self._told, len(self.play.events)
        session = Session(self.kept, on_screen=True)
        before = load_own()[0]
        reply = session.handle(line)
        if (after := load_own()[0]) != before:
            self._app().settings = after  # apply them at once, and keep them on the next change
        self.kept = session.kept
        self.selection.drop()
        if session.ended:
            end()
        elif not reply.ok:
            if len(self.play.events) > played_before:
                self.after_play()  # The moves before the refused one were played.
            self.refuse(reply.text)
            self.notice = reply.text
        elif reply.record or "\n" in reply.text:
            show(line, f"{reply.text}\n\n{reply.record or ''}")
        else:
            self.after_play()
            # An open dialog says the same.
            self.notice = reply.text or self.notice if self._told is told else ""

    # -- results ---------------------------------------------------------------------------

    def after_play(self) -> None:
        """Report what an event has shown, and how the game stands."""
        self.selection.stay_on_table()
        if self.play.glimpsed and self.play.glimpsed is not self._glimpsed:
            seen = f"You see {', '.join(map(cards.text, self.play.glimpsed))}."
            self.notice = f"{seen} {self.notice}" if self.notice.startswith("Exception") else seen
        self._glimpsed = self.play.glimpsed
        self._tell_trouble()
        self.tell_outcome()

    def catch_up(self) -> None:
        """Report that the game is saved again, or that it continued elsewhere."""
        if news := self.kept.take_news():
            self.selection.drop()
            self.selection.stay_on_table()
            self.notice = news
        self._tell_trouble()

    def _tell_trouble(self) -> None:
        if self.kept.unsaved != self._trouble:
            self._trouble = self.kept.unsaved
            self.notice = self._trouble or "The game is saved again."

    def tell_outcome(self) -> None:
        """Announce a win, or once the end of all moves."""
        outcome = self.play.outcome
        if outcome is Outcome.WON and self._told is not Outcome.WON:
            contest = self.play.rules.duel(self.play.table)
            score = f"Your score is {tell_score(self.play, self.kept.tour_points)}."
            result = (contest.result,) if contest else ("You have won!", score)
            self._told = outcome
            self._dialogs.announce(result, self._finish)
        elif self.play.ending and self._told is not outcome:
            self._told = outcome
            self._dialogs.announce((self.play.ending,), self._finish)
        elif outcome is Outcome.OVER and self._told is not Outcome.OVER:
            self._told = outcome
            self._dialogs.tell_stuck()
        elif idle := self._idle.tell(self.play):
            self._dialogs.tell_stuck(idle)
        self._told = outcome

    def pass_over_outcome(self) -> None:
        self._told = self.play.outcome

    def _tell_exception(self, was: Table) -> None:
        made, self._exceptions = self._exceptions, self.play.tally.exceptions
        if self._exceptions <= made:
            return
        now = self.play.known.piles
        turned = [
            pile[-1]
            for pile, before in zip(now, was.piles, strict=True)
            if len(pile) > len(before) and not pile[-1] & DOWN
        ]
        what = f"{cards.text(turned[0])} turned" if len(turned) == 1 else "counted"
        self.notice = f"Exception: {'; '.join(filter(None, (what, tell_worth(self.play))))}."

    def _tell_pair(self, event: str, was: Table) -> None:
        index = self.play.rules.index
        if event in index and "d" in index:
            gone = self.play.table.piles[index["d"]][len(was.piles[index["d"]]) :]
            if len(gone) == 2:
                self.notice = f"{' '.join(map(cards.text, gone))} are a pair and leave."

"""A kept play on the screen: how it is played, and how what came of it is told."""

from collections.abc import Callable

from solterm.contests.score import told
from solterm.core import cards
from solterm.core.move import IllegalMove
from solterm.core.play.play import Play
from solterm.core.rules import Outcome
from solterm.core.table import Table
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.tui.boxes import kloncan as boxes
from solterm.tui.keys import commands as keys
from solterm.tui.keys import offers
from solterm.tui.screens.dealt import DealtScreen


class PlayingScreen(DealtScreen):
    """Plays events, keeps the reason of the last refusal, and says what the rules say."""

    def __init__(self, kept: KeptPlay, notice: str = "") -> None:
        super().__init__(notice)
        self.kept = kept
        self.error: str | None = None
        """The sentence behind the last beep, for F7."""
        self.boxes: list[boxes.Box] = []
        """The boxes that are open, the topmost last; it gets the keys."""
        self._told: Outcome | None = None
        self._glimpsed = self.play.glimpsed
        self._trouble = kept.unsaved

    @property
    def play(self) -> Play:
        """The play shown; the store may replace it when it went on elsewhere."""
        return self.kept.play

    def attempt(self, event: str) -> bool:
        """Perform an event; when it is refused, beep and keep the reason. True when done."""
        was = self.play.table
        try:
            self.kept.perform(event)
        except IllegalMove as refusal:
            self.refuse(str(refusal))
            return False
        except PlayedElsewhere as news:
            self.drop_mark()
            self.stay_on_table()
            self.notice = str(news)
            return False
        self._tell_pair(event, was)
        self.after_play()
        return True

    def _tell_pair(self, event: str, was: Table) -> None:
        """Say which two cards left together, where the player named one of them or none."""
        index = self.play.rules.index
        if event in index and "d" in index:
            gone = self.play.table.piles[index["d"]][len(was.piles[index["d"]]) :]
            if len(gone) == 2:
                self.notice = f"{' '.join(map(cards.text, gone))} are a pair and leave."

    def attempt_move(self, text: str) -> bool:
        """Make the move a text means."""
        try:
            move = self.play.resolve(text)
        except ValueError as error:
            self.refuse(str(error))
            return False
        return self.attempt(str(move))

    def obey(self, line: str) -> None:
        """Do what a line of line mode's grammar says."""
        from solterm.plain.session import Session

        session = Session(self.kept, on_screen=True)
        reply = session.handle(line)
        self.kept = session.kept
        self.drop_mark()
        if session.ended:
            self.app.exit(0)
        elif not reply.ok:
            self.refuse(reply.text)
            self.notice = reply.text
        elif reply.record or "\n" in reply.text:
            self.solterm.show_text(line, f"{reply.text}\n\n{reply.record or ''}")
        else:
            self.after_play()
            # A box that opens says the same, and would lie over it.
            self.notice = "" if self.boxes else reply.text or self.notice

    def refuse(self, reason: str) -> None:
        """Beep, keep the reason for F7, and say it if messages are on."""
        self.error = reason
        self.solterm.beep()
        if self.solterm.settings.messages:
            self.notice = reason

    def after_play(self) -> None:
        """Something was played: say what the store or the rules have to say of it."""
        self.stay_on_table()
        if self.play.glimpsed and self.play.glimpsed is not self._glimpsed:
            self.notice = f"You see {', '.join(map(cards.text, self.play.glimpsed))}."
        self._glimpsed = self.play.glimpsed
        if self.kept.unsaved != self._trouble:
            self._trouble = self.kept.unsaved
            self.notice = self._trouble or "The game is saved again."
        self.tell_outcome()

    def tell_outcome(self) -> None:
        """Say that the game is won, or, once, that no move is left."""
        outcome = self.play.outcome
        if outcome is Outcome.WON:
            self.boxes.append(
                boxes.WonBox(told(self.play), self.play.rules.contest(self.play.table))
            )
        elif outcome is Outcome.OVER and self._told is not Outcome.OVER:
            self.notice = f"No move is left. {self._ways_out()}"
        self._told = outcome

    def _ways_out(self) -> str:
        """What a player who is stuck can still do, on the terms of the play."""
        helps = [self.key(name) for name in ("level", "exception") if self._may_help(name)]
        may = f"{' or '.join(helps)} may"
        if self.play.terms:
            return f"F9 ends the game{f', {may} still help' if helps else ''}."
        ways = [f"{may} help"] if helps else []
        ways += [f"{self.key('undo')} goes back"] if self.play.can_undo else []
        ways += [f"{self.key('deal')} deals again", "F9 ends it"]
        return f"{', '.join(ways)}."

    def _may_help(self, name: str) -> bool:
        """May a key that makes the game easier do so here? From level 1 the level only rises."""
        command = next(each for each in keys.TABLE if each.id == name)
        return self.play.level > 1 and offers.has(self.play, command)

    def key(self, command: str) -> str:
        """How the player knows the key of a command, by the command's name."""
        return offers.key_of(command, self.solterm.settings.keys)

    def agree_on_autoplay(self) -> None:
        """Let the play know the setting for automatic play, where the game has any."""
        wanted = self.solterm.settings.automatic
        if wanted != self.play.autoplay and 0 in keys.labels(self.play.rules.game):
            self.attempt(f"autoplay {'on' if wanted else 'off'}")

    def ask(self, then: Callable[[], object], *question: str) -> None:
        """Open a box that asks for Y or N, and do something on Y."""
        from solterm.tui.boxes.questions import YesNoBox

        self.boxes.append(YesNoBox(question, then))

    # -- what a table adds -----------------------------------------------------------------

    def drop_mark(self) -> None:
        """Nothing is marked any more."""

    def stay_on_table(self) -> None:
        """See to it that mark and cursor stand on piles that are there."""

"""One sitting at a kept play: events are performed, and what comes of them is told."""

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
from solterm.tui.table.hand import Hand
from solterm.tui.table.layout import Window

if TYPE_CHECKING:
    from solterm.sessions.workers import Worker


class House(Protocol):
    """What the program does for those who sit at its table."""

    settings: Settings

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys that differ from the usual ones, by command."""

    @property
    def worker(self) -> "Worker":
        """The process that searches for hints."""

    def beep(self) -> None:
        """Sound the bell."""


class Asker(Protocol):
    """Opens dialogs over the table."""

    def ask(self, question: str, then: Callable[[], object]) -> None:
        """Ask for Y or N, and do something on Y."""

    def announce(self, lines: tuple[str, ...], then: Callable[[], object]) -> None:
        """Tell something until a key is pressed, and then do something."""

    def tell_stuck(self, sentence: str = "No moves left.") -> None:
        """Say that nothing leads on, and offer what a player can still do."""


class Sitting:
    """Plays events, keeps the reason of the last refusal, and says what the rules say."""

    def __init__(
        self,
        kept: KeptPlay,
        house: Callable[[], House],
        size: Callable[[], tuple[int, int]],
        asker: Asker,
        finish: Callable[[], object],
    ) -> None:
        """``size`` is the table's in columns and rows; ``finish`` shows the end of a game won."""
        self.kept = kept
        self.notice = ""
        """What there is to say now."""
        self.error: str | None = None
        """The sentence behind the last beep, for F7."""
        self._house = house
        self._asker = asker
        self._finish = finish
        self.window = Window(lambda: self.play, size, lambda: self.settings.left_handed)
        self.hand = Hand(lambda: self.play, self.window, self.key)
        self._told: Outcome | None = None
        self._idle = IdleNotice()
        self._glimpsed = self.play.glimpsed
        self._exceptions = self.play.tally.exceptions
        self._trouble = kept.unsaved

    @property
    def play(self) -> Play:
        """The play shown; the store may replace it when it went on elsewhere."""
        return self.kept.play

    @property
    def worker(self) -> "Worker":
        """The process that searches for hints."""
        return self._house().worker

    @property
    def settings(self) -> Settings:
        """The player's settings as they stand."""
        return self._house().settings

    def key(self, command: str) -> str:
        """How the player knows the key of a command, by the command's name."""
        return offers.key_of(command, self._house().keys)

    # -- what is said and asked ------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Say something, unless there is nothing to say: what was said last stays then."""
        self.notice = sentence or self.notice

    def refuse(self, reason: str) -> None:
        """Beep, keep the reason for F7, and say it if messages are on."""
        self.error = reason
        self._house().beep()
        if self.settings.messages:
            self.notice = reason

    def hush(self) -> None:
        """Forget what was said and refused."""
        self.notice, self.error = "", None

    def ask(self, question: str, then: Callable[[], object]) -> None:
        """Ask for Y or N, and do something on Y."""
        self._asker.ask(question, then)

    # -- playing ---------------------------------------------------------------------------

    def attempt(self, event: str) -> bool:
        """Perform an event; when it is refused, beep and keep the reason. True when done.

        A mark whose cards have changed is dropped.
        """
        was, marked = self.play.table, self.hand.marked_cards
        try:
            self.kept.perform(event)
        except IllegalMove as refusal:
            self.refuse(str(refusal))
            return False
        except PlayedElsewhere as news:
            self.hand.drop()
            self.hand.stay_on_table()
            self.notice = str(news)
            return False
        self._tell_pair(event, was)
        self._tell_exception(was)
        self.after_play()
        if self.hand.marked_cards != marked:
            self.hand.drop()
        return True

    def attempt_move(self, move: Move | str) -> bool:
        """Make a move, or the one that a text means."""
        try:
            meant = self.play.resolve(move) if isinstance(move, str) else move
        except ValueError as error:
            self.refuse(str(error))
            return False
        return self.attempt(str(meant))

    def agree_on_autoplay(self) -> None:
        """Let the play know the setting for automatic play, where the game has any."""
        wanted = self.settings.automatic
        if wanted != self.play.autoplay and 0 in labels.labels(self.play.rules.game):
            self.attempt(f"autoplay {'on' if wanted else 'off'}")

    def obey(
        self, line: str, end: Callable[[], object], show: Callable[[str, str], object]
    ) -> None:
        """Do what a line of line mode's grammar says.

        One that ends the program is for ``end``; a long answer is shown under a title.
        """
        from solterm.plain.session import Session
        from solterm.store.settings import load_own

        told, played_before = self._told, len(self.play.events)
        session = Session(self.kept, on_screen=True)
        before = load_own()[0]
        reply = session.handle(line)
        if (after := load_own()[0]) != before:
            self._house().settings = after  # they hold at once, and the next change keeps them
        self.kept = session.kept
        self.hand.drop()
        if session.ended:
            end()
        elif not reply.ok:
            if len(self.play.events) > played_before:
                self.after_play()  # A list of moves was played up to the one refused.
            self.refuse(reply.text)
            self.notice = reply.text
        elif reply.record or "\n" in reply.text:
            show(line, f"{reply.text}\n\n{reply.record or ''}")
        else:
            self.after_play()
            # A dialog that has opened says the same.
            self.notice = reply.text or self.notice if self._told is told else ""

    # -- what came of it -------------------------------------------------------------------

    def after_play(self) -> None:
        """Something was played: say what the store or the rules have to say of it."""
        self.hand.stay_on_table()
        if self.play.glimpsed and self.play.glimpsed is not self._glimpsed:
            seen = f"You see {', '.join(map(cards.text, self.play.glimpsed))}."
            self.notice = f"{seen} {self.notice}" if self.notice.startswith("Exception") else seen
        self._glimpsed = self.play.glimpsed
        self._tell_trouble()
        self.tell_outcome()

    def catch_up(self) -> None:
        """The store has taken what was missing, or says how the game went on elsewhere."""
        if news := self.kept.take_news():
            self.hand.drop()
            self.hand.stay_on_table()
            self.notice = news
        self._tell_trouble()

    def _tell_trouble(self) -> None:
        if self.kept.unsaved != self._trouble:
            self._trouble = self.kept.unsaved
            self.notice = self._trouble or "The game is saved again."

    def tell_outcome(self) -> None:
        """Say that the game is won, or, once, that no move is left."""
        outcome = self.play.outcome
        if outcome is Outcome.WON and self._told is not Outcome.WON:
            contest = self.play.rules.duel(self.play.table)
            score = f"Your score is {tell_score(self.play, self.kept.tour_points)}."
            result = (contest.result,) if contest else ("You have won!", score)
            self._told = outcome
            self._asker.announce(result, self._finish)
        elif self.play.ending and self._told is not outcome:
            self._told = outcome
            self._asker.announce((self.play.ending,), self._finish)
        elif outcome is Outcome.OVER and self._told is not Outcome.OVER:
            self._told = outcome
            self._asker.tell_stuck()
        elif idle := self._idle.tell(self.play):
            self._asker.tell_stuck(idle)
        self._told = outcome

    def pass_over_outcome(self) -> None:
        """Take the outcome as told."""
        self._told = self.play.outcome

    def _tell_exception(self, was: Table) -> None:
        """Say what an exception has turned, and what a win is worth now."""
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
        """Say which two cards left together, where the player named one of them or none."""
        index = self.play.rules.index
        if event in index and "d" in index:
            gone = self.play.table.piles[index["d"]][len(was.piles[index["d"]]) :]
            if len(gone) == 2:
                self.notice = f"{' '.join(map(cards.text, gone))} are a pair and leave."

"""One sitting in line mode: takes a line, does what it says and answers with a reply.

A session knows nothing of streams: who reads the lines and how replies are written is ``loop``'s
part. The screen's command line speaks through it too, so that both have one grammar. Every change
goes through the kept play, which stores it before the answer is given.
"""

import re
from collections.abc import Callable

from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.rules import Outcome
from solterm.core.table import Table
from solterm.plain import prose
from solterm.plain.commands import playing
from solterm.plain.grammar import find
from solterm.plain.reply import Reply
from solterm.plain.words import in_piles, is_card
from solterm.store import place
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.settings import load

LONGEST = 200
"""Characters a command may have."""

_PILE = re.compile(r"[a-z]\d*(@\d+)?")
"""What the first word of a move looks like."""


class Session:
    """One player's sitting over a kept play; ``new`` puts another play in its place."""

    def __init__(self, kept: KeptPlay) -> None:
        self.kept = kept
        self.ended = False
        """Has the player quit?"""

    @property
    def play(self) -> Play:
        """The play at hand; the store replaces it when it went on elsewhere."""
        return self.kept.play

    @property
    def game(self) -> Game:
        """The declaration of the game at the level played."""
        return self.play.rules.game

    def opening(self, notice: str = "") -> Reply:
        """What a sitting begins with: a notice, if any, and which game it is."""
        return Reply(True, _joined(notice, f"{prose.title(self.play)}.", self._result()))

    def handle(self, line: str) -> Reply:
        """Do what a line says. Whatever it holds, the answer is a reply and never an error."""
        words = line.split()
        if not words:
            return Reply(True)
        verb, *rest = words
        try:
            if len(line.strip()) > LONGEST:
                raise ValueError(f"That line is too long: {LONGEST} characters are the most.")
            if command := find(self.game, verb, rest):
                named = in_piles(self.play, rest) if command.names_piles else rest
                return command.run(self, command.argument(named))
            if _PILE.fullmatch(verb.lower()) or is_card(verb):
                return playing.move(self, " ".join(in_piles(self.play, words)).lower())
            raise ValueError(f"There is no command {verb[:20]!r}; 'help' lists them all.")
        except (ValueError, StoreError) as refusal:
            return Reply(False, str(refusal))

    def board(self) -> str:
        """The table in lines, as far as the player sees it."""
        play = self.play
        return prose.board(play.rules.game, play.table, revealed=play.revealed)

    # -- what the commands share -----------------------------------------------------------

    def act(self, event: str, told: Callable[[Table, Table], str]) -> Reply:
        """Perform an event and tell it, and what came of it.

        It is told from the tables before and after, whose cards are told from their twins.
        """
        was, outcome, exceptions = self.play.traced, self.play.outcome, self.play.tally.exceptions
        unsaved = self.kept.unsaved
        self.kept.perform(event)
        counted = self.play.tally.exceptions
        return Reply(
            True,
            _joined(
                told(was, self.play.traced),
                self._went_home(),
                self._standing(was),
                f"Exceptions counted: {counted}." if counted > exceptions else "",
                self._result() if self.play.outcome is not outcome else "",
                self.kept.unsaved or "" if self.kept.unsaved != unsaved else "",
            ),
        )

    def deal(self, number: int) -> None:
        """Deal a number of this game; the present play is ended by it."""
        old = self.play
        self.refuse_scored()
        self.kept.finish()
        self.kept = KeptPlay.start(
            self.kept.store, old.game, number, old.level, options=old.options
        )
        self.agree_on_autoplay()

    def refuse_scored(self) -> None:
        """Raise ``ValueError`` when the play is scored: that is left on the screen only."""
        if self.play.terms:
            raise ValueError("A scored game is ended from its score sheet, in the full program.")

    def _went_home(self) -> str:
        """What went home by itself after the last action, in a sentence."""
        went = self.play.went_home
        if not went:
            return ""
        goes = "goes" if len(went) == 1 else "go"
        return f"{prose.names(went)} {goes} home by {'itself' if len(went) == 1 else 'themselves'}."

    def agree_on_autoplay(self) -> None:
        """Let cards go home by themselves, or not, as the player's settings have it."""
        wanted = load(place.home())[0].automatic
        if wanted != self.play.autoplay:
            self.kept.perform(f"autoplay {'on' if wanted else 'off'}")

    def _standing(self, before: Table) -> str:
        """Whose turn it has become, where two play."""
        was, now = (self.play.rules.contest(each) for each in (before, self.play.table))
        return f"{now.standing}." if was and now and was != now else ""

    def _result(self) -> str:
        """How the game ended, in a sentence; nothing while it goes on."""
        contest = self.play.rules.contest(self.play.table)
        if contest and self.play.outcome is Outcome.WON:
            return contest.result
        match self.play.outcome:
            case Outcome.WON:
                return f"The game is won: {prose.counts(self.play)}."
            case Outcome.OVER:
                return f"No move is left, the game is over: {prose.counts(self.play)}."
        return ""


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))

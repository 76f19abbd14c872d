"""What the commands of line mode work on: the session, with the player's seat, and replies.

Between two games the table is empty. ``interpreter`` carries out the lines that a player types.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from solterm.contests.boards import Boards
from solterm.contests.contest import Contest
from solterm.context import Context
from solterm.core.cards import Card
from solterm.core.game import Game
from solterm.core.options import Option
from solterm.core.outcome import Outcome
from solterm.core.phrases import capitalize
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.hall.roll import Roll
from solterm.plain import prose
from solterm.sessions import contest_steps
from solterm.sessions.host_link import HostLink
from solterm.sessions.plays import CannotResume, Start
from solterm.sessions.seat import NO_USEFUL_MOVE, AskOption, Done, Seat
from solterm.sessions.watching import Watching
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings
from solterm.store.store import Store


@dataclass(frozen=True)
class Reply:
    """An answer; the position after it is the session's play."""

    ok: bool
    """Whether the command was done; if not, ``text`` says why."""
    text: str = ""
    """The answer, in sentences."""
    seen: tuple[Card, ...] | None = None
    """The cards that a look showed."""
    hint: str | None = None
    """The move that a hint proposes."""
    legal: tuple[str, ...] | None = None
    """The legal moves as typed."""
    record: str | None = None
    """The record of the play."""
    winnable: str | None = None
    """``yes``, ``no`` or ``unknown``: the answer to whether the game can be won."""
    answers: Sequence[str] | None = None
    """The possible answers to a question; any other line drops the question."""
    contest: Mapping[str, Any] | None = None
    """The state of a contest, if the reply is about one."""
    day: Mapping[str, Any] | None = None
    """A deal of the day, if the reply is about one."""
    of_another: bool = False
    """Whether the reply is about a watched game instead of the one on the table."""
    shown: Play | None = None
    """The watched game; None between games."""
    hosted: Mapping[str, Any] | None = None
    """JSON fields about the other players on a host."""
    rings: bool = False
    """Whether a terminal rings: a player who looks elsewhere should hear of it."""


Answer = Callable[[], Reply]
"""Carries out one answer to a question."""


_IN_FULL = {"yes": "y", "no": "n"}


class LineQuestion(NamedTuple):
    """A question to the player, and what each answer does."""

    text: str
    answers: Mapping[str, Answer]
    is_repeated: bool = False

    def find(self, typed: str) -> Answer | None:
        """Return what an answer does, or None if it is none; ``yes`` is ``y``."""
        typed = typed.lower()
        is_of_two = self.answers.keys() == set(_IN_FULL.values())
        return self.answers.get(_IN_FULL.get(typed, typed) if is_of_two else typed)


class Session:
    """One player's session; it does no input or output."""

    def __init__(self, seat: Seat, on_screen: bool = False) -> None:
        """Use a seat, with or without a game on the table.

        ``on_screen`` marks the screen's ``:`` line: it refuses commands that leave the table, since
        the screen has keys for them.
        """
        self.seat = seat
        self.on_screen = on_screen
        self.ended = False
        self.done: list[Done] = []
        """What the actions of the last line did."""
        self.contest: Contest | None = None
        """The contest shown last."""
        self.sheet: tuple[Game, int] | None = None
        """The game and level of the score sheet shown last."""
        self.watching: Watching | None = None
        """Another player's game that this player watches."""
        self.roll: Roll | None = None
        """The players on the host, while this player follows who comes and goes."""
        self.pasted: list[str] | None = None
        """The lines of a text that the player is pasting."""
        self.question: LineQuestion | None = None
        """The question that the next line may answer."""

    # -- the seat --------------------------------------------------------------------------

    @property
    def store(self) -> Store:
        return self.seat.store

    @property
    def host(self) -> HostLink:
        return self.seat.host

    @property
    def is_hosted(self) -> bool:
        return self.seat.host.has_host

    @property
    def context(self) -> Context:
        """Who plays, and where."""
        return self.seat.context

    @property
    def settings(self) -> Settings:
        return self.seat.settings

    @property
    def boards(self) -> Boards:
        """The boards this player sees."""
        return self.seat.boards

    @property
    def has_game(self) -> bool:
        return self.seat.has_game

    @property
    def kept(self) -> KeptPlay:
        """The kept play on the table. Raises ``Refusal`` with a sentence if there is no game."""
        return self.seat.kept

    @property
    def play(self) -> Play:
        """The play on the table."""
        return self.seat.play

    @property
    def game(self) -> Game:
        """The declaration of the game at the level played."""
        return self.play.game.at_level(self.play.level)

    # -- games come to the table -----------------------------------------------------------

    def opening(self, notice: str = "") -> Reply:
        """Return the first reply about a game: a notice, if any, and its title."""
        purpose = contest_steps.words(self.store, self.kept.purpose)
        result = self._result(self.play.outcome)
        return Reply(True, _join(notice, purpose, f"{self.title()}.", result))

    def title(self) -> str:
        """Return the title of the game on the table."""
        is_winnable = self.seat.is_winnable_deal(self.kept)
        return prose.title(self.play, self.kept.told_deal, is_winnable=is_winnable)

    def bring(self, kept: KeptPlay, notice: str = "") -> Reply:
        """Bring a game to the table; the one that is there waits."""
        self.seat.leave()
        return self._welcome(self.seat.take(kept, notice))

    def _welcome(self, notice: str) -> Reply:
        """Follow the game that has come to the table, and return its opening."""
        if self.kept.purpose.is_contest:
            with suppress(StoreError):
                self.contest = contest_steps.contest_of(self.store, self.kept.purpose)
        return self.opening(notice)

    def deal(self, number: int | None, options: Mapping[str, str]) -> Reply:
        """Deal a number of this game, or the one the settings choose; end the present play."""
        self.refuse_scored()
        return self._welcome(self.seat.deal(number, options))

    def resume_or_deal(self, start: Start) -> Reply:
        """Resume a game or deal it; the one on the table waits.

        If the suspended game can't be read, ask before dealing another.
        """
        if self.seat.is_at(start):
            return self.opening()  # reopening it would lose moves that are not stored yet
        try:
            brought = self.seat.bring(start)
        except AskOption as choice:
            return self._ask_option(start, choice.option)
        except CannotResume as hindrance:
            question = f"{hindrance} Put it aside and play another?"
            another = partial(self._play_another, start, hindrance)
            return self.confirm(question, another, "The game stays as it is.")
        return self._welcome(brought.told)

    def _ask_option(self, start: Start, option: Option) -> Reply:
        answers = {
            value: partial(self.resume_or_deal, start._replace(options={option.key: value}))
            for value in option.choices
        }
        return self.ask(f"{option.question} Answer {' or '.join(answers)}.", answers)

    def _play_another(self, start: Start, hindrance: CannotResume) -> Reply:
        notice = self.seat.put_aside(hindrance, start)
        return self._welcome(f"The unreadable game was put aside. {notice}".rstrip())

    def resume_latest(self) -> Reply | None:
        """Resume the game left last, free or in a contest; return None if there is none."""
        found = self.seat.resume()
        return self._welcome(found.told) if found else None

    # -- questions -------------------------------------------------------------------------

    def ask(self, question: str, answers: Mapping[str, Answer]) -> Reply:
        """Ask a question. The next line may answer it; another command drops the question."""
        self.question = LineQuestion(question, answers)
        return Reply(True, question, answers=tuple(answers))

    def confirm(self, question: str, yes: Answer, no: str | Answer, more: str = "") -> Reply:
        """Ask a question of yes or no; ``no`` is what to do then, or just what to say.

        ``more`` follows the question.
        """
        other = partial(Reply, True, no) if isinstance(no, str) else no
        told = question if self.on_screen else f"{question} Answer y or n.{more}"
        return self.ask(told, {"y": yes, "n": other})

    # -- what an action did ----------------------------------------------------------------

    def act(self, event: str, told: Callable[[Done], str]) -> Reply:
        """Perform an event and report it with its consequences; ``told`` describes it."""
        return self.tell(self.seat.perform(event), told)

    def tell(self, done: Done, told: Callable[[Done], str]) -> Reply:
        """Report what an action did, with its consequences, after the words of ``told``."""
        self.done.append(done)
        counted = f"Exceptions counted: {self.play.tally.exceptions}."
        return Reply(
            True,
            _join(
                told(done),
                _tell_went_home(done),
                done.turn,
                counted if done.counts_exception else "",
                self._result(done.outcome),
                NO_USEFUL_MOVE if done.is_idle else "",
                done.trouble or "",
            ),
        )

    def _result(self, outcome: Outcome | None) -> str:
        """Tell how the game ended; return "" without an outcome."""
        duel = self.play.rules.duel(self.play.table)
        if duel and outcome is Outcome.WON:
            return duel.result
        if outcome is None:
            return ""
        counts = prose.counts(self.play, self.kept.tour_points)
        if outcome is Outcome.WON:
            return f"The game is won: {counts}."
        if self.play.ending:
            return f"{self.play.ending} {capitalize(counts)}."
        return f"No moves left. Game over: {counts}."

    def board(self) -> str:
        """Return the table in lines, as the player sees it."""
        play = self.play
        return prose.board(play.rules.game, play.shown)

    def refuse_scored(self) -> None:
        """Raise ``Refusal`` when the play is scored: it keeps its deal."""
        if self.has_game and self.play.mode:
            raise Refusal("A scored game keeps its deal: 'end' ends it, 'play' leaves it.")


def _tell_went_home(done: Done) -> str:
    """Name the cards that automatic play sent home after an action."""
    went = done.went_home
    if not went:
        return ""
    goes = "goes" if len(went) == 1 else "go"
    return f"{prose.names(went)} {goes} home by {'itself' if len(went) == 1 else 'themselves'}."


def _join(*sentences: str) -> str:
    return " ".join(filter(None, sentences))

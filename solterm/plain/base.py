"""What the commands of line mode work on: a game on the table, the store, the host, the solver.

Between two games the table is empty. Every change goes through the kept play, which stores it
before the session replies. ``session.Session`` adds the commands to it.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from solterm.context import Context
from solterm.core.game import Game
from solterm.core.options import Option
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.table import Table
from solterm.core.words.describe import capitalize
from solterm.plain import prose
from solterm.plain.reply import Reply
from solterm.plain.searching import Searcher
from solterm.sessions import contest_steps, plays
from solterm.sessions.boards import Boards, boards_of
from solterm.sessions.idle import IdleNotice
from solterm.sessions.plays import CannotResume, Start
from solterm.sessions.winnable import draw
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, change, load_settings, save_settings
from solterm.store.store import Store

if TYPE_CHECKING:
    from solterm.hall.roll import Roll
    from solterm.plain.hosted import HostLine
    from solterm.sessions.publisher import Publisher
    from solterm.sessions.races import RaceClient
    from solterm.sessions.watching import Watching

_SEARCHER = "searcher"
"""The attribute that exists once a search was needed."""

_RACES = "races"
"""The attribute that exists once the host has told something about races."""

Answer = Callable[[], Reply]
"""Carries out one answer to a question."""


_IN_FULL = {"yes": "y", "no": "n"}


class Question(NamedTuple):
    """A question to the player, and what each answer does."""

    text: str
    answers: Mapping[str, Answer]
    is_repeated: bool = False

    def find(self, typed: str) -> Answer | None:
        """Return what an answer does, or None if it is none; ``yes`` is ``y``."""
        typed = typed.lower()
        is_of_two = self.answers.keys() == set(_IN_FULL.values())
        return self.answers.get(_IN_FULL.get(typed, typed) if is_of_two else typed)


class BaseSession:
    """A player's session as its commands see it, with at most one kept play on the table."""

    def __init__(
        self, at: KeptPlay | Store, publisher: "Publisher | None" = None, on_screen: bool = False
    ) -> None:
        """Start with a play, or with a store from which the player chooses one.

        ``publisher`` is the connection to the host, if there is one. ``on_screen`` marks the
        screen's ``:`` line: it refuses commands that leave the table, since the screen has keys
        for them.
        """
        self._kept = None if isinstance(at, Store) else at
        self.store = at if isinstance(at, Store) else at.store
        self.publisher = publisher
        self.on_screen = on_screen
        self.ended = False
        self.contest = 0
        """The id of the contest shown last; 0 for none."""
        self.sheet: tuple[Game, int] | None = None
        """The game and level of the score sheet shown last."""
        self.watching: Watching | None = None
        """Another player's game that this player watches."""
        self.watchers = 0
        """How many players watch this one, according to the host."""
        self.roll: Roll | None = None
        """The players on the host, while this player follows who comes and goes."""
        self._idle = IdleNotice()
        self._question: Question | None = None
        """The question that the next line may answer."""
        self._follow_way()

    @cached_property
    def searcher(self) -> Searcher:
        """The searches for this session; they see all cards."""
        return Searcher(self.context.is_solver_off, self.settings.lamp)

    def halt_search(self) -> None:
        """Stop the worker, since the program is about to be suspended."""
        if _SEARCHER in vars(self):
            self.searcher.halt()

    def end_search(self) -> None:
        if _SEARCHER in vars(self):
            self.searcher.end()

    @property
    def has_game(self) -> bool:
        return self._kept is not None

    @property
    def kept(self) -> KeptPlay:
        """The kept play on the table. Raises ``Refusal`` with a sentence if there is no game."""
        if self._kept is None:
            raise Refusal("No game is on the table: 'play' brings one, 'menu' shows more.")
        return self._kept

    @kept.setter
    def kept(self, kept: KeptPlay) -> None:
        self._kept = kept
        self.take_seat()
        if not kept.is_free:
            self.end_search()
        self._follow_way()

    def _follow_way(self) -> None:
        """Let hints follow the way to win that the player was shown before a restart."""
        if self._kept and self._kept.way:
            self.searcher.hints.follow(self._kept.play, self._kept.way)

    @property
    def play(self) -> Play:
        """The play on the table; the store replaces it if the game went on in another session."""
        return self.kept.play

    @property
    def game(self) -> Game:
        """The declaration of the game at the level played."""
        return self.play.game.at_level(self.play.level)

    def opening(self, notice: str = "") -> Reply:
        """Return the first reply about a game: a notice, if any, and its title."""
        purpose = contest_steps.words(self.store, self.kept.purpose)
        said = notice, purpose, f"{prose.title(self.play, self.kept.hides_deal)}.", self._result()
        return Reply(True, _join(*said))

    def ask(self, question: str, answers: Mapping[str, Answer]) -> Reply:
        """Ask a question. The next line may answer it; another command drops the question."""
        self._question = Question(question, answers)
        return Reply(True, question, answers=tuple(answers))

    def _ask_again(self, question: Question, refusal: str) -> Reply:
        """Repeat a question after a line that was neither an answer nor a command."""
        self._question = question._replace(is_repeated=True)
        return Reply(False, f"{refusal} {question.text}", answers=tuple(question.answers))

    def confirm(self, question: str, yes: Answer, no: str | Answer, more: str = "") -> Reply:
        """Ask a question of yes or no; ``no`` is what to do then, or just what to say.

        ``more`` follows the question.
        """
        other = partial(Reply, True, no) if isinstance(no, str) else no
        told = question if self.on_screen else f"{question} Answer y or n.{more}"
        return self.ask(told, {"y": yes, "n": other})

    def board(self) -> str:
        """Return the table in lines, as the player sees it."""
        play = self.play
        return prose.board(play.rules.game, play.shown)

    # -- the host, if there is one ---------------------------------------------------------

    @property
    def is_hosted(self) -> bool:
        return self.publisher is not None

    @cached_property
    def host(self) -> "HostLine":
        """The connection to the host. Raises ``Refusal`` with a sentence without a host."""
        if self.publisher is None:
            raise Refusal("You aren't on a host; you play alone here.")
        from solterm.plain.hosted import HostLine

        return HostLine(self.publisher.link)

    @cached_property
    def races(self) -> "RaceClient":
        """What the session knows about races; only on a host."""
        from solterm.sessions.phrases import is_ignored
        from solterm.sessions.races import RaceClient

        return RaceClient(self.store, lambda player: is_ignored(self.settings, player))

    @property
    def seconds_to_race(self) -> float | None:
        """The seconds until the cards of a race are to be dealt; None if there are none."""
        return self.races.seconds_to_start() if _RACES in vars(self) else None

    def take_seat(self) -> None:
        if self.publisher and self._kept:
            self.publisher.report_game(self._kept)
        elif self.publisher:
            self.publisher.report_leaving()

    def tell_wishes(self) -> None:
        """Tell the host whether others may watch, and whether to send the results of others."""
        if self.publisher:
            settings = self.settings
            self.publisher.set_door(settings.door)
            self.publisher.want_news(settings.news)

    # -- shared by the commands ------------------------------------------------------------

    def act(self, event: str, told: Callable[[Table, Table], str]) -> Reply:
        """Perform an event and report it with its consequences.

        ``told`` describes it from the traced tables before and after, which tell twin cards of
        two packs apart.
        """
        was, outcome, exceptions = self.play.traced, self.play.outcome, self.play.tally.exceptions
        unsaved = self.kept.unsaved
        self.kept.perform(event)
        counted = self.play.tally.exceptions
        return Reply(
            True,
            _join(
                told(was, self.play.traced),
                self._tell_went_home(),
                self._tell_turn(was),
                f"Exceptions counted: {counted}." if counted > exceptions else "",
                self._result() if self.play.outcome is not outcome else "",
                self._idle.tell(self.play),
                self.kept.unsaved or "" if self.kept.unsaved != unsaved else "",
            ),
        )

    def deal(self, number: int | None) -> Reply:
        """Deal a number of this game, or the one the settings choose; end the present play."""
        old, notice = self.play, ""
        self.refuse_scored()
        before = self.kept
        if number is None:
            settings = self.settings
            number, notice = draw(self.store, settings, old.game, old.level, old.options)
        self.kept = KeptPlay.start(self.store, old.game, number, old.level, options=old.options)
        before.finish()
        self.sync_autoplay()
        return self.opening(notice)

    def resume_or_deal(self, start: Start) -> Reply:
        """Resume a game or deal it; the one on the table waits.

        If the suspended game can't be read, ask before dealing another.
        """
        if self._is_on_table(start):
            return self.opening()  # reopening it would lose moves that are not stored yet
        if self._kept:
            plays.leave(self._kept)
        if option := plays.find_question(self.store, start):
            return self._ask_option(start, option)
        try:
            kept, is_under_way, notice = plays.resume_or_deal(self.store, start, self.settings)
        except CannotResume as hindrance:
            question = f"{hindrance} Put it aside and play another?"
            another = partial(self._play_another, start, hindrance)
            return self.confirm(question, another, "The game stays as it is.")
        self._put_on_table(kept)
        return self.opening(notice or ("Resuming where you left off." if is_under_way else ""))

    def _ask_option(self, start: Start, option: Option) -> Reply:
        answers = {
            value: partial(self.resume_or_deal, start._replace(options={option.key: value}))
            for value in option.choices
        }
        return self.ask(f"{option.question} Answer {' or '.join(answers)}.", answers)

    def _is_on_table(self, start: Start) -> bool:
        """Whether this game is on the table already, and not won."""
        if self._kept is None or self.play.outcome is Outcome.WON:
            return False
        if start.deal not in (None, self.play.deal):
            return False
        if start.options and dict(start.options) != self.play.options:
            return False
        return (self.play.game.id, self.kept.purpose) == (start.game.id, start.purpose)

    def _play_another(self, start: Start, hindrance: CannotResume) -> Reply:
        plays.put_aside(self.store, hindrance)
        start, notice = plays.choose(self.store, start, self.settings)
        self._put_on_table(plays.deal(self.store, start))
        return self.opening(_join("The unreadable game was put aside.", notice))

    def bring(self, kept: KeptPlay) -> Reply:
        """Bring a game to the table; the one that is there waits."""
        if self._kept:
            plays.leave(self._kept)
        self._put_on_table(kept)
        return self.opening()

    def _put_on_table(self, kept: KeptPlay) -> None:
        self.kept = kept
        self.contest = kept.purpose.contest or self.contest
        self.sync_autoplay()

    def resume_last_game(self) -> bool:
        """Resume the game left last, free or in a contest, and return whether one was found."""
        found = plays.resume(self.store)
        if found:
            self._put_on_table(found.kept)
        return found is not None

    def clear_table(self) -> None:
        """Take the ended game off the table."""
        self._kept = None
        self.take_seat()

    @property
    def context(self) -> Context:
        """Who plays, and where."""
        return self.store.context

    @property
    def settings(self) -> Settings:
        """The player's settings, as stored now."""
        return load_settings(self.context)[0]

    def change_setting(self, name: str, value: str) -> None:
        """Change a setting to a typed value. Raises ``Refusal`` and ``StoreError``."""
        save_settings(self.context, change(self.context, self.settings, name, value))

    @property
    def level(self) -> int:
        return self.settings.level

    @property
    def boards(self) -> Boards:
        """The boards this player sees."""
        return boards_of(self.store)

    def refuse_scored(self) -> None:
        """Raise ``Refusal`` when the play is scored: it keeps its deal."""
        if self.has_game and self.play.mode:
            raise Refusal("A scored game keeps its deal: 'end' ends it, 'play' leaves it.")

    def _tell_went_home(self) -> str:
        """Name the cards that automatic play sent home after the last action."""
        went = self.play.went_home
        if not went:
            return ""
        goes = "goes" if len(went) == 1 else "go"
        return f"{prose.names(went)} {goes} home by {'itself' if len(went) == 1 else 'themselves'}."

    def sync_autoplay(self) -> None:
        """Turn automatic play on or off, as the player's settings say."""
        wanted = self.settings.automatic
        if wanted != self.play.autoplay:
            self.kept.perform(f"autoplay {'on' if wanted else 'off'}")

    def _tell_turn(self, before: Table) -> str:
        was, now = (self.play.rules.duel(each) for each in (before, self.play.table))
        return f"{now.standing}." if was and now and was != now and now.turn else ""

    def _result(self) -> str:
        """Tell how the game ended; return "" while it goes on."""
        contest = self.play.rules.duel(self.play.table)
        if contest and self.play.outcome is Outcome.WON:
            return contest.result
        if self.play.outcome is None:
            return ""
        counts = prose.counts(self.play, self.kept.tour_points)
        if self.play.outcome is Outcome.WON:
            return f"The game is won: {counts}."
        if self.play.ending:
            return f"{self.play.ending} {capitalize(counts)}."
        return f"No moves left. Game over: {counts}."


def _join(*sentences: str) -> str:
    return " ".join(filter(None, sentences))

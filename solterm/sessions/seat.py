"""A player's seat: the game on the table, with the store, the settings and the host behind it.

The screen, its ``:`` line, line mode and JSON act through one ``Seat``. It reports the effects of
an action as facts, for each of them to put into words. It knows no screen and no event loop.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import tzinfo
from functools import cached_property
from typing import NamedTuple

from solterm.advice.ask import Worker
from solterm.advice.choose import Hints, Pending, find_way_home
from solterm.advice.knowledge import Knowledge
from solterm.advice.pipe import Traced
from solterm.contests import contests
from solterm.contests.boards import Boards
from solterm.contests.contest import Contest
from solterm.context import Context, find_zone
from solterm.core.cards import Card
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.options import Option
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.core.refusal import Refusal
from solterm.core.table import Table
from solterm.hall.messages import (
    AskProof,
    ContestEnded,
    End,
    Message,
    Notice,
    Proof,
    Result,
    SetPhrase,
    Watchers,
)
from solterm.sessions import contest_deals, contest_steps, plays
from solterm.sessions.evenings import tell_notice
from solterm.sessions.host_link import HostLink
from solterm.sessions.news import is_ignored, tame, tell_phrase, tell_result
from solterm.sessions.plays import Brought, CannotResume, Start
from solterm.sessions.race_client import RaceClient
from solterm.sessions.watching import tell_watchers
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.store.purpose import FREE, Purpose
from solterm.store.settings import Settings, change, load_settings, save_settings
from solterm.store.store import Store

NO_GAME = "No game is on the table: 'play' brings one, 'menu' shows more."
NO_USEFUL_MOVE = "No useful move is left."
SAVED_AGAIN = "All moves are saved again."


class Done(NamedTuple):
    """The effects of an action. It tells each end of a game once, and again after undo."""

    before: Table
    """The table before it, with tokens that tell twin cards apart."""
    after: Table
    """The table after it, with tokens."""
    went_home: tuple[Card, ...] = ()
    """The cards that automatic play sent home."""
    glimpsed: tuple[Card, ...] = ()
    """The hidden cards that it showed."""
    counts_exception: bool = False
    outcome: Outcome | None = None
    """The outcome, unless the player knows it."""
    is_idle: bool = False
    """Whether no useful move is left, unless the player knows it."""
    turn: str = ""
    """In a game of two players, whose turn it is, if that changed."""
    trouble: str | None = None
    """Why moves are not stored, if that changed; "" if all are stored again."""


_LATEST = 5
"""The boards whose own results are looked up when a session begins."""


class AskOption(Exception):
    """The player has to choose an option before a game is dealt."""

    def __init__(self, option: Option) -> None:
        super().__init__(option.question)
        self.option = option


class Seat:
    """The game that a player plays, with the store, the settings and the host."""

    def __init__(
        self, store: Store, host: HostLink | None = None, kept: KeptPlay | None = None
    ) -> None:
        """Sit down, at a game if there is one already; ``take`` reports it to the host."""
        self.store = store
        self.host = host or HostLink()
        self.settings, self.complaints = load_settings(store.context)
        self.worker = Worker(store.context.is_solver_off)
        """The process that searches while the player plays."""
        self._hints = Hints(self.worker)
        self.is_result_read = False
        """Whether the player has read how the game ended, and came back to its table."""
        self._kept: KeptPlay | None = None
        self._outcome: Outcome | None = None
        """The outcome that the player knows."""
        self._idle_play: Play | None = None
        """The play without a useful move, once the player knows it."""
        self._trouble: str | None = None
        """Why moves are not stored, as told last."""
        if kept:
            self._sit_at(kept)
        if self.host.has_host:
            # A host or session that died may have left a result that is on no board yet.
            with suppress(StoreError):
                self.boards.send(_LATEST)

    @property
    def context(self) -> Context:
        """Who plays, and where."""
        return self.store.context

    @property
    def zone(self) -> tzinfo | None:
        """The player's time zone on a host, if it is known."""
        name = self.settings.zone or self.context.zone
        return find_zone(name) if name else None

    @property
    def boards(self) -> Boards:
        """The boards this player sees."""
        return Boards(
            self.store,
            tell_host=lambda contest: self.host.say(ContestEnded(contest)),
            ask_host=lambda digest: self.host.ask(AskProof(digest), Proof).text,
        )

    def give_up(self, contest: Contest) -> None:
        """End a contest for good, without a result."""
        contests.close(self.store, contest)
        self.host.say(ContestEnded(contest.id))

    @cached_property
    def races(self) -> RaceClient:
        """The races this session knows of; only on a host."""
        return RaceClient(self.store, lambda player: is_ignored(self.settings, player))

    # -- settings --------------------------------------------------------------------------

    def keep_settings(self, settings: Settings) -> None:
        """Use settings and save them; raises ``StoreError`` if they cannot be saved."""
        self.settings = settings
        self.host.tell_wishes(settings)
        save_settings(self.context, settings)

    def change_setting(self, name: str, typed: str) -> None:
        """Change a setting to a typed value. Raises ``Refusal`` and ``StoreError``."""
        self.keep_settings(change(self.context, self.settings, name, typed))

    # -- the game on the table -------------------------------------------------------------

    @property
    def has_game(self) -> bool:
        return self._kept is not None

    @property
    def kept(self) -> KeptPlay:
        """The kept play on the table. Raises ``Refusal`` with a sentence if there is none."""
        if self._kept is None:
            raise Refusal(NO_GAME)
        return self._kept

    @property
    def play(self) -> Play:
        """The play on the table; the store replaces it if the game went on in another session."""
        return self.kept.play

    @property
    def on_table(self) -> KeptPlay | None:
        """The kept play on the table, or None."""
        return self._kept

    def take(self, kept: KeptPlay, notice: str = "", is_result_read: bool = False) -> str:
        """Put a game on the table, with automatic play as the settings say.

        ``is_result_read`` means that the player has read how it ended. Return what to tell the
        player: that it has gone on elsewhere meanwhile, or else the notice.
        """
        self._sit_at(kept)
        self.is_result_read = is_result_read
        self.host.report(kept)
        try:
            self.sync_autoplay()
        except PlayedElsewhere as news:
            return str(news)
        return notice

    def _sit_at(self, kept: KeptPlay) -> None:
        self._kept = kept
        self.is_result_read = False
        if kept.is_free:
            self.knowledge.follow(kept.play, kept.way)
        else:
            self.worker.end()
        self._outcome = kept.play.outcome
        self._idle_play = None
        self._trouble = kept.unsaved

    def look(self) -> Done:
        """Return how the game on the table stands, for a player who has just come to it."""
        self._outcome = self._idle_play = None
        play = self.play
        return self._sum_up(play.traced, play.glimpsed, play.tally.exceptions)

    def clear(self) -> None:
        """Take the game off the table; it ended, or it waits."""
        self._kept = None
        self.host.report(None)

    def leave(self, is_result_read: bool = False) -> None:
        """Leave the game on the table: end a free game that is won, and suspend any other.

        A free game without moves ends too if the player has read its result. Players end games of
        sheets and contests themselves, after learning the effect on the result.
        """
        if self._kept is None:
            return
        outcome = self.play.outcome
        if self._kept.purpose == FREE and (outcome is Outcome.WON or (is_result_read and outcome)):
            self._kept.finish()
        else:
            self._kept.note_left()

    def is_at(self, start: Start) -> bool:
        """Whether the wanted game is on the table already, and not won."""
        if self._kept is None or self.play.outcome is Outcome.WON:
            return False
        if start.deal not in (None, self.play.deal):
            return False
        if (start.options or start.is_exact) and dict(start.options) != self.play.options:
            return False
        return (self.play.game.id, self.kept.purpose) == (start.game.id, start.purpose)

    def bring(self, start: Start) -> Brought:
        """Resume a game or deal it; the one on the table waits, unless it is the one wanted.

        Raises ``AskOption`` before a deal with a choice, ``CannotResume`` for a suspended game that
        cannot be read, and ``Refusal`` as ``contest_deals.hand_out`` does.
        """
        if start.deal is None and start.level is None and self.is_at(start):
            return Brought(self.kept, True)  # reopened it would lack moves that are not stored yet
        if option := plays.find_question(self.store, start):
            raise AskOption(option)
        start, told = contest_deals.hand_out(self.store, self.host, start)
        self.leave()
        brought = plays.resume_or_deal(self.store, start, self.settings)
        return brought._replace(notice=self.take(brought.kept, told or brought.notice))

    def reopen_store(self) -> None:
        """Open the player's own store if it could not be opened before."""
        if self.store.may_hide_games and (store := self.store.reopen()).unsaved is None:
            self.store = store

    def put_aside(self, hindrance: CannotResume, start: Start) -> str:
        """Put a game that cannot be read aside, and deal another; return a notice."""
        plays.put_aside(self.store, hindrance)
        start, notice = plays.choose(self.store, start, self.settings)
        return self.take(plays.deal(self.store, start), notice)

    def resume(
        self,
        game: Game | None = None,
        purpose: Purpose | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Brought | None:
        """Resume the game left last of those wanted, as ``plays.resume`` does; None for none."""
        found = plays.resume(self.store, game, purpose, options=options)
        return found and found._replace(notice=self.take(found.kept, found.notice))

    def deal(self, number: int | None, options: Mapping[str, str]) -> str:
        """Deal a number of the game on the table, which ends, or the one the settings choose.

        Return a notice, usually empty.
        """
        before, old, notice = self.kept, self.play, ""
        if number is None:
            number, notice = plays.draw(self.store, self.settings, old.game, old.level, options)
        kept = KeptPlay.start(self.store, old.game, number, old.level, options=options)
        notice = self.take(kept, notice)
        before.finish()
        return notice

    def end(
        self, kept: KeptPlay | None = None, *, replace: bool = False
    ) -> tuple[Contest | None, str]:
        """End a game for good with its result in its contest; by default the one on the table.

        A better result of its row stays unless ``replace`` is set. A full score sheet enters its
        board. Return the contest, and why the board did not take the sheet. Raises
        ``PlayedElsewhere`` and ``StoreError``, and then the game goes on.
        """
        ended, said = kept or self.kept, ""
        contest = contest_steps.end(ended, replace)
        if ended.purpose.row:
            game, name = ended.play.game.id, self.settings.player
            said = contest_steps.enter_sheet(self.store, self.boards, game, name)
        if ended is self._kept:
            self.clear()
        return contest, said

    # -- acting: one event, stored before it is shown --------------------------------------

    def push(self, move: Move) -> Done:
        """Make a move. Raises ``IllegalMove``, and ``PlayedElsewhere`` as the kept play does."""
        return self._act(lambda kept: kept.push(move))

    def perform(self, event: str) -> Done:
        """Perform an event: ``undo``, ``level 2``, ``x t3`` ... It raises as ``push`` does."""
        return self._act(lambda kept: kept.perform(event))

    def sync_autoplay(self) -> None:
        """Turn automatic play on or off as the settings say, if the game has any."""
        wanted = self.settings.automatic
        if wanted != self.play.autoplay and self.play.rules.game.plays_home:
            self.perform(f"autoplay {'on' if wanted else 'off'}")

    def _act(self, do: Callable[[KeptPlay], None]) -> Done:
        play = self.play
        before, glimpsed, exceptions = play.traced, play.glimpsed, play.tally.exceptions
        try:
            do(self.kept)
        finally:
            self.host.catch_up()
        return self._sum_up(before, glimpsed, exceptions)

    def _sum_up(self, before: Table, glimpsed: tuple[Card, ...], exceptions: int) -> Done:
        """Return what an action did, given how it was before, and note what the player knows."""
        play, unsaved = self.play, self.kept.unsaved
        outcome, known, self._outcome = play.outcome, self._outcome, play.outcome
        was_idle = self._idle_play is play
        self._idle_play = play if play.is_idle else None
        trouble = None if unsaved == self._trouble else unsaved or ""
        self._trouble = unsaved
        return Done(
            before,
            play.traced,
            play.went_home,
            play.glimpsed if play.glimpsed is not glimpsed else (),
            play.tally.exceptions > exceptions,
            outcome if outcome is not known else None,
            self._idle_play is play and not was_idle,
            _tell_turn(play, before),
            trouble,
        )

    # -- searches --------------------------------------------------------------------------

    @property
    def knowledge(self) -> Knowledge:
        """What searches have found; it learns from each answer before anyone else hears of it."""
        return self.worker.knowledge

    @property
    def is_lit(self) -> bool:
        """Whether the lamp says if the game on the table can be won: in free games, if wanted."""
        if not self.settings.lamp or self.worker.is_off or self._kept is None:
            return False
        return self._kept.is_free and not self.play.rules.is_won(self.play.table)

    def is_winnable_deal(self, kept: KeptPlay) -> bool:
        """Whether the deal of a play is known to be won; in free games, if the player asked."""
        if not kept.is_free:
            return False
        if self.knowledge.is_deal_won(kept.play):
            return True
        return self.settings.winnable and plays.is_known_win(kept.play)

    def learn_win(self, moves: Sequence[Move]) -> None:
        """Remember a way to win the deal on the table, which a search for one has found."""
        self.knowledge.add_way(self.play.rules, (*self.play.passed, self.play.table)[0], moves)

    def hint(self, seconds: float | None = None) -> Pending:
        """Ask for a hint, perhaps with seconds to think. Perform the event ``hint`` first."""
        return self._hints.ask(self.play, seconds)

    def think_ahead(self, move: Move | None = None) -> None:
        """Think about the next hint in a game that uses hints; ``move`` was just proposed."""
        if self._kept and self._kept.is_free and not self.is_lit:
            self._hints.think_ahead(self.play, move)

    def judge(self, seconds: float) -> int:
        """Ask whether the game can still be won; return the number of the question."""
        return self.worker.judge(self.play, seconds)

    def where_lost(self, play: Play | None = None) -> int:
        """Ask where the game on the table, or another one, was lost, as ``judge`` does."""
        return self.worker.find_lost(play or self.play)

    def find_way_back(self) -> Traced | None:
        """Return where the game could be won last, as far as known; None if ``where_lost`` must.

        Raises ``IllegalMove`` where the game allows no way back.
        """
        play = self.play
        if not play.game.undo:
            self.perform("undo")  # the play says why not
        if self.knowledge.is_hopeless(play):
            return Traced({"positions": ["no"]})
        if find_way_home(play.rules, View.of(play).table):
            return Traced({"positions": ["yes"]})
        undos, moves = self.knowledge.last_won(play) or (None, ())
        return None if undos is None else Traced({"positions": ["yes", *["no"] * undos]}, moves)

    def go_back(self, found: Traced) -> list[Done]:
        """Undo to where the game could be won last, and let hints follow the way to win.

        It counts as a hint, and so does the verdict that the deal can't be won.
        """
        done = [self.perform("hint"), *(self.perform("undo") for _ in range(found.undos or 0))]
        self.follow(found.moves)
        return done

    def follow(self, moves: Sequence[Move]) -> None:
        """Let hints follow a way to win that the player asked for, also after a restart."""
        if moves:
            way = [str(move) for move in moves]
            self.knowledge.follow(self.play, way)
            self.kept.keep_way(way)

    # -- what the host says ----------------------------------------------------------------

    def hear(self, message: Message) -> str | None:
        """Take a message of the host.

        Return a sentence for the player, perhaps "", or None for an answer that somebody awaits.
        """
        match message:
            case Notice():
                return tell_notice(self.store, message, self.zone)
            case End():
                self.host.farewell = tame(message.text)
                return self.host.farewell
            case Result():
                return tell_result(message) if self.settings.news else ""
            case SetPhrase():
                return tell_phrase(message, self.settings)
            case Watchers():
                self.host.watchers = message.number
                return tell_watchers(message.number)
        return self.races.hear(message)

    # -- the store -------------------------------------------------------------------------

    def tend(self, now: bool = False) -> str:
        """Try again to store what is missing; return a sentence once it was done.

        Call this each second while something is missing. ``now`` skips the pause after a failure.
        """
        if not self.store.tend(now):
            return ""
        self.host.catch_up()
        news = ""
        if self._kept:
            self._trouble, news = self._kept.unsaved, self._kept.take_news()
        return news or ("" if self.store.pending_writes else SAVED_AGAIN)

    def close(self) -> str:
        """Leave the game at the end of the program; return why moves are lost, or ""."""
        with suppress(StoreError):  # another terminal has taken the game over
            self.leave()
        self.host.catch_up()
        if self.store.flush():
            return ""
        reason = self.kept.unsaved if self.has_game else ""
        return reason or "The last moves could not be saved."


def _tell_turn(play: Play, before: Table) -> str:
    was, now = (play.rules.duel(each) for each in (before, play.table))
    return f"{now.standing}." if was and now and was != now and now.turn else ""

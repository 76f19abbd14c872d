"""A play that is kept: every event is stored before anyone sees what it did."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from typing import Protocol

from solterm.contests.mark import mark
from solterm.contests.purpose import FREE, Purpose
from solterm.contests.series import tour_points
from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import RecordError
from solterm.core.play.terms import Terms
from solterm.core.vocabulary.goals import OwnScore
from solterm.store.entries import PlayState, Saved, read_standing
from solterm.store.errors import Conflict, Hopeless, Lost, StoreError
from solterm.store.store import Store, draw_id, now

_LONGEST_THOUGHT = 120.0
"""Seconds between two events that count as playing time; a longer pause was one."""

_MOST_CONFLICTS = 10
"""Programs that may take the play from each other while one event is written."""


class Witness(Protocol):
    """Somebody who is told of a kept play, once what happened is stored."""

    def stored(self, kept: "KeptPlay") -> None:
        """All its events are stored, or it stands as it went on elsewhere."""

    def finished(self, kept: "KeptPlay") -> None:
        """It is ended for good."""


class PlayedElsewhere(StoreError):
    """The play went on in another terminal; the newest position was taken over from there."""


class KeptPlay:
    """A play and its place in the store.

    While the store fails, the play goes on in memory and ``unsaved`` says why. Every event tries
    again to store all that is missing, and so does ``Store.tend``.
    """

    def __init__(self, store: Store, play: Play, context: str, find: Callable[[str], Game]) -> None:
        """Made by ``start`` and ``resume``; ``find`` looks games up."""
        self.store = store
        self.play = play
        """The play; another object once ``PlayedElsewhere`` was raised."""
        self.context = context
        """What it is played for, as the store keeps it; see ``purpose``."""
        self.play_id: int | None = None
        """Its id in the store; None until the store has taken it."""
        self.witness: Witness | None = None
        """Who is told of what happens, where anybody is."""
        self._find = find
        self.doubt = ""
        """A sentence for the player when what is stored of the play contradicts itself."""
        self._stored = 0
        self._drawn = 0
        """The id it was to be stored under, once that was tried; 0 before."""
        self._held_by: str | None = None
        """Who held it when it was loaded; None once it is this program's."""
        self._thought = 0.0
        """The seconds of playing time that are not stored yet."""
        self._ends: list[int] | None = None
        """The plays that end as this one begins, once it is known which."""
        self._trouble: StoreError | None = None
        self._is_finished = False
        """Is it to be ended as soon as the store takes it?"""
        self._is_open = True
        """Is it still to be resumed, as far as the store says?"""
        self._news = ""
        self._touched = now()

    @classmethod
    def start(
        cls,
        store: Store,
        game: Game,
        deal: int,
        level: int = 3,
        terms: Terms = Terms.FREE,
        options: Mapping[str, str] | None = None,
        context: str = "",
    ) -> "KeptPlay":
        """Deal a new play.

        An open play of the same game and the same kind of context is ended by it: that is when
        it counts as lost. One that can't be read is put aside instead. Raises ``ValueError`` as
        ``Play`` does, and then ends none.
        """
        kept = cls(store, Play(game, deal, level, terms, options), context, lambda _: game)
        kept.save()
        return kept

    @classmethod
    def adopt(cls, store: Store, play: Play, game_of: Callable[[str], Game]) -> "KeptPlay":
        """Keep a play that was made elsewhere, as a free one; another of its game is ended."""
        kept = cls(store, play, "", game_of)
        kept.save()
        return kept

    @classmethod
    def resume(cls, store: Store, saved: Saved, game_of: Callable[[str], Game]) -> "KeptPlay":
        """Take a stored play up again where it was left, undo and counts included.

        ``game_of`` finds a game by its id and raises ``ValueError`` for an unknown one. Raises
        ``StoreError`` when the events cannot be replayed; the stored play stays as it is then.
        """
        kept = cls(store, _replay(saved, game_of), saved.context, game_of)
        kept._take(saved)
        # A win stays with the counts it had, whatever is undone after it.
        stands = saved.standing if saved.open else None
        if stands and stands.outcome != "won" and _counts(stands) != _counts(kept.play):
            kept.doubt = (
                "What is stored of this game's counts disagrees with its moves:"
                " the moves count, and the counts are put right."
            )
        return kept

    def hold(self) -> None:
        """Go on with the play here: another session that has it open adds to it no more.

        Who resumes it says so. Where that fails, or is not said, the first event does it; and so it
        does in a file, whose disk the first picture need not wait for.
        """
        if self.store.path is None:
            self._hold()

    def _hold(self) -> None:
        if self.play_id is not None:
            with suppress(StoreError):
                self.store.hold(self.play_id)
                self._held_by = None

    @property
    def purpose(self) -> Purpose:
        """What it is played for."""
        return Purpose.parse(self.context)

    @property
    def is_free(self) -> bool:
        """Does it count for nothing? Only then may a solver be asked."""
        return not self.play.terms and self.purpose == FREE

    @cached_property
    def tour_points(self) -> OwnScore | None:
        """The points told in a tour in place of the source's own score; None anywhere else."""
        if not self.purpose.is_contest:
            return None
        from solterm.store import contests

        try:
            series = contests.load(self.store, self.purpose.contest).series
        except StoreError:
            return None
        games = [leg.game for leg in series.legs] if series else []
        return tour_points(self.purpose.kind, games, self.play.game) if self.purpose.kind else None

    @property
    def unsaved(self) -> str | None:
        """A sentence for the player while events are not on the disk, else None."""
        if self._trouble:
            return f"The last moves are not saved: {self._trouble}"
        return self.store.unsaved

    def perform(self, event: str) -> None:
        """Do what an event says (``Play.perform``) and store it.

        Raises ``IllegalMove`` or ``ValueError`` when it is refused, and then changes nothing.
        Raises ``PlayedElsewhere`` when another terminal was faster: ``play`` is then as it stands
        there, without this event. A store that fails raises nothing: see ``unsaved``.
        """
        self.play.perform(self.play.event(event))
        self._is_finished = False
        self._think()
        self.save()

    def save(self) -> None:
        """Try to store what is not stored yet; ``perform`` does so by itself.

        Raises ``PlayedElsewhere`` as ``perform`` does. A store that fails raises nothing.
        """
        self._attempt(self._write)

    def take_news(self) -> str:
        """Return, once, what became of the play while the store was tended; else empty."""
        news, self._news = self._news, ""
        return news

    def finish(self) -> None:
        """End the play for good: won and left, or given up.

        Raises ``PlayedElsewhere`` when it went on in another terminal; it is not ended then. A
        store that fails raises nothing, and the play stays open: see ``unsaved``.
        """
        self._is_finished = True
        self._attempt(self._write_and_close)

    def record(self, **tags: str) -> str:
        """The play as a portable record with its ``Date`` (UTC), its ``Score`` and further tags."""
        known = {"Date": self._touched.partition("T")[0], "Score": str(mark(self.play))}
        return record.write(self.play, **known | tags)

    # -- how it is stored ------------------------------------------------------------------

    def _think(self) -> None:
        """An event happens: the time since the last one was playing time, or a pause."""
        before, self._touched = self._touched, now()
        self._thought += _count_thought(before, self._touched)

    def _attempt(self, write: Callable[[], None]) -> None:
        """Write; when the store fails, note the reason, play on and write later."""
        self.store.waiting.put(self, self._write_later, self._group)  # should a signal end us here
        try:
            self.store.waiting.write_before(self, self._group)
            self._settle(write)
        except PlayedElsewhere:
            self.store.waiting.drop(self)
            self._is_finished = False
            self._tell()
            raise
        except Hopeless as error:
            self.store.waiting.drop(self)
            self._trouble = error
        except StoreError as error:
            self._trouble = error
        else:
            if not (self._is_finished and self._is_open):
                self.store.waiting.drop(self)
            self._trouble = None
            self._tell()

    @property
    def _group(self) -> object:
        """The plays of which one is open at a time."""
        return self.play.game.id, self.context

    def _write_later(self) -> None:
        """Store what is missing while nobody plays; raises ``StoreError``."""
        try:
            self._attempt(self._write_and_close if self._is_finished else self._write)
        except PlayedElsewhere as news:
            self._news = str(news)
        if self._trouble:
            raise self._trouble

    def _tell(self) -> None:
        """Tell the witness that all is stored, and that it is ended."""
        if self.witness:
            self.witness.stored(self)
            if self._is_finished and not self._is_open:
                self.witness.finished(self)

    def _settle(self, write: Callable[[], None]) -> None:
        """Write, and write again after each conflict that is none by what is stored."""
        for left in reversed(range(_MOST_CONFLICTS)):
            try:
                self._insist(write)
                return
            except Conflict:
                if not left:
                    raise
                self._reconcile()

    def _insist(self, write: Callable[[], None]) -> None:
        """Write, and again at once where the line broke, as it has when its server was restarted.

        Should the first try have been heard all the same, the second one is a ``Conflict``, and
        the events are there once.
        """
        try:
            write()
        except Lost:
            write()

    def _holds(self, saved: Saved) -> bool:
        """May this play end another one, that is: was that one there to be resumed instead?"""
        try:
            _replay(saved, self._find)
        except StoreError:
            return False
        return True

    def _write(self) -> None:
        events = self.play.events
        if self.play_id is None:
            if self._ends is None:
                self._ends = []  # what cannot be read now is not ended later either
                self._ends = self.store.sound(self.play.game.id, self.context, self._holds)
            tried, self._drawn = self._drawn, self._drawn or draw_id()
            if tried and self.store.has(tried):  # it was heard, though no answer came
                self.play_id = tried
                raise Conflict("This game was stored already.")
            self.store.begin(self.play, self.context, self._ends, self._drawn)
            self.play_id = self._drawn
        elif fresh := events[self._stored :]:
            standing = read_standing(self.play)
            self.store.append(
                *(self.play_id, self._stored + 1, fresh, standing, self._thought, self._held_by)
            )
            self._held_by = None
        self._stored = len(events)
        self._thought = 0.0

    def _write_and_close(self) -> None:
        self._write()
        if self.play_id is not None:
            self.store.close(self.play_id, len(self.play.events))
            self._is_open = False

    def _reconcile(self) -> None:
        """After a conflict: go by what is stored.

        Returns when that is where this play has been: its own events after a commit that seemed
        to fail, or the same ones from another terminal. What is missing may then be written.
        """
        assert self.play_id is not None, "what was never stored conflicts with nothing"
        saved = self.store.load(self.play_id)
        events = list(saved.record.events)
        if saved.open and self.play.events[: len(events)] == events:
            self._stored = len(events)
            self._thought = _count_thought(saved.touched, self._touched)
            self._held_by = saved.holder
            return
        self.play = _replay(saved, self._find)
        self._take(saved)
        if saved.open:
            self.hold()
            raise PlayedElsewhere("This game went on in another terminal: it now stands as there.")
        raise PlayedElsewhere("This game was ended in another terminal: start a new one.")

    def _take(self, saved: Saved) -> None:
        """The play is the stored one."""
        self.play_id = saved.play_id
        self._stored = len(saved.record.events)
        self._touched = saved.touched
        self._held_by = saved.holder
        self._thought = 0.0
        self._trouble = None


def _count_thought(before: str, after: str) -> float:
    """The seconds of playing time between two moments; a long pause was no thought."""
    gap = datetime.fromisoformat(after) - datetime.fromisoformat(before)
    return min(_LONGEST_THOUGHT, max(0.0, gap.total_seconds()))


def _counts(of: PlayState | Play) -> tuple[int, ...]:
    """The counts that the events alone decide; how they are marked may change with a version."""
    stands = of if isinstance(of, PlayState) else read_standing(of)
    return stands.level, stands.moves, stands.exceptions


def _replay(saved: Saved, game_of: Callable[[str], Game]) -> Play:
    try:
        return saved.record.replay(game_of)
    except RecordError as error:
        event = f"event {error.line}: " if error.line else ""
        raise Hopeless(
            f"{saved.game}, deal {saved.deal}, cannot be resumed and stays stored as it is"
            f" ({event}{error.reason.rstrip('.')}); start a new game."
        ) from None

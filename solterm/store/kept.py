"""A play that stores every event before anyone sees its effect."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from solterm.core.deals import FIRST_HIDDEN
from solterm.core.game import Game
from solterm.core.move import IllegalMove, Move
from solterm.core.phrases import tell_deal
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.record import RecordError
from solterm.core.vocabulary.goals import OwnScore
from solterm.store.entries import Saved, play_state
from solterm.store.errors import Conflict, Hopeless, NotBegun, StoreError
from solterm.store.interface import Also
from solterm.store.purpose import FREE, Purpose
from solterm.store.store import Store, draw_id, now

_LONGEST_THOUGHT = 120.0
"""Seconds of playing time between two events at most; the rest is a pause."""

_MOST_CONFLICTS = 10
"""How often other programs may take the play while one event is written."""


class PlayedElsewhere(StoreError):
    """The play went on in another terminal; this one took over the newest position."""


OVERDUE = "The time of this race is over."
_HIDDEN = "Others have still to play this deal: its record is shown when your try has ended."
_OWN = "This is a deal of a contest that you play: end its game first."
_OF_OTHERS = "This is a deal of a contest: play it there first."


class KeptPlay:
    """A play and its place in the store.

    While the store fails, the play goes on in memory and ``unsaved`` says why. Every event, and
    ``Store.tend``, tries again to store all that is missing.
    """

    def __init__(
        self, store: Store, play: Play, purpose: Purpose, find: Callable[[str], Game]
    ) -> None:
        """Use ``start``, ``adopt`` or ``resume`` instead; ``find`` looks games up."""
        self.store = store
        self.play = play
        """The play; ``PlayedElsewhere`` replaces it."""
        self.purpose = purpose
        """Its purpose: free play, or a game of a contest."""
        self.play_id = draw_id()
        """Its id in the store, or the one that it will be stored under."""
        self._find = find
        self.way: Sequence[str] = ()
        """The moves of the way to win that the player was shown last."""
        self.tour_points: OwnScore | None = None
        """The points that a tour shows instead of the source's own score."""
        self._stored: int | None = None
        """The number of stored events; None while the play was never stored."""
        self._held_by: str | None = None
        """The holder when it was loaded; None once this program holds it."""
        self._counted = 0.0
        """Seconds of playing time that are stored."""
        self._thought = 0.0
        """Those that are not stored yet."""
        self._ends: list[int] | None = None
        """The plays that this one ends, once it has looked for them."""
        self._spares = False
        """Whether it puts unfinished plays aside where it would end them."""
        self._also_begins: Also | None = None
        """What is stored with the play when it is new."""
        self._also_ends: Also | None = None
        """What is stored with its end."""
        self._trouble: StoreError | None = None
        self._is_finished = False
        """Whether to end it as soon as the store allows."""
        self._is_open = True
        self._news = ""
        self.deadline = ""
        """The moment from which it takes no more events (ISO 8601, UTC); empty: none."""
        self._touched = now()
        self._resumed = ""
        """The moment from which time counts, if the player was away since the last event."""

    @classmethod
    def start(
        cls,
        store: Store,
        game: Game,
        deal: int,
        level: int = 3,
        mode: Mode = Mode.FREE,
        options: Mapping[str, str] | None = None,
        purpose: Purpose = FREE,
        spares: bool = False,
        is_open: bool = False,
        also: Also | None = None,
    ) -> "KeptPlay":
        """Deal a new play.

        It ends the open play of the same game and purpose, in free play with the same options,
        which then counts as lost; one that can't be read is put aside instead, and so is an
        unfinished one if ``spares`` is set. Raises ``Refusal`` as ``Play`` does, and
        ``StoreError`` on a host for a deal of a contest that the player has still to play, unless
        it ``is_open`` to all; it then ends none. ``also`` is stored with the play: see
        ``Store.begin``.
        """
        game = game.plain  # only the options given are stored
        if not is_open and not purpose.is_contest:
            refuse_rehearsal(store, game.id, deal)
        store.refuse_when_full()
        kept = cls(store, Play(game, deal, level, mode, options), purpose, lambda _: game)
        kept._spares = spares
        kept._also_begins = also
        kept.save()
        if isinstance(kept._trouble, NotBegun):
            raise kept._trouble
        return kept

    @classmethod
    def adopt(cls, store: Store, play: Play, game_of: Callable[[str], Game]) -> "KeptPlay":
        """Keep a play made elsewhere as a free one; it ends the open play of its game.

        Raises ``StoreError`` as ``start`` does.
        """
        refuse_rehearsal(store, play.game.id, play.deal)
        kept = cls(store, play, FREE, game_of)
        kept.save()
        return kept

    @classmethod
    def resume(cls, store: Store, saved: Saved, game_of: Callable[[str], Game]) -> "KeptPlay":
        """Resume a stored play, with its undo history and counts.

        ``game_of`` finds a game by its id and raises ``Refusal`` for an unknown one. Raises
        ``StoreError`` if the events can't be replayed; the stored play stays as it is.
        """
        kept = cls(store, _replay(saved, game_of), saved.row.purpose, game_of)
        kept._take(saved)
        return kept

    def hold(self) -> None:
        """Take the play, so that other sessions can't add to it. Call this on resume.

        If that fails, the first event takes it. In a file always the first event does, so that the
        first picture doesn't wait for the disk.
        """
        if self.store.path is None:
            with suppress(StoreError):
                self.store.hold(self.play_id)
                self._held_by = None

    def note_left(self) -> None:
        """Have the next start resume this game, even if nothing was played. Call this on leaving.

        A game of a contest keeps the time of its last event, which results and races use.
        """
        if self.is_free and self._stored is not None:
            with suppress(StoreError):
                self.store.note_left(self.play_id)

    def keep_way(self, moves: Sequence[str]) -> None:
        """Keep a way to win that the player was shown, so that hints follow it after a restart."""
        self.way = moves
        if self._stored is not None:
            with suppress(StoreError):
                self.store.keep_way(self.play_id, moves)

    @property
    def trouble(self) -> StoreError | None:
        """Why the last write failed; None if all is stored."""
        return self._trouble

    @property
    def stored_events(self) -> int:
        """The number of events in the store."""
        return self._stored or 0

    @property
    def is_ended(self) -> bool:
        """Whether the store knows that it has ended for good."""
        return not self._is_open

    @property
    def told_deal(self) -> int:
        """The number of the deal; 0 while it is a secret, as others have still to play it."""
        deal = self.play.deal
        return self.store.told_deal(self.purpose, deal) if self._is_open else deal

    @property
    def is_free(self) -> bool:
        """Whether no score depends on the play, so that solvers are allowed."""
        return not self.play.mode and self.purpose == FREE

    @property
    def is_as_stored(self) -> bool:
        """Whether the store has this free play open, with these events; raises ``StoreError``."""
        if not self.is_free or self.unsaved:
            return False
        saved = self.store.load(self.play_id)
        return saved.row.is_open and list(saved.record.events) == self.play.events

    @property
    def unsaved(self) -> str | None:
        """A sentence for the player while events are not stored, or None."""
        if self._trouble:
            return f"The last moves are not saved: {self._trouble}"
        return self.store.unsaved

    def perform(self, event: str) -> None:
        """Perform an event (``Play.perform``) and store it.

        Raises ``IllegalMove`` or ``Refusal`` for a refused event, and then stays as it is; so it
        does at its deadline.
        Raises ``PlayedElsewhere`` if another terminal was faster: ``play`` is then as stored there,
        without this event. It raises no error of the store: see ``unsaved``.
        """
        self._act(lambda: self.play.perform(self.play.event(event)))

    def push(self, move: Move) -> None:
        """Make a move (``Play.push``) and store it; raises as ``perform`` does."""
        self._act(lambda: self.play.push(move))

    def _act(self, do: Callable[[], object]) -> None:
        if self.deadline and now() >= self.deadline:
            raise IllegalMove(OVERDUE)
        do()
        self._is_finished = False
        self._count_time()
        self.save()

    def save(self) -> None:
        """Try to store all that is missing; ``perform`` and ``finish`` do so too.

        Raises ``PlayedElsewhere`` as ``perform`` does. It raises no error of the store.
        """
        # A signal may end us from here on.
        self.store.pending_writes.put(self, self._save_later, self._group)
        try:
            self.store.pending_writes.write_before(self, self._group)
            self._write()
        except PlayedElsewhere:
            self.store.pending_writes.drop(self)
            self._is_finished = False
            raise
        except Hopeless as error:
            self.store.pending_writes.drop(self)
            self._trouble = error
        except StoreError as error:
            self._trouble = error
        else:
            self.store.pending_writes.drop(self)
            self._trouble = None

    def take_news(self) -> str:
        """Return, once, a sentence about changes while the store was tended; else ""."""
        news, self._news = self._news, ""
        return news

    def finish(self, also: Also | None = None) -> None:
        """End the play for good; ``also`` is stored with its end, see ``Store.close``.

        Raises ``PlayedElsewhere`` if it went on in another terminal; it is not ended then. A
        failing store raises no error, and the play stays open: see ``unsaved``.
        """
        self._is_finished, self._also_ends = True, also
        self.save()

    def record(self, **tags: str) -> str:
        """Return the play as a record with ``Date`` (UTC), ``Score`` and further tags.

        Raises ``StoreError`` while its deal is a secret.
        """
        refuse_secret(self.told_deal)
        known = {"Date": self._touched.partition("T")[0], "Score": str(self.play.mark)}
        return record.write(self.play, **known | tags)

    @property
    def seconds(self) -> float:
        """The playing time until now, without long pauses; it ends with the game."""
        last = max(self._touched, self._resumed)
        running = 0.0 if self.play.outcome else _count_thought(last, now())
        return self._counted + self._thought + running

    # -- storing ---------------------------------------------------------------------------

    def stop_clock(self) -> None:
        """Stop the clock of a free play: the table is out of sight. In contests time goes on."""
        if self.is_free:
            before, self._resumed = max(self._touched, self._resumed), now()
            self._thought += _count_thought(before, self._resumed)

    def start_clock(self) -> None:
        """Let the clock of a free play go on: the table is in sight again."""
        if self.is_free:
            self._resumed = now()

    def _count_time(self) -> None:
        before, self._touched = max(self._touched, self._resumed), now()
        self._thought += _count_thought(before, self._touched)

    @property
    def _group(self) -> object:
        return self.play.game.id, self.purpose

    def _save_later(self) -> None:
        try:
            self.save()
        except PlayedElsewhere as news:
            self._news = str(news)
        if self._trouble:
            raise self._trouble

    def _write(self) -> None:
        """Store all that is missing; after a conflict, the stored play decides how to go on."""
        for left in reversed(range(_MOST_CONFLICTS)):
            try:
                if self._stored is None:
                    self._begin()
                elif fresh := self.play.events[self._stored :]:
                    standing, first = play_state(self.play), self._stored + 1
                    self.store.append(
                        self.play_id, first, fresh, standing, self._thought, self._held_by
                    )
                    self._held_by = None
                self._stored = len(self.play.events)
                self._counted += self._thought
                self._thought = 0.0
                if self._is_finished:
                    self.store.close(self.play_id, self._stored, self._also_ends)
                    self._is_open = False
                return
            except Conflict:
                if not left:
                    raise
                self._reconcile()

    def _begin(self) -> None:
        if self._ends is None:
            self._ends = []  # if this read fails, later attempts end none
            replaced = self.store.list_replaced(self.play, self.purpose)
            self._ends = [each.row.play_id for each in replaced if self._may_end(each)]
        begin = self.store.begin
        try:
            begin(self.play_id, self.play, self.purpose, self._ends, self._also_begins)
        except Conflict:  # an earlier attempt arrived after all
            self._stored = 0
            raise

    def _may_end(self, saved: Saved) -> bool:
        if self._spares and saved.row.is_unfinished:
            return False
        try:
            _replay(saved, self._find)
        except StoreError:
            return False
        return True

    def _reconcile(self) -> None:
        """Resolve a conflict: the stored play decides.

        Returns if the stored events are a beginning of this play's: a commit that seemed to fail,
        or another terminal that made the same moves. Else takes over the stored play and raises
        ``PlayedElsewhere``.
        """
        saved = self.store.load(self.play_id)
        events = list(saved.record.events)
        if saved.row.is_open and self.play.events[: len(events)] == events:
            self._stored = len(events)
            self._counted = saved.row.seconds
            self._thought = _count_thought(saved.row.touched, self._touched)
            self._held_by = saved.row.holder
            return
        self.play = _replay(saved, self._find)
        self._take(saved)
        if saved.row.is_open:
            self.hold()
            raise PlayedElsewhere("This game went on in another terminal: continue from there.")
        raise PlayedElsewhere("Another terminal ended this game: start a new one.")

    def _take(self, saved: Saved) -> None:
        self.play_id = saved.row.play_id
        self._stored = len(saved.record.events)
        self._touched = saved.row.touched
        self._held_by = saved.row.holder
        self.way = saved.row.way.splitlines()
        self._counted, self._thought = saved.row.seconds, 0.0
        self._trouble = None


def _count_thought(before: str, after: str) -> float:
    gap = datetime.fromisoformat(after) - datetime.fromisoformat(before)
    return min(_LONGEST_THOUGHT, max(0.0, gap.total_seconds()))


def _replay(saved: Saved, game_of: Callable[[str], Game]) -> Play:
    try:
        return saved.record.replay(game_of)
    except RecordError as error:
        event = f"event {error.line}: " if error.line else ""
        deal = tell_deal(saved.row.deal)
        raise Hopeless(
            f"{saved.row.game}{deal and f'{deal},'} cannot be resumed and stays stored as it is"
            f" ({event}{error.reason.rstrip('.')}); start a new game."
        ) from None


def refuse_secret(told_deal: int) -> None:
    """Raise ``StoreError`` for 0, a deal that others have still to play."""
    if not told_deal:
        raise StoreError(_HIDDEN)


def refuse_rehearsal(store: Store, game: str, deal: int) -> None:
    """On a host, raise ``StoreError`` for a free game with a deal of a contest.

    The player may have it once their own try has ended. At home the boards trust the players.
    """
    if not store.context.is_on_host:
        return
    plays = store.list_plays_of(game, deal)
    if any(each.purpose != FREE and each.is_open for each in plays):
        raise StoreError(_OWN)
    if deal >= FIRST_HIDDEN and not plays:
        raise StoreError(_OF_OTHERS)

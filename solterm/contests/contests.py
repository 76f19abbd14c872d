"""Stored contests: tours, matches, daily deals and tournaments.

A play's purpose names its contest and its place there. Its result goes into the contest before the
play is closed: if the program is killed in between, the play is still open, and ending it again
enters the same result.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests.kinds import KINDS, Kind, Naming
from solterm.contests.series import Series, SeriesError
from solterm.contests.series import tour_points as series_points
from solterm.contests.tournament import Tournament
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.vocabulary.goals import OwnScore
from solterm.store.errors import StoreError
from solterm.store.purpose import Purpose
from solterm.store.store import Store, next_id, now

_CONTEST = "SELECT id, kind, name, state, open, touched FROM contest"


class Contest(NamedTuple):
    """A stored contest."""

    id: int
    kind: Kind
    name: str
    state: Series | Tournament
    open: bool
    """Whether it is under way."""
    touched: str
    """When it was last changed: ISO 8601, UTC."""

    @property
    def series(self) -> Series | None:
        """Its games, or those of a tournament's current turn."""
        return self.state.current if isinstance(self.state, Tournament) else self.state

    @property
    def latest(self) -> Series:
        """Its games, or those of a tournament's last turn, finished or not."""
        return self.state.latest if isinstance(self.state, Tournament) else self.state

    @property
    def tries(self) -> int:
        """The tries at its deals: the turns of a tournament."""
        return len(self.state.turns) if isinstance(self.state, Tournament) else 1


def may_begin(context: Context, kind: Kind, tried: Sequence[Contest]) -> bool:
    """Return whether the player may begin another try, after all contests with the same deals."""
    made = sum(each.tries for each in tried)
    is_under_way = any(each.open for each in tried)
    return not is_under_way and kind.may_try_again(made, context.is_on_host)


def begin(store: Store, state: Series | Tournament) -> Contest:
    """Store a new contest.

    If tries are limited, return the one under way instead, or the last if none is left.
    """
    kind = state.kind
    with store.transaction() as database:
        # Checked in this transaction, or two terminals could begin the same day.
        if kind.most_tries(store.context.is_on_host):
            rows = database.execute(
                f"{_CONTEST} WHERE kind = ? AND name = ? ORDER BY open, id", (kind.id, state.name)
            ).fetchall()
            tried = [_contest(row) for row in rows]
            if tried and not may_begin(store.context, kind, tried):
                return tried[-1]
        number = next_id(database, "contest")
        database.execute(
            "INSERT INTO contest (id, kind, name, state, open, touched) VALUES (?, ?, ?, ?, 1, ?)",
            (number, kind.id, state.name, state.to_json(), now()),
        )
    return load(store, number)


def load(store: Store, contest_id: int) -> Contest:
    """Return a contest. Raises ``StoreError`` for an unknown id or damaged data."""
    rows = store.read(f"{_CONTEST} WHERE id = ?", contest_id)
    if not rows:
        raise StoreError(f"Contest {contest_id} is gone.")
    return _contest(rows[0])


def list_contests(store: Store, kind: Kind, only_open: bool = False) -> list[Contest]:
    """Return the readable contests of a kind, last touched first."""
    rows = store.read(
        f"{_CONTEST} WHERE kind = ? AND open >= ? ORDER BY touched DESC, id DESC",
        kind.id,
        int(only_open),
    )
    return [each for each in map(_read, rows) if isinstance(each, Contest)]


def find_named(store: Store, kind: Kind, name: str) -> Contest | None:
    """Return the latest contest of a kind with a name. Raises ``StoreError`` for damaged data."""
    rows = store.read(
        f"{_CONTEST} WHERE kind = ? AND name = ? ORDER BY id DESC LIMIT 1", kind.id, name
    )
    return _contest(rows[0]) if rows else None


def list_of_day(store: Store, day: str) -> list[Contest]:
    """Return the readable open contests, and that of a day even if it is finished.

    The last touched comes first.
    """
    named = [kind.id for kind in KINDS.values() if kind.named_by is Naming.DAY]
    rows = store.read(
        f"{_CONTEST} WHERE open <> 0 OR (name = ? AND kind IN ({', '.join('?' * len(named))}))"
        " ORDER BY touched DESC, id DESC",
        day,
        *named,
    )
    return [each for each in map(_read, rows) if isinstance(each, Contest)]


def unreadable(store: Store) -> list[str]:
    """Return a sentence for each unreadable open contest; it stays stored."""
    rows = store.read(f"{_CONTEST} WHERE open <> 0 ORDER BY id")
    return [str(each) for each in map(_read, rows) if isinstance(each, StoreError)]


def update(store: Store, contest: Contest, state: Series | Tournament) -> Contest:
    """Store the new state of a contest."""
    with store.transaction() as database:
        database.execute(
            "UPDATE contest SET state = ?, touched = ? WHERE id = ?",
            (state.to_json(), now(), contest.id),
        )
    return load(store, contest.id)


def close(store: Store, contest: Contest) -> None:
    """Close a contest and end its unfinished game; both stay stored."""
    its = f"{contest.kind.id}:{contest.id} "
    with store.transaction() as database:
        database.execute(
            "UPDATE contest SET open = 0, touched = ? WHERE id = ?", (now(), contest.id)
        )
        database.execute(
            "UPDATE play SET open = 0, touched = ?"
            " WHERE open = 1 AND substr(context, 1, length(?)) = ?",
            (now(), its, its),
        )


def purpose_of(contest: Contest, at: int) -> Purpose:
    """Return the purpose of a contest's game, by its place from 0."""
    return Purpose(contest.kind.id, contest.id, at)


def enter(store: Store, purpose: Purpose, play: Play, play_id: int | None) -> Contest | None:
    """Enter a play's current result in the contest of its purpose; return that, or None.

    ``play_id`` is None if the play was never stored. A contest stays unchanged if it is closed or
    has another game at this place by now: then a killed program left the play open, and it doesn't
    count.
    """
    if not purpose.is_contest or purpose.kind not in KINDS:
        return None
    contest = load(store, purpose.contest)
    series, state = contest.series, contest.state
    known = state.turns[:-1] if isinstance(state, Tournament) else ()
    if series is None or not contest.open:
        return contest
    if play_id and any(leg.play == play_id for turn in known for leg in turn.series.legs):
        return contest
    try:
        after = series.with_result(purpose.place, play, play_id or 0)
    except (Refusal, IndexError):
        return contest
    return update(
        store, contest, state.with_series(after) if isinstance(state, Tournament) else after
    )


def tour_points(store: Store, purpose: Purpose, game: Game) -> OwnScore | None:
    """Return the points that a tour shows instead of a game's own score; None elsewhere."""
    kind = KINDS.get(purpose.kind)
    if kind is None or not purpose.is_contest:
        return None
    try:
        series = load(store, purpose.contest).latest
    except StoreError:
        return None
    return series_points(kind, [leg.game for leg in series.legs], game)


def _read(row: tuple[object, ...]) -> Contest | StoreError:
    try:
        return _contest(row)
    except StoreError as error:
        return error


def _contest(row: tuple[object, ...]) -> Contest:
    number, kind, name, text, is_open, touched = row
    known = KINDS.get(str(kind))
    if known is None:
        raise StoreError(f"{str(kind)[:20]!a} is not a kind of contest.")
    form = Tournament if known.has_hot_seat else Series
    try:
        state: Series | Tournament = form.from_json(str(text))
    except SeriesError as error:
        raise StoreError(f"The {kind} {name or number} cannot be continued. {error}") from None
    return Contest(int(str(number)), known, str(name), state, bool(is_open), str(touched))

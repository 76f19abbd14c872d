"""The store of plays, event by event.

When a method returns, its data is on the disk. Several programs, on several hosts, may use a store
at once. The program that opened a play last holds it: only the holder may add events, and only
after the last stored one.

The hold is a token in the play's row, and the statement that adds an event checks it. Unlike a
lease it has no time limit: a slow player keeps it, a new program takes it at once even if the
previous host is dead, and late writes of that host are refused. In a file the first event takes the
hold, so that opening a play needs no write.

All methods raise ``StoreError``, a sentence for the player, if the database fails.
"""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, NoReturn

from solterm.core.deals import FIRST_HIDDEN
from solterm.core.game import BOARD
from solterm.core.options import write as write_options
from solterm.core.play.events import IMPORTED, ORIGINS
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.record import Record
from solterm.store.database import Database
from solterm.store.entries import (
    ASIDE,
    ENDED,
    OPEN,
    PlayRow,
    PlayState,
    Saved,
    play_state,
)
from solterm.store.errors import DAMAGED, Conflict, Hopeless, StoreError
from solterm.store.interface import Also, Cursor, Statements
from solterm.store.purpose import FREE, Purpose

_LOST = "no longer holds this game; start solterm again to see what it holds."

# A game counts as played after its first move, or without one if none was left; and as lost when
# another replaces it.
_PLAYED = "(moves > 0 OR outcome = 'over') AND (outcome = 'won' OR open = 0)"

# Results count in the statistics, but not practice: free games of a day's deal after the try at it.
_TRIED = "SELECT game, deal FROM play WHERE substr(context, 1, 6) = 'daily:'"
_WON = "outcome = 'won'"
_ORIGINS = f"({', '.join(map(repr, ORIGINS))})"
_ORIGIN = (
    "coalesce((SELECT text FROM event WHERE event.play = play.id AND number = 1"
    f" AND text IN {_ORIGINS}), '')"
)
_WON_BEFORE = (
    "EXISTS (SELECT 1 FROM play AS other WHERE other.game = play.game AND other.deal = play.deal"
    " AND other.options = play.options AND other.outcome = 'won' AND other.touched < play.touched)"
)
# A saved position of a deal that was won before is not won once more.
_WON_AGAIN = f"{_WON} AND {_ORIGIN} <> '' AND {_WON_BEFORE}"
_FORGOTTEN = "SELECT max(until) FROM forgotten WHERE forgotten.game IN ('', play.game)"
_NO_BOARD = f"replace(options, '{BOARD}=', '') = options"
"""Whether a play was dealt: it began with no board of the player's own."""
_COUNTED = (
    f"{_PLAYED} AND {_NO_BOARD} AND NOT (context = '' AND (game, deal) IN ({_TRIED}))"
    f" AND NOT ({_WON_AGAIN}) AND touched > coalesce(({_FORGOTTEN}), '')"
)
_HINTED = f"(hints + cheats > 0 OR {_ORIGIN} = '{IMPORTED}')"

_IN_THE_WAY = f"open = {OPEN} AND game = ? AND context = ? AND (context <> '' OR options = ?)"
"""The condition for open plays whose place another one takes."""

_EVENT_COUNT = "(SELECT coalesce(max(number), 0) FROM event WHERE event.play = play.id)"

# Whether the statement before, whose row count may not be known yet, wrote the play's row.
_AT = "SELECT 1 FROM play WHERE id = ? AND open = ? AND touched = ?"

_PEEK_COUNT = "(SELECT count(*) FROM event WHERE event.play = play.id AND text LIKE 'peek %')"

_TURN_COUNT = (
    "CASE WHEN moves = 0 THEN"
    " (SELECT count(*) FROM event WHERE event.play = play.id AND text = 's') ELSE 0 END"
)
_ROWS = (
    "SELECT id, game, version, deal, level, scored, options, context, open, touched, outcome,"
    " lowest, score, moves, exceptions, seconds, undos, hints, cheats, own, holder, way,"
    f" {_PEEK_COUNT}, {_TURN_COUNT}, {_ORIGIN} FROM play WHERE"
)
"""Selects what a ``PlayRow`` has, in its order."""

_FIELDS = [each.replace("level", "lowest") for each in PlayState._fields]
_STANDS = ", ".join(f"{each} = ?" for each in _FIELDS)
_STANDS_UNLESS_WON = ", ".join(
    f"{each} = CASE WHEN outcome = 'won' THEN {each} ELSE ? END" for each in _FIELDS
)
"""A won play keeps the state it was won in, until it is won again."""


class Store(Database):
    """One player's plays, and the database that other modules keep the rest in."""

    @cached_property
    def token(self) -> str:
        """Marks the plays that this program holds."""
        return os.urandom(8).hex()

    # -- plays being played ----------------------------------------------------------------

    def begin(
        self,
        play_id: int,
        play: Play,
        purpose: Purpose,
        ends: Sequence[int],
        also: Also | None = None,
    ) -> None:
        """Store a new play with its events.

        ``also`` runs in the same transaction; its ``StoreError`` undoes all of it.

        A game has one open play per purpose, such as a row of a sheet; free games have one for
        each choice of options. The previous one is ended if it is among ``ends``, and else put
        aside. Raises ``Conflict`` if the id is stored already, and then changes nothing.
        """
        is_new = "NOT EXISTS (SELECT 1 FROM play WHERE id = ?)"

        def write(database: Statements) -> Cursor:
            database.executemany(
                f"UPDATE play SET open = {ENDED}, touched = ?"
                f" WHERE id = ? AND open = {OPEN} AND {is_new}",
                [(now(), each, play_id) for each in ends],
            )
            database.execute(
                f"UPDATE play SET open = {ASIDE} WHERE {_IN_THE_WAY} AND {is_new}",
                (play.game.id, str(purpose), write_options(play.options), play_id),
            )
            moment = now()
            row = self._row(play, play_id, purpose, moment)
            written = database.execute(
                f"INSERT INTO play ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
                " ON CONFLICT DO NOTHING",
                tuple(row.values()),
            )
            self._add_events(database, play_id, 1, play.events, moment)
            if also and database.execute(_AT, (play_id, OPEN, moment)).fetchone():
                also(database)
            return written

        if not self.engine.write(write).rowcount:
            raise Conflict("This game is stored already.")

    def _row(self, play: Play, play_id: int, purpose: Purpose, moment: str) -> dict[str, object]:
        state = play_state(play)._asdict()
        return {
            "id": play_id,
            "game": play.game.id,
            "version": play.game.version,
            "deal": str(play.deal),
            "level": play.start_level,
            "scored": int(play.mode),
            "options": write_options(play.options),
            "context": str(purpose),
            "open": OPEN,
            "touched": moment,
            "holder": self.token,
            "lowest": state.pop("level"),
            **state,
        }

    def list_replaced(self, play: Play, purpose: Purpose) -> list[Saved]:
        """Return the open plays whose place a new one takes, as far as they can be read."""
        query, options = f"SELECT id FROM play WHERE {_IN_THE_WAY}", write_options(play.options)
        readable = []
        for (play_id,) in self.read(query, play.game.id, str(purpose), options):
            with suppress(StoreError):
                readable.append(self.load(play_id))
        return readable

    def append(
        self,
        play_id: int,
        first_number: int,
        events: Sequence[str],
        standing: PlayState,
        seconds: float = 0,
        after: str | None = None,
    ) -> None:
        """Store the next events of a play, numbered from ``first_number``, and its state.

        ``seconds`` is their playing time. ``after`` is the holder when the play was loaded, if this
        program doesn't hold it yet. A won play keeps its state, even if the win is undone. Raises
        ``Conflict`` if other events were added, the play was ended or another program took it.
        """

        def write(database: Statements) -> Cursor:
            moment = now()
            held_by = (self.token, self.token if after is None else after)
            stands = _STANDS if standing.outcome == "won" else _STANDS_UNLESS_WON
            written = database.execute(
                f"UPDATE play SET holder = ?, touched = ?, seconds = seconds + ?, {stands}"
                f" WHERE id = ? AND holder IN (?, ?) AND open = {OPEN} AND {_EVENT_COUNT} = ?",
                (self.token, moment, seconds, *standing, play_id, *held_by, first_number - 1),
            )
            self._add_events(database, play_id, first_number, events, moment)
            return written

        if not self.engine.write(write).rowcount:
            self._refuse(play_id)

    def _add_events(
        self, database: Statements, play_id: int, first: int, events: Sequence[str], moment: str
    ) -> None:
        """Add events if the statement before, in the same round trip, wrote the play's row.

        Its row count is not known yet, but its moment and token are.
        """
        database.executemany(
            "INSERT INTO event (play, number, text) SELECT ?, ?, ? WHERE EXISTS"
            " (SELECT 1 FROM play WHERE id = ? AND holder = ? AND touched = ?)",
            [
                (play_id, number, text, play_id, self.token, moment)
                for number, text in enumerate(events, first)
            ],
        )

    def hold(self, play_id: int) -> None:
        """Take a play: other programs can't add to it unless they open it again."""
        with self.transaction() as database:
            database.execute(
                "UPDATE play SET holder = ? WHERE id = ? AND holder <> ?",
                (self.token, play_id, self.token),
            )

    def note_left(self, play_id: int) -> None:
        """Make an open play the one touched last."""
        with self.transaction() as database:
            database.execute(
                f"UPDATE play SET touched = ? WHERE id = ? AND open = {OPEN}", (now(), play_id)
            )

    def keep_way(self, play_id: int, moves: Sequence[str]) -> None:
        """Keep the moves of a way to win that the player was shown."""
        with self.transaction() as database:
            database.execute("UPDATE play SET way = ? WHERE id = ?", ("\n".join(moves), play_id))

    def close(self, play_id: int, events: int | None = None, also: Also | None = None) -> None:
        """End a play for good; ending it twice is harmless.

        ``also`` runs in the same transaction, once: not if the play had ended before. Raises
        ``Conflict`` if ``events`` is given and isn't the number of its events.
        """
        known, count = ("", ()) if events is None else (f" AND {_EVENT_COUNT} = ?", (events,))

        def write(database: Statements) -> Cursor:
            moment = now()
            written = database.execute(
                f"UPDATE play SET open = {ENDED}, touched = CASE WHEN open = {ENDED} THEN touched"
                f" ELSE ? END WHERE id = ?{known}",
                (moment, play_id, *count),
            )
            if also and database.execute(_AT, (play_id, ENDED, moment)).fetchone():
                also(database)
            return written

        if not self.engine.write(write).rowcount and events is not None:
            self._refuse(play_id)

    def _refuse(self, play_id: int) -> NoReturn:
        if not self.read("SELECT 1 FROM play WHERE id = ?", play_id):
            raise Hopeless(f"{self.engine.title} {_LOST}")
        raise Conflict("This game went on in another terminal.")

    # -- resuming --------------------------------------------------------------------------

    def load(self, play_id: int) -> Saved:
        saved = self._load("id = ?", play_id)
        if saved is None:
            raise StoreError(f"{self.engine.title} {_LOST}")
        return saved

    def load_suspended(
        self,
        game_id: str | None = None,
        purpose: Purpose | None = None,
        chosen: Mapping[str, str] | None = None,
        but: str = "",
    ) -> Saved | None:
        """Return the open play that was touched last, or None.

        ``purpose`` may be a kind alone, which stands for any game of one; None is any but that of
        the kind ``but``. ``chosen`` has the options of its deal; None stands for any.
        """
        condition, values = f"open = {OPEN}", []
        if game_id is not None:
            condition, values = f"{condition} AND game = ?", [game_id]
        if purpose is not None:
            condition, values = f"{condition} AND context LIKE ?", [*values, purpose.pattern]
        elif but:
            condition, values = f"{condition} AND context NOT LIKE ?", [*values, f"{but}:%"]
        if chosen is not None:
            condition, values = f"{condition} AND options = ?", [*values, write_options(chosen)]
        return self._load(condition, *values)

    def load_for(self, purpose: Purpose) -> Saved | None:
        """Return the latest play with this purpose, ended or not; None if there is none."""
        return self._load("context = ?", str(purpose))

    def is_new(self) -> bool:
        """Whether the store has no plays at all."""
        return not self.read("SELECT 1 FROM play LIMIT 1")

    def refuse_when_full(self) -> None:
        """Raise ``StoreError`` if the host stores no more games for this player."""
        if most := self.context.quotas.games:
            query = "SELECT (SELECT count(*) FROM play) + (SELECT count(*) FROM saved_game)"
            ((count,),) = self.read(query)
            if count >= most:
                raise StoreError(
                    f"This host stores {most} games for each player, and you have played as many:"
                    " ask its administrator for more."
                )

    def count_finished(self) -> int:
        """Return how many plays are won, or ended after a first move."""
        ((count,),) = self.read(f"SELECT count(*) FROM play WHERE {_PLAYED}")
        return int(count)

    def in_progress(self) -> list[PlayRow]:
        """Return the open plays, last touched first."""
        return self.list_plays(OPEN)

    def list_plays(self, state: int) -> list[PlayRow]:
        """Return the plays of a state, last touched first."""
        return self._list("open = ? ORDER BY touched DESC", state)

    def put_aside(self, play_id: int) -> None:
        """Put an open play aside: it is not resumed by itself, and does not count as lost."""
        with self.transaction() as database:
            database.execute(
                f"UPDATE play SET open = {ASIDE} WHERE id = ? AND open = {OPEN}", (play_id,)
            )

    def take_up(self, play_id: int) -> None:
        """Open a play that was put aside; the open play in its place is put aside instead."""
        play = next((each for each in self.list_plays(ASIDE) if each.play_id == play_id), None)
        if play is None:
            raise StoreError("This game is no longer put aside.")
        with self.transaction() as database:
            database.execute(
                f"UPDATE play SET open = {ASIDE} WHERE {_IN_THE_WAY}",
                (play.game, play.context, play.options),
            )
            database.execute(
                f"UPDATE play SET open = {OPEN}, touched = ? WHERE id = ?", (now(), play_id)
            )

    def told_deal(self, purpose: Purpose, deal: int) -> int:
        """Return the deal of an open play; 0 for a secret, since others on this host have it."""
        is_secret = self.context.is_on_host and purpose != FREE and deal >= FIRST_HIDDEN
        return 0 if is_secret else deal

    def _list(self, condition: str, *values: object) -> list[PlayRow]:
        return [
            self._hide(self._read_row(row)) for row in self.read(f"{_ROWS} {condition}", *values)
        ]

    def _hide(self, row: PlayRow) -> PlayRow:
        """Leave out the number of a deal that is still a secret."""
        is_ended = row.open == ENDED
        return row if is_ended else row._replace(deal=self.told_deal(row.purpose, row.deal))

    def _read_row(self, row: Sequence[Any]) -> PlayRow:
        found = PlayRow(*row)
        found = found._replace(deal=self._read_deal(found.deal))
        return found if found.is_whole else found.mended

    def _load(self, condition: str, *values: object, skip: int = 0) -> Saved | None:
        query = f"{_ROWS} {condition} ORDER BY touched DESC LIMIT 1 OFFSET ?"
        row = next(map(self._read_row, self.read(query, *values, skip)), None)
        if row is None:
            return None
        if row.mode not in list(Mode):
            raise StoreError(f"{self.engine.title} {DAMAGED}")
        tags = {
            "Game": row.game,
            "Rules": str(row.version),
            "Options": row.options,
            "Deal": str(row.deal),
            "Level": str(row.start_level),
            "Scored": Mode(row.mode).word,
        }
        events = self._events(row.play_id)
        record = Record(
            tags=tags,
            events=events,
            lines=dict.fromkeys(tags, 0),
            event_lines=tuple(range(1, len(events) + 1)),
        )
        return Saved(self._hide(row), record)

    def _events(self, play_id: int) -> tuple[str, ...]:
        rows = self.read("SELECT number, text FROM event WHERE play = ? ORDER BY number", play_id)
        # Replaying events with a gap would give a position that never was.
        if [number for number, _ in rows] != list(range(1, len(rows) + 1)):
            raise StoreError(f"{self.engine.title} {DAMAGED}")
        return tuple(str(text) for _, text in rows)

    # -- finished plays --------------------------------------------------------------------

    def load_finished(self, n: int = 1) -> Saved | None:
        """Return the ``n``-th latest finished play, or None; 1 is the latest."""
        return self._load(_PLAYED, skip=n - 1)

    def list_finished(self, count: int) -> list[PlayRow]:
        """Return the latest finished plays, the latest first."""
        return self._results(f"{_PLAYED} ORDER BY touched DESC LIMIT ?", count)

    def results(self) -> list[PlayRow]:
        """Return all plays won, or ended after a first move, oldest first."""
        return self._results(f"{_PLAYED} ORDER BY touched")

    def counted_results(self, game: str = "") -> list[PlayRow]:
        """Return the plays that statistics count, of a game or of all, oldest first.

        Practice and what is forgotten do not count.
        """
        return self._results(f"{_COUNTED} AND ? IN ('', game) ORDER BY touched", game)

    def result(self, play_id: int) -> PlayRow | None:
        """Return a play as it is now, or None for an unknown one."""
        return next(iter(self._results("id = ?", play_id)), None)

    def _results(self, condition: str, *values: object) -> list[PlayRow]:
        found = self._list(condition, *values)
        if not all(each.is_whole for each in found):
            raise StoreError(f"{self.engine.title} {DAMAGED}")
        return found

    def list_deals(self, game: str) -> set[int]:
        """Return the deals of a game that the player has had."""
        rows = self.read("SELECT DISTINCT deal FROM play WHERE game = ?", game)
        return {self._read_deal(deal) for (deal,) in rows}

    def list_plays_of(self, game: str, deal: int) -> list[PlayRow]:
        """Return the plays of a deal."""
        return self._list("game = ? AND deal = ?", game, str(deal))

    def sums(self) -> list[tuple[str, str, int, int, int, int, int, int | None, int | None, str]]:
        """Return sums over the results that count, for each game and choice of options.

        They are: the game, its options as text, plays, wins, wins with hints or cheats, other wins
        with peeks, the best mark, the lowest and highest score of the game's source, and the moment
        when the last play ended.
        """
        return self.read(
            f"SELECT game, options, count(*), {_count_if(_WON)},"
            f" {_count_if(f'{_WON} AND {_HINTED}')},"
            f" {_count_if(f'{_WON} AND NOT {_HINTED} AND {_PEEK_COUNT} > 0')},"
            # Casts, so that a damaged count stops no list of games.
            " max(CAST(score AS INTEGER)), min(CAST(own AS INTEGER)), max(CAST(own AS INTEGER)),"
            f" max(touched) FROM play WHERE {_COUNTED}"
            " GROUP BY game, options"
        )

    def forget(self, game_id: str = "") -> None:
        """Note that the plays of a game so far no longer count; "" for all games. All are kept."""
        with self.transaction() as database:
            database.execute("DELETE FROM forgotten WHERE game = ?", (game_id,))
            database.execute("INSERT INTO forgotten (game, until) VALUES (?, ?)", (game_id, now()))

    def _read_deal(self, digits: object) -> int:
        if not (isinstance(digits, str) and digits.isdecimal()):
            raise StoreError(f"{self.engine.title} {DAMAGED}")
        return int(digits)


def _count_if(condition: str) -> str:
    return f"sum(CASE WHEN {condition} THEN 1 ELSE 0 END)"


def draw_id() -> int:
    """Return a random id for a play: unique even if the database file is replaced meanwhile."""
    return int.from_bytes(os.urandom(7))


def now() -> str:
    """Return the current time as the store keeps it: ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")

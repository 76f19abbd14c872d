"""The store: plays, event by event, and score sheets.

Whatever a method was told is on the disk when it returns. Several programs, on several hosts, may
have it open: a play is held by the one that opened it last, and an event is written only by who
holds the play and behind the last one that is there, so that nobody can spoil it for another.

The hold is a token in the play's row, which the statement that writes an event looks at itself.
Unlike a lease with a clock it cannot run out under somebody who thinks long, and nobody waits for
one to run out: who opens a play takes it at once, whether the host that had it is alive, dead, or
only slow; and what a slow one still sends is refused, however late it comes and whatever its clock
says. In a file, where nothing is under way for long, the first event takes it, and opening a play
writes nothing.

All methods raise ``StoreError``, a sentence for the player, when the database fails them.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import NoReturn

from solterm.contests.sheet import Row, Sheet
from solterm.core.play.play import Play
from solterm.core.play.record import Record
from solterm.core.play.terms import Terms
from solterm.store.database import Database
from solterm.store.entries import InProgress, PlayState, Result, Saved, read_result, read_standing
from solterm.store.errors import DAMAGED, Conflict, Hopeless, StoreError
from solterm.store.interface import Engine, Statements

__all__ = ["Conflict", "InProgress", "PlayState", "Result", "Saved", "Store", "StoreError"]

_LOST = "does not hold this game any more; start solterm again to see what it holds."

ENDED, OPEN, ASIDE = 0, 1, 2
"""What ``open`` says of a play. One put aside could not be read: it is neither resumed nor lost."""

_PLAYED = "moves > 0 AND (outcome = 'won' OR open = 0)"
"""A game counts as played after its first move, and as lost only when another replaces it."""

_OF_KIND = "substr(context || ' ', 1, length(?) + 1) = ? || ' '"
"""Does a context begin with these words? The free play's, without words, is only like itself."""

_LAST = "(SELECT coalesce(max(number), 0) FROM event WHERE event.play = play.id)"
"""How many events a play has."""

_STANDING = ", ".join(
    f"{each} = CASE WHEN outcome = 'won' THEN {each} ELSE ? END" for each in PlayState._fields
).replace("level", "lowest")
"""A play that was won once stands as it did then."""


class Store(Database):
    """The player's plays and sheets."""

    def __init__(self, engine: Engine, unsaved: str | None = None) -> None:
        super().__init__(engine, unsaved)
        self.token = os.urandom(8).hex()
        """What says in a play's row that this program holds it."""

    # -- plays being played ----------------------------------------------------------------

    def begin(
        self,
        play: Play,
        context: str = "",
        ends: Sequence[int] | None = None,
        play_id: int | None = None,
    ) -> int:
        """Store a new play with the events it has; the answer is its id, drawn unless given.

        A game has one open play of each context, as of each row of its sheet: the one before is
        ended if it is one of ``ends``, which were read (None: as ``sound`` reads them). Any other
        one is put aside.
        """
        if ends is None:
            ends = self.sound(play.game.id, context)
        options = " ".join(f"{key}={value}" for key, value in play.options.items())
        play_id = play_id or draw_id()
        with self.transaction() as database:
            database.executemany(
                f"UPDATE play SET open = {ENDED}, touched = ? WHERE id = ? AND open = {OPEN}",
                [(now(), each) for each in ends],
            )
            database.execute(
                f"UPDATE play SET open = {ASIDE} WHERE open = {OPEN} AND game = ? AND context = ?",
                (play.game.id, context),
            )
            database.execute(
                "INSERT INTO play (id, game, version, deal, level, scored, options, context, open,"
                " touched, holder, outcome, lowest, score, moves, exceptions, undos, hints, cheats,"
                " own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(play_id, play.game.id, play.game.version, str(play.deal), play.start_level),
                    *(int(play.terms), options, context, now(), self.token, *read_standing(play)),
                ),
            )
            database.executemany(
                "INSERT INTO event (play, number, text) VALUES (?, ?, ?)",
                [(play_id, number, text) for number, text in enumerate(play.events, 1)],
            )
        return play_id

    def sound(
        self, game_id: str, context: str, holds: Callable[[Saved], bool] = lambda _: True
    ) -> list[int]:
        """The open plays of a game and context that can be read, and of which that holds.

        Raises ``StoreError`` when it cannot be told which there are.
        """
        found = self.read(
            f"SELECT id FROM play WHERE open = {OPEN} AND game = ? AND context = ?",
            *(game_id, context),
        )
        sound = []
        for (play_id,) in found:
            with suppress(StoreError):
                if holds(self.load(play_id)):
                    sound.append(play_id)
        return sound

    def append(
        self,
        play_id: int,
        first_number: int,
        events: Sequence[str],
        standing: PlayState,
        seconds: float = 0,
        after: str | None = None,
    ) -> None:
        """Store the next events of a play, the first of them numbered so, from 1, and its standing.

        ``seconds`` is the playing time they took, ``after`` who held the play when it was loaded,
        where this program has not taken it yet. The standing of a play that was won once is not
        changed any more: undone or not, it was won. Raises ``Conflict`` when those are not the next
        events any more, the play is ended, or somebody else has taken it since.
        """
        moment = now()
        with self.transaction() as database:
            written = database.execute(
                f"UPDATE play SET holder = ?, touched = ?, seconds = seconds + ?, {_STANDING}"
                f" WHERE id = ? AND holder IN (?, ?) AND open = {OPEN} AND {_LAST} = ?",
                (
                    *(self.token, moment, seconds, *standing, play_id),
                    *(self.token, self.token if after is None else after, first_number - 1),
                ),
            )
            # Nothing is asked between the two, so that both are sent at once: a row that says this
            # moment and this program is one that was written just now.
            database.executemany(
                "INSERT INTO event (play, number, text) SELECT ?, ?, ? WHERE EXISTS"
                " (SELECT 1 FROM play WHERE id = ? AND holder = ? AND touched = ?)",
                [
                    (play_id, number, text, play_id, self.token, moment)
                    for number, text in enumerate(events, first_number)
                ],
            )
        if not written.rowcount:
            self._refuse(play_id)

    def hold(self, play_id: int) -> None:
        """Go on with a play: from now on nobody else adds to it without opening it anew."""
        with self.transaction() as database:
            database.execute(
                "UPDATE play SET holder = ? WHERE id = ? AND holder <> ?",
                (self.token, play_id, self.token),
            )

    def close(self, play_id: int, events: int | None = None) -> None:
        """End a play for good: won and left, or given up. Ending it twice is no harm.

        With ``events``, the number its player knows of, ``Conflict`` is raised if there are others.
        """
        known, count = ("", ()) if events is None else (f" AND {_LAST} = ?", (events,))
        with self.transaction() as database:
            ended = database.execute(
                f"UPDATE play SET open = {ENDED}, touched = CASE WHEN open = {ENDED} THEN touched"
                f" ELSE ? END WHERE id = ?{known}",
                (now(), play_id, *count),
            )
        if not ended.rowcount and events is not None:
            self._refuse(play_id)

    def _refuse(self, play_id: int) -> NoReturn:
        """Say why a play was not written to: it went on elsewhere, or is not there."""
        if not self.has(play_id):
            raise Hopeless(f"{self.engine.title} {_LOST}")
        raise Conflict("This game went on in another terminal.")

    def has(self, play_id: int) -> bool:
        """Is there a play of this id?"""
        return bool(self.read("SELECT 1 FROM play WHERE id = ?", play_id))

    # -- plays to take up again ------------------------------------------------------------

    def load(self, play_id: int) -> Saved:
        """A stored play by its id."""
        saved = self._load("id = ?", play_id)
        if saved is None:
            raise StoreError(f"{self.engine.title} {_LOST}")
        return saved

    def load_suspended(
        self, game_id: str | None = None, context: str | None = None
    ) -> Saved | None:
        """The open play that was touched last, None if there is none.

        Only of one game when that is given. ``context`` may be the whole of one (``sheet 3``) or
        its kind (``sheet``); empty it is the free play, and None stands for any.
        """
        condition, values = f"open = {OPEN}", []
        if game_id is not None:
            condition, values = f"{condition} AND game = ?", [game_id]
        if context is not None:
            condition, values = f"{condition} AND {_OF_KIND}", [*values, context, context]
        return self._load(condition, *values)

    def is_new(self) -> bool:
        """Was nothing ever played here?"""
        return not self.read("SELECT 1 FROM play LIMIT 1")

    def in_progress(self) -> list[InProgress]:
        """All open plays, the one touched last first."""
        return self.list_plays(OPEN)

    def list_plays(self, state: int) -> list[InProgress]:
        """The plays of a state; for the modules of this package."""
        rows = self.read(
            "SELECT id, game, deal, context, moves, touched FROM play"
            " WHERE open = ? ORDER BY touched DESC",
            state,
        )
        return [
            InProgress(play_id, str(game), self._whole(deal), str(context), moves, str(touched))
            for play_id, game, deal, context, moves, touched in rows
        ]

    def _load(self, condition: str, *values: object, skip: int = 0) -> Saved | None:
        """The play touched last that meets a condition, after leaving out so many."""
        rows = self.read(
            "SELECT id, game, version, deal, level, scored, options, context, open, touched,"
            " outcome, lowest, score, moves, exceptions, undos, hints, cheats, holder"
            f" FROM play WHERE {condition} ORDER BY touched DESC LIMIT 1 OFFSET ?",
            *(*values, skip),
        )
        if not rows:
            return None
        play_id, game, version, deal, level, scored, options, context, state, touched = rows[0][:10]
        if scored not in list(Terms):
            raise StoreError(f"{self.engine.title} {DAMAGED}")
        tags = {
            "Game": str(game),
            "Rules": str(version),
            "Deal": str(self._whole(deal)),
            "Level": str(level),
            "Options": str(options),
            "Scored": Terms(scored).word,
        }
        events = self._events(play_id)
        record = Record(
            tags=tags,
            events=events,
            lines=dict.fromkeys(tags, 0),
            event_lines=tuple(range(1, len(events) + 1)),
        )
        *stands, holder = rows[0][10:]
        return Saved(
            *(play_id, record, str(context), state == OPEN, str(touched), PlayState(*stands)),
            str(holder),
        )

    def _events(self, play_id: int) -> tuple[str, ...]:
        rows = self.read("SELECT number, text FROM event WHERE play = ? ORDER BY number", play_id)
        # A gap would replay into a position that never was.
        if [number for number, _ in rows] != list(range(1, len(rows) + 1)):
            raise StoreError(f"{self.engine.title} {DAMAGED}")
        return tuple(str(text) for _, text in rows)

    # -- plays that are done ---------------------------------------------------------------

    def load_finished(self, n: int = 1) -> Saved | None:
        """The ``n``-th latest finished play, 1 for the latest; None if there are not so many."""
        return self._load(_PLAYED, skip=n - 1)

    def results(self) -> list[Result]:
        """The results of all plays that were won or ended after a first move, oldest first."""
        return self._results(f"{_PLAYED} ORDER BY touched")

    def result(self, play_id: int) -> Result | None:
        """The result of one play, as it stands; None for one that is not there."""
        return next(iter(self._results("id = ?", play_id)), None)

    def _results(self, condition: str, *values: object) -> list[Result]:
        rows = self.read(
            "SELECT game, lowest, deal, score, moves, exceptions, outcome = 'won', touched,"
            f" context, seconds, undos, hints, cheats, own FROM play WHERE {condition}",
            *values,
        )
        try:
            return [read_result(row) for row in rows]
        except ValueError:
            raise StoreError(f"{self.engine.title} {DAMAGED}") from None

    def peeks(self) -> list[tuple[str, int, str]]:
        """Each peek of those plays: the game, its lowest level, and when it was last changed."""
        return [
            (game, lowest, touched)
            for game, lowest, touched in self.read(
                "SELECT game, lowest, touched FROM event JOIN play ON play.id = event.play"
                f" WHERE {_PLAYED} AND event.text LIKE 'peek %'"
            )
        ]

    # -- score sheets ----------------------------------------------------------------------

    def sheet(self, game_id: str) -> Sheet:
        """The present score sheet of a game, empty when there is none."""
        rows = self.read(
            "SELECT number, score, moves, exceptions FROM sheet_row"
            " WHERE sheet = (SELECT max(id) FROM sheet WHERE game = ?)",
            game_id,
        )
        sheet = Sheet()
        for number, *row in rows:
            sheet = sheet.with_row(number, Row(*row))
        return sheet

    def enter_row(self, game_id: str, number: int, row: Row, play_id: int) -> None:
        """Write the row of a game, 1 to 6, on its present sheet, in place of one that is there.

        Do so before the play is closed: should the program be killed between the two, the play
        is still open, and ending it again enters the same row.
        """
        with self.transaction() as database:
            (sheet,) = database.execute(
                "SELECT max(id) FROM sheet WHERE game = ?", (game_id,)
            ).fetchone()
            sheet = sheet or _add_sheet(database, game_id)
            database.execute(
                "DELETE FROM sheet_row WHERE sheet = ? AND number = ?", (sheet, number)
            )
            database.execute(
                "INSERT INTO sheet_row (sheet, number, play, score, moves, exceptions)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (sheet, number, play_id, row.score, row.moves, row.exceptions),
            )

    def new_sheet(self, game_id: str) -> None:
        """Begin an empty sheet for a game; those before stay in the file."""
        with self.transaction() as database:
            _add_sheet(database, game_id)

    def _whole(self, digits: str) -> int:
        """A deal number as stored."""
        if not (isinstance(digits, str) and digits.isdecimal()):
            raise StoreError(f"{self.engine.title} {DAMAGED}")
        return int(digits)


def draw_id() -> int:
    """An id for a play: drawn, not counted, so that should a file be exchanged under it, it means
    no other."""
    return int.from_bytes(os.urandom(7))


def next_id(database: Statements, table: str) -> int:
    """The id of the next row of a table whose rows are counted; for the modules of this package."""
    (last,) = database.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()
    return int(last) + 1


def _add_sheet(database: Statements, game_id: str) -> int:
    number = next_id(database, "sheet")
    database.execute(
        "INSERT INTO sheet (id, game, started) VALUES (?, ?, ?)", (number, game_id, now())
    )
    return number


def now() -> str:
    """The present moment as it is stored: ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")

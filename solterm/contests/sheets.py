"""Stored score sheets, current and past, with the plays behind their rows."""

from itertools import groupby
from typing import Final, NamedTuple

from solterm.contests.kinds import SHEET
from solterm.contests.series import Leg, Row, Series
from solterm.contests.sheet import score_sheet
from solterm.core.levels import LEVELS
from solterm.store.errors import StoreError
from solterm.store.interface import Statements
from solterm.store.store import Store, next_id, now

_DAMAGED_SHEET: Final = "A score sheet in your file is damaged."


class SheetChoice(NamedTuple):
    """The answers to KLONCAN's two questions before a score sheet."""

    level: int
    """The level at which its games begin."""
    messages: bool
    """Whether error messages appear by themselves."""


class KeptSheet(NamedTuple):
    """A stored score sheet."""

    id: int
    """0 for a sheet without rows."""
    sheet: Series
    started: str = ""
    """When: ISO 8601, UTC."""
    levels: tuple[int, ...] = (0,) * SHEET.rows
    """The lowest level of each row, or 0 if unknown."""
    touched: str = ""
    """When the last of its games ended: ISO 8601, UTC."""

    @property
    def game(self) -> str:
        """The id of the rule-set."""
        return self.sheet.name

    @property
    def next_row(self) -> int | None:
        """The first row not yet played, from 1; None if all are played."""
        return None if self.sheet.next is None else self.sheet.next + 1

    @property
    def plays(self) -> list[int]:
        """The play of each row, or 0."""
        return [leg.play for leg in self.sheet.legs]

    @property
    def level(self) -> int:
        """The lowest level of all its games; 0 if unknown."""
        return min(filter(None, self.levels), default=0)


class BegunSheet(NamedTuple):
    """The current score sheet of a rule-set, in short."""

    game: str
    written: int
    """The number of its finished games."""
    total: int
    touched: str


def list_begun(store: Store) -> list[BegunSheet]:
    """Return the current score sheets with at least one row."""
    rows = store.read(
        "SELECT s.game, count(*), sum(r.score), max(coalesce(p.touched, s.started)) FROM sheet s"
        " JOIN sheet_row r ON r.sheet = s.id LEFT JOIN play p ON p.id = r.play"
        " WHERE s.id IN (SELECT max(id) FROM sheet GROUP BY game) GROUP BY s.id, s.game"
    )
    return [BegunSheet(str(game), written, total, str(at)) for game, written, total, at in rows]


def present(store: Store, game_id: str) -> KeptSheet:
    """Return the current sheet of a game."""
    return next(iter(_read(store, game_id)), KeptSheet(0, score_sheet(game_id)))


def archive(store: Store, game_id: str = "") -> list[KeptSheet]:
    """Return all sheets with rows, of one rule-set or all, latest first."""
    return [each for each in _read(store, game_id) if each.sheet.played]


def choice(store: Store, game_id: str) -> SheetChoice | None:
    """Return what the player chose for the current sheet of a game; None before that."""
    rows = store.read(
        "SELECT level, messages FROM sheet WHERE game = ? ORDER BY id DESC LIMIT 1", game_id
    )
    chosen = (SheetChoice(level, bool(messages)) for level, messages in rows if level in LEVELS)
    return next(chosen, None)


def choose(store: Store, game_id: str, chosen: SheetChoice) -> None:
    """Store what the player chose for the current sheet of a game, and those to come."""
    with store.transaction() as database:
        database.execute(
            "UPDATE sheet SET level = ?, messages = ? WHERE id = ?",
            (chosen.level, int(chosen.messages), _present(database, game_id)),
        )


def set_messages(store: Store, wanted: bool) -> None:
    """Turn error messages on or off for all sheets."""
    with store.transaction() as database:
        database.execute("UPDATE sheet SET messages = ?", (int(wanted),))


def enter_row(store: Store, game_id: str, number: int, row: Row, play_id: int) -> None:
    """Write a row, 1 to 6, of a game's current sheet, replacing an earlier one.

    Do so before closing the play: if the program is killed in between, the play is still open and
    ending it again enters the same row.
    """
    with store.transaction() as database:
        sheet = _present(database, game_id)
        database.execute("DELETE FROM sheet_row WHERE sheet = ? AND number = ?", (sheet, number))
        database.execute(
            "INSERT INTO sheet_row (sheet, number, play, score, moves, exceptions)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (sheet, number, play_id, row.score, row.moves, row.exceptions),
        )


def begin(store: Store, game_id: str) -> None:
    """Begin a new sheet for a game; earlier ones stay stored."""
    with store.transaction() as database:
        _add_sheet(database, game_id)


def _present(database: Statements, game_id: str) -> int:
    """Return the id of the current sheet of a game, a new one if there is none."""
    (sheet,) = database.execute("SELECT max(id) FROM sheet WHERE game = ?", (game_id,)).fetchone()
    return int(sheet) if sheet else _add_sheet(database, game_id)


def _add_sheet(database: Statements, game_id: str) -> int:
    number = next_id(database, "sheet")
    before = database.execute(
        "SELECT level, messages FROM sheet WHERE game = ? ORDER BY id DESC LIMIT 1", (game_id,)
    ).fetchone()
    database.execute(
        "INSERT INTO sheet (id, game, started, level, messages) VALUES (?, ?, ?, ?, ?)",
        (number, game_id, now(), *(before or (0, 1))),
    )
    return number


def _read(store: Store, game_id: str) -> list[KeptSheet]:
    rows = store.read(
        "SELECT s.id, s.game, s.started, r.number, r.score, r.moves, r.exceptions, r.play,"
        " coalesce(p.touched, ''), coalesce(p.lowest, 0), coalesce(p.deal, '0') FROM sheet s"
        " LEFT JOIN sheet_row r ON r.sheet = s.id LEFT JOIN play p ON p.id = r.play"
        " WHERE ? IN (s.game, '') ORDER BY s.id DESC, r.number",
        game_id,
    )
    found = []
    for (number, game, started), its in groupby(rows, key=lambda row: row[:3]):
        kept = KeptSheet(int(number), score_sheet(str(game)), str(started))
        for _, _, _, place, score, moves, exceptions, play, touched, level, deal in its:
            if place is None:
                continue
            try:
                leg = Leg(kept.game, int(deal), int(score), int(moves), int(exceptions), play)
                level = int(level)
            except (TypeError, ValueError):
                raise StoreError(_DAMAGED_SHEET) from None
            if not 1 <= place <= SHEET.rows:
                raise StoreError(_DAMAGED_SHEET)
            kept = kept._replace(
                sheet=kept.sheet.with_leg(place - 1, leg),
                levels=(*kept.levels[: place - 1], level, *kept.levels[place:]),
                touched=max(kept.touched, touched),
            )
        found.append(kept)
    return found

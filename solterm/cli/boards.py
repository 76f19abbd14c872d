"""Reports on score sheets and boards; results go from host to host.

Like ``reports``, each function returns a report or a sentence, and raises ``ReportError`` when it
cannot.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solterm.cli.console import Column, Line, Part, Table
from solterm.cli.progress import Task, progress
from solterm.cli.reports import ReportError, name_file, player_store, table, text_of
from solterm.contests.purpose import Purpose
from solterm.contests.sheet import cells
from solterm.contests.titles import board_name
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.play.record import RecordError
from solterm.core.plural import count
from solterm.games import catalogue
from solterm.sessions.boards import boards_of, list_names
from solterm.sessions.results import BoardTable, tabulate
from solterm.store import locations, sharedfolder, sheets
from solterm.store.boards import BoardError, Boards, Entry
from solterm.store.errors import StoreError, name_place
from solterm.store.sheets import KeptSheet
from solterm.store.store import Store

_ALL = 1_000_000
"""More entries than any board has."""

_CLAIMS = 16 << 20
"""Bytes of a file of results."""

_BEST = 5
"""Entries of a board to show."""


# -- the scores ----------------------------------------------------------------------------


class Sheets(NamedTuple):
    """The score sheets of a game, the current one first."""

    game: Game
    kept: Sequence[KeptSheet]

    @property
    def title(self) -> str:
        """The name of the game."""
        return f"{self.game.name} ({self.game.collection})"

    @property
    def earlier(self) -> list[str]:
        """A line for each earlier sheet."""
        return [
            f"Sheet of {each.started[:10]}: {each.sheet.totals.score} in"
            f" {count(each.sheet.played, 'games')}."
            for each in self.kept[1:]
        ]

    def text(self) -> str:
        """Return them as plain text."""
        return "\n".join([self.title, self.kept[0].sheet.as_text(), *self.earlier])

    def parts(self) -> Iterator[Part]:
        """Return the current one as a table, and a line for each earlier one."""
        sheet = self.kept[0].sheet
        names = [*map(str, range(1, len(sheet.rows) + 1)), "Totals"]
        rows = [
            (name, *cells(row))
            for name, row in zip(names, (*sheet.rows, sheet.totals), strict=True)
        ]
        heads = ("Score", "Moves", "Exceptions")
        columns = (Column("Game"), *(Column(head, is_right=True) for head in heads))
        yield Table(columns, rows, self.title, has_totals=True)
        for line in self.earlier:
            yield Line(line)


class Board(NamedTuple):
    """A board with its best entries."""

    name: str
    entries: Sequence[Entry]
    refused: int

    @property
    def title(self) -> str:
        """The title of the board, and the name that commands take."""
        return f"{board_name(self.name)} ({self.name})"

    @property
    def warning(self) -> str:
        """A warning about refused entries, or ""."""
        entries_were = "entry was" if self.refused == 1 else "entries were"
        told = f"{self.refused} {entries_were} refused: 'solterm verify {self.name}' tells why."
        return told if self.refused else ""

    def text(self) -> str:
        """Return it as plain text."""
        numbers, best = self._numbers, self.entries[:_BEST]
        first, *beside = numbers.names
        rows = [
            (
                each.player,
                said[0],
                *(f"{what} {value}" for what, value in zip(beside, said[1:], strict=True)),
                f"level {each.level}",
                each.date,
            )
            for each, said in zip(best, numbers.rows, strict=False)
        ]
        lines = [f"{self.title}, {first}", *([table(rows)] if rows else [])]
        return "\n".join([*lines, *filter(None, [self.warning]), ""])

    def parts(self) -> Iterator[Part]:
        """Return it as a table."""
        numbers, best = self._numbers, self.entries[:_BEST]
        rows = [
            (place, each.player, *said, each.level, each.date)
            for place, (each, said) in enumerate(zip(best, numbers.rows, strict=False), 1)
        ]
        columns = (
            Column("", is_right=True),
            Column("Player", style="bold"),
            *(Column(name.capitalize(), is_right=True) for name in numbers.names),
            Column("Level", is_right=True),
            Column("Date"),
        )
        yield Table(columns, rows, self.title)
        if self.warning:
            yield Line(self.warning, "yellow")

    @property
    def _numbers(self) -> BoardTable:
        return tabulate(self.name, self.entries)


class Scores(NamedTuple):
    """The score sheets and the boards."""

    sheets: Sequence[Sheets]
    boards: Sequence[Board]
    rows: Sequence[dict[str, object]]
    """The rows of all sheets, as values of JSON."""
    complaint: str
    """The problem with the shared boards, or ""."""

    def text(self) -> str:
        found = [each.text() for each in self.sheets]
        found += [each.text() for each in self.boards]
        found += filter(None, [self.complaint])
        return "\n".join(found) or "No game of a score sheet is finished yet."

    def values(self) -> list[dict[str, object]]:
        return [*self.rows, *(_values(entry) for each in self.boards for entry in each.entries)]

    def parts(self) -> Iterator[Part]:
        for sheet in self.sheets:
            yield from sheet.parts()
        for board in self.boards:
            yield from board.parts()
        if self.complaint:
            yield Line(self.complaint, "yellow")
        if not (self.sheets or self.boards or self.complaint):
            yield Line(self.text())


def scores(context: Context) -> Scores:
    """Return the score sheets and the boards, with every result that is proved."""
    with player_store(context) as store:
        kept = sheets.archive(store)
        rows = [row for each in reversed(kept) for row in _rows(store, each)]
        boards = boards_of(store)
        boards.send()
        complaint = boards.complaint
        found = _prove_boards(boards, boards.names())
    own = [
        Sheets(game, its)
        for game in catalogue().values()
        if (its := [each for each in kept if each.game == game.id])
    ]
    return Scores(own, found, rows, complaint or boards.complaint)


def _prove_boards(boards: Boards, names: Sequence[str]) -> list[Board]:
    for name in names:
        prove(boards, name)
    return [Board(name, boards.top(name, _ALL), len(boards.list_refused(name))) for name in names]


def prove(boards: Boards, name: str) -> None:
    """Prove those results of a board that are not proved yet."""

    def tell(done: float, total: float | None, width: int) -> str:
        return f"Proving {name}: {done:.0f} of {total or 0:.0f} results"

    task = Task(f"Proving {name}", hint="Ctrl+C stops", delay=0.3)
    with progress(task, tell) as shown:
        for done, many in boards.prove_rest(name):
            shown.update(done, many)


def _values(entry: Entry) -> dict[str, object]:
    fields = ("board", "player", "game", "deal", "level", "score", "date")
    return {name: getattr(entry, name) for name in fields}


def _rows(store: Store, kept: KeptSheet) -> list[dict[str, object]]:
    """Return the rows of a sheet; what was replaced by another game is on none."""
    found = []
    for number, (row, play) in enumerate(zip(kept.sheet.rows, kept.plays, strict=True), 1):
        result = store.result(play) if row else None
        if row and result:
            found.append(
                {
                    "board": str(Purpose.of_row(number)),
                    "player": "",  # A sheet is its player's own: KLONCAN asks for no name.
                    "game": kept.game,
                    "deal": result.deal,
                    "level": result.level,
                    "score": row.score,
                    "date": result.date,
                }
            )
    return found


# -- where boards are ----------------------------------------------------------------------


class BoardPlace(NamedTuple):
    """Where the boards are; a terminal shows which there are, too."""

    context: Context
    where: str

    def text(self) -> str:
        return self.where

    def values(self) -> None:
        return None

    def parts(self) -> Iterator[Part]:
        yield Line(self.where)
        with player_store(self.context) as store:
            boards = boards_of(store)
            found = _prove_boards(boards, list_names(boards))
        columns = (
            Column("Board", style="cyan"),
            Column("Title"),
            Column("Results", is_right=True),
            Column("Refused", is_right=True),
        )
        if found:
            rows = [
                (each.name, board_name(each.name), len(each.entries), each.refused)
                for each in found
            ]
            yield Table(columns, rows)


def tell_place(context: Context) -> BoardPlace:
    """Return where the boards that all players share are; raise if they cannot be used."""
    root = locations.find_shared(context)
    if root is None:
        return BoardPlace(
            context, "SOLTERM_SHARED is not set, so each player sees only their own boards."
        )
    if trouble := sharedfolder.trouble(context):
        raise ReportError(trouble)
    place = name_place(context, root)
    return BoardPlace(context, f"All players of this host share the boards in {place}.")


def prepare(context: Context) -> str:
    """Make the shared folder ready for all players of the host."""
    try:
        place = name_place(context, sharedfolder.prepare(context))
        return f"{place} is ready: every player can add to its boards."
    except StoreError as error:
        raise ReportError(str(error)) from None


# -- from host to host ---------------------------------------------------------------------


def export_board(context: Context, board: str) -> str:
    """Return all results of a board with their records as one text."""
    with player_store(context) as store:
        texts = boards_of(store).texts(board)
    if not texts:
        raise ReportError(f"Board {board!a} has no results here.")
    return "\n".join(texts)


def import_results(context: Context, file: str) -> str:
    """Take the results of a file: all of them, or none if one does not hold."""
    texts = split_claims(read_claims(context, file))
    if not texts:
        raise ReportError(f"{name_file(file)} holds no results of a board.")
    with player_store(context) as store:
        boards = boards_of(store)
        for number, text in enumerate(texts, 1):
            try:
                boards.check(text)
            except BoardError as error:
                raise ReportError(
                    f"Result {number} of {name_file(file)} is refused; none were added. {error}"
                ) from None
        new = [text for text in dict.fromkeys(texts) if not boards.has(text)]
        for text in texts:
            boards.take(text)
    return f"{_tell_taken(len(new), len(texts))} {boards.complaint}".rstrip()


def _tell_taken(new: int, many: int) -> str:
    there = many - new
    were = f"{there} {'was' if there == 1 else 'were'} there already"
    if not new:
        return f"No results added: {were}."
    taken = f"{new} result{'s' * (new != 1)} added"
    return f"{taken}; {were}." if there else f"{taken}."


def read_claims(context: Context, file: str) -> str:
    """Read a file of results."""
    try:
        return text_of(context, file, _CLAIMS).replace("\r\n", "\n")
    except RecordError as error:
        raise ReportError(f"{name_file(file)}: {error}") from None


def split_claims(text: str) -> list[str]:
    """Split a text into its claims."""
    return [each.strip() + "\n" for each in re.split(r'(?m)^(?=\[Board ")', text) if each.strip()]

"""Reports on score sheets and boards; results go from host to host.

Like in ``reports``, each function returns what to show, and raises ``Refusal`` when it cannot.
"""

import re
from argparse import Namespace
from collections.abc import Sequence

from solterm.cli.console import CommandAnswer, Output, Part, PlainLine, Task
from solterm.cli.long_tasks import progress
from solterm.cli.reports import name_file, player_store, text_of
from solterm.contests.contest import Contest
from solterm.contests.sheets import archive
from solterm.contests.titles import board_name
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.play.record import RecordError
from solterm.core.refusal import Refusal
from solterm.core.words.near import suggest
from solterm.games import catalogue
from solterm.sessions.boards import BoardError, Boards, boards_of, list_names
from solterm.sessions.report import Column, Emphasis, Report
from solterm.sessions.results import ALL, entry_values, read_board
from solterm.sessions.sheets import sheet_values, tell_earlier, tell_sheet
from solterm.store import locations, sharedfolder
from solterm.store.errors import name_place

_CLAIMS = 16 << 20
"""Bytes of a file of results."""


# -- the scores ----------------------------------------------------------------------------


def scores(args: Namespace, out: Output) -> CommandAnswer | str:
    """Return the scores, or all results of a board as a text, or add those of a file."""
    if args.export:
        return export_board(out.context, args.export)
    if args.taken:
        return import_results(out.context, args.taken)
    return list_scores(out)


def list_scores(out: Output) -> CommandAnswer:
    """Return the score sheets and the boards, with every result that is proved."""
    with player_store(out.context) as store:
        kept = archive(store)
        rows = [row for each in reversed(kept) for row in sheet_values(store, each)]
        boards = boards_of(store)
        boards.send()
        complaint = boards.complaint
        names = boards.names()
        for name in names:
            prove(out, boards, name)
        own = [
            _tell_sheets(game, its)
            for game in catalogue().values()
            if (its := [each for each in kept if each.name == game.id])
        ]
        shown = [_tell_board(boards, name) for name in names]
        rows += [entry_values(each) for name in names for each in boards.top(name, ALL)]
    parts: list[Part] = [*own, *shown]
    if complaint := complaint or boards.complaint:
        parts.append(PlainLine(complaint, Emphasis.WARNING))
    return CommandAnswer(parts or [PlainLine("No game of a score sheet is finished yet.")], rows)


def _tell_sheets(game: Game, kept: Sequence[Contest]) -> Report:
    """Return the current sheet of a game, with a line for each earlier one."""
    return tell_sheet(kept[0], str(game))._replace(notes=list(map(tell_earlier, kept[1:])))


def _tell_board(boards: Boards, name: str) -> Report:
    """Return a board under a title with the name that commands take."""
    report = read_board(boards, name)
    return report._replace(title=f"{report.title} ({name})", notes=())


def prove(out: Output, boards: Boards, name: str, again: bool = False) -> None:
    """Prove those results of a board that are not proved yet, or all of them ``again``."""

    task = Task(f"Proving {name}", hint="Ctrl+C stops", delay=0.3)
    with progress(out, task) as shown:
        for done, many in boards.prove_rest(name, again):
            shown.update(done, many)


# -- where boards are ----------------------------------------------------------------------


_BOARDS = (
    Column("board", look=Emphasis.ID),
    Column("title"),
    Column("results", is_number=True),
    Column("refused", is_number=True),
)


def show_boards(args: Namespace, out: Output) -> CommandAnswer | str:
    """Return where the boards that all players share are, or make their folder ready.

    A terminal shows which there are, too. Raises ``Refusal`` if they cannot be used.
    """
    if args.prepare:
        place = name_place(out.context, sharedfolder.prepare(out.context))
        return f"{place} is ready: every player can add to its boards."
    root = locations.find_shared(out.context)
    if root is not None and (trouble := sharedfolder.trouble(out.context)):
        raise Refusal(trouble)
    where = "SOLTERM_SHARED is not set, so each player sees only their own boards."
    if root is not None:
        place = name_place(out.context, root)
        where = f"All players of this host share the boards in {place}."
    if not out.is_rich:
        return CommandAnswer([PlainLine(where)])
    return CommandAnswer([PlainLine(where), *list_boards(out)])


def list_boards(out: Output) -> list[Report]:
    """Return a report with a row for each board, if there are any."""
    with player_store(out.context) as store:
        boards = boards_of(store)
        names = list_names(boards)
        for name in names:
            prove(out, boards, name)
        rows = [
            (
                *(name, board_name(name)),
                *(len(boards.top(name, ALL)), len(boards.list_refused(name))),
            )
            for name in names
        ]
    return [Report("", _BOARDS, rows)] if rows else []


# -- from host to host ---------------------------------------------------------------------


def export_board(context: Context, board: str) -> str:
    """Return all results of a board with their records as one text."""
    with player_store(context) as store:
        boards = boards_of(store)
        texts, near = boards.texts(board), suggest(board, list_names(boards))
    if not texts:
        raise Refusal(f"Board {board!a} has no results here. {near}".rstrip())
    return "\n".join(texts)


def import_results(context: Context, file: str) -> str:
    """Take the results of a file: all of them, or none if one does not hold."""
    texts = split_claims(read_claims(context, file))
    if not texts:
        raise Refusal(f"{name_file(file)} holds no results of a board.")
    with player_store(context) as store:
        boards = boards_of(store)
        for number, text in enumerate(texts, 1):
            try:
                boards.believe(text)
            except BoardError as error:
                raise Refusal(
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
        raise Refusal(f"{name_file(file)}: {error}") from None


def split_claims(text: str) -> list[str]:
    """Split a text into its claims."""
    return [each.strip() + "\n" for each in re.split(r'(?m)^(?=\[Board ")', text) if each.strip()]

"""Reports on score sheets and boards.

Like in ``reports``, each function returns what to show, and raises ``Refusal`` when it cannot.
"""

from argparse import Namespace
from collections.abc import Sequence

from solterm.cli.console import CommandAnswer, Output, Part, PlainLine, Task
from solterm.cli.long_tasks import progress
from solterm.cli.reports import player_store
from solterm.contests.boards import Boards
from solterm.contests.contest import Contest
from solterm.contests.sheets import archive
from solterm.contests.titles import board_name
from solterm.core.game import Game
from solterm.core.refusal import Refusal
from solterm.games import catalogue
from solterm.sessions.board_report import entry_values, read_board
from solterm.sessions.contest_report import sheet_values, tell_earlier, tell_sheet
from solterm.sessions.report import Column, Emphasis, Report
from solterm.store import locations, sharedfolder
from solterm.store.errors import name_place

# -- the scores ----------------------------------------------------------------------------


def scores(args: Namespace, out: Output) -> CommandAnswer:
    """Return the score sheets and the boards, with every result that is proved."""
    with player_store(out.context) as store:
        kept = archive(store)
        rows = [row for each in reversed(kept) for row in sheet_values(store, each)]
        boards = Boards(store)
        boards.send()
        complaint = boards.complaint
        names = boards.names()
        for name in names:
            _prove(out, boards, name)
        own = [
            _tell_sheets(game, its)
            for game in catalogue().values()
            if (its := [each for each in kept if each.name == game.id])
        ]
        shown = [_tell_board(boards, name) for name in names]
        rows += [entry_values(each) for name in names for each in boards.top(name)]
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


def _prove(out: Output, boards: Boards, name: str) -> None:
    """Prove those results of a board that are not proved yet."""
    task = Task(f"Proving {name}", hint="Ctrl+C stops", delay=0.3)
    with progress(out, task) as shown:
        for done, many in boards.prove_rest(name):
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
        boards = Boards(store)
        names = boards.names_and_cups()
        for name in names:
            _prove(out, boards, name)
        rows = [
            (
                *(name, board_name(name)),
                *(len(boards.top(name)), len(boards.list_refused(name))),
            )
            for name in names
        ]
    return [Report("", _BOARDS, rows)] if rows else []

"""Board commands: list the boards, and read out the best results of one."""

from solterm.contests.days import today
from solterm.contests.kinds import BoardName
from solterm.contests.titles import board_name
from solterm.core.refusal import Refusal
from solterm.plain.base import BaseSession, Reply
from solterm.sessions import results
from solterm.sessions.boards import list_names
from solterm.sessions.report import write_lines


def list_boards(session: BaseSession, _: str) -> Reply:
    """List the boards that have results, and those of the host's tournaments."""
    boards = session.boards
    boards.send()
    told = [f"{name}: {board_name(name)}" for name in list_names(boards)]
    if not told:
        return Reply(True, f"No board has results yet. {boards.complaint}".rstrip())
    more = ["'board NAME' reads one, as in 'board tour'.", boards.complaint]
    return Reply(True, "\n".join([*told, *filter(None, more)]))


def board(session: BaseSession, name: str) -> Reply:
    """Read out a board by its name, even one without results; ``daily`` is today's."""
    known = session.boards.find(name)
    return read_out(session, known or _name_in_full(name))


def _name_in_full(text: str) -> str:
    """The full name of a board without results; ``Refusal`` if a part is missing."""
    board = BoardName.parse(text).of_day(today())
    if not board.name and not board.kind.unnamed:
        raise Refusal(f"Which one? There are several: '{text}:NAME' reads one, see 'boards'.")
    return str(board)


def read_out(session: BaseSession, board: str, said: str = "") -> Reply:
    """Read out the best results of a board, after another sentence."""
    boards = session.boards
    report = results.read_board(boards, board)
    lines = write_lines(report) or [results.EMPTY]
    head = f"{report.title}. {' '.join(report.notes)}"
    told = filter(None, (said, head, *lines, report.warning, boards.complaint))
    return Reply(True, "\n".join(told))

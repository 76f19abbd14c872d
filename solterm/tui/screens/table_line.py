"""The command line of the table: a command of line mode, or one of the host's."""

from typing import TYPE_CHECKING

from solterm.plain.session import Session
from solterm.sessions.news import read_door

if TYPE_CHECKING:
    from solterm.tui.screens.table_screen import TableScreen


def run_line(table: "TableScreen", line: str) -> None:
    """Carry out a line that the player typed at the table."""
    if line.strip() and not _ask_host(table, line):
        _obey(table, Session(table.seat, on_screen=True), line)


def _obey(table: "TableScreen", session: Session, line: str) -> None:
    """Let a session carry out a line, and ask what it asks."""
    before = session.settings
    reply = session.handle(line)
    if reply.answers:
        table.ask(reply.text, lambda: _obey(table, session, "y"))
        return
    if session.settings is not before:
        table.solterm.settings = session.settings  # apply them at once
    if session.ended:
        table.app.exit(0)
    elif page := table.commands.follow_line(reply, session.done):
        table.doors.show_text(line, page)


def _ask_host(table: "TableScreen", line: str) -> bool:
    if not table.solterm.hall.has_host:
        return False
    verb, _, rest = line.strip().partition(" ")
    match verb.lower():
        case "who" | "watch":
            table.doors.show_visitors(rest.strip())
        case "results":
            table.doors.show_latest()
        case "door":
            is_open = read_door(rest, table.solterm.settings.door)
            table.solterm.change_settings(door=is_open)
            table.say(f"Your door is {'open' if is_open else 'closed'}.")
        case _:
            return False
    return True

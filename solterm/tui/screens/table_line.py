"""The command line of the table: a command of line mode, or a page of the host's."""

from typing import TYPE_CHECKING

from solterm.plain.interpreter import carry_out
from solterm.plain.session import Reply, Session

if TYPE_CHECKING:
    from solterm.tui.screens.table_screen import TableScreen


def run_line(table: "TableScreen", line: str) -> None:
    """Carry out a line that the player typed at the table."""
    verb, _, rest = line.strip().partition(" ")
    if verb in ("hint", "h") and (not rest or rest.isdecimal()):
        table.commands.ask_hint(int(rest) if rest else None)
    elif verb and not _show_page(table, verb, rest):
        _obey(table, Session(table.seat, on_screen=True), line)


def _obey(table: "TableScreen", session: Session, line: str) -> None:
    """Let a session carry out a line, and ask what it asks."""
    before = session.settings
    reply = carry_out(session, line)
    if reply.answers:
        table.ask(reply.text, lambda: _obey(table, session, "y"))
        return
    if session.settings is not before:
        table.solterm.follow_settings()
    if session.ended:
        table.app.exit(0)
    else:
        _tell(table, session, reply, line)


def _tell(table: "TableScreen", session: Session, reply: Reply, line: str) -> None:
    """Say what came of a line, on a page if it is long."""
    commands = table.commands
    commands.take_over(session.done)
    if not reply.ok:
        commands.refuse(reply.text)
        commands.say(reply.text)
    elif reply.record or "\n" in reply.text:
        table.doors.show_text(line, f"{reply.text}\n\n{reply.record or ''}")
    elif any(each.outcome for each in session.done):
        table.show_message("")  # an open dialog says the same
    else:
        commands.say(reply.text)


def _show_page(table: "TableScreen", verb: str, rest: str) -> bool:
    if not table.seat.host.has_host:
        return False
    match verb.lower():
        case "who" | "watch":
            table.doors.show_visitors(rest.strip())
        case "results":
            table.doors.show_latest()
        case _:
            return False
    return True

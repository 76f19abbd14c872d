"""The administrator's desk: carries out ``solterm host``, for a running host and its accounts."""

import os
import pwd
import re
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from shlex import join
from time import monotonic, sleep
from typing import Any

from solterm.cli.console import CommandAnswer, Output, PlainLine, confirm
from solterm.context import Context
from solterm.core.phrases import count
from solterm.core.refusal import Refusal
from solterm.serve import admin, host_data, host_settings, house_rules
from solterm.serve.accounts import Accounts, open_accounts
from solterm.serve.admin import NobodyServes, write_status
from solterm.serve.host_data import HostData
from solterm.serve.log import write_event
from solterm.sessions.report import Column, Report
from solterm.store import locations
from solterm.store.backends import check_address
from solterm.store.backup import check as check_backup
from solterm.store.errors import show_path, tell_administrator

_AUDIT_FILE = "audit.log"
"""The file's name in the host's data folder."""
_PASSWORD = re.compile(r"(://[^:/@\s]*:)[^@\s]*@")
_UNTOLD = {"run", "parser", "player", "in_lines", "data", "database", "json", "yes"}
"""Arguments that the audit log leaves out."""


def choose_data(context: Context, chosen: str | None) -> Path:
    """Return the host's data folder, by default one beside the account's own games."""
    return Path(chosen).absolute() if chosen else locations.home(context) / "host"


class Desk:
    """What the commands of ``solterm host`` work with."""

    def __init__(self, args: Namespace, out: Output, is_new: bool) -> None:
        """Raises ``Refusal`` for a folder that is no host's, unless it may be new."""
        self.out = out
        self.data: Path = choose_data(out.context, args.data)
        self._database = args.database
        if is_new:
            locations.create(out.context, self.data)
        elif not (self.data / host_settings.FILE).exists():
            raise Refusal(f"{show_path(self.data)} is no host's folder: name it with --data.")

    def ask(self, **question: str) -> Any:
        """Ask the running host. Raises ``NobodyServes`` if none runs."""
        return admin.ask(self.data, **question)

    def tell(self, **question: str) -> Any:
        """Ask the running host; return None if none runs."""
        try:
            return self.ask(**question)
        except NobodyServes:
            return None

    @cached_property
    def database(self) -> str:
        """The address of the database: given, the running host's, or the environment's."""
        if self._database is None:
            running = self.tell(ask="database")
            self._database = self.out.context.database if running is None else running
        return self._database or ""

    @cached_property
    def accounts(self) -> Accounts:
        """Raises ``StoreError``."""
        return open_accounts(self.data, self.database or None)

    @cached_property
    def host_data(self) -> HostData:
        return HostData(self.data, self.database)

    @property
    def is_running(self) -> bool:
        return self.tell(ask="database") is not None


# -- the audit log -----------------------------------------------------------------------


@contextmanager
def _audited(data: Path, command: str, args: Namespace) -> Iterator[None]:
    """Write a line before the command in this block, and one after it, also if it fails.

    A command that was killed has the first line alone. Without the first line, nothing is done.
    Errors become ``Refusal``.
    """
    given = {key: value for key, value in vars(args).items() if key not in _UNTOLD}
    told = {
        key: _PASSWORD.sub(r"\1***@", str(value))  # in the address of a database
        for key, value in given.items()
        if value not in (None, False)
    }
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC

    def write(outcome: str) -> None:
        about = {"by": _who(), "process": os.getpid(), "outcome": outcome}
        line = write_event(command, datetime.now(UTC), **about, **told)
        os.write(number, f"{line}\n".encode())

    outcome = "failed"
    try:
        number = os.open(data / _AUDIT_FILE, flags, 0o600)
        try:
            write("begun")
            yield
            outcome = "done"
        finally:
            write(outcome)
            os.close(number)
    except Refusal as error:
        raise Refusal(tell_administrator(error)) from None
    except OSError as error:
        where = error.filename or _AUDIT_FILE
        raise Refusal(f"{where}: {error.strerror or error}.") from None


def _who() -> str:
    """Return the login behind the command, also behind sudo; else the account that runs it."""
    with suppress(OSError):  # there is no terminal
        return os.getlogin()
    with suppress(KeyError):
        return pwd.getpwuid(os.getuid()).pw_name
    return str(os.getuid())


_Do = Callable[[Namespace, Desk], CommandAnswer | str]
_Run = Callable[[Namespace, Output], CommandAnswer | str]


def at_desk(is_new: bool = False) -> Callable[[_Do], _Run]:
    """Make a function of the desk a command, with its line in the audit log.

    The host's folder may be new.
    """

    def wrap(do: _Do) -> _Run:
        def run(args: Namespace, out: Output) -> CommandAnswer | str:
            desk = Desk(args, out, is_new)
            with _audited(desk.data, do.__name__, args):
                return do(args, desk)

        return run

    return wrap


# -- who is here -------------------------------------------------------------------------


@at_desk()
def status(args: Namespace, desk: Desk) -> CommandAnswer:
    """Tell who is playing."""
    status = desk.ask(ask="status")
    return CommandAnswer((), status, write_status(status))


@at_desk()
def players(args: Namespace, desk: Desk) -> CommandAnswer:
    """List players that a search finds."""
    found = desk.accounts.search(args.search)
    banned = {each.subject for each in house_rules.read_rules(desk.accounts).bans}
    here = {each["player"] for each in (desk.tell(ask="status") or {"sessions": []})["sessions"]}
    values: list[dict[str, Any]] = [
        {
            "name": each.name,
            "id": each.id,
            "keys": each.keys,
            "since": each.begun[:10],
            "seen": each.seen,
            "here": each.name in here,
            "banned": each.id in banned,
        }
        for each in found
    ]
    if not found:
        return CommandAnswer([PlainLine("No players found.")], values)
    rows = [
        [
            *(each[key] for key in ("name", "id", "keys", "since", "seen")),
            ", ".join(state for state in ("here", "banned") if each[state]),
        ]
        for each in values
    ]
    columns = [Column(title) for title in ("name", "id", "keys", "since", "last login", "")]
    return CommandAnswer([Report("Players", columns, rows)], values)


@at_desk()
def kick(args: Namespace, desk: Desk) -> str:
    """End the sessions of a player, or one session."""
    ended = desk.ask(ask="kick", who=args.who)
    if not ended:
        raise Refusal(f"No player or session here is called {args.who!r}.")
    return f"Ended: {count(ended, 'sessions')}."


# -- who may come ------------------------------------------------------------------------


@at_desk()
def ban(args: Namespace, desk: Desk) -> CommandAnswer | str:
    """Ban a player, a key or an address, or list the bans."""
    if args.who is None:
        return _list_bans(desk)
    subject = house_rules.read_subject(args.who, lambda name: desk.accounts.find_named(name).id)
    ban = house_rules.put_ban(desk.accounts, subject, args.who, args.span)
    desk.tell(ask="rules")
    until = f" until {ban.until[:16].replace('T', ' ')} UTC" if ban.until else ""
    return f"{args.who} is banned{until}."


def _list_bans(desk: Desk) -> CommandAnswer:

    bans = house_rules.read_rules(desk.accounts).bans
    values = [each._asdict() for each in bans]
    if not bans:
        return CommandAnswer([PlainLine("Nobody is banned.")], values)
    rows = [[each.called, each.since[:16], each.until[:16] or "for good"] for each in bans]
    return CommandAnswer(
        [Report("Bans", [Column(title) for title in ("who", "since", "until")], rows)], values
    )


@at_desk()
def unban(args: Namespace, desk: Desk) -> str:
    """Lift a ban."""
    subject = house_rules.read_subject(args.who, lambda name: desk.accounts.find_named(name).id)
    if not house_rules.lift_ban(desk.accounts, subject):
        raise Refusal(f"{args.who} is not banned; 'solterm host ban' lists who is.")
    desk.tell(ask="rules")
    return f"{args.who} may log in again."


# -- a player's account ------------------------------------------------------------------


@at_desk()
def rename(args: Namespace, desk: Desk) -> str:
    """Give a player another name."""
    player = desk.accounts.find_named(args.name)
    called = desk.accounts.rename(player.id, args.new)
    desk.tell(ask="renamed", id=called.id, name=called.name)
    return f"{player.name} is now {called.name}."


@at_desk()
def recover(args: Namespace, desk: Desk) -> str:
    """Make a one-time code for a player who has lost the key."""
    player = desk.accounts.find_named(args.name)
    forgotten = desk.accounts.forget_keys(player.id) if args.forget_keys else 0
    if args.forget_keys:
        desk.tell(ask="kick", who=player.name)
    code = desk.accounts.make_code(player.id, timedelta(days=1))
    lines = [f"The code for {player.name} is {code}. It works once, within a day."]
    if forgotten:
        lines.append(f"{count(forgotten, 'keys')} forgotten: only the code leads to this player.")
    return "\n".join(lines)


# -- what players read -------------------------------------------------------------------


@at_desk()
def message(args: Namespace, desk: Desk) -> str:
    """Send a message to everyone who is playing."""
    return f"Sent to {count(desk.ask(ask='message', text=args.text), 'sessions')}."


@at_desk()
def motd(args: Namespace, desk: Desk) -> str:
    """Show, set or remove the message of the day."""
    if args.text is None and not args.off:
        return house_rules.read_rules(desk.accounts).motd or "There is no message of the day."
    house_rules.put_motd(desk.accounts, "" if args.off else args.text)
    desk.tell(ask="rules")
    return "The message of the day is removed." if args.off else "Players read it at login."


# -- the host itself ---------------------------------------------------------------------


@at_desk()
def drain(args: Namespace, desk: Desk) -> str:
    """Take no new sessions, or take them again."""
    number = desk.ask(ask="drain", on="off" if args.off else "on")
    if args.off:
        return "The host takes new sessions again."
    if not number:
        return "The host is empty and ends now."
    return f"No new sessions; the host ends with the last of {number}."


# -- all of the data ---------------------------------------------------------------------


@at_desk()
def delete(args: Namespace, desk: Desk) -> str:
    """Delete a player with all data."""
    player = desk.accounts.find_named(args.name)
    confirm(f"Delete {player.name} with all games and results", args.yes)
    house_rules.close_account(desk.accounts, player.id)
    desk.tell(ask="rules")
    began = monotonic()
    seconds = house_rules.CLOSING_SECONDS if desk.database else 0.0
    while _is_here(desk, player.name) or monotonic() - began < seconds:
        sleep(0.2)
    host_data.delete_player(desk.host_data, player.id)
    return f"{player.name} is deleted."


def _is_here(desk: Desk, name: str) -> bool:
    status = desk.tell(ask="status") or {"sessions": []}
    return any(each["player"] == name for each in status["sessions"])


@at_desk()
def backup(args: Namespace, desk: Desk) -> str:
    """Write all data of the host to a file."""
    number = host_data.write_backup(desk.host_data, Path(args.file).absolute())
    return (
        f"{args.file} has all data of {count(len(desk.host_data.list_players()), 'players')}"
        f" in {count(number, 'files')}."
    )


@at_desk(is_new=True)
def restore(args: Namespace, desk: Desk) -> str:
    """Replace all data of the host by a backup."""
    target, file = desk.host_data, Path(args.file).absolute()
    check_backup(target.folder, file, host_data.HOST)  # before the host ends for it
    confirm("Replace all data of the host by the backup", args.yes)
    _refuse_other_hosts(desk, target.database)
    with host_data.locked(desk.data, lambda: desk.tell(ask="stop")):
        number, aside = host_data.restore_backup(file, target)
    kept = f" The data before is in {aside}." if aside else ""
    return f"Restored: {count(number, 'players')}.{kept}"


def _refuse_other_hosts(desk: Desk, database: str) -> None:
    """Raise ``Refusal`` if another host would go on writing to a database."""
    if not database:
        return
    # Imported here: it needs what only hosts with a database have.
    from solterm.serve.relay import count_hosts

    is_ours = desk.is_running and desk.tell(ask="database") == database
    if count_hosts(database) > is_ours:
        raise Refusal("Another host runs on this database: stop it first.")


@at_desk()
def move(args: Namespace, desk: Desk) -> str:
    """Move all data from files to a database."""
    check_address(args.target)
    source, target = desk.host_data, HostData(desk.data, args.target)
    if source.database:
        raise Refusal("The data is in a database already.")
    _refuse_other_hosts(desk, target.database)
    if desk.is_running:
        confirm("Copy all data, and then end the host", args.yes)
        host_data.copy(source, target)
    with host_data.locked(desk.data, lambda: desk.tell(ask="stop")):
        counts = host_data.copy(source, target)
    place = ["--data", args.data] if args.data else []
    start = ["solterm", "serve", *place, "--database", args.target]
    return f"Moved and compared: {counts.tell()}. Start the host with: {join(start)}"


@at_desk()
def check(args: Namespace, desk: Desk) -> str:
    """Look for damage in accounts, games and boards."""
    unwanted = host_settings.read_settings(desk.data).unwanted_names
    number = len(desk.host_data.list_players())
    found = list(host_data.find_faults(desk.host_data, desk.accounts.engine, unwanted))
    if found:
        print("\n".join(found))
        raise Refusal(f"{count(len(found), 'faults')} found.")
    return f"{count(number, 'players')}: all in order."

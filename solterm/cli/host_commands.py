"""The commands of ``solterm host``, in the order of ``--help``.

Each is a function under its declaration. It gets the desk, which knows the running host and its
accounts, and its line in the audit log is written for it.
"""

from argparse import Namespace
from collections.abc import Callable
from shlex import join
from typing import TYPE_CHECKING

from solterm.cli import arguments
from solterm.cli.answers import Answer
from solterm.cli.console import Failure, Output, confirm
from solterm.cli.desk import Desk
from solterm.cli.parser import Argument, Command, argument
from solterm.core.plural import count

if TYPE_CHECKING:
    from solterm.serve.accounts import Player

COMMANDS: dict[str, Command] = {}

_PLACE = (
    argument("--data", metavar="DIR", help="the host's folder, as for 'solterm serve'"),
    argument("--database", metavar="URL", help="the host's database (the running host's)"),
)
_NAME = argument("name", metavar="NAME", help="a player's name or id")
_YES = argument("--yes", action="store_true", help="do it without asking")
_JSON = argument("--json", action="store_true", help="print JSON")

_Do = Callable[[Namespace, Desk], Answer | str]
_UNTOLD = {"run", "parser", "player", "in_lines", "data", "database", "json", "yes"}
"""Arguments that the audit log leaves out."""


def command(
    name: str, does: str, *arguments: Argument, more: str, is_new: bool = False
) -> Callable[[_Do], _Do]:
    """Declare a function as a command of ``solterm host``; its folder may be new."""

    def declare(do: _Do) -> _Do:
        def run(args: Namespace, out: Output) -> Answer | str:
            desk = Desk(out, args.data, args.database, is_new)
            given = {key: value for key, value in vars(args).items() if key not in _UNTOLD}
            told = {key: value for key, value in given.items() if value not in (None, False)}
            with desk.recording(name, **told):
                return do(args, desk)

        COMMANDS[name] = Command(does, (*arguments, *_PLACE), more, run)
        return do

    return declare


def _find(desk: Desk, name: str) -> "Player":
    from solterm.serve.directory import find

    return find(desk.accounts, name)


# -- who is here ---------------------------------------------------------------------------


@command(
    "status",
    "show who is playing",
    _JSON,
    more="""\
examples:
  solterm host status
  solterm host status --json
""",
)
def _status(args: Namespace, desk: Desk) -> Answer:
    from solterm.serve.admin import write_status

    status = desk.ask(ask="status")
    return Answer((), status, write_status(status))


@command(
    "players",
    "list the players, by part of a name, an old name, an id or a key",
    argument("search", metavar="SEARCH", nargs="?", default="", help="what to search for"),
    _JSON,
    more="""\
The latest login comes first; at most 1,000 players are listed.

examples:
  solterm host players
  solterm host players ann
  solterm host players SHA256:4wTK5SzDkV1mEIZqkzCYJ4hJWeuVtWDhKdBxnMLrIQY
""",
)
def _players(args: Namespace, desk: Desk) -> Answer:
    from solterm.cli.answers import Line
    from solterm.serve import directory, house_rules
    from solterm.sessions.report import Column, Report, Value

    found = directory.search(desk.accounts, args.search)
    banned = {each.subject for each in house_rules.read_rules(desk.accounts).bans}
    here = {each["player"] for each in (desk.tell(ask="status") or {"sessions": []})["sessions"]}
    values = [
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
        return Answer([Line("No players found.")], values)
    rows: list[list[Value]] = [
        [
            each.name,
            each.id,
            each.keys,
            each.begun[:10],
            each.seen,
            ", ".join([*["here"] * (each.name in here), *["banned"] * (each.id in banned)]),
        ]
        for each in found
    ]
    columns = [Column(title) for title in ("name", "id", "keys", "since", "last login", "")]
    return Answer([Report("Players", columns, rows)], values)


@command(
    "kick",
    "end all sessions of a player, or one session",
    argument("who", metavar="NAME|SESSION", help="a player's name, or a session of 'status'"),
    more="""\
The player reads why, and may log in again.

examples:
  solterm host kick ann
""",
)
def _kick(args: Namespace, desk: Desk) -> str:
    ended = desk.ask(ask="kick", who=args.who)
    if not ended:
        raise Failure(f"No player or session here is called {args.who!r}.")
    return f"Ended: {count(ended, 'sessions')}."


# -- who may come --------------------------------------------------------------------------

_SUBJECT = argument(
    "who",
    metavar="NAME|KEY|ADDRESS",
    help="a player, a key's fingerprint (SHA256:...), an address or network",
)


@command(
    "ban",
    "keep out a player, a key or an address",
    _SUBJECT.but(nargs="?"),
    argument("--for", dest="span", metavar="SPAN", type=arguments.span, help="30m, 12h, 3d, 2w"),
    _JSON,
    more="""\
Their sessions end within five seconds on every host. A banned player may come
back with a new key; to prevent this, ban the address too. Without a name, the
command lists the bans.

examples:
  solterm host ban ann --for 3d
  solterm host ban 203.0.113.0/24
  solterm host ban
""",
)
def _ban(args: Namespace, desk: Desk) -> Answer | str:
    from solterm.serve import house_rules

    if args.who is None:
        return _list_bans(desk)
    subject = house_rules.read_subject(args.who, lambda name: _find(desk, name).id)
    ban = house_rules.put_ban(desk.accounts, subject, args.who, args.span)
    desk.tell(ask="rules")
    until = f" until {ban.until[:16].replace('T', ' ')} UTC" if ban.until else ""
    return f"{args.who} is banned{until}."


def _list_bans(desk: Desk) -> Answer:
    from solterm.cli.answers import Line
    from solterm.serve import house_rules
    from solterm.sessions.report import Column, Report

    bans = house_rules.read_rules(desk.accounts).bans
    values = [each._asdict() for each in bans]
    if not bans:
        return Answer([Line("Nobody is banned.")], values)
    rows = [[each.called, each.since[:16], each.until[:16] or "for good"] for each in bans]
    return Answer(
        [Report("Bans", [Column(title) for title in ("who", "since", "until")], rows)], values
    )


@command(
    "unban",
    "let a player, a key or an address in again",
    _SUBJECT,
    more="""\
examples:
  solterm host unban ann
  solterm host unban 203.0.113.0/24
""",
)
def _unban(args: Namespace, desk: Desk) -> str:
    from solterm.serve import house_rules

    subject = house_rules.read_subject(args.who, lambda name: _find(desk, name).id)
    if not house_rules.lift_ban(desk.accounts, subject):
        raise Failure(f"{args.who} is not banned; 'solterm host ban' lists who is.")
    desk.tell(ask="rules")
    return f"{args.who} may log in again."


# -- a player's account --------------------------------------------------------------------


@command(
    "rename",
    "give a player another name",
    _NAME,
    argument("new", metavar="NEW", help="the new name"),
    more="""\
The player's sessions end, and the next login has the new name. Boards, races
and the list of recent results show it too.

examples:
  solterm host rename player-7 ann
""",
)
def _rename(args: Namespace, desk: Desk) -> str:
    player = _find(desk, args.name)
    called = desk.accounts.rename(player.id, args.new)
    desk.tell(ask="renamed", id=called.id, name=called.name)
    return f"{player.name} is now {called.name}."


@command(
    "recover",
    "make a one-time code for a player who has lost the key",
    _NAME,
    argument("--forget-keys", action="store_true", help="shut out the old keys at once"),
    more="""\
Make sure that you talk to the player, and pass the code on in private. It works
once, within a day: the player logs in with a new key and types it (Settings,
Your name and keys; in line mode 'code CODE').

examples:
  solterm host recover ann
  solterm host recover ann --forget-keys
""",
)
def _recover(args: Namespace, desk: Desk) -> str:
    from datetime import timedelta

    from solterm.serve.directory import forget_keys

    player = _find(desk, args.name)
    forgotten = forget_keys(desk.accounts, player.id) if args.forget_keys else 0
    if args.forget_keys:
        desk.tell(ask="kick", who=player.name)
    code = desk.accounts.make_code(player.id, timedelta(days=1))
    lines = [f"The code for {player.name} is {code}. It works once, within a day."]
    if forgotten:
        lines.append(f"{count(forgotten, 'keys')} forgotten: only the code leads to this player.")
    return "\n".join(lines)


# -- what players read ---------------------------------------------------------------------


@command(
    "message",
    "send a message to everyone who is playing",
    argument("text", metavar="TEXT", help="one line"),
    more="""\
It reaches the players of this host, and of all others on its database.

examples:
  solterm host message "The host goes down at ten."
""",
)
def _message(args: Namespace, desk: Desk) -> str:
    return f"Sent to {count(desk.ask(ask='message', text=args.text), 'sessions')}."


@command(
    "motd",
    "show, set or remove the message that players read at login",
    argument("text", metavar="TEXT", nargs="?", help="one line of up to 200 characters"),
    argument("--off", action="store_true", help="remove it"),
    more="""\
examples:
  solterm host motd "Tournament tonight at 20:00 UTC."
  solterm host motd
  solterm host motd --off
""",
)
def _motd(args: Namespace, desk: Desk) -> str:
    from solterm.serve import house_rules

    if args.text is None and not args.off:
        return house_rules.read_rules(desk.accounts).motd or "There is no message of the day."
    house_rules.put_motd(desk.accounts, "" if args.off else args.text)
    desk.tell(ask="rules")
    return "The message of the day is removed." if args.off else "Players read it at login."


# -- the host itself -----------------------------------------------------------------------


@command(
    "drain",
    "take no new sessions, and end the host when it is empty",
    argument("--off", action="store_true", help="take sessions again"),
    more="""\
Players who are here may go on as long as they like; 'message' tells them why.

examples:
  solterm host drain
  solterm host drain --off
""",
)
def _drain(args: Namespace, desk: Desk) -> str:
    number = desk.ask(ask="drain", on="off" if args.off else "on")
    if args.off:
        return "The host takes new sessions again."
    if not number:
        return "The host is empty and ends now."
    return f"No new sessions; the host ends with the last of {number}."


# -- all of the data -----------------------------------------------------------------------


@command(
    "delete",
    "delete a player with all games, settings and results",
    _NAME,
    _YES,
    more="""\
The player's sessions end, on all hosts. Tournaments that the player has
published stay; they name nobody. Players can do this themselves, in the
settings under Your name and keys.

examples:
  solterm host delete ann
""",
)
def _delete(args: Namespace, desk: Desk) -> str:
    from time import monotonic, sleep

    from solterm.serve import host_data, house_rules

    player = _find(desk, args.name)
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


_FILE = argument("file", metavar="FILE", help="a file, such as cards.zip")


@command(
    "backup",
    "write all data of the host to one file",
    _FILE,
    more="""\
The host may run meanwhile. The file has all players, games, boards, the
settings and the host key: keep it as secret as the host key. It can be
restored into a folder or into an empty database.

examples:
  solterm host backup cards.zip
""",
)
def _backup(args: Namespace, desk: Desk) -> str:
    from pathlib import Path

    from solterm.serve import host_data

    number = host_data.write_backup(desk.host_data, Path(args.file).absolute())
    return (
        f"{args.file} has all data of {count(len(desk.host_data.list_players()), 'players')}"
        f" in {count(number, 'files')}."
    )


@command(
    "restore",
    "replace all data of the host by a backup",
    _FILE,
    _YES,
    more="""\
A running host ends first; start it again afterwards. The present data moves to
a folder before-DATE. With --database, the data goes into a database without
players. On a new machine this makes the host's folder.

examples:
  solterm host restore cards.zip
  solterm host restore cards.zip --data /srv/cards
""",
    is_new=True,
)
def _restore(args: Namespace, desk: Desk) -> str:
    from pathlib import Path

    from solterm.serve import host_data
    from solterm.store import backup

    target, file = desk.host_data, Path(args.file).absolute()
    backup.check(target.folder, file, host_data.HOST)  # before the host ends for it
    confirm("Replace all data of the host by the backup", args.yes)
    _refuse_other_hosts(desk, target.database)
    with host_data.locked(desk.data, lambda: desk.tell(ask="stop")):
        number, aside = host_data.restore_backup(file, target)
    kept = f" The data before is in {aside}." if aside else ""
    return f"Restored: {count(number, 'players')}.{kept}"


def _refuse_other_hosts(desk: Desk, database: str) -> None:
    """Raise ``Failure`` if another host would go on writing to a database."""
    if not database:
        return
    # Imported here: it needs what only hosts with a database have.
    from solterm.serve.relay_transport import count_hosts

    is_ours = desk.is_running and desk.tell(ask="database") == database
    if count_hosts(database) > is_ours:
        raise Failure("Another host runs on this database: stop it first.")


@command(
    "move",
    "move all data from files to a database",
    argument("target", metavar="URL", help="postgresql://..."),
    _YES,
    more="""\
Most is copied while the host runs; then the host ends, the rest is copied, and
every row and event is compared. The original stays as it is. The hosts of the
database must have stopped. An interrupted move can be repeated. For the way
back, restore a backup of the host into a new folder.

examples:
  solterm host move postgresql://solterm@db.example/solterm
  solterm serve --database postgresql://solterm@db.example/solterm
""",
)
def _move(args: Namespace, desk: Desk) -> str:
    from solterm.serve import host_data
    from solterm.serve.host_data import HostData
    from solterm.store.backends import check_address

    check_address(args.target)
    source, target = desk.host_data, HostData(desk.data, args.target)
    if source.database:
        raise Failure("The data is in a database already.")
    _refuse_other_hosts(desk, target.database)
    if desk.is_running:
        confirm("Copy all data, and then end the host", args.yes)
        host_data.copy(source, target)
    with host_data.locked(desk.data, lambda: desk.tell(ask="stop")):
        counts = host_data.copy(source, target)
    place = ["--data", args.data] if args.data else []
    start = ["solterm", "serve", *place, "--database", args.target]
    return f"Moved and compared: {counts.tell()}. Start the host with: {join(start)}"


@command(
    "check",
    "check the accounts, games and boards for damage",
    more="""\
It reads everything and changes nothing; the exit status is 1 if it finds a
fault.

examples:
  solterm host check
""",
)
def _check(args: Namespace, desk: Desk) -> str:
    from solterm.serve import host_data, host_settings

    try:
        unwanted = host_settings.read_settings(desk.data).unwanted_names
    except host_settings.SettingsError as error:
        raise Failure(str(error)) from None
    number = len(desk.host_data.list_players())
    found = list(host_data.find_faults(desk.host_data, desk.accounts.engine, unwanted))
    if found:
        print("\n".join(found))
        raise Failure(f"{count(len(found), 'faults')} found.")
    return f"{count(number, 'players')}: all in order."

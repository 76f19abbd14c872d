"""The commands of ``solterm host``, in the order of ``--help``; ``desk`` carries them out."""

from solterm.cli import arguments
from solterm.cli.parser import ShellCommand, argument

_PLACE = (
    argument("--data", metavar="DIR", help="the host's folder, as for 'solterm serve'"),
    argument("--database", metavar="URL", help="the host's database (the running host's)"),
)
_NAME = argument("name", metavar="NAME", help="a player's name or id")
_YES = argument("--yes", action="store_true", help="do it without asking")
_JSON = argument("--json", action="store_true", help="print JSON")
_SUBJECT = argument(
    "who",
    metavar="NAME|KEY|ADDRESS",
    help="a player, a key's fingerprint (SHA256:...), an address or network",
)
_FILE = argument("file", metavar="FILE", help="a file, such as cards.zip")

HOST_COMMANDS: dict[str, ShellCommand] = {
    "status": ShellCommand(
        "show who is playing",
        "desk.status",
        _JSON,
        *_PLACE,
        more="""\
examples:
  solterm host status
  solterm host status --json
""",
    ),
    "players": ShellCommand(
        "list the players, by part of a name, an old name, an id or a key",
        "desk.players",
        argument("search", metavar="SEARCH", nargs="?", default="", help="what to search for"),
        _JSON,
        *_PLACE,
        more="""\
The latest login comes first; at most 1,000 players are listed.

examples:
  solterm host players
  solterm host players ann
  solterm host players SHA256:4wTK5SzDkV1mEIZqkzCYJ4hJWeuVtWDhKdBxnMLrIQY
""",
    ),
    "kick": ShellCommand(
        "end all sessions of a player, or one session",
        "desk.kick",
        argument("who", metavar="NAME|SESSION", help="a player's name, or a session of 'status'"),
        *_PLACE,
        more="""\
The player reads why, and may log in again.

examples:
  solterm host kick ann
""",
    ),
    "ban": ShellCommand(
        "keep out a player, a key or an address",
        "desk.ban",
        _SUBJECT.but(nargs="?"),
        argument(
            "--for", dest="span", metavar="SPAN", type=arguments.span, help="30m, 12h, 3d, 2w"
        ),
        _JSON,
        *_PLACE,
        more="""\
Their sessions end within five seconds on every host. A banned player may come
back with a new key; to prevent this, ban the address too. Without a name, the
command lists the bans.

examples:
  solterm host ban ann --for 3d
  solterm host ban 203.0.113.0/24
  solterm host ban
""",
    ),
    "unban": ShellCommand(
        "let a player, a key or an address in again",
        "desk.unban",
        _SUBJECT,
        *_PLACE,
        more="""\
examples:
  solterm host unban ann
  solterm host unban 203.0.113.0/24
""",
    ),
    "rename": ShellCommand(
        "give a player another name",
        "desk.rename",
        _NAME,
        argument("new", metavar="NEW", help="the new name"),
        *_PLACE,
        more="""\
The player's sessions end, and the next login has the new name. Boards, races
and the list of recent results show it too.

examples:
  solterm host rename player-7 ann
""",
    ),
    "recover": ShellCommand(
        "make a one-time code for a player who has lost the key",
        "desk.recover",
        _NAME,
        argument("--forget-keys", action="store_true", help="shut out the old keys at once"),
        *_PLACE,
        more="""\
Make sure that you talk to the player, and pass the code on in private. It works
once, within a day: the player logs in with a new key and types it (Settings,
Your name and keys; in line mode 'code CODE').

examples:
  solterm host recover ann
  solterm host recover ann --forget-keys
""",
    ),
    "message": ShellCommand(
        "send a message to everyone who is playing",
        "desk.message",
        argument("text", metavar="TEXT", help="one line"),
        *_PLACE,
        more="""\
It reaches the players of this host, and of all others on its database.

examples:
  solterm host message "The host goes down at ten."
""",
    ),
    "motd": ShellCommand(
        "show, set or remove the message that players read at login",
        "desk.motd",
        argument("text", metavar="TEXT", nargs="?", help="one line of up to 200 characters"),
        argument("--off", action="store_true", help="remove it"),
        *_PLACE,
        more="""\
examples:
  solterm host motd "Tournament tonight at 20:00 UTC."
  solterm host motd
  solterm host motd --off
""",
    ),
    "drain": ShellCommand(
        "take no new sessions, and end the host when it is empty",
        "desk.drain",
        argument("--off", action="store_true", help="take sessions again"),
        *_PLACE,
        more="""\
Players who are here may go on as long as they like; 'message' tells them why.

examples:
  solterm host drain
  solterm host drain --off
""",
    ),
    "delete": ShellCommand(
        "delete a player with all games, settings and results",
        "desk.delete",
        _NAME,
        _YES,
        *_PLACE,
        more="""\
The player's sessions end, on all hosts. Tournaments that the player has
published stay; they name nobody. Players can do this themselves, in the
settings under Your name and keys.

examples:
  solterm host delete ann
""",
    ),
    "backup": ShellCommand(
        "write all data of the host to one file",
        "desk.backup",
        _FILE,
        *_PLACE,
        more="""\
The host may run meanwhile. The file has all players, games, boards, the
settings and the host key: keep it as secret as the host key. It can be
restored into a folder or into an empty database.

examples:
  solterm host backup cards.zip
""",
    ),
    "restore": ShellCommand(
        "replace all data of the host by a backup",
        "desk.restore",
        _FILE,
        _YES,
        *_PLACE,
        more="""\
A running host ends first; start it again afterwards. The present data moves to
a folder before-DATE. With --database, the data goes into a database without
players. On a new machine this makes the host's folder.

examples:
  solterm host restore cards.zip
  solterm host restore cards.zip --data /srv/cards
""",
    ),
    "move": ShellCommand(
        "move all data from files to a database",
        "desk.move",
        argument("target", metavar="URL", help="postgresql://..."),
        _YES,
        *_PLACE,
        more="""\
Most is copied while the host runs; then the host ends, the rest is copied, and
every row and event is compared. The original stays as it is. The hosts of the
database must have stopped. An interrupted move can be repeated. For the way
back, restore a backup of the host into a new folder.

examples:
  solterm host move postgresql://solterm@db.example/solterm
  solterm serve --database postgresql://solterm@db.example/solterm
""",
    ),
    "check": ShellCommand(
        "check the accounts, games and boards for damage",
        "desk.check",
        *_PLACE,
        more="""\
It reads everything and changes nothing; the exit status is 1 if it finds a
fault.

examples:
  solterm host check
""",
    ),
}

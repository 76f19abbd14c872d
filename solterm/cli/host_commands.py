"""The commands of ``solterm host``, in the order of ``--help``; ``desk`` carries them out."""

from solterm.cli import arguments
from solterm.cli.parser import ShellCommand, argument, switch

PLACE = (
    argument("--data", "DIR", "the host's folder, as for 'solterm serve'"),
    argument("--database", "URL", "the host's database (the running host's)"),
)
"""The arguments of every command of ``solterm host``."""
_NAME = argument("name", "NAME", "a player's name or id")
_YES = switch("--yes", "do it without asking")
_JSON = switch("--json", "print JSON")
_SUBJECT = argument(
    "who", "NAME|KEY|ADDRESS", "a player, a key's fingerprint (SHA256:...), an address or network"
)
_FILE = argument("file", "FILE", "a file, such as cards.zip")

HOST_COMMANDS: dict[str, ShellCommand] = {
    "status": ShellCommand(
        "show who is playing",
        "desk.status",
        _JSON,
        examples=("solterm host status", "solterm host status --json"),
    ),
    "players": ShellCommand(
        "list the players, by part of a name, an old name, an id or a key",
        "desk.players",
        argument("search", "SEARCH", "what to search for", nargs="?", default=""),
        _JSON,
        about="""\
The latest login comes first; at most 1,000 players are listed.""",
        examples=(
            "solterm host players",
            "solterm host players ann",
            "solterm host players SHA256:4wTK5SzDkV1mEIZqkzCYJ4hJWeuVtWDhKdBxnMLrIQY",
        ),
    ),
    "kick": ShellCommand(
        "end all sessions of a player, or one session",
        "desk.kick",
        argument("who", "NAME|SESSION", "a player's name, or a session of 'status'"),
        about="""\
The player reads why, and may log in again.""",
        examples=("solterm host kick ann",),
    ),
    "ban": ShellCommand(
        "keep out a player, a key or an address",
        "desk.ban",
        _SUBJECT.but(nargs="?"),
        argument("--for", "SPAN", "30m, 12h, 3d, 2w", dest="span", type=arguments.span),
        _JSON,
        about="""\
Their sessions end within five seconds on every host. A banned player may come
back with a new key; to prevent this, ban the address too. Without a name, the
command lists the bans.""",
        examples=(
            "solterm host ban ann --for 3d",
            "solterm host ban 203.0.113.0/24",
            "solterm host ban",
        ),
    ),
    "unban": ShellCommand(
        "let a player, a key or an address in again",
        "desk.unban",
        _SUBJECT,
        examples=("solterm host unban ann", "solterm host unban 203.0.113.0/24"),
    ),
    "rename": ShellCommand(
        "give a player another name",
        "desk.rename",
        _NAME,
        argument("new", "NEW", "the new name"),
        about="""\
The player's sessions end, and the next login has the new name. Boards, races
and the list of recent results show it too.""",
        examples=("solterm host rename player-7 ann",),
    ),
    "recover": ShellCommand(
        "make a one-time code for a player who has lost the key",
        "desk.recover",
        _NAME,
        switch("--forget-keys", "shut out the old keys at once"),
        about="""\
Make sure that you talk to the player, and pass the code on in private. It works
once, within a day: the player logs in with a new key and types it (Settings,
Your name and keys; in line mode 'code CODE').""",
        examples=("solterm host recover ann", "solterm host recover ann --forget-keys"),
    ),
    "message": ShellCommand(
        "send a message to everyone who is playing",
        "desk.message",
        argument("text", "TEXT", "one line"),
        about="""\
It reaches the players of this host, and of all others on its database.""",
        examples=('solterm host message "The host goes down at ten."',),
    ),
    "motd": ShellCommand(
        "show, set or remove the message that players read at login",
        "desk.motd",
        argument("text", "TEXT", "one line of up to 200 characters", nargs="?"),
        switch("--off", "remove it"),
        examples=(
            'solterm host motd "Tournament tonight at 20:00 UTC."',
            "solterm host motd",
            "solterm host motd --off",
        ),
    ),
    "drain": ShellCommand(
        "take no new sessions, and end the host when it is empty",
        "desk.drain",
        switch("--off", "take sessions again"),
        about="""\
Players who are here may go on as long as they like; 'message' tells them why.""",
        examples=("solterm host drain", "solterm host drain --off"),
    ),
    "delete": ShellCommand(
        "delete a player with all games, settings and results",
        "desk.delete",
        _NAME,
        _YES,
        about="""\
The player's sessions end, on all hosts. Tournaments that the player has
published stay; they name nobody. Players can do this themselves, in the
settings under Your name and keys.""",
        examples=("solterm host delete ann",),
    ),
    "backup": ShellCommand(
        "write all data of the host to one file",
        "desk.backup",
        _FILE,
        about="""\
The host may run meanwhile. The file has all players, games, boards, the
settings and the host key: keep it as secret as the host key. It can be
restored into a folder or into an empty database.""",
        examples=("solterm host backup cards.zip",),
    ),
    "restore": ShellCommand(
        "replace all data of the host by a backup",
        "desk.restore",
        _FILE,
        _YES,
        about="""\
A running host ends first; start it again afterwards. The present data moves to
a folder before-DATE. With --database, the data goes into a database without
players. On a new machine this makes the host's folder.""",
        examples=(
            "solterm host restore cards.zip",
            "solterm host restore cards.zip --data /srv/cards",
        ),
    ),
    "move": ShellCommand(
        "move all data from files to a database",
        "desk.move",
        argument("target", "URL", "postgresql://..."),
        _YES,
        about="""\
Most is copied while the host runs; then the host ends, the rest is copied, and
every row and event is compared. The original stays as it is. The hosts of the
database must have stopped. An interrupted move can be repeated. For the way
back, restore a backup of the host into a new folder.""",
        examples=(
            "solterm host move postgresql://solterm@db.example/solterm",
            "solterm serve --database postgresql://solterm@db.example/solterm",
        ),
    ),
    "check": ShellCommand(
        "check the accounts, games and boards for damage",
        "desk.check",
        about="""\
It reads everything and changes nothing; the exit status is 1 if it finds a
fault.""",
        examples=("solterm host check",),
    ),
}

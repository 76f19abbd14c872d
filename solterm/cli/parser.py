"""The parser of the command line: its commands, and the arguments of each."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

from solterm import __version__
from solterm.cli import arguments, examples
from solterm.cli.arguments import clip
from solterm.core.words.near import suggest

SHELLS = ("bash", "zsh", "fish")
"""The shells that have a completion script."""


_COMMAND = "COMMAND"
_GAME = "the id or name of a game"
_LEVEL = "1 (easy), 2 or 3 (default)"


class _Help(argparse.RawDescriptionHelpFormatter):
    """Lays out a help text.

    argparse makes one for each argument, only to check the argument. Each would import ``shutil``
    to measure the terminal, which takes longer than building the rest of the parser.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_tell_columns() - 2)


def _tell_columns() -> int:
    """Return the width of the terminal by the environment or the terminal itself, or 80."""
    with suppress(ValueError):
        if columns := int(os.environ.get("COLUMNS", "")):
            return columns
    with suppress(AttributeError, ValueError, OSError):
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    return 80


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def __init__(self, prog: str, description: str, epilog: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            formatter_class=_Help,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        is_sentence = message.endswith((".", "?"))
        hint = "" if is_sentence else " (--help shows how)"
        self.exit(2, f"{self.prog}: {clip(message)}{hint}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Say how to play a game whose id was given in place of a command."""
        is_unknown = action.metavar == _COMMAND and value not in _COMMANDS
        if is_unknown and (game := arguments.game_named(value)):
            self.error(f"{game.id} is a game: 'solterm play {game.id}' plays it.")
        if is_unknown:
            near = suggest(value, _COMMANDS)
            self.error(f"invalid choice: {value!r}{near and f'. {near}'}")
        super()._check_value(action, value)  # argparse has no public name for this step


class _Command(NamedTuple):
    does: str
    add_arguments: Callable[[Parser], None]


def parser(words: Sequence[str] | None = None) -> Parser:
    """Return the parser; it sets ``command`` to the command's name, "" for none.

    Without words it has all commands. With the words of a line it may have only the command they
    begin with, or none: building them all would delay the first screen.
    """
    top = Parser(
        prog="solterm",
        description="A solitaire collection for the terminal.",
        epilog=examples.PROGRAM,
    )
    top.add_argument(
        *("--player",),
        metavar="NAME",
        type=arguments.player,
        help="play as NAME, with separate games and scores",
    )
    top.add_argument(
        "--plain",
        action="store_true",
        dest="in_lines",
        help="use lines of text instead of the screen",
    )
    top.add_argument("--version", action="version", version=f"solterm {__version__}")
    top.set_defaults(command="")
    if words is not None and not words:
        return top
    # Without prog, argparse would format the usage just to find the name in it.
    commands = top.add_subparsers(title="commands", metavar=_COMMAND, prog="solterm")
    for name in words[:1] if words and words[0] in _COMMANDS else _COMMANDS:
        does, add_arguments = _COMMANDS[name]
        told = f"{does[:1].upper()}{does[1:]}."
        command = commands.add_parser(
            name, help=does, description=told, epilog=examples.COMMANDS[name]
        )
        command.set_defaults(command=name, parser=command)
        add_arguments(command)
    return top


# -- arguments of several commands ----------------------------------------------------------


def _add_game(command: Parser) -> None:
    command.add_argument("game", metavar="ID", type=arguments.game, help=_GAME)


def _add_deal(command: Parser) -> None:
    """Add a game, a deal, a level and options."""
    _add_game(command)
    command.add_argument(
        *("--deal",),
        metavar="N",
        type=arguments.deal_number,
        required=True,
        help="the number of the deal",
    )
    command.add_argument("--level", metavar="LEVEL", type=arguments.level, default=3, help=_LEVEL)
    _add_options(command)


def _add_options(command: Parser, does: str = "a choice that the game offers") -> None:
    command.add_argument(
        *("--option",),
        metavar="KEY=VALUE",
        type=arguments.option,
        action="append",
        default=[],
        help=does,
    )


def _add_seconds(command: Parser, does: str, default: float | None) -> None:
    command.add_argument(
        "--seconds", metavar="S", type=arguments.seconds, default=default, help=does
    )


def _add_json(command: Parser, does: str = "print JSON") -> None:
    command.add_argument("--json", action="store_true", help=does)


def _add_file(command: Parser, does: str | None = None) -> None:
    command.add_argument("file", metavar="FILE", help=does)


def _add_yes(command: Parser, does: str) -> None:
    command.add_argument("--yes", action="store_true", help=does)


# -- the commands --------------------------------------------------------------------------


def _add_play(command: Parser) -> None:
    _add_game(command)
    command.add_argument(
        "--deal", metavar="N", type=arguments.deal_number, help="start a new game with this deal"
    )
    command.add_argument("--level", metavar="LEVEL", type=arguments.level, help=_LEVEL)
    _add_options(command, "a choice that the game offers; starts a new game")
    command.add_argument(
        "--winnable",
        metavar="HOW",
        nargs="?",
        const="any",
        choices=("any", "easy", "middling", "hard"),
        help="start a new game with a winnable deal: easy, middling, hard or any (default)",
    )
    command.add_argument("--plain", action="store_true", help="play in lines of text")
    _add_json(command, "play in JSON lines, for programs; implies --plain")


def _add_contest(command: Parser) -> None:
    command.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="the first line to run, such as 'tour' or 'golf 18'",
    )
    _add_json(command, "play in JSON lines, for programs")


def _add_described_deal(command: Parser) -> None:
    _add_deal(command)
    _add_json(command)


def _add_solve(command: Parser) -> None:
    _add_deal(command)
    _add_seconds(command, "how long to search, in seconds (60)", 60.0)
    command.add_argument("--record", action="store_true", help="print a record on a terminal too")
    _add_json(command)


def _add_study(command: Parser) -> None:
    command.add_argument(
        "game", metavar="ID|all", type=arguments.game_or_all, help="a game, or all of the catalogue"
    )
    command.add_argument(
        *("--deals",),
        metavar="N-M",
        type=arguments.deal_numbers,
        required=True,
        help="the numbers of the deals",
    )
    command.add_argument(
        "--level", metavar="LEVEL", type=arguments.level, help="one level instead of all three"
    )
    _add_options(command)
    command.add_argument(
        "--jobs", metavar="J", type=arguments.jobs, default=1, help="how many processes to use (1)"
    )
    _add_seconds(
        command,
        "processor time for each deal, in seconds (5), or with --hints for each hint (1)",
        None,
    )
    command.add_argument(
        "--hints", action="store_true", help="count the deals won by following hints alone"
    )
    command.add_argument(
        "--csv", metavar="FILE", help="keep a row for each deal, and resume from them"
    )


def _add_analyse(command: Parser) -> None:
    command.add_argument(
        "file", metavar="FILE", nargs="?", help="a record (default: the latest finished game)"
    )
    _add_seconds(command, "how long to search, in seconds (60)", 60.0)
    _add_json(command)


def _add_replay(command: Parser) -> None:
    _add_file(command, "the record; - reads standard input")
    _add_json(command)
    command.add_argument(
        "--cast", metavar="FILE", help="write a recording for asciinema (asciicast v2)"
    )


def _add_export(command: Parser) -> None:
    command.add_argument(
        "number",
        metavar="N",
        nargs="?",
        type=arguments.count,
        help="the Nth latest finished game (default: the current game)",
    )


def _add_scores(command: Parser) -> None:
    _add_json(command)
    command.add_argument(
        "--export", metavar="BOARD", help="print all results of a board, to import elsewhere"
    )
    command.add_argument("--import", metavar="FILE", dest="taken", help="add the results of a file")


def _add_boards(command: Parser) -> None:
    command.add_argument(
        "--prepare", action="store_true", help="set up the folder in SOLTERM_SHARED for all players"
    )


def _add_verify(command: Parser) -> None:
    command.add_argument(
        "what", metavar="FILE|BOARD", help="a file, a folder, or a board of 'solterm scores'"
    )


def _add_stats(command: Parser) -> None:
    _add_json(command)
    command.add_argument(
        "--csv", action="store_true", help="print comma-separated values for spreadsheets"
    )
    command.add_argument(
        "--reset",
        metavar="ID",
        nargs="?",
        type=arguments.game_id_or_all,
        const="",
        help="reset the statistics of a game, or of all",
    )
    _add_yes(command, "reset without asking")


def _add_restore(command: Parser) -> None:
    _add_file(command, "the backup")
    _add_yes(command, "restore without asking")


def _add_import(command: Parser) -> None:
    _add_file(command, "the record; - reads standard input")


def _add_serve(command: Parser) -> None:
    command.add_argument(
        "--host", metavar="ADDR", default="", help="the address to listen on (all)"
    )
    command.add_argument(
        "--port", metavar="N", type=arguments.port, default=2222, help="the port (2222)"
    )
    command.add_argument(
        "--data", metavar="DIR", help="the folder for the host key and the players"
    )
    command.add_argument(
        "--keys", metavar="FILE", help="admit only the keys in this file (like authorized_keys)"
    )
    command.add_argument(
        "--closed", action="store_true", help="refuse guests: admit only players with a key"
    )
    command.add_argument(
        "--database", metavar="URL", help="keep players in PostgreSQL, to share them between hosts"
    )
    command.add_argument("--log", metavar="FILE", help="log to this file instead of standard error")
    command.add_argument(
        "--metrics",
        metavar="[HOST:]PORT",
        type=arguments.address,
        help="serve figures for Prometheus over HTTP (on 127.0.0.1)",
    )
    command.add_argument(
        "--even-as-root", action="store_true", help="run as root (not recommended)"
    )
    command.add_argument(
        "--status", action="store_true", help="show who is playing on the running host"
    )
    _add_json(command, "print the status as JSON")
    command.add_argument(
        "--kick", metavar="WHO", help="end all sessions of a player, or one session by its id"
    )
    command.add_argument(
        "--message", metavar="TEXT", help="send a message to everyone who is playing"
    )


def _add_completion(command: Parser) -> None:
    command.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish")


def _add_nothing(command: Parser) -> None:
    pass


def _add_backup(command: Parser) -> None:
    _add_file(command, "the new file")


_COMMANDS: dict[str, _Command] = {
    "play": _Command("resume a game, or deal it", _add_play),
    "contest": _Command("play contests in lines of text: tours, golf, Reno", _add_contest),
    "list": _Command("list all games", _add_json),
    "rules": _Command("explain the rules of a game", _add_game),
    "deal": _Command("show a deal with every card named", _add_described_deal),
    "solve": _Command("find a way to win a deal", _add_solve),
    "study": _Command("count how many deals of a game can be won", _add_study),
    "analyse": _Command("find the move that lost a game", _add_analyse),
    "replay": _Command("replay a record and show its result", _add_replay),
    "export": _Command("print the record of a game", _add_export),
    "scores": _Command("show the score sheets and the boards", _add_scores),
    "boards": _Command("show where shared boards are kept", _add_boards),
    "verify": _Command("replay the results of a board, a file or a folder", _add_verify),
    "stats": _Command("show games won, streaks and times", _add_stats),
    "backup": _Command("save all of your data in one file", _add_backup),
    "restore": _Command("replace your data with a backup", _add_restore),
    "import": _Command("keep a record as a saved game", _add_import),
    "serve": _Command("run a card room that players reach with ssh", _add_serve),
    "completion": _Command("print a completion script for a shell", _add_completion),
    "doctor": _Command("check your data and your terminal", _add_nothing),
}
"""The commands by name, in the order of ``--help``."""

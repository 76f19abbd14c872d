"""The parser of the command line: its commands, and which arguments each of them takes."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, NoReturn

from solterm import __version__
from solterm.cli import arguments
from solterm.cli.arguments import clip

_EXAMPLES = """\
examples:
  solterm                                 go on where you left, or choose a game
  solterm play kloncan-klondike           go on with Klondike, or deal it
  solterm play kloncan-canfield --deal 617 --level 2
  solterm play kloncan-klondike --plain   in lines of text, for screen readers and pipes
  solterm contest                         tours, tournaments, golf and sheets in lines of text
  solterm rules kloncan-canfield
  solterm solve free-cell --deal 164      a way to win a deal
  solterm export > game.txt               the record of the current game ...
  solterm replay game.txt                 ... step by step, and what it proves
  solterm replay game.txt --cast game.cast
  solterm import game.txt                 keep a record as a saved game
  solterm stats                           games won, streaks and times
  solterm verify tour                     replay every result of a board
  solterm --player ann                    another player at the same account
  solterm backup cards.zip                all of your games, scores and settings
  solterm restore cards.zip
  eval "$(solterm completion bash)"       Tab completes commands, games and options
"""

_SOLVING = """\
What it finds is printed as a record, which 'solterm replay' proves; where it finds
no way to win, it tells whether there is none. The seconds are those of the clock.
Ctrl+C ends it with what is known.

examples:
  solterm solve free-cell --deal 164
  solterm solve kloncan-klondike --deal 617 --level 2 --seconds 10
  solterm solve free-cell --deal 164 | solterm replay -
"""
_STUDYING = """\
Tells how many deals were won and lost, and the 95 % interval of the share of all that
can be won; deals it cannot decide widen it on both sides. The seconds are those of the
processor, so that no verdict depends on what else the machine does. Ctrl+C ends it with
what is known, and with --csv it can be gone on with.

examples:
  solterm study free-cell --deals 1-100
  solterm study royale-golf --deals 1-1000 --level 3 --jobs 2 --seconds 10
  solterm study farewell-to-kings --deals 1-50 --option difficulty=easy
  solterm study all --deals 1-20 --csv rows.csv
  solterm study klondike-deal-3 --deals 1-50 --level 3 --hints
"""

_ANALYSING = """\
Names the move after which the game could no longer be won, by a solver that sees all
cards, how it could have been won before, and the moves that made it much harder. Where
it cannot decide that in time, it names the stretch. The seconds are those of the clock.
Ctrl+C ends it with what is known.

examples:
  solterm analyse
  solterm analyse game.txt --seconds 10
  solterm export | solterm analyse -
"""

_SERVING = """\
Players come with any ssh client and play at once; their key is who they are. They get no
account, no shell and no files of the host. The host's key, its players and its limits
(serve.toml, which SIGHUP makes it read again) lie in one folder.

examples:
  solterm serve
  solterm serve --port 22 --data /srv/cards --closed
  solterm serve --status
  solterm serve --message "The host goes down at ten."
"""

SHELLS = ("bash", "zsh", "fish")
"""The shells that can be told what completes a line."""


class _Help(argparse.RawDescriptionHelpFormatter):
    """What lays out a text of help.

    argparse makes one for each argument, only to check that argument, and each would ask
    ``shutil`` how wide the terminal is, which takes longer to load than the rest of the parser.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_tell_columns() - 2)


def _tell_columns() -> int:
    """How wide the terminal is, as the environment or it says, or 80."""
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
        self.exit(2, f"{self.prog}: {clip(message)} (--help shows how)\n")


class _Command(NamedTuple):
    does: str
    add_arguments: Callable[[Parser], None] = lambda command: None
    examples: str = ""


def parser(words: Sequence[str] | None = None) -> Parser:
    """What reads a line; ``command`` of what it reads is the command's name, "" for none.

    Without words it knows all commands. With those of a line it may know the one they begin with
    alone, or none where there are no words: most commands are no use to a line, and to make them
    all takes longer than a player should wait for the first picture.
    """
    top = Parser(
        prog="solterm", description="A solitaire collection for the terminal.", epilog=_EXAMPLES
    )
    top.add_argument(
        *("--player",),
        metavar="NAME",
        type=arguments.player,
        help="play as NAME, with data of their own",
    )
    top.add_argument(
        "--plain", action="store_true", dest="in_lines", help="in lines of text, not on the screen"
    )
    top.add_argument("--version", action="version", version=f"solterm {__version__}")
    top.set_defaults(command="")
    if words is not None and not words:
        return top
    # Named here, or argparse would lay out the usage to find its own name in it.
    commands = top.add_subparsers(title="commands", metavar="COMMAND", prog="solterm")
    for name in words[:1] if words and words[0] in _COMMANDS else _COMMANDS:
        does, add_arguments, examples = _COMMANDS[name]
        command = commands.add_parser(name, help=does, description=does, epilog=examples)
        command.set_defaults(command=name, parser=command)
        add_arguments(command)
    return top


# -- what several commands take ------------------------------------------------------------


def _add_game(command: Parser) -> None:
    command.add_argument("game", metavar="ID", type=arguments.game)


def _add_deal(command: Parser) -> None:
    """One deal of a game, and how it is to be played."""
    _add_game(command)
    command.add_argument("--deal", metavar="N", type=arguments.deal_number, required=True)
    command.add_argument("--level", metavar="LEVEL", type=arguments.level, default=3)
    _add_options(command)


def _add_options(command: Parser, does: str = "a choice the game offers") -> None:
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


def _add_json(command: Parser, does: str = "answer in JSON") -> None:
    command.add_argument("--json", action="store_true", help=does)


def _add_file(command: Parser, does: str | None = None) -> None:
    command.add_argument("file", metavar="FILE", help=does)


def _add_yes(command: Parser, does: str) -> None:
    command.add_argument("--yes", action="store_true", help=does)


# -- the commands --------------------------------------------------------------------------


def _add_play(command: Parser) -> None:
    command.add_argument("game", metavar="ID", type=arguments.game, help="a game of 'solterm list'")
    command.add_argument(
        "--deal", metavar="N", type=arguments.deal_number, help="start anew with this deal"
    )
    command.add_argument(
        "--level", metavar="LEVEL", type=arguments.level, help="1 (easy), 2 or 3 (default)"
    )
    _add_options(command, "a choice the game offers; starts anew")
    command.add_argument(
        "--winnable",
        metavar="HOW",
        nargs="?",
        const="any",
        choices=("any", "easy", "middling", "hard"),
        help="start anew with a deal that can be won: easy, middling or hard (any)",
    )
    command.add_argument("--plain", action="store_true", help="in lines of text")
    _add_json(command, "in JSON lines, for programs; implies --plain")


def _add_contest(command: Parser) -> None:
    command.add_argument(
        "words", metavar="WORD", nargs="*", help="what is typed first, as in 'tour' or 'golf 18'"
    )
    _add_json(command, "in JSON lines, for programs")


def _add_described_deal(command: Parser) -> None:
    _add_deal(command)
    _add_json(command)


def _add_solve(command: Parser) -> None:
    _add_deal(command)
    _add_seconds(command, "how long to search, by the clock (60)", 60.0)
    _add_json(command)


def _add_study(command: Parser) -> None:
    command.add_argument("game", metavar="ID|all", type=arguments.game_or_all)
    command.add_argument("--deals", metavar="N-M", type=arguments.deal_numbers, required=True)
    command.add_argument(
        "--level", metavar="LEVEL", type=arguments.level, help="one level, not all three"
    )
    _add_options(command)
    command.add_argument(
        "--jobs", metavar="J", type=arguments.jobs, default=1, help="so many at once (1)"
    )
    _add_seconds(
        command, "for a deal, by the processor's time (5), or with --hints for a hint (1)", None
    )
    command.add_argument(
        "--hints", action="store_true", help="how many are won by following the hints alone"
    )
    command.add_argument("--csv", metavar="FILE", help="keep a row for each deal; go on with those")


def _add_analyse(command: Parser) -> None:
    command.add_argument(
        "file", metavar="FILE", nargs="?", help="a record; without one, the latest finished game"
    )
    _add_seconds(command, "how long to search, by the clock (60)", 60.0)
    _add_json(command)


def _add_replay(command: Parser) -> None:
    _add_file(command, "the record; - is standard input")
    _add_json(command)
    command.add_argument(
        "--cast", metavar="FILE", help="write a film of it that asciinema plays (asciicast v2)"
    )


def _add_export(command: Parser) -> None:
    command.add_argument(
        "number", metavar="N", nargs="?", type=arguments.count, help="the Nth latest finished game"
    )


def _add_scores(command: Parser) -> None:
    _add_json(command)
    command.add_argument("--export", metavar="BOARD", help="write a board, to be carried elsewhere")
    command.add_argument("--import", metavar="FILE", dest="taken", help="take results of elsewhere")


def _add_boards(command: Parser) -> None:
    command.add_argument(
        "--prepare", action="store_true", help="make SOLTERM_SHARED ready, as its administrator"
    )


def _add_verify(command: Parser) -> None:
    command.add_argument(
        "what", metavar="FILE|BOARD", help="a file, or a board of 'solterm scores'"
    )


def _add_stats(command: Parser) -> None:
    _add_json(command)
    command.add_argument("--csv", action="store_true", help="as a table for spreadsheets")
    command.add_argument(
        "--reset", metavar="ID", nargs="?", const="", help="begin anew: ID, or all"
    )
    _add_yes(command, "reset without being asked")


def _add_restore(command: Parser) -> None:
    _add_file(command)
    _add_yes(command, "without being asked")


def _add_import(command: Parser) -> None:
    _add_file(command, "the record; - is standard input")


def _add_serve(command: Parser) -> None:
    command.add_argument("--host", metavar="ADDR", default="", help="the address to serve at (all)")
    command.add_argument(
        "--port", metavar="N", type=arguments.port, default=2222, help="its port (2222)"
    )
    command.add_argument("--data", metavar="DIR", help="the folder of the host's players and key")
    command.add_argument(
        "--keys", metavar="FILE", help="let in only the keys of a file like authorized_keys"
    )
    command.add_argument("--closed", action="store_true", help="let in nobody without a key")
    command.add_argument(
        "--database", metavar="URL", help="keep players in PostgreSQL, for several hosts"
    )
    command.add_argument("--log", metavar="FILE", help="log to a file, not to standard error")
    command.add_argument("--even-as-root", action="store_true", help="serve as root: better not")
    command.add_argument("--status", action="store_true", help="of the host that runs: who plays")
    _add_json(command, "tell the status in JSON")
    command.add_argument(
        "--kick", metavar="WHO", help="end the sessions of a player, or one by its id"
    )
    command.add_argument("--message", metavar="TEXT", help="say something to everybody who plays")


def _add_completion(command: Parser) -> None:
    command.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish")


def _add_doctor(command: Parser) -> None:
    command.add_argument("--keys", action="store_true", help="test which keys arrive")


_COMMANDS: dict[str, _Command] = {
    "play": _Command("go on with a game, or deal it", _add_play),
    "contest": _Command("contests in lines of text: tours, golf, Reno and so on", _add_contest),
    "list": _Command("all games", _add_json),
    "rules": _Command("the rules page of a game", _add_game),
    "deal": _Command("the opening position of a deal, all cards named", _add_described_deal),
    "solve": _Command("a way to win a deal, to somebody who sees all cards", _add_solve, _SOLVING),
    "study": _Command("how many deals of a game can be won", _add_study, _STUDYING),
    "analyse": _Command(
        "where a game was lost, and what would have won it", _add_analyse, _ANALYSING
    ),
    "replay": _Command(
        "play a record again, at a terminal step by step; what it proves", _add_replay
    ),
    "export": _Command("the record of the current or a finished game", _add_export),
    "scores": _Command("the score sheets and the boards", _add_scores),
    "boards": _Command(
        "where the boards of all players lie, and whether that is in order", _add_boards
    ),
    "verify": _Command("replay the results of a file, a board or a folder", _add_verify),
    "stats": _Command("games played and won, streaks, times", _add_stats),
    "backup": _Command("write all of your data into one file", _add_file),
    "restore": _Command("bring back the data of a backup", _add_restore),
    "import": _Command("keep a record as a saved game", _add_import),
    "serve": _Command("a card room that anybody reaches with ssh", _add_serve, _SERVING),
    "completion": _Command("let a shell complete commands, options and games", _add_completion),
    "doctor": _Command("where data lives, what the terminal can do, what is wrong", _add_doctor),
}
"""The commands by name, in the order of ``--help``."""

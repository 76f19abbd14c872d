"""The grammar of the command line: its commands, their arguments and what is wrong with them."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn, TypeVar

from solterm import __version__

if TYPE_CHECKING:
    from solterm.core.game import Game

_EXAMPLES = """\
examples:
  solterm                                 go on where you left, or choose a game
  solterm play kloncan-klondike           go on with Klondike, or deal it
  solterm play kloncan-canfield --deal 617 --level 2
  solterm play kloncan-klondike --plain   in lines of text, for screen readers and pipes
  solterm contest                         tours, tournaments, golf and sheets in lines of text
  solterm rules kloncan-canfield
  solterm solve free-cell --deal 617      a way to win a deal
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
  solterm solve free-cell --deal 617
  solterm solve kloncan-klondike --deal 617 --level 2 --seconds 10
  solterm solve free-cell --deal 617 | solterm replay -
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

_LONGEST = 400
"""Characters of an error that are shown; what is quoted may be as long as it likes."""


SHELLS = ("bash", "zsh", "fish")
"""The shells that can be told what completes a line."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {clip(message)} (--help shows how)\n")


def parser() -> _Parser:
    """The whole grammar; ``command`` of what it reads is the command's name, "" for none."""
    top = _Parser(
        prog="solterm",
        description="A solitaire collection for the terminal.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument(
        "--player", metavar="NAME", type=player, help="play as NAME, with data of their own"
    )
    top.add_argument(
        "--plain", action="store_true", dest="in_lines", help="in lines of text, not on the screen"
    )
    top.add_argument("--version", action="version", version=f"solterm {__version__}")
    top.set_defaults(command="")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, does: str, examples: str = "") -> _Parser:
        added = commands.add_parser(
            name,
            help=does,
            description=does,
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        added.set_defaults(command=name, parser=added)
        return added

    def as_json(added: _Parser, does: str = "answer in JSON") -> None:
        added.add_argument("--json", action="store_true", help=does)

    def add_options(added: _Parser, does: str) -> None:
        added.add_argument(
            *("--option",), metavar="KEY=VALUE", type=option, action="append", default=[], help=does
        )

    play = command("play", "go on with a game, or deal it")
    play.add_argument("game", metavar="ID", type=game, help="a game of 'solterm list'")
    play.add_argument("--deal", metavar="N", type=deal_number, help="start anew with this deal")
    play.add_argument("--level", metavar="LEVEL", type=level, help="1 (easy), 2 or 3 (default)")
    add_options(play, "a choice the game offers; starts anew")
    play.add_argument(
        "--winnable",
        metavar="HOW",
        nargs="?",
        const="any",
        choices=("any", "easy", "middling", "hard"),
        help="start anew with a deal that can be won: easy, middling or hard (any)",
    )
    play.add_argument("--plain", action="store_true", help="in lines of text")
    as_json(play, "in JSON lines, for programs; implies --plain")

    contest = command("contest", "contests in lines of text: tours, golf, Reno and so on")
    contest.add_argument(
        "words", metavar="WORD", nargs="*", help="what is typed first, as in 'tour' or 'golf 18'"
    )
    as_json(contest, "in JSON lines, for programs")

    as_json(command("list", "all games"))

    rules = command("rules", "the rules page of a game")
    rules.add_argument("game", metavar="ID", type=game)

    deal = command("deal", "the opening position of a deal, all cards named")
    deal.add_argument("game", metavar="ID", type=game)
    deal.add_argument("--deal", metavar="N", type=deal_number, required=True)
    deal.add_argument("--level", metavar="LEVEL", type=level, default=3)
    add_options(deal, "a choice the game offers")
    as_json(deal)

    solve = command("solve", "a way to win a deal, to somebody who sees all cards", _SOLVING)
    solve.add_argument("game", metavar="ID", type=game)
    solve.add_argument("--deal", metavar="N", type=deal_number, required=True)
    solve.add_argument("--level", metavar="LEVEL", type=level, default=3)
    add_options(solve, "a choice the game offers")
    solve.add_argument(
        *("--seconds",),
        metavar="S",
        type=seconds,
        default=60.0,
        help="how long to search, by the clock (60)",
    )
    as_json(solve)

    study = command("study", "how many deals of a game can be won", _STUDYING)
    study.add_argument("game", metavar="ID|all", type=game_or_all)
    study.add_argument("--deals", metavar="N-M", type=deal_numbers, required=True)
    study.add_argument("--level", metavar="LEVEL", type=level, help="one level, not all three")
    add_options(study, "a choice the game offers")
    study.add_argument("--jobs", metavar="J", type=jobs, default=1, help="so many at once (1)")
    study.add_argument(
        *("--seconds",),
        metavar="S",
        type=seconds,
        default=5.0,
        help="how long to search a deal, by the processor's time (5)",
    )
    study.add_argument("--csv", metavar="FILE", help="keep a row for each deal; go on with those")

    analyse = command("analyse", "where a game was lost, and what would have won it", _ANALYSING)
    analyse.add_argument(
        *("file",),
        metavar="FILE",
        nargs="?",
        help="a record; without one, the latest finished game",
    )
    analyse.add_argument(
        *("--seconds",),
        metavar="S",
        type=seconds,
        default=60.0,
        help="how long to search, by the clock (60)",
    )
    as_json(analyse)

    replay = command("replay", "play a record again, at a terminal step by step; what it proves")
    replay.add_argument("file", metavar="FILE", help="the record; - is standard input")
    as_json(replay)
    replay.add_argument(
        "--cast", metavar="FILE", help="write a film of it that asciinema plays (asciicast v2)"
    )

    export = command("export", "the record of the current or a finished game")
    export.add_argument(
        "number", metavar="N", nargs="?", type=count, help="the Nth latest finished game"
    )
    scores = command("scores", "the score sheets and the boards")
    as_json(scores)
    scores.add_argument("--export", metavar="BOARD", help="write a board, to be carried elsewhere")
    scores.add_argument("--import", metavar="FILE", dest="taken", help="take results of elsewhere")
    boards = command("boards", "where the boards of all players lie, and whether that is in order")
    boards.add_argument(
        "--prepare", action="store_true", help="make SOLTERM_SHARED ready, as its administrator"
    )
    verify = command("verify", "replay the results of a file, a board or a folder")
    verify.add_argument("what", metavar="FILE|BOARD", help="a file, or a board of 'solterm scores'")
    stats = command("stats", "games played and won, streaks, times")
    as_json(stats)
    stats.add_argument("--csv", action="store_true", help="as a table for spreadsheets")
    stats.add_argument("--reset", metavar="ID", nargs="?", const="", help="begin anew: ID, or all")
    stats.add_argument("--yes", action="store_true", help="reset without being asked")

    backup = command("backup", "write all of your data into one file")
    backup.add_argument("file", metavar="FILE")
    restore = command("restore", "bring back the data of a backup")
    restore.add_argument("file", metavar="FILE")
    restore.add_argument("--yes", action="store_true", help="without being asked")
    record = command("import", "keep a record as a saved game")
    record.add_argument("file", metavar="FILE", help="the record; - is standard input")

    serve = command("serve", "a card room that anybody reaches with ssh", _SERVING)
    serve.add_argument("--host", metavar="ADDR", default="", help="the address to serve at (all)")
    serve.add_argument("--port", metavar="N", type=port, default=2222, help="its port (2222)")
    serve.add_argument("--data", metavar="DIR", help="the folder of the host's players and key")
    serve.add_argument(
        "--keys", metavar="FILE", help="let in only the keys of a file like authorized_keys"
    )
    serve.add_argument("--closed", action="store_true", help="let in nobody without a key")
    serve.add_argument(
        "--database", metavar="URL", help="keep players in PostgreSQL, for several hosts"
    )
    serve.add_argument("--log", metavar="FILE", help="log to a file, not to standard error")
    serve.add_argument("--even-as-root", action="store_true", help="serve as root: better not")
    serve.add_argument("--status", action="store_true", help="of the host that runs: who plays")
    as_json(serve, "tell the status in JSON")
    serve.add_argument(
        "--kick", metavar="WHO", help="end the sessions of a player, or one by its id"
    )
    serve.add_argument("--message", metavar="TEXT", help="say something to everybody who plays")

    completion = command("completion", "let a shell complete commands, options and games")
    completion.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish")

    doctor = command("doctor", "where data lives, what the terminal can do, what is wrong")
    doctor.add_argument("--keys", action="store_true", help="test which keys arrive")
    return top


_T = TypeVar("_T")


def _argument(check: Callable[[str], _T], text: str) -> _T:
    """The value of an argument; what is wrong with a bad one is the parser's to tell."""
    try:
        return check(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def game(text: str) -> "Game":
    """A game by its id."""
    from solterm.games import find

    return _argument(find, text)


def player(text: str) -> str:
    """A player's name."""
    from solterm.contests.names import check_name

    return _argument(check_name, text)


def deal_number(text: str) -> int:
    """The number of a deal."""
    from solterm.core import deals

    return _argument(deals.parse, text)


def game_or_all(text: str) -> "Game | None":
    """A game by its id, or None for all of the catalogue."""
    return None if text == "all" else game(text)


def deal_numbers(text: str) -> range:
    """The numbers of deals, from the first to the last."""
    first, dash, last = text.partition("-")
    numbers = range(deal_number(first), deal_number(last if dash else first) + 1)
    if not numbers:
        raise argparse.ArgumentTypeError(f"{text!r} are no deals: write the smaller number first.")
    return numbers


def level(text: str) -> int:
    """A level."""
    if text not in ("1", "2", "3"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a level: 1 (easy), 2 and 3 are.")
    return int(text)


def jobs(text: str) -> int:
    """How many processes work at once."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 64):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of jobs: write 1 to 64.")
    return int(text)


def port(text: str) -> int:
    """A port of TCP; 0 is any that is free."""
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: write 0 to 65535.")
    return int(text)


def seconds(text: str) -> float:
    """How long something may take."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 10**9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds: write 5 or 0.5.")
    return value


def option(text: str) -> tuple[str, str]:
    """A game's option and its value."""
    key, _, value = text.partition("=")
    if not (key and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not an option: write KEY=VALUE.")
    return key, value


def count(text: str) -> int:
    """How many games back."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} does not count games: 1 is the latest one.")
    return int(text)


def clip(sentence: str) -> str:
    """A sentence as one line of reasonable length; of a longer one, the beginning and the end."""
    line = " ".join(sentence.split())
    if len(line) <= _LONGEST:
        return line
    return f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 2 :]}"

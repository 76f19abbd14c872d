"""The command line (``design.md`` section 8): what solterm does when it is called.

Exit codes: 0 done, 1 refused or failed with one line on stderr, 2 called wrongly. Only what a
command needs is imported, so that the first frame comes quickly and a store that cannot be opened
stops none but those who ask it.
"""

import argparse
import contextlib
import io
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn, TypeVar

from solterm import __version__

if TYPE_CHECKING:
    from solterm.core.game import Game
    from solterm.store.kept import KeptPlay
    from solterm.store.store import Store

_EXAMPLES = """\
examples:
  solterm                                 go on where you left, or choose a game
  solterm play kloncan-klondike           go on with Klondike, or deal it
  solterm play kloncan-canfield --deal 617 --level 2
  solterm play kloncan-klondike --plain   in lines of text, for screen readers and pipes
  solterm rules kloncan-canfield
  solterm export > game.txt               the record of the current game ...
  solterm replay game.txt                 ... and what it proves
  solterm import game.txt                 keep a record as a saved game
  solterm stats                           games won, streaks and times
  solterm verify tour                     replay every result of a board
  solterm --player ann                    another player at the same account
  solterm backup cards.zip                all of your games, scores and settings
  solterm restore cards.zip
"""


class Failure(Exception):
    """A command that could not be done; its text is the sentence for the player."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run solterm with arguments (those of the process if None) and answer its exit code."""
    _prepare_streams()
    try:
        args = _parser().parse_args(argv)
        if args.player:
            os.environ["SOLTERM_PLAYER"] = args.player
        args.run(args)
        sys.stdout.flush()
        return 0
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except Failure as failure:
        print(f"solterm: {_clipped(str(failure))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _let_go_of_stdout()
        return 0
    except OSError as error:
        _let_go_of_stdout()
        print(f"solterm: {error.strerror or error}.", file=sys.stderr)
        return 1


# -- the grammar ---------------------------------------------------------------------------

_Run = Callable[[argparse.Namespace], None]


_LONGEST = 400
"""Characters of an error that are shown; what is quoted may be as long as it likes."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_clipped(message)} (--help shows how)\n")


def _parser() -> _Parser:
    parser = _Parser(
        prog="solterm",
        description="A solitaire collection for the terminal.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--player", metavar="NAME", type=_player, help="play as NAME, with data of their own"
    )
    parser.add_argument("--version", action="version", version=f"solterm {__version__}")
    parser.set_defaults(run=_program)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, run: _Run, does: str) -> _Parser:
        added = commands.add_parser(name, help=does, description=does, allow_abbrev=False)
        added.set_defaults(run=run, parser=added)
        return added

    def as_json(added: _Parser, does: str = "answer in JSON") -> None:
        added.add_argument("--json", action="store_true", help=does)

    play = command("play", _play, "go on with a game, or deal it")
    play.add_argument("game", metavar="ID", type=_game, help="a game of 'solterm list'")
    play.add_argument("--deal", metavar="N", type=_deal_number, help="start anew with this deal")
    play.add_argument("--level", metavar="LEVEL", type=_level, help="1 (easy), 2 or 3 (default)")
    play.add_argument(
        "--option",
        metavar="KEY=VALUE",
        type=_option,
        action="append",
        default=[],
        help="a choice the game offers; starts anew",
    )
    play.add_argument("--plain", action="store_true", help="in lines of text")
    as_json(play, "in JSON lines, for programs; implies --plain")

    as_json(command("list", _list, "all games"))

    rules = command("rules", _rules, "the rules page of a game")
    rules.add_argument("game", metavar="ID", type=_game)

    deal = command("deal", _report(_deal), "the opening position of a deal, all cards named")
    deal.add_argument("game", metavar="ID", type=_game)
    deal.add_argument("--deal", metavar="N", type=_deal_number, required=True)
    deal.add_argument("--level", metavar="LEVEL", type=_level, default=3)
    as_json(deal)

    replay = command("replay", _report(_replay), "play a record again, and tell what it proves")
    replay.add_argument("file", metavar="FILE", help="the record; - is standard input")
    as_json(replay)

    export = command("export", _report(_export), "the record of the current or a finished game")
    export.add_argument(
        "number", metavar="N", nargs="?", type=_count, help="the Nth latest finished game"
    )
    scores = command("scores", _report(_scores), "the score sheets and the boards")
    as_json(scores)
    scores.add_argument("--export", metavar="BOARD", help="write a board, to be carried elsewhere")
    scores.add_argument("--import", metavar="FILE", dest="taken", help="take results of elsewhere")
    verify = command("verify", _verify, "replay the results of a file or a board")
    verify.add_argument("what", metavar="FILE|BOARD", help="a file, or a board of 'solterm scores'")
    stats = command("stats", _stats, "games played and won, streaks, times")
    as_json(stats)
    stats.add_argument("--reset", metavar="ID", nargs="?", const="", help="begin anew: ID, or all")
    stats.add_argument("--yes", action="store_true", help="reset without being asked")

    backup = command("backup", _report(_backup), "write all of your data into one file")
    backup.add_argument("file", metavar="FILE")
    restore = command("restore", _restore, "bring back the data of a backup")
    restore.add_argument("file", metavar="FILE")
    restore.add_argument("--yes", action="store_true", help="without being asked")
    record = command("import", _report(_import), "keep a record as a saved game")
    record.add_argument("file", metavar="FILE", help="the record; - is standard input")

    doctor = command("doctor", _doctor, "where data lives, what the terminal can do, what is wrong")
    doctor.add_argument("--keys", action="store_true", help="test which keys arrive")
    return parser


_T = TypeVar("_T")


def _argument(check: Callable[[str], _T], text: str) -> _T:
    """The value of an argument; what is wrong with a bad one is the parser's to tell."""
    try:
        return check(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _game(text: str) -> "Game":
    from solterm.games import find

    return _argument(find, text)


def _player(text: str) -> str:
    from solterm.contests.proof import check_name

    return _argument(check_name, text)


def _deal_number(text: str) -> int:
    from solterm.core import deals

    return _argument(deals.parse, text)


def _level(text: str) -> int:
    if text not in ("1", "2", "3"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a level: 1 (easy), 2 and 3 are.")
    return int(text)


def _option(text: str) -> tuple[str, str]:
    key, _, value = text.partition("=")
    if not (key and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not an option: write KEY=VALUE.")
    return key, value


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} does not count games: 1 is the latest one.")
    return int(text)


# -- playing -------------------------------------------------------------------------------


def _program(args: argparse.Namespace) -> None:
    _on_the_screen(None, None, None, {})


def _play(args: argparse.Namespace) -> None:
    options = dict(args.option)
    try:
        args.game.with_options(options)
    except ValueError as error:
        args.parser.error(str(error))
    if args.plain or args.json:
        _in_lines(args.game, args.deal, args.level, options, args.json)
    else:
        _on_the_screen(args.game.id, args.deal, args.level, options)


def _on_the_screen(
    game_id: str | None, deal: int | None, level: int | None, options: dict[str, str]
) -> None:
    """Run the full program, which finds or deals the game itself."""
    from solterm.plain.doctor import no_screen

    if reason := no_screen():
        raise Failure(reason)
    from solterm.tui import run

    if code := run(game_id=game_id, deal=deal, level=level, options=options):
        sys.exit(code)


def _in_lines(
    game: "Game", deal: int | None, level: int | None, options: dict[str, str], as_json: bool
) -> None:
    """Play in line mode. A store that cannot be opened is said so and done without."""
    from solterm.plain.loop import run
    from solterm.plain.session import Session
    from solterm.store.store import Store, StoreError

    try:
        store = Store.open()
    except StoreError as error:
        store = Store.memory(str(error))
    try:
        kept, notice = _kept_play(store, game, deal, level, options)
    except StoreError as error:
        raise Failure(f"{error} 'solterm play {game.id} --deal N' deals another one.") from None
    if store.unsaved and as_json:
        notice = f"{store.unsaved} {notice}".rstrip()
    elif store.unsaved:
        print(f"solterm: {store.unsaved}", file=sys.stderr)
    source = sys.stdin.buffer if sys.stdin else io.BytesIO()
    run(Session(kept), source, sys.stdout, as_json, notice)


def _kept_play(
    store: "Store",
    game: "Game",
    deal: int | None,
    level: int | None,
    options: Mapping[str, str],
) -> "tuple[KeptPlay, str]":
    """The suspended free play of a game, or a new one, and what is to be said about it."""
    from solterm.chance import random_deal
    from solterm.core.rules import Outcome
    from solterm.games import find
    from solterm.store.kept import KeptPlay

    saved = store.suspended(game.id, "") if deal is None and not options else None
    if saved:
        kept = KeptPlay.resume(store, saved, find)
        # One that is won was only not left any more: the program was ended before.
        if kept.play.outcome is not Outcome.WON:
            if level not in (None, kept.play.level):
                kept.perform(f"level {level}")
            return kept, "You go on where you left."
        kept.finish()
    return KeptPlay.start(store, game, deal or random_deal(), level or 3, options=options), ""


# -- telling -------------------------------------------------------------------------------


def _list(args: argparse.Namespace) -> None:
    from solterm.games import catalogue

    games = catalogue().values()
    if not args.json:
        for game in games:
            print(f"{game.id:28} {game.name} ({game.collection})")
        return
    listed = [
        {
            "id": game.id,
            "name": game.name,
            "collection": game.collection,
            "family": game.family,
            "packs": game.packs,
            "aka": list(game.also),
        }
        for game in games
    ]
    print(json.dumps(listed))


def _rules(args: argparse.Namespace) -> None:
    from solterm.games.pages import page

    print(page(args.game.id), end="")


def _report(ask: Callable[[ModuleType, argparse.Namespace], str]) -> _Run:
    """The command that prints what one of ``plain.reports`` answers."""

    def run(args: argparse.Namespace) -> None:
        from solterm.plain import reports

        try:
            print(ask(reports, args).removesuffix("\n"))
        except reports.ReportError as error:
            raise Failure(str(error)) from None

    return run


def _deal(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.deal(args.game, args.deal, args.level, args.json))


def _replay(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.replay(args.file, args.json))


def _export(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.export(args.number))


def _scores(reports: ModuleType, args: argparse.Namespace) -> str:
    if args.export:
        return str(reports.board_out(args.export))
    if args.taken:
        return str(reports.board_in(args.taken))
    return str(reports.scores(args.json))


def _verify(args: argparse.Namespace) -> None:
    from solterm.plain import reports

    try:
        verdicts = reports.verified(args.what)
    except reports.ReportError as error:
        raise Failure(str(error)) from None
    for verdict in verdicts.lines:
        print(verdict)
    if verdicts.refused:
        raise Failure(f"{verdicts.refused} of {len(verdicts.lines)} do not hold.")


def _stats(args: argparse.Namespace) -> None:
    if args.reset is None:
        _report(lambda reports, _: str(reports.stats(args.json)))(args)
        return
    game = _game(args.reset).id if args.reset else ""
    _confirm(f"Begin the statistics of {game or 'all games'} anew", args.yes)
    _report(lambda reports, _: str(reports.forget(game)))(args)


def _backup(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.backed_up(args.file))


def _restore(args: argparse.Namespace) -> None:
    _confirm("Put the backup in the place of your present data", args.yes)
    _report(lambda reports, _: str(reports.restored(args.file)))(args)


def _import(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.imported(args.file))


def _confirm(question: str, sure: bool) -> None:
    """Ask the player at a terminal; raise ``Failure`` unless the answer is yes."""
    if sure:
        return
    if not (sys.stdin and sys.stdin.isatty()):
        raise Failure(f"{question}? Nobody can be asked here: --yes says so.")
    print(f"{question} (y/N)? ", end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Failure("Nothing was changed.")


def _doctor(args: argparse.Namespace) -> None:
    from solterm.plain import doctor

    for heading, finding in doctor.findings():
        print(f"{heading + ':':10} {finding}")
    for complaint in doctor.complaints():
        print(f"Trouble:   {complaint}")
    if args.keys:
        if not (sys.stdin and sys.stdin.isatty()):
            raise Failure("The key tester needs a terminal to type at.")
        from solterm.plain import keytester

        keytester.run()


# -- what is said and where ----------------------------------------------------------------


def _clipped(sentence: str) -> str:
    """A sentence as one line of reasonable length; of a longer one, the beginning and the end."""
    line = " ".join(sentence.split())
    if len(line) <= _LONGEST:
        return line
    return f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 2 :]}"


def _prepare_streams() -> None:
    """Let neither the locale nor a stream that is closed raise an error while something is said."""
    for name, errors in (("stdout", "replace"), ("stderr", "backslashreplace")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.TextIOWrapper(io.FileIO(os.devnull, "w")))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _let_go_of_stdout() -> None:
    """Point stdout nowhere, or the interpreter would complain when it flushes it at its end."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())

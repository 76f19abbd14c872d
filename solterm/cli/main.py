"""The command line (docs/protocol.md, "The command line"): what solterm does when it is called.

Exit codes: 0 done, 1 refused or failed with one line on stderr, 2 called wrongly. Only what a
command needs is imported, so that the first frame comes quickly and a store that cannot be opened
stops none but those who ask it.
"""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType

from solterm.capabilities import cannot_paint, no_screen
from solterm.cli import arguments
from solterm.cli.failure import Failure
from solterm.cli.parser import parser
from solterm.cli.starting import choose_options, open_program, play, play_contest
from solterm.cli.surroundings import let_go_of_stdout, obey_the_host, prepare_streams, say

_Run = Callable[[argparse.Namespace], None]


def main(argv: Sequence[str] | None = None) -> int:
    """Run solterm with arguments (those of the process if None) and answer its exit code."""
    prepare_streams()
    try:
        args = _read(sys.argv[1:] if argv is None else argv)
        if args.player:
            os.environ["SOLTERM_PLAYER"] = args.player
        obey_the_host()
        _RUN[args.command](args)
        sys.stdout.flush()
        return 0
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except Failure as failure:
        say(str(failure))
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        let_go_of_stdout()
        return 0
    except OSError as error:
        let_go_of_stdout()
        say(f"{error.strerror or error}.")
        return 1
    except Exception as error:
        from solterm.store.report import write_report

        let_go_of_stdout()
        say(write_report(error))
        return 1


def _read(words: Sequence[str]) -> argparse.Namespace:
    """What a line says. All that is loaded for it stays, so that nobody looks for garbage there."""
    gc.disable()
    try:
        return parser(words).parse_args(words)
    finally:
        gc.enable()


# -- telling -------------------------------------------------------------------------------


def _list(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.list_games(args.json))


def _rules(args: argparse.Namespace) -> None:
    from solterm.manual.pages import page

    try:
        print(page(args.game.id), end="")
    except ValueError as error:
        raise Failure(str(error)) from None


def _report(ask: Callable[[ModuleType, argparse.Namespace], str]) -> _Run:
    """The command that prints what one of ``solterm.cli.reports`` answers."""

    def run(args: argparse.Namespace) -> None:
        from solterm.cli import reports

        try:
            print(ask(reports, args).removesuffix("\n"))
        except reports.ReportError as error:
            raise Failure(str(error)) from None

    return run


def _deal(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.deal(args.game, args.deal, args.level, choose_options(args), args.json))


def _check_solver() -> None:
    """Raise ``Failure`` on a host that has turned the solver off."""
    from solterm.sessions.workers import OFF, is_off

    if is_off():
        raise Failure(OFF)


def _solve(_: ModuleType, args: argparse.Namespace) -> str:
    _check_solver()
    from solterm.cli.solving import solve_deal

    return solve_deal(
        args.game, args.deal, args.level, choose_options(args), args.seconds, args.json
    )


def _analyse(_: ModuleType, args: argparse.Namespace) -> str:
    _check_solver()
    from solterm.cli.analysing import analyse_game

    return analyse_game(args.file, args.seconds, args.json)


def _study(reports: ModuleType, args: argparse.Namespace) -> str:
    _check_solver()
    from solterm.cli.studying import study_asked

    try:
        options = choose_options(args) if args.game else dict(args.option)
        return study_asked(
            *(args.game, args.level, options, args.deals, args.seconds, args.jobs, args.csv)
        )
    except ValueError as error:
        raise reports.ReportError(str(error)) from None


def _replay(args: argparse.Namespace) -> None:
    """Show a record step by step where somebody looks on, then tell what it proves."""
    if args.cast:
        _report(lambda reports, args: str(reports.write_film(args.file, args.cast)))(args)
        return
    if not args.json and args.file != "-" and _is_watched():
        from solterm.cli import reports
        from solterm.tui import Stopped, show_record

        try:
            show_record(*reports.record_of(args.file))
            print(reports.line(args.file))
        except (reports.ReportError, Stopped) as error:
            raise Failure(str(error)) from None
    _report(lambda reports, args: str(reports.replay(args.file, args.json)))(args)


def _is_watched() -> bool:
    """Is there a terminal that can show the full program, with somebody at it?"""
    streams = (sys.stdin, sys.stdout)
    return all(each and each.isatty() for each in streams) and not (cannot_paint() or no_screen())


def _export(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.export(args.number))


def _scores(reports: ModuleType, args: argparse.Namespace) -> str:
    from solterm.cli import boards

    if args.export:
        return boards.export_board(args.export)
    if args.taken:
        return boards.import_results(args.taken)
    return boards.scores(args.json)


def _boards(args: argparse.Namespace) -> None:
    from solterm.cli import boards

    _report(lambda _, args: boards.prepare() if args.prepare else boards.tell_place())(args)


def _verify(args: argparse.Namespace) -> None:
    from solterm.cli import boards
    from solterm.cli.reports import ReportError

    try:
        verdicts = boards.verify(args.what)
    except ReportError as error:
        raise Failure(str(error)) from None
    for verdict in verdicts.lines:
        print(verdict)
    if verdicts.refused:
        raise Failure(f"{verdicts.refused} of {len(verdicts.lines)} refused.")


def _stats(args: argparse.Namespace) -> None:
    if args.reset is None:
        _report(lambda reports, _: str(reports.stats(args.json, args.csv)))(args)
        return
    game = arguments.game(args.reset).id if args.reset else ""
    _confirm(f"Begin the statistics of {game or 'all games'} anew", args.yes)
    _report(lambda reports, _: str(reports.forget(game)))(args)


def _backup(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.back_up(args.file))


def _restore(args: argparse.Namespace) -> None:
    _confirm("Put the backup in the place of your present data", args.yes)
    _report(lambda reports, _: str(reports.restore_backup(args.file)))(args)


def _import(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.import_record(args.file))


def _confirm(question: str, sure: bool) -> None:
    """Ask the player at a terminal; raise ``Failure`` unless the answer is yes."""
    if sure:
        return
    if not (sys.stdin and sys.stdin.isatty()):
        raise Failure(f"{question}? Nobody can be asked here: --yes says so.")
    print(f"{question} (y/N)? ", end="", flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Failure("Nothing was changed.")


def _serve(args: argparse.Namespace) -> None:
    from solterm.cli import serving

    serving.serve(args)


def _completion(args: argparse.Namespace) -> None:
    from solterm.cli import completion

    print(completion.script(args.shell), end="")


def _doctor(args: argparse.Namespace) -> None:
    from solterm.cli import doctor

    for heading, finding in doctor.findings():
        print(f"{heading + ':':10} {finding}")
    for complaint in doctor.complaints():
        print(f"Trouble:   {complaint}")
    if args.keys:
        if not (sys.stdin and sys.stdin.isatty()):
            raise Failure("The key tester needs a terminal to type at.")
        from solterm.cli import keytester

        keytester.run()


# -- which command does what ---------------------------------------------------------------

_RUN: dict[str, _Run] = {
    "": open_program,
    "play": play,
    "contest": play_contest,
    "list": _report(_list),
    "rules": _rules,
    "deal": _report(_deal),
    "replay": _replay,
    "solve": _report(_solve),
    "study": _report(_study),
    "analyse": _report(_analyse),
    "export": _report(_export),
    "scores": _report(_scores),
    "boards": _boards,
    "verify": _verify,
    "stats": _stats,
    "backup": _report(_backup),
    "restore": _restore,
    "import": _report(_import),
    "serve": _serve,
    "completion": _completion,
    "doctor": _doctor,
}

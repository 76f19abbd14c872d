"""The command line (docs/protocol.md, "The command line"): runs the command that was typed.

Exit codes: 0 done, 1 refused or failed with one line on stderr, 2 wrong usage, 130 stopped with
Ctrl+C. Each command imports only what it needs, so that the first screen comes quickly and a store
that cannot be opened stops only the commands that use it.
"""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType

from solterm.capabilities import cannot_paint, no_screen
from solterm.cli import console
from solterm.cli.console import Answer, Markdown
from solterm.cli.failure import Failure
from solterm.cli.parser import parser
from solterm.cli.starting import choose_options, open_program, play, play_contest
from solterm.cli.surroundings import discard_stdout, prepare_streams, prepare_variables, say
from solterm.store.patience import tell_waits

_Run = Callable[[argparse.Namespace], None]


def main(argv: Sequence[str] | None = None) -> int:
    """Run solterm with arguments, by default those of the process, and return its exit code."""
    prepare_streams()
    prepare_variables()
    try:
        args = _read(sys.argv[1:] if argv is None else argv)
        if args.player:
            os.environ["SOLTERM_PLAYER"] = args.player
        console.decide(getattr(args, "json", False))
        tell_waits(say)
        _RUN[args.command](args)
        sys.stdout.flush()
        return 0
    except SystemExit as stop:
        if isinstance(stop.code, str):
            say(stop.code)
            return 1
        return stop.code or 0
    except Failure as failure:
        say(str(failure))
        return 1
    except KeyboardInterrupt as stop:
        say(str(stop) or "Stopped.")
        return 130
    except BrokenPipeError:
        discard_stdout()
        return 0
    except OSError as error:
        discard_stdout()
        say(f"{error.strerror or error}.")
        return 1
    except Exception as error:
        from solterm.sessions.crash_report import write_report

        discard_stdout()
        say(write_report(error))
        return 1


def _read(words: Sequence[str]) -> argparse.Namespace:
    """Parse a line, without garbage collection: everything that it loads stays."""
    gc.disable()
    try:
        return parser(words).parse_args(words)
    finally:
        gc.freeze()
        gc.enable()


# -- reports -------------------------------------------------------------------------------


def _report(ask: Callable[[ModuleType, argparse.Namespace], Answer | str]) -> _Run:
    """Make a command that shows what a function of ``solterm.cli.reports`` returns."""

    def run(args: argparse.Namespace) -> None:
        from solterm.cli import reports

        try:
            console.show(ask(reports, args), getattr(args, "json", False))
        except reports.ReportError as error:
            raise Failure(str(error)) from None

    return run


def _list(reports: ModuleType, args: argparse.Namespace) -> Answer:
    found: Answer = reports.list_games()
    return found


def _rules(args: argparse.Namespace) -> None:
    from solterm.manual.pages import page

    try:
        text = page(args.game.id)
        console.show(Answer([Markdown(text)]))
    except ValueError as error:
        raise Failure(str(error)) from None


def _deal(reports: ModuleType, args: argparse.Namespace) -> Answer:
    found: Answer = reports.deal(args.game, args.deal, args.level, choose_options(args))
    return found


def _check_solver() -> None:
    """Raise ``Failure`` on a host that has turned off the solver."""
    from solterm.sessions.workers import OFF, is_off

    if is_off():
        raise Failure(OFF)


def _solve(_: ModuleType, args: argparse.Namespace) -> str:
    _check_solver()
    from solterm.cli.solving import solve_deal

    return solve_deal(
        *(args.game, args.deal, args.level, choose_options(args), args.seconds),
        *(args.json, args.record),
    )


def _analyse(_: ModuleType, args: argparse.Namespace) -> str:
    _check_solver()
    from solterm.cli.analysing import analyse_game

    return analyse_game(args.file, args.seconds, args.json)


def _study(reports: ModuleType, args: argparse.Namespace) -> Answer:
    _check_solver()
    from solterm.cli.studying import study_asked

    try:
        options = choose_options(args) if args.game else dict(args.option)
        seconds = args.seconds or (1.0 if args.hints else 5.0)
        return study_asked(
            *(args.game, args.level, options, args.deals, seconds, args.jobs, args.csv, args.hints)
        )
    except ValueError as error:
        raise reports.ReportError(str(error)) from None


def _replay(args: argparse.Namespace) -> None:
    """Show a record step by step at a terminal, then what it proves."""
    if args.cast:
        _report(lambda reports, args: str(reports.write_film(args.file, args.cast)))(args)
        return
    if not args.json and args.file != "-" and _has_screen():
        from solterm.cli import reports
        from solterm.tui import Stopped, show_record

        try:
            show_record(*reports.record_of(args.file))
            print(reports.line(args.file))
        except (reports.ReportError, Stopped) as error:
            raise Failure(str(error)) from None
    _report(_prove)(args)


def _prove(reports: ModuleType, args: argparse.Namespace) -> Answer:
    found: Answer = reports.replay(args.file)
    return found


def _has_screen() -> bool:
    """Whether standard input and output are a terminal that can show the full program."""
    streams = (sys.stdin, sys.stdout)
    return all(each and each.isatty() for each in streams) and not (cannot_paint() or no_screen())


def _export(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.export(args.number))


def _scores(reports: ModuleType, args: argparse.Namespace) -> Answer | str:
    from solterm.cli import boards

    if args.export:
        return boards.export_board(args.export)
    if args.taken:
        return boards.import_results(args.taken)
    return boards.scores()


def _boards(reports: ModuleType, args: argparse.Namespace) -> Answer | str:
    from solterm.cli import boards

    return boards.prepare() if args.prepare else boards.tell_place()


def _verify(args: argparse.Namespace) -> None:
    from solterm.cli.reports import ReportError
    from solterm.cli.verifying import verify

    try:
        found = verify(args.what)
    except ReportError as error:
        raise Failure(str(error)) from None
    console.show(found.answer())
    if found.refused:
        raise Failure(f"{found.refused} of {len(found.results)} refused.")


def _stats(args: argparse.Namespace) -> None:
    if args.reset is None:
        _report(lambda reports, args: reports.spreadsheet() if args.csv else reports.stats())(args)
        return
    _confirm(f"Reset the statistics of {args.reset or 'all games'}", args.yes)
    _report(lambda reports, args: str(reports.forget(args.reset)))(args)


def _backup(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.back_up(args.file))


def _restore(args: argparse.Namespace) -> None:
    _confirm("Replace your present data with the backup", args.yes)
    _report(lambda reports, _: str(reports.restore_backup(args.file)))(args)


def _import(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.import_record(args.file))


def _confirm(question: str, sure: bool) -> None:
    """Ask the player to confirm; raise ``Failure`` unless the answer is yes."""
    if sure:
        return
    if not (sys.stdin and sys.stdin.isatty()):
        raise Failure(f"{question}? This is not a terminal; pass --yes to confirm.")
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

    console.show(doctor.examine())


# -- the commands ---------------------------------------------------------------------------

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
    "boards": _report(_boards),
    "verify": _verify,
    "stats": _stats,
    "backup": _report(_backup),
    "restore": _restore,
    "import": _report(_import),
    "serve": _serve,
    "completion": _completion,
    "doctor": _doctor,
}

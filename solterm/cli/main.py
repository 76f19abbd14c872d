"""The command line (docs/protocol.md, "The command line"): runs the command that was typed.

Exit codes: 0 done, 1 refused or failed with one line on stderr, 2 wrong usage, 130 stopped with
Ctrl+C. Each command imports only what it needs, so that the first screen comes quickly and a store
that cannot be opened stops only the commands that use it.
"""

import argparse
import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import NamedTuple

from solterm.capabilities import Terminal
from solterm.cli import console
from solterm.cli.console import Markdown, Part, Report
from solterm.cli.failure import Failure
from solterm.cli.parser import parser
from solterm.cli.starting import choose_options, open_program, play, play_contest
from solterm.cli.surroundings import discard_stdout, prepare_streams, prepare_variables, say
from solterm.context import Context
from solterm.store.patience import Patience

_Run = Callable[[argparse.Namespace], None]


def main(argv: Sequence[str] | None = None) -> int:
    """Run solterm with arguments, by default those of the process, and return its exit code."""
    prepare_streams()
    context = Context.from_environment()
    prepare_variables(context)
    try:
        args = _read(sys.argv[1:] if argv is None else argv)
        if args.player:
            context = context._replace(player=args.player)
        args.context = context
        console.decide(context.terminal, getattr(args, "json", False))
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
        from solterm.store.report import write_report

        discard_stdout()
        say(write_report(context, error))
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


def _report(ask: Callable[[ModuleType, argparse.Namespace], Report | str]) -> _Run:
    """Make a command that shows what a function of ``solterm.cli.reports`` returns."""

    def run(args: argparse.Namespace) -> None:
        from solterm.cli import reports

        try:
            console.show(ask(reports, args), getattr(args, "json", False))
        except reports.ReportError as error:
            raise Failure(str(error)) from None

    return run


def _list(reports: ModuleType, args: argparse.Namespace) -> Report:
    found: Report = reports.list_games()
    return found


class _Page(NamedTuple):
    """The rules of a game."""

    page: str

    def text(self) -> str:
        return self.page

    def values(self) -> None:
        return None

    def parts(self) -> Iterator[Part]:
        yield Markdown(self.page)


def _rules(args: argparse.Namespace) -> None:
    from solterm.manual.pages import page

    try:
        console.show(_Page(page(args.game.id)))
    except ValueError as error:
        raise Failure(str(error)) from None


def _deal(reports: ModuleType, args: argparse.Namespace) -> Report:
    found: Report = reports.deal(args.game, args.deal, args.level, choose_options(args))
    return found


def _check_solver(args: argparse.Namespace) -> None:
    """Raise ``Failure`` on a host that has turned off the solver."""
    from solterm.sessions.workers import OFF

    if args.context.is_solver_off:
        raise Failure(OFF)


def _solve(_: ModuleType, args: argparse.Namespace) -> str:
    _check_solver(args)
    from solterm.cli.solving import solve_deal

    return solve_deal(
        *(args.game, args.deal, args.level, choose_options(args), args.seconds),
        *(args.json, args.record),
    )


def _analyse(_: ModuleType, args: argparse.Namespace) -> str:
    _check_solver(args)
    from solterm.cli.analysing import analyse_game

    return analyse_game(args.context, args.file, args.seconds, args.json)


def _study(reports: ModuleType, args: argparse.Namespace) -> Report:
    _check_solver(args)
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
        _report(lambda reports, args: str(reports.write_film(args.context, args.file, args.cast)))(
            args
        )
        return
    if not args.json and args.file != "-" and _has_screen(args.context.terminal):
        from solterm.cli import reports
        from solterm.tui import Stopped, show_record

        try:
            context = args.context
            show_record(context, Patience(say), *reports.record_of(context, args.file))
            print(reports.line(context, args.file))
        except (reports.ReportError, Stopped) as error:
            raise Failure(str(error)) from None
    _report(_prove)(args)


def _prove(reports: ModuleType, args: argparse.Namespace) -> Report:
    found: Report = reports.replay(args.context, args.file)
    return found


def _has_screen(terminal: Terminal) -> bool:
    """Whether standard input and output are a terminal that can show the full program."""
    return terminal.is_tty and not (terminal.cannot_paint or terminal.no_screen)


def _export(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.export(args.context, args.number))


def _scores(reports: ModuleType, args: argparse.Namespace) -> Report | str:
    from solterm.cli import boards

    if args.export:
        return boards.export_board(args.context, args.export)
    if args.taken:
        return boards.import_results(args.context, args.taken)
    return boards.scores(args.context)


def _boards(reports: ModuleType, args: argparse.Namespace) -> Report | str:
    from solterm.cli import boards

    return boards.prepare(args.context) if args.prepare else boards.tell_place(args.context)


def _verify(args: argparse.Namespace) -> None:
    from solterm.cli.reports import ReportError
    from solterm.cli.verifying import verify

    try:
        found = verify(args.context, args.what)
    except ReportError as error:
        raise Failure(str(error)) from None
    console.show(found)
    if found.refused:
        raise Failure(f"{found.refused} of {len(found.results)} refused.")


def _stats(args: argparse.Namespace) -> None:
    if args.reset is None:
        _report(
            lambda reports, args: (
                reports.spreadsheet(args.context) if args.csv else reports.stats(args.context)
            )
        )(args)
        return
    _confirm(f"Reset the statistics of {args.reset or 'all games'}", args.yes)
    _report(lambda reports, args: str(reports.forget(args.context, args.reset)))(args)


def _backup(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.back_up(args.context, args.file))


def _restore(args: argparse.Namespace) -> None:
    _confirm("Replace your present data with the backup", args.yes)
    _report(lambda reports, _: str(reports.restore_backup(args.context, args.file)))(args)


def _import(reports: ModuleType, args: argparse.Namespace) -> str:
    return str(reports.import_record(args.context, args.file))


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

    console.show(doctor.examine(args.context))


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

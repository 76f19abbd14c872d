"""The command line (docs/protocol.md, "The command line"): runs the command that was typed.

This is its lazy door: it imports the module of a command, the screen or line mode when they are
wanted, so that the first screen comes quickly, and a part that cannot be loaded stops only the
commands that use it.

Exit codes: 0 done, 1 refused or failed with one line on stderr, 2 wrong usage, 130 stopped with
Ctrl+C.
"""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from solterm.chance import random_deal
from solterm.cli.arguments import read_start
from solterm.cli.console import (
    CommandAnswer,
    Output,
    discard_stdout,
    prepare_streams,
    prepare_variables,
    say,
    wrap_for,
)
from solterm.cli.parser import parser
from solterm.cli.shell_commands import COMMANDS
from solterm.context import Context
from solterm.core.refusal import Refusal
from solterm.store.patience import Patience
from solterm.wire import launch

if TYPE_CHECKING:
    from solterm.sessions.plays import Start


def main(argv: Sequence[str] | None = None) -> int:
    """Run solterm with arguments, by default those of the process, and return its exit code."""
    prepare_streams()
    context = Context.from_environment()
    prepare_variables(context)
    try:
        args = _read(sys.argv[1:] if argv is None else argv)
        if args.player:
            context = context._replace(player=args.player)
        out = Output.choose(context, getattr(args, "json", False))
        module, _, function = args.run.partition(".")
        answer = getattr(import_module(f"solterm.cli.{module}"), function)(args, out)
        return _show(answer, out)
    except SystemExit as stop:
        if isinstance(stop.code, str):
            say(stop.code)
            return 1
        return stop.code or 0
    except Refusal as refusal:
        say(str(refusal))
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
        say(write_report(context, error))
        return 1


def _show(answer: CommandAnswer | str | None, out: Output) -> int:
    """Print an answer, and return the exit code."""
    if isinstance(answer, str):
        print(wrap_for(sys.stdout, answer.removesuffix("\n")))
    elif answer and out.as_json:
        print(json.dumps(answer.values))
    elif answer and out.is_rich:
        from solterm.cli.rendering import draw

        draw(answer.parts, out.context.terminal)
    elif answer:
        print(answer.text())
    sys.stdout.flush()
    if not isinstance(answer, CommandAnswer) or not answer.fault:
        return 0
    say(answer.fault)
    return 1


def _read(words: Sequence[str]) -> Namespace:
    with launch.Loading():
        found: Namespace = parser(COMMANDS, words).parse_args(words)
        return found


# -- playing, on the screen or in lines of text --------------------------------------------


def open_program(args: Namespace, out: Output) -> None:
    """Resume the last game, or show the menu."""
    if args.in_lines:
        _play_in_lines(out.context)
    else:
        _play_on_screen(out.context, None)


def play(args: Namespace, out: Output) -> None:
    """Resume a game, or deal it, or begin with a board."""
    context = out.context
    if args.board and (args.random or args.winnable or args.deal or args.option):
        args.parser.error("--board takes none of --random, --winnable, --deal and --option")
    if args.random and args.option:
        args.parser.error("--random takes no --option")
    if args.board:
        from solterm.cli import reports

        start = reports.start_on_board(context, args.board, args.game, args.level)
        context = context if args.json else reports.regain_screen(context)
    elif args.random:
        from solterm.sessions.plays import Start, choose_game

        start = Start(choose_game(args.game and args.game.game), args.deal, args.level)
    elif args.game is None:
        args.parser.error("name a game, or a text with --board, or try --random")
    else:
        start = read_start(args)
    if args.winnable:
        from solterm.cli.solver_commands import find_winnable

        start = find_winnable(args, start, out)
    elif args.option and start.deal is None:
        start = start._replace(deal=random_deal())
    if args.plain or args.json or args.in_lines:
        _play_in_lines(context, start=start, as_json=args.json)
    else:
        _play_on_screen(context, start)


def _play_on_screen(context: Context, start: "Start | None") -> None:
    """Run the full program, or line mode where the terminal cannot show it."""
    terminal = context.terminal
    if terminal.cannot_paint:
        offer = (
            f"A terminal of type {terminal.kind!r} cannot show the full program: this is line mode."
        )
        _play_in_lines(context, start=start, first="" if start else "menu", offer=offer)
        return
    _refuse_without_screen(context, f"play {start.game.id} --plain" if start else "--plain")
    from solterm.tui import run

    if code := run(context, Patience(say), start=start):
        sys.exit(code)


def _play_in_lines(context: Context, *, start: "Start | None" = None, **how: Any) -> None:
    """Play in line mode; say how to start a new game if the suspended one cannot be read."""
    from solterm.plain.loop import play_in_lines
    from solterm.sessions.plays import CannotResume

    try:
        play_in_lines(context, Patience(say), start=start, **how)
    except CannotResume as error:
        if error.is_passing:
            raise
        name = start.game.id if start else "ID"
        raise Refusal(f"{error} 'solterm play {name} --deal N' starts a new game.") from None


def play_daily(args: Namespace, out: Output) -> None:
    """Show the page of a deal of the day, or tell about it in line mode."""
    from solterm.sessions.day import find_day

    day = find_day(args.day) if args.day else None
    if args.plain or args.json or args.in_lines or out.context.terminal.cannot_paint:
        _play_in_lines(out.context, first=f"daily {day or ''}".rstrip(), as_json=args.json)
        return
    _refuse_without_screen(out.context, " ".join(filter(None, ["daily", args.day, "--plain"])))
    from solterm.tui import show_day

    if code := show_day(out.context, Patience(say), day):
        sys.exit(code)


def play_contest(args: Namespace, out: Output) -> None:
    """Start a contest, or list the contests."""
    _play_in_lines(out.context, first=" ".join(args.words) or "contests", as_json=args.json)


def _refuse_without_screen(context: Context, command: str) -> None:
    """Raise ``Refusal``, which names a command for line mode, if there can be no screen."""
    if reason := context.terminal.no_screen:
        raise Refusal(f"{reason}; play in lines of text: solterm {command}")


def export(args: Namespace, out: Output) -> str:
    """Print a game as its record, its moves or a picture."""
    from solterm.cli import reports

    if args.format == "record":
        return reports.export(args, out)
    if args.format == "svg":
        from solterm.tui.svg import draw_table

        return reports.draw_game(args, out, draw_table)
    return reports.tell_game(args, out)


def replay(args: Namespace, out: Output) -> CommandAnswer | str:
    """Replay a record, at a terminal step by step first, and tell its result."""
    from solterm.cli import reports

    if args.svg:
        from solterm.tui.svg import draw_table

        return reports.write_picture(out.context, args.file, args.svg, draw_table)
    found = reports.read_play(out.context, args.file)
    context = out.context if out.as_json else reports.regain_screen(out.context)
    if not out.as_json and reports.has_screen(context.terminal):
        from solterm.plain import prose
        from solterm.tui import show_record

        show_record(context, Patience(say), prose.title(found[0]), found[1])
    return reports.tell_replayed(found[0])

"""The command line (docs/protocol.md, "The command line"): runs the command that was typed.

Exit codes: 0 done, 1 refused or failed with one line on stderr, 2 wrong usage, 130 stopped with
Ctrl+C.
"""

import argparse
import gc
import sys
from collections.abc import Sequence

from solterm.cli.commands import COMMANDS
from solterm.cli.console import Failure, Output
from solterm.cli.parser import parser
from solterm.cli.surroundings import discard_stdout, prepare_streams, prepare_variables, say
from solterm.context import Context


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
        answer = args.run(args, out)
        if answer is not None:
            out.show(answer)
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
        say(write_report(context, error))
        return 1


def _read(words: Sequence[str]) -> argparse.Namespace:
    """Parse a line, without garbage collection: everything that it loads stays."""
    gc.disable()
    try:
        found: argparse.Namespace = parser(COMMANDS, words).parse_args(words)
        return found
    finally:
        gc.freeze()
        gc.enable()

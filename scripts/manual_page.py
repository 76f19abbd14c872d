"""The work of `scripts/manual`: make the manual page from the parser of the command line."""

import argparse
from collections.abc import Iterator

from solterm import __version__
from solterm.cli.parser import Parser, parser
from solterm.cli.shell_commands import COMMANDS

_ABOUT = """\
Solitaire for the terminal: 100 games from six collections, with the levels, exceptions and
score sheets of KLONCAN (1987). Without a command, it resumes the last game or shows the menu. The
keyboard is all it needs, in any window from 60x20 up: ? shows the rules of the game, Tab a menu of
all commands, Q quits. Every move is stored before it is shown.
"""
_VARIABLES = (
    ("SOLTERM_HOME", "the folder of your games, scores and settings"),
    ("SOLTERM_PLAYER", "who plays, like --player"),
    ("SOLTERM_SHARED", "the folder of the boards that all players of this host share"),
    (
        "SOLTERM_DATABASE",
        "the address of a PostgreSQL database that stores all this instead,"
        " for the player in SOLTERM_PLAYER",
    ),
    ("SOLTERM_SOLVER", "off: the solver is not available to players"),
    ("NO_COLOR", "set to anything: no colors"),
)
_STATUS = (
    ("0", "done"),
    ("1", "refused or failed, with one line that says why"),
    ("2", "wrong usage"),
    ("130", "stopped with Ctrl+C"),
)


def page() -> str:
    """Return the manual page in the language of man."""
    top = parser(COMMANDS)
    lines = [
        f'.TH SOLTERM 6 "" "solterm {__version__}" Games',
        ".SH NAME",
        "solterm \\- a solitaire collection for the terminal",
        ".SH SYNOPSIS",
        ".B solterm",
        _escape(" ".join([*map(_usage, _list_arguments(top)), "[COMMAND ...]"])),
        ".SH DESCRIPTION",
        _escape(_ABOUT.rstrip()),
        ".SH OPTIONS",
        *_describe_arguments(top),
        ".SH COMMANDS",
        *(line for command in _list_commands(top) for line in _describe(command)),
        ".SH ENVIRONMENT",
        *(line for name, does in _VARIABLES for line in _item(name, does)),
        ".SH EXIT STATUS",
        *(line for code, does in _STATUS for line in _item(code, does)),
        ".SH EXAMPLES",
        *_examples(top),
    ]
    return "\n".join([*lines, ""])


# argparse has no public list of the arguments and commands of a parser.


def _list_commands(top: Parser) -> Iterator[Parser]:
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                inner = list(_list_commands(each))
                yield from inner or [each]


def _list_arguments(one: Parser) -> list[argparse.Action]:
    """Return the arguments without ``--help``, which every command has."""
    skipped = (argparse._SubParsersAction, argparse._HelpAction)
    return [action for action in one._actions if not isinstance(action, skipped)]


def _value(action: argparse.Action) -> str:
    return "" if action.nargs == 0 else str(action.metavar or "")


def _usage(action: argparse.Action) -> str:
    """Return how an argument is written: ``[--deal N]``."""
    written = " ".join(filter(None, [*action.option_strings[-1:], _value(action)]))
    is_needed = action.required if action.option_strings else action.nargs not in ("?", "*")
    return written if is_needed else f"[{written}]"


def _describe(command: Parser) -> Iterator[str]:
    usage = " ".join([command.prog, *map(_usage, _list_arguments(command))])
    yield f".SS {_escape(usage)}"
    yield _escape(command.description or "")
    explained = (command.epilog or "").partition("examples:\n")[0]
    if explained:
        yield _escape(explained.strip())
    yield from _describe_arguments(command)
    yield ".PP"
    yield from _examples(command)


def _describe_arguments(one: Parser) -> Iterator[str]:
    for each in _list_arguments(one):
        if each.help:
            names = ", ".join(each.option_strings)
            yield from _item(" ".join(filter(None, [names, _value(each)])), each.help)


def _examples(one: Parser) -> Iterator[str]:
    examples = (one.epilog or "").partition("examples:\n")[2]
    yield from (".nf", _escape(examples.rstrip()), ".fi")


def _item(term: str, does: str) -> tuple[str, ...]:
    return ".TP", f".B {_escape(term)}", _escape(does)


def _escape(text: str) -> str:
    """Escape what man would take for commands."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(
        f"\\&{line}" if line[:1] in (".", "'") else line for line in escaped.split("\n")
    )


def main() -> None:
    """Print the page."""
    print(page(), end="")


if __name__ == "__main__":
    main()

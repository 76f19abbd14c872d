"""The manual page, made from the grammar of the command line."""

from collections.abc import Iterator

from solterm import __version__
from solterm.cli.grammar import Argument, Subcommand, commands
from solterm.cli.parser import parser

_ABOUT = """\
Solitaire for the terminal: 48 rule-sets from five classic collections, with the levels, exceptions
and score sheets of KLONCAN (1987). Without a command it goes on with the game played last, or
offers all of them. It is played with the keyboard alone, in any window from 60x20 on; ? shows the
rules of the game, Tab a menu of everything, Q leaves, and every move is stored before it is shown.
"""
_VARIABLES = (
    ("SOLTERM_HOME", "the folder of your games, scores and settings"),
    ("SOLTERM_PLAYER", "who plays, as --player"),
    ("SOLTERM_SHARED", "the folder of the boards of all players of this host"),
    (
        "SOLTERM_DATABASE",
        "the address of a PostgreSQL database that holds all this instead,"
        " for the player of SOLTERM_PLAYER",
    ),
    ("SOLTERM_SOLVER", "off: nothing is searched for players"),
    ("NO_COLOR", "set to anything: no colors"),
)
_STATUS = (
    ("0", "done"),
    ("1", "refused or failed, with one line that says why"),
    ("2", "called wrongly"),
)


def page() -> str:
    """The manual page in the language of man."""
    program, *others = commands()
    examples = (parser().epilog or "").removeprefix("examples:\n")
    lines = [
        f'.TH SOLTERM 6 "" "solterm {__version__}" Games',
        ".SH NAME",
        "solterm \\- a solitaire collection for the terminal",
        ".SH SYNOPSIS",
        ".B solterm",
        _escape(" ".join([*(each.usage for each in program.arguments), "[COMMAND ...]"])),
        ".SH DESCRIPTION",
        _escape(_ABOUT.rstrip()),
        ".SH OPTIONS",
        *_list_arguments(program),
        ".SH COMMANDS",
        *(line for command in others for line in _section(command)),
        ".SH ENVIRONMENT",
        *(line for name, does in _VARIABLES for line in _item(name, does)),
        ".SH EXIT STATUS",
        *(line for code, does in _STATUS for line in _item(code, does)),
        ".SH EXAMPLES",
        ".nf",
        _escape(examples.rstrip()),
        ".fi",
    ]
    return "\n".join([*lines, ""])


def _section(command: Subcommand) -> Iterator[str]:
    usage = " ".join(
        ["solterm", command.name, *(each.usage for each in _choose_arguments(command))]
    )
    yield f".SS {_escape(usage)}"
    yield _escape(command.does)
    yield from _list_arguments(command)


def _list_arguments(command: Subcommand) -> Iterator[str]:
    for each in _choose_arguments(command):
        if each.does:
            yield from _item(" ".join(filter(None, [", ".join(each.names), each.value])), each.does)


def _choose_arguments(command: Subcommand) -> list[Argument]:
    """The arguments but ``--help``, which every command has."""
    return [each for each in command.arguments if "--help" not in each.names or not command.name]


def _item(term: str, does: str) -> tuple[str, ...]:
    return ".TP", f".B {_escape(term)}", _escape(does)


def _escape(text: str) -> str:
    """Text with what man would take for its own."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(
        f"\\&{line}" if line[:1] in (".", "'") else line for line in escaped.split("\n")
    )


def main() -> None:
    """Print the page."""
    print(page(), end="")


if __name__ == "__main__":
    main()

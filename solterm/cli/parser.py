"""Declarations of commands, and the parser of the command line that is made from them."""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from solterm import __version__
from solterm.cli import arguments
from solterm.cli.arguments import clip
from solterm.cli.console import tell_columns, wrap_for
from solterm.core.names import check_name
from solterm.core.phrases import suggest
from solterm.core.refusal import Refusal


class Argument(NamedTuple):
    """An argument as ``ArgumentParser.add_argument`` takes it."""

    name: str
    settings: Mapping[str, Any]

    def but(self, **settings: Any) -> "Argument":
        """Return it with other settings."""
        return Argument(self.name, {**self.settings, **settings})


def argument(name: str, metavar: str | None, help: str, **settings: Any) -> Argument:
    """Return an argument with a value; takes what ``ArgumentParser.add_argument`` takes."""
    return Argument(name, {"metavar": metavar, "help": help, **settings})


def switch(name: str, help: str) -> Argument:
    """Return an option without a value."""
    return Argument(name, {"action": "store_true", "help": help})


class ShellCommand:
    """A command of the shell, or a group of commands, such as those of ``solterm host``."""

    def __init__(
        self,
        does: str,
        run: str,
        *arguments: Argument,
        examples: Sequence[str],
        about: str = "",
        commands: "Mapping[str, ShellCommand] | None" = None,
    ) -> None:
        self.does = does
        """Its effect in a few words."""
        self.run = run
        """The module in ``solterm.cli`` and the function that carries it out: ``doctor.examine``.

        The function gets the arguments and the ``Output``, and returns what to show; None if it
        shows that itself.
        """
        self.arguments = arguments
        """Its arguments; those of a group are the last ones of each of its commands."""
        self.more = "\n  ".join([f"{about}\n\nexamples:".lstrip(), *examples])
        """The end of its help: an explanation and examples."""
        self.commands = commands or {}
        """The commands of a group."""


_COMMAND = "COMMAND"
OPEN = "main.open_program"
"""What solterm runs without a command."""
_EXAMPLES = """\
examples:
  solterm                                 resume your last game, or choose one
  solterm play kloncan-klondike           resume Klondike, or deal it
  solterm play kloncan-canfield --deal 617 --level 2
  solterm play kloncan-klondike --plain   lines of text, as for screen readers
  solterm contest                         tours, tournaments, golf, sheets
  solterm rules kloncan-canfield
  solterm solve free-cell --deal 164      find a way to win a deal
  solterm export > game.txt               write the record of the current game
  solterm replay game.txt                 replay it step by step
  solterm replay game.txt --svg game.svg
  solterm import game.txt                 keep it as a saved game
  solterm stats                           games won, streaks and times
  solterm --player ann                    play as someone else on this account
  solterm backup cards.zip                save all games, scores and settings
  solterm restore cards.zip
  eval "$(solterm completion bash)"       complete commands and games with Tab
"""


class _Help(argparse.RawDescriptionHelpFormatter):
    """Lays out a help text.

    argparse makes one for each argument, only to check the argument. Each would import ``shutil``
    to measure the terminal, which takes longer than building the rest of the parser.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=tell_columns() - 2)


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
        is_sentence = message.endswith((".", "?"))
        hint = "" if is_sentence else " (--help shows how)"
        told = wrap_for(sys.stderr, f"{self.prog}: {clip(message)}{hint}")
        self.exit(2, f"{told}\n")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse a line; say how to write a name of several words."""
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            quoted = ". Write a name of several words in quotes." if "game" in found else ""
            self.error(f"unrecognized arguments: {' '.join(rest)}{quoted}")
        return found

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the words of this parser, and suggest the option that is near an unknown one."""
        self._check_options(list(args or ()))
        return super().parse_known_args(args, namespace)

    def _check_options(self, words: Sequence[str]) -> None:
        is_value = False
        for word in words:
            name, equals, _ = word.partition("=")
            action = self._option_string_actions.get(name)
            if is_value or action:
                is_value = not (is_value or equals) and action is not None and action.nargs is None
            elif word == "--" or (self._subparsers and not word.startswith("-")):
                return  # the rest is the command's
            elif word.startswith("--"):
                near = suggest(name, self._option_string_actions)
                self.error(f"there is no option {name}{near and f'. {near}'}")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Report a value that its function refuses."""
        try:
            return super()._get_value(action, arg_string)
        except Refusal as refusal:
            raise argparse.ArgumentError(action, str(refusal)) from None

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Say which values there are, or how to play a game given in place of a command."""
        if action.metavar == _COMMAND and value not in (action.choices or ()):
            self._refuse_command(value, action.choices or ())
        elif action.choices is not None and value not in action.choices:
            near = suggest(value, action.choices)
            told = f"{value!r} is not one of {', '.join(action.choices)}. {near}".rstrip()
            raise argparse.ArgumentError(action, told)

    def _refuse_command(self, value: str, commands: Iterable[str]) -> NoReturn:
        ids = [game.id for game in arguments.games_named(value)]
        if len(ids) == 1:
            self.error(f"{ids[0]} is a game: 'solterm play {ids[0]}' plays it.")
        if ids:
            told = ", ".join(ids)
            self.error(f"{value!r} is several games; 'solterm play ID' plays one: {told}.")
        near = suggest(value, commands)
        self.error(f"invalid choice: {value!r}{near and f'. {near}'}")


def parser(commands: Mapping[str, ShellCommand], words: Sequence[str] | None = None) -> Parser:
    """Return the parser of commands, which are given by name.

    It sets ``run`` to that of the command typed and ``parser`` to its parser.

    Without words it has all commands. With the words of a line it may have only the command they
    begin with, or none: building them all would delay the first screen.
    """
    top = Parser(
        prog="solterm",
        description="A solitaire collection for the terminal.",
        epilog=_EXAMPLES,
    )
    top.add_argument(
        "--player",
        metavar="NAME",
        type=check_name,
        help="play as NAME, with separate games and scores",
    )
    top.add_argument(
        "--plain",
        action="store_true",
        dest="in_lines",
        help="use lines of text instead of the screen",
    )
    top.add_argument("--version", action="version", version=f"solterm {__version__}")
    top.set_defaults(run=OPEN)
    if words is not None and not words:
        return top
    # Without prog, argparse would format the usage just to find the name in it.
    parsers = top.add_subparsers(title="commands", metavar=_COMMAND, prog="solterm")
    for name in words[:1] if words and words[0] in commands else commands:
        _add_command(parsers, name, commands[name])
    return top


def _add_command(
    parsers: "argparse._SubParsersAction[Parser]",
    name: str,
    one: ShellCommand,
    of_group: Sequence[Argument] = (),
) -> None:
    told = f"{one.does[:1].upper()}{one.does[1:]}."
    command = parsers.add_parser(name, help=one.does, description=told, epilog=one.more)
    if not one.commands:
        for argument_name, settings in (*one.arguments, *of_group):
            command.add_argument(argument_name, **settings)
        command.set_defaults(run=one.run, parser=command)
        return
    inner = command.add_subparsers(
        title="commands", metavar=_COMMAND, prog=command.prog, required=True
    )
    for inner_name, each in one.commands.items():
        _add_command(inner, inner_name, each, one.arguments)

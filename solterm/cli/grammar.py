"""What the parser of the command line takes, as plain values: for the manual and for completion.

Only here is looked into ``argparse``; who describes the grammar otherwise reads these values.
"""

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from solterm.cli import arguments
from solterm.cli.parser import parser

GAMES, FILES, NOTHING = "games", "files", ""
"""What may stand in the place of a value beside words of its own: see ``Argument.kind``."""


class Argument(NamedTuple):
    """An option or what stands in its place on the command line."""

    names: tuple[str, ...]
    """``--deal`` and so on; none where the place alone says what it is."""
    value: str
    """What its value is called, ``N``; empty for an option without one."""
    does: str
    """What it is for."""
    kind: str
    """The values it takes: ids of games, files, or nothing that could be listed."""
    words: tuple[str, ...]
    """The values it takes where they can be told."""
    is_needed: bool
    """Must it be there?"""

    @property
    def usage(self) -> str:
        """How it is written: ``[--deal N]``."""
        written = " ".join(filter(None, [" ".join(self.names[-1:]), self.value]))
        return written if self.is_needed else f"[{written}]"


class Subcommand(NamedTuple):
    """A command; that of no name is the program itself."""

    name: str
    does: str
    arguments: tuple[Argument, ...]

    @property
    def options(self) -> tuple[Argument, ...]:
        """The arguments that have names."""
        return tuple(each for each in self.arguments if each.names)

    @property
    def places(self) -> tuple[Argument, ...]:
        """The arguments that are known by their place."""
        return tuple(each for each in self.arguments if not each.names)


def commands() -> tuple[Subcommand, ...]:
    """All commands in the order of ``--help``, the program itself first."""
    return tuple(_commands(parser()))


def _commands(top: argparse.ArgumentParser) -> Iterator[Subcommand]:
    yield Subcommand("", top.description or "", tuple(_arguments(top)))
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, parser in action.choices.items():
                yield Subcommand(name, parser.description or "", tuple(_arguments(parser)))


def _arguments(parser: argparse.ArgumentParser) -> Iterator[Argument]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        value = action.metavar if isinstance(action.metavar, str) else ""
        yield Argument(
            tuple(action.option_strings),
            value if action.nargs != 0 else "",
            action.help or "",
            _kind(action, value),
            _words(action),
            action.required if action.option_strings else action.nargs not in ("?", "*"),
        )


def _kind(action: argparse.Action, value: str) -> str:
    if action.type is arguments.game:
        return GAMES
    return FILES if value.startswith("FILE") else NOTHING


def _words(action: argparse.Action) -> tuple[str, ...]:
    if action.type is arguments.level:
        return ("1", "2", "3")
    return tuple(map(str, action.choices or ()))

"""Completion scripts for shells, made from the parser by shtab.

Players put one line into their shell's start file, ``eval "$(solterm completion bash)"``. Then Tab
completes commands, options, levels, files and the ids of all games, also those of packages.
"""

import argparse
from argparse import Namespace
from collections.abc import Iterator

import shtab

from solterm.cli import arguments
from solterm.cli.console import Output
from solterm.cli.parser import parser
from solterm.cli.shell_commands import COMMANDS

_GAMES = shtab.cmd("solterm list 2>/dev/null | cut -d' ' -f1")
_LEVELS = ("1", "2", "3")


def print_script(args: Namespace, out: Output) -> str:
    """Return the completion script for a shell."""
    return script(args.shell)


def script(shell: str) -> str:
    """Return the completion script for a shell, one of ``SHELLS``."""
    top = parser(COMMANDS)
    for action in _list_actions(top):
        if action.type in (arguments.start, arguments.game, arguments.start_or_all):
            action.complete = _GAMES  # type: ignore[attr-defined]
        elif str(action.metavar).startswith("FILE"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.type is arguments.level:
            action.choices = _LEVELS
        elif action.type is arguments.family:
            action.choices = [each.lower().replace(" ", "-") for each in arguments.families()]
    return shtab.complete(top, shell)


def _list_actions(one: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a parser and of its commands; argparse has no public list of them."""
    for action in one._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _list_actions(command)
        else:
            yield action

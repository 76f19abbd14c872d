"""The arguments of the command line: what each is read as, and what is wrong with a bad one."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from solterm.core.game import Game

_LONGEST = 400
"""Characters of an error that are shown; what is quoted may be as long as it likes."""

_T = TypeVar("_T")


def _argument(check: Callable[[str], _T], text: str) -> _T:
    """The value of an argument; what is wrong with a bad one is the parser's to tell."""
    try:
        return check(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def game(text: str) -> "Game":
    """A game by its id, its name or an unmistakable part of one."""
    from solterm.games import find_known
    from solterm.games.search import find_by_name

    return find_known(text) or _argument(find_by_name, text)


def player(text: str) -> str:
    """A player's name."""
    from solterm.contests.names import check_name

    return _argument(check_name, text)


def deal_number(text: str) -> int:
    """The number of a deal."""
    from solterm.core import deals

    return _argument(deals.parse, text)


def game_or_all(text: str) -> "Game | None":
    """A game by its id, or None for all of the catalogue."""
    return None if text == "all" else game(text)


def deal_numbers(text: str) -> range:
    """The numbers of deals, from the first to the last."""
    first, dash, last = text.partition("-")
    numbers = range(deal_number(first), deal_number(last if dash else first) + 1)
    if not numbers:
        raise argparse.ArgumentTypeError(f"{text!r} are no deals: write the smaller number first.")
    return numbers


def level(text: str) -> int:
    """A level."""
    if text not in ("1", "2", "3"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a level: 1 (easy), 2 and 3 are.")
    return int(text)


def jobs(text: str) -> int:
    """How many processes work at once."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 64):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of jobs: write 1 to 64.")
    return int(text)


def port(text: str) -> int:
    """A port of TCP; 0 is any that is free."""
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: write 0 to 65535.")
    return int(text)


def seconds(text: str) -> float:
    """How long something may take."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 10**9:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds: write 5 or 0.5.")
    return value


def option(text: str) -> tuple[str, str]:
    """A game's option and its value."""
    key, _, value = text.partition("=")
    if not (key and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not an option: write KEY=VALUE.")
    return key, value


def count(text: str) -> int:
    """How many games back."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} does not count games: 1 is the latest one.")
    return int(text)


def clip(sentence: str) -> str:
    """A sentence as one line of reasonable length; of a longer one, the beginning and the end."""
    line = " ".join(sentence.split())
    if len(line) <= _LONGEST:
        return line
    return f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 2 :]}"

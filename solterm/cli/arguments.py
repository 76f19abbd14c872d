"""Parses arguments of the command line, and explains bad ones."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from solterm.core import deals
from solterm.core.game import Game
from solterm.core.names import check_name
from solterm.core.refusal import Refusal
from solterm.core.words.near import suggest
from solterm.games import catalogue, find_known
from solterm.games.matching import Rank, find_matches

if TYPE_CHECKING:
    from datetime import timedelta

    from solterm.sessions.plays import Start

_LONGEST = 400
"""Characters of an error to show: it may quote something very long."""

_T = TypeVar("_T")


def _argument(check: Callable[[str], _T], text: str) -> _T:
    """Return the value of an argument; let the parser report a bad one."""
    try:
        return check(text)
    except Refusal as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def start(text: str) -> "Start":
    """Return the game of an id or a name, or an unambiguous part of one, and a deal it names."""
    from solterm.sessions.plays import Start

    if found := find_known(text):  # what reads other texts takes longer to import
        return Start(found)
    from solterm.sessions.sharing import read_start

    return _argument(read_start, text)


def read_start(args: argparse.Namespace) -> "Start":
    """Return the game, the deal and the options that a name and other arguments choose.

    End with a usage error if the game has no such options, or two deals are named.
    """
    named: Start = args.game
    deal = getattr(args, "deal", None)
    if deal and named.deal and deal != named.deal:
        args.parser.error(f"the name has deal {named.deal} and --deal has {deal}: use only one")
    options = {**named.options, **dict(args.option)}
    try:
        named.game.with_options(options)
    except Refusal as refusal:
        args.parser.error(str(refusal))
    level = args.level or named.level
    return named._replace(deal=deal or named.deal, level=level, options=options)


def game(text: str) -> Game:
    """Return the game of a text as ``start`` reads it."""
    return start(text).game


def games_named(text: str) -> list[Game]:
    """Return the games whose id, name or other name a text is."""
    games = catalogue(published=True).values()
    return [match.game for match in find_matches(text, games) if match.rank <= Rank.ALIAS]


def families() -> tuple[str, ...]:
    """Return the families of all games."""
    return tuple(dict.fromkeys(game.family for game in catalogue(published=True).values()))


def family(text: str) -> str:
    """Return the family with a name, in any case, with spaces or hyphens."""
    found = families()
    wanted = " ".join(text.replace("-", " ").split()).lower()
    if name := next((each for each in found if each.lower() == wanted), ""):
        return name
    near = suggest(wanted, found)
    told = f"{text!r} is not a family: choose {', '.join(found)}. {near}"
    raise argparse.ArgumentTypeError(told.rstrip())


def percent(text: str) -> int:
    """Return a percentage, from 0 to 100."""
    if text.isascii() and text.removesuffix("%").isdecimal() and int(text.removesuffix("%")) <= 100:
        return int(text.removesuffix("%"))
    raise argparse.ArgumentTypeError(f"{text!r} is not a percentage from 0 to 100.")


def player(text: str) -> str:
    """Return a player's name."""
    return _argument(check_name, text)


def deal_number(text: str) -> int:
    """Return the number of a deal."""
    return _argument(deals.parse, text)


def start_or_all(text: str) -> "Start | None":
    """Return what ``start`` reads, or None for the whole catalogue."""
    return None if text == "all" else start(text)


def game_id_or_all(text: str) -> str:
    """Return the id of a game, or "" for all games."""
    return game(text).id if text else ""


def deal_numbers(text: str) -> range:
    """Return the numbers of deals from first to last."""
    first, dash, last = text.partition("-")
    numbers = range(deal_number(first), deal_number(last if dash else first) + 1)
    if not numbers:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a range of deals: write the smaller number first."
        )
    return numbers


def level(text: str) -> int:
    """Return a level."""
    if text not in ("1", "2", "3"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a level: choose 1 (easy), 2 or 3.")
    return int(text)


def jobs(text: str) -> int:
    """Return how many processes to use."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 64):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of jobs: choose 1 to 64.")
    return int(text)


def port(text: str) -> int:
    """Return a TCP port; 0 is any free one."""
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: choose 0 to 65535.")
    return int(text)


def address(text: str) -> tuple[str, int]:
    """Return the host and port of ``HOST:PORT``; without a host, the loopback address.

    >>> address("9100"), address("0.0.0.0:9100"), address("[::1]:9100")
    (('127.0.0.1', 9100), ('0.0.0.0', 9100), ('::1', 9100))
    """
    host, _, number = text.rpartition(":")
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", port(number)


def seconds(text: str) -> float:
    """Return a time in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 10**9:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of seconds: write 5 or 0.5, for example."
        )
    return value


def span(text: str) -> "timedelta":
    """Return a span of time: ``3d``."""
    from solterm.serve.house_rules import read_span

    return _argument(read_span, text)


def option(text: str) -> tuple[str, str]:
    """Return an option of a game and its value."""
    key, _, value = text.partition("=")
    if not (key and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not an option: write KEY=VALUE.")
    return key, value


def count(text: str) -> int:
    """Return how many games back, from 1."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of games: 1 is the latest one.")
    return int(text)


def clip(sentence: str) -> str:
    """Return a sentence as one line; of a very long one, its beginning and end."""
    line = " ".join(sentence.split())
    if len(line) <= _LONGEST:
        return line
    head, tail = line[: _LONGEST // 2], line[-_LONGEST // 2 :]
    return f"{head.rpartition(' ')[0] or head} ... {tail.partition(' ')[2] or tail}"

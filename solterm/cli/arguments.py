"""Values of the command line's arguments: each function reads one, or raises a ``Refusal``."""

import argparse
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from solterm.core import deals
from solterm.core.game import Game
from solterm.core.phrases import suggest
from solterm.core.refusal import Refusal
from solterm.games import catalogue, find_known
from solterm.games.matching import Rank, find_matches

if TYPE_CHECKING:
    from datetime import timedelta

    from solterm.sessions.plays import Start

_LONGEST = 400
"""Characters of an error to show: it may quote something very long."""


def start(text: str) -> "Start":
    """Return the game of an id or a name, or an unambiguous part of one, and a deal it names."""
    from solterm.sessions.plays import Start

    if found := find_known(text):  # what reads other texts takes longer to import
        return Start(found)
    from solterm.sessions.sharing import read_start

    return read_start(text)


def start_or_file(text: str) -> "Start | str":
    """Return what ``start`` reads, or the name of a file: ``-`` or one that exists."""
    if text == "-" or (find_known(text) is None and Path(text).is_file()):
        return text
    try:
        return start(text)
    except Refusal:
        if Path(text).suffix or "/" in text:
            raise Refusal(f"{text!r} is no game, and no file.") from None
        raise


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
    raise Refusal(told.rstrip())


def _number(text: str, least: int, most: int, meant: str) -> int:
    """Return a number between two others."""
    is_short = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not is_short or not least <= int(text) <= most:
        raise Refusal(f"{text!r} is not {meant}")
    return int(text)


def percent(text: str) -> int:
    """Return a percentage."""
    return _number(text.removesuffix("%"), 0, 100, "a percentage from 0 to 100.")


level = partial(_number, least=1, most=3, meant="a level: choose 1 (easy), 2 or 3.")
jobs = partial(_number, least=1, most=64, meant="a number of jobs: choose 1 to 64.")
positions = partial(
    _number, least=1, most=1 << 30, meant="a number of positions: choose 1 or more."
)
port = partial(_number, least=0, most=(1 << 16) - 1, meant="a port: choose 0 to 65535.")
"""A TCP port; 0 is any free one."""
count = partial(_number, least=1, most=10**9 - 1, meant="a number of games: 1 is the latest one.")
"""How many games back, from 1."""


def count_or_file(text: str) -> int | str:
    """Return a number of games back, or the name of a file: ``-`` or one that exists."""
    if text == "-" or Path(text).is_file():
        return text
    return _number(text, 1, 10**9 - 1, "a number of games (1 is the latest one), and no file.")


def start_or_all(text: str) -> "Start | None":
    """Return what ``start`` reads, or None for the whole catalogue."""
    return None if text == "all" else start(text)


def game_id_or_all(text: str) -> str:
    """Return the id of a game, or "" for all games."""
    return game(text).id if text else ""


def deal_numbers(text: str) -> "Sequence[int] | Path":
    """Return the numbers of deals in a range or a list, or the file that lists them."""
    if not re.fullmatch(r"[0-9]+-[0-9]+|[0-9]+(,[0-9]+)*", text):
        file = Path(text)
        if not file.is_file():
            raise Refusal(f"{text!r} is no range or list of deals, and no file.")
        return file
    if "-" not in text:
        return tuple(dict.fromkeys(map(deals.parse, text.split(","))))
    first, last = map(deals.parse, text.split("-"))
    if first > last:
        raise Refusal(f"{text!r} is not a range of deals: write the smaller number first.")
    return range(first, last + 1)


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
        raise Refusal(f"{text!r} is not a number of seconds: write 5 or 0.5, for example.")
    return value


def span(text: str) -> "timedelta":
    """Return a span of time: ``3d``."""
    from solterm.serve.house_rules import read_span  # only for hosts

    return read_span(text)


def option(text: str) -> tuple[str, str]:
    """Return an option of a game and its value."""
    key, _, value = text.partition("=")
    if not (key and value):
        raise Refusal(f"{text!r} is not an option: write KEY=VALUE.")
    return key, value


def clip(sentence: str) -> str:
    """Return a sentence as one line; of a very long one, its beginning and end."""
    line = " ".join(sentence.split())
    if len(line) <= _LONGEST:
        return line
    head, tail = line[: _LONGEST // 2], line[-_LONGEST // 2 :]
    return f"{head.rpartition(' ')[0] or head} ... {tail.partition(' ')[2] or tail}"

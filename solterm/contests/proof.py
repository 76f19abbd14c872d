"""Proof: a claim is believed only if replaying its records reproduces what it says.

A claim is a text: a header that says which board it is for, who played and what it came to, then
the records of the games, one after the other::

    [Board "tour"]
    [Player "Ann"]
    [Profile "6f1c0d2e9a417b35"]
    [Points "213"]
    [Level "3"]
    [Date "2026-11-21"]

    [Game "royale-pyramid"]
    ...
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from solterm.contests import matches
from solterm.contests.daily import daily
from solterm.contests.series import EIGHT, points
from solterm.contests.sheet import ROWS
from solterm.contests.tours import MOST
from solterm.core import record
from solterm.core.game import Game
from solterm.core.play import Play
from solterm.core.record import RecordError
from solterm.core.terms import Terms

LONGEST_NAME = 24
"""Characters of a player's name."""
LONGEST_BOARD = 80
"""Characters of a board's name."""
LARGEST = 1 << 20
"""Bytes of a claim; more is no game of cards."""

_ALIKE = 20
"""Games of fewer events in all may be played alike by two players."""

_TAG = re.compile(r'\[([A-Z][A-Za-z]*) "([^"]*)"\]')
_HEADER = ("Board", "Player", "Profile", "Points", "Level", "Date")
_PROFILE = re.compile(r"[0-9a-f]{16}")
_POINTS = re.compile(r"-?\d{1,9}")


class ProofError(ValueError):
    """A claim that does not hold: the reason, in a sentence."""


class Claim(NamedTuple):
    """What a claim says of itself; ``prove`` says whether it is true."""

    board: str
    player: str
    profile: str
    """Tells players of one name apart."""
    points: int
    date: str
    """The day, UTC."""
    game: str
    """The id of its first game."""
    deal: int
    """The deal of its first game."""
    level: int
    """The lowest level played at."""
    games: str = ""
    """A digest of its records, which nobody else may claim; "" for games so short that two may
    play them alike."""


def write(claim: Claim, records: Sequence[str]) -> str:
    """The text of a claim; its game and deal stand in the records."""
    counts = (str(claim.points), str(claim.level))
    values = (claim.board, claim.player, claim.profile, *counts, claim.date)
    header = [f'[{name} "{value}"]' for name, value in zip(_HEADER, values, strict=True)]
    return "\n".join([*header, "", *(each.strip() + "\n" for each in records)]).rstrip() + "\n"


def prove(
    text: str,
    game_of: Callable[[str], Game],
    dealt: Callable[[str], Sequence[tuple[str, int]] | None] = lambda board: None,
) -> Claim:
    """The claim of a text, every game replayed.

    ``game_of`` finds a game by its id and raises ``ValueError`` for an unknown one; ``dealt`` knows
    the games and deals of a tournament by its board, where they are known. Raises ``ProofError``
    for the first thing that does not hold.
    """
    header, records = _parted(text)
    board = header["Board"]
    plays = [_replayed(number, each, game_of) for number, each in enumerate(records, 1)]
    if len({(play.game.id, play.deal) for play in plays}) < len(plays):
        raise ProofError("One game is claimed twice.")
    _check_terms(board, plays)
    _check_games(board, plays, dealt(board))
    earned = points(_kind(board), plays)
    if earned != int(header["Points"]):
        raise ProofError(f"It claims {header['Points']} points, but its games earn {earned}.")
    level = lowest(plays)
    if str(level) != header["Level"]:
        raise ProofError(f"It claims level {header['Level']}, but was played at level {level}.")
    return Claim(
        *(board, header["Player"], header["Profile"], earned, header["Date"]),
        *(plays[0].game.id, plays[0].deal, level, _digest(records)),
    )


def _digest(records: Sequence[str]) -> str:
    events = [event for each in records for event in record.read(each).events]
    if len(events) < _ALIKE:
        return ""
    return hashlib.sha256("\n".join(each.strip() for each in records).encode()).hexdigest()


def lowest(plays: Sequence[Play]) -> int:
    """The lowest level that any of the games was played at."""
    return min(play.tally.level for play in plays)


def check_name(name: str) -> str:
    """A player's name as it is kept; raises ``ValueError`` with a sentence for one that is none.

    >>> check_name("  Ann ")
    'Ann'
    """
    import unicodedata

    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(tidy) <= LONGEST_NAME or not tidy.isprintable() or '"' in tidy:
        raise ValueError(f'A name has 1 to {LONGEST_NAME} printable characters, and no quotes (").')
    return tidy


def _kind(board: str) -> str:
    kind = board.partition(":")[0]
    return "sheet" if kind == "mix" else kind


def _parted(text: str) -> tuple[dict[str, str], list[str]]:
    """The header and the records of a claim."""
    if len(text) > LARGEST:
        raise ProofError("It is too long for games of cards.")
    head, *records = re.split(r'(?m)^(?=\[Game ")', text)
    header: dict[str, str] = {}
    for line in filter(None, map(str.strip, head.splitlines())):
        match = _TAG.fullmatch(line)
        if not match or match[1] in header or match[1] not in _HEADER:
            raise ProofError(f"Its header is damaged: {line[:40]!a} is out of place.")
        header[match[1]] = match[2]
    if missing := [name for name in _HEADER if name not in header]:
        raise ProofError(f"Its header lacks {missing[0]}.")
    if not records:
        raise ProofError("It has no record of a game.")
    _check_header(header)
    return header, records


def _check_header(header: dict[str, str]) -> None:
    try:
        if check_name(header["Player"]) != header["Player"]:
            raise ValueError("The player's name is not written as names are kept.")
        date.fromisoformat(header["Date"])
    except ValueError as error:
        raise ProofError(str(error).rstrip(".") + ".") from None
    if not _PROFILE.fullmatch(header["Profile"]):
        raise ProofError("Its Profile is no profile of a player's.")
    if not _POINTS.fullmatch(header["Points"]):
        raise ProofError("Its Points are no number.")
    if header["Level"] not in ("1", "2", "3"):
        raise ProofError("Its Level is no level.")
    board = header["Board"]
    if not (0 < len(board) <= LONGEST_BOARD and board.isprintable()):
        raise ProofError("Its Board is no board's name.")


def _replayed(number: int, text: str, game_of: Callable[[str], Game]) -> Play:
    try:
        return record.read(text).replay(game_of)
    except RecordError as error:
        raise ProofError(f"Game {number}: {error}") from None


def _check_terms(board: str, plays: Sequence[Play]) -> None:
    """Were the games played on the board's terms, from the level it begins at?"""
    strict = _kind(board) in ("tour", "tournament", "match", "reno")
    wanted = Terms.STRICT if strict else Terms.SCORED
    for number, play in enumerate(plays, 1):
        if play.terms is not wanted:
            raise ProofError(f"Game {number} was not played on the terms of this board.")
        if strict and play.start_level != 3:
            raise ProofError(f"Game {number} was not played at level 3.")
        if play.options:
            raise ProofError(f"Game {number} was played with options.")


def _check_games(
    board: str, plays: Sequence[Play], dealt: Sequence[tuple[str, int]] | None
) -> None:
    """Are these the games, and the deals, that the board is for?"""
    kind, _, name = board.partition(":")
    games = [play.game.id for play in plays]
    deals = [(play.game.id, play.deal) for play in plays]
    fits = {
        # A tour may be left early: what was played of it counts.
        "tour": tuple(games) == EIGHT[: len(games)] if not name else len(games) <= MOST,
        "tournament": 0 < len(games) <= MOST,
        "match": games == [matches.GOLF] * len(games) and name in map(str, matches.HOLES),
        "reno": set(games) == {matches.RENO},
        "sheet": len(games) <= ROWS and set(games) == {name},
        "mix": len(games) <= ROWS,
        "daily": len(games) == 1,
    }
    if kind not in fits:
        raise ProofError(f"There is no board called {board[:40]!a}.")
    if not fits[kind] or (kind == "match" and len(games) != int(name)):
        raise ProofError("These are not the games of this board.")
    if kind == "daily":
        try:
            dealt = [leg[:2] for leg in daily(date.fromisoformat(name)).legs]
        except ValueError:
            raise ProofError("Its board names no day.") from None
    if dealt is not None and deals != list(dealt):
        raise ProofError("These are not the deals of this board.")


def trusted(text: str) -> Claim:
    """What a claim that was proved before says; nothing is replayed."""
    header, records = _parted(text)
    first = record.read(records[0])
    return Claim(
        *(header["Board"], header["Player"], header["Profile"], int(header["Points"])),
        *(header["Date"], first.tags["Game"], int(first.tags["Deal"])),
        *(int(header["Level"]), _digest(records)),
    )

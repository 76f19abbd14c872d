"""Claims: a result as its player publishes it, and its text.

A claim is a text: a header that says which board it is for, who played and what it came to, then
the records of the games, one after the other::

    [Board "tour"]
    [Player "Ann"]
    [Profile "6f1c0d2e9a417b35"]
    [Points "213"]
    [Level "3"]
    [Date "2026-11-21"]
    [Seal "90ab41c7be3d5f02"]

    [Game "royale-pyramid"]
    ...

The seal is a check sum of all the rest. It tells a text that was cut off or edited from a whole
one; it is no signature: what nobody can forge is the play itself.
"""

import hashlib
import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from solterm.contests.kinds import BoardName, Kind
from solterm.contests.names import check_name, is_profile
from solterm.core.play import record
from solterm.core.play.record import Record, RecordError

LONGEST_BOARD = 80
"""Characters of a board's name."""
LARGEST = 1 << 18
"""Bytes of a claim; more is no game of cards."""
MOST_EVENTS = 20_000
"""Events of all games of a claim; the longest games have some hundreds."""

LENGTH_THAT_TELLS = 20
"""Games of fewer steps may be played alike by two players."""

_TAG = re.compile(r'\[([A-Z][A-Za-z]*) "([^"]*)"\]')
_HEADER = ("Board", "Player", "Profile", "Points", "Level", "Date", "Seal")
_NEEDED = ("Rules", "Scored", "Result")
"""Tags that a record may go without elsewhere, but not in a claim."""
OWN = "Own"
"""The tag for the score of the game's own source, which a claim's record may say."""
TIME = "Time"
"""The tag for the seconds a game was played, which decides between equal results of a day."""
MORE = ("Date", "Score", OWN, TIME)
"""Tags that a kept play adds to a record."""
_KNOWN = ("Game", "Options", "Deal", "Level", *MORE, *_NEEDED)
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")


class ProofError(ValueError):
    """A claim that does not hold: the reason, in a sentence."""


class Played(NamedTuple):
    """What was played, however it is written down: two of the same games are equal."""

    whole: str = ""
    """A digest of all games."""
    length: int = 0
    """The steps of all games."""
    games: tuple[str, ...] = ()
    """A digest of each game that is long enough to tell who played it."""
    begun: tuple[str, ...] = ()
    """A digest of each game in which anything was done."""


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
    played: Played = Played()
    """What was played; empty in one that is not proved."""
    own: int | None = None
    """What the sources' own scores come to, where all games are of one rule-set that has one."""
    mark: int | None = None
    """What the marks come to, where the records say them."""
    ranked: tuple[int, ...] = ()
    """What its place on the board goes by, smaller numbers first; empty in one not proved."""

    @property
    def marks(self) -> tuple[str, ...]:
        """By what copies are known: what of it was too long to be played alike by chance.

        Where each player draws deals of their own, one game tells; where all have the same deals,
        they have to be alike from first to last.
        """
        whole = (self.played.whole,) if self.played.length >= LENGTH_THAT_TELLS else ()
        return whole if kind_of(self.board).is_dealt_alike else (*whole, *self.played.games)


def write(claim: Claim, records: Sequence[str]) -> str:
    """The text of a claim; its game and deal stand in the records."""
    counts = (str(claim.points), str(claim.level))
    values = (claim.board, claim.player, claim.profile, *counts, claim.date)
    header = [f'[{name} "{value}"]' for name, value in zip(_HEADER[:-1], values, strict=True)]
    played = [each.strip() + "\n" for each in records]
    seal = seal_of("\n".join([*header, *played]))
    return "\n".join([*header, f'[Seal "{seal}"]', "", *played]).rstrip() + "\n"


def board_of(text: str) -> str:
    """The board that a claim is for; raises ``ProofError`` for a text that is no claim."""
    return split(text)[0]["Board"]


def check_characters(text: str) -> None:
    """Refuse what cannot be seen: it would hide something, or act on the terminal that shows it."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.isprintable():
            raise ProofError(f"Line {number} of it holds a character that cannot be seen.")


def split(text: str) -> tuple[dict[str, str], list[Record]]:
    """The header and the records of a claim."""
    if len(text) > LARGEST:
        raise ProofError(f"It is larger than {LARGEST >> 10} KB, too long for games of cards.")
    head, *played = re.split(r'(?m)^(?=\[Game ")', text)
    header: dict[str, str] = {}
    for line in filter(None, map(str.strip, head.splitlines())):
        match = _TAG.fullmatch(line)
        if not match or match[1] in header or match[1] not in _HEADER:
            raise ProofError(f"Its header is damaged: {line[:40]!a} is out of place.")
        header[match[1]] = match[2]
    if missing := [name for name in _HEADER if name not in header]:
        raise ProofError(f"Its header lacks {missing[0]}.")
    if not played:
        raise ProofError("It has no record of a game.")
    _check_header(header)
    records = [_read(number, each) for number, each in enumerate(played, 1)]
    if (events := sum(len(each.events) for each in records)) > MOST_EVENTS:
        raise ProofError(f"It has {events} events; {MOST_EVENTS} are the most that a board takes.")
    return header, records


def _read(number: int, text: str) -> Record:
    """A record of a claim; it has to say all that a claim is about, and nothing foreign to it."""
    try:
        found = record.read(text)
    except RecordError as error:
        raise ProofError(f"Game {number}: {error}") from None
    if missing := [name for name in _NEEDED if name not in found.tags]:
        if missing == ["Scored"]:
            raise ProofError(f"Game {number} was not played on the terms of this board.")
        raise ProofError(f"Game {number} does not say its {missing[0]}.")
    if foreign := [name for name in found.tags if name not in _KNOWN]:
        raise ProofError(f"Game {number} has a tag {foreign[0][:20]} that is none of a claim's.")
    return found


def _check_header(header: dict[str, str]) -> None:
    try:
        if check_name(header["Player"]) != header["Player"]:
            raise ValueError("The player's name is not written as names are kept.")
    except ValueError as error:
        raise ProofError(str(error)) from None
    if read_day(header["Date"]) is None:
        raise ProofError("Its Date is no day.")
    if not is_profile(header["Profile"]):
        raise ProofError("Its Profile is no profile of a player's.")
    if not NUMBER.fullmatch(header["Points"]):
        raise ProofError("Its Points are no number.")
    if header["Level"] not in ("1", "2", "3"):
        raise ProofError("Its Level is no level.")
    board = header["Board"]
    if not (0 < len(board) <= LONGEST_BOARD and board.isprintable()):
        raise ProofError("Its Board is no board's name.")
    try:
        BoardName.parse(board)
    except ValueError as error:
        raise ProofError(str(error)) from None


def kind_of(board: str) -> Kind:
    """The kind of a board, which was checked before."""
    return BoardName.parse(board).kind


def read_day(text: str) -> date | None:
    """The day of a text in the one form that days are written in: 2026-11-21."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def seal_of(text: str) -> str:
    """The check sum of a claim's lines, that of the seal itself and empty ones left out."""
    lines = [line for line in map(str.strip, text.split("\n")) if line]
    rest = "\n".join(line for line in lines if not line.startswith("[Seal "))
    return hashlib.sha256(rest.encode()).hexdigest()[:16]

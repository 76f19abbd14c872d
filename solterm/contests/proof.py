"""Proof: a claim is believed only if replaying its records reproduces what it says.

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
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import zip_longest
from typing import NamedTuple

from solterm.contests.daily import daily
from solterm.contests.ending import own_score
from solterm.contests.kinds import DAILY, BoardName, Kind
from solterm.contests.mark import mark
from solterm.contests.names import check_name, is_profile
from solterm.contests.series import leg_points, points
from solterm.contests.steps import finish
from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.core.play.terms import Terms
from solterm.core.table import Table

LONGEST_BOARD = 80
"""Characters of a board's name."""
LARGEST = 1 << 18
"""Bytes of a claim; more is no game of cards."""
MOST_EVENTS = 20_000
"""Events of all games of a claim; the longest games have some hundreds."""

_ALIKE = 20
"""Games of fewer steps may be played alike by two players."""

_PACE = 200
"""Events between two breaths of a proof."""

_TAG = re.compile(r'\[([A-Z][A-Za-z]*) "([^"]*)"\]')
_HEADER = ("Board", "Player", "Profile", "Points", "Level", "Date", "Seal")
_NEEDED = ("Rules", "Scored", "Result")
"""Tags that a record may go without elsewhere, but not in a claim."""
OWN = "Own"
"""The tag for the score of the game's own source, which a claim's record may say."""
_MORE = ("Date", "Score", OWN)
"""Tags that a kept play adds to a record."""
_KNOWN = ("Game", "Options", "Deal", "Level", *_MORE, *_NEEDED)
_POINTS = re.compile(r"0|-?[1-9][0-9]{0,8}")


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

    @property
    def marks(self) -> tuple[str, ...]:
        """By what copies are known: what of it was too long to be played alike by chance.

        Where each player draws deals of their own, one game tells; where all have the same deals,
        they have to be alike from first to last.
        """
        whole = (self.played.whole,) if self.played.length >= _ALIKE else ()
        return whole if _kind(self.board).is_dealt_alike else (*whole, *self.played.games)


def write(claim: Claim, records: Sequence[str]) -> str:
    """The text of a claim; its game and deal stand in the records."""
    counts = (str(claim.points), str(claim.level))
    values = (claim.board, claim.player, claim.profile, *counts, claim.date)
    header = [f'[{name} "{value}"]' for name, value in zip(_HEADER[:-1], values, strict=True)]
    played = [each.strip() + "\n" for each in records]
    seal = _seal("\n".join([*header, *played]))
    return "\n".join([*header, f'[Seal "{seal}"]', "", *played]).rstrip() + "\n"


def prove(
    text: str,
    game_of: Callable[[str], Game],
    dealt: Callable[[str], Sequence[tuple[str, int]] | None] = lambda board: None,
) -> Claim:
    """The claim of a text, every game replayed: see ``prove_in_steps``."""
    return finish(prove_in_steps(text, game_of, dealt))


def prove_in_steps(
    text: str,
    game_of: Callable[[str], Game],
    dealt: Callable[[str], Sequence[tuple[str, int]] | None] = lambda board: None,
) -> Generator[None, None, Claim]:
    """The claim of a text, every game replayed, with a breath after every few events.

    ``game_of`` finds a game by its id and raises ``ValueError`` for an unknown one; ``dealt`` knows
    the games and deals of a tournament by its board, where they are known. Raises ``ProofError``
    for the first thing that does not hold.
    """
    _check_characters(text)
    header, records = _split(text)
    board = header["Board"]
    plays: list[Play] = []
    paths: list[tuple[str, int]] = []
    for number, each in enumerate(records, 1):
        play, path = yield from _replay(number, each, game_of)
        plays.append(play)
        paths.append(path)
    # Two deals of an evening may be alike by chance, but not what was made of them.
    made = [digest for digest, length in paths if length]
    if len(set(made)) < len(made):
        raise ProofError("One game is claimed twice.")
    _check_terms(board, plays)
    _check_games(board, plays, dealt(board))
    _check_day(board, header["Date"])
    earned = points(_kind(board), plays)
    if earned != int(header["Points"]):
        raise ProofError(f"It claims {header['Points']} points, but its games earn {earned}.")
    level = lowest(plays)
    if str(level) != header["Level"]:
        raise ProofError(f"It claims level {header['Level']}, but was played at level {level}.")
    if header["Seal"] != _seal(text):
        raise ProofError("It was changed after it was made: its seal is broken.")
    claim = _claim(header, records)._replace(played=_digest_games(paths))
    _check_form(text, claim, records, plays)
    return claim


def board_of(text: str) -> str:
    """The board that a claim is for; raises ``ProofError`` for a text that is no claim."""
    return _split(text)[0]["Board"]


def by_game(text: str, game_of: Callable[[str], Game]) -> list[tuple[str, int]]:
    """The games of a claim, and what each of them brought.

    Raises ``ProofError`` where a record of it does not hold.
    """
    header, records = _split(text)
    plays = [finish(_replay(k, each, game_of))[0] for k, each in enumerate(records, 1)]
    games = [play.game.id for play in plays]
    return [(play.game.id, leg_points(_kind(header["Board"]), games, play)) for play in plays]


def rank(claim: Claim, game_of: Callable[[str], Game]) -> tuple[int, int]:
    """Where a claim stands on its board, the smaller the better: by its points, then by the score
    of the game's own source."""
    sign = 1 if _kind(claim.board).lower_is_better else -1
    own = game_of(claim.game).own_score
    if own is None or claim.own is None:
        return sign * claim.points, 0
    return sign * claim.points, claim.own if own.lower_is_better else -claim.own


def lowest(plays: Sequence[Play]) -> int:
    """The lowest level that any of the games was played at."""
    return min(play.tally.level for play in plays)


def _kind(board: str) -> Kind:
    """The kind of a board, which was checked before."""
    return BoardName.parse(board).kind


def _seal(text: str) -> str:
    """The check sum of a claim's lines, that of the seal itself and empty ones left out."""
    lines = [line for line in map(str.strip, text.split("\n")) if line]
    rest = "\n".join(line for line in lines if not line.startswith("[Seal "))
    return hashlib.sha256(rest.encode()).hexdigest()[:16]


def _claim(header: Mapping[str, str], records: Sequence[Record]) -> Claim:
    return Claim(
        *(header["Board"], header["Player"], header["Profile"], int(header["Points"])),
        *(header["Date"], records[0].tags["Game"], int(records[0].tags["Deal"])),
        int(header["Level"]),
        own=_sum(records, OWN) if len({each.tags["Game"] for each in records}) == 1 else None,
        mark=_sum(records, "Score"),
    )


def _sum(records: Sequence[Record], tag: str) -> int | None:
    """What a tag of the records comes to; None where one of them does not say it."""
    said = [each.tags.get(tag, "") for each in records]
    return sum(map(int, said)) if all(map(_POINTS.fullmatch, said)) else None


def _digest_games(paths: Sequence[tuple[str, int]]) -> Played:
    """What was played, in whatever order."""
    return Played(
        _digest(map(repr, sorted(digest for digest, _ in paths))),
        sum(length for _, length in paths),
        tuple(sorted(digest for digest, length in paths if length >= _ALIKE)),
        tuple(sorted(digest for digest, length in paths if length)),
    )


_SPELT = "Table(piles=%r, passes=%r, stage=%r, deal=%r)"
"""How a digest spells a position: always in this way, since digests are kept with the verdicts."""


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256(f"[{', '.join(parts)}]".encode()).hexdigest()[:24]


def _check_form(text: str, claim: Claim, records: Sequence[Record], plays: Sequence[Play]) -> None:
    """Refuse what is not written as ``write`` does: one game has one text."""
    written = [
        record.write(play, **{tag: found.tags[tag] for tag in _MORE if tag in found.tags})
        for found, play in zip(records, plays, strict=True)
    ]
    pairs = zip_longest(text.split("\n"), write(claim, written).split("\n"))
    for number, (line, right) in enumerate(pairs, 1):
        if line != right:
            raise ProofError(f"Line {number} of it is not written as solterm writes it.")


def _check_characters(text: str) -> None:
    """Refuse what cannot be seen: it would hide something, or act on the terminal that shows it."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.isprintable():
            raise ProofError(f"Line {number} of it holds a character that cannot be seen.")


def _split(text: str) -> tuple[dict[str, str], list[Record]]:
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
    if _day(header["Date"]) is None:
        raise ProofError("Its Date is no day.")
    if not is_profile(header["Profile"]):
        raise ProofError("Its Profile is no profile of a player's.")
    if not _POINTS.fullmatch(header["Points"]):
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


def _day(text: str) -> date | None:
    """The day of a text in the one form that days are written in: 2026-11-21."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def _replay(
    number: int, found: Record, game_of: Callable[[str], Game]
) -> Generator[None, None, tuple[Play, tuple[str, int]]]:
    """The play of a record, and the way it took: its digest and its length."""
    # Turning about and coming back is no way: positions that were there before end a detour. So
    # a game that is padded stays the same game.
    path: dict[Table, None] = {}
    try:
        for count, play in enumerate(found.steps(game_of), 1):
            while play.table in path and next(reversed(path)) != play.table:
                path.popitem()
            path[play.table] = None
            if count % _PACE == 0:
                yield
    except RecordError as error:
        raise ProofError(f"Game {number}: {error}") from None
    if (score := found.tags.get("Score", str(mark(play)))) != str(mark(play)):
        raise ProofError(f"Game {number} says {score[:20]!a}, but its events earn {mark(play)}.")
    own = own_score(play)
    if (said := found.tags.get(OWN)) is not None and (own is None or said != str(own)):
        raise ProofError(f"Game {number} says {said[:20]!a}, which is not the score of its source.")
    way = (repr(play.game.id), repr(play.deal), *(_SPELT % table for table in path))
    return play, (_digest(way), len(path) - 1)


def _check_terms(board: str, plays: Sequence[Play]) -> None:
    """Were the games played on the board's terms, from the level it begins at?"""
    wanted = _kind(board).terms
    for number, play in enumerate(plays, 1):
        if play.terms is not wanted:
            raise ProofError(f"Game {number} was not played on the terms of this board.")
        if wanted is Terms.STRICT and play.start_level != 3:
            raise ProofError(f"Game {number} was not played at level 3.")
        if play.options:
            raise ProofError(f"Game {number} was played with options.")


def _check_games(
    board: str, plays: Sequence[Play], dealt: Sequence[tuple[str, int]] | None
) -> None:
    """Are these the games, and the deals, that the board is for?"""
    kind, name = BoardName.parse(board)
    deals = [(play.game.id, play.deal) for play in plays]
    if not kind.fits(name, [play.game.id for play in plays]):
        raise ProofError("These are not the games of this board.")
    if kind is DAILY:
        day = _day(name)
        if day is None:
            raise ProofError("Its board names no day.")
        dealt = [leg[:2] for leg in daily(day).legs]
    if dealt is not None and deals != list(dealt):
        raise ProofError("These are not the deals of this board.")


def _check_day(board: str, said: str) -> None:
    """A day's deal is not played before its day, but for a clock that was set back at midnight."""
    kind, name = BoardName.parse(board)
    played, day = _day(said), _day(name)
    if kind is DAILY and played and day and played < day - timedelta(days=1):
        raise ProofError("It was played before its day.")

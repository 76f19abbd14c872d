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
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from solterm.contests import matches
from solterm.contests.daily import daily
from solterm.contests.ending import own_score
from solterm.contests.mark import mark
from solterm.contests.series import EIGHT, leg_points, lower_is_better, points
from solterm.contests.sheet import ROWS
from solterm.contests.tours import MOST
from solterm.core import record
from solterm.core.game import Game
from solterm.core.play import Play
from solterm.core.record import Record, RecordError
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
_HEADER = ("Board", "Player", "Profile", "Points", "Level", "Date", "Seal")
_NEEDED = ("Rules", "Scored", "Result")
"""Tags that a record may go without elsewhere, but not in a claim."""
OWN = "Own"
"""The tag for the score of the game's own source, which a claim's record may say."""
_KNOWN = ("Game", "Options", "Deal", "Level", "Score", "Date", OWN, *_NEEDED)
_PROFILE = re.compile(r"[0-9a-f]{16}")
_POINTS = re.compile(r"0|-?[1-9][0-9]{0,8}")


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
    """A digest of what was played, alike in two claims of the same games; "" in one not proved."""
    length: int = 0
    """How many events were played."""
    parts: frozenset[tuple[str, int]] = frozenset()
    """A digest of each game, with the number of its events."""
    own: int | None = None
    """What the sources' own scores come to, where all games are of one rule-set that has one."""
    mark: int | None = None
    """What the marks come to, where the records say them."""

    def shares(self, other: "Claim") -> bool:
        """Does it have games of another claim's, and not by chance?

        One player's like games are the same; those of two players may be alike if they are short.
        """
        common = [length for _, length in self.parts & other.parts]
        if self.is_by(other):
            return any(common)
        alike = self.games == other.games and self.length >= _ALIKE
        return alike or any(length >= _ALIKE for length in common)

    def is_by(self, other: "Claim") -> bool:
        """Is it by the same player, under the same name?"""
        names = (self.player.casefold(), other.player.casefold())
        return self.profile == other.profile and names[0] == names[1]

    def copies(self, other: "Claim") -> bool:
        """Does it have games of a claim that was made by another player, or under another name?

        Of what one player plays on, as a score sheet whose rows are played again, the best counts.
        """
        return self.shares(other) and not self.is_by(other)


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
    """The claim of a text, every game replayed.

    ``game_of`` finds a game by its id and raises ``ValueError`` for an unknown one; ``dealt`` knows
    the games and deals of a tournament by its board, where they are known. Raises ``ProofError``
    for the first thing that does not hold.
    """
    _check_characters(text)
    header, records = _parted(text)
    board = header["Board"]
    plays = [_replayed(number, each, game_of) for number, each in enumerate(records, 1)]
    # Two deals of an evening may be alike by chance, but not what was made of them.
    made = [(play.game.id, play.deal, *play.events) for play in plays if play.events]
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
    return _claim(header, records)


def by_game(text: str, game_of: Callable[[str], Game]) -> list[tuple[str, int]]:
    """The games of a claim, and what each of them brought.

    Raises ``ProofError`` where a record of it does not hold.
    """
    header, records = _parted(text)
    plays = [_replayed(number, each, game_of) for number, each in enumerate(records, 1)]
    games = [play.game.id for play in plays]
    return [(play.game.id, leg_points(_kind(header["Board"]), games, play)) for play in plays]


def rank(claim: Claim, game_of: Callable[[str], Game]) -> tuple[int, int]:
    """Where a claim stands on its board, the smaller the better: by its points, then by the score
    of the game's own source."""
    sign = 1 if lower_is_better(_kind(claim.board)) else -1
    own = game_of(claim.game).own_score
    if own is None or claim.own is None:
        return sign * claim.points, 0
    return sign * claim.points, claim.own if own.lower_is_better else -claim.own


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


def is_profile(text: str) -> bool:
    """Is it what tells players of one name apart?"""
    return _PROFILE.fullmatch(text) is not None


def _kind(board: str) -> str:
    kind = board.partition(":")[0]
    return "sheet" if kind == "mix" else kind


def _seal(text: str) -> str:
    """The check sum of a claim's lines, that of the seal itself and empty ones left out."""
    lines = [line for line in map(str.strip, text.split("\n")) if line]
    rest = "\n".join(line for line in lines if not line.startswith("[Seal "))
    return hashlib.sha256(rest.encode()).hexdigest()[:16]


def _claim(header: Mapping[str, str], records: Sequence[Record]) -> Claim:
    played = [(each.tags["Game"], each.tags["Deal"], each.events) for each in records]
    return Claim(
        *(header["Board"], header["Player"], header["Profile"], int(header["Points"])),
        *(header["Date"], records[0].tags["Game"], int(records[0].tags["Deal"])),
        *(int(header["Level"]), _digest(played)),
        sum(len(each.events) for each in records),
        frozenset((_digest(game), len(game[2])) for game in played),
        _sum(records, OWN) if len({each.tags["Game"] for each in records}) == 1 else None,
        _sum(records, "Score"),
    )


def _digest(played: object) -> str:
    return hashlib.sha256(repr(played).encode()).hexdigest()


def _sum(records: Sequence[Record], tag: str) -> int | None:
    """What a tag of the records comes to; None where one of them does not say it."""
    said = [each.tags.get(tag, "") for each in records]
    return sum(map(int, said)) if all(map(_POINTS.fullmatch, said)) else None


def _check_characters(text: str) -> None:
    """Refuse what cannot be seen: it would hide something, or act on the terminal that shows it."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.isprintable():
            raise ProofError(f"Line {number} of it holds a character that cannot be seen.")


def _parted(text: str) -> tuple[dict[str, str], list[Record]]:
    """The header and the records of a claim."""
    if len(text) > LARGEST:
        raise ProofError("It is too long for games of cards.")
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
    return header, [_read(number, each) for number, each in enumerate(played, 1)]


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


def _day(text: str) -> date | None:
    """The day of a text in the one form that days are written in: 2026-11-21."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def _replayed(number: int, found: Record, game_of: Callable[[str], Game]) -> Play:
    try:
        play = found.replay(game_of)
    except RecordError as error:
        raise ProofError(f"Game {number}: {error}") from None
    if (score := found.tags.get("Score", str(mark(play)))) != str(mark(play)):
        raise ProofError(f"Game {number} says {score[:20]!a}, but its events earn {mark(play)}.")
    own = own_score(play)
    if (said := found.tags.get(OWN)) is not None and (own is None or said != str(own)):
        raise ProofError(f"Game {number} says {said[:20]!a}, which is not the score of its source.")
    return play


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
        day = _day(name)
        if day is None:
            raise ProofError("Its board names no day.")
        dealt = [leg[:2] for leg in daily(day).legs]
    if dealt is not None and deals != list(dealt):
        raise ProofError("These are not the deals of this board.")


def _check_day(board: str, said: str) -> None:
    """A day's deal is not played before its day, but for a clock that was set back at midnight."""
    kind, _, name = board.partition(":")
    played, day = _day(said), _day(name)
    if kind == "daily" and played and day and played < day - timedelta(days=1):
        raise ProofError("It was played before its day.")


def trusted(text: str) -> Claim:
    """What a claim that was proved before says; nothing is replayed."""
    return _claim(*_parted(text))

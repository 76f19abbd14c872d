"""Results of contests, and their texts in the folder that players of a machine share.

A text names the board and the player. The records of the games follow in order::

    [Board "tour"]
    [Player "Ann"]
    [Profile "6f1c0d2e9a417b35"]
    [Contest "4711"]
    [Date "2026-11-21"]

    [Game "royale-pyramid"]
    ...

It doesn't say what the games earned: replaying them shows that; see ``prove``.
"""

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests.daily import parse_day
from solterm.contests.kinds import BoardName, Kind
from solterm.core.names import check_name, is_profile
from solterm.core.play import record
from solterm.core.play.record import Record, RecordError
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.store.interface import LARGEST_RESULT

LONGEST_BOARD = 80
"""The most characters in the name of a board."""
MOST_EVENTS = 20_000
"""The most events in all games of a result; the longest games have a few hundred."""

LENGTH_THAT_TELLS = 20
"""Two players may by chance play games with fewer steps in the same way."""

TIME = "Time"
"""The tag for the seconds played, which breaks ties in the deal of the day."""

_TAG = re.compile(r'\[([A-Z][A-Za-z]*) "([^"]*)"\]')
_HEADER = ("Board", "Player", "Profile", "Contest", "Date")
_OF_RECORDS = ("Game", "Rules", "Options", "Deal", "Level", "Scored", "Result", TIME)
"""The tags of a record that count; the reader drops others."""
_PROVED = ("points", "level", "mark", "own", "cards", "rank")
"""What a host tells of a result, besides its games."""
_CONTEST = re.compile(r"[1-9][0-9]{0,17}")


class ProofError(Refusal):
    """A result that is wrong. The message is the reason, as a sentence."""


class GamePoints(NamedTuple):
    """A game of a result."""

    game: str
    """Its id."""
    deal: int
    points: int
    """Its score in the contest."""
    version: int
    """The version of its rules."""
    way: str
    """A digest of the positions that it went through, to recognize copies."""
    steps: int
    """How many these are."""
    play: int = 0
    """The id of the player's own play; 0 for a game of another player."""


class ContestResult(NamedTuple):
    """A player's result in a contest."""

    board: str
    player: str = ""
    profile: str = ""
    """Distinguishes players with the same name."""
    contest: int = 0
    """The id of the contest in its player's store."""
    date: str = ""
    """The day in UTC."""
    # -- as proved
    points: int = 0
    level: int = 3
    """The lowest level of all games."""
    mark: int = 0
    """The sum of the marks."""
    own: int | None = None
    """The sum of the sources' scores, if all games are the same and have one."""
    cards: int | None = None
    """``Play.cards_home`` of its game, which ranks equal marks; None on boards without it."""
    rank: tuple[int, ...] = ()
    """The sort key on the board, smaller first."""
    games: tuple[GamePoints, ...] = ()
    # -- as found
    why: str = ""
    """Why the board refuses it, as a sentence; then nothing but the board is known of it."""
    digest: str = ""
    """The SHA-256 of its text, and its key."""
    moment: float = 0
    """When it was entered, or when its text was shared, as a time stamp."""
    owner: int = 0
    """The number of the account that shared it; 0 for one that is not shared."""

    @property
    def kind(self) -> Kind:
        return BoardName.parse(self.board).kind

    @property
    def who(self) -> tuple[int, str]:
        """The player: the account and the profile."""
        return self.owner, self.profile

    @property
    def copies(self) -> list[str]:
        """The digests that identify copies: those of parts too long to match by chance.

        If players draw their own deals, one equal game is enough. If all players have the same
        deals, all games must be equal.
        """
        if self.kind.is_dealt_alike:
            length = sum(each.steps for each in self.games)
            return [" ".join(each.way for each in self.games)][: length >= LENGTH_THAT_TELLS]
        return [each.way for each in self.games if each.steps >= LENGTH_THAT_TELLS]


def write(result: ContestResult, records: Sequence[str]) -> str:
    """Return the text of a result with the records of its games."""
    header = (result.board, result.player, result.profile, str(result.contest), result.date)
    lines = [f'[{name} "{value}"]' for name, value in zip(_HEADER, header, strict=True)]
    return "\n".join([*lines, "", *(each.strip() + "\n" for each in records)])


def write_proved(result: ContestResult) -> str:
    """Return the text that a host shares: what it has proved, without the games and their deals."""
    games = [each._replace(deal=0, play=0) for each in result.games]
    proved = [getattr(result, each) for each in _PROVED]
    return write(result, [json.dumps([*proved, games])])


def read_proved(text: str) -> ContestResult:
    """Return the result that a host has shared; raises ``ProofError`` if it is damaged."""
    head, _, proved = text.strip().rpartition("\n")
    try:
        *values, rank, games = json.loads(proved)
        found = dict(zip(_PROVED, [*values, tuple(rank)], strict=True))
        told = tuple(GamePoints(*each) for each in games)
    except (TypeError, ValueError, RecursionError):
        raise ProofError("It is damaged.") from None
    return _read_head(head)._replace(**found, games=told)


def read(text: str) -> tuple[ContestResult, list[Record]]:
    """Return whose result a text is, and its records; raises ``ProofError`` if it is damaged."""
    if len(text) > LARGEST_RESULT:
        raise ProofError(f"It is larger than {LARGEST_RESULT >> 10} KB.")
    for number, line in enumerate(text.split("\n"), 1):
        if not line.isprintable():  # it could hide text or control a terminal
            raise ProofError(f"Line {number} has an invisible character.")
    head, *played = re.split(r'(?m)^(?=\[Game ")', text)
    result = _read_head(head)
    if not played:
        raise ProofError("It has no record of a game.")
    records = [_read_record(number, each) for number, each in enumerate(played, 1)]
    if (events := sum(len(each.events) for each in records)) > MOST_EVENTS:
        raise ProofError(f"It has {events} events; a board takes at most {MOST_EVENTS}.")
    return result, records


def _read_head(head: str) -> ContestResult:
    found = [_TAG.fullmatch(each) for each in map(str.strip, head.split("\n")) if each]
    if tuple(match and match[1] for match in found) != _HEADER:
        raise ProofError("Its header is damaged.")
    return _read_header(*(match[2] for match in found if match))


def _read_header(board: str, player: str, profile: str, contest: str, date: str) -> ContestResult:
    try:
        check_board(board)
        if check_name(player) != player:
            raise Refusal("The player's name is not in its stored form.")
    except Refusal as error:
        raise ProofError(str(error)) from None
    if parse_day(date) is None:
        raise ProofError("Its Date is not a day.")
    if not is_profile(profile):
        raise ProofError("Its Profile is not valid.")
    if not _CONTEST.fullmatch(contest):
        raise ProofError("Its Contest is not a number.")
    return ContestResult(board, player, profile, int(contest), date)


def _read_record(number: int, text: str) -> Record:
    try:
        found = record.read(text)
    except RecordError as error:
        raise ProofError(f"Game {number}: {error}") from None
    return replace(found, tags={tag: found.tags[tag] for tag in _OF_RECORDS if tag in found.tags})


def check_board(text: str) -> None:
    """Raise ``Refusal`` for a text that is not the name of a board."""
    if not (0 < len(text) <= LONGEST_BOARD and text.isprintable()):
        raise Refusal("Its Board is not the name of a board.")
    BoardName.parse(text)

"""A series: games played one after the other for one result.

Tours, golf matches, Reno's evenings, mixed sheets, the deal of the day and a player's turn in a
tournament are all series; they differ in which games they have and how those are counted. A series
is a value: a game that ends makes another series.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from solterm.contests.kinds import CONTESTS, KINDS, Count, Kind
from solterm.contests.mark import mark
from solterm.contests.score import score
from solterm.core import deals
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.play.terms import Terms
from solterm.core.vocabulary.goals import CardsHome, OwnScore, TourPoints

VERSION = 1
"""The version of the form a series is stored in."""

_FIELDS_WITH_TIES = 8
"""The fields of a stored game that still says what decided between equal points, the seventh."""


class SeriesError(ValueError):
    """A stored series that cannot be read: the reason, in a sentence."""


class Leg(NamedTuple):
    """One game of a series."""

    game: str
    """The id of the rule-set; empty where it is still to be chosen."""
    deal: int
    points: int | None = None
    """What it brought; None: not played to its end yet."""
    moves: int = 0
    exceptions: int = 0
    play: int = 0
    """The id of the play in the store."""
    before: "Leg | None" = None
    """The result that stood here, while its place on a mixed sheet is played again."""


class Series(NamedTuple):
    """So many games, played in their order unless it is a mixed sheet."""

    kind: Kind
    name: str
    """What its player calls it; empty where it needs no name."""
    legs: tuple[Leg, ...]

    @property
    def terms(self) -> Terms:
        """On which terms its games are played: sheets and daily deals know exceptions."""
        return self.kind.terms_with([leg.game for leg in self.legs])

    @property
    def next(self) -> int | None:
        """The place of the first game that is not played yet, from 0; None when all are."""
        return next((k for k, leg in enumerate(self.legs) if leg.points is None), None)

    @property
    def played(self) -> int:
        """How many games are played."""
        return sum(leg.points is not None for leg in self.legs)

    @property
    def total(self) -> int:
        """The points so far."""
        return sum(leg.points or 0 for leg in self.legs)

    @property
    def finished(self) -> bool:
        """Are all games played?"""
        return self.next is None

    def with_result(self, place: int, play: Play, play_id: int = 0) -> "Series":
        """The series with one of its games ended as a play stands.

        Raises ``ValueError`` when that is another game or another deal.
        """
        leg = self.legs[place]
        if (leg.game, leg.deal) != (play.game.id, play.deal):
            raise ValueError(f"Game {place + 1} is deal {leg.deal} of {leg.game}, and no other.")
        ended = leg._replace(
            points=leg_points(self.kind, [each.game for each in self.legs], play),
            moves=play.moves,
            exceptions=play.tally.exceptions,
            play=play_id,
            before=None,
        )
        # An untouched deal replaces nothing, and of two results the better one stays.
        before = leg.before
        if before and (not play.acted or (before.points or 0) > (ended.points or 0)):
            ended = before
        return self.with_leg(place, ended)

    def play_again(self, place: int, deal: int) -> "Series":
        """The series with a place to be played again; what stood there is kept meanwhile."""
        leg = self.legs[place]
        return self.with_leg(place, Leg(leg.game, deal, before=leg))

    def with_leg(self, place: int, leg: Leg) -> "Series":
        """The series with another game at a place; one place behind the last adds it."""
        return self._replace(legs=(*self.legs[:place], leg, *self.legs[place + 1 :]))

    def to_json(self) -> str:
        """Its stored form."""
        legs = [list(leg) for leg in self.legs]
        return json.dumps({"v": VERSION, "kind": self.kind.id, "name": self.name, "legs": legs})

    @classmethod
    def from_json(cls, text: str) -> "Series":
        """A series from its stored form; raises ``SeriesError`` for anything else."""
        stored = read_json(text, VERSION)
        try:
            legs = tuple(_leg(each) for each in stored["legs"])
            kind, name = KINDS[str(stored["kind"])], str(stored["name"])
        except (KeyError, TypeError, ValueError):
            raise SeriesError("It is damaged: what it holds is no series of games.") from None
        if kind not in CONTESTS or not legs:
            raise SeriesError("It is damaged: what it holds is no series of games.")
        return cls(kind, name, legs)


def read_json(text: str, version: int) -> dict[str, Any]:
    """The object in a stored text of a version; raises ``SeriesError`` for anything else."""
    try:
        stored = json.loads(text)
    except (ValueError, RecursionError):
        raise SeriesError("It is damaged and cannot be read.") from None
    if not isinstance(stored, dict) or not isinstance(stored.get("v"), int):
        raise SeriesError("It is damaged: it says no version.")
    if stored["v"] != version:
        raise SeriesError(
            f"It was stored in form {stored['v']}; this solterm reads form {version}."
        )
    return stored


def _leg(stored: Any) -> Leg:
    if len(stored) == _FIELDS_WITH_TIES:
        stored = [*stored[:6], stored[7]]
    leg = Leg(*stored)
    if leg.before is not None:
        leg = leg._replace(before=_leg(leg.before))
    whole = [leg.deal, leg.moves, leg.exceptions, leg.play, leg.points or 0]
    if not isinstance(leg.game, str) or not all(type(number) is int for number in whole):
        raise ValueError
    deals.parse(str(leg.deal))
    return leg


def leg_points(kind: Kind, games: Sequence[str], play: Play) -> int:
    """What one game brings in a series of a kind that consists of these games.

    Strokes in a match, dollars at Reno; in tours and tournaments of Solitaire Royale's games alone
    a point for each card; the mark everywhere else.
    """
    match kind.counts_with(games):
        case Count.OWN:
            return score(play)
        case Count.CARDS:
            return score(play, tour_points(kind, games, play.game))
    return mark(play)


def tour_points(kind: Kind, games: Sequence[str], game: Game) -> OwnScore | None:
    """Return how a contest of these games counts one of them in cards; None if it counts otherwise.

    Told in place of the score of the game's source: Reno counts cards here, not dollars.
    """
    if kind.counts_with(games) is not Count.CARDS:
        return None
    own = game.own_score
    return TourPoints(own if own is not None and own.unit == "cards" else CardsHome())


def points(kind: Kind, plays: Sequence[Play]) -> int:
    """What the games of a whole series, or of a score sheet, bring together."""
    games = [play.game.id for play in plays]
    return sum(leg_points(kind, games, play) for play in plays)

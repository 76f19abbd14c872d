"""A series: games that are played for one result.

Tours, golf matches, evenings at Reno, score sheets, deals of the day and turns in a tournament are
all series. They differ in their games and scoring. A series is immutable; ending a game makes a new
one.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from solterm.contests.kinds import KINDS, Count, Kind
from solterm.core import deals
from solterm.core.game import Game
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.vocabulary.goals import CardsHome, OwnScore, TourPoints

VERSION = 1
"""The version of the stored form."""


class SeriesError(Refusal):
    """A damaged or unknown stored series. The message is the reason, as a sentence."""


class Row(NamedTuple):
    """The result of a game, or the sums of several."""

    score: int
    moves: int
    """All moves of the game."""
    exceptions: int
    """The exceptions at the lowest level."""


class Leg(NamedTuple):
    """One game of a series."""

    game: str
    """The id of the game; empty: the player has yet to choose it."""
    deal: int
    """0: drawn when the game begins."""
    points: int | None = None
    """The score; None: not finished."""
    moves: int = 0
    exceptions: int = 0
    play: int = 0
    """The id of the play in the store."""
    before: "Leg | None" = None
    """The earlier result of a row of a mixed sheet that is being played again."""

    @property
    def row(self) -> Row | None:
        """Its result; None if it is not finished."""
        return None if self.points is None else Row(self.points, self.moves, self.exceptions)


class Series(NamedTuple):
    """The games of a contest or a score sheet, played in order except on sheets."""

    kind: Kind
    name: str
    """The player's name for it; may be empty."""
    legs: tuple[Leg, ...]

    @property
    def mode(self) -> Mode:
        """The mode of its games. Sheets and daily deals allow exceptions."""
        return self.kind.mode_with([leg.game for leg in self.legs])

    @property
    def next(self) -> int | None:
        """The index of the first unfinished game; None if all are finished."""
        return next((k for k, leg in enumerate(self.legs) if leg.points is None), None)

    @property
    def played(self) -> int:
        return sum(leg.points is not None for leg in self.legs)

    @property
    def is_set_up(self) -> bool:
        """Whether a player has named it, chosen one of its games, or finished one."""
        is_chosen = self.kind.chooses_games and any(leg.game for leg in self.legs)
        return bool(self.name or self.played or is_chosen)

    @property
    def rows(self) -> tuple[Row | None, ...]:
        """The results of its games."""
        return tuple(leg.row for leg in self.legs)

    @property
    def totals(self) -> Row:
        """The sums of the three columns of its rows."""
        played = [row for row in self.rows if row]
        return Row(
            score=sum(row.score for row in played),
            moves=sum(row.moves for row in played),
            exceptions=sum(row.exceptions for row in played),
        )

    @property
    def total(self) -> int:
        return self.totals.score

    @property
    def over_par(self) -> int:
        """The total over par for the games played so far; negative: under par."""
        return self.total - self.kind.par * self.played

    @property
    def finished(self) -> bool:
        return self.next is None

    def with_result(self, place: int, play: Play, play_id: int = 0) -> "Series":
        """Return the series with the result of one of its games.

        Raises ``Refusal`` for a play of another game or deal.
        """
        leg = self.legs[place]
        if (leg.game, leg.deal) != (play.game.id, play.deal):
            raise Refusal(f"Game {place + 1} must be deal {leg.deal} of {leg.game}.")
        ended = leg._replace(
            points=leg_points(self.kind, [each.game for each in self.legs], play),
            moves=play.moves,
            exceptions=play.tally.exceptions,
            play=play_id,
            before=None,
        )
        # An untouched deal replaces no result, and the better of two results stays.
        before = leg.before
        if before and (not play.acted or (before.points or 0) > (ended.points or 0)):
            ended = before
        return self.with_leg(place, ended)

    def play_again(self, place: int, deal: int) -> "Series":
        """Return the series with a row to be played again; it keeps the earlier result."""
        leg = self.legs[place]
        return self.with_leg(place, Leg(leg.game, deal, before=leg))

    def with_leg(self, place: int, leg: Leg) -> "Series":
        """Return the series with a game replaced, or added after the last."""
        return self._replace(legs=(*self.legs[:place], leg, *self.legs[place + 1 :]))

    def to_json(self) -> str:
        """Return the stored form."""
        legs = [list(leg) for leg in self.legs]
        return json.dumps({"v": VERSION, "kind": self.kind.id, "name": self.name, "legs": legs})

    @classmethod
    def from_json(cls, text: str) -> "Series":
        """Return the series of a stored form; raises ``SeriesError`` for anything else."""
        stored = read_json(text, VERSION)
        try:
            legs = tuple(_leg(each) for each in stored["legs"])
            kind, name = KINDS[str(stored["kind"])], str(stored["name"])
        except (KeyError, TypeError, Refusal):
            raise SeriesError("It is damaged: it is not a series of games.") from None
        if not kind.is_contest or not legs:
            raise SeriesError("It is damaged: it is not a series of games.")
        return cls(kind, name, legs)


def read_json(text: str, version: int) -> dict[str, Any]:
    """Return the object in a stored text; raises ``SeriesError`` unless it has this version."""
    try:
        stored = json.loads(text)
    except (ValueError, RecursionError):
        raise SeriesError("It is damaged and cannot be read.") from None
    if not isinstance(stored, dict) or not isinstance(stored.get("v"), int):
        raise SeriesError("It is damaged: it has no version.")
    if stored["v"] != version:
        raise SeriesError(
            f"It was stored in form {stored['v']}; this solterm reads form {version}."
        )
    return stored


def _leg(stored: Any) -> Leg:
    leg = Leg(*stored)
    if leg.before is not None:
        leg = leg._replace(before=_leg(leg.before))
    whole = [leg.deal, leg.moves, leg.exceptions, leg.play, leg.points or 0]
    if not isinstance(leg.game, str) or not all(type(number) is int for number in whole):
        raise TypeError(leg)
    deals.parse(str(leg.deal))
    return leg


def leg_points(kind: Kind, games: Sequence[str], play: Play) -> int:
    """Return the score of a game in a contest of a kind with these games.

    This is strokes in a match, dollars at Reno, and a point for each card in tours and tournaments
    that have only Solitaire Royale's games. Everywhere else it is the mark.
    """
    match kind.counts_with(games):
        case Count.OWN:
            return play.score
        case Count.CARDS:
            return play.score_by(card_points(play.game))
    return play.mark


def tour_points(kind: Kind, games: Sequence[str], game: Game) -> OwnScore | None:
    """Return the scoring that replaces a source's own in a contest scored by cards, else None.

    For example, Reno counts cards in a tour, not dollars.
    """
    return card_points(game) if kind.counts_with(games) is Count.CARDS else None


def card_points(game: Game) -> OwnScore:
    """Return the scoring of a game by its cards home."""
    own = game.own_score
    return TourPoints(own if own is not None and own.unit == "cards" else CardsHome())

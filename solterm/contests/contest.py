"""A contest: games that are played for one result.

Tours, golf matches, evenings at Reno, score sheets, deals of the day, races and turns in a
tournament are all contests. They differ in their kind: see ``kinds``. A contest is immutable;
ending a game makes a new one. ``contests`` stores them.
"""

from collections.abc import Callable, Sequence
from datetime import date
from enum import Enum, auto
from typing import NamedTuple

from solterm.contests.kinds import Count, Kind, Naming, Redo
from solterm.core.game import Game
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.vocabulary.goals import CardsHome, OwnScore, TourPoints
from solterm.store.purpose import Purpose
from solterm.store.store import draw_id, now


class Row(NamedTuple):
    """The result of a game, or the sums of several."""

    score: int
    moves: int
    """All moves of the game."""
    exceptions: int
    """The exceptions at the lowest level."""


class ContestGame(NamedTuple):
    """One game of a contest, and the result that counts."""

    game: str
    """The id of the game; empty: the player has yet to choose it."""
    deal: int = 0
    """The deal to play, or being played; 0: drawn when the game begins."""
    points: int | None = None
    """The score; None: not finished."""
    moves: int = 0
    exceptions: int = 0
    play: int = 0
    """The id of the play that earned it."""
    dealt: int = 0
    """The deal of that play."""
    level: int = 0
    """The lowest level of that play; 0: unknown."""
    touched: str = ""
    """When that play ended: ISO 8601, UTC."""

    @property
    def row(self) -> Row | None:
        """Its result; None if it is not finished."""
        return None if self.points is None else Row(self.points, self.moves, self.exceptions)

    @property
    def is_again(self) -> bool:
        """Whether it has a result and is being played again."""
        return self.points is not None and self.deal not in (0, self.dealt)

    @property
    def is_open(self) -> bool:
        """Whether it is to be played, or played again."""
        return self.points is None or self.is_again


class Fate(Enum):
    """The effect of ending a game on its row."""

    NOTHING = auto()
    """None: it has no row, or the deal is untouched."""
    WRITES = auto()
    """The result goes into the row."""
    WORSENS = auto()
    """The row has a better result."""


class Contest(NamedTuple):
    """A contest; of a tournament, one player's turn at its deals."""

    kind: Kind
    name: str
    """What names it, and its board: see ``Kind.named_by``. May be empty."""
    games: tuple[ContestGame, ...]
    """Played in order except on sheets."""
    id: int = 0
    """Its id in the store, a random one; 0 for a contest that nobody plays."""
    player: str = ""
    """Under which name it is on its board; empty until then."""
    begun: str = ""
    """When its first game was dealt: ISO 8601, UTC; empty before."""
    closed: str = ""
    """When it was entered or given up; empty: under way."""
    touched: str = ""
    """When it was last changed."""

    @property
    def open(self) -> bool:
        """Whether it is under way."""
        return not self.closed

    @property
    def page_day(self) -> date | None:
        """The day whose page tells about it; None if it has the page of all contests."""
        calendar = self.kind.calendar
        return calendar.parse(self.name) if calendar and calendar.has_page else None

    @property
    def mode(self) -> Mode:
        """The mode of its games. Sheets and daily deals allow exceptions."""
        return self.kind.mode_with([each.game for each in self.games])

    @property
    def next(self) -> int | None:
        """The index of the first unfinished game; None if all are finished."""
        return next((at for at, each in enumerate(self.games) if each.is_open), None)

    @property
    def played(self) -> int:
        return sum(each.points is not None for each in self.games)

    @property
    def is_set_up(self) -> bool:
        """Whether a player has named it, chosen one of its games, or finished one."""
        is_named = bool(self.name) and self.kind.named_by is not Naming.LENGTH
        is_chosen = self.kind.chooses_games and any(each.game for each in self.games)
        return bool(is_named or self.played or is_chosen)

    @property
    def rows(self) -> tuple[Row | None, ...]:
        """The results of its games."""
        return tuple(each.row for each in self.games)

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
    def level(self) -> int:
        """The lowest level of all its games; 0 if unknown."""
        return min((each.level for each in self.games if each.level), default=0)

    @property
    def day(self) -> str:
        """The day of its last result in UTC; empty before."""
        return max(each.touched for each in self.games).partition("T")[0]

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

    @property
    def deals(self) -> list[tuple[str, int]]:
        """Its games and their deals."""
        return [(each.game, each.deal) for each in self.games]

    def purpose(self, place: int) -> Purpose:
        """Return the purpose of one of its games."""
        return Purpose(self.kind.id, self.id, place)

    def drawn(self) -> "Contest":
        """Return it with an id, to be played."""
        return self._replace(id=draw_id())

    def with_deals(self, deals: Sequence[int]) -> "Contest":
        """Return it with the deals of its games."""
        pairs = zip(self.games, deals, strict=True)
        return self._replace(games=tuple(each._replace(deal=deal) for each, deal in pairs))

    def next_turn(self) -> "Contest":
        """Return the same deals for another player, or another try."""
        games = tuple(ContestGame(*each) for each in self.deals)
        return Contest(self.kind, self.name, games).drawn()

    def fate(self, place: int, play: Play) -> Fate:
        """Return the effect of ending a play on its row."""
        before = self.games[place]
        if not play.acted and (before.is_again or self.kind.redo is Redo.ASK):
            return Fate.NOTHING
        points = points_of(self.kind, [each.game for each in self.games], play)
        is_worse = before.points is not None and before.points > points
        return Fate.WORSENS if is_worse else Fate.WRITES

    def with_result(
        self, place: int, play: Play, play_id: int = 0, replace: bool = False
    ) -> "Contest":
        """Return the contest with the result of one of its games.

        A better result of the row stays unless ``replace`` is set. Raises ``Refusal`` for a play
        of another game or deal.
        """
        before = self.games[place]
        if before.game != play.game.id or before.deal not in (0, play.deal):
            raise Refusal(f"Game {place + 1} must be deal {before.deal} of {before.game}.")
        fate = self.fate(place, play)
        if fate is Fate.NOTHING or (fate is Fate.WORSENS and not replace):
            deal = before.dealt if before.is_again else before.deal
            return self.with_game(place, before._replace(deal=deal))
        ended = before._replace(
            points=points_of(self.kind, [each.game for each in self.games], play),
            moves=play.moves,
            exceptions=play.tally.exceptions,
            play=play_id,
            dealt=play.deal,
            level=play.tally.level,
            touched=now(),
        )
        return self.with_game(place, ended)

    def play_again(self, place: int, deal: int) -> "Contest":
        """Return the contest with a row to be played again; it keeps the earlier result."""
        return self.with_game(place, self.games[place]._replace(deal=deal))

    def with_game(self, place: int, game: ContestGame) -> "Contest":
        """Return the contest with a game replaced, or added after the last."""
        return self._replace(games=(*self.games[:place], game, *self.games[place + 1 :]))


def lay_out(
    kind: Kind, deal: Callable[[], int], games: Sequence[str] = (), name: str = ""
) -> Contest:
    """Return a new contest; ``deal`` draws the number of each game.

    Raises ``Refusal`` for too few or too many games.
    """
    games = games or kind.usual_games
    name = kind.name_for(games, name)
    if kind.chooses_games:
        games = (*games, *[""] * (kind.sizes[0] - len(games)))
    if len(games) not in kind.sizes:
        raise Refusal(kind.size_words)
    return Contest(kind, name, tuple(ContestGame(each, deal()) for each in games)).drawn()


def points_of(kind: Kind, games: Sequence[str], play: Play) -> int:
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

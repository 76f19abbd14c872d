"""Tournaments: the same deals for every player, one after the other."""

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from solterm.contests.kinds import TOURNAMENT, Kind
from solterm.contests.series import Leg, Series, SeriesError, read_json
from solterm.core import deals
from solterm.core.refusal import Refusal

VERSION = 1
"""The version of the stored form."""

BEST = 5
"""The number of players on the board."""


class Turn(NamedTuple):
    """One player's games in a tournament."""

    player: str
    """Empty until the player enters it at the end of the turn."""
    series: Series


class Tournament(NamedTuple):
    """Games with the same deals for any number of players."""

    name: str
    games: tuple[str, ...]
    deals: tuple[int, ...]
    turns: tuple[Turn, ...] = ()
    """In the order played. The last one may be unfinished."""

    @classmethod
    def begin(cls, name: str, games: Sequence[str], deal: Callable[[], int]) -> "Tournament":
        """Return a new tournament; ``deal`` draws the number of each game."""
        return cls(name, tuple(games), tuple(deal() for _ in games))

    @property
    def kind(self) -> Kind:
        return TOURNAMENT

    @property
    def current(self) -> Series | None:
        """The games of the unfinished turn, if there is one."""
        last = self.turns[-1].series if self.turns else None
        return None if last is None or last.finished else last

    @property
    def latest(self) -> Series:
        """The games of the last turn, or of the first if there is none yet."""
        return (self if self.turns else self.next_turn()).turns[-1].series

    @property
    def best(self) -> tuple[Turn, ...]:
        """The five best finished turns, best first.

        Of equal turns, the earlier one comes first.
        """
        done = [turn for turn in self.turns if turn.series.finished and turn.player]
        return tuple(sorted(done, key=lambda turn: -turn.series.total)[:BEST])

    def next_turn(self) -> "Tournament":
        """Return the tournament with the next turn added, unless one is unfinished."""
        if self.current:
            return self
        legs = tuple(Leg(*each) for each in zip(self.games, self.deals, strict=True))
        return self._replace(turns=(*self.turns, Turn("", Series(TOURNAMENT, self.name, legs))))

    def with_series(self, series: Series) -> "Tournament":
        """Return the tournament with the last turn updated."""
        return self._with_last(self.turns[-1]._replace(series=series))

    def with_player(self, player: str) -> "Tournament":
        """Return the tournament with the player of the last turn named."""
        return self._with_last(self.turns[-1]._replace(player=player))

    def _with_last(self, turn: Turn) -> "Tournament":
        return self._replace(turns=(*self.turns[:-1], turn))

    def to_json(self) -> str:
        """Return the stored form."""
        turns = [[turn.player, turn.series.to_json()] for turn in self.turns]
        return json.dumps(
            {
                "v": VERSION,
                "tournament": self.name,
                "games": self.games,
                "deals": self.deals,
                "turns": turns,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> "Tournament":
        """Return the tournament of a stored form; raises ``SeriesError`` for anything else."""
        stored = read_json(text, VERSION)
        damaged = SeriesError("It is damaged: it is not a tournament.")
        try:
            name, games, numbers = stored["tournament"], stored["games"], stored["deals"]
            turns = tuple(Turn(str(who), Series.from_json(how)) for who, how in stored["turns"])
            dealt = tuple(deals.parse(str(number)) for number in numbers)
        except (KeyError, TypeError, ValueError, Refusal):
            raise damaged from None
        whole = isinstance(name, str) and games and len(games) == len(dealt)
        same = [list(games), list(dealt)]
        alike = all(
            [[leg.game for leg in turn.series.legs], [leg.deal for leg in turn.series.legs]] == same
            for turn in turns
        )
        if not whole or not all(isinstance(game, str) for game in games) or not alike:
            raise damaged
        return cls(name, tuple(games), dealt, turns)

    def without_turns(self) -> "Tournament":
        """Return the tournament without turns, for other players to join."""
        return self._replace(turns=())

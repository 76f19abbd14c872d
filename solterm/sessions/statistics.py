"""Statistics of a player's finished games, by game, options and level.

A game counts under the lowest level it was played at. It counts as won when it is won, and as lost
when another replaces it. Practice of a day's deal after the try at it does not count. A win counts
as won alone if the game used no hint, peek or cheat, and was not imported. A saved position of a
deal that was won before is not won again. Resetting the statistics keeps the games in
the store.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from statistics import fmean, median
from typing import NamedTuple

from solterm.core import options
from solterm.core.game import Game
from solterm.core.play.history import Counts
from solterm.core.vocabulary.goals import OwnScore
from solterm.games import find_known
from solterm.store.entries import Finished
from solterm.store.store import Store

LATEST = 50
"""The number of last games with their results."""


class Figures(NamedTuple):
    """The statistics of one game and level, with one choice of options."""

    game: str
    level: int
    played: int
    won: int
    alone: int
    """The games won without help; see ``is_helped``."""
    streak: int
    """The current winning streak; negative: losing streak."""
    longest: int
    """The longest winning streak."""
    best: int
    """The best mark."""
    average: float
    """The mean mark."""
    seconds: float
    """Total playing time."""
    exceptions: int
    cheats: int
    hints: int
    undos: int
    peeks: int
    best_own: int | None = None
    """The best score of the game's own source, if it has one."""
    average_own: float | None = None
    """The mean score of the source."""
    median: float = 0
    """The median mark."""
    median_own: float | None = None
    """The median score of the source."""
    days: frozenset[date] = frozenset()
    """The days (UTC) on which games ended."""
    latest: tuple[Finished, ...] = ()
    """The last games, oldest first; with scores of the source, only those that have one."""
    best_is_helped: bool = False
    """Whether every win with the best mark had help."""
    own_is_helped: bool = False
    """The same of every game with the best score of the source."""
    variant: str = ""
    """The options that titles name: ``two suits``."""
    fastest: float | None = None
    """The seconds of the fastest win, from the deal on."""
    fewest: int | None = None
    """The fewest moves of a win, from the deal on."""

    @property
    def own(self) -> OwnScore | None:
        """How the game's source scores it, if such scores were stored."""
        game = find_known(self.game)
        return game.own_score if game and self.best_own is not None else None

    @property
    def best_told(self) -> int:
        """The best score to show first: the source's own, or else the mark."""
        return self.best if self.best_own is None else self.best_own

    @property
    def helped(self) -> int:
        """The games won with help; see ``is_helped``."""
        return self.won - self.alone

    @property
    def percentage(self) -> float:
        """The percentage of games won."""
        return 100 * self.won / self.played


def figures(store: Store) -> list[Figures]:
    """Return the statistics of all games, by game, options and level, the hardest level first.

    Raises ``StoreError`` as the store does.
    """

    def kind(result: Finished) -> tuple[str, str, int]:
        return result.game, variant_of(result), -result.level

    grouped = groupby(sorted(list_counted(store), key=kind), key=kind)
    return [_add_up(list(results)) for _, results in grouped]


def variant_of(result: Finished) -> str:
    """Return the words for the options of a result: ``two suits``, or ""."""
    game = find_known(result.game)
    return game.variant(options.parse(result.options)) if game and result.options else ""


def figures_of(store: Store, game_id: str) -> list[Figures]:
    """Return the statistics of one game, by level."""
    return [each for each in figures(store) if each.game == game_id]


def list_counted(store: Store, game_id: str = "") -> list[Finished]:
    """Return the results that the statistics count, of a game or of all, oldest first."""
    until = store.forgotten()
    results = (each for each in store.counted_results() if game_id in (each.game, ""))
    return [each for each in results if _counts(until, each.game, each.date)]


def is_helped(game: Game | None, used: Finished | Counts) -> bool:
    """Return whether a player had help: hints, cheats, a record of somebody else, or peeks.

    Peeks that the rules grant are none.
    """
    looked = used.peeks if game is None or not game.peek_when_scored else 0
    return bool(used.hints or used.cheats or looked or used.imported)


def forget(store: Store, game_id: str = "") -> None:
    """Reset the statistics of a game, or of all. The games stay stored."""
    store.forget(game_id)


def _counts(until: Mapping[str, str], game: str, date: str) -> bool:
    return date > max(until.get("", ""), until.get(game, ""))


def _add_up(results: Sequence[Finished]) -> Figures:
    first = results[0]
    game = find_known(first.game)
    scores = [each.score for each in results]
    streak, longest = streaks(each.won for each in results)
    best = [each for each in results if each.score == max(scores)]
    whole = [each for each in results if each.won and not each.origin]
    figures = Figures(
        game=first.game,
        level=first.level,
        played=len(results),
        won=sum(each.won for each in results),
        alone=sum(each.won and not is_helped(game, each) for each in results),
        streak=streak,
        longest=longest,
        best=max(scores),
        average=fmean(scores),
        seconds=sum(each.seconds for each in results),
        exceptions=sum(each.exceptions for each in results),
        cheats=sum(each.cheats for each in results),
        hints=sum(each.hints for each in results),
        undos=sum(each.undos for each in results),
        peeks=sum(each.peeks for each in results),
        median=median(scores),
        days=frozenset(date.fromisoformat(each.date[:10]) for each in results),
        latest=tuple(results[-LATEST:]),
        best_is_helped=all(each.won and is_helped(game, each) for each in best),
        variant=variant_of(first),
        fastest=min((each.seconds for each in whole), default=None),
        fewest=min((each.moves for each in whole), default=None),
    )
    owns = [each.own for each in results if each.own is not None]
    if not (game and game.own_score and owns):
        return figures
    best_own = min(owns) if game.own_score.lower_is_better else max(owns)
    return figures._replace(
        best_own=best_own,
        own_is_helped=all(is_helped(game, each) for each in results if each.own == best_own),
        average_own=fmean(owns),
        median_own=median(owns),
        latest=tuple(each for each in results if each.own is not None)[-LATEST:],
    )


def streaks(wins: Iterable[bool]) -> tuple[int, int]:
    """Return the current streak, negative for losses, and the longest winning streak."""
    current = longest = 0
    for won in wins:
        step = 1 if won else -1
        current = current + step if (current > 0) == won else step
        longest = max(longest, current)
    return current, longest

"""Statistics of a player's finished games, by game, options and level.

A game counts under the lowest level it was played at. It counts as won when it is won, and as lost
when another replaces it. Practice of a day's deal after the try at it does not count. A win counts
as won alone if the game used no hint, peek or cheat, and was not imported. A saved position of a
deal that was won before is not won again. Resetting the statistics keeps the games in
the store.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from statistics import fmean, median
from typing import NamedTuple

from solterm.core import options
from solterm.core.game import Game
from solterm.core.play.history import Counts
from solterm.games import find_known, name_apart
from solterm.store.entries import PlayRow
from solterm.store.store import Store

LATEST = 50
"""The number of last games with their results."""


class Figures:
    """The statistics of one game and level, with one choice of options; or those of more."""

    def __init__(self, results: Sequence[PlayRow], is_of_all: bool = False) -> None:
        """Add up results, at least one, the oldest first; they are of a game, or of all."""
        last, scores = results[-1], [each.score for each in results]
        helped = {each.play_id for each in results if is_helped(find_known(each.game), each)}
        game = None if is_of_all else find_known(last.game)
        self.results = results
        self.game = "" if is_of_all else last.game
        self.level = last.level
        self.variant = "" if is_of_all else variant_of(last)
        """The options that titles name: ``two suits``."""
        self.played = len(results)
        self.won = sum(each.won for each in results)
        self.alone = sum(each.won and each.play_id not in helped for each in results)
        """The games won without help; see ``is_helped``."""
        self.helped = self.won - self.alone
        self.percentage = 100 * self.won / self.played
        """The percentage of games won."""
        self.streak, self.longest = streaks(each.won for each in results)
        """The current streak, negative for losses, and the longest winning streak."""
        self.best, self.average, self.median = max(scores), fmean(scores), median(scores)
        """Of the marks."""
        best = [each for each in results if each.score == self.best]
        self.best_is_helped = all(each.won and each.play_id in helped for each in best)
        """Whether every win with the best mark had help."""
        self.seconds = sum(each.seconds for each in results)
        """Total playing time."""
        self.exceptions = sum(each.exceptions for each in results)
        self.cheats = sum(each.cheats for each in results)
        self.hints = sum(each.hints for each in results)
        self.undos = sum(each.undos for each in results)
        self.peeks = sum(each.peeks for each in results)
        self.days = frozenset(date.fromisoformat(each.touched[:10]) for each in results)
        """The days (UTC) on which games ended."""
        whole = [each for each in results if each.won and not each.origin]
        self.fastest = min((each.seconds for each in whole), default=None)
        """The seconds of the fastest win, from the deal on."""
        self.fewest = min((each.moves for each in whole), default=None)
        """The fewest moves of a win, from the deal on."""
        scored = [each for each in results if each.own is not None]
        self.own = game.own_score if game and scored else None
        """How the game's source scores it, if such scores were stored."""
        self.latest = (scored if self.own else results)[-LATEST:]
        """The last games, oldest first; with scores of the source, only those that have one."""
        owns = [each.own for each in scored if each.own is not None] if self.own else []
        pick = min if self.own and self.own.lower_is_better else max
        self.best_own = pick(owns, default=None)
        """The best score of the source."""
        self.average_own = fmean(owns) if owns else None
        self.median_own = median(owns) if owns else None
        self.own_is_helped = bool(owns) and all(
            each.play_id in helped for each in scored if each.own == self.best_own
        )
        """Whether every game with the best score of the source had help."""

    @property
    def best_told(self) -> int:
        """The best score to show first: the source's own, or else the mark."""
        return self.best if self.best_own is None else self.best_own


class GameFigures(Figures):
    """The statistics of a game with all its levels, or of all games."""

    def __init__(self, levels: Sequence[Figures], is_of_all: bool = False) -> None:
        results = [each for level in levels for each in level.results]
        super().__init__(sorted(results, key=lambda each: each.touched), is_of_all)
        self.levels = levels

    @property
    def name(self) -> str:
        """The game's name and options, with its collection if another game has the same name."""
        game = find_known(self.game)
        if game is None:
            return self.game or "All games"
        return f"{name_apart(game)}, {self.variant}" if self.variant else name_apart(game)

    @property
    def better(self) -> str:
        """Whether high or low scores of the source are better: ``strokes, low is better``."""
        own = self.own
        return f"{own.unit}, {'low' if own.lower_is_better else 'high'} is better" if own else ""


def group_by_game(found: Sequence[Figures]) -> list[GameFigures]:
    """Return the statistics of all games together, then of each, the one finished last first."""
    grouped = groupby(found, key=lambda each: (each.game, each.variant))
    games = [GameFigures(list(levels)) for _, levels in grouped]
    games.sort(key=lambda each: each.results[-1].touched, reverse=True)
    return [GameFigures(found, is_of_all=True), *games] if games else []


def figures(store: Store, game_id: str = "") -> list[Figures]:
    """Return the statistics by game, options and level, the hardest level first; "": of all games.

    Raises ``StoreError`` as the store does.
    """

    def kind(result: PlayRow) -> tuple[str, str, int]:
        return result.game, variant_of(result), -result.level

    grouped = groupby(sorted(store.counted_results(game_id), key=kind), key=kind)
    return [Figures(list(results)) for _, results in grouped]


def variant_of(result: PlayRow) -> str:
    """Return the words for the options of a result: ``two suits``, or ""."""
    game = find_known(result.game)
    return game.variant(options.parse(result.options)) if game and result.options else ""


def is_helped(game: Game | None, used: PlayRow | Counts) -> bool:
    """Return whether a player had help: hints, cheats, a record of somebody else, or peeks.

    Peeks that the rules grant are none.
    """
    looked = used.peeks if game is None or not game.peek_when_scored else 0
    return bool(used.hints or used.cheats or looked or used.imported)


def streaks(wins: Iterable[bool]) -> tuple[int, int]:
    """Return the current streak, negative for losses, and the longest winning streak."""
    current = longest = 0
    for won in wins:
        step = 1 if won else -1
        current = current + step if (current > 0) == won else step
        longest = max(longest, current)
    return current, longest


# -- from one query, so that the first picture of the menu doesn't wait -------------------------


class Standing(NamedTuple):
    """A summary of the finished games of one rule-set, or of one of its variants."""

    played: int
    won: int
    helped: int
    """The wins with hints, cheats, or peeks that the rules do not grant."""
    best: int
    """The best score of the game's own source, if it has one, or else the best mark."""
    touched: str
    """When the last of them ended: ISO 8601, UTC."""


def list_standings(store: Store) -> dict[tuple[str, str], Standing]:
    """Return summaries of all games by their ids and the words for a variant.

    ``("spider", "one suit")`` is such a key.
    """
    found: dict[tuple[str, str], Standing] = {}
    for game_id, chosen, played, won, helped, peeked, best, least, most, touched in store.sums():
        game, better = find_known(game_id), max
        if game and game.own_score and least is not None and most is not None:
            better = min if game.own_score.lower_is_better else max
            best = better(least, most)
        variant = game.variant(options.parse(chosen)) if game else ""
        helped += 0 if game and game.peek_when_scored else peeked
        known = found.get((game_id, variant), Standing(0, 0, 0, best, touched))
        found[game_id, variant] = Standing(
            played=known.played + played,
            won=known.won + won,
            helped=known.helped + helped,
            best=better(known.best, best),
            touched=max(known.touched, touched),
        )
    return found

"""Statistics: what a player's finished games add up to, by game and level.

A game counts under the lowest level it was played at, won from the moment it is won and lost when
another replaces it. What was forgotten stays in the store, and in no statistics.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from solterm.contests.ending import own_score
from solterm.core.vocabulary.goals import OwnScore
from solterm.games import every_game, find, find_known
from solterm.store.entries import Result
from solterm.store.errors import StoreError
from solterm.store.store import Store, now

LATEST = 10
"""How many of the last games are told one by one."""


class Figures(NamedTuple):
    """What the finished games of one game and level add up to."""

    game: str
    level: int
    played: int
    won: int
    streak: int
    """Games won one after the other up to now; negative: lost."""
    longest: int
    """The most games ever won one after the other."""
    best: int
    """The best mark."""
    average: float
    """The mean mark."""
    seconds: float
    """Time spent playing them all."""
    exceptions: int
    cheats: int
    hints: int
    undos: int
    peeks: int = 0
    best_own: int | None = None
    """The best score of the game's own source, where it has one."""
    average_own: float | None = None
    """Its mean."""
    median: float = 0
    """The mark in the middle: as many games are better as are worse."""
    median_own: float | None = None
    """The same of the source's own scores."""
    latest: tuple[int, ...] = ()
    """The scores of the last ten games, the oldest first: the source's own, else the marks."""

    @property
    def own(self) -> OwnScore | None:
        """What the game's source counts, where that was kept."""
        game = find_known(self.game)
        return game.own_score if game and self.best_own is not None else None

    @property
    def best_told(self) -> int:
        """The best score as it is told first: the source's own, else the mark."""
        return self.best if self.best_own is None else self.best_own

    @property
    def percentage(self) -> float:
        """How many of a hundred were won."""
        return 100 * self.won / self.played


def figures(store: Store) -> list[Figures]:
    """The statistics of all games, by game and level, the hardest level first.

    Raises ``StoreError`` as the store does.
    """
    _reckon_own(store)
    until = dict(store.read("SELECT game, until FROM forgotten"))
    counted = [each for each in store.results() if _counts(until, each.game, each.date)]
    peeks = Counter(
        (game, level) for game, level, date in store.peeks() if _counts(until, game, date)
    )
    by_kind = sorted(counted, key=lambda result: (result.game, -result.level, result.date))
    grouped = groupby(by_kind, key=lambda result: (result.game, result.level))
    return [_add_up(list(results))._replace(peeks=peeks[kind]) for kind, results in grouped]


def figures_of(store: Store, game_id: str) -> list[Figures]:
    """The statistics of one game, a level each."""
    return [each for each in figures(store) if each.game == game_id]


def list_counted(store: Store, game_id: str) -> list[Result]:
    """Return the results of a game that its statistics count, the oldest first."""
    _reckon_own(store)
    until = dict(store.read("SELECT game, until FROM forgotten"))
    results = (each for each in store.results() if each.game == game_id)
    return [each for each in results if _counts(until, each.game, each.date)]


def forget(store: Store, game_id: str = "") -> None:
    """Begin the statistics of a game, or of all, anew. The games themselves stay stored."""
    with store.transaction() as database:
        database.execute("DELETE FROM forgotten WHERE game = ?", (game_id,))
        database.execute("INSERT INTO forgotten (game, until) VALUES (?, ?)", (game_id, now()))


def _counts(until: Mapping[str, str], game: str, date: str) -> bool:
    """Does a game of a date count, or was it forgotten?"""
    return date > max(until.get("", ""), until.get(game, ""))


def _reckon_own(store: Store) -> None:
    """Add the scores of their sources to games that were ended before those were stored."""
    asked = [game.id for game in every_game().values() if game.own_score]
    rows = store.read(
        "SELECT id FROM play WHERE own IS NULL AND moves > 0 AND options NOT LIKE '%players=2%'"
        f" AND (outcome = 'won' OR open = 0) AND game IN ({', '.join('?' * len(asked))})",
        *asked,
    )
    found: list[tuple[int, int]] = []
    for (play_id,) in rows:
        # One that cannot be replayed any more counts by its mark alone.
        with suppress(StoreError, ValueError):
            saved = store.load(play_id)
            play = saved.record.opening(find)
            for event in saved.record.events:
                if play.tally.won:
                    break
                play.perform(event)
            if (own := own_score(play)) is not None:
                found.append((own, play_id))
    if found:
        with suppress(StoreError), store.transaction() as database:
            database.executemany("UPDATE play SET own = ? WHERE id = ?", found)


def _add_up(results: Sequence[Result]) -> Figures:
    scores = [result.score for result in results]
    current, longest = streaks(result.won for result in results)
    owns = _own_scores(results)
    best_own, average_own, median_own = _weigh(results[0].game, owns)
    return Figures(
        *(results[0].game, results[0].level, len(results), sum(result.won for result in results)),
        *(current, longest, max(scores), sum(scores) / len(scores)),
        sum(result.seconds for result in results),
        *(sum(result.exceptions for result in results), sum(result.cheats for result in results)),
        *(sum(result.hints for result in results), sum(result.undos for result in results)),
        best_own=best_own,
        average_own=average_own,
        median=median(scores),
        median_own=median_own,
        latest=tuple((owns or scores)[-LATEST:]),
    )


def _own_scores(results: Sequence[Result]) -> list[int]:
    """The scores of the source; none where the game has no such score."""
    game = find_known(results[0].game)
    if not game or not game.own_score:
        return []
    return [result.own for result in results if result.own is not None]


def _weigh(game_id: str, owns: Sequence[int]) -> tuple[int | None, float | None, float | None]:
    """The best, the mean and the middle one of the scores of a game's source."""
    game = find_known(game_id)
    if not game or not game.own_score or not owns:
        return None, None, None
    best = min if game.own_score.lower_is_better else max
    return best(owns), sum(owns) / len(owns), median(owns)


def median(values: Sequence[int]) -> float:
    """The value in the middle, or the mean of the two that are.

    >>> median([900, 20, 40]), median([1, 2])
    (40, 1.5)
    """
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def streaks(wins: Iterable[bool]) -> tuple[int, int]:
    """Return the streak at the end, negative when it is one of losses, and the longest of wins."""
    current = longest = 0
    for won in wins:
        same = (current > 0) == won and current != 0
        step = 1 if won else -1
        current = current + step if same else step
        longest = max(longest, current)
    return current, longest

"""Statistics as lines of text, with bars for the wins."""

import csv
import io
from collections.abc import Sequence

from solterm.core.game import Game
from solterm.core.plural import count
from solterm.sessions.statistics import Figures

_BAR = 20
"""The characters of a bar that stands for all games."""


def tell_figures(game: Game, found: Sequence[Figures]) -> str:
    """Return the statistics of one game, a paragraph for each level."""
    title = f"{game.name} ({game.collection})"
    if not found:
        return f"{title}: no game is finished yet."
    return "\n".join([title, *map(_level, found)])


def overview(found: Sequence[Figures]) -> str:
    """Return the statistics of all games, a line for each game and level."""
    width = max(len(each.game) for each in found)
    bars = " " * (_BAR + 2)
    scores = f"{'best':>13}  {'average':>7}  {'mark':>4}"
    titles = f"{'game':{width}}  level  played  won  {scores}  {bars}     %  streak   time"
    return "\n".join([titles, *(_line(each, width) for each in found)])


def _line(each: Figures, width: int) -> str:
    counts = f"{each.level:>5}  {each.played:>6}  {each.won:>3}"
    won = f"{bar(each.percentage)} {each.percentage:>4.0f}%  {streak(each.streak):7}"
    scores = f"{best(each):>13}  {average(each):>7.0f}  {each.best:>4}"
    return f"{each.game:{width}}  {counts}  {scores}  {won}  {duration(each.seconds)}"


def best(each: Figures) -> str:
    """Return the best score with its unit: ``52 points``."""
    return count(each.best_told, each.own.unit if each.own else "mark")


def average(each: Figures) -> float:
    """Return the mean score by the game's source, or the mean mark."""
    return each.average if each.average_own is None else each.average_own


def bar(percentage: float) -> str:
    """Return a percentage as a bar.

    >>> bar(25)
    '[#####...............]'
    """
    full = round(percentage * _BAR / 100)
    return f"[{'#' * full}{'.' * (_BAR - full)}]"


def duration(seconds: float) -> str:
    """Return a duration in hours, minutes and seconds, leaving out zeros at the start.

    >>> duration(75), duration(4000)
    ('1:15', '1:06:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def sparkline(values: Sequence[int], heights: str) -> str:
    """Return numbers as a row of characters from ``heights``, the first for the lowest number.

    >>> sparkline([10, 20, 1000], "_-=#"), sparkline([5, 5], "_-=#")
    ('__#', '##')
    """
    low, high = min(values, default=0), max(values, default=0)
    last = len(heights) - 1
    return "".join(
        heights[round(last * (each - low) / (high - low)) if high > low else last]
        for each in values
    )


def streak(games: int) -> str:
    """Return a streak in words: ``3 won``, ``2 lost``."""
    return f"{abs(games)} {'won' if games > 0 else 'lost'}"


def _level(each: Figures) -> str:
    mean = duration(each.seconds / each.played)
    mark = f"best mark {each.best}, average {each.average:.0f}, median {each.median:.0f}"
    if each.own and each.average_own is not None:
        low = " (low is better)" if each.own.lower_is_better else ""
        best = count(each.best_own, each.own.unit) if each.best_own is not None else "-"
        own = f"Best {best}{low}, average {each.average_own:.1f}; "
    else:
        own, mark = "", mark.capitalize()
    return (
        f"Level {each.level}  {bar(each.percentage)} {each.won} of {each.played} won,"
        f" {each.percentage:.0f} %; now {streak(each.streak)} in a row, at best {each.longest}.\n"
        f"  {own}{mark}.\n"
        f"  {_latest(each)}.\n"
        f"  Time {duration(each.seconds)}, average {mean}.\n"
        f"  Exceptions {each.exceptions}, cheats {each.cheats}, hints {each.hints},"
        f" peeks {each.peeks}, undos {each.undos}."
    )


def _latest(each: Figures) -> str:
    scores = ", ".join(map(str, each.latest))
    if len(each.latest) == 1:
        return f"The last game: {scores}"
    return f"The last {len(each.latest)} games, the latest at the end: {scores}"


_FIELDS = (
    *("game", "level", "played", "won", "streak", "longest"),
    *("best", "average", "median", "best_own", "average_own", "median_own"),
    *("seconds", "exceptions", "undos", "hints", "peeks", "cheats"),
)


def spreadsheet(found: Sequence[Figures]) -> str:
    """Return the statistics as comma-separated values, a line for each game and level.

    The columns with ``own`` are the score by the game's source, if it has one. ``streak`` is
    negative for losses.
    """
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(_FIELDS)
    for each in found:
        values = (getattr(each, field) for field in _FIELDS)
        lines.writerow([round(one, 2) if isinstance(one, float) else one for one in values])
    return text.getvalue()

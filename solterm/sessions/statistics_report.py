"""Statistics and finished games as reports, as text and as values."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

from solterm.contests.kinds import KINDS
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.phrases import capitalize, count, duration
from solterm.games import find_known, name_apart
from solterm.scoring import stakes
from solterm.sessions import calendar
from solterm.sessions.report import Column, Emphasis, Graph, Report, Share, Value
from solterm.sessions.statistics import Figures, GameFigures, group_by_game, is_helped, variant_of
from solterm.store.entries import PlayRow
from solterm.store.purpose import FREE

EMPTY = "No game is finished yet."
HELPED = "Helped: won with hints, peeks or cheats."
_SIGNS = {"W": "won", "h": "won with help", ".": ""}
_LEGEND = "W won alone   h won with help   . not won"
_WIN = (stakes(level=level, exceptions=0, moves_after=0).win for level in LEVELS)
MARK = "Mark: a win earns up to {}; {} at level 2, {} at 1.".format(*_WIN)


def tell_all(found: Sequence[Figures]) -> Report:
    """Return the statistics of all games as a report, a row for each game, options and level."""
    columns = (
        Column("game", look=Emphasis.ID),
        Column("level", is_number=True),
        Column("played", is_number=True, from_width=66),
        Column("won", is_number=True),
        Column("best", is_number=True, look=Emphasis.MAIN),
        Column("average", is_number=True, from_width=100),
        Column("mark", is_number=True, from_width=108),
        Column(from_width=124),
        Column("%", is_number=True),
        Column("helped", is_number=True, from_width=66),
        Column("streak", from_width=80),
        Column("time", is_number=True, from_width=92),
    )
    every, rows = GameFigures(found, is_of_all=True), [_row(each) for each in found]
    notes = [each for each in (tell_days(every), HELPED, MARK) if each]
    return Report("", columns, rows, notes, graph=draw_latest(every))


def draw_latest(found: Figures) -> Graph:
    """Return a graph of the last games: scores of the game's source, or else marks."""
    signs = "".join(map(_sign, found.latest))
    scores = [each.shown_score if found.own else each.score for each in found.latest]
    unit, number = found.own.unit if found.own else "marks", len(scores)
    title = f"{capitalize(unit)} of the last {count(number, 'games') if number > 1 else 'game'}"
    return Graph(title, scores, signs, _SIGNS, _LEGEND)


def _sign(result: PlayRow) -> str:
    if not result.won:
        return "."
    return "h" if is_helped(find_known(result.game), result) else "W"


def tell_days(found: Figures) -> str:
    """Return the streak of days and weeks with a finished game; "" without one."""
    return calendar.tell_runs(found.days, datetime.now(UTC).date())


def _row(each: Figures) -> Sequence[Value]:
    return (
        *(_join(each.game, each.variant), each.level, each.played, each.won),
        *(best(each), f"{average(each):.0f}", each.best),
        *(Share(each.percentage / 100), f"{each.percentage:.0f}%"),
        *(each.helped, streak(each.streak), duration(each.seconds)),
    )


def tell_games(games: Sequence[GameFigures]) -> Report:
    """Return statistics as a report, a row for each game."""
    columns = (
        Column("game", shrinks=True),
        Column("played", is_number=True),
        Column("won", is_number=True),
        Column(from_width=72),
        Column("%", is_number=True),
        Column("helped", is_number=True),
        Column("best", is_number=True),
    )
    rows = [
        (
            *(each.name, each.played, each.won),
            *(Share(each.percentage / 100), f"{each.percentage:.0f}", each.helped),
            best(each) if each.own else f"mark {each.best}",
        )
        for each in games
    ]
    return Report("Statistics", columns, rows)


def tell_figures(game: Game, found: Sequence[Figures]) -> str:
    """Return the statistics of one game, a paragraph for each level."""
    title = f"{game.name} ({game.collection})"
    if not found:
        return f"{title}: no game is finished yet."
    every, *games = group_by_game(found)
    told = [line for each in games for line in _tell_each_level(each)]
    return "\n".join(filter(None, [title, *told, tell_days(every), _tell_better(games[0]), MARK]))


def _tell_each_level(game: GameFigures) -> Iterator[str]:
    names, *levels = zip(*tell_levels(game).rows, strict=True)
    for level, cells in zip(game.levels, levels, strict=True):
        pairs = zip((str(name).lstrip("- ") for name in names), cells, strict=True)
        told = [f"{name[0].lower()}{name[1:]} {cell}" for name, cell in pairs if name]
        yield f"{_join(f'Level {level.level}', game.variant)}: {', '.join(told)}."
        yield f"  {draw_latest(level).tell()}"


def tell_levels(game: GameFigures) -> Report:
    """Return the statistics of one game as a report, a column for each level, with a graph."""

    def row(name: str, tell: Callable[[Figures], Value]) -> Sequence[Value]:
        return (name, *map(tell, game.levels))

    rows = [
        row("Played", lambda each: each.played),
        row("Won", lambda each: f"{each.won} ({each.percentage:.0f}%)"),
        row("", lambda each: Share(each.percentage / 100)),
        row("- alone / with help", lambda each: f"{each.alone} / {each.helped}"),
        row("Current streak", lambda each: streak(each.streak)),
        row("Longest winning streak", lambda each: each.longest),
    ]
    if own := game.own:
        rows += [
            row(f"Best {own.unit}", _best_own),
            row(
                f"Average / median {own.unit}",
                lambda each: f"{_mean(each.average_own)} / {_mean(each.median_own)}",
            ),
        ]
    rows += [
        row("Best mark", _best_mark),
        row("Average / median mark", lambda each: f"{each.average:.0f} / {each.median:.0f}"),
        row("Fastest win / fewest moves", tell_records),
        row(
            "Time in all / a game",
            lambda each: f"{duration(each.seconds)} / {duration(each.seconds / each.played)}",
        ),
        row("Hints / peeks / cheats", lambda each: f"{each.hints} / {each.peeks} / {each.cheats}"),
        row("Exceptions / undos", lambda each: f"{each.exceptions} / {each.undos}"),
    ]
    levels = (Column(f"level {each.level}", is_number=True) for each in game.levels)
    notes = [" ".join(filter(None, (tell_days(game), _tell_better(game)))), MARK]
    title = f"Statistics of {game.name}"
    notes = [each for each in notes if each]
    graph = draw_latest(game)
    return Report(title, (Column(shrinks=True), *levels), rows, notes, graph=graph)


def _tell_better(game: GameFigures) -> str:
    return f"{capitalize(game.better.replace(',', ':'))}." if game.own else ""


def tell_records(each: Figures) -> str:
    """Return the time of the fastest win and the fewest moves of a win; "-" without a win."""
    if each.fastest is None:
        return "-"
    helped = "" if each.alone else " with help"
    return f"{duration(each.fastest)} / {each.fewest}{helped}"


def _join(name: str, variant: str) -> str:
    return f"{name}, {variant}" if variant else name


def _mean(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def tell_finished(results: Sequence[PlayRow], game: Game | None = None) -> Report:
    """Return finished games as a report, of one game or of all."""
    has_own = any(each.own is not None for each in results)
    columns = (
        Column("game", shrinks=True),
        Column("date"),
        Column("level", is_number=True),
        Column("result"),
        *([Column("score", is_number=True)] if has_own else []),
        Column("mark", is_number=True),
        Column("moves", is_number=True, from_width=72),
        Column("deal", is_number=True),
    )
    rows: list[Sequence[Value]] = []
    dated = {kind.id: kind.short.lower() for kind in KINDS.values() if kind.calendar}
    tried = {(each.game, each.deal) for each in results if each.purpose.kind in dated}
    for each in results:
        known = find_known(each.game)
        name = _join(name_apart(known) if known else each.game, variant_of(each))
        own = ["" if each.own is None else each.own] if has_own else []
        is_practice = each.purpose == FREE and (each.game, each.deal) in tried
        ended = "won" if each.won else "not won"
        if is_practice:
            ended = f"practice: {ended}"
        elif word := dated.get(each.purpose.kind):
            ended = f"{word}: {ended}"
        elif each.won and is_helped(known, each):
            ended = "won, imported" if each.imported else "won, helped"
        rows.append(
            (
                *(name, each.touched[:10], each.level, ended),
                *(*own, each.score, each.moves, each.deal or ""),
            )
        )
    return Report(f"Finished games of {game.name}" if game else "Finished games", columns, rows)


def values(found: Sequence[Figures]) -> list[dict[str, object]]:
    """Return the statistics as JSON has them; the best is the game's own score or mark."""
    return [
        {
            "game": each.game,
            "variant": each.variant,
            "level": each.level,
            "played": each.played,
            "won": each.won,
            "alone": each.alone,
            "best": each.best_told,
            "latest": [result.shown_score for result in each.latest],
        }
        for each in found
    ]


def best(each: Figures) -> str:
    """Return the best score with its unit: ``52 points``."""
    return count(each.best_told, each.own.unit if each.own else "mark")


def average(each: Figures) -> float:
    """Return the mean score by the game's source, or the mean mark."""
    return each.average if each.average_own is None else each.average_own


def streak(games: int) -> str:
    """Return a streak in words: ``3 won``, ``2 lost``."""
    return f"{abs(games)} {'won' if games > 0 else 'lost'}"


def _best_mark(each: Figures) -> str:
    return f"{each.best}{' with help' * each.best_is_helped}"


def _best_own(each: Figures) -> str:
    return f"{each.best_own}{' with help' * each.own_is_helped}"


_FIELDS = (
    *("game", "level", "played", "won", "alone", "streak", "longest"),
    *("best", "average", "median", "best_own", "average_own", "median_own"),
    *("seconds", "exceptions", "undos", "hints", "peeks", "cheats", "variant"),
)


def spreadsheet(found: Sequence[Figures]) -> str:
    """Return the statistics as comma-separated values, a line for each game, options and level.

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

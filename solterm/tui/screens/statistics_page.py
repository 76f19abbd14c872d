"""The statistics: all games, one game level by level, and finished games."""

from collections.abc import Sequence
from functools import partial

from textual.binding import Binding

from solterm.core.game import Game
from solterm.core.play.record import Record
from solterm.games import find, find_known
from solterm.sessions import statistics
from solterm.sessions.news import name_game
from solterm.sessions.report import Graph
from solterm.sessions.statistics import GameFigures, group_by_game
from solterm.sessions.statistics_report import (
    HELPED,
    MARK,
    draw_latest,
    tell_days,
    tell_finished,
    tell_games,
    tell_levels,
)
from solterm.store.entries import PlayRow
from solterm.store.kept import refuse_secret
from solterm.tui.screens.list_page import Listing, ListPage, ListRow, on_item

_LINES_BESIDE = 14
"""Lines of the page beside the list and the columns of a small graph."""
_MOST = 50
"""Finished games that are listed."""


class StatisticsScreen(ListPage[None]):
    """Lists the games, each with a bar for the share won."""

    ABOUT = """
A game counts once you win it, end it (F9) or deal another, after your first move or with no move
left. It counts under the lowest level you played it at. Where a game has its own score (strokes,
dollars, turns or cards), that score comes first; the mark, which every game has, depends on the
level and your exceptions. Wins with hints, peeks or cheats stand under Helped. A streak of days or
weeks counts those on which you finished a game. The game that you finished last comes first.
"""
    EMPTY = "No finished games yet. Play one and come back."
    BINDINGS = [
        on_item(
            "enter",
            "open",
            "Open",
            "Show the game level by level; on the first row, all finished games",
        ),
        on_item("g,G", "list_finished", "Games", "Replay the games you finished last"),
        Binding("c,C", "calendar", "Calendar", tooltip="Show your deals of the day"),
        on_item("r,R", "reset", "Reset", "Reset the statistics of this game"),
    ]

    _games: Sequence[GameFigures] = ()

    def look_up(self) -> None:
        self._games = group_by_game(statistics.figures(self.seat.store))

    def listing(self) -> Listing:
        return Listing.of(tell_games(self._games), self._games)

    def key_of(self, item: GameFigures) -> tuple[str, str]:
        return item.game, item.variant

    def notes(self, row: ListRow | None) -> Sequence[str]:
        """Say what the score of the game under the cursor counts."""
        if row is None:
            return []
        found: GameFigures = row.item
        days = tell_days(found)
        if not found.game:
            return [f"{days} Enter: finished games.".lstrip(), HELPED, MARK]
        score = f"Score: {found.better}." if found.better else ""
        best = "The best mark was won with help." * (found.best_is_helped and not found.own)
        return [" ".join(filter(None, [score, best, days])), HELPED, MARK]

    def graph(self, row: ListRow) -> Graph | None:
        """Return the graph of the game under the cursor, if the list leaves room for it."""
        has_room = len(self._games) + _LINES_BESIDE <= self.app.size.height
        return draw_latest(row.item) if has_room else None

    def open(self, game: GameFigures) -> None:
        if game.game:
            self.app.push_screen(FiguresScreen(game))
        else:
            self.doors.show_finished()

    def list_finished(self, game: GameFigures) -> None:
        self.doors.show_finished(find_known(game.game))

    def action_calendar(self) -> None:
        self.game_doors.play_daily()

    def reset(self, game: GameFigures) -> None:
        whose = f"the statistics of {game.name}" if game.game else "all statistics"
        question = f"Reset {whose}? (Finished games are kept.)"
        self.ask(question, partial(self._reset, game.game))

    def _reset(self, game: str) -> None:
        self.seat.store.forget(game)
        self.look_again()
        self.notice = f"Statistics reset. {self.EMPTY if not self._games else ''}".rstrip()


class FiguresScreen(ListPage[None]):
    """Shows the figures of one game, a column a level."""

    ABOUT = "The figures of one game, with a column for each level you played it at."
    BINDINGS = [
        Binding("g,G", "finished", "Games", tooltip="Replay the games you finished last"),
    ]

    def __init__(self, game: GameFigures) -> None:
        super().__init__()
        self.figures = game

    def listing(self) -> Listing:
        return Listing.of(tell_levels(self.figures))

    def action_finished(self) -> None:
        self.doors.show_finished(find_known(self.figures.game))


class FinishedScreen(ListPage[None]):
    """Lists finished games, the latest first."""

    ABOUT = """
The games you won or ended, the latest first; "day" is your try at a deal of the day. Enter replays
one of them, from the deal to where it stood.
"""
    EMPTY = "No finished games yet. A game is finished when you win it, or deal another."
    BINDINGS = [
        on_item("enter", "replay", "Replay", "Replay it, step by step"),
        on_item("c,C", "copy", "Copy", "Copy the result and the record, for a chat"),
    ]

    def __init__(self, game: Game | None = None) -> None:
        """With a game, list the games of that rule set only."""
        super().__init__()
        self._game = game
        self._found: list[PlayRow] = []
        """The latest first."""

    def look_up(self) -> None:
        game, latest = self._game, reversed(self.seat.store.results())
        wanted = [each for each in latest if game is None or each.game == game.id]
        self._found = wanted[:_MOST]

    def listing(self) -> Listing:
        return Listing.of(tell_finished(self._found, self._game), self._found)

    def replay(self, found: PlayRow) -> None:
        title = f"{name_game(found.game)}, deal {found.deal}"
        self.doors.show_replay(title, self._load(found))

    def copy(self, found: PlayRow) -> None:
        self.doors.copy_game(self._load(found).replay(find))

    def _load(self, found: PlayRow) -> Record:
        """Return the record of a game; raise ``StoreError`` while its deal is a secret."""
        refuse_secret(found.deal)
        return self.seat.store.load(found.play_id).record

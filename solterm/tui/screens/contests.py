"""The contests: those under way, and those that can be begun."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar, NamedTuple, cast

from solterm.chance import random_deal
from solterm.contests import matches, tours
from solterm.contests.kinds import EIGHT
from solterm.contests.names import check_name
from solterm.contests.series import Series
from solterm.contests.tournament import Tournament
from solterm.core.game import Game
from solterm.sessions import beginnings
from solterm.sessions.beginnings import Begun, Tried
from solterm.store.contests import Contest
from solterm.tui.boxes.questions import TypedLine
from solterm.tui.screens.listed import ListScreen


class _Line(NamedTuple):
    """A line: a heading, or something to do."""

    text: str
    do: Callable[[], None] | None = None


class ContestsScreen(ListScreen):
    """Goes on with a contest, or begins one."""

    TITLE_TEXT = "Contests"
    ABOUT = """
A tour is eight games of Solitaire Royale in a row; in a tournament every player has the same deals;
a golf match adds strokes, an evening at Reno dollars; the deal of the day is the same for everyone,
and each has one try. Results go to the boards, with the records that prove them.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Choose", "Go on with it, or begin it")

    def __init__(self, game: Game, notice: str = "") -> None:
        super().__init__(notice)
        self.game = game
        """The game that the menu's cursor stood on, for a tournament of one game."""
        self._lines: list[_Line] = []

    def on_mount(self) -> None:
        """See what is under way."""
        self._look()
        self.repaint()

    def on_screen_resume(self) -> None:
        """Back from another screen."""
        self._look()
        self.repaint()

    def _look(self) -> None:
        store = self.solterm.store
        found, faults = beginnings.of_the_host(store)
        self.notice = self.notice or " ".join(faults)
        under_way = [
            *map(self._line_of, beginnings.under_way(store)),
            *(_Line(_joinable(each), partial(self._join, each)) for each in found),
        ]
        heading = [_Line("Under way")] if under_way else []
        self._lines = [
            *heading,
            *under_way,
            _Line("Begin"),
            _Line("The deal of the day", self._daily),
            _Line("Aunt Anne's tour of eight games", lambda: self._begin(tours.tour(random_deal))),
            _Line("A tour of your own", self._own_tour),
            _Line("A mixed score sheet", lambda: self._begin(tours.mixed_sheet(random_deal))),
            _Line("Golf over nine holes", lambda: self._begin(matches.golf(random_deal, 9))),
            _Line("Golf over eighteen holes", lambda: self._begin(matches.golf(random_deal, 18))),
            _Line("An evening at Reno", lambda: self._begin(matches.reno(random_deal))),
            _Line(
                f"A tournament of {self.game.name} ({self.game.collection})",
                lambda: self._tournament((self.game.id,)),
            ),
            _Line("A tournament of the tour of eight", lambda: self._tournament(EIGHT)),
        ]
        if not self.is_choice(self._lines[self.here]):
            self.here += 1

    def _join(self, tournament: Tournament) -> None:
        self.solterm.show_series(beginnings.join(self.solterm.store, tournament))

    def _line_of(self, contest: Contest) -> _Line:
        title, stands = beginnings.describe(contest)
        return _Line(f"{title:34} {stands}", lambda: self.solterm.show_series(contest))

    @property
    def entries(self) -> list[_Line]:
        return self._lines

    def line(self, entry: object, width: int) -> str:
        return cast(_Line, entry).text

    def is_choice(self, entry: object) -> bool:
        return cast(_Line, entry).do is not None

    def choose(self) -> None:
        if do := cast(_Line, self.entry).do:
            do()

    def leave(self) -> None:
        """ESC: back to the menu."""
        self.solterm.show_menu()

    # -- beginning -------------------------------------------------------------------------

    def _begin(self, series: Series) -> None:
        self._show(beginnings.begin(self.solterm.store, series))

    def _show(self, begun: Begun) -> None:
        self.solterm.show_series(begun.contest, begun.notice)

    def _daily(self) -> None:
        """Today's deal: one try, which is gone on with."""
        try:
            self._show(beginnings.begin_daily(self.solterm.store))
        except Tried as news:
            self.solterm.show_board(news.board, str(news))

    def _own_tour(self) -> None:
        """A name, then the games: two questions one after the other."""

        def chosen(name: str, typed: str) -> str | None:
            try:
                self._show(beginnings.begin_tour(self.solterm.store, name, typed))
            except ValueError as error:
                return str(error)
            return None

        def named(typed: str) -> str | None:
            try:
                name = check_name(typed)
            except ValueError as error:
                return str(error)
            question = "Which games, in their order, separated by commas?"
            self.prompt = TypedLine(question, partial(chosen, name), most=400)
            return None

        self.prompt = TypedLine("What shall the tour be called?", named, most=24)

    def _tournament(self, games: tuple[str, ...]) -> None:
        def named(typed: str) -> str | None:
            try:
                self._show(beginnings.begin_tournament(self.solterm.store, typed, games))
            except ValueError as error:
                return str(error)
            return None

        self.prompt = TypedLine("What shall the tournament be called?", named, most=24)


def _joinable(tournament: Tournament) -> str:
    return f"{f'Tournament {tournament.name}':34} of this host"

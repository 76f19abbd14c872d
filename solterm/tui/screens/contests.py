"""The contests: those under way, and those that can be begun, each with where the player stands."""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import ClassVar, NamedTuple, cast

from solterm.chance import random_deal
from solterm.contests import matches, tours
from solterm.contests.kinds import EIGHT, MOST_GAMES, ROWS
from solterm.contests.series import Series
from solterm.contests.titles import board_unit
from solterm.contests.tournament import Tournament
from solterm.sessions import beginnings
from solterm.sessions.beginnings import OFFERS, Begun, BestOf, Offer, read_best
from solterm.store.contests import Contest
from solterm.tui.boxes.questions import TypedLine
from solterm.tui.screens.listed import Key, ListScreen
from solterm.tui.screens.pick import Pick, PickScreen

_NAME = 28
_TAKES = 14
_BEST = 16
"""Columns of a contest's name, of how long it takes, of a best result."""
_WHOLE = _NAME + _TAKES + 2 * _BEST
"""Columns of a line that has them all."""
_MOMENT = 0.02
"""Seconds between the boards of two contests, so that keys are heard meanwhile."""


class _Line(NamedTuple):
    """A line: a heading, or something to do."""

    text: str
    do: Callable[[], None] | None = None
    offer: Offer | None = None
    """The contest that is begun with it, if one is."""
    about: str = ""


class ContestsScreen(ListScreen):
    """Goes on with a contest, or begins one."""

    TITLE_TEXT = "Contests"
    ABOUT = """
Every contest is kept and gone on with when you like. Its result goes to a board, with the records
that prove it; where a host has a shared place for boards, its players share them.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Choose", "Go on with it, or begin it")
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("H", "board", "High scores", "Show the board of this contest"),
    )

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self._lines: list[_Line] = []
        self._best: dict[str, BestOf] = {}
        self._reading: Iterator[tuple[Offer, BestOf]] = iter(())

    def on_mount(self) -> None:
        """See what is under way; the boards are read behind the first picture."""
        self._look()
        self.repaint()
        self._begin_reading()

    def on_screen_resume(self) -> None:
        """Back from another screen, where a result may have been entered."""
        self._look()
        self.repaint()
        self._begin_reading()

    def _look(self) -> None:
        store = self.solterm.store
        found, faults = beginnings.of_the_host(store)
        self.notice = self.notice or " ".join(faults)
        under_way = [
            *map(self._line_of, beginnings.under_way(store)),
            *(_Line(_joinable(each), partial(self._join, each)) for each in found),
        ]
        heading = [_Line("Go on with")] if under_way else []
        begin = [_Line(each.name, partial(self._begin, each), each) for each in OFFERS]
        self._lines = [*heading, *under_way, _Line("Begin"), *begin]
        if not self.is_choice(self._lines[self.here]):
            self.here += 1

    def _line_of(self, contest: Contest) -> _Line:
        title, stands, day = beginnings.describe(contest)
        name = f"{title[: _NAME - 1]:{_NAME}}"
        about = f"Enter goes on with it. It was last played on {day}."
        return _Line(f"{name}{stands}", lambda: self.solterm.show_series(contest), about=about)

    def _join(self, tournament: Tournament) -> None:
        self.solterm.show_series(beginnings.join(self.solterm.store, tournament))

    def _begin_reading(self) -> None:
        """Learn who is best in each contest; a reading under way gives way to this one."""
        boards = self.solterm.boards()
        self._reading = ((each, best) for each in OFFERS for best in read_best(boards, each))
        self._read_on(self._reading)

    def _read_on(self, reading: Iterator[tuple[Offer, BestOf]]) -> None:
        """Take the next step of a reading, and repaint where that changes something."""
        if reading is not self._reading or not self.is_current:
            return
        found = None
        with self.saying_trouble():
            found = next(reading, None)
        if found is None:
            return
        offer, best = found
        if self._best.get(offer.id) != best:
            self._best[offer.id] = best
            self.repaint()
        self.stage.after(_MOMENT, partial(self._read_on, reading))

    # -- the list --------------------------------------------------------------------------

    @property
    def entries(self) -> list[_Line]:
        return self._lines

    def is_choice(self, entry: object) -> bool:
        return cast(_Line, entry).do is not None

    def heading(self, width: int) -> str:
        if width < _WHOLE:
            return f"{'Contest':{_NAME}}{'Your best':{_BEST}}"
        return f"{'Contest':{_NAME}}{'Takes':{_TAKES}}{'Your best':{_BEST}}Best of this host"

    def line(self, entry: object, width: int) -> str:
        line = cast(_Line, entry)
        if not line.offer:
            return line.text
        best = self._best.get(line.offer.id, BestOf(None, None))
        own = board_unit(line.offer.board).tell(best.own.score) if best.own else ""
        if line.offer.id == "daily" and not own:
            own = "not done today"
        host = f"{best.host.score} {best.host.player}" if best.host else ""
        takes = f"{line.offer.takes:{_TAKES}}" if width >= _WHOLE else ""
        text = f"{line.offer.name:{_NAME}}{takes}{own:{_BEST}}"
        return f"{text}{host}"[:width] if takes else text

    def notes(self, width: int) -> list[str]:
        """What the contest under the cursor is."""
        line = cast(_Line, self.entry)
        told = line.about
        if line.offer:
            takes = "" if width >= _WHOLE else f" It takes {line.offer.takes}."
            told = f"{line.offer.about}{takes}"
        return [*textwrap.wrap(told, width), "", ""][:2]

    # -- what the keys do ------------------------------------------------------------------

    def choose(self) -> None:
        if do := cast(_Line, self.entry).do:
            do()

    def do_board(self) -> None:
        """H: the board of what is under the cursor."""
        line = cast(_Line, self.entry)
        if line.offer and line.offer.board:
            self.solterm.show_board(beginnings.board_of(line.offer))
        else:
            self.notice = "It has a board of its own: Enter goes there, H shows it."

    def leave(self) -> None:
        """ESC: back to the menu."""
        self.solterm.show_menu()

    # -- beginning -------------------------------------------------------------------------

    def _begin(self, offer: Offer) -> None:
        match offer.id:
            case "daily":
                self.solterm.show_daily()
            case "tour":
                self._start(tours.tour(random_deal))
            case "own tour":
                name = "What shall the tour be called?"
                title = "Which games has your tour?"
                self._pick(Pick(title, tours.LEAST, MOST_GAMES, self._begin_tour, name))
            case "mixed":
                title = "Which games has the sheet? With none picked, row by row."
                self._pick(Pick(title, 0, ROWS, self._begin_mixed))
            case "golf 9" | "golf 18":
                self._start(matches.golf(random_deal, int(offer.id.removeprefix("golf "))))
            case "reno":
                self._start(matches.reno(random_deal))
            case "tournament":
                title = "Which games has the tournament? Enter takes this one."
                self._pick(Pick(title, 1, MOST_GAMES, self._begin_tournament, _CUP))
            case "tournament tour":
                self.prompt = TypedLine(_CUP, partial(self._begin_tournament, EIGHT), most=24)

    def _pick(self, pick: Pick) -> None:
        self.solterm.push_screen(PickScreen(pick))

    def _start(self, series: Series) -> None:
        self._show(beginnings.begin(self.solterm.store, series))

    def _show(self, begun: Begun) -> None:
        self.solterm.show_series(begun.contest, begun.notice)

    def _begin_tour(self, games: Sequence[str], name: str) -> str | None:
        try:
            self._show(beginnings.begin_tour(self.solterm.store, name, games))
        except ValueError as error:
            return str(error)
        return None

    def _begin_mixed(self, games: Sequence[str], name: str) -> None:
        self._show(beginnings.begin_mixed(self.solterm.store, games))

    def _begin_tournament(self, games: Sequence[str], name: str) -> str | None:
        try:
            self._show(beginnings.begin_tournament(self.solterm.store, name, tuple(games)))
        except ValueError as error:
            return str(error)
        return None


_CUP = "What shall the tournament be called?"


def _joinable(tournament: Tournament) -> str:
    return f"{f'Tournament {tournament.name}'[: _NAME - 1]:{_NAME}}of this host: Enter takes part"

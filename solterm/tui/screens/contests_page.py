"""The contests: those under way, and those to begin, with the player's results."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding
from textual.timer import Timer

from solterm.contests.contest import Contest
from solterm.contests.kinds import Kind, Offer, list_offers
from solterm.contests.titles import unit_of
from solterm.hall.messages import AskTonight, Message, SignUp, Tonight
from solterm.sessions import contest_steps, evenings
from solterm.sessions.contest_steps import BestOf, read_best
from solterm.tui.look.wrapping import wrap
from solterm.tui.screens.dialogs import TextDialog, fault_of
from solterm.tui.screens.list_page import ListPage, ListRow, heading, on_item
from solterm.tui.screens.pick_games import LONGEST, Pick, PickScreen

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp

_NAME = 28
_TAKES = 14
_BEST = 16
"""Columns for a contest's name, its length, and a best result."""
_WHOLE = _NAME + _TAKES + 2 * _BEST
"""Columns of a line with all of them."""
_MOMENT, _REST = 0.02, 0.1
"""Seconds of reading boards, and of rest after them, so that keys are answered."""
_SOON = 5.0
"""Seconds until the screen asks again about an evening."""
_AGAIN = 30.0
"""Seconds until the screen reads the boards again for new entries."""


class _Line(NamedTuple):
    """A heading, or something to do."""

    text: str
    do: Callable[[], None] | None = None
    begins: tuple[Kind, Offer] | None = None
    """The contest that the line begins."""
    about: str = ""


class ContestsScreen(ListPage[None]):
    """Resumes a contest, or begins one."""

    TITLE = "Contests"
    ABOUT = """
You can leave every contest and go on with it when you like. Its result goes to a board, with the
records that prove it; on a host with a shared place for boards, all players share them.
"""
    ARE_COMMANDS = True
    BINDINGS = [
        on_item("enter", "choose", "Choose", "Go on with it, or begin it"),
        Binding("h,H", "board", "High scores", tooltip="Show the board of this contest"),
    ]

    def __init__(self, notice: str = "", tonight: Tonight | None = None) -> None:
        """Put the cursor on the host's next evening, if there is one."""
        super().__init__(notice)
        self._lines: list[_Line] = []
        self._best: dict[str, BestOf] = {}
        self._tried_today: set[Kind] = set()
        self._reading: Iterator[None] = iter(())
        self._rest: Timer | None = None
        self._tonight = tonight
        """The host's next evening, as far as known."""

    def on_mount(self) -> None:
        self.set_interval(_AGAIN, self._read_again)
        self.set_interval(_SOON, self._look_for_evening)

    def opens_on(self) -> _Line | None:
        return next((line for line in self._lines if line.do == self._sign_up), None)

    def look_up(self) -> None:
        self._look()
        self._read_again()
        self._ask_tonight()

    def _look(self) -> None:
        store = self.seat.store
        found, faults = contest_steps.of_the_host(store)
        self.notice = self.notice or " ".join(faults)
        self._tried_today = {
            kind for kind, _ in list_offers() if contest_steps.has_tried_today(store, kind)
        }
        under_way = [
            *map(self._line_of, contest_steps.under_way(store)),
            *(_Line(_joinable(each), partial(self._join, each)) for each in found),
        ]
        heading = [_Line("Go on with")] if under_way else []
        evening = self._tell_evening()
        begin = [
            _Line(offer.name, partial(self._begin, kind, offer), (kind, offer))
            for kind, offer in list_offers()
        ]
        if self.seat.host.has_host:
            begin.append(_Line("Races", self.doors.show_races, about=_RACES))
        self._lines = [*heading, *under_way, *evening, _Line("Begin"), *begin]

    def _line_of(self, contest: Contest) -> _Line:
        title, stands, day = contest_steps.describe(self.seat.store, contest)
        name = _fit_title(title)
        about = f"Enter goes on with it. You last played it on {day}."
        return _Line(f"{name}{stands}", partial(self.game_doors.show_contest, contest), about=about)

    def _join(self, tournament: Contest) -> None:
        _show_tournament(self.solterm, tournament.name)

    # -- the evening of the host -----------------------------------------------------------

    def _ask_tonight(self) -> None:
        if self.seat.host.has_host:
            self.seat.host.say(AskTonight())

    def _look_for_evening(self) -> None:
        if self.is_current and self._tonight:
            self._ask_tonight()

    def take_host_message(self, message: Message) -> bool:
        if not isinstance(message, Tonight):
            return False
        self._tonight = message if message.name else None
        self._look()
        self.show_rows()
        return True

    def _tell_evening(self) -> list[_Line]:
        """Return the lines of an evening that has not begun; from then on it can be joined."""
        tonight, moment = self._tonight, datetime.now(UTC)
        if not tonight or evenings.has_begun(tonight, moment):
            return []
        when, what = evenings.tell_start(tonight, moment), evenings.tell_games(tonight.games)
        does = "withdraws" if tonight.is_signed_up else "signs you up"
        about = f"{evenings.tell_sign_ups(tonight)} Enter {does}. You hear when it begins."
        line = f"{when:{_NAME}}{what}, {tonight.signed_up} signed up"
        return [_Line("Coming up"), _Line(line, self._sign_up, about=about)]

    def _sign_up(self) -> None:
        if self._tonight:
            self.seat.host.say(SignUp(self._tonight.name, not self._tonight.is_signed_up))

    # -- who is best -----------------------------------------------------------------------

    def _read_again(self) -> None:
        if self.is_current:
            self._reading = self._read_boards()
            self._read_on()

    def _read_on(self) -> None:
        # Reading boards takes long; keys are answered in between.
        if self._rest:
            self._rest.stop()
        until = time.monotonic() + _MOMENT
        with self.telling_trouble():
            for _ in self._reading:
                if time.monotonic() > until:
                    if self.is_current:
                        self._rest = self.set_timer(_REST, self._read_on)
                    return

    def _read_boards(self) -> Iterator[None]:
        boards = self.seat.boards
        for kind, offer in list_offers():
            for best in read_best(boards, contest_steps.board_of_offer(kind, offer)):
                if self._best.get(offer.command) != best:
                    self._best[offer.command] = best
                    self.show_rows()
                yield

    # -- the list --------------------------------------------------------------------------

    def rows(self) -> Iterable[ListRow]:
        width = self.app.size.width - 2
        for line in self._lines:
            text = self._tell(line, width - 2)
            if line.do:
                yield ListRow((text,), line, self._describe(line, width))
            else:
                yield heading(text)

    def key_of(self, item: _Line) -> str:
        return item.text

    def _tell(self, line: _Line, width: int) -> str:
        is_whole = width >= _WHOLE
        if line.do is None:
            if line.text != "Begin":
                return line.text
            takes = f"{'Takes':{_TAKES}}" if is_whole else ""
            whose = "Best of this host" if self.seat.host.has_host else "Best so far"
            host = whose if is_whole else ""
            return f"{line.text:{_NAME}}{takes}{'Your best':{_BEST}}{host}"
        if not line.begins:
            return line.text
        kind, offer = line.begins
        best = self._best.get(offer.command, BestOf(None, None))
        undone = offer.tried if kind in self._tried_today else offer.undone
        own = unit_of(kind).tell(best.own.points) if best.own else undone
        text = f"{offer.name:{_NAME}}"
        if not is_whole:
            return f"{text}{own}"
        host = f"{best.host.points} {best.host.player}" if best.host else ""
        return f"{text}{offer.takes:{_TAKES}}{own:{_BEST}}{host}"[:width].rstrip()

    def _describe(self, line: _Line, width: int) -> str:
        # Always in two lines.
        told = line.about
        if line.begins:
            _, offer = line.begins
            takes = "" if width - 2 >= _WHOLE else f" It takes {offer.takes}."
            told = f"{contest_steps.about(self.solterm.context, offer)}{takes}"
        return "\n".join([*wrap(told, width), "", ""][:2])

    # -- keys ------------------------------------------------------------------------------

    def choose(self, line: _Line) -> None:
        assert line.do, "headings are no items"
        line.do()

    def action_board(self) -> None:
        begins = self.item.begins if self.item else None
        if board := contest_steps.board_of_offer(*begins) if begins else "":
            self.doors.show_board(board)
        else:
            self.notice = "This contest has its own board: open the contest and press H."

    def action_back(self) -> None:
        self.doors.go_to_menu()

    # -- beginning -------------------------------------------------------------------------

    def _begin(self, kind: Kind, offer: Offer) -> None:
        begin = partial(self._begin_with, kind, offer)
        refuses = partial(self._why_no_name, kind)
        if kind.calendar and kind.calendar.has_page:
            self.game_doors.play_daily()
        elif offer.picks:
            least = 0 if kind.chooses_games else kind.sizes[0]
            pick = Pick(offer.picks, least, kind.sizes[-1], begin, offer.asks_name, refuses)
            self.solterm.push_screen(PickScreen(pick))
        elif offer.asks_name:
            dialog = TextDialog(offer.asks_name, refuses=refuses, most=LONGEST)
            self.prompt(dialog, partial(self._begin_named, begin, offer.games))
        else:
            begin(offer.games)

    def _begin_named(self, begin: Callable[..., None], games: Sequence[str], name: str) -> None:
        self.notice = fault_of(begin, games, name) or ""

    def _why_no_name(self, kind: Kind, name: str) -> str | None:
        return fault_of(contest_steps.check_name_for, self.seat.store, kind, name)

    def _begin_with(self, kind: Kind, offer: Offer, games: Sequence[str], name: str = "") -> None:
        named = name if offer.asks_name else None
        try:
            contest, notice = contest_steps.begin(self.seat.store, kind, games, named)
        except contest_steps.Tried as news:
            self.doors.show_board(news.board, str(news))
        else:
            self.game_doors.show_contest(contest, notice, offer.opening)


def show_evening(solterm: "SoltermApp", tonight: Tonight | None) -> None:
    """Show the tournament of an evening that is on, or else the line that signs up for it."""
    is_on = tonight and evenings.has_begun(tonight, datetime.now(UTC))
    if not (tonight and is_on and _show_tournament(solterm, tonight.name)):
        solterm.doors.go_to_contests(tonight)


def _show_tournament(solterm: "SoltermApp", name: str) -> bool:
    """Show a tournament of this host, or its board if the player's try has ended."""
    try:
        contest = contest_steps.find_tournament(solterm.seat.store, name)
    except contest_steps.Tried as news:
        solterm.doors.show_board(news.board, str(news))
        return True
    if contest:
        solterm.doors.go_to_series(contest)
    return contest is not None


_RACES = "The same cards at the same time, against a player or a ghost. They take ten minutes."


def _joinable(tournament: Contest) -> str:
    return f"{_fit_title(f'Tournament {tournament.name}')}on this host: Enter joins it"


def _fit_title(title: str) -> str:
    """Return a title as a column; a long name stands without the word before it."""
    if len(title) >= _NAME:
        title = title.removeprefix("Tournament ")
    return f"{title[: _NAME - 1]:{_NAME}}"

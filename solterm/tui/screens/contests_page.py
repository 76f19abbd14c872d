"""The contests: those under way, and those to begin, with the player's results."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding

from solterm.contests import titles
from solterm.contests.contest import Contest
from solterm.contests.kinds import Kind, Offer, list_offers
from solterm.hall.messages import AskTonight, Message, SignUp, Tonight
from solterm.sessions import contest_steps, evenings
from solterm.sessions.contest_steps import BestOf, read_best
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
_SOON = 5.0
"""Seconds until the screen asks again about an evening."""
_AGAIN = 30.0
"""Seconds until the screen reads the boards again for new entries."""


class _Way(NamedTuple):
    """Something to do."""

    text: str
    do: Callable[[], object]
    begins: tuple[Kind, Offer] | None = None
    """The contest that it begins."""


class ContestsScreen(ListPage[None]):
    """Resumes a contest, or begins one."""

    # The list stays in place while the cursor moves.
    DEFAULT_CSS = "ContestsScreen > #notes { min-height: 2; max-height: 2; }"

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
        self._under_way: list[ListRow] = []
        self._best: dict[str, BestOf] = {}
        self._tried_today: set[Kind] = set()
        self._tonight = tonight if tonight and tonight.name else None
        """The host's next evening, as far as known."""

    def on_mount(self) -> None:
        self.set_interval(_AGAIN, self._read_again)
        self.set_interval(_SOON, self._look_for_evening)

    def opens_on(self) -> _Way | None:
        items = (row.item for row in self.shown.rows if row.item)
        return next((item for item in items if item.do == self._sign_up), None)

    def look_up(self) -> None:
        self._look()
        self._ask_tonight()

    def _look(self) -> None:
        store = self.seat.store
        found, faults = contest_steps.of_the_host(store)
        self.notice = self.notice or " ".join(faults)
        self._tried_today = {
            kind for kind, _ in list_offers() if contest_steps.has_tried_today(store, kind)
        }
        under_way = map(self._tell_under_way, contest_steps.under_way(store))
        self._under_way = [*under_way, *map(self._tell_joinable, found)]

    def _tell_under_way(self, contest: Contest) -> ListRow:
        _, stands, day = contest_steps.describe(self.seat.store, contest)
        title = titles.list_title(contest)
        way = _Way(title, partial(self.game_doors.show_contest, contest))
        course = self._tell_progress(contest.name)
        about = course or f"Enter goes on with it. You last played it on {day}."
        return ListRow((f"{_fit_title(title)}{stands}",), way, about)

    def _tell_joinable(self, tournament: Contest) -> ListRow:
        title = _fit_title(titles.list_title(tournament))
        way = _Way(title, partial(_show_tournament, self.solterm, tournament.name))
        course = self._tell_progress(tournament.name)
        return ListRow((f"{title}on this host: Enter joins it",), way, course)

    def _tell_progress(self, name: str) -> str:
        if self._tonight is None or not evenings.is_on(self._tonight, name):
            return ""
        return " ".join(evenings.tell_progress(self.seat.boards, self._tonight, self.seat.zone))

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

    def _tell_evening(self) -> Iterator[ListRow]:
        """Yield the rows of an evening that has not begun; from then on it can be joined."""
        tonight, moment = self._tonight, datetime.now(UTC)
        if tonight and not evenings.has_begun(tonight, moment):
            when, what = evenings.tell_start(tonight, moment), evenings.tell_games(tonight.games)
            start = evenings.tell_start(tonight, moment, self.seat.zone)
            does = "withdraws" if tonight.is_signed_up else "signs you up"
            does = f"Enter {does}. You hear when it begins."
            if self.solterm.context.is_guest:
                does = evenings.NEEDS_KEY
            about = f"{start}. {evenings.tell_sign_ups(tonight)} {does}"
            text = f"{when:{_NAME}}{what}, {tonight.signed_up} signed up"
            yield heading("Coming up")
            yield ListRow((text,), _Way("evening", self._sign_up), about)

    def _sign_up(self) -> None:
        if self._tonight:
            self.seat.host.say(SignUp(self._tonight.name, not self._tonight.is_signed_up))

    # -- who is best -----------------------------------------------------------------------

    def _read_again(self) -> None:
        if self.is_current:
            self.look_again()

    def work(self) -> Iterator[None]:
        """Read who is best on the boards."""
        boards = self.seat.boards
        for kind, offer in list_offers():
            for best in read_best(boards, contest_steps.board_of_offer(kind, offer)):
                if self._best.get(offer.command) != best:
                    self._best[offer.command] = best
                    self.show_rows()
                yield

    # -- the list --------------------------------------------------------------------------

    def rows(self) -> Iterator[ListRow]:
        is_whole = self.app.size.width - 4 >= _WHOLE
        if self._under_way:
            yield heading("Go on with")
            yield from self._under_way
        yield from self._tell_evening()
        whose = "Best of this host" if self.seat.host.has_host else "Best so far"
        yield heading(_align("Begin", "Takes", "Your best", whose, is_whole))
        for kind, offer in list_offers():
            yield self._tell_offer(kind, offer, is_whole)
        if self.seat.host.has_host:
            yield ListRow(("Races",), _Way("Races", self.doors.show_races), _RACES)

    def _tell_offer(self, kind: Kind, offer: Offer, is_whole: bool) -> ListRow:
        best = self._best.get(offer.command, BestOf(None, None))
        undone = offer.tried if kind in self._tried_today else offer.undone
        own = titles.unit_of(kind).tell(best.own.points) if best.own else undone
        others = f"{best.host.points} {best.host.player}" if best.host else ""
        takes = "" if is_whole else f" It takes {offer.takes}."
        about = f"{contest_steps.about(self.solterm.context, offer)}{takes}"
        way = _Way(offer.name, partial(self._begin, kind, offer), (kind, offer))
        return ListRow((_align(offer.name, offer.takes, own, others, is_whole),), way, about)

    def key_of(self, item: _Way) -> str:
        return item.text

    # -- keys ------------------------------------------------------------------------------

    def choose(self, item: _Way) -> None:
        item.do()

    def action_board(self) -> None:
        begins = self.item.begins if self.item else None
        if board := contest_steps.board_of_offer(*begins) if begins else "":
            self.doors.show_board(board)
        else:
            self.notice = "This contest has its own board: open the contest and press H."

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
            contest = contest_steps.begin(self.seat.store, kind, games, named)
        except contest_steps.Tried as news:
            self.doors.show_board(news.board, str(news))
        else:
            self.game_doors.show_contest(contest, offer.opening)


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


def _align(name: str, takes: str, own: str, others: str, is_whole: bool) -> str:
    """Return the columns of a line; a narrow window has only two of them."""
    middle = f"{takes:{_TAKES}}" if is_whole else ""
    return f"{name:{_NAME}}{middle}{own:{_BEST}}{others if is_whole else ''}".rstrip()


def _fit_title(title: str) -> str:
    """Return a title as a column; a long name stands without the word before it."""
    if len(title) >= _NAME:
        title = title.removeprefix("Tournament ")
    return f"{title[: _NAME - 1]:{_NAME}}"

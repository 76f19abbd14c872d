"""A contest under way: the games of a tour, match or tournament, and their results."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.binding import Binding

from solterm.chance import random_deal
from solterm.contests import titles
from solterm.contests.contest import Contest
from solterm.contests.result import ContestResult
from solterm.core.names import EVENING
from solterm.hall.messages import AskTonight, Message, Tonight
from solterm.sessions import contest_report, contest_steps, evenings
from solterm.sessions.contest_steps import NextStep, Ways
from solterm.store import players
from solterm.tui.screens.base_screen import BaseScreen
from solterm.tui.screens.dialogs import Choice, TextDialog
from solterm.tui.screens.list_page import Listing, ListPage, ListRow, heading, on_item
from solterm.tui.screens.pick_games import LONGEST, Pick, PickScreen, why_no_name

_AGAIN = 10.0
"""Seconds until the page asks the host again how its evening goes."""
_WAYS = Ways("Enter", "E", "Enter plays the game of this row, or lets you choose it.")


class SeriesScreen(ListPage[None]):
    """Shows the scores of a contest; Enter plays its next game."""

    ABOUT = """
The games of this contest, in their order. You play each one once, at level 3, without exceptions,
hints or undo; F9 at the table ends it. After the last game your result goes to the board.
"""
    BINDINGS = [
        on_item("enter", "go_on", "Go on", "Play the next game, or enter the board"),
        on_item("enter", "show_board", "High scores", show=False),
        Binding("e,E", "enter", "Enter the board", tooltip="Enter the board once all are played"),
        Binding("h,H", "scores", "High scores", tooltip="Show the board of this contest"),
        Binding("x,X", "end", "End it", tooltip="End this contest for good"),
    ]

    def __init__(self, contest: Contest, notice: str = "") -> None:
        super().__init__(notice)
        self.contest = contest
        self._high: list[int | None] | None = None
        """The results of the best tour or tournament on the board, game by game."""
        self._entry: ContestResult | None = None
        """The result, once it is entered here."""

    def on_mount(self) -> None:
        if self.contest.name.startswith(EVENING) and self.seat.host.has_host:
            self._ask_tonight()
            self.set_interval(_AGAIN, self._ask_tonight)
        elif self.seat.host.has_host:
            self.set_interval(_AGAIN, self.look_again)  # others enter the board meanwhile
        if contest_steps.enters_by_itself(self.solterm.context, self.contest):
            with self.telling_trouble():
                self.contest, self._entry = contest_steps.enter(
                    self.seat.store, self.seat.boards, self.contest, ""
                )

    def opens_on(self) -> int:
        place = self.contest.next
        return len(self.contest.games) - 1 if place is None else place

    def look_up(self) -> None:
        self._high = contest_steps.high(self.seat.boards, self.contest)

    # -- the evening of the host -----------------------------------------------------------

    def _ask_tonight(self) -> None:
        self.seat.host.say(AskTonight())

    def take_host_message(self, message: Message) -> bool:
        if not isinstance(message, Tonight):
            return False
        self.look_again()
        return True

    # -- the table -------------------------------------------------------------------------

    def listing(self) -> Listing:
        """Return a row for each game, and the totals."""
        report = contest_report.report(self.contest, self._high, self._next_words())
        compared = contest_report.compare_full(self.seat.store, self.contest)
        report = report._replace(notes=[*compared, *report.notes])
        listing, tonight = Listing.of(report, range(len(report.rows))), self.solterm.life.tonight
        if tonight is None or not evenings.is_on(tonight, self.contest.name):
            return listing
        leaders = evenings.list_leaders(self.seat.boards, tonight)
        rows = [ListRow((f"{place}. {each}",)) for place, each in enumerate(leaders, 1)]
        return listing._replace(
            rows=[*listing.rows, *([heading("Standings")] if rows else []), *rows],
            notes=[*listing.notes, *evenings.tell_course(tonight, self.seat.zone)],
        )

    def _next_words(self) -> str:
        told = contest_steps.tell_next(self.solterm.context, self.contest, _WAYS)
        place = contest_steps.tell_place(self.seat.boards, self._entry) if self._entry else ""
        return f"{told} {place}".rstrip()

    # -- playing ---------------------------------------------------------------------------

    def go_on(self, here: int) -> None:
        row = here if here < len(self.contest.games) else self.contest.next
        is_row = self.contest.kind.repeats_rows and row is not None
        place = row if is_row and row is not None else self.contest.next or 0
        match contest_steps.next_step(
            self.solterm.context, self.contest, place if is_row else None
        ):
            case NextStep.PLAY:
                self._play(place)
            case NextStep.CHOOSE:
                self._choose_game(place)
            case NextStep.AGAIN:
                self.ask(contest_steps.again_question(place), lambda: self._again(place))
            case NextStep.ANOTHER_DEAL:
                self.contest = contest_steps.another_deal(self.contest)
                self._play(len(self.contest.games) - 1)
            case NextStep.NEXT_PLAYER:
                self.contest = contest_steps.next_turn(self.solterm.context, self.contest)
                self.show_rows(self.opens_on())
            case NextStep.ENTER:
                self._finish()

    def _choose_game(self, place: int) -> None:
        def take(games: Sequence[str], name: str) -> None:
            game = self.contest.games[place]._replace(game=games[0])
            self.contest = self.contest.with_game(place, game)
            self._play(place)

        title = f"Which game do you play in row {place + 1}?"
        self.solterm.push_screen(PickScreen(Pick(title, 1, 1, take)))

    def _again(self, place: int) -> None:
        self.contest = self.contest.play_again(place, random_deal())
        self._play(place)

    def _play(self, place: int) -> None:
        self.game_doors.bring(contest_steps.start_of(self.contest, place))

    # -- the board -------------------------------------------------------------------------

    def action_enter(self) -> None:
        if self.contest.player:
            self.notice = f"This turn is entered. {self._next_words()}"
        else:
            self._finish()

    def _finish(self) -> None:
        if self.solterm.context.is_on_host:
            self._enter("")
        else:
            ask_board_name(self, self.contest, self._enter)

    def _enter(self, name: str) -> None:
        boards = self.seat.boards
        self.contest, entry = contest_steps.enter(self.seat.store, boards, self.contest, name)
        if contest_steps.next_step(self.solterm.context, self.contest) is NextStep.NEXT_PLAYER:
            self.look_up()
            self.show_rows()
            self.notice = f"Entered. {self._next_words()}"
        else:
            self.doors.go_to_contests()
        self.doors.show_board(entry.board, boards.complaint, entry.digest)

    def show_board(self, _: int) -> None:
        self.action_scores()

    def action_scores(self) -> None:
        self.doors.show_board(str(titles.board_of(self.contest)))

    def offers(self, do: str, item: object) -> bool:
        """Offer the board once all games are played, and the end of a contest under way."""
        match do:
            case "go_on" | "show_board":
                step = contest_steps.next_step(self.solterm.context, self.contest)
                return (step is NextStep.NOTHING) == (do == "show_board")
            case "enter":
                return self.contest.open and self.contest.next is None
            case "end":
                return self.contest.open and bool(self.contest.begun)
        return True

    # -- ending ----------------------------------------------------------------------------

    def action_end(self) -> None:
        self.ask("End this contest for good?", self._end)

    def _end(self) -> None:
        # Tours left early reach their board only if they are among the best.
        if not contest_steps.is_among_the_best(self.seat.boards, self.contest):
            self._close()
        elif name := self.solterm.context.nickname:
            self._ask_whether(name)
        else:
            ask_board_name(self, self.contest, self._enter, otherwise=self._close)

    def _ask_whether(self, name: str) -> None:
        question = f"Enter it on the board as {name}?"
        answers = [("y", "Enter it"), ("n", "End it without")]
        self.prompt(
            Choice(question, answers, back="Go on with it"),
            lambda key: self._finish() if key == "y" else self._close(),
        )

    def _close(self) -> None:
        self.seat.give_up(self.contest)
        self.doors.go_to_contests()

    def action_back(self) -> None:
        self.doors.go_to_contests()


def ask_board_name(
    screen: BaseScreen[Any],
    contest: Contest,
    enter: Callable[[str], object],
    otherwise: Callable[[], object] | None = None,
) -> None:
    """Ask under which name a contest goes to its board; Esc calls ``otherwise``."""
    name = players.name_of(screen.solterm.context, screen.solterm.settings.player)
    total, unit = contest.total, titles.unit_of(contest.kind).name
    question = f"{unit.capitalize()}: {total}. Your name for the board?"
    question += (
        " Esc leaves without one." if otherwise else "\nEnter takes it; Esc leaves it for later."
    )

    screen.prompt(TextDialog(question, name, why_no_name, LONGEST), enter, otherwise)

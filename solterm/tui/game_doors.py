"""The ways to games: resume or deal one, and show its sheet or contest."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from solterm.chance import random_below
from solterm.contests import contests
from solterm.contests.contest import Contest
from solterm.contests.kinds import SHEET
from solterm.core.game import Game
from solterm.core.options import Option
from solterm.core.outcome import Outcome
from solterm.games import find
from solterm.games.matching import Wanted
from solterm.sessions import plays
from solterm.sessions.plays import Brought, CannotResume, Start
from solterm.sessions.resumable import Resumable
from solterm.sessions.seat import AskOption
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.purpose import Purpose
from solterm.tui.screens.dialogs import Choice
from solterm.tui.screens.search_dialog import find_winnable

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp


class GameDoors:
    """Brings games to the screen of one App."""

    def __init__(self, app: "SoltermApp") -> None:
        self._app = app

    # -- resuming and dealing --------------------------------------------------------------

    def bring(self, start: Start) -> None:
        """Resume a game or deal it, after the question that a deal of it needs.

        If the store cannot read the game, a screen says why and lets the player choose.
        """
        self._app.ask_host(partial(self._bring, start))

    def _bring(self, start: Start) -> None:
        try:
            brought = self._app.seat.bring(start)
        except AskOption as choice:
            self._ask_option(start, choice.option)
        except CannotResume as hindrance:
            deal = partial(self._deal_another, hindrance, start)
            self._tell_unread(hindrance, partial(self.bring, start), deal)
        else:
            self._show(brought)

    def resume_or(
        self,
        otherwise: Callable[[], None],
        game: Game | None = None,
        purpose: Purpose | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Resume a suspended game as ``bring`` does, or call ``otherwise`` without one."""
        try:
            found = self._app.seat.resume(game, purpose, options)
        except CannotResume as hindrance:
            again = partial(self.resume_or, otherwise, game, purpose, options)
            deal = partial(self._put_aside, hindrance, otherwise) if game else None
            self._tell_unread(hindrance, again, deal)
        else:
            if found:
                self._show(found)
            else:
                otherwise()

    def _show(self, brought: Brought) -> None:
        """Show the game that came to the table; one won and left goes on to its end."""
        kept, is_won = brought.kept, brought.kept.play.outcome is Outcome.WON
        if is_won and kept.purpose.is_contest:
            self.end_for_contest(kept)
        elif is_won and kept.purpose.row:
            self._app.doors.go_to_end(kept)
        else:
            self._go_to_table(brought.told)

    def _ask_option(self, start: Start, option: Option) -> None:
        answers = [(value, f"{option.name}: {value}") for value in option.choices]

        def bring(value: str | None) -> None:
            if value:
                self.bring(start._replace(options={option.key: value}))

        self._app.push_screen(Choice(option.question, answers, "Back"), bring)

    def _tell_unread(
        self, hindrance: CannotResume, again: Callable[[], None], deal: Callable[[], None] | None
    ) -> None:
        def try_again() -> None:
            self._app.seat.reopen_store()
            again()

        self._app.doors.go_to_unread(str(hindrance), hindrance.saved, try_again, deal)

    def _deal_another(self, hindrance: CannotResume, start: Start) -> None:
        self._go_to_table(self._app.seat.put_aside(hindrance, start))

    def _put_aside(self, hindrance: CannotResume, then: Callable[[], None]) -> None:
        plays.put_aside(self._app.seat.store, hindrance)
        then()

    def deal(self, wanted: Start, notice: str = "") -> None:
        """Deal a number, or the one that the settings choose; this ends the open game.

        Where the settings want a deal that can be won and none is known, one is looked for while
        the player waits.
        """
        start, told = plays.choose(self._app.seat.store, wanted, self._app.settings)

        def deal(start: Start, notice: str) -> None:
            self.show_table(plays.deal(self._app.seat.store, start), notice)

        if told and not self._app.context.is_solver_off:
            find_winnable(
                self._app,
                start.game,
                start.level or self._app.settings.level,
                start.options,
                lambda found, _, said: deal(start._replace(deal=found), said),
                lambda: deal(start, told),
            )
        else:
            deal(start, notice or told)

    def play_free(
        self,
        game: Game,
        options: Mapping[str, str] = MappingProxyType({}),
        wanted: Wanted | None = None,
    ) -> None:
        """Bring a free game with these options to the table.

        A deal that was asked for is dealt beside an unfinished game; if there is none of this
        number, none is dealt.
        """
        start = Start(game, options=options, is_exact=True)
        if wanted and wanted.deal is not None:
            if fault := wanted.fault(game):
                self._app.say_trouble(fault)
                return
            start = Start(game, wanted.deal, wanted.level, {**wanted.options, **options})
        self.bring(start)

    def play_random(self, games: Sequence[Game]) -> None:
        """Bring one of some games to the table, at random."""
        self.play_free(games[random_below(len(games))])

    def go_on(self, waiting: Resumable) -> None:
        """Resume the game of a list entry, or take the next step of its sheet or contest."""
        game = find(waiting.game) if waiting.game else None
        if waiting.kind and not waiting.kind.has_board:
            races = self._app.seat.races
            if races.is_racing and (kept := races.open()):
                self.show_table(kept)
            else:  # the host says where its game opens
                self._app.doors.go_to_races()
            return

        def take_next_step() -> None:
            if waiting.is_today:
                self.play_daily()
            elif waiting.contest:
                self.show_contest(contests.load(self._app.seat.store, waiting.contest))
            elif waiting.kind and game:
                self._app.doors.go_to_sheet(game, self._app.sheet_choice(game).level)
            elif game:
                self.deal(Start(game))

        if waiting.purpose is None:
            take_next_step()
        else:
            self.resume_or(take_next_step, game, waiting.purpose, waiting.options)

    def show_table(self, kept: KeptPlay, notice: str = "", is_result_read: bool = False) -> None:
        """Play a game; ``is_result_read`` means that the player has read how it ended."""
        self._go_to_table(self._app.seat.take(kept, notice, is_result_read))

    def _go_to_table(self, notice: str) -> None:
        self._app.doors.go_to_table(notice)

    # -- score sheets and contests ---------------------------------------------------------

    def play_sheet(self, game: Game) -> None:
        """Resume a game's scored play, else show its sheet, after KLONCAN's title and questions."""
        self.resume_or(partial(self._app.doors.begin_sheet, game), game, Purpose(SHEET.id))

    def play_daily(self, day: date | None = None) -> None:
        """Show the page of a deal of the day, by default today's."""
        self._app.doors.show_day(day)

    def show_contest(
        self, contest: Contest, opening: str = "", ended: KeptPlay | None = None
    ) -> None:
        """Show a contest under way, or its result, after the title of a collection."""
        if not contest.kind.has_board:
            self._app.doors.go_to_races()
        elif day := contest.page_day:
            self._app.doors.go_to_day(day)
        else:
            self._app.doors.go_to_series(contest, opening, ended)

    def end_for_contest(self, kept: KeptPlay) -> None:
        """End a game of a contest for good, and show the contest."""
        try:
            contest, _ = self._app.seat.end(kept)
        except StoreError as error:
            self.show_table(kept, str(error))
        else:
            assert contest is not None, "called for games of contests only"
            self.show_contest(contest, ended=kept)

    # -- as text ---------------------------------------------------------------------------

    def copy_and_show(self, text: str, about: str = "") -> None:
        """Copy a text, and show it on a page, since terminals may refuse their clipboard.

        ``about`` explains it there, and is not copied.
        """
        self._app.copy_to_clipboard(text)
        told = "Sent to the terminal's clipboard. If it is not there, select it here: Shift+mouse."
        self._app.doors.show_text("Copied", f"{told}\n\n{text}\n\n{about}".rstrip())

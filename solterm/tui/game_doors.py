"""The ways to games: resume or deal one, and show its sheet or contest."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from solterm.chance import random_deal
from solterm.contests import contests
from solterm.contests.contests import Contest
from solterm.contests.kinds import SHEET, Naming
from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.games.matching import Wanted
from solterm.sessions import contest_steps, plays
from solterm.sessions.day import read_day, today
from solterm.sessions.plays import CannotResume, Start, resume
from solterm.sessions.resumable import Resumable
from solterm.sessions.sharing import block
from solterm.sessions.winnable import draw
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.tui.screens.dialogs import Choice

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp

_WELCOME_BACK = "Welcome back. Your game is as you left it."


class GameDoors:
    """Brings games to the screen of one App."""

    def __init__(self, app: "SoltermApp") -> None:
        self._app = app

    # -- resuming and dealing --------------------------------------------------------------

    def resume_or(
        self,
        otherwise: Callable[[], None],
        game: Game | None = None,
        context: str | None = None,
        level: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Resume a suspended game, or call ``otherwise`` without one.

        If the store cannot read the game, a screen says why and lets the player choose.
        """
        try:
            found = resume(self._app.store, game, context, level, options)
        except CannotResume as error:
            again = partial(self._resume_again, otherwise, game, context, level, options)
            self._app.doors.go_to_unread(
                str(error), error.saved, again, otherwise if game else None
            )
        else:
            if found and found.kept.play.outcome is Outcome.WON:
                self._leave_won(found.kept, otherwise)
            elif found:
                self.show_table(found.kept, found.notice or _WELCOME_BACK)
            else:
                otherwise()

    def _leave_won(self, kept: KeptPlay, otherwise: Callable[[], None]) -> None:
        # The player won this game and left before the end page.
        if kept.purpose.is_contest:
            self.end_for_contest(kept)
        elif kept.purpose.row:
            self._app.doors.go_to_end(kept)
        else:
            kept.finish()
            otherwise()

    def _resume_again(self, *wanted: Any) -> None:
        # The player's own file may be readable by now.
        if self._app.store.may_hide_games:
            store = self._app.store.reopen()
            if store.unsaved is None:
                self._app.seat.store = store
        self.resume_or(*wanted)

    def deal(
        self,
        game: Game,
        number: int | None = None,
        level: int | None = None,
        options: Mapping[str, str] | None = None,
        context: str = "",
        mode: Mode = Mode.FREE,
        notice: str = "",
    ) -> None:
        """Deal a number, or a random one; ``context`` is the purpose of the game."""
        level = level or self._app.settings.level
        if number is None and not context and mode is Mode.FREE:
            number, told = draw(self._app.store, self._app.settings, game, level, options or {})
            notice = notice or told
        number = number or random_deal()
        kept = KeptPlay.start(self._app.store, game, number, level, mode, options, context)
        self.show_table(kept, notice)

    def play(self, start: Start) -> None:
        """Resume a game of a sheet or contest, or deal it."""
        start = start._replace(level=start.level or self._app.settings.level)
        begin = partial(plays.deal, self._app.store, start)
        self.resume_or(lambda: self.show_table(begin()), start.game, str(start.purpose))

    def play_free(
        self,
        game: Game,
        options: Mapping[str, str] = MappingProxyType({}),
        wanted: Wanted | None = None,
    ) -> None:
        """Resume the free game with these options, or deal it.

        Without options, the question that a game has comes before a deal. A deal that was asked
        for is dealt beside an unfinished game; if there is none of this number, none is dealt.
        """
        if wanted and wanted.deal is not None:
            self._deal_wanted(game, options, wanted)
            return
        deal = partial(self.deal, game, options=options)
        ask = partial(self._ask_and_deal, game)
        self.resume_or(deal if options else ask, game, "", options=options)

    def _deal_wanted(self, game: Game, options: Mapping[str, str], wanted: Wanted) -> None:
        if fault := wanted.fault(game):
            self._app.say_trouble(fault)
        else:
            chosen = {**wanted.options, **options}
            self.deal_beside(Start(game, wanted.deal, wanted.level, chosen))

    def deal_beside(self, start: Start) -> None:
        """Deal a free game, and put an unfinished one aside."""
        self.show_table(*plays.deal_beside(self._app.store, start, self._app.settings))

    def _ask_and_deal(self, game: Game) -> None:
        option = next((each for each in game.options if each.question), None)
        if option is None:
            self.deal(game)
            return
        key = option.key
        answers = [(value, f"{option.name}: {value}") for value in option.choices]

        def deal(value: str | None) -> None:
            if value == option.usual:
                self.deal(game)
            elif value:
                self.play_free(game, {key: value})

        self._app.push_screen(Choice(option.question, answers, "Back"), deal)

    def go_on(self, waiting: Resumable) -> None:
        """Resume the game of a list entry, or take the next step of its sheet or contest."""
        game = find(waiting.game) if waiting.game else None
        if waiting.kind and not waiting.kind.has_board:
            self._app.doors.go_to_races()  # the host says where its game opens
            return

        def take_next_step() -> None:
            if waiting.is_today:
                self.play_daily()
            elif waiting.contest:
                self.show_contest(contests.load(self._app.store, waiting.contest))
            elif waiting.kind and game:
                self._app.doors.go_to_sheet(game, self._app.sheet_choice(game).level)
            elif game:
                self.deal(game)

        if waiting.context is None:
            take_next_step()
        else:
            self.resume_or(take_next_step, game, waiting.context, options=waiting.options)

    def show_table(self, kept: KeptPlay, notice: str = "", is_outcome_known: bool = False) -> None:
        """Play a game; ``is_outcome_known`` means that the player has read how it ended."""
        if not kept.is_free:
            self._app.search.end()
        notice = self._app.seat.take(kept) or notice
        self._app.doors.go_to_table(notice, is_outcome_known)

    # -- score sheets and contests ---------------------------------------------------------

    def play_sheet(self, game: Game) -> None:
        """Resume a game's scored play, else show its sheet, after KLONCAN's title and questions."""
        self.resume_or(partial(self._app.doors.begin_sheet, game), game, SHEET.id)

    def play_daily(self, day: date | None = None) -> None:
        """Show the page of a deal of the day, by default today's."""
        self._app.doors.show_day(read_day(self._app.store, day or today()))

    def show_contest(self, contest: Contest) -> None:
        """Show a contest under way, or its result."""
        if not contest.kind.has_board:
            self._app.doors.go_to_races()
        elif contest.kind.named_by is Naming.DAY:
            self._app.doors.go_to_day(read_day(self._app.store, date.fromisoformat(contest.name)))
        else:
            self._app.doors.go_to_series(contest)

    def end_for_contest(self, kept: KeptPlay) -> None:
        """End a game of a contest for good, and show the contest."""
        try:
            contest = contest_steps.end(self._app.store, kept)
        except StoreError as error:
            self.show_table(kept, str(error))
        else:
            assert contest is not None, "called for games of contests only"
            self.show_contest(contest)

    # -- as text ---------------------------------------------------------------------------

    def copy_game(self, play: Play, is_over: bool = True, is_found: bool = False) -> None:
        """Copy a game with its record as text, for a chat, and show the text."""
        self.copy_and_show(block(play, is_over, is_found))

    def copy_and_show(self, text: str) -> None:
        """Copy a text, and show it on a page, since terminals may refuse their clipboard."""
        self._app.copy_to_clipboard(text)
        told = "Sent to the terminal's clipboard. If it is not there, select it here: Shift+mouse."
        self._app.doors.show_text("Copied", f"{told}\n\n{text}")

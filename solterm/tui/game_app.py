"""The ways to games: resume or deal one, and show its sheet or contest."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from types import MappingProxyType
from typing import Any

from solterm.contests.contests import Contest
from solterm.contests.kinds import SHEET, Naming
from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.games import find
from solterm.games.matching import Wanted
from solterm.sessions import contest_steps, plays
from solterm.sessions.day import read_day, today
from solterm.sessions.plays import CannotResume, Start, resume
from solterm.sessions.resumable import Resumable
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.tui.base_app import BaseApp
from solterm.tui.screens.dialogs import Choice

_WELCOME_BACK = "Welcome back. Your game is as you left it."


class GameApp(BaseApp, inherit_bindings=False):
    """An App that shows one game or screen after the other."""

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
            found = resume(self.store, game, context, level, options)
        except CannotResume as error:
            again = partial(self._resume_again, otherwise, game, context, level, options)
            self.doors.go_to_unread(str(error), error.saved, again, otherwise if game else None)
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
            self.doors.go_to_end(kept)
        else:
            kept.finish()
            otherwise()

    def _resume_again(self, *wanted: Any) -> None:
        # The player's own file may be readable by now.
        if self.store.may_hide_games:
            store = self.store.reopen()
            if store.unsaved is None:
                self.seat.store = store
        self.resume_or(*wanted)

    def play(self, start: Start) -> None:
        start = start._replace(level=start.level or self.settings.level)
        begin = partial(plays.deal, self.store, start)
        self.resume_or(lambda: self.show_table(begin()), start.game, str(start.purpose))

    def play_free(
        self,
        game: Game,
        options: Mapping[str, str] = MappingProxyType({}),
        wanted: Wanted | None = None,
    ) -> None:
        if wanted and wanted.deal is not None:
            self._deal_wanted(game, options, wanted)
            return
        deal = partial(self.deal, game, options=options)
        ask = partial(self._ask_and_deal, game)
        self.resume_or(deal if options else ask, game, "", options=options)

    def _deal_wanted(self, game: Game, options: Mapping[str, str], wanted: Wanted) -> None:
        if fault := wanted.fault(game):
            self.say_trouble(fault)
        else:
            chosen = {**wanted.options, **options}
            self.deal_beside(Start(game, wanted.deal, wanted.level, chosen))

    def deal_beside(self, start: Start) -> None:
        self.show_table(*plays.deal_beside(self.store, start, self.settings))

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

        self.push_screen(Choice(option.question, answers, "Back"), deal)

    def go_on(self, waiting: Resumable) -> None:
        game = find(waiting.game) if waiting.game else None
        if waiting.kind and not waiting.kind.has_board:
            self.doors.go_to_races()  # the host says where its game opens
            return

        def take_next_step() -> None:
            if waiting.is_today:
                self.play_daily()
            elif waiting.contest:
                from solterm.contests import contests

                self.show_contest(contests.load(self.store, waiting.contest))
            elif waiting.kind and game:
                self.doors.go_to_sheet(game, self.sheet_choice(game).level)
            elif game:
                self.deal(game)

        if waiting.context is None:
            take_next_step()
        else:
            self.resume_or(take_next_step, game, waiting.context, options=waiting.options)

    def show_table(self, kept: KeptPlay, notice: str = "", is_outcome_known: bool = False) -> None:
        if not kept.is_free:
            self.search.end()
        notice = self.seat.take(kept) or notice
        self.doors.go_to_table(notice, is_outcome_known)

    # -- score sheets and contests ---------------------------------------------------------

    def play_sheet(self, game: Game) -> None:
        self.resume_or(partial(self.doors.begin_sheet, game), game, SHEET.id)

    def play_daily(self, day: date | None = None) -> None:
        self.doors.show_day(read_day(self.store, day or today()))

    def show_contest(self, contest: Contest) -> None:
        if not contest.kind.has_board:
            self.doors.go_to_races()
        elif contest.kind.named_by is Naming.DAY:
            self.doors.go_to_day(read_day(self.store, date.fromisoformat(contest.name)))
        else:
            self.doors.go_to_series(contest)

    def end_for_contest(self, kept: KeptPlay) -> None:
        try:
            contest = contest_steps.end(self.store, kept)
        except StoreError as error:
            self.show_table(kept, str(error))
        else:
            assert contest is not None, "called for games of contests only"
            self.show_contest(contest)

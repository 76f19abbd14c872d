"""The table: a game being played with KLONCAN's keys, or with the mouse.

Parts that know no framework do the playing: a ``Sitting`` performs events and tells what came of
them, its ``Hand`` holds cursor and mark, a ``Mover`` plays, a ``Helper`` helps, a ``Mouse`` points
and a ``Dealer`` deals. The screen gives them keys and clicks, shows the table, and asks.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.timer import Timer

from solterm.contests.purpose import FREE
from solterm.contests.score import score, tell_score, tell_stakes
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.table import Table
from solterm.sessions import leaving
from solterm.store.kept import KeptPlay
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import TABLE, Command, find_command
from solterm.tui.keys.keymap import REPEATED, Count
from solterm.tui.keys.labels import labels
from solterm.tui.screens.base import BaseScreen
from solterm.tui.screens.lamplight import Lamplight
from solterm.tui.screens.tableways import Ways
from solterm.tui.table import painter
from solterm.tui.table.cascade import Cascade, Finale
from solterm.tui.table.dealer import Dealer
from solterm.tui.table.flight import SECONDS, Frame, frames
from solterm.tui.table.hand import NotDone
from solterm.tui.table.helper import Helper
from solterm.tui.table.layout import BARS, Pointed, room_for
from solterm.tui.table.mouse import Mouse
from solterm.tui.table.mover import Mover
from solterm.tui.table.painter import View
from solterm.tui.table.sitting import Sitting
from solterm.tui.widgets.card_table import CardTable
from solterm.tui.widgets.key_bar import FunctionBar
from solterm.tui.widgets.key_help import KeyHelp
from solterm.tui.widgets.message_line import MessageLine
from solterm.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from solterm.sessions.hinting import Pending

_NO_ERROR = "No errors have been made."
_THINKING = 0.05
"""Seconds between two looks for a hint."""
_DEAL_SECONDS = 0.04
"""Between two pictures of a deal."""


def _bindings() -> list[BindingType]:
    return [
        Binding(
            ",".join(command.key_names),
            f"command('{command.id}')",
            command.help,
            id=command.binding_id,
        )
        for command in TABLE
    ]


class TableScreen(BaseScreen[None], inherit_bindings=False):
    """One kept play on the screen."""

    is_table = True
    BINDINGS: ClassVar[list[BindingType]] = _bindings()

    def __init__(self, kept: KeptPlay, notice: str = "", is_outcome_known: bool = False) -> None:
        """``is_outcome_known``: the player comes back from the page that told the outcome."""
        super().__init__(notice)
        self._is_outcome_known = is_outcome_known
        self.card_table = CardTable(id="table")
        self.sitting = Sitting(
            kept, lambda: self.solterm, self._room, asker=self, finish=lambda: self.ways.do_new()
        )
        self.sitting.notice = notice
        self.hand = self.sitting.hand
        self.window = self.sitting.window
        self.mover = Mover(self.sitting)
        self.helper = Helper(self.sitting, self._wait_for_hint)
        self.ways = Ways(self.sitting, lambda: self.solterm)
        self._parts = (self, self.mover, self.helper, self.ways)
        """Who does the commands."""
        self.mouse = Mouse(self.mover)
        self.dealer = Dealer()
        self.lamp = Lamplight(self.sitting, self)
        self._timer: Timer | None = None
        """It goes while the game is dealt."""
        self.finale: Finale | None = None
        """The cards that leap when the game is won."""
        self._pending: Pending | None = None
        """The hint that the solver is looking for."""
        self._thinking: Timer | None = None
        self._frames: Iterator[Frame] = iter(())
        """The cards on their way that are still to be shown."""
        self._frame: Frame | None = None
        """The one that is shown now."""
        self._flying: Timer | None = None
        self._number = Count()
        self._offered: frozenset[str] = frozenset()
        """The commands that worked when the keys were shown last."""
        self._is_boxed = False
        """Whether the message stands in a box until the next key."""
        self._played_for: str | None = None
        """What the game is played for, once that is looked up."""

    def compose(self) -> ComposeResult:
        yield StatusLine()
        yield self.card_table
        with Container(id="overlay"):
            yield KeyHelp()
        yield MessageLine()
        yield FunctionBar(self._label, self._press)

    @property
    def kept(self) -> KeptPlay:
        """The kept play on the table."""
        return self.sitting.kept

    @property
    def play(self) -> Play:
        """The play on the table."""
        return self.sitting.play

    def _room(self) -> tuple[int, int]:
        width, height = self.app.size
        return width, height - BARS

    def settings_changed(self) -> None:
        self.show_table()

    def lacking(self) -> tuple[int, int] | None:
        if self.window.geometry is None:
            return room_for(self.play.rules.game, *self.app.size)
        return super().lacking()

    # -- framework -------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Show the game; one taken up again may be decided already."""
        self.solterm.hall.sit(self.kept)
        if not self.sitting.notice and not self.play.events:
            self.sitting.notice = self._invitation()
        self.sitting.agree_on_autoplay()
        if self._is_outcome_known:
            self.sitting.pass_over_outcome()
        else:
            self.sitting.tell_outcome()
        self.lamp.tend_soon()
        if not self.solterm.settings.fast_deal and self.dealer.begin(self.play):
            self._timer = self.set_interval(_DEAL_SECONDS, self._deal_on)
        self.show_table()

    def _invitation(self) -> str:
        enter, menu = self.sitting.key("natural"), self.sitting.key("game_menu")
        words = f"F2 Help   {menu} Menu   {enter} proposes a move, {enter} again makes it"
        fits = len(words) <= self.app.size.width - 2
        return words if fits else f"F2 Help   {menu} Menu   {enter} proposes a move"

    def on_screen_resume(self) -> None:
        """Agree with settings that may have changed meanwhile."""
        if self.is_mounted:
            self.sitting.agree_on_autoplay()
            self.lamp.tend_soon()
            self.show_table()

    def catch_up(self) -> None:
        self.sitting.catch_up()
        self.show_table()

    def on_screen_suspend(self) -> None:
        """While the table is not seen, nobody waits for what the lamp would say."""
        self.lamp.let_go()

    def on_unmount(self) -> None:
        """Nor once it is gone."""
        self._give_up_hint()
        self.lamp.let_go()

    def on_resize(self, event: events.Resize) -> None:
        self.show_table()

    # -- showing ---------------------------------------------------------------------------

    def show_table(self) -> None:
        """Show the game as it stands now."""
        geometry = self.window.geometry
        if geometry is None or not self.is_mounted or not self.card_table.size:
            return
        # The window may have another size already than the widget.
        canvas = self.card_table.canvas(self._room())
        painter.paint_table(canvas, self.play, self.view(), geometry, 0)
        if self._frame:
            self._frame.paint(canvas, geometry)
        if self.finale and self.play.outcome is Outcome.WON:
            self.finale.cascade.paint(canvas)
        cursor = painter.cursor_cell(self.play, self.view(), geometry, 0)
        self.card_table.show(canvas, cursor)
        self._show_status()
        self.notice = self.sitting.notice
        self.query_one(KeyHelp).show(self.play, self.solterm.keys)

    def _show_status(self) -> None:
        watchers = self.solterm.hall.watchers
        status = self._place() + self.lamp.look() + (f"  {watchers} watching" if watchers else "")
        self.query_one(StatusLine).tell(self.play, score(self.play, self.kept.tour_points), status)

    def watchers_changed(self) -> None:
        self._show_status()

    @property
    def takes_news(self) -> bool:
        return super().takes_news and not self.query_one(KeyHelp).is_open

    def show_notice(self) -> None:
        if complaint := self.solterm.take_complaint():
            self.sitting.notice = complaint
        sentence = self.sitting.notice or self.solterm.hall.bulletin or self.notice
        self.notice_line(sentence, is_boxed=self._is_boxed)

    def say(self, sentence: str) -> None:
        self.sitting.notice = sentence
        super().say(sentence)

    def say_trouble(self, sentence: str) -> None:
        self.sitting.notice = sentence
        super().say_trouble(sentence)

    def after_action(self, before: Table | None = None) -> None:
        """Show what came of a key or a click; cards fly from where they lay before."""
        if before and before is not self.play.table:
            self._fly(before)
        self.show_table()
        self._refresh_offers()
        self.lamp.tend()
        is_news = self.finale is None and not self._is_outcome_known
        if is_news and self.play.outcome is Outcome.WON:
            wanted, geometry = self.solterm.settings.cascade, self.window.geometry
            if wanted and geometry and not self.solterm.lags:
                leaping = Cascade(self.play, geometry, *self.card_table.size, 0)
                self.finale = Finale(self.solterm, leaping, self.show_table)

    def _refresh_offers(self) -> None:
        """Have the bar show what works now, if that has changed."""
        now = frozenset(each.id for each in TABLE if offers.has(self.play, each))
        if now != self._offered:
            self._offered = now
            self.refresh_bindings()

    def _fly(self, before: Table) -> None:
        """Show the cards that were moved on their way, unless the line or the player objects."""
        geometry = self.window.geometry
        if geometry and self.solterm.settings.animation and not self.solterm.lags:
            self._frames = frames(self.play, before, geometry)
            self._frame = next(self._frames, None)
            if self._frame:
                self._flying = self.set_interval(SECONDS, self._fly_on)

    def _fly_on(self) -> None:
        self._frame = None if self.solterm.lags else next(self._frames, None)
        if self._frame is None:
            self._land()
        self.show_table()

    def _land(self) -> None:
        """Have no card on its way any more."""
        self._frame = None
        if self._flying:
            self._flying.stop()
            self._flying = None

    def view(self) -> View:
        """Return what the painter shows beside the cards."""
        dealt = self._frame.piles if self._frame else self.dealer.dealt
        return self.hand.view._replace(dealt=dealt)

    def _place(self) -> str:
        """What the game is played for, as row 3 of 6 of its sheet, and whether it is safe."""
        if self.kept.purpose == FREE:
            self._played_for = ""
        elif self._played_for is None:
            from solterm.sessions import legs

            self._played_for = legs.tell_standing(self.solterm.store, self.kept.purpose)
        place = f" {self._played_for}" if self._played_for else ""
        return place + (" NOT SAVED" if self.kept.unsaved else "")

    def _deal_on(self) -> None:
        """Show the next picture of the deal."""
        if not self.dealer.go_on(self.play):
            self._end_deal()
        self.show_table()

    def _end_deal(self) -> None:
        self.dealer.finish()
        if self._timer:
            self._timer.stop()
            self._timer = None

    # -- keys ------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable what this game has no use for; ``on_key`` says why when it is pressed."""
        if action == "command":
            return offers.has(self.play, find_command(str(parameters[0]))) or None
        return super().check_action(action, parameters)

    def _label(self, binding: Binding) -> str:
        """The name of a function key in this game."""
        command = find_command((binding.id or "").removeprefix("table."))
        named = labels(self.play.rules.game)
        return named[command.number % 10].short if command.number else command.help

    async def on_key(self, event: events.Key) -> None:
        """Take what is no command: the key that ends a deal, a number, a key without use here."""
        if self.finale:
            self.finale.stop()
        self._land()
        self._give_up_hint()
        if self.dealer.dealt is not None:
            event.stop()
            self._end_deal()
            self.show_table()
        elif said := self._number.take(event.character, self.solterm.settings.preset):
            event.stop()
            self.sitting.notice = said
            self.show_table()
        elif command := keymap.by_key(self.solterm.keys).get(event.key):
            if not offers.has(self.play, command):
                event.stop()
                self.do(command)
                self.after_action()
        elif self._is_boxed:
            self._is_boxed = False
            self.sitting.notice = ""
            self.show_table()

    def _press(self, key: str | None) -> None:
        """Press a key that a dialog has passed on, or a click on the bar stands for."""
        if command := keymap.by_key(self.solterm.keys).get(key or ""):
            self.action_command(command.id)

    def action_command(self, name: str) -> None:
        """Do a command, as often as the number typed before it says."""
        before = self.play.table
        with self.telling_trouble():
            self._do_counted(find_command(name), self._number.spend())
        if self.is_attached:
            self.after_action(before)

    def _do_counted(self, command: Command, number: int) -> None:
        """Do a command so many times, or mark so many cards and propose their place; 0: as is."""
        if number and command.id == "natural" and not self.hand.grip:
            try:
                self.hand.take_number(number)
            except NotDone as refusal:
                self.sitting.refuse(str(refusal))
                return
            command = find_command("next_place")
        for _ in range(number if command.id in REPEATED and number else 1):
            self.do(command)
            if self.sitting.error:
                return

    def do(self, command: Command) -> None:
        """Do a command, unless it sleeps under the help or has no use in this game."""
        if self.query_one(KeyHelp).is_open and command.sleeps:
            self.sitting.notice = "Asleep under the help: Esc returns."
            return
        self.sitting.notice = ""
        self._is_boxed = False
        if command.forgives:
            self.sitting.error = None
        if not offers.is_used(self.play, command):
            self.sitting.refuse(f"F{command.number} has no use in this game.")
            return
        try:
            self.find_method(command)()
        except NotDone as refusal:
            self.sitting.refuse(str(refusal))
        if not command.proposes:
            self.hand.forget_proposal()

    def find_method(self, command: Command) -> Callable[[], None]:
        """Return the method that does a command, of whichever part has it."""
        name = f"do_{command.id}"
        part = next(each for each in self._parts if hasattr(each, name))
        method: Callable[[], None] = getattr(part, name)
        return method

    def _wait_for_hint(self, pending: "Pending") -> None:
        """Show a hint as soon as it is found; any key gives it up."""
        self._give_up_hint()
        self._pending = pending
        self._thinking = self.set_interval(_THINKING, self._look_for_hint)

    def _look_for_hint(self) -> None:
        if self._pending and (found := self._pending.poll()):
            self._give_up_hint()
            self.helper.show_hint(found)
            self.after_action()

    def _give_up_hint(self) -> None:
        if self._thinking:
            self._thinking.stop()
            self._thinking = None
        if self._pending:
            self._pending.cancel()
            self._pending = None

    def do_cancel(self) -> None:
        """Esc: close the help, drop the mark, or cancel what waits for the next move."""
        help = self.query_one(KeyHelp)
        if help.is_open:
            help.close()
        elif self.hand.grip or self.hand.lit:
            self.hand.let_go()
        elif self.play.armed:
            self.sitting.attempt("x")
        elif self.play.cheating:
            self.helper.do_cheat()

    def do_error(self) -> None:
        """F7: the sentence behind the last beep; in KLONCAN's games in a box, as it had them."""
        self.sitting.notice = self.sitting.error or _NO_ERROR
        self._is_boxed = self.play.game.on_sheet

    # -- questions -------------------------------------------------------------------------

    def _then(self, do: Callable[[], object]) -> None:
        """Do what a dialog was asked for, and show what came of it."""
        before = self.play.table
        with self.telling_trouble():
            do()
        if self.is_attached:
            self.after_action(before)

    def ask(self, question: str, then: Callable[[], object]) -> None:
        """Ask for Y or N, and do something on Y."""
        from solterm.tui.screens.dialogs import Question

        self.app.push_screen(Question(question), lambda yes: self._then(then) if yes else None)

    def announce(self, lines: tuple[str, ...], then: Callable[[], object] = lambda: None) -> None:
        """Tell something until a key is pressed, and then do something."""
        from solterm.tui.screens.dialogs import Notice

        said = [self.solterm.glyphs.sentence(line) for line in lines]
        self.app.push_screen(Notice(*said), lambda _: self._then(then))

    def tell_stuck(self, sentence: str = "No moves left.") -> None:
        """Say that nothing leads on, and offer what can still be done."""
        from solterm.tui.screens.stuck import StuckDialog

        self.app.push_screen(StuckDialog(sentence, self.play, self.solterm.keys), self._leave_stuck)

    def _leave_stuck(self, chosen: str | None) -> None:
        if chosen == "same":
            self._then(partial(self.deal, self.play.deal))
        elif chosen == "another":
            self._then(partial(self.deal, None))
        elif chosen:
            self.action_command(chosen)

    def do_help(self) -> None:
        """F2: what every key does here; again, its next page."""
        self.query_one(KeyHelp).turn()

    def do_game_menu(self) -> None:
        """Tab: every command there is."""
        from solterm.tui.screens.game_menu import GameMenu

        menu = GameMenu(self.play, self.solterm.keys)
        self.app.push_screen(menu, lambda chosen: self.action_command(chosen) if chosen else None)

    def do_peek(self) -> None:
        """P: look into the pile under the cursor, and into others."""
        from solterm.tui.screens.about_pile import PeekDialog

        dialog = PeekDialog(self.sitting, self.show_table)
        if dialog.moved():
            self.app.push_screen(dialog, self._press)

    def do_what(self) -> None:
        """W: what the pile under the cursor is, and others."""
        from solterm.tui.screens.about_pile import WhatDialog

        self.app.push_screen(WhatDialog(self.sitting, self.show_table), self._press)

    def do_level(self) -> None:
        """F8."""
        from solterm.tui.screens.dialogs import LevelDialog

        self.app.push_screen(LevelDialog(self.play), self._play_at)

    def _play_at(self, level: str | None) -> None:
        if level:
            self._then(partial(self._change_level, level))

    def _change_level(self, level: str) -> None:
        made = self.play.tally.exceptions
        if self.sitting.attempt(f"level {level}"):
            told = f"You play at level {level} now."
            if made and self.play.level < self.play.tally.level:
                told += " From the next move on exceptions count from 0."
            self.sitting.notice = told

    def do_colours(self) -> None:
        """C."""
        from solterm.tui.screens.dialogs import ColourDialog

        def step(**by: int) -> None:
            self.solterm.cycle_colours(**by)
            self.show_table()

        self.app.push_screen(ColourDialog(partial(step, background=1), partial(step, foreground=1)))

    def do_score(self) -> None:
        """S."""
        now = f"Your score now is {tell_score(self.play, self.kept.tour_points)}."
        self.announce((now, *tell_stakes(self.play)))

    def do_deal(self) -> None:
        """D: the same deal again, another, or one by its number; scored games keep theirs."""
        if self.play.terms:
            menu = self.sitting.key("menu")
            self.sitting.refuse(
                f"A scored game keeps its deal: F9 ends it, {menu} goes to the menu."
            )
            return
        from solterm.tui.screens.dialogs import DealDialog

        def deal(number: int | str | None) -> None:
            if number is not None:
                self._then(partial(self.deal, number if isinstance(number, int) else None))

        self.app.push_screen(DealDialog(self.play.deal, self.play.begun), deal)

    def deal(self, number: int | None) -> None:
        """Deal a number anew, or any; the present game ends with that."""
        play = self.play
        self.solterm.deal(play.game, number, play.level, play.options, self.kept.context)

    def do_quit(self) -> None:
        """Q, or the key that the player has given it."""
        self.solterm.ask_to_quit(leaving.tell_game(self.kept))

    def do_command(self) -> None:
        """A command line with line mode's grammar."""
        from solterm.tui.screens.dialogs import CommandLine

        self.app.push_screen(CommandLine(list(map(str, self.play.legal_moves))), self._obey)

    def _obey(self, line: str | None) -> None:
        if line and line.strip():
            self._then(partial(self._obey_line, line))

    def _obey_line(self, line: str) -> None:
        if self.solterm.obey(line):
            return
        self.sitting.obey(line, lambda: self.app.exit(0), self.solterm.show_text)
        self.solterm.hall.sit(self.kept)

    def do_regain(self) -> None:
        """Take back to where the game could still be won."""
        from solterm.tui.screens.searching import go_back

        go_back(self, self.sitting)

    # -- the mouse -------------------------------------------------------------------------

    def _spot(self, event: events.MouseEvent) -> Pointed | None:
        """The card under the mouse; None beside all piles, and while the help is open."""
        if self.query_one(KeyHelp).is_open or self.window.geometry is None:
            return None
        return self.window.spot_at(*(event.screen_offset - self.card_table.region.offset))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A click or a drag begins."""
        self.mouse.press(self._spot(event))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """A click or a drag ends."""
        before = self.play.table
        with self.telling_trouble():
            self.mouse.release(self._spot(event))
        if self.is_current:
            self.after_action(before)

    def on_click(self, event: events.Click) -> None:
        """The second click of two sends the end card to a foundation, if one takes it."""
        if event.chain == 2:
            before = self.play.table
            with self.telling_trouble():
                self.mouse.press_twice(self._spot(event))
            self.after_action(before)

"""The table: a game that is played with keys or the mouse.

The screen shows the table and passes keys and clicks on. A ``Controller`` performs events, and its
``Hand`` is the cursor and the mark. The commands are methods ``do_ID`` of the ``Mover``, the
``Helper``, the ``TableCommands`` and the screen itself.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.timer import Timer

from solterm.contests.purpose import FREE
from solterm.contests.score import score
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.table import Table
from solterm.store.kept import KeptPlay
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import TABLE, Command, find_command
from solterm.tui.keys.labels import labels
from solterm.tui.screens.base import BaseScreen
from solterm.tui.screens.lamp import LampView
from solterm.tui.screens.table_commands import TableCommands
from solterm.tui.screens.table_motion import Motion
from solterm.tui.table import painter
from solterm.tui.table.controller import Controller
from solterm.tui.table.helper import Helper
from solterm.tui.table.layout import BARS, Pointed, room_for
from solterm.tui.table.mouse import Mouse
from solterm.tui.table.mover import Mover
from solterm.tui.table.painter import View
from solterm.tui.table.selection import NotDone
from solterm.tui.widgets.card_table import CardTable
from solterm.tui.widgets.key_bar import FunctionBar
from solterm.tui.widgets.key_help import KeyHelp
from solterm.tui.widgets.lines import MessageLine, StatusLine

if TYPE_CHECKING:
    from solterm.sessions.hinting import Pending

_NO_ERROR = "No errors have been made."
_THINKING = 0.05
"""Seconds between two looks for a hint."""


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
    """Plays one game."""

    is_table = True
    BINDINGS = _bindings()

    def __init__(self, kept: KeptPlay, notice: str = "", is_outcome_known: bool = False) -> None:
        """``is_outcome_known`` means that the player has already read how the game ended."""
        super().__init__(notice)
        self._is_outcome_known = is_outcome_known
        self.card_table = CardTable(id="table")
        self.controller = Controller(
            kept,
            lambda: self.solterm,
            self._room,
            dialogs=self,
            finish=lambda: self.commands.do_new(),
        )
        self.controller.notice = notice
        self.selection = self.controller.selection
        self.window = self.controller.window
        self.mover = Mover(self.controller)
        self.helper = Helper(self.controller, self._wait_for_hint)
        self.commands = TableCommands(self)
        self.mouse = Mouse(self.mover)
        self.motion = Motion(self)
        self.lamp = LampView(self.controller, self)
        self._pending: Pending | None = None
        """The hint that the solver is looking for."""
        self._thinking: Timer | None = None
        self._offered: frozenset[str] = frozenset()
        """The commands on the key bar."""
        self._is_boxed = False
        """Whether the message stays in a box until the next key."""
        self._played_for: str | None = None
        """The row or contest of the game, once the store has been asked."""

    def compose(self) -> ComposeResult:
        yield StatusLine()
        yield self.card_table
        with Container(id="overlay"):
            yield KeyHelp()
        yield MessageLine()
        yield FunctionBar(self._label, self.press)

    @property
    def kept(self) -> KeptPlay:
        return self.controller.kept

    @property
    def play(self) -> Play:
        return self.controller.play

    @property
    def key_help(self) -> KeyHelp:
        return self.query_one(KeyHelp)

    def _room(self) -> tuple[int, int]:
        width, height = self.app.size
        return width, height - BARS

    def settings_changed(self) -> None:
        self.show_table()

    def lacking(self) -> tuple[int, int] | None:
        if self.window.geometry is None:
            return room_for(self.play.game.at_level(self.play.level), *self.app.size)
        return super().lacking()

    # -- framework -------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.solterm.hall.sit(self.kept)
        if not self.controller.notice and not self.play.events:
            self.controller.notice = self._invitation()
        self.controller.agree_on_autoplay()
        # A resumed game may be decided already.
        if self._is_outcome_known:
            self.controller.pass_over_outcome()
        else:
            self.controller.tell_outcome()
        self.lamp.tend_soon()
        self.motion.deal()
        self.show_table()

    def _invitation(self) -> str:
        enter, menu = self.controller.key("natural"), self.controller.key("game_menu")
        words = f"F2 Help   {menu} Menu   {enter} proposes a move, {enter} again makes it"
        fits = len(words) <= self.app.size.width - 2
        return words if fits else f"F2 Help   {menu} Menu   {enter} proposes a move"

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.controller.agree_on_autoplay()
            self.lamp.tend_soon()
            self.show_table()

    def catch_up(self) -> None:
        self.controller.catch_up()
        self.show_table()

    def on_screen_suspend(self) -> None:
        # The lamp is out of sight while another screen covers the table.
        self.lamp.let_go()

    def on_unmount(self) -> None:
        self._give_up_hint()
        self.lamp.let_go()

    def on_resize(self, event: events.Resize) -> None:
        self.show_table()

    # -- showing ---------------------------------------------------------------------------

    def show_table(self) -> None:
        geometry = self.window.geometry
        if geometry is None or not self.is_mounted or not self.card_table.size:
            return
        # The window may already have another size than the widget.
        canvas = self.card_table.canvas(self._room())
        view = self.view()
        painter.paint_table(canvas, self.play, view, geometry, 0)
        self.motion.paint(canvas, geometry)
        self.card_table.show(canvas, painter.cursor_cell(self.play, view, geometry, 0))
        self._show_status()
        self.notice = self.controller.notice
        self.key_help.show(self.play, self.solterm.keys)

    def view(self) -> View:
        """Return the cursor, the marks and the moving cards for the painter."""
        return self.selection.view._replace(dealt=self.motion.piles)

    def _show_status(self) -> None:
        watchers = self.solterm.hall.watchers
        status = self._standing() + self.lamp.look()
        status += f"  {watchers} watching" if watchers else ""
        points = score(self.play, self.kept.tour_points)
        self.query_one(StatusLine).tell(self.play, points, status, self.kept.hides_deal)

    def _standing(self) -> str:
        if self.kept.purpose == FREE:
            self._played_for = ""
        elif self._played_for is None:
            from solterm.sessions import legs

            self._played_for = legs.tell_standing(self.solterm.store, self.kept.purpose)
        place = f" {self._played_for}" if self._played_for else ""
        return place + (" NOT SAVED" if self.kept.unsaved else "")

    def watchers_changed(self) -> None:
        self._show_status()

    @property
    def takes_news(self) -> bool:
        return super().takes_news and not self.key_help.is_open

    def show_notice(self) -> None:
        if complaint := self.solterm.take_complaint():
            self.controller.notice = complaint
        sentence = self.controller.notice or self.solterm.hall.bulletin or self.notice
        self.notice_line(sentence, is_boxed=self._is_boxed)

    def say(self, sentence: str) -> None:
        self.controller.notice = sentence
        super().say(sentence)

    def after_action(self, before: Table | None = None) -> None:
        """Show the result of a key or click; cards move from where they lay ``before``."""
        if before and before is not self.play.table:
            self.motion.fly(before)
        self.show_table()
        self._refresh_offers()
        self.lamp.tend()
        if self.play.outcome is Outcome.WON and not self._is_outcome_known:
            self.motion.celebrate()

    def _refresh_offers(self) -> None:
        now = frozenset(each.id for each in TABLE if offers.has(self.play, each))
        if now != self._offered:
            self._offered = now
            self.refresh_bindings()

    # -- keys ------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable commands that this game cannot use; ``take_key`` says why."""
        if action == "command":
            return offers.has(self.play, find_command(str(parameters[0]))) or None
        return super().check_action(action, parameters)

    def _label(self, binding: Binding) -> str:
        command = find_command((binding.id or "").removeprefix("table."))
        named = labels(self.play.rules.game)
        return named[command.number % 10].short if command.number else command.help

    def _find_command(self, key: str) -> Command | None:
        return keymap.by_key(self.solterm.keys).get(key)

    def take_key(self, event: events.Key) -> bool:
        # Bindings carry out the commands; here are the keys that are none in this game.
        self.motion.stop()
        self._give_up_hint()
        command = self._find_command(event.key)
        if self.motion.is_dealing:
            self.motion.end_deal()
        elif command and not offers.has(self.play, command):
            self.do(command)
            self.after_action()
            return True
        elif self._is_boxed and not command:
            self._is_boxed = False
            self.controller.notice = ""
        else:
            return not command and self.key_help.is_open
        self.show_table()
        return True

    def press(self, key: str | None) -> None:
        """Carry out the command of a key, from a dialog that closed or a click on the key bar."""
        if key and (command := self._find_command(key)):
            self.action_command(command.id)

    def action_command(self, name: str) -> None:
        """Carry out a command."""
        self.carry_out(lambda: self.do(find_command(name)))

    def do(self, command: Command) -> None:
        """Carry out a command once, unless the open help or the game rules it out."""
        if self.key_help.is_open and command.sleeps:
            self.controller.notice = "This key is off under the help. Esc closes it."
            return
        self.controller.notice = ""
        self._is_boxed = False
        if command.forgives:
            self.controller.error = None
        if not offers.is_used(self.play, command):
            self.controller.refuse(f"F{command.number} has no use in this game.")
            return
        try:
            self.find_method(command)()
        except NotDone as refusal:
            self.controller.refuse(str(refusal))
        if not command.proposes:
            self.selection.forget_proposal()

    def find_method(self, command: Command) -> Callable[[], None]:
        name = f"do_{command.id}"
        parts = (self, self.mover, self.helper, self.commands)
        method: Callable[[], None] = getattr(
            next(each for each in parts if hasattr(each, name)), name
        )
        return method

    def do_cancel(self) -> None:
        """Close the help, drop the mark, or cancel an exception or cheat that is armed."""
        if self.key_help.is_open:
            self.key_help.close()
        elif self.selection.grip or self.selection.lit:
            self.selection.let_go()
        elif self.play.armed:
            self.controller.attempt("x")
        elif self.play.cheating:
            self.helper.do_cheat()

    def do_help(self) -> None:
        self.key_help.turn()

    def do_error(self) -> None:
        """Explain the last beep; KLONCAN's games show it in a box."""
        self.controller.notice = self.controller.error or _NO_ERROR
        self._is_boxed = self.play.game.on_sheet

    # -- hints that take time --------------------------------------------------------------

    def _wait_for_hint(self, pending: "Pending") -> None:
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

    # -- questions -------------------------------------------------------------------------

    def carry_out(self, do: Callable[[], object]) -> None:
        before = self.play.table
        super().carry_out(do)
        if self.is_attached:
            self.after_action(before)

    def announce(self, lines: tuple[str, ...], then: Callable[[], object] = lambda: None) -> None:
        """Show lines in a box, and do something once the player closes it."""
        from solterm.tui.screens.dialogs import Notice

        said = [self.solterm.glyphs.sentence(line) for line in lines]
        self.app.push_screen(Notice(*said), lambda _: self.carry_out(then))

    def tell_stuck(self, sentence: str = "No moves left.") -> None:
        self.commands.tell_stuck(sentence)

    # -- the mouse -------------------------------------------------------------------------

    def _spot(self, event: events.MouseEvent) -> Pointed | None:
        if self.key_help.is_open or self.window.geometry is None:
            return None
        return self.window.spot_at(*(event.screen_offset - self.card_table.region.offset))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.mouse.press(self._spot(event))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.carry_out(lambda: self.mouse.release(self._spot(event)))

    def on_click(self, event: events.Click) -> None:
        if event.chain == 2:
            self.carry_out(lambda: self.mouse.press_twice(self._spot(event)))

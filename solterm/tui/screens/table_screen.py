"""The table: a game that is played with keys or the mouse.

A ``Hand`` finds the move that a key or click means, and ``TableCommands`` carry it out. The screen
shows the table, and is the ``Face`` of the commands.
"""

from asyncio import sleep
from collections.abc import Callable
from functools import cached_property, partial
from time import monotonic

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.timer import Timer
from textual.worker import Worker

from solterm.advice.choose import GUESSES, Pending
from solterm.advice.quick import Hint
from solterm.contests.kinds import is_race
from solterm.core.outcome import Outcome
from solterm.core.phrases import duration
from solterm.core.play.play import Play
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.sessions import contest_steps, day
from solterm.sessions.evenings import shorter_forms
from solterm.sessions.plays import RESUMED
from solterm.sessions.seat import Seat
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import COMMANDS, TABLE, Command
from solterm.tui.screens.animations import Animations, stop_timer
from solterm.tui.screens.base_screen import BaseScreen
from solterm.tui.screens.lamp import WinnableIndicator
from solterm.tui.table import painter
from solterm.tui.table.animation import Tempo
from solterm.tui.table.hand import Hand
from solterm.tui.table.layout import BARS, Pointed, room_for
from solterm.tui.table.painter import Picture, TableMarks
from solterm.tui.table.sentences import greet, tell_beginning
from solterm.tui.table_commands import TableCommands
from solterm.tui.table_mouse import Mouse
from solterm.tui.widgets.card_table import CardTable
from solterm.tui.widgets.key_bar import FunctionBar
from solterm.tui.widgets.key_help import KeyHelp
from solterm.tui.widgets.lines import MessageLine, StatusLine

_COVERED = 5.0
"""Seconds for which a message covers the rival's progress in a race."""
_ROOMY = 80
"""From so many columns, the first row has room for more than the score."""
_HINT = "hint"
"""The group of the worker that waits for a hint, or follows hints."""
_STEPS = {"minutes": 60, "seconds": 1}
"""The seconds from one time on the clock to the next."""
_LEAST = 0.5
"""The fewest seconds until the clock is looked at again."""
_WATCH = "The program plays. + and - change its pace, any other key stops it."


def _bindings() -> list[BindingType]:
    return [
        Binding(
            ",".join(command.key_names) or keymap.NO_KEY,
            f"do('{command.id}')",
            command.help,
            id=command.binding_id,
        )
        for command in TABLE
    ]


class TableScreen(BaseScreen[None], inherit_bindings=False):
    """Plays one game."""

    DEFAULT_CSS = """
    TableScreen > #overlay {
        layer: overlay;
        width: 100%;
        height: auto;
        dock: bottom;
        align: right bottom;
        background: transparent;
        margin-bottom: 2;
    }
    """

    is_table = True
    BINDINGS = _bindings()

    def __init__(self, seat: Seat, notice: str = "") -> None:
        """Play the game of a seat."""
        super().__init__(notice)
        self.is_boxed = False
        """Whether the message stays in a box until the next key."""
        self.card_table = CardTable(id="table")
        self.key_help = KeyHelp()
        self._status_line = StatusLine()
        self._message_line = MessageLine()
        self._function_bar = FunctionBar()
        self.hand = Hand(seat.kept)
        self._picture = Picture()
        self.animations = Animations(self)
        self.lamp = WinnableIndicator(self)
        self._offered: frozenset[str] = frozenset()
        """The commands that are of use under these rules."""
        self._offered_by: Rules | None = None
        self._covered_by = "", 0.0
        """In a race, the message over the rival's progress, and since when it is there."""
        self._watch: Worker[None] | None = None
        """Follows hints while the player watches."""
        self._pace = Tempo()
        self._clock: Timer | None = None
        """Runs until the time played changes on the first row."""
        self._played_for: tuple[KeptPlay, str] | None = None
        """The game, and its row or contest, once the store has been asked."""

    def compose(self) -> ComposeResult:
        yield self._status_line
        yield self.card_table
        with Container(id="overlay"):
            yield self.key_help
        yield self._message_line
        yield self._function_bar

    @cached_property
    def commands(self) -> TableCommands:
        return TableCommands(self.seat, self.hand, self)

    @cached_property
    def mouse(self) -> Mouse:
        return Mouse(self.hand, self.commands)

    @property
    def play(self) -> Play:
        return self.hand.kept.play

    @property
    def kept(self) -> KeptPlay:
        return self.hand.kept

    def _room(self) -> tuple[int, int]:
        width, height = self.app.size
        return width, height - BARS

    def _follow_settings(self) -> None:
        self.hand.follow(self.skin, self._room())

    def settings_changed(self) -> None:
        self._follow_settings()
        self._run_clock()
        self.show_table()

    def required_size(self) -> tuple[int, int] | None:
        self.hand.size = self._room()
        if self.hand.geometry is None:
            return room_for(self.play.game.at_level(self.play.level), *self.app.size)
        return super().required_size()

    # -- framework -------------------------------------------------------------------------

    def on_mount(self) -> None:
        self._follow_settings()
        if is_race(self.kept.purpose.kind):
            self.set_interval(1, self._show_race)
        elif not self.notice and not self.play.events:
            self.commands.say(greet(self.hand, self._line_width))
        if not self.seat.is_result_read:
            self.commands.look()
        self.lamp.tend_soon()
        self.animations.deal()
        self.show_table()

    @property
    def _line_width(self) -> int:
        """Columns of the message line."""
        return self.app.size.width - 2

    def tell(self) -> str:
        """Return the rival's progress in a race, else what helps at first."""
        if is_race(self.kept.purpose.kind) and self.seat.host.has_host:
            return self.seat.races.line()
        return tell_beginning(self.hand, self._line_width)

    def _show_race(self) -> None:
        """Show the rival's progress, also once a message has covered it for a while."""
        sentence, since = self._covered_by
        if self.notice != sentence:
            self._covered_by = self.notice, monotonic()
        elif not self.is_boxed and monotonic() - since >= _COVERED:
            self.set_reactive(BaseScreen.notice, "")
        self.seat.host.drop_read_notice()
        self.show_notice()

    def on_screen_resume(self) -> None:
        self.kept.start_clock()
        if self.is_mounted:
            self._follow_settings()
            self.commands.sync_autoplay()
            self.lamp.tend_soon()
            self.show_table()
        self._run_clock()

    def tell_store_news(self, news: str) -> None:
        self.commands.tell_store_news(news)
        self.show_table()

    def on_paste(self) -> None:
        self.say(f"A copied game is pasted into the menu: {self.hand.key('menu')} opens it.")

    def on_unmount(self) -> None:
        self.kept.note_left()

    def look_reopened(self) -> bool:
        if not self.kept.is_as_stored or self.play.outcome is Outcome.WON:
            return False
        self.hand = Hand(self.kept)
        self._follow_settings()
        self.show_message(RESUMED)
        self.show_table()
        return True

    def on_screen_suspend(self) -> None:
        # The lamp is out of sight while another screen covers the table.
        self.lamp.cancel()
        self._stop_watching()
        stop_timer(self._clock)
        self.kept.stop_clock()

    def on_resize(self, event: events.Resize) -> None:
        self._follow_settings()
        self.show_table()

    # -- showing ---------------------------------------------------------------------------

    def show_table(self) -> None:
        if self.play.rules is not self._offered_by:
            self._offer_commands()
        if not self.animations.is_flying:
            self.commands.tell_end()
        # The window may already have another size than the widget.
        if self.required_size() or not self.is_mounted or not self.card_table.size:
            return
        geometry = self.hand.geometry
        assert geometry is not None, "it fits"
        view = self.view()
        canvas = self._picture.paint(
            self.card_table.canvas(self._room()), self.play, view, geometry
        )
        self.animations.paint(canvas, geometry)
        self.card_table.show(canvas, painter.cursor_cell(self.play, view, geometry))
        self.show_status()
        self.show_notice()
        self.key_help.show(self.play, self.skin.keys, self.seat.host.has_host)

    def view(self) -> TableMarks:
        """Return the cursor, the marks and the moving cards for the painter."""
        return self.hand.view._replace(dealt=self.animations.piles)

    def show_status(self) -> None:
        watchers = self.seat.host.watchers
        lamp, faint = self.lamp.look()
        status = self._standing() + lamp
        status += f"  {watchers} watching" if watchers else ""
        status += "  Esc stops" if self._watch and self.app.size.width >= _ROOMY else ""
        status += self._tell_clock()
        points = self.play.score_by(self.kept.tour_points)
        told_deal, is_winnable = self.kept.told_deal, self.seat.is_winnable_deal(self.kept)
        self._status_line.tell(self.play, points, status, told_deal, faint, is_winnable)

    def _standing(self) -> str:
        if self._played_for is None or self._played_for[0] is not self.kept:
            store, purpose = self.seat.store, self.kept.purpose
            is_practice = purpose == FREE and day.is_practice(store, self.play)
            standing = contest_steps.tell_standing(store, purpose)
            self._played_for = self.kept, "Practice" if is_practice else standing
        place = f" {self._played_for[1]}".rstrip()
        return place + (" NOT SAVED" if self.kept.unsaved else "")

    def _tell_clock(self) -> str:
        match self.solterm.settings.clock:
            case "minutes":
                return f"  {int(self.kept.seconds) // 60} min"
            case "seconds":
                return f"  {duration(int(self.kept.seconds))}"
        return ""

    def _run_clock(self) -> None:
        """Show the time played, and again when it changes."""
        stop_timer(self._clock)
        step = _STEPS.get(self.solterm.settings.clock)
        if step and self.is_current:
            self.show_status()
            left = step - self.kept.seconds % step  # in a long pause that stays as it is
            self._clock = self.set_timer(max(_LEAST, left), self._run_clock)

    def watchers_changed(self) -> None:
        self.show_status()

    @property
    def takes_news(self) -> bool:
        return super().takes_news and not self.key_help.is_open

    def tell_bulletin(self) -> str:
        """Return a form that covers no cards, if there is one."""
        forms = shorter_forms(super().tell_bulletin())
        return next((each for each in forms if len(each) <= self.app.size.width - 2), forms[1])

    def notice_line(self, sentence: str) -> None:
        self._message_line.say(self.skin.glyphs.sentence(sentence), self.is_boxed)

    def clear_notice(self) -> None:
        """Keep the message at a key; a command clears it."""

    def show_message(self, sentence: str, is_boxed: bool = False) -> None:
        self.set_reactive(BaseScreen.notice, sentence)
        self.is_boxed = is_boxed

    def show_refusal(self, reason: str) -> None:
        self.solterm.beep()
        if self.solterm.tells_errors(self.kept):
            self.set_reactive(BaseScreen.notice, reason)

    def show(self, before: Table) -> None:
        """Show the result of a key or click; cards move from where they lay before."""
        if self not in self.app.screen_stack:
            return  # the command led to another screen
        has_changed = before is not self.play.table
        if has_changed:
            self.animations.fly(before)
        self.show_table()
        self.lamp.tend()
        if has_changed:
            self.seat.think_ahead()
            self.celebrate()

    def celebrate(self) -> None:
        """Let the cards of a won game leap, once they have stopped flying."""
        is_won = self.play.outcome is Outcome.WON and not self.seat.is_result_read
        if is_won and not self.animations.is_flying:
            self.animations.celebrate()

    def _offer_commands(self) -> None:
        # Textual asks for all of them at each key, and only other rules change the answers.
        self._offered_by = self.play.rules
        self._offered = self.commands.list_offered()
        self.refresh_bindings()
        named = offers.labels(self.play.rules.game)
        self._function_bar.names = {number or 10: label.short for number, label in named.items()}

    # -- keys ------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable commands that this game cannot use; ``take_key`` says why."""
        if action == "do":
            return parameters[0] in self._offered or None
        return super().check_action(action, parameters)

    def _find_command(self, key: str) -> Command | None:
        return self.skin.keys.by_key.get(key)

    def take_key(self, event: events.Key) -> bool:
        # Bindings carry out the commands; here are the keys that are none in this game.
        is_covered = self.commands.is_end_untold
        self.animations.stop()
        if is_covered:  # the key ended a flight, and a dialog has opened
            return True
        command = self._find_command(event.key)
        if self._watch and self._change_pace(command):
            return True
        if command and command.id == "score" and self.commands.has_listeners:
            command = COMMANDS["phrase"]
            self.commands.run(command.id)
            return True
        if self.commands.waits_for_hint(command):
            return True
        if self.key_help.scroll(event.key):
            self.show_table()
            return True
        self.commands.give_up_hint()
        if self.animations.is_dealing:
            self.animations.end_deal()
        elif command and command.id not in self._offered:
            self.commands.run(command.id)
            return True
        elif self.is_boxed and not command:
            self.is_boxed = False
            self.notice = ""
        elif self.key_help.is_open and not command:
            if event.key in KeyHelp.GUIDE:
                self.commands.run("pages")
            return True
        else:
            return False
        self.show_table()
        return True

    def advise(self, key: str) -> str:
        return self.commands.advise(key)

    def action_do(self, name: str) -> None:
        self.commands.run(name)

    def action_ask_to_quit(self) -> None:
        self.commands.run("quit")

    def press(self, key: str | None) -> None:
        """Carry out the command of a key, from a dialog that closed or a click on the key bar."""
        if key and (command := self._find_command(key)):
            self.commands.run(command.id)

    async def run_key(self, key: str) -> None:
        self.press(key)  # one without a use says so

    # -- hints that take time --------------------------------------------------------------

    @work(group=_HINT, exclusive=True)
    async def wait_for(self, pending: Pending, then: Callable[[Hint], None]) -> None:
        hint = await pending.arrive()
        with self.telling_trouble():
            then(hint)

    def play_by_itself(self) -> None:
        self._watch = self._play_by_hints()

    @work(group=_HINT, exclusive=True)
    async def _play_by_hints(self) -> None:
        """Show a hint, follow it after a pause, and so on."""
        self.say(_WATCH)
        self.show_status()
        guesses = GUESSES
        await sleep(2 * self._pace.seconds)
        with self.telling_trouble():
            while not (self.play.outcome or self.commands.is_end_untold):
                hint = await self.commands.begin_hint().arrive()
                self.commands.tell_hint(hint)
                self.show_table()
                guesses -= hint.is_guess
                if hint.move is None or guesses < 0:
                    break
                await sleep(self._pace.seconds)
                self.animations.stop()
                before = self.play.table
                is_made = self.commands.attempt(partial(self.commands.follow_hint, hint))
                self.show(before)
                if not is_made:
                    break
                await sleep(self._pace.seconds / 2)
        self._watch = None
        self.show_status()

    def _change_pace(self, command: Command | None) -> bool:
        """Change the pace of the program, or stop it; return whether that was all the key does."""
        if command and command.id in ("more", "fewer"):
            self.notice = self._pace.change(1 if command.id == "more" else -1)
            return True
        self._stop_watching()
        self.say(f"You play on. {self.skin.name_key('undo')} undoes the last move.")
        return command is None or command.id == "cancel"

    def _stop_watching(self) -> None:
        if self._watch:
            self._watch.cancel()
            self._watch = None
            self.show_status()

    def stop_lamp(self) -> bool:
        return self.lamp.stop()

    def stop_waiting(self) -> None:
        self.workers.cancel_group(self, _HINT)

    # -- questions -------------------------------------------------------------------------

    def carry_out(self, do: Callable[[], object]) -> None:
        before = self.play.table
        self.commands.attempt(do)
        self.show(before)

    # -- the mouse -------------------------------------------------------------------------

    def _spot(self, event: events.MouseEvent) -> Pointed | None:
        if self.key_help.is_open or self.hand.geometry is None:
            return None
        return self.hand.spot_at(*(event.screen_offset - self.card_table.region.offset))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.commands.give_up_hint()
        self._stop_watching()
        self.mouse.press(self._spot(event))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.carry_out(lambda: self.mouse.release(self._spot(event)))

    def on_click(self, event: events.Click) -> None:
        if event.chain == 2:
            self.carry_out(lambda: self.mouse.press_twice(self._spot(event)))

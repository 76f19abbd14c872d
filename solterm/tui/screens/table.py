"""The table: a game being played with KLONCAN's keys, or with the mouse.

What is done there is done by parts that know nothing of screens: a ``Sitting`` performs events and
tells what came of them, its ``Hand`` holds cursor and mark, a ``Mover`` plays, a ``Helper`` helps,
a ``Mouse`` points and a ``Dealer`` deals. The screen hands them keys and clicks, paints them, and
leads to other screens.
"""

from collections.abc import Callable
from functools import partial

from solterm.contests.purpose import FREE
from solterm.contests.score import score, tell_score, tell_stakes
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.sessions import leaving
from solterm.store.kept import KeptPlay
from solterm.tui.boxes import dialogs
from solterm.tui.boxes.box import Box
from solterm.tui.boxes.keyhelp import HelpBox
from solterm.tui.boxes.questions import wrap
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import TABLE, Command, find_command
from solterm.tui.keys.numbers import REPEATED, Number
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas
from solterm.tui.screens.painted import Click, PaintedScreen, Timer
from solterm.tui.screens.tableways import Ways
from solterm.tui.table import painter
from solterm.tui.table.cascade import Cascade, Finale
from solterm.tui.table.dealer import Dealer
from solterm.tui.table.hand import NotDone
from solterm.tui.table.helper import Helper
from solterm.tui.table.lamplight import Lamplight
from solterm.tui.table.mouse import Mouse
from solterm.tui.table.mover import Mover
from solterm.tui.table.painter import View
from solterm.tui.table.room import room_for
from solterm.tui.table.sitting import Sitting
from solterm.tui.table.window import TOP

_NO_ERROR = "No errors have been made."
_SAFE = 8
"""Columns of the screen that the words of a box leave free."""
_ERROR = 34
"""Columns of an error message in its box."""
_DEAL_SECONDS = 0.04
"""Between two pictures of a deal."""


class TableScreen(PaintedScreen):
    """One kept play on the screen."""

    is_table = True

    def __init__(self, kept: KeptPlay, notice: str = "") -> None:
        self.sitting = Sitting(
            kept, lambda: self.solterm, lambda: self.app.size, finish=lambda: self.ways.do_new()
        )
        super().__init__(notice)
        self.hand = self.sitting.hand
        self.window = self.sitting.window
        self.boxes = self.sitting.boxes
        self.mover = Mover(self.sitting)
        self.helper = Helper(self.sitting, deal=self._deal)
        self.ways = Ways(self.sitting, lambda: self.solterm)
        self._parts = (self, self.mover, self.helper, self.ways)
        """Who does the commands."""
        self.mouse = Mouse(self.mover)
        self.dealer = Dealer()
        self.lamp = Lamplight(self.sitting, self)
        self._timer: Timer | None = None
        """It goes while the game is dealt."""
        self.finale: Finale | None = None
        """The cards that leap when it is won."""
        self._number = Number()
        self._boxed = ""
        """What is said in a box at the bottom, until the next key."""
        self._played_for: str | None = None
        """What the game is played for, once that is looked up."""

    @property
    def kept(self) -> KeptPlay:
        """The kept play on the table."""
        return self.sitting.kept

    @property
    def play(self) -> Play:
        """The play on the table."""
        return self.sitting.play

    @property
    def notice(self) -> str:
        """What the message row says."""
        return self.sitting.notice

    @notice.setter
    def notice(self, sentence: str) -> None:
        self.sitting.notice = sentence

    @property
    def is_asking(self) -> bool:
        return bool(self.boxes)

    def on_mount(self) -> None:
        """A game taken up again may be decided already."""
        self.solterm.take_seat(self.kept)
        if not self.notice and not self.play.events:
            enter, menu = self.sitting.key("natural"), self.sitting.key("game_menu")
            words = f"F2 Help   {menu} Menu   {enter} proposes a move, {enter} again makes it"
            fits = len(words) <= self.app.size.width - 2
            self.notice = words if fits else f"F2 Help   {menu} Menu   {enter} proposes a move"
        self.sitting.agree_on_autoplay()
        self.sitting.tell_outcome()
        self.lamp.tend_soon()
        if not self.solterm.settings.fast_deal and self.dealer.begin(self.play):
            self._timer = self.stage.every(_DEAL_SECONDS, self._deal_on)

    def on_screen_resume(self) -> None:
        """Settings may have changed meanwhile."""
        self.sitting.agree_on_autoplay()
        self.lamp.tend_soon()
        super().on_screen_resume()

    def on_screen_suspend(self) -> None:
        """The table is not seen: nobody waits for what the lamp would say."""
        self.lamp.let_go()

    def catch_up(self) -> None:
        self.sitting.catch_up()
        self.repaint()

    def _deal_on(self) -> None:
        """The next picture of the deal."""
        if not self.dealer.go_on(self.play):
            self._end_deal()
        self._repaint_if_seen()

    def _end_deal(self) -> None:
        self.dealer.finish()
        if self._timer:
            self._timer.stop()
            self._timer = None

    def show_outcome(self) -> None:
        super().show_outcome()
        self.lamp.tend()
        if self.finale is None and self.is_current and self.play.outcome is Outcome.WON:
            wanted, geometry = self.solterm.settings.cascade, self.window.geometry
            if wanted and geometry and self.stage.sent is not None:
                leaping = Cascade(self.play, geometry, *self.app.size, TOP)
                self.finale = Finale(self.stage, leaping, self._repaint_if_seen)

    def _repaint_if_seen(self) -> None:
        if self.is_current:
            self.repaint()

    # -- painting --------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        geometry = self.window.geometry
        assert geometry is not None, "painted only where there is room"
        status = self._place() + self.lamp.look()
        points = score(self.play, self.kept.tour_points)
        chrome.paint_status(canvas, self.play, points, status)
        painter.paint_table(canvas, self.play, self.view(), geometry, TOP)
        if self.finale and self.play.outcome is Outcome.WON:
            self.finale.cascade.paint(canvas)
        if self._boxed and self._boxed == self.notice and not self.boxes:
            told = wrap(canvas.glyphs.sentence(self._boxed), min(_ERROR, canvas.width - _SAFE))
            chrome.paint_box(canvas, [*told, "Press any key to go on."])
        elif not self.boxes or len(canvas.glyphs.sentence(self.notice)) <= canvas.width - 2:
            # A message that needs a box of its own would lie under one that is open.
            chrome.paint_message(canvas, self.notice)
        chrome.paint_keys(canvas, offers.bar(self.play))
        self.boxes.paint(canvas)

    def view(self) -> View:
        """What the painter shows beside the cards."""
        return self.hand.view._replace(dealt=self.dealer.dealt)

    def lacking(self) -> tuple[int, int] | None:
        if self.window.geometry is None:
            return room_for(self.play.rules.game, *self.app.size)
        return super().lacking()

    def selection(self) -> tuple[int, int] | None:
        geometry = self.window.geometry
        if geometry is None:
            return None
        return painter.cursor_cell(self.play, self.view(), geometry, TOP)

    def _place(self) -> str:
        """What the game is played for, as row 3 of 6 of its sheet, and whether it is safe."""
        if self.kept.purpose == FREE:
            self._played_for = ""
        elif self._played_for is None:
            from solterm.sessions import legs

            self._played_for = legs.tell_standing(self.solterm.store, self.kept.purpose)
        place = f" {self._played_for}" if self._played_for else ""
        return place + (" NOT SAVED" if self.kept.unsaved else "")

    # -- keys ------------------------------------------------------------------------------

    def take_key(self, key: str, character: str | None) -> None:
        """While the game is dealt any key ends the deal, and does nothing else."""
        if self.finale:
            self.finale.stop()
        if self.dealer.dealt is None:
            super().take_key(key, character)
        else:
            self._end_deal()
            self.repaint()

    def press(self, key: str, character: str | None) -> None:
        commands = keymap.by_key(TABLE, self.solterm.keys)
        command = commands.get(key) or commands.get(character or "")
        if self._boxed:
            self._boxed = self.notice = ""
        if command and self.boxes.top and not self.boxes.top.wants(key):
            self.boxes.close(self.boxes.top)
        if self.boxes.press(key, character):
            return
        if said := self._number.take(character, self.solterm.settings.preset):
            self.notice = said
            return
        number = self._number.spend()
        if command:
            self._do_counted(command, number)

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
        """Do what a command says, unless it sleeps under the help or has no use in this game."""
        if self.boxes and command.sleeps:
            self.notice = "Asleep under the help: ESC returns."
            return
        self.notice = ""
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
        """The method that does a command, of whichever part has it."""
        name = f"do_{command.id}"
        part = next(each for each in self._parts if hasattr(each, name))
        method: Callable[[], None] = getattr(part, name)
        return method

    def do_cancel(self) -> None:
        """ESC: drop the mark, or what waits for the next move, or close the help."""
        if box := self.boxes.top:
            self.boxes.close(box)
        elif self.hand.grip or self.hand.lit:
            self.hand.let_go()
        elif self.play.armed:
            self.sitting.attempt("x")
        elif self.play.cheating:
            self.helper.do_cheat()

    def do_error(self) -> None:
        """F7: the sentence behind the last beep; in KLONCAN's games in a box, as it had them."""
        self.notice = self.sitting.error or _NO_ERROR
        self._boxed = self.notice if self.play.game.on_sheet else ""

    # -- boxes -----------------------------------------------------------------------------

    def open_box(self, box: Box) -> None:
        self.boxes.open(box)

    def close_box(self, box: Box) -> None:
        self.boxes.close(box)

    def do_help(self) -> None:
        """F2."""
        shown = next((box for box in self.boxes if isinstance(box, HelpBox)), None)
        if shown:
            shown.turn()
        else:
            self.boxes.open(HelpBox(self.play, self.solterm.keys))

    def do_game_menu(self) -> None:
        """Tab: every command there is."""
        from solterm.tui.boxes.gamemenu import MenuBox

        self.boxes.open(MenuBox(self.play, self.do, self.solterm.keys))

    def do_peek(self) -> None:
        """P: look into the pile under the cursor, and into others."""
        from solterm.tui.boxes.aboutpile import PeekBox

        box = PeekBox(self.sitting)
        if box.moved():
            self.boxes.open(box)

    def do_what(self) -> None:
        """W: what the pile under the cursor is, and others."""
        from solterm.tui.boxes.aboutpile import WhatBox

        self.boxes.open(WhatBox(self.sitting, self.solterm.glyphs.sentence))

    def do_level(self) -> None:
        """F8."""
        self.boxes.open(dialogs.level_box(self.play, self._play_at))

    def _play_at(self, level: str) -> None:
        if self.sitting.attempt(f"level {level}"):
            self.notice = f"You play at level {level} now."

    def do_colours(self) -> None:
        """C."""
        cycle = self.solterm.cycle_colours
        steps = partial(cycle, background=1), partial(cycle, foreground=1)
        self.boxes.open(dialogs.ColourBox(*steps))

    def do_score(self) -> None:
        """S."""
        told = (
            f"Your score now is {tell_score(self.play, self.kept.tour_points)}.",
            *tell_stakes(self.play),
        )
        width = self.app.size.width - _SAFE
        self.boxes.open(dialogs.MessageBox(*wrap("\n".join(told), width)))

    def do_quit(self) -> None:
        """Q, or the key that the player has given it."""
        self.boxes.open(self.solterm.ask_to_quit(leaving.tell_game(self.kept)))

    def do_command(self) -> None:
        """A command line with line mode's grammar."""
        self.boxes.open(dialogs.CommandLine(self._obey))

    def _obey(self, line: str) -> None:
        if self.solterm.obey(line):
            return
        self.sitting.obey(line, lambda: self.app.exit(0), self.solterm.show_text)
        self.solterm.take_seat(self.kept)

    def _deal(self, number: int | None) -> None:
        """Deal a number anew, or any; the present game ends with that."""
        play = self.play
        self.boxes.clear()
        self.solterm.deal(play.game, number, play.level, play.options, self.kept.context)

    def do_regain(self) -> None:
        """Take back to where the game could still be won."""
        from solterm.tui.screens.searching import go_back

        go_back(self, self.sitting)

    # -- the mouse -------------------------------------------------------------------------

    def on_mouse_down(self, at: Click) -> None:
        """A click or a drag begins."""
        self.mouse.press(self.window.spot_at(at.x, at.y))

    def on_mouse_up(self, at: Click) -> None:
        """A click or a drag ends, with any button but the wheel."""
        x, y = at.x, at.y
        if self.window.geometry is None:
            self.mouse.forget()
            return
        if y == self.app.size.height - 1:
            self.mouse.forget()
            self.press(f"f{chrome.key_at(x, self.app.size.width)}", None)
        elif self.boxes.point(x, y):
            self.mouse.forget()
        else:
            self.mouse.release(self.window.spot_at(x, y))
        self.show_outcome()

    def on_click(self, at: Click) -> None:
        """The second click of two sends the end card to a foundation, if one takes it."""
        if at.times == 2 and not self.boxes:
            self.mouse.press_twice(self.window.spot_at(at.x, at.y))
            self.show_outcome()

    def roll(self, key: str) -> None:
        """The wheel goes through a menu; it moves no card."""
        self.boxes.roll(key)

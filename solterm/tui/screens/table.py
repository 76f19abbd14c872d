"""The table: a game being played with KLONCAN's keys, or with the mouse."""

from collections.abc import Callable, Mapping

from solterm.contests.score import score, told
from solterm.core.move import Move
from solterm.core.vocabulary.exemptions import Armed, Exemption
from solterm.store.kept import KeptPlay
from solterm.tui.boxes import kloncan as boxes
from solterm.tui.boxes.keyhelp import HelpBox
from solterm.tui.boxes.questions import YesNoBox
from solterm.tui.keys import commands as keys
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import Command
from solterm.tui.look.canvas import Canvas
from solterm.tui.screens.helping import HelpingScreen
from solterm.tui.screens.marked import TOP
from solterm.tui.screens.painted import Click
from solterm.tui.table import (
    chrome,
    marking,
    painter,
    pointing,
)
from solterm.tui.table.pointing import Pointed
from solterm.tui.table.room import room_for

_NO_ERROR = "No errors have been made."


class TableScreen(HelpingScreen):
    """One kept play on the screen."""

    def __init__(self, kept: KeptPlay, notice: str = "") -> None:
        super().__init__(kept, notice)
        self._standing: str | None = None
        """What the game is played for, once that is looked up."""
        self._pressed: Pointed | None = None
        """The card the mouse button went down on."""
        self._unmarked: str | None = None
        """The pile whose mark the last click dropped: another click at once makes it two."""

    def on_mount(self) -> None:
        """A game taken up again may be decided already."""
        if not self.notice and not self.play.events:
            enter, menu = self.key("natural"), self.key("game_menu")
            words = f"{enter} proposes a move, {enter} again makes it"
            self.notice = f"F2 Help   {menu} Menu   {words}"
        self.agree_on_autoplay()
        self.tell_outcome()
        self.deal_visibly()
        self.repaint()

    def on_screen_resume(self) -> None:
        """Settings may have changed meanwhile."""
        self.agree_on_autoplay()
        super().on_screen_resume()

    # -- painting --------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        geometry = self.geometry
        assert geometry is not None, "painted only where there is room"
        chrome.paint_status(canvas, self.play, score(self.play), self._place())
        painter.paint_table(canvas, self.play, self.view(), geometry, TOP)
        if not self.boxes or len(canvas.glyphs.sentence(self.notice)) <= canvas.width - 2:
            # A message that needs a box of its own would lie under one that is open.
            chrome.paint_message(canvas, self.notice)
        chrome.paint_keys(canvas, offers.bar(self.play))
        for box in self.boxes:
            box.paint(canvas)

    def lacking(self) -> tuple[int, int] | None:
        if self.geometry is None:
            return room_for(self.play.rules.game, *self.app.size)
        return super().lacking()

    def selection(self) -> tuple[int, int] | None:
        geometry = self.geometry
        if geometry is None:
            return None
        return painter.cursor_cell(self.play, self.view(), geometry, TOP)

    def _place(self) -> str:
        """What the game is played for, as row 3 of 6 of its sheet, and whether it is safe."""
        if self._standing is None:
            from solterm.sessions import legs

            self._standing = legs.standing(self.solterm.store, self.kept.purpose)
        place = f" {self._standing}" if self._standing else ""
        return place + (" NOT SAVED" if self.kept.unsaved else "")

    # -- keys ------------------------------------------------------------------------------

    @property
    def _commands(self) -> Mapping[str, Command]:
        return keymap.by_key(keys.TABLE, self.solterm.settings.keys)

    def command_of(self, key: str, character: str | None) -> Command | None:
        """What a key does on the table."""
        commands = self._commands
        return commands.get(key) or commands.get(character or "")

    def press(self, key: str, character: str | None) -> None:
        if self.boxes and self.boxes[-1].press(self, key, character):
            return
        if command := self.command_of(key, character):
            self.do(command)

    def do(self, command: Command) -> None:
        """Do what a command says, unless it sleeps under the help or has no use in this game."""
        if self.boxes and command.sleeps:
            self.notice = "Asleep under the help: ESC returns."
            return
        self.notice = ""
        if command.id in keys.CLEARS_ERROR:
            self.error = None
        number = keys.number(command)
        if number and number % 10 not in keys.labels(self.play.rules.game):
            self.refuse(f"F{number} has no use in this game.")
            return
        do: Callable[[], None] = getattr(self, f"do_{command.id}")
        do()
        if command.id not in keys.PROPOSES:
            self.forget_proposal()

    def do_help(self) -> None:
        """F2."""
        shown = next((box for box in self.boxes if isinstance(box, HelpBox)), None)
        if shown:
            shown.turn()
        else:
            self.boxes.append(HelpBox(self.play, self.solterm.settings.keys))

    def do_turn_hand(self) -> None:
        """F3."""
        self.attempt(keys.turned(self.play.rules.game))

    def do_hand_to_pile(self) -> None:
        """F4."""
        self.attempt_move(f"{self._hand} {self.cursor}")

    def do_pile_to_field(self) -> None:
        """F5; a card that is marked alone under others goes from there."""
        grip = self.grip
        under = f"@{grip.at}" if grip and grip.at and grip.pile == self.cursor else ""
        self.attempt_move(f"{self.cursor}{under} f")

    def do_hand_to_field(self) -> None:
        """F6."""
        self.attempt_move(f"{self._hand} f")

    @property
    def _hand(self) -> str:
        """The pile F4 and F6 play from."""
        piles = keys.hand(self.play.rules.game)
        return next((name for name in piles if self.play.pile(name)), piles[0])

    def do_error(self) -> None:
        """F7: the sentence behind the last beep."""
        self.notice = self.error or _NO_ERROR

    def do_level(self) -> None:
        """F8."""
        self.boxes.append(boxes.LevelBox(self.play))

    def do_new(self) -> None:
        """F9: end this game and see its result."""
        self.boxes.clear()
        if not self.kept.purpose.is_contest:
            self.solterm.show_end(self.kept)
        elif self.play.tally.won:
            self.solterm.end_for_contest(self.kept)
        else:
            question = ("End this game? In a contest", "it is not played again.")
            self.boxes.append(YesNoBox(question, lambda: self.solterm.end_for_contest(self.kept)))

    def do_sheet(self) -> None:
        """A: the score sheet or the contest the game is played for; the game goes on behind it."""
        purpose, play = self.kept.purpose, self.play
        if purpose.row:
            self.solterm.look_at_sheet(play.game, play.level)
        elif purpose.is_contest:
            self.solterm.show_contest_of(self.kept)
        else:
            self.refuse("This game is played for itself: it is on no score sheet.")

    def do_auto(self) -> None:
        """F10."""
        self.attempt("auto")

    def do_colours(self) -> None:
        """C."""
        self.boxes.append(boxes.ColourBox())

    def do_score(self) -> None:
        """S."""
        self.boxes.append(boxes.ScoreBox(told(self.play)))

    def do_quit(self) -> None:
        """Q."""
        self.boxes.append(boxes.QuitBox(self.kept.unsaved))

    def do_exception(self) -> None:
        """X: what it does depends on the level; at level 1 it does nothing."""
        if self.play.level not in self.play.game.exceptions:
            x = self.key("exception")
            self.notice = f"{x} has no effect at level {self.play.level}."
        else:
            self._except(self.play.game.exceptions[self.play.level])

    def _except(self, exemption: Exemption) -> None:
        if isinstance(exemption, Armed):
            if self.attempt("x") and self.play.armed:
                more = self.key("more")
                how = f"{more} marks it, ESC drops it." if exemption.covered else "ESC drops it."
                self.notice = f"{exemption.invitation} {how}"
            return
        game, table = self.play.rules.game, self.play.table
        # It acts on the pile under the cursor where it has to be told which.
        named = [name for name in game.ids if exemption.why_not(game, table, name) is None]
        if exemption.why_not(game, table, "") is None or not named:
            self.attempt("x")
        elif self.cursor[0] in {name[0] for name in named}:
            self.attempt(f"x {self.cursor}")
        else:
            kind = game.group(named[0]).name
            x = self.key("exception")
            self.refuse(f"{x} needs a {kind} here: put the cursor on one, then press {x}.")

    def do_cancel(self) -> None:
        """ESC: drop the mark, or what waits for the next move, or close the help."""
        if self.boxes:
            self.boxes.pop()
        elif self.grip or self.lit:
            self.let_go()
        elif self.play.armed:
            self.attempt("x")
        elif self.play.cheating:
            self.do_cheat()

    def do_natural(self) -> None:
        """Enter or Space: what the pile is for: turn it, remove its card, or send that on.

        A card that has a place is marked, and the cursor is set on the best one: Enter plays it
        there, N goes to the next place, the arrows to any other. So no move is made unasked that
        counts, or that a scored game would not take back. A card that can only ever go to one
        place (golf), and an empty pile that one card can fill, are played at once.
        """
        legal = [] if self.grip else list(self.play.legal_moves)
        here = [move for move in legal if self.cursor in (move.src, move.dst)]
        if Move(self.cursor) in legal or (not self.grip and self._acting(self.cursor)):
            self.attempt(self._acting(self.cursor) or self.cursor)
        elif len(here) == 1 and (self._goes_only_home(here[0]) or not self.play.pile(self.cursor)):
            self.attempt(str(here[0]))
        elif self.grip:
            self.do_pile_to_pile()
        else:
            self.propose()

    def _acting(self, pile: str) -> str:
        """The pile that picking this one acts on, such as turning it; "" where it does nothing."""
        group = self.play.game.group(pile)
        if group.action is not None:
            return pile
        return "" if self.play.pile(pile) else group.asks

    def _goes_only_home(self, move: Move) -> bool:
        """Is the foundation the only place cards of this pile ever go to (golf)?"""
        group = self.play.game.group(self.cursor)
        return move.src == self.cursor and group.kind == "t" and group.to == "f"

    def do_command(self) -> None:
        """A command line with line mode's grammar."""
        self.boxes.append(boxes.CommandLine())

    def do_rules(self) -> None:
        """The rules page."""
        self.solterm.show_rules(self.play.game)

    def do_pages(self) -> None:
        """The pages there are to read."""
        self.solterm.show_help_pages(self.play.game)

    def do_saves(self) -> None:
        """Save this game under a name, or open another."""
        self.solterm.show_saves(self.kept)

    def do_stats(self) -> None:
        """The statistics."""
        self.solterm.show_statistics()

    def do_settings(self) -> None:
        """The settings; what they change shows when they are left."""
        self.solterm.show_settings()

    def do_menu(self) -> None:
        """Back to the menu; the game is kept."""
        self.solterm.show_menu()

    def do_redraw(self) -> None:
        """Paint everything anew."""
        self.solterm.picture_lost()

    # -- the mouse -------------------------------------------------------------------------

    def spot_at(self, x: int, y: int) -> Pointed | None:
        """The card at a cell of the screen."""
        geometry = self.geometry
        return pointing.at(self.play, geometry, x, y - TOP) if geometry else None

    def on_mouse_down(self, at: Click) -> None:
        """A click or a drag begins."""
        self._pressed = self.spot_at(at.x, at.y)

    def on_mouse_up(self, at: Click) -> None:
        """A click or a drag ends, with any button but the wheel."""
        x, y = at.x, at.y
        began, self._pressed = self._pressed, None
        if self.geometry is None:
            return
        if y == self.app.size.height - 1:
            self.press(f"f{chrome.key_at(x, self.app.size.width)}", None)
        elif self.boxes:
            self.boxes[-1].point(self, x, y)
        elif (ended := self.spot_at(x, y)) and began:
            self.notice, self.error = "", None
            self.forget_proposal()
            if ended.pile == began.pile:
                self._click(began)
            elif self.solterm.settings.drag:
                self._drag(began, ended.pile)
        self.shown()

    def on_click(self, at: Click) -> None:
        """The second click of two sends the end card to a foundation, if one takes it."""
        there = self.spot_at(at.x, at.y)
        if at.times == 2 and there and there.pile == self._unmarked and not self.boxes:
            home = [m for m in self.play.legal_moves if m.src == there.pile and m.dst[:1] == "f"]
            if home:
                self.attempt_move(f"{there.pile} f")
            self.shown()

    def roll(self, key: str) -> None:
        """The wheel goes through a menu; it moves no card."""
        if self.boxes and self.boxes[-1].rolls:
            self.boxes[-1].press(self, key, None)

    def _click(self, there: Pointed) -> None:
        """Mark a card, place what is marked, or drop the mark by a second click on it.

        A pile that takes no such card has itself marked instead, if something can leave it.
        """
        pile, self._unmarked = there.pile, None
        self.cursor = pile
        at = marking.from_card(self.play, pile, there.depth)
        if self.grip is None:
            if Move(pile) in self.play.legal_moves or self._acting(pile):
                self.attempt(self._acting(pile) or pile)
            elif self.play.pile(pile):
                self.take(at, exactly=at != marking.usual(self.play, pile))
        elif self.grip.pile == pile:
            again = self.grip == at
            self.drop_mark()
            self._unmarked = pile
            if not again:
                self.take(at, exactly=True)
        elif not self._place_on(pile):
            self.drop_mark()
            if any(True for _ in marking.ways(self.play, pile)):
                self.take(at, exactly=at != marking.usual(self.play, pile))

    def _drag(self, began: Pointed, pile: str) -> None:
        """Move what was dragged to a pile; where that is no move, it slips back."""
        if self.play.pile(began.pile):
            at = marking.from_card(self.play, began.pile, began.depth)
            self.take(at, exactly=at != marking.usual(self.play, began.pile))
            self.notice = ""
            self.cursor = pile
            self._place_on(pile)
            self.drop_mark()

    def _place_on(self, pile: str) -> bool:
        """Move what is marked to a pile, and never the other way."""
        assert self.grip is not None, "there is something marked"
        if move := marking.onto(self.play, self.grip, pile):
            return self.attempt(str(move))
        return self.attempt_move(f"{self.grip.pile} {pile}")

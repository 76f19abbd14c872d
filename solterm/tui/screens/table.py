"""The table: a game being played with KLONCAN's keys."""

from collections.abc import Callable, Collection

from solterm.contests.mark import mark
from solterm.contests.score import score
from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.exemptions import Armed, Exemption
from solterm.core.move import IllegalMove, Move
from solterm.core.play import Play
from solterm.core.policies import Lift
from solterm.core.rules import Outcome
from solterm.core.table import Pile
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.tui import boxes, chrome, keys, painter
from solterm.tui.canvas import Canvas
from solterm.tui.cursor import across, beside
from solterm.tui.geometry import Geometry
from solterm.tui.layout import layout, shows
from solterm.tui.painter import View
from solterm.tui.screens.dealt import DealtScreen
from solterm.tui.screens.sheet import sheet_row

_TOP = 1
"""The table's first row on the screen."""
_COMMANDS = keys.by_key(keys.TABLE)
_NO_ERROR = "No errors have been made."


class TableScreen(DealtScreen):
    """One kept play on the screen."""

    def __init__(self, kept: KeptPlay, notice: str = "") -> None:
        super().__init__(notice)
        self.kept = kept
        self.error: str | None = None
        """The sentence behind the last beep, for F7."""
        self.marked: str | None = None
        """The pile that F1 marked, and how many of its cards are to go."""
        self.lifted = 0
        self.cursor = self._first_pile()
        self.boxes: list[boxes.Box] = []
        """The boxes that are open, the topmost last; it gets the keys."""
        self._told: Outcome | None = None
        self._glimpsed = self.play.glimpsed
        self._trouble = kept.unsaved

    def _first_pile(self) -> str:
        """Where the cursor starts: on the first cards of the tableau, or on the stock."""
        game = self.play.rules.game
        tableau = [name for name in game.ids if name[0] in "tg"]
        deals = "s" in game.ids and game.group("s").action
        empty = tableau[0] if tableau and not deals else "s"
        return next(filter(self.play.pile, tableau), empty)

    def on_mount(self) -> None:
        """A game taken up again may be decided already."""
        self.tell_outcome()
        self.deal_visibly()
        self.repaint()

    @property
    def play(self) -> Play:
        """The play shown; the store may replace it when it went on elsewhere."""
        return self.kept.play

    @property
    def geometry(self) -> Geometry | None:
        """Where the piles stand on the present screen; None when there is no room."""
        width, height = self.app.size
        left_handed = self.solterm.settings.left_handed
        return layout(self.play, width, height - chrome.BARS, left_handed)

    # -- painting --------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        geometry = self.geometry
        if geometry is None:
            self._ask_for_room(canvas)
            return
        chrome.paint_status(canvas, self.play, score(self.play), self._place())
        painter.paint_table(canvas, self.play, self._view(), geometry, _TOP)
        chrome.paint_message(canvas, self.notice)
        chrome.paint_keys(canvas, keys.labels(self.play.rules.game))
        for box in self.boxes:
            box.paint(canvas)

    def selection(self) -> tuple[int, int] | None:
        geometry = self.geometry
        if geometry is None:
            return None
        return painter.cursor_cell(self.play, self._view(), geometry, _TOP)

    def _place(self) -> str:
        """Which row of the score sheet the game is played for, and whether it is safe."""
        row = sheet_row(self.kept.context)
        return (f" {row}/6" if row else "") + (" NOT SAVED" if self.kept.unsaved else "")

    def _view(self) -> View:
        if self.marked is None:
            return View(self.cursor, dealt=self.dealt)
        return View(self.cursor, self.marked, self.lifted, self._targets())

    def _mark(self, name: str) -> None:
        """Mark a pile, with as many of its cards as may go together."""
        self.marked = name
        up = sum(1 for card in self.play.pile(name) if not card & DOWN)
        single = self.play.rules.game.group(name).lift is Lift.TOP
        moves = [move.cards for move in self.play.legal_moves if move.src == name and move.dst]
        whole = self.play.rules.game.group(name).lift is Lift.WHOLE
        self.lifted = up if whole else min(up, 1) if single else max(moves, default=min(up, 1))

    def _targets(self) -> set[str]:
        """The piles the marked cards can go to, or whose cards can come to the marked pile."""
        found = set()
        for move in self.play.legal_moves:
            if move.dst and move.src == self.marked:
                found.add(move.dst)
            elif move.dst == self.marked:
                found.add(move.src)
        return found

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        if self.geometry is None:
            return
        if self.boxes and self.boxes[-1].press(self, key, character):
            return
        command = _COMMANDS.get(key) or _COMMANDS.get(character or "")
        if command is None:
            return
        if self.boxes and command.id in keys.DEAD_UNDER_HELP:
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

    def do_pile_to_pile(self) -> None:
        """F1: mark the cards under the cursor, or move between the marked pile and this one."""
        if self.marked is None:
            self._mark(self.cursor)
        elif self.marked == self.cursor:
            self.marked = None
        else:
            self._move_between(self.marked, self.cursor)

    def do_help(self) -> None:
        """F2."""
        if not any(isinstance(box, boxes.HelpBox) for box in self.boxes):
            self.boxes.append(boxes.HelpBox(self.play))

    def do_turn_hand(self) -> None:
        """F3."""
        self.attempt("s")

    def do_hand_to_pile(self) -> None:
        """F4."""
        self.attempt_move(f"{self._hand} {self.cursor}")

    def do_pile_to_field(self) -> None:
        """F5."""
        self.attempt_move(f"{self.cursor} f")

    def do_hand_to_field(self) -> None:
        """F6."""
        self.attempt_move(f"{self._hand} f")

    @property
    def _hand(self) -> str:
        """The pile F4 and F6 play from."""
        piles = keys.hand(self.play.rules.game)
        return next((name for name in piles if self.play.pile(name)), piles[-1])

    def do_error(self) -> None:
        """F7: the sentence behind the last beep."""
        self.notice = self.error or _NO_ERROR

    def do_level(self) -> None:
        """F8."""
        self.boxes.append(boxes.LevelBox(self.play))

    def do_new(self) -> None:
        """F9: end this game and see its result."""
        self.boxes.clear()
        self.solterm.show_end(self.kept)

    def do_auto(self) -> None:
        """F10."""
        self.attempt("auto")

    def do_colours(self) -> None:
        """C."""
        self.boxes.append(boxes.ColourBox())

    def do_score(self) -> None:
        """S."""
        self.boxes.append(boxes.ScoreBox(score(self.play), mark(self.play)))

    def do_quit(self) -> None:
        """Q."""
        self.boxes.append(boxes.QuitBox())

    def do_exception(self) -> None:
        """X: what it does depends on the level; at level 1 it does nothing."""
        if self.play.level not in self.play.game.exceptions:
            self.notice = f"X has no effect at level {self.play.level}."
        else:
            self._except(self.play.game.exceptions[self.play.level])

    def _except(self, exemption: Exemption) -> None:
        if isinstance(exemption, Armed):
            if self.attempt("x") and self.play.armed:
                self.notice = f"{exemption.invitation} ESC drops it."
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
            self.refuse(f"X needs a {kind} here: put the cursor on one, then press X.")

    def do_cancel(self) -> None:
        """ESC: drop the mark, or an exception that waits, or close the help."""
        if self.boxes:
            self.boxes.pop()
        elif self.marked:
            self.marked = None
        elif self.play.armed:
            self.attempt("x")

    def do_left(self) -> None:
        """The pile to the left; past the edge, the last one."""
        self._go(beside, -1)

    def do_right(self) -> None:
        """The pile to the right; past the edge, the first one."""
        self._go(beside, 1)

    def do_up(self) -> None:
        """The row of piles above."""
        self._go(across, -1)

    def do_down(self) -> None:
        """The row of piles below."""
        self._go(across, 1)

    def _go(self, way: Callable[[Geometry, Collection[str], str, int], str], by: int) -> None:
        if geometry := self.geometry:
            stops = [name for name in geometry.slots if shows(self.play, name)]
            self.cursor = way(geometry, stops, self.cursor, by)

    def _stay_on_table(self) -> None:
        """A level may have closed the pile that is marked, or the one under the cursor."""
        if self.marked and not shows(self.play, self.marked):
            self.marked = None
        if not shows(self.play, self.cursor):
            self._go(beside, -1)

    def do_natural(self) -> None:
        """Enter or Space: what the pile is for: turn it, remove it, place or mark its card."""
        legal = [] if self.marked else list(self.play.legal_moves)
        alone = [move for move in legal if move == Move(self.cursor)]
        here = [move for move in legal if self.cursor in (move.src, move.dst)]
        if alone or (self.marked is None and self.play.game.group(self.cursor).action):
            self.attempt(self.cursor)
        elif len(here) == 1 and (self._goes_only_home(here[0]) or not self.play.pile(self.cursor)):
            self.attempt(str(here[0]))
        else:
            self.do_pile_to_pile()

    def _goes_only_home(self, move: Move) -> bool:
        """Is the foundation the only place cards of this pile ever go to (golf)?"""
        group = self.play.game.group(self.cursor)
        return move.src == self.cursor and group.kind == "t" and group.to == "f"

    def do_more(self) -> None:
        """+: lift one card more."""
        self._lift(1)

    def do_fewer(self) -> None:
        """-: lift one card fewer."""
        self._lift(-1)

    def _lift(self, by: int) -> None:
        if self.marked is None:
            self._mark(self.cursor)
        up = sum(1 for card in self.play.pile(self.marked or "") if not card & DOWN)
        self.lifted = max(min(1, up), min(up, self.lifted + by))

    def do_undo(self) -> None:
        """U."""
        self.attempt("undo")

    def do_redo(self) -> None:
        """R."""
        self.attempt("redo")

    def do_command(self) -> None:
        """A command line with line mode's grammar."""
        self.boxes.append(boxes.CommandLine())

    def do_rules(self) -> None:
        """The rules page."""
        self.solterm.show_rules(self.play.game)

    def do_menu(self) -> None:
        """Back to the menu; the game is kept."""
        self.solterm.show_menu()

    def do_redraw(self) -> None:
        """Paint everything anew."""
        self.solterm.picture_lost()

    # -- playing ---------------------------------------------------------------------------

    def attempt(self, event: str) -> bool:
        """Perform an event; when it is refused, beep and keep the reason. True when done."""
        marked = self._marked_cards()
        try:
            self.kept.perform(event)
        except IllegalMove as refusal:
            self.refuse(str(refusal))
            return False
        except PlayedElsewhere as news:
            self.marked = None
            self._stay_on_table()
            self.notice = str(news)
            return False
        if self._marked_cards() != marked:
            self.marked = None
        self.after_play()
        return True

    def after_play(self) -> None:
        """Something was played: say what the store or the rules have to say of it."""
        self._stay_on_table()
        if self.play.glimpsed and self.play.glimpsed is not self._glimpsed:
            self.notice = f"You see {', '.join(map(cards.text, self.play.glimpsed))}."
        self._glimpsed = self.play.glimpsed
        if self.kept.unsaved != self._trouble:
            self._trouble = self.kept.unsaved
            self.notice = self._trouble or "The game is saved again."
        self.tell_outcome()

    def tell_outcome(self) -> None:
        """Say that the game is won, or, once, that no move is left."""
        outcome = self.play.outcome
        if outcome is Outcome.WON:
            self.boxes.append(boxes.WonBox(score(self.play), mark(self.play)))
        elif outcome is Outcome.OVER and self._told is not Outcome.OVER:
            self.notice = "No move is left. F9 ends the game, F8 or X may still help."
        self._told = outcome

    def _marked_cards(self) -> Pile | None:
        return self.play.pile(self.marked) if self.marked else None

    def attempt_move(self, text: str) -> bool:
        """Make the move a text means."""
        try:
            move = self.play.resolve(text)
        except ValueError as error:
            self.refuse(str(error))
            return False
        return self.attempt(str(move))

    def obey(self, line: str) -> None:
        """Do what a line of line mode's grammar says."""
        from solterm.plain.session import Session

        session = Session(self.kept)
        reply = session.handle(line)
        self.kept = session.kept
        self.marked = None
        if session.ended:
            self.app.exit(0)
        elif not reply.ok:
            self.refuse(reply.text)
            self.notice = reply.text
        elif reply.record or "\n" in reply.text:
            self.solterm.show_text(line, f"{reply.text}\n\n{reply.record or ''}")
        else:
            self.after_play()
            self.notice = reply.text or self.notice

    def refuse(self, reason: str) -> None:
        """Beep, keep the reason for F7, and say it if messages are on."""
        self.error = reason
        self.solterm.beep()
        if self.solterm.settings.messages:
            self.notice = reason

    def _move_between(self, first: str, second: str) -> None:
        """Move between two piles in the legal direction; if both are, the first is the source."""
        legal: list[Move] = list(self.play.legal_moves)
        for src, dst in ((first, second), (second, first)):
            if fitting := [move for move in legal if (move.src, move.dst) == (src, dst)]:
                # As many cards as are marked, if that is one of the ways; else as many as may go.
                best = max(
                    fitting, key=lambda move: (move.cards == self.lifted, move.cards, -move.at)
                )
                self.attempt(str(best))
                return
        src, dst = (first, second) if self.play.pile(first) else (second, first)
        self.attempt_move(f"{src} {dst}")

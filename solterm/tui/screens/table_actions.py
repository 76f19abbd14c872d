"""The commands of the table as actions: ``action_ID`` carries out the command with that id."""

from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, TypeVar

from solterm.contests.ending import tell_uncounted
from solterm.contests.kinds import RACE
from solterm.contests.score import tell_level, tell_score, tell_stakes
from solterm.core.levels import LEVELS
from solterm.core.move import IllegalMove
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.scoring import stakes
from solterm.sessions import leaving
from solterm.store.errors import StoreError
from solterm.store.kept import HIDDEN, KeptPlay
from solterm.tui.keys import offers
from solterm.tui.keys.commands import Command, find_command
from solterm.tui.screens.base import BaseScreen
from solterm.tui.table.cursor import Arrow
from solterm.tui.table.model import TableModel
from solterm.tui.table.selection import NotPossible
from solterm.tui.table.sentences import in_own_words
from solterm.tui.widgets.card_table import CardTable
from solterm.tui.widgets.key_help import KeyHelp

if TYPE_CHECKING:
    from solterm.core.table import Table
    from solterm.plain.session import Session
    from solterm.sessions.hinting import Hints

_CHEAT = """A cheat lets your next move follow
level 1's rules. The game then counts
as level 1, even if you undo it."""
"""See docs/rules.md, "Undo, hints and the cheat"."""
_NO_ERROR = "Your last key made no error."


Table_ = TypeVar("Table_", bound="TableActions")


def table_command(do: Callable[[Table_], object]) -> Callable[[Table_], None]:
    """Make a method the action of its command: messages are cleared before, the result shown."""
    command = find_command(do.__name__.removeprefix("action_"))

    @wraps(do)
    def action(self: Table_) -> None:
        before = self.play.table
        with self.telling_trouble():
            if self.begin(command):
                try:
                    do(self)
                except (NotPossible, IllegalMove) as reason:
                    self.model.refuse(str(reason))
                if not command.proposes:
                    self.model.selection.forget_proposal()
        if self.is_attached:
            self.after_action(before)

    return action


# Each action imports its dialog, so that the first table waits for none of them.
class TableActions(BaseScreen[None], inherit_bindings=False):
    """Carries out the commands of a table."""

    model: TableModel
    key_help: KeyHelp
    card_table: CardTable
    is_boxed = False
    """Whether the message stays in a box until the next key."""
    is_outcome_known: bool
    """Whether the player has read the result of the game before."""
    way_found: "tuple[Table, list[str]] | None" = None
    """A position with a way to win that hints don't follow until the player asks again."""

    @property
    def play(self) -> Play:
        return self.model.play

    @property
    def kept(self) -> KeptPlay:
        return self.model.kept

    def begin(self, command: Command) -> bool:
        """Clear the messages for a command; return False if the help or the game rules it out."""
        if self.key_help.is_open and command.sleeps:
            self.model.say("This key is off under the help. Esc closes it.")
            return False
        self.set_reactive(BaseScreen.notice, "")
        self.is_boxed = False
        if command.clears_error:
            self.model.error = None
        if not offers.is_used(self.play, command):
            self.model.refuse(f"F{command.number} has no use in this game.")
            return False
        return True

    def run_command(self, name: str | None) -> None:
        """Carry out a command that a dialog returned; None does nothing."""
        if name:
            getattr(self, f"action_{name}")()

    def press(self, key: str | None) -> None:
        """Carry out the command of a key, from a dialog that closed or a click on the key bar."""
        raise NotImplementedError

    def after_action(self, before: "Table | None" = None) -> None:
        """Show the result of an action; cards move from where they lay ``before``."""
        raise NotImplementedError

    def show_table(self) -> None:
        raise NotImplementedError

    def celebrate(self) -> None:
        """Celebrate a win."""
        raise NotImplementedError

    def show_status(self) -> None:
        """Show the first row again, when only time has passed."""
        raise NotImplementedError

    def stop_lamp(self) -> bool:
        """Stop the lamp's search; return whether there was one."""
        raise NotImplementedError

    @property
    def hints(self) -> "Hints":
        """The hints of this game."""
        raise NotImplementedError

    def learn(self, answer: Mapping[str, Any]) -> None:
        """Let hints follow a winning line that the solver has found."""
        raise NotImplementedError

    # -- the cursor and the mark -----------------------------------------------------------

    @table_command
    def action_left(self) -> None:
        self.model.go(Arrow.LEFT)

    @table_command
    def action_right(self) -> None:
        self.model.go(Arrow.RIGHT)

    @table_command
    def action_up(self) -> None:
        self.model.go(Arrow.UP)

    @table_command
    def action_down(self) -> None:
        self.model.go(Arrow.DOWN)

    @table_command
    def action_first(self) -> None:
        self.model.go(Arrow.FIRST)

    @table_command
    def action_last(self) -> None:
        self.model.go(Arrow.LAST)

    @table_command
    def action_more(self) -> None:
        self.model.more()

    @table_command
    def action_fewer(self) -> None:
        self.model.fewer()

    @table_command
    def action_repeat(self) -> None:
        self.model.repeat()

    @table_command
    def action_next_place(self) -> None:
        self.model.next_place()

    @table_command
    def action_legal(self) -> None:
        self.model.legal()

    @table_command
    def action_ranks(self) -> None:
        self.model.ranks()

    @table_command
    def action_suits(self) -> None:
        self.model.suits()

    @table_command
    def action_cancel(self) -> None:
        """Close the help, cancel what waits for the next key, or stop the lamp's search."""
        if self.key_help.is_open:
            self.key_help.close()
        elif not self.model.cancel() and self.stop_lamp():
            from solterm.sessions.workers import STOPPED

            self.model.say(STOPPED)

    # -- moves -----------------------------------------------------------------------------

    @table_command
    def action_natural(self) -> None:
        self.model.natural()

    @table_command
    def action_pile_to_pile(self) -> None:
        self.model.pile_to_pile()

    @table_command
    def action_turn_hand(self) -> None:
        self.model.turn_hand()

    @table_command
    def action_hand_to_pile(self) -> None:
        self.model.hand_to_pile()

    @table_command
    def action_pile_to_field(self) -> None:
        self.model.pile_to_field()

    @table_command
    def action_hand_to_field(self) -> None:
        self.model.hand_to_field()

    @table_command
    def action_auto(self) -> None:
        """Play cards home; where there is no undo, ask before it ends the game or plays many."""
        if question := self.model.auto_question():
            self.ask(question, self.model.auto)
        else:
            self.model.auto()

    @table_command
    def action_exception(self) -> None:
        """Make an exception; where it costs points and acts at once, ask first."""
        if question := self.model.exception_question():
            self.ask(question, self.model.exception)
        else:
            self.model.exception()

    # -- the ways back ---------------------------------------------------------------------

    @table_command
    def action_undo(self) -> None:
        self.model.undo()

    @table_command
    def action_redo(self) -> None:
        self.model.redo()

    @table_command
    def action_over(self) -> None:
        """Start over after a confirmation, or say why not."""
        if self.play.can_restart:
            back = "" if self.play.can_undo else "\nNothing leads back."
            question = f"Start this game over?\nMoves and hints so far still count.{back}"
            self.ask(question, self.model.over)
        else:
            self.model.over()

    @table_command
    def action_bookmark(self) -> None:
        self.model.bookmark()

    @table_command
    def action_jump(self) -> None:
        self.model.jump()

    @table_command
    def action_regain(self) -> None:
        """Undo to the last position from which the game can be won, if there is one."""
        self.play.mode.check("back")
        if not self.play.game.undo:
            self.model.undo()  # the play says why not
            return
        if self.play.rules.is_won(self.play.table):
            self.model.say("The game is won.")
            return
        table, moves = self.way_found or (None, [])
        if table == self.play.table:
            self._follow(moves)
            hint = self.model.key("hint")
            self.model.say(f"From here on, {hint} shows the way to win, knowing all cards.")
            return
        is_hopeless = self.hints.is_hopeless(self.play)
        if is_hopeless or self.hints.knows_win(self.play):
            self._take_back({"undos": 0, "is_hopeless": is_hopeless, "moves": []})
            return
        from solterm.tui.screens.searching import ask_about, search

        title = "Looking for the last position that can still be won"
        given = ask_about(self.solterm, self.play)
        search(self.solterm, title, self._take_back, self._tell, "back", **given)

    def _take_back(self, answer: dict[str, Any]) -> None:
        from solterm.sessions.workers import HOPELESS
        from solterm.tui.screens.searching import tell_back

        undos = answer["undos"]
        if answer["is_hopeless"] or undos >= 0:
            self.model.attempt("hint")  # the verdict helps as one does
        if answer["is_hopeless"] or undos < 0:
            if answer["is_hopeless"]:
                self.hints.give_up(self.play)
            said = HOPELESS if answer["is_hopeless"] else "No such position found."
            if answer["is_hopeless"] and not self.play.outcome:
                said += f" {self.model.key('new')}, then S: one that can."
            is_stuck = self.play.outcome or self.play.is_idle
            (self.offer_ways_out if is_stuck else self.model.say)(said)
        elif undos == 0:
            self._tell_winnable(answer["moves"])
        elif all(self.model.attempt("undo") for _ in range(undos)):
            redo = self.model.key("redo")
            self.model.say(tell_back(self.play, undos, answer["unknown"], redo))
        if answer["moves"] and undos:
            self._follow(answer["moves"])
        self.after_action()

    def _tell_winnable(self, moves: list[str]) -> None:
        """Say that the game can be won; hints follow a way with unseen cards only if asked."""
        if View.of(self.play).is_open:
            self._follow(moves)
            self.model.say("It can still be won from here.")
            return
        again = ""
        if moves:
            self.way_found = self.play.table, moves
            again = f" {self.model.key('regain')} again: {self.model.key('hint')} shows how."
        self.model.say(f"It can still be won from here, knowing all cards.{again}")

    def _follow(self, moves: list[str]) -> None:
        """Let hints follow a way to win, also after a restart."""
        if moves:
            self.hints.follow(self.play, moves)
            self.kept.keep_way(moves)

    def _tell(self, sentence: str) -> None:
        self.model.say(sentence)
        self.after_action()

    @table_command
    def action_cheat(self) -> None:
        """Allow one move of level 1 after a confirmation; on a second press, cancel that."""
        play = self.play
        if play.mode or play.level == 1 or play.cheating:
            self.model.cheat()  # the play says why not
        else:
            self.ask(_CHEAT, self.model.cheat)

    # -- dialogs ---------------------------------------------------------------------------

    @table_command
    def action_help(self) -> None:
        self.key_help.turn()

    @table_command
    def action_error(self) -> None:
        """Explain the last beep; KLONCAN's games show it in a box."""
        self.model.say(self.model.error or _NO_ERROR)
        self.is_boxed = self.play.game.on_sheet

    @table_command
    def action_game_menu(self) -> None:
        from solterm.tui.screens.game_menu import GameMenu

        menu = GameMenu(self.play, self.model.keys, self.solterm.hall.has_host)
        self.app.push_screen(menu, self.run_command)

    @table_command
    def action_peek(self) -> None:
        from solterm.tui.screens.about_pile import PeekDialog

        if self.play.mode and not self.play.game.peek_when_scored:
            self.model.attempt(f"peek {self.model.selection.cursor}")  # which says why not
            return
        dialog = PeekDialog(self.model, self.show_table)
        if dialog.moved():
            self.app.push_screen(dialog, self.press)

    @table_command
    def action_what(self) -> None:
        from solterm.tui.screens.about_pile import WhatDialog

        self.app.push_screen(WhatDialog(self.model, self.show_table), self.press)

    @table_command
    def action_level(self) -> None:
        from solterm.manual.pages import level_briefs
        from solterm.tui.screens.dialogs import ask_level

        self.play.mode.check("level")
        game, present = self.play.game, f"You are playing at level {self.play.level}"
        wins = {each: stakes(level=each, exceptions=0, moves_after=0).win for each in LEVELS}
        briefs = level_briefs(game.id).items()
        lines = {
            level: f"{in_own_words(game, told)} (a win: {wins[level]})" for level, told in briefs
        }
        self.prompt(ask_level(present, game.offered_levels, lines=lines), self._change_level)

    def _change_level(self, level: str) -> None:
        from solterm.manual.pages import level_words

        if self.model.attempt(f"level {level}"):
            _, _, change = level_words(self.play.game.id, self.play.level).partition(": ")
            self.model.say(tell_level(self.play, change.removeprefix("also, ")))

    @table_command
    def action_colours(self) -> None:
        from solterm.tui.screens.table_dialogs import ColourDialog

        self.app.push_screen(ColourDialog())

    @table_command
    def action_score(self) -> None:
        now = f"Your score now is {tell_score(self.play, self.kept.tour_points)}."
        uncounted = tell_uncounted(self.play)
        self.announce((now, *([uncounted] if uncounted else []), *tell_stakes(self.play)))

    def announce(self, lines: tuple[str, ...], then: Callable[[], object] = lambda: None) -> None:
        """Show lines in a box, and do something once the player closes it."""
        from solterm.tui.screens.dialogs import Notice

        said = [self.solterm.glyphs.sentence(line) for line in lines]
        self.app.push_screen(Notice(*said), lambda _: self.carry_out(then))

    @table_command
    def action_deal(self) -> None:
        """Deal again, or another number; a scored game keeps its deal."""
        if self.play.mode:
            menu = self.model.key("menu")
            self.model.refuse(f"A scored game keeps its deal: F9 ends it, {menu} goes to the menu.")
            return
        from solterm.tui.screens.table_dialogs import DealDialog

        def deal(number: str) -> None:
            self.deal(None if number == DealDialog.ANOTHER else int(number))

        self.prompt(DealDialog(self.play.deal, self.play.begun), deal)

    def deal(self, number: int | None) -> None:
        """Deal a number, or a random one, in place of the present game."""
        play = self.play
        purpose = str(self.kept.purpose)
        self.solterm.deal(play.game, number, play.start_level, play.options, purpose)

    def offer_ways_out(self, sentence: str) -> None:
        """Say that the game is stuck, and offer what the player can still do."""
        from solterm.tui.screens.table_dialogs import StuckDialog

        is_hopeless = self.solterm.search.lines.is_deal_lost(self.play)
        dialog = StuckDialog(sentence, self.play, self.model.keys, is_hopeless)
        self.app.push_screen(dialog, self._leave_stuck)

    def _leave_stuck(self, chosen: str | None) -> None:
        if chosen == "same":
            self.carry_out(partial(self.deal, self.play.deal))
        elif chosen == "another":
            self.carry_out(partial(self.deal, None))
        else:
            self.run_command(chosen)

    @table_command
    def action_quit(self) -> None:
        self.ask_to_quit(leaving.tell_game(self.kept))

    @table_command
    def action_command(self) -> None:
        from solterm.tui.screens.table_dialogs import CommandLine

        moves = [self.play.text(move) for move in self.play.legal_moves]
        self.prompt(CommandLine(moves), self._run_line)

    def _run_line(self, line: str) -> None:
        """Carry out a command of line mode, or one of the host's."""
        if not line.strip() or self._ask_host(line):
            return
        from solterm.plain.session import Session

        self._obey(Session(self.kept, self.solterm.hall.publisher, on_screen=True), line)

    def _obey(self, session: "Session", line: str) -> None:
        """Let a session carry out a line, and ask what it asks."""
        played_before, before = len(self.play.events), session.settings
        reply = session.handle(line)
        if reply.answers:
            self.ask(reply.text, lambda: self._obey(session, "y"))
            return
        if (after := session.settings) != before:
            self.solterm.settings = after  # apply them at once, and keep them on the next change
        if session.ended:
            self.app.exit(0)
        elif page := self.model.follow_line(session.kept, reply, played_before):
            from solterm.tui.screens.page import TextScreen

            self.app.push_screen(TextScreen(line, page))
        self.solterm.hall.report_game(self.kept)

    def _ask_host(self, line: str) -> bool:
        if not self.solterm.hall.has_host:
            return False
        from solterm.sessions.news import read_door

        verb, _, rest = line.strip().partition(" ")
        match verb.lower():
            case "who" | "watch":
                from solterm.tui.screens.visitors import VisitorsScreen

                self.app.push_screen(VisitorsScreen(rest.strip()))
            case "results":
                self.app.push_screen("results")
            case "door":
                is_open = read_door(rest, self.solterm.settings.door)
                self.solterm.change_settings(door=is_open)
                self.say(f"Your door is {'open' if is_open else 'closed'}.")
            case _:
                return False
        return True

    # -- other screens ---------------------------------------------------------------------

    @table_command
    def action_new(self) -> None:
        """End this game; only games of a contest ask first, as U leads back from the others."""
        self.end_game()

    def end_game(self) -> None:
        end = partial(self.solterm.end_for_contest, self.kept)
        if not self.kept.purpose.is_contest:
            from solterm.tui.screens.end import EndScreen

            self.solterm.go_to(EndScreen(self.kept))
        elif self.play.outcome:  # the game is won or has no moves left
            end()
        else:
            from solterm.contests import titles

            self.ask(titles.end_question(self.kept.purpose), end)

    @table_command
    def action_sheet(self) -> None:
        """Show the score sheet or contest of this game; the game goes on behind it."""
        purpose = self.kept.purpose
        if purpose.row:
            from solterm.tui.screens.sheet import SheetScreen

            self.app.push_screen(SheetScreen(self.play.game, self.play.level, over_table=True))
        elif purpose.is_contest:
            self._show_contest()
        else:
            self.model.refuse("This is a free game; it counts for no score sheet.")

    def _show_contest(self) -> None:
        from solterm.sessions import contest_steps

        try:
            found = contest_steps.contest_of(self.solterm.store, self.kept.purpose)
        except StoreError as error:
            self.solterm.show_table(self.kept, str(error))
        else:
            if found:
                self.solterm.show_contest(found)

    @table_command
    def action_rules(self) -> None:
        from solterm.tui.screens.help_pages import show_rules

        show_rules(self, self.play.game)

    @table_command
    def action_pages(self) -> None:
        from solterm.tui.screens.help_pages import HelpPagesScreen

        self.app.push_screen(HelpPagesScreen(self.play.game))

    @table_command
    def action_copy(self) -> None:
        if self.kept.hides_deal:
            self.notice = HIDDEN
        else:
            self.solterm.copy_game(self.play, is_over=bool(self.play.outcome))

    @table_command
    def action_saves(self) -> None:
        from solterm.tui.screens.saves import SavesScreen

        self.app.push_screen(SavesScreen(self.kept))

    @table_command
    def action_stats(self) -> None:
        self.app.push_screen("statistics")

    @table_command
    def action_settings(self) -> None:
        super().action_settings()

    @table_command
    def action_menu(self) -> None:
        """Go to the menu. The game is kept, but see ``plays.leave``."""
        from solterm.sessions import plays

        plays.leave(self.kept, self.is_outcome_known)
        self.solterm.go_to("menu")

    @table_command
    def action_who(self) -> None:
        self.solterm.action_who()

    @table_command
    def action_races(self) -> None:
        self.solterm.action_races()

    @property
    def has_listeners(self) -> bool:
        """Whether somebody hears a phrase that is said here: a spectator or a rival."""
        hall = self.solterm.hall
        return hall.has_host and (hall.watchers > 0 or self.kept.purpose.kind == RACE.id)

    @table_command
    def action_phrase(self) -> None:
        if not self.solterm.hall.has_host:
            self.model.refuse("You are alone here: this program has no host.")
        elif not self.has_listeners:
            self.model.refuse("Nobody is watching you.")
        else:
            self.action_say_phrase()

    @table_command
    def action_palette(self) -> None:
        self.solterm.action_command_palette()

    @table_command
    def action_redraw(self) -> None:
        self.solterm.picture_lost()

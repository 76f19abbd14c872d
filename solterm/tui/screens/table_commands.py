"""The commands of the table that open a dialog or another screen.

Each method ``do_ID`` carries out the command with that id.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

from solterm.contests.score import tell_level, tell_score, tell_stakes
from solterm.sessions import leaving
from solterm.store.kept import KeptPlay

if TYPE_CHECKING:
    from solterm.core.play.play import Play
    from solterm.tui.app import SoltermApp
    from solterm.tui.screens.table import TableScreen


# Each command imports its dialog, so that the first table waits for none of them.
class TableCommands:
    """Leads from a table to its dialogs and to other screens."""

    def __init__(self, screen: "TableScreen") -> None:
        self.screen = screen
        self.controller = screen.controller

    @property
    def _kept(self) -> KeptPlay:
        return self.controller.kept

    @property
    def _play(self) -> "Play":
        return self.controller.play

    @property
    def _solterm(self) -> "SoltermApp":
        return self.screen.solterm

    # -- dialogs ---------------------------------------------------------------------------

    def do_game_menu(self) -> None:
        from solterm.tui.screens.game_menu import GameMenu

        menu = GameMenu(self._play, self._solterm.keys)
        self.screen.app.push_screen(menu, self._do_chosen)

    def _do_chosen(self, command: str | None) -> None:
        if command:
            self.screen.action_command(command)

    def do_peek(self) -> None:
        from solterm.tui.screens.about_pile import PeekDialog

        dialog = PeekDialog(self.controller, self.screen.show_table)
        if dialog.moved():
            self.screen.app.push_screen(dialog, self.screen.press)

    def do_what(self) -> None:
        from solterm.tui.screens.about_pile import WhatDialog

        dialog = WhatDialog(self.controller, self.screen.show_table)
        self.screen.app.push_screen(dialog, self.screen.press)

    def do_level(self) -> None:
        from solterm.tui.screens.dialogs import Choice

        question = f"You are playing at level {self._play.level}\n(1 = easy, 3 = hard)."
        levels = [
            (str(level), f"Level {level}") for level in sorted(self._play.game.offered_levels)
        ]
        self.screen.prompt(Choice(question, levels), self._change_level)

    def _change_level(self, level: str) -> None:
        if self.controller.attempt(f"level {level}"):
            self.controller.notice = tell_level(self._play)

    def do_colours(self) -> None:
        from solterm.tui.screens.table_dialogs import ColourDialog

        def step(**by: int) -> None:
            self._solterm.cycle_colours(**by)
            self.screen.show_table()

        dialog = ColourDialog(partial(step, background=1), partial(step, foreground=1))
        self.screen.app.push_screen(dialog)

    def do_score(self) -> None:
        now = f"Your score now is {tell_score(self._play, self._kept.tour_points)}."
        self.screen.announce((now, *tell_stakes(self._play)))

    def do_deal(self) -> None:
        """Deal again, or another number; a scored game keeps its deal."""
        if self._play.terms:
            menu = self.controller.key("menu")
            self.controller.refuse(
                f"A scored game keeps its deal: F9 ends it, {menu} goes to the menu."
            )
            return
        from solterm.tui.screens.table_dialogs import DealDialog

        def deal(number: str) -> None:
            self.deal(None if number == DealDialog.ANOTHER else int(number))

        self.screen.prompt(DealDialog(self._play.deal, self._play.begun), deal)

    def deal(self, number: int | None) -> None:
        """Deal a number, or a random one, in place of the present game."""
        play = self._play
        self._solterm.deal(play.game, number, play.level, play.options, self._kept.context)

    def tell_stuck(self, sentence: str) -> None:
        from solterm.tui.screens.table_dialogs import StuckDialog

        dialog = StuckDialog(sentence, self._play, self._solterm.keys)
        self.screen.app.push_screen(dialog, self._leave_stuck)

    def _leave_stuck(self, chosen: str | None) -> None:
        if chosen == "same":
            self.screen.carry_out(partial(self.deal, self._play.deal))
        elif chosen == "another":
            self.screen.carry_out(partial(self.deal, None))
        else:
            self._do_chosen(chosen)

    def do_quit(self) -> None:
        self._solterm.ask_to_quit(leaving.tell_game(self._kept))

    def do_command(self) -> None:
        from solterm.tui.screens.table_dialogs import CommandLine

        moves = list(map(str, self._play.legal_moves))
        self.screen.prompt(CommandLine(moves), self._obey)

    def _obey(self, line: str) -> None:
        if line.strip() and not self._obey_host(line):
            self.controller.obey(line, lambda: self.screen.app.exit(0), self._solterm.show_text)
            self._solterm.hall.sit(self._kept)

    def _obey_host(self, line: str) -> bool:
        app = self._solterm
        if not app.hall.has_host:
            return False
        from solterm.sessions.news import read_door

        verb, _, rest = line.strip().partition(" ")
        match verb.lower():
            case "who" | "watch":
                app.show_visitors(rest.strip())
            case "results":
                app.show_latest()
            case "door":
                app.change_settings(door=read_door(rest, app.settings.door))
                self.screen.say(f"Your door is {'open' if app.settings.door else 'closed'}.")
            case _:
                return False
        return True

    def do_regain(self) -> None:
        """Undo to the last position from which the game can be won, if there is one."""
        play = self._play
        if play.terms or not play.can_undo:
            self.controller.attempt("undo")  # the play says why not
            return
        from solterm.core.play import record
        from solterm.tui.screens.searching import EACH, IN_ALL, search

        title = "Looking for the last position that can still be won"
        given = {"record": record.write(play), "each": EACH, "seconds": IN_ALL}
        search(self.screen.app, title, self._take_back, self._tell, "back", **given)

    def _take_back(self, answer: dict[str, Any]) -> None:
        from solterm.sessions.workers import HOPELESS
        from solterm.tui.screens.searching import tell_back

        undos = answer["undos"]
        if answer["is_hopeless"]:
            self.controller.say(HOPELESS)
        elif undos < 0:
            self.controller.say("No such position found.")
        elif undos == 0:
            self.controller.say("It can still be won from here.")
        elif all(self.controller.attempt("undo") for _ in range(undos)):
            self.controller.say(tell_back(undos, answer["unknown"], self.controller.key("redo")))
        self.screen.after_action()

    def _tell(self, sentence: str) -> None:
        self.controller.say(sentence)
        self.screen.after_action()

    # -- other screens ---------------------------------------------------------------------

    def do_new(self) -> None:
        """End this game; only games of a contest ask first, as U leads back from the others."""
        end = partial(self._solterm.end_for_contest, self._kept)
        if not self._kept.purpose.is_contest:
            self._solterm.show_end(self._kept)
        elif self._play.outcome:  # the game is won or has no moves left
            end()
        else:
            from solterm.contests import titles

            self.screen.ask(titles.end_question(self._kept.purpose), end)

    def do_sheet(self) -> None:
        """Show the score sheet or contest of this game; the game goes on behind it."""
        purpose = self._kept.purpose
        if purpose.row:
            self._solterm.look_at_sheet(self._play.game, self._play.level)
        elif purpose.is_contest:
            self._solterm.show_contest_of(self._kept)
        else:
            self.controller.refuse("This is a free game; it counts for no score sheet.")

    def do_rules(self) -> None:
        self._solterm.show_rules(self._play.game)

    def do_pages(self) -> None:
        self._solterm.show_help_pages(self._play.game)

    def do_saves(self) -> None:
        self._solterm.show_saves(self._kept)

    def do_stats(self) -> None:
        self._solterm.show_statistics()

    def do_settings(self) -> None:
        self._solterm.show_settings()

    def do_menu(self) -> None:
        """Go to the menu. The game is kept, but a free game that is won ends."""
        from solterm.sessions import plays

        plays.leave(self._kept)
        self._solterm.show_menu()

    def do_who(self) -> None:
        if self._solterm.hall.has_host:
            self._solterm.show_visitors()
        else:
            self.controller.refuse("You are alone here: this program has no host.")

    def do_palette(self) -> None:
        self._solterm.action_command_palette()

    def do_redraw(self) -> None:
        self._solterm.picture_lost()

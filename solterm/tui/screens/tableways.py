"""The keys of the table that lead to other screens.

Each method ``do_ID`` does what the command of that name says.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from solterm.tui.table.sitting import Sitting

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp


class Ways:
    """Leads from the table of a sitting to the screens of a program."""

    def __init__(self, sitting: Sitting, solterm: "Callable[[], SoltermApp]") -> None:
        self.sitting = sitting
        self._solterm = solterm

    def do_new(self) -> None:
        """F9: end this game and see its result."""
        end = partial(self._solterm().end_for_contest, self.sitting.kept)
        if not self.sitting.kept.purpose.is_contest:
            self._solterm().show_end(self.sitting.kept)
        elif self.sitting.play.outcome:  # won, or no move is left
            end()
        else:
            from solterm.contests import titles

            self.sitting.ask(titles.end_question(self.sitting.kept.purpose), end)

    def do_sheet(self) -> None:
        """A: the score sheet or the contest the game is played for; the game goes on behind it."""
        purpose, play = self.sitting.kept.purpose, self.sitting.play
        if purpose.row:
            self._solterm().look_at_sheet(play.game, play.level)
        elif purpose.is_contest:
            self._solterm().show_contest_of(self.sitting.kept)
        else:
            self.sitting.refuse("This game is played for itself: it is on no score sheet.")

    def do_rules(self) -> None:
        """The rules page."""
        self._solterm().show_rules(self.sitting.play.game)

    def do_pages(self) -> None:
        """The pages there are to read."""
        self._solterm().show_help_pages(self.sitting.play.game)

    def do_saves(self) -> None:
        """Save this game under a name, or open another."""
        self._solterm().show_saves(self.sitting.kept)

    def do_stats(self) -> None:
        """The statistics."""
        self._solterm().show_statistics()

    def do_settings(self) -> None:
        """The settings; what they change shows when they are left."""
        self._solterm().show_settings()

    def do_menu(self) -> None:
        """Back to the menu; the game is kept, unless it is won and counts for nothing else."""
        from solterm.sessions import plays

        plays.leave(self.sitting.kept)
        self._solterm().show_menu()

    def do_who(self) -> None:
        """Who else is here, where a host has the program."""
        if self._solterm().hall.has_host:
            self._solterm().show_visitors()
        else:
            self.sitting.refuse("Nobody else is here: this program has no host.")

    def do_palette(self) -> None:
        """Search games, settings, help pages and commands."""
        self._solterm().action_command_palette()

    def do_redraw(self) -> None:
        """Paint everything anew."""
        self._solterm().picture_lost()

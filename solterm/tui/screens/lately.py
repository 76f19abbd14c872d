"""The results of the evening: what was won on the host lately."""

from typing import ClassVar, cast

from solterm.hall.messages import AskResults, Message, No, Result, Results
from solterm.sessions.hostboards import find_board
from solterm.sessions.news import name_game, name_player, tell_result
from solterm.tui.screens.listed import Key, ListScreen

_MOST = 100
"""Results that are listed."""

_COUNTS = 27
"""Columns of a line that are no name."""


class LatelyScreen(ListScreen):
    """Lists what was won, the latest first, and what comes in."""

    TITLE_TEXT = "Results of the evening"
    ABOUT = """
What was won on this host lately, and the games of sheets and contests, won or not; new ones come in
by themselves. Enter shows the board on which such a game counts, once it is entered there, with the
records of all that is on it.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Board", "Show the board it counts on")
    KEYS: ClassVar[tuple[Key, ...]] = (Key("W", "who", "Who is here", "See who is here now"),)
    EMPTY = "Nothing was won here yet."

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self._results: list[Result] = []

    def on_mount(self) -> None:
        """Ask for what was won before; what is won now comes by itself."""
        self.solterm.say_host(AskResults())

    def hear(self, message: Message) -> bool:
        if isinstance(message, Results):
            self._results = list(message.results)
        elif isinstance(message, Result):
            self._results = [message, *self._results][:_MOST]
            self.here += bool(self._results[1:] and self.here)
        elif isinstance(message, No):
            self.notice = message.text
        else:
            return False
        if self.is_current:
            self.repaint()
        return True

    @property
    def entries(self) -> list[Result]:
        return self._results

    def _names(self, width: int) -> tuple[int, int]:
        """Columns of a player's name, and of a game's."""
        name = max(10, min(20, (width - _COUNTS) // 2))
        return name, max(10, width - _COUNTS - name)

    def heading(self, width: int) -> str:
        name, game = self._names(width)
        return f"{'Time':5} {'Name':{name}} {'Game':{game}} Lvl Result  Mark"

    def line(self, entry: object, width: int) -> str:
        result = cast(Result, entry)
        name, game = self._names(width)
        who, what = name_player(result.player)[:name], name_game(result.game)[:game]
        came = "won" if result.won else "played"
        time = f"{result.moment[11:16]:5}"
        return f"{time} {who:{name}} {what:{game}} {result.level:>3} {came:6} {result.mark:>5}"

    def notes(self, width: int) -> list[str]:
        result = cast(Result, self.entry)
        return [f"{tell_result(result)} Deal {result.deal}, {result.moment[:10]} (UTC)."]

    def choose(self) -> None:
        """Enter: the board."""
        board = find_board(cast(Result, self.entry))
        if board:
            self.solterm.show_board(board)
        else:
            self.notice = "This game was played for itself: it is on no board."
            self.solterm.beep()

    def do_who(self) -> None:
        """W: who is here."""
        self.solterm.show_visitors()

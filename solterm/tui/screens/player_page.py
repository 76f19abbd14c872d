"""The page of a player: figures, and the finished games that others may replay."""

from collections.abc import Callable, Sequence

from textual.binding import Binding

from solterm.core.play import record
from solterm.core.play.record import Record
from solterm.hall.messages import AskPlayer, AskRun, Message, No, PlayerPage, Run
from solterm.sessions.player_page import tell_player, tell_runs
from solterm.sessions.report import Report
from solterm.tui.screens.list_page import ListRow, on_item
from solterm.tui.screens.rows_page import RowsPage
from solterm.tui.screens.scores import race, show_record


class PlayerScreen(RowsPage[None]):
    """Shows a player of this host; Enter replays a game."""

    ABOUT = """
A player of this host, and the latest finished games. Enter replays one, from the deal to its end;
R races it. Players who close their door show no games. You can replay the deal of the day, and
those of tournaments, once you have played them.
"""
    EMPTY = "No games to replay."
    BINDINGS = [
        on_item("enter", "select_cursor", "Replay", "Replay it, step by step"),
        Binding("r,R", "race", "Race", tooltip="Race this run, at its own pace"),
    ]

    def __init__(self, player: str) -> None:
        super().__init__()
        self._player = player
        self._page: PlayerPage | None = None
        self._then: Callable[[Record, int], None] = self._replay
        """What to do with the game that the host sends."""

    def on_mount(self) -> None:
        self.solterm.hall.say(AskPlayer(self._player))

    def take_host_message(self, message: Message) -> bool:
        if isinstance(message, PlayerPage):
            self._page = message
            self.show_rows()
            self.refresh_bindings()
        elif isinstance(message, Run):
            with self.telling_trouble():
                self._then(record.read(message.record), message.seconds)
        elif isinstance(message, No):
            self.notice = message.text
        else:
            return False
        return True

    def report(self) -> Report:
        if self._page is None:
            return Report(self._player, (), ())
        return tell_runs(self._page)._replace(title=tell_player(self._page))

    def notes(self, row: ListRow) -> Sequence[str]:
        return []

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer games to race only if there are some."""
        is_off = action == "race" and not (self._page and self._page.runs)
        return not is_off and super().check_action(action, parameters)

    def select_cursor(self, here: int) -> None:
        self._ask(self._replay)

    def action_race(self) -> None:
        self._ask(self._race)

    def _ask(self, then: Callable[[Record, int], None]) -> None:
        if self._page and self._page.runs:
            self._then = then
            self.solterm.hall.say(AskRun(self._player, self._page.runs[self.here].id))

    def _replay(self, found: Record, seconds: int) -> None:
        show_record(self, found)

    def _race(self, found: Record, seconds: int) -> None:
        race(self, found, self._player, seconds)

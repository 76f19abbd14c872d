"""The page of a player: figures, and the finished games that others may replay."""

from collections.abc import Callable

from solterm.core.play import record
from solterm.core.play.record import Record
from solterm.hall.messages import AskPlayer, AskRun, FinishedRun, Message, PlayerPage, Run
from solterm.sessions.player_report import tell_player, tell_runs
from solterm.tui.screens.list_page import Listing, ListPage, on_item
from solterm.tui.screens.scores import race, show_record


class PlayerScreen(ListPage[None]):
    """Shows a player of this host; Enter replays a game."""

    ABOUT = """
A player of this host, and the latest finished games. Enter replays one, from the deal to its end;
R races it. Players who close their door show no games. You can replay the deal of the day, and
those of tournaments, once you have played them.
"""
    EMPTY = "No games to replay."
    BINDINGS = [
        on_item("enter", "ask_to_replay", "Replay", "Replay it, step by step"),
        on_item("r,R", "ask_to_race", "Race", "Race this run, at its own pace"),
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
        elif isinstance(message, Run):
            with self.telling_trouble():
                self._then(record.read(message.record), message.seconds)
        else:
            return False
        return True

    def title_text(self) -> str:
        return tell_player(self._page) if self._page else self._player

    def listing(self) -> Listing:
        if self._page is None:
            return Listing(self.title_text(), (), ())
        return Listing.of(tell_runs(self._page), self._page.runs)._replace(title=self.title_text())

    def ask_to_replay(self, run: FinishedRun) -> None:
        self._then = self._replay
        self.solterm.hall.say(AskRun(self._player, run.id))

    def ask_to_race(self, run: FinishedRun) -> None:
        self._then = self._race
        self.solterm.hall.say(AskRun(self._player, run.id))

    def _replay(self, found: Record, seconds: int) -> None:
        show_record(self, found)

    def _race(self, found: Record, seconds: int) -> None:
        race(self, found, self._player, seconds)

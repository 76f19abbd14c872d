"""The games that were finished last, to be looked at again."""

from typing import ClassVar, cast

from solterm.core.game import Game
from solterm.core.play.record import RecordError
from solterm.games import find, find_known
from solterm.store.entries import Result
from solterm.store.errors import StoreError
from solterm.tui.screens.listed import Key, ListScreen

_MOST = 50
"""Games listed at most."""


class FinishedScreen(ListScreen):
    """Lists finished games, the latest first."""

    ABOUT = """
The games that were won or ended, the latest first. Enter shows one of them again, step by step,
from the deal to where it stood.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Replay", "Show it again, step by step")
    KEYS: ClassVar[tuple[Key, ...]] = (Key("C", "copy", "Copy", "Copy it as one line, for a chat"),)
    EMPTY = "No game is finished yet. One is when it is won, or when you deal another."

    def __init__(self, game: Game | None = None) -> None:
        super().__init__()
        self.game = game
        self._found: list[tuple[int, Result]] = []

    def on_mount(self) -> None:
        """Look them up."""
        latest = enumerate(reversed(self.solterm.store.results()), 1)
        wanted = [(n, each) for n, each in latest if self.game is None or self._is_of(each)]
        self._found = wanted[:_MOST]
        self.repaint()

    def _is_of(self, result: Result) -> bool:
        return self.game is not None and result.game == self.game.id

    def title_text(self) -> str:
        return f"Finished games of {self.game.name}" if self.game else "Finished games"

    @property
    def entries(self) -> list[tuple[int, Result]]:
        """Each with its number, 1 for the one finished last of all."""
        return self._found

    def heading(self, width: int) -> str:
        name = max(12, min(26, width - 48))
        counts = f"{'Score':>5} {'Mark':>5} {'Moves':>5} Deal"
        return f"{'Game':{name}} {'Date':10} Lvl {'Result':6} {counts}"

    def line(self, entry: object, width: int) -> str:
        _, result = cast(tuple[int, Result], entry)
        name = max(12, min(26, width - 48))
        game = find_known(result.game)
        title = (game.name if game else result.game)[:name]
        won = "won" if result.won else "ended"
        own = "" if result.own is None else result.own
        counts = f"{own:>5} {result.score:>5} {result.moves:>5} {result.deal}"
        return f"{title:{name}} {result.date[:10]} {result.level:>3} {won:6} {counts}"

    def choose(self) -> None:
        number, result = cast(tuple[int, Result], self.entry)
        game = find_known(result.game)
        title = f"{game.name if game else result.game}, deal {result.deal}"
        try:
            saved = self.solterm.store.load_finished(number)
            if saved:
                self.solterm.show_replay(title, saved.record)
        except (StoreError, RecordError) as error:
            self.notice = str(error)

    def do_copy(self) -> None:
        """C: the game as a line of text."""
        if self.entry is None:
            return
        number, _ = cast(tuple[int, Result], self.entry)
        try:
            if saved := self.solterm.store.load_finished(number):
                self.notice = self.solterm.copy_line(saved.record.replay(find))
        except (StoreError, RecordError) as error:
            self.notice = str(error)

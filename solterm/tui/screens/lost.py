"""Where a game was lost: the page with the losing move, the better one and the way to win."""

from collections.abc import Callable

from textual.binding import Binding

from solterm.advice.pipe import Traced
from solterm.core.play import record
from solterm.games import find
from solterm.tui.screens.help_pages import TextScreen
from solterm.tui.screens.replay_screen import ReplayScreen
from solterm.tui.table.sentences import in_own_words


class LostScreen(TextScreen):
    """Says where a game was lost; Enter plays on from there, W shows the winning line."""

    ABOUT = """
The move that lost the game, a better one, and a way to win from there. The search sees every card.
"""
    BINDINGS = [
        Binding("enter", "play_on", "Play on", tooltip="Play on from the last winnable position"),
        Binding("w,W", "watch", "Winning line", tooltip="Watch the way to win, move by move"),
        Binding("c,C", "copy", "Copy", tooltip="Copy the result and the record, for a chat"),
    ]

    def __init__(
        self, text: str, found: Traced, is_stopped: bool, play_on: Callable[[Traced], object]
    ) -> None:
        """``text`` is the record of the game; ``play_on`` goes back and on."""
        stopped = "The search was stopped. This is what it found.\n\n"
        game = find(record.read(text).tags["Game"])
        said = in_own_words(game, found.told["text"]).replace(". ", ".\n\n")
        positions = found.positions
        is_open = found.undos == 0 and not found.told["won"]
        lost = "Where it was lost" if "yes" in positions else "Could it be won?"
        title = "How it could still be won" if is_open else lost
        super().__init__(title, f"{stopped if is_stopped else ''}{said}")
        self._record = text
        self._found = found
        self._undos = found.undos if found.moves else None
        self._play_on = play_on

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("play_on", "watch"):
            return self._undos is not None
        return super().check_action(action, parameters)

    def action_play_on(self) -> None:
        self._play_on(self._found)

    def action_copy(self) -> None:
        self.doors.copy_game(record.read(self._record).replay(find))

    def action_watch(self) -> None:
        play = record.read(self._record).replay(find)
        for _ in range(self._undos or 0):
            play.undo()
        begins = len(play.events)
        for move in self._found.moves:
            play.push(move)
        title = f"The way to win: {play.title}, deal {play.deal}"
        way = ReplayScreen(title, record.read(record.write(play)), is_found=True)
        way.step = way.replay.step_after(begins)
        self.app.push_screen(way)

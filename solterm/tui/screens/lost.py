"""Where a game was lost: the page with the losing move, the better one and the way to win."""

from collections.abc import Callable
from typing import Any

from textual.binding import Binding

from solterm.core.play import record
from solterm.games import find
from solterm.tui.screens.page import TextScreen
from solterm.tui.table.sentences import in_own_words


def undos_to_win(positions: list[str]) -> int | None:
    """Return how many actions before the last of some positions could be won, None for never.

    >>> undos_to_win(["yes", "yes", "unknown", "no"])
    2
    """
    return next((ago for ago, word in enumerate(reversed(positions)) if word == "yes"), None)


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
        self, text: str, answer: dict[str, Any], play_on: Callable[[int, int, list[str]], object]
    ) -> None:
        """``text`` is the record of the game, ``answer`` that of the worker's task ``analyse``.

        ``play_on`` gets how many actions to undo, how many of them left undecided positions, and
        the way to win from there.
        """
        stopped = "The search was stopped. This is what it found.\n\n"
        game = find(record.read(text).tags["Game"])
        said = in_own_words(game, answer["text"]).replace(". ", ".\n\n")
        positions: list[str] = answer.get("positions", [])
        is_open = positions[-1:] == ["yes"] and not answer.get("won")
        lost = "Where it was lost" if "yes" in positions else "Could it be won?"
        title = "How it could still be won" if is_open else lost
        super().__init__(title, f"{stopped if 'is_stopped' in answer else ''}{said}")
        self._record = text
        self._way: list[str] = answer.get("would_win", [])
        self._positions = positions
        self._undos = undos_to_win(self._positions) if self._way else None
        self._play_on = play_on

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("play_on", "watch"):
            return self._undos is not None
        return super().check_action(action, parameters)

    def action_play_on(self) -> None:
        undos = self._undos or 0
        unknown = self._positions[len(self._positions) - undos :].count("unknown")
        self._play_on(undos, unknown, self._way)

    def action_copy(self) -> None:
        self.game_doors.copy_game(record.read(self._record).replay(find))

    def action_watch(self) -> None:
        play = record.read(self._record).replay(find)
        for _ in range(self._undos or 0):
            play.undo()
        begins = len(play.events)
        for event in self._way:
            play.perform(event)
        title = f"The way to win: {play.title}, deal {play.deal}"
        self.doors.show_way(title, record.read(record.write(play)), begins)

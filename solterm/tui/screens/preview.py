"""A game at a glance, beside the menu: its table in small, where the player stands, its odds."""

from contextlib import suppress
from textwrap import wrap
from typing import NamedTuple

from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.games import find
from solterm.manual.odds import tell_odds
from solterm.manual.pages import opening_line
from solterm.store.errors import StoreError
from solterm.store.standings import Standing
from solterm.store.store import Store
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.menulines import Line, tell_standing
from solterm.tui.table.miniature import paint_miniature

_SAMPLE = 617
"""The deal that is shown of a game that is not in play."""


class Preview(NamedTuple):
    """What the preview shows of a line of the menu."""

    line: Line
    game: Game
    play: Play
    """The game as it stands, or a sample deal."""
    caption: str
    notes: tuple[str, ...]

    @classmethod
    def of(cls, line: Line, standing: Standing | None, store: Store, level: int) -> "Preview":
        """The preview of a line that has a game."""
        game, waiting = line.game, line.waiting
        assert game, "asked for only then"
        play, caption = None, f"Deal {_SAMPLE}, for a look:"
        if waiting and waiting.play:
            with suppress(StoreError, ValueError):
                play = store.load(waiting.play).record.replay(find)
                caption = "As it stands now:"
        sample = play or Play(game, _SAMPLE, level)
        notes = [tell_standing(game, standing)]
        if odds := tell_odds(game.id, level):
            notes.append(f"At level {level} {odds}.")
        return cls(line, game, sample, caption, tuple(notes))

    def paint(self, canvas: Canvas, x: int, y: int, width: int) -> None:
        """Paint it into a column of the screen, down to the rows of the keys."""
        canvas.text(x, y, f"{self.game}"[:width], Role.LABEL)
        y += 1
        for text in wrap(opening_line(self.game.id), width):
            canvas.text(x, y, text, Role.TABLE)
            y += 1
        y += 1
        for note in self.notes:
            for text in wrap(note, width):
                canvas.text(x, y, text, Role.TABLE)
                y += 1
        y += 1
        canvas.text(x, y, self.caption[:width], Role.FAINT)
        paint_miniature(canvas, self.play, x, y + 2, width, canvas.height - y - 6)

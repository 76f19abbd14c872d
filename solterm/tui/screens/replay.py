"""A game to be looked at again: its record step by step, forwards and backwards."""

from solterm.core.describe import capitalized, move_words
from solterm.core.move import Move
from solterm.core.play import Play
from solterm.core.record import Record
from solterm.games import find
from solterm.tui import chrome, painter
from solterm.tui.canvas import Canvas, Role
from solterm.tui.layout import layout
from solterm.tui.painter import View
from solterm.tui.screens.painted import PaintedScreen

_KEYS = "Left/Right Step   PgUp/PgDn Ten   Home/End   Space By itself   ESC Back"
_PACE = 0.7
"""Seconds a step is shown when they go by themselves."""

_DEEDS = {
    "undo": "Taken back",
    "redo": "Made again",
    "auto": "Automatic play",
    "x": "An exception",
    "restart": "Started over",
    "hint": "A hint",
    "cheat": "A cheat",
}
"""What events are called that are no moves."""


class ReplayScreen(PaintedScreen):
    """Shows a position of a record, and what led there."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record
        self.step = 0
        """How many events were made."""
        self.play = self._opening()
        self._runs = False

    def on_mount(self) -> None:
        """The clock that steps when the player wants it to."""
        self.set_interval(_PACE, self._tick)
        self.repaint()

    def _opening(self) -> Play:
        return self.record.opening(find)

    def _tick(self) -> None:
        if self._runs and self.is_current:
            self._go(1)
            self._runs = self.step < len(self.record.events)
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        game = self.play.rules.game
        mirrored = self.solterm.settings.left_handed
        geometry = layout(self.play, canvas.width, canvas.height - chrome.BARS, mirrored)
        if geometry is None:
            self._ask_for_room(canvas)
            return
        place = f"{self.step} of {len(self.record.events)}"
        title = f"Replay: {game.name} ({game.collection})  Level {self.play.level}"
        canvas.text(1, 0, f"{title}  Deal {self.play.deal}", Role.STATUS)
        canvas.text(canvas.width - len(place) - 1, 0, place, Role.STATUS)
        painter.paint_table(canvas, self.play, View(self._pile()), geometry, 1)
        chrome.paint_message(canvas, self.notice)
        chrome.paint_footer(canvas, _KEYS)

    def _pile(self) -> str:
        """Where the last move led."""
        event = self.record.events[self.step - 1] if self.step else ""
        words = event.split()
        known = [word.partition("@")[0] for word in words[1::-1]]
        return next((word for word in known if word in self.play.game.ids), self.play.game.ids[0])

    def press(self, key: str, character: str | None) -> None:
        steps = {"right": 1, "left": -1, "pagedown": 10, "pageup": -10, "enter": 1}
        ends = {"home": -self.step, "end": len(self.record.events)}
        if key == "space":
            self._runs = not self._runs
            return
        self._runs = False
        if key in steps:
            self._go(steps[key])
        elif key in ends:
            self._go(ends[key])
        elif key in ("escape", "ctrl+c") or character in ("q", "Q"):
            self.app.pop_screen()
        elif key == "ctrl+l":
            self.solterm.picture_lost()

    def _go(self, by: int) -> None:
        """So many events on, or back; the events before are made again for that."""
        wanted = max(0, min(len(self.record.events), self.step + by))
        if wanted < self.step:
            self.play, self.step = self._opening(), 0
        self.notice = "The deal." if not wanted else self.notice
        for event in self.record.events[self.step : wanted]:
            self.notice = self._words(event)
            self.play.perform(event)
        self.step = wanted

    def _words(self, event: str) -> str:
        """What an event does, before it is made."""
        verb = event.partition(" ")[0]
        if verb in _DEEDS:
            return f"{_DEEDS[verb]}."
        if verb in ("level", "peek", "autoplay", "bookmark", "return"):
            return f"{capitalized(event)}."
        move = Move.parse(event)
        return f"{capitalized(move_words(self.play.rules.game, self.play.table, move))}."

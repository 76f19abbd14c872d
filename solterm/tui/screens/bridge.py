"""Temporary: shows a screen of the old toolkit inside Textual until it is rewritten."""

from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset

from solterm.tui.look.canvas import Canvas
from solterm.tui.screens.base import BaseScreen
from solterm.tui.screens.painted import Click, PaintedScreen
from solterm.tui.widgets.card_table import CardTable


class Bridge(BaseScreen[Any]):
    """One painted screen."""

    def __init__(self, painted: PaintedScreen) -> None:
        super().__init__()
        self.painted = painted
        painted.bridge = self
        self._table = CardTable()

    def compose(self) -> ComposeResult:
        yield self._table

    def on_mount(self) -> None:
        self._table.focus()
        with self.painted.saying_trouble():
            self.painted.on_mount()
        self.painted.repaint()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            with self.painted.saying_trouble():
                self.painted.on_screen_resume()
            self.painted.repaint()

    def on_screen_suspend(self) -> None:
        self.painted.on_screen_suspend()

    def on_resize(self, event: events.Resize) -> None:
        self.painted.repaint()

    def hear(self, message: Any) -> bool:
        return self.painted.hear(message)

    def show_canvas(self, canvas: Canvas, cursor: tuple[int, int]) -> None:
        if self.is_mounted:
            self._table.show(canvas, cursor)
            self._table.selected_cell = Offset(*cursor)

    def notice_line(self, sentence: str) -> None:
        self.painted.notice = sentence or self.painted.notice

    async def on_key(self, event: events.Key) -> None:
        event.stop()
        self.painted.take_key(event.key, event.character)

    def action_ask_to_quit(self) -> None:
        self.painted.take_key("ctrl+c", None)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.painted.on_mouse_down(Click(event.screen_x, event.screen_y))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.painted.on_mouse_up(Click(event.screen_x, event.screen_y))

    def on_click(self, event: events.Click) -> None:
        self.painted.on_click(Click(event.screen_x, event.screen_y, event.chain))

    def on_mouse_scroll_down(self) -> None:
        self.painted.roll("down")
        self.painted.show_outcome()

    def on_mouse_scroll_up(self) -> None:
        self.painted.roll("up")
        self.painted.show_outcome()

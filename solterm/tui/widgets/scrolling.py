"""Scrolling that costs few bytes: no animation, and scroll bars of whole cells."""

from textual.containers import VerticalScroll
from textual.scrollbar import ScrollBarRender


class Reader(VerticalScroll):
    """A ``VerticalScroll`` that scrolls at once, before the next key is handled."""

    def _roll(self, to: float) -> None:
        self.scroll_to(y=to, animate=False, immediate=True)

    @property
    def _page(self) -> int:
        # One line less than a screenful, so that the reader does not lose the line.
        return max(1, self.scrollable_content_region.height - 1)

    def action_scroll_up(self) -> None:
        self._roll(self.scroll_y - 1)

    def action_scroll_down(self) -> None:
        self._roll(self.scroll_y + 1)

    def action_page_up(self) -> None:
        self._roll(self.scroll_y - self._page)

    def action_page_down(self) -> None:
        self._roll(self.scroll_y + self._page)

    def action_scroll_home(self) -> None:
        self._roll(0)

    def action_scroll_end(self) -> None:
        self._roll(self.max_scroll_y)


class WholeCells(ScrollBarRender):
    """A scroll bar whose thumb begins and ends with a cell, as ASCII needs it."""

    VERTICAL_BARS = [" "]
    HORIZONTAL_BARS = [" "]

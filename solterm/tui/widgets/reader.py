"""A text that scrolls at once: an animated scroll would cost a slow line each of its pictures."""

from textual.containers import VerticalScroll


class Reader(VerticalScroll):
    """A ``VerticalScroll`` whose keys act before the next key is taken."""

    def _roll(self, to: float) -> None:
        self.scroll_to(y=to, animate=False, immediate=True)

    @property
    def _page(self) -> int:
        """A screenful less one line, so that the eye finds its place again."""
        return max(1, self.scrollable_content_region.height - 1)

    def action_scroll_up(self) -> None:
        """Go up a line."""
        self._roll(self.scroll_y - 1)

    def action_scroll_down(self) -> None:
        """Go down a line."""
        self._roll(self.scroll_y + 1)

    def action_page_up(self) -> None:
        """Go up a screenful."""
        self._roll(self.scroll_y - self._page)

    def action_page_down(self) -> None:
        """Go down a screenful."""
        self._roll(self.scroll_y + self._page)

    def action_scroll_home(self) -> None:
        """Go to the first line."""
        self._roll(0)

    def action_scroll_end(self) -> None:
        """Go to the last line."""
        self._roll(self.max_scroll_y)

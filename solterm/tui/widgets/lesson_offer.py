"""Offers a new player the lesson, in the middle of the menu."""

from textual.geometry import Size
from textual.widgets import Static

LINES = (
    "New here?",
    "L  - A two-minute lesson: Klondike, key by key",
    "Any other key goes on. F2 has the lesson, too.",
)


class LessonOffer(Static):
    """Lies over the menu, which takes L and Esc for it and closes it at any other key."""

    def __init__(self) -> None:
        super().__init__("\n".join(LINES), markup=False)

    def centre(self, window: Size) -> None:
        """Move to the middle, where it is seen first and the keys below stay readable."""
        width, height = max(map(len, LINES)) + 4, len(LINES) + 2
        left, top = (window.width - width) // 2, (window.height - height) // 2
        self.styles.offset = max(0, left), max(0, top)

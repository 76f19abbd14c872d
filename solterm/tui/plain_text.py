"""Text is shown as it is: this module turns off the markup of Textual and Rich.

Both look for markup in the text of every label, list, title, tooltip, toast and of the command
palette, unless each of them is told not to. The names that other people choose come to all of these
places, and a click on ``[@click=app.quit]Ann`` would end the session of whoever sees the name.
solterm styles text with ``Content`` and ``Text`` and needs no markup.
"""

from typing import Any

from rich.text import Text
from textual.content import Content


def turn_off_markup() -> None:
    """Have every text without a style of its own taken literally, in the whole process."""
    Content.from_markup = staticmethod(_content)  # type: ignore[assignment, method-assign]
    Text.from_markup = staticmethod(_text)  # type: ignore[method-assign]


def _content(text: str | Content, **_: object) -> Content:
    return text if isinstance(text, Content) else Content(text)


def _text(text: str, *, emoji: bool = True, emoji_variant: object = None, **look: Any) -> Text:
    return Text(text, **look)

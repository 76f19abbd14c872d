"""Markdown in the player's colours and characters."""

import re

from textual import on
from textual.content import Content
from textual.widgets import Markdown, Static
from textual.widgets.markdown import MarkdownFence

_NUMBER = re.compile(r"[-+\d ./,%]*")


class _Fence(MarkdownFence):
    """A block of lines without highlighting."""

    @classmethod
    def highlight(cls, code: str, language: str, ansi: bool = False, dark: bool = False) -> Content:
        return Content(code.rstrip("\n"))


class MarkdownPage(Markdown):
    """A page of Markdown, at most as wide as is easy to read."""

    DEFAULT_CSS = """
    MarkdownPage, MarkdownPage:ansi {
        padding: 0;
        max-width: 76;
        background: $table-paper;
        color: $table-ink;
        & MarkdownBlock > .strong, & MarkdownBlock > .code_inline, & MarkdownBlock > .em {
            background: $table-paper;
            color: $label-ink;
            text-style: $label-style;
        }
        & MarkdownBlock > .code_inline { background: $table-paper !important; }
        & MarkdownHeader {
            width: 100%;
            margin: 0;
            padding: 0;
            content-align: left middle;
            background: $table-paper;
            color: $label-ink;
            text-style: $label-style;
        }
        & MarkdownParagraph, & MarkdownBulletList, & MarkdownOrderedList { margin: 0 0 1 0; }
        & MarkdownListItem { margin: 0; }
        & Horizontal MarkdownParagraph { margin: 0; }
        & MarkdownBullet { color: $table-ink; }
        & MarkdownFence {
            margin: 0 0 1 0;
            padding: 0 0 0 4;
            overflow: hidden;
            background: $table-paper;
            color: $table-ink;
            & > Label { padding: 0; width: auto; color: $table-ink; background: $table-paper; }
        }
        & MarkdownTable { margin: 0 0 1 0; background: $table-paper; }
        & MarkdownTableContent {
            keyline: none;
            grid-gutter: 0 1;
            & > .header, & > .cell { padding: 0 1 0 0; }
            & > .header { color: $label-ink; text-style: $label-style; }
            & > .-number { text-align: right; }
        }
    }
    """

    def __init__(self, text: str, is_ascii: bool) -> None:
        super().__init__(text, open_links=False)
        self.BLOCKS = {**Markdown.BLOCKS, "fence": _Fence, "code_block": _Fence}
        self.BULLETS = ["- " if is_ascii else "• "]

    @on(Markdown.TableOfContentsUpdated)
    def align_numbers(self) -> None:
        """Align columns of numbers to the right, once their cells are mounted."""
        self.call_after_refresh(self._align)

    def _align(self) -> None:
        for table in self.query("MarkdownTableContent"):
            headers = list(table.query(".header"))
            cells = list(table.query(".cell").results(Static))
            for at, header in enumerate(headers):
                column = cells[at :: len(headers)]
                if all(_NUMBER.fullmatch(str(cell.content)) for cell in column):
                    for cell in (header, *column):
                        cell.add_class("-number")

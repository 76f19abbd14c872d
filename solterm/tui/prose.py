"""Pages of text in lines that fit: paragraphs and lists are filled anew, tables stay as they are.

The pages are Markdown of the plainest kind: headings, paragraphs, ``-`` and ``1.`` lists, and what
is indented by four blanks or fenced, which keeps its lines.
"""

import re
import textwrap

_WIDEST = 76
"""Longer lines are hard to read, however wide the screen is."""

_ITEM = re.compile(r"(?:- |\d+\. )")


def filled(text: str, width: int) -> list[str]:
    """A page in lines of at most so many cells."""
    width = min(width, _WIDEST)
    lines: list[str] = []
    paragraph: list[str] = []
    fenced = False
    for line in [*text.splitlines(), ""]:
        fence = line.startswith("```")
        kept = fenced or fence or line.startswith(("    ", "|", "#")) or not line.strip()
        if paragraph and (kept or _ITEM.match(line)):
            lines += _wrapped(paragraph, width)
            paragraph = []
        fenced ^= fence
        if fence:
            continue
        if kept:
            lines += _cut(line, width)
        else:
            paragraph.append(line.strip())
    return lines[:-1]


def _wrapped(paragraph: list[str], width: int) -> list[str]:
    text = " ".join(paragraph)
    item = _ITEM.match(text)
    indent = " " * (item.end() if item else 0)
    lines = textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)
    return _closed(lines)


def _closed(lines: list[str]) -> list[str]:
    """Lines in which no emphasis reaches over an end: it is closed there and opened again."""
    told = []
    is_open = False
    for line in lines:
        body = line.lstrip()
        whole = line[: len(line) - len(body)] + "**" * is_open + body
        is_open = whole.count("**") % 2 == 1
        told.append(whole + "**" * is_open)
    return told


def _cut(line: str, width: int) -> list[str]:
    """A line that keeps its blanks; too long, it goes on in the next one."""
    return [line[at : at + width].rstrip() for at in range(0, len(line), width)] or [""]

"""Pages of text in lines that fit: paragraphs and lists are filled anew, tables are set in columns.

The pages are Markdown of the plainest kind: headings, paragraphs, ``-`` and ``1.`` lists, tables,
and what is indented by four blanks or fenced, which keeps its lines.
"""

import re
import textwrap

_WIDEST = 76
"""Longer lines are hard to read, however wide the screen is."""

_GAP = "  "
"""What stands between two columns of a table."""
_NARROWEST = 12
"""The last column of a table is never squeezed to less."""

_ITEM = re.compile(r"(?:- |\d+\. )")


def fill(text: str, width: int) -> list[str]:
    """Return a page in lines of at most so many cells.

    In a window without any column it is wrapped as for one.
    """
    width = max(1, min(width, _WIDEST))
    lines: list[str] = []
    paragraph: list[str] = []
    table: list[str] = []
    fenced = False
    for line in [*text.splitlines(), ""]:
        fence = line.startswith("```")
        row = line.startswith("|") and not fenced
        kept = fenced or fence or row or line.startswith(("    ", "#")) or not line.strip()
        # A number that happens to begin a line within a paragraph is no item of a list.
        item = _ITEM.match(line) and paragraph and _ITEM.match(paragraph[0])
        if paragraph and (kept or item):
            lines += _wrap(paragraph, width)
            paragraph = []
        if table and not row:
            lines += _set(table, width)
            table = []
        fenced ^= fence
        if row:
            table.append(line)
            continue
        if fence:
            continue
        if kept:
            lines += _cut(line, width)
        else:
            paragraph.append(line.strip())
    return lines[:-1]


def _wrap(paragraph: list[str], width: int) -> list[str]:
    text = " ".join(paragraph)
    item = _ITEM.match(text)
    indent = " " * (item.end() if item else 0)
    lines = textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)
    return _close(lines)


def _set(table: list[str], width: int) -> list[str]:
    """A table in columns: its head between stars, without the lines that only Markdown needs.

    Where it is too wide, the last column goes on in further lines.
    """
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table]
    ruled = [row for row in rows if all(re.fullmatch(":?-+:?", cell) for cell in row)]
    right = [cell.endswith(":") for cell in ruled[0]] if ruled else [False] * len(rows[0])
    told = [row for row in rows if row not in ruled]
    widths = [max(map(len, column)) for column in zip(*told, strict=True)]
    before = sum(widths[:-1]) + len(_GAP) * (len(widths) - 1)
    widths[-1] = min(widths[-1], max(width - before, _NARROWEST))
    lines: list[str] = []
    for number, row in enumerate(told):
        last = textwrap.wrap(row[-1], widths[-1]) or [""]
        for part, end in enumerate(last):
            cells = [*(row[:-1] if part == 0 else [""] * (len(row) - 1)), end]
            sized = zip(cells, widths, right, strict=True)
            line = _GAP.join(c.rjust(w) if r else c.ljust(w) for c, w, r in sized).rstrip()
            head = "**" * bool(ruled and not number)
            lines += [f"{head}{each}{head}" for each in _cut(line, width)]
    return lines


def _close(lines: list[str]) -> list[str]:
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

"""Rows of the one table, and the sign of life while it is being measured."""

import sys
from collections.abc import Callable, Iterable
from typing import NamedTuple

_HEAD = ("what", "ratio", "ours", "peer", "budget", "ok?")


class Row(NamedTuple):
    """One thing measured. Ratios are costs, ours over the peer's: 1 is even, less is better."""

    what: str
    ours: str
    peer: str = ""
    ratio: float | None = None
    budget: str = ""
    ok: bool | None = None


Progress = Callable[[str], None]
"""Says what is being done now."""


def progress(doing: str) -> None:
    """Say on stderr what is being done: on one line of a terminal, which `""` wipes."""
    if sys.stderr.isatty():
        print(f"\r{doing}\x1b[K", end="", file=sys.stderr, flush=True)


def table(rows: Iterable[Row]) -> str:
    """The rows, aligned under their heads."""
    lines = [_HEAD, *(_cells(row) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _cells(row: Row) -> tuple[str, ...]:
    ratio = f"{row.ratio:5.2f}" if row.ratio is not None else ""
    ok = "" if row.ok is None else "yes" if row.ok else "NO"
    return row.what, ratio, row.ours, row.peer, row.budget, ok

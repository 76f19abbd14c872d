"""Rows of the one table, and the sign of life while it is being measured."""

import sys
from collections.abc import Callable, Iterable
from typing import NamedTuple, Self

_HEAD = ("figure", "measured", "peer", "ratio", "budget", "met")


class Row(NamedTuple):
    """One thing measured. Ratios are costs, ours over the peer's: 1 is even, less is better."""

    what: str
    ours: str
    peer: str = ""
    ratio: float | None = None
    budget: str = ""
    ok: bool | None = None

    @classmethod
    def judged(
        cls, what: str, ours: float, most: float | None, unit: str, peer: float | None = None
    ) -> Self:
        """A figure with a budget for itself; a peer's stands beside it."""
        row = cls(what, f"{ours:,.{_digits(unit)}f} {unit}")
        if peer is not None:
            ratio = ours / peer if peer else None
            row = row._replace(peer=f"{peer:,.{_digits(unit)}f} {unit}", ratio=ratio)
        if most is not None:
            row = row._replace(budget=f"<= {most:,} {unit}", ok=ours <= most)
        return row

    @classmethod
    def compared(cls, what: str, ours: float, peer: float, most: float | None, unit: str) -> Self:
        """A figure with a budget for its ratio to a peer's."""
        row = cls.judged(what, ours, None, unit, peer)
        if most is not None and row.ratio is not None:
            row = row._replace(budget=f"<= {most:.2f}", ok=row.ratio <= most)
        return row


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
    return row.what, row.ours, row.peer, ratio, row.budget, ok


def _digits(unit: str) -> int:
    return {"ms": 1, "MiB": 1}.get(unit, 0)

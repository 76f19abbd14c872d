"""The rows of the report, and the progress line during the measurements."""

import sys
from collections.abc import Iterable
from typing import NamedTuple, Self

_HEAD = ("figure", "measured", "peer", "ratio", "budget", "met")


class Row(NamedTuple):
    """One measurement. Its ratio is our cost divided by the peer's: 1 is even, less is better."""

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
        """A figure with its own budget; the peer's figure is for comparison."""
        row = cls(what, f"{ours:,.{_digits(unit)}f} {unit}")
        if peer is not None:
            ratio = ours / peer if peer else None
            row = row._replace(peer=f"{peer:,.{_digits(unit)}f} {unit}", ratio=ratio)
        if most is not None:
            row = row._replace(budget=f"<= {most:,} {unit}", ok=ours <= most)
        return row

    @classmethod
    def compared(cls, what: str, ours: float, peer: float, most: float | None, unit: str) -> Self:
        """A figure with a budget for its ratio to the peer's."""
        row = cls.judged(what, ours, None, unit, peer)
        if most is not None and row.ratio is not None:
            row = row._replace(budget=f"<= {most:.2f}", ok=row.ratio <= most)
        return row


def progress(doing: str) -> None:
    """Show the current step on stderr if that is a terminal; `""` clears the line."""
    if sys.stderr.isatty():
        print(f"\r{doing}\x1b[K", end="", file=sys.stderr, flush=True)


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a text table with a header."""
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

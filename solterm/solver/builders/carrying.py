"""Runs carried by single cards, over free cells and empty columns."""

from collections.abc import Sequence


def carry(
    src: int, dst: int, count: int, cells: Sequence[int], columns: Sequence[int]
) -> list[tuple[int, int]]:
    """The single moves that carry a run, of at most ``(cells + 1) << columns`` cards.

    As many as fit are parked in cells; what is more goes part by part to empty columns.
    """
    if count <= len(cells) + 1:
        used = cells[: count - 1]
        parked = [(src, cell) for cell in used]
        return [*parked, (src, dst), *((cell, dst) for cell in reversed(used))]
    first, *others = columns
    reach = (len(cells) + 1) << len(others)
    if count <= reach:
        return carry(src, dst, count, cells, others)
    aside = count - reach
    parts = ((src, first, aside), (src, dst, reach), (first, dst, aside))
    return [step for part in parts for step in carry(*part, cells, others)]

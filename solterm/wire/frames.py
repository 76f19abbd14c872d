"""The private names of Textual that the driver uses, all in this module; check them on upgrades.

Textual has no public place between its compositor and its driver. ``App._display`` receives each
frame, so an App's own attribute of that name takes its place.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.segment import Segment
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.screen import Screen
from textual.strip import Strip


class Piece(NamedTuple):
    """Segments at a place on the screen, of which the columns from left to right are shown."""

    x: int
    y: int
    segments: list[Segment]
    left: int
    right: int | None


def take_frames(app: App[Any], take: Callable[[Screen[Any], Iterator[Piece]], None]) -> None:
    """Have ``take`` show the frames of an App, in place of Textual."""
    display = app._display

    def display_or_take(screen: Screen[Any], renderable: RenderableType | None) -> None:
        if app._batch_count or not isinstance(renderable, LayoutUpdate | ChopsUpdate):
            display(screen, renderable)
            return
        if isinstance(renderable, LayoutUpdate):
            take(screen, _of_region(renderable))
        else:
            take(screen, _of_spans(renderable))
        app.post_display_hook()

    app._display = display_or_take  # type: ignore[method-assign]


def frame_of(screen: Screen[Any]) -> Iterator[Piece]:
    """Return a screen as it is now, without those over it."""
    return _of_region(screen._compositor.render_full_update())


def _of_region(frame: LayoutUpdate) -> Iterator[Piece]:
    for y, row in enumerate(frame.strips, frame.region.y):
        x = frame.region.x
        for strip in [row] if isinstance(row, Strip) else row:  # one strip until Textual 6
            yield Piece(x, y, list(strip), 0, None)
            x += strip.cell_length


def _of_spans(frame: ChopsUpdate) -> Iterator[Piece]:
    for y, left, right in frame.spans:
        for end, (x, strip) in zip(frame.chop_ends[y], frame.chops[y].items(), strict=True):
            if strip is not None and x < right and end > left:
                yield Piece(x, y, list(strip), max(x, left), min(end, right))

"""Paints a game's table on a canvas: piles, cursor, mark and targets. Pure: state in, cells out."""

from collections.abc import Collection
from dataclasses import dataclass

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.play import Play
from solterm.tui.canvas import Canvas, Role
from solterm.tui.geometry import Geometry, Slot, Strand, fan


@dataclass(frozen=True)
class View:
    """What the screen shows of a play beside the cards themselves."""

    cursor: str
    """The pile under the cursor."""
    marked: str | None = None
    """The pile whose cards are marked, and how many of them."""
    marked_cards: int = 0
    targets: Collection[str] = ()
    """The piles that take the marked cards."""


def paint_table(canvas: Canvas, play: Play, view: View, geometry: Geometry, top: int) -> None:
    """Paint the whole table, its first row at row ``top`` of the canvas."""
    painter = _Painter(canvas, play, view, geometry, top)
    for caption in geometry.captions:
        canvas.text(caption.x, top + caption.y, caption.text, Role.LABEL)
    _paint_counters(canvas, play, geometry, top)
    # All frames first, so that neighbours join before marks are laid over them.
    shown = {name: painter.strands(name) for name in geometry.slots}
    for name, strands in shown.items():
        painter.frame(name, strands)
    for name, strands in shown.items():
        painter.cards(name, strands)
    for name in view.targets:
        painter.target(name)
    if view.marked:
        painter.mark(view.marked, shown[view.marked])
    if view.cursor in shown:
        painter.cursor(view.cursor, shown[view.cursor])


def cursor_cell(play: Play, view: View, geometry: Geometry, top: int) -> tuple[int, int]:
    """The column and row of the end card under the cursor, for the terminal's own cursor."""
    slot = geometry.slots[view.cursor]
    strands = _strands(play, view.cursor, geometry)
    return slot.x + 1, top + slot.y + _rows(strands[:-1]) + 1


def _paint_counters(canvas: Canvas, play: Play, geometry: Geometry, top: int) -> None:
    """The small rectangles that count piles: one a card where there is room, else numbers."""
    if not geometry.counters:
        return
    _, x, y = geometry.counters[0]
    counts = [len(play.pile(name)) for name, _, _ in geometry.counters]
    room = canvas.width - x
    divider = canvas.glyphs.joints[3]
    if sum(counts) + len(counts) <= room:
        parts = [canvas.glyphs.pip * count for count in counts]
    else:
        parts = [f"{canvas.glyphs.pip}{count}" for count in counts]
    for number, part in enumerate(parts):
        if number:
            canvas.text(x, top + y, divider, Role.LINE)
            x += 1
        canvas.text(x, top + y, part, Role.FAINT if number == 0 else Role.LABEL)
        x += len(part)


def _rows(strands: list[Strand]) -> int:
    return sum(strand.height for strand in strands)


def _strands(play: Play, name: str, geometry: Geometry) -> list[Strand]:
    pile = play.pile(name)
    slot = geometry.slots[name]
    group = play.game.group(name)
    if not group.fanned:
        return [Strand(len(pile) - 1, 1, geometry.size.face)]
    return fan(pile, group.lift, slot.height - 2, geometry.size) or [
        Strand(-1, 1, geometry.size.face)
    ]


class _Painter:
    def __init__(
        self, canvas: Canvas, play: Play, view: View, geometry: Geometry, top: int
    ) -> None:
        self.canvas = canvas
        self.play = play
        self.view = view
        self.geometry = geometry
        self.top = top

    def strands(self, name: str) -> list[Strand]:
        """What shows of a pile; an empty one shows one empty place."""
        return _strands(self.play, name, self.geometry)

    def frame(self, name: str, strands: list[Strand]) -> None:
        """The outline of a pile."""
        slot = self._slot(name)
        self.canvas.frame(slot.x, slot.y, slot.width, _rows(strands) + 2)

    def cards(self, name: str, strands: list[Strand]) -> None:
        """The cards of a pile."""
        slot = self._slot(name)
        pile = self.play.pile(name)
        y = slot.y + 1
        for strand in strands:
            if not pile:
                self._empty(name, slot, y)
            elif strand.squeezed:
                self._hidden(pile[strand.place], strand, slot, y)
            else:
                self._card(pile[strand.place], slot, y, strand.height)
            y += strand.height

    def _card(self, card: Card, slot: Slot, y: int, height: int) -> None:
        width = self.geometry.size.inner
        if card & DOWN:
            back = self.canvas.glyphs.back
            self.canvas.fill(slot.x + 1, y, width, height, Role.BACK, back)
            return
        role = Role.RED if cards.is_red(card) else Role.BLACK
        name = self.canvas.glyphs.card(card)
        self.canvas.fill(slot.x + 1, y, width, height, role)
        self.canvas.text(slot.x + 1, y, name, role)
        if height > 1 and height == self.geometry.size.face:
            self.canvas.text(slot.x + width - 3, y + height - 1, name.strip().rjust(3), role)

    def _hidden(self, first: Card, strand: Strand, slot: Slot, y: int) -> None:
        width = self.geometry.size.inner
        if first & DOWN:
            fill, role = self.canvas.glyphs.back, Role.BACK
        else:
            fill, role = self.canvas.glyphs.hidden, Role.FAINT
        self.canvas.text(slot.x + 1, y, f"{strand.cards:{fill}^{width}}", role)

    def _empty(self, name: str, slot: Slot, y: int) -> None:
        """An empty place says what it is for: the rank that opens it, or a turnover."""
        group = self.play.game.group(name)
        piles = self.play.table.piles
        index = self.play.rules.index
        hint = ""
        if group.action and group.action.why_not(self.play.table, index) is None:
            hint = self.canvas.glyphs.turnover
        elif group.kind == "f":
            mask = group.space.mask(piles, index, "")
            ranks = {cards.rank(card) for card in cards.pack() if mask >> card & 1}
            if len(ranks) == 1:
                hint = self.canvas.glyphs.card(cards.card(ranks.pop(), 0))[:2].strip()
        self.canvas.text(slot.x + 1, y, hint.center(self.geometry.size.inner), Role.FAINT)

    def target(self, name: str) -> None:
        """A pointer over a pile that takes the marked cards."""
        slot = self._slot(name)
        width = self.geometry.size.inner
        self.canvas.text(slot.x + (width + 1) // 2, slot.y, self.canvas.glyphs.target, Role.TARGET)

    def mark(self, name: str, strands: list[Strand]) -> None:
        """KLONCAN's red box round the marked cards."""
        slot = self._slot(name)
        first = len(self.play.pile(name)) - self.view.marked_cards
        above = [strand for strand in strands if strand.place < first and not strand.squeezed]
        y = slot.y + 1 + _rows(above)
        bottom = slot.y + 1 + _rows(strands)
        right = slot.x + slot.width - 1
        top_left, across, top_right, side, bottom_left, bottom_right = self.canvas.glyphs.double
        for row in range(y, bottom):
            self.canvas.text(slot.x, row, side, Role.MARK)
            self.canvas.text(right, row, side, Role.MARK)
        line = across * self.geometry.size.inner
        self.canvas.text(slot.x, bottom, bottom_left + line + bottom_right, Role.MARK)
        if y == slot.y + 1:
            self.canvas.text(slot.x, slot.y, top_left + line + top_right, Role.MARK)
        else:
            self.canvas.text(slot.x, y - 1, top_left, Role.MARK)
            self.canvas.text(right, y - 1, top_right, Role.MARK)

    def cursor(self, name: str, strands: list[Strand]) -> None:
        """The cursor: brackets in the border beside the end card, and its own colours on it."""
        slot = self._slot(name)
        pile = self.play.pile(name)
        y = slot.y + 1 + _rows(strands[:-1])
        left, right = self.canvas.glyphs.pointer
        self.canvas.text(slot.x, y, left, Role.POINTER)
        self.canvas.text(slot.x + slot.width - 1, y, right, Role.POINTER)
        if pile and not pile[-1] & DOWN:
            red = cards.is_red(pile[-1])
            role = Role.CURSOR_RED if red else Role.CURSOR_BLACK
            width = self.geometry.size.inner
            self.canvas.text(slot.x + 1, y, f"{self.canvas.glyphs.card(pile[-1]):{width}}", role)

    def _slot(self, name: str) -> Slot:
        slot = self.geometry.slots[name]
        return slot._replace(y=slot.y + self.top)

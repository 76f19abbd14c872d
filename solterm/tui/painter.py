"""Paints a game's table on a canvas: piles, cursor, mark and targets. Pure: state in, cells out."""

from collections.abc import Collection
from dataclasses import dataclass

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.play import Play
from solterm.tui.canvas import Canvas, Role
from solterm.tui.fans import Spot, spots
from solterm.tui.geometry import Geometry, Slot


@dataclass(frozen=True)
class View:
    """What the screen shows of a play beside the cards themselves."""

    cursor: str
    """The pile under the cursor."""
    marked: str | None = None
    """The pile whose cards are marked."""
    marked_cards: int = 0
    """How many of its end cards are."""
    targets: Collection[str] = ()
    """The piles that take them."""


def shows(play: Play, name: str) -> bool:
    """Is a pile on the table? One that opens with a lower level is, while a card lies there."""
    return bool(play.pile(name)) or not play.rules.game.group(name).closed


def paint_table(canvas: Canvas, play: Play, view: View, geometry: Geometry, top: int) -> None:
    """Paint the whole table, its first row at row ``top`` of the canvas."""
    for caption in geometry.captions:
        canvas.text(caption.x, top + caption.y, caption.text, Role.LABEL)
    _paint_counters(canvas, play, geometry, top)
    painter = _Painter(canvas, play, geometry, top)
    # All frames first, so that neighbours join before marks are laid over them.
    for name in painter.spots:
        painter.frame(name)
    for name in painter.spots:
        painter.cards(name)
    for name in view.targets:
        painter.target(name)
    if view.marked:
        painter.mark(view.marked, view.marked_cards)
    painter.cursor(view.cursor)


def cursor_cell(play: Play, view: View, geometry: Geometry, top: int) -> tuple[int, int]:
    """The column and row of the end card under the cursor, for the terminal's own cursor."""
    end = _spots(play, view.cursor, geometry, top)[-1]
    return end.x, end.y


def _paint_counters(canvas: Canvas, play: Play, geometry: Geometry, top: int) -> None:
    """The small rectangles that count piles: one a card where there is room, else numbers.

    Those of piles that adjoin, as stock and waste do, stand in one row; others by themselves.
    """
    pip, pitch = canvas.glyphs.pip, geometry.size.inner + 1
    groups: list[list[tuple[str, int, int]]] = []
    for name, x, y in geometry.counters:
        if groups and groups[-1][-1][1:] == (x - pitch, y):
            groups[-1].append((name, x, y))
        else:
            groups.append([(name, x, y)])
    for group in groups:
        _, x, y = group[0]
        counts = [len(play.pile(name)) for name, _, _ in group]
        beyond = [other[0][1] for other in groups if other[0][2] == y]
        beyond += [slot.x for slot in geometry.slots.values() if 0 <= y - slot.y < slot.height]
        room = min([canvas.width, *(left - 1 for left in beyond if left > x)]) - x
        pips = sum(counts) + len(counts) <= room
        for number, count in enumerate(counts):
            if number:
                canvas.text(x, top + y, canvas.glyphs.joints[3], Role.LINE)
                x += 1
            part = pip * count if pips else f"{pip}{count}"
            canvas.text(x, top + y, part, Role.LABEL if number else Role.FAINT)
            x += len(part)


def _spots(play: Play, name: str, geometry: Geometry, top: int) -> list[Spot]:
    slot = geometry.slots[name]
    lift = play.game.group(name).lift
    return spots(play.pile(name), slot._replace(y=slot.y + top), lift, geometry.size)


class _Painter:
    def __init__(self, canvas: Canvas, play: Play, geometry: Geometry, top: int) -> None:
        self.canvas = canvas
        self.play = play
        self.game = play.rules.game
        self.size = geometry.size
        self.revealed = play.revealed
        self.spots = {
            name: _spots(play, name, geometry, top) for name in geometry.slots if shows(play, name)
        }

    def _outline(self, found: list[Spot]) -> Slot:
        """The rectangle round some spots, border included."""
        left, top = min(s.x for s in found) - 1, min(s.y for s in found) - 1
        right = max(s.x + s.width for s in found)
        bottom = max(s.y + s.height for s in found)
        return Slot(left, top, right - left + 1, bottom - top + 1)

    def frame(self, name: str) -> None:
        """The outline of a pile."""
        if not self.size.framed:
            return
        outline = self._outline(self.spots[name])
        self.canvas.frame(outline.x, outline.y, outline.width, outline.height)

    def cards(self, name: str) -> None:
        """The cards of a pile; those that the level reveals, or a look just showed, face up."""
        pile = self.play.pile(name)
        open_from = len(pile) - self.revealed.get(name, 0)
        for spot in self.spots[name]:
            if spot.place < 0:
                self._empty(name, spot)
            elif spot.hidden:
                self._hidden(pile[spot.place], spot)
            else:
                card = pile[spot.place]
                shown = spot.place >= open_from or card & ~DOWN in self.play.glimpsed
                self._card(card & ~DOWN if shown else card, spot)

    def _card(self, card: Card, spot: Spot) -> None:
        if card & DOWN:
            back = self.canvas.glyphs.back
            self.canvas.fill(spot.x, spot.y, spot.width, spot.height, Role.BACK, back)
            return
        role = Role.RED if cards.is_red(card) else Role.BLACK
        name = self.canvas.glyphs.card(card)
        self.canvas.fill(spot.x, spot.y, spot.width, spot.height, role)
        self.canvas.text(spot.x, spot.y, name, role)
        if spot.height > 1 and spot.height == self.size.face:
            corner = spot.x + spot.width - 4
            self.canvas.text(corner, spot.y + spot.height - 1, name.strip().rjust(3), role)

    def _hidden(self, first: Card, spot: Spot) -> None:
        """A stretch of cards that are squeezed out of sight, and how many."""
        down = bool(first & DOWN)
        fill = self.canvas.glyphs.back if down else self.canvas.glyphs.hidden
        role = Role.BACK if down else Role.FAINT
        self.canvas.text(spot.x, spot.y, f"{spot.hidden:{fill}^{spot.width}}", role)

    def _empty(self, name: str, spot: Spot) -> None:
        """An empty place says what it is for: the rank that opens it, or a turnover."""
        group = self.game.group(name)
        table, index = self.play.table, self.play.rules.index
        hint = ""
        if group.action and group.action.why_not(table, index) is None:
            hint = self.canvas.glyphs.turnover
        elif group.kind == "f":
            mask = group.space.mask(table.piles, index, "")
            ranks = {cards.rank(card) for card in cards.pack() if mask >> card & 1}
            if len(ranks) == 1:
                hint = self.canvas.glyphs.card(cards.card(ranks.pop(), 0))[:2].strip()
        if not hint and not self.size.framed:
            hint = self.canvas.glyphs.hidden
        self.canvas.text(spot.x, spot.y, hint.center(spot.width), Role.FAINT)

    def target(self, name: str) -> None:
        """A pointer over a pile that takes the marked cards."""
        outline = self._outline(self.spots[name])
        if not self.size.framed:
            self.canvas.text(outline.x, outline.y + 1, self.canvas.glyphs.target, Role.TARGET)
            return
        middle = outline.x + outline.width // 2
        self.canvas.text(middle, outline.y, self.canvas.glyphs.target, Role.TARGET)

    def mark(self, name: str, count: int) -> None:
        """KLONCAN's red box round the marked cards."""
        found = self.spots[name]
        first = len(self.play.pile(name)) - count
        marked = [spot for spot in found if spot.place >= first] or found[-1:]
        x, y, width, height, _ = self._outline(marked)
        right, bottom = x + width - 1, y + height - 1
        top_left, across, top_right, side, bottom_left, bottom_right = self.canvas.glyphs.double
        for row in range(y + 1, bottom):
            self.canvas.text(x, row, side, Role.MARK)
            self.canvas.text(right, row, side, Role.MARK)
        if not self.size.framed:
            return
        line = across * (width - 2)
        self.canvas.text(x, bottom, bottom_left + line + bottom_right, Role.MARK)
        covers_a_card = any(spot.y <= y < spot.y + spot.height for spot in found)
        self.canvas.text(x, y, top_left, Role.MARK)
        self.canvas.text(right, y, top_right, Role.MARK)
        if not covers_a_card:
            self.canvas.text(x + 1, y, line, Role.MARK)

    def cursor(self, name: str) -> None:
        """The cursor: brackets in the border beside the end card, and its own colours on it."""
        if name not in self.spots:
            return
        end = self.spots[name][-1]
        pile = self.play.pile(name)
        left, right = self.canvas.glyphs.pointer
        self.canvas.text(end.x - 1, end.y, left, Role.POINTER)
        self.canvas.text(end.x + end.width, end.y, right, Role.POINTER)
        if pile and not pile[-1] & DOWN:
            role = Role.CURSOR_RED if cards.is_red(pile[-1]) else Role.CURSOR_BLACK
            text = f"{self.canvas.glyphs.card(pile[-1]):{end.width}}"
            self.canvas.text(end.x, end.y, text, role)

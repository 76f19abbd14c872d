"""Paint a table on a canvas: piles, cursor, marked cards and their targets."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.declaration import Declaration
from solterm.core.groups import BuilderGroup, CoverGroup
from solterm.core.play.play import Play
from solterm.core.table import Pile
from solterm.core.vocabulary.spaces import NOTHING
from solterm.tui.look.canvas import CURSOR_SUITS, GOLD_SUITS, MARKED_SUITS, SUITS, Canvas, Role
from solterm.tui.look.drawings import BOTH, GOLD, PLAIN
from solterm.tui.look.faces import back, covered_back, covered_front, figure, front
from solterm.tui.look.glyphs import bland
from solterm.tui.table.geometry import INDEX, Counter, Geometry, Slot
from solterm.tui.table.layout import Spot, lay, list_shown, spots_of

_SUITS = tuple(map(cards.suit, range(cards.CODES)))
"""The suit of each card, since the painter asks for many."""


class TableMarks(NamedTuple):
    """Cursor, mark and targets of a table."""

    cursor: str
    """The pile under the cursor; "" for none."""
    marked: str | None = None
    """The pile whose cards are marked."""
    marked_cards: int = 0
    """The number of its end cards that are marked."""
    targets: Collection[str] = ()
    """The piles that take them, each shown with a pointer."""
    dealt: Mapping[str, Pile] | None = None
    """The piles to show instead of the play's own, during a deal or an animation."""


def paint_table(canvas: Canvas, play: Play, view: TableMarks, geometry: Geometry) -> None:
    """Paint the whole table."""
    painter = _Painter(canvas, play, view, geometry)
    painter.piles()
    painter.selection(view)


def paint_piles(canvas: Canvas, play: Play, geometry: Geometry) -> None:
    """Paint the table without a cursor."""
    _Painter(canvas, play, TableMarks(""), geometry).piles()


class Picture:
    """Paints a table again and again: its piles only when they change, not for the cursor."""

    def __init__(self) -> None:
        self._shown: tuple[object, ...] = ()
        """What the piles look like follows from this."""
        self._piles: Canvas | None = None
        self._painter: _Painter | None = None

    def paint(self, blank: Canvas, play: Play, view: TableMarks, geometry: Geometry) -> Canvas:
        """Return a canvas with the whole table; ``blank`` keeps the piles for the next time."""
        look = blank.width, blank.height, blank.glyphs
        shown = play, len(play.events), play.table, view.dealt, geometry, look
        if self._piles is None or self._painter is None or shown != self._shown:
            self._painter = _Painter(blank, play, view, geometry)
            self._painter.piles()
            self._piles, self._shown = blank, shown
        self._painter.canvas = self._piles.copy()
        self._painter.selection(view)
        return self._painter.canvas


def cursor_cell(play: Play, view: TableMarks, geometry: Geometry) -> tuple[int, int]:
    """Return the column and row of the terminal's cursor: the end card under ours."""
    end = spots_of(play, view.cursor, geometry)[-1]
    return end.x, _first_row(end)


class _Painter:
    def __init__(self, canvas: Canvas, play: Play, view: TableMarks, geometry: Geometry) -> None:
        self.canvas = canvas
        self.play = play
        self.rules = play.rules
        self.game = self.rules.game
        shown = list_shown(play)
        self.cards_of = view.dealt or shown
        """The cards of each pile."""
        self.geometry = geometry
        self.size = geometry.size
        is_bland = play.options.get("deck") == "bland"
        self.glyphs = bland(canvas.glyphs) if is_bland else canvas.glyphs
        """The canvas's glyphs, with the faces that the game was dealt with."""
        self.revealed = play.revealed
        looks = play.glimpsed and not view.dealt
        self.glimpsed = {name: play.glimpses(name) for name in geometry.slots} if looks else {}
        self.spots = {
            name: lay(self.game, name, self.cards_of[name], geometry)
            for name in geometry.slots
            if name in shown
        }

    def piles(self) -> None:
        """Paint everything but the cursor and the marks."""
        for caption in self.geometry.captions:
            self.canvas.text(caption.x, caption.y, caption.text, Role.LABEL)
        self.counters()
        # All frames first, so that neighbours join before marks cover them.
        for name in self.spots:
            self.frame(name)
        for name in self.spots:
            self.cards(name)
        _paint_points(self.canvas, self.play, self.geometry)
        _paint_numbers(self.canvas, self.play, self.geometry)

    def selection(self, view: TableMarks) -> None:
        """Paint the cursor, and over its piles the marks."""
        for name in view.targets:
            self.target(name)
        if view.marked:
            self.mark(view.marked, view.marked_cards)
        if view.cursor:
            self.cursor(view.cursor)

    def counters(self) -> None:
        """Paint the counters: one rectangle per card if there is room, else a number."""
        pip = self.canvas.glyphs.pip
        for counter in self.geometry.counters:
            counts = [len(self.cards_of.get(name, ())) for name in counter.piles]
            pips = sum(counts) + len(counts) <= _room(counter, self.geometry, self.canvas.width)
            parts = [(pip * count if pips else f"{pip}{count}", Role.LABEL) for count in counts]
            parts[0] = parts[0][0], Role.FAINT
            for place in range(len(parts) - 1, 0, -1):
                parts.insert(place, (self.canvas.glyphs.joints[3], Role.LINE))
            x = counter.x
            if counter.leftward:
                parts.reverse()
                x -= sum(len(text) for text, _ in parts) - 1
            for text, role in parts:
                self.canvas.text(x, counter.y, text, role)
                x += len(text)

    def _strips(self, name: str) -> list[Sequence[Spot]]:
        found = self.spots[name]
        if self.geometry.slots[name].fan != "v":
            return [found]
        return [list(strip) for _, strip in groupby(found, key=lambda spot: spot.x)]

    def _outline(self, found: Sequence[Spot]) -> Slot:
        first, last = found[0], found[-1]
        left, top = min(first.x, last.x) - 1, min(first.y, last.y) - 1
        right = max(first.x + first.width, last.x + last.width)
        bottom = max(first.y + first.height, last.y + last.height)
        return Slot(left, top, right - left + 1, bottom - top + 1)

    def frame(self, name: str) -> None:
        """Paint the outline of a pile, with dots between the strips of a column."""
        if not self.size.framed or (not self.cards_of[name] and _takes_nothing(self.game, name)):
            return
        strips = self._strips(name)
        at_home = name[0] == "f"
        for strip in strips:
            x, y, width, height = self._outline(strip)[:4]
            self.canvas.frame(x, y, width, height, double=at_home)
            if strip is not strips[0]:
                dots = self.canvas.glyphs.hidden
                self.canvas.fill(x, y + 1, 1, height - 2, Role.LINE, dots)
        sideways = self.geometry.slots[name].fan in ("<", ">")
        for one, other in pairwise(self.spots[name]):
            if sideways and abs(other.x - one.x) > min(one.width, other.width):
                for spot in (one, other):
                    self.canvas.frame(*self._outline([spot])[:4])

    def cards(self, name: str) -> None:
        """Paint the cards of a pile; cards revealed by the level or a peek are face up."""
        pile = self.cards_of[name]
        open_from = len(pile) - self.revealed.get(name, 0)
        for spot in self.spots[name]:
            if spot.place < 0:
                self._empty(name, spot)
            elif spot.hidden:
                self._hidden(name, pile[spot.place], spot)
            else:
                card = pile[spot.place]
                shown = spot.place >= open_from or spot.place in self.glimpsed.get(name, ())
                self._card(name, card & ~DOWN if shown else card, spot)

    def _card(self, name: str, card: Card, spot: Spot) -> None:
        role = Role.BACK if card & DOWN else SUITS[_SUITS[card]]
        self.canvas.block(spot.x, spot.y, self._rows(name, card, spot), spot.width, role)
        if not card & DOWN:
            self._adorn(card, spot)

    def _adorn(self, card: Card, spot: Spot) -> None:
        joints = self.glyphs.joints
        if self._is_whole(spot):
            self._gild(card, spot)
            return
        if spot.height < self.size.face:
            if spot.height > 1:
                row = joints[12] * spot.width
                self.canvas.text(spot.x, spot.y + spot.height - 1, row, Role.RULE)
        elif spot.width > INDEX:
            for y in range(spot.y, spot.y + spot.height):
                self.canvas.text(spot.x + spot.width - 1, y, joints[3], Role.RULE)

    def _gild(self, card: Card, spot: Spot) -> None:
        suit = SUITS[_SUITS[card]]
        roles = {PLAIN: suit, GOLD: Role.GOLD, BOTH: GOLD_SUITS[_SUITS[card]]}
        for y, row in enumerate(figure(self.glyphs, card, *self.size[:2]), spot.y + 1):
            x = spot.x + (spot.width - len(row.text)) // 2
            for colour, cells in groupby(zip(row.colours, row.text, strict=True), itemgetter(0)):
                text = "".join(char for _, char in cells)
                self.canvas.text(x, y, text, roles[colour])
                x += len(text)

    def _is_whole(self, spot: Spot) -> bool:
        return spot.height == self.size.face and spot.width == self.size.inner

    def _rows(self, name: str, card: Card, spot: Spot) -> tuple[str, ...]:
        glyphs, width, height = self.glyphs, self.size.inner, spot.height
        whole = height == self.size.face
        if not card & DOWN:
            return (front if self._is_whole(spot) else covered_front)(glyphs, card, width, height)
        if whole and height > 1:
            return back(glyphs, width, height)
        # The pattern runs on from card to card.
        fanned = self.geometry.slots[name].fan == "v"
        return covered_back(glyphs, width, height, spot.place * height if fanned else 0)

    def _hidden(self, name: str, first: Card, spot: Spot) -> None:
        row = f"{self.canvas.glyphs.hidden * spot.width}"
        role = Role.FAINT
        if first & DOWN:
            row, role = self._rows(name, first, spot)[0], Role.BACK
        count = str(spot.hidden)
        left = spot.x + (spot.width - len(count)) // 2
        self.canvas.text(spot.x, spot.y, row[: spot.width], role)
        self.canvas.text(left, spot.y, count, role)

    def _empty(self, name: str, spot: Spot) -> None:
        glyphs, group = self.canvas.glyphs, _builder(self.game, name)
        table, index = self.play.table, self.rules.index
        hint = ""
        turns = group.action is not None and group.action.why_not(table, index) is None
        if turns or name[0] == "s":
            turnover = glyphs.circle.join(glyphs.turnover)
            circle = turnover if len(turnover) <= spot.width else glyphs.circle
            hint = circle if turns else glyphs.hidden
        elif name[0] == "w":
            hint = glyphs.hidden
        elif name[0] == "f":
            opening = group.space.mask(table.piles, index, "")
            hint = (
                glyphs.card(cards.card(rank, 0))[:2].strip()
                if (rank := _only_rank(opening))
                else ""
            )
        if not hint and not self.size.framed and not _takes_nothing(self.game, name):
            hint = glyphs.hidden
        middle = spot.y + (spot.height - 1) // 2
        self.canvas.text(spot.x, middle, hint[: spot.width].center(spot.width), Role.FAINT)

    def target(self, name: str) -> None:
        """Paint a pointer over a pile, or over the end card of a sideways fan."""
        sideways = self.geometry.slots[name].fan in ("<", ">")
        strip = self._strips(name)[-1]
        outline = self._outline(strip[-1:] if sideways else strip)
        if not self.size.framed:
            self.canvas.text(outline.x, outline.y + 1, self.canvas.glyphs.target, Role.TARGET)
            return
        middle = outline.x + outline.width // 2
        self.canvas.text(middle, outline.y, self.canvas.glyphs.target, Role.TARGET)

    def mark(self, name: str, count: int) -> None:
        """Paint KLONCAN's red box around the marked cards, one in each strip."""
        first = len(self.cards_of[name]) - count
        strips = self._strips(name)
        chosen: list[Sequence[Spot]] = [
            [spot for spot in strip if spot.place >= first] for strip in strips
        ]
        if not any(chosen):
            chosen[-1] = strips[-1][-1:]
        for strip, marked in zip(strips, chosen, strict=True):
            for spot in marked:
                self._fill(name, spot)
            if marked:
                self._mark(strip, marked)

    def _fill(self, name: str, spot: Spot) -> None:
        if spot.place < 0 or spot.hidden or (card := self.cards_of[name][spot.place]) & DOWN:
            return
        role = MARKED_SUITS[_SUITS[card]]
        self.canvas.block(spot.x, spot.y, self._rows(name, card, spot), spot.width, role)

    def _mark(self, strip: Sequence[Spot], marked: Sequence[Spot]) -> None:
        x, y, width, height = self._outline(marked)[:4]
        bottom = y + height - 1
        rows = range(y + 1, bottom)
        # Adjoining cards of a sideways fan have no line between them for the box.
        left = self._free_column((x, x + 1), rows)
        right = self._free_column((x + width - 1, x + width - 2), rows)
        top_left, across, top_right, side, bottom_left, bottom_right = self.canvas.glyphs.double
        for row in rows:
            for column in (left, right):
                if self.canvas.is_free(column, row):
                    self.canvas.text(column, row, side, Role.MARK)
        if not self.size.framed:
            return
        line = across * (right - left - 1)
        self.canvas.text(left, bottom, bottom_left + line + bottom_right, Role.MARK)
        if any(spot.y <= y < spot.y + spot.height for spot in strip):
            self.canvas.text(left, y + 1, top_left, Role.MARK)
            self.canvas.text(right, y + 1, top_right, Role.MARK)
        else:
            self.canvas.text(left, y, top_left + line + top_right, Role.MARK)

    def _free_column(self, columns: tuple[int, int], rows: range) -> int:
        # The first column that hides no part of a card, else the first.
        free = (x for x in columns if all(self.canvas.is_free(x, y) for y in rows))
        return next(free, columns[0])

    def cursor(self, name: str) -> None:
        """Paint the cursor: brackets beside the end card, and its colours on the card."""
        if name not in self.spots:
            return
        end = self.spots[name][-1]
        pile = self.cards_of[name]
        left, right = self.canvas.glyphs.pointer
        row = _first_row(end)
        for x, pointer in ((end.x - 1, left), (end.x + end.width, right)):
            # In a sideways fan a card may begin there, whose rank must stay visible.
            if self.canvas.is_free(x, row):
                self.canvas.text(x, row, pointer, Role.POINTER)
        if pile and not pile[-1] & DOWN:
            role = CURSOR_SUITS[_SUITS[pile[-1]]]
            self.canvas.text(end.x, end.y, self._rows(name, pile[-1], end)[0][: end.width], role)


@lru_cache(maxsize=256)
def _builder(game: Declaration, name: str) -> BuilderGroup:
    return BuilderGroup.of(game.group(name))


@lru_cache(maxsize=256)
def _takes_nothing(game: Declaration, name: str) -> bool:
    # Whether an empty place is gone for good, as in a pyramid.
    group = CoverGroup.of(game.group(name))
    gone = game.engine.leaves_gaps and name[0] in "tg"
    return bool(group.cover or gone) and group.space == NOTHING


@lru_cache(maxsize=64)
def _only_rank(mask: int) -> int:
    ranks = {cards.rank(card) for card in cards.pack() if mask >> card & 1}
    return ranks.pop() if len(ranks) == 1 else 0


def _first_row(spot: Spot) -> int:
    # An empty place has its text in the middle.
    return spot.y + (spot.height - 1) // 2 if spot.place < 0 else spot.y


def _room(counter: Counter, geometry: Geometry, width: int) -> int:
    # Columns up to the next row, pile or edge.
    y, way = counter.y, -1 if counter.leftward else 1
    stops = [-1 if counter.leftward else width]
    stops += [other.x - way for other in geometry.counters if other.y == y]
    for caption in geometry.captions:
        if caption.y == y:
            stops.append(caption.x + len(caption.text) if counter.leftward else caption.x - 1)
    for slot in geometry.slots.values():
        if 0 <= y - slot.y < slot.height:
            stops.append(slot.x + slot.width if counter.leftward else slot.x - 1)
    # The window may just have become narrower than the layout.
    rooms = [(stop - counter.x) * way for stop in stops]
    return min((room for room in rooms if room > 0), default=0)


def _paint_points(canvas: Canvas, play: Play, geometry: Geometry) -> None:
    # The points of each row and column of a grid at its end, and their sum under the stock.
    rules, piles = play.rules, play.table.piles
    points = rules.game.goal.line_points(piles, rules.index)
    if not points:
        return
    grid = rules.game.grid
    slots = [geometry.slots[f"g{cell}"] for cell in range(1, grid.size + 1)]
    stock = geometry.slots["s"]
    leftward = stock.x < slots[0].x
    for row, scored in enumerate(points[: grid.rows]):
        cells = slots[row * grid.columns : (row + 1) * grid.columns]
        middle = cells[0].y + cells[0].height // 2
        x = cells[0].x - len(str(scored)) - 1 if leftward else cells[-1].x + cells[-1].width + 1
        canvas.text(x, middle, str(scored), _points_role(scored))
    for cell, scored in zip(slots[-grid.columns :], points[grid.rows :], strict=True):
        foot = f" {scored} "
        x = cell.x + (cell.width - len(foot)) // 2
        y = cell.y + cell.height - geometry.size.framed
        canvas.text(x, y, foot, _points_role(scored))
    whole = rules.game.goal.whole(rules.game.in_play)
    below = stock.y + stock.height + 1
    canvas.text(stock.x, below, f"{sum(points)} of {whole}", Role.LABEL)
    pay = rules.game.goal.pay_table()
    if below + 1 + len(pay) < canvas.height:
        for y, (hand, worth) in enumerate(pay, below + 2):
            canvas.text(stock.x, y, f"{hand:15}{worth:>4}", Role.FAINT)


def _paint_numbers(canvas: Canvas, play: Play, geometry: Geometry) -> None:
    """Number the rows and columns of a grid at its edges, where there is room."""
    game = play.rules.game
    if "g1" not in geometry.slots:
        return
    columns = game.grid.columns
    cells = [name for name in game.ids if name[0] == "g"]
    for column, name in enumerate(cells[:columns], 1):
        slot = geometry.slots[name]
        _write_if_blank(canvas, slot.x + slot.width // 2, slot.y - 1, column)
    for row, name in enumerate(cells[::columns], 1):
        slot = geometry.slots[name]
        _write_if_blank(canvas, slot.x - 2, slot.y + slot.height // 2, row)


def _write_if_blank(canvas: Canvas, right: int, y: int, number: int) -> None:
    text = str(number)
    left = right - len(text) + 1
    # A blank on both sides keeps it apart from cards and points.
    if all(canvas.is_blank(x, y) for x in range(left - (left > 0), right + 1)):
        canvas.text(left, y, text, Role.FAINT)


def _points_role(scored: int) -> Role:
    return Role.LABEL if scored else Role.FAINT

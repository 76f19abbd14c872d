"""The geometry of a table: from a game's layout picture and a screen size to cells.

A layout names the piles in their places: four characters are a card's width, a line is a card's
height. Neighbours such as ``t1  t2`` share a border, and so do two adjoining lines of piles; a
blank line leaves a row. Words in capitals are captions, and ``:s`` is the row of small rectangles
that counts pile ``s``. Fanned piles run down to the end of the table; ``t1>`` and ``t1<`` fan
sideways.

Cards are as large as the game's longest columns allow, and keep their size for the whole game. The
table is centred.

A column that is too tall continues in a second or third strip beside the first, and the piles to
its right move over. For left-handed players the table is mirrored, except the inside of a grid,
where left and right matter.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.core.declaration import CARD_WIDTH, LAYOUT_WORD
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup
from solterm.core.levels import LEVELS
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import NOTHING

TALL = 30
"""Rows of a board from which columns spread; on smaller ones that costs bytes and steadiness."""
_LEAST_FAN = 8
"""Rows, with borders, that are enough for any squeezed fan."""
_MAX_LOOSE_FAN = 18
"""The most rows of a fan of large cards before its end card; longer fans are squeezed."""
_WIDEST_STEP = 4
"""Rows that ever show of a covered card."""
_LEAST_SIDEWAYS = 5
"""Card widths that are enough for any squeezed sideways fan."""
_EASY_STEP = 2
"""Rows of a covered card in a column that is easy to read."""
_EASY_SIDEWAYS = 40
"""Columns of a sideways fan of large cards before its end card."""
_LOOSE_SIDEWAYS = 28
"""The same for cards of at most three rows."""
_NARROW = 4
"""Columns of a covered card in a narrow fan: rank, suit and a thin line."""
_RANKS = 13
"""Cards of the longest run."""
_UPRIGHT = 0.54
"""Rows for each column from which a board counts as upright: a cell is twice as high as wide."""
INDEX = 3
"""Columns of a covered card that show its rank and suit."""


class CardSize(NamedTuple):
    """The size of cards in cells, without borders."""

    inner: int
    """Width of a card."""
    face: int
    """Height of an uncovered card."""
    step: int
    """Visible height of a covered card in a fan."""
    airy: bool = True
    """Whether blank lines of the layout leave rows."""
    framed: bool = True
    """Whether piles have outlines."""

    @property
    def widest_step(self) -> int:
        """The most that is good to see of a covered card: more looks like an empty card."""
        return max(self.step, min(self.face - 1, max(3, self.face // 3 + 1), _WIDEST_STEP))


class Slot(NamedTuple):
    """The rectangle of a pile, with its border."""

    x: int
    y: int
    width: int
    height: int
    fan: str = ""
    """The direction of its fan: ``v`` down, ``>`` right, ``<`` left; empty for a squared pile.

    A downward slot that is several cards wide has as many strips.
    """
    step: int = 0
    """Visible columns of a covered card in a narrow fan; 0: as many as look well.

    A narrow fan runs to the right on left-handed tables too, up to its end card.
    """


class TallColumn(NamedTuple):
    """A column that may need more than one strip."""

    pile: str
    rows: int
    """Rows needed to show all its face-up cards."""
    urgent: bool
    """Whether the player may lift any of these cards, so that none may be hidden."""


class Caption(NamedTuple):
    """A word on the table."""

    x: int
    y: int
    text: str


class Counter(NamedTuple):
    """A row of small rectangles that count the cards of one or more piles."""

    piles: tuple[str, ...]
    x: int
    """The first cell; the last if they run to the left."""
    y: int
    leftward: bool = False


class Geometry(NamedTuple):
    """The places of a game's piles on a board of one size."""

    size: CardSize
    slots: dict[str, Slot]
    captions: tuple[Caption, ...]
    counters: tuple[Counter, ...]

    @property
    def right(self) -> int:
        """The first free column to the right of all piles."""
        return max(slot.x + slot.width for slot in self.slots.values())


@lru_cache(maxsize=256)
def arrange(
    game: Game, width: int, height: int, mirrored: bool = False, tall: tuple[TallColumn, ...] = ()
) -> Geometry | None:
    """Return the best fit of a game on a board of this size, None if there is no room.

    The card size depends on the board alone, except when an urgent column fits no other way.
    """
    if mirrored:
        straight = arrange(game, width, height, tall=tall)
        return straight and _mirror(straight, width)
    layout, calm = _choose(game, width, height)
    if calm is None or not tall:
        return calm
    urgent, sizes = tuple(column for column in tall if column.urgent), _sizes()
    ways = [(calm.size, tall), *((size, urgent) for size in sizes[sizes.index(calm.size) :])]
    found = (_fit(game, layout, size, width, height, some) for size, some in ways)
    return next((each for each in found if each), calm)


@lru_cache(maxsize=256)
def _choose(game: Game, width: int, height: int) -> tuple[str, Geometry | None]:
    """Return the layout for a board, with the largest cards that fit.

    An upright board has stock and foundations above the columns where that makes the cards larger.
    """
    layouts = [game.layout]
    if height > _UPRIGHT * width and (stacked := _stack(game)):
        layouts.append(stacked)
    for size in _sizes():
        for layout in layouts:
            if found := _fit(game, layout, size, width, height):
                return layout, found
    return game.layout, None


@lru_cache(maxsize=256)
def _stack(game: Game) -> str:
    """Return a game's layout with what stands right of its columns above all else, or "".

    >>> from solterm.games import find
    >>> print(_stack(find("klondike-deal-1")))
    STOCK
    :s  :w      FOUNDATIONS
    s   w       f1  f2  f3  f4
    <BLANKLINE>
    t1  t2  t3  t4  t5  t6  t7
    """
    lines = game.layout.strip("\n").splitlines()
    words = [(word.start(), word[0]) for line in lines for word in LAYOUT_WORD.finditer(line)]
    fanned = {name for name in game.ids if game.group(name).fanned}
    columns = [at for at, word in words if word in fanned or word[0] == "t"]
    edges = [at for at, word in words if word.isupper() and at > max(columns, default=at)]
    if not fanned.intersection(word for _, word in words) or not edges:
        return ""
    edge, blocks = min(edges), list[list[str]]()
    for line in (each[edge:] for each in lines):
        if line[:1].isupper():
            blocks.append([])
        if line.strip() and not blocks:
            return ""
        if blocks:
            blocks[-1].append(line)
    left = [line[:edge].rstrip() for line in lines]
    room = -(-max(map(len, left)) // CARD_WIDTH) * CARD_WIDTH
    return "\n".join([*_line_up(blocks, room), "", *left]).rstrip()


def _line_up(blocks: Iterable[Sequence[str]], room: int) -> Iterator[str]:
    """Put blocks of a layout side by side, as far as there is room, the last one at the right.

    Their first piles stand in one line.
    """
    bands: list[list[tuple[int, Sequence[str]]]] = []
    end = room
    for block in blocks:
        block = "\n".join(block).rstrip().split("\n")
        wide = -(-max(map(len, block)) // CARD_WIDTH) * CARD_WIDTH
        if not bands or end + wide > room:
            bands.append([])
            end = 0
        at = room - wide if end else 0
        bands[-1].append((at, block))
        end = at + wide
    for number, band in enumerate(bands):
        if number:
            yield ""
        deepest = max(_find_piles(block) for _, block in band)
        shown = [(at, [*[""] * (deepest - _find_piles(block)), *block]) for at, block in band]
        for row in range(max(len(block) for _, block in shown)):
            line = ""
            for at, block in shown:
                line = f"{line:{at}}{block[row]}" if row < len(block) else line
            yield line.rstrip()


def _find_piles(block: Sequence[str]) -> int:
    """Return the first line of a block that has piles."""
    return next(row for row, line in enumerate(block) if line.lstrip()[:1].islower())


def _sizes() -> list[CardSize]:
    large = (
        *((21, 14), (19, 12), (17, 11), (15, 10), (13, 8), (11, 7), (9, 6), (9, 5)),
        *((7, 5), (7, 4), (6, 4), (7, 3), (6, 3), (5, 3), (4, 3), (3, 3), (7, 2), (6, 2), (5, 2)),
        *((4, 2), (3, 2)),
    )
    return [
        *(CardSize(inner, face, 2 if face > 3 else 1) for inner, face in large),
        *(CardSize(inner, 1, 1) for inner in (6, 5, 4, 3)),
        CardSize(4, 1, 1, airy=False),
        CardSize(3, 1, 1, airy=False),
        CardSize(3, 1, 1, airy=False, framed=False),
        CardSize(2, 1, 1),
        CardSize(2, 1, 1, airy=False),
    ]


def _fit(
    game: Game,
    layout: str,
    size: CardSize,
    width: int,
    height: int,
    tall: tuple[TallColumn, ...] = (),
) -> Geometry | None:
    board = _Board(game, layout, size, width, height)
    geometry = board.arrange()
    room = _rows_needed(game)
    if not all(_fits(slot, height, size, room[name]) for name, slot in geometry.slots.items()):
        return None
    strips = {
        column.pile: -(-column.rows // (geometry.slots[column.pile].height - 2)) for column in tall
    }
    wanted = board.arrange(strips) if strips else geometry
    ends = [caption.x + len(caption.text) for caption in wanted.captions]
    ends += [_end(game, name, slot, size) for name, slot in wanted.slots.items()]
    spare = width - max(ends) if size.face > 1 else width - wanted.right
    if spare < 0:
        return None
    left, top = _margins(geometry, game, width, height)
    if tall:
        top = 0
    return _fan_wastes(
        _keep_captions(board.arrange(strips, min(left, spare), top), width), game, width
    )


def _keep_captions(geometry: Geometry, width: int) -> Geometry:
    # A caption that is wider than its pile moves left where the board ends. Small cards don't wait
    # for its last letters.
    captions = (
        each._replace(x=min(each.x, max(0, width - len(each.text)))) for each in geometry.captions
    )
    return geometry._replace(captions=tuple(captions))


@lru_cache(maxsize=256)
def _rows_needed(game: Game) -> dict[str, int]:
    # Rows before the end card of each pile's longest fan. A column that takes no cards is longest
    # when dealt. A run may grow to all ranks, with the hidden cards under it in one row. There is
    # no limit if rows are dealt over a column, or if it takes any card, unless its capacity is one.
    declared = [game.at_level(level) for level in LEVELS]
    dealt = game.deal(1).table
    actions = [group.action for each in declared for group in each.groups]
    rows = {to for each in actions if isinstance(each, DealRow) for to in each.piles}
    needed = {}
    for name, pile in zip(game.ids, dealt.piles, strict=True):
        groups = [BuilderGroup.of(each.group(name)) for each in declared]
        down = sum(1 for card in pile if card & DOWN)
        up = len(pile) - down
        builds = any(group.build for group in groups)
        takes = builds or any(group.space != NOTHING for group in groups)
        is_mixed = any(group.lift is Lift.ANY for group in groups) or name in rows
        if is_mixed or (takes and not builds):
            needed[name] = _MAX_LOOSE_FAN
        elif builds:
            needed[name] = min(_MAX_LOOSE_FAN, min(down, 1) + max(up - 1, 0) + _RANKS - 1)
        else:
            needed[name] = min(_MAX_LOOSE_FAN, max(len(pile) - 1, 0))
        if all(group.capacity for group in groups) and name not in rows:
            fullest = max(len(pile), *(group.capacity for group in groups))
            needed[name] = min(needed[name], max(fullest - 1, 0))
    return needed


def _fits(slot: Slot, height: int, size: CardSize, rows: int) -> bool:
    large = size.face > 1
    if slot.x < 0:
        return False
    if slot.fan == "v":
        return slot.height >= (rows + size.face + 2 if large else _LEAST_FAN)
    if slot.fan:
        easy = _EASY_SIDEWAYS if size.face > 3 else _LOOSE_SIDEWAYS
        least = easy + size.inner if large else _LEAST_SIDEWAYS * (size.inner + 1)
        if slot.width < min(least, rows * INDEX + size.inner + 2):
            return False
    return slot.y + slot.height <= height + (not size.framed)


def _margins(geometry: Geometry, game: Game, width: int, height: int) -> tuple[int, int]:
    # Margins at the left and at the top that centre the table. On a tall board, a table with
    # columns is centred as it is dealt, or moved half as far if its longest columns need the room.
    size = geometry.size
    card = size.inner + 2
    slots = geometry.slots.values()
    starts = [slot.x + slot.width - card if slot.fan == "<" else slot.x for slot in slots]
    ends = [
        slot.x + card if slot.fan == ">" else _end(game, name, slot, size)
        for name, slot in geometry.slots.items()
    ]
    first = min(*starts, *(caption.x for caption in geometry.captions), width)
    last = max(*ends, *(caption.x + len(caption.text) for caption in geometry.captions), 0)
    left = max(-first, (width - last - first) // 2)
    dealt, longest = game.deal(1).table, _rows_needed(game)
    opening = lowest = 0
    for name, pile in zip(game.ids, dealt.piles, strict=True):
        slot, covered = geometry.slots[name], max(len(pile) - 1, 0)
        is_fan = slot.fan == "v"
        end = slot.y + (size.face + 2 if is_fan else slot.height)
        opening = max(opening, end + is_fan * covered * size.widest_step)
        lowest = max(lowest, end + is_fan * longest[name] * _EASY_STEP)
    top = max(0, height - opening) // 2
    if any(slot.fan == "v" for slot in slots):
        top = max(min(top, height - lowest), top // 2) if height >= TALL else 0
    return left, top


def _fan_wastes(geometry: Geometry, game: Game, width: int) -> Geometry:
    # The visible cards of a waste lie side by side if there is room.
    slots = dict(geometry.slots)
    for name, slot in geometry.slots.items():
        across = _end(game, name, slot, geometry.size) - slot.x
        if across == slot.width:
            continue
        fan = slot._replace(width=across, fan=">", step=_NARROW)
        taken = [(other.x, other.y, other.height) for other in geometry.slots.values()]
        taken += [(caption.x, caption.y, 1) for caption in geometry.captions]
        if fan.x + fan.width <= width and not any(
            fan.x < x < fan.x + fan.width and y < fan.y + fan.height and fan.y < y + high
            for x, y, high in taken
        ):
            slots[name] = fan
    return geometry._replace(slots=slots)


def _end(game: Game, name: str, slot: Slot, size: CardSize) -> int:
    # The column after a pile. A squared waste wants more for the other cards in sight.
    is_squared = not slot.fan and size.inner > _NARROW and size.framed
    more = _NARROW * (game.most_in_sight[name] - 1) if is_squared else 0
    return slot.x + slot.width + more


class _Board:
    def __init__(self, game: Game, layout: str, size: CardSize, width: int, height: int) -> None:
        self.game = game
        self.size = size
        self.width = width
        self.height = height
        self.pitch = size.inner + 1
        """Columns from one card to the next."""
        self.tall = size.face + 2
        """Rows of a squared pile."""
        self.above = 0 if size.framed else 1
        """Rows by which a pile without an outline moves up."""
        lines = layout.strip("\n").splitlines()
        self.lines = [
            [(word[0], word.start()) for word in LAYOUT_WORD.finditer(line)] for line in lines
        ]

    def arrange(
        self, strips: Mapping[str, int] = MappingProxyType({}), left: int = 0, top: int = 0
    ) -> Geometry:
        """Return the geometry with these columns in strips, and these margins."""
        slots: dict[str, Slot] = {}
        captions: list[Caption] = []
        counted: list[tuple[str, int, int]] = []
        y, on_border = top, False
        for line in self.lines:
            if not line and not self.size.airy:
                continue
            words = [(name, left + self._column(at, strips)) for name, at in line]
            piles = [name for name, _ in words if name[0].islower()]
            if on_border and not piles and self.size.framed:
                y += 1
            captions += [Caption(x, y, name) for name, x in words if name.isupper()]
            counted += [(name[1:], x, y) for name, x in words if name[0] == ":"]
            for place, (name, _) in enumerate(words):
                if name in piles:
                    slots[name.rstrip("<>")] = self._slot(words, place, y, strips)
            on_border = any(self._fan(name) != "v" for name in piles)
            y += self.tall - 1 - self.above if on_border else 1
        _bring_near(slots, captions, counted, self.above)
        return Geometry(self.size, slots, tuple(captions), tuple(_rows_of(counted, self.pitch)))

    def _column(self, at: int, strips: Mapping[str, int]) -> int:
        column = at * self.pitch // CARD_WIDTH
        if not strips:
            return column
        left_of_it = [name for line in self.lines for name, x in line if x < at and name in strips]
        return column + self.pitch * sum(strips[name] - 1 for name in left_of_it)

    def _slot(
        self, words: Sequence[tuple[str, int]], place: int, y: int, strips: Mapping[str, int]
    ) -> Slot:
        name, x = words[place]
        y -= self.above
        match self._fan(name):
            case "v":
                across = self.pitch * strips.get(name, 1) + 1
                return Slot(x, y, across, self.height - y + self.above, "v")
            case ">":
                end = words[place + 1][1] if place + 1 < len(words) else self.width
                return Slot(x, y, end - x, self.tall, ">")
            case "<":
                start = words[place - 1][1] + self.pitch if place else 0
                return Slot(start, y, x + self.pitch + 1 - start, self.tall, "<")
            case _:
                return Slot(x, y, self.pitch + 1, self.tall)

    def _fan(self, name: str) -> str:
        if name[-1] in "<>":
            return name[-1]
        return "v" if self.game.group(name).fanned else ""


def _bring_near(
    slots: Mapping[str, Slot],
    captions: list[Caption],
    counted: list[tuple[str, int, int]],
    above: int,
) -> None:
    # Captions and counts stand right over their piles. Captions of one line whose piles stand
    # equally high stay on one line.
    tops = {}
    for caption in captions:
        below = [slot.y for slot in slots.values() if slot.x == caption.x and slot.y >= caption.y]
        tops[caption] = min(below, default=None)
    over = [(name, x, y) for name, x, y in counted if slots[name].x == x and slots[name].y >= y]
    counting = {(x, slots[name].y) for name, x, _ in over}
    raised = {(each.y, top) for each, top in tops.items() if (each.x, top) in counting}
    moved: dict[int, int] = {}
    for k, caption in enumerate(captions):
        if (top := tops[caption]) is not None:
            captions[k] = caption._replace(y=top + above - 1 - ((caption.y, top) in raised))
            moved[caption.y] = captions[k].y
    for k, (name, x, y) in enumerate(counted):
        if (name, x, y) in over:
            counted[k] = name, x, slots[name].y + above - 1
        elif slots[name].x != x:
            counted[k] = name, x, moved.get(y, y)


def _rows_of(counted: Iterable[tuple[str, int, int]], pitch: int) -> Iterator[Counter]:
    # Adjoining piles, such as stock and waste, share a row.
    row: list[tuple[str, int, int]] = []
    for each in counted:
        if row and row[-1][1:] != (each[1] - pitch, each[2]):
            yield Counter(tuple(name for name, _, _ in row), *row[0][1:])
            row = []
        row.append(each)
    if row:
        yield Counter(tuple(name for name, _, _ in row), *row[0][1:])


def _mirror(geometry: Geometry, width: int) -> Geometry:
    # The cells of a grid keep their order, since their rows are filled and built from the left.
    grid = [slot for name, slot in geometry.slots.items() if name[0] == "g"]
    first = min((slot.x for slot in grid), default=0)
    last = max((slot.x + slot.width for slot in grid), default=0)

    def slot(name: str, x: int, y: int, across: int, down: int, fan: str, step: int) -> Slot:
        start = x - first + width - last if name[0] == "g" else width - x - across
        return Slot(start, y, across, down, {"<": ">", ">": "<"}.get(fan, fan), step)

    return Geometry(
        geometry.size,
        {name: slot(name, *each) for name, each in geometry.slots.items()},
        tuple(each._replace(x=width - each.x - len(each.text)) for each in geometry.captions),
        tuple(each._replace(x=width - 1 - each.x, leftward=True) for each in geometry.counters),
    )

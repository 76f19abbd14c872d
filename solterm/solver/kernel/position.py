"""A position of a game of building, in which moves are made and undone in place.

A position is a list of piles as bytes, and the number of passes. A move is an integer (see
``pack``). Making a move replaces a few piles and logs what they were, so that undoing it puts these
back. Bytes suit plain and compiled Python alike: C code slices, joins and compares them, and what a
pile means is computed once per pile.

The stock lies face up in the order in which it is turned, so the waste and the stock after it are
one row of cards: the talon.
"""

from typing import Final

from solterm.core.cards import DOWN, FULL_SUITS
from solterm.core.deals import reshuffle
from solterm.core.table import Table
from solterm.core.vocabulary.actions import DealRow, TurnStock
from solterm.core.vocabulary.policies import TURNS_UP
from solterm.solver.arrays import i64
from solterm.solver.builders.homeward import Homeward, Wants, safe_places
from solterm.solver.builders.kernel_layout import NOWHERE, Layout, State
from solterm.solver.builders.places import can_go_home_at_once
from solterm.solver.derived.likeness import alike_piles

CARD = [bytes([code]) for code in range(256)]
"""Each card as bytes."""
_SUITS = frozenset(map(bytes, FULL_SUITS))
_SEPARATOR = b"\xff"
_FACE_UP = bytes(code & ~DOWN for code in range(256))
_WITHOUT_SUIT = bytes(code & ~0x30 for code in range(256))

DST: Final = 6
COUNT: Final = 12
TURNED: Final = 20
TURNS: Final = 28
RANK: Final = 40
"""Where the fields of a move begin, above the place that it leaves (see ``pack``)."""
FIELD: Final = 63
NUMBER: Final = 255
"""The masks of a place and of a number."""
TALON: Final = 1 << 36
"""Marks moves that set how much of the talon is turned."""
WAITS: Final = 1 << 37
"""Marks moves that lay a card for the next move to cover (see ``waiting``)."""
ACT: Final = 63
"""The destination of a move by which the stock acts."""


def pack(src: i64, dst: i64, count: i64, turned: i64, turns: i64) -> i64:
    """Return a move as an integer: where from, where to, and how many cards.

    First the stock is turned so many times that the waste has ``turned`` cards. Higher bits, the
    rank, say how early to try a move.
    """
    return src | dst << DST | count << COUNT | turned << TURNED | turns << TURNS


class KernelPosition:
    """The position of one rule set, with its moves."""

    def __init__(
        self, layout: Layout, homeward: Homeward, is_blind: bool = False, is_bare: bool = False
    ) -> None:
        """Begin with an empty table.

        ``is_blind`` says that no rule looks at suits. If ``is_bare``, the moves are those of the
        rules, with no cut at all: a move for each table that one legal move leads to.
        """
        self._layout = layout
        self._homeward = homeward
        self._is_blind = is_blind
        self._is_bare = is_bare
        self.piles: list[bytes] = [b""] * len(layout.ids)
        self.passes = 0
        self.bridge = NOWHERE
        """The column of a bridge in progress (see ``waiting``)."""
        self._places: list[int] = []  # a log of replaced piles: their places,
        self._replaced: list[bytes] = []  # the piles,
        self._wants: Wants | None = None  # what the foundations take, if known
        self._counters: list[int] = []  # and for each move, the length of the log and the counters
        self._sent: list[int] = []  # the places that single cards left and went to without harm
        self._index = layout.index
        self._stock = layout.stock
        self._waste = layout.waste
        self._packet = layout.packet
        self._action = layout.action
        self._bases = layout.bases
        self._redeal = layout.redeal
        self._reshuffles = layout.reshuffle.times if layout.reshuffle else 0
        self._deal = b""
        """The number of the deal in digits, where it decides how columns are shuffled."""
        self._first_home = layout.home_span.start
        self._end_home = layout.home_span.stop
        self._columns = list(layout.columns)
        self._is_column = [name[0] == "t" for name in layout.ids]
        self._turns_up = [name[0] in TURNS_UP for name in layout.ids]
        self._cells = list(layout.cells)
        self._read_stock()
        self._read_cuts()
        self._read_key()

    def _read_stock(self) -> None:
        layout, action = self._layout, self._action
        self._refill = list(layout.refill)
        self._hides_trunk = layout.hides_trunk
        self._refills_waste = layout.waste in layout.refill
        self._filled_first = [place for place in layout.refill if place != layout.waste]
        self._is_row = isinstance(action, DealRow)
        piles = action.piles if isinstance(action, DealRow) else ()
        self._row = [self._index[name] for name in piles]
        self._slot = NOWHERE
        if action is not None and not isinstance(action, DealRow | TurnStock):
            self._slot = self._index[action.slot]
        self._passes = 0 if action is None or action.passes is None else action.passes
        """How many passes are allowed; 0: any number."""

    def _read_cuts(self) -> None:
        layout = self._layout
        is_bare = self._is_bare
        self._safe = [] if is_bare else list(safe_places(layout))
        self._has_places = not is_bare and can_go_home_at_once(layout)
        self._unsafe_until = 0 if self._homeward.is_eager else self._reshuffles
        """The number of reshuffles before which no card is safe, since each card changes them."""

    def _read_key(self) -> None:
        layout = self._layout
        columns = frozenset(layout.columns)
        self._in_order = layout.deals_on_columns
        self._alike = [(each[0], each[-1] + 1, each[0] in columns) for each in layout.alike]
        self._group_of = [NOWHERE] * len(layout.ids)
        for number, each in enumerate(layout.alike):
            for place in each:
                self._group_of[place] = number
        homes = [each for each in alike_piles(layout.game) if layout.ids[each[0]][0] == "f"]
        self._homes = homes if self._is_blind else []
        told = {place for each in (*layout.alike, *self._homes) for place in each}
        if self._homeward.in_suit:
            told |= set(layout.foundations)
        self._is_one_talon = layout.is_endless and not self._is_bare
        if self._is_one_talon:
            told |= {self._stock, self._waste}
        self._single = [place for place in range(len(layout.ids)) if place not in told]
        self._needed = layout.needed

    # -- positions -----------------------------------------------------------------------------

    def read(self, table: Table) -> None:
        """Go to the position of a table."""
        piles = [bytes(pile) for pile in table.piles]
        s = self._stock
        if s >= 0:
            piles[s] = bytes([card & ~DOWN for card in reversed(table.piles[s])])
        deal = b"%d" % table.deal if self._redeal >= 0 else b""
        self.load((*piles, CARD[table.passes] + deal))

    def load(self, state: State) -> None:
        """Go to a state, and forget which moves led to the present position."""
        self.piles = list(state[:-1])
        counters = state[-1]
        self.passes = counters[0]
        self.bridge = NOWHERE
        if self._redeal >= 0:
            self._deal = counters[1:]
        elif len(counters) > 1:
            self.bridge = counters[1]
        self._wants = None
        self._places.clear()
        self._replaced.clear()
        self._counters.clear()

    def state(self) -> State:
        """Return the position as a state, which can be loaded again."""
        counters = CARD[self.passes] + self._deal
        if self.bridge >= 0:
            counters += CARD[self.bridge]
        return (*self.piles, counters)

    def is_won(self) -> bool:
        """Whether the object of the game is reached."""
        piles = self.piles
        home = 0
        if self._needed:
            for place in range(self._first_home, self._end_home):
                home += len(piles[place])
            return home == self._needed
        for place in self._columns:
            if piles[place] in _SUITS:
                home += 1
        return home == 4

    def key(self) -> bytes:
        """Return a key that is equal only for positions of which both can be won, or neither.

        Columns and cells of one group are interchangeable, but columns on which rows are dealt keep
        their order while there is a stock. If no rule looks at suits, the key tells neither suits
        nor foundations of one group apart. Cards on foundations that build up in suit follow from
        the others. With unlimited passes, all places of the talon between which turning leads are
        one: the beginning and the ends of whole packets. So the key has only the number of cards
        beyond a whole packet. If the waste fills columns automatically, that holds only while none
        is empty.
        """
        piles = self.piles
        if self._is_blind:
            piles = [pile.translate(_WITHOUT_SUIT) for pile in piles]
        parts: list[bytes] = []
        in_order = self._in_order and bool(piles[self._stock])
        for first, end, is_column in self._alike:
            alike = piles[first:end]
            if not (in_order and is_column):
                alike.sort()
            parts += alike
        for places in self._homes:
            alike = [piles[place] for place in places]
            alike.sort()
            parts += alike
        for place in self._single:
            parts.append(piles[place])
        passes = CARD[self.passes]
        parts.append(passes if self.bridge < 0 else passes + piles[self.bridge])
        if self._bases:
            parts.append(piles[self._first_home][:1])
        if self._is_one_talon:
            waste, rest = piles[self._waste], piles[self._stock]
            parts.append(waste + rest)
            turned = len(waste)
            if (self._refills_waste and self._has_space()) or (rest and turned % self._packet):
                parts.append(CARD[turned])
        return _SEPARATOR.join(parts)

    def _has_space(self) -> bool:
        return not all(self.piles[self._layout.column_span])

    def _are_alike(self, one: int, other: int) -> bool:
        if self._group_of[one] < 0 or self._group_of[one] != self._group_of[other]:
            return False
        return not (self._in_order and self._is_column[one] and self.piles[self._stock])

    # -- making moves --------------------------------------------------------------------------

    def make(self, move: int) -> None:
        """Make a move, and what follows by itself or without harm."""
        piles = self.piles
        self._counters.append(len(self._places) << 16 | self.passes << 8 | self.bridge + 1)
        self._sent.clear()
        src, dst = move & FIELD, move >> DST & FIELD
        if move & TALON:
            whole = piles[self._waste] + piles[self._stock]
            turned = move >> TURNED & NUMBER
            self._put(self._waste, whole[:turned])
            self._put(self._stock, whole[turned:])
        if dst == ACT:
            self._act()
        else:
            self._lay_on(src, dst, move >> COUNT & NUMBER)
            if move & WAITS:
                self.bridge = dst
                return
            self.bridge = NOWHERE
        if self._refill:
            self._fill()
        if self._safe and self.passes >= self._unsafe_until:
            self._send_home()

    def undo(self) -> None:
        """Undo the last move."""
        counters = self._counters.pop()
        self.bridge = (counters & 0xFF) - 1
        self.passes = counters >> 8 & 0xFF
        most = counters >> 16
        while len(self._places) > most:
            place = self._places.pop()
            self.piles[place] = self._replaced.pop()
            if self._first_home <= place < self._end_home:
                self._wants = None

    def _read_wants(self) -> Wants:
        if self._wants is None:
            homes = self.piles[self._first_home : self._end_home]
            self._wants = self._homeward.wants(tuple(homes))
        return self._wants

    def _put(self, place: int, pile: bytes) -> None:
        if self._first_home <= place < self._end_home:
            self._wants = None
        self._places.append(place)
        self._replaced.append(self.piles[place])
        self.piles[place] = pile

    def _send(self, src: int, dst: int) -> None:
        self._sent.append(src | dst << DST)
        self._lay_on(src, dst, 1)

    def _lay_on(self, src: int, dst: int, count: int) -> None:
        pile = self.piles[src]
        cut = len(pile) - count
        self._put(dst, self.piles[dst] + pile[cut:])
        rest = pile[:cut]
        if rest and rest[-1] & DOWN and self._turns_up[src]:
            rest = rest[:-1] + CARD[rest[-1] ^ DOWN]
        self._put(src, rest)

    def _act(self) -> None:
        piles = self.piles
        if self._redeal >= 0:
            self._reshuffle()
            return
        stock = piles[self._stock]
        if self._is_row:
            if stock:
                for number, place in enumerate(self._row[: len(stock)]):
                    self._put(place, piles[place] + stock[number : number + 1])
                self._put(self._stock, stock[len(self._row) :])
                return
            for place in self._row:
                stock += piles[place]
                self._put(place, b"")
        else:
            w, h = self._waste, self._slot
            if h >= 0 and piles[h]:
                self._put(w, piles[w] + piles[h])
                self._put(h, b"")
            if stock:
                to = w if h < 0 else h
                many = self._packet if h < 0 else 1
                self._put(to, piles[to] + stock[:many])
                self._put(self._stock, stock[many:])
                return
            stock = piles[w]
            self._put(w, b"")
        self._put(self._stock, stock)
        if self._passes:
            self.passes += 1

    def _reshuffle(self) -> None:
        assert self._layout.reshuffle
        size = self._layout.reshuffle.stack
        gathered = sorted(b"".join([self.piles[place] for place in self._columns]))
        self.passes += 1
        order = bytes(reshuffle(gathered, int(self._deal), self.passes))
        for number, place in enumerate(self._columns):
            self._put(place, order[number * size : (number + 1) * size])

    def _fill(self) -> None:
        piles = self.piles
        for place in self._columns:
            if not piles[place]:
                for source in self._refill:
                    if not piles[source]:
                        continue
                    if source == self._stock:
                        self._put(place, piles[source][:1])
                        self._put(source, piles[source][1:])
                    elif self._hides_trunk:
                        self._take_hidden(source, place)
                    else:
                        self._lay_on(source, place, 1)
                    break

    def _take_hidden(self, trunk: int, place: int) -> None:
        pile = self.piles[trunk]
        rest = pile[:-1]
        self._put(place, CARD[pile[-1] & ~DOWN])
        self._put(trunk, rest if len(rest) > 1 else rest.translate(_FACE_UP))

    def _send_home(self) -> None:
        piles = self.piles
        again = True
        while again:
            again = False
            wants = self._read_wants()
            safe = wants.safe
            if not (safe or self._has_places):
                return
            for place in self._safe:
                pile = piles[place]
                if not pile:
                    continue
                card = pile[-1]
                if card & DOWN:
                    continue
                if not safe >> card & 1 and not (
                    self._has_places and self._is_column[place] and wants.wanted >> card & 1
                ):
                    continue
                if self._refill and len(pile) == 1 and self._is_column[place]:
                    continue  # the card that fills the space might better wait
                self._send(place, wants.takers[card][0])
                again = True
                break

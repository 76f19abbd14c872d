"""A position of a game of building, in which moves are made and undone in place.

A position is a list of piles (see ``pile_tree``), and the number of passes. A move is an integer
(see ``pack``). Making a move replaces a few piles and logs what they were, so that undoing it puts
these back.

The stock lies face up in the order in which it is turned, so the waste and the stock after it are
one row of cards: the talon.
"""

from typing import Final

from solterm.core.cards import DOWN, FULL_SUITS
from solterm.core.deals import reshuffle
from solterm.core.table import Table
from solterm.core.vocabulary.actions import DealRow, Regather, Reshuffle, Rotate, TurnStock
from solterm.core.vocabulary.policies import TURNS_UP, Lift
from solterm.solver.arrays import i64, vec
from solterm.solver.builders.homeward import Homeward, Wants, safe_places
from solterm.solver.builders.kernel_layout import (
    ACT,
    COUNT,
    DRAWS,
    DST,
    ENDLESS,
    FIELD,
    NOWHERE,
    NUMBER,
    TALON,
    TURNED,
    Layout,
)
from solterm.solver.builders.pile_tree import CARD, Pile, PileTree, State
from solterm.solver.derived.likeness import alike_piles

_SUITS: Final = frozenset(map(bytes, FULL_SUITS))
_NUMBERS: Final = PileTree(Lift.NONE, (), is_blind=False, is_told=True)
_PASSES: Final = [_NUMBERS.find(each) for each in CARD]
_PLACES: Final = [_NUMBERS.find(b"place" + each) for each in CARD]
_BASES: Final = [_NUMBERS.find(b"base" + each) for each in CARD]
_TURNED: Final = [_NUMBERS.find(b"turned" + each) for each in CARD]
"""Piles that stand for numbers in states and keys."""
_FACE_UP: Final = bytes(code & ~DOWN for code in range(256))


class KernelPosition:
    """The position of one rule set, with its moves.

    If the layout is bare, the moves are those of the rules, with no cut at all: a move for each
    table that one legal move leads to.
    """

    def __init__(self, layout: Layout, homeward: Homeward) -> None:
        """Begin with an empty table."""
        self._layout = layout
        self._homeward = homeward
        self._is_bare = layout.is_bare
        self._empty = layout.empty
        self.piles = self._empty[:]
        self._state: State = ()
        """The present position, if it is known as a state."""
        self.passes = 0
        self.spent = 0
        """Whether the one draw of the game is used up."""
        self._places: list[int] = []  # a log of replaced piles: their places,
        self._replaced: list[Pile] = []  # the piles,
        self._wants: Wants | None = None  # what the foundations take, if known,
        self._wanted: list[Wants | None] = []  # and before each move,
        self._counters: list[int] = []  # and for each move, the length of the log and the counters
        self._sent: list[int] = []  # the places that single cards left and went to without harm
        self._index = layout.index
        self._stock = layout.stock
        self._waste = layout.waste
        self._packet = layout.packet
        self._action = layout.action
        self._bases = layout.bases
        self._redeal = layout.redeal
        self._redeals = layout.redeals
        self._redealing = layout.redealing
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
        self._depth = layout.depth
        self._safe = [] if self._is_bare else list(safe_places(layout))
        self._unsafe_until = 0 if self._homeward.is_eager else self._redeals
        """The number of redeals before which no card is safe, since each card changes them."""

    def _read_key(self) -> None:
        layout = self._layout
        self._is_settled = layout.is_settled
        self._wholes = PileTree(Lift.NONE, (), layout.is_blind, is_told=True)
        """The tree of the cards of waste and stock."""
        piles = map(tuple, alike_piles(layout.game) if layout.is_blind else ())
        homes: list[tuple[int, ...]] = [each for each in piles if layout.ids[each[0]][0] == "f"]
        self._group_of = [NOWHERE] * len(layout.ids)
        for each in layout.alike:
            for place in each:
                self._group_of[place] = each[0]
        likes = list(range(len(layout.ids)))
        for each in [*layout.alike, *homes]:
            for place in each:
                likes[place] = each[0]
        told = list(range(len(layout.ids)))
        if self._homeward.in_suit:
            told = [place for place in told if place not in layout.foundations]
        if self._is_settled:
            told = [place for place in told if place not in (self._stock, self._waste)]
        self._last_waste = self._last_stock = self._whole = self._wholes.find(b"")
        """The waste and stock of the last key, and their cards in one row."""
        self.one: i64 = 0
        self.other: i64 = 0
        """The halves of the last key."""
        self._told = vec[i64](told)
        """The places that the key has, and"""
        self._signs = vec[i64]([_PLACES[likes[place]].one for place in told])
        """a number for each group of them."""
        self._signs_in_order = self._signs
        """The same while no columns may be exchanged."""
        keeps_order = layout.deals_on_columns or isinstance(layout.redealing, Regather)
        if keeps_order:
            each_own = [p if self._is_column[p] else likes[p] for p in told]
            self._signs_in_order = vec[i64]([_PLACES[each].one for each in each_own])
        self._in_order = keeps_order
        self._needed = layout.needed

    # -- positions -----------------------------------------------------------------------------

    def read(self, table: Table) -> None:
        """Go to the position of a table."""
        piles = [bytes(pile) for pile in table.piles]
        s = self._stock
        if s >= 0:
            piles[s] = piles[s][::-1].translate(_FACE_UP)
        deal = b"%d" % table.deal if isinstance(self._redealing, Reshuffle) else b""
        counters = _NUMBERS.find(bytes([table.passes, table.spent]) + deal)
        found = [empty.swap(pile) for empty, pile in zip(self._empty, piles, strict=True)]
        self.load((*found, counters))

    def load(self, state: State) -> None:
        """Go to a state, and forget which moves led to the present position."""
        if state is not self._state:
            self._state = state
            self.piles = list(state[:-1])
            counters = state[-1].cards
            self.passes, self.spent, self._deal = counters[0], counters[1], counters[2:]
            self._wants = None
        self._wanted.clear()
        self._places.clear()
        self._replaced.clear()
        self._counters.clear()

    def state(self) -> State:
        """Return the position as a state, which can be loaded again."""
        if not self._state:
            counters = CARD[self.passes] + CARD[self.spent] + self._deal
            self._state = (*self.piles, _NUMBERS.find(counters))
        return self._state

    def is_won(self) -> bool:
        """Whether the object of the game is reached."""
        piles = self.piles
        home: i64 = 0
        if self._needed:
            for place in range(self._first_home, self._end_home):
                home += piles[place].size
            return home == self._needed
        for place in self._columns:
            if piles[place].size == 13 and piles[place].cards in _SUITS:
                home += 1
        return home == 4

    def key(self) -> int:
        """Return a key that is equal only for positions of which both can be won, or neither."""
        self.read_key()
        first: int = self.one
        second: int = self.other
        return first << 63 | second

    def read_key(self) -> None:
        """Work out the two halves of the key.

        It adds up two numbers of 56 bits for each pile, which a hash function makes of its cards.
        The probability that the keys of two other positions are equal is about 2**-112.

        Columns and cells of one group are interchangeable, but columns on which rows are dealt keep
        their order while there is a stock. If no rule looks at suits, the key tells neither suits
        nor foundations of one group apart. Cards on foundations that build up in suit follow from
        the others. With unlimited passes, all places of the talon between which turning leads are
        one: the beginning and the ends of whole packets. So the key has only the number of cards
        beyond a whole packet. If the waste fills columns automatically, that holds only while none
        is empty.
        """
        piles, told, signs = self.piles, self._told, self._signs
        if self._keeps_order():
            signs = self._signs_in_order
        counter = _PASSES[self.passes | self.spent << 7]
        one: i64 = counter.one
        other: i64 = counter.other
        at: i64 = 0
        count: i64 = len(told)
        while at < count:
            pile = piles[told[at]]
            one += pile.one ^ signs[at]
            other += pile.other ^ signs[at]
            at += 1
        if self._bases and piles[self._first_home].size:
            base = _BASES[piles[self._first_home].cards[0]]
            one ^= base.one
            other ^= base.other
        if self._is_settled:
            waste, stock = piles[self._waste], piles[self._stock]
            if waste is not self._last_waste or stock is not self._last_stock:
                self._last_waste, self._last_stock = waste, stock
                self._whole = self._wholes.find(waste.cards + stock.cards)
            one += self._whole.one
            other += self._whole.other
            is_between = stock.size and waste.size % self._packet
            if is_between or (self._refills_waste and self._has_space()):
                turned = _TURNED[waste.size]
                one ^= turned.one
                other ^= turned.other
        self.one, self.other = one, other

    def _keeps_order(self) -> bool:
        """Whether the order of columns matters now."""
        if not self._in_order:
            return False
        return self.piles[self._stock].size > 0 if self._redeal < 0 else self.passes < self._redeals

    def _has_space(self) -> bool:
        return any(not self.piles[place].size for place in self._columns)

    def _are_alike(self, one: int, other: int) -> bool:
        if self._group_of[one] < 0 or self._group_of[one] != self._group_of[other]:
            return False
        return not (self._is_column[one] and self._keeps_order())

    # -- making moves --------------------------------------------------------------------------

    def make(self, move: i64) -> None:
        """Make a move, and what follows by itself or without harm."""
        if self._state:
            self._state = ()
        self._wanted.append(self._wants)
        self._counters.append(len(self._places) << 16 | self.spent << 8 | self.passes)
        self._sent.clear()
        src, dst = move & FIELD, move >> DST & FIELD
        if move & TALON:
            waste, stock = self.piles[self._waste], self.piles[self._stock]
            turned = move >> TURNED & NUMBER
            if turned != waste.size:
                whole = waste.cards + stock.cards
                self._put(self._waste, waste.swap(whole[:turned]))
                self._put(self._stock, stock.swap(whole[turned:]))
        if dst == ACT:
            self._act()
        elif move & DRAWS:
            self._draw(src, dst, move >> COUNT & NUMBER)
        else:
            self._lay_on(src, dst, move >> COUNT & NUMBER)
        if self._refill:
            self._fill()
        if self._safe and self.passes >= self._unsafe_until and (self.spent or not self._depth):
            self._send_home()

    def undo(self) -> None:
        """Undo the last move."""
        if self._state:
            self._state = ()
        counters = self._counters.pop()
        self.passes = counters & 0xFF
        self.spent = counters >> 8 & 1
        most = counters >> 16
        while len(self._places) > most:
            place = self._places.pop()
            self.piles[place] = self._replaced.pop()
        self._wants = self._wanted.pop()

    def _read_wants(self) -> Wants:
        if self._wants is None:
            self._wants = self._homeward.wants(tuple(self.piles[self._first_home : self._end_home]))
        return self._wants

    def _put(self, place: int, pile: Pile) -> None:
        if self._first_home <= place < self._end_home:
            self._wants = None
        self._places.append(place)
        self._replaced.append(self.piles[place])
        self.piles[place] = pile

    def _send(self, src: int, dst: int) -> None:
        self._sent.append(src | dst << DST)
        self._lay_on(src, dst, 1)

    def _lay_on(self, src: int, dst: int, count: int) -> None:
        pile, to = self.piles[src], self.piles[dst]
        if count == 1:
            rest, to = pile.under(), to.lay(pile.end)
        else:
            cut = pile.size - count
            rest, to = pile.swap(pile.cards[:cut]), to.swap(to.cards + pile.cards[cut:])
        self._put(dst, to)
        if rest.end & DOWN and self._turns_up[src]:
            rest = rest.under().lay(rest.end ^ DOWN)
        self._put(src, rest)

    def _draw(self, src: int, dst: int, depth: int) -> None:
        pile = self.piles[src]
        at = pile.size - depth
        self._put(dst, self.piles[dst].lay(pile.cards[at]))
        self._put(src, pile.swap(pile.cards[:at] + pile.cards[at + 1 :]))
        self.spent = 1

    def _act(self) -> None:
        piles = self.piles
        if self._redeal >= 0:
            self._gather()
            return
        stock = piles[self._stock]
        if self._is_row:
            if stock.size:
                for number, place in enumerate(self._row[: stock.size]):
                    self._put(place, piles[place].lay(stock.cards[number]))
                self._put(self._stock, stock.swap(stock.cards[len(self._row) :]))
                return
            gathered = b"".join([piles[place].cards for place in self._row])
            for place in self._row:
                self._put(place, self._empty[place])
        else:
            w, h = self._waste, self._slot
            if h >= 0 and piles[h].size:
                self._put(w, piles[w].swap(piles[w].cards + piles[h].cards))
                self._put(h, self._empty[h])
            if stock.size:
                to = w if h < 0 else h
                many = self._packet if h < 0 else 1
                self._put(to, piles[to].swap(piles[to].cards + stock.cards[:many]))
                self._put(self._stock, stock.swap(stock.cards[many:]))
                return
            gathered = piles[w].cards
            self._put(w, self._empty[w])
        self._put(self._stock, stock.swap(gathered))
        if self._passes:
            self.passes += 1

    def _gather(self) -> None:
        """Gather the columns, and deal them again."""
        after = self._deal_again()
        self.passes += self._redeals != ENDLESS
        for place, pile in zip(self._columns, after, strict=True):
            self._put(place, self._empty[place].swap(pile))

    def _deal_again(self) -> list[bytes]:
        """Return the columns as they are after a redeal."""
        redealing, piles = self._redealing, [self.piles[place].cards for place in self._columns]
        if isinstance(redealing, Rotate):
            return [pile[1:] + pile[:1] for pile in piles]
        if isinstance(redealing, Regather):
            size, row = redealing.size, b"".join([pile[::-1] for pile in piles])
            return [row[at : at + size][::-1] for at in range(0, size * len(piles), size)]
        assert redealing
        size, gathered = redealing.stack, sorted(b"".join(piles))
        row = bytes(reshuffle(gathered, int(self._deal), self.passes + 1))
        return [row[at : at + size] for at in range(0, size * len(piles), size)]

    def _fill(self) -> None:
        piles = self.piles
        for place in self._columns:
            if not piles[place].size:
                for source in self._refill:
                    if not piles[source].size:
                        continue
                    if source == self._stock:
                        stock = piles[source]
                        self._put(place, piles[place].lay(stock.cards[0]))
                        self._put(source, stock.swap(stock.cards[1:]))
                    elif self._hides_trunk:
                        self._take_hidden(source, place)
                    else:
                        self._lay_on(source, place, 1)
                    break

    def _take_hidden(self, trunk: int, place: int) -> None:
        pile = self.piles[trunk]
        rest = pile.under()
        self._put(place, self.piles[place].lay(pile.end & ~DOWN))
        if rest.size == 1:
            rest = rest.under().lay(rest.end & ~DOWN)
        self._put(trunk, rest)

    def _send_home(self) -> None:
        piles = self.piles
        again = True
        while again:
            again = False
            wants = self._read_wants()
            safe = wants.safe
            if not safe:
                return
            for place in self._safe:
                pile = piles[place]
                card = pile.end
                if not card or card & DOWN or not safe >> card & 1:
                    continue
                if self._refill and pile.size == 1 and self._is_column[place]:
                    continue  # the card that fills the space might better wait
                self._send(place, wants.takers[card][0])
                again = True
                break

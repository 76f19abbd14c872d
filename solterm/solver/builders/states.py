"""Positions of the compact form: the piles of a table as bytes.

A state has the piles in the order of the game's ids. Its last part is the number of redeals, and
the place of a bridge in progress (see ``bridges``). The stock lies face up in the order in which it
is turned, so the waste and the stock after it are one row of cards: the talon.
"""

from collections.abc import Hashable

from solterm.core.cards import DOWN
from solterm.core.table import Table
from solterm.solver.builders.homeward import Homeward
from solterm.solver.builders.layout import Layout
from solterm.solver.derived.likeness import alike_piles

State = tuple[bytes, ...]
_SEPARATOR = b"\xff"
_WITHOUT_SUIT = bytes(code & ~0x30 for code in range(256))
CARD = [bytes([code]) for code in range(256)]
"""Each card as bytes."""


class States:
    """The states of one rule set: their tables, keys and reachable talons."""

    def __init__(self, layout: Layout, homeward: Homeward, is_blind: bool = False) -> None:
        """Prepare for a rule set; ``is_blind`` says that none of its rules looks at suits."""
        self._is_blind = is_blind
        self._layout = layout
        self.refills_waste = layout.waste in layout.refill
        """Whether the waste fills an empty column automatically."""
        self._stock = layout.stock
        self._waste = layout.waste
        self._packet = layout.packet
        self._is_endless = layout.is_endless
        self._in_order = layout.deals_on_columns
        columns = frozenset(layout.columns)
        self._alike = tuple((each[0], each[-1] + 1, each[0] in columns) for each in layout.alike)
        homes = [each for each in alike_piles(layout.game) if layout.ids[each[0]][0] == "f"]
        self._homes = tuple(map(tuple, homes)) if is_blind else ()
        implied = set(layout.foundations) if homeward.in_suit else set()
        if self._is_endless:
            implied |= {self._stock, self._waste}
        told = {place for each in (*layout.alike, *self._homes) for place in each} | implied
        self._single = tuple(p for p in range(len(layout.ids)) if p not in told)
        self._group_of = {place: each for each in layout.alike for place in each}
        self._columns = columns

    def of(self, table: Table) -> State:
        """Return the state of a table."""
        piles = [bytes(pile) for pile in table.piles]
        s = self._stock
        if s >= 0:
            piles[s] = bytes([card & ~DOWN for card in reversed(table.piles[s])])
        return (*piles, CARD[table.passes])

    def table(self, state: State) -> Table:
        """Return the table of a state."""
        piles = [tuple(pile) for pile in state[:-1]]
        s = self._stock
        if s >= 0:
            piles[s] = tuple([card | DOWN for card in reversed(state[s])])
        return Table(tuple(piles), state[-1][0])

    def key(self, state: State) -> Hashable:
        """Return a key that is equal only for states of which both can be won, or neither.

        Columns and cells of one group are interchangeable, but columns on which rows are dealt keep
        their order while there is a stock. If no rule looks at suits, the key tells neither suits
        nor foundations of one group apart. Cards on foundations that build up in suit follow from
        the others. With unlimited passes, all places of the talon between which turning leads are
        one: the beginning and the ends of whole packets. So the key has only the number of cards
        beyond a whole packet. If the waste fills columns automatically, that holds only while none
        is empty.
        """
        parts: list[bytes] = []
        if self._is_blind:
            state = (*[pile.translate(_WITHOUT_SUIT) for pile in state[:-1]], state[-1])
        in_order = self._in_order and state[self._stock]
        for first, last, is_column in self._alike:
            piles = state[first:last]
            parts += piles if in_order and is_column else sorted(piles)
        for places in self._homes:
            parts += sorted([state[place] for place in places])
        for place in self._single:
            parts.append(state[place])
        counters = state[-1]
        parts.append(counters if len(counters) == 1 else counters[:1] + state[counters[1]])
        if self._is_endless:
            waste, rest = state[self._waste], state[self._stock]
            parts.append(waste + rest)
            turned = len(waste)
            if (self.refills_waste and self.has_space(state)) or (rest and turned % self._packet):
                parts.append(CARD[turned])
        return _SEPARATOR.join(parts)

    def has_space(self, state: State) -> bool:
        """Whether a column is empty."""
        return not all(state[self._layout.column_span])

    def are_alike(self, state: State, one: int, other: int) -> bool:
        """Whether two places are interchangeable."""
        group = self._group_of.get(one)
        if group is None or other not in group:
            return False
        return not (self._in_order and one in self._columns and state[self._stock])

    def may_settle(self, state: State) -> bool:
        """Whether turning the talon has no other effects."""
        return self._is_endless and not (self.refills_waste and self.has_space(state))

    def reachable(self, state: State) -> list[tuple[int, int]]:
        """Return the sizes of the waste that turning can reach, each with the number of turns.

        Only sizes with a top card count; if turning is a step by itself, only the present size.
        """
        turned, rest = len(state[self._waste]), len(state[self._stock])
        found = [(turned, 0)] if turned else []
        if not self.may_settle(state):
            return found
        whole, turns = turned + rest, 0
        met = {0, turned}
        for _ in range(2):
            while turned < whole:
                turned = min(turned + self._packet, whole)
                turns += 1
                if turned not in met:
                    met.add(turned)
                    found.append((turned, turns))
            turned = 0
            turns += 1
        return found

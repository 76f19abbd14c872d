"""Pyramids: positions as the cards left, and how much of the stock is turned.

No rule looks at suits, and the cards of stock and waste never change their order. So the cards
left, and the number turned, determine where each lies. A position is a mask of the cards left and
two small numbers, which makes it several times as fast as one of the general space.
"""

from collections.abc import Iterator
from itertools import combinations

from solterm.core.engines.pairing import Pairing
from solterm.core.groups import PairingGroup, list_pairs
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.search_space import SearchSpace
from solterm.core.table import Table
from solterm.core.vocabulary.actions import TurnToSlot
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.pairs import Pairs, Pyramid, Total, TurnPairing
from solterm.solver.declared import group_of, plays_as

Cards = tuple[int, ...]
"""The cards that a step removes, by their places in the mask, in the order of the move."""
_TURN: Cards = ()
_ORDER = 64
"""Bits for the mask of the cards left; enough for a double pyramid."""
_TURNED = 6
"""Bits for the number of cards turned."""
_LEFT = (1 << _ORDER) - 1


class PyramidPairs(SearchSpace[int, Cards]):
    """The positions of a pyramid whose cards go in twos that make a total, one integer each.

    From the low end it has the mask of the cards left, the number of cards turned, and the number
    of passes if these are limited. The places of the pyramid come first in the mask, then the cards
    of the waste, the turned card and the stock, in the order in which they are turned.
    """

    pace = 5

    def __init__(
        self, rules: Rules, pairs: Pairs, places: PairingGroup, passes: int | None
    ) -> None:
        self._place = rules.index
        self._total = pairs.fit.total if isinstance(pairs.fit, Total) else 0
        self._beneath = pairs.beneath
        self._slot = "h" in pairs.among
        self._passes = passes
        self._reach = places.reach
        self._size = places.count
        self._pyramid = (1 << places.count) - 1
        self._names = [f"t{number + 1}" for number in range(places.count)]
        over = [places.cover.over(n) if places.cover else () for n in range(places.count)]
        self._over = [sum(1 << each for each in covers) for covers in over]
        # With ``reach``, cards leave from under others, so those over them need not go first.
        self._cones = [0] * places.count if places.reach else _cones(over, pairs.beneath)

    @classmethod
    def of(cls, rules: Rules) -> "PyramidPairs | None":
        """Return the form of pyramids that are cleared with a stock turned card by card."""
        game, places = rules.game, group_of(rules.game, "t")
        stock, taken = group_of(game, "s"), list_pairs(game.groups)
        if not isinstance(places, PairingGroup) or stock is None or len(taken) != 1:
            return None
        pairs, turning = taken[0], stock.action
        if not isinstance(pairs.fit, Total):
            return None
        match turning:
            case TurnToSlot(passes=passes, waste="w"):
                kinds = "htw"
                turns_alike = turning == TurnToSlot(passes=passes)
            case TurnPairing(passes=passes):
                kinds = "tw"
                turns_alike = turning == TurnPairing(passes=passes, fit=pairs.fit)
            case _:
                return None
        known = (
            plays_as(rules, Pairing, "ds" + kinds, Gathered(game.in_play, "d"))
            and turns_alike
            and stock == PairingGroup("s", action=turning)
            and group_of(game, "d") == PairingGroup("d", pairs=(pairs,))
            and all(group_of(game, kind) == PairingGroup(kind) for kind in kinds if kind in "hw")
            and isinstance(places.cover, Pyramid)
            and places == PairingGroup("t", places.count, cover=places.cover, reach=places.reach)
            and pairs == Pairs(pairs.fit, among=pairs.among, beneath=pairs.beneath)
            and sorted(pairs.among) == sorted(kinds)
        )
        return cls(rules, pairs, places, passes) if known else None

    # -- positions -------------------------------------------------------------------------

    def start(self, table: Table) -> int:
        piles = [table.piles[self._place[name]] for name in self._names]
        places = [pile[-1] & 15 if pile else 0 for pile in piles]
        waste = [card & 15 for card in table.piles[self._place["w"]]]
        if self._slot:
            turned = table.piles[self._place["h"]]
            waste.append(turned[-1] & 15 if turned else 0)
        stock = [card & 15 for card in reversed(table.piles[self._place["s"]])]
        self._ranks = places + waste + stock
        of_rank = [0] * (self._total + 16)
        for place, rank in enumerate(self._ranks):
            of_rank[rank] |= 1 << place
        of_rank[0] = 0
        self._partners = [of_rank[self._total - rank] if rank else 0 for rank in self._ranks]
        low = range(1, (self._total + 1) // 2)
        self._couples = [(of_rank[rank], of_rank[self._total - rank]) for rank in low]
        self._paired: list[dict[tuple[int, int], bool]] = [{} for _ in self._couples]
        self._seen: dict[int, tuple[int, tuple[tuple[Cards, int], ...]]] = {}
        left = sum(1 << place for place, rank in enumerate(self._ranks) if rank)
        passes = 0 if self._passes is None else table.passes
        return self._state(left, self._size + len(waste), passes)

    @staticmethod
    def _state(left: int, turned: int, passes: int) -> int:
        return (passes << _TURNED | turned) << _ORDER | left

    def _of(self, state: int) -> tuple[int, int, int, int, int]:
        """Return the mask of the cards left, the number turned, the passes, the turned card and
        waste.
        """
        left = state & _LEFT
        turned = state >> _ORDER & (1 << _TURNED) - 1
        waste = left & ~self._pyramid & (1 << turned) - 1
        slot = waste & 1 << turned - 1 if self._slot and turned > self._size else 0
        return left, turned, state >> _ORDER + _TURNED, slot, waste ^ slot

    def is_won(self, state: int) -> bool:
        return not state & _LEFT

    def ways(self, state: int) -> Iterator[tuple[Cards, int]]:
        """Yield the steps; only one of them if a card can go alone and does no good by staying.

        That applies to any such card in the pyramid: the cards under it can only gain, and it is no
        card's partner. It applies in waste and slot for the same reason, but not where the stock is
        turned onto the waste and pairs off with its top automatically.
        """
        left, turned, _, slot, waste = self._of(state)
        free, within = self._look(left & self._pyramid)
        tops = [each.bit_length() - 1 for each in (slot, waste) if each]
        for cards, taken in within[:1]:
            if len(cards) == 1:
                yield cards, state ^ taken
                return
        if self._slot:
            for top in tops:
                if self._ranks[top] == self._total:
                    yield (top,), state ^ 1 << top
                    return
        for cards, taken in within:
            yield cards, state ^ taken
        for top in tops:
            if self._ranks[top] == self._total:
                yield (top,), state ^ 1 << top
            partners = self._partners[top] & free
            while partners:
                partner = partners & -partners
                partners ^= partner
                yield (top, partner.bit_length() - 1), state ^ partner ^ 1 << top
        if len(tops) == 2 and self._partners[tops[0]] >> tops[1] & 1:
            yield (tops[0], tops[1]), state ^ 1 << tops[0] ^ 1 << tops[1]
        if stock := left >> turned:
            yield _TURN, self._turn(state, turned + (stock & -stock).bit_length(), waste)
        elif slot | waste and not self._is_last(state):
            passes = (state >> _ORDER + _TURNED) + (self._passes is not None)
            yield _TURN, self._state(left, self._size, passes)

    def _turn(self, state: int, turned: int, waste: int) -> int:
        left, card = state & _LEFT, turned - 1
        if not self._slot and waste:
            top = waste.bit_length() - 1
            if self._partners[card] >> top & 1:
                left ^= 1 << card | 1 << top
        return self._state(left, turned, state >> _ORDER + _TURNED)

    def _is_last(self, state: int) -> bool:
        return self._passes is not None and (state >> _ORDER + _TURNED) + 1 >= self._passes

    def _look(self, pyramid: int) -> tuple[int, tuple[tuple[Cards, int], ...]]:
        """Return the mask of the free cards of a pyramid, and the steps within it.

        A pyramid has few shapes, so this is cached.
        """
        if known := self._seen.get(pyramid):
            return known
        covers = [self._over[place] & pyramid for place in range(self._size)]
        there = [place for place in range(self._size) if pyramid >> place & 1]
        free = [place for place in there if covers[place].bit_count() <= self._reach]
        ways: list[tuple[Cards, int]] = [
            ((place,), 1 << place) for place in free if self._ranks[place] == self._total
        ]
        pairs = list(combinations(free, 2))
        if self._beneath:
            pairs += (
                (place, other)
                for place in free
                if not covers[place]
                for other in there
                if covers[other] == 1 << place and other not in free
            )
        ways += (
            ((one, other), 1 << one | 1 << other)
            for one, other in pairs
            if self._partners[one] >> other & 1
        )
        known = self._seen[pyramid] = sum(1 << place for place in free), tuple(ways)
        return known

    def moves(self, state: int, step: Cards) -> tuple[Move, ...]:
        if step == _TURN:
            return (Move("s"),)
        left, _, _, slot, _ = self._of(state)

        def order(place: int) -> tuple[bool, str, int]:
            if place >= self._size:
                return False, "h" if slot >> place & 1 else "w", 0
            return bool(self._over[place] & left), "t", place

        named = sorted(map(order, step))
        src, *dst = (self._names[place] if kind == "t" else kind for _, kind, place in named)
        return (Move(src, dst[0]) if dst else Move(src),)

    # -- estimates and proofs --------------------------------------------------------------

    def worth(self, state: int) -> float:
        """Favour fewer cards in the stock and, above all, in the waste.

        The pyramid shrinks with them, since most cards of the stock go with cards of the pyramid.
        """
        left, _, _, _, waste = self._of(state)
        return -1.0 * (left >> self._size).bit_count() - 3.0 * waste.bit_count()

    def is_dead(self, state: int) -> bool:
        """Whether the cards cannot be paired off in any order.

        Every card must go with one of the rank that completes the total. A card of the pyramid
        cannot go with a card over it, directly or not, since that must be gone before; except that
        a card right over it can be its partner where a card may go with the only one that covers
        it. Two cards of the waste that are never turned again cannot go together either, since the
        lower one is free only when the upper one is gone. The turned card can go with the top of
        the waste.
        """
        left, _, _, _, waste = self._of(state)
        stuck = waste if self._is_last(state) else 0
        for (low, high), known in zip(self._couples, self._paired, strict=True):
            if there := left & (low | high):
                question = there, there & stuck
                answer = known.get(question)
                if answer is None:
                    answer = known[question] = self._pair_off(there & low, there & high, stuck)
                if not answer:
                    return True
        return False

    def _pair_off(self, some: int, others: int, stuck: int) -> bool:
        if some.bit_count() != others.bit_count():
            return False
        if not some:
            return True
        first = some & -some
        place = first.bit_length() - 1
        partners = others & ~self._cones[place] if place < self._size else others
        if stuck & first:
            partners &= ~stuck
        while partners:
            partner = partners & -partners
            partners ^= partner
            if self._pair_off(some ^ first, others ^ partner, stuck):
                return True
        return False


def _cones(over: list[tuple[int, ...]], beneath: bool) -> list[int]:
    """Return for each place of a pyramid the places over it and under it, at any distance.

    With ``beneath``, those directly over and under it do not count.
    """
    above = [0] * len(over)
    for place in reversed(range(len(over))):
        for each in over[place]:
            above[place] |= 1 << each | above[each]
    cones = above[:]
    for place, mask in enumerate(above):
        for other in range(len(over)):
            if mask >> other & 1:
                cones[other] |= 1 << place
    if beneath:
        for place, covers in enumerate(over):
            for each in covers:
                cones[place] &= ~(1 << each)
                cones[each] &= ~(1 << place)
    return cones

"""The cards that foundations take, and those that can go home without harm."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from solterm.core import cards
from solterm.core.cards import CODES
from solterm.core.engines.masks import read_accepted, read_space
from solterm.core.groups import BuilderGroup
from solterm.core.vocabulary.actions import DealRow, TurnStock
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ChosenBase
from solterm.solver.arrays import i64
from solterm.solver.builders.kernel_layout import Layout
from solterm.solver.builders.pile_tree import State
from solterm.solver.cache import Cache

_PACK = cards.pack()


@dataclass
class Wants:
    """The cards that foundations take now."""

    wanted: i64
    """The mask of these cards."""
    takers: Mapping[int, tuple[int, ...]]
    """For each of them, the places that take it; of equal ones the first."""
    safe: i64
    """The mask of those that may go home at once without losing a win."""
    nearest: bytes
    """The wanted cards as a row of bytes, for looking them up in columns."""
    has_short_runs: bool
    """Whether no run can hold two cards of one rank and colour.

    Where building turns the corner, such a run passes every rank in both colours. So it can't once
    all cards of one rank and colour are home for good.
    """


class Homeward:
    """A cache of the cards that foundations take, by the piles on them."""

    def __init__(self, layout: Layout, is_eager: bool = False) -> None:
        """Prepare the cache; with ``is_eager``, every card counts as safe, which may lose a win."""
        game = layout.game
        self.is_eager = is_eager
        self._layout = layout
        self._game = game
        self._known = Cache[State, Wants](self._work_out)
        builds = [BuilderGroup.of(group).build for group in game.groups if group.kind == "f"]
        in_suit = all(
            build and build.steps == (1,) and build.match is Match.SUIT for build in builds
        )
        self.in_suit = in_suit and len(layout.foundations) == 4 * game.packs
        """Whether foundations build up in suit, one for each suit of each pack."""
        directions = {build.steps for build in builds if build and build.match is Match.SUIT}
        self.in_suit_both_ways = directions == {(1,), (-1,)} and None not in builds
        """Whether some foundations build up in suit, and the others down."""
        others = [BuilderGroup.of(group).build for group in game.groups if group.kind not in "fw"]
        takes = [0] * CODES
        for build in filter(None, others):
            for card in _PACK:
                takes[card] |= build.takes[card]
        self._covers = [[card for card in _PACK if mask >> card & 1] for mask in takes]
        """For each card, those that are ever laid on it."""
        columns = layout.column.build
        self._turns_corners = columns is not None and columns.wrap
        self._are_home_for_good = all(
            group.lift is Lift.NONE for group in game.groups if group.kind == "f"
        )

    def wants(self, piles: State) -> Wants:
        """Return the cards that foundations with these piles take."""
        return self._known[piles]

    def _work_out(self, homes: State) -> Wants:
        piles = tuple([pile.cards for pile in homes])
        whole = [b""] * len(self._layout.ids)  # only the foundations are filled
        whole[self._layout.home_span] = piles
        takers: dict[int, tuple[int, ...]] = {}
        for target in self._layout.homes:
            _, taking, spaces, opening, space, _ = read_accepted(target, whole, self._layout.index)
            if isinstance(space, ChosenBase):
                opening = read_space(space, whole, self._layout.index, "")
            for place, mask in (*taking, *((place, opening) for place in spaces)):
                while mask:
                    card = mask.bit_length() - 1
                    mask ^= 1 << card
                    takers[card] = (*takers.get(card, ()), place)
        safe = 0
        if self.is_eager:
            safe = cards.mask(takers)
        elif self.in_suit:
            lowest = self._lowest(piles)
            base = next((pile[0] & 15 for pile in piles if pile), 1)
            safe = cards.mask(card for card in takers if self._is_able(card, lowest, base))
        return Wants(cards.mask(takers), takers, safe, bytes(takers), self._has_short_runs(piles))

    def _has_short_runs(self, piles: tuple[bytes, ...]) -> bool:
        if not (self._turns_corners and self._are_home_for_good):
            return not self._turns_corners
        alike = Counter((cards.rank(card), cards.is_red(card)) for pile in piles for card in pile)
        return max(alike.values(), default=0) == 2 * self._game.packs

    def _lowest(self, piles: tuple[bytes, ...]) -> tuple[int, ...]:
        """Return the size of the least advanced foundation of each suit."""
        heights: list[list[int]] = [[] for _ in range(4)]
        for pile in piles:
            if pile:
                heights[pile[0] >> 4].append(len(pile))
        return tuple(min(each) if len(each) == self._game.packs else 0 for each in heights)

    def _is_able(
        self, card: int, lowest: tuple[int, ...], base: int, beneath: tuple[int, ...] = ()
    ) -> bool:
        """Whether a card can go home as soon as it is free, without any other needing it.

        It is home already, or is next on every foundation of its suit that lacks it, and every card
        that fits on it is able in the same sense. Those cards can then go home instead of onto it.
        So a winning line that leaves the card in place, or puts others on it, can be changed into
        one that does not, card by card from the last one. Where columns build both ways, two cards
        may fit on each other; then neither is able, since the proof would go round in a circle.
        """
        height = (card & 15) - base
        if height < 0:
            height += 13
        least = lowest[card >> 4]
        if least > height:
            return True
        if least < height or card in beneath:
            return False
        beneath = (*beneath, card)
        return all(self._is_able(each, lowest, base, beneath) for each in self._covers[card])


def safe_places(layout: Layout) -> tuple[int, ...]:
    """Return the places from which safe cards go home at once.

    They exclude columns that only move whole if a stock is dealt on them, since these move worse
    for a card they need not have taken. They exclude a waste that is turned in packets or dealt
    again in rows, where each card that leaves changes the order of the rest.
    """
    action = layout.action
    dealt_on: tuple[str, ...] = ()
    packets = False
    if isinstance(action, DealRow):
        dealt_on = action.piles
        packets = action.passes > 1
    elif isinstance(action, TurnStock):
        packets = action.count > 1
    places = []
    for place in layout.to_foundations:
        name = layout.ids[place]
        moves_whole = layout.game.group(name).lift in (Lift.WHOLE, Lift.CHAIN)
        is_shifted = packets and (name[0] == "w" or name in dealt_on)
        if not is_shifted and not (moves_whole and name in dealt_on):
            places.append(place)
    return tuple(places)

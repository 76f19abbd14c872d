"""Courts: cards wait in places, leave in couples of one suit, and foundations build in suit.

Each card waits for one event alone, and whatever lies in a place can be had: so a position is the
cards that wait, in any order, and waste and stock, in theirs.
"""

from collections.abc import Iterator
from typing import NamedTuple

from solterm.core import cards
from solterm.core.engines.pairing import Pairing
from solterm.core.game import Group
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.values import replace
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.consequences import CourtLeaves
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.pairs import Couple, Pairs
from solterm.core.vocabulary.policies import Lift, TurnStock
from solterm.core.vocabulary.spaces import ByPair, FirstFrom
from solterm.solver.declared import draws_under, group_of, kinds_of, plays_as
from solterm.solver.space import Space

_OPENING = Pairs(Couple((cards.JACK, cards.ACE)), among="tw", to="f")
_ROYAL = Pairs(Couple((cards.KING, cards.QUEEN)), among="tw")
_SHUT = ByPair(0, "")
_GROUPS = {
    "w": Group("w", lift=Lift.TOP, to="f", to_spaces="t"),
    "t": Group("t", lift=Lift.TOP, to="f", space=FirstFrom(("w",), ("waste",))),
    "f": Group("f", build=Build((-1,), Match.SUIT), space=_SHUT, capacity=cards.JACK),
    "d": Group("d"),
}
"""What is expected of the piles, for one of each kind."""
_NOBODY = 0
"""What lies in an empty place."""
_PAIRED = tuple(
    (cards.card(one, suit), cards.card(other, suit))
    for one, other in ((cards.JACK, cards.ACE), (cards.KING, cards.QUEEN))
    for suit in range(4)
)
_ROYALS = bytes(cards.card(rank, suit) for rank in (cards.QUEEN, cards.KING) for suit in range(4))


def _is_as_expected(group: Group | None, kind: str) -> bool:
    return group is not None and replace(group, count=1) == _GROUPS[kind]


class Court(NamedTuple):
    """A position."""

    places: bytes
    """The card of each place."""
    waste: bytes
    stock: bytes
    """The next card to be turned is the last."""
    passes: int
    """How often the waste was turned over."""
    homes: bytes
    """The card that lies on each foundation that is open."""
    is_settled: bool = True
    """Has all left that can?"""


_SETTLE, _SEAT, _TURN = range(3)
"""The ways on: all leave that can, the top of the waste gets a place, the stock is turned."""


class Courts(Space[Court, int]):
    """The positions of a court. A way turns the stock, or lays the top of the waste in a place.

    Cards that can leave do so at once. Each has one partner or one foundation to go to, and no
    other card is ever laid on it: so whoever wins while it stays wins as well when it is gone, by
    the same moves but its own. What it lay on is free the sooner, and places are.
    """

    def __init__(self, rules: Rules, places: int, passes: int) -> None:
        self._place = rules.index
        self._names = tuple(f"t{number}" for number in range(1, places + 1))
        self._passes = passes

    @classmethod
    def of(cls, rules: Rules) -> "Courts | None":
        """The form of games in which couples of a suit are led in, and Jacks open foundations."""
        game = rules.game
        stock, places = group_of(game, "s"), group_of(game, "t")
        action = stock.action if stock else None
        known = (
            plays_as(rules, Pairing)
            and kinds_of(game) == "dfstw"
            and game.packs == 1
            and isinstance(action, TurnStock)
            and stock == Group("s", action=TurnStock(1, passes=action.passes))
            and all(_is_as_expected(group_of(game, kind), kind) for kind in _GROUPS)
            and game.pairs == (_OPENING, _ROYAL)
            and game.consequences == (CourtLeaves(cards.JACK),)
            and rules.goal == Gathered(game.in_play, "fd")
            and not draws_under(game)
        )
        if not known or not places or not isinstance(action, TurnStock) or not action.passes:
            return None
        return cls(rules, places.count, action.passes)

    def start(self, table: Table) -> Court:
        piles = [bytes(card & 63 for card in pile) for pile in table.piles]
        homes = [piles[self._place[f"f{number}"]] for number in range(1, 5)]
        places = [piles[self._place[name]] for name in self._names]
        return Court(
            bytes(pile[-1] if pile else _NOBODY for pile in places),
            piles[self._place["w"]],
            piles[self._place["s"]],
            table.passes,
            bytes(pile[-1] for pile in homes if pile),
            is_settled=False,
        )

    def key(self, state: Court) -> tuple[object, ...]:
        """It is all one which place has what; what is home follows from what is not."""
        places = bytes(sorted(state.places))
        return places, state.waste, len(state.stock), state.passes, state.is_settled

    def is_won(self, state: Court) -> bool:
        waiting = state.places + state.waste + state.stock
        return not waiting.translate(None, _ROYALS + bytes((_NOBODY,)))

    def ways(self, state: Court) -> Iterator[tuple[int, Court]]:
        if self.is_won(state):
            return  # whoever is left goes by itself
        for way in (_SEAT, _TURN) if state.is_settled else (_SETTLE,):
            if after := self._make(state, way, []):
                yield way, after

    def moves(self, state: Court, step: int) -> tuple[Move, ...]:
        log: list[Move] = []
        self._make(state, step, log)
        return tuple(log)

    def _make(self, state: Court, way: int, log: list[Move]) -> Court | None:
        """The position a way leads to; None where there is no such way. Its moves are logged."""
        hall = _Hall(self._names, state, log)
        if way == _SETTLE:
            return hall.position(state.stock, state.passes)
        if way == _SEAT:
            if not hall.waste or _NOBODY not in hall.places:
                return None
            hall.seat()
            return hall.position(state.stock, state.passes)
        stock, passes = state.stock, state.passes
        if not stock:
            passes += 1
            if not hall.waste or passes >= self._passes:
                return None
            stock = bytes(reversed(hall.waste))
            hall.waste.clear()
            log.append(Move("s"))
        hall.turn(stock[-1])
        return hall.position(stock[:-1], passes)

    def is_dead(self, state: Court) -> bool:
        """Would the waste hold out even if every card of the stock were at hand?

        Only in the last pass. Suppose each card of the stock could leave at any time and needed no
        place. Whatever leaves in the real game has left by then in this one, and what has a place
        here has one there: so there are as many free places at least. In this game all goes by
        itself, since the top of the waste takes a place only when nothing can leave.
        """
        if state.passes + 1 < self._passes or not state.waste:
            return False
        hall = _Hall(self._names, state, [])
        hall.at_hand = set(state.stock)
        while True:
            hall.dismiss()
            if not hall.waste:
                return False
            if _NOBODY not in hall.places:
                return True
            hall.seat()

    def worth(self, state: Court) -> float:
        return -float(len(state.waste) + len(state.stock)) - 0.5 * len(
            state.places.replace(b"\0", b"")
        )


class _Hall:
    """A position that is being changed."""

    def __init__(self, names: tuple[str, ...], state: Court, log: list[Move]) -> None:
        self._names = names
        self._log = log
        self.places = bytearray(state.places)
        self.waste = bytearray(state.waste)
        self.homes = bytearray(state.homes)
        self.at_hand: set[int] = set()
        """Cards that can leave although they lie nowhere."""

    def turn(self, card: int) -> None:
        """Lay a card of the stock on the waste."""
        self.waste.append(card)
        self._log.append(Move("s"))

    def seat(self) -> None:
        """Lay the top of the waste in the first free place."""
        place = self.places.index(_NOBODY)
        self.places[place] = self.waste.pop()
        self._log.append(Move("w", self._names[place]))

    def position(self, stock: bytes, passes: int) -> Court:
        """The position once all has left that can."""
        self.dismiss()
        return Court(bytes(self.places), bytes(self.waste), stock, passes, bytes(self.homes))

    def dismiss(self) -> None:
        """Let cards leave until none can."""
        while leaving := self._find_leaving():
            src, *others = sorted([self._leave(card) for card in leaving], key=_order)
            card = leaving[0]
            if len(leaving) == 1:
                number = self.homes.index(card + 1)
                self.homes[number] = card
                self._log.append(Move(src, f"f{number + 1}"))
            else:
                self._log.append(Move(src, others[0]))
                if card & 15 == cards.JACK:
                    self.homes.append(card)

    def _find_leaving(self) -> tuple[int, ...]:
        """A card that can go home, or two that are a couple; empty where nothing can leave."""
        top = self.waste[-1] if self.waste else _NOBODY
        here = {top, *self.places, *self.at_hand}
        is_over = len(self.homes) == 4
        for home in self.homes:
            if home & 15 > 2:
                is_over = False
                if home - 1 in here:
                    return (home - 1,)
        if is_over:
            return ()  # whoever is left goes by itself
        for one, other in _PAIRED:
            if one in here and other in here:
                return one, other
        return ()

    def _leave(self, card: int) -> str:
        """Take a card from where it lies, and tell the pile."""
        if self.waste and self.waste[-1] == card:
            self.waste.pop()
            return "w"
        if card in self.at_hand:
            self.at_hand.remove(card)
            return ""
        place = self.places.index(card)
        self.places[place] = _NOBODY
        return self._names[place]


def _order(name: str) -> tuple[str, int]:
    """By the kind of a pile, then its number."""
    return name[:1], int(name[1:] or 0)

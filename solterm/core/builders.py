"""The builders: games in which cards are built on one another, Klondike's and Canfield's kin.

The engine compiles a declaration once into flat tuples. A table is then read as masks: each
pile's top says which cards it takes, and each card that may leave is tested against the union of
those masks first. That is what lets a hint or a solver look at many positions a second.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from solterm.core import cards
from solterm.core.cards import ALL, CODES, DOWN, Card
from solterm.core.game import Group
from solterm.core.move import Move
from solterm.core.policies import NOTHING, Action, Condition, Lift, Space, Turn
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table

if TYPE_CHECKING:
    from solterm.core.game import Game

TOP = Lift.TOP
TURNS_UP = frozenset("tr")
"""Kinds of piles whose face-down top turns up when it is uncovered (convention 3)."""
_TAKES_NOTHING = (0,) * CODES


class _Source(NamedTuple):
    """A pile cards may leave."""

    place: int
    kind: str
    lift: Lift
    run: tuple[int, ...]
    """For each card, the mask of those that continue a run on it (lifts RUN and CHAIN)."""
    routes: tuple[tuple[int, bool, bool], ...]
    """Where its cards may go: target number, whether only the end card may, and whether only to
    empty piles."""
    locked: Condition | None
    """While it holds, nothing leaves."""


class _Target(NamedTuple):
    """Piles of one group that take cards."""

    places: tuple[int, ...]
    takes: tuple[int, ...]
    """For each card, the mask of those that may be laid on it."""
    space: Space
    capacity: int
    """How many cards complete a pile, where the build itself does not stop; else 0."""
    alike: bool
    """Is it all one which of several equal piles takes a card (foundations)?"""


_Front = tuple[int, list[tuple[int, int]], list[int], int, Space]
"""What a target takes now: the mask of all, masks by place, empty places, their mask and policy."""


class Builders(Rules):
    """Rules for games of building."""

    family: ClassVar[str] = "builders"

    def __init__(self, game: "Game") -> None:
        super().__init__(game)
        self._group = tuple(game.group(name) for name in self.ids)
        self._actions: tuple[tuple[Action, Move], ...] = tuple(
            (group.action, Move(name))
            for name, group in zip(self.ids, self._group, strict=True)
            if group.action
        )
        receiving = [
            group
            for group in game.groups
            if not group.closed and (group.build or group.space is not NOTHING)
        ]
        self._targets = tuple(self._target(group) for group in receiving)
        self._sources = tuple(
            self._source(place, group, receiving)
            for place, group in enumerate(self._group)
            if group.lift is not Lift.NONE
        )
        self._foundations = tuple(p for p, group in enumerate(self._group) if group.kind == "f")
        self._moves = {source.place: self._moves_from(source) for source in self._sources}

    def _moves_from(self, source: _Source) -> tuple[tuple[Move, ...], ...]:
        """Every move a source can ever make, by the place it goes to and the cards less one."""
        most = [1] * len(self.ids)
        for number, single, _ in source.routes:
            for place in self._targets[number].places:
                most[place] = 1 if single or source.lift is TOP else 52 * self.game.packs
        src = self.ids[source.place]
        return tuple(
            tuple(Move(src, dst, cards) for cards in range(1, count + 1))
            for dst, count in zip(self.ids, most, strict=True)
        )

    def _target(self, group: Group) -> _Target:
        return _Target(
            tuple(place for place, each in enumerate(self._group) if each is group),
            group.build.takes if group.build else _TAKES_NOTHING,
            group.space,
            group.capacity if group.build and group.build.wrap else 0,
            group.kind == "f",
        )

    def _source(self, place: int, group: Group, receiving: list[Group]) -> _Source:
        routes = tuple(
            (number, target.kind == "f", kind not in group.to)
            for kind in dict.fromkeys(group.to + group.to_spaces)
            for number, target in enumerate(receiving)
            if target.kind == kind
        )
        sequence = group.run or group.build
        run = sequence.takes if sequence else _TAKES_NOTHING
        return _Source(place, group.kind, group.lift, run, routes, group.locked)

    # -- the four questions ----------------------------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        piles = table.piles
        for action, act in self._actions:
            if action.why_not(table, self.index) is None:
                yield act
        fronts = [self._front(target, piles) for target in self._targets]
        for place, kind, lift, run, routes, locked in self._sources:
            pile = piles[place]
            if not pile or pile[-1] & DOWN:
                continue
            if locked and locked.holds(piles, self.index):
                continue
            end = len(pile) - 1
            heads: tuple[int, ...] | None = None
            for number, single, to_spaces in routes:
                union, takers, spaces, opening, space = fronts[number]
                if not union:
                    continue
                if single or lift is TOP:
                    parts: tuple[int, ...] = (end,)
                else:
                    if heads is None:
                        heads = _heads(pile, end, lift, run)
                    parts = heads
                for head in parts:
                    card = pile[head]
                    if union >> card & 1:
                        moves = self._moves[place]
                        for to, mask in () if to_spaces else takers:
                            if mask >> card & 1 and to != place:
                                yield moves[to][end - head]
                        if spaces:
                            if space.by_source:
                                opening = space.mask(piles, self.index, kind)
                            if opening >> card & 1:
                                for to in spaces:
                                    yield moves[to][end - head]

        if self.game.draw > 1 and not (self.game.draws_once and table.stage):
            yield from self._draws(piles, fronts)

    def _draws(self, piles: tuple[Pile, ...], fronts: list[_Front]) -> Iterator[Move]:
        """Single cards from under the end cards of the tableau to where they fit."""
        for place, kind, _, _, routes, locked in self._sources:
            if kind != "t" or (locked and locked.holds(piles, self.index)):
                continue
            pile = piles[place]
            for at in range(2, min(self.game.draw, len(pile)) + 1):
                card = pile[-at]
                if card & DOWN:
                    break
                for number, _, to_spaces in routes:
                    _, takers, spaces, opening, _ = fronts[number]
                    places = [] if to_spaces else [to for to, mask in takers if mask >> card & 1]
                    if spaces and opening >> card & 1:
                        places += spaces
                    for to in places:
                        if to != place:
                            yield Move(self.ids[place], self.ids[to], at=at)

    def _front(self, target: _Target, piles: tuple[Pile, ...]) -> _Front:
        """What the piles of a target take: all in all, by place, and on its empty places."""
        places, takes, space, capacity, alike = target
        union = opening = 0
        takers: list[tuple[int, int]] = []
        spaces: list[int] = []
        for place in places:
            pile = piles[place]
            if pile:
                mask = takes[pile[-1]]
                if capacity and len(pile) >= capacity:
                    continue
                if alike and mask & union and any(piles[p] == pile for p, _ in takers):
                    continue
                takers.append((place, mask))
                union |= mask
            elif not (alike and spaces):
                spaces.append(place)
        if spaces:
            opening = ALL if space.by_source else space.mask(piles, self.index, "")
            union |= opening
        return union, takers, spaces, opening, space

    def make(self, table: Table, move: Move) -> Table:
        src, dst, count, at = move
        index = self.index
        if not dst:
            action = self._group[index[src]].action
            assert action is not None, f"{src} has no action"
            table = action.make(table, index)
            if not self.game.consequences:
                return table
            piles = list(table.piles)
            self._settle(piles)
            return table._replace(piles=tuple(piles))
        piles = list(table.piles)
        place = index[src]
        pile = piles[place]
        if at:
            piles[index[dst]] += (pile[-at],)
            rest = pile[:-at] + pile[len(pile) - at + 1 :]
        else:
            piles[index[dst]] += pile[-count:]
            rest = pile[:-count]
        if rest and rest[-1] & DOWN and src[0] in TURNS_UP:
            rest = (*rest[:-1], rest[-1] ^ DOWN)
        piles[place] = rest
        if self.game.consequences:
            self._settle(piles)
        stage = table.stage or int(bool(at) and self.game.draws_once)
        return Table(tuple(piles), table.passes, stage, table.deal)

    def _settle(self, piles: list[Pile]) -> None:
        """Let everything happen that happens by itself."""
        while any(each.settle(piles, self.index) for each in self.game.consequences):
            pass

    # -- what follows ----------------------------------------------------------------------

    def leads_on(self, table: Table, move: Move) -> bool:
        """Neither endless turning nor moving a whole column to an empty one leads on."""
        if not move.dst:
            return not self._endless(move)
        moved_whole = len(table.piles[self.index[move.src]]) == move.cards
        to_space = not table.piles[self.index[move.dst]] and move.src[0] == move.dst[0]
        return not (moved_whole and to_space)

    def _endless(self, move: Move) -> bool:
        action = self._group[self.index[move.src]].action
        return isinstance(action, Turn) and action.passes is None

    def turns(self, table: Table) -> Iterator[Table]:
        turn = next((act for _, act in self._actions if self._endless(act)), None)
        met = set()
        while table not in met:
            met.add(table)
            yield table
            if turn is None or turn not in self.legal_moves(table):
                return
            table = self.make(table, turn)

    def automatic(self, table: Table) -> Move | None:
        return next(
            (m for m in self.legal_moves(table) if m.dst[:1] == "f" and m.src[0] in "tr"), None
        )

    # -- the sentences ---------------------------------------------------------------------

    def nearest(self, table: Table, loose: Move, counted: bool) -> Move:
        move = super().nearest(table, loose, counted)
        if move.dst[:1] == "f" and (pile := table.piles[self.index[move.src]]):
            suit = cards.suit(pile[-1])
            begun = [p for p in self._foundations if table.piles[p]]
            same = [p for p in begun if cards.suit(table.piles[p][-1]) == suit]
            free = [p for p in self._foundations if not table.piles[p]]
            move = move._replace(dst=self.ids[(same or free or begun)[0]])
        elif move.dst and not counted:
            source = self._group[self.index[move.src]]
            pile = table.piles[self.index[move.src]]
            if source.lift is Lift.WHOLE and pile:
                move = move._replace(cards=_unit(pile))
        return move

    def explain(self, table: Table, move: Move) -> str:
        source = self._group[self.index[move.src]]
        pile = table.piles[self.index[move.src]]
        here = self.pile_name(move.src)
        if not move.dst:
            if source.action is None:
                return f"{here.capitalize()} does nothing by itself: say where its card goes."
            return source.action.why_not(table, self.index) or "That can be done now."
        there = self.pile_name(move.dst)
        if move.src == move.dst:
            return f"The cards of {here} are there already."
        if not pile:
            return f"There is no card on {here}."
        if source.lift is Lift.NONE:
            if source.action:
                return f"Cards of {here} are turned up before they are played."
            return f"A card that lies on {here} stays there."
        target = self._group[self.index[move.dst]]
        if target.kind not in source.to:
            return f"No card goes from {here} to {there}."
        if move.at:
            return "A covered card may not be taken out from under the others."
        return self._explain_lift(source, pile, target, move, here) or self._explain_place(
            table, source, target, pile[-move.cards], move.dst, there
        )

    def _explain_lift(
        self, source: Group, pile: Pile, target: Group, move: Move, here: str
    ) -> str | None:
        up = _unit(pile)
        if not 1 <= move.cards <= up:
            return f"{here.capitalize()} has {up} card{'s' * (up != 1)} face up."
        if target.kind == "f" and move.cards > 1:
            return "Cards go to a foundation one at a time."
        if target.kind == "f" or move.cards == 1 == up:
            return None
        if source.lift is Lift.WHOLE and move.cards != up:
            return f"All {up} face-up cards of {here} move together, from {_name(pile[-up])} on."
        if source.lift is Lift.TOP and move.cards > 1:
            return f"Only the end card of {here} moves."
        return None

    def _explain_place(
        self, table: Table, source: Group, target: Group, card: Card, dst: str, there: str
    ) -> str:
        pile = table.piles[self.index[dst]]
        if not pile:
            piles = table.piles
            if target.space.mask(piles, self.index, source.kind) >> card & 1:
                return f"{_name(card)} opens the first free foundation."
            allowed = target.space.words(piles, self.index)
            return f"{_name(card)} can't go there: {allowed} may fill an empty {target.name}."
        if target.capacity and len(pile) >= target.capacity:
            return f"{there.capitalize()} is complete."
        if target.build is None or pile[-1] & DOWN:
            return f"Nothing may be laid on {there}."
        reason = target.build.why_not(card, pile[-1])
        return f"{_name(card)} can't go on {_name(pile[-1])}: {reason}."

    def pile_name(self, name: str) -> str:
        """How a sentence calls a pile: "column 3", "the waste"."""
        group = self._group[self.index[name]]
        return f"{group.name} {name[1:]}" if name[1:] else f"the {group.name}"


def _name(card: Card) -> str:
    return cards.text(card & ~DOWN)


def _unit(pile: Pile) -> int:
    """How many cards at the end of a pile lie face up."""
    head = len(pile)
    while head and not pile[head - 1] & DOWN:
        head -= 1
    return len(pile) - head


def _heads(pile: Pile, end: int, lift: Lift, run: tuple[int, ...]) -> tuple[int, ...]:
    """The places in a pile, whose end card is face up, from which cards may be lifted."""
    head = end
    if lift is Lift.TOP:
        return (end,)
    if lift is Lift.WHOLE or lift is Lift.ANY:
        while head and not pile[head - 1] & DOWN:
            head -= 1
    else:
        while head and run[pile[head - 1]] >> pile[head] & 1:
            head -= 1
    if lift is Lift.WHOLE or lift is Lift.CHAIN:
        return (head,)
    return tuple(range(end, head - 1, -1))

"""The engine for games of pairing, in which cards leave two at a time: Pyramid and Monte Carlo.

It extends the builders' engine, which handles foundations, spaces and the stock. A pair is a move
between its two piles. Players may give it in either order; ``generate`` yields it once: the
uncovered card first, then the lower pile id (letters before numbers).
"""

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar, NamedTuple

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.declaration import Declaration
from solterm.core.engines.builders import Builders
from solterm.core.groups import Group, PairingGroup, list_pairs
from solterm.core.move import Move
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.pairs import Pairs
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import NOTHING
from solterm.core.words.describe import no_card, pile_name
from solterm.core.words.refusals import tell_covered


class _Spot(NamedTuple):
    """A card that may be part of a pair, and its surroundings."""

    place: int
    kind: str
    number: int
    """The number of its pile among those of its kind, from 0."""
    at: int
    """Its depth in the pile; 1 is the end card."""
    card: Card
    covers: int
    """How many cards cover it."""
    free: bool
    """Whether so few cards cover it that it is available."""


class _Pile(NamedTuple):
    place: int
    kind: str
    number: int
    over: tuple[int, ...]
    """The indices of the piles that cover it."""
    reach: int
    """How many cards may cover a card that is still available."""


class Pairing(Builders):
    """The rules of games of pairing."""

    engine_name: ClassVar[str] = "pairing"
    leaves_gaps: ClassVar[bool] = True
    group_type: ClassVar[type[Group]] = PairingGroup

    def __init__(self, game: Declaration) -> None:
        super().__init__(game)
        self._rules = list_pairs(game.groups)
        self._opening = list_pairs(group for group in game.groups if group.kind == "f")
        kinds = dict.fromkeys("".join(each.among for each in self._rules))
        self._beneath = any(each.beneath for each in self._rules)
        self._grid = game.grid if "g" in kinds else None
        self._alone = 0
        for each in self._rules:
            self._alone |= each.fit.alone
        self._of_kind = {
            kind: [place for name, place in self.index.items() if name[0] == kind] for kind in kinds
        }
        self._piles = {
            place: self._pile(place, kind, number)
            for kind in kinds
            for number, place in enumerate(self._of_kind[kind])
        }

    def _pile(self, place: int, kind: str, number: int) -> _Pile:
        group = PairingGroup.of(self._group[place])
        places = tuple(self.index[name] for name in self.game.over.get(self.ids[place], ()))
        return _Pile(place, kind, number, places, group.reach)

    # -- the moves -------------------------------------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        yield from super().generate(table)
        spots = list(self._spots(table.piles))
        for spot in spots:
            if spot.free and spot.at == 1 and self._alone >> spot.card & 1:
                yield Move(self.ids[spot.place])
        there, met = cards.mask(spot.card for spot in spots), set[Move]()
        for rule in self._rules:
            if self._is_open(rule, table):
                partners = rule.fit.partners
                fitting = [spot for spot in spots if partners[spot.card] & there]
                for one, other in combinations(fitting, 2):
                    fits = partners[one.card] >> other.card & 1
                    if fits and self._join(rule, table.piles, one, other):
                        move = self._move(one, other)
                        if move not in met:  # two 7s make 14 and are equal, too
                            met.add(move)
                            yield move

    def _is_open(self, rule: Pairs, table: Table) -> bool:
        return rule.when is None or rule.when.why_not(table, self.index) is None

    def _spots(self, piles: tuple[Pile, ...]) -> Iterator[_Spot]:
        """Yield the available cards, and those that may leave together with their only cover."""
        for place, kind, number, over, reach in self._piles.values():
            pile = piles[place]
            if not pile or pile[-1] & DOWN:
                continue
            covers = 0
            for each in over:
                if piles[each]:
                    covers += 1
            if covers <= reach or (self._beneath and covers == 1):
                yield _Spot(place, kind, number, 1, pile[-1], covers, covers <= reach)
            if reach and len(pile) > 1:
                yield _Spot(place, kind, number, 2, pile[-2] & ~DOWN, 1, True)

    def _join(self, rule: Pairs, piles: tuple[Pile, ...], one: _Spot, other: _Spot) -> bool:
        """Return whether two cards of fitting ranks may leave together from where they lie."""
        if not _come_from(rule, one.kind, other.kind):
            return False
        if not (one.free and other.free) and not (rule.beneath and self._lies_under(one, other)):
            return False
        if not rule.near:
            return True
        cells = [piles[place] for place in self._of_kind[one.kind]]
        grid = self._grid
        assert grid is not None, f"{self.game.id} has no grid"
        return any(near.joins(cells, grid, one.number, other.number) for near in rule.near)

    def _lies_under(self, one: _Spot, other: _Spot) -> bool:
        """Return whether one card is uncovered and is the only cover of the other."""
        if one.covers > other.covers:
            one, other = other, one
        return (one.covers, other.covers) == (0, 1) and one.place in self._piles[other.place].over

    def _move(self, one: _Spot, other: _Spot) -> Move:
        first, second = sorted((one, other), key=_rank)
        depth, target = (each.at if each.at > 1 else 0 for each in (first, second))
        return Move(self.ids[first.place], self.ids[second.place], 1, depth, target)

    def make(self, table: Table, move: Move) -> Table:
        if move.dst:
            if not self.is_pair(table, move):
                return super().make(table, move)
            named = self._spots_of(move)
        else:
            if self._group[self.index[move.src]].action:
                return super().make(table, move)
            named = [(self.index[move.src], 1)]
        taken = [table.piles[place][-depth] & ~DOWN for place, depth in named]
        piles = list(table.piles)
        for place, depth in sorted(named, key=lambda each: -each[1]):
            pile = piles[place]
            rest = pile[:-depth] + pile[len(pile) - depth + 1 :]
            if rest and rest[-1] & DOWN and self.ids[place][0] == "t":
                rest = (*rest[:-1], rest[-1] ^ DOWN)
            piles[place] = rest
        rule = self._rule(table, move) if move.dst else None
        if rule in self._opening:
            opened = next(place for place in self._foundations if not piles[place])
            piles[opened] = tuple(sorted(taken, key=cards.rank))
        else:
            piles[self.index["d"]] += tuple(taken)
        spent = int(bool(rule and rule.when and rule.when.spends))
        return self.settle(table._replace(piles=tuple(piles), spent=table.spent + spent))

    def is_pair(self, table: Table, move: Move) -> bool:
        """Return whether a legal move removes two cards, rather than laying one on a pile."""
        return bool(move.dst) and move.dst[0] != "f" and bool(table.piles[self.index[move.dst]])

    def _rule(self, table: Table, move: Move) -> Pairs | None:
        one, other = self._cards_of(table, move)
        for rule in self._rules:
            fits = rule.fit.fits(one, other) and _come_from(rule, move.src[0], move.dst[0])
            if fits and self._is_open(rule, table):
                return rule
        return None

    def _spots_of(self, move: Move) -> list[tuple[int, int]]:
        """Return the place and depth of both cards of a pair."""
        return [
            (self.index[move.src], move.depth or 1),
            (self.index[move.dst], move.target_depth or 1),
        ]

    def _cards_of(self, table: Table, move: Move) -> tuple[Card, Card]:
        one, other = (table.piles[place][-at] & ~DOWN for place, at in self._spots_of(move))
        return one, other

    # -- what follows ----------------------------------------------------------------------

    def makes_progress(self, table: Table, move: Move) -> bool:
        return self.is_pair(table, move) or super().makes_progress(table, move)

    def is_turn(self, move: Move) -> bool:
        action = self._group[self.index[move.src]].action
        return not move.dst and action is not None and action.is_turn

    def resolve(self, table: Table, text: str, known: Table | None = None) -> Move:
        move = super().resolve(table, text, known)
        back = move.turned_round
        legal = self.legal_moves(table)
        return back if move not in legal and back in legal else move

    # -- the sentences ---------------------------------------------------------------------

    @classmethod
    def move_words(cls, game: Declaration, table: Table, move: Move) -> str:
        piles = dict(zip(game.ids, table.piles, strict=True))
        action = game.group(move.src).action
        if action and not move.dst:
            index = game.index
            return "" if action.is_turn else action.name_deed(table, index)
        if move.dst[:1] == "f":
            return ""
        one = cards.text(piles[move.src][-(move.depth or 1)] & ~DOWN)
        if not move.dst:
            return f"{one} alone"
        onto = piles[move.dst]
        return f"{one} with {cards.text(onto[-(move.target_depth or 1)] & ~DOWN)}" if onto else ""

    def explain(self, table: Table, move: Move) -> str:
        src, dst = move.src, move.dst
        if not dst:
            return self._explain_alone(table, move)
        if dst[0] == "f":
            return super().explain(table, move)
        piles = table.piles
        target = piles[self.index[dst]]
        if move.target_depth and not target:
            return no_card(self.game, dst)
        takes = self._group[self.index[dst]].space != NOTHING
        unseen = self._group[self.index[src]].lift is Lift.NEXT
        if unseen or (not target and takes):
            return super().explain(table, move)
        if dst[0] == "d":
            return "Name the two cards of a pair instead of the discard pile."
        if src == dst and (move.depth or 1) == (move.target_depth or 1):
            return "A pair is two cards: name two piles."
        if 1 in (move.depth, move.target_depth):
            return "Name an end card by its pile alone."
        for name, depth in ((src, move.depth or 1), (dst, move.target_depth or 1)):
            if len(piles[self.index[name]]) < depth:
                if depth == 1:
                    return no_card(self.game, name)
                return f"There is no card so deep on {pile_name(self.game, name)}."
            if reason := self._explain_spot(table, name, depth):
                return reason
        if move.count != 1:
            return "Name a pair by its two piles, without a count."
        if (back := move.turned_round) in self.legal_moves(table):
            return f"That pair is written {back}."
        return self._explain_pair(table, move)

    def _explain_alone(self, table: Table, move: Move) -> str:
        src = move.src
        group, pile = self._group[self.index[src]], table.piles[self.index[src]]
        if group.action and not move.depth and move.count == 1:
            return group.action.why_not(table, self.index) or "That can be done now."
        if not pile:
            return no_card(self.game, src)
        if reason := self._explain_spot(table, src, 1):
            return reason
        if self._alone >> pile[-1] & 1:
            return f"{cards.text(pile[-1])} goes alone: name just its pile."
        return f"{cards.text(pile[-1])} does not go alone: name the card it goes with."

    def _explain_spot(self, table: Table, name: str, depth: int) -> str | None:
        place, kind = self.index[name], name[0]
        if place not in self._piles:
            if kind == "s" and isinstance(self._group[place].action, TurnStock):
                return "Turn up the cards of the stock before you play them."
            return f"No card leaves {pile_name(self.game, name)}."
        pile, each = table.piles[place], self._piles[place]
        if pile[-1] & DOWN:
            return f"Turn up the top card of {pile_name(self.game, name)} before you play it."
        if depth > 1:
            if depth == 2 and each.reach:
                return None
            return "You can't take a card out from under others."
        over = [table.piles[place][-1] for place in each.over if table.piles[place]]
        if len(over) <= each.reach or (self._beneath and len(over) == 1):
            return None
        return tell_covered(pile[-1], over)

    def _explain_pair(self, table: Table, move: Move) -> str:
        one, other = self._cards_of(table, move)
        names = f"{cards.text(one)} and {cards.text(other)}"
        fitting = [rule for rule in self._rules if rule.fit.fits(one, other)]
        if not fitting:
            reasons = dict.fromkeys(rule.fit.why_not(one, other) for rule in self._rules)
            every = f"only {' or '.join(rule.fit.words for rule in self._rules)} do"
            near = next((each for each in reasons if "suits differ" in each), None)
            vague = len(reasons) > 1 and any(each.startswith("only ") for each in reasons)
            best = near or (every if vague else ", and ".join(reasons))
            return f"{names} do not go together: {best}."
        rules = [rule for rule in fitting if _come_from(rule, move.src[0], move.dst[0])]
        if not rules:
            here, there = pile_name(self.game, move.src), pile_name(self.game, move.dst)
            return f"No card of {here} goes with one of {there}."
        rule = rules[-1]
        if rule.when and (reason := rule.when.why_not(table, self.index)):
            return reason
        spots = [each for each in self._spots(table.piles) if each.at == 1]
        for spot in spots:
            if self.ids[spot.place] in (move.src, move.dst) and not spot.free:
                return f"{cards.text(spot.card)} is covered."
        if rule.near:
            ways = " or ".join(near.words for near in rule.near)
            return f"{names} are too far apart: they must {ways}."
        return f"{names} go together; name them by their piles."


def _come_from(rule: Pairs, kind: str, other: str) -> bool:
    among = kind in rule.among and other in rule.among
    return among and (not rule.of or rule.of in (kind, other))


def _rank(spot: _Spot) -> tuple[int, bool, str, int]:
    """Sort key for naming a pair: first the card that needs its depth, then the uncovered one."""
    return -spot.at, spot.covers > 0, spot.kind, spot.number

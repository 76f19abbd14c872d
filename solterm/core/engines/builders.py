"""The engine for games of building: Klondike, Canfield, Free Cell, Spider and their relatives.

The engine compiles a declaration once into flat tuples. For each table it then computes one mask of
the cards that some pile accepts, and tests each movable card against that mask first. This lets
hints and the solver generate moves for many positions a second.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import ClassVar

from solterm.core import cards
from solterm.core.cards import ALL, DOWN, FULL_SUITS, Card
from solterm.core.declaration import Declaration
from solterm.core.engines.masks import (
    TAKES_NOTHING,
    Accepted,
    Route,
    Source,
    compile_piles,
    read_accepted,
)
from solterm.core.engines.sequences import carry, list_counts
from solterm.core.groups import BuilderGroup, CoverGroup, Group
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.actions import turn_up
from solterm.core.vocabulary.lifts import ONE_AT_A_TIME, heads, wanted_heads
from solterm.core.vocabulary.policies import TURNS_UP, Action, Lift
from solterm.core.words.refusals import explain, tell_covered, wanted_instead

TOP = Lift.TOP
_new = tuple.__new__
"""Makes a named tuple without calling the class's own, slower constructor."""


@cache
def _moves_between(src: str, dst: str, most: int) -> tuple[Move, ...]:
    """Return the moves of 1 to ``most`` cards between two piles; all games and levels share
    them."""
    return tuple(Move(src, dst, cards) for cards in range(1, most + 1))


class Builders(Rules):
    """The rules of games of building."""

    engine_name: ClassVar[str] = "builders"
    group_type: ClassVar[type[Group]] = BuilderGroup

    def __init__(self, game: Declaration) -> None:
        super().__init__(game)
        self._group = tuple(BuilderGroup.of(game.group(name)) for name in self.ids)
        self._actions: tuple[tuple[Action, Move], ...] = tuple(
            (group.action, Move(name))
            for name, group in zip(self.ids, self._group, strict=True)
            if group.action
        )
        self._in_order = any(action.in_order for action, _ in self._actions)
        self.targets, self.sources, self._reaches = compile_piles(game)
        self._looks_around = any(target.on_cards for target in self.targets)
        self._drawn = tuple(
            source for source in self.sources if self._group[source.places[0]].draws
        )
        self._unseen = tuple(source for source in self.sources if source.lift is Lift.NEXT)
        self._foundations = tuple(p for p, group in enumerate(self._group) if group.kind == "f")
        self._discard = next((group.kind for group in self._group if group.takes_suits), "")
        self._moves: list[tuple[tuple[Move, ...], ...]] = [()] * len(self.ids)

    def _moves_from(self, place: int) -> tuple[tuple[Move, ...], ...]:
        """Return every move a pile could ever make, indexed by destination and by card count less
        one.

        There are thousands, so they are made when the pile first has a legal move.
        """
        if not self._moves[place]:
            source = next(each for each in self.sources if place in each.places)
            self._moves[place] = self._make_moves(self.ids[place], source)
        return self._moves[place]

    def _make_moves(self, src: str, source: Source) -> tuple[tuple[Move, ...], ...]:
        most = [1] * len(self.ids)
        for number, single, _ in source.routes:
            for place in self.targets[number].places:
                most[place] = 1 if single or source.lift is TOP else 52 * self.game.packs
        return tuple(
            _moves_between(src, dst, count) for dst, count in zip(self.ids, most, strict=True)
        )

    # -- the moves -------------------------------------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        piles = table.piles
        if self._waits and self._waits.holds(piles, self.index):
            yield from self._to_foundations(piles)
            return
        for action, act in self._actions:
            if action.why_not(table, self.index) is None:
                yield act
        accepted = [read_accepted(target, piles, self.index) for target in self.targets]
        wanted = []
        for kind, targets in self._reaches:
            union = 0
            for target in targets:
                takes, _, spaces, opening, space, _ = accepted[target]
                union |= takes | opening
                if spaces and space.by_source:
                    union |= space.mask(piles, self.index, kind)
            wanted.append(union)
        for places, kind, lift, run, routes, locked, one, many in self.sources:
            singly, wanted_here = wanted[one], wanted[many]
            for place in places:
                pile = piles[place]
                if not pile:
                    continue
                card = pile[-1]
                if lift is TOP:
                    if not wanted_here >> card & 1:
                        continue
                    parts: Sequence[int] = (len(pile) - 1,)
                else:
                    if card & DOWN:
                        continue
                    parts = wanted_heads(pile, lift, run, wanted_here)
                    if not parts and not singly >> card & 1:
                        continue
                if locked and locked.holds(piles, self.index):
                    break
                yield from self._carry(piles, accepted, place, parts, kind, routes)
        if self._discard:
            yield from self._finished(piles)
        if self._unseen:
            yield from self._blindly(piles, accepted)
        if self._drawn:
            yield from self._draws(table, accepted)

    def _to_foundations(self, piles: tuple[Pile, ...]) -> Iterator[Move]:
        """Yield the moves of end cards to foundations, for games that wait for a base."""
        accepted = [read_accepted(target, piles, self.index) for target in self.targets]
        for places, kind, _, _, routes, _, _, _ in self.sources:
            home = tuple(route for route in routes if self.targets[route[0]].is_home)
            for place in places:
                if piles[place] and not piles[place][-1] & DOWN:
                    yield from self._carry(
                        piles, accepted, place, (len(piles[place]) - 1,), kind, home
                    )

    def _carry(
        self,
        piles: tuple[Pile, ...],
        accepted: list[Accepted],
        place: int,
        parts: Sequence[int],
        kind: str,
        routes: tuple[Route, ...],
    ) -> Iterator[Move]:
        """Yield the moves of a pile's end card and of the parts that may be lifted."""
        pile, moves = piles[place], self._moves[place] or self._moves_from(place)
        end = len(pile) - 1
        for number, single, goes_to_spaces in routes:
            union, takers, spaces, opening, space, room = accepted[number]
            for head in (end,) if single else parts:
                card = pile[head]
                if union >> card & 1 and not goes_to_spaces:
                    for to, mask in takers:
                        if mask >> card & 1 and to != place:
                            if room and len(piles[to]) + end - head >= room:
                                continue
                            yield moves[to][end - head]
                if spaces and not (room and end - head >= room):
                    if space.by_source:
                        opening = space.mask(piles, self.index, kind)
                    if opening >> card & 1:
                        for to in spaces:
                            yield moves[to][end - head]

    def _finished(self, piles: tuple[Pile, ...]) -> Iterator[Move]:
        """Yield the moves that discard a finished suit at the end of a column (will-o-wisp)."""
        for place, name in enumerate(self.ids):
            if self._discard in self._group[place].goes_to and piles[place][-13:] in FULL_SUITS:
                yield Move(name, self._discard, 13)

    def _blindly(self, piles: tuple[Pile, ...], accepted: list[Accepted]) -> Iterator[Move]:
        """Yield the moves of unseen cards from face-down piles to spaces that accept any card."""
        for source in self._unseen:
            for place in source.places:
                for number, _, _ in source.routes if piles[place] else ():
                    _, _, spaces, opening, _, _ = accepted[number]
                    for to in spaces if opening == ALL else ():
                        yield self._moves_from(place)[to][0]

    def _draws(self, table: Table, accepted: list[Accepted]) -> Iterator[Move]:
        """Single cards from under end cards to where they fit; what lies on them doesn't count."""
        piles = table.piles
        for places, kind, _, _, routes, locked, _, _ in self._drawn:
            if locked and locked.holds(piles, self.index):
                continue
            depth = self._group[places[0]].draw_depth(table)
            for place in places:
                pile = piles[place]
                if self._looks_around and len(pile) > 1:
                    others = (*piles[:place], (), *piles[place + 1 :])
                    accepted = [read_accepted(each, others, self.index) for each in self.targets]
                for at in range(2, min(depth, len(pile)) + 1):
                    if pile[-at] & DOWN:
                        break
                    for to in self._open_to(piles, accepted, kind, routes, pile[-at]):
                        if to != place:
                            yield Move(self.ids[place], self.ids[to], depth=at)

    def _open_to(
        self,
        piles: tuple[Pile, ...],
        accepted: list[Accepted],
        kind: str,
        routes: tuple[Route, ...],
        card: int,
    ) -> Iterator[int]:
        for number, _, goes_to_spaces in routes:
            _, takers, spaces, opening, space, _ = accepted[number]
            if not goes_to_spaces:
                yield from (to for to, mask in takers if mask >> card & 1)
            if spaces and space.by_source:
                opening = space.mask(piles, self.index, kind)
            if opening >> card & 1:
                yield from spaces

    def make(self, table: Table, move: Move) -> Table:
        src, dst, count, at, _ = move
        index = self.index
        if not dst:
            action = self._group[index[src]].action
            assert action is not None, f"{src} has no action"
            after = action.make(table, index)
            return self.settle(after) if self._consequences else after
        before, passes, spent, deal, duel = table
        piles = list(before)
        place = index[src]
        pile = piles[place]
        if at:
            piles[index[dst]] += (pile[-at],)
            rest = pile[:-at] + pile[len(pile) - at + 1 :]
        else:
            laid = pile[-count:]
            if laid[0] & DOWN:  # a card laid unseen
                laid = (laid[0] ^ DOWN,)
            piles[index[dst]] += laid
            rest = pile[:-count]
        if rest and rest[-1] & DOWN and src[0] in TURNS_UP:
            rest = (*rest[:-1], rest[-1] ^ DOWN)
        piles[place] = rest
        if self._consequences:
            self._settle(piles)
        if at > 1 and self._group[place].draw_once > 1:
            spent = spent or 1
        return _new(Table, (tuple(piles), passes, spent, deal, duel))

    # -- what follows ----------------------------------------------------------------------

    def makes_progress(self, table: Table, move: Move) -> bool:
        """Return whether a move makes progress.

        Turning an endless stock does not, nor does moving a whole column to an empty one, unless
        the order of the columns matters.
        """
        if not move.dst:
            return not self._endless(move)
        if move.src[0] == "h" and move.dst[0] == "w":
            return False  # the turned card comes no nearer to being played
        moved_whole = len(table.piles[self.index[move.src]]) == move.count
        to_space = not table.piles[self.index[move.dst]] and move.src[0] == move.dst[0]
        return self._in_order or not (moved_whole and to_space)

    def _endless(self, move: Move) -> bool:
        action = self._group[self.index[move.src]].action
        return action is not None and action.is_endless

    def go_through_stock(self, table: Table) -> Iterator[Table]:
        turn = next((act for _, act in self._actions if self._endless(act)), None)
        met = set()
        while table not in met:
            met.add(table)
            yield table
            if turn is None or turn not in self.legal_moves(table):
                return
            table = self.make(table, turn)

    def expand(self, table: Table, move: Move) -> tuple[Move, ...]:
        asked = move.count > 1 and move.dst[:1] == "t" and not (move.depth or move.target_depth)
        if not asked or move in self.legal_moves(table):
            return ()
        if not self._group[self.index[move.src]].sequences:
            return ()
        return carry(self, table, move)

    def list_runs(self, table: Table, pile: str) -> Iterator[Move]:
        group = self._group[self.index[pile]]
        if group.kind == "t" and group.sequences:
            cards = table.piles[self.index[pile]]
            columns = [name for name in self.ids if name[0] == "t" and name != pile]
            for count in list_counts(self.game, self.index, table, pile):
                for dst in columns:
                    if self._may_take(dst, table.piles[self.index[dst]], cards[-count]):
                        yield Move(pile, dst, count)

    def _may_take(self, column: str, pile: Pile, card: Card) -> bool:
        """Return False if a column surely does not take a card of another column."""
        group = self._group[self.index[column]]
        builds = [build for build in (group.build, group.builds_elsewhere) if build]
        return not pile or any(build.takes[pile[-1]] >> card & 1 for build in builds)

    def resolve(self, table: Table, text: str, known: Table | None = None) -> Move:
        move = super().resolve(table, text, known)
        if move.count > 1 and move.dst[:1] == "f" and self._sends_end(table, move):
            return super().resolve(table, text.rsplit(maxsplit=1)[0], known)
        return move

    def _sends_end(self, table: Table, move: Move) -> bool:
        source, pile = self._group[self.index[move.src]], table.piles[self.index[move.src]]
        if not (source.sends_end and source.build and pile) or move.depth or move.target_depth:
            return False
        end = len(pile) - 1
        return len(pile) - move.count in heads(pile, end, source.lift, source.build.takes)

    # -- the sentences ---------------------------------------------------------------------

    def nearest(self, table: Table, loose: Move, counted: bool) -> Move:
        move = super().nearest(table, loose, counted)
        if loose.dst == "f" and (pile := table.piles[self.index[move.src]]):
            card = pile[-min(move.depth or 1, len(pile))]
            if "f" not in self.index and wanted_instead(self.game, self.index, table, card):
                return loose
            suit = cards.suit(pile[-1])
            begun = [p for p in self._foundations if table.piles[p]]
            same = [p for p in begun if cards.suit(table.piles[p][-1]) == suit]
            free = [p for p in self._foundations if not table.piles[p]]
            move = move._replace(dst=self.ids[(same or free or begun)[0]])
        elif move.dst and not counted:
            source = self._group[self.index[move.src]]
            pile = table.piles[self.index[move.src]]
            single = move.depth or not pile or move.dst[0] in ONE_AT_A_TIME
            if source.lift in (Lift.WHOLE, Lift.CHAIN) and not single and not pile[-1] & DOWN:
                run = (source.run or source.build).takes if source.build else TAKES_NOTHING
                head = heads(pile, len(pile) - 1, source.lift, run)[0]
                move = move._replace(count=len(pile) - head)
        return move

    def explain(self, table: Table, move: Move) -> str:
        return explain(self.game, self.index, table, move)


class UpOrDown(Builders):
    """The rules of golf and its kin: all columns build up and down on foundations.

    The stock deals to the foundations, of which a game may have several (``DealRow``). Where piles
    cover each other, covered cards wait. Those face down turn up once they are free.
    """

    engine_name: ClassVar[str] = "sequence"
    plays_home: ClassVar[bool] = False
    group_type: ClassVar[type[Group]] = CoverGroup

    def __init__(self, game: Declaration) -> None:
        super().__init__(game)
        self._over = {
            self.index[name]: (
                tuple(self.index[each] for each in over),
                CoverGroup.of(game.group(name)).reach,
            )
            for name, over in game.over.items()
        }

    def _find_over(self, piles: Sequence[Pile], place: int) -> list[Card]:
        """Return the cards over a pile, if they are so many that it waits."""
        places, reach = self._over.get(place, ((), 0))
        over = [piles[each][-1] for each in places if piles[each]]
        return over if len(over) > reach else []

    def generate(self, table: Table) -> Iterator[Move]:
        moves = super().generate(table)
        if not self._over:
            return moves
        return (m for m in moves if not self._find_over(table.piles, self.index[m.src]))

    def make(self, table: Table, move: Move) -> Table:
        after = super().make(table, move)
        if not self._over:
            return after
        piles = list(after.piles)
        for place in self._over:
            if not self._find_over(piles, place):
                turn_up(piles, place)
        return after._replace(piles=tuple(piles))

    def explain(self, table: Table, move: Move) -> str:
        place = self.index[move.src]
        if table.piles[place] and (over := self._find_over(table.piles, place)):
            return tell_covered(table.piles[place][-1], over)
        return super().explain(table, move)


class Placing(Builders):
    """The rules of games in which each stock card waits on the pile where the player lays it."""

    engine_name: ClassVar[str] = "placing"

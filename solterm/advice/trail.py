"""The trail of a play: where a hint must not lead back to."""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise, takewhile

from solterm.core.cards import UNKNOWN, Card
from solterm.core.idle import is_dead
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.core.rules import Rules
from solterm.core.table import Table

ALL_SEEN = "Every move leads back to an earlier position."


class Trail:
    """The positions since a new card last showed, and what a hint would only undo."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self.recent: list[Table] = []
        """The positions since a new card showed: what was no use before may be now."""
        seen: set[Card] = set()
        for table in (*play.passed, play.table):
            if not seen.issuperset(shown := set(play.game.visible(table))):
                seen.update(shown)
                self.recent.clear()
            self.recent.append(table)
        self._met = {*self.recent}

    @cached_property
    def _likes(self) -> set[object]:
        return {_likeness(self._play.rules, table) for table in self.recent}

    def is_new(self, moves: Sequence[Move]) -> bool:
        """Return whether moves can be made and do not lead back.

        Turns of the stock bring up other cards until all have come up. Then a play must follow, and
        they are judged by it as they will be where it is made: else they could lead there for ever.
        """
        rules = self._play.rules
        if moves[0] not in rules.legal_moves(self._play.table):
            return False
        turns = len([*takewhile(rules.is_turn, moves)])
        if turns and not self.passes(moves[:1]):
            return True
        is_play = turns < len(moves)
        return is_play and not (self.passes(moves[:-1], turns) or self.leads_back(moves))

    def leads_back(self, moves: Sequence[Move]) -> bool:
        """Return whether moves lead to a position as good as an earlier one."""
        play, table = self._play, self._play.traced
        for move in moves:
            if play.rules.glimpse(table, move):
                return False
            table = play.rules.make(table, move)
        shows_new = not play.seen.issuperset(play.game.visible(table))
        return not shows_new and _likeness(play.rules, table) in self._likes

    def passes(self, moves: Sequence[Move], start: int = 0) -> bool:
        """Return whether a move, from ``start`` on, leads to exactly an earlier position."""
        rules, table = self._play.rules, self._play.traced
        for number, move in enumerate(moves):
            if rules.glimpse(table, move):
                return False
            table = rules.make(table, move)
            if number >= start and table in self._met:
                return True
        return False

    def puts_back(self, moves: Sequence[Move]) -> bool:
        """Return whether the first play lays a card where it lay since a card came home."""
        move = next((move for move in moves if not self._play.rules.is_turn(move)), moves[0])
        if move.dst[:1] != "t" or move.src[:1] != "t" or move.depth:
            return False
        index, piles = self._play.rules.index, self._play.table.piles
        on, moved = piles[index[move.dst]][-1:], piles[index[move.src]][-move.count]
        return (*on, moved) in self._parted

    @cached_property
    def _parted(self) -> set[tuple[Card, ...]]:
        """Return the pairs of cards that lay on each other in more columns than now.

        Twins may lie on each other elsewhere all the time. A single card lay at the bottom.
        """
        play = self._play
        home, now = play.rules.count_scored(play.table), _count_pairs(play.rules, play.table)
        parted = set[tuple[Card, ...]]()
        for earlier in reversed(self.recent):
            if play.rules.count_scored(earlier) < home:
                break
            lay = _count_pairs(play.rules, earlier)
            parted |= {pair for pair, count in lay.items() if count > now.get(pair, 0)}
        return parted

    def takes_on(self, move: Move) -> bool:
        """Return whether a move takes on cards that came with the move before; dealt ones may."""
        play, index = self._play, self._play.rules.index
        if not play.passed or move.src[:1] != "t" or move.dst[:1] != "t" or move.depth:
            return False
        before, now = play.passed[-1].piles, play.table.piles
        at = index[move.src]
        return now[at][: -move.count] == before[at] and any(
            len(now[index[name]]) < len(before[index[name]]) for name in index if name[0] == "t"
        )

    def ends_all(self, moves: Sequence[Move]) -> bool:
        """Return whether no useful move is left after some moves, for certain."""
        view = View.of(self._play)
        rules, table = view.rules, view.table
        for move in moves:
            if rules.glimpse(table, move):
                return False
            table = rules.make(table, move)
            if UNKNOWN in view.game.visible(table):
                return False
        return not rules.is_won(table) and is_dead(rules, table)

    def find_turns(self, leads_on: Callable[[Sequence[Move]], bool]) -> Sequence[Move]:
        """Return turns of the stock to a new position, or to a play that leads on."""
        rules, table = self._play.rules, self._play.table
        turns: list[Move] = []
        met = set[Table]()
        while table not in met:
            met.add(table)
            turn = next((move for move in rules.legal_moves(table) if rules.is_turn(move)), None)
            if turn is None:
                break
            turns.append(turn)
            shows = rules.glimpse(table, turn)
            table = rules.make(table, turn)
            if shows or table not in self._met:
                return turns
            for move in rules.legal_moves(table):
                way = [*turns, move]
                if not rules.is_turn(move) and move.src[:1] != "f" and leads_on(way):
                    return way
        return ()


def _count_pairs(rules: Rules, table: Table) -> dict[tuple[Card, ...], int]:
    """Return in how many columns two cards lie on each other, or a single one at the bottom."""
    pairs: dict[tuple[Card, ...], int] = {}
    for name, pile in zip(rules.ids, table.piles, strict=True):
        if name[0] == "t":
            for pair in (pile[:1], *pairwise(pile)):
                pairs[pair] = pairs.get(pair, 0) + 1
    return pairs


@lru_cache(2048)
def _likeness(rules: Rules, table: Table) -> object:
    """Return what equally good tables share.

    Neither how the stock is turned counts, nor the order of columns and cells.
    """
    turned = min(rules.go_through_stock(table))
    places = (name[0] if name[0] in "tr" else name for name in rules.ids)
    piles = sorted(zip(places, turned.piles, strict=True))
    return tuple(piles), turned.passes, turned.spent, turned.duel

"""The memory of searches: ways to win, lost positions, and the plan of the last hint.

A program has one ``Knowledge``, the only memory of its searches. Hints, the lamp, the way back and
the end page all ask it. It stores findings by position, so they outlast undo, a restart of the same
deal, and a change of level.

A way to win may depend on cards that the player has not seen. Hints follow it only where the player
knows all cards, or has asked for it. Hints know a loss once solterm has told the player.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

from solterm.advice import pipe
from solterm.advice.pipe import Judged, Traced
from solterm.core.move import Move
from solterm.core.play.events import is_played
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.core.rules import Rules
from solterm.core.table import Table

HOPELESS = "This deal can't be won at this level."
"""The sentence for a play none of whose positions could be won."""
_KEPT = 5000
"""The most positions to remember."""
_WIDER = frozenset(("x", "cheat", "level"))
"""The first words of the events after which a lost deal may still be won."""

Spot = tuple[Rules, Table]
"""A position, with the rules by which it is judged."""


class Asked(NamedTuple):
    """The position that a verdict is about."""

    rules: Rules
    table: Table
    armed: bool
    cheating: bool

    @classmethod
    def of(cls, play: Play) -> Self:
        return cls(play.rules, play.table, play.armed, play.cheating)

    @property
    def waits(self) -> bool:
        """Whether an exception or a cheat waits for the next move."""
        return self.armed or self.cheating


class Way(NamedTuple):
    """The moves that win from a position."""

    moves: Sequence[Move]
    is_asked: bool
    """Whether the player asked for it."""


class Plan(NamedTuple):
    """The rest of a sequence of moves whose first move was a hint."""

    rules: Rules
    table: Table
    """The table where it continues."""
    seen: int
    """The number of cards seen then; the plan ends when another card shows."""
    moves: Sequence[Move]


class Knowledge:
    """The findings of searches, and the hints that follow from them."""

    def __init__(self) -> None:
        self._ways: dict[Spot, Way] = {}
        self._latest: tuple[Rules, Way] | None = None
        """The rules and the rest of the way followed last."""
        self._lost: dict[Spot, Sequence[Move] | None] = {}
        """The positions that can't be won, with the moves that bring more cards home if known."""
        self._undecided: set[Spot] = set()
        self._waiting: dict[Asked, str] = {}
        """The findings where an exception or a cheat waits. They tell only of that position."""
        self._played_for_points: set[Rules] = set()
        self._traced: tuple[object, Traced] | None = None
        """The game traced last, and its turning point."""
        self._plan: Plan | None = None
        self._doubted: tuple[Play, int] | None = None
        """The play that is probably lost, and the number of its moves from which it is."""

    # -- what is learned -------------------------------------------------------------------

    def learn_verdict(self, asked: Asked, judged: Judged) -> None:
        """Remember whether a position can be won."""
        finding, spot = judged.finding, (asked.rules, asked.table)
        if not finding:
            self._played_for_points.add(asked.rules)
        elif asked.waits:
            self._waiting[asked] = finding
        elif finding == pipe.WON:
            self.add_way(*spot, judged.moves)
        elif finding == pipe.LOST:
            self.note_lost(*spot)
        else:
            self._undecided.add(spot)

    def learn_turn(
        self, rules: Rules, tables: Sequence[Table], events: Sequence[str], traced: Traced
    ) -> None:
        """Remember which positions of a game could be won."""
        if traced.is_hopeless or (traced.moves and not traced.unknown):
            self._traced = (rules, tables, events), traced
        for table, word in zip(tables, traced.positions, strict=False):
            if word == "no":
                self.note_lost(rules, table)
        if traced.moves and traced.undos is not None:
            self.add_way(rules, tables[len(traced.positions) - 1 - traced.undos], traced.moves)

    def follow(self, play: Play, moves: Sequence[str]) -> None:
        """Let hints follow a way that the player asked for, from now or an earlier position."""
        line = [Move.parse(move) for move in moves]
        tables = (play.table, *reversed(play.passed))
        any(self.add_way(play.rules, table, line, is_asked=True) for table in tables)

    def add_way(
        self, rules: Rules, table: Table, moves: Sequence[Move], *, is_asked: bool = False
    ) -> bool:
        """Remember a way if it is legal and wins from a table. Return whether it does."""
        tables = []
        for move in moves:
            if move not in rules.legal_moves(table):
                return False
            tables.append(table)
            table = rules.make(table, move)
        if not (tables and rules.is_won(table)):
            return False
        self._forget_if_full(len(tables))
        ways = {(rules, at): Way(moves[made:], is_asked) for made, at in enumerate(tables)}
        self._ways.update(ways)
        self._latest = rules, ways[rules, tables[0]]
        return True

    def note_lost(self, rules: Rules, table: Table, way: Sequence[Move] | None = None) -> None:
        """Remember that a position can't be won, and the moves for more cards if known."""
        self._forget_if_full(1)
        self._lost[rules, table] = way or self._lost.get((rules, table))

    def _forget_if_full(self, more: int) -> None:
        if len(self._ways) + len(self._lost) + len(self._undecided) + more > _KEPT:
            for known in (self._ways, self._lost, self._undecided, self._waiting):
                known.clear()

    # -- what is known ---------------------------------------------------------------------

    def finding(self, play: Play) -> str | None:
        """Return the finding on the current position: empty if no play wins; None if unknown."""
        asked = Asked.of(play)
        if asked.rules in self._played_for_points:
            return ""
        if asked.waits:
            return self._waiting.get(asked)
        if (play.rules, play.table) in self._ways:
            return pipe.WON
        if self.is_lost(play):
            return pipe.LOST
        return pipe.UNDECIDED if (play.rules, play.table) in self._undecided else None

    def is_lost(self, play: Play) -> bool:
        """Return whether a position is lost: found so, reached from such a one, or idle."""
        spot = play.rules, play.table
        if spot in self._ways:
            return False
        if spot not in self._lost and (self._follows_lost(play) or play.is_idle):
            self.note_lost(*spot)
        return spot in self._lost

    def _follows_lost(self, play: Play) -> bool:
        """Return whether an ordinary move has led here from a lost position."""
        rules, passed = play.rules, play.passed
        if not passed or (rules, passed[-1]) not in self._lost or play.armed or play.cheating:
            return False
        if is_played(play.events[-1]) and not _was_widened(play):
            return True
        moves = rules.legal_moves(passed[-1])
        return any(rules.make(passed[-1], move) == play.table for move in moves)

    def way_for_more(self, play: Play) -> Sequence[Move] | None:
        """Return the moves that bring more cards home in a lost position, if known."""
        return self._lost.get((play.rules, play.table))

    def way_for(self, play: Play) -> Sequence[Move]:
        """Return the moves that win from the current position as far as hints may follow them.

        Where the player knows all cards, the rest of the last way is tried after other moves too.
        """
        rules, table, is_open = play.rules, play.table, View.of(play).is_open
        way = self._ways.get((rules, table))
        if way is None and is_open and self._latest and self._latest[0] is rules:
            rest = _adapt(rules, table, self._latest[1].moves)
            if rest is not None and self.add_way(rules, table, rest):
                way = self._ways[rules, table]
        if way is None or not (way.is_asked or is_open):
            return ()
        self._latest = rules, way
        return way.moves

    def last_won(self, play: Play) -> tuple[int, Sequence[Move]] | None:
        """Return how many actions ago the game could be won for the last time, and how.

        None while a position since then may be winnable.
        """
        for undos, table in enumerate((play.table, *reversed(play.passed))):
            if way := self._ways.get((play.rules, table)):
                return undos, way.moves
            if (play.rules, table) not in self._lost:
                return None
        return None

    def is_hopeless(self, play: Play) -> bool:
        """Return whether searches found the deal lost, and no rules were widened since."""
        return self.is_deal_lost(play) and not _was_widened(play)

    def is_deal_lost(self, play: Play) -> bool:
        """Return whether searches found the deal lost by the level's rules."""
        return (play.rules, (*play.passed, play.table)[0]) in self._lost

    def is_deal_won(self, play: Play) -> bool:
        """Return whether searches found a way to win the deal by the level's rules."""
        return (play.rules, (*play.passed, play.table)[0]) in self._ways

    def find_traced(self, play: Play) -> Traced | None:
        """Return where a game was lost, if the last search found it in this game."""
        known, traced = self._traced or (None, None)
        game = play.rules, (*play.passed, play.table), tuple(play.events)
        return traced if known == game else None

    def lost_places(self, play: Play) -> list[int]:
        """Return the numbers of a play's lost positions, as far as known; the deal has 0."""
        tables = enumerate((*play.passed, play.table))
        return [number for number, table in tables if (play.rules, table) in self._lost]

    # -- hints in a row --------------------------------------------------------------------

    def plan(self, play: Play, moves: Sequence[Move]) -> None:
        """Remember the moves to suggest after the first."""
        self._plan = None
        if len(moves) > 1:
            after = play.rules.make(play.table, moves[0])
            self._plan = Plan(play.rules, after, len(play.seen), moves[1:])

    @property
    def has_plan(self) -> bool:
        return self._plan is not None

    def rest_of_plan(self, play: Play) -> Sequence[Move]:
        """Return what is left of the plan where the play is on its way; none if it isn't."""
        plan = self._plan
        if plan is None or (plan.rules, plan.seen) != (play.rules, len(play.seen)):
            return ()
        table = plan.table
        for made, move in enumerate(plan.moves):
            if table == play.table:
                return plan.moves[made:]
            table = play.rules.make(table, move)
        return ()

    def doubt(self, play: Play, is_doubtful: bool) -> None:
        """Remember that the game is probably lost from here on, or no longer."""
        self._doubted = (play, len(play.passed)) if is_doubtful else None

    def is_doubtful(self, play: Play) -> bool:
        """Return whether a game is probably lost: no trial has won since many did not."""
        doubted, since = self._doubted or (None, 0)
        return play is doubted and len(play.passed) >= since


def _was_widened(play: Play) -> bool:
    return not _WIDER.isdisjoint(event.split()[0] for event in play.events)


def _adapt(rules: Rules, table: Table, moves: Sequence[Move]) -> Sequence[Move] | None:
    """Return a way without moves already made, or None if it no longer wins."""
    rest: list[Move] = []
    for move in moves:
        if rules.is_won(table):
            break
        if move in rules.legal_moves(table):
            rest.append(move)
            table = rules.make(table, move)
    return rest if rules.is_won(table) else None

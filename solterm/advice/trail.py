"""The trail of a play: the positions that a hint must not lead back to."""

from collections.abc import Iterable, Sequence

from solterm.core.cards import Card
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.table import Table

ALL_SEEN = "Every move leads back to an earlier position."


def recent(play: Play) -> list[Table]:
    """Return the positions since the player saw a new card: what was no use before may be now."""
    seen: set[Card] = set()
    found: list[Table] = []
    for table in (*play.passed, play.table):
        if not seen.issuperset(shown := set(play.game.visible(table))):
            seen.update(shown)
            found.clear()
        found.append(table)
    return found


def goes_round(play: Play, moves: Sequence[Move]) -> bool:
    """Return whether the first of some moves leads to exactly an earlier position."""
    return moves[0] in find_back(play, moves[:1])


def find_back(play: Play, moves: Iterable[Move]) -> frozenset[Move]:
    """Return those moves that lead to exactly an earlier position."""
    rules, table, met = play.rules, play.table, {*recent(play)}
    return frozenset(
        move for move in moves if not rules.glimpse(table, move) and rules.make(table, move) in met
    )

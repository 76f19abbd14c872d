"""Words for a line of moves, such as a way to win."""

from collections.abc import Iterable, Iterator

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.words.describe import move_words


def describe_moves(rules: Rules, table: Table, moves: Iterable[Move]) -> Iterator[str]:
    """Yield what each of some moves does, played one after the other from a table.

    >>> from solterm import Play, find
    >>> play = Play(find("free-cell"), 617)
    >>> moves = [Move.parse("t1 r1"), Move.parse("t1 r2")]
    >>> list(describe_moves(play.rules, play.table, moves))
    ['JD to reserve space 1', '4S to reserve space 2']
    """
    for move in moves:
        yield move_words(rules.game, table, move)
        table = rules.make(table, move)

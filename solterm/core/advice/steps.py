"""Plans without needless steps."""

from collections.abc import Callable, Sequence

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table

_Moves = tuple[Move, ...]


def drop_needless(
    rules: Rules, table: Table, moves: Sequence[Move], serves: Callable[[_Moves], bool]
) -> _Moves:
    """Return legal moves without the steps that their end does not need.

    ``serves`` says of legal moves whether they reach the end. A card that stops on its way goes on
    from where it lay. One step is tried after the other, so two steps that only serve each other
    may stay.
    """
    kept, at = tuple(moves), 0
    while at < len(kept) - 1:
        for is_straight in (False, True):
            shorter = _skip(rules, table, kept, at, is_straight)
            if shorter and serves(shorter):
                kept = shorter
                break
        else:
            table = rules.make(table, kept[at])
            at += 1
            continue
    return kept


def shorten(rules: Rules, table: Table, moves: Sequence[Move]) -> _Moves:
    """Return a winning line without needless steps."""

    def wins(kept: _Moves) -> bool:
        after = table
        for move in kept:
            after = rules.make(after, move)
        return rules.is_won(after)

    return drop_needless(rules, table, moves, wins)


def _skip(rules: Rules, table: Table, moves: _Moves, at: int, is_straight: bool) -> _Moves | None:
    """Return moves without one of them, or None if the rest is illegal.

    ``table`` is where that move is made. If ``is_straight``, the next move of its card starts where
    the card lay.
    """
    skipped = moves[at]
    if is_straight and (skipped.depth or not skipped.dst):
        return None
    kept, usual = list(moves[:at]), rules.make(table, skipped)
    waits = is_straight
    for place, move in enumerate(moves[at + 1 :], at + 1):
        usual = rules.make(usual, move)
        meant = move
        if waits and move.src == skipped.dst:
            waits = False
            meant = move._replace(src=skipped.src)
            if meant.dst == meant.src:
                continue
        if meant not in rules.legal_moves(table):
            return None
        kept.append(meant)
        table = rules.make(table, meant)
        if table == usual:
            return (*kept, *moves[place + 1 :])
    return tuple(kept)

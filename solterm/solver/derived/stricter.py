"""Wins by stricter rules, translated into moves of the looser rules.

Levels loosen the rules: a move that is legal at a stricter level is legal at a looser one and has
the same effect. A win by the stricter rules is therefore a win by the looser ones. It is often
found sooner, since there are fewer moves, and the compact forms cover strict declarations best. A
loss by the stricter rules is no proof.

This module does not rely on levels only loosening, nor on the stricter rules being able to reach
the position. It plays each win move by move by the looser rules, and drops it if a move is illegal
or the line does not win. If something happens by itself only at the stricter level, such as filling
a space, a move does it here; and a packet turned at once is turned card by card. That does not
always suffice: a waste may fill a space in the middle of a packet.
"""

from collections.abc import Sequence

from solterm.core.declaration import Declaration
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.declared import bared

_MENDS = 4
"""The most moves that replace one automatic action of the stricter rules."""


def stricter_rules(rules: Rules) -> list[Rules]:
    """Return the rules of stricter levels that play differently, the strictest first.

    Some levels change only what players see.

    >>> from solterm import find
    >>> stricter_rules(find("royale-golf").rules(1))
    [<UpOrDown of royale-golf>, <UpOrDown of royale-golf>]
    >>> stricter_rules(find("concentration").rules(1))
    []
    """
    found: list[Rules] = []
    known = [_played(rules.game)]
    each = rules.stricter
    while each is not None:
        if (played := _played(each.game)) not in known:
            known.append(played)
            found.insert(0, each)
        each = each.stricter
    return found


def _played(game: Declaration) -> tuple[object, ...]:
    fields = (game.__dict__[field] for field in game._fields if field != "groups")
    return (*fields, *map(bared, game.groups))


def tell_by(
    rules: Rules, stricter: Rules, table: Table, moves: Sequence[Move]
) -> tuple[Move, ...] | None:
    """Return moves that win by some rules as others won by stricter ones; None if it fails."""
    told: list[Move] = []
    here = there = table
    for move in moves:
        if move not in rules.legal_moves(here):
            return None
        there = stricter.make(there, move)
        here = rules.make(here, move)
        told.append(move)
        for _ in range(_MENDS):
            mend = None if here.piles == there.piles else _mend(rules, here, there)
            if mend is None:
                break
            here = rules.make(here, mend)
            told.append(mend)
    return tuple(told) if rules.is_won(here) else None


def _mend(rules: Rules, here: Table, there: Table) -> Move | None:
    for move in rules.legal_moves(here):
        after = rules.make(here, move)
        place = rules.index[move.dst or move.src]
        before, made, meant = (each.piles[place] for each in (here, after, there))
        if rules.is_turn(move):
            if len(meant) <= len(made) < len(before):
                return move
        elif before != meant == made:
            return move
    return None

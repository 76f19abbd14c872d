"""A way to win by stricter rules, looked for where looser ones branch more, and told by those.

Levels loosen: what is legal at a stricter one is legal at a looser one, and comes to the same. So a
win of the stricter rules is one of the looser rules too, and is often found sooner, as there are
fewer ways on from each position, and the compact forms know the words of the strict declarations
best. Nothing follows from it if the stricter rules cannot win.

That levels loosen is not taken for granted, though, nor that the stricter rules could have come to
the table that is asked for: whatever they find is played move by move by the looser rules, and is
dropped where it is not legal there, or does not win. What happens by itself at the stricter level
and not at the looser one (a space that is filled) is then done by hand, and a packet turned at once
is turned card by card. That is not always enough: a waste may fill a space amid a packet.
"""

from collections.abc import Sequence

from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.solver.declared import bared

_MENDS = 4
"""So many moves of the looser rules may stand for what one of the stricter rules did by itself."""


def stricter_rules(rules: Rules) -> list[Rules]:
    """The rules of stricter levels, the strictest first, as far as they play differently.

    A level may change no more than what a player is shown.

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


def _played(game: Game) -> tuple[object, ...]:
    fields = (game.__dict__[field] for field in game._fields if field != "groups")
    return (*fields, *map(bared, game.groups))


def tell_by(
    rules: Rules, stricter: Rules, table: Table, moves: Sequence[Move]
) -> tuple[Move, ...] | None:
    """The moves that win by some rules as others have won by stricter ones; None where none do."""
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

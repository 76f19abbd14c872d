"""Lifts: find the cards of a pile that may be picked up (docs/rules.md, "Lifts")."""

from collections.abc import Sequence

from solterm.core.cards import DOWN
from solterm.core.table import Pile
from solterm.core.vocabulary.policies import Lift

WHOLE, RUN, ANY = Lift.WHOLE, Lift.RUN, Lift.ANY

ONE_AT_A_TIME = frozenset("fr")
"""Kinds of piles that accept only one card at a time."""


def face_up(pile: Pile) -> int:
    """Return the number of face-up cards at the end of a pile."""
    head = len(pile)
    while head and not pile[head - 1] & DOWN:
        head -= 1
    return len(pile) - head


def heads(pile: Sequence[int], end: int, lift: Lift, run: tuple[int, ...]) -> tuple[int, ...]:
    """The places in a pile, whose end card is face up, from which cards may be lifted.

    ``run`` gives for each card the mask of those that continue a run on it.
    """
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


def wanted_heads(pile: Pile, lift: Lift, run: tuple[int, ...], wanted: int) -> list[int]:
    """Return those of ``heads`` whose card is in the mask ``wanted``. Usually empty."""
    head = len(pile) - 1
    found: list[int] = []
    if lift is RUN:
        card = pile[head]
        while True:
            if wanted >> card & 1:
                found.append(head)
            if not head:
                return found
            under = pile[head - 1]
            if not run[under] >> card & 1:
                return found
            head, card = head - 1, under
    if lift is WHOLE:
        while head and not pile[head - 1] & DOWN:
            head -= 1
        return [head] if wanted >> pile[head] & 1 else found
    if lift is ANY:
        for place in range(head, -1, -1):
            if wanted >> pile[place] & 1:
                found.append(place)
            elif pile[place] & DOWN:
                break
        return found
    return [head for head in heads(pile, head, lift, run) if wanted >> pile[head] & 1]

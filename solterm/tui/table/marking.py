"""Marks: what a player takes hold of, and where it goes. Pure: a play in, moves and piles out.

All of it is read off the legal moves, and off the shortcuts that stand for several of them, so
that what is marked as a target is what the rules let happen.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.engines.sequences import most
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.policies import Lift


class Grip(NamedTuple):
    """What is marked: so many end cards of a pile, or one card from under them alone."""

    pile: str
    cards: int = 1
    at: int = 0
    """How deep the one card lies, 2 being right under the end card; 0: the end cards go."""

    @property
    def depth(self) -> int:
        """How many cards of the pile it reaches down to."""
        return self.at or self.cards


def usual(play: Play, pile: str) -> Grip:
    """What F1 takes hold of: as many cards as may go together from here."""
    up = _face_up(play, pile)
    lift = play.rules.game.group(pile).lift
    if lift is Lift.WHOLE:
        return Grip(pile, up)
    if lift is Lift.TOP:
        return Grip(pile, min(up, 1))
    ways = [move.cards for move in play.legal_moves if move.src == pile and move.dst]
    return Grip(pile, max(ways, default=min(up, 1)))


def grips(play: Play, pile: str) -> list[Grip]:
    """All that + and - go through, from the end card down.

    Any number of end cards can be tried where cards go together at all, so that the rules may
    say what is wrong with it; single cards from under others only where they may go now.
    """
    up = _face_up(play, pile)
    going = list(ways(play, pile))
    together = play.rules.game.group(pile).lift not in (Lift.TOP, Lift.NONE, Lift.NEXT)
    units = {move.cards for move in going if not move.at}
    under = {move.at for move in going if move.at > 1}
    found = [Grip(pile, min(up, 1))]
    for depth in range(2, len(play.pile(pile)) + 1):
        if depth in under:
            found.append(Grip(pile, at=depth))
        if depth in units or (together and depth <= up):
            found.append(Grip(pile, depth))
    return found


def from_card(play: Play, pile: str, depth: int) -> Grip:
    """What is taken hold of by pointing at a card: with what lies on it, alone, or the usual."""
    held = [grip for grip in grips(play, pile) if grip.depth == depth]
    whole = play.rules.game.group(pile).lift is Lift.WHOLE
    return held[-1] if held and not whole else usual(play, pile)


def ways(play: Play, pile: str) -> Iterator[Move]:
    """Everywhere that something from a pile can go now, shortcuts included."""
    yield from (move for move in play.legal_moves if move.src == pile and move.dst)
    yield from _shortcuts(play.rules, play.table, pile)


def targets(play: Play, grip: Grip, exactly: bool = False) -> set[str]:
    """The piles it can go to, or whose cards can come to it.

    ``exactly`` leaves out what only more or fewer cards than are marked could do. A card that
    other cards cover goes nowhere unless it is the one that is marked.
    """
    out = {
        move.dst for move in ways(play, grip.pile) if _same(move, grip) or not (exactly or move.at)
    }
    into = {
        move.src
        for move in play.legal_moves
        if move.dst == grip.pile and (not move.at or _is_met(play, move, grip))
    }
    return out if exactly and (grip.at or grip.cards > 1) else out | into


def places(play: Play, grip: Grip, exactly: bool = False) -> list[Move]:
    """The moves that bring what is marked where it belongs, the best first, one for each pile.

    A foundation is best, then a pile with cards (of the same suit first), then a space, one for
    all that are alike; a move that leads nowhere, such as a whole column to an empty one, comes
    last.
    """
    best: dict[str, Move] = {}
    for move in ways(play, grip.pile):
        if exactly and not _same(move, grip):
            continue
        known = best.get(move.dst)
        if known is None or _fitness(move, grip) > _fitness(known, grip):
            best[move.dst] = move
    for move in play.legal_moves:
        if move.dst == grip.pile and not exactly and not move.at and _is_pair(play, move):
            best.setdefault(move.src, move)  # a pair goes either way
    alike: dict[object, Move] = {}
    for move in best.values():
        space = move.dst[0] != "g" and not play.pile(move.dst)
        alike.setdefault(id(play.rules.game.group(move.dst)) if space else move.dst, move)
    return sorted(alike.values(), key=lambda move: _order(play, move))


def find_between(play: Play, grip: Grip, other: str) -> Move | None:
    """The move between a mark and another pile, in the legal direction; None when there is none.

    As many cards go as are marked, if that is one of the ways, else as many as can. If both
    directions are legal, the marked pile is the source. A card that others cover goes only where
    it is marked itself: nothing but end cards come back from the other pile.
    """
    if out := onto(play, grip, other):
        return out
    back = [move for move in ways(play, other) if move.dst == grip.pile and not move.at]
    return max(back, key=lambda move: move.cards, default=None)


def onto(play: Play, grip: Grip, other: str) -> Move | None:
    """The move from a mark to another pile, or the pair of the two; None when there is none.

    A pile itself is meant only for the very card that is marked alone there (The Wish).
    """
    out = [
        move
        for move in ways(play, grip.pile)
        if move.dst == other and (_same(move, grip) or not (move.at or other == grip.pile))
    ]
    into = [move for move in play.legal_moves if (move.src, move.dst) == (other, grip.pile)]
    pairs = [move for move in into if other != grip.pile and _is_met(play, move, grip)]
    return max(out or pairs, key=lambda move: _fitness(move, grip), default=None)


def cards_held(play: Play, grip: Grip) -> tuple[Card, ...]:
    """The cards that are marked, the deepest first."""
    pile = play.pile(grip.pile)
    return pile[-grip.at :][:1] if grip.at else pile[len(pile) - grip.cards :]


def covers(play: Play, pile: str) -> list[str]:
    """The piles with cards that lie over a pile."""
    group = play.rules.game.group(pile)
    if not group.cover:
        return []
    names = [name for name in play.rules.game.ids if name[0] == pile[0]]
    over = (names[number] for number in group.cover.over(names.index(pile)))
    return [name for name in over if play.pile(name)]


def why_nowhere(play: Play, grip: Grip) -> str:
    """Why marked cards have no place to go: a sentence that names what is in the way."""
    group, held = play.rules.game.group(grip.pile), cards_held(play, grip)
    if not play.pile(grip.pile):
        return f"This {group.name} is empty."
    if covers(play, grip.pile) and (reason := play.why_not(Move(grip.pile))):
        return reason
    if group.placing and (reason := play.why_not(Move(grip.pile, grip.pile))):
        return reason
    if not held or held[-1] & DOWN:
        return "Its top card lies face down."
    several = len(held) > 1
    return f"{' '.join(map(cards.text, held))} {'fit' if several else 'fits'} nowhere now."


def words(play: Play, grip: Grip) -> str:
    """Which cards are marked, as a sentence; "" where the table shows it itself."""
    names = [cards.text(card & ~DOWN) for card in cards_held(play, grip)]
    if grip.at:
        above = cards.text(play.pile(grip.pile)[-grip.at + 1] & ~DOWN)
        return f"{names[0]} alone is marked, from under {above}."
    if play.rules.game.group(grip.pile).fanned or not names:
        return ""
    return f"Marked: {' '.join(names)}."


def _face_up(play: Play, pile: str) -> int:
    return sum(1 for card in play.pile(pile) if not card & DOWN)


def _same(move: Move, grip: Grip) -> bool:
    return (move.cards, move.at) == (grip.cards, grip.at)


def _fitness(move: Move, grip: Grip) -> tuple[bool, bool, int, int, bool]:
    """How well a move fits a mark: exactly, else as many end cards as can go."""
    return _same(move, grip), not move.at, move.cards, -move.at, not move.onto


def _is_met(play: Play, move: Move, grip: Grip) -> bool:
    """Is it a pair that ends with the marked card, and begins with no other that is covered?"""
    return move.onto == grip.at and bool(grip.at or not move.at) and _is_pair(play, move)


def _is_pair(play: Play, move: Move) -> bool:
    """Do two cards leave together by a legal move, and not one for another pile?"""
    return bool(play.rules.game.pairs and move.dst[:1] not in ("", "f") and play.pile(move.dst))


def _order(play: Play, move: Move) -> tuple[bool, bool, int, bool]:
    """Where a move stands among the places for a card; the lowest is the best."""
    drawn = bool(move.at)  # a card from under others, which may cost the only draw
    onto = play.pile(move.dst)
    going = cards_held(play, Grip(move.src, move.cards, move.at))
    idle = not play.rules.leads_on(play.table, move)
    if move.dst[0] in "fd":
        return drawn, idle, 0, False
    if not onto:
        return drawn, idle, 3 if move.dst[0] == "r" else 2, False
    unlike = cards.suit(onto[-1] & ~DOWN) != cards.suit(going[0] & ~DOWN)
    return drawn, idle, 1, unlike


@lru_cache(maxsize=32)
def _shortcuts(rules: Rules, table: Table, pile: str) -> tuple[Move, ...]:
    """The sequences that free cells carry to another column as one action."""
    game = rules.game
    group = game.group(pile)
    if group.kind != "t" or group.lift is not Lift.TOP:
        return ()
    room = most(game, rules.index, table, pile)
    columns = [name for name in rules.ids if name[0] == "t" and name != pile]
    tried = (Move(pile, dst, count) for count in range(2, room + 1) for dst in columns)
    return tuple(move for move in tried if rules.expand(table, move))

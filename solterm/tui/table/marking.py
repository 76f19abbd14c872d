"""Marked cards and where they can go.

Everything follows from the legal moves, and from the shortcuts that stand for several of them, so
a pile shown as a target always takes the cards.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.groups import GridGroup, list_pairs
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.values import replace
from solterm.core.vocabulary.policies import Lift


class MarkedCards(NamedTuple):
    """Marked cards: some end cards of a pile, or a single card under them."""

    pile: str
    cards: int = 1
    at: int = 0
    """The depth of the single card (2 is right under the end card); 0 for end cards."""

    @property
    def depth(self) -> int:
        return self.at or self.cards


def default_mark(play: Play, pile: str) -> MarkedCards:
    """Return what F1 marks: as many cards as can move together."""
    up = _face_up(play, pile)
    lift = play.rules.game.group(pile).lift
    if lift is Lift.WHOLE:
        return MarkedCards(pile, up)
    if lift is Lift.TOP:
        return MarkedCards(pile, min(up, 1))
    counts = [move.count for move in play.legal_moves if move.src == pile and move.dst]
    return MarkedCards(pile, max(counts, default=min(up, 1)))


def marks(play: Play, pile: str) -> list[MarkedCards]:
    """Return the choices of + and -, from the end card down.

    Where cards can move together, any number of end cards is a choice, so that the rules can say
    why it is refused. Single cards under others are a choice only if they can move now.
    """
    up = _face_up(play, pile)
    going = list(moves_from(play, pile))
    together = play.rules.game.group(pile).lift not in (Lift.TOP, Lift.NONE, Lift.NEXT)
    units = {move.count for move in going if not move.depth}
    under = {move.depth for move in going if move.depth > 1}
    found = [MarkedCards(pile, min(up, 1))]
    for depth in range(2, len(play.pile(pile)) + 1):
        if depth in under:
            found.append(MarkedCards(pile, at=depth))
        if depth in units or (together and depth <= up):
            found.append(MarkedCards(pile, depth))
    return found


def from_card(play: Play, pile: str, depth: int) -> MarkedCards:
    """Return what a click on a card marks: the cards down to it, it alone, or the default."""
    held = [marked for marked in marks(play, pile) if marked.depth == depth]
    whole = play.rules.game.group(pile).lift is Lift.WHOLE
    return held[-1] if held and not whole else default_mark(play, pile)


def moves_from(play: Play, pile: str) -> Iterator[Move]:
    """Yield every move from a pile to another, with shortcuts."""
    yield from (move for move in play.legal_moves if move.src == pile and move.dst)
    yield from _shortcuts(play.rules, play.table, pile)


def targets(play: Play, marked: MarkedCards, exactly: bool = False) -> set[str]:
    """Return the piles that the marked cards can go to.

    ``exactly`` leaves out moves of more or fewer cards than are marked. A covered card moves only
    if it is marked itself.
    """
    out = {
        move.dst
        for move in moves_from(play, marked.pile)
        if _same(move, marked) or not (exactly or move.depth)
    }
    if exactly and (marked.at or marked.cards > 1):
        return out
    pairs = {
        move.src
        for move in play.legal_moves
        if move.dst == marked.pile and _pairs_with(play, move, marked)
    }
    return out | pairs


def sources(play: Play, pile: str) -> set[str]:
    """Return the piles whose cards can come to a pile that gives none; else an empty set."""
    if play.pile(pile) and play.rules.game.group(pile).lift is not Lift.NONE:
        return set()
    into = {move.src for move in play.legal_moves if move.dst == pile and not move.depth}
    return set() if any(moves_from(play, pile)) else into


def places(play: Play, marked: MarkedCards, exactly: bool = False) -> list[Move]:
    """Return the moves of the marked cards, one per pile, the best first.

    Foundations come first, then piles with cards (same suit first), then one of each kind of
    empty pile. Moves without effect, such as a whole column to an empty one, come last.
    """
    best: dict[str, Move] = {}
    for move in moves_from(play, marked.pile):
        if exactly and not _same(move, marked):
            continue
        known = best.get(move.dst)
        if known is None or _fitness(move, marked) > _fitness(known, marked):
            best[move.dst] = move
    for move in play.legal_moves:
        if move.dst == marked.pile and not exactly and not move.depth and _is_pair(play, move):
            best.setdefault(move.src, move)  # a pair goes either way
    alike: dict[object, Move] = {}
    for move in best.values():
        space = move.dst[0] != "g" and not play.pile(move.dst)
        alone = replace(play.rules.game.group(move.dst), count=1)
        alike.setdefault(alone if space else move.dst, move)
    return sorted(alike.values(), key=lambda move: _order(play, move))


def find_between(play: Play, marked: MarkedCards, other: str) -> Move | None:
    """Return the move between a mark and another pile in the legal direction, or None.

    It moves as many cards as are marked if possible, else as many as can go. If both directions
    are legal, the marked pile is the source. From the other pile only end cards come.
    """
    if out := onto(play, marked, other):
        return out
    back = [move for move in moves_from(play, other) if move.dst == marked.pile and not move.depth]
    return max(back, key=lambda move: move.count, default=None)


def onto(play: Play, marked: MarkedCards, other: str) -> Move | None:
    """Return the move from a mark to another pile, or the pair of the two, or None.

    ``other`` may be the marked pile only if a single card is marked there (The Wish).
    """
    out = [
        move
        for move in moves_from(play, marked.pile)
        if move.dst == other and (_same(move, marked) or not (move.depth or other == marked.pile))
    ]
    into = [move for move in play.legal_moves if (move.src, move.dst) == (other, marked.pile)]
    pairs = [move for move in into if other != marked.pile and _pairs_with(play, move, marked)]
    return max(out or pairs, key=lambda move: _fitness(move, marked), default=None)


def cards_held(play: Play, marked: MarkedCards) -> tuple[Card, ...]:
    """Return the marked cards, the deepest first."""
    pile = play.pile(marked.pile)
    return pile[-marked.at :][:1] if marked.at else pile[len(pile) - marked.cards :]


def covers(play: Play, pile: str) -> list[str]:
    """Return the piles whose cards cover a pile."""
    return [name for name in play.rules.game.over.get(pile, ()) if play.pile(name)]


def why_nowhere(play: Play, marked: MarkedCards) -> str:
    """Return a sentence that says why marked cards have no place to go."""
    group, held = play.rules.game.group(marked.pile), cards_held(play, marked)
    if not play.pile(marked.pile):
        return f"This {group.name} is empty."
    waits = play.rules.game.waits
    if waits and waits.holds(play.table.piles, play.rules.index):
        return waits.sentence
    if covers(play, marked.pile) and (reason := play.why_not(Move(marked.pile))):
        return reason
    if isinstance(group, GridGroup) and (reason := play.why_not(Move(marked.pile, marked.pile))):
        return reason
    if not held or held[-1] & DOWN:
        there = next(name for name in play.game.ids if name != marked.pile)
        reason = play.why_not(Move(marked.pile, there)) if group.kind == "s" else None
        return reason or "Its top card is face down."
    several = len(held) > 1
    partner = "" if several else _partner(play, marked.pile, held[0])
    only_home = not partner and set(group.destinations) == {"f"} and marked.pile[0] != "f"
    if only_home and (reason := play.why_not(play.resolve(f"{marked.pile} f"))):
        return reason
    return f"{' '.join(map(cards.text, held))} {'fit' if several else 'fits'} nowhere now{partner}."


def _partner(play: Play, pile: str, card: Card) -> str:
    """Return which card leaves with this one in a game of pairs, to end a sentence; else ""."""
    found = [pairs for pairs in list_pairs(play.rules.game.groups) if pile[0] in pairs.among]
    fits = [
        each
        for each in cards.pack()
        if any(pairs.fit.partners[card] >> each & 1 for pairs in found)
    ]
    ranks = sorted({cards.rank(each) for each in fits})
    if not fits or len(ranks) > 2:
        return ""
    if len(fits) == 1:
        partner = cards.text(fits[0])
    elif ranks == [cards.rank(card)]:
        partner = f"another {cards.RANK_NAMES[ranks[0] - 1]}"
    else:
        partner = " or ".join(map(cards.article, ranks))
    near = " or ".join(each.words for each in found[-1].near)
    return f": it leaves with {partner}{f', if they {near}' if near else ''}"


def words(play: Play, marked: MarkedCards) -> str:
    """Return a sentence that names the marked cards; "" if the table shows them."""
    names = [cards.text(card & ~DOWN) for card in cards_held(play, marked)]
    if marked.at:
        above = cards.text(play.pile(marked.pile)[-marked.at + 1] & ~DOWN)
        return f"{names[0]} alone is marked, from under {above}."
    if play.rules.game.group(marked.pile).fanned or not names:
        return ""
    return f"Marked: {' '.join(names)}."


def _face_up(play: Play, pile: str) -> int:
    return sum(1 for card in play.pile(pile) if not card & DOWN)


def _same(move: Move, marked: MarkedCards) -> bool:
    return (move.count, move.depth) == (marked.cards, marked.at)


def _fitness(move: Move, marked: MarkedCards) -> tuple[bool, bool, int, int, bool]:
    # An exact match is best, then as many end cards as can go.
    return _same(move, marked), not move.depth, move.count, -move.depth, not move.target_depth


def _pairs_with(play: Play, move: Move, marked: MarkedCards) -> bool:
    # A pair that ends with the marked card, and begins with no other covered card.
    return (
        move.target_depth == marked.at
        and bool(marked.at or not move.depth)
        and _is_pair(play, move)
    )


def _is_pair(play: Play, move: Move) -> bool:
    if move.dst[:1] in ("", "f") or not play.pile(move.dst):
        return False
    return bool(list_pairs(play.rules.game.groups))


def _order(play: Play, move: Move) -> tuple[bool, bool, int, bool]:
    # The lowest is the best place.
    drawn = bool(move.depth)  # it may cost the only draw
    onto = play.pile(move.dst)
    going = cards_held(play, MarkedCards(move.src, move.count, move.depth))
    idle = not play.rules.makes_progress(play.table, move)
    if move.dst[0] in "fd":
        return drawn, idle, 0, False
    if not onto:
        return drawn, idle, 3 if move.dst[0] == "r" else 2, False
    unlike = cards.suit(onto[-1] & ~DOWN) != cards.suit(going[0] & ~DOWN)
    return drawn, idle, 1, unlike


@lru_cache(maxsize=32)
def _shortcuts(rules: Rules, table: Table, pile: str) -> tuple[Move, ...]:
    return tuple(run for run in rules.list_runs(table, pile) if rules.expand(table, run))

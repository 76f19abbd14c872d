"""What moves are good for that gain nothing yet: the reason of a hint that has no better one."""

from collections.abc import Sequence

from solterm.advice.placement import Placements, is_placement
from solterm.advice.steps import drop_needless
from solterm.core import cards
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.groups import BuilderGroup, CoverGroup, list_pairs
from solterm.core.move import Move
from solterm.core.plural import spell
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.goals import Cleared
from solterm.core.words.describe import pile_name

GOES_ON = "goes on with the stock"
"""What a turn of the stock is good for at least."""


def tell_merit(rules: Rules, table: Table, moves: Sequence[Move]) -> str:
    """Return what moves are good for as a verb, such as "uncovers 9H"; "" if nothing can be said.

    Cards of one suit that they join come first; the rest is about the first move.
    """
    game, first = rules.game, moves[0]
    if rules.is_turn(first):
        return _tell_turn(rules, table)
    if is_placement(game, first):
        return _tell_placement(Placements(game, rules.index, table), table, rules, first)
    if joined := _tell_joined(rules, table, moves):
        return joined
    after = rules.make(table, first)
    if rules.glimpse(table, first) or UNKNOWN in game.visible(after):
        return "shows a new card"
    source = after.piles[rules.index[first.src]]
    if first.src[0] == "t" and source and _is_known(source[-1]):
        return _tell_bared(rules, table, after, first)
    if first.src[0] == "t" and not source:
        if left := tell_covered(rules, after, first.src):
            return left
        group = game.group(first.src)
        is_top = isinstance(group, CoverGroup) and group.cover is not None
        return "clears a peak" if is_top else f"clears {pile_name(game, first.src)}"
    target = table.piles[rules.index[first.dst]] if first.dst else ()
    if target and _is_known(target[-1]) and not list_pairs(game.groups):
        return f"builds on {cards.text(target[-1])}"
    into = (move for move in rules.legal_moves(after) if move.dst == first.src)
    ends = (after.piles[rules.index[move.src]][-1] for move in into)
    return next((f"makes a place for {cards.text(end)}" for end in ends if _is_known(end)), "")


def _tell_bared(rules: Rules, table: Table, after: Table, move: Move) -> str:
    """Return what is good about the card that a move leaves free in a column."""
    pile = after.piles[rules.index[move.src]]
    bare, is_golf = cards.text(pile[-1]), isinstance(rules.game.goal, Cleared)
    follow = list(rules.legal_moves(after))
    if any(each.src == move.src and each.dst[:1] == "f" for each in follow):
        return f"frees {bare}, which can {'follow' if is_golf else 'go home'}"
    if is_golf:
        plays = [each for each in rules.legal_moves(table) if each.dst == move.dst]
        return "plays the only card that fits" if len(plays) == 1 else f"uncovers {bare}"
    for each in follow:
        if each.depth or each.src[0] != "t" or each.dst[:1] != "t":
            continue
        moved, on = (after.piles[rules.index[name]] for name in (each.src, each.dst))
        if each.dst == move.src and each.src != move.dst:
            low = moved[-each.count]
            if _is_known(low) and not is_in_sequence(rules, each.src, moved, each.count):
                return f"uncovers {bare}, where {cards.text(low)} fits"
        is_loose = not is_in_sequence(rules, each.src, moved, each.count)
        if each.src == move.src and each.count == 1 and on and _is_known(on[-1]) and is_loose:
            return f"uncovers {bare}, which fits on {cards.text(on[-1])}"
    return f"uncovers {bare}"


def tell_covered(rules: Rules, after: Table, gone: str) -> str:
    """Return which card has one cover less, after a card has left a pyramid or peak."""
    group = rules.game.group(gone)
    if not isinstance(group, CoverGroup) or group.cover is None:
        return ""
    for number in range(group.count):
        over = [f"{group.kind}{place + 1}" for place in group.cover.over(number)]
        pile = after.piles[rules.index[f"{group.kind}{number + 1}"]]
        if pile and gone in over:
            left = sum(1 for name in over if after.piles[rules.index[name]])
            if not left:
                return f"uncovers {cards.text(pile[-1])}" if _is_known(pile[-1]) else ""
            under = cards.text(pile[-1]) if _is_known(pile[-1]) else "a hidden card"
            return f"leaves only {spell(left)} card{'s' * (left > 1)} on {under}"
    return ""


def _tell_turn(rules: Rules, table: Table) -> str:
    piles = zip(rules.ids, table.piles, strict=True)
    if not any(pile for name, pile in piles if name[0] in "sw"):
        return "brings other cards into play"  # the tableau is laid out again
    ahead = list(rules.go_through_stock(table))
    if any(UNKNOWN in rules.game.visible(each) for each in ahead):
        return "leads to new cards"
    now = {move for move in rules.legal_moves(table) if move.src[0] == "w"}
    for each in ahead[1:]:
        for move in rules.legal_moves(each):
            pile = each.piles[rules.index[move.src]]
            if move.src[0] == "w" and move not in now and rules.makes_progress(each, move):
                return f"brings up {cards.text(pile[-1])}, which can be played"
    return GOES_ON


def _tell_placement(placements: Placements, table: Table, rules: Rules, move: Move) -> str:
    if not table.piles[rules.index[move.dst]]:
        return "covers no other card"
    held = placements.count_held(move)
    if not held:
        return "covers no card that could go home sooner"
    others = [
        each
        for each in rules.legal_moves(table)
        if each.src == move.src and each != move and is_placement(rules.game, each)
    ]
    told = f"{spell(held)} card{'s' * (held > 1)}"
    if not all(table.piles[rules.index[each.dst]] for each in others):
        return f"keeps a column empty, holding back {told}"
    only = "only " * all(held <= placements.count_held(each) for each in others)
    return f"holds back {only}{told}"


def _tell_joined(rules: Rules, table: Table, moves: Sequence[Move]) -> str:
    """Return which cards of one suit moves join that begin with the first, where suits leave."""
    way = find_joining(rules, table, moves)
    if not way or (joined := _find_join(rules, table, way)) is None:
        return ""
    upper, lower = map(cards.text, joined)
    if len(way) == 1:
        return f"goes on {lower} of its own suit"
    return f"joins {upper} to {lower} in {spell(len(way))} moves"


def find_joining(rules: Rules, table: Table, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves that it takes to join two cards of a suit, from the first on.

    Empty if the first of the moves does not help to, or if suits don't leave.
    """
    if not any(BuilderGroup.of(group).takes_suits for group in rules.game.groups):
        return ()
    for number in range(1, len(moves) + 1):
        joined = _find_join(rules, table, moves[:number])
        if joined and (way := _serving(rules, table, moves[:number], joined))[0] == moves[0]:
            return way
    return ()


def _serving(
    rules: Rules, table: Table, moves: Sequence[Move], joined: tuple[Card, Card]
) -> Sequence[Move]:
    """Return the moves that it takes to join two cards."""
    return drop_needless(rules, table, moves, lambda kept: _find_join(rules, table, kept) == joined)


def _find_join(rules: Rules, table: Table, moves: Sequence[Move]) -> tuple[Card, Card] | None:
    """Return the two cards of one suit that the last of some moves joins."""
    before = after = table
    for move in moves:
        before, after = after, rules.make(after, move)
    if moves[-1].dst[:1] != "t":
        return None
    at = rules.index[moves[-1].dst]
    was, now = before.piles[at], after.piles[at]
    if not was or len(now) <= len(was):
        return None
    upper, lower = now[len(was)], was[-1]
    if not (_is_known(upper) and _is_known(lower)) or cards.suit(upper) != cards.suit(lower):
        return None
    return (upper, lower) if cards.rank(lower) == cards.rank(upper) + 1 else None


def is_in_sequence(rules: Rules, name: str, pile: Sequence[Card], count: int) -> bool:
    """Return whether the lowest of some end cards lies on a card that it builds on."""
    build = BuilderGroup.of(rules.game.group(name)).build
    if build is None or len(pile) == count or not _is_known(pile[-count - 1]):
        return False
    return bool(build.takes[pile[-count - 1]] >> pile[-count] & 1)


def _is_known(card: Card) -> bool:
    return not card & DOWN and card != UNKNOWN

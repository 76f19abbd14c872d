"""What moves are good for that gain nothing yet: the reason of a hint that has no better one."""

from collections.abc import Iterator, Sequence

from solterm.core import cards
from solterm.core.advice.placement import Placements, is_placement
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.groups import BuilderGroup
from solterm.core.move import Move
from solterm.core.plural import spell
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table


def tell_merit(rules: Rules, table: Table, moves: Sequence[Move]) -> str:
    """Return what moves are good for as a verb, such as "uncovers 9H"; "" if nothing can be said.

    Cards of one suit that they join come first; the rest is about the first move.
    """
    game, first = rules.game, moves[0]
    if rules.is_turn(first):
        return _tell_turn(rules, table)
    if is_placement(game, first):
        return _tell_placement(Placements(game, rules.index, table), table, rules, first)
    joins = _list_joins(rules, table, moves)
    if joined := next(((number, told) for number, told in joins if told), None):
        number, told = joined
        return f"{told} in {spell(number)} moves" if number > 1 else told
    after = rules.make(table, first)
    if rules.glimpse(table, first) or UNKNOWN in game.visible(after):
        return "shows a new card"
    source = after.piles[rules.index[first.src]]
    if first.src[0] == "t" and source and _is_known(source[-1]):
        return f"uncovers {cards.text(source[-1])}"
    target = table.piles[rules.index[first.dst]] if first.dst else ()
    return f"builds on {cards.text(target[-1])}" if target and _is_known(target[-1]) else ""


def _tell_turn(rules: Rules, table: Table) -> str:
    piles = zip(rules.ids, table.piles, strict=True)
    if not any(pile for name, pile in piles if name[0] in "sw"):
        return "brings other cards into play"  # the tableau is laid out again
    ahead = rules.go_through_stock(table)
    is_new = any(UNKNOWN in rules.game.visible(each) for each in ahead)
    return "leads to new cards" if is_new else "lets you play another card of the stock"


def _tell_placement(placements: Placements, table: Table, rules: Rules, move: Move) -> str:
    if not table.piles[rules.index[move.dst]]:
        return "covers no other card"
    match placements.count_held(move):
        case 0:
            return "covers no card that goes home sooner"
        case 1:
            return "holds back only one card"
        case number:
            return f"holds back only {spell(number)} cards"


def _list_joins(rules: Rules, table: Table, moves: Sequence[Move]) -> Iterator[tuple[int, str]]:
    """Yield which cards of one suit each move joins, where whole suits leave the columns."""
    if not any(BuilderGroup.of(group).takes_suits for group in rules.game.groups):
        return
    for number, move in enumerate(moves, 1):
        after = rules.make(table, move)
        if move.dst[:1] == "t":
            at = rules.index[move.dst]
            yield number, _tell_join(table.piles[at], after.piles[at])
        table = after


def _tell_join(was: Pile, now: Pile) -> str:
    if not was or len(now) <= len(was):
        return ""
    upper, lower = now[len(was)], was[-1]
    if not (_is_known(upper) and _is_known(lower)) or cards.suit(upper) != cards.suit(lower):
        return ""
    is_next = cards.rank(lower) == cards.rank(upper) + 1
    return f"joins {cards.text(upper)} to {cards.text(lower)}" if is_next else ""


def _is_known(card: Card) -> bool:
    return not card & DOWN and card != UNKNOWN

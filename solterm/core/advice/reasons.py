"""Sentences that propose moves and say why."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from solterm.core import cards
from solterm.core.advice.merits import tell_merit
from solterm.core.cards import DOWN, UNKNOWN
from solterm.core.groups import BuilderGroup
from solterm.core.idle import role_of
from solterm.core.move import Move
from solterm.core.plural import spell, times
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.spaces import NOTHING
from solterm.core.words.describe import TURNED, capitalize, move_words, pile_name

NEW_CARDS = "shows new cards"
"""What turning the stock gains at least."""


def propose(rules: Rules, table: Table, moves: Sequence[Move], reason: str = "") -> str:
    """Return the sentence that proposes the first of some moves, with a reason.

    Without a given reason, it says what the moves gain, or else what they are good for. ``table``
    is what the player knows.
    """
    first = move_words(rules.game, table, moves[0])
    start = capitalize(first) if rules.is_turn(moves[0]) else f"Try {first}"
    if (turns := count_turns(rules, table, moves)) > 1:
        start += f" {times(turns)}"
    why = reason or tell_gain(rules, table, moves) or tell_merit(rules, table, moves)
    return f"{start}: that {why}." if why else f"{start}."


def count_turns(rules: Rules, table: Table, moves: Sequence[Move]) -> int:
    """Return how many turns of the stock moves begin with; 1 if they begin otherwise."""
    if not rules.is_turn(moves[0]):
        return 1
    turns, words = 0, move_words(rules.game, table, moves[0])
    for move in takewhile(rules.is_turn, moves):
        if move != moves[0] or move_words(rules.game, table, move) != words:
            break
        turns, table = turns + 1, rules.make(table, move)
    return turns


def fold_moves(rules: Rules, table: Table, moves: Sequence[Move]) -> Iterator[str]:
    """Yield moves in words, repeated turns of the stock as one: ``turn the stock four times``.

    >>> from solterm import Play, find
    >>> play = Play(find("klondike-deal-1"), 7)
    >>> turn = next(move for move in play.legal_moves if play.rules.is_turn(move))
    >>> list(fold_moves(play.rules, play.table, [turn] * 4))
    ['turn the stock four times']
    """
    while moves:
        words, turns = move_words(rules.game, table, moves[0]), count_turns(rules, table, moves)
        yield f"{words} {times(turns)}" if turns > 1 else words
        for move in moves[:turns]:
            table = rules.make(table, move)
        moves = moves[turns:]


def tell_first_gain(
    rules: Rules, table: Table, moves: Sequence[Move], other: Move | None = None
) -> str:
    """Return the first gain of some moves as a verb; "" if they gain nothing.

    A gain that the ``other`` move has too does not count.
    """
    usual = tell_gain(rules, table, [other]) if other else ""
    starts = (moves[:number] for number in range(1, len(moves) + 1))
    gains = filter(None, (tell_gain(rules, table, start) for start in starts))
    return next((gain for gain in gains if not usual or not gain.startswith(usual)), "")


def tell_gain(rules: Rules, table: Table, moves: Sequence[Move]) -> str:
    """Return what moves gain as a verb, such as "turns a card up in two moves"; "" for nothing.

    >>> from solterm import Position, find
    >>> there = Position.parse("game klondike-deal-1 level 3\\nt1 kc 8S\\nt2 9H\\nt3 TC", find)
    >>> tell_gain(there.rules, there.table, [Move("t1", "t2")])
    'turns a card up'
    """
    turns_last = len(moves) > 1 and rules.is_turn(moves[-1])
    if turns_last and (gain := tell_gain(rules, table, moves[:-1])):
        return gain  # before the stock is turned
    before = after = table
    for move in moves:
        before, after = after, rules.make(after, move)
    gain = _tell_gain(rules, table, before, after, moves[-1])
    return f"{gain} in {spell(len(moves))} moves" if gain and len(moves) > 1 else gain


def _tell_gain(rules: Rules, start: Table, before: Table, after: Table, last: Move) -> str:
    game = rules.game
    if prospect := game.goal.prospect(start.piles, after.piles, rules.index):
        return prospect
    scored = rules.count_scored(after) - rules.count_scored(start)
    if scored > 1 and last.dst[:1] == "f":
        return f"brings {_cards(scored)} home"
    if scored > 0 and last.dst[:1] == "f":
        card = before.piles[game.index[last.src]][-1] & ~DOWN
        return f"brings {'a card' if card == UNKNOWN else cards.text(card)} home"
    changed = [
        (name, was, now)
        for name, was, now in zip(rules.ids, start.piles, after.piles, strict=True)
        if was is not now
    ]
    turned = sum(_count_down(was) - _count_down(now) for name, was, now in changed if name != "s")
    if turned > 0:
        return f"turns {_cards(turned)} up"
    for name, was, now in changed:
        if scored > 0 and name[0] == "d":
            return f"clears {_cards(len(now) - len(was))}"
        takes = name[0] == "t" and BuilderGroup.of(game.group(name)).space != NOTHING
        if was and not now and takes:
            return f"empties {pile_name(game, name)}"
    for name, was, now in changed:
        if len(now) < len(was) and role_of(game.group(name)) in ("reserve", "waiting"):
            return f"plays {'' if name == TURNED else 'a card from '}{pile_name(game, name)}"
    if rules.is_turn(last) and UNKNOWN in game.visible(after):
        return NEW_CARDS
    if scored > 0 and (gain := game.goal.gain(scored)):
        return gain
    for name, was, now in changed:
        if name[0] == "t" and was and now and was[0] != now[0] and not rules.is_turn(last):
            return f"brings a new card to {pile_name(game, name)}"
    return ""


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{spell(number)} cards"


def _count_down(pile: Sequence[int]) -> int:
    return sum(1 for card in pile if card & DOWN)

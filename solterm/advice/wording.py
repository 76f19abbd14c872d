"""Moves in words, as hints and ways to win tell them."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from solterm.core.move import Move
from solterm.core.plural import times
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.words.describe import move_words


def advise(rules: Rules, table: Table, moves: Sequence[Move]) -> str:
    """Return the first of some moves as advice: ``try 9H to column 3``."""
    step, first = next(tell_moves(rules, table, moves)), moves[0]
    begins_with_verb = not first.dst and rules.game.group(first.src).action
    return step if begins_with_verb else f"try {step}"


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


def tell_moves(rules: Rules, table: Table, moves: Sequence[Move]) -> Iterator[str]:
    """Yield moves in words, repeated turns of the stock as one: ``turn the stock four times``.

    >>> from solterm import Play, find
    >>> play = Play(find("klondike-deal-1"), 7)
    >>> turn = next(move for move in play.legal_moves if play.rules.is_turn(move))
    >>> list(tell_moves(play.rules, play.table, [turn] * 4))
    ['turn the stock four times']
    """
    while moves:
        words, turns = move_words(rules.game, table, moves[0]), count_turns(rules, table, moves)
        yield f"{words} {times(turns)}" if turns > 1 else words
        for move in moves[:turns]:
            table = rules.make(table, move)
        moves = moves[turns:]


def count_steps(rules: Rules, table: Table, moves: Sequence[Move]) -> int:
    """Return the number of moves, with repeated turns of the stock as one."""
    return sum(1 for _ in tell_moves(rules, table, moves))

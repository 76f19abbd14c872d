"""Plans without needless steps, and moves in words."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, takewhile

from solterm.core.move import Move
from solterm.core.phrases import times
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.words.describe import move_words

_Moves = tuple[Move, ...]
_LONG, _LONGEST = 400, 1000
"""The most moves of a line in which each step is tried, and of one to follow."""


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
    """Return a winning line without needless steps; ``fold`` makes the most of what is left.

    A depth-first search may find a line of many thousand moves, which goes through much the same
    positions again and again. Return no moves if it stays too long for a player to follow.
    """

    def wins(kept: _Moves) -> bool:
        after = table
        for move in kept:
            after = rules.make(after, move)
        return rules.is_won(after)

    if len(moves) <= _LONG:
        return drop_needless(rules, table, moves, wins)
    kept = _cut_detours(rules, table, moves)
    return kept if len(kept) <= _LONGEST and wins(kept) else ()


def _cut_detours(rules: Rules, table: Table, moves: Sequence[Move]) -> _Moves:
    """Return a line that goes by one move as far as any one move leads on the way.

    Positions that differ only in the order of columns or cells are the same; the rest of the line
    then calls these by other names.
    """
    alike: dict[object, list[str]] = {}
    for name in rules.ids:
        alike.setdefault(rules.game.group(name) if name[0] in "tr" else name, []).append(name)
    places = [[rules.index[name] for name in names] for names in alike.values()]

    def likeness(table: Table) -> object:
        return *(tuple(sorted(table.piles[at] for at in kind)) for kind in places), *table[1:]

    tables = [*accumulate(moves, rules.make, initial=table)]
    latest = {likeness(each): at for at, each in enumerate(tables)}
    called, kept, at = dict(zip(rules.ids, rules.ids, strict=True)), list[Move](), 0
    while at < len(moves):
        reached = {move: rules.make(tables[at], move) for move in rules.legal_moves(tables[at])}
        by = max(reached, key=lambda move: latest.get(likeness(reached[move]), 0))
        kept.append(by._replace(src=called[by.src], dst=called.get(by.dst, "")))
        at, before = latest[likeness(reached[by])], called
        called = {}
        for names in alike.values():
            left = [*names]
            for name in names:
                pile = tables[at].piles[rules.index[name]]
                same = next(each for each in left if reached[by].piles[rules.index[each]] == pile)
                left.remove(same)
                called[name] = before[same]
    return tuple(kept)


def fold(rules: Rules, table: Table, moves: Sequence[Move]) -> Iterator[Move]:
    """Yield moves as a player makes them: a run that free cells carry to a column is one move.

    >>> from solterm import find
    >>> from solterm.core.table import read
    >>> game = find("free-cell")
    >>> there = read("t1 KD 9H 8S\\nt2 TC", game.ids)
    >>> moves = [Move("t1", "r1"), Move("t1", "t2"), Move("r1", "t2")]
    >>> list(fold(game.rules(), there, moves))
    [Move.parse('t1 t2 2')]
    """
    made = 0
    while made < len(moves):
        move, count = moves[made], 1
        again = made + 1 < len(moves) and moves[made + 1].src == move.src  # as each run begins
        for run in reversed([*rules.list_runs(table, move.src)]) if again else ():
            steps = rules.expand(table, run)
            if steps and steps == tuple(moves[made : made + len(steps)]):
                move, count = run, len(steps)
                break
        yield move
        for step in moves[made : made + count]:
            table = rules.make(table, step)
        made += count


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


# -- in words --------------------------------------------------------------------------------------


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

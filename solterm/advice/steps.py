"""Plans without needless steps, and moves in words."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import chain, takewhile

from solterm.core.groups import CoverGroup
from solterm.core.move import Move
from solterm.core.plural import times
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.words.describe import move_words

_Moves = tuple[Move, ...]


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
    """Return a winning line without needless steps; ``fold`` makes the most of what is left."""

    def wins(kept: _Moves) -> bool:
        after = table
        for move in kept:
            if move not in rules.legal_moves(after):
                return False
            after = rules.make(after, move)
        return rules.is_won(after)

    kept = drop_needless(rules, table, moves, wins)
    across = _cut_across(rules, table, kept)
    kept = across if wins(across) else kept
    passing = (_play_in_passing(rules, table, kept, to) for to in ("ft", "f"))
    return min([kept, *filter(wins, passing)], key=len)


def fold(rules: Rules, table: Table, moves: Sequence[Move]) -> Iterator[tuple[Move, int]]:
    """Yield moves as a player makes them, with the number of single moves that each stands for.

    A run that free cells carry to another column is one move.

    >>> from solterm import find
    >>> from solterm.core.table import read
    >>> game = find("free-cell")
    >>> there = read("t1 KD 9H 8S\\nt2 TC", game.ids)
    >>> moves = [Move("t1", "r1"), Move("t1", "t2"), Move("r1", "t2")]
    >>> list(fold(game.rules(), there, moves))
    [(Move.parse('t1 t2 2'), 3)]
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
        yield move, count
        for step in moves[made : made + count]:
            table = rules.make(table, step)
        made += count


def _cut_across(rules: Rules, table: Table, moves: _Moves) -> _Moves:
    """Return moves in fewer steps, where one step leads to a later position of a line.

    Positions count as equal if only the order of columns or cells differs, so the moves need not
    be legal in games where that order matters.
    """
    tables = [table]
    for move in moves:
        tables.append(rules.make(tables[-1], move))
    places = _list_alike(rules)
    last = {_key(each, places): number for number, each in enumerate(tables)}
    left = [0] * len(tables)
    """The number of steps from each position to the end."""
    ways: list[tuple[Move, int]] = []
    for number in range(len(moves) - 1, -1, -1):
        way, left[number] = (moves[number], number + 1), left[number + 1] + 1
        here = tables[number]
        runs = {run for pile in rules.ids for run in rules.list_runs(here, pile)}
        for move in (*rules.legal_moves(here), *runs):
            there = last.get(_key(rules.make(here, move), places), 0)
            is_shorter = there > number and left[there] + 1 < left[number]
            if is_shorter and (move not in runs or rules.expand(here, move)):
                way, left[number] = (move, there), left[there] + 1
        ways.append(way)
    ways.reverse()
    kept: list[Move] = []
    number = 0
    while number < len(moves):
        names = _rename(rules, tables[number], table, places)
        move, number = ways[number]
        move = move._replace(src=names.get(move.src, move.src), dst=names.get(move.dst, move.dst))
        steps = rules.expand(table, move) or (move,)
        if steps[0] not in rules.legal_moves(table):
            return moves
        for step in steps:
            table = rules.make(table, step)
        kept += steps
    return tuple(kept)


def _play_in_passing(rules: Rules, table: Table, moves: _Moves, to: str) -> _Moves:
    """Return moves with cards played as soon as the stock brings them up.

    These are the cards that the moves play later from the waste to piles of the kinds ``to``. The
    rest keeps its order, so the moves may not lead where they did; they are empty if they stop.
    """
    waiting: list[tuple[Move, Pile]] = []
    here = table
    for move in moves:
        if not rules.is_turn(move):
            waiting.append((move, here.piles[rules.index[move.src]][-move.count :]))
        here = rules.make(here, move)
    kept: list[Move] = []
    while waiting and len(kept) < len(moves):
        legal = rules.legal_moves(table)
        ready = (
            (at, move)
            for at, (move, moved) in enumerate(waiting)
            if (not at or (move.src[0] == "w" and move.dst[:1] in to)) and move in legal
            if table.piles[rules.index[move.src]][-move.count :] == moved
        )
        turns = ((None, move) for move in legal if rules.is_turn(move))
        at, made = next(chain(ready, turns), (None, None))
        if made is None:
            return ()
        if at is not None:
            del waiting[at]
        kept.append(made)
        table = rules.make(table, made)
    return tuple(kept)


def _list_alike(rules: Rules) -> Sequence[Sequence[int]]:
    """Return the places of columns, and of cells, whose order seldom matters."""
    covered = {
        group.kind for group in rules.game.groups if isinstance(group, CoverGroup) and group.cover
    }
    kinds = [kind for kind in ("t", "r") if kind not in covered]
    return [[at for at, name in enumerate(rules.ids) if name[0] == kind] for kind in kinds]


def _key(table: Table, places: Sequence[Sequence[int]]) -> Hashable:
    """Return what tables share that differ only in the order of piles at some places."""
    piles = list(table.piles)
    for alike in places:
        for at, pile in zip(alike, sorted(piles[at] for at in alike), strict=True):
            piles[at] = pile
    return table._replace(piles=tuple(piles))


def _rename(
    rules: Rules, table: Table, other: Table, places: Sequence[Sequence[int]]
) -> Mapping[str, str]:
    """Return for each pile of a table the id of the equal one of another table."""
    names = {}
    for alike in places:
        # Most piles lie in the same place; an order of piles alone would swap equal ones.
        moved = [at for at in alike if table.piles[at] != other.piles[at]]
        ours = sorted(moved, key=table.piles.__getitem__)
        theirs = sorted(moved, key=other.piles.__getitem__)
        names.update({rules.ids[at]: rules.ids[to] for at, to in zip(ours, theirs, strict=True)})
    return names


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

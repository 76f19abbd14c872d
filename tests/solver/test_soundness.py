"""The solver agrees with brute force, in all games, at all levels, and with X armed.

The tests use late and random positions of random games, and positions on the line of a
win or one move away from it. `scripts/test --all` compares more than 20,000.
"""

from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

from solterm.core.cards import card, pack
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table, read
from solterm.games import catalogue, find
from solterm.solver import Finding, Limit, Verdict, solve
from solterm.solver.poker import PokerSearch
from solterm.solver.solve import solve_armed
from tests.effort import THOROUGH, tries
from tests.harness.cases import over
from tests.solver.late import dealt, ends, near_wins, quick_win

GAMES = list(catalogue().values())


def sample(share: int) -> dict[str, tuple[Game, int]]:
    """Return all games at all levels, or one of so many in the usual run."""
    return {
        f"{game.id}-{level}": (game, level)
        for number, game in enumerate(GAMES)
        for level in LEVELS
        if THOROUGH or (number + level) % share == 0
    }


MOST = tries(2000, 150)
"""The maximum number of positions for brute force."""

Node = tuple[Table, bool]
"""A table, and whether the exception is still armed."""


def walk(rules: Rules, deal: int, chance: Random) -> list[Table]:
    """Return the positions of a random game, played mostly with moves that make progress."""
    tables = [dealt(rules.game, deal)]
    for _ in range(250):
        if not (moves := list(rules.legal_moves(tables[-1]))):
            break
        leading = [move for move in moves if rules.makes_progress(tables[-1], move)]
        tables.append(rules.make(tables[-1], chance.choice(leading or moves)))
    return tables


def can_win(rules: Rules, wider: Rules | None, table: Table) -> bool | None:
    """Search all positions, depth first. Return None if there are too many."""
    start = table, wider is not None
    met, left = {start}, [start]
    while left:
        here, waits = left.pop()
        if rules.is_won(here):
            return True
        if len(met) > MOST:
            return None
        for after in ways(rules, wider if waits else None, here):
            if after not in met:
                met.add(after)
                left.append(after)
    return False


def ways(rules: Rules, wider: Rules | None, table: Table) -> Iterator[Node]:
    """Yield the positions one move away; an irregular move uses up the exception."""
    regular = set(rules.legal_moves(table))
    for move in regular if wider is None else wider.legal_moves(table):
        yield (wider or rules).make(table, move), wider is not None and move in regular


def wins(rules: Rules, wider: Rules | None, table: Table, moves: tuple[Move, ...]) -> bool:
    """Return whether legal moves win, with at most one irregular move if the exception is armed."""
    for move in moves:
        if move not in rules.legal_moves(table):
            assert wider is not None, f"{move} is not legal"
            assert move in wider.legal_moves(table)
            table, wider = wider.make(table, move), None
        else:
            table = (wider or rules).make(table, move)
    return rules.is_won(table)


def judge(rules: Rules, wider: Rules | None, table: Table) -> Verdict:
    """Solve the position, with as much work as brute force may do."""
    if wider is None:
        return solve(rules, table, Limit(positions=MOST))
    asked = 0

    def is_over() -> bool:
        nonlocal asked
        asked += 1
        return asked > MOST // 50

    return solve_armed(rules, wider, table, is_over)


def compare(rules: Rules, wider: Rules | None, table: Table, truth: bool | None = None) -> bool:
    """Compare the solver with brute force. Return whether both decided."""
    verdict = judge(rules, wider, table)
    if verdict.finding is Finding.WON:
        assert wins(rules, wider, table, verdict.moves)
        return True
    if truth is None:
        truth = can_win(rules, wider, table)
    if verdict.finding is Finding.LOST:
        assert truth is not True, f"{table} can be won"
    return truth is not None and verdict.finding is Finding.LOST


def arm(game: Game, level: int) -> Rules | None:
    """Return the rules of the next move with X armed, or None if there is no such exception."""
    wider = game.rules_of_next_move(level, armed=True, cheating=False)
    return None if wider is game.rules(level) else wider


def is_won_or_lost(rules: Rules) -> bool:
    """Return whether a game is won or lost, not scored in points."""
    return not PokerSearch.of(rules, dealt(rules.game, 1))


@over("game level", sample(8))
def test_the_solver_agrees_with_brute_force_on_late_and_random_positions(
    game: Game, level: int
) -> None:
    rules, chance = game.rules(level), Random(f"{game.id} {level}")
    if not is_won_or_lost(rules):
        return
    wider = arm(game, level)
    for deal in range(1, 1 + tries(8, 1)):
        tables = walk(rules, deal, chance)
        for table in (*tables[: -tries(12, 2) : -1], *chance.choices(tables, k=tries(3, 1))):
            compare(rules, None, table)
            if wider and chance.random() < tries(50, 40) / 100:
                compare(rules, wider, table)


@over("game level", sample(17))
def test_the_solver_calls_no_position_on_a_winning_line_lost(game: Game, level: int) -> None:
    rules, chance = game.rules(level), Random(f"{game.id} {level}")
    if not is_won_or_lost(rules) or (won := quick_win(game, level)) is None:
        return
    wider, (deal, verdict) = arm(game, level), won
    tables = [dealt(game, deal)]
    for move in verdict.moves:
        tables.append(rules.make(tables[-1], move))
    for table in chance.choices(tables, k=tries(20, 3)):
        compare(rules, None, table, truth=True)
    for table in tables[-4 : -tries(40, 12) : -4]:
        astray = rules.make(table, chance.choice(list(rules.legal_moves(table))))
        compare(rules, None, astray)
        if wider:
            compare(rules, wider, astray)


@pytest.mark.parametrize("name", ["the-wish", "royale-golf", "monte-carlo"])
def test_an_armed_exception_wins_what_brute_force_wins_with_it(name: str) -> None:
    game = find(name)
    rules, wider = game.rules(2), arm(game, 2)
    assert wider
    compared = saved = 0
    lately = (ends(game, 2, deal, Random(deal)) for deal in range(1, tries(40, 10)))
    for table in chain(*near_wins(game, 2, Random(1)), *lately):
        if (truth := can_win(rules, wider, table)) is not None:
            verdict = solve_armed(rules, wider, table, lambda: False)
            assert verdict.finding is (Finding.WON if truth else Finding.LOST)
            assert not truth or wins(rules, wider, table, verdict.moves)
            compared += 1
            saved += truth and can_win(rules, None, table) is False
    assert compared > 3
    assert saved or name != "the-wish", "the exception saves no lost position"


def turning() -> dict[str, tuple[Game, int]]:
    """Return the games and levels in which the runs of columns turn the corner."""
    return {
        f"{game.id}-{level}": (game, level)
        for game in GAMES
        for level in LEVELS
        for columns in [next((g for g in game.at_level(level).groups if g.kind == "t"), None)]
        if isinstance(columns, BuilderGroup)
        and columns.build
        and columns.build.wrap
        and game.packs == 1
        and isinstance(game.rules(level), Builders)
    }


def long_runs(rules: Builders, chance: Random) -> Table | None:
    """Make up a late position: foundations of equal height, and the other cards in long runs."""
    groups, index = rules.game.groups, rules.game.index
    columns = BuilderGroup.of(next(each for each in groups if each.kind == "t"))
    base, heights = chance.randint(1, 13), [chance.randint(4, 12) for _ in range(4)]
    heights[chance.randrange(4)] = chance.randint(0, 12)
    home = [
        [card((base + n - 1) % 13 + 1, suit) for n in range(heights[suit])] for suit in range(4)
    ]
    left = [each for each in pack() if all(each not in pile for pile in home)]
    piles: list[list[int]] = [[] for _ in index]
    for number, pile in enumerate(sorted(home, key=len, reverse=True), 1):
        piles[index[f"f{number}"]] = pile
    for number in range(1, columns.count + 1):
        if not left:
            break
        pile = piles[index[f"t{number}"]]
        pile.append(left.pop(chance.randrange(len(left))))
        assert columns.build
        while fitting := [each for each in left if columns.build.takes[pile[-1]] >> each & 1]:
            pile.append(chance.choice(fitting))
            left.remove(pile[-1])
    return None if left else Table(tuple(map(tuple, piles)))


@over("game level", turning)
def test_the_solver_agrees_with_brute_force_on_runs_that_turn_the_corner(
    game: Game, level: int
) -> None:
    rules, chance = game.rules(level), Random(f"{game.id} {level}")
    assert isinstance(rules, Builders)
    for _ in range(tries(400, 12)):
        if table := long_runs(rules, chance):
            compare(rules, None, table)


@pytest.mark.parametrize("level", [3, 2])
def test_a_run_that_turns_the_corner_twice_may_be_split(level: int) -> None:
    rules = find("demon").rules(level)
    table = read(
        """
        s
        w
        r
        f1 JS QS KS AS 2S 3S 4S 5S 6S 7S
        f2 JH QH KH AH 2H 3H 4H 5H 6H 7H 8H
        t1 TD 9C
        t4 TC 9D 8S 7D 6C 5D 4C 3D 2C AD KC QD JC TH 9S 8D 7C 6D 5C 4D 3C 2D AC KD QC JD TS 9H 8C
        """,
        rules.ids,
    )
    verdict = solve(rules, table, Limit(positions=2000))
    assert verdict.finding is Finding.WON
    assert wins(rules, None, table, verdict.moves)


def test_a_card_that_comes_back_from_its_foundation_may_be_needed_at_once() -> None:
    """Only with 3C back on 4H, and 2H on it, does 5C come free, and with it AS and AH."""
    rows = "-\n6C\nad 5c 2H\nah as 4H\nkh 5h 3h 3s 2S\nkd 4d 3d 2d 4c 6S\nkc ks 6d 5d 5s 6h 4S"
    stock = "7S 7H 7D 7C 8S 8H 8D 8C 9S 9H 9D 9C TS TH TD TC JS JH JD JC QS QH QD QC"
    columns = [f"t{number} {row.strip('-')}" for number, row in enumerate(rows.splitlines(), 1)]
    text = "\n".join(["f1 AC 2C 3C", f"s {stock.lower()}", *columns])
    rules = find("klondike-deal-1").rules(2)
    table = read(text, rules.ids)
    assert [str(move) for move in rules.legal_moves(table)] == ["s", "f1 t4"]
    assert solve(rules, table, Limit(positions=1000)).finding is Finding.WON

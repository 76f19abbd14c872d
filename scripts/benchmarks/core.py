"""The speed of the rules core in positions per second, compared with python-chess.

Both sides do the same two walks. They differ only in how they return to a position: a chess board
changes in place (``push`` and ``pop``), our tables are values.

perft   From each opening, make every legal move, and every legal move after it, down to a fixed
        depth. It counts each position *made*, at all depths, without the openings; ``perft`` of the
        last depth alone would leave out part of the work. Our openings are deals 1 to 20 at levels
        3 and 1; those of chess are the six positions of the usual perft suite. The depth is the
        first one at which the walk makes 5,000 positions.
expand  Take positions from random games, every fourth ply of the first 48, and make all legal moves
        of each. It counts each position *expanded*.

Neither count alone is fair, so we show both. A chess position has about 30 moves, one of Klondike
three. Counting positions made divides the cost of one move generation by 30 there and by three
here; counting positions expanded charges chess for ten times as many moves. The report has the
number of moves per position with each speed. The budget is for perft, the harder of the two.

The generator of python-chess yields only legal moves, as ours does, and its moves need no text.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

import chess

from scripts.benchmarks.report import Row, progress
from solterm.core import deals
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games import catalogue

GAMES = ("kloncan-klondike", "kloncan-canfield", "demon", "free-cell", "miss-milligan")
"""The games to measure, as far as they are in the catalogue."""
LEVELS = (3, 1)
DEALS = range(1, 21)
SUITE = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
)
ENOUGH = 5_000
"""The positions of a walk that is long enough to time."""
PLIES = 48
EVERY = 4
ROUNDS = 15
WHILE = 0.04
"""Seconds for each walk in each round; shorter ones would gain more from a quiet moment."""


@dataclass
class Walk:
    """A function that counts positions, and its highest speed."""

    count: Callable[[], int]
    note: str
    fastest: float = 0.0

    def run(self) -> None:
        """Time repeated calls for a while."""
        started = perf_counter()
        counted, spent = 0, 0.0
        while spent < WHILE:
            counted += self.count()
            spent = perf_counter() - started
        self.fastest = max(self.fastest, counted / spent)


def measure() -> Iterator[Row]:
    """Measure perft, then expand, in all the games."""
    yield from _compare("perft", _chess_perft(), _solitaire_perft)
    yield from _compare("expand", _chess_expand(), _solitaire_expand)


def _compare(name: str, peer: Walk, ours: Callable[[Rules], Walk]) -> Iterator[Row]:
    rules = {
        f"{game_id} level {level}": catalogue()[game_id].rules(level)
        for game_id in GAMES
        if game_id in catalogue()
        for level in LEVELS
    }
    walks = {what: ours(each) for what, each in rules.items()}
    for number in range(ROUNDS):
        progress(f"core: {name}, round {number + 1} of {ROUNDS}")
        peer.run()
        for walk in walks.values():
            walk.run()
    for what, walk in walks.items():
        ratio = peer.fastest / walk.fastest
        row = Row(f"core {name}, {what}", _speed(walk), _speed(peer), ratio)
        yield row._replace(budget="<= 1.00", ok=ratio <= 1) if name == "perft" else row


def _speed(walk: Walk) -> str:
    return f"{walk.fastest / 1000:.0f} k/s ({walk.note})"


# -- solitaire ---------------------------------------------------------------------------------


def _openings(rules: Rules) -> list[Table]:
    game = rules.game
    return [game.opening(deals.shuffle(number, game.packs)) for number in DEALS]


def _perft(rules: Rules, table: Table, depth: int) -> int:
    made = 0
    for move in rules.generate(table):
        after = rules.make(table, move)
        made += 1
        if depth > 1:
            made += _perft(rules, after, depth - 1)
    return made


def _solitaire_perft(rules: Rules) -> Walk:
    openings = _openings(rules)
    return _perft_walk(lambda depth: sum(_perft(rules, table, depth) for table in openings))


def _solitaire_expand(rules: Rules) -> Walk:
    chance = random.Random(1)
    sample = []
    for table in _openings(rules):
        for ply in range(PLIES):
            moves = list(rules.generate(table))
            if not moves:
                break
            if ply % EVERY == 0:
                sample.append(table)
            table = rules.make(table, chance.choice(moves))

    def expand() -> int:
        for table in sample:
            for move in rules.generate(table):
                rules.make(table, move)
        return len(sample)

    return Walk(expand, _breadth(sum(1 for t in sample for _ in rules.generate(t)), len(sample)))


# -- chess -------------------------------------------------------------------------------------


def _push_all(board: chess.Board, depth: int) -> int:
    made = 0
    for move in board.legal_moves:
        board.push(move)
        made += 1
        if depth > 1:
            made += _push_all(board, depth - 1)
        board.pop()
    return made


def _chess_perft() -> Walk:
    boards = [chess.Board(position) for position in SUITE]
    return _perft_walk(lambda depth: sum(_push_all(board, depth) for board in boards))


def _chess_expand() -> Walk:
    chance = random.Random(1)
    sample = []
    for _ in DEALS:
        board = chess.Board()
        for ply in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            if ply % EVERY == 0:
                sample.append(board.copy(stack=False))
            board.push(chance.choice(moves))

    def expand() -> int:
        for board in sample:
            for move in board.legal_moves:
                board.push(move)
                board.pop()
        return len(sample)

    return Walk(expand, _breadth(sum(b.legal_moves.count() for b in sample), len(sample)))


# -- both --------------------------------------------------------------------------------------


def _perft_walk(perft: Callable[[int], int]) -> Walk:
    depth = 1
    while perft(depth) < ENOUGH:
        depth += 1
    return Walk(lambda: perft(depth), f"depth {depth}")


def _breadth(moves: int, positions: int) -> str:
    return f"{moves / positions:.1f} moves per position"

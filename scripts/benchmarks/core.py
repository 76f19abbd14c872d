"""Positions a second of the rules core, beside python-chess.

Two walks, the same for both sides; only how a position is left again differs, because a chess
board is changed in place (``push`` and ``pop``) and our tables are values.

perft   From each opening, every legal move is made, and every legal move after it, down to a
        fixed depth. Counted is each position *made*, at all depths, openings not included;
        ``perft`` of the last depth alone would leave out work that was done. Solitaire's
        openings are deals 1 to 20 at level 3 or 1; chess's are the six positions of the chess
        programmers' usual perft suite, the start first. The depth is the first one at which
        the walk makes 5,000 positions.
expand  Positions are drawn from games of random moves, every fourth ply of the first 48, and of
        each all legal moves are generated and each is made. Counted is each position *expanded*.

Neither alone is fair, so both are shown. A chess position has some 30 moves and one of Klondike
three: counting positions made spreads one generation over 30 of them there and over three here,
while counting positions expanded charges chess for ten times the moves. The moves a position
stand beside each number; the budget is on perft, the harder of the two.

Python-chess's generator yields legal moves only, as ours does, and its moves need no text.
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
"""Those of them that are in the catalogue are measured."""
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
"""Positions that make a walk long enough to be timed."""
PLIES = 48
EVERY = 4
ROUNDS = 15
WHILE = 0.04
"""Seconds that each round lasts for each walk: a shorter one would find a quiet moment sooner."""


@dataclass
class Walk:
    """Something that counts positions, and how fast it ever did."""

    count: Callable[[], int]
    note: str
    fastest: float = 0.0

    def once(self) -> None:
        """Do it again and again for a while, against the clock."""
        started = perf_counter()
        counted, spent = 0, 0.0
        while spent < WHILE:
            counted += self.count()
            spent = perf_counter() - started
        self.fastest = max(self.fastest, counted / spent)


def measure() -> Iterator[Row]:
    """Rows of all games there are, perft first."""
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
        peer.once()
        for walk in walks.values():
            walk.once()
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
    return f"{moves / positions:.1f} moves each"

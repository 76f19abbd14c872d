"""The peer ttysolitaire, a C program on ncurses: we read its screen and press its keys.

It deals at random and needs 57x28 cells. h and l move the cursor along the columns; the space bar
turns the stock, or picks up an end card and then puts it down.
"""

import re
import shutil
from collections.abc import Iterator
from itertools import permutations

from solterm.core import cards
from solterm.core.cards import Card
from solterm.games.vocabulary import ALTERNATING
from tests.harness.pty import Cost, Terminal

GAMES = 4
MOVES = 3
"""Moves in each game, if it has so many, and as many wrong ones."""
_SIZE = (80, 30)
_COLUMNS = 7
_PITCH = 8
"""Cells from one column to the next."""
_CORNER = re.compile("([♣♦♥♠])(10|[2-9AJQK])")
"""The lower right corner of an end card."""
_SUITS = dict(zip("♣♦♥♠", cards.SUITS, strict=True))


def command() -> list[str] | None:
    """Return its command line, if it is installed."""
    # Debian has a folder for games that a server's PATH rarely names.
    found = shutil.which("ttysolitaire") or shutil.which("ttysolitaire", path="/usr/games")
    return [found] if found else None


def play(argv: list[str]) -> dict[str, list[Cost]]:
    """Play a few games; return the costs by kind of key."""
    costs: dict[str, list[Cost]] = {}
    for _ in range(GAMES):
        with Terminal(argv, _SIZE) as terminal:
            terminal.settle(0.3, patience=5)
            terminal.press("Space")  # leave the title page
            terminal.settle(0.3, patience=5)
            _Game(terminal, costs).play()
    return costs


class _Game:
    def __init__(self, terminal: Terminal, costs: dict[str, list[Cost]]) -> None:
        self.terminal = terminal
        self.costs = costs
        self.column = 0

    def play(self) -> None:
        """Turn the stock, go down to the columns, and try legal and illegal moves there."""
        for _ in range(MOVES):
            self.press("turn", "Space")
        self.press("cursor", "j")
        for _ in range(MOVES):
            for kind in ("move", "refused"):
                if pair := next(self.pairs(fitting=kind == "move"), None):
                    source, target = pair
                    self.go(source)
                    self.press("mark", "Space")
                    self.go(target)
                    self.press(kind, "Space")

    def press(self, kind: str, key: str) -> None:
        """Press a key and record its cost."""
        self.costs.setdefault(kind, []).append(self.terminal.measure(key, quiet=0.05))

    def go(self, column: int) -> None:
        """Move the cursor along the columns."""
        for _ in range(abs(column - self.column)):
            self.press("cursor", "l" if column > self.column else "h")
        self.column = column

    def pairs(self, fitting: bool) -> Iterator[tuple[int, int]]:
        """Generate pairs of columns, by whether the end card of one fits on that of the other."""
        for (source, card), (target, top) in permutations(self.end_cards().items(), 2):
            if ALTERNATING.takes[top] >> card & 1 == fitting:
                yield source, target

    def end_cards(self) -> dict[int, Card]:
        """Return the face-up end cards by column."""
        found = {}
        for column in range(_COLUMNS):
            left = 1 + column * _PITCH
            # Foundations and waste lie in the rows above.
            for y in range(8, self.terminal.size[1]):
                if corner := _CORNER.search(self.terminal.row(y)[left : left + _PITCH]):
                    suit, rank = corner.groups()
                    found[column] = cards.parse(rank.replace("10", "T") + _SUITS[suit])
        return found

"""Keys of ttysolitaire, pressed as by a player who reads its screen.

It deals at random and asks for 57x28 cells. The cursor goes along the columns with h and l; the
space bar turns the stock, or picks an end card up and then puts it down.
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
"""Moves in a game, if it has so many; as many tries are wrong."""
_SIZE = (80, 30)
_COLUMNS = 7
_PITCH = 8
"""Cells from one column to the next."""
_CORNER = re.compile("([♣♦♥♠])(10|[2-9AJQK])")
"""The lower right corner of a card nothing lies on."""
_SUITS = dict(zip("♣♦♥♠", cards.SUITS, strict=True))


def command() -> list[str] | None:
    """How to start it, if it is there; Debian's folder of games is rarely in a server's PATH."""
    found = shutil.which("ttysolitaire") or shutil.which("ttysolitaire", path="/usr/games")
    return [found] if found else None


def play(argv: list[str]) -> dict[str, list[Cost]]:
    """What its keys cost, by kind, in a few games."""
    costs: dict[str, list[Cost]] = {}
    for _ in range(GAMES):
        with Terminal(argv, _SIZE) as terminal:
            terminal.settle(0.3, patience=5)
            terminal.press("Space")  # past the page that welcomes
            terminal.settle(0.3, patience=5)
            _Game(terminal, costs).play()
    return costs


class _Game:
    def __init__(self, terminal: Terminal, costs: dict[str, list[Cost]]) -> None:
        self.terminal = terminal
        self.costs = costs
        self.column = 0

    def play(self) -> None:
        """Turn the stock, go down to the columns, move well and wrongly there."""
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
        """Press a key and keep what it cost."""
        self.costs.setdefault(kind, []).append(self.terminal.measure(key, quiet=0.05))

    def go(self, column: int) -> None:
        """Move the cursor along the columns."""
        for _ in range(abs(column - self.column)):
            self.press("cursor", "l" if column > self.column else "h")
        self.column = column

    def pairs(self, fitting: bool) -> Iterator[tuple[int, int]]:
        """Columns whose end card may, or may not, be laid on the end card of another."""
        for (source, card), (target, top) in permutations(self.end_cards().items(), 2):
            if ALTERNATING.takes[top] >> card & 1 == fitting:
                yield source, target

    def end_cards(self) -> dict[int, Card]:
        """The face-up end cards, by column."""
        found = {}
        for column in range(_COLUMNS):
            left = 1 + column * _PITCH
            # Foundations and waste lie in the rows above.
            for y in range(8, self.terminal.size[1]):
                if corner := _CORNER.search(self.terminal.row(y)[left : left + _PITCH]):
                    suit, rank = corner.groups()
                    found[column] = cards.parse(rank.replace("10", "T") + _SUITS[suit])
        return found

"""A script of sixty keys for KLONCAN's Klondike, made by playing a deal with the rules core.

The script makes the first of these moves that is possible: one that turns up a card, one home, one
from the hand to a column; otherwise it turns the hand. After each move it tries an illegal one. The
cursor visits only the columns, in a row that wraps round, and function keys do everything else, so
the script doesn't depend on the layout.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import cycle
from typing import NamedTuple

from solterm.core.cards import DOWN
from solterm.core.move import IllegalMove, Move
from solterm.core.play.play import Play
from solterm.games import find

GAME = "kloncan-klondike"
KEYS = 60
COLUMNS = 7
DEAL = 722
"""The deal from 1 to 1000 with the most moves (see `liveliest`)."""
DIALOG_OPENED = "dialog opened"
DIALOG_CLOSED = "dialog closed"


class Press(NamedTuple):
    """A key and its effect."""

    kind: str
    """cursor, mark, move, turn, refused, dialog opened or dialog closed."""
    key: str


class Script:
    """The keys for a deal, and the game that they play."""

    def __init__(self, deal: int = DEAL) -> None:
        self.play = Play(find(GAME), deal)
        self.presses = [Press(DIALOG_OPENED, "F2"), Press(DIALOG_CLOSED, "Escape")]
        self._column = 1
        self._wrong = cycle(("F5", "F4", "F6"))
        while self._keys_left:
            self._make_move()
        self._do("undo", "u")
        self._do("auto", "0")

    def compare(self, screen: str) -> None:
        """Raise AssertionError if the screen doesn't show the game that the keys play."""
        if not re.search(rf"\bMoves +{self.play.moves}\b", screen):
            raise AssertionError(f"Expected {self.play.moves} moves on the screen:\n{screen}")

    @property
    def _keys_left(self) -> int:
        """The number of keys left; the last two are for undo and automatic play."""
        return KEYS - 2 - len(self.presses)

    def _make_move(self) -> None:
        """Make the best move for which enough keys are left, and then try an illegal one."""
        move = next(filter(self._fits, self._useful_moves()), None)
        if move is None:
            self._do("s", "F3")
            return
        if move.src[0] == "t":
            self._go(move.src)
        if move.dst[0] == "t":
            if move.src[0] == "t":
                self.presses.append(Press("mark", "F1"))
            self._go(move.dst)
        self._do(str(move), _key(move))
        if self._keys_left:
            self._try_illegal()

    def _try_illegal(self) -> None:
        """Press a key that is refused at the cursor, if there is one."""
        here = f"t{self._column}"
        texts = {"F5": f"{here} f", "F4": f"w {here}", "F6": "w f"}
        for _ in texts:
            key = next(self._wrong)
            if self.play.why_not(self.play.resolve(texts[key])):
                self.presses.append(Press("refused", key))
                return

    def _useful_moves(self) -> Iterable[Move]:
        """Generate useful moves, the best first."""
        moves = list(self.play.legal_moves)
        for move in moves:
            if move.src[0] == "t" and move.dst[:1] == "t":
                under = self.play.pile(move.src)[: -move.count]
                if under and under[-1] & DOWN:
                    yield move
        yield from (move for move in moves if move.dst[:1] == "f")
        yield from (move for move in moves if move.src == "w" and move.dst[0] == "t")

    def _fits(self, move: Move) -> bool:
        """Return whether enough keys are left to make a move from the cursor's column."""
        column, needed = self._column, 1
        for name in (move.src, move.dst):
            if name[0] == "t":
                needed += len(_way(column, int(name[1:])))
                column = int(name[1:])
        return needed + (move.src[0] == move.dst[0]) <= self._keys_left

    def _go(self, name: str) -> None:
        """Move the cursor to a column."""
        to = int(name[1:])
        self.presses += [Press("cursor", key) for key in _way(self._column, to)]
        self._column = to

    def _do(self, event: str, key: str) -> None:
        """Press a key; the game may refuse its action."""
        try:
            self.play.perform(event)
            kind = "turn" if event == "s" else "move"
        except IllegalMove:
            kind = "refused"
        self.presses.append(Press(kind, key))


def _way(here: int, there: int) -> list[str]:
    """Return the cursor keys from one column to another, the shorter way round."""
    right = (there - here) % COLUMNS
    left = COLUMNS - right
    return ["Right"] * right if right < left else ["Left"] * left


def _key(move: Move) -> str:
    """Return the key that makes a move when the cursor is on its column."""
    if move.src == "w":
        return "F6" if move.dst[0] == "f" else "F4"
    return "F5" if move.dst[0] == "f" else "F1"


def liveliest(deals: Iterable[int]) -> int:
    """Return the deal whose script makes the most moves; a column counts as two."""

    def count_moves(deal: int) -> int:
        kinds = Counter(press.kind for press in Script(deal).presses)
        return kinds["move"] + kinds["mark"]

    return max(deals, key=count_moves)

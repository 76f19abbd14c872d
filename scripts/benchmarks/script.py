"""Sixty keys of KLONCAN Klondike, found by playing along with the rules core.

The player of this script is plain: a column that uncovers a card, else a card home, else the
hand's card into a column, else the hand is turned. After each success it tries something
that must be refused. It visits columns only, in a row that wraps round, and says all else with
function keys, so that a script knows nothing of where the piles stand.
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
"""The `liveliest` of the deals 1 to 1000."""
DIALOG_OPENED = "dialog opened"
DIALOG_CLOSED = "dialog closed"


class Press(NamedTuple):
    """One key, and what it does."""

    kind: str
    """cursor, mark, move, turn, refused, dialog opened or dialog closed."""
    key: str


class Script:
    """The keys for a deal, and the play they lead to."""

    def __init__(self, deal: int = DEAL) -> None:
        self.play = Play(find(GAME), deal)
        self.presses = [Press(DIALOG_OPENED, "F2"), Press(DIALOG_CLOSED, "Escape")]
        self._column = 1
        self._wrong = cycle(("F5", "F4", "F6"))
        while self._room:
            self._go_on()
        self._do("undo", "u")
        self._do("auto", "0")

    def compare(self, screen: str) -> None:
        """Fail unless a screen shows the game these keys lead to, and not some other."""
        if not re.search(rf"\bMoves +{self.play.moves}\b", screen):
            raise AssertionError(f"{self.play.moves} moves were to be made; this shows:\n{screen}")

    @property
    def _room(self) -> int:
        """Keys left, the last two kept for undo and automatic play."""
        return KEYS - 2 - len(self.presses)

    def _go_on(self) -> None:
        """Make the best move there are keys left for, and something wrong after it."""
        move = next(filter(self._fits, self._wishes()), None)
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
        if self._room:
            self._go_wrong()

    def _go_wrong(self) -> None:
        """Press a key that is refused where the cursor stands, if there is one."""
        here = f"t{self._column}"
        texts = {"F5": f"{here} f", "F4": f"w {here}", "F6": "w f"}
        for _ in texts:
            key = next(self._wrong)
            if self.play.why_not(self.play.resolve(texts[key])):
                self.presses.append(Press("refused", key))
                return

    def _wishes(self) -> Iterable[Move]:
        """The moves worth making, best first."""
        moves = list(self.play.legal_moves)
        for move in moves:
            if move.src[0] == "t" and move.dst[:1] == "t":
                under = self.play.pile(move.src)[: -move.cards]
                if under and under[-1] & DOWN:
                    yield move
        yield from (move for move in moves if move.dst[:1] == "f")
        yield from (move for move in moves if move.src == "w" and move.dst[0] == "t")

    def _fits(self, move: Move) -> bool:
        """Are there keys enough left to make a move from where the cursor stands?"""
        column, needed = self._column, 1
        for name in (move.src, move.dst):
            if name[0] == "t":
                needed += len(_way(column, int(name[1:])))
                column = int(name[1:])
        return needed + (move.src[0] == move.dst[0]) <= self._room

    def _go(self, name: str) -> None:
        """Move the cursor to a column."""
        to = int(name[1:])
        self.presses += [Press("cursor", key) for key in _way(self._column, to)]
        self._column = to

    def _do(self, event: str, key: str) -> None:
        """Press a key for an event, which the play may refuse."""
        try:
            self.play.perform(event)
            kind = "turn" if event == "s" else "move"
        except IllegalMove:
            kind = "refused"
        self.presses.append(Press(kind, key))


def _way(here: int, there: int) -> list[str]:
    """The cursor keys from a column to another, the shorter way round."""
    right = (there - here) % COLUMNS
    left = COLUMNS - right
    return ["Right"] * right if right < left else ["Left"] * left


def _key(move: Move) -> str:
    """The key that makes a move once the cursor is on its column."""
    if move.src == "w":
        return "F6" if move.dst[0] == "f" else "F4"
    return "F5" if move.dst[0] == "f" else "F1"


def liveliest(deals: Iterable[int]) -> int:
    """The deal whose script moves most, a column counting as two cards."""

    def life(deal: int) -> int:
        kinds = Counter(press.kind for press in Script(deal).presses)
        return kinds["move"] + kinds["mark"]

    return max(deals, key=life)

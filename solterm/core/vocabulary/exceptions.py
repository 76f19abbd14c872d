"""Exceptions (key X): single moves or actions beyond the rules of a level, which cost points.

An ``Instant`` exception acts at once. An ``Armed`` one lets the next action follow other rules. The
declaration of a game says which one X is at each level.
"""

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple, TypeVar

from solterm.core.cards import DOWN, Card
from solterm.core.declaration import Declaration
from solterm.core.groups import BuilderGroup, MemoryGroup
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.values import Kinds, PileId, Value, Words, replace
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.policies import Memory

_Declared = TypeVar("_Declared", bound=Declaration)


class Effect(NamedTuple):
    """The result of an instant exception."""

    table: Table
    counts: bool = True
    """Whether it counts as an exception."""
    shown: tuple[Card, ...] = ()
    """The hidden cards it shows to the player."""
    once: bool = False
    """Whether it counts only if it shows cards that no earlier look has shown."""
    recalls: bool = False
    """Whether it also shows the hidden cards that the player saw before."""


class Instant(ABC):
    """An exception that acts at once; ``pile`` is "" if the player named none.

    ``game`` is the declaration at the present level.
    """

    @abstractmethod
    def why_not(self, game: Declaration, table: Table, pile: str) -> str | None:
        """Return None if it is allowed now, else a sentence that says why not."""

    @abstractmethod
    def make(self, game: Declaration, table: Table, pile: str) -> Effect:
        """Return its result."""


class Armed(ABC):
    """An exception that lets the next action follow other rules."""

    invitation: str
    """The sentence that tells the player which actions it allows."""

    covered: ClassVar[bool] = False
    """Whether it allows a move of a covered card, which the player has to mark."""

    @abstractmethod
    def widen(self, own: _Declared, level_one: _Declared) -> _Declared:
        """Return the declaration that the next action may follow instead of the level's own.

        ``level_one`` is the declaration at level 1. An exception that changes nothing returns
        ``own`` itself.
        """


ExceptionRule = Instant | Armed
"""What the key X does at a level. (``Exception`` means something else in Python.)"""


class TurnOne(Instant, Value):
    """Turn the next stock card alone, or turn the waste over when the stock is empty.

    Turning the waste over does not count as an exception.
    """

    stock: PileId = "s"

    def why_not(self, game: Declaration, table: Table, pile: str) -> str | None:
        if pile not in ("", self.stock):
            return "The exception only turns a card of the stock."
        return self._turn(game).why_not(table, game.index)

    def make(self, game: Declaration, table: Table, pile: str) -> Effect:
        index = game.index
        counts = bool(table.piles[index[self.stock]])
        return Effect(self._turn(game).make(table, index), counts)

    def _turn(self, game: Declaration) -> TurnStock:
        action = game.group(self.stock).action
        assert isinstance(action, TurnStock), f"the stock of {game.id} is not turned"
        return replace(action, count=1)


class SwapWaste(Instant, Value):
    """Swap the two top cards of a waste."""

    kind: Kinds = "w"

    def why_not(self, game: Declaration, table: Table, pile: str) -> str | None:
        wastes = [name for name in game.ids if name[0] == self.kind]
        if pile and pile not in wastes:
            return "The exception only swaps the two top cards of a waste."
        asked = [pile] if pile else wastes
        if all(len(table.piles[game.index[name]]) < 2 for name in asked):
            return "The exception swaps the two top cards of the waste; it needs two there."
        if len(asked) > 1:
            return f"Say which waste: {', '.join(wastes)}, for example x {wastes[0]}."
        return None

    def make(self, game: Declaration, table: Table, pile: str) -> Effect:
        place = game.index[pile or self.kind]
        piles = list(table.piles)
        *rest, under, top = piles[place]
        piles[place] = (*rest, top, under)
        return Effect(table._replace(piles=tuple(piles)))


class Look(Instant, Value):
    """Look at a hidden card: the next one of the stock, or one on a pile the player names.

    Looking at the same card again is free, except in games of memory.
    """

    kinds: Kinds = "s"
    """The kinds of piles the player may look into."""
    depth: int = 1
    """The number of cards shown, from the top."""
    under: bool = False
    """Whether it shows the card under the top one."""

    def why_not(self, game: Declaration, table: Table, pile: str) -> str | None:
        candidates = [name for name in game.ids if name[0] in self.kinds]
        if pile and pile not in candidates:
            return "You can't look into that pile."
        asked = [pile] if pile else candidates
        if not any(self._hidden(game, table, name) for name in asked):
            return "There is no hidden card to look at."
        if len(asked) > 1:
            return f"Say which pile to look into, for example x {candidates[0]}."
        return None

    def make(self, game: Declaration, table: Table, pile: str) -> Effect:
        name = pile or next(name for name in game.ids if name[0] in self.kinds)
        once = MemoryGroup.of(game.group(name)).memory is Memory.NONE
        return Effect(table, shown=self._hidden(game, table, name), once=once)

    def _hidden(self, game: Declaration, table: Table, name: str) -> tuple[Card, ...]:
        cards = table.piles[game.index[name]]
        if self.under:
            cards = cards[:-1]
        while cards and not cards[-1] & DOWN and not self.under:
            cards = cards[:-1]
        return tuple(card & ~DOWN for card in cards[::-1][: self.depth])


class LookAll(Instant, Value):
    """Show all hidden cards of a kind of piles until the next action (will-o-wisp).

    Level 1 shows the same. It counts at once, because the player can't unsee cards.
    """

    kind: Kinds

    def why_not(self, game: Declaration, table: Table, pile: str) -> str | None:
        if pile:
            return "The exception shows all hidden cards; don't name a pile."
        return None if self._hidden(game, table) else "There is no hidden card to look at."

    def make(self, game: Declaration, table: Table, pile: str) -> Effect:
        return Effect(table, shown=self._hidden(game, table), once=True)

    def _hidden(self, game: Declaration, table: Table) -> tuple[Card, ...]:
        named = zip(game.ids, table.piles, strict=True)
        lying = (card for name, pile in named if name[0] == self.kind for card in pile)
        return tuple(card & ~DOWN for card in lying if card & DOWN)


class Recall(Instant, Value):
    """Show all face-down cards that the player has seen before, until the next move.

    Level 1 shows the same. Unlike ``LevelOneMove`` it counts at once, because the player can't
    unsee cards.
    """

    def why_not(self, game: Declaration, table: Table, pile: str) -> str | None:
        return "The exception shows all cards you have seen; don't name a pile." if pile else None

    def make(self, game: Declaration, table: Table, pile: str) -> Effect:
        return Effect(table, recalls=True)


class LevelOneMove(Armed, Value):
    """Allow one move of level 1. All families have this exception.

    Automatic consequences stay those of the level: an empty column that it refills by itself does
    not stay empty.
    """

    invitation: Words = "Your next move may follow level 1's rules."

    def widen(self, own: _Declared, level_one: _Declared) -> _Declared:
        return replace(level_one, consequences=own.consequences)


class DrawUnder(Armed, Value):
    """Allow drawing the card under an end card to a place that accepts it."""

    invitation: Words = "Your next move may draw the card under an end card."
    covered: ClassVar[bool] = True

    def widen(self, own: _Declared, level_one: _Declared) -> _Declared:
        groups = tuple(
            replace(group, draw=max(2, group.draw))
            if isinstance(group, BuilderGroup) and group.kind == "t"
            else group
            for group in own.groups
        )
        return replace(own, groups=groups) if groups != own.groups else own

    def example(self, usual: Rules, drawing: Rules, table: Table) -> str:
        """Return the text of such a draw that is possible now, or ""."""
        moves = set(usual.legal_moves(table))
        drawn = (move for move in drawing.legal_moves(table) if move not in moves)
        return next((drawing.text(table, move) for move in drawn), "")

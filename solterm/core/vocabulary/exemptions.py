"""What the exception (key X) does: one irregular step, and what it costs.

Two kinds exist. An ``Instant`` acts as soon as it is asked for; an ``Armed`` one waits for the
next action and lets it follow other rules. Which of them a game has at a level is part of its
declaration.
"""

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from solterm.core.cards import DOWN, Card
from solterm.core.table import Table
from solterm.core.values import Value, Words, replace
from solterm.core.vocabulary.policies import Exemption, Memory, TurnStock

if TYPE_CHECKING:
    from solterm.core.game import Game
    from solterm.core.rules import Rules


class Effect(NamedTuple):
    """What an instant exception did."""

    table: Table
    counts: bool = True
    """Is it an exception, or a mere convenience?"""
    shown: tuple[Card, ...] = ()
    """Hidden cards it let the player see."""
    once: bool = False
    """Does it count only for cards that no look has shown before?"""
    recalls: bool = False
    """Does it show again the hidden cards that the player saw before?"""


class Instant(Exemption):
    """An exception that acts at once; ``pile`` is the pile it is to act on, "" where none is named.

    ``game`` is the declaration at the present level.
    """

    @abstractmethod
    def why_not(self, game: "Game", table: Table, pile: str) -> str | None:
        """None when it can be made now, else a whole sentence."""

    @abstractmethod
    def make(self, game: "Game", table: Table, pile: str) -> Effect:
        """What comes of it."""


class Armed(Exemption):
    """An exception that lets the next action follow other rules."""

    invitation: str
    """The sentence that tells the player what the next action may be."""

    covered: ClassVar[bool] = False
    """Is it for a covered card, which the player marks and writes in a way of its own?"""

    @abstractmethod
    def rules(self, game: "Game", level: int) -> "Rules":
        """The rules the next action may follow; ``game`` is the unchanged declaration."""


def rules_of_next_move(game: "Game", level: int, armed: bool, cheating: bool) -> "Rules":
    """Return the rules the next move may follow, with all that X or a cheat allows it."""
    if cheating:
        return game.rules_with_level_one(level)
    exemption = game.exceptions.get(level)
    if armed and isinstance(exemption, Armed):
        return exemption.rules(game, level)
    return game.rules(level)


class TurnOne(Instant, Value):
    """The next stock card alone; when the stock is out, a turnover that counts nothing."""

    stock: str = "s"

    def why_not(self, game: "Game", table: Table, pile: str) -> str | None:
        if pile not in ("", self.stock):
            return "The exception turns a card of the stock, and of no other pile."
        return self._turn(game).why_not(table, game.index)

    def make(self, game: "Game", table: Table, pile: str) -> Effect:
        index = game.index
        counts = bool(table.piles[index[self.stock]])
        return Effect(self._turn(game).make(table, index), counts)

    def _turn(self, game: "Game") -> TurnStock:
        action = game.group(self.stock).action
        assert isinstance(action, TurnStock), f"the stock of {game.id} is not turned"
        return replace(action, count=1)


class SwapWaste(Instant, Value):
    """The two top cards of a waste change places."""

    def why_not(self, game: "Game", table: Table, pile: str) -> str | None:
        wastes = [name for name in game.ids if name[0] == "w"]
        if pile and pile not in wastes:
            return "Only a waste has its two top cards changed."
        asked = [pile] if pile else wastes
        if all(len(table.piles[game.index[name]]) < 2 for name in asked):
            return "There are no two cards on the waste to change places."
        if len(asked) > 1:
            return f"Say which waste: {', '.join(wastes)}, for example x {wastes[0]}."
        return None

    def make(self, game: "Game", table: Table, pile: str) -> Effect:
        place = game.index[pile or "w"]
        piles = list(table.piles)
        *rest, under, top = piles[place]
        piles[place] = (*rest, top, under)
        return Effect(table._replace(piles=tuple(piles)))


class Look(Instant, Value):
    """A look at a hidden card: the stock's next, or one that the player names.

    What a look has shown it shows again for nothing, but where memory is the game.
    """

    kinds: str = "s"
    """The kinds of piles that may be looked into."""
    depth: int = 1
    """How many cards of the pile are shown, from the top."""
    under: bool = False
    """Is it the card under the top that is shown, and not the top itself?"""

    def why_not(self, game: "Game", table: Table, pile: str) -> str | None:
        candidates = [name for name in game.ids if name[0] in self.kinds]
        if pile and pile not in candidates:
            return "No look is to be had there."
        asked = [pile] if pile else candidates
        if not any(self._hidden(game, table, name) for name in asked):
            return "There is no hidden card to look at."
        if len(asked) > 1:
            return f"Say which pile to look into, for example x {candidates[0]}."
        return None

    def make(self, game: "Game", table: Table, pile: str) -> Effect:
        name = pile or next(name for name in game.ids if name[0] in self.kinds)
        once = game.group(name).memory is Memory.NONE
        return Effect(table, shown=self._hidden(game, table, name), once=once)

    def _hidden(self, game: "Game", table: Table, name: str) -> tuple[Card, ...]:
        cards = table.piles[game.index[name]]
        if self.under:
            cards = cards[:-1]
        while cards and not cards[-1] & DOWN and not self.under:
            cards = cards[:-1]
        return tuple(card & ~DOWN for card in cards[::-1][: self.depth])


class LookAll(Instant, Value):
    """All hidden cards of a kind of piles are shown until the next action (will-o-wisp).

    It is what level 1 shows. It counts at once, since what was seen cannot be put aside.
    """

    kind: str

    def why_not(self, game: "Game", table: Table, pile: str) -> str | None:
        if pile:
            return "All hidden cards are shown, no single pile's."
        return None if self._hidden(game, table) else "There is no hidden card to look at."

    def make(self, game: "Game", table: Table, pile: str) -> Effect:
        return Effect(table, shown=self._hidden(game, table), once=True)

    def _hidden(self, game: "Game", table: Table) -> tuple[Card, ...]:
        named = zip(game.ids, table.piles, strict=True)
        lying = (card for name, pile in named if name[0] == self.kind for card in pile)
        return tuple(card & ~DOWN for card in lying if card & DOWN)


class Recall(Instant, Value):
    """All cards that were seen and lie face down are shown again, until the next move.

    It is the look that level 1 gives. Unlike ``LevelOneMove`` it counts at once, since what was
    seen cannot be put aside.
    """

    def why_not(self, game: "Game", table: Table, pile: str) -> str | None:
        return "All cards you have seen are shown, no single one." if pile else None

    def make(self, game: "Game", table: Table, pile: str) -> Effect:
        return Effect(table, recalls=True)


class LevelOneMove(Armed, Value):
    """One move that level 1 would allow: the same for every family."""

    invitation: Words = "The next move may be one that level 1 allows."

    def rules(self, game: "Game", level: int) -> "Rules":
        return game.rules_with_level_one(level)


class DrawUnder(Armed, Value):
    """The card directly under one end card is played to a legal place."""

    invitation: Words = "The next move may draw the card under an end card."
    covered: ClassVar[bool] = True

    def rules(self, game: "Game", level: int) -> "Rules":
        return game.rules_with_draw(level)

    def example(self, game: "Game", level: int, table: Table) -> str:
        """A move that draws such a card now, as it is written; empty where none fits anywhere."""
        usual = set(game.rules(level).legal_moves(table))
        rules = self.rules(game, level)
        drawn = (move for move in rules.legal_moves(table) if move not in usual)
        return next((rules.text(table, move) for move in drawn), "")

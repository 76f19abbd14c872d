"""Play: one game being played, from its deal to where it stands.

A play is rules, a deal number, a level and an ordered list of events; table, counts and outcome
all follow from them. It counts as KLONCAN counts (``rules.md`` B2) and knows no scoring: a score
is made from its ``tally``.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from solterm.core.cards import DOWN, Card
from solterm.core.exemptions import Armed, Instant
from solterm.core.game import Game
from solterm.core.move import IllegalMove, Move, Refusal
from solterm.core.policies import Memory
from solterm.core.rules import Outcome, Rules
from solterm.core.table import Table

LEVELS = (3, 2, 1)


class Tally(NamedTuple):
    """What a score is made of; the fields are the arguments of ``solterm.scoring.score``."""

    level: int
    """The lowest level an action was made at (B2, rule 1 and R3)."""
    exceptions: int
    """Exceptions made at that level (rule 2)."""
    moves_after: int
    """Moves since the first of those."""
    cards: int
    """Cards the player brought home by hand (R2, R7)."""
    won: bool


class _Standing(NamedTuple):
    """What undo brings back: the position and the cards in it that were brought home by hand."""

    table: Table
    by_hand: int


class Play:
    """One game being played.

    Every change goes through ``perform``, or a method named like its event, and raises
    ``IllegalMove`` when refused, leaving all as it was. ``events`` holds what was done so far.
    """

    def __init__(
        self,
        game: Game,
        deal: int,
        level: int = 3,
        scored: bool = False,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """A new play. A scored one has no undo and no peek.

        Raises ``ValueError`` with a sentence for a level, deal or option the game has not.
        """
        self.options = dict(options or {})
        self.game = game.with_options(self.options)
        self.deal = deal
        self.scored = scored
        self.start_level = _checked(level)
        self.level = level
        self.events: list[str] = []
        self.moves = 0
        self.armed = False
        self._now = _Standing(self.game.opening(self._pack(), deal), 0)
        self._past: list[_Standing] = []
        self._future: list[_Standing] = []
        self._lowest: int | None = None
        self._exceptions = dict.fromkeys(LEVELS, 0)
        self._first_exception = dict.fromkeys(LEVELS, 0)
        self.seen: set[Card] = set()
        self.glimpsed: tuple[Card, ...] = ()
        """The hidden cards the last action showed: a look, or two that were turned back."""
        self._look()

    # -- what can be asked -----------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The position."""
        return self._now.table

    @property
    def rules(self) -> Rules:
        """The rules of the present level."""
        return self.game.rules(self.level)

    @property
    def begun(self) -> bool:
        """Has anything been done that makes this a game played?"""
        return self.moves > 0

    @property
    def can_undo(self) -> bool:
        """Is there an action to take back?"""
        return bool(self._past) and not self.scored and self.game.undo

    @property
    def can_redo(self) -> bool:
        """Is there an action that was taken back?"""
        return bool(self._future) and not self.scored and self.game.undo

    @property
    def legal_moves(self) -> Iterable[Move]:
        """The moves that may be made now, those of an armed exception included."""
        return self._widest.legal_moves(self.table)

    def resolve(self, text: str) -> Move:
        """The move a player means by a text; see ``Rules.resolve``."""
        move = self.rules.resolve(self.table, text) if not self.armed else None
        return move or self._widest.resolve(self.table, text)

    def why_not(self, move: Move) -> Refusal | None:
        """None when the move may be made now, else the reason in a sentence."""
        return self._widest.why_not(self.table, move)

    def text(self, move: Move) -> str:
        """The shortest text that is read as a move that may be made now."""
        return self._widest.text(self.table, move)

    @property
    def revealed(self) -> Mapping[str, int]:
        """Of which piles the player is shown hidden cards now: how many, from the top."""
        shown = dict(self.rules.revealed(self.table))
        for name in self.rules.index:
            memory = self.rules.game.group(name).memory
            if memory in (Memory.LAST, Memory.ALL):
                known = self.seen if memory is Memory.ALL else self.glimpsed
                if count := sum(1 for card in self.pile(name) if card & ~DOWN in known):
                    shown[name] = count
        return shown

    @property
    def outcome(self) -> Outcome | None:
        """Won, over or neither; over is said only once the player has seen why."""
        outcome = self.rules.outcome(self.table)
        if outcome is Outcome.OVER and not all(
            self.seen.issuperset(self.game.visible(table)) for table in self.rules.turns(self.table)
        ):
            return None
        return outcome

    @property
    def tally(self) -> Tally:
        """The counts a score is made of, as they stand."""
        level = self._lowest or self.level
        exceptions = self._exceptions[level]
        after = self.moves - self._first_exception[level] if exceptions else 0
        won = self.rules.is_won(self.table)
        return Tally(level, exceptions, after, self._now.by_hand, won)

    @property
    def _widest(self) -> Rules:
        exemption = self.game.exceptions.get(self.level)
        if self.armed and isinstance(exemption, Armed):
            return exemption.rules(self.game, self.level)
        return self.rules

    # -- what can be done ------------------------------------------------------------------

    def perform(self, event: str) -> None:
        """Do what an event says, to the letter: a move, ``x``, ``level 2``, ``auto`` ...

        Raises ``IllegalMove`` when the rules refuse it and ``ValueError`` when it is no event.
        """
        verb, _, rest = event.partition(" ")
        if event in ("auto", "undo", "redo"):
            getattr(self, event)()
        elif verb == "x":
            self.exception(rest)
        elif verb == "level":
            self.set_level(int(rest) if rest.isdecimal() else 0)
        elif verb == "peek":
            self.peek(rest)
        else:
            self.move(Move.parse(event))

    def move(self, move: Move) -> None:
        """Make a move. Under an armed exception an irregular one is allowed and counted."""
        if refusal := self.why_not(move):
            raise IllegalMove(refusal)
        regular = not self.armed or move in self.rules.legal_moves(self.table)
        glimpsed = self._widest.glimpse(self.table, move)
        self._advance(self._widest.make(self.table, move), by_hand=True)
        if not self.rules.is_turn(move):
            self.moves += 1
        if not regular:
            self._count_exception()
        self._glimpse(glimpsed)
        self._record(str(move))

    def exception(self, pile: str = "") -> tuple[Card, ...]:
        """Press X: act at once (on a pile, where one is named), or arm the next move.

        Pressed again it disarms. Answers the hidden cards it let the player see.
        """
        shown: tuple[Card, ...] = ()
        exemption = self.game.exceptions.get(self.level)
        if pile and (self.armed or isinstance(exemption, Armed)):
            raise IllegalMove(Refusal("This exception waits for a move and names no pile."))
        if self.armed:
            self.armed = False
        elif isinstance(exemption, Armed):
            self.armed = True
        elif isinstance(exemption, Instant):
            at_level = self.rules.game
            if reason := exemption.why_not(at_level, self.table, pile):
                raise IllegalMove(Refusal(reason))
            effect = exemption.make(at_level, self.table, pile)
            shown = self._recalled() if effect.recalls else effect.shown
            self._advance(self.rules.settled(effect.table), by_hand=True)
            if effect.counts:
                self._count_exception()
        else:
            raise IllegalMove(Refusal(f"Exceptions do not exist at level {self.level}."))
        self._glimpse(shown)
        self._record(f"x {pile}".rstrip())
        return shown

    def set_level(self, level: int) -> None:
        """Play on at another level; it is played at once an action is made there (R3)."""
        try:
            _checked(level)
        except ValueError as error:
            raise IllegalMove(Refusal(str(error))) from None
        if level != self.level:
            self.level = level
            self.armed = False
            self._record(f"level {level}")

    def auto(self) -> list[Move]:
        """Play home every card that can go there from the piles, as one action (R2)."""
        played: list[Move] = []
        table = self.table
        while move := self.rules.automatic(table):
            table = self.rules.make(table, move)
            played.append(move)
        if not played:
            raise IllegalMove(Refusal("No card of the piles can go to a foundation."))
        self._advance(table, by_hand=False)
        self.moves += len(played)
        self._record("auto")
        return played

    def undo(self) -> None:
        """Take back the last action. The counts stay, and so does the level."""
        self._refuse_scored("Undo is")
        self._refuse_without_undo()
        if not self._past:
            raise IllegalMove(Refusal("There is nothing to take back."))
        self._future.append(self._now)
        self._now = self._past.pop()
        self._record("undo")

    def redo(self) -> None:
        """Make again the last action that was taken back; it is not counted again."""
        self._refuse_scored("Redo is")
        self._refuse_without_undo()
        if not self._future:
            raise IllegalMove(Refusal("There is nothing to make again."))
        self._past.append(self._now)
        self._now = self._future.pop()
        self._record("redo")

    def peek(self, pile: str) -> tuple[Card, ...]:
        """The face-up cards of a pile, those that lie squared under others included."""
        self._refuse_scored("A peek is")
        if pile not in self.rules.index:
            raise IllegalMove(Refusal(f"There is no pile {pile!r} here."))
        cards = tuple(card for card in self.pile(pile) if not card & DOWN)
        self.seen.update(cards)
        self._record(f"peek {pile}")
        return cards

    def _pack(self) -> tuple[Card, ...]:
        return self.game.shuffled(self.deal)

    def pile(self, name: str) -> tuple[Card, ...]:
        """The cards of a pile, bottom first."""
        return self.table.piles[self.rules.index[name]]

    # -- how it is kept --------------------------------------------------------------------

    def _advance(self, table: Table, by_hand: bool) -> None:
        scored = self.rules.cards_scored
        gained = scored(table) - scored(self.table) if by_hand else 0
        self.glimpsed = ()
        self._past.append(self._now)
        self._future.clear()
        self._now = _Standing(table, self._now.by_hand + gained)
        self._lowest = min(self._lowest or self.level, self.level)

    def _recalled(self) -> tuple[Card, ...]:
        """The cards that lie face down and were seen before."""
        lying = (card ^ DOWN for pile in self.table.piles for card in pile if card & DOWN)
        recalled = tuple(card for card in lying if card in self.seen)
        if not recalled:
            raise IllegalMove(Refusal("No card that you have seen lies face down."))
        return recalled

    def _glimpse(self, shown: tuple[Card, ...]) -> None:
        self.glimpsed = shown
        self.seen.update(shown)

    def _count_exception(self) -> None:
        self.armed = False
        self._exceptions[self.level] += 1
        if self._exceptions[self.level] == 1:
            self._first_exception[self.level] = self.moves

    def _record(self, event: str) -> None:
        self.events.append(event)
        self._look()

    def _look(self) -> None:
        self.seen.update(self.game.visible(self.table))
        for name, count in self.revealed.items():
            self.seen.update(card & ~DOWN for card in self.pile(name)[-count:])

    def _refuse_without_undo(self) -> None:
        if not self.game.undo:
            raise IllegalMove(Refusal(f"{self.game.name} is played without undo."))

    def _refuse_scored(self, subject: str) -> None:
        if self.scored:
            raise IllegalMove(Refusal(f"{subject} off in scored games."))


def _checked(level: int) -> int:
    if level not in LEVELS:
        raise ValueError("Levels are 1 (easy), 2 and 3 (the original rules).")
    return level

"""Play: one game being played, from its deal to where it stands.

A play is rules, a deal number, a level and an ordered list of events; table, counts and outcome
all follow from them. It counts as KLONCAN counts and knows no scoring: a score is made from its
``tally``.
"""

from collections.abc import Mapping

from solterm.core import levels
from solterm.core.cards import Card
from solterm.core.game import Game
from solterm.core.idle import is_idle
from solterm.core.levels import LEVELS
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.play.counts import Counts, Tally
from solterm.core.play.events import find_move
from solterm.core.play.retracing import Retracing
from solterm.core.play.terms import Terms
from solterm.core.play.tokens import trace
from solterm.core.position import Position
from solterm.core.refusal import Refusal
from solterm.core.rules import LegalMoves, Rules
from solterm.core.table import Table
from solterm.core.vocabulary.exemptions import Armed, Instant, rules_of_next_move


class Play(Retracing):
    """One game being played.

    >>> from solterm import find
    >>> play = Play(find("free-cell"), deal=617)
    >>> play.push("t1 r1")
    Move.parse('t1 r1')
    >>> play.push("t1 r1")
    Traceback (most recent call last):
        ...
    solterm.core.move.IllegalMove: Reserve space 1 holds a card already.
    >>> play
    <Play free-cell deal 617, level 3, moves 1, playing>
    >>> play.undo()

    Every change goes through ``perform``, or a method named like its event, and raises
    ``IllegalMove`` when refused, leaving all as it was. ``events`` holds what was done so far.
    """

    def __init__(
        self,
        game: Game,
        deal: int,
        level: int = 3,
        terms: Terms = Terms.FREE,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """A new play, on terms that say which helps it has.

        Raises ``ValueError`` with a sentence for a level, deal or option the game has not.
        """
        self.options = dict(options or {})
        self.game = game.with_options(self.options)
        self.deal = deal
        self.terms = terms
        levels.check(level)
        self.start_level = min(level, self.game.hardest)
        self.level = self.start_level
        self.events: list[str] = []
        self.counts = Counts()
        self.armed = False
        """Does an exception wait for the next move?"""
        self.cheating = False
        """Does a cheat wait for the next move?"""
        self.autoplay = False
        """Do cards go home by themselves after each action?"""
        self._judged: tuple[Rules, Table, Outcome | None] | None = None
        """The position that was looked at last for the outcome, and how it stood."""
        self._idle: tuple[tuple[Rules, Table, int], bool] | None = None
        """The position and the number of cards seen when idle moves were looked for last."""
        dealt = trace(self._deal_cards())
        super().__init__(dealt)
        self.went_home: tuple[Card, ...] = ()
        """The cards that went home by themselves after the last action."""
        self._look()

    # -- what can be asked -----------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position together with its game, every card named."""
        return Position(self.game, self.table, self.level, self.options)

    def __str__(self) -> str:
        """The position as the player knows it: ``??`` is a card that was never seen."""
        return str(Position(self.game, self.known, self.level, self.options))

    def __repr__(self) -> str:
        result = self.outcome or "playing"
        return (
            f"<Play {self.game.id} deal {self.deal}, level {self.level}, moves {self.moves},"
            f" {result}>"
        )

    @property
    def rules(self) -> Rules:
        """The rules of the present level."""
        return self.game.rules(self.level)

    @property
    def begun(self) -> bool:
        """Has anything been done that makes this a game played?"""
        return self.counts.moves > 0

    @property
    def acted(self) -> bool:
        """Whether the deal was touched: by a move, a turn of the stock or an exception."""
        return self.counts.lowest is not None

    @property
    def moves(self) -> int:
        """All moves made, as KLONCAN counts them."""
        return self.counts.moves

    @property
    def brought_home(self) -> int:
        """The cards that are home and were not dealt there; all of them once the game is won."""
        rules, opening = self.rules, self._history.opening.table
        dealt = 0 if rules.is_won(self.table) else rules.count_scored(opening)
        return rules.count_scored(self.table) - dealt

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that may be made now, those of an armed exception included."""
        return self._widest.legal_moves(self.table)

    def resolve(self, text: str) -> Move:
        """The move a player means by a text; see ``Rules.resolve``."""
        return self._widest.resolve(self.table, text, self.known)

    def why_not(self, move: Move) -> Refusal | None:
        """None when the move may be made now, else the reason in a sentence."""
        if move in self.legal_moves:
            return None  # what the player knows is not made out for nothing
        return self._widest.why_not(self.table, move, self.known)

    def steps(self, move: Move) -> tuple[Move, ...]:
        """The single moves that a shortcut stands for now; empty when the move is none."""
        return self.rules.expand(self.table, move)

    def event(self, text: str) -> str:
        """Return an event as it is recorded now: a move so that it can be typed."""
        move = find_move(text)
        return self._widest.record_text(self.table, move) if move else text

    def text(self, move: Move) -> str:
        """The shortest text that is read as a move that may be made now."""
        return self._widest.text(self.table, move)

    @property
    def outcome(self) -> Outcome | None:
        """Won, over or neither; over is said only once the player has seen why."""
        rules, table = self.rules, self.table
        judged = self._judged
        if judged is None or judged[0] is not rules or judged[1] is not table:
            # Asked several times a key, and dear where no move is left.
            judged = self._judged = rules, table, rules.outcome(table)
        outcome = judged[2]
        if outcome is Outcome.OVER:
            turned = self.rules.go_through_stock(self.traced)
            return outcome if self._has_met(turned) else None
        return outcome

    @property
    def is_idle(self) -> bool:
        """Whether nothing of use is left to do, by what the player has seen, in a game not decided.

        See ``core.idle``. Said of ordinary moves: an exception or a cheat that waits may help.
        """
        if self.outcome or self.armed or self.cheating:
            return False
        looked = self.rules, self.table, len(self.seen)
        if self._idle is None or self._idle[0] != looked:
            self._idle = looked, is_idle(self.rules, *self.searchable)
        return self._idle[1]

    @property
    def ending(self) -> str:
        """What ended the game by itself although it is not won, in a sentence; empty: nothing."""
        return self.rules.goal.ending(self.table.piles, self.rules.index)

    @property
    def tally(self) -> Tally:
        """The counts a score is made of, as they stand."""
        won = self.rules.is_won(self.table)
        return self.counts.tally(self.level, self._history.now.by_hand, won)

    @property
    def _widest(self) -> Rules:
        return rules_of_next_move(self.game, self.level, self.armed, self.cheating)

    # -- what can be done ------------------------------------------------------------------

    def perform(self, event: str) -> None:
        """Do what an event says, to the letter: a move, ``x``, ``level 2``, ``auto`` ...

        Raises ``IllegalMove`` when the rules refuse it and ``ValueError`` when it is no event.
        """
        verb, _, rest = event.partition(" ")
        self.went_home = ()
        if event in ("auto", "undo", "redo", "restart", "hint", "cheat"):
            getattr(self, event)()
        elif verb == "x":
            self.exception(rest)
        elif verb == "level":
            self.set_level(int(rest) if rest.isdecimal() else 0)
        elif verb == "peek":
            self.peek(rest)
        elif verb == "autoplay" and rest in ("on", "off"):
            self.set_autoplay(rest == "on")
        elif verb == "bookmark":
            self.bookmark(rest)
        elif verb == "return":
            self.return_to(rest)
        else:
            self._move(Move.parse(event), event)

    def push(self, move: Move | str) -> Move:
        """Make a move, or the one that a player means by a text; ``undo`` takes it back.

        Answers the move that was made.
        Raises ``InvalidMove`` for a text that is no move, ``AmbiguousMove`` for one that may be
        several, and ``IllegalMove`` where the rules refuse it.
        """
        meant = self.resolve(move) if isinstance(move, str) else move
        self.move(meant)
        return meant

    def move(self, move: Move) -> None:
        """Make a move, or the single moves of a shortcut as one action.

        Under an armed exception, or a cheat, an irregular one is allowed.
        """
        self._move(move)

    def _move(self, move: Move, written: str = "") -> None:
        """Make a move; as an event it is written as it was, or so that it can be typed."""
        refusal = self.why_not(move)
        steps = self.steps(move) if refusal else (move,)
        if refusal and not steps:
            raise IllegalMove(refusal)
        rules = self._widest if not refusal else self.rules
        regular = rules is self.rules or move in self.rules.legal_moves(self.table)
        tables = [self.traced]
        prepares = regular and self.rules.prepares(self.table, move)
        for step in steps:
            glimpsed = rules.glimpse(tables[-1], step)
            tables.append(rules.make(tables[-1], step))
        self._advance(tables[-1], by_hand=True, acts=not prepares)
        self.counts.moves += 0 if prepares or self.rules.is_turn(move) else len(steps)
        if self.cheating and not regular:
            self.cheating = False
            self.counts.act_at(min(LEVELS))
        elif not regular:
            self.armed = False
            self.counts.exception(self.level)
        text = written if written == str(move) else rules.record_text(tables[0], move)
        self._go_home()
        self._glimpse(glimpsed)
        self._record(text, *tables)

    def exception(self, pile: str = "") -> tuple[Card, ...]:
        """Press X: act at once (on a pile, where one is named), or arm the next move.

        Pressed again it disarms. Answers the hidden cards it let the player see.
        """
        self.terms.check("x")
        if any(
            self.rules.prepares(self.table, move) for move in self.rules.legal_moves(self.table)
        ):
            raise IllegalMove(
                Refusal("Place the cards of the deal first: exceptions come after it.")
            )
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
            effect = exemption.make(at_level, self.traced, pile)
            shown = self._recall() if effect.recalls else effect.shown
            self._advance(self.rules.settle(effect.table), by_hand=True)
            if effect.counts and not (effect.once and self._looked_at.issuperset(shown)):
                self.counts.exception(self.level)
            self._looked_at.add(shown)
        else:
            raise IllegalMove(Refusal(f"Exceptions do not exist at level {self.level}."))
        self._go_home()
        self._glimpse(shown)
        self._record(f"x {pile}".rstrip())
        return shown

    def cheat(self) -> None:
        """Let the next move be one of level 1, at any level; said again, put that aside.

        It is counted at once and for good, and a move that needs it is played at level 1:
        the exception is its scored form.
        """
        self.terms.check("cheat")
        if self.level == min(LEVELS):
            raise IllegalMove(Refusal("Level 1 allows every such move as it is."))
        self.counts.cheats += not self.cheating
        self.cheating = not self.cheating
        self._record("cheat")

    def set_level(self, level: int) -> None:
        """Play on at another level; it is played at once an action is made there."""
        self.terms.check("level")
        try:
            levels.check(level)
        except ValueError as error:
            raise IllegalMove(Refusal(str(error))) from None
        if level > self.game.hardest:
            at_most = f"Its options make this a game of level {self.game.hardest} at most."
            raise IllegalMove(Refusal(at_most))
        if level != self.level:
            stricter = level > self.level
            self.level = level
            self.armed = self.cheating = False
            self.glimpsed = ()
            if stricter:
                self._settle()
            self._record(f"level {level}")

    def auto(self) -> list[Move]:
        """Play home every card that can go there by itself, as one action."""
        tables, played, _ = self._all_home()
        if not played:
            raise IllegalMove(Refusal(self.rules.no_automatic(self.table)))
        self._advance(tables[-1], by_hand=False)
        self.counts.moves += len(played)
        self._record("auto", *tables)
        return played

    def set_autoplay(self, on: bool) -> None:
        """From now on, play home what can go as part of every action, or stop doing so.

        What can go already goes with the next action. Cards that go so count as under ``auto``,
        and are taken back with the action they came after.
        """
        if on != self.autoplay:
            self.autoplay = on
            self._record(f"autoplay {'on' if on else 'off'}")

    def hint(self) -> None:
        """Count a hint; ``solterm.hint`` finds what it says."""
        self.terms.check("hint")
        self.counts.hints += 1
        self._record("hint")

    def peek(self, pile: str) -> tuple[Card, ...]:
        """The cards of a pile as far as the game's peek shows them."""
        if not self.game.peek_when_scored:
            self.terms.check("peek")
        if pile not in self.rules.index:
            raise IllegalMove(Refusal(f"There is no pile {pile!r} here."))
        cards = self.show_peek(pile)
        self._see(cards)
        self.counts.peeks += 1
        self._record(f"peek {pile}")
        return cards

    def _deal_cards(self) -> Table:
        return self.game.opening(self.game.shuffle(self.deal), self.deal)

    # -- how it is kept --------------------------------------------------------------------

    def _advance(self, table: Table, by_hand: bool, acts: bool = True) -> None:
        scored = self.rules.count_scored
        gained = scored(table) - scored(self.table) if by_hand else 0
        self.glimpsed = ()
        self._history.advance(self._history.now.lead_to(table, gained))
        if acts:
            self.counts.act_at(self.level)

    def _go_home(self) -> None:
        """Play home what goes by itself, as part of the last action."""
        if self.autoplay:
            tables, played, went = self._all_home()
            self.went_home = tuple(went)
            self._history.amend(tables[-1])
            self.counts.moves += len(played)
            if played:
                self.counts.act_at(self.level)
            self._look(*tables)

    def _all_home(self) -> tuple[list[Table], list[Move], list[Card]]:
        """The tables on the way to all at home that can go by itself, the moves and the cards."""
        tables, played, went = [self.traced], list[Move](), list[Card]()
        while move := self.rules.automatic(tables[-1]):
            went.append(tables[-1].piles[self.rules.index[move.src]][-1])
            tables.append(self.rules.make(tables[-1], move))
            played.append(move)
        return tables, played, went

    def _record(self, event: str, *passed: Table) -> None:
        """Keep an event, and see what the position shows and those it passed through did."""
        self.events.append(event)
        self._look(*passed)

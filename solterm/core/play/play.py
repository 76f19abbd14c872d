"""Plays: a game in progress, from the deal to the current position.

A play consists of rules, a deal number, a level and a list of events. Table, counts and outcome
follow from these. It keeps KLONCAN's counts; the scores are computed from them and the table.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from copy import copy
from typing import Self

from solterm.core import levels
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.game import BOARD, Game, Position
from solterm.core.groups import MemoryGroup
from solterm.core.idle import is_idle
from solterm.core.levels import LEVELS
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.play.events import IMPORTED, ORIGINS, find_move
from solterm.core.play.history import Counts, History, Tally
from solterm.core.play.mode import Mode
from solterm.core.play.tokens import Seen, number, trace
from solterm.core.refusal import Refusal
from solterm.core.rules import LegalMoves, Rules
from solterm.core.table import Pile, Table
from solterm.core.values import expect
from solterm.core.vocabulary.exceptions import Armed, Instant
from solterm.core.vocabulary.goals import Counted, OwnScore
from solterm.core.vocabulary.policies import Memory, Peek
from solterm.scoring import score

_BOOKMARK = re.compile(r"[a-z0-9]{1,12}")

_SHOWN_AGAIN = (Memory.LAST, Memory.ALL)
"""The kinds of memory that show cards to the player again."""


class Play:
    """A game in progress.

    >>> from solterm import Play, find
    >>> play = Play(find("free-cell"), deal=617)
    >>> play.push("t1 r1")
    Move.parse('t1 r1')
    >>> play.push("t1 r1")
    Traceback (most recent call last):
        ...
    solterm.core.move.IllegalMove: Cell 1 holds a card already.
    >>> play
    <Play free-cell deal 617, level 3, moves 1, playing>
    >>> play.undo()

    Call ``perform`` with an event, or the method of the same name. Both raise ``IllegalMove`` if
    the event is refused, and leave the play as it was. A bot that plays fairly looks at
    ``position``; ``table`` and ``reveal`` have every card.
    """

    def __init__(
        self,
        game: Game,
        deal: int,
        level: int = 3,
        mode: Mode = Mode.FREE,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Deal a game. ``mode`` decides which helps are available.

        Raises ``Refusal`` for an invalid level, deal number or option.
        """
        expect(game, Game, 'Play needs a game, such as find("free-cell")')
        self.options: dict[str, str] = dict(options or {})
        """The options chosen before the deal."""
        self.game = game.with_options(self.options)
        """The declaration with the options applied."""
        self.deal = deal
        """The number of the deal."""
        self.mode = mode
        """The helps that are available."""
        levels.check(level)
        self.start_level = min(level, self.game.hardest)
        """The level at the deal."""
        self.level = self.start_level
        """The present level."""
        self.rules = self.game.rules(self.level)
        """The rules of the present level."""
        self.events: list[str] = []
        """The events so far, as a record has them."""
        self.counts = Counts()
        self.armed = False
        """Whether an exception waits for the next move."""
        self.cheating = False
        """Whether a cheat waits for the next move."""
        self.autoplay = False
        """Whether cards go home automatically after each action."""
        self._judged: tuple[Rules, Table, Outcome | None] | None = None
        """The last position whose outcome was computed, with that outcome."""
        self._idle: tuple[tuple[Rules, Table, int], bool] | None = None
        """The last position checked for idle moves, with the result."""
        dealt = trace(self._deal_cards())
        self._history = History(dealt, self.level)
        self.seen = Seen(dealt)
        """The cards the player has seen, whether they are face up now or not."""
        self.seen_uncovered = self.seen.empty_copy()
        """The cards seen otherwise than under the top of a fanned waste.

        Results depend on these alone, because a record must prove the same result for any number
        of visible waste cards.
        """
        self.glimpsed: tuple[Card, ...] = ()
        """The hidden cards that the last action showed: a look, or two cards turned down again."""
        self._looked_at = self.seen.empty_copy()
        """The cards that a look has shown; looking at them again is free."""
        self._shown: Table | None = None
        """The last position the player has seen."""
        self.went_home: tuple[Card, ...] = ()
        """The cards that autoplay sent home after the last action."""
        self._look()

    def copy(self) -> Self:
        """Return a play in the same state, which goes on by itself: for trying out moves.

        It has the hidden cards too. A bot that plays fairly looks ahead from ``position``.

        >>> from solterm import Play, find
        >>> play = Play(find("free-cell"), deal=617)
        >>> trial = play.copy()
        >>> trial.push("t1 r1"), trial.moves, play.moves
        (Move.parse('t1 r1'), 1, 0)
        """
        same = type(self).__new__(type(self))
        vars(same).update((name, _own(held)) for name, held in vars(self).items())
        return same

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, object]:
        return vars(self) | {"rules": None, "_judged": None, "_idle": None}  # found again

    def __setstate__(self, state: Mapping[str, object]) -> None:
        vars(self).update(state)
        self.rules = self.game.rules(self.level)

    # -- the position ----------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The name of the game with its options: ``Spider, two suits``."""
        return self.game.titled(self.options)

    def number_told(self, told: int | None = None) -> int:
        """Return the number for titles, with what may be told of it; 0 for a player's own board."""
        return 0 if self.game.board else self.deal if told is None else told

    def name_deal(self) -> str:
        """Return words for its deal, to begin a sentence: ``Deal 617``."""
        return f"Deal {self.deal}" if not self.game.board else "This board"

    @property
    def options_without_board(self) -> Mapping[str, str]:
        """The options of a deal by number: without the board of this one, if it is a player's."""
        return {key: value for key, value in self.options.items() if key != BOARD}

    @property
    def table(self) -> Table:
        """The cards on the table, including those the player has not seen."""
        return self._history.now.table

    @property
    def traced(self) -> Table:
        """The position with a token for each card, which tells twin cards apart."""
        return self._history.now.traced

    @property
    def passed(self) -> list[Table]:
        """The earlier positions, the opening first."""
        return [standing.table for standing in self._history.past]

    @property
    def position(self) -> Position:
        """The position as the player knows it: cards never seen are ``UNKNOWN``, printed ``??``."""
        return Position(self.game, self.known, self.level, self.options)

    def reveal(self) -> Position:
        """Return the position with every card named, hidden ones too. The play doesn't change."""
        return Position(self.game, self.table, self.level, self.options)

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        result = self.outcome or "playing"
        return (
            f"<Play {self.game.id} deal {self.deal}, level {self.level}, moves {self.moves},"
            f" {result}>"
        )

    @property
    def begun(self) -> bool:
        """Whether a move was made, so that this counts as a game played."""
        return self.counts.moves > 0

    @property
    def acted(self) -> bool:
        """Whether the player has acted: by a move, a turn of the stock or an exception."""
        return self.counts.lowest is not None

    @property
    def moves(self) -> int:
        """The number of moves made: every action but stock turns, redeals and looks."""
        return self.counts.moves

    @property
    def turns(self) -> int:
        """The number of times the stock was turned or redealt, without exceptions."""
        return self.counts.turns

    @property
    def mark(self) -> int:
        """The score that every game has: its level, exceptions and moves count.

        In a lost game, the cards home count, scaled to 52 (docs/rules.md, "The mark").
        """
        return score(**self.tally._asdict(), whole=self.game.goal.whole(self.game.in_play))

    @property
    def score(self) -> int:
        """The score by the game's own source, ``game.own_score``; the mark if it has none.

        >>> from solterm import Play, find
        >>> play = Play(find("reno"), deal=617)
        >>> play.score, play.mark, play.game.own_score.words(play.score)
        (-52, 0, '-52 dollars: 0 paid, 52 for the pack')
        """
        return self.score_by(None)

    @property
    def own(self) -> int | None:
        """The score by the game's source, which statistics and boards keep with the mark.

        None if the source has none, or with two players, because it belongs to neither.
        """
        is_alone = self.rules.duel(self.table) is None
        return self.score if self.game.own_score and is_alone else None

    def score_by(self, own: OwnScore | None) -> int:
        """Return the score by another scoring than the game's own, such as a tour's.

        None means the game's own.
        """
        own, rules, table = own or self.game.own_score, self.rules, self.table
        if own is None:
            return self.mark
        home = rules.count_scored(table)
        return own.of(table.piles, rules.index, home, Counted(self.moves, self.turns))

    @property
    def cards_home(self) -> int:
        """The number of cards home, not counting those dealt there unless the game is won."""
        rules, opening = self.rules, self._history.opening.table
        dealt = 0 if rules.is_won(self.table) else rules.count_scored(opening)
        return rules.count_scored(self.table) - dealt

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, including those that an armed exception or a cheat allows."""
        return self._next_rules.legal_moves(self.table)

    def resolve(self, text: str) -> Move:
        """Return the move a player means by a text; see ``Rules.resolve``."""
        return self._next_rules.resolve(self.table, text, self.known)

    def why_not(self, move: Move) -> str | None:
        """Return None if a move is legal now, else a sentence that says why not."""
        if move in self.legal_moves:
            return None  # before ``known``, which takes longer to compute
        return self._next_rules.why_not(self.table, move, self.known)

    def steps(self, move: Move) -> tuple[Move, ...]:
        """Return the single moves that a shortcut stands for now, or () if it is no shortcut."""
        return self.rules.expand(self.table, move)

    def event(self, text: str) -> str:
        """Return the text under which an event is recorded now."""
        move = find_move(text)
        return self._next_rules.record_text(self.table, move) if move else text

    def text(self, move: Move) -> str:
        """Return the shortest text that ``resolve`` reads as a legal move."""
        return self._next_rules.text(self.table, move)

    @property
    def outcome(self) -> Outcome | None:
        """``WON``, ``OVER`` or None. A game is over only once the player has seen why."""
        rules, table = self.rules, self.table
        judged = self._judged
        if judged is None or judged[0] is not rules or judged[1] is not table:
            # Cached: each key press asks several times, and the search is slow at a dead end.
            judged = self._judged = rules, table, rules.outcome(table)
        outcome = judged[2]
        if outcome is Outcome.OVER:
            turned = self.rules.go_through_stock(self.traced)
            return outcome if self._has_seen_uncovered(turned) else None
        return outcome

    @property
    def is_idle(self) -> bool:
        """Whether the player has no useful move in an undecided game, given the cards seen.

        A useful move brings a card home, turns one up, shows one never seen before, or plays one
        from stock, waste, hand or reserve. False while an exception or a cheat waits.
        """
        if self.outcome or self.armed or self.cheating:
            return False
        looked = self.rules, self.table, len(self.seen)
        if self._idle is None or self._idle[0] != looked:
            self._idle = looked, is_idle(self.rules, *self.searchable)
        return self._idle[1]

    @property
    def ending(self) -> str:
        """A sentence on why the game ended without a win, or ""."""
        return self.rules.goal.ending(self.table.piles, self.rules.index)

    @property
    def tally(self) -> Tally:
        """The current counts for scoring."""
        won = self.rules.is_won(self.table)
        return self.counts.tally(self.level, self._history.now.by_hand, won)

    @property
    def _next_rules(self) -> Rules:
        return self.game.rules_of_next_move(self.level, self.armed, self.cheating)

    # -- what the player sees --------------------------------------------------------------

    @property
    def searchable(self) -> tuple[Table, Container[Card]]:
        """The position and the cards seen, for searches through many positions.

        With one pack, these are plain cards, which are faster.
        """
        if self.game.packs > 1:
            return self.traced, self.seen
        return self.table, frozenset(face for card in self.seen for face in (card, card | DOWN))

    @property
    def known(self) -> Table:
        """The position as the player knows it: cards never seen are ``UNKNOWN``."""
        return self.seen.hide_unseen(self.traced)

    @property
    def shown(self) -> Table:
        """The position as it lies before the player; all cards not visible now are ``UNKNOWN``.

        The visible cards are the face-up ones the player has seen and the face-down ones the level
        reveals. Anything that draws or reads out the table starts from this.
        """
        revealed = self.revealed
        piles = [
            tuple(
                card if (not card & DOWN and card in self.seen) or left <= open_to else _hide(card)
                for left, card in zip(range(len(pile), 0, -1), pile, strict=True)
            )
            for pile, open_to in zip(
                self.traced.piles, (revealed.get(name, 0) for name in self.game.ids), strict=True
            )
        ]
        return self.traced._replace(piles=tuple(piles))

    @property
    def revealed(self) -> Mapping[str, int]:
        """How many face-down cards of each pile the player can see now, from the top.

        An active cheat shows the cards that level 1 shows, because its move may take them.
        """
        rules = self._next_rules
        shown = dict(rules.count_revealed(self.traced))
        if not any(isinstance(group, MemoryGroup) for group in rules.game.groups):
            return shown
        for name in rules.index:
            memory = MemoryGroup.of(rules.game.group(name)).memory
            if memory in _SHOWN_AGAIN:
                pile = self._traced_pile(name)
                known = [card in self.seen for card in pile if card & DOWN]
                count = sum(known) if memory is Memory.ALL else len(self.glimpses(name))
                if count:
                    shown[name] = count
        return shown

    def glimpses(self, pile: str) -> frozenset[int]:
        """Return the indices in a pile of the cards that the last action showed."""
        shown = set(map(number, self.glimpsed))
        cards = enumerate(self._traced_pile(pile))
        return frozenset(place for place, card in cards if number(card) in shown)

    def pile(self, name: str) -> Pile:
        """Return the cards of a pile, bottom first. Raises ``Refusal`` for an unknown pile."""
        return self.table.piles[self.game.place(name)]

    def show_peek(self, pile: str) -> tuple[Card, ...]:
        """Return the cards that a peek into a pile shows, bottom first.

        Unless the game's peek shows all cards, it shows only cards the player has seen: face-up
        ones, and the cards of a waste.
        """
        cards = self._traced_pile(pile)
        if self.game.peek is Peek.ALL:
            return tuple(card & ~DOWN for card in cards)
        up = (card for card in cards if not card & DOWN)
        return tuple(card for card in up if pile[0] == "w" or card in self.seen)

    def peek_helps(self, pile: str) -> bool:
        """Return whether a peek into a pile shows more cards than the table does."""
        sight = {*self.game.in_sight(pile, self._traced_pile(pile))}
        return not sight.issuperset(self.show_peek(pile))

    def _traced_pile(self, name: str) -> Pile:
        return self.traced.piles[self.game.index[name]]

    def _recall(self) -> tuple[Card, ...]:
        """Return the face-down cards the player has seen before."""
        lying = (card for pile in self.traced.piles for card in pile if card & DOWN)
        recalled = tuple(card & ~DOWN for card in lying if card in self.seen)
        if not recalled:
            raise IllegalMove("No card that you have seen lies face down.")
        return recalled

    def _glimpse(self, shown: Iterable[Card]) -> None:
        self.glimpsed = tuple(shown)
        self._see(self.glimpsed)

    def _look(self, *passed: Table) -> None:
        """Record the cards visible now and in the positions in between as seen."""
        for table in (*passed, self.traced):
            if table is not self._shown:
                changed = _leave_out(self._shown, table)
                self.seen.add(self.game.visible(changed))
                self.seen_uncovered.add(self.game.uncovered(changed))
                self._shown = table
        for name, count in self.revealed.items():
            self._see(self._traced_pile(name)[-count:])

    def _see(self, some: Iterable[Card]) -> None:
        cards = tuple(some)
        self.seen.add(cards)
        self.seen_uncovered.add(cards)

    def _has_seen_uncovered(self, tables: Iterable[Table]) -> bool:
        """Return whether the player has seen every card that those tables uncover."""
        return all(self.seen_uncovered.issuperset(self.game.uncovered(table)) for table in tables)

    # -- actions ---------------------------------------------------------------------------

    def perform(self, event: str) -> None:
        """Perform an event, given exactly as recorded: a move, ``x``, ``level 2``, ``auto`` ...

        Raises ``IllegalMove`` if the rules refuse it, and ``Refusal`` if it is not an event.
        """
        verb, _, rest = event.partition(" ")
        self.went_home = ()
        if event in ("auto", "undo", "redo", "restart", "cheat"):
            getattr(self, event)()
        elif event in ORIGINS:
            self._begin_from(event)
        elif event == "hint":
            self.count_hint()
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
        """Make a move, or the single moves of a shortcut as one action; ``undo`` takes it back.

        A text is read as a player means it. Under an armed exception, or a cheat, an irregular
        move is allowed. Returns the move that was made.
        Raises ``InvalidMove`` for a text that is no move, ``AmbiguousMove`` for one that may be
        several, and ``IllegalMove`` if the rules refuse it.
        """
        expect(move, Move | str, "push takes a Move or its text, such as 't1 t2'")
        meant = self.resolve(move) if isinstance(move, str) else move
        self.went_home = ()
        self._move(meant)
        return meant

    def _move(self, move: Move, written: str = "") -> None:
        """Make a move and record it: as ``written`` if that is exact, else as it can be typed."""
        refusal = self.why_not(move)
        steps = self.steps(move) if refusal else (move,)
        if refusal and not steps:
            raise IllegalMove(refusal)
        rules = self._next_rules if not refusal else self.rules
        regular = rules is self.rules or move in self.rules.legal_moves(self.table)
        tables = [self.traced]
        is_setup = regular and self.rules.is_setup(self.table, move)
        for step in steps:
            glimpsed = rules.glimpse(tables[-1], step)
            tables.append(rules.make(tables[-1], step))
        self._advance(tables[-1], by_hand=True, acts=not is_setup)
        if self.rules.is_turn(move):
            self.counts.turns += 1
        elif not is_setup:
            self.counts.moves += len(steps)
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
        """Press X: act at once, perhaps on a named pile, or arm the next move.

        A second X disarms. Returns the hidden cards that it shows.
        """
        self.mode.check("x")
        if any(
            self.rules.is_setup(self.table, move) for move in self.rules.legal_moves(self.table)
        ):
            raise IllegalMove("Place the cards of the deal first; exceptions come later.")
        shown: tuple[Card, ...] = ()
        exception = self.game.exceptions.get(self.level)
        if pile and (self.armed or isinstance(exception, Armed)):
            raise IllegalMove("This exception is for your next move; don't name a pile.")
        if self.armed:
            self.armed = False
        elif isinstance(exception, Armed):
            self.armed = True
        elif isinstance(exception, Instant):
            at_level = self.rules.game
            if reason := exception.why_not(at_level, self.table, pile):
                raise IllegalMove(reason)
            counts = self.would_count(exception, pile)
            effect = exception.make(at_level, self.traced, pile)
            shown = self._recall() if effect.recalls else effect.shown
            self._advance(self.rules.settle(effect.table), by_hand=True)
            if counts:
                self.counts.exception(self.level)
            self._looked_at.add(shown)
        else:
            raise IllegalMove(f"Level {self.level} has no exceptions.")
        self._go_home()
        self._glimpse(shown)
        self._record(f"x {pile}".rstrip())
        return shown

    def would_count(self, exception: Instant, pile: str) -> bool:
        """Return whether an exception would count now; a second look at a card may be free."""
        effect = exception.make(self.rules.game, self.traced, pile)
        return effect.counts and not (effect.once and self._looked_at.issuperset(effect.shown))

    def cheat(self) -> None:
        """Let the next move follow level 1, at any level. A second cheat cancels the first.

        It counts at once, even if cancelled. A move that needs it counts as played at level 1. An
        exception is the form of cheating that can be scored.
        """
        self.mode.check("cheat")
        if self.level == min(LEVELS):
            raise IllegalMove("Level 1 already allows all these moves.")
        self.counts.cheats += not self.cheating
        self.cheating = not self.cheating
        self._record("cheat")

    def set_level(self, level: int) -> None:
        """Switch to another level. The level counts once the player acts there."""
        self.mode.check("level")
        try:
            levels.check(level)
        except Refusal as error:
            raise IllegalMove(str(error)) from None
        if level > self.game.hardest:
            at_most = f"With these options, the highest level is {self.game.hardest}."
            raise IllegalMove(at_most)
        if level != self.level:
            stricter = level > self.level
            self.level, self.rules = level, self.game.rules(level)
            self.armed = self.cheating = False
            self.glimpsed = ()
            if stricter:
                self._settle()
            self._record(f"level {level}")

    def auto(self) -> list[Move]:
        """Play home all cards that automatic play can, as one action. Returns the moves."""
        tables, played, _ = self._all_home()
        if not played:
            raise IllegalMove(self.rules.no_automatic(self.table))
        self._bring_home(tables)
        self._record("auto", *tables)
        return played

    def foresee_moves(self) -> list[Move]:
        """Return the moves that ``auto`` would make, whether the player can know them or not."""
        return self._all_home()[1]

    def show_home(self, cards: int) -> None:
        """Play only the first cards of ``auto`` home, to be looked at: no event records it."""
        tables = self._all_home()[0][: cards + 1]
        self._bring_home(tables)
        self._look(*tables)

    def _bring_home(self, tables: Sequence[Table]) -> None:
        self._advance(tables[-1], by_hand=False)
        self.counts.moves += len(tables) - 1

    def foresee_auto(self) -> tuple[int, Outcome | None] | None:
        """Return how many cards ``auto`` would play home, and the outcome after them.

        Return None if that depends on cards that the player has not seen.
        """
        tables, played, _ = self._all_home()
        if not self._has_seen_uncovered(tables):
            return None
        known, outcome = len(played), self.rules.outcome(tables[-1])
        turned = self.rules.go_through_stock(tables[-1]) if outcome is Outcome.OVER else ()
        return known, outcome if self._has_seen_uncovered(turned) else None

    def set_autoplay(self, on: bool) -> None:
        """Switch autoplay on or off: playing cards home as part of every action.

        Cards that can go home now wait for the next action. They count like those of ``auto``, and
        undo takes them back together with the action.
        """
        if on != self.autoplay:
            self.autoplay = on
            self._record(f"autoplay {'on' if on else 'off'}")

    def count_hint(self) -> None:
        """Count a hint that the player takes; ``solterm.hint`` finds one."""
        self.mode.check("hint")
        self.counts.hints += 1
        self._record("hint")

    def peek(self, pile: str) -> tuple[Card, ...]:
        """Return the cards that a peek into a pile shows, and count the peek."""
        if not self.game.peek_when_scored:
            self.mode.check("peek")
        if pile not in self.rules.index:
            raise IllegalMove(f"There is no pile {pile!r} here.")
        cards = self.show_peek(pile)
        self._see(cards)
        self.counts.peeks += 1
        self._record(f"peek {pile}")
        return cards

    def _begin_from(self, origin: str) -> None:
        """Note where the position comes from that the play goes on from."""
        if self.events:
            raise IllegalMove("A game can only begin with that.")
        self.counts.imported += origin == IMPORTED
        self._record(origin)

    # -- going back ------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether ``undo`` is allowed and there is an action to undo."""
        return bool(self._history.past) and not self.mode and self.game.undo

    @property
    def can_restart(self) -> bool:
        """Whether ``restart`` is allowed and there is an action before it."""
        is_allowed = not self.mode or self.mode is Mode.SINGLE
        return bool(self._history.past) and is_allowed and self.game.undo

    @property
    def can_redo(self) -> bool:
        """Whether ``redo`` is allowed and there is an action to redo."""
        return bool(self._history.future) and not self.mode and self.game.undo

    @property
    def bookmarks(self) -> tuple[str, ...]:
        """The names of the bookmarks, the latest last."""
        return tuple(self._history.bookmarks)

    def undo(self) -> None:
        """Undo the last action. Counts and level stay as they are."""
        self._check_going_back("undo")
        if not self._history.past:
            raise IllegalMove("Nothing to undo.")
        self._history.undo()
        self._settle()
        self.counts.undos += 1
        self._record("undo")

    def redo(self) -> None:
        """Redo the last action that was undone, without counting it again."""
        self._check_going_back("redo")
        if not self._history.future:
            raise IllegalMove("Nothing to redo.")
        self._history.redo()
        self._settle()
        self._record("redo")

    def restart(self) -> None:
        """Go back to the opening, as an action that can be undone. The counts stay as they are."""
        self._check_going_back("restart")
        if not self._history.past:
            raise IllegalMove("This is the start of the game.")
        self._history.restart()
        self._record("restart")

    def bookmark(self, name: str) -> None:
        """Bookmark this position under a name of 1 to 12 letters and digits."""
        self._check_going_back("bookmark")
        if not _BOOKMARK.fullmatch(name):
            raise IllegalMove("A bookmark's name has 1 to 12 letters or digits.")
        self._history.bookmark(name)
        self._record(f"bookmark {name}")

    def return_to(self, name: str) -> None:
        """Return to a bookmark, as an action that can be undone. The counts stay as they are."""
        self._check_going_back("return")
        if name not in self.bookmarks:
            known = ", ".join(self.bookmarks) or "none yet"
            raise IllegalMove(f"There is no bookmark {name!r}; there are: {known}.")
        self._history.return_to(name)
        self._settle()
        self._record(f"return {name}")

    def _settle(self) -> None:
        """Apply the level's automatic consequences to a position that comes from an easier one.

        For example, fill spaces that stay open there. This counts as neither an action nor a move.
        A position of this level, or of a stricter one, stays as it was.
        """
        if self._history.now.level < self.level:
            self._history.amend(self.rules.settle(self.traced), self.level)

    def _check_going_back(self, verb: str) -> None:
        self.mode.check(verb)
        if not self.game.undo:
            raise IllegalMove(f"{self.game.name} has no undo.")

    # -- keeping track ---------------------------------------------------------------------

    def _deal_cards(self) -> Table:
        return self.game.deal(self.deal).table

    def _advance(self, table: Table, by_hand: bool, acts: bool = True) -> None:
        scored = self.rules.count_scored
        gained = scored(table) - scored(self.table) if by_hand else 0
        self.glimpsed = ()
        self._history.advance(self._history.now.lead_to(table, self.level, gained))
        if acts:
            self.counts.act_at(self.level)

    def _go_home(self) -> None:
        """Play cards home as part of the last action, if autoplay is on."""
        if self.autoplay:
            tables, played, went = self._all_home()
            self.went_home = tuple(went)
            self._history.amend(tables[-1])
            self.counts.moves += len(played)
            if played:
                self.counts.act_at(self.level)
            self._look(*tables)

    def _all_home(self) -> tuple[list[Table], list[Move], list[Card]]:
        """Return the tables on the way to all cards home, the moves, and the cards."""
        tables, played, went = [self.traced], list[Move](), list[Card]()
        while move := self.rules.automatic(tables[-1]):
            went.append(tables[-1].piles[self.rules.index[move.src]][-1])
            tables.append(self.rules.make(tables[-1], move))
            played.append(move)
        return tables, played, went

    def _record(self, event: str, *passed: Table) -> None:
        self.events.append(event)
        self._look(*passed)


def _own(held: object) -> object:
    """Return a copy of a part of a play that changes, and any other part itself."""
    return copy(held) if isinstance(held, list | dict | Counts | History | Seen) else held


def _hide(card: Card) -> Card:
    return UNKNOWN | (card & DOWN)


def _leave_out(before: Table | None, table: Table) -> Table:
    """Return a table without the unchanged piles, whose cards are in ``seen`` already."""
    if before is None:
        return table
    pairs = zip(table.piles, before.piles, strict=True)
    return table._replace(piles=tuple(() if pile is was else pile for pile, was in pairs))

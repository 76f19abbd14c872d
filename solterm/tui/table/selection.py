"""The selection: the cursor, the marked cards, and the place proposed for them.

It plays no moves. Its methods return a message for the player or raise ``NotPossible``; those that
mean a move return it, or a text if none is legal, so that the play can refuse it with a reason.
"""

from collections.abc import Iterable, Mapping

from solterm.core.cards import DOWN
from solterm.core.groups import CoverGroup
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.table import Pile
from solterm.core.words.describe import move_words
from solterm.tui.keys import keymap
from solterm.tui.table import marking
from solterm.tui.table.cursor import Arrow, step
from solterm.tui.table.layout import Window, shows
from solterm.tui.table.marking import MarkedCards
from solterm.tui.table.painter import TableMarks


class NotPossible(Refusal):
    """Why something cannot be done, as a sentence."""


class Selection:
    """Moves the cursor, marks cards and proposes places for them."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.keys: Mapping[str, str] = {}
        """The player's keys that differ from the usual ones, by command."""
        self.marked_cards: MarkedCards | None = None
        """The marked cards."""
        self.exactly = False
        """Whether the player chose how many, so that the targets are for these alone."""
        self.lit: frozenset[str] = frozenset()
        """Piles shown instead of the targets."""
        self.cursor = self._first_pile()
        self._step: tuple[str, Arrow, str] | None = None
        """The last step of the cursor: from which pile, by which arrow, to which."""
        self._last: tuple[MarkedCards, bool] | None = None
        """The last marked cards, and whether exactly those."""
        self._proposed_from: str | None = None
        """Where the cursor was before it moved to a proposed place."""

    @property
    def _play(self) -> Play:
        return self._window.kept.play

    @property
    def marked(self) -> str | None:
        return self.marked_cards.pile if self.marked_cards else None

    @property
    def lifted(self) -> int:
        return self.marked_cards.depth if self.marked_cards else 0

    @property
    def active_pile(self) -> str:
        """The marked pile, else the one under the cursor."""
        return self.marked or self.cursor

    @property
    def pile_of_mark(self) -> Pile | None:
        """All cards of the marked pile; None without a mark."""
        return self._play.pile(self.marked) if self.marked else None

    @property
    def view(self) -> TableMarks:
        if self.marked_cards is None:
            return TableMarks(self.cursor, targets=self.lit)
        pile = self.marked_cards.pile
        targets = marking.targets(self._play, self.marked_cards, self.exactly)
        arrows = self.lit or targets or marking.sources(self._play, pile)
        return TableMarks(self.cursor, pile, self.marked_cards.depth, arrows)

    # -- the cursor ------------------------------------------------------------------------

    def _first_pile(self) -> str:
        game = self._play.rules.game
        tableau = [name for name in game.ids if name[0] in "tg"]
        deals = "s" in game.ids and game.group("s").action
        empty = tableau[0] if tableau and not deals else "s"
        return next(filter(self._is_free, tableau), empty)

    def _is_free(self, pile: str) -> bool:
        return bool(self._play.pile(pile)) and not marking.covers(self._play, pile)

    def go(self, arrow: Arrow) -> None:
        """Move the cursor by an arrow key; the opposite arrow leads back where it came from.

        Home and End lead to the ends of the row.
        """
        geometry = self._window.geometry
        if geometry is None:
            return
        here, there = self.cursor, step(self._play, geometry, self.cursor, arrow)
        if arrow.is_end:
            self.cursor, self._step = there, None
            return
        if self._step:
            before, last, after = self._step
            if after == here and arrow.is_opposite(last) and shows(self._play, before):
                there = before
        self.cursor, self._step = there, (here, arrow, there)

    def stay_on_table(self) -> None:
        """Leave piles that a change of level has closed."""
        if self.marked and not shows(self._play, self.marked):
            self.drop()
        if not shows(self._play, self.cursor):
            self.go(Arrow.LEFT)
        self._stay_with_cards()

    def _stay_with_cards(self) -> None:
        # When a pile that covers others is gone, the cursor goes to the nearest card that can be
        # played, or to the nearest free one.
        group, geometry = self._play.rules.game.group(self.cursor), self._window.geometry
        is_covered = isinstance(group, CoverGroup) and group.cover
        if not is_covered or self._play.pile(self.cursor) or geometry is None:
            return
        here = geometry.slots[self.cursor]
        free = [
            name for name in geometry.slots if name[0] == self.cursor[0] and self._is_free(name)
        ]
        playable = {end for move in self._play.legal_moves for end in (move.src, move.dst)}
        going = [name for name in free if name in playable] or free
        away = {name: (geometry.slots[name].x, geometry.slots[name].y) for name in going}
        if away:
            self.cursor = min(
                away, key=lambda name: abs(away[name][0] - here.x) + 4 * abs(away[name][1] - here.y)
            )

    # -- the mark --------------------------------------------------------------------------

    def mark(self, cards: MarkedCards, exactly: bool = False) -> str:
        """Mark cards; the message names those that the table does not show."""
        self.marked_cards, self.exactly = self._last = cards, exactly
        self.lit = frozenset()
        if marking.sources(self._play, cards.pile):
            return "Arrows show piles whose cards can come here."
        return marking.words(self._play, cards)

    def mark_default(self) -> str:
        """Mark as many cards under the cursor as can move together.

        Raises ``NotPossible`` on a pile that takes no cards now, and is empty or gives none since
        its top card is face down.
        """
        cards = marking.default_mark(self._play, self.cursor)
        pile = self._play.pile(self.cursor)
        gives = bool(pile) and not pile[-1] & DOWN
        gives = gives or any(marking.moves_from(self._play, self.cursor))
        if not gives and not marking.sources(self._play, self.cursor):
            raise NotPossible(marking.why_nowhere(self._play, cards))
        return self.mark(cards)

    def mark_from(self, pile: str, depth: int) -> str:
        """Mark the cards that a click on a card means."""
        cards = marking.from_card(self._play, pile, depth)
        return self.mark(cards, exactly=cards != marking.default_mark(self._play, pile))

    def drop(self) -> None:
        self.marked_cards = None
        self.exactly = False
        self.lit = frozenset()

    def cancel(self) -> None:
        """Drop the mark, and return the cursor from a proposed place."""
        self.drop()
        self.go_back()

    def lift(self, by: int) -> str:
        """Mark ``by`` more cards, or the single card under them if only that can move."""
        if not self._play.pile(self.active_pile):
            raise NotPossible("There is no card to lift here.")
        cards = self.marked_cards or marking.default_mark(self._play, self.cursor)
        found = marking.marks(self._play, cards.pile)
        near = min(found, key=lambda each: (each != cards, abs(each.depth - cards.depth)))
        place = found.index(near) + by
        said = self.mark(found[max(0, min(place, len(found) - 1))], exactly=True)
        if place == len(found):
            raise NotPossible(self._why_no_more(cards))
        return said

    def _why_no_more(self, cards: MarkedCards) -> str:
        draws = any(move.depth > 1 for move in self._play.legal_moves)
        if draws and cards.depth == 1 < len(self._play.pile(cards.pile)):
            return marking.why_nowhere(self._play, MarkedCards(cards.pile, at=2))
        return "You can't lift more cards here."

    def repeat(self) -> str:
        """Mark the same cards as last time, as far as they are still there."""
        if self._last is None:
            raise NotPossible("Nothing has been marked yet.")
        cards, exactly = self._last
        if not self._play.pile(cards.pile):
            raise NotPossible("The pile marked last is empty.")
        there = marking.marks(self._play, cards.pile)
        self.cursor = cards.pile
        return self.mark(cards if cards in there else there[0], exactly)

    def light(self, piles: Iterable[str]) -> None:
        self.lit = frozenset(piles)

    # -- where it goes ---------------------------------------------------------------------

    def propose(self) -> str:
        """Mark the cards under the cursor and set the cursor on the best place for them.

        The move waits for a second Enter, since moves count and scored games have no undo. A
        pile that can only receive cards is marked, and the piles they come from show as targets.
        Raises ``NotPossible`` if the pile can neither give nor take cards.
        """
        cards = marking.default_mark(self._play, self.cursor)
        places = marking.places(self._play, cards)
        if not places and not marking.sources(self._play, cards.pile):
            raise NotPossible(marking.why_nowhere(self._play, cards))
        said = self.mark(cards)
        return self.show(places[0], another=len(places) > 1) if places else said

    def next_place(self) -> str:
        """Propose the next place for the marked cards, or the first one."""
        if self.marked_cards is None:
            return self.propose()
        marked = self.marked_cards
        base = marked if self.exactly else marking.default_mark(self._play, marked.pile)
        places = marking.places(self._play, base, self.exactly)
        if not places:
            raise NotPossible(marking.why_nowhere(self._play, base))
        ends = [_other_end(move, self.marked_cards.pile) for move in places]
        place = ends.index(self.cursor) + 1 if self.cursor in ends else 0
        return self.show(places[place % len(places)], another=len(places) > 1)

    def show(self, move: Move, another: bool = False) -> str:
        """Mark the cards of a move, and set the cursor on its destination."""
        exactly, marked = self.exactly, self.marked or move.src
        if self._proposed_from is None:
            self._proposed_from = self.active_pile
        words = move_words(self._play.rules.game, self._play.table, move)
        if marked == move.src:
            self.mark(MarkedCards(move.src, move.count, move.depth), exactly)
        self.cursor = _other_end(move, marked)
        enter, next_place = (keymap.key_of(each, self.keys) for each in ("natural", "next_place"))
        more = f"  {next_place}: another place." if another else ""
        return f"{enter}: {words}.{more}"

    def tell_way(self) -> str:
        """Return what can be done with the marked cards under the cursor; "" if none are marked."""
        if not self.is_to_move:
            return ""
        move = self.move_along_arrow(self.cursor)
        enter, cancel = (keymap.key_of(each, self.keys) for each in ("natural", "cancel"))
        if isinstance(move, Move):
            words = move_words(self._play.rules.game, self._play.table, move)
            return f"{enter}: {words}."
        if isinstance(back := self.move_between(self.cursor), Move):
            key = keymap.key_of("pile_to_pile", self.keys)
            words = move_words(self._play.rules.game, self._play.table, back)
            return f"{key}: {words}. {cancel} drops the mark."
        return f"The marked cards don't fit here. {cancel} drops the mark."

    def forget_proposal(self) -> None:
        self._proposed_from = None

    def go_back(self) -> None:
        """Return the cursor to where it was before a place was proposed."""
        if self._proposed_from and shows(self._play, self._proposed_from):
            self.cursor = self._proposed_from
        self.forget_proposal()

    @property
    def is_to_move(self) -> bool:
        """Whether cards are marked and the cursor is elsewhere, or on a pair within their pile."""
        if self.marked_cards is None:
            return False
        within = self.marked_cards.pile == self.cursor
        return not within or marking.onto(self._play, self.marked_cards, self.cursor) is not None

    def move_between(self, other: str) -> Move | str:
        """Return the move between the mark and another pile, in either direction."""
        assert self.marked_cards is not None
        if move := marking.find_between(self._play, self.marked_cards, other):
            return move
        pile = self.marked_cards.pile
        return f"{pile} {other}" if self._play.pile(pile) else f"{other} {pile}"

    def move_onto(self, pile: str) -> Move | str:
        """Return the move of the marked cards to a pile."""
        assert self.marked_cards is not None
        return (
            marking.onto(self._play, self.marked_cards, pile) or f"{self.marked_cards.pile} {pile}"
        )

    def move_along_arrow(self, pile: str) -> Move | str:
        """Return the move of the marked cards, or of cards to a marked pile that gives none."""
        assert self.marked_cards is not None
        receives = marking.sources(self._play, self.marked_cards.pile)
        return self.move_between(pile) if receives else self.move_onto(pile)


def _other_end(move: Move, pile: str) -> str:
    return move.dst if move.src == pile else move.src

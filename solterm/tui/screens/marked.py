"""A table with a cursor and a mark: what is taken hold of, what is proposed, what is moved."""

from collections.abc import Iterable

from solterm.core.move import Move
from solterm.core.table import Pile
from solterm.core.words.describe import move_words
from solterm.store.kept import KeptPlay
from solterm.tui.screens.playing import PlayingScreen
from solterm.tui.table import chrome, marking
from solterm.tui.table.cursor import Arrow, step
from solterm.tui.table.geometry import Geometry, Slot
from solterm.tui.table.layout import layout, shows
from solterm.tui.table.marking import Grip
from solterm.tui.table.painter import View

TOP = 1
"""The table's first row on the screen."""
_NOWHERE = "That fits nowhere now."


class MarkedScreen(PlayingScreen):
    """Moves the cursor, marks cards and makes the moves between marks and piles."""

    def __init__(self, kept: KeptPlay, notice: str = "") -> None:
        super().__init__(kept, notice)
        self.grip: Grip | None = None
        """The cards that are marked."""
        self.exactly = False
        """Has the player said how many, so that the targets are for these alone?"""
        self.lit: frozenset[str] = frozenset()
        """Piles that are lit up in place of the targets."""
        self.cursor = self._first_pile()
        self._last: tuple[Grip, bool] | None = None
        """What was marked last, and whether exactly."""
        self._proposed_from: str | None = None
        """Where the cursor stood before it was set on a place that is proposed."""

    @property
    def marked(self) -> str | None:
        """The pile that has a mark."""
        return self.grip.pile if self.grip else None

    @property
    def lifted(self) -> int:
        """How many of its end cards the mark reaches down."""
        return self.grip.depth if self.grip else 0

    @property
    def geometry(self) -> Geometry | None:
        """Where the piles stand on the present screen; None when there is no room."""
        width, height = self.app.size
        left_handed = self.solterm.settings.left_handed
        return layout(self.play, width, height - chrome.BARS, left_handed)

    def slot(self, pile: str) -> Slot:
        """The rectangle of the screen that belongs to a pile."""
        geometry = self.geometry
        assert geometry is not None, "asked for only while the table shows"
        slot = geometry.slots[pile]
        return slot._replace(y=slot.y + TOP)

    def view(self) -> View:
        """What the painter shows beside the cards."""
        if self.grip is None:
            return View(self.cursor, targets=self.lit, dealt=self.dealt)
        targets = self.lit or marking.targets(self.play, self.grip, self.exactly)
        return View(self.cursor, self.grip.pile, self.grip.depth, targets)

    # -- the cursor ------------------------------------------------------------------------

    def _first_pile(self) -> str:
        """Where the cursor starts: on the first cards of the tableau, or on the stock."""
        game = self.play.rules.game
        tableau = [name for name in game.ids if name[0] in "tg"]
        deals = "s" in game.ids and game.group("s").action
        empty = tableau[0] if tableau and not deals else "s"
        return next(filter(self.play.pile, tableau), empty)

    def do_left(self) -> None:
        """The nearest pile to the left; past the edge, from the other side."""
        self._go(Arrow.LEFT)

    def do_right(self) -> None:
        """The nearest pile to the right; past the edge, from the other side."""
        self._go(Arrow.RIGHT)

    def do_up(self) -> None:
        """The nearest pile above."""
        self._go(Arrow.UP)

    def do_down(self) -> None:
        """The nearest pile below."""
        self._go(Arrow.DOWN)

    def _go(self, arrow: Arrow) -> None:
        if geometry := self.geometry:
            self.cursor = step(self.play, geometry, self.cursor, arrow)

    def stay_on_table(self) -> None:
        """A level may have closed the pile that is marked, or the one under the cursor."""
        if self.marked and not shows(self.play, self.marked):
            self.drop_mark()
        if not shows(self.play, self.cursor):
            self._go(Arrow.LEFT)

    # -- the mark --------------------------------------------------------------------------

    def take(self, grip: Grip, exactly: bool = False) -> None:
        """Mark cards; those that the table does not show are named."""
        self.grip, self.exactly = self._last = grip, exactly
        self.lit = frozenset()
        self.notice = marking.words(self.play, grip) or self.notice

    def drop_mark(self) -> None:
        self.grip = None
        self.exactly = False
        self.lit = frozenset()

    def forget_proposal(self) -> None:
        """The player does something else: the cursor stays where it is from now on."""
        self._proposed_from = None

    def do_more(self) -> None:
        """+ or Shift+Up: lift one card more, or the one under it alone where only that may go."""
        self._lift(1)

    def do_fewer(self) -> None:
        """- or Shift+Down: lift one card fewer."""
        self._lift(-1)

    def _lift(self, by: int) -> None:
        grip = self.grip or marking.usual(self.play, self.cursor)
        found = marking.grips(self.play, grip.pile)
        near = min(found, key=lambda each: (each != grip, abs(each.depth - grip.depth)))
        place = found.index(near) + by
        self.take(found[max(0, min(place, len(found) - 1))], exactly=True)
        if place == len(found):
            self.refuse("No more cards can be lifted here.")

    def do_repeat(self) -> None:
        """A full stop: mark again what was marked last, as far as it is still there."""
        if self._last is None:
            self.refuse("Nothing was marked yet.")
        elif not self.play.pile(self._last[0].pile):
            self.refuse("The pile that was marked last is empty.")
        else:
            grip, exactly = self._last
            there = marking.grips(self.play, grip.pile)
            self.cursor = grip.pile
            self.take(grip if grip in there else there[0], exactly)

    # -- what is proposed ------------------------------------------------------------------

    def propose(self) -> None:
        """Mark the cards under the cursor and set the cursor on the best place for them.

        Nothing is played yet: a move counts, and a scored game takes none back, so that a
        second Enter is to say yes. A pile that can only take cards is marked, so that those
        show as targets; one with which nothing can be done is refused.
        """
        grip = marking.usual(self.play, self.cursor)
        places = marking.places(self.play, grip)
        if not places and not marking.targets(self.play, grip):
            self.refuse(_NOWHERE)
            return
        self.take(grip)
        if places:
            self.show_proposal(places[0], another=len(places) > 1)

    def do_next_place(self) -> None:
        """N: propose the next place for the marked cards, or the first one."""
        if self.grip is None:
            self.propose()
            return
        base = self.grip if self.exactly else marking.usual(self.play, self.grip.pile)
        places = marking.places(self.play, base, self.exactly)
        if not places:
            self.refuse(_NOWHERE)
            return
        ends = [_other_end(move, self.grip.pile) for move in places]
        place = ends.index(self.cursor) + 1 if self.cursor in ends else 0
        self.show_proposal(places[place % len(places)], another=len(places) > 1)

    def show_proposal(self, move: Move, another: bool = False) -> None:
        """Mark what a move takes, and set the cursor on where it goes."""
        exactly, marked = self.exactly, self.marked or move.src
        if self._proposed_from is None:
            self._proposed_from = self.marked or self.cursor
        said = f"{self.key('natural')}: {move_words(self.play.rules.game, self.play.table, move)}."
        if marked == move.src:
            self.take(Grip(move.src, move.cards, move.at), exactly)
        self.cursor = _other_end(move, marked)
        self.notice = f"{said}  {self.key('next_place')}: another place." if another else said

    def move_between(self, other: str) -> bool:
        """Move between the mark and another pile, whichever way is legal."""
        assert self.grip is not None, "there is something marked"
        first, came_from = self.grip.pile, self._proposed_from
        if move := marking.between(self.play, self.grip, other):
            done = self.attempt(str(move))
            if done and came_from and shows(self.play, came_from):
                self.cursor = came_from
            self.forget_proposal()
            return done
        src, dst = (first, other) if self.play.pile(first) else (other, first)
        return self.attempt_move(f"{src} {dst}")

    def do_pile_to_pile(self) -> None:
        """F1: mark the cards under the cursor, or move between the marked pile and this one.

        On the marked pile itself it drops the mark, unless a card marked alone goes with the end
        card of its own pile.
        """
        if self.grip is None:
            self.take(marking.usual(self.play, self.cursor))
        elif self.grip.pile != self.cursor or marking.onto(self.play, self.grip, self.cursor):
            self.move_between(self.cursor)
        else:
            self.drop_mark()

    def let_go(self) -> None:
        """Drop the mark; a cursor that was set on a proposed place goes back."""
        self.drop_mark()
        if self._proposed_from and shows(self.play, self._proposed_from):
            self.cursor = self._proposed_from
        self.forget_proposal()

    # -- playing ---------------------------------------------------------------------------

    def attempt(self, event: str) -> bool:
        """As any screen that plays; a mark whose cards have changed is dropped."""
        marked = self._marked_cards()
        done = super().attempt(event)
        if done and self._marked_cards() != marked:
            self.drop_mark()
        return done

    def _marked_cards(self) -> Pile | None:
        return self.play.pile(self.marked) if self.marked else None

    def light(self, piles: Iterable[str], said: str) -> None:
        """Light up piles in place of the targets, until the mark changes."""
        self.lit = frozenset(piles)
        self.notice = said if self.lit else "There is none."


def _other_end(move: Move, pile: str) -> str:
    """Where a move goes that begins, or for a pair ends, at a pile."""
    return move.dst if move.src == pile else move.src

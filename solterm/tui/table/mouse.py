"""The mouse over the table: a click marks and places, a drag moves, two clicks send home."""

from solterm.tui.table import marking
from solterm.tui.table.layout import Pointed
from solterm.tui.table.mover import Mover


class Mouse:
    """Turns presses and releases of the button into what the hand does."""

    def __init__(self, mover: Mover) -> None:
        self._mover = mover
        self._sitting = mover.sitting
        self._hand = mover.hand
        self._pressed: Pointed | None = None
        """The card the button went down on."""
        self._unmarked: str | None = None
        """The pile whose mark the last click dropped: another click at once makes it two."""

    def press(self, there: Pointed | None) -> None:
        """The button goes down."""
        self._pressed = there

    def forget(self) -> None:
        """The button comes up where no pile is meant."""
        self._pressed = None

    def release(self, there: Pointed | None) -> None:
        """The button comes up: on the pile it went down on that is a click, else a drag."""
        began, self._pressed = self._pressed, None
        if began is None or there is None:
            return
        self._sitting.hush()
        self._hand.forget_proposal()
        if there.pile == began.pile:
            self._click(began)
        elif self._sitting.settings.drag:
            self._drag(began, there.pile)

    def press_twice(self, there: Pointed | None) -> None:
        """The second click of two sends the end card to a foundation, if one takes it."""
        if there and there.pile == self._unmarked:
            moves = self._sitting.play.legal_moves
            if any(move.src == there.pile and move.dst[:1] == "f" for move in moves):
                self._sitting.attempt_move(f"{there.pile} f")

    def _click(self, there: Pointed) -> None:
        """Mark a card, place what is marked, or drop the mark by a second click on it.

        A pile that takes no such card has itself marked instead, if something can leave it.
        """
        play, hand = self._sitting.play, self._hand
        pile, self._unmarked = there.pile, None
        hand.cursor = pile
        if hand.grip is None:
            if not self._mover.act_on(pile) and play.pile(pile):
                self._take(there)
        elif hand.grip.pile == pile:
            again = hand.grip == marking.from_card(play, pile, there.depth)
            hand.drop()
            self._unmarked = pile
            if not again:
                self._sitting.say(
                    hand.take(marking.from_card(play, pile, there.depth), exactly=True)
                )
        elif not self._sitting.attempt_move(hand.move_onto(pile)):
            hand.drop()
            if any(True for _ in marking.ways(play, pile)):
                self._take(there)

    def _drag(self, began: Pointed, pile: str) -> None:
        """Move what was dragged to a pile; where that is no move, it slips back."""
        if self._sitting.play.pile(began.pile):
            self._hand.take_from(*began)
            self._sitting.notice = ""
            self._hand.cursor = pile
            self._sitting.attempt_move(self._hand.move_onto(pile))
            self._hand.drop()

    def _take(self, there: Pointed) -> None:
        self._sitting.say(self._hand.take_from(*there))

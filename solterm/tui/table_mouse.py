"""The mouse on the table: a click marks or moves, a drag moves, a double click sends home."""

from solterm.tui.table import marking
from solterm.tui.table.hand import Hand
from solterm.tui.table.layout import Pointed
from solterm.tui.table_commands import TableCommands


class Mouse:
    """Turns presses and releases of the button into marks and moves."""

    def __init__(self, hand: Hand, commands: TableCommands) -> None:
        self._hand = hand
        self._commands = commands
        self._pressed: Pointed | None = None
        """The card on which the button went down."""
        self._unmarked: str | None = None
        """The pile whose mark the last click dropped, which may be the first of a double click."""

    def press(self, there: Pointed | None) -> None:
        self._pressed = there

    def release(self, there: Pointed | None) -> None:
        """Click if the button came up on the same pile, else drag."""
        began, self._pressed = self._pressed, None
        if began is None or there is None:
            return
        self._commands.clear_messages()
        self._hand.forget_proposal()
        if there.pile == began.pile:
            self._click(began)
        elif self._commands.seat.settings.drag:
            self._drag(began, there.pile)

    def press_twice(self, there: Pointed | None) -> None:
        """Send the end card to a foundation on a double click, if one takes it."""
        if there and there.pile == self._unmarked:
            moves = self._hand.play.legal_moves
            if any(move.src == there.pile and move.dst[:1] == "f" for move in moves):
                self._commands.push(f"{there.pile} f")

    def _click(self, there: Pointed) -> None:
        # A pile that does not take the marked cards is marked itself if any of its cards can move.
        hand, play = self._hand, self._hand.play
        pile, self._unmarked = there.pile, None
        hand.cursor = pile
        if hand.marked_cards is None:
            if turns := hand.turns_of(pile):
                self._commands.turn(turns)
            elif play.pile(pile):
                self._take(there)
        elif hand.marked_cards.pile == pile:
            again = hand.marked_cards == marking.from_card(play, pile, there.depth)
            hand.drop()
            self._unmarked = pile
            if not again:
                cards = marking.from_card(play, pile, there.depth)
                self._commands.say(hand.mark(cards, exactly=True))
        else:
            self._move_to(there)

    def _move_to(self, there: Pointed) -> None:
        hand, commands = self._hand, self._commands
        move = hand.move_along_arrow(there.pile)
        if not commands.attempt(lambda: commands.push(move)):
            hand.drop()
            if any(True for _ in marking.moves_from(hand.play, there.pile)):
                self._take(there)

    def _drag(self, began: Pointed, pile: str) -> None:
        if self._hand.play.pile(began.pile):
            self._hand.mark_from(*began)
            self._hand.cursor = pile
            move = self._hand.move_onto(pile)
            self._commands.attempt(lambda: self._commands.push(move))
            self._hand.drop()

    def _take(self, there: Pointed) -> None:
        self._commands.say(self._hand.mark_from(*there))

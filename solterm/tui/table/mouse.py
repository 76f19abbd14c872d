"""The mouse on the table: a click marks or moves, a drag moves, a double click sends home."""

from solterm.tui.table import marking
from solterm.tui.table.layout import Pointed
from solterm.tui.table.model import TableModel


class Mouse:
    """Turns presses and releases of the button into marks and moves."""

    def __init__(self, model: TableModel) -> None:
        self._model = model
        self._selection = model.selection
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
        self._model.clear_messages()
        self._selection.forget_proposal()
        if there.pile == began.pile:
            self._click(began)
        elif self._model.settings.drag:
            self._drag(began, there.pile)

    def press_twice(self, there: Pointed | None) -> None:
        """Send the end card to a foundation on a double click, if one takes it."""
        if there and there.pile == self._unmarked:
            moves = self._model.play.legal_moves
            if any(move.src == there.pile and move.dst[:1] == "f" for move in moves):
                self._model.attempt_move(f"{there.pile} f")

    def _click(self, there: Pointed) -> None:
        # A pile that does not take the marked cards is marked itself if any of its cards can move.
        play, selection = self._model.play, self._selection
        pile, self._unmarked = there.pile, None
        selection.cursor = pile
        if selection.marked_cards is None:
            if not self._model.act_on(pile) and play.pile(pile):
                self._take(there)
        elif selection.marked_cards.pile == pile:
            again = selection.marked_cards == marking.from_card(play, pile, there.depth)
            selection.drop()
            self._unmarked = pile
            if not again:
                self._model.say(
                    selection.mark(marking.from_card(play, pile, there.depth), exactly=True)
                )
        elif not self._model.attempt_move(selection.move_along_arrow(pile)):
            selection.drop()
            if any(True for _ in marking.moves_from(play, pile)):
                self._take(there)

    def _drag(self, began: Pointed, pile: str) -> None:
        if self._model.play.pile(began.pile):
            self._selection.mark_from(*began)
            self._selection.cursor = pile
            self._model.attempt_move(self._selection.move_onto(pile))
            self._selection.drop()

    def _take(self, there: Pointed) -> None:
        self._model.say(self._selection.mark_from(*there))

"""The helps of a table: hints and looks, bookmarks, cheats, starting over and dealing again.

Which of them a game has on its terms, the play itself says; here they are asked for and told.
What they need is imported when they are first asked for: the first picture does not wait for it.
"""

from collections.abc import Callable

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.tui.keys import commands as keys
from solterm.tui.screens.marked import MarkedScreen

_BOOKMARKS = 9
"""How many places B keeps at most; a further one takes the place of the oldest."""

_CHEAT = (
    "A cheat lets your next move be one",
    "that level 1 allows. The statistics",
    "count it for good, even if you undo it.",
)
"""What a cheat is (docs/rules.md, "Undo, hints and the cheat")."""


class HelpingScreen(MarkedScreen):
    """What helps a player on, and the ways back."""

    # -- hints and looks -------------------------------------------------------------------

    def do_hint(self) -> None:
        """H: say a move that leads on, mark its cards and set the cursor on where they go."""
        from solterm.core.advice.hints import hint

        self.drop_mark()
        if not self.attempt("hint"):
            return
        move, said = hint(self.play)
        if move and move.dst:
            self.show_proposal(move)
        elif move:
            self.cursor = move.src
        self.notice = said

    def do_peek(self) -> None:
        """P: look into the pile under the cursor, and into others."""
        from solterm.tui.boxes.piles import PeekBox

        box = PeekBox(self)
        if not box.refused:
            self.boxes.append(box)

    def do_what(self) -> None:
        """W: what the pile under the cursor is, and others."""
        from solterm.tui.boxes.piles import WhatBox

        self.boxes.append(WhatBox(self))

    def do_game_menu(self) -> None:
        """Tab: every command there is."""
        from solterm.tui.boxes.pulldown import MenuBox

        self.boxes.append(MenuBox(self.play, self.solterm.settings.keys))

    # -- what a card on the grid has to do with -------------------------------------------

    def do_legal(self) -> None:
        """L: the cells that take the marked card, or the one under the cursor."""
        pile = self.marked or self.cursor
        found = {move.dst for move in self.play.legal_moves if move.src == pile and move.dst}
        self._light(found, "Cells that take {}.")

    def do_ranks(self) -> None:
        """E: the cards that have its rank."""
        self._light_alike(cards.rank, "Cards of the rank of {}.")

    def do_suits(self) -> None:
        """I: the cards in its suit."""
        self._light_alike(cards.suit, "Cards in the suit of {}.")

    def _light_alike(self, trait: Callable[[Card], int], said: str) -> None:
        mine = self.play.pile(self.marked or self.cursor)
        alike = {
            name
            for name in self.play.rules.ids
            if name[0] in "gh" and name != (self.marked or self.cursor)
            for card in self.play.pile(name)[-1:]
            if mine and not card & DOWN and trait(card) == trait(mine[-1])
        }
        self._light(alike, said)

    def _light(self, piles: set[str], said: str) -> None:
        pile = self.play.pile(self.marked or self.cursor)
        if not keys.has_cells(self.play.game):
            self.refuse("That shows cells of A Farewell to Kings, and has no use in this game.")
        elif not pile or pile[-1] & DOWN:
            self.refuse("Put the cursor on a card first, or mark one.")
        else:
            self.light(piles, said.format(cards.text(pile[-1])))

    # -- the ways back ---------------------------------------------------------------------

    def do_undo(self) -> None:
        """U."""
        self.attempt("undo")

    def do_redo(self) -> None:
        """R."""
        self.attempt("redo")

    def do_over(self) -> None:
        """O: start over, once that is confirmed; where it is not to be had, say why."""
        if self.play.can_undo:
            self.ask(self._start_over, "Start this game over?", "The counts stay as they are.")
        else:
            self._start_over()

    def _start_over(self) -> None:
        if self.attempt("restart"):
            self.notice = f"Back at the beginning. {self.key('undo')} takes that back, too."

    def do_bookmark(self) -> None:
        """B: remember this position under the next number; the tenth replaces the first."""
        names = self.play.bookmarks
        number = int(names[-1]) % _BOOKMARKS + 1 if names and names[-1].isdecimal() else 1
        again = str(number) in names
        if self.attempt(f"bookmark {number}"):
            replaced = ", in place of an older one" if again else ""
            self.notice = f"Bookmark {number} is set{replaced}. {self.key('jump')} jumps back here."

    def do_jump(self) -> None:
        """J: return to the bookmark set last; at once again, to the one before it."""
        names = self.play.bookmarks
        if not names:
            if self.play.terms or not self.play.game.undo:
                self.attempt("return 1")  # the play says why not
            else:
                self.refuse(f"No bookmark is set yet: {self.key('bookmark')} sets one.")
            return
        verb, _, last = self.play.events[-1].partition(" ")
        at_one = verb == "return" and last in names
        name = names[names.index(last) - 1] if at_one else names[-1]
        if self.attempt(f"return {name}"):
            jump, undo = self.key("jump"), self.key("undo")
            older = f"  {jump} again: the one before." if len(names) > 1 else ""
            self.notice = f"Back at bookmark {name}. {undo} takes that back.{older}"

    def do_cheat(self) -> None:
        """K: let the next move be one of level 1, once that is confirmed; again, put it aside."""
        if self.play.terms or self.play.level == 1:
            self.attempt("cheat")  # the play says why not
        elif self.play.cheating:
            if self.attempt("cheat"):
                self.notice = "The cheat is put aside. It stays counted."
        else:
            self.ask(self._cheat, *_CHEAT)

    def _cheat(self) -> None:
        if self.attempt("cheat"):
            self.notice = "The next move may be one that level 1 allows. ESC puts the cheat aside."

    def do_deal(self) -> None:
        """D: the same deal again, another, or one by its number; scored games keep theirs."""
        if self.play.terms:
            menu = self.key("menu")
            self.refuse(f"A scored game keeps its deal: F9 ends it, {menu} goes to the menu.")
        else:
            from solterm.tui.boxes.questions import DealBox

            self.boxes.append(DealBox(self.play))

    def deal_again(self, number: int | None) -> None:
        """Deal a number anew, or any; the present game ends with that."""
        play = self.play
        self.boxes.clear()
        self.solterm.deal(play.game, number, play.level, play.options, self.kept.context)

"""The commands that help: hints, lit cells, undo, bookmarks, cheats and starting over.

The method ``do_ID`` carries out the command ID. The play refuses what its terms do not allow.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.play.play import Play
from solterm.tui.keys import labels
from solterm.tui.table.controller import Controller

if TYPE_CHECKING:
    from solterm.core.advice.hints import Hint
    from solterm.sessions.hinting import Hints, Pending

_BOOKMARKS = 9
"""The most bookmarks; a further one replaces the oldest."""

_CHEAT = """A cheat lets your next move follow
level 1's rules. The statistics
count it for good, even if you undo it."""
"""See docs/rules.md, "Undo, hints and the cheat"."""


class Helper:
    """Carries out the commands that help, and those that go back."""

    def __init__(self, controller: Controller, wait: "Callable[[Pending], object]") -> None:
        """``wait`` shows a hint that takes time, unless the player presses a key first."""
        self.controller = controller
        self._wait = wait
        self.selection = controller.selection
        self._attempt = controller.attempt
        self._refuse = controller.refuse
        self._say = controller.say
        self._key = controller.key
        self._hints: Hints | None = None

    @property
    def play(self) -> Play:
        return self.controller.play

    # -- hints -----------------------------------------------------------------------------

    def do_hint(self) -> None:
        """Propose a move, mark its cards and set the cursor on its destination."""
        self.selection.drop()
        if not self._attempt("hint"):
            return
        from solterm.sessions.hinting import Hints

        self._hints = self._hints or Hints(self.controller.worker)
        pending = self._hints.ask(self.play)
        if found := pending.poll():
            self.show_hint(found)
        else:
            self._say("Thinking ...")
            self._wait(pending)

    def learn(self, answer: Mapping[str, Any]) -> None:
        """Let hints follow a winning line that the solver has found."""
        from solterm.sessions.hinting import Hints

        self._hints = self._hints or Hints(self.controller.worker)
        self._hints.learn(self.play, answer)

    def show_hint(self, found: "Hint") -> None:
        """Mark the cards of a hint, set the cursor on their destination, and say it."""
        from solterm.sessions.hinting import tell_way_back

        if found.move and found.move.dst:
            self.selection.show(found.move)
        elif found.move:
            self.selection.cursor = found.move.src
        back = f" {tell_way_back(self._key('regain'))}" if self.play.can_undo else ""
        self._say(found.text + (back if found.is_lost else ""))

    # -- lit cells of a grid ----------------------------------------------------------------

    def do_legal(self) -> None:
        pile = self.selection.meant
        found = {move.dst for move in self.play.legal_moves if move.src == pile and move.dst}
        self._light(found, "Cells that take {}.")

    def do_ranks(self) -> None:
        self._light_alike(cards.rank, "Cards of the rank of {}.")

    def do_suits(self) -> None:
        self._light_alike(cards.suit, "Cards in the suit of {}.")

    def _light_alike(self, trait: Callable[[Card], int], said: str) -> None:
        mine = self.play.pile(self.selection.meant)
        alike = {
            name
            for name in self.play.rules.ids
            if name[0] in "gh" and name != (self.selection.meant)
            for card in self.play.pile(name)[-1:]
            if mine and not card & DOWN and trait(card) == trait(mine[-1])
        }
        self._light(alike, said)

    def _light(self, piles: set[str], said: str) -> None:
        pile = self.play.pile(self.selection.meant)
        if not labels.has_cells(self.play.game):
            self._refuse("That lights cells of A Farewell to Kings; it has no use in this game.")
        elif not pile or pile[-1] & DOWN:
            self._refuse("Put the cursor on a card first, or mark one.")
        else:
            self.selection.light(piles)
            lit = said.format(cards.text(pile[-1]))
            self._say(lit if piles else "There are none.")

    # -- the ways back ---------------------------------------------------------------------

    def do_undo(self) -> None:
        self._attempt("undo")

    def do_redo(self) -> None:
        self._attempt("redo")

    def do_over(self) -> None:
        """Start over after a confirmation, or say why not."""
        if self.play.can_undo:
            question = "Start this game over?\nThe counts stay as they are."
            self.controller.ask(question, self._start_over)
        else:
            self._start_over()

    def _start_over(self) -> None:
        if self._attempt("restart"):
            undo = f" {self._key('undo')} undoes it." if self.play.can_undo else ""
            self._say(f"Back at the beginning.{undo}")

    def do_bookmark(self) -> None:
        """Set the next bookmark; the tenth replaces the first."""
        names = self.play.bookmarks
        number = int(names[-1]) % _BOOKMARKS + 1 if names and names[-1].isdecimal() else 1
        again = str(number) in names
        if self._attempt(f"bookmark {number}"):
            replaced = ", replacing an older one" if again else ""
            self._say(f"Bookmark {number} set{replaced}. {self._key('jump')} jumps back here.")

    def do_jump(self) -> None:
        """Return to the last bookmark, or on a second press to the one before it."""
        names = self.play.bookmarks
        if not names:
            if self.play.terms or not self.play.game.undo:
                self._attempt("return 1")  # the play says why not
            else:
                self._refuse(f"No bookmark yet: {self._key('bookmark')} sets one.")
            return
        verb, _, last = self.play.events[-1].partition(" ")
        at_one = verb == "return" and last in names
        name = names[names.index(last) - 1] if at_one else names[-1]
        if self._attempt(f"return {name}"):
            jump, undo = self._key("jump"), self._key("undo")
            older = f"  {jump} again: the one before." if len(names) > 1 else ""
            self._say(f"Back at bookmark {name}. {undo} undoes it.{older}")

    def do_cheat(self) -> None:
        """Allow one move of level 1 after a confirmation; on a second press, cancel that."""
        if self.play.terms or self.play.level == 1:
            self._attempt("cheat")  # the play says why not
        elif self.play.cheating:
            if self._attempt("cheat"):
                self._say("Cheat cancelled. It stays counted.")
        else:
            self.controller.ask(_CHEAT, self._cheat)

    def _cheat(self) -> None:
        if self._attempt("cheat"):
            self._say("Your next move may follow level 1's rules. Esc cancels.")

"""The keys that play: the arrows, the mark, moves between piles, the stock, exceptions.

Each method ``do_ID`` does what the command of that name says.
"""

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.vocabulary.exemptions import Armed, Exemption, Instant
from solterm.tui.keys import labels
from solterm.tui.table.cursor import Arrow
from solterm.tui.table.sitting import Sitting


class Mover:
    """Plays with the hand of a sitting."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.hand = sitting.hand

    @property
    def play(self) -> Play:
        """The play on the table."""
        return self.sitting.play

    # -- the cursor and the mark -----------------------------------------------------------

    def do_left(self) -> None:
        """The nearest pile to the left; past the edge, from the other side."""
        self.hand.go(Arrow.LEFT)

    def do_right(self) -> None:
        """The nearest pile to the right; past the edge, from the other side."""
        self.hand.go(Arrow.RIGHT)

    def do_up(self) -> None:
        """The nearest pile above."""
        self.hand.go(Arrow.UP)

    def do_down(self) -> None:
        """The nearest pile below."""
        self.hand.go(Arrow.DOWN)

    def do_more(self) -> None:
        """+ or Shift+Up: lift one card more, or the one under it alone where only that may go."""
        self.sitting.say(self.hand.lift(1))

    def do_fewer(self) -> None:
        """- or Shift+Down: lift one card fewer."""
        self.sitting.say(self.hand.lift(-1))

    def do_repeat(self) -> None:
        """A full stop: mark again what was marked last, as far as it is still there."""
        self.sitting.say(self.hand.repeat())

    def do_next_place(self) -> None:
        """N: propose the next place for the marked cards, or the first one."""
        self.sitting.say(self.hand.next_place())

    # -- moves -----------------------------------------------------------------------------

    def do_pile_to_pile(self) -> None:
        """F1: mark the cards under the cursor, or move between the marked pile and this one.

        On the marked pile itself it drops the mark, unless a card marked alone goes with the end
        card of its own pile.
        """
        if self.hand.grip is None:
            self.sitting.say(self.hand.take_usual())
        elif self.hand.is_to_move:
            done = self.sitting.attempt_move(self.hand.move_between(self.hand.cursor))
            (self.hand.go_back if done else self.hand.forget_proposal)()
        else:
            self.hand.drop()

    def do_natural(self) -> None:
        """Enter or Space: what the pile is for: turn it, remove its card, or send that on.

        A card that has a place is marked, and the cursor is set on the best one: Enter plays it
        there, N goes to the next place, the arrows to any other. So no move is made unasked that
        counts, or that a scored game would not take back. A card that can only ever go to one
        place (golf), and an empty pile that one card can fill, are played at once.
        """
        if self.hand.grip:
            self.do_pile_to_pile()
            return
        pile = self.hand.cursor
        if self.act_on(pile):
            return
        here = [move for move in self.play.legal_moves if pile in (move.src, move.dst)]
        if len(here) == 1 and (self._goes_only_home(here[0]) or not self.play.pile(pile)):
            self.sitting.attempt_move(here[0])
        else:
            self.sitting.say(self.hand.propose())

    def act_on(self, pile: str) -> bool:
        """Do what picking a pile does at once, such as turning it; False where that is nothing."""
        group = self.play.game.group(pile)
        asked = "" if self.play.pile(pile) else group.asks
        acting = pile if group.action is not None else asked
        if not acting and Move(pile) not in self.play.legal_moves:
            return False
        self.sitting.attempt(acting or pile)
        return True

    def _goes_only_home(self, move: Move) -> bool:
        """Is the foundation the only place cards of this pile ever go to (golf)?"""
        group = self.play.game.group(self.hand.cursor)
        return move.src == self.hand.cursor and group.kind == "t" and group.to == "f"

    def do_turn_hand(self) -> None:
        """F3."""
        self.sitting.attempt(labels.find_turned(self.play.rules.game))

    def do_hand_to_pile(self) -> None:
        """F4; in a game with free cells, this card to the first that is free."""
        if cells := labels.free_places(self.play.rules.game):
            free = next((name for name in cells if not self.play.pile(name)), cells[0])
            self.sitting.attempt_move(f"{self.hand.cursor} {free}")
            return
        self.sitting.attempt_move(f"{self._source} {self.hand.cursor}")

    def do_pile_to_field(self) -> None:
        """F5; a card that is marked alone under others goes from there."""
        grip, cursor = self.hand.grip, self.hand.cursor
        under = f"@{grip.at}" if grip and grip.at and grip.pile == cursor else ""
        self.sitting.attempt_move(f"{cursor}{under} f")

    def do_hand_to_field(self) -> None:
        """F6."""
        self.sitting.attempt_move(f"{self._source} f")

    @property
    def _source(self) -> str:
        """The pile F4 and F6 play from."""
        piles = labels.sources(self.play.rules.game)
        return next((name for name in piles if self.play.pile(name)), piles[0])

    def do_auto(self) -> None:
        """F10: all that can go home; of a game that is not won, the mark counts none of that."""
        home = self.play.rules.count_scored(self.play.table)
        if not self.sitting.attempt("auto") or self.play.outcome:
            return
        played = self.play.rules.count_scored(self.play.table) - home
        cards, they = ("1 card", "it counts") if played == 1 else (f"{played} cards", "they count")
        only = "" if self.play.game.own_score else f"; {they} only if you win"
        self.sitting.say(f"{cards} played home{only}.")

    # -- exceptions ------------------------------------------------------------------------

    def do_exception(self) -> None:
        """X: what it does depends on the level; at level 1 it has no effect."""
        if exemption := self.play.game.exceptions.get(self.play.level):
            self._except(exemption)
        else:
            x = self.sitting.key("exception")
            self.sitting.say(f"{x} has no effect at level {self.play.level}.")

    def _except(self, exemption: Exemption) -> None:
        if isinstance(exemption, Armed):
            if self.sitting.attempt("x") and self.play.armed:
                more = self.sitting.key("more")
                is_covered = exemption.covered
                how = f"{more} marks it, Esc cancels." if is_covered else "Esc cancels at no cost."
                self.sitting.say(f"{exemption.invitation} {how}")
            return
        assert isinstance(exemption, Instant), "there are two kinds"
        game, table = self.play.rules.game, self.play.table
        # It acts on the pile under the cursor where it has to be told which.
        named = [name for name in game.ids if exemption.why_not(game, table, name) is None]
        if exemption.why_not(game, table, "") is None or not named:
            self.sitting.attempt("x")
        elif self.hand.cursor[0] in {name[0] for name in named}:
            self.sitting.attempt(f"x {self.hand.cursor}")
        else:
            kind, x = game.group(named[0]).name, self.sitting.key("exception")
            self.sitting.refuse(f"{x} needs a {kind} here: put the cursor on one, then press {x}.")

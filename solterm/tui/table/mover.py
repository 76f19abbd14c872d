"""The commands that play: cursor, mark, moves, stock, automatic play and exceptions.

The method ``do_ID`` carries out the command ID.
"""

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.vocabulary.exemptions import Armed, Exemption, Instant
from solterm.tui.keys import labels
from solterm.tui.table.cursor import Arrow
from solterm.tui.table.sitting import Sitting


class Mover:
    """Carries out the commands that play."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.hand = sitting.hand

    @property
    def play(self) -> Play:
        return self.sitting.play

    # -- the cursor and the mark -----------------------------------------------------------

    def do_left(self) -> None:
        self.hand.go(Arrow.LEFT)

    def do_right(self) -> None:
        self.hand.go(Arrow.RIGHT)

    def do_up(self) -> None:
        self.hand.go(Arrow.UP)

    def do_down(self) -> None:
        self.hand.go(Arrow.DOWN)

    def do_more(self) -> None:
        self.sitting.say(self.hand.lift(1))

    def do_fewer(self) -> None:
        self.sitting.say(self.hand.lift(-1))

    def do_repeat(self) -> None:
        """Mark the same cards as last time."""
        self.sitting.say(self.hand.repeat())

    def do_next_place(self) -> None:
        """Propose the next place for the marked cards."""
        self.sitting.say(self.hand.next_place())

    # -- moves -----------------------------------------------------------------------------

    def do_pile_to_pile(self) -> None:
        """Mark the cards under the cursor, or move between the marked pile and this one.

        On the marked pile this drops the mark, unless a single marked card pairs with the end
        card of the pile.
        """
        if self.hand.grip is None:
            self.sitting.say(self.hand.take_usual())
        elif self.hand.is_to_move:
            done = self.sitting.attempt_move(self.hand.move_between(self.hand.cursor))
            (self.hand.go_back if done else self.hand.forget_proposal)()
        else:
            self.hand.drop()

    def do_natural(self) -> None:
        """Turn the pile, remove its card, or propose a place for it.

        Enter again plays the card there, N proposes the next place, and the arrows go to any
        other: moves count, and scored games have no undo. A card that can only ever go to one
        place (golf) is played at once, and so is the only card that can fill an empty pile.
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
        """Turn a pile or remove its card; return False if it has no such action."""
        group = self.play.game.group(pile)
        asked = "" if self.play.pile(pile) else group.asks
        acting = pile if group.action is not None else asked
        if not acting and Move(pile) not in self.play.legal_moves:
            return False
        self.sitting.attempt(acting or pile)
        return True

    def _goes_only_home(self, move: Move) -> bool:
        group = self.play.game.group(self.hand.cursor)
        return move.src == self.hand.cursor and group.kind == "t" and group.to == "f"

    def do_turn_hand(self) -> None:
        self.sitting.attempt(labels.find_turned(self.play.rules.game))

    def do_hand_to_pile(self) -> None:
        """Play the turned card here; in games with free cells, play this card to a free one."""
        if cells := labels.free_places(self.play.rules.game):
            free = next((name for name in cells if not self.play.pile(name)), cells[0])
            self.sitting.attempt_move(f"{self.hand.cursor} {free}")
            return
        self.sitting.attempt_move(f"{self._source} {self.hand.cursor}")

    def do_pile_to_field(self) -> None:
        """Play this card to a foundation; a single marked card goes from its place."""
        grip, cursor = self.hand.grip, self.hand.cursor
        under = f"@{grip.at}" if grip and grip.at and grip.pile == cursor else ""
        self.sitting.attempt_move(f"{cursor}{under} f")

    def do_hand_to_field(self) -> None:
        self.sitting.attempt_move(f"{self._source} f")

    @property
    def _source(self) -> str:
        piles = labels.sources(self.play.rules.game)
        return next((name for name in piles if self.play.pile(name)), piles[0])

    def do_auto(self) -> None:
        """Play every card home that can go; the mark counts none of them unless the game is won."""
        home = self.play.rules.count_scored(self.play.table)
        if not self.sitting.attempt("auto") or self.play.outcome:
            return
        played = self.play.rules.count_scored(self.play.table) - home
        cards, score = ("1 card", "scores") if played == 1 else (f"{played} cards", "score")
        only = "" if self.play.game.own_score else f" ({score} only if you win)"
        self.sitting.say(f"{cards} sent home{only}.")

    # -- exceptions ------------------------------------------------------------------------

    def do_exception(self) -> None:
        """Make an exception, as the level has it; level 1 has none."""
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
        assert isinstance(exemption, Instant)
        game, table = self.play.rules.game, self.play.table
        # Some exceptions act on the pile under the cursor.
        named = [name for name in game.ids if exemption.why_not(game, table, name) is None]
        if exemption.why_not(game, table, "") is None or not named:
            self.sitting.attempt("x")
        elif self.hand.cursor[0] in {name[0] for name in named}:
            self.sitting.attempt(f"x {self.hand.cursor}")
        else:
            kind, x = game.group(named[0]).name, self.sitting.key("exception")
            self.sitting.refuse(f"{x} needs a {kind}: put the cursor on one, then press {x}.")

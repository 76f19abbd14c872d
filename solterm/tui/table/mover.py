"""The commands that play: cursor, mark, moves, stock, automatic play and exceptions.

The method ``do_ID`` carries out the command ID.
"""

from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.vocabulary.exemptions import Armed, Exemption, Instant
from solterm.tui.keys import labels
from solterm.tui.table.controller import Controller
from solterm.tui.table.cursor import Arrow


class Mover:
    """Carries out the commands that play."""

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self.selection = controller.selection

    @property
    def play(self) -> Play:
        return self.controller.play

    # -- the cursor and the mark -----------------------------------------------------------

    def do_left(self) -> None:
        self.selection.go(Arrow.LEFT)

    def do_right(self) -> None:
        self.selection.go(Arrow.RIGHT)

    def do_up(self) -> None:
        self.selection.go(Arrow.UP)

    def do_down(self) -> None:
        self.selection.go(Arrow.DOWN)

    def do_more(self) -> None:
        self.controller.say(self.selection.lift(1))

    def do_fewer(self) -> None:
        self.controller.say(self.selection.lift(-1))

    def do_repeat(self) -> None:
        self.controller.say(self.selection.repeat())

    def do_next_place(self) -> None:
        self.controller.say(self.selection.next_place())

    # -- moves -----------------------------------------------------------------------------

    def do_pile_to_pile(self) -> None:
        """Mark the cards under the cursor, or move between the marked pile and this one.

        On the marked pile this drops the mark, unless a single marked card pairs with the end
        card of the pile.
        """
        if self.selection.grip is None:
            self.controller.say(self.selection.take_usual())
        elif self.selection.is_to_move:
            done = self.controller.attempt_move(self.selection.move_between(self.selection.cursor))
            (self.selection.go_back if done else self.selection.forget_proposal)()
        else:
            self.selection.drop()

    def do_natural(self) -> None:
        """Turn the pile, remove its card, or propose a place for it.

        Enter again plays the card there, N proposes the next place, and the arrows go to any
        other: moves count, and scored games have no undo. A card that can only ever go to one
        place (golf) is played at once, and so is the only card that can fill an empty pile.
        """
        if self.selection.grip:
            self.do_pile_to_pile()
            return
        pile = self.selection.cursor
        if self.act_on(pile):
            return
        here = [move for move in self.play.legal_moves if pile in (move.src, move.dst)]
        if len(here) == 1 and (self._goes_only_home(here[0]) or not self.play.pile(pile)):
            self.controller.attempt_move(here[0])
        else:
            self.controller.say(self.selection.propose())

    def act_on(self, pile: str) -> bool:
        """Turn a pile or remove its card; return False if it has no such action."""
        group = self.play.game.group(pile)
        asked = "" if self.play.pile(pile) else group.asks
        acting = pile if group.action is not None else asked
        if not acting and Move(pile) not in self.play.legal_moves:
            return False
        self.controller.attempt(acting or pile)
        return True

    def _goes_only_home(self, move: Move) -> bool:
        group = self.play.game.group(self.selection.cursor)
        return move.src == self.selection.cursor and group.kind == "t" and group.to == "f"

    def do_turn_hand(self) -> None:
        self.controller.attempt(labels.find_turned(self.play.rules.game))

    def do_hand_to_pile(self) -> None:
        """Play the turned card here; in games with free cells, play this card to a free one."""
        if cells := labels.free_places(self.play.rules.game):
            free = next((name for name in cells if not self.play.pile(name)), cells[0])
            self.controller.attempt_move(f"{self.selection.cursor} {free}")
            return
        self.controller.attempt_move(f"{self._source} {self.selection.cursor}")

    def do_pile_to_field(self) -> None:
        """Play this card to a foundation; a single marked card goes from its place."""
        grip, cursor = self.selection.grip, self.selection.cursor
        under = f"@{grip.at}" if grip and grip.at and grip.pile == cursor else ""
        self.controller.attempt_move(f"{cursor}{under} f")

    def do_hand_to_field(self) -> None:
        self.controller.attempt_move(f"{self._source} f")

    @property
    def _source(self) -> str:
        piles = labels.sources(self.play.rules.game)
        return next((name for name in piles if self.play.pile(name)), piles[0])

    def do_auto(self) -> None:
        """Play every card home that can go; the mark counts none of them unless the game is won."""
        home = self.play.rules.count_scored(self.play.table)
        if not self.controller.attempt("auto") or self.play.outcome:
            return
        played = self.play.rules.count_scored(self.play.table) - home
        cards, score = ("1 card", "scores") if played == 1 else (f"{played} cards", "score")
        only = "" if self.play.game.own_score else f" ({score} only if you win)"
        self.controller.say(f"{cards} sent home{only}.")

    # -- exceptions ------------------------------------------------------------------------

    def do_exception(self) -> None:
        """Make an exception, as the level has it; level 1 has none."""
        if exemption := self.play.game.exceptions.get(self.play.level):
            self._except(exemption)
        else:
            x = self.controller.key("exception")
            self.controller.say(f"{x} has no effect at level {self.play.level}.")

    def _except(self, exemption: Exemption) -> None:
        if isinstance(exemption, Armed):
            if self.controller.attempt("x") and self.play.armed:
                more = self.controller.key("more")
                is_covered = exemption.covered
                how = f"{more} marks it, Esc cancels." if is_covered else "Esc cancels at no cost."
                self.controller.say(f"{exemption.invitation} {how}")
            return
        assert isinstance(exemption, Instant)
        game, table = self.play.rules.game, self.play.table
        # Some exceptions act on the pile under the cursor.
        named = [name for name in game.ids if exemption.why_not(game, table, name) is None]
        if exemption.why_not(game, table, "") is None or not named:
            self.controller.attempt("x")
        elif self.selection.cursor[0] in {name[0] for name in named}:
            self.controller.attempt(f"x {self.selection.cursor}")
        else:
            kind, x = game.group(named[0]).name, self.controller.key("exception")
            self.controller.refuse(f"{x} needs a {kind}: put the cursor on one, then press {x}.")

"""The hand of a player at the table: the cursor, the marked cards, and where they may go.

It plays nothing. Its methods return a move, or a text if none is legal, so that the play can refuse
it with a reason; others return a message for the player. They raise ``IllegalMove`` where nothing
can be marked or meant.
"""

from collections.abc import Callable, Iterable, Sequence

from solterm.advice.quick import Hint
from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.groups import CoverGroup, MemoryGroup
from solterm.core.move import IllegalMove, Move
from solterm.core.play.play import Play
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.exceptions import Instant
from solterm.core.vocabulary.policies import Memory
from solterm.core.words.describe import move_words
from solterm.store.kept import KeptPlay
from solterm.tui.keys import offers
from solterm.tui.keys.keymap import USUAL
from solterm.tui.skin import Skin
from solterm.tui.table import marking
from solterm.tui.table.cursor import Arrow, step
from solterm.tui.table.geometry import Geometry
from solterm.tui.table.layout import Pointed, hit, layout, shows
from solterm.tui.table.marking import MarkedCards
from solterm.tui.table.painter import TableMarks

_USUAL_ROOM = 80, 21
"""Columns and rows of the table until the screen names them."""


class Hand:
    """Moves the cursor, marks cards, and finds the moves that keys and clicks mean."""

    def __init__(self, kept: KeptPlay) -> None:
        self.kept = kept
        self.size = _USUAL_ROOM
        """Columns and rows of the table."""
        self.left_handed = False
        self.keys = USUAL
        self.marked_cards: MarkedCards | None = None
        """The marked cards."""
        self.exactly = False
        """Whether the player chose how many, so that the targets are for these alone."""
        self.lit: frozenset[str] = frozenset()
        """Piles shown instead of the targets."""
        self._laid_out: tuple[object, Geometry | None] = None, None
        """The last geometry, and what it was for; a key asks for it several times."""
        self.cursor = self._first_pile()
        self.hinted: tuple[Table, Hint] | None = None
        """The last hint, and the position it was for."""
        self._step: tuple[str, Arrow, str] | None = None
        """The last step of the cursor: from which pile, by which arrow, to which."""
        self._last: tuple[MarkedCards, bool] | None = None
        """The last marked cards, and whether exactly those."""
        self._proposed_from: str | None = None
        """Where the cursor was before it moved to a proposed place."""

    @property
    def play(self) -> Play:
        """The play; the store replaces it if it continued elsewhere."""
        return self.kept.play

    def follow(self, skin: Skin, size: tuple[int, int]) -> None:
        """Take over the player's keys and hand, and the columns and rows of the table."""
        self.size, self.left_handed, self.keys = size, skin.left_handed, skin.keys

    def key(self, command: str) -> str:
        """Return the player's name for the key of a command."""
        return self.keys.name(command)

    # -- the table on the screen -----------------------------------------------------------

    @property
    def geometry(self) -> Geometry | None:
        """Where the piles stand; None if there is no room."""
        asked = self.play, self.play.level, self.play.table, self.size, self.left_handed
        if asked != self._laid_out[0]:
            self._laid_out = asked, layout(self.play, *self.size, self.left_handed)
        return self._laid_out[1]

    def spot_at(self, x: int, y: int) -> Pointed | None:
        """Return the card at a cell of the table, None outside the piles."""
        geometry = self.geometry
        return hit(self.play, geometry, x, y) if geometry else None

    @property
    def marked(self) -> str | None:
        return self.marked_cards.pile if self.marked_cards else None

    @property
    def active_pile(self) -> str:
        """The marked pile, else the one under the cursor."""
        return self.marked or self.cursor

    @property
    def pile_of_mark(self) -> Pile | None:
        """All cards of the marked pile; None without a mark."""
        return self.play.pile(self.marked) if self.marked else None

    @property
    def view(self) -> TableMarks:
        if self.marked_cards is None:
            return TableMarks(self.cursor, targets=self.lit)
        pile = self.marked_cards.pile
        targets = marking.targets(self.play, self.marked_cards, self.exactly)
        arrows = self.lit or targets or marking.sources(self.play, pile)
        return TableMarks(self.cursor, pile, self.marked_cards.depth, arrows)

    # -- the cursor ------------------------------------------------------------------------

    def _first_pile(self) -> str:
        game = self.play.rules.game
        tableau = [name for name in game.ids if name[0] in "tg"]
        deals = "s" in game.ids and game.group("s").action
        empty = tableau[0] if tableau and not deals else "s"
        return next(filter(self._is_free, tableau), empty)

    def _is_free(self, pile: str) -> bool:
        return bool(self.play.pile(pile)) and not marking.covers(self.play, pile)

    def go(self, arrow: Arrow) -> None:
        """Move the cursor by an arrow key; the opposite arrow leads back where it came from.

        Home and End lead to the ends of the row.
        """
        geometry = self.geometry
        if geometry is None:
            return
        here, there = self.cursor, step(self.play, geometry, self.cursor, arrow)
        if arrow.is_end:
            self.cursor, self._step = there, None
            return
        if self._step:
            before, last, after = self._step
            if after == here and arrow.is_opposite(last) and shows(self.play, before):
                there = before
        self.cursor, self._step = there, (here, arrow, there)

    def stay_on_table(self) -> None:
        """Leave piles that a change of level has closed."""
        if self.marked and not shows(self.play, self.marked):
            self.drop()
        if not shows(self.play, self.cursor):
            self.go(Arrow.LEFT)
        self._stay_with_cards()

    def _stay_with_cards(self) -> None:
        # When a pile that covers others is gone, the cursor goes to the nearest card that can be
        # played, or to the nearest free one.
        group, geometry = self.play.rules.game.group(self.cursor), self.geometry
        is_covered = isinstance(group, CoverGroup) and group.cover
        if not is_covered or self.play.pile(self.cursor) or geometry is None:
            return
        here = geometry.slots[self.cursor]
        free = [
            name for name in geometry.slots if name[0] == self.cursor[0] and self._is_free(name)
        ]
        playable = {end for move in self.play.legal_moves for end in (move.src, move.dst)}
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
        if marking.sources(self.play, cards.pile):
            return "Arrows show piles whose cards can come here."
        return marking.words(self.play, cards)

    def mark_default(self) -> str:
        """Mark as many cards under the cursor as can move together.

        Raises ``IllegalMove`` on a pile that takes no cards now, and is empty or gives none since
        its top card is face down.
        """
        cards = marking.default_mark(self.play, self.cursor)
        pile = self.play.pile(self.cursor)
        gives = bool(pile) and not pile[-1] & DOWN
        gives = gives or any(marking.moves_from(self.play, self.cursor))
        if not gives and not marking.sources(self.play, self.cursor):
            raise IllegalMove(marking.why_nowhere(self.play, cards))
        return self.mark(cards)

    def mark_from(self, pile: str, depth: int) -> str:
        """Mark the cards that a click on a card means."""
        cards = marking.from_card(self.play, pile, depth)
        return self.mark(cards, exactly=cards != marking.default_mark(self.play, pile))

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
        if not self.play.pile(self.active_pile):
            raise IllegalMove("There is no card to lift here.")
        cards = self.marked_cards or marking.default_mark(self.play, self.cursor)
        found = marking.marks(self.play, cards.pile)
        near = min(found, key=lambda each: (each != cards, abs(each.depth - cards.depth)))
        place = found.index(near) + by
        said = self.mark(found[max(0, min(place, len(found) - 1))], exactly=True)
        if place == len(found):
            raise IllegalMove(self._why_no_more(cards))
        return said

    def _why_no_more(self, cards: MarkedCards) -> str:
        draws = any(move.depth > 1 for move in self.play.legal_moves)
        if draws and cards.depth == 1 < len(self.play.pile(cards.pile)):
            return marking.why_nowhere(self.play, MarkedCards(cards.pile, at=2))
        return "You can't lift more cards here."

    def repeat(self) -> str:
        """Mark the same cards as last time, as far as they are still there."""
        if self._last is None:
            raise IllegalMove("Nothing has been marked yet.")
        cards, exactly = self._last
        if not self.play.pile(cards.pile):
            raise IllegalMove("The pile marked last is empty.")
        there = marking.marks(self.play, cards.pile)
        self.cursor = cards.pile
        return self.mark(cards if cards in there else there[0], exactly)

    def lose_mark(self) -> None:
        """Drop the mark on a table that others have changed."""
        self.drop()
        self.stay_on_table()

    # -- what is lit -----------------------------------------------------------------------

    def light_legal(self) -> str:
        """Light the cells that take the card."""
        pile = self.active_pile
        found = {move.dst for move in self.play.legal_moves if move.src == pile and move.dst}
        return self._light(found, "Cells that take {}.")

    def light_ranks(self) -> str:
        return self._light_alike(cards.rank, "Cards of the rank of {}.")

    def light_suits(self) -> str:
        return self._light_alike(cards.suit, "Cards in the suit of {}.")

    def _light_alike(self, trait: Callable[[Card], int], said: str) -> str:
        pile = self.active_pile
        mine = self.play.pile(pile)
        alike = {
            name
            for name in self.play.rules.ids
            if name[0] in "gh" and name != pile
            for card in self.play.pile(name)[-1:]
            if mine and not card & DOWN and trait(card) == trait(mine[-1])
        }
        return self._light(alike, said)

    def _light(self, piles: Iterable[str], said: str) -> str:
        pile = self.play.pile(self.active_pile)
        if not offers.has_cells(self.play.game):
            raise IllegalMove(
                "This key has no use in this game; it lights cells in A Farewell to Kings."
            )
        if not pile or pile[-1] & DOWN:
            raise IllegalMove("Put the cursor on a card first, or mark one.")
        self.lit = frozenset(piles)
        told = said.format(cards.text(pile[-1]))
        return told if piles else f"{told[:-1]}: none."

    # -- where it goes ---------------------------------------------------------------------

    def propose(self) -> str:
        """Mark the cards under the cursor and set the cursor on the best place for them.

        The move waits for a second Enter, since moves count and scored games have no undo. A
        pile that can only receive cards is marked, and the piles they come from show as targets.
        Raises ``IllegalMove`` if the pile can neither give nor take cards.
        """
        cards = marking.default_mark(self.play, self.cursor)
        places = marking.places(self.play, cards)
        if not places and not marking.sources(self.play, cards.pile):
            raise IllegalMove(marking.why_nowhere(self.play, cards))
        said = self.mark(cards)
        return self.show(places[0], another=len(places) > 1) if places else said

    def next_place(self) -> str:
        """Propose the next place for the marked cards, or the first one."""
        if self.marked_cards is None:
            return self.propose()
        marked = self.marked_cards
        base = marked if self.exactly else marking.default_mark(self.play, marked.pile)
        places = marking.places(self.play, base, self.exactly)
        if not places:
            raise IllegalMove(marking.why_nowhere(self.play, base))
        ends = [_other_end(move, self.marked_cards.pile) for move in places]
        place = ends.index(self.cursor) + 1 if self.cursor in ends else 0
        return self.show(places[place % len(places)], another=len(places) > 1)

    def show(self, move: Move, another: bool = False) -> str:
        """Mark the cards of a move, and set the cursor on its destination."""
        exactly, marked = self.exactly, self.marked or move.src
        if self._proposed_from is None:
            self._proposed_from = self.active_pile
        words = move_words(self.play.rules.game, self.play.table, move)
        if marked == move.src:
            self.mark(MarkedCards(move.src, move.count, move.depth), exactly)
        self.cursor = _other_end(move, marked)
        enter, next_place = self.key("natural"), self.key("next_place")
        more = f"  {next_place}: another place." if another else ""
        return f"{enter}: {words}.{more}"

    def tell_way(self) -> str:
        """Return what can be done with the marked cards under the cursor; "" if none are marked."""
        if not self.is_to_move:
            return ""
        move = self.move_along_arrow(self.cursor)
        enter, cancel = self.key("natural"), self.key("cancel")
        if isinstance(move, Move):
            words = move_words(self.play.rules.game, self.play.table, move)
            return f"{enter}: {words}."
        if isinstance(back := self.move_between(self.cursor), Move):
            key = self.key("pile_to_pile")
            words = move_words(self.play.rules.game, self.play.table, back)
            return f"{key}: {words}. {cancel} drops the mark."
        return f"The marked cards don't fit here. {cancel} drops the mark."

    def forget_proposal(self) -> None:
        self._proposed_from = None

    def go_back(self) -> None:
        """Return the cursor to where it was before a place was proposed."""
        if self._proposed_from and shows(self.play, self._proposed_from):
            self.cursor = self._proposed_from
        self.forget_proposal()

    @property
    def is_to_move(self) -> bool:
        """Whether cards are marked and the cursor is elsewhere, or on a pair within their pile."""
        if self.marked_cards is None:
            return False
        within = self.marked_cards.pile == self.cursor
        return not within or marking.onto(self.play, self.marked_cards, self.cursor) is not None

    def move_between(self, other: str) -> Move | str:
        """Return the move between the mark and another pile, in either direction."""
        assert self.marked_cards is not None
        if move := marking.find_between(self.play, self.marked_cards, other):
            return move
        pile = self.marked_cards.pile
        return f"{pile} {other}" if self.play.pile(pile) else f"{other} {pile}"

    def move_onto(self, pile: str) -> Move | str:
        """Return the move of the marked cards to a pile."""
        assert self.marked_cards is not None
        return (
            marking.onto(self.play, self.marked_cards, pile) or f"{self.marked_cards.pile} {pile}"
        )

    def move_along_arrow(self, pile: str) -> Move | str:
        """Return the move of the marked cards, or of cards to a marked pile that gives none."""
        assert self.marked_cards is not None
        receives = marking.sources(self.play, self.marked_cards.pile)
        return self.move_between(pile) if receives else self.move_onto(pile)

    # -- what keys mean --------------------------------------------------------------------

    def forced_move(self) -> Move | None:
        """Return the only move, in games without a choice (clock)."""
        moves = [*self.play.legal_moves] if self.play.game.engine.forced else []
        return moves[0] if len(moves) == 1 else None

    def only_move(self) -> Move | None:
        """Return the move of this card if it goes home alone, or the one that fills this pile."""
        pile = self.cursor
        here = [move for move in self.play.legal_moves if pile in (move.src, move.dst)]
        if len(here) == 1 and (self._goes_only_home(here[0]) or not self.play.pile(pile)):
            return here[0]
        return None

    def _goes_only_home(self, move: Move) -> bool:
        group = self.play.game.group(self.cursor)
        return move.src == self.cursor and group.kind == "t" and group.goes_to == "f"

    def turns_of(self, pile: str) -> Sequence[Move]:
        """Return the moves that turn a pile or remove its card; none if it has no such action.

        A hint may propose to turn a pile several times.
        """
        group = self.play.game.group(pile)
        asked = "" if self.play.pile(pile) else group.asks
        # A place of a memory game has no other use, so a card that lies open says just that.
        is_turned = MemoryGroup.of(group).memory is not Memory.NONE
        acting = pile if group.action is not None or is_turned else asked
        if not acting and Move(pile) not in self.play.legal_moves:
            return ()
        hint = self.hint_here
        is_hinted = hint and hint.move and hint.move.src == pile
        return [Move(acting or pile)] * (hint.turns if hint and is_hinted else 1)

    def hand_to_pile(self) -> str:
        """Return the move of the turned card here, or of this card to a free cell."""
        if cells := offers.free_places(self.play.rules.game):
            free = next((name for name in cells if not self.play.pile(name)), cells[0])
            return f"{self.active_pile} {free}"
        return f"{self._source} {self.cursor}"

    def hand_to_field(self) -> str:
        return f"{self._source} f"

    def pile_to_field(self) -> str:
        """Return the move of this card to a foundation, or of a single marked card of this pile."""
        marked, cursor = self.marked_cards, self.cursor
        under = f"@{marked.at}" if marked and marked.at and marked.pile == cursor else ""
        return f"{cursor}{under} f"

    @property
    def _source(self) -> str:
        piles = offers.sources(self.play.rules.game)
        return next((name for name in piles if self.play.pile(name)), piles[0])

    def pile_for(self, exception: Instant) -> str | None:
        """Return the pile that an exception acts on: that under the cursor, or "" if it needs none.

        None if it needs one and the cursor is on none that it could act on.
        """
        named = self.piles_for(exception)
        if not named or exception.why_not(self.play.rules.game, self.play.table, "") is None:
            return ""
        kinds = {name[0] for name in named}
        return self.cursor if self.cursor[0] in kinds else None

    def piles_for(self, exception: Instant) -> list[str]:
        """Return the piles that an exception could act on."""
        game, table = self.play.rules.game, self.play.table
        return [name for name in game.ids if exception.why_not(game, table, name) is None]

    # -- hints -----------------------------------------------------------------------------

    @property
    def hint_here(self) -> Hint | None:
        """The last hint, if it was for this position."""
        return self.hinted[1] if self.hinted and self.hinted[0] is self.play.table else None

    @property
    def proposes_to_play_home(self) -> bool:
        """Whether a hint for automatic play stands, with its card marked and its place chosen."""
        move = self.hint_here.move if self.hint_here and self.hint_here.plays_home else None
        return move is not None and (self.marked, self.cursor) == (move.src, move.dst)

    def take_hint(self, hint: Hint) -> None:
        """Mark the cards of a hint, and set the cursor on their destination."""
        self.hinted = self.play.table, hint
        if hint.move and hint.move.dst:
            self.show(hint.move)
        elif hint.move:
            self.cursor = hint.move.src


def _other_end(move: Move, pile: str) -> str:
    return move.dst if move.src == pile else move.src

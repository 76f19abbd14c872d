"""A proof of loss: cards that lie locked under one another.

The proof relaxes the game until it can be played out in a moment. A card that was free once stays
free for good, and takes cards even if it has gone home or is covered. A dealt card covers no other.
Every card of the talon is free, except those that turning in packets never brings up; of a waste
on its last pass, only the top card is. Each real move is a move of the relaxed game too, so a card
that stays locked there stays locked in the real game. If not every card can go home, the game is
lost.

If a run, or all face-up cards, moves only as one, two neighbours of it part only when the upper one
goes home; until then they move together wherever they are. The lower one is free no sooner. This
matters where building turns the corner: a card on one that goes home before it waits for others,
and these may wait for cards below it.

If a reserve fills all spaces in its order while it lasts, the proof counts spaces. The first card
of a column makes one when it leaves. A card of the reserve that fills it makes another if it can
leave, and occupies it for good if it can't. The number of the latter that come out is at most the
number of first cards that can leave. Other cards fill spaces only after the reserve is used up.
"""

from typing import Final

from solterm.core import cards
from solterm.core.vocabulary.policies import Lift
from solterm.solver.arrays import i64, vec
from solterm.solver.builders.easier import EasierColumn, EasierGame, game_of
from solterm.solver.builders.homeward import Homeward
from solterm.solver.builders.kernel_layout import Layout
from solterm.solver.builders.pile_tree import BIT, Pile

_BIT: Final = vec[i64](BIT)


def make_locks(layout: Layout, homeward: Homeward) -> "Locks | None":
    """Return a test for lost positions; None if the relaxed game does not fit the rule set."""
    if not layout.is_even or not homeward.in_suit or layout.game.packs != 1 or layout.needed != 52:
        return None
    if any(group.kind == "f" and group.lift is not Lift.NONE for group in layout.game.groups):
        return None
    if layout.column.lift is Lift.ANY:
        return None
    return Locks(layout)


class Locks:
    """The relaxed game, played out from one position at a time."""

    def __init__(self, layout: Layout) -> None:
        """Prepare the relaxed game of a rule set."""
        self._game = game_of(layout)
        self._columns: list[EasierColumn] = []  # those with locked cards come first,
        self._ats = vec[i64]([0] * 64)  # with the place of their end card,
        self._left: i64 = 0  # and so many they are
        self._spaces: i64 = 0
        """How many columns could be emptied."""
        self._is_in_order = False
        """Whether, by height, no remaining card waits for one that lies below it."""
        self._is_smooth = True  # no lifted run turns the corner
        self._runs: i64 = 0
        """How many cards were lifted with others on them: each is free once the latter leaves."""
        self._run_bits = vec[i64]([0] * 64)
        self._run_takes = vec[i64]([0] * 64)
        self._run_overs = vec[i64]([0] * 64)

    def is_dead(self, piles: list[Pile]) -> bool:
        """Whether some card is not home when the relaxed game is played out.

        It goes in rounds. A card that fits on a free card of a column can leave its place, and so
        can one that goes home; that frees the card below. It is over when a round makes no
        difference.

        Cards must be able to lock one another, and the base that orders the foundations must be
        out. A free cell takes all cards, one after another, since in this game they stay free for
        good.
        """
        game = self._game
        never_parts = game.never_parts
        has_free_cell = game.has_free_cell(piles)
        all_cards: i64 = cards.ALL
        gone: i64 = 0
        base = 0
        for place in game.foundations:
            pile = piles[place]
            if pile.size:
                gone |= pile.mask
                base = (pile.cards[0] & 15) - 1
        if (has_free_cell and not never_parts) or (game.is_base_open and not gone):
            return False
        hosting, taking, covered = self._look_at_columns(piles, base)
        # ``hosting`` are the cards that take others, and ``taking`` those they take
        beside_covered, in_cells, locked = _look_beside(game, piles)
        covered |= beside_covered
        queue = game.no_cards
        if game.queue >= 0:
            queue = piles[game.queue]
            covered |= queue.under().mask
        packets = game.packets
        talon = packets.lay_out(piles, turns=True) if packets else None
        below = talon.covered if talon else 0  # cards of the talon that do not come up
        unturned: i64 = -1  # the cards that could leave when none of these came up
        free = all_cards & ~(covered | below)
        if game.dealt >= 0:
            hosting, taking = free & ~gone, taking | game.taken_by(piles[game.dealt].mask)
        if has_free_cell:
            taking = all_cards
        beside: i64 = 0  # cards of other piles that columns take too
        rise = game.rises_by_base[base]
        before: tuple[i64, i64, i64, i64, i64] = (0, 0, 0, 0, 0)
        while True:
            home = rise.find(free)
            if in_cells & (taking | home):
                taking = beside = all_cards
            if home == all_cards or (taking == all_cards and not never_parts):
                return False
            spare = self._spaces  # spaces after the queue, and its cards there
            onto_spaces: i64 = 0
            if queue.size:
                freed, spare = _lay_queue(queue.cards, taking | home, spare)
                free |= freed
                onto_spaces = freed if self._spaces else 0
            if spare > 0:
                beside |= game.opened_beside
            while laid := free & ~(hosting | gone) & (taking | beside | onto_spaces):
                hosting |= laid
                taking |= game.taken_by(laid)
            leaving = taking | home | beside
            if packets and talon and below and leaving != unturned:
                closed = packets.open(talon, below, leaving)
                if closed != below:
                    free |= below ^ closed
                    below = closed
                else:
                    unturned = leaving
            now = (free, taking, beside, home, self._spaces)
            if now == before:
                return True
            before = now
            if locked:
                locked, freed = _lift_beside(locked, leaving)
                free |= freed
            freed, taking = self._dig(home, taking)
            if not (below or locked or spare < 0) and self._is_in_order:
                return False
            if self._runs:
                freed, taking = self._part(freed, home if never_parts else home | taking, taking)
            free |= freed
            hosting |= freed

    def _look_at_columns(self, piles: list[Pile], base: int) -> tuple[i64, i64, i64]:
        """Return the end cards of the columns, what these and empty columns take, and the cards
        that lie under others.
        """
        game, columns, ats = self._game, self._columns, self._ats
        ends: i64 = 0
        taking: i64 = 0
        covered: i64 = 0
        spaces: i64 = 0
        left: i64 = 0
        columns.clear()
        for place in game.columns:
            pile = piles[place]
            if pile.size:
                column = game.column(pile, base)
                at: i64 = pile.size - 1
                ends |= column.bits[at]
                taking |= column.takes[at]
                covered |= column.covered
                columns.append(column)
                ats[left] = at
                left += 1
            else:
                taking |= game.opened
                spaces += 1
        self._left, self._spaces, self._runs = left, spaces, 0
        self._is_smooth, self._is_in_order = True, False
        return ends, taking, covered

    def _dig(self, home: i64, taking: i64) -> tuple[i64, i64]:
        """Lift the cards that can leave off each column; return free cards, and the cards now
        taken.

        An end card leaves alone, or with all cards from one that another column takes. The cards
        above a card lifted so are remembered with it, since others may take it there.
        """
        never_parts, columns, ats = self._game.never_parts, self._columns, self._ats
        freed: i64 = 0
        stuck: i64 = 0
        number: i64 = 0
        left = self._left
        is_rough = False  # a locked card lies on one that goes home earlier
        while number < left:
            column, at = columns[number], ats[number]
            bits, takes, parts = column.bits, column.takes, column.parts
            number += 1
            while home & bits[at] or taking & parts[at]:
                if not home & bits[at]:
                    head = column.heads[at]
                    if not taking & bits[at] or (never_parts and head < at):
                        at = self._lift(column, at, head, taking)
                at -= 1
                if at < 0:
                    taking |= self._game.opened
                    self._spaces += 1
                    break
                freed |= bits[at]
                taking |= takes[at]
            else:
                columns[stuck], ats[stuck] = column, at
                stuck += 1
                is_rough = is_rough or column.smooth[at] > 0
        self._left = stuck
        self._is_in_order = self._is_smooth and not is_rough
        return freed, taking

    def _lift(self, column: EasierColumn, end: i64, head: i64, taking: i64) -> i64:
        """Lift a run from one of its cards that is taken; return the place of this card."""
        at = head if self._game.never_parts else end
        while not taking & column.bits[at]:
            at -= 1
        k, run = at, self._runs
        while k < end:
            self._run_bits[run] = column.bits[k]
            self._run_takes[run] = column.takes[k]
            k += 1
            self._run_overs[run] = column.bits[k]
            run += 1
        self._runs = run
        self._is_smooth = self._is_smooth and column.smooth[end] <= at
        return at

    def _part(self, freed: i64, leaving: i64, taking: i64) -> tuple[i64, i64]:
        """Part cards of runs; return the freed cards, and the cards now taken."""
        run: i64 = 0
        while run < self._runs:
            if leaving & self._run_overs[run]:
                freed |= self._run_bits[run]
                taking |= self._run_takes[run]
            run += 1
        return freed, taking


def _look_beside(game: EasierGame, piles: list[Pile]) -> tuple[i64, i64, list[Pile]]:
    covered: i64 = 0
    in_cells: i64 = 0
    locked: list[Pile] = []
    for place in game.reserves:
        pile = piles[place]
        if pile.size > 1:
            covered |= pile.under().mask
            locked.append(pile)
    for place in game.cells:
        pile = piles[place]
        if pile.size:
            covered |= pile.under().mask
            in_cells |= _BIT[pile.end]
    return covered, in_cells, locked


def _lay_queue(queue: bytes, leaving: i64, spaces: i64) -> tuple[i64, i64]:
    """Fill spaces from the queue; return its free cards, and the number of spaces left.

    A card that can leave gives its space back; one that can't keeps it for good. The number is
    negative if the queue does not get through.
    """
    freed: i64 = 0
    for code in reversed(queue):
        card: i64 = _BIT[code]
        freed |= card
        if not leaving & card:
            spaces -= 1
            if spaces < 0:
                break
    return freed, spaces


def _lift_beside(locked: list[Pile], leaving: i64) -> tuple[list[Pile], i64]:
    """Lift end cards that can leave off reserves; return the reserves that still lock, and free
    cards.
    """
    still = []
    freed: i64 = 0
    for pile in locked:
        while pile.size > 1 and leaving & _BIT[pile.end]:
            pile = pile.under()
            freed |= _BIT[pile.end]
        if pile.size > 1:
            still.append(pile)
    return still, freed

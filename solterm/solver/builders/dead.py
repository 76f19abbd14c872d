"""Positions that are lost for sure, seen at once: cards that lie locked under one another.

The game is made easier until it can be played through in a moment: a card that was free once stays
free for good, takes cards although it may have gone home or be covered, and what is dealt covers
nothing. Every card of a talon is free, but for those that packets never bring up. Only the top card
of a waste is free if the waste is never turned over again. Whatever cannot be freed in that game
cannot in the real one, since each real move is one there too; and if not every card can go home,
the game is lost.

Where what lies in sequence (or all that lies face up) only moves as one, two neighbours of it never
part but by the upper one going home: whatever it is laid on, they are lifted together again. So the
lower one is free no sooner than that. It counts where building turns the corner, too: a card laid
on one that goes home before it waits for others, and those may wait for cards below it.

Where a reserve fills all spaces while it lasts, in its order, spaces are counted. Each is made by
the first card of a column leaving; a card of the reserve laid there makes another if it can leave,
and takes one up for good if it can't. So of those that can't, no more come out than there are first
cards of columns that can leave; and what fills spaces after the reserve waits until it is through.
"""

from collections.abc import Callable

from solterm.core.cards import ALL
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift, TurnStock
from solterm.solver.builders.easier import BIT, Dig, EasierGame
from solterm.solver.builders.homeward import Homeward
from solterm.solver.builders.layout import KEPT, Layout
from solterm.solver.builders.packets import Talon
from solterm.solver.builders.states import State

_SUITS = tuple(0xFFFF << 16 * suit for suit in range(4))
_NO_TALON = Talon((), (), 0)


def make_dead(layout: Layout, homeward: Homeward) -> Callable[[State], bool] | None:
    """Tells lost states of a rule-set; None where the easier game says nothing of it."""
    if not _is_told(layout, homeward):
        return None
    game = EasierGame(layout)

    def is_dead(state: State) -> bool:
        """Is it proved that not every card can go home?"""
        return game.knows(state) and _is_locked(game, state)

    return _remember(is_dead, game, layout) if isinstance(layout.action, TurnStock) else is_dead


def _is_told(layout: Layout, homeward: Homeward) -> bool:
    """Can cards lock one another, and do those of one pack all go home, each suit by itself?"""
    game, goal = layout.game, layout.goal
    groups = {id(game.group(layout.ids[place])) for place in layout.columns}
    if len(groups) != 1 or not homeward.in_suit or game.packs != 1:
        return False
    if not (isinstance(goal, Gathered) and goal.kind == "f" and goal.cards == 52):
        return False
    if any(group.kind == "f" and group.lift is not Lift.NONE for group in game.groups):
        return False
    return game.group(layout.ids[layout.columns[0]]).lift is not Lift.ANY


def _remember(
    is_dead: Callable[[State], bool], game: EasierGame, layout: Layout
) -> Callable[[State], bool]:
    """The same, asked once where only the order of columns differs, or of other talons."""
    known: dict[tuple[bytes, ...], bool] = {}
    places = list(game.beside)
    if game.packets:
        places += [place for place in (layout.waste, layout.stock) if place is not None]
    columns, foundations = game.columns, game.foundations

    def is_known_dead(state: State) -> bool:
        """Is it proved that not every card can go home?"""
        beside = [state[place] for place in places]
        told = (*sorted(state[columns]), *state[foundations], *beside)
        dead = known.get(told)
        if dead is None:
            if len(known) > KEPT:
                known.clear()
            dead = known[told] = is_dead(state)
        return dead

    return is_known_dead


def _is_locked(game: EasierGame, state: State) -> bool:
    """Are some cards not home when the game is played through as far as it goes?

    It is played in rounds. What can be laid on free cards of columns can leave where it lies, and
    so can what goes home; what lay below comes free by it. It is over when a round changes nothing.
    """
    gone, base = _look_home(game, state)
    dug = _Dug(game, state, base)
    covered, in_cells, locked = _look_beside(game, state)
    queue = b""
    if game.queue >= 0 and (queue := state[game.queue]):
        covered |= game.cards_of[queue[:-1]]
    packets = game.packets
    talon = packets.lay_out(state) if packets else _NO_TALON
    below = talon.below  # places of the talon that do not come up
    unturned = -1  # what could leave when none of these came up
    free = ALL & ~(dug.covered | covered | talon.covered)
    hosting, taking = dug.ends, dug.taking  # what takes cards in columns, and what that takes
    if game.dealt >= 0:
        hosting, taking = free & ~gone, taking | game.find_taken(state[game.dealt])
    if game.never_parts and game.has_free_cell(state):
        taking = ALL
    beside = 0  # what columns take besides from other piles
    never_parts, rises, taken_by = game.never_parts, game.rises_by_base[base], game.taken_by
    before = (0, 0, 0, 0, 0)
    while True:
        home = rises(free)
        if in_cells & (taking | home):
            taking = beside = ALL
        if home == ALL or (taking == ALL and not never_parts):
            return False
        spare, onto_spaces = dug.spaces, 0  # how many spaces the queue leaves, what it lays there
        if queue:
            freed, spare = _lay_queue(queue, taking | home, dug.spaces)
            free |= freed
            onto_spaces = freed if dug.spaces else 0
        if spare > 0:
            beside |= game.opened_beside
        while laid := free & ~(hosting | gone) & (taking | beside | onto_spaces):
            hosting |= laid
            for suit in _SUITS:
                if laid & suit:
                    taking |= taken_by[laid & suit]
        leaving = taking | home | beside
        if packets and below and leaving != unturned:
            closed = packets.open(talon.bits, below, leaving)
            if len(closed) < len(below):
                below = closed
                free |= _find_open(talon, below)
            else:
                unturned = leaving
        now = (free, taking, beside, home, dug.spaces)
        if now == before:
            return True
        before = now
        if locked:
            locked, freed = _lift_beside(locked, leaving)
            free |= freed
        freed, taking = dug.dig(home, taking)
        if not (below or locked or spare < 0) and dug.is_in_order:
            return False
        if dug.runs:
            freed, taking = dug.part(freed, home if never_parts else home | taking, taking)
        free |= freed
        hosting |= freed


def _look_home(game: EasierGame, state: State) -> tuple[int, int]:
    """The mask of what has gone home, and the height of the base."""
    gone = base = 0
    for pile in state[game.foundations]:
        if pile:
            gone |= game.cards_of[pile]
            base = (pile[0] & 15) - 1
    return gone, base


def _look_beside(game: EasierGame, state: State) -> tuple[int, int, list[bytes]]:
    """What is covered beside the columns, the end cards of cells, and reserves that lock cards."""
    covered = in_cells = 0
    locked: list[bytes] = []
    cards_of = game.cards_of
    for place in game.reserves:
        pile = state[place]
        if len(pile) > 1:
            covered |= cards_of[pile[:-1]]
            locked.append(pile)
    for place in game.cells:
        pile = state[place]
        if pile:
            covered |= cards_of[pile[:-1]]
            in_cells |= BIT[pile[-1]]
    return covered, in_cells, locked


def _lay_queue(queue: bytes, leaving: int, spaces: int) -> tuple[int, int]:
    """Lay the queue in spaces: what of it is free then, and how many spaces are left.

    A card that can leave makes its space anew; one that can't takes it up for good. Less than none
    are left where the queue does not get through.
    """
    freed = 0
    for code in reversed(queue):
        card = BIT[code]
        freed |= card
        if not leaving & card:
            spaces -= 1
            if spaces < 0:
                break
    return freed, spaces


def _find_open(talon: Talon, below: tuple[int, ...]) -> int:
    """What comes up of a talon beside what would do so anyway, if some places stay below."""
    opened = talon.covered
    for place in below:
        opened &= ~talon.bits[place]
    return opened


def _lift_beside(locked: list[bytes], leaving: int) -> tuple[list[bytes], int]:
    """The reserves that still lock cards when their end cards leave that can; what comes free."""
    still = []
    freed = 0
    for pile in locked:
        while len(pile) > 1 and leaving & BIT[pile[-1]]:
            pile = pile[:-1]
            freed |= BIT[pile[-1]]
        if len(pile) > 1:
            still.append(pile)
    return still, freed


class _Dug:
    """The columns of a position, as they are dug up."""

    __slots__ = (
        *("ends", "taking", "covered", "spaces", "runs", "is_in_order"),
        *("_game", "_left", "_is_smooth"),
    )

    def __init__(self, game: EasierGame, state: State, base: int) -> None:
        columns, left = game.columns_by_base[base], []
        ends = taking = covered = spaces = 0
        for pile in state[game.columns]:
            if pile:
                digs, under = columns[pile]
                at = len(pile) - 1
                bit, takes, _, _, _ = digs[at]
                ends |= bit
                taking |= takes
                covered |= under
                left.append((digs, at))
            else:
                taking |= game.opened
                spaces += 1
        self.ends = ends
        """The mask of their end cards."""
        self.taking = taking
        """What those take, and empty columns."""
        self.covered = covered
        """What lies under others."""
        self.spaces = spaces
        """How many could be emptied."""
        self.is_in_order = False
        """By height, does no card that is left wait for one that lies below it?"""
        self._game = game
        self._left: list[tuple[tuple[Dig, ...], int]] = left  # those of which not all is free
        self.runs: list[tuple[int, int, int]] = []
        """Cards, what they take, and the ones on them: they are free once those leave them."""
        self._is_smooth = True  # does none of those runs turn the corner?

    def dig(self, home: int, taking: int) -> tuple[int, int]:
        """Lift off each column what can leave: what comes free, and what is taken by then.

        An end card leaves alone, or with all from a card below it up that another column takes;
        what lay on one that is lifted so is kept with it, for others to take it there.
        """
        never_parts = self._game.never_parts
        freed = 0
        stuck = []
        is_rough = False  # does one card of what is left lie on one that goes home before it?
        for digs, at in self._left:
            bit, _, parts, head, smooth = digs[at]
            while home & bit or taking & parts:
                if not home & bit and (not taking & bit or (never_parts and head < at)):
                    end, at = at, head if never_parts else at
                    while not taking & digs[at][0]:
                        at -= 1
                    for k in range(at, end):
                        self.runs.append((digs[k][0], digs[k][1], digs[k + 1][0]))
                    self._is_smooth = self._is_smooth and smooth <= at
                at -= 1
                if at < 0:
                    taking |= self._game.opened
                    self.spaces += 1
                    break
                bit, takes, parts, head, smooth = digs[at]
                freed |= bit
                taking |= takes
            else:
                stuck.append((digs, at))
                is_rough = is_rough or smooth > 0
        self._left = stuck
        self.is_in_order = self._is_smooth and not is_rough
        return freed, taking

    def part(self, freed: int, leaving: int, taking: int) -> tuple[int, int]:
        """Part cards of runs from those that leave them: what has come free, and what is taken."""
        for bit, takes, over in self.runs:
            if leaving & over:
                freed |= bit
                taking |= takes
        return freed, taking

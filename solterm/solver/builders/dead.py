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

from collections.abc import Callable

from solterm.core.cards import ALL
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift
from solterm.solver.builders.easier import BIT, Dig, EasierGame
from solterm.solver.builders.homeward import Homeward
from solterm.solver.builders.layout import KEPT, Layout, State
from solterm.solver.builders.packets import Talon

_SUITS = tuple(0xFFFF << 16 * suit for suit in range(4))
_NO_TALON = Talon((), (), 0)


def make_dead(layout: Layout, homeward: Homeward) -> Callable[[State], bool] | None:
    """Return a test for lost states; None if the relaxed game does not fit the rule set."""
    if not _is_told(layout, homeward):
        return None
    game = EasierGame(layout)

    def is_dead(state: State) -> bool:
        return game.knows(state) and _is_locked(game, state)

    return _remember(is_dead, game, layout) if isinstance(layout.action, TurnStock) else is_dead


def _is_told(layout: Layout, homeward: Homeward) -> bool:
    game, goal = layout.game, layout.goal
    if not layout.is_even or not homeward.in_suit or game.packs != 1:
        return False
    if not (isinstance(goal, Gathered) and goal.kind == "f" and goal.cards == 52):
        return False
    if any(group.kind == "f" and group.lift is not Lift.NONE for group in game.groups):
        return False
    return layout.column.lift is not Lift.ANY


def _remember(
    is_dead: Callable[[State], bool], game: EasierGame, layout: Layout
) -> Callable[[State], bool]:
    known: dict[tuple[bytes, ...], bool] = {}
    places = list(game.beside)
    if game.packets:
        places += [layout.waste, layout.stock]
    columns, foundations = game.columns, game.foundations

    def is_known_dead(state: State) -> bool:
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
    """Whether some card is not home when the relaxed game is played out.

    It goes in rounds. A card that fits on a free card of a column can leave its place, and so can
    one that goes home; that frees the card below. It is over when a round makes no difference.
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
    unturned = -1  # the cards that could leave when none of these came up
    free = ALL & ~(dug.covered | covered | talon.covered)
    hosting, taking = dug.ends, dug.taking  # cards that take others, and those they take
    if game.dealt >= 0:
        hosting, taking = free & ~gone, taking | game.find_taken(state[game.dealt])
    if game.never_parts and game.has_free_cell(state):
        taking = ALL
    beside = 0  # cards of other piles that columns take too
    never_parts, rises, taken_by = game.never_parts, game.rises_by_base[base], game.taken_by
    before = (0, 0, 0, 0, 0)
    while True:
        home = rises(free)
        if in_cells & (taking | home):
            taking = beside = ALL
        if home == ALL or (taking == ALL and not never_parts):
            return False
        spare, onto_spaces = dug.spaces, 0  # spaces after the queue, and its cards there
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
    gone = base = 0
    for pile in state[game.foundations]:
        if pile:
            gone |= game.cards_of[pile]
            base = (pile[0] & 15) - 1
    return gone, base


def _look_beside(game: EasierGame, state: State) -> tuple[int, int, list[bytes]]:
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
    """Fill spaces from the queue; return its free cards, and the number of spaces left.

    A card that can leave gives its space back; one that can't keeps it for good. The number is
    negative if the queue does not get through.
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
    opened = talon.covered
    for place in below:
        opened &= ~talon.bits[place]
    return opened


def _lift_beside(locked: list[bytes], leaving: int) -> tuple[list[bytes], int]:
    """Lift end cards that can leave off reserves; return the reserves that still lock, and free
    cards.
    """
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
    """The columns of a position while the relaxed game digs them up."""

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
        """The cards that these and empty columns take."""
        self.covered = covered
        """The cards that lie under others."""
        self.spaces = spaces
        """How many columns could be emptied."""
        self.is_in_order = False
        """Whether, by height, no remaining card waits for one that lies below it."""
        self._game = game
        self._left: list[tuple[tuple[Dig, ...], int]] = left  # columns with locked cards
        self.runs: list[tuple[int, int, int]] = []
        """Triples of a card, the cards it takes, and the card on it: it is free once the latter
        leaves.
        """
        self._is_smooth = True  # no such run turns the corner

    def dig(self, home: int, taking: int) -> tuple[int, int]:
        """Lift the cards that can leave off each column; return free cards, and the cards now
        taken.

        An end card leaves alone, or with all cards from one that another column takes. The cards
        above a card lifted so are remembered with it, since others may take it there.
        """
        never_parts = self._game.never_parts
        freed = 0
        stuck = []
        is_rough = False  # a locked card lies on one that goes home earlier
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
        """Part cards of runs; return the freed cards, and the cards now taken."""
        for bit, takes, over in self.runs:
            if leaving & over:
                freed |= bit
                taking |= takes
        return freed, taking

"""A Farewell to Kings: books leave the grid, orphans move at once, the stock fills a hand."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence

from solterm.core import cards, deals
from solterm.core.cards import KING, Card
from solterm.core.declaration import Declaration
from solterm.core.engines.grid import Grids
from solterm.core.game import Game, change
from solterm.core.groups import GridGroup, Group
from solterm.core.move import Move
from solterm.core.options import Amendment, Option
from solterm.core.table import Index, Pile, Table
from solterm.core.values import Value, replace
from solterm.core.vocabulary.actions import deal_card
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.consequences import Consequence
from solterm.core.vocabulary.dealing import Deal, DealingStep, Rest, Take
from solterm.core.vocabulary.exceptions import LevelOneMove, Look
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.grids import Beside, Cells, Grid
from solterm.core.vocabulary.policies import Action, Lift
from solterm.games.listed import words_of
from solterm.games.vocabulary import grid_picture

HAND = ("h1", "h2", "h3", "h4")
KINGS = tuple(cards.parse(name) for name in ("KS", "KC", "KD", "KH"))
"""The order of the Kings: clubs and diamonds get the cramped inner places."""
_NO_GRID = Grid(1, 1)
_EACH_KING = tuple(cards.mask([king]) for king in KINGS)


# -- what happens on the grid ------------------------------------------------------------------


def books(cells: Cells, grid: Grid) -> dict[int, tuple[int, ...]]:
    """The complete books by their ranks: four cards of one rank, but Kings, in a square."""
    found: dict[int, tuple[int, ...]] = {}
    for square in grid.squares:
        first, right, below, last = square
        if cells[first] and cells[right] and cells[below] and cells[last]:
            rank = cells[first][-1] & 15
            if (
                rank == cells[right][-1] & 15 == cells[below][-1] & 15 == cells[last][-1] & 15
                and rank != KING
            ):
                found[rank] = square
    return found


def orphans(cells: Cells, grid: Grid, free: int) -> list[int]:
    """Find the cells of cards without a neighbour; ``free`` masks the cards that need none."""
    return [
        cell
        for cell, pile in enumerate(cells)
        if pile and not free >> pile[-1] & 1 and not any(cells[near] for near in grid.beside[cell])
    ]


class BooksLeave(Consequence, Value):
    """A complete book leaves the grid, the lowest first, as soon as no card is an orphan."""

    in_order: bool = True
    """Whether a book waits until all lower ones are gone."""
    grid: Grid = _NO_GRID
    """The game's own; the engine fills it in."""
    free: int = 0
    """The cards that are never orphans; likewise."""

    def words(self, kind: str, called: Callable[[str], str]) -> str:
        if kind != "g":
            return ""
        order = ", the lower ranks first" if self.in_order else ""
        return (
            f"Four of one rank in a square, but Kings, leave by themselves{order}; "
            "a card this leaves with none beside it must move to another cell at once. "
            "No other card leaves its cell."
        )

    def due(self, cells: Cells, gone: Pile) -> tuple[int, ...]:
        """Return the cells of the book that leaves next, or () if none does."""
        complete = books(cells, self.grid)
        if not complete or orphans(cells, self.grid, self.free):
            return ()
        if not self.in_order:
            return complete[min(complete)]
        ranks = {card & 15 for card in gone}
        return complete.get(next(rank for rank in range(1, 14) if rank not in ranks), ())

    def settle(self, piles: list[Pile], index: Index) -> bool:
        first, discard = index["g1"], index["d"]
        square = self.due(piles[first : first + self.grid.size], piles[discard])
        for cell in square:
            piles[discard] += piles[first + cell]
            piles[first + cell] = ()
        return bool(square)


class KingsLeave(Consequence, Value):
    """Once all other cards are gone the Kings follow by themselves."""

    def settle(self, piles: list[Pile], index: Index) -> bool:
        discard = index["d"]
        if len(piles[discard]) != 48:
            return False
        for place in [place for name, place in index.items() if name[0] == "g"]:
            piles[discard] += piles[place]
            piles[place] = ()
        return True


class FillHand(Action, Value):
    """Fill the empty places of the hand from the stock."""

    @property
    def generic_name(self) -> str:
        return "fill the hand"

    def tell_feeding(self, pile: str) -> str:
        return "It is filled from the stock." if pile in HAND else ""

    @property
    def words(self) -> str:
        return "It fills the hand, when that is empty or none of its cards can be played."

    def name_deed(self, table: Table, index: Index) -> str:
        return "fill the hand"

    def why_not(self, table: Table, index: Index) -> str | None:
        if not table.piles[index["s"]]:
            return "The stock is out."
        if all(table.piles[index[place]] for place in HAND):
            return "The hand is full, and none of its cards can be played."
        return None

    def make(self, table: Table, index: Index) -> Table:
        piles = list(table.piles)
        stock = index["s"]
        for name in HAND:
            if piles[stock] and not piles[index[name]]:
                deal_card(piles, stock, index[name])
        return table._replace(piles=tuple(piles))


# -- where the Kings start ---------------------------------------------------------------------


class KingsStart(Amendment[Game]):
    """Where the four Kings start: a step of the deal that works on any grid."""

    @abstractmethod
    def steps(self, grid: Grid) -> tuple[DealingStep, ...]:
        """The first steps of the deal."""

    def apply(self, game: Game) -> Game:
        return replace(game, dealing=(*self.steps(game.grid), Rest()))


class InCentre(KingsStart):
    """Side by side in the middle of the grid."""

    def steps(self, grid: Grid) -> tuple[DealingStep, ...]:
        left = grid.rows // 2 * grid.columns + grid.columns // 2 - 2
        return Take(_ids(range(left, left + 4)), _EACH_KING), Deal(HAND)


class InCorners(KingsStart):
    """One in each corner."""

    def steps(self, grid: Grid) -> tuple[DealingStep, ...]:
        corners = (0, grid.columns - 1, grid.size - grid.columns, grid.size - 1)
        return Take(_ids(corners), _EACH_KING), Deal(HAND)


class AtRandom(KingsStart):
    """On cells that the deal number chooses."""

    def steps(self, grid: Grid) -> tuple[DealingStep, ...]:
        return Scatter(grid), Deal(HAND)


class AsPlaced(KingsStart):
    """In the hand: the player places them before the first cards are drawn."""

    def steps(self, grid: Grid) -> tuple[DealingStep, ...]:
        return (Take(HAND, _EACH_KING),)


class Scatter(DealingStep, Value):
    """Put the Kings on cells that the order of the pack decides."""

    grid: Grid

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        order = deals.reshuffle(range(self.grid.size), int.from_bytes(bytes(pack), "big"), 1)
        Take(_ids(order[:4]), _EACH_KING).deal(pack, piles)


def _ids(cells: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"g{cell + 1}" for cell in cells)


# -- the rules ---------------------------------------------------------------------------------


class Farewell(Grids):
    """Rules of A Farewell to Kings."""

    def __init__(self, game: Declaration) -> None:
        grid, free = game.grid, _free(game)
        game = replace(
            game,
            consequences=tuple(
                replace(each, grid=grid, free=free) if isinstance(each, BooksLeave) else each
                for each in game.consequences
            ),
        )
        super().__init__(game)
        self._books = next(each for each in game.consequences if isinstance(each, BooksLeave))
        self._fill = Move("s")
        self._discard = self.index["d"]
        self._orphan_moves: dict[int, tuple[Move, ...]] = {}

    # -- the moves -------------------------------------------------------------------------

    def generate(self, table: Table) -> Iterator[Move]:
        if alone := self._orphans(table):
            for cell in alone:
                yield from self._adoptions(table, cell)
            return
        playable = False
        for move in self.moves_to_cells(table):
            playable = True
            yield move
        if self._fills(table, playable):
            yield self._fill

    def _orphans(self, table: Table) -> list[int]:
        """Return the cells of orphans. No card is an orphan before a book has left."""
        if not table.piles[self._discard]:
            return []
        return orphans(self.cells(table.piles), self.grid, self.placing.free)

    def _adoptions(self, table: Table, cell: int) -> Iterator[Move]:
        """Return the moves of an orphan, which follow the rules for a card of the hand."""
        cells = self.cells(table.piles)
        card = cells[cell][-1]
        cells[cell] = ()
        takers = self.placing.takers(cells, self.grid)
        if cell not in self._orphan_moves:
            self._orphan_moves[cell] = self._moves_from(self._first + cell)
        return self._placings(card, self._orphan_moves[cell], cells, takers)

    def _fills(self, table: Table, playable: bool) -> bool:
        """Whether the hand may be filled; at an easier level a waiting book leaves first."""
        if self._books.due(self.cells(table.piles), table.piles[self._discard]):
            return True
        return not playable and FillHand().why_not(table, self.index) is None

    def make(self, table: Table, move: Move) -> Table:
        if move.dst:
            return super().make(table, move)
        settled = self.settle(table)
        return settled if settled is not table else FillHand().make(table, self.index)

    def count_scored(self, table: Table) -> int:
        """Return the cards in books, those gone and those waiting."""
        waiting = books(self.cells(table.piles), self.grid)
        return len(table.piles[self._discard]) + 4 * len(waiting)

    def is_setup(self, table: Table, move: Move) -> bool:
        """Keep Kings out of the hand except to place them before the game."""
        return move.src[0] == "h" and table.piles[self.index[move.src]][-1] in KINGS

    # -- the sentences ---------------------------------------------------------------------

    @classmethod
    def move_words(cls, game: Declaration, table: Table, move: Move) -> str:
        if move.dst:
            return ""
        place = game.index
        each = next(each for each in game.consequences if isinstance(each, BooksLeave))
        cells = table.piles[place["g1"] : place["g1"] + each.grid.size]
        square = each.due(cells, table.piles[place["d"]])
        book = " ".join(cards.text(cells[cell][-1]) for cell in square)
        return f"{book} leave the grid as a book" if book else ""

    def explain(self, table: Table, move: Move) -> str:
        alone = self._orphans(table)
        if move == self._fill:
            return self._explain_fill(table, alone)
        one_to_cell = move.dst[:1] == "g" and move.count == 1 and not move.depth
        if one_to_cell and self.index[move.src] - self._first in alone:
            if move.src == move.dst:
                return f"{self._card(table, move.src)} must go to another cell."
            return self._explain_cell(table, move)
        if alone and one_to_cell and move.src[0] in "gh":
            return self._explain_orphan(table, alone)
        return super().explain(table, move)

    def _explain_fill(self, table: Table, alone: list[int]) -> str:
        if alone:
            return self._explain_orphan(table, alone)
        if (move := next(self.generate(table), self._fill)) != self._fill:
            return (
                "The hand is filled when none of its cards can be played: "
                f"{self._card(table, move.src)} can."
            )
        return FillHand().why_not(table, self.index) or "The hand can be filled now."

    def _explain_orphan(self, table: Table, alone: list[int]) -> str:
        names = [self._card(table, self.ids[self._first + cell]) for cell in alone]
        if len(names) == 1:
            return f"{names[0]} is left alone: it must be moved before anything else."
        return f"{' and '.join(names)} are left alone: they must be moved before anything else."

    def _card(self, table: Table, pile: str) -> str:
        return cards.text(table.piles[self.index[pile]][-1])


def _free(game: Declaration) -> int:
    placing = GridGroup.of(game.group("g1")).placing
    return placing.free if placing else 0


# -- the declaration ---------------------------------------------------------------------------


_USUAL = Grid(12, 9)
_BESIDE = ("HAND", "h1  h2", "h3  h4", "", "STOCK :s", "s   d")
"""The piles at the right of the grid."""


def _resize(columns: int, rows: int) -> tuple[Amendment[Game], ...]:
    """A grid of another size, with its table."""
    return (
        change("g", count=columns * rows, columns=columns),
        change("", layout=grid_picture(columns, rows, *_BESIDE)),
    )


_BY_SUIT = Beside(Match.SUIT, free=cards.mask(KINGS))
_BY_COLOUR = replace(_BY_SUIT, match=Match.COLOUR)
_EASY = change("", consequences=(BooksLeave(in_order=False), KingsLeave()))

FAREWELL_TO_KINGS = Game(
    **words_of("farewell-to-kings"),
    version=2,
    skill=4,
    engine=Farewell,
    groups=(
        Group("s", name="stock", action=FillHand()),
        Group("h", 4, name="hand place", lift=Lift.TOP, goes_to="g", asks="s"),
        GridGroup("g", _USUAL.size, name="cell", columns=_USUAL.columns, placing=_BY_SUIT),
        Group("d", name="discard"),
    ),
    dealing=(*InCentre().steps(_USUAL), Rest()),
    consequences=(BooksLeave(), KingsLeave()),
    goal=Gathered(kind="d", how="Four of one rank in a square leave together."),
    levels={2: (_EASY,), 1: (change("g", placing=_BY_COLOUR),)},
    exceptions={3: Look(depth=4), 2: LevelOneMove()},
    options=(
        Option(
            "difficulty",
            "Difficulty",
            {"normal": (), "easy": (change("", hardest=2),)},
            words={"easy": "easy"},
        ),
        Option("deck", "Deck", {"standard": (), "bland": ()}, words={"bland": ""}),
        Option(
            "size",
            "Grid size",
            {"normal": (), "small": _resize(10, 7), "tiny": _resize(8, 7)},
            words={"small": "small grid", "tiny": "tiny grid"},
        ),
        Option(
            "kings",
            "Kings start in",
            {
                "centre": (InCentre(),),
                "corners": (InCorners(),),
                "random": (AtRandom(),),
                "custom": (AsPlaced(),),
            },
            words={
                "corners": "Kings in the corners",
                "random": "Kings at random",
                "custom": "Kings placed",
            },
        ),
    ),
    layout=grid_picture(_USUAL.columns, _USUAL.rows, *_BESIDE),
)

GAMES = (FAREWELL_TO_KINGS,)

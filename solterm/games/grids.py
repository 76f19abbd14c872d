"""Grids: Poker and A Farewell to Kings."""

from solterm.core import cards
from solterm.core.engines.grid import (
    Anywhere,
    Beside,
    Grids,
    NextCard,
    Touching,
)
from solterm.core.game import Amendment, Game, Group, Option, change
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.dealing import Deal, Rest, Under
from solterm.core.vocabulary.exemptions import LevelOneMove, Look
from solterm.core.vocabulary.goals import Gathered, PointsMade
from solterm.core.vocabulary.policies import Lift
from solterm.games.farewell import (
    KINGS,
    AsPlaced,
    AtRandom,
    BooksLeave,
    Farewell,
    FillHand,
    InCentre,
    InCorners,
    KingsLeave,
)
from solterm.games.poker import PokerHands


def _picture(columns: int, rows: int, *beside: str) -> str:
    """The layout of a grid with lines of other piles at its right."""
    lines = []
    for row in range(rows):
        cells = (f"g{row * columns + column + 1:<3}" for column in range(columns))
        lines.append(f"{''.join(cells)}  {beside[row] if row < len(beside) else ''}".rstrip())
    return "\n".join(lines)


# PySolFC, too, puts 27 cards aside first and plays the other 25.
POKER = Game(
    id="poker",
    name="Poker",
    collection="Ultimate Solitaire",
    engine=Grids,
    groups=(
        Group("s", name="stock"),
        Group("h", name="hand", lift=Lift.TOP, to="g"),
        Group("g", 25, name="cell", columns=5, placing=Touching()),
    ),
    deal=(Under(27), Deal(("h",)), Rest()),
    version=2,
    consequences=(NextCard(),),
    goal=PokerHands(),
    own_score=PointsMade(),
    levels={2: (change("s", reveals=1),), 1: (change("g", placing=Anywhere()),)},
    exceptions={3: Look(), 2: LevelOneMove()},
    layout=_picture(5, 5, "    STOCK", "    s   h"),
)


def _sized(columns: int, rows: int) -> tuple[Amendment, ...]:
    """A grid of a size, and the table round it."""
    beside = ("HAND", "h1  h2", "h3  h4", "", "STOCK :s", "s   d")
    return (
        change("g", count=columns * rows, columns=columns),
        change("", layout=_picture(columns, rows, *beside)),
    )


_EASY = change("", consequences=(BooksLeave(in_order=False), KingsLeave()))

FAREWELL_TO_KINGS = Game(
    id="farewell-to-kings",
    version=2,
    name="A Farewell to Kings",
    collection="A Farewell to Kings",
    engine=Farewell,
    groups=(
        Group("s", name="stock", action=FillHand()),
        Group("h", 4, name="hand place", lift=Lift.TOP, to="g", asks="s"),
        Group("g", name="cell", placing=Beside(Match.SUIT, free=cards.mask(KINGS))),
        Group("d", name="discard"),
    ),
    deal=(),
    consequences=(BooksLeave(), KingsLeave()),
    goal=Gathered(52, "d"),
    levels={
        2: (_EASY,),
        1: (change("g", placing=Beside(Match.COLOUR, free=cards.mask(KINGS))),),
    },
    exceptions={3: Look(depth=4), 2: LevelOneMove()},
    options=(
        Option("difficulty", "Difficulty", {"normal": (), "easy": (change("", hardest=2),)}),
        Option("deck", "Deck", {"standard": (), "bland": ()}),
        Option(
            "size",
            "Grid size",
            {"normal": _sized(12, 9), "small": _sized(10, 7), "tiny": _sized(8, 7)},
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
        ),
    ),
    layout="",
).with_options({"size": "normal"})

GAMES = (POKER, FAREWELL_TO_KINGS)

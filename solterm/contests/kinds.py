"""The kinds of contests, a value each: what it is called, what it counts, how it is played.

All that tells one kind from another stands in this table; the rest of the program asks it.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import NamedTuple

from solterm.core.play.terms import Terms

EIGHT = (
    *("royale-pyramid", "royale-golf", "royale-klondike", "royale-canfield"),
    *("corners", "calculation", "three-shuffles-and-a-draw", "reno"),
)
"""The games of Solitaire Royale's tour in its order; in them a card brought home is a point."""

ROWS = 6
"""Games on a score sheet."""

HOLES = (9, 18)
"""How long a golf match may be."""

MOST_GAMES = 12
"""Games of a tour, or of a tournament, at most."""

GOLF = "ultimate-golf"
"""The game that golf matches are played in."""

RENO_GAME = "reno"
"""The game that is played for an evening at Reno."""


class Count(Enum):
    """What a game brings to its contest."""

    OWN = auto()
    """The score of the game's own source: strokes, dollars."""
    CARDS = auto()
    """A point for each card brought home, where all games are of the tour of eight; else the
    mark."""
    MARK = auto()
    """The mark."""


Fits = Callable[[str, Sequence[str]], bool]
"""Are these the games of a board of this name?"""


class Kind(NamedTuple):
    """A kind of contest."""

    id: str
    """How stores, boards and commands write it."""
    title: str
    """What one is called; ``{}`` stands for its name."""
    short: str
    """How a status row calls a game of it."""
    fits: Fits
    unnamed: str = ""
    """What one without a name is called, where it may go without."""
    game_word: str = "game"
    """What one of its games is called."""
    counts: Count = Count.MARK
    unit: str = "mark"
    """What is counted, where it is the mark."""
    game: str = ""
    """The one rule-set that is played, where it is always the same."""
    lower_is_better: bool = False
    terms: Terms = Terms.STRICT
    level: int | None = 3
    """The level it is played at; None: the one the player likes."""
    is_dealt_alike: bool = False
    """Has every player the same deals?"""
    is_endless: bool = False
    """Is there always another deal, until the player has had enough?"""
    is_named_by_length: bool = False
    """Does its board bear the number of its games?"""

    def counts_with(self, games: Sequence[str]) -> Count:
        """What one with these games counts."""
        if self.counts is Count.CARDS and not (games and set(EIGHT).issuperset(games)):
            return Count.MARK
        return self.counts

    def terms_with(self, games: Sequence[str]) -> Terms:
        """On which terms one with these games is played: a single game may be started over."""
        return Terms.SINGLE if self is TOURNAMENT and len(games) == 1 else self.terms


def _is_tour(name: str, games: Sequence[str]) -> bool:
    """A tour may be left early: what was played of it counts."""
    return len(games) <= MOST_GAMES if name else tuple(games) == EIGHT[: len(games)]


def _is_match(name: str, games: Sequence[str]) -> bool:
    lengths = {str(holes): holes for holes in HOLES}
    return name in lengths and list(games) == [GOLF] * lengths[name]


TOUR = Kind(
    *("tour", "Tour {}", "Tour", _is_tour),
    unnamed="Aunt Anne's tour",
    counts=Count.CARDS,
    unit="points",
)
TOURNAMENT = Kind(
    *("tournament", "Tournament {}", "Cup", lambda _, games: 0 < len(games) <= MOST_GAMES),
    counts=Count.CARDS,
    unit="points",
    is_dealt_alike=True,
)
MIX = Kind(
    *("mix", "Mixed score sheet {}", "Mix", lambda _, games: len(games) <= ROWS),
    unnamed="Mixed score sheet",
    game_word="row",
    terms=Terms.SCORED,
    level=None,
)
MATCH = Kind(
    *("match", "Golf, {} holes", "Hole", _is_match),
    game_word="hole",
    counts=Count.OWN,
    game=GOLF,
    lower_is_better=True,
    is_named_by_length=True,
)
RENO = Kind(
    *("reno", "An evening at Reno {}", "Reno", lambda _, games: set(games) == {RENO_GAME}),
    unnamed="An evening at Reno",
    game_word="deal",
    counts=Count.OWN,
    game=RENO_GAME,
    is_endless=True,
)
DAILY = Kind(
    *("daily", "Deal of the day, {}", "Day", lambda _, games: len(games) == 1),
    terms=Terms.SCORED,
    is_dealt_alike=True,
)
SHEET = Kind(
    "sheet",
    "Score sheet, {}",
    "sheet",
    lambda name, games: len(games) <= ROWS and set(games) == {name},
    unit="score",
    game_word="row",
    terms=Terms.SCORED,
    level=None,
)
"""The score sheet of one game: no contest in the store, but a board like those of the others."""

CONTESTS = (TOUR, TOURNAMENT, MIX, MATCH, RENO, DAILY)
"""The contests, in the order in which they are listed."""

KINDS = {kind.id: kind for kind in (*CONTESTS, SHEET)}
"""All kinds by their ids."""


class BoardName(NamedTuple):
    """What a board is for. It is written ``tour``, ``tour:Friday``, ``match:9``, ``sheet:demon``.

    >>> BoardName.parse("match:9").kind.title
    'Golf, {} holes'
    >>> str(BoardName(SHEET, "demon"))
    'sheet:demon'
    """

    kind: Kind
    name: str = ""

    @classmethod
    def parse(cls, text: str) -> "BoardName":
        """The board that a text names; raises ``ValueError`` with a sentence for no such kind."""
        kind, _, name = text.partition(":")
        if kind not in KINDS:
            raise ValueError(f"There is no board called {text[:40]!a}.")
        return cls(KINDS[kind], name)

    def __str__(self) -> str:
        return f"{self.kind.id}:{self.name}" if self.name else self.kind.id

"""The kinds of contests: their names, their games, their scoring and their modes.

This table holds every difference between the kinds; the rest of the program looks it up.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import NamedTuple

from solterm.core.play.mode import Mode

EIGHT = (
    *("royale-pyramid", "royale-golf", "royale-klondike", "royale-canfield"),
    *("corners", "calculation", "three-shuffles-and-a-draw", "reno"),
)
"""The games of Solitaire Royale's tour in order. Each card brought home scores a point."""

ROWS = 6
"""The number of games on a score sheet."""

HOLES = (9, 18)
"""The possible lengths of a golf match."""

MOST_GAMES = 12
"""The most games in a tour or tournament."""

GOLF = "ultimate-golf"
"""The game of golf matches."""

RENO_GAME = "reno"
"""The game of evenings at Reno."""


class Count(Enum):
    """The score that a game adds to its contest."""

    OWN = auto()
    """The score by the game's source: strokes, dollars."""
    CARDS = auto()
    """One point for each card home, if all games belong to the tour of eight; else the mark."""
    MARK = auto()


Fits = Callable[[str, Sequence[str]], bool]
"""Whether a board of this name accepts these games."""


class Kind(NamedTuple):
    """A kind of contest."""

    id: str
    """Its name in the store, on boards and in commands."""
    title: str
    """The title of a contest; ``{}`` stands for its name."""
    short: str
    """The name of one of its games in status rows."""
    fits: Fits
    unnamed: str = ""
    """The title of a contest without a name, if it may have none."""
    game_word: str = "game"
    """The word for one of its games."""
    counts: Count = Count.MARK
    unit: str = "mark"
    """The unit of its totals, unless games are scored by their source."""
    game: str = ""
    """The game, if there is only one."""
    lower_is_better: bool = False
    mode: Mode = Mode.STRICT
    level: int | None = 3
    """The level it is played at; None: any."""
    is_dealt_alike: bool = False
    """Whether all players get the same deals. A host hides them until a player's try has ended."""
    has_hot_seat: bool = False
    """Whether players at one keyboard take turns at the same deals."""
    is_endless: bool = False
    """Whether the player can always play another deal."""
    is_named_by_length: bool = False
    """Whether the number of games names its board."""

    def counts_with(self, games: Sequence[str]) -> Count:
        """Return the scoring of a contest with these games."""
        if self.counts is Count.CARDS and not (games and set(EIGHT).issuperset(games)):
            return Count.MARK
        return self.counts

    def is_tried_once(self, is_on_host: bool) -> bool:
        """Return whether a player may try the same deals only once.

        On a host each account has one try, and so one row on the board. Elsewhere several people
        may share a keyboard.

        >>> DAILY.is_tried_once(False), TOURNAMENT.is_tried_once(False)
        (True, False)
        >>> TOURNAMENT.is_tried_once(True), TOUR.is_tried_once(True)
        (True, False)
        """
        return self.is_dealt_alike and (is_on_host or not self.has_hot_seat)

    def mode_with(self, games: Sequence[str]) -> Mode:
        """Return the mode of a contest with these games. A single game can be restarted."""
        return Mode.SINGLE if self is TOURNAMENT and len(games) == 1 else self.mode


def _is_tour(name: str, games: Sequence[str]) -> bool:
    """A player may leave a tour early; the games played so far count."""
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
    has_hot_seat=True,
)
MIX = Kind(
    *("mix", "Mixed score sheet {}", "Mix", lambda _, games: len(games) <= ROWS),
    unnamed="Mixed score sheet",
    game_word="row",
    mode=Mode.SCORED,
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
    mode=Mode.SCORED,
    is_dealt_alike=True,
)
SHEET = Kind(
    "sheet",
    "Score sheet, {}",
    "sheet",
    lambda name, games: len(games) <= ROWS and set(games) == {name},
    unit="score",
    game_word="row",
    mode=Mode.SCORED,
    level=None,
)
"""The score sheet of one game. It is not a contest in the store, but it has a board."""

CONTESTS = (TOUR, TOURNAMENT, MIX, MATCH, RENO, DAILY)
"""All contests, in the order of lists."""

KINDS = {kind.id: kind for kind in (*CONTESTS, SHEET)}
"""All kinds, by id."""


class BoardName(NamedTuple):
    """The kind and name of a board, written ``tour``, ``tour:Friday`` or ``match:9``.

    >>> BoardName.parse("match:9").kind.title
    'Golf, {} holes'
    >>> str(BoardName(SHEET, "demon"))
    'sheet:demon'
    """

    kind: Kind
    name: str = ""

    @classmethod
    def parse(cls, text: str) -> "BoardName":
        """Return the board that a text names; raises ``ValueError`` for an unknown kind."""
        kind, _, name = text.partition(":")
        if kind not in KINDS:
            raise ValueError(f"There is no board called {text[:40]!a}.")
        return cls(KINDS[kind], name)

    def __str__(self) -> str:
        return f"{self.kind.id}:{self.name}" if self.name else self.kind.id

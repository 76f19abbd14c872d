"""The kinds of contests: their names, their games, their scoring and their modes.

The rest of the program looks up the differences between the kinds in this table. Only what differs
for a contest named by its day is written where it matters: search for ``Naming.DAY``.
"""

from collections.abc import Callable, Sequence
from datetime import date
from enum import Enum, auto
from typing import NamedTuple

from solterm.core.play.mode import Mode
from solterm.core.refusal import Refusal
from solterm.core.words.near import suggest

EIGHT = (
    *("royale-pyramid", "royale-golf", "royale-klondike", "royale-canfield"),
    *("corners", "calculation", "three-shuffles-and-a-draw", "reno"),
)
"""The games of Solitaire Royale's tour in order. Each card brought home scores a point."""

HOLES = (9, 18)
"""The possible lengths of a golf match."""

LEAST_OF_TOUR, MOST_GAMES = 2, 12
"""The fewest games in a tour, and the most in a tour or tournament."""

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


class Redo(Enum):
    """Which result stays when a game is played again."""

    NEVER = auto()
    """Each game is played once."""
    BETTER = auto()
    """The better one."""
    ASK = auto()
    """The new one; the player is asked if it is worse. An untouched deal counts for nothing."""


class Naming(Enum):
    """What names a contest, and so its board."""

    PLAYER = auto()
    """The player who begins it."""
    LENGTH = auto()
    """The number of its games."""
    GAME = auto()
    """Its game."""
    DAY = auto()
    """Its day."""


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
    # -- names
    unnamed: str = ""
    """The title of a contest without a name, if it may have none."""
    listed: str = ""
    """The title in lists of unfinished games, if it is shorter there."""
    keyword: str = ""
    """A word that finds it in the menu."""
    game_word: str = "game"
    """The word for one of its games."""
    named_by: Naming = Naming.PLAYER
    has_board: bool = True
    """Whether its results go to a board."""

    # -- games
    game: str = ""
    """The game, if there is only one."""
    usual_games: tuple[str, ...] = ()
    """The games of a contest without a name, if they are always the same."""
    sizes: Sequence[int] = ()
    """The numbers of games that it may begin with."""
    size_words: str = ""
    """These, as a sentence."""
    mode: Mode = Mode.STRICT
    mode_of_one: Mode | None = None
    """The mode of a contest of one game, if it differs."""
    level: int | None = 3
    """The level it is played at; None: any."""
    has_one_game: bool = False
    rows: int = 0
    """The number of games, if it is a score sheet: of one game, or mixed."""
    is_endless: bool = False
    """Whether the player can always play another deal."""
    chooses_games: bool = False
    """Whether the player chooses each game when its turn comes."""
    redo: Redo = Redo.NEVER
    """Whether its games can be played in any order and again."""
    ends_early: bool = False
    """Whether the games played so far count when the player ends it."""

    # -- scores
    counts: Count = Count.MARK
    unit: str = "mark"
    """The unit of its totals, unless games are scored by their source."""
    lower_is_better: bool = False
    par: int = 0
    """The score of a game that its own is compared with, such as strokes for a hole; 0: none."""
    shows_best: bool = False
    """Whether the scores of the best result stand beside the player's own."""
    wins_first: bool = False
    """Whether wins rank above all others, and time breaks ties (docs/rules.md, "Boards")."""

    # -- players
    is_dealt_alike: bool = False
    """Whether all players get the same deals. A host hides them until a player's try has ended."""
    spoiler: str = ""
    """Why a player may not watch such a deal yet; ``{}`` stands for the contest's name."""
    tries: int = 0
    """How often a player may play the same deals; 0: any number of times."""
    has_hot_seat: bool = False
    """Whether players at one keyboard take turns at the same deals."""

    @property
    def repeats_rows(self) -> bool:
        return self.redo is not Redo.NEVER

    def counts_with(self, games: Sequence[str]) -> Count:
        """Return the scoring of a contest with these games."""
        if self.counts is Count.CARDS and not (games and set(EIGHT).issuperset(games)):
            return Count.MARK
        return self.counts

    def most_tries(self, is_on_host: bool) -> int:
        """Return how often a player may play the same deals; 0: any number of times.

        On a host each account has its tries, and one row on the board. Elsewhere several people
        may share a keyboard.

        >>> DAILY.most_tries(False), TOURNAMENT.most_tries(False)
        (1, 0)
        >>> TOURNAMENT.most_tries(True), TOUR.most_tries(True)
        (1, 0)
        """
        return self.tries if is_on_host or not self.has_hot_seat else 0

    def may_try_again(self, made: int, is_on_host: bool) -> bool:
        """Return whether a player may try the same deals once more after some tries."""
        most = self.most_tries(is_on_host)
        return not most or made < most

    def mode_with(self, games: Sequence[str]) -> Mode:
        """Return the mode of a contest with these games. A single game can be restarted."""
        return self.mode_of_one if self.mode_of_one and len(games) == 1 else self.mode


def _is_tour(name: str, games: Sequence[str]) -> bool:
    """A player may leave a tour early; the games played so far count."""
    return len(games) <= MOST_GAMES if name else tuple(games) == EIGHT[: len(games)]


def _is_match(name: str, games: Sequence[str]) -> bool:
    lengths = {str(holes): holes for holes in HOLES}
    return name in lengths and list(games) == [GOLF] * lengths[name]


TOUR = Kind(
    id="tour",
    title="Tour {}",
    short="Tour",
    fits=_is_tour,
    unnamed="Aunt Anne's tour",
    usual_games=EIGHT,
    sizes=range(LEAST_OF_TOUR, MOST_GAMES + 1),
    size_words=f"A tour has {LEAST_OF_TOUR} to {MOST_GAMES} games.",
    ends_early=True,
    counts=Count.CARDS,
    unit="points",
    shows_best=True,
)
TOURNAMENT = Kind(
    id="tournament",
    title="Tournament {}",
    short="Cup",
    fits=lambda _, games: 0 < len(games) <= MOST_GAMES,
    sizes=range(1, MOST_GAMES + 1),
    size_words=f"A tournament has 1 to {MOST_GAMES} games.",
    mode_of_one=Mode.SINGLE,
    counts=Count.CARDS,
    unit="points",
    shows_best=True,
    is_dealt_alike=True,
    spoiler="This is a deal of the tournament {}: play it yourself first.",
    tries=1,
    has_hot_seat=True,
)
MIX: Kind = Kind(
    id="mix",
    title="Mixed score sheet {}",
    short="Mix",
    fits=lambda _, games: len(games) <= MIX.rows,
    unnamed="Mixed score sheet",
    game_word="row",
    sizes=(6,),
    mode=Mode.SCORED,
    level=None,
    rows=6,
    chooses_games=True,
    redo=Redo.BETTER,
)
MATCH = Kind(
    id="match",
    title="Golf, {} holes",
    short="Hole",
    fits=_is_match,
    game_word="hole",
    named_by=Naming.LENGTH,
    game=GOLF,
    sizes=HOLES,
    size_words=f"A golf match has {HOLES[0]} or {HOLES[1]} holes.",
    counts=Count.OWN,
    lower_is_better=True,
    par=4,
)
RENO = Kind(
    id="reno",
    title="An evening at Reno {}",
    short="Reno",
    fits=lambda _, games: set(games) == {RENO_GAME},
    unnamed="An evening at Reno",
    game_word="deal",
    game=RENO_GAME,
    usual_games=(RENO_GAME,),
    sizes=(1,),
    is_endless=True,
    counts=Count.OWN,
)
DAILY = Kind(
    id="daily",
    title="Deal of the day, {}",
    short="Day",
    fits=lambda _, games: len(games) == 1,
    listed="Deal of {}",
    keyword="daily",
    named_by=Naming.DAY,
    mode=Mode.SCORED,
    level=None,
    sizes=(1,),
    has_one_game=True,
    wins_first=True,
    is_dealt_alike=True,
    spoiler="This is the deal of the day: play it yourself first.",
    tries=1,
)
RACE = Kind(
    id="race",
    title="Race {}",
    short="Race",
    has_board=False,
    fits=lambda _, games: len(games) == 1,
    sizes=(1,),
    level=None,
    has_one_game=True,
    is_dealt_alike=True,
    spoiler="This is the deal of your race: finish the race first.",
    tries=1,
)
SHEET: Kind = Kind(
    id="sheet",
    title="Score sheet, {}",
    short="sheet",
    fits=lambda name, games: len(games) <= SHEET.rows and set(games) == {name},
    game_word="row",
    named_by=Naming.GAME,
    sizes=(6,),
    mode=Mode.SCORED,
    level=None,
    rows=6,
    redo=Redo.ASK,
    unit="score",
)

CONTESTS = (TOUR, TOURNAMENT, MIX, MATCH, RENO, DAILY, RACE)
"""All contests, in the order of lists."""

KINDS = {kind.id: kind for kind in (*CONTESTS, SHEET)}
"""All kinds, by id."""


def is_dealt_alike(kind: str) -> bool:
    """Return whether all players get the same deals in contests of a kind; not if it is unknown.

    >>> is_dealt_alike("daily"), is_dealt_alike("tour"), is_dealt_alike("")
    (True, False, False)
    """
    return kind in KINDS and KINDS[kind].is_dealt_alike


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
        """Return the board that a text names; raises ``Refusal`` for an unknown kind."""
        kind, _, name = text.partition(":")
        if kind not in KINDS:
            near = suggest(kind, KINDS)
            raise Refusal(f"There is no board called {text[:40]!a}. {near}".rstrip())
        return cls(KINDS[kind], name)

    def of_day(self, day: date) -> "BoardName":
        """Return the board; that of a day, if days name the boards of its kind and none is named.

        >>> str(BoardName(DAILY).of_day(date(2026, 11, 21))), str(BoardName(TOUR).of_day(date.max))
        ('daily:2026-11-21', 'tour')
        """
        is_open = self.kind.named_by is Naming.DAY and not self.name
        return self._replace(name=day.isoformat()) if is_open else self

    def __str__(self) -> str:
        return f"{self.kind.id}:{self.name}" if self.name else self.kind.id

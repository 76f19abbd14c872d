"""The kinds of contests: their names, games, offers, calendars, scoring and modes.

All that differs between the kinds is in this table. A new kind is one more value of it.
"""

from collections.abc import Callable, Sequence
from datetime import date
from enum import Enum, auto
from typing import NamedTuple

from solterm.contests import daily
from solterm.core.phrases import suggest
from solterm.core.play.mode import Mode
from solterm.core.refusal import Refusal

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
    DATE = auto()
    """The date, by its calendar."""
    HOST = auto()
    """The host."""


class Calendar(NamedTuple):
    """How the contests of a kind follow from the date, in UTC."""

    word: str
    """The time of one in lists while it lasts: ``the day``."""
    name_of: Callable[[date], str]
    """The name of the contest on a date."""
    parse: Callable[[str], date | None]
    """The first day of the contest of a name; None if the name is none."""
    games_of: Callable[[date], Sequence[str]]
    """The games of the contest that begins on a day."""
    numbers_of: Callable[[date], Sequence[int]] | None = None
    """Their deals at home. Others, as those of hosts, follow from the name: see ``days``."""
    has_page: bool = False
    """Whether ``sessions.day`` tells about them: days in a row, practice, what comes next."""


class Offer(NamedTuple):
    """A way to begin a contest, as the contests page and line mode list it."""

    command: str
    """What begins it in line mode."""
    name: str
    takes: str
    """The approximate duration."""
    about: str
    """A description in one or two sentences."""
    about_at_home: str = ""
    """The description outside of a host, if it differs."""
    about_to_guests: str = ""
    """The description for guests of a host, if it differs."""
    games: tuple[str, ...] = ()
    """The games, if they are always the same."""
    picks: str = ""
    """Asks for the games, if the player picks them."""
    asks_name: str = ""
    """Asks for the name, if the player gives one."""
    opening: str = ""
    """The collection whose title comes first."""
    undone: str = ""
    """What stands in place of the player's best until there is one."""
    tried: str = ""
    """The same after the try of today."""


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
    offers: tuple[Offer, ...] = ()
    """How players begin one."""
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
    end_question: str = "End this game? You can't play it again in this contest."
    """Asked before a game ends for good."""

    # -- games
    calendar: Calendar | None = None
    """For kinds that are named by the date."""
    sizes: Sequence[int] = ()
    """The numbers of games that it may begin with."""
    size_words: str = ""
    """These, as a sentence."""
    mode: Mode = Mode.STRICT
    mode_of_one: Mode | None = None
    """The mode of a contest of one game, if it differs."""
    level: int | None = 3
    """The level it is played at; None: any."""
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
    """The unit of its totals."""
    lower_is_better: bool = False
    par: int = 0
    """The score of a game that its own is compared with, such as strokes for a hole; 0: none."""
    shows_best: bool = False
    """Whether the scores of the best result stand beside the player's own."""
    wins_first: bool = False
    """Whether wins rank above all others, and time breaks ties (docs/rules.md, "Boards")."""

    # -- players
    is_race: bool = False
    """Whether rivals play at the same time; the host opens its games."""
    is_dealt_alike: bool = False
    """Whether all players get the same deals. A host hides them until a player's try has ended."""
    spoiler: str = ""
    """Why a player may not watch such a deal yet; ``{}`` stands for the contest's name."""
    tried: str = "You have already played {}."
    """Why a player may not begin another try; ``{}`` stands for its title."""
    tries: int = 0
    """How often a player may play the same deals; 0: any number of times."""
    has_hot_seat: bool = False
    """Whether players at one keyboard take turns at the same deals."""

    @property
    def is_dealt_by_host(self) -> bool:
        """Whether a host hands out its deals and compares them at the end.

        Rows of sheets may be played again with any deal, and races come with theirs.
        """
        return not (self.repeats_rows or self.is_race)

    @property
    def has_one_game(self) -> bool:
        return self.sizes == (1,) and not self.is_endless

    @property
    def rows(self) -> int:
        """The number of rows of a score sheet: of one game, or mixed."""
        return self.sizes[0] if self.repeats_rows else 0

    @property
    def usual_games(self) -> tuple[str, ...]:
        """The games of a contest without a name, if they are always the same."""
        named = self.named_by is not Naming.PLAYER
        found = (each.games for each in self.offers if each.games and not each.asks_name)
        return () if named else next(found, ())

    @property
    def repeats_rows(self) -> bool:
        return self.redo is not Redo.NEVER

    @property
    def is_published(self) -> bool:
        """Whether a player lays one out for all players of a host."""
        return self.is_dealt_alike and self.named_by is Naming.PLAYER

    def name_for(self, games: Sequence[str], called: str = "") -> str:
        """Return the name of a contest with these games, as the player calls it."""
        return str(len(games)) if self.named_by is Naming.LENGTH else called

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


_AGAIN = "End this game? You can play its row again; the better result stays."

TOUR = Kind(
    id="tour",
    title="Tour {}",
    short="Tour",
    fits=_is_tour,
    offers=(
        Offer(
            command="tour",
            name="Aunt Anne's tour",
            takes="an hour",
            about="The eight games of Solitaire Royale in a row; every card brought home is a"
            " point.",
            games=EIGHT,
            opening="Solitaire Royale",
        ),
        Offer(
            command="tour NAME: GAME, GAME",
            name="A tour of your own",
            takes="5 min a game",
            about="Two to twelve games in a row. You pick them with Space, in the order you like.",
            picks="Which games does your tour have?",
            asks_name="What is the tour called?",
        ),
    ),
    unnamed="Aunt Anne's tour",
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
    offers=(
        Offer(
            command="tournament NAME: GAME",
            name="A tournament of your games",
            takes="5 min a game",
            about="The same deals for every player of this host. You pick its games with Space.",
            picks="Which games does the tournament have? Enter takes this one.",
            asks_name="What is the tournament called?",
        ),
        Offer(
            command="tournament NAME: tour",
            name="A tournament of the tour",
            takes="an hour",
            about="The same deals of the tour of eight for every player of this host.",
            games=EIGHT,
            asks_name="What is the tournament called?",
        ),
    ),
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
    offers=(
        Offer(
            command="mixed",
            name="A mixed score sheet",
            takes="40 minutes",
            about="Six games that you pick with Space, or row by row; the better try of a row"
            " stays.",
            picks="Which games does the sheet have? (None: choose them row by row.)",
        ),
    ),
    unnamed="Mixed score sheet",
    game_word="row",
    end_question=_AGAIN,
    sizes=(6,),
    mode=Mode.SCORED,
    level=None,
    chooses_games=True,
    redo=Redo.BETTER,
)
MATCH = Kind(
    id="match",
    title="Golf, {} holes",
    short="Hole",
    fits=_is_match,
    offers=(
        Offer(
            command="golf 9",
            name="Golf over nine holes",
            takes="20 minutes",
            about="Nine deals of Golf, counted in strokes. Par is 4 a hole, and fewer are better.",
            games=(GOLF,) * HOLES[0],
        ),
        Offer(
            command="golf 18",
            name="Golf over eighteen holes",
            takes="40 minutes",
            about="Eighteen deals of Golf, counted in strokes. Par is 4 a hole, and fewer are"
            " better.",
            games=(GOLF,) * HOLES[1],
        ),
    ),
    game_word="hole",
    named_by=Naming.LENGTH,
    sizes=HOLES,
    size_words=f"A golf match has {HOLES[0]} or {HOLES[1]} holes.",
    counts=Count.OWN,
    unit="strokes",
    lower_is_better=True,
    par=4,
)
RENO = Kind(
    id="reno",
    title="An evening at Reno {}",
    short="Reno",
    fits=lambda _, games: set(games) == {"reno"},
    offers=(
        Offer(
            command="reno",
            name="An evening at Reno",
            takes="5 min a deal",
            about="You buy the pack for $52, every card brought home pays, and you stop when you"
            " like.",
            games=("reno",),
        ),
    ),
    unnamed="An evening at Reno",
    game_word="deal",
    sizes=(1,),
    is_endless=True,
    counts=Count.OWN,
    unit="dollars",
)
DAILY = Kind(
    id="daily",
    title="Deal of the day, {}",
    short="Day",
    fits=lambda _, games: len(games) == 1,
    offers=(
        Offer(
            command="daily",
            name="The deal of the day",
            takes="10 minutes",
            about="One game and one deal a day, the same for everybody. You have one try at it.",
            about_at_home="One game and one deal a day, the same for everybody, with one try."
            " Its number follows from the date: the board trusts the players.",
            about_to_guests="One game and one deal a day, the same for all guests, with one try and"
            " no place on the board. Players with an account have another deal.",
            undone="not done today",
            tried="tried today",
        ),
    ),
    listed="Deal of {}",
    keyword="daily",
    named_by=Naming.DATE,
    end_question="End this game? The deal of a day has one try.",
    calendar=Calendar(
        word="the day",
        name_of=date.isoformat,
        parse=daily.parse_day,
        games_of=lambda day: (daily.game_of(day),),
        numbers_of=lambda day: (daily.number_of(day),),
        has_page=True,
    ),
    mode=Mode.SCORED,
    level=None,
    sizes=(1,),
    wins_first=True,
    is_dealt_alike=True,
    spoiler="This is the deal of the day: play it yourself first.",
    tried="You have already played today's deal.",
    tries=1,
)
RACE = Kind(
    id="race",
    title="Race {}",
    short="Race",
    fits=lambda _, games: len(games) == 1,
    named_by=Naming.HOST,
    has_board=False,
    end_question="Stop here? You can't come back to this race.",
    sizes=(1,),
    level=None,
    is_race=True,
    is_dealt_alike=True,
    tries=1,
)
SHEET: Kind = Kind(
    id="sheet",
    title="Score sheet, {}",
    short="sheet",
    fits=lambda name, games: len(games) <= SHEET.rows and set(games) == {name},
    game_word="row",
    named_by=Naming.GAME,
    end_question=_AGAIN,
    sizes=(6,),
    mode=Mode.SCORED,
    level=None,
    redo=Redo.ASK,
    unit="score",
)

KINDS = {kind.id: kind for kind in (DAILY, TOUR, MIX, MATCH, RENO, TOURNAMENT, RACE, SHEET)}
"""All kinds by id, in the order of lists."""


def is_dealt_alike(kind: str) -> bool:
    """Return whether all players get the same deals in contests of a kind; not if it is unknown.

    >>> is_dealt_alike("daily"), is_dealt_alike("tour"), is_dealt_alike("")
    (True, False, False)
    """
    return kind in KINDS and KINDS[kind].is_dealt_alike


def is_race(kind: str) -> bool:
    """Return whether rivals play the contests of a kind at the same time."""
    return kind in KINDS and KINDS[kind].is_race


def list_offers() -> list[tuple[Kind, Offer]]:
    """Return all ways to begin a contest, in the order of lists."""
    return [(kind, offer) for kind in KINDS.values() for offer in kind.offers]


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

    def on(self, day: date) -> "BoardName":
        """Return the board; that of a day, if the date names those of its kind and it has no name.

        >>> str(BoardName(DAILY).on(date(2026, 11, 21))), str(BoardName(TOUR).on(date.max))
        ('daily:2026-11-21', 'tour')
        """
        calendar = self.kind.calendar
        return self._replace(name=calendar.name_of(day)) if calendar and not self.name else self

    def why_hidden(self, today: date, has_ended: bool | None) -> str:
        """Return why a player may not see the games of its results yet, "" if it is allowed.

        ``has_ended`` says whether the player's own try has ended; None for a player without one.

        >>> friday = BoardName(DAILY, "2026-11-20")
        >>> friday.why_hidden(date(2026, 11, 20), None), friday.why_hidden(date(2026, 11, 21), None)
        ('This is the deal of the day: play it yourself first.', '')
        """
        calendar = self.kind.calendar
        is_over = calendar is not None and self.name != calendar.name_of(today)
        is_missed = is_over and has_ended is None
        is_open = has_ended or is_missed or not self.kind.is_dealt_alike
        return "" if is_open else self.kind.spoiler.format(self.name)

    def __str__(self) -> str:
        return f"{self.kind.id}:{self.name}" if self.name else self.kind.id

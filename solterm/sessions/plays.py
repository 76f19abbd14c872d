"""Bringing a game to the table: resume a suspended one, or deal.

The screen and line mode pass a ``Start``. This module finds a suspended game that matches it,
checks that it can be resumed, and returns a notice for the player.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from solterm.chance import random_below, random_deal
from solterm.contests import contests
from solterm.contests.contest import Contest
from solterm.contests.daily import list_deals
from solterm.contests.days import today
from solterm.contests.kinds import DAILY, RACE
from solterm.core.game import BOARD, Game
from solterm.core.options import Option
from solterm.core.outcome import Outcome
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.manual.odds import Odds, find_letters, is_won, list_wins
from solterm.store.entries import Saved
from solterm.store.errors import Locked, StoreError
from solterm.store.interface import Also
from solterm.store.kept import KeptPlay, PlayedElsewhere, refuse_rehearsal
from solterm.store.purpose import FREE, Purpose
from solterm.store.settings import Settings
from solterm.store.store import Store

_GUESTS = "a guest's games end here"
_WHERE_PUT = "is put aside: the saved games list it."
_TOO_LATE = "The board of this day is closed: your result won't go there."
_USUAL = Settings()

_RARE = 0.05
"""Warn about games with a smaller known share of winnable deals."""
_CHOICE, _LOOKED_AT = 3, 30
"""The moves that a player's first game begins with, and the deals to look at for one."""
NONE_KNOWN = "No unplayed winnable deal is known, so this is any deal."
NONE_SOUGHT = "No unplayed winnable deal is known, and this host searches for none."


class Start(NamedTuple):
    """The game a player wants, and how to deal it if none is suspended."""

    game: Game
    deal: int | None = None
    """The deal number; None: random."""
    level: int | None = None
    """The level; None: that of the suspended game, or of the settings."""
    options: Mapping[str, str] = MappingProxyType({})
    mode: Mode = Mode.FREE
    purpose: Purpose = FREE
    is_exact: bool = False
    """Whether only a suspended game with just these options is wanted, even without any."""
    is_open: bool = False
    """Whether everybody may play the deal, such as that of an earlier day."""
    contest: Contest | None = None
    """The contest of its purpose, which is stored with its first game."""


RESUMED = "Welcome back. Your game is as you left it."


class Brought(NamedTuple):
    """A game for the table."""

    kept: KeptPlay
    is_resumed: bool = False
    notice: str = ""
    """A sentence for the player, usually empty."""

    @property
    def told(self) -> str:
        """The notice, or that the game is resumed."""
        return self.notice or (RESUMED if self.is_resumed else "")


class CannotResume(StoreError):
    """A suspended game cannot be read; ask the player before dealing over it.

    The message is the reason, as a sentence.
    """

    def __init__(self, reason: str, saved: Saved | None, is_passing: bool = False) -> None:
        super().__init__(reason)
        self.saved = saved
        """The readable part of the game; None if the store could not be opened."""
        self.is_passing = is_passing
        """Whether trying again later may succeed."""


def resume(
    store: Store,
    game: Game | None = None,
    purpose: Purpose | None = None,
    level: int | None = None,
    options: Mapping[str, str] | None = None,
) -> Brought | None:
    """Resume the suspended play touched last, or return None; a host opens races.

    A free game that is won ends instead. ``game``, ``purpose`` and ``options`` narrow the choice as
    in ``Store.load_suspended``. ``level`` is a level to switch to. Raises ``CannotResume``.
    """
    saved = None
    try:
        saved = store.load_suspended(game.id if game else None, purpose, options, but=RACE.id)
        if saved is None:
            if game and store.may_hide_games:
                raise CannotResume(store.unsaved or "", None)
            return None
        kept = KeptPlay.resume(store, saved, find)
        kept.hold()
        kept.tour_points = contests.tour_points(store, kept.purpose, kept.play.game)
    except CannotResume:
        raise
    except StoreError as error:
        raise CannotResume(str(error), saved, isinstance(error, Locked)) from None
    if kept.purpose == FREE and kept.play.outcome is Outcome.WON:
        kept.finish()
        return None
    try:
        if level is not None:
            kept.perform(f"level {level}")
    except PlayedElsewhere as news:
        return Brought(kept, True, str(news))
    return Brought(kept, True, _TOO_LATE if _is_too_late(store, kept.purpose) else "")


def _is_too_late(store: Store, purpose: Purpose) -> bool:
    """Whether a host no longer takes the result of a deal of the day."""
    if not store.context.is_on_host or purpose.kind != DAILY.id:
        return False
    with suppress(StoreError):
        contest = contests.load(store, purpose.contest)
        return bool(contest.page_day and contest.page_day < today() - timedelta(days=1))
    return False


def choose(store: Store, start: Start, settings: Settings) -> tuple[Start, str]:
    """Return what to deal, with the level and the number that the settings choose; and a notice."""
    level = start.level or settings.level
    if start.deal or start.purpose != FREE:
        return start._replace(level=level), ""
    number, notice = draw(store, settings, start.game, level, start.options)
    return start._replace(level=level, deal=number), notice


def deal(store: Store, start: Start, spares: bool = False) -> KeptPlay:
    """Deal a game, ending any suspended one with the same purpose as ``KeptPlay.start`` does."""
    kept = KeptPlay.start(
        store,
        start.game,
        start.deal or random_deal(),
        start.level or _USUAL.level,
        start.mode,
        start.options,
        purpose=start.purpose,
        spares=spares,
        is_open=start.is_open,
        also=_also(store, start),
    )
    kept.tour_points = contests.tour_points(store, kept.purpose, start.game)
    return kept


def _also(store: Store, start: Start) -> Also | None:
    """Return what stores the contest with its game."""
    if start.contest is None:
        return None
    most_tries = start.contest.kind.most_tries(store.context.is_on_host)
    return contests.begin(start.contest, start.purpose.place, most_tries)


def deal_beside(store: Store, start: Start, settings: Settings = _USUAL) -> tuple[KeptPlay, str]:
    """Deal a free game; put an unfinished one aside and return a notice that says so.

    For commands that name a deal without showing what it would end.
    """
    before = None
    with suppress(StoreError):  # an unreadable game is put aside too
        before = store.load_suspended(start.game.id, FREE, start.options)
    start, notice = choose(store, start, settings)
    kept = deal(store, start, spares=True)
    if before is None or not before.row.is_unfinished or kept.unsaved:
        return kept, notice
    deal_before = "" if BOARD in start.options else f", deal {before.deal},"
    return kept, f"Your unfinished game{deal_before} {_WHERE_PUT}"


def resume_or_deal(store: Store, start: Start, settings: Settings = _USUAL) -> Brought:
    """Return the wanted game.

    A free game with a given deal is dealt beside the suspended one, and one that is won is dealt
    again. With options, the suspended game is one that has them. Raises ``CannotResume``.
    """
    is_free = start.purpose == FREE
    if is_free and start.deal:
        kept, notice = deal_beside(store, start, settings)
        return Brought(kept, False, notice)
    chosen = start.options if is_free and (start.options or start.is_exact) else None
    switch = start.level if is_free else None
    if found := resume(store, start.game, start.purpose, switch, chosen):
        return found
    start, notice = choose(store, start, settings)
    return Brought(deal(store, start), False, notice)


def find_question(store: Store, start: Start) -> Option | None:
    """Return the option to ask for before dealing a free game, or None.

    Games that are resumed, or have a given deal or options, need no question.
    """
    asked = next((each for each in start.game.options if each.question), None)
    if asked is None or start.purpose != FREE or start.deal or start.options:
        return None
    under_way = any(
        (each.game, each.purpose) == (start.game.id, FREE)
        and (not start.is_exact or not each.options)
        for each in store.in_progress()
    )
    return None if under_way or store.may_hide_games else asked


def put_aside(store: Store, hindrance: CannotResume) -> None:
    """Put an unreadable game aside: keep it, but do not offer it again."""
    store.may_hide_games = False  # the player knows, and wants to play
    if hindrance.saved:
        with suppress(StoreError):  # dealing another game puts it aside too
            store.put_aside(hindrance.saved.row.play_id)


def tell_quit(kept: KeptPlay) -> str:
    """Return what quitting does to the game on the table: ``the game is kept``."""
    if kept.store.context.is_guest:
        return _GUESTS
    return "the game is NOT SAVED" if kept.unsaved else "the game is kept"


def tell_quit_all(store: Store) -> str:
    """Return what quitting does to all games: ``your games are kept``."""
    if store.context.is_guest:
        return _GUESTS
    return "your games are NOT SAVED" if store.unsaved else "your games are kept"


def choose_game(like: Game | None) -> Game:
    """Return a game at random: of the family of another, or of all."""
    games = catalogue(published=True).values()
    among = [each for each in games if like is None or each.family == like.family]
    return among[random_below(len(among))]


# -- deals that can be won ---------------------------------------------------------------------


def draw(
    store: Store, settings: Settings, game: Game, level: int, options: Mapping[str, str]
) -> tuple[int, str]:
    """Return the number of a free game's next deal, and a notice for the player, usually empty."""
    with suppress(StoreError):
        if store.is_new():
            return _draw_first(store, game, level, options), ""
    known = pick(store, game, level, options) if settings.winnable else None
    return known or random_deal(), "" if known or not settings.winnable else NONE_KNOWN


def pick(store: Store, game: Game, level: int, options: Mapping[str, str]) -> int | None:
    """Return a deal that the solver has won at a level, at random; None if none is left.

    Leaves out the deals that the player has had, and those of days to come. The solver knows no
    deals with unusual options.
    """
    return next(_pick_all(store, game, level, options), None)


def _pick_all(store: Store, game: Game, level: int, options: Mapping[str, str]) -> Iterator[int]:
    if _has_unusual(game, options):
        return
    left = set(list_wins(game, level)) - store.list_deals(game.id) - list_deals(game.id, today())
    numbers = sorted(left)
    while numbers:
        deal = numbers.pop(random_below(len(numbers)))
        with suppress(StoreError):  # the host keeps the deals of its contests
            refuse_rehearsal(store, game.id, deal)
            yield deal


def _draw_first(store: Store, game: Game, level: int, options: Mapping[str, str]) -> int:
    """Return a deal for the first game of a player: one that can be won, with moves to choose from.

    Without known wins, any deal with such a choice. Turns of the stock are none.
    """

    def count_moves(deal: int) -> int:
        play = Play(game, deal, level, options=options)
        return min(_CHOICE, sum(not play.rules.is_turn(move) for move in play.legal_moves))

    known = list(islice(_pick_all(store, game, level, options), _LOOKED_AT))
    return max(known or [random_deal() for _ in range(_LOOKED_AT)], key=count_moves)


def is_known_win(play: Play) -> bool:
    """Return whether the solver has won the deal of a play, at its level or a stricter one."""
    if play.game.board or _has_unusual(play.game, play.options):
        return False
    return is_won(play.game, play.level, play.deal)


def _has_unusual(game: Game, options: Mapping[str, str]) -> bool:
    return any(options.get(each.key, each.usual) != each.usual for each in game.options)


def tell_rarity(game: Game, level: int, options: Mapping[str, str]) -> str:
    """Return a warning if a search may take very long, else "".

    >>> from solterm.games import find
    >>> tell_rarity(find("free-cell"), 3, {})
    ''
    >>> tell_rarity(find("scorpion"), 3, {})
    'Scorpion is almost never winnable at level 3: 2 of 100 deals are known to be.'
    """
    known = Odds.of_letters(find_letters(game, level))
    if known.won > _RARE * known.deals or not known.deals or _has_unusual(game, options):
        return ""
    found = f"{known.won or 'none'} of {known.deals} deals {'is' if known.won == 1 else 'are'}"
    return f"{game.name} is almost never winnable at level {level}: {found} known to be."

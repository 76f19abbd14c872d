"""One deal of the day: the try at it, its result, practice, and what comes tomorrow.

The page of the screen and line mode say the same. No number of a deal is told before its try has
ended.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import accumulate, islice
from typing import Any, NamedTuple

from solterm.contests import contests, days
from solterm.contests.contest import Contest, ContestGame
from solterm.contests.daily import WEEK, game_of, is_known_winnable, parse_day
from solterm.contests.days import DAYS_BACK
from solterm.contests.kinds import DAILY, BoardName
from solterm.contests.result_words import tell_uncounted
from solterm.contests.titles import board_name
from solterm.core.game import Game
from solterm.core.phrases import count, duration, span, spell
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.vocabulary.goals import CardsHome
from solterm.core.words.describe import tell_object
from solterm.games import find
from solterm.hall.messages import Tonight
from solterm.sessions import calendar, contest_deals, contest_steps
from solterm.sessions.calendar import Day
from solterm.sessions.evenings import tell_time
from solterm.sessions.host_link import HostLink
from solterm.sessions.plays import Start, deal_beside
from solterm.store.entries import PlayRow
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.purpose import Purpose
from solterm.store.store import Store

QUICK, SLOW, BENT, AWAY = "Oox."
"""The marks of a course; see ``DayOutcome.course``."""
_BLOCKS = str.maketrans(QUICK + SLOW + AWAY, "█▄░")
"""The marks of a course where the terminal has more than ASCII."""
_FEW = 10
"""The most moves in which the cards of a mark come home quickly."""


class DayOutcome(NamedTuple):
    """The result of a try."""

    result: PlayRow
    play: Play
    """The game as it ended."""
    cards: int
    """The cards home, or whatever the goal of the game counts."""
    of: int
    """How many a complete game has, counted alike."""
    course: str
    """A mark for every five cards, or ten points, in the order in which they came home for good.

    They came within ten moves (``O``), after more (``o``), with an exception (``x``), or not at all
    (``.``). So it tells how the game went, and nothing of the deal.
    """

    @property
    def unit(self) -> str:
        """What is counted: ``cards``, or the points of Poker."""
        own = self.play.game.own_score
        return own.unit if isinstance(own, CardsHome) else "cards"

    @property
    def step(self) -> int:
        """How many of them a mark stands for."""
        return 5 if self.unit == "cards" else 10

    def tell(self) -> str:
        """Return the result as a sentence."""
        won = "Won" if self.result.won else "Not won"
        cards = f"{self.cards} of {self.of}"
        exceptions = count(self.result.exceptions, "exceptions")
        told = [f"{won} at level {self.result.level}: {cards}", f"mark {self.result.score}"]
        told += [exceptions] * bool(self.result.exceptions)
        line = f"{', '.join([*told, duration(self.result.seconds)])}."
        return f"{line} {tell_uncounted(self.play)}".rstrip()


class DayView(NamedTuple):
    """A deal of the day as its page shows it."""

    day: date
    today: date
    leg: ContestGame
    contest: Contest | None
    """The player's try, if its game has been dealt."""
    is_dealt: bool
    """Whether its game has been dealt."""
    outcome: DayOutcome | None
    """The result of the try; None before its end, or if nothing is stored of it."""
    play: Play | None
    """The try as the player left it, or as it ended; None before, or if it can't be read."""
    played: Mapping[date, Day]
    """All days played."""

    @property
    def game(self) -> Game:
        return find(self.leg.game)

    @property
    def board(self) -> str:
        return str(BoardName(DAILY, self.day.isoformat()))

    @property
    def title(self) -> str:
        """``Deal of the day, Tuesday 24 November 2026``."""
        return f"Deal of the day, {self.day:%A} {self.day.day} {self.day:%B %Y}"

    @property
    def is_over(self) -> bool:
        """Whether the player's try has ended."""
        return self.contest is not None and not self.may_play

    @property
    def may_play(self) -> bool:
        """Whether the try can be begun or resumed."""
        if self.contest:
            return self.contest.open and not self.contest.finished
        return self.day == self.today

    @property
    def may_practise(self) -> bool:
        """Whether the deal can be played as a free game."""
        is_missed = self.contest is None and self.day < self.today
        is_late = self.today - self.day > timedelta(days=DAYS_BACK)
        return self.is_over or (is_missed and not is_late)


def read_day(store: Store, day: date | None = None) -> DayView:
    """Return a deal of the day, by default today's; raises ``StoreError`` for a day to come."""
    now = days.today()
    day = day or now
    _refuse_later(day)
    contest = contests.find_named(store, DAILY, day.isoformat())
    (leg,) = (contest or days.deal_to_play(store.context, day)).games
    saved = store.load_for(contest.purpose(0)) if contest else None
    outcome = _read_outcome(store, leg) if contest and contest.finished else None
    play = outcome.play if outcome else None
    with suppress(Refusal):
        play = play or (saved and saved.record.replay(find))
    return DayView(day, now, leg, contest, saved is not None, outcome, play, calendar.days(store))


def find_day(text: str) -> date:
    """Return the day of a typed date such as ``2026-11-24``; raises ``Refusal`` if it is none.

    Raises ``StoreError`` for a day to come.
    """
    day = parse_day(text)
    if day is None:
        raise Refusal(f"{text[:20]!a} is not a day: write it as {days.today()}.")
    _refuse_later(day)
    return day


def _refuse_later(day: date) -> None:
    if day > days.today():
        raise StoreError(f"The deal of {day} comes on that day.")


def _read_outcome(store: Store, leg: ContestGame) -> DayOutcome | None:
    result = store.result(leg.play) if leg.play else None
    if result is None:
        return None
    moments = []
    for play in store.load(leg.play).record.steps(find):
        moments.append(_look_at(play))
    is_score = isinstance(play.game.own_score, CardsHome)  # which the table shows
    cards = play.score if is_score else play.cards_home
    outcome = DayOutcome(result, play, cards, cards + moments[-1].away, "")
    return outcome._replace(course=_read_course(moments, outcome.of, outcome.step))


class _Moment(NamedTuple):
    """What the course of a game tells of one of its moments."""

    away: int
    """The cards that are not home."""
    moves: int
    exceptions: int


def _look_at(play: Play) -> _Moment:
    away = play.game.goal.whole(play.game.in_play) - play.rules.count_scored(play.table)
    return _Moment(away, play.moves, play.tally.exceptions)


def _read_course(moments: Sequence[_Moment], of: int, step: int) -> str:
    """Return the course of a game of so many cards, ``step`` to a mark; see ``DayOutcome``."""
    most_away = [*accumulate((each.away for each in reversed(moments)), max)][::-1]
    course, moves, exceptions = "", 0, 0
    for left in (max(each, 0) for each in range(of - step, -step, -step)):
        at = next((at for at, away in enumerate(most_away) if away <= left), None)
        if at is None:
            course += AWAY
            continue
        last, now = moments[max(at - 1, 0)], moments[at]
        # F10 sends several cards home, with a move for each.
        needed = max(last.moves, now.moves - (left - now.away))
        is_slow = needed > moves + _FEW
        course += BENT if now.exceptions > exceptions else SLOW if is_slow else QUICK
        moves, exceptions = needed, now.exceptions
    return course


def list_days(view: DayView) -> list[date]:
    """Return the days that have a page: those played, and the last seven."""
    latest = {view.today - timedelta(days=ago) for ago in range(DAYS_BACK + 1)}
    return sorted({*view.played, *latest, view.day})


# -- playing -------------------------------------------------------------------------------


def begin(store: Store, view: DayView, level: int | None = None) -> Start:
    """Begin or resume the try, and return how to start its game at a level.

    Raises ``Tried``, and ``StoreError`` for a day that is over.
    """
    if not view.may_play:
        raise StoreError(tell_practice(view) or "This day is over.")
    if not view.contest and view.day != days.today():
        raise StoreError("A new day has begun, with another deal.")
    contest = view.contest or contest_steps.begin(store, DAILY)
    start = contest_steps.start_of(contest, 0)
    return start._replace(level=level) if level else start


def practise(store: Store, host: HostLink, view: DayView, level: int) -> tuple[KeptPlay, str]:
    """Deal the cards of a day for a free game, beside an unfinished one; return a notice too.

    It counts for no board and no streak. Raises ``Refusal`` unless the deal is open for that.
    """
    if not view.may_practise:
        raise StoreError("Play your try first: practice comes after it.")
    contest = view.contest or days.deal_to_play(store.context, view.day)
    deal = contest_deals.find_practice_deal(host, contest)
    return deal_beside(store, Start(view.game, deal, level, is_open=True))


def is_practice(store: Store, play: Play) -> bool:
    """Return whether a free game has the deal of a day that can be practised."""
    # A host tells nobody the number of a day, so a missed one is known by its game alone.
    known = {play.deal, *([0] if not store.told_deal(Purpose(DAILY.id), play.deal) else [])}
    for day in (days.today() - timedelta(days=ago) for ago in range(DAYS_BACK + 1)):
        if game_of(day) == play.game.id and (view := read_day(store, day)).leg.deal in known:
            return view.may_practise
    return False


def settle(store: Store, view: DayView) -> DayView:
    """Close a guest's try that has ended, as it goes to no board."""
    if view.is_over and view.contest and view.contest.open and store.context.is_guest:
        contests.close(store, view.contest)
        return read_day(store, view.day)
    return view


def needs_board(store: Store, view: DayView) -> bool:
    """Return whether the result still has to go to the board."""
    contest = view.contest
    is_waiting = contest is not None and contest.open and contest.finished
    return is_waiting and not store.context.is_guest


def record_of(store: Store, view: DayView) -> str:
    """Return the record of the try; raises ``StoreError`` before its end, or if there is none."""
    if view.outcome is None:
        raise StoreError("You have not played this deal for the board.")
    return str(store.load(view.leg.play).record)


# -- in words ------------------------------------------------------------------------------


def tell_game(view: DayView) -> str:
    """Return the game, and what the games of this day of the week have in common."""
    return f"{view.game}. {view.day:%A}s bring {WEEK[view.day.weekday()].about}."


def tell_rule(view: DayView) -> str:
    """Return the object of the game and its idea."""
    return f"{tell_object(view.game)} {view.game.summary}.".lstrip()


def tell_winnable(view: DayView, tonight: Tonight | None = None) -> str:
    """Return whether a deal was chosen because it can be won, as a host tells; "" after the try."""
    if view.outcome:
        return ""
    is_proved = tonight is not None and tonight.winnable_day == view.day.isoformat()
    if is_proved or is_known_winnable(*view.leg[:2]):
        return "This deal can be won at level 3."
    if not view.may_play:
        return ""
    return "Not every deal can be won, and this one may be lost from the start."


def tell_try(view: DayView, level: int, keys: str) -> str:
    """Return how the try stands; ``keys`` says how to begin it."""
    if view.outcome:
        return view.outcome.tell()
    if view.is_over:
        return "Your try is over, without a result."
    if view.is_dealt and view.may_play:
        return f"Your try is under way. {keys}"
    if view.may_play:
        return f"One try, no undo or hints, level {level}; exceptions cost points. {keys}"
    return tell_practice(view) or "You did not play this day."


def tell_practice(view: DayView) -> str:
    """Return what practice of a missed day means; "" if it was played, or is too long ago."""
    if view.is_over or not view.may_practise:
        return ""
    return (
        "You did not play this day. You can practise its deal, with undo and hints; that counts for"
        " no board and no streak."
    )


def tell_best(view: DayView) -> str:
    """Return the best result of the month; "" without one that earned a point."""
    month = {
        day: each
        for day, each in view.played.items()
        if (day.year, day.month) == (view.day.year, view.day.month)
    }
    if not month:
        return ""
    day = max(sorted(month), key=lambda each: (month[each].won, month[each].points))
    if not month[day].points:
        return ""
    won = ", won" if month[day].won else ""
    return f"Best of {day:%B}: mark {month[day].points}{won}, on {day.day} {day:%B}."


def tell_streak(view: DayView) -> str:
    """Return the consecutive days and weeks; see ``calendar``."""
    return calendar.tell_days(view.played, view.today)


def tomorrow_of(view: DayView) -> tuple[Game, datetime]:
    """Return tomorrow's game, and the moment when its deal comes."""
    day = view.today + timedelta(days=1)
    return find(game_of(day)), datetime.combine(day, time(), UTC)


def tell_tomorrow(
    store: Store, view: DayView, zone: tzinfo | None = None, now: datetime | None = None
) -> str:
    """Return what tomorrow brings, and when: in local time, or on a host in UTC, too."""
    game, at = tomorrow_of(view)
    left = span((at - (now or datetime.now(UTC))).total_seconds())
    shown = tell_time(at, zone) if store.context.is_on_host else f"{at.astimezone():%H:%M}"
    return f"Tomorrow at {shown}, in {left}: {game}."


def tell_months(view: DayView, most: int) -> list[str]:
    """Return the calendar up to the month of the day, the latest of ``most`` months first."""
    last = min(view.today, _last_of_month(view.day))
    latest = islice(calendar.months(view.played, last), most)
    lines = [f"{f'{month:%b %Y}':9}{marks}" for month, marks in latest]
    return [f"{'':9}{calendar.DAYS}", *lines, calendar.LEGEND]


def _last_of_month(day: date) -> date:
    after = day.replace(day=28) + timedelta(days=4)
    return after - timedelta(days=after.day)


def tell_course(view: DayView, is_ascii: bool) -> str:
    """Return the course of the try as a row of marks; "" without a result."""
    course = view.outcome.course if view.outcome else ""
    return course if is_ascii else course.translate(_BLOCKS)


def tell_marks(view: DayView, is_ascii: bool) -> str:
    """Return what the marks of a course mean; "" without a result."""
    if view.outcome is None:
        return ""
    marks = QUICK + SLOW + BENT + AWAY
    quick, slow, bent, away = list(marks if is_ascii else marks.translate(_BLOCKS))
    some = f"{spell(view.outcome.step)} {view.outcome.unit}"
    return (
        f"Each mark stands for {some}: {quick} within ten moves, {slow} after more,"
        f" {bent} with an exception, {away} never."
    )


def line_of(store: Store, view: DayView, is_ascii: bool = True) -> str:
    """Return the result for a chat: its line, the course, and where the deal can be played.

    It spoils nothing. "" without a result.
    """
    if view.outcome is None:
        return ""
    result, days = view.outcome.result, calendar.run_of_days(view.played, view.day)
    told = [
        f"solterm {view.day.day} {view.day:%b}",
        f"{view.game.name} {view.outcome.cards}/{view.outcome.of} {view.outcome.unit}",
        *(["won"] if result.won else []),
        f"level {result.level}",
        *([count(result.exceptions, "exceptions")] if result.exceptions else []),
        *([f"mark {result.score}"] if result.score > 0 else []),
        duration(result.seconds),
        *([f"{days} days in a row"] if days > 1 else []),
    ]
    there = f"solterm daily {view.day}"
    if store.context.is_on_host:  # where the deal has another number
        site = store.context.site
        there = f"{site}/boards/{view.board}" if site else ""
    return "\n".join(filter(None, (", ".join(told), tell_course(view, is_ascii), there)))


def values(store: Store, view: DayView) -> dict[str, Any]:
    """Return the day as JSON has it (docs/protocol.md)."""
    result = view.outcome.result if view.outcome else None
    game, at = tomorrow_of(view)
    return {
        "date": view.day.isoformat(),
        "game": view.leg.game,
        "deal": view.leg.deal if view.is_over else 0,
        "over": view.is_over,
        "won": result.won if result else None,
        "level": result.level if result else None,
        "mark": result.score if result else None,
        "cards": view.outcome.cards if view.outcome else None,
        "of": view.outcome.of if view.outcome else None,
        "seconds": round(result.seconds) if result else None,
        "practice": view.may_practise,
        "days": calendar.run_of_days(view.played, view.today),
        "weeks": calendar.run_of_weeks(view.played, view.today),
        "line": line_of(store, view),
        "tomorrow": {"game": game.id, "at": at.isoformat()},
    }


def tell(
    store: Store,
    view: DayView,
    level: int,
    keys: str,
    tonight: Tonight | None = None,
    zone: tzinfo | None = None,
) -> list[str]:
    """Return everything but the board as lines, for players who listen."""
    return [
        *filter(
            None,
            (
                f"{board_name(view.board)}, {view.day:%A}.",
                tell_game(view),
                tell_rule(view),
                tell_winnable(view, tonight),
                tell_try(view, level, keys),
                tell_best(view),
                tell_streak(view),
                tell_tomorrow(store, view, zone),
                line_of(store, view),
                tell_marks(view, is_ascii=True),
            ),
        )
    ]

"""Evenings: tournaments that a host begins by the clock, from a file with a line each.

A line says when (a weekday, ``daily`` or a date, and a time in UTC), what (games by id, or
``tour``), and for how long:

    fri 20:00 demon 2h
    daily 19:00 tour 90m
    2026-12-24 18:00 demon,free-cell 3h

An evening is an ordinary tournament of the host, so its board has the standings.
"""

from collections.abc import Callable, Container, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from solterm.contests.contest import Contest, lay_out
from solterm.contests.kinds import EIGHT, MOST_GAMES, TOURNAMENT
from solterm.core.names import EVENING
from solterm.core.refusal import Refusal
from solterm.games import find_known
from solterm.hall.messages import Notice, Tonight
from solterm.serve.house_rules import read_span
from solterm.sessions.evenings import tell_day, tell_games
from solterm.store.errors import show_path

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAILY = "daily"
_TOUR = "tour"
_SOON = timedelta(minutes=15)
_LARGEST = 1 << 16
_LONGEST = timedelta(hours=24)
_WEEK = 7


class Evening(NamedTuple):
    """An evening as it was, is or will be held."""

    name: str
    """The name of its tournament: ``Evening 2026-11-27 2000``."""
    games: tuple[str, ...]
    start: datetime
    end: datetime

    def tell(self) -> str:
        """Return what is played and when: ``Demon, 20:00 to 22:00 UTC``."""
        return f"{tell_games(self.games)}, {self.start:%H:%M} to {self.end:%H:%M} UTC"


class _Line(NamedTuple):
    day: str
    at: timedelta
    games: tuple[str, ...]
    span: timedelta

    def on(self, day: date) -> Evening | None:
        """Return the evening of a day, if there is one."""
        if self.day not in (_DAILY, _DAYS[day.weekday()], day.isoformat()):
            return None
        start = datetime(day.year, day.month, day.day, tzinfo=UTC) + self.at
        return Evening(f"{EVENING}{start:%Y-%m-%d %H%M}", self.games, start, start + self.span)


def read_schedule(path: Path) -> "EveningSchedule":
    """Read a file of evenings. Raises ``Refusal``, which names the line."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LARGEST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refusal(f"Can't read {show_path(path)}: {reason}.") from None
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        if words := line.partition("#")[0].split():
            try:
                lines.append(_read_line(words))
            except Refusal as error:
                raise Refusal(f"{show_path(path)}, line {number}: {error}") from None
    return EveningSchedule(lines)


def _read_line(words: Sequence[str]) -> _Line:
    if len(words) != 4:
        raise Refusal("write a day, a time, games and a span, like 'fri 20:00 demon 2h'.")
    day, at, games, span = words
    day = day.lower()
    if day not in (_DAILY, *_DAYS):
        try:
            day = date.fromisoformat(day).isoformat()
        except ValueError:
            raise Refusal(f"{day!r} is no day: write fri, daily or 2026-12-24.") from None
    try:
        moment = datetime.strptime(at, "%H:%M")
    except ValueError:
        raise Refusal(f"{at!r} is no time: write 20:00, in UTC.") from None
    ids = EIGHT if games == _TOUR else tuple(games.split(","))
    if unknown := next((each for each in ids if not find_known(each)), ""):
        raise Refusal(f"there is no game {unknown!r}; 'solterm list' has the ids.")
    if len(ids) > MOST_GAMES:
        raise Refusal(f"an evening has at most {MOST_GAMES} games.")
    lasts = read_span(span)
    if lasts > _LONGEST:
        raise Refusal("an evening lasts at most a day.")
    return _Line(day, timedelta(hours=moment.hour, minutes=moment.minute), ids, lasts)


class EveningSchedule:
    """The evenings of a host. ``tick`` begins and ends them."""

    def __init__(self, lines: Sequence[_Line]) -> None:
        self._lines = lines

    def find(self, now: datetime) -> list[Evening]:
        """Return the evenings of yesterday and the next seven days, by their start."""
        days = [now.date() + timedelta(days=days) for days in range(-1, _WEEK)]
        found = [each for line in self._lines for day in days if (each := line.on(day))]
        return sorted(found, key=lambda each: each.start)

    def tell_next(self, now: datetime) -> Tonight:
        """Return the evening that is on, or else the next one, without its players."""
        coming = [each for each in self.find(now) if now < each.end]
        if not coming:
            return Tonight("")
        first = coming[0]
        moments = first.start.isoformat(), first.end.isoformat()
        return Tonight(first.name, first.games, *moments)

    def find_next(self, now: datetime) -> str:
        """Return when the next evening begins, in ISO 8601; "" if none is planned."""
        return next((each.start.isoformat() for each in self.find(now) if now < each.start), "")

    def tick(
        self,
        since: datetime,
        now: datetime,
        held: Container[str],
        publish: Callable[[Evening], object],
        announce: Callable[[Evening, str], object],
    ) -> None:
        """Publish each tournament that is on, and announce what came, began or ended ``since``.

        A host that starts again does not repeat what it has announced before; ``greet`` tells the
        players when they log in. ``held`` has the names of the published tournaments. Publishing
        twice has no effect, so hosts on one database may all do it.
        """
        for each in self.find(now):
            if each.start <= now < each.end and each.name not in held:
                publish(each)
            if since < each.start - _SOON <= now < each.start:
                announce(each, _tell_soon(each))
            elif since < each.start <= now < each.end:
                announce(each, _tell_begun(each))
            elif since < each.end <= now and each.name in held:
                announce(each, _tell_over(each))

    def greet(self, now: datetime, held: Container[str]) -> Notice:
        """Return what a player should know at login: today's contest, or the last one's board."""
        found = self.find(now)
        if present := [each for each in found if each.start <= now < each.end]:
            return Notice(_tell_begun(present[0]), next=present[0].start.isoformat())
        if coming := [
            each for each in found if now < each.start and each.start.date() == now.date()
        ]:
            first = coming[0]
            told = f"{tell_day(first.start, now)}: {first.tell()}."
            return Notice(told, next=first.start.isoformat())
        over = [each for each in found if each.end <= now and each.name in held]
        if not over:
            return Notice("")
        return Notice(_tell_over(over[-1]), over[-1].name, self.find_next(now))


def make_tournament(evening: Evening) -> Contest:
    """Return the tournament of an evening; its deals are drawn when the first player begins it."""
    return lay_out(TOURNAMENT, lambda: 0, evening.games, evening.name)


def _tell_soon(evening: Evening) -> str:
    return f"{tell_day(evening.start, evening.start)}'s contest begins soon: {evening.tell()}."


def _tell_begun(evening: Evening) -> str:
    return f"Now: {evening.tell()}."


def _tell_over(evening: Evening) -> str:
    return f"The evening of {evening.start:%Y-%m-%d %H:%M} UTC is over."

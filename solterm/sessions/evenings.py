"""Evenings of a host: the next one as a sentence, and how the player did in the last one."""

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import NamedTuple

from solterm.contests import contests
from solterm.contests.boards import Boards
from solterm.contests.kinds import DAILY, EIGHT, TOURNAMENT, BoardName
from solterm.contests.titles import board_unit, find_start
from solterm.contests.tournaments import list_published
from solterm.core.phrases import count, ordinal, span
from solterm.games import find_known
from solterm.hall.messages import Notice, Tonight
from solterm.sessions.news import name_game, tame
from solterm.store import players
from solterm.store.errors import StoreError
from solterm.store.store import Store

NEEDS_KEY = "Log in with an SSH key to take part."
_EVENING_BEGINS = 17
"""The hour from which today is tonight."""
_BEST = 5
"""Standings that are told."""
_OVER, _NEXT = "The evening is over: ", "; the next is "


# -- tonight -------------------------------------------------------------------------------


def tell_games(games: tuple[str, ...]) -> str:
    """Return what is played on an evening: ``Demon``, ``Aunt Anne's tour``."""
    if games == EIGHT:
        return "Aunt Anne's tour"
    return ", ".join(map(name_game, filter(find_known, games)))


def tell_time(moment: datetime, zone: tzinfo | None) -> str:
    """Return a time of day in UTC and in the player's zone: ``20:00 UTC, 21:00 here``."""
    told, here = f"{moment:%H:%M} UTC", moment.astimezone(zone)
    if zone is None or not here.utcoffset():
        return told
    day = "" if here.date() == moment.date() else f"{here:%A} "
    return f"{told}, {day}{here:%H:%M} here"


def tell_tonight(tonight: Tonight, now: datetime, zone: tzinfo | None = None) -> str:
    """Return the next evening in a sentence; "" if none is planned.

    ``Tonight at 20:00 UTC, 21:00 here: Demon. 6 players have signed up, you too.``
    """
    if not tonight.name:
        return ""
    told = f"{tell_start(tonight, now, zone)}: {tell_games(tonight.games)}."
    return told if has_begun(tonight, now) else f"{told} {tell_sign_ups(tonight)}"


def has_begun(tonight: Tonight, now: datetime) -> bool:
    """Whether it is on, so that players can join."""
    return datetime.fromisoformat(tonight.start) <= now


def tell_start(tonight: Tonight, now: datetime, zone: tzinfo | None = None) -> str:
    """Return when it is: ``Tonight at 20:00 UTC``, ``Now, until 22:00 UTC``."""
    start, end = map(datetime.fromisoformat, (tonight.start, tonight.end))
    if has_begun(tonight, now):
        return f"Now, until {tell_time(end, zone)}"
    return f"{tell_day(start, now, zone)} at {tell_time(start, zone)}"


def tell_day(start: datetime, now: datetime, zone: tzinfo | None = None) -> str:
    """Return the day of an evening: ``Tonight``, ``Today``, ``Friday``."""
    if start.date() != now.date():
        return f"{start:%A}"
    return "Tonight" if start.astimezone(zone or UTC).hour >= _EVENING_BEGINS else "Today"


def is_on(tonight: Tonight | None, name: str) -> bool:
    """Whether a tournament is the evening that is on."""
    if tonight is None or not name or tonight.name != name:
        return False
    return has_begun(tonight, datetime.now(UTC))


def tell_progress(boards: Boards, tonight: Tonight, zone: tzinfo | None = None) -> list[str]:
    """Return in sentences how an evening goes: what is left, who plays, who leads."""
    told = tell_course(tonight, zone)
    leaders = list_leaders(boards, tonight) if is_on(tonight, tonight.name) else []
    return [*told, f"Standings: {', '.join(leaders)}."] if leaders else told


def tell_course(tonight: Tonight, zone: tzinfo | None = None) -> list[str]:
    """Return in sentences what is left of an evening, and who plays."""
    now = datetime.now(UTC)
    told = [tell_tonight(tonight, now, zone)]
    if not is_on(tonight, tonight.name):
        return list(filter(None, told))
    left = datetime.fromisoformat(tonight.end) - now
    told.append(f"{span(left.total_seconds())} left.")
    if tonight.playing:
        told.append(f"Playing: {', '.join(map(tame, tonight.playing))}.")
    return told


def list_leaders(boards: Boards, tonight: Tonight) -> list[str]:
    """Return the best players of an evening and their points: ``ann 640``."""
    best = boards.top(str(BoardName(TOURNAMENT, tonight.name)), _BEST)
    return [f"{tame(each.player)} {each.points}" for each in best]


def tell_sign_ups(tonight: Tonight) -> str:
    """Return how many have signed up, and whether this player has, in a sentence."""
    if not tonight.signed_up:
        return "Nobody has signed up yet."
    has = "has" if tonight.signed_up == 1 else "have"
    if tonight.is_signed_up and tonight.signed_up == 1:
        return "You have signed up."
    also = ", you too" if tonight.is_signed_up else ""
    return f"{count(tonight.signed_up, 'players')} {has} signed up{also}."


def find_way(notice: Notice, now: datetime) -> str:
    """Return where a notice leads: to ``join`` an evening, ``show`` it, or its ``board``; or ""."""
    if notice.evening:
        return "board"
    if not notice.next:
        return ""
    return "join" if datetime.fromisoformat(notice.next) <= now else "show"


# -- places on boards ----------------------------------------------------------------------


class BoardPlace(NamedTuple):
    """How an evening or a deal of the day ended for a player, or how it stands."""

    board: str
    players: int
    place: int
    """From 1; 0 for a player who was not there."""
    rival: str = ""
    """The next better player, or the second for the winner; "" for a player who was not there."""
    margin: str = ""
    """By how much: ``4 points``."""
    what: str = "contest"
    winner: str = ""
    best: int = 0
    """The winner's points."""

    def tell_end(self) -> str:
        """Return who has won, and the player's place: ``bob won with 640; you are 3rd of 11``."""
        if self.place == 1:
            rest = f"of {count(self.players, 'players')}" if self.players > 1 else "alone"
            return f"you won with {self.best}, {rest}"
        place = ordinal(self.place)
        return f"{self.winner} won with {self.best}; you are {place} of {self.players}"

    def tell(self) -> str:
        """Return it in a sentence: ``Yesterday's contest: 3rd of 11; bob beat you by 4 points.``"""
        if not self.place:
            return (
                f"Yesterday's {self.what}: {self.winner} won, of {count(self.players, 'players')}."
            )
        if not self.rival:
            return f"Yesterday's {self.what}: you won, alone."
        place = f"Yesterday's {self.what}: {ordinal(self.place)} of {self.players}"
        if not self.margin and self.what == "deal":  # a win and the time count, too
            return f"{place}; {self.rival} was {'better' if self.place > 1 else 'next'}."
        if not self.margin:
            tied = "earlier" if self.place > 1 else "later"
            return f"{place}; {self.rival} had as much, but {tied}."
        if self.place == 1:
            return f"{place}, {self.margin} ahead of {self.rival}."
        return f"{place}; {self.rival} beat you by {self.margin}."


def tell_notice(store: Store, notice: Notice, zone: tzinfo | None = None) -> str:
    """Return a notice of the host; who has played the evening that is over reads the result.

    Return "" for a notice that concerns only those.
    """
    told = tame(notice.text)
    with suppress(StoreError):
        own = contests.find_named(store, TOURNAMENT, notice.evening) if notice.evening else None
        result = read_result(Boards(store), notice.evening) if own else None
        if result and result.place:
            return f"{_OVER}{result.tell_end()}{_tell_next(notice, zone)}."
        if own and own.open:
            won = f": {result.winner} won with {result.best}" if result else ""
            return f"The evening is over{won}. What you play of it still counts on its board."
    if told and find_way(notice, datetime.now(UTC)) == "show":
        here = datetime.fromisoformat(notice.next).astimezone(zone)
        told += f" That is {here:%H:%M} here." if zone and here.utcoffset() else ""
    return told


def _tell_next(notice: Notice, zone: tzinfo | None) -> str:
    if not notice.next:
        return ""
    start, now = datetime.fromisoformat(notice.next), datetime.now(UTC)
    day = tell_day(start, now, zone)
    return f"{_NEXT}{day.lower() if start.date() == now.date() else day} {tell_time(start, zone)}"


def shorter_forms(told: str) -> list[str]:
    """Return a notice and shorter forms of it, for a row: without what everybody knows.

    >>> shorter_forms("The evening is over: ann won; the next is Friday. & shows its board.")[1:]
    ['The evening is over: ann won. & shows its board.', 'ann won. & shows its board.']
    """
    head, has_next, rest = told.partition(_NEXT)
    short = f"{head}.{rest.partition('.')[2]}" if has_next else told
    return [told, short, short.removeprefix(_OVER)]


def read_evening(boards: Boards, day: date) -> BoardPlace | None:
    """Return the result of a day's last evening that has begun; None if nobody played in it.

    This proves the results of its board, which may take long the first time. Raises ``StoreError``.
    """
    found = [each.name for each in list_published(boards.context)[0]]
    names = [each for each in found if (at := find_start(each)) and at.date() == day]
    return read_result(boards, max(names)) if names else None


def read_result(boards: Boards, name: str) -> BoardPlace | None:
    """Return the result of an evening for this player; None if nobody played in it."""
    return _read_board(boards, f"tournament:{name}", "contest")


def read_deal(boards: Boards, today: date) -> BoardPlace | None:
    """Return the result of yesterday's deal of the day; None if nobody played it."""
    day = (today - timedelta(days=1)).isoformat()
    return _read_board(boards, str(BoardName(DAILY, day)), "deal")


def _read_board(boards: Boards, board: str, what: str) -> BoardPlace | None:
    entries = boards.top(board)
    if not entries:
        return None
    me = "" if boards.context.is_guest else players.profile(boards.context)
    place = next((at for at, each in enumerate(entries, 1) if me and each.profile == me), 0)
    first = entries[0]
    result = BoardPlace(board, len(entries), place, "", "", what, tame(first.player), first.points)
    if not place or len(entries) == 1:
        return result
    own, rival = entries[place - 1], entries[place - 2 if place > 1 else 1]
    better = own.points - rival.points if place == 1 else rival.points - own.points
    margin = max(0, better)  # a deal may be decided by its win or its time
    told = count(margin, _plural(board)) if margin else ""
    return result._replace(rival=tame(rival.player), margin=told)


def _plural(board: str) -> str:
    """Return the unit of a margin: marks and scores are counted in points."""
    name = board_unit(board).name
    return name if name.endswith("s") else "points"

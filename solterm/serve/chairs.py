"""What is played at a session, as far as others may see it, and who looks on.

A host replays nothing: it passes on a deal and events, and whoever looks on finds out whether they
hold. Here they are only held to a size and to plain text.
"""

import re
from collections.abc import Callable

from solterm.core.values import replace
from solterm.hall.messages import Message, Result, Rise, Seat, Step
from solterm.serve.budget import Budget

Say = Callable[[Message], None]
"""Says something to somebody, at once or later."""

MOST_WATCHERS = 50
"""Sessions that look on at one."""

MOST_EVENTS = 20_000
"""Events of a play that is shown; as many as a result on a board may have."""

_LARGEST = 1 << 19
"""Characters of all events of a play that is shown."""

_AT_ONCE = 40
"""Times that watchers are told something at once; on average it is half as often a second."""

_A_TIME = 4096
"""Characters of events that count as once more."""

_LONGEST_EVENT = 80
"""Characters of an event; only the name of a bookmark makes one so long."""

_GAME = re.compile(r"[a-z0-9-]{1,60}", re.ASCII)
_DEAL = re.compile(r"[0-9]{1,20}", re.ASCII)
_PURPOSE = re.compile(r"[a-z0-9: ]{0,60}", re.ASCII)
_OPTIONS = re.compile(r"[a-z0-9_= -]{0,200}", re.ASCII)


def is_game_id(text: str) -> bool:
    """Is it written like the id of a game?"""
    return _GAME.fullmatch(text) is not None


def names_a_game(named: Seat | Result) -> bool:
    """Is what somebody says of a game such as a session writes it?"""
    return bool(
        is_game_id(named.game)
        and _DEAL.fullmatch(named.deal)
        and _PURPOSE.fullmatch(named.purpose)
        and 1 <= named.level <= 3
    )


class ShownPlay:
    """A play that is shown: its deal, and its events so far."""

    def __init__(self, seat: Seat) -> None:
        """An empty one, of the deal that is played."""
        self.seat = replace(seat, events=())
        self.events: list[str] = []
        self._size = 0

    @classmethod
    def of(cls, seat: Seat) -> "ShownPlay | None":
        """What is played at a seat; None where it is not to be shown."""
        record = cls(seat)
        is_sound = names_a_game(seat) and _OPTIONS.fullmatch(seat.options)
        return record if is_sound and record.add(Step(1, seat.events)) else None

    def add(self, step: Step) -> bool:
        """Add the next events; False where they are not the next ones, too many or no text."""
        self._size += sum(map(len, step.events))
        is_next = step.number == len(self.events) + 1
        is_small = self._size <= _LARGEST and len(self.events) + len(step.events) <= MOST_EVENTS
        if not is_next or not is_small or not all(map(_is_event, step.events)):
            return False
        self.events += step.events
        return True

    def whole(self) -> Seat:
        """All of it, for somebody who knows nothing of it."""
        return replace(self.seat, events=tuple(self.events))

    def since(self, known: int) -> Step:
        """The events after those that somebody knows."""
        return Step(known + 1, tuple(self.events[known:]))


def _is_event(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_EVENT and text.isprintable()


def _cost(news: Message) -> float:
    """What telling something costs; the largest play is told every other second."""
    events = news.events if isinstance(news, Seat | Step) else ()
    return min(_AT_ONCE, 1 + sum(map(len, events)) / _A_TIME)


class Chair:
    """Where a session plays: others look on, and are told what happens as it happens.

    Where very much happens they are told less often, and then all of it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.is_open = False
        """May others look on? Not before the session has said so."""
        self.is_known = True
        """Has been heard what is played? Of a session on another host only after a moment."""
        self.record: ShownPlay | None = None
        """What is played; None for nothing."""
        self.watchers: dict[str, Say] = {}
        """How those who look on are told, by their sessions."""
        self._known: int | None = 0
        """How many of its events they know; None: not even what is played."""
        self._budget = Budget(20, _AT_ONCE, clock)

    def follow(self, message: Seat | Step | Rise) -> None:
        """Keep up with what is played."""
        self.is_known = True
        if isinstance(message, Seat):
            self.record, self._known = ShownPlay.of(message), None
        elif isinstance(message, Rise) or (self.record and not self.record.add(message)):
            self.record, self._known = None, None
        self.show()

    def goes_on_with(self, step: Step) -> bool:
        """Are some events the next ones of what is played?"""
        return self.record is not None and step.number == len(self.record.events) + 1

    def show(self) -> None:
        """Tell those who look on what they do not know, unless they were told much just now."""
        known = len(self.record.events) if self.record else 0
        if self.watchers and self._known == known:
            return
        if self.watchers:
            news = self._news(self._known)
            if not self._budget.spend(_cost(news)):
                return
            for say in self.watchers.values():
                say(news)
        self._known = known

    def admit(self, watcher: str, say: Say) -> None:
        """Somebody looks on from now on, and is told all there is."""
        self.show()
        known = self._known
        if self.is_known and (known is None or not self.record):
            say(self._news(None))
        elif self.is_known and self.record:
            # The others may know less than all: they are told the rest later, and all alike.
            say(replace(self.record.seat, events=tuple(self.record.events[:known])))
        self.watchers[watcher] = say

    def dismiss(self, watcher: str) -> None:
        """Somebody looks on no more."""
        self.watchers.pop(watcher, None)

    def close(self, reason: Message) -> None:
        """Let nobody watch any more, and tell everybody why: ``No`` or ``Away``."""
        watchers, self.watchers = self.watchers, {}
        for say in watchers.values():
            say(reason)

    def _news(self, known: int | None) -> Message:
        """What tells somebody who knows so many events all the others."""
        if self.record is None:
            return Rise()
        return self.record.whole() if known is None else self.record.since(known)

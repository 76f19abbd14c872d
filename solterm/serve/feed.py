"""A session's feed: the game it shows to spectators, and the spectators.

The host passes on a deal and its events without replaying them; each spectator's session checks
them. The feed only limits their size and admits plain text alone.
"""

import re
from collections.abc import Callable

from solterm.contests.result import check_board
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.hall.messages import Message, PlayLeft, PlayStarted, Result, Step
from solterm.serve.limits import TokenBucket

Say = Callable[[Message], None]
"""Sends a message, now or later."""

MOST_WATCHERS = 50
"""Spectators of one session."""

MOST_EVENTS = 20_000
"""Events of one game, as many as a result on a board may have."""

_LARGEST = 1 << 19
"""Characters of all events of one game."""

_AT_ONCE = 40
"""Messages to spectators in a burst; on average they get half as many a second."""

_A_TIME = 4096
"""Characters of events that cost as much as a message."""

_LONGEST_EVENT = 80
"""Characters of an event; only bookmarks with long names come close."""

_LONGEST_REST = 24 * 60
"""Minutes without a move that spectators hear of."""

_GAME = re.compile(r"[a-z0-9-]{1,60}", re.ASCII)
_DEAL = re.compile(r"[0-9]{1,20}", re.ASCII)
_PURPOSE = re.compile(r"[a-z0-9: ]{0,60}", re.ASCII)
_OPTIONS = re.compile(r"[a-z0-9_= -]{0,200}", re.ASCII)


def is_game_id(text: str) -> bool:
    """Return whether a text has the form of a game's id."""
    return _GAME.fullmatch(text) is not None


def is_board(text: str) -> bool:
    """Return whether a text is the name of a board, or empty."""
    try:
        if text:
            check_board(text)
    except Refusal:
        return False
    return True


def names_a_game(named: PlayStarted | Result) -> bool:
    """Return whether a message describes a game in the form that sessions use."""
    has_no_deal = isinstance(named, Result) and not named.deal
    return bool(
        is_game_id(named.game)
        and (has_no_deal or _DEAL.fullmatch(named.deal))
        and _PURPOSE.fullmatch(named.purpose)
        and 1 <= named.level <= 3
        and is_board(named.board)
    )


class ShownPlay:
    """A game that spectators may see: its deal, and its events so far."""

    def __init__(self, start: PlayStarted) -> None:
        self.start = replace(start, events=(), idle=0)
        self.events: list[str] = []
        self._size = 0

    @classmethod
    def of(cls, start: PlayStarted) -> "ShownPlay | None":
        """Return the game that a message describes; None if it is malformed or too large."""
        record = cls(start)
        is_sound = names_a_game(start) and _OPTIONS.fullmatch(start.options)
        return record if is_sound and record.add(Step(1, start.events)) else None

    def add(self, step: Step) -> bool:
        """Add the next events; return False if they leave a gap, are too large or malformed."""
        self._size += sum(map(len, step.events))
        is_next = step.number == len(self.events) + 1
        is_small = self._size <= _LARGEST and len(self.events) + len(step.events) <= MOST_EVENTS
        if not is_next or not is_small or not all(map(_is_event, step.events)):
            return False
        self.events += step.events
        return True

    def whole(self) -> PlayStarted:
        """Return the game with all its events."""
        return replace(self.start, events=tuple(self.events))

    def since(self, known: int) -> Step:
        """Return the events after the first ``known`` ones."""
        return Step(known + 1, tuple(self.events[known:]))


def _is_event(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_EVENT and text.isprintable()


def _cost(news: Message) -> float:
    # At this price the largest game is sent every other second.
    events = news.events if isinstance(news, PlayStarted | Step) else ()
    return min(_AT_ONCE, 1 + sum(map(len, events)) / _A_TIME)


class Feed:
    """The game of one session, and its spectators.

    Spectators get each event as it happens. If a session produces events too fast, they get them
    less often, several at a time.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.is_open = False
        """Whether others may watch; false until the session allows it."""
        self.is_known = True
        """Whether the game is known; a session on another host takes a moment to send it."""
        self.record: ShownPlay | None = None
        """The game; None between games."""
        self.watchers: dict[str, Say] = {}
        """How to reach each spectator, by session."""
        self._glances: set[str] = set()
        """The spectators who see no more than a small picture."""
        self._known: int | None = 0
        """How many events the spectators have; None if they have not even the deal."""
        self._budget = TokenBucket(20, _AT_ONCE, clock)
        self._clock = clock
        self._moved = clock()
        """When the session last sent something about its game."""

    @property
    def audience(self) -> int:
        """How many spectators watch the whole table."""
        return len(self.watchers) - len(self._glances)

    def follow(self, message: PlayStarted | Step | PlayLeft) -> None:
        """Take a message of the session about its game."""
        self.is_known, self._moved = True, self._clock()
        if isinstance(message, PlayStarted):
            self._moved -= 60 * max(0, min(message.idle, _LONGEST_REST))
            self.record, self._known = ShownPlay.of(message), None
        elif isinstance(message, PlayLeft) or (self.record and not self.record.add(message)):
            self.record, self._known = None, None
        self.show()

    def goes_on_with(self, step: Step) -> bool:
        """Return whether these events follow the ones known so far."""
        return self.record is not None and step.number == len(self.record.events) + 1

    def show(self) -> None:
        """Send the spectators what they lack, unless they had too much just now."""
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

    def admit(self, watcher: str, say: Say, is_glance: bool = False) -> None:
        """Add a spectator and send them the game."""
        self.show()
        known = self._known
        if self.is_known and (known is None or not self.record):
            say(self._news(None))
        elif self.is_known and self.record:
            # The newcomer gets no more than the others have; the next message is for all.
            events = tuple(self.record.events[:known])
            idle = int(self._clock() - self._moved) // 60
            say(replace(self.record.start, events=events, idle=idle))
        self.watchers[watcher] = say
        if is_glance:
            self._glances.add(watcher)

    def tell(self, message: Message) -> None:
        """Send the spectators something that is not about the game."""
        for say in self.watchers.values():
            say(message)

    def dismiss(self, watcher: str) -> None:
        self.watchers.pop(watcher, None)
        self._glances.discard(watcher)

    def close(self, reason: Message) -> None:
        """Remove all spectators and tell them why, with ``No`` or ``Away``."""
        watchers, self.watchers = self.watchers, {}
        self._glances.clear()
        for say in watchers.values():
            say(reason)

    def _news(self, known: int | None) -> Message:
        if self.record is None:
            return PlayLeft()
        return self.record.whole() if known is None else self.record.since(known)

"""Watching a game in another session, as its player sees it.

The host sends the deal and the events, and this module replays them. Each spectator therefore sees
the game in their own size and colours. An event that the rules forbid ends watching.
"""

import time
from collections import deque
from typing import NamedTuple

from solterm.contests.contest import card_points
from solterm.core import deals, options
from solterm.core.move import Move
from solterm.core.phrases import count
from solterm.core.play.events import find_move
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.replay import tell_event
from solterm.core.refusal import Refusal
from solterm.core.table import Table
from solterm.core.vocabulary.goals import OwnScore
from solterm.games import find
from solterm.hall.messages import Away, Message, No, PlayLeft, PlayStarted, Step

_NAMED_BY_PLAYERS = ("bookmark", "return")
"""Events with a name chosen by the player, which spectators do not see."""


class SeenEvent(NamedTuple):
    """An event, and the table before it."""

    play: Play
    before: Table
    """The table with tokens."""
    event: str

    @property
    def move(self) -> Move | None:
        """The move, if the event is one."""
        return find_move(self.event)

    @property
    def shown(self) -> str:
        """The event without the player's name for it."""
        verb = self.event.partition(" ")[0]
        return verb if verb in _NAMED_BY_PLAYERS else self.event

    @property
    def words(self) -> str:
        """The event in a few words."""
        return tell_event(self.play.rules.game, self.before, self.shown)


class Watching:
    """A spectator's view of one session."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.play: Play | None = None
        """The game; None between games."""
        self.shown: Play | None = None
        """The game to show: between games, the last one."""
        self.points: OwnScore | None = None
        """A tour's points, which replace the game's own score; None outside of tours."""
        self.is_heard = False
        """Whether the host has answered."""
        self.is_away = False
        """Whether the player has left and may be back within a minute."""
        self.ended = ""
        """Why watching has ended, as a sentence; "" while it goes on."""
        self.last: SeenEvent | None = None
        """The last event."""
        self._waiting: deque[str] = deque()
        self._heard = 0
        """The number of events received since the deal."""
        self._moved = time.monotonic()
        """When the player last moved."""

    @property
    def is_behind(self) -> bool:
        """Whether received events wait to be replayed."""
        return bool(self._waiting) and not self.ended

    @property
    def trouble(self) -> str:
        """Why no moves arrive, as a sentence for the spectator, or ""."""
        if self.is_away and not self.ended:
            return f"{self.player} has left. You go on watching if they are back within a minute."
        return self.ended

    @property
    def rest(self) -> str:
        """How long the player has not moved, as a sentence, or "" within the first minute."""
        minutes = int(time.monotonic() - self._moved) // 60
        return f"{self.player} has not moved for {count(minutes, 'minutes')}." if minutes else ""

    def hear(self, message: Message) -> bool:
        """Handle a message about the session. Return False for any other message."""
        if self.ended or not isinstance(message, PlayStarted | Step | PlayLeft | Away | No):
            return False
        self.is_heard = True
        self.is_away = isinstance(message, Away)
        if isinstance(message, No):
            self.ended = message.text
        elif isinstance(message, PlayStarted):
            self._begin(message)
        elif isinstance(message, PlayLeft):
            self.play = None
            self._waiting.clear()
        elif self.play and isinstance(message, Step):
            self._add(message)
        return True

    def go_on(self) -> SeenEvent | None:
        """Replay and return the next event that waits, or None."""
        if not self.play or not self.is_behind:
            return None
        before, event = self.play.traced, self._waiting.popleft()
        try:
            self.play.perform(event)
        except Refusal:
            self.ended = f"{self.player}'s game cannot be followed any further."
            return None
        self.last = SeenEvent(self.play, before, event)
        return self.last

    def _begin(self, start: PlayStarted) -> None:
        self.play = self.shown = self.last = self.points = None
        self._waiting = deque(start.events)
        self._heard = len(start.events)
        self._moved = time.monotonic() - 60 * start.idle
        try:
            game, deal = find(start.game), deals.parse(start.deal)
            if start.version != game.version:
                raise Refusal("Its rules have another version.")
            chosen = options.parse(start.options)
            self.play = self.shown = Play(game, deal, start.level, Mode(start.terms), chosen)
            if start.counts_cards:
                self.points = card_points(game)
        except (Refusal, ValueError) as error:  # another session may send any number as its mode
            self.ended = f"{self.player}'s game can't be shown here: {error}"

    def _add(self, step: Step) -> None:
        """Add the next events, leaving out those received before."""
        if step.number > self._heard + 1:
            self.ended = "Some of the game was lost on the way: watch again."
            return
        fresh = step.events[self._heard + 1 - step.number :]
        self._waiting += fresh
        self._moved = time.monotonic()
        self._heard += len(fresh)


def tell_watchers(number: int) -> str:
    """Return the number of spectators as a sentence for their player."""
    if not number:
        return "Nobody is watching you."
    return f"{number} {'person is' if number == 1 else 'people are'} watching you."

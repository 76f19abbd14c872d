"""Looking on at a game that is played in another session, as its player sees it.

What comes is a deal and events, and the game is played again here from them: so it is seen in this
player's own size and colours, and nothing is believed that the rules do not allow.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from solterm.core import deals
from solterm.core.move import Move
from solterm.core.play.events import find_move
from solterm.core.play.play import Play
from solterm.core.play.replay import tell_event
from solterm.core.play.terms import Terms
from solterm.core.table import Table
from solterm.games import find
from solterm.hall.messages import Message, No, Rise, Seat, Step

_NAMED_BY_PLAYERS = ("bookmark", "return")
"""Events that bear a name; what somebody writes there is shown to nobody else."""


class SeenEvent(NamedTuple):
    """An event that was seen, and the table as it was before."""

    play: Play
    before: Table
    """With its cards told from their twins."""
    event: str

    @property
    def move(self) -> Move | None:
        """The move it is; None where it is none."""
        return find_move(self.event)

    @property
    def shown(self) -> str:
        """The event as others may read it: without a name that its player gave."""
        verb = self.event.partition(" ")[0]
        return verb if verb in _NAMED_BY_PLAYERS else self.event

    @property
    def words(self) -> str:
        """What it did, in a few words."""
        return tell_event(self.play.rules.game, self.before, self.shown)


class Watching:
    """What is seen of one session."""

    def __init__(self, player: str, find_spoiler: Callable[[str, int], str]) -> None:
        """``find_spoiler`` says why a game and its deal may not be seen; empty where they may."""
        self.player = player
        self.play: Play | None = None
        """The game that is seen; None while there is none."""
        self.is_heard = False
        """Has anything been heard yet?"""
        self.ended = ""
        """Why nothing more is seen, in a sentence; empty while it goes on."""
        self.last: SeenEvent | None = None
        """What happened last."""
        self._find_spoiler = find_spoiler
        self._waiting: deque[str] = deque()
        self._heard = 0
        """Events heard of since the deal."""

    @property
    def is_behind(self) -> bool:
        """Is something to be played that was heard?"""
        return bool(self._waiting) and not self.ended

    def hear(self, message: Message) -> bool:
        """Take what the host says of the session; False where it is of something else."""
        if self.ended or not isinstance(message, Seat | Step | Rise | No):
            return False
        self.is_heard = True
        if isinstance(message, No):
            self.ended = message.text
        elif isinstance(message, Seat):
            self._begin(message)
        elif isinstance(message, Rise):
            self.play = self.last = None
            self._waiting.clear()
        elif self.play:
            self._add(message)
        return True

    def go_on(self) -> SeenEvent | None:
        """Play the next event that waits; what it was, or None where there is none."""
        if not self.play or not self.is_behind:
            return None
        before, event = self.play.traced, self._waiting.popleft()
        try:
            self.play.perform(event)
        except ValueError:
            self.ended = f"{self.player}'s game cannot be followed any further."
            return None
        self.last = SeenEvent(self.play, before, event)
        return self.last

    def _begin(self, seat: Seat) -> None:
        """Another game, from its deal."""
        self.play = self.last = None
        self._waiting = deque(seat.events)
        self._heard = len(seat.events)
        try:
            game, deal = find(seat.game), deals.parse(seat.deal)
            if seat.version != game.version:
                raise ValueError("Its rules are those of another version.")
            self.ended = self._find_spoiler(game.id, deal)
            options = dict(part.partition("=")[::2] for part in seat.options.split())
            if not self.ended:
                self.play = Play(game, deal, seat.level, Terms(seat.terms), options)
        except ValueError as error:
            self.ended = f"What {self.player} plays cannot be shown here: {error}"

    def _add(self, step: Step) -> None:
        """The next events; any that were heard already are left out."""
        if step.number > self._heard + 1:
            self.ended = "Some of the game was lost on the way: look on again."
            return
        fresh = step.events[self._heard + 1 - step.number :]
        self._waiting += fresh
        self._heard += len(fresh)

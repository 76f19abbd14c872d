"""A session's connection to its host: it reports the game on the table, asks, and hears.

Without a host the same object stands there: it says and hears nothing.
"""

import select
import time
from collections.abc import Callable
from typing import TypeVar

from solterm.contests import contests
from solterm.contests.kinds import is_race
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.hall.link import Link
from solterm.hall.messages import (
    Door,
    Message,
    NewsWanted,
    No,
    PlayLeft,
    PlayStarted,
    RaceStep,
    Result,
    Step,
    Unsaved,
)
from solterm.sessions.contest_steps import find_board
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE
from solterm.store.settings import Settings

PATIENCE = 8.0
"""Seconds to wait for an answer of the host."""

READ = 10.0
"""Seconds after which a key press removes the host's notice."""

ALONE = "You aren't on a host; you play alone here."
SILENT = "The host isn't answering; try again later."

_Answer = TypeVar("_Answer", bound=Message)


class Silent(Refusal):
    """The host has not answered yet."""

    def __init__(self, answers: tuple[type[Message], ...]) -> None:
        """``answers`` are the types of the answers that may still come."""
        super().__init__(SILENT)
        self.answers = answers


class HostLink:
    """The session's end of the connection, and what the host has told last."""

    def __init__(self, link: Link | None = None) -> None:
        self.link = link
        """The connection; None without a host."""
        self.bulletin = ""
        """The host's last notice, until the player has read it."""
        self.farewell = ""
        """Why the host ended the session, to print after the program has ended."""
        self.patience = PATIENCE
        """Seconds for which ``ask`` waits."""
        self.watchers = 0
        """How many people watch this player."""
        self.on_left: Callable[[], object] = lambda: None
        """Called when ``ask`` has kept messages for ``hear``."""
        self._since = 0.0
        """When the notice came."""
        self._heard: list[Message] = []
        """Messages that came while the session waited for an answer."""
        self._late: list[tuple[type[Message], ...]] = []
        """The types of late answers to expect, one entry for each question that timed out."""
        self._wishes: dict[type[Message], Message] = {NewsWanted: NewsWanted(True)}
        """What the host knows of the player's wishes."""
        self._kept: KeptPlay | None = None
        """The play reported last."""
        self._play: Play | None = None
        """Its play as reported; the store may replace it. None: the player has left it."""
        self._told = 0
        """The number of its events reported."""
        self._has_result = False
        """Whether its result is reported."""
        self._has_stopped = False
        """Whether the end of a game of a race is reported."""
        self._waits = False
        """Whether events wait to be stored, as last reported."""
        self._race = 0
        """The race that the play belongs to; 0: none. Nobody watches a race."""

    @property
    def has_host(self) -> bool:
        return self.link is not None

    @property
    def is_up(self) -> bool:
        return self.link is not None and self.link.is_up

    # -- to the host -----------------------------------------------------------------------

    def say(self, message: Message) -> bool:
        """Send a message; return whether the host is connected."""
        if self.link:
            self.link.say(message)
        return self.is_up

    def tell_wishes(self, settings: Settings, *, follows_results: bool = False) -> None:
        """Tell the host whether others may watch, and whether to send the results of others."""
        door = Door(settings.door, settings.public)
        for wish in door, NewsWanted(follows_results or settings.news):
            if wish != self._wishes.get(type(wish)):
                self._wishes[type(wish)] = wish
                self.say(wish)

    # -- the game on the table -------------------------------------------------------------

    def report(self, kept: KeptPlay | None) -> None:
        """Report what is stored of the play on the table; None: the player has left it.

        Call this after each action. It sends the difference from the last call: the deal, then
        events, the progress in a race, the result once.
        """
        if self.link is None:
            return
        self.catch_up()
        if kept is None:
            self._leave()
        elif kept is not self._kept:
            self._kept, self._play, self._has_stopped = kept, None, False
            # its result was reported when it was won
            self._has_result = kept.play.tally.won
        if kept and kept.play is not self._play:
            self._tell_seat(kept)

    def catch_up(self) -> None:
        """Report what was stored since the last report, also of a play that was left."""
        kept = self._kept
        if kept is None or self.link is None:
            return
        self._tell_whether_events_wait(bool(kept.store.pending_writes))
        if self._play and self._play is not kept.play:
            self._tell_seat(kept)
        elif self._play:
            self._tell_events(kept)
        if self._race and kept.is_ended and not self._has_stopped:
            self._tell_progress(kept)
        has_won = kept.play.tally.won and self._play and self._told == len(kept.play.events)
        if has_won or (kept.is_ended and kept.purpose != FREE and kept.play.moves):
            self._tell_result(kept)

    def _leave(self) -> None:
        if self._play:
            self._play = None
            self.say(PlayLeft())

    def _tell_whether_events_wait(self, waits: bool) -> None:
        if waits is not self._waits:
            self._waits = waits
            self.say(Unsaved(waits))

    def _tell_seat(self, kept: KeptPlay) -> None:
        play = self._play = kept.play
        self._told = kept.stored_events
        self._race = find_race(kept)
        if self._race:
            self.say(PlayLeft())
            self._tell_progress(kept)
            return
        self.say(
            PlayStarted(
                game=play.game.id,
                version=play.game.version,
                deal=str(play.deal),
                level=play.start_level,
                terms=int(play.mode),
                options=" ".join(f"{key}={value}" for key, value in play.options.items()),
                purpose=str(kept.purpose),
                events=tuple(play.events[: self._told]),
                counts_cards=kept.tour_points is not None,
                board=find_board(kept),
            )
        )

    def _tell_events(self, kept: KeptPlay) -> None:
        if fresh := kept.play.events[self._told : kept.stored_events]:
            first, self._told = self._told + 1, kept.stored_events
            if self._race:
                self._tell_progress(kept)
            else:
                self.say(Step(first, tuple(fresh)))

    def _tell_progress(self, kept: KeptPlay) -> None:
        play = kept.play
        self._has_stopped = kept.is_ended or play.outcome is not None
        about = self._race, play.cards_home, play.moves, self._has_stopped
        self.say(RaceStep(*about, kept.stored_events))

    def _tell_result(self, kept: KeptPlay) -> None:
        """Report the result once. Games of two players have none."""
        play = kept.play
        if not self._has_result and not self._race and play.rules.duel(play.table) is None:
            self._has_result = True
            about = play.game.id, play.level, str(play.deal), str(kept.purpose)
            self.say(Result("", *about, play.tally.won, play.mark, board=find_board(kept)))

    # -- from the host ---------------------------------------------------------------------

    def ask(self, message: Message, *answers: type[_Answer]) -> _Answer:
        """Ask the host a question and wait; raise ``Refusal`` with its refusal.

        Raises ``Silent`` if it takes too long; a later answer is dropped, unless ``expect`` wants
        it. Other messages that arrive meanwhile are kept for ``hear``.
        """
        if self.link is None:
            raise Refusal(ALONE)
        self.link.say(message)
        until = time.monotonic() + self.patience
        while self.link.is_up and (left := until - time.monotonic()) > 0:
            waits = [] if self.link.flush() else [self.link]
            select.select([self.link], waits, [], left)
            heard = self._receive()
            for place, each in enumerate(heard):
                if isinstance(each, (*answers, No)):
                    self._heard += heard[place + 1 :]
                    if self._heard:
                        self.on_left()
                if isinstance(each, answers):
                    return each
                if isinstance(each, No):
                    raise Refusal(each.text)
                self._heard.append(each)
        if not self.link.is_up:
            raise Refusal(SILENT)
        silent = Silent((*answers, No))
        self.give_up(silent)
        raise silent

    def expect(self, silent: Silent) -> None:
        """Let ``hear`` return the answer to a question that timed out."""
        self._late.remove(silent.answers)

    def give_up(self, silent: Silent) -> None:
        """Drop the answer to a question when it comes."""
        self._late.append(silent.answers)

    def take(self, *kinds: type[Message]) -> list[Message]:
        """Return the messages of some kinds that came during ``ask``, and keep the others."""
        taken = [each for each in self._heard if isinstance(each, kinds)]
        self._heard = [each for each in self._heard if not isinstance(each, kinds)]
        return taken

    def hear(self) -> list[Message]:
        """Return the messages received, in order."""
        heard, self._heard = self._heard, []
        return heard + self._receive()

    def _receive(self) -> list[Message]:
        heard = self.link.hear() if self.link else []
        return [each for each in heard if not self._is_late(each)]

    def _is_late(self, message: Message) -> bool:
        """Whether a message answers a question that timed out, and so must be dropped."""
        if self._late and isinstance(message, self._late[0]):
            self._late.pop(0)
            return True
        return False

    # -- the host's notice -----------------------------------------------------------------

    def hear_notice(self, sentence: str) -> None:
        self.bulletin, self._since = sentence, time.monotonic()

    def drop_read_notice(self) -> bool:
        """Remove the notice if it has been shown long enough; return whether it was removed."""
        is_read = bool(self.bulletin) and time.monotonic() - self._since > READ
        if is_read:
            self.bulletin = ""
        return is_read


def find_race(kept: KeptPlay) -> int:
    """Return the number of the race that a play belongs to; 0 for none."""
    if not is_race(kept.purpose.kind):
        return 0
    return int(contests.load(kept.store, kept.purpose.contest).name)

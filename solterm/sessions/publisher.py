"""Publishing a session's game to its host: the deal, each stored event, and results.

Only sessions of a host load this module.
"""

from solterm.contests import contests
from solterm.contests.kinds import RACE
from solterm.core.play.play import Play
from solterm.hall.link import Link
from solterm.hall.messages import (
    Door,
    NewsWanted,
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


class Publisher:
    """Sends the host messages about the play on the table."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self._kept: KeptPlay | None = None
        self._play: Play | None = None
        """The play last published; the store may replace it. None: the player has left it."""
        self._told = 0
        """The number of its events published."""
        self._has_result = False
        """Whether its result is published."""
        self._waits = False
        """Whether events wait to be stored, as last published."""
        self._race = 0
        """The race that the play belongs to; 0: none. Nobody watches a race."""
        self._is_open: bool | None = None
        """Whether others may watch, as last published."""
        self._wants_news = True
        """Whether the host sends other players' results, as last asked."""

    def set_door(self, is_open: bool) -> None:
        """Allow or forbid others to watch."""
        if is_open is not self._is_open:
            self._is_open = is_open
            self.link.say(Door(is_open))

    def want_news(self, wanted: bool) -> None:
        """Ask for the results of other players, or for no more."""
        if wanted is not self._wants_news:
            self._wants_news = wanted
            self.link.say(NewsWanted(wanted))

    def report_game(self, kept: KeptPlay) -> None:
        """Publish that the player plays a game."""
        if self._kept is not kept:
            if self._kept:
                self._kept.witness = None
            self._kept, kept.witness = kept, self
            self._play = None
            # its result was published when it was won
            self._has_result = kept.play.tally.won
        if kept.play is not self._play:
            self._tell_seat(kept)

    def report_leaving(self) -> None:
        """Publish that the player has left the game, which may still end later."""
        if self._play:
            self._play = None
            self.link.say(PlayLeft())

    def stored(self, kept: KeptPlay) -> None:
        """Publish the events stored since the last call."""
        self._tell_whether_events_wait(False)
        if self._play is None:
            return  # the player has left it; it is only stored again
        if kept.play is not self._play:
            self._tell_seat(kept)
        elif self._race:
            self._tell_progress(kept)
        elif fresh := kept.play.events[self._told :]:
            self.link.say(Step(self._told + 1, tuple(fresh)))
            self._told = len(kept.play.events)
        if kept.play.tally.won:
            self._tell_result(kept)

    def delayed(self, kept: KeptPlay) -> None:
        """Publish that events wait to be stored."""
        self._tell_whether_events_wait(True)

    def finished(self, kept: KeptPlay) -> None:
        """Publish the result of a finished play that has a purpose, won or not."""
        if self._race and kept is self._kept:
            self._tell_progress(kept, has_stopped=True)
        if kept.purpose != FREE and kept.play.moves:
            self._tell_result(kept)

    def _tell_whether_events_wait(self, waits: bool) -> None:
        if waits is not self._waits:
            self._waits = waits
            self.link.say(Unsaved(waits))

    def _tell_seat(self, kept: KeptPlay) -> None:
        play = self._play = kept.play
        self._told = len(play.events)
        self._race = find_race(kept)
        if self._race:
            self.link.say(PlayLeft())
            self._tell_progress(kept)
            return
        self.link.say(
            PlayStarted(
                game=play.game.id,
                version=play.game.version,
                deal=str(play.deal),
                level=play.start_level,
                terms=int(play.mode),
                options=" ".join(f"{key}={value}" for key, value in play.options.items()),
                purpose=str(kept.purpose),
                events=tuple(play.events),
                counts_cards=kept.tour_points is not None,
                board=find_board(kept.store, kept),
            )
        )

    def _tell_progress(self, kept: KeptPlay, has_stopped: bool = False) -> None:
        play = kept.play
        has_stopped = has_stopped or play.outcome is not None
        about = self._race, play.cards_home, play.moves, has_stopped
        self.link.say(RaceStep(*about, kept.stored_events))

    def _tell_result(self, kept: KeptPlay) -> None:
        """Publish the result once. Games of two players have none."""
        play = kept.play
        if not self._has_result and not self._race and play.rules.duel(play.table) is None:
            self._has_result = True
            about = play.game.id, play.level, str(play.deal), str(kept.purpose)
            board = find_board(kept.store, kept)
            self.link.say(Result("", *about, play.tally.won, play.mark, board=board))


def find_race(kept: KeptPlay) -> int:
    """Return the number of the race that a play belongs to; 0 for none."""
    if kept.purpose.kind != RACE.id:
        return 0
    return int(contests.load(kept.store, kept.purpose.contest).name)

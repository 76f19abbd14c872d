"""What a session tells its host: the deal that is played, every event once it is stored, results.

It is loaded only where a host has the session, and speaks of the one play that is on the table.
"""

from solterm import hall
from solterm.contests.mark import mark
from solterm.contests.purpose import FREE
from solterm.core.play.play import Play
from solterm.hall.link import Link
from solterm.hall.messages import Door, Result, Rise, Seat, Step
from solterm.store.kept import KeptPlay


class Herald:
    """Says on a line what becomes of the play that its player sits at."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._kept: KeptPlay | None = None
        self._play: Play | None = None
        """The play as it was told; the store may put another in its place. None: it is left."""
        self._told = 0
        """How many of its events are told."""
        self._has_result = False
        """Is its result told?"""
        self._is_open: bool | None = None
        """Is the door, as it was told?"""

    def set_door(self, is_open: bool) -> None:
        """Others may look on from now on, or may not."""
        if is_open is not self._is_open:
            self._is_open = is_open
            self._link.say(Door(is_open))

    def sit(self, kept: KeptPlay) -> None:
        """The player sits at a play."""
        if self._kept is not kept:
            if self._kept:
                self._kept.witness = None
            self._kept, kept.witness = kept, self
            self._play = None
            # A win that was left standing was told when it was won.
            self._has_result = kept.play.tally.won
        if kept.play is not self._play:
            self._tell_seat(kept)

    def rise(self) -> None:
        """The player sits at none; the one that was left may still be ended."""
        if self._play:
            self._play = None
            self._link.say(Rise())

    def stored(self, kept: KeptPlay) -> None:
        """What the player did is stored: tell what is new of it."""
        if self._play is None:
            return  # it is left, and only stored once more as it stands
        if kept.play is not self._play:
            self._tell_seat(kept)
        elif fresh := kept.play.events[self._told :]:
            self._link.say(Step(self._told + 1, tuple(fresh)))
            self._told = len(kept.play.events)
        if kept.play.tally.won:
            self._tell_result(kept)

    def finished(self, kept: KeptPlay) -> None:
        """The play is ended: one that was played for something has a result, won or not."""
        if kept.purpose != FREE and kept.play.moves:
            self._tell_result(kept)

    def _tell_seat(self, kept: KeptPlay) -> None:
        """Tell a play from its deal."""
        play = self._play = kept.play
        self._told = len(play.events)
        self._link.say(
            Seat(
                game=play.game.id,
                version=play.game.version,
                deal=str(play.deal),
                level=play.start_level,
                terms=int(play.terms),
                options=" ".join(f"{key}={value}" for key, value in play.options.items()),
                purpose=kept.context,
                events=tuple(play.events),
            )
        )

    def _tell_result(self, kept: KeptPlay) -> None:
        """Tell what the play came to, once; where two played it is nobody's."""
        play = kept.play
        if not self._has_result and play.rules.duel(play.table) is None:
            self._has_result = True
            about = play.game.id, play.level, str(play.deal), kept.context
            self._link.say(Result("", *about, play.tally.won, mark(play)))


_herald: Herald | None = None


def herald() -> Herald | None:
    """The herald of this session; None where no host has it."""
    global _herald
    link = hall.here()
    if link is None:
        _herald = None
    elif _herald is None or _herald._link is not link:
        _herald = Herald(link)
    return _herald

"""Messages that a session sends about its play, for tests."""

from solterm.core.play.play import Play
from solterm.hall.messages import Seat


def seat_of(play: Play) -> Seat:
    """Return the message that announces a play."""
    options = " ".join(f"{key}={value}" for key, value in play.options.items())
    about = play.game.id, play.game.version, str(play.deal), play.start_level, int(play.mode)
    return Seat(*about, options, "", tuple(play.events))

"""Messages that a session sends about its play, for tests."""

from solterm.core.play.play import Play
from solterm.hall.messages import PlayStarted


def play_started(play: Play) -> PlayStarted:
    """Return the message that announces a play."""
    options = " ".join(f"{key}={value}" for key, value in play.options.items())
    about = play.game.id, play.game.version, str(play.deal), play.start_level, int(play.mode)
    return PlayStarted(*about, options, "", tuple(play.events))

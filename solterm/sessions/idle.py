"""The notice that only idle moves are left, which a player is given once."""

from solterm.core.play.play import Play

NO_USEFUL_MOVE = "No useful move is left."


class IdleNotice:
    """Remembers whether a player has been told that only idle moves are left."""

    def __init__(self) -> None:
        self._told: Play | None = None
        """The play in which that was said and still holds."""

    def tell(self, play: Play) -> str:
        """Return the notice if it is due after an action, else an empty string.

        It is due again after a way back, an easier level or the like has made a move useful.
        """
        before, self._told = self._told, play if play.is_idle else None
        return NO_USEFUL_MOVE if self._told and before is not play else ""

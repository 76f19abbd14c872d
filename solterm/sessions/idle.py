"""A notice, shown once, that the player has only idle moves."""

from solterm.core.play.play import Play

NO_USEFUL_MOVE = "No useful move is left."


class IdleNotice:
    """Remembers whether the player has seen the notice."""

    def __init__(self) -> None:
        self._told: Play | None = None
        """The play with a notice that still applies."""

    def tell(self, play: Play) -> str:
        """Return the notice if it is due after an action, else "".

        It is due again after undo, an easier level or the like has made a move useful.
        """
        before, self._told = self._told, play if play.is_idle else None
        return NO_USEFUL_MOVE if self._told and before is not play else ""

"""Events: the steps of a play, as text."""

from solterm.core.move import Move

OPENED, IMPORTED = "opened", "imported"
"""The first event of a play that goes on from a saved position: the player's own, or another's."""
ORIGINS = (OPENED, IMPORTED)
_OTHER = frozenset(
    ("undo", "redo", "restart", "return", "level", "x", "cheat", "hint", "peek", "bookmark")
) | frozenset(ORIGINS)
"""The first words of events that make no move."""


def find_move(event: str) -> Move | None:
    """Return the move of an event, or None if it is not a move."""
    verb = event.partition(" ")[0]
    return None if verb in _OTHER or verb in ("auto", "autoplay") else Move.parse(event)


def is_played(event: str) -> bool:
    """Return whether an event plays cards, rather than asking for help or going back.

    >>> is_played("t3 t5 2"), is_played("auto"), is_played("level 2")
    (True, True, False)
    """
    return event.partition(" ")[0] not in _OTHER

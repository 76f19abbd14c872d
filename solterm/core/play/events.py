"""Events: what happens in a play, as text."""

from solterm.core.move import Move

_OTHER = frozenset(
    ("undo", "redo", "restart", "return", "level", "x", "cheat", "hint", "peek", "bookmark")
)
"""The first words of events that are no move."""


def find_move(event: str) -> Move | None:
    """Return the move that an event is; None where it is none."""
    verb = event.partition(" ")[0]
    return None if verb in _OTHER or verb in ("auto", "autoplay") else Move.parse(event)


def is_played(event: str) -> bool:
    """Is an event a move, or several, and no help or way back?

    >>> is_played("t3 t5 2"), is_played("auto"), is_played("level 2")
    (True, True, False)
    """
    return event.partition(" ")[0] not in _OTHER

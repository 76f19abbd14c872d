"""What a line is answered with, before anyone has decided how it is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solterm.core.cards import Card
from solterm.core.play.play import Play


@dataclass(frozen=True)
class Reply:
    """An answer; the position it left is the session's play."""

    ok: bool
    """Was it done? If not, ``text`` says why, and nothing has changed."""
    text: str = ""
    """The answer, in sentences."""
    seen: tuple[Card, ...] | None = None
    """The cards a look showed."""
    hint: str | None = None
    """The move a hint proposes."""
    legal: tuple[str, ...] | None = None
    """The legal moves, each as it may be typed."""
    record: str | None = None
    """The record of the play."""
    winnable: str | None = None
    """``yes``, ``no`` or ``unknown``, where it was asked whether the game can be won."""
    answers: Sequence[str] | None = None
    """What the next line may be, where a question is asked; any other line leaves it."""
    contest: Mapping[str, Any] | None = None
    """How a contest stands, where the reply is about one."""
    of_another: bool = False
    """Is it about the game of somebody else, and not about the one on the table?"""
    shown: Play | None = None
    """That game; None while there is none."""
    hosted: Mapping[str, Any] | None = None
    """What is told of the others on a host, by the names of its fields."""

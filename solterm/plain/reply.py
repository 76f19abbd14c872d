"""Replies to lines, in a form for both text and JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solterm.core.cards import Card
from solterm.core.play.play import Play


@dataclass(frozen=True)
class Reply:
    """An answer; the position after it is the session's play."""

    ok: bool
    """Whether the command was done; if not, ``text`` says why."""
    text: str = ""
    """The answer, in sentences."""
    seen: tuple[Card, ...] | None = None
    """The cards that a look showed."""
    hint: str | None = None
    """The move that a hint proposes."""
    legal: tuple[str, ...] | None = None
    """The legal moves as typed."""
    record: str | None = None
    """The record of the play."""
    winnable: str | None = None
    """``yes``, ``no`` or ``unknown``: the answer to whether the game can be won."""
    answers: Sequence[str] | None = None
    """The possible answers to a question; any other line drops the question."""
    contest: Mapping[str, Any] | None = None
    """The state of a contest, if the reply is about one."""
    day: Mapping[str, Any] | None = None
    """A deal of the day, if the reply is about one."""
    of_another: bool = False
    """Whether the reply is about a watched game instead of the one on the table."""
    shown: Play | None = None
    """The watched game; None between games."""
    hosted: Mapping[str, Any] | None = None
    """JSON fields about the other players on a host."""

"""What is said between a session and its host, and between hosts: a closed set of messages.

Each is a line of JSON: an object whose ``say`` names the message, with its fields beside it. A line
that is none of them, or longer than ``LONGEST``, is refused with ``ValueError``: whoever hears one
lets go of the speaker. What travels of a game is its deal and its events, never a picture, so that
everybody who looks on sees it in a size and colours of their own.
"""

import json
from typing import Any, ClassVar, get_args, get_origin

from solterm.core.values import Value

LONGEST = 1 << 20
"""Bytes of a line; the longest games have some thousands of events."""


class Message(Value):
    """Something said; the fields are text, whole numbers, truths, and tuples of these."""

    kinds: ClassVar[dict[str, "type[Message]"]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        Message.kinds[cls.__name__.lower()] = cls


# -- of a game, from who plays it to who looks on --------------------------------------------


class Seat(Message):
    """Somebody sits at a play from now on; all of it so far."""

    game: str
    version: int
    """The version of its rules."""
    deal: str
    """Digits."""
    level: int
    """The one it started at."""
    terms: int
    options: str
    """``key=value``, separated by spaces."""
    purpose: str
    """What it is played for, as the store keeps it."""
    events: tuple[str, ...]


class Step(Message):
    """The next events of the play somebody sits at."""

    number: int
    """The number of the first of them, from 1."""
    events: tuple[str, ...]


class Rise(Message):
    """Nobody sits at the play any more; it may be gone on with."""


class Away(Message):
    """The player you watch has left.

    The host sends the ``Seat`` or ``Rise`` of their next session if they are back within a minute,
    else ``No``.
    """

    player: str
    """Filled in by the host."""


class Result(Message):
    """A play has ended for good."""

    player: str
    """Filled in by the host."""
    game: str
    level: int
    deal: str
    purpose: str
    won: bool
    mark: int
    moment: str = ""
    """ISO 8601 in UTC; filled in by the host."""


# -- from a session to its host --------------------------------------------------------------


class Door(Message):
    """May others look on from now on?"""

    open: bool


class AskWho(Message):
    """Who is here? Answered by ``Who``, one page of them.

    With ``follow``, ``WhoChanged`` says what changes in that page, until another one is followed,
    or none by asking for none.
    """

    name: str = ""
    """A part of a name, or a session; empty for everybody."""
    first: int = 0
    """From which place on, from 0."""
    count: int = 50
    """How many at most."""
    follow: bool = False


class AskResults(Message):
    """What has been played lately? Answered by ``Results``."""


class Watch(Message):
    """Let me look on at a session. Answered by its ``Seat``, or by ``No``; then its ``Step`` and
    ``Rise`` follow as they happen, until ``Leave``."""

    session: str


class Leave(Message):
    """I do not look on any more."""


class Rename(Message):
    """I want to be called so. Answered by ``Yes``, which says how, or by ``No``."""

    name: str


class AskCode(Message):
    """A code with which another key becomes mine. Answered by ``Yes``, which is the code."""


class UseCode(Message):
    """The key I came with belongs to the player who was given this code.

    Answered by ``Yes`` or ``No``; the player's own games are there at the next login.
    """

    code: str


# -- from a host to its session --------------------------------------------------------------


class Visitor(Message):
    """Somebody who is here."""

    session: str
    player: str
    host: str
    """Which of several hosts; empty on the only one."""
    since: str
    """ISO 8601 in UTC."""
    game: str
    """The game played; empty for none."""
    level: int
    deal: str
    purpose: str
    is_open: bool
    """May one look on?"""
    watchers: int


class Who(Message):
    """A page of those who are here, with a door open or not, and who is asking."""

    own: str
    """The asker's own session."""
    visitors: tuple[Visitor, ...]
    total: int = 0
    """How many there are on all pages."""
    first: int = 0
    """The place of the first one, from 0."""


class WhoChanged(Message):
    """What has changed in a page that is followed."""

    total: int
    visitors: tuple[Visitor, ...]
    """Who came to the page, or does something else now."""
    gone: tuple[str, ...]
    """The sessions that are not on it any more."""


class Results(Message):
    """What was played lately, the newest first."""

    results: tuple[Result, ...]


class Yes(Message):
    """It is done; a sentence, or what was asked for."""

    text: str


class No(Message):
    """It is not done: why, in a sentence."""

    text: str


class Notice(Message):
    """A sentence for the player: of the administrator, or a warning."""

    text: str


class Watchers(Message):
    """How many sessions watch this one, whenever that changes."""

    number: int


class End(Message):
    """The session has to end now: the play is suspended, and the sentence is its last."""

    text: str


# -- between hosts ---------------------------------------------------------------------------


class AskCrowd(Message):
    """Who is on your host? Answered by ``Crowd``."""


class Crowd(Message):
    """Who is on a host: all of them, in several of these where they are many, or what changed."""

    number: int
    """Counts up: who missed one asks for all of it."""
    is_whole: bool
    """Does it begin anew? Who is not told of in it or its rest is there no more then."""
    rest: int
    """How many follow that belong to it."""
    visitors: tuple[Visitor, ...]
    gone: tuple[str, ...]
    """Sessions that have ended."""


class Here(Message):
    """A host is there, and so are all it told of."""

    number: int
    """That of its last ``Crowd``."""


class Gone(Message):
    """A host ends, and nobody is there any more."""


def write(message: Message) -> bytes:
    """A message as a line."""
    return json.dumps(_plain(message), separators=(",", ":")).encode() + b"\n"


def read(line: bytes) -> Message:
    """The message a line says; raises ``ValueError`` for any other line."""
    if len(line) > LONGEST:
        raise ValueError("A line is too long.")
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("A line is no JSON.") from None
    return _message(found)


def _plain(value: object) -> object:
    if isinstance(value, Message):
        fields = {name: _plain(getattr(value, name)) for name in value._fields}
        return {"say": type(value).__name__.lower(), **fields}
    if isinstance(value, tuple) and value and isinstance(value[0], Message):
        return [_plain(each) for each in value]
    return value  # of texts, as of thousands of events, JSON makes a list by itself


def _message(found: object) -> Message:
    kind = Message.kinds.get(str(found.pop("say", ""))) if isinstance(found, dict) else None
    if kind is None:
        raise ValueError("A line is no message.")
    assert isinstance(found, dict)
    wanted = _kinds_of(kind)
    if found.keys() != wanted.keys():
        raise ValueError(f"A {kind.__name__.lower()} has other fields.")
    return kind(**{name: _value(found[name], wanted[name]) for name in wanted})


def _value(found: object, kind: Any) -> object:
    if get_origin(kind) is tuple:
        if not isinstance(found, list):
            raise ValueError("A list is missing.")
        (inner,) = get_args(kind)[:1]
        if issubclass(inner, Message):
            return tuple(_value(each, inner) for each in found)
        if any(type(each) is not inner for each in found):
            raise ValueError(f"An entry is no {inner.__name__}.")
        return tuple(found)
    if issubclass(kind, Message):
        message = _message(found)
        if type(message) is not kind:
            raise ValueError(f"It is no {kind.__name__.lower()}.")
        return message
    if type(found) is not kind:
        raise ValueError(f"A field is no {kind.__name__}.")
    return found


def _kinds_of(kind: type[Message]) -> dict[str, Any]:
    """What the fields of a message are, by their names."""
    return {name: kind.__annotations__[name] for name in kind._fields}

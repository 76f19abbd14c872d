"""The hall: who sits where on a host, who looks on at whom, and what is told to everybody.

It does nothing by itself and waits for nothing: the server has it hear what sessions say, and it
answers by the ``say`` that each session came with. What it keeps of a session is bounded, and so is
what a session can make it do.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from solterm.core.values import replace
from solterm.hall.messages import (
    AskCode,
    AskResults,
    AskWho,
    Door,
    Guest,
    Leave,
    Message,
    No,
    Notice,
    Rename,
    Result,
    Results,
    Rise,
    Seat,
    Step,
    UseCode,
    Watch,
    Who,
    Yes,
)
from solterm.serve.budget import Budget
from solterm.serve.chairs import MOST_WATCHERS, Chair, Say, names_a_game
from solterm.serve.register import Player, Register
from solterm.store.errors import StoreError

MOST_RESULTS = 50
"""Results that are told at once."""

MOST_GUESTS = 1000
"""Sessions that are told at once."""

_LONGEST = 64
"""Characters of a name or a code that the register is asked about."""

_NOBODY = "Nobody of that kind is here any more."
_NOT_NOW = "The host cannot look it up just now: try again later."
_NO_KEY = "A guest has no name here: come with a key, and you are known by it."
_TOO_MUCH = "That was too much at once: wait a moment."
_TOO_LONG = "That is too long."


class Abroad(Protocol):
    """The other hosts on the same database, where there are any."""

    def guests(self) -> list[Guest]:
        """Who is there."""

    def watch(self, session: str) -> Chair | None:
        """A session there that somebody here begins to look on at; None where there is none."""

    def leave(self, session: str) -> None:
        """Nobody here looks on at a session any more; one that is none of theirs is no harm."""

    def settle(self) -> None:
        """Tell those who look on what was too much to be told at once."""

    def tell(self, result: Result) -> None:
        """Tell those who are there of a result."""


class _Visitor:
    """A session that is here."""

    def __init__(
        self,
        player: Player | None,
        say: Say,
        fingerprint: str,
        since: str,
        clock: Callable[[], float],
    ) -> None:
        self.id = player.id if player else ""
        """The player's; empty for a guest."""
        self.name = player.name if player else ""
        self.say = say
        self.fingerprint = fingerprint
        self.since = since
        self.chair = Chair(clock)
        """Where it plays."""
        self.watched = ""
        """The session it looks on at."""
        self.seen: Chair | None = None
        """The chair of that session."""
        self.questions = Budget(10, 20, clock)
        self.results = Budget(0.1, 5, clock)


class Hall:
    """Everybody who is on a host now."""

    def __init__(
        self,
        host: str,
        now: Callable[[], str],
        register: Register,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``now`` is the time in ISO 8601 (UTC), ``clock`` counts seconds."""
        self.host = host
        self.abroad: Abroad | None = None
        """The other hosts, once there are any."""
        self._now = now
        self._register = register
        self._clock = clock
        self._visitors: dict[str, _Visitor] = {}

    # -- coming and going ------------------------------------------------------------------

    def enter(self, session: str, player: Player | None, say: Say, fingerprint: str = "") -> None:
        """Somebody comes in, with the key of a fingerprint; without a player, as a guest."""
        about = player, say, fingerprint, self._now()
        self._visitors[session] = _Visitor(*about, self._clock)

    def leave(self, session: str) -> None:
        """Somebody is gone; twice is no harm."""
        if visitor := self._visitors.pop(session, None):
            self._look_away(session, visitor)
            visitor.chair.close(f"{_call(visitor.name)} has left.")

    def guests(self) -> list[Guest]:
        """Everybody who is here, and what they play; those of other hosts last."""
        here = [self._describe(*each) for each in self._visitors.items()]
        return here + (self.abroad.guests() if self.abroad else [])

    def tell_all(self, text: str) -> None:
        """Tell everybody who is here a sentence."""
        for visitor in self._visitors.values():
            visitor.say(Notice(text))

    def announce(self, result: Result, by: str = "") -> None:
        """Tell everybody who is here of a result, but for the session that it is of."""
        for session, visitor in self._visitors.items():
            if session != by:
                visitor.say(result)

    def settle(self) -> None:
        """Tell those who look on what was too much to be told at once; about every second."""
        for visitor in self._visitors.values():
            visitor.chair.show()
        if self.abroad:
            self.abroad.settle()

    def list_here(self) -> list[Guest]:
        """Everybody who is on this host, as others may know of them."""
        return [_veil(self._describe(*each)) for each in self._visitors.items()]

    def open_chair(self, session: str) -> Chair | str:
        """The chair of a session here that one may look on at; else why not, in a sentence."""
        visitor = self._visitors.get(session)
        return _open(visitor.chair, visitor.name) if visitor else _NOBODY

    def _list_known(self) -> list[Guest]:
        """Everybody, wherever they are, as others may know of them."""
        far = self.abroad.guests() if self.abroad else []
        return [*self.list_here(), *far][:MOST_GUESTS]

    def dismiss(self, watcher: str, session: str = "") -> None:
        """Somebody elsewhere looks on no more, at a session here or, without one, at any."""
        for name, visitor in self._visitors.items():
            if session in ("", name):
                visitor.chair.dismiss(watcher)

    # -- what sessions say -----------------------------------------------------------------

    def hear(self, session: str, message: Message) -> None:
        """Do what a session says; what only a host says is not listened to."""
        visitor = self._visitors.get(session)
        if visitor is None:
            return
        if isinstance(message, Seat | Step | Rise):
            visitor.chair.follow(message)
        elif isinstance(message, Leave):
            self._look_away(session, visitor)
        elif not visitor.questions.spend():
            visitor.say(No(_TOO_MUCH))
        elif isinstance(message, Door):
            self._set_door(visitor, message.open)
        elif isinstance(message, AskWho):
            visitor.say(Who(session, tuple(self._list_known())))
        elif isinstance(message, Watch):
            self._watch(session, visitor, message.session)
        elif isinstance(message, Result):
            self._enter_result(session, visitor, message)
        else:
            try:
                self._ask_register(visitor, message)
            except ValueError as refusal:
                visitor.say(No(str(refusal)))
            except StoreError:  # it names files of the host, which are no player's business
                visitor.say(No(_NOT_NOW))

    def _ask_register(self, visitor: _Visitor, message: Message) -> None:
        """Do what the register of the host is needed for."""
        if isinstance(message, AskResults):
            visitor.say(Results(tuple(self._register.results(MOST_RESULTS))))
        elif isinstance(message, Rename):
            name = self._register.rename(_own(visitor.id), _check(message.name)).name
            visitor.name = name
            visitor.say(Yes(name))
        elif isinstance(message, AskCode):
            visitor.say(Yes(self._register.make_code(_own(visitor.id))))
        elif isinstance(message, UseCode):
            fingerprint, code = _own(visitor.fingerprint), _check(message.code)
            owner = self._register.use_code(fingerprint, code)
            visitor.say(Yes(_tell_joined(owner.name, visitor.name)))

    def _enter_result(self, session: str, visitor: _Visitor, result: Result) -> None:
        """Keep a result and tell it; that of a guest is nobody's.

        Whoever wins game after game in no time, as programs do, is not told of each time.
        """
        if not visitor.id or not names_a_game(result) or not visitor.results.spend():
            return
        result = replace(result, player=visitor.name, moment=self._now())
        with suppress(StoreError):  # the game itself is kept by its player
            self._register.enter_result(result)
        self.announce(result, session)
        if self.abroad:
            self.abroad.tell(result)

    # -- looking on ------------------------------------------------------------------------

    def _watch(self, session: str, visitor: _Visitor, wanted: str) -> None:
        """Let somebody look on at another session, and no more at the one before."""
        self._look_away(session, visitor)
        chair: Chair | str = _NOBODY
        if wanted == session:
            chair = "That is your own game."
        elif wanted in self._visitors:
            chair = self.open_chair(wanted)
        elif self.abroad and (far := self.abroad.watch(wanted)):
            chair = _open(far, "")
        if isinstance(chair, str):
            visitor.say(No(chair))
        else:
            visitor.watched, visitor.seen = wanted, chair
            chair.admit(session, visitor.say)

    def _look_away(self, session: str, visitor: _Visitor) -> None:
        """Somebody looks on no more."""
        if seen := visitor.seen:
            visitor.seen = None
            seen.dismiss(session)
            if self.abroad and not seen.watchers:
                self.abroad.leave(visitor.watched)

    def _set_door(self, visitor: _Visitor, is_open: bool) -> None:
        """Others may look on from now on, or may not."""
        visitor.chair.is_open = is_open
        if not is_open:
            visitor.chair.close(f"{_call(visitor.name)} wants nobody to look on any more.")

    def _describe(self, session: str, visitor: _Visitor) -> Guest:
        """A session and what is played there."""
        record = visitor.chair.record
        return Guest(
            session=session,
            player=visitor.name,
            host=self.host,
            since=visitor.since,
            game=record.seat.game if record else "",
            level=record.seat.level if record else 0,
            deal=record.seat.deal if record else "",
            purpose=record.seat.purpose if record else "",
            is_open=visitor.chair.is_open,
            watchers=len(visitor.chair.watchers),
        )


def _open(chair: Chair, name: str) -> Chair | str:
    """A chair, if one may look on there; else why not, in a sentence."""
    if not chair.is_open:
        return f"{_call(name)} wants nobody to look on."
    return chair if len(chair.watchers) < MOST_WATCHERS else "Too many look on there already."


def _veil(guest: Guest) -> Guest:
    """What others are told of somebody: behind a closed door, not what is played."""
    return guest if guest.is_open else replace(guest, game="", level=0, deal="", purpose="")


def _call(name: str) -> str:
    """How somebody is called at the beginning of a sentence."""
    return name or "That guest"


def _tell_joined(owner: str, name: str) -> str:
    """What comes of a key that has become another player's."""
    return (
        f"From your next login on this key is {owner}'s, and what you played as {name} stays with"
        f" {name}. Until you leave you go on as {name}."
    )


def _own(id: str) -> str:
    """An id or a fingerprint; raises ``ValueError`` for a guest, who has none."""
    if not id:
        raise ValueError(_NO_KEY)
    return id


def _check(text: str) -> str:
    """A text that the register may be asked about; raises ``ValueError`` for a long one."""
    if len(text) > _LONGEST:
        raise ValueError(_TOO_LONG)
    return text

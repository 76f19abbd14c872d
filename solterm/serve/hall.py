"""The hall: who sits where on a host, who looks on at whom, and what is told to everybody.

It does nothing by itself and waits for nothing: the server has it hear what sessions say, and it
answers by the ``say`` that each session came with. What only the register knows is answered later.
What it keeps of a session is bounded, and so is what a session can make it do.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

from solterm.core.values import replace
from solterm.hall.messages import (
    AskCode,
    AskResults,
    AskWho,
    Away,
    Door,
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
    Visitor,
    Watch,
    Watchers,
    Yes,
)
from solterm.serve.accounts import Accounts, Player, check_result
from solterm.serve.budget import Budget
from solterm.serve.chairs import MOST_WATCHERS, Chair, Say, names_a_game
from solterm.serve.following import Following
from solterm.serve.outbox import Outbox, Questions
from solterm.serve.roster import Roster, View

MOST_RESULTS = 50
"""Results that are told at once."""

_VIEW_SECONDS = 2.0
"""From one look at what has changed in the list of who is here to the next."""

_MOST_QUESTIONS = 5
"""Questions of one session that the register has not answered yet."""

_LONGEST = 64
"""Characters of a name or a code that the register is asked about."""

_NOBODY = "Nobody of that kind is here any more."
_NOT_NOW = "The host cannot look it up just now: try again later."
_NO_KEY = "A guest has no name here: come with a key, and you are known by it."
_TOO_MUCH = "That was too much at once: wait a moment."
_TOO_LONG = "That is too long."


class Abroad(Protocol):
    """The other hosts on the same database, where there are any."""

    def visitors(self) -> list[Visitor]:
        """Who is there."""

    def watch(self, session: str) -> Chair | None:
        """A session there that somebody here begins to look on at; None where there is none."""

    def leave(self, session: str) -> None:
        """Nobody here looks on at a session any more; one that is none of theirs is no harm."""

    def settle(self) -> None:
        """Tell those who look on what was too much to be told at once."""

    def tell(self, result: Result) -> None:
        """Tell those who are there of a result."""


class _Someone:
    """Somebody whose session is here, as the hall knows them."""

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
        self.watchers_told = 0
        """How many watch it, as it was told last."""
        self.view: View | None = None
        """The page of who is here that it follows."""
        self.questions = Budget(10, 20, clock)
        self.unanswered = 0
        """Questions that the register has not answered yet."""
        self.results = Budget(0.1, 5, clock)


class Hall:
    """Everybody who is on a host now."""

    def __init__(
        self,
        host: str,
        now: Callable[[], str],
        register: Questions,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``now`` is the time in ISO 8601 (UTC), ``clock`` counts seconds."""
        self.host = host
        self.abroad: Abroad | None = None
        """The other hosts, once there are any."""
        self._now = now
        self.on_rename: Callable[[str, str], None] = lambda session, name: None
        """Called with a session and the new name of its player."""
        self.outbox = Outbox(register, clock)
        self._register = register
        self._clock = clock
        self._present: dict[str, _Someone] = {}
        self._following = Following(clock)
        self.roster = Roster()
        """Everybody, wherever they are, as others may know of them; see ``refresh``."""
        self._changed: set[str] = set()
        """Sessions here of which the roster may say something old."""
        self._next_look = 0.0

    # -- coming and going ------------------------------------------------------------------

    def enter(self, session: str, player: Player | None, say: Say, fingerprint: str = "") -> None:
        """Somebody comes in, with the key of a fingerprint; without a player, as a guest."""
        about = player, say, fingerprint, self._now()
        self._present[session] = _Someone(*about, self._clock)
        self._changed.add(session)

    def leave(self, session: str) -> None:
        """Somebody is gone; twice is no harm."""
        if someone := self._present.pop(session, None):
            self._changed.add(session)
            self._look_away(session, someone)
            self._following.drop(session)
            has_left = Away(someone.name) if someone.name else No(_tell_left(""))
            someone.chair.close(has_left)

    def visitors(self) -> list[Visitor]:
        """Everybody, and what they play, here behind closed doors as well; other hosts last."""
        here = [self._describe(*each) for each in self._present.items()]
        return here + (self.abroad.visitors() if self.abroad else [])

    def _note(self, session: str) -> None:
        """What is told of a session may be old, if it is one of this host's."""
        if session in self._present:
            self._changed.add(session)

    def refresh(self) -> Roster:
        """Return the roster as things stand."""
        for session in self._changed:
            if someone := self._present.get(session):
                self.roster.put(_veil(self._describe(session, someone)))
            else:
                self.roster.drop(session)
        self._changed.clear()
        return self.roster

    def tell_all(self, text: str) -> None:
        """Tell everybody who is here a sentence."""
        for someone in self._present.values():
            someone.say(Notice(text))

    def announce(self, result: Result, by: str = "") -> None:
        """Tell everybody who is here of a result, but for the session that it is of."""
        for session, someone in self._present.items():
            if session != by:
                someone.say(result)

    def settle(self) -> None:
        """Do what had to wait; call it about every second."""
        self.outbox.send()
        if self._clock() >= self._next_look:
            self._next_look = self._clock() + _VIEW_SECONDS
            self._tell_changes()
        for someone in self._present.values():
            someone.chair.show()
            if (number := len(someone.chair.watchers)) != someone.watchers_told:
                someone.watchers_told = number
                someone.say(Watchers(number))
        if self.abroad:
            self.abroad.settle()
        for session, player, back in self._following.settle(self.visitors):
            if back:
                self._watch(session, self._present[session], back)
            else:
                self._present[session].say(No(_tell_left(player)))

    def _tell_changes(self) -> None:
        """Tell those who follow a page of who is here what has changed in it."""
        roster = self.refresh()
        for someone in self._present.values():
            if someone.view and (changes := someone.view.tell_changes(roster)):
                someone.say(changes)

    def list_here(self) -> dict[str, Visitor]:
        """Everybody who is on this host, as others may know of them, by their sessions."""
        roster = self.refresh()
        return {each: found for each in self._present if (found := roster.find(each))}

    def open_chair(self, session: str) -> Chair | str:
        """The chair of a session here that one may look on at; else why not, in a sentence."""
        self._note(session)  # somebody more looks on from now on
        someone = self._present.get(session)
        return _open(someone.chair, someone.name) if someone else _NOBODY

    def dismiss(self, watcher: str, session: str = "") -> None:
        """Somebody elsewhere looks on no more, at a session here or, without one, at any."""
        for name, someone in self._present.items():
            if session in ("", name):
                someone.chair.dismiss(watcher)
                self._changed.add(name)

    # -- what sessions say -----------------------------------------------------------------

    def hear(self, session: str, message: Message) -> None:
        """Do what a session says; what only a host says is not listened to."""
        someone = self._present.get(session)
        if someone is None:
            return
        if isinstance(message, Seat | Step | Rise):
            someone.chair.follow(message)
            if not isinstance(message, Step) or not someone.chair.record:
                self._changed.add(session)
        elif isinstance(message, Leave):
            self._look_away(session, someone)
        elif not someone.questions.spend():
            someone.say(No(_TOO_MUCH))
        elif isinstance(message, Door):
            self._set_door(someone, message.open)
            self._changed.add(session)
        elif isinstance(message, AskWho):
            self._tell_who(session, someone, message)
        elif isinstance(message, Watch):
            self._watch(session, someone, message.session)
        elif isinstance(message, Result):
            self._enter_result(session, someone, message)
        else:
            try:
                self._ask_register(session, someone, message)
            except ValueError as refusal:
                someone.say(No(str(refusal)))

    def _ask_register(self, session: str, someone: _Someone, message: Message) -> None:
        """Have a question answered for which the register is needed; ``ValueError`` refuses it."""
        ask: Callable[[Accounts], Message]
        if isinstance(message, AskResults):

            def ask(register: Accounts) -> Message:
                return Results(tuple(register.results(MOST_RESULTS)))

        elif isinstance(message, Rename):
            id, wish = _own(someone.id), _check(message.name)

            def ask(register: Accounts) -> Message:
                return Yes(register.rename(id, wish).name)

        elif isinstance(message, AskCode):
            id = _own(someone.id)

            def ask(register: Accounts) -> Message:
                return Yes(register.make_code(id))

        elif isinstance(message, UseCode):
            fingerprint, code, name = _own(someone.fingerprint), _check(message.code), someone.name

            def ask(register: Accounts) -> Message:
                return Yes(_tell_joined(register.use_code(fingerprint, code).name, name))

        else:
            return
        if someone.unanswered >= _MOST_QUESTIONS:
            raise ValueError(_NOT_NOW)

        def answer(found: object) -> None:
            someone.unanswered -= 1
            if self._present.get(session) is not someone:
                return
            if isinstance(message, Rename) and isinstance(found, Yes):
                someone.name = found.text
                self._changed.add(session)
                self.on_rename(session, found.text)
            someone.say(_word(found))

        someone.unanswered += 1
        self._register.ask(ask, answer)

    def _enter_result(self, session: str, someone: _Someone, result: Result) -> None:
        """Keep a result and tell it; that of a guest is nobody's.

        Whoever wins game after game in no time, as programs do, is not told of each time.
        """
        if not someone.id or not names_a_game(result) or not someone.results.spend():
            return
        result = replace(result, player=someone.name, moment=self._now())
        try:
            check_result(result)
        except ValueError:
            return
        self.outbox.put(result)
        self.announce(result, session)
        if self.abroad:
            self.abroad.tell(result)

    def _tell_who(self, session: str, someone: _Someone, asked: AskWho) -> None:
        """Answer with a page of who is here, which may be followed from now on."""
        view = View(asked.name[:_LONGEST], asked.first, asked.count)
        someone.say(view.tell(self.refresh(), session))
        if asked.follow or not asked.count:
            someone.view = view if asked.count else None

    # -- looking on ------------------------------------------------------------------------

    def _watch(self, session: str, someone: _Someone, wanted: str) -> None:
        """Let somebody look on at another session, and no more at the one before."""
        self._look_away(session, someone)
        chair: Chair | str = _NOBODY
        if wanted == session:
            chair = "That is your own game."
        elif wanted in self._present:
            chair = self.open_chair(wanted)
        elif self.abroad and (far := self.abroad.watch(wanted)):
            chair = _open(far, "")
        if isinstance(chair, str):
            someone.say(No(chair))
        else:
            someone.watched, someone.seen = wanted, chair
            chair.admit(session, partial(self._pass_on, session, someone))
            self._note(wanted)

    def _pass_on(self, session: str, someone: _Someone, message: Message) -> None:
        """Tell a spectator what happens where they watch; after ``Away`` they wait."""
        if isinstance(message, Away):
            self._following.begin(session, message.player, someone.watched)
            someone.seen = None
        someone.say(message)

    def _look_away(self, session: str, someone: _Someone) -> None:
        """Let somebody stop watching, or waiting for a player who has left."""
        self._following.drop(session)
        if seen := someone.seen:
            someone.seen = None
            seen.dismiss(session)
            self._note(someone.watched)
            if self.abroad and not seen.watchers:
                self.abroad.leave(someone.watched)

    def _set_door(self, someone: _Someone, is_open: bool) -> None:
        """Others may look on from now on, or may not."""
        someone.chair.is_open = is_open
        if not is_open:
            closed = f"{_call(someone.name)} no longer accepts spectators."
            someone.chair.close(No(closed))

    def _describe(self, session: str, someone: _Someone) -> Visitor:
        """A session and what is played there."""
        record = someone.chair.record
        return Visitor(
            session=session,
            player=someone.name,
            host=self.host,
            since=someone.since,
            game=record.seat.game if record else "",
            level=record.seat.level if record else 0,
            deal=record.seat.deal if record else "",
            purpose=record.seat.purpose if record else "",
            is_open=someone.chair.is_open,
            watchers=len(someone.chair.watchers),
        )


def _open(chair: Chair, name: str) -> Chair | str:
    """A chair, if one may look on there; else why not, in a sentence."""
    if not chair.is_open:
        return f"{_call(name)} does not accept spectators."
    return chair if len(chair.watchers) < MOST_WATCHERS else "Too many are watching there already."


def _veil(visitor: Visitor) -> Visitor:
    """What others are told of somebody: behind a closed door, not what is played."""
    return visitor if visitor.is_open else replace(visitor, game="", level=0, deal="", purpose="")


def _word(found: object) -> Message:
    """Return the message for what the register has answered or raised.

    Only refusals are told as they are: other errors name files of the host.
    """
    if isinstance(found, Message):
        return found
    return No(str(found) if isinstance(found, ValueError) else _NOT_NOW)


def _call(name: str) -> str:
    """How somebody is called at the beginning of a sentence."""
    return name or "That guest"


def _tell_left(name: str) -> str:
    return f"{_call(name)} has left."


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

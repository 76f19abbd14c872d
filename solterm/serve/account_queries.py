"""Queries to the accounts, at logins and of sessions.

They run in threads, so the event loop never waits for a database. Logins use a separate thread, so
requests of sessions never delay them.
"""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from solterm.contests.kinds import TOURNAMENT, BoardName
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.hall.messages import (
    AskCode,
    AskResults,
    AskTonight,
    Message,
    No,
    Rename,
    Results,
    SignUp,
    Tonight,
    UseCode,
    Yes,
)
from solterm.serve.access import Address
from solterm.serve.accounts import Accounts, Player, open_accounts
from solterm.serve.contest_trials import is_day_proved
from solterm.serve.limits import Limits
from solterm.serve.orders import KEY_LENGTH
from solterm.store.errors import StoreError

_Answer = TypeVar("_Answer")

MOST_SHOWN = 50
"""Results in one answer."""

_SECONDS = 10
"""How long a lookup at login may take."""
_LONGEST = 64
"""Characters of a name or a code."""

NOT_NOW = "The host can't look that up right now: try again later."
_OTHER_EVENING = "That contest is over; the contests page has the next one."
_NO_KEY = "Guests have no name: log in with an SSH key to get one."
_TOO_LONG = "That text is too long."


class AccountQueries:
    """Finds players by key, enrols new ones within the limits, and runs queries for the hall."""

    def __init__(self, data: Path, database: str | None, limits: Limits) -> None:
        """Raises ``StoreError`` when the accounts cannot be opened."""
        self._limits = limits
        self._logins, self._questions = (
            AccountThread(lambda: self._open(data, database)) for _ in range(2)
        )
        self._logins.ask(lambda accounts: None).result()

    def _open(self, data: Path, database: str | None) -> Accounts:
        accounts = open_accounts(data, database)
        accounts.find_unwanted = lambda: self._limits.settings.unwanted_names
        return accounts

    @property
    def failures(self) -> int:
        """The number of queries that the database has failed."""
        return self._logins.failures + self._questions.failures

    async def find_player(self, key: str, wish: str, address: Address) -> Player:
        """Return the player of a key; a new one is enrolled under a name near to the wish.

        Raises ``Refusal``, ``TimeoutError``, or what the accounts raise.
        """
        async with asyncio.timeout(_SECONDS):
            found = await asyncio.wrap_future(self._logins.ask(lambda each: each.log_in(key)))
            if found is None:
                if refusal := self._limits.enrol(address):
                    raise Refusal(refusal)
                enrolled = self._logins.ask(lambda each: each.enrol(key, wish))
                found = await asyncio.wrap_future(enrolled)
        return found

    def ask(
        self, question: Callable[[Accounts], _Answer], then: Callable[[_Answer | Exception], None]
    ) -> None:
        """Run a query, and pass its answer or exception to ``then`` on the event loop."""
        asked = asyncio.wrap_future(self._questions.ask(question))

        def answer(done: "asyncio.Future[_Answer]") -> None:
            if not done.cancelled():
                error = done.exception()
                then(error if isinstance(error, Exception) else done.result())

        asked.add_done_callback(answer)

    async def answer(self, question: Callable[[Accounts], _Answer]) -> _Answer:
        """Run a query and return its answer. Raises ``StoreError``."""
        return await asyncio.wrap_future(self._questions.ask(question))

    def close(self) -> None:
        """End the threads after the current query."""
        self._logins.close()
        self._questions.close()


class AccountThread:
    """A daemon thread that runs queries on the accounts, one after the other.

    Unlike the threads of a pool, it never delays the end of the program.
    """

    def __init__(self, open_it: Callable[[], Accounts]) -> None:
        """Open the accounts with the first query, and again if that failed."""
        self.failures = 0
        """Queries that ended with a ``StoreError``."""
        self._open = open_it
        self._asked: SimpleQueue[tuple[Callable[[Accounts], Any], Future[Any]] | None]
        self._asked = SimpleQueue()
        threading.Thread(target=self._run, daemon=True).start()

    def ask(self, question: Callable[[Accounts], _Answer]) -> "Future[_Answer]":
        """Queue a query; return its future answer."""
        answer: Future[_Answer] = Future()
        self._asked.put((question, answer))
        return answer

    def close(self) -> None:
        """End the thread after the queries in the queue."""
        self._asked.put(None)

    def _run(self) -> None:
        accounts: Accounts | None = None
        while asked := self._asked.get():
            question, answer = asked
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                accounts = accounts or self._open()
                answer.set_result(question(accounts))
            except Exception as error:
                self.failures += isinstance(error, StoreError)
                answer.set_exception(error)


class SessionKeys:
    """Makes the keys that stand for players in the database, if sessions have their own role there.

    Without such a role there are no keys.
    """

    def __init__(self, questions: AccountQueries, are_used: bool) -> None:
        self._questions, self._are_used = questions, are_used

    async def make(self, player: str) -> str:
        """Return a key for a session of a player, or "". Raises ``StoreError``."""
        if not self._are_used:
            return ""
        key = os.urandom(KEY_LENGTH // 2).hex()
        await self._questions.answer(lambda accounts: accounts.keep_session_keys({key: player}))
        return key

    def keep(self, players: Mapping[str, str]) -> None:
        """Say which sessions go on, by key, so that the database drops the keys of lost ones."""
        if self._are_used:
            self._questions.ask(lambda accounts: accounts.keep_session_keys(players), ignore)

    def drop(self, key: str) -> None:
        """Forget the key of a session that has ended; ignore an empty one."""
        if key:
            self._questions.ask(lambda accounts: accounts.drop_session_key(key), ignore)

    @asynccontextmanager
    async def lend(self, players: Iterable[str]) -> AsyncIterator[dict[str, str] | None]:
        """Yield a key for each of some players; None without keys. Raises ``StoreError``."""
        keys = {player: await self.make(player) for player in players}
        try:
            yield keys if self._are_used else None
        finally:
            for key in keys.values():
                self.drop(key)


def ignore(answer: object) -> None:
    """Ignore an answer: a key that is not dropped now is dropped in a day.

    And while the database is away, the list of recent results lacks some.
    """


# -- requests of sessions -----------------------------------------------------------------------


def query_for(
    message: Message, id: str, name: str, fingerprint: str, tonight: Tonight
) -> Callable[[Accounts], Message] | None:
    """Return the query that answers a message of a player, or None for other messages.

    Guests have no id and no fingerprint; ``tonight`` comes without its players.
    Raises ``Refusal`` to refuse it.
    """
    match message:
        case AskResults():
            return lambda accounts: Results(tuple(accounts.results(MOST_SHOWN)))
        case AskTonight():
            return lambda accounts: add_players(accounts, tonight, id)
        case SignUp(name=evening, wanted=wanted):
            player = _require_key(id)
            if not tonight.name or evening != tonight.name:
                raise Refusal(_OTHER_EVENING)
            return lambda accounts: _sign_up(accounts, tonight, player, wanted)
        case Rename(name=wish):
            player, wish = _require_key(id), _check(wish)
            return lambda accounts: Yes(accounts.rename(player, wish).name)
        case AskCode():
            player = _require_key(id)
            return lambda accounts: Yes(accounts.make_code(player))
        case UseCode(code=typed):
            key, code = _require_key(fingerprint), _check(typed)
            return lambda accounts: Yes(_tell_joined(accounts.use_code(key, code).name, name))
    return None


def to_message(found: object) -> Message:
    """Return the message for an answer or error of the accounts.

    Only refusals are passed on as they are; other errors may name files of the host.
    """
    if isinstance(found, Message):
        return found
    return No(
        str(found) if isinstance(found, Refusal) and not isinstance(found, StoreError) else NOT_NOW
    )


def _sign_up(accounts: Accounts, tonight: Tonight, player: str, wanted: bool) -> Tonight:
    accounts.sign_up(player, tonight.name, wanted)
    return add_players(accounts, tonight, player)


def add_players(accounts: Accounts, tonight: Tonight, player: str) -> Tonight:
    """Return the evening with its players, and what a player given by id should know of it."""
    players, today = accounts.signed_up(tonight.name), accounts.now().date()
    return replace(
        tonight,
        signed_up=len(players),
        is_signed_up=player in players,
        playing=tuple(accounts.list_playing(str(BoardName(TOURNAMENT, tonight.name)))),
        winnable_day=today.isoformat() if is_day_proved(accounts, today, player) else "",
    )


def _tell_joined(owner: str, name: str) -> str:
    return (
        f"From your next login, this key belongs to {owner}. Games you played as {name} stay with"
        f" {name}. You remain {name} until you leave."
    )


def _require_key(id: str) -> str:
    """Return an id or a fingerprint; raise ``Refusal`` for a guest, who has none."""
    if not id:
        raise Refusal(_NO_KEY)
    return id


def _check(text: str) -> str:
    """Return a text; raise ``Refusal`` if it is too long."""
    if len(text) > _LONGEST:
        raise Refusal(_TOO_LONG)
    return text

"""Queries to the accounts, run in threads: the event loop never waits for a database.

Logins use a separate thread, so requests of sessions never delay them.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from solterm.serve.accounts import Accounts, Player, open_accounts
from solterm.serve.limits import Limits
from solterm.store.errors import StoreError

_Answer = TypeVar("_Answer")

_SECONDS = 10
"""How long a lookup at login may take."""


class NewcomerRefused(Exception):
    """The host accepts no new player now; the text says why."""


class AccountQueries:
    """Finds players by key, enrols new ones within the limits, and runs queries for the hall."""

    def __init__(self, data: Path, database: str | None, limits: Limits) -> None:
        """Raises ``StoreError`` when the accounts cannot be opened."""
        self._limits = limits
        self._logins, self._questions = (
            AccountThread(lambda: open_accounts(data, database)) for _ in range(2)
        )
        self.day_secret = self._logins.ask(lambda accounts: accounts.day_secret()).result()

    @property
    def failures(self) -> int:
        """The number of queries that the database has failed."""
        return self._logins.failures + self._questions.failures

    async def find_player(self, key: str, wish: str, address: str) -> Player:
        """Return the player of a key; a new one is enrolled under a name near to the wish.

        Raises ``NewcomerRefused``, ``TimeoutError``, or what the accounts raise.
        """
        async with asyncio.timeout(_SECONDS):
            found = await asyncio.wrap_future(self._logins.ask(lambda each: each.find(key)))
            if found is None:
                if refusal := self._limits.enrol(address):
                    raise NewcomerRefused(refusal)
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

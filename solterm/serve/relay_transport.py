"""Sends the packets of a relay to the other hosts by PostgreSQL's notifications.

It holds two connections, one to listen and one to send. While the database is away the other hosts
are out of reach, and everybody on this one plays on; it reconnects with growing pauses.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import Any, LiteralString

import psycopg
from psycopg import AsyncConnection

from solterm.serve.hall import Hall
from solterm.serve.relay import Relay
from solterm.store.postgres.connection import explain

_CHANNEL = "solterm_hall"
_LISTENER = "solterm host"
"""The name of the listening connection, of which each host has one."""
_LISTEN = f"LISTEN {_CHANNEL}"
_NAME = "SELECT set_config('application_name', %s, false)"
_SPEAK = f"SELECT pg_notify('{_CHANNEL}', part) FROM unnest(%s::text[]) AS part"

_MOST_WAITING = 5000
"""Parts in the queue; beyond that the oldest are dropped."""

_AT_ONCE = 100
"""Parts in one statement."""

_BEAT = 1.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 5.0
"""Seconds between two attempts to connect."""

_ANSWER_SECONDS = 8.0
"""For the database to answer; after that the relay reconnects."""

_LAST_SECONDS = 1.0
"""For the last packets of a host that ends."""

_PATIENT: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""How soon libpq notices a dead connection."""


async def connect_hosts(hall: Hall, address: str, tell: Callable[[str], None]) -> None:
    """Connect a host's hall with those of the other hosts, until cancelled.

    ``address`` is that of the shared database; ``tell`` logs when it comes and goes.
    """
    transport = Transport(address, tell)
    await transport.run(Relay(hall, os.urandom(6).hex(), transport.send))


def count_hosts(address: str) -> int:
    """Return how many hosts are connected to a database. Raises ``StoreError``."""
    query = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = %s"
    )
    try:
        with psycopg.connect(address, **_PATIENT) as line:
            ((found,),) = line.execute(query, (_LISTENER,)).fetchall()
    except psycopg.Error as error:
        raise explain(error) from None
    return int(found)


class Transport:
    """Connects the relay of a host with those of the others."""

    def __init__(self, address: str, tell: Callable[[str], None]) -> None:
        """``address`` is that of the database; ``tell`` logs when it comes and goes."""
        self._address = address
        self._tell = tell
        self._waiting: deque[str] = deque(maxlen=_MOST_WAITING)
        self._something = asyncio.Event()

    def send(self, part: str) -> None:
        """Queue a part of a packet."""
        self._waiting.append(part)
        self._something.set()

    async def run(self, relay: Relay) -> None:
        """Carry packets until this is cancelled."""
        pause = _FIRST_PAUSE
        while True:
            try:
                async with AsyncExitStack() as stack:
                    listening, speaking = [await self._connect(stack) for _ in range(2)]
                    await _execute(listening, _NAME, [_LISTENER])
                    await _execute(listening, _LISTEN)
                    self._waiting.clear()
                    pause = _FIRST_PAUSE
                    self._tell("The other hosts are within reach.")
                    relay.begin()
                    await self._carry(relay, listening, speaking)
            except (psycopg.Error, OSError) as error:
                reason = str(error).partition("\n")[0] or "the database does not answer"
                self._tell(f"The other hosts are out of reach: {reason}")
            finally:
                relay.cut()
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)

    async def _connect(self, stack: AsyncExitStack) -> AsyncConnection[Any]:
        """Open a connection that the stack closes."""
        connection = await AsyncConnection.connect(self._address, autocommit=True, **_PATIENT)
        stack.push_async_callback(connection.close)
        return connection

    async def _carry(
        self, relay: Relay, listening: AsyncConnection[Any], speaking: AsyncConnection[Any]
    ) -> None:
        """Carry packets until a connection breaks."""
        tasks = [
            asyncio.create_task(each)
            for each in (self._listen(relay, listening), self._speak(speaking), self._beat(relay))
        ]
        try:
            await asyncio.gather(*tasks)
        except asyncio.CancelledError:
            relay.end()
            raise
        finally:
            for each in tasks:
                each.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with suppress(psycopg.Error, OSError, TimeoutError):
                async with asyncio.timeout(_LAST_SECONDS):
                    await self._empty(speaking)

    async def _listen(self, relay: Relay, listening: AsyncConnection[Any]) -> None:
        while True:
            async for heard in listening.notifies():
                relay.hear(heard.payload)

    async def _speak(self, speaking: AsyncConnection[Any]) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            await self._empty(speaking)

    async def _empty(self, speaking: AsyncConnection[Any]) -> None:
        """Send the whole queue."""
        while self._waiting:
            parts = [self._waiting.popleft() for _ in range(min(_AT_ONCE, len(self._waiting)))]
            await _execute(speaking, _SPEAK, [parts])

    async def _beat(self, relay: Relay) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            relay.beat()


async def _execute(line: AsyncConnection[Any], query: LiteralString, *values: Any) -> None:
    """Execute a statement; raises ``TimeoutError`` when the database hangs.

    psycopg would ask the server to cancel the statement, and wait for that as well. So this closes
    the connection instead.
    """
    asked = asyncio.ensure_future(line.execute(query, *values))
    try:
        await asyncio.wait({asked}, timeout=_ANSWER_SECONDS)
    finally:
        if not asked.done():
            asked.cancel()
            line.pgconn.finish()
            await asyncio.gather(asked, return_exceptions=True)
    if asked.cancelled():
        raise TimeoutError
    await asked

"""Questions to the register, asked in threads: the event loop never waits for a database.

Logins have a thread of their own, so that what sessions ask holds up nobody who comes in.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from solterm.serve.limits import Limits
from solterm.serve.register import Player, Register, open_register

_Answer = TypeVar("_Answer")

_SECONDS = 10
"""For a register to say who somebody is."""


class NewcomerRefused(Exception):
    """Nobody new is taken in now: why, in a sentence."""


class Reception:
    """Finds the player of a key, enrols new players within the limits, and asks for the hall."""

    def __init__(self, data: Path, database: str | None, limits: Limits) -> None:
        """Raises ``StoreError`` when the register cannot be opened."""
        self._limits = limits
        self._logins, self._questions = (
            RegisterThread(lambda: open_register(data, database)) for _ in range(2)
        )
        self._logins.ask(lambda register: None).result()

    async def find_player(self, key: str, wish: str, address: str) -> Player:
        """Return the player of a key; a new one is enrolled under a name near to the wish.

        Raises ``NewcomerRefused``, ``TimeoutError``, or what the register raises.
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
        self, question: Callable[[Register], _Answer], then: Callable[[_Answer | Exception], None]
    ) -> None:
        """Ask the register, and pass on its answer, or what it raised, once the loop is free."""
        asked = asyncio.wrap_future(self._questions.ask(question))

        def answer(done: "asyncio.Future[_Answer]") -> None:
            if not done.cancelled():
                error = done.exception()
                then(error if isinstance(error, Exception) else done.result())

        asked.add_done_callback(answer)

    def close(self) -> None:
        """End the threads, as soon as the question in hand is answered."""
        self._logins.close()
        self._questions.close()


class RegisterThread:
    """A thread with a register, which answers one question after the other.

    It does not hold up the end of the program, as the threads of a pool would.
    """

    def __init__(self, open_it: Callable[[], Register]) -> None:
        """The register is opened with the first question, and again after that has failed."""
        self._open = open_it
        self._asked: SimpleQueue[tuple[Callable[[Register], Any], Future[Any]] | None]
        self._asked = SimpleQueue()
        threading.Thread(target=self._run, daemon=True).start()

    def ask(self, question: Callable[[Register], _Answer]) -> "Future[_Answer]":
        """Ask something; the answer comes in its turn."""
        answer: Future[_Answer] = Future()
        self._asked.put((question, answer))
        return answer

    def close(self) -> None:
        """End the thread after the questions that were asked."""
        self._asked.put(None)

    def _run(self) -> None:
        register: Register | None = None
        while asked := self._asked.get():
            question, answer = asked
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                register = register or self._open()
                answer.set_result(question(register))
            except Exception as error:
                answer.set_exception(error)

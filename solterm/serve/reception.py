"""The reception: whose key it is that somebody comes with.

The register may be on another machine and take its time, so a thread of its own asks it, and the
server goes on meanwhile.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from solterm.serve.limits import Limits
from solterm.serve.register import Player, Register, open_register

_SECONDS = 10
"""For a register to say who somebody is."""


class NewcomerRefused(Exception):
    """Nobody new is taken in now: why, in a sentence."""


class Reception:
    """Finds the player of a key, and takes in who is new as far as the limits allow."""

    def __init__(self, data: Path, database: str | None, limits: Limits) -> None:
        self._data = data
        self._database = database
        self._limits = limits
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._register: Register | None = None
        """That of the thread, opened with the first question."""

    async def find_player(self, key: str, wish: str, address: str) -> Player:
        """Whose key it is, or whose it is from now on: of somebody new, called as they wish.

        Raises ``NewcomerRefused``, ``TimeoutError``, or what the register raises.
        """
        async with asyncio.timeout(_SECONDS):
            found: Player | None = await self._ask("find", key)
            if found is None:
                if refusal := self._limits.enrol(address):
                    raise NewcomerRefused(refusal)
                found = await self._ask("enrol", key, wish)
        return found

    async def _ask(self, question: str, *told: str) -> Any:
        """Put a question to the register, in the thread."""

        def ask() -> Any:
            if self._register is None:
                self._register = open_register(self._data, self._database)
            return getattr(self._register, question)(*told)

        return await asyncio.get_running_loop().run_in_executor(self._thread, ask)

    def close(self) -> None:
        """Look nobody up any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

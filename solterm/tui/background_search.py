"""The solver process of the App: one worker, stopped in scored games; and the lines it found."""

import asyncio
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from textual.app import App

from solterm.context import Context

if TYPE_CHECKING:
    from textual.worker import Worker as TextualWorker

    from solterm.advice.lines import Lines
    from solterm.advice.workers import Worker
    from solterm.core.play.play import Play
    from solterm.sessions.prefetching import DealPrefetcher
    from solterm.sessions.winnables import Wish

_PAUSE = 1.0
"""Seconds from an event in the worker to the next look at the search for a deal."""


class BackgroundSearch:
    """Owns the worker, and the search for the next winnable deal while one is played."""

    def __init__(self, app: App[Any], context: Context) -> None:
        self._app = app
        self._context = context
        self._prefetcher: DealPrefetcher | None = None
        self._following: TextualWorker[None] | None = None
        """Follows the search for the next deal."""

    @cached_property
    def worker(self) -> "Worker":
        """The process that searches while the player plays, started by the first question."""
        from solterm.advice.workers import Worker

        return Worker(self._context.is_solver_off)

    @cached_property
    def lines(self) -> "Lines":
        """The winning lines found, for the hints of all tables."""
        from solterm.advice.lines import Lines

        return Lines()

    def follow(self, play: "Play", moves: Sequence[str]) -> None:
        """Let hints follow a winning line that the player asked for."""
        from solterm.advice.hinting import Hints

        Hints(self.worker, self.lines).follow(play, moves)

    def prefetch(self, wish: "Wish") -> None:
        """Search for the next deal of the wanted kind."""
        from solterm.sessions.prefetching import DealPrefetcher

        self._prefetcher = self._prefetcher or DealPrefetcher(self.worker)
        self._prefetcher.begin(wish)
        self.allow(True)

    def rest(self) -> None:
        """Pause the search for the next deal, and keep its finds."""
        if self._prefetcher:
            self._prefetcher.rest()

    def allow(self, is_free: bool) -> None:
        """Continue the search in a free game, or end the worker in a scored one."""
        self._stop_following()
        if not is_free:
            self.end()
        elif self._prefetcher:
            self._following = self._app.run_worker(self._follow)

    async def _follow(self) -> None:
        while self._prefetcher and self._prefetcher.tend():
            await self.worker.change()
            await asyncio.sleep(_PAUSE)  # the player may be about to ask

    def _stop_following(self) -> None:
        if self._following:
            self._following.cancel()

    def halt(self) -> None:
        """Stop the worker before the program itself is suspended."""
        if "worker" in vars(self):
            self.worker.halt()

    def end(self) -> None:
        """End the worker, if there is one."""
        self._stop_following()
        self.rest()
        if "worker" in vars(self):
            self.worker.end()

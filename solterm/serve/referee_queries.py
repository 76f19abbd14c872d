"""What a host asks its referee, the process that replays games of players.

A result never depends on what a session says, and replaying never holds up the host.
"""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from solterm.contests.races import Ghost, Point, RaceRun
from solterm.hall.messages import Challenge
from solterm.installed import isolated
from solterm.serve.host_data import HostData, is_guest
from solterm.serve.log import Log
from solterm.serve.orders import NO_HOME
from solterm.serve.race_records import RaceRow
from solterm.store.errors import StoreError

_SECONDS = 20.0
"""How long the host waits for an answer."""

_FAILED = "This host can't make a ghost right now: try again later."

LendKeys = Callable[[list[str]], AbstractAsyncContextManager[Mapping[str, str] | None]]
"""Yields keys for the rows of some players, good until the block ends; None if it takes none."""

_Answer = Callable[[dict[str, Any] | None], None]


class Turns:
    """Questions that are answered one at a time, those of each asker in turn."""

    def __init__(
        self, answer: Callable[[Mapping[str, Any]], Awaitable[dict[str, Any] | None]]
    ) -> None:
        self._answer = answer
        self._waiting: dict[str, deque[tuple[Mapping[str, Any], _Answer]]] = {}
        """The questions by asker; whose turn is next comes first."""
        self._serving: asyncio.Task[None] | None = None

    def ask(self, asker: str, question: Mapping[str, Any], then: _Answer) -> None:
        self._waiting.setdefault(asker, deque()).append((question, then))
        if self._serving is None:
            self._serving = asyncio.get_running_loop().create_task(self._serve())

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            asker = next(iter(self._waiting))
            asked = self._waiting.pop(asker)
            question, then = asked.popleft()
            if asked:
                self._waiting[asker] = asked
            loop.call_soon(then, await self._answer(question))
        self._serving = None


class Referee:
    """Asks the process one question at a time of each kind, so that none waits for another's."""

    def __init__(
        self, data: HostData, log: Log, lend_keys: LendKeys = lambda _: nullcontext()
    ) -> None:
        self._data = data
        self._lend_keys = lend_keys
        self._log = log
        self._judging, self._proving, self._choosing, self._serving = (
            Turns(self._ask) for _ in range(4)
        )

    def judge(self, race: RaceRow, then: Callable[[list[RaceRun] | None], None]) -> None:
        """Pass on the runs of a race's live players, in the order of their seats.

        None if the process failed.
        """
        about = {"race": race.id, "game": race.game, "level": race.level, "deal": race.deal}
        live = [each for each in race.racers if each.player]
        players, events = [each.player for each in live], [each.events for each in live]
        question = about | {"ask": "judge", "players": players, "events": events}

        def answer(found: dict[str, Any] | None) -> None:
            then([RaceRun(*each) for each in found["runs"]] if found else None)

        self._judging.ask("", question, answer)

    def prove(self, player: str, name: str, contest: int, then: _Answer) -> None:
        """Pass on the text of a player's result in a contest, or why it has none."""
        question = {"ask": "prove", "player": player, "name": name, "contest": contest}
        self._proving.ask(player, question, then)

    def make_ghost(
        self, asker: str, wanted: Challenge, then: Callable[[Ghost | str], None]
    ) -> None:
        """Pass on the ghost of a record, or of a game that the host plays; else why not."""
        about = {"game": wanted.game, "level": wanted.level, "record": wanted.record}

        def answer(found: dict[str, Any] | None) -> None:
            if found is None or "fault" in found:
                then(found["fault"] if found else _FAILED)
                return
            pace = tuple(Point(*each) for each in found["pace"])
            about = found["game"], found["level"], found["deal"]
            then(Ghost(*about, pace, RaceRun(*found["run"])))

        self._serving.ask(asker, about | {"ask": "ghost", "seconds": wanted.seconds}, answer)

    def read_page(self, asker: str, player: str, then: _Answer) -> None:
        """Pass on the page of a player, given by id, but for the races; None if that failed."""
        self._serving.ask(asker, {"ask": "page", "player": player}, then)

    def find_run(
        self, asker: str, player: str, run: int, then: _Answer, is_drawn: bool = False
    ) -> None:
        """Pass on the record and seconds of a finished game that others may replay.

        With ``is_drawn`` also what a web page shows: a picture of the last table, and some lines.
        """
        question = {"ask": "run", "player": player, "run": run, "is_drawn": is_drawn}
        self._serving.ask(asker, question, then)

    def find_winnable(self, game: str, then: Callable[[int], None]) -> None:
        """Pass on a hidden deal that can be won at level 3; 0 if none was found in a few tries."""

        def answer(found: dict[str, Any] | None) -> None:
            then(int(found["deal"]) if found else 0)

        self._choosing.ask("", {"ask": "winnable", "game": game}, answer)

    def draw(self, asker: str, text: str, then: _Answer) -> None:
        """Pass on what a web page shows of the game of a record."""
        self._serving.ask(asker, {"ask": "draw", "record": text, "is_drawn": True}, then)

    async def _ask(self, question: Mapping[str, Any]) -> dict[str, Any] | None:
        try:
            players = [each for each in players_in(question) if not is_guest(each)]
            async with self._lend_keys(players) as keys:
                return await self._run(self._data._replace(keys=keys), question)
        except (OSError, TimeoutError, ValueError, StoreError) as error:
            self._log.tell("error", what=f"referee: {error!r}")
            return None

    async def _run(self, data: HostData, question: Mapping[str, Any]) -> dict[str, Any]:
        place = {"folder": str(data.folder), "database": data.database, "keys": data.keys}
        name = "run_pictures" if question.get("is_drawn") else "referee"
        process, child = None, isolated(f"solterm.serve.{name}", nice=5)
        try:
            process = await asyncio.create_subprocess_exec(
                *child.arguments,
                env=child.environment | ({"HOME": NO_HOME} if data.keys is not None else {}),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
            async with asyncio.timeout(_SECONDS):
                told, _ = await process.communicate(json.dumps({**place, **question}).encode())
            return dict(json.loads(told))
        finally:
            if process and process.returncode is None:
                process.kill()


def players_in(question: Mapping[str, Any]) -> list[str]:
    """Return the ids of the players whose data a question is about."""
    return list(question.get("players", [question["player"]] if "player" in question else []))

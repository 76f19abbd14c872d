"""The referee: a process that replays the games of a race, and makes ghosts.

It reads a question as JSON from standard input, and writes the answer. So a result never depends on
what a session says, and replaying never holds up the host. It runs in the sandbox of a session,
with the data of the players it is asked about. In a database, it has keys for their rows alone.
"""

import asyncio
import json
import os
import resource
import sys
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solterm.contests.races import LIMIT, Ghost, Point, Run
from solterm.core.refusal import Refusal
from solterm.hall.messages import Challenge
from solterm.installed import isolated
from solterm.serve import sandbox
from solterm.serve.host_data import HostData
from solterm.serve.log import Log
from solterm.serve.orders import NO_HOME
from solterm.serve.race_records import RaceRow
from solterm.store import locations
from solterm.store.errors import StoreError

if TYPE_CHECKING:
    from solterm.core.play.play import Play
    from solterm.store.entries import Result
    from solterm.store.store import Store

_SECONDS = 20.0
"""How long the host waits for an answer."""
_CPU_SECONDS = 30
_HUMAN_GAP = 3.0
"""The seconds between two moves of the host's own run."""
_MOST_MOVES = 400
_FAVOURITES = 3
_RUNS = 30
"""Games on a player's page."""

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
    """Asks the process: one question about races at a time, and one other."""

    def __init__(
        self, data: HostData, log: Log, lend_keys: LendKeys = lambda _: nullcontext()
    ) -> None:
        self._data = data
        self._lend_keys = lend_keys
        self._log = log
        # Judging must not wait for those who ask for ghosts and pages.
        self._judging, self._serving = Turns(self._ask), Turns(self._ask)

    def judge(self, race: RaceRow, then: Callable[[list[Run] | None], None]) -> None:
        """Pass on the runs of a race's live players, in the order of their seats.

        None if the process failed.
        """
        about = {"race": race.id, "game": race.game, "level": race.level, "deal": race.deal}
        live = [each for each in race.racers if each.player]
        players, events = [each.player for each in live], [each.events for each in live]
        question = about | {"ask": "judge", "players": players, "events": events}

        def answer(found: dict[str, Any] | None) -> None:
            then([Run(*each) for each in found["runs"]] if found else None)

        self._judging.ask("", question, answer)

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
            then(Ghost(*about, pace, Run(*found["run"])))

        self._serving.ask(asker, about | {"ask": "ghost", "seconds": wanted.seconds}, answer)

    def read_page(self, asker: str, player: str, then: _Answer) -> None:
        """Pass on the page of a player, given by id, but for the races; None if that failed."""
        self._serving.ask(asker, {"ask": "page", "player": player}, then)

    def find_run(self, asker: str, player: str, run: int, then: _Answer) -> None:
        """Pass on the record and seconds of a finished game that others may replay."""
        self._serving.ask(asker, {"ask": "run", "player": player, "run": run}, then)

    async def _ask(self, question: Mapping[str, Any]) -> dict[str, Any] | None:
        try:
            async with self._lend_keys(_players_in(question)) as keys:
                return await self._run(self._data._replace(keys=keys), question)
        except (OSError, TimeoutError, ValueError, StoreError) as error:
            self._log.tell("error", what=f"referee: {error!r}")
            return None

    async def _run(self, data: HostData, question: Mapping[str, Any]) -> dict[str, Any]:
        place = {"folder": str(data.folder), "database": data.database, "keys": data.keys}
        process, child = None, isolated("solterm.serve.referee", nice=5)
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


# -- in the process ----------------------------------------------------------------------------


def main() -> None:
    """Answer the question on standard input."""
    resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS))
    question = json.load(sys.stdin)
    data = _data_of(question)
    folders = [locations.home(data.context(player)) for player in _players_in(question)]
    sandbox.enter(sandbox.needs_of(data.database if folders else "", folders))
    answers = {"judge": _judge, "ghost": _make_ghost, "page": _read_page, "run": _find_run}
    json.dump(answers[question["ask"]](question), sys.stdout)


def _players_in(question: Mapping[str, Any]) -> list[str]:
    return list(question.get("players", [question["player"]] if "player" in question else []))


def _data_of(question: Mapping[str, Any]) -> HostData:
    return HostData(Path(question["folder"]), question["database"], question.get("keys"))


def _judge(question: Mapping[str, Any]) -> dict[str, Any]:
    data = _data_of(question)
    racers = zip(question["players"], question["events"], strict=True)
    return {"runs": [_run_of(data, player, events, question) for player, events in racers]}


def _run_of(data: HostData, player: str, events: int, question: Mapping[str, Any]) -> Run:
    """Return what a player has reached, by replaying the first events of the stored game.

    A game that is missing, or not that of the race, counts as not begun.
    """
    if not data.has_games(player):
        return Run()
    with _open_store(data, player) as store:
        return _replay(store, events, question) or Run()


@contextmanager
def _open_store(data: HostData, player: str) -> "Iterator[Store]":
    from solterm.store.store import Store

    store = Store.open(context=data.context(player))
    try:
        yield store
    finally:
        store.engine.disconnect()


def _replay(store: "Store", events: int, question: Mapping[str, Any]) -> Run | None:
    from solterm.contests import contests
    from solterm.contests.kinds import RACE
    from solterm.contests.races import run_of
    from solterm.core.play.record import RecordError
    from solterm.games import find

    contest = contests.find_named(store, RACE, str(question["race"]))
    saved = store.load_for(str(contests.purpose_of(contest, 0))) if contest else None
    if saved is None:
        return None
    try:
        for play in islice(saved.record.steps(find), events + 1):  # noqa: B007
            pass
    except RecordError:
        return None
    wanted = question["game"], question["deal"], question["level"], RACE.mode
    if (play.game.id, str(play.deal), play.start_level, play.mode) != wanted or play.options:
        return None
    return run_of(play, 0, has_ended=not saved.open)


def _read_page(question: Mapping[str, Any]) -> dict[str, Any]:
    from solterm.store.settings import load_settings

    data, player = _data_of(question), question["player"]
    if not data.has_games(player):
        return {"games": 0, "won": 0, "favourites": [], "runs": []}
    with _open_store(data, player) as store:
        summaries = store.summaries()
        runs = _list_runs(store) if load_settings(store.context)[0].door else {}
    played: Counter[str] = Counter()
    for each in summaries:
        played[each.game] += each.played
    return {
        "games": played.total(),
        "won": sum(each.won for each in summaries),
        "favourites": [game for game, _ in played.most_common(_FAVOURITES)],
        "runs": [
            [id, each.game, each.level, each.won, each.score, each.date[:10]]
            for id, each in runs.items()
        ],
    }


def _list_runs(store: "Store") -> "dict[int, Result]":
    """Return the latest finished games that others may see; a race may still be under way."""
    from solterm.contests.kinds import RACE
    from solterm.store.purpose import Purpose

    since = (datetime.now(UTC) - timedelta(seconds=LIMIT)).isoformat()
    return {
        id: each
        for id, each in store.list_finished(_RUNS)
        if Purpose.parse(each.context).kind != RACE.id or each.date < since
    }


def _find_run(question: Mapping[str, Any]) -> dict[str, Any]:
    from solterm.store.settings import load_settings

    data, player = _data_of(question), question["player"]
    if not data.has_games(player):
        return {}
    with _open_store(data, player) as store:
        run = _list_runs(store).get(question["run"])
        if run is None or not load_settings(store.context)[0].door:
            return {}
        return {
            "record": str(store.load(question["run"]).record),
            "seconds": round(run.seconds),
        }


def _make_ghost(question: Mapping[str, Any]) -> dict[str, Any]:
    from solterm.contests.races import pace_of, run_of
    from solterm.core.play import record
    from solterm.core.play.play import Play
    from solterm.games import find

    text, seconds = question["record"], question["seconds"] or None
    try:
        if text:
            found = record.read(text)
            done = found.replay(find)
        else:
            done = _play_by_hints(question["game"], question["level"])
            found = record.read(record.write(done))
            seconds = _HUMAN_GAP * len(found.events)
    except Refusal as error:
        return {"fault": f"That run can't be raced: {error}"}
    if done.options:
        return {"fault": "That run can't be raced: its game has options."}
    fresh = Play(done.game, done.deal, done.start_level, done.mode)
    pace = pace_of(found, fresh, seconds)
    return {
        "game": done.game.id,
        "level": done.start_level,
        "deal": str(done.deal),
        "pace": pace,
        "run": run_of(done, pace[-1].seconds, has_ended=True),
    }


def _play_by_hints(game: str, level: int) -> "Play":
    from solterm.advice.quick import hint
    from solterm.contests.kinds import RACE
    from solterm.core.deals import hidden_number
    from solterm.core.play.play import Play
    from solterm.games import find

    play = Play(find(game), hidden_number(os.urandom(8)), level, RACE.mode)
    for _ in range(_MOST_MOVES):
        move = hint(play).move if play.outcome is None else None
        if move is None:
            break
        play.push(move)
    return play

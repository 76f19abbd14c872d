"""The referee: replays stored games, makes ghosts, reads players' pages, finds winnable deals.

It is a process that reads a question as JSON and writes the answer. It runs in the sandbox of a
session, with the data of the players it is asked about. In a database, it has keys for their rows
alone. ``referee_queries`` asks it.
"""

import json
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from solterm.advice.choose import hint
from solterm.advice.knowledge import Knowledge
from solterm.contests import contests, result
from solterm.contests.boards import write_result
from solterm.contests.kinds import RACE
from solterm.contests.prove import finish, prove
from solterm.contests.races import LIMIT, RaceRun, pace_of, run_of
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import RecordError
from solterm.core.refusal import Refusal
from solterm.games import find
from solterm.serve import sandbox
from solterm.serve.contest_trials import draw_hidden, is_secret
from solterm.serve.host_data import HostData
from solterm.serve.referee_queries import players_in
from solterm.sessions.statistics import list_standings
from solterm.solver.solve import solve
from solterm.solver.verdict import Effort, Finding, Limit
from solterm.store import locations
from solterm.store.entries import PlayRow
from solterm.store.interface import digest_of
from solterm.store.settings import load_settings
from solterm.store.store import Store

_CPU_SECONDS = 30
_HUMAN_GAP = 3.0
"""The seconds between two moves of the host's own run."""
_MOST_MOVES = 400
_SEARCH_SECONDS, _DEAL_SECONDS = 8.0, 2.0
"""Processor time of a search for a deal that can be won, and for each deal."""
_FAVOURITES = 3
_RUNS = 30
"""Games on a player's page."""


def main(add: Callable[[dict[str, Any]], dict[str, Any]] = dict) -> None:
    """Answer the question on standard input; ``add`` may complete the answer."""
    resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS))
    question = json.load(sys.stdin)
    data = _data_of(question)
    folders = [locations.home(data.context(player)) for player in players_in(question)]
    sandbox.enter(sandbox.needs_of(data.database if folders else "", folders))
    answers = {
        **{"judge": _judge, "ghost": _make_ghost, "page": _read_page},
        **{
            "draw": lambda asked: {"record": asked["record"]},
            "run": _find_run,
            "prove": _prove,
            "winnable": _find_winnable,
        },
    }
    json.dump(add(answers[question["ask"]](question)), sys.stdout)


def _data_of(question: Mapping[str, Any]) -> HostData:
    return HostData(Path(question["folder"]), question["database"], question.get("keys"))


def _judge(question: Mapping[str, Any]) -> dict[str, Any]:
    data = _data_of(question)
    racers = zip(question["players"], question["events"], strict=True)
    return {"runs": [_run_of(data, player, events, question) for player, events in racers]}


def _run_of(data: HostData, player: str, events: int, question: Mapping[str, Any]) -> RaceRun:
    """Return what a player has reached, by replaying the first events of the stored game.

    A game that is missing, or not that of the race, counts as not begun.
    """
    if not data.has_games(player):
        return RaceRun()
    with _open_store(data, player) as store:
        return _replay(store, events, question) or RaceRun()


@contextmanager
def _open_store(data: HostData, player: str) -> Iterator[Store]:
    store = Store.open(context=data.context(player))
    try:
        yield store
    finally:
        store.engine.disconnect()


def _replay(store: Store, events: int, question: Mapping[str, Any]) -> RaceRun | None:
    contest = contests.find_named(store, RACE, str(question["race"]))
    saved = store.load_for(contest.purpose(0)) if contest else None
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
    return run_of(play, 0, has_ended=not saved.row.is_open)


def _prove(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of a contest as all may read it, and with the records of its games."""
    data, player = _data_of(question), question["player"]
    answer = {"fault": "", "is_given_up": False}
    answer |= {"games": 0, "shared": "", "proved": ["", [], "", ""]}
    if not data.has_games(player):
        return answer | {"fault": "There are no games."}
    with _open_store(data, player) as store:
        try:
            contest = contests.load(store, question["contest"])
            if not contest.kind.has_board:
                raise Refusal("It has no board.")
            if not contest.open and not contest.player:
                return answer | {"is_given_up": True}
            text = write_result(store, contest, question["name"], player)
            proved = finish(prove(*result.read(text), find))
        except Refusal as error:
            return answer | {"fault": str(error)}
        shared = result.write_proved(proved)
        played = [each[:2] for each in proved.games]
        return answer | {
            "games": store.count_finished(),
            "shared": shared,
            "proved": [proved.board, played, digest_of(shared), text],
        }


def _read_page(question: Mapping[str, Any]) -> dict[str, Any]:
    data, player = _data_of(question), question["player"]
    if not data.has_games(player):
        return {"games": 0, "won": 0, "favourites": [], "runs": []}
    with _open_store(data, player) as store:
        standings = list_standings(store)
        runs = _list_runs(store) if load_settings(store.context)[0].door else {}
    played: Counter[str] = Counter()
    for (game, _), each in standings.items():
        played[game] += each.played
    return {
        "games": played.total(),
        "won": sum(each.won for each in standings.values()),
        "favourites": [game for game, _ in played.most_common(_FAVOURITES)],
        "runs": [
            [id, each.game, each.level, each.won, each.score, each.touched[:10]]
            for id, each in runs.items()
        ],
    }


def _list_runs(store: Store) -> dict[int, PlayRow]:
    """Return the latest finished games that others may see; a race may still be under way."""
    since = (datetime.now(UTC) - timedelta(seconds=LIMIT)).isoformat()

    def may_be_seen(each: PlayRow) -> bool:
        is_race = each.purpose.kind == RACE.id
        return each.touched < since if is_race else not is_secret(each.purpose, each.deal)

    return {each.play_id: each for each in store.list_finished(_RUNS) if may_be_seen(each)}


def _find_run(question: Mapping[str, Any]) -> dict[str, Any]:
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


def _find_winnable(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hidden deal that can be won at level 3; 0 if none was found in time."""
    game, effort = find(question["game"]), Effort(Limit(_SEARCH_SECONDS))
    while not effort.is_spent:
        deal = draw_hidden()
        found = solve(game.rules(3), game.deal(deal).table, Limit(_DEAL_SECONDS))
        if found.finding is Finding.WON:
            return {"deal": deal}
    return {"deal": 0}


def _play_by_hints(game: str, level: int) -> Play:
    play, memory = Play(find(game), draw_hidden(), level, RACE.mode), Knowledge()
    for _ in range(_MOST_MOVES):
        if play.outcome is not None or (move := hint(play, memory).move) is None:
            break
        play.push(move)
    return play

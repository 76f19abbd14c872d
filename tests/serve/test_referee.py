"""The referee replays what is stored, and believes nothing else."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from solterm.advice.choose import hint
from solterm.contests.contest import Contest, ContestGame
from solterm.contests.kinds import RACE
from solterm.contests.races import RaceRun
from solterm.core.deals import FIRST_HIDDEN
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import find
from solterm.hall.messages import RaceStep
from solterm.serve import referee, run_pictures
from solterm.serve.host_data import HostData, guest_id
from solterm.serve.log import Log
from solterm.serve.referee import _find_run, _find_winnable, _judge, _make_ghost, _read_page
from solterm.serve.referee_queries import Referee, Turns
from solterm.sessions import contest_steps, plays
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, save_settings
from solterm.store.store import Store
from tests.contests.laid_out import stored
from tests.hall.hosts import joined
from tests.serve.hostile import HostileFolder
from tests.serve.test_sandbox import confines_files

GAME, DEAL = "demon", 617


def play_race(data: HostData, player: str, deal: int = DEAL, moves: int = 3) -> KeptPlay:
    """Play the race of a player, as a session does."""
    store = Store.open(context=data.context(player))
    contest = stored(store, Contest(RACE, "7", (ContestGame(GAME, deal),)))
    kept = plays.deal(store, contest_steps.start_of(contest, 0)._replace(level=3))
    for _ in range(moves):
        kept.perform("s")
    return kept


def judge(data: HostData, *players: str, events: int = 100) -> list[RaceRun]:
    """Return what players have reached within some events."""
    question: dict[str, Any] = {
        "folder": str(data.folder),
        "database": "",
        "race": 7,
        "game": GAME,
        "level": 3,
        "deal": str(DEAL),
        "players": players,
        "events": [events] * len(players),
    }
    return [RaceRun(*each) for each in json.loads(json.dumps(_judge(question)))["runs"]]


@pytest.fixture
def data(tmp_path: Path) -> HostData:
    return HostData(tmp_path)


def test_it_finds_hidden_deals_that_can_be_won(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = _find_winnable({"game": "eight-off"})["deal"]
    assert deal >= FIRST_HIDDEN
    monkeypatch.setattr(referee, "draw_hidden", iter([4, 5, 1]).__next__)
    assert _find_winnable({"game": "royale-pyramid"})["deal"] == 1, "4 and 5 are lost"


def test_it_replays_the_stored_games(data: HostData) -> None:
    play_race(data, "a" * 16)
    ended = play_race(data, "b" * 16)
    contest_steps.end(ended)
    assert data.context(guest_id("c")).is_guest
    play_race(data, guest_id("c"))
    assert judge(data, guest_id("c")) == judge(data, "a" * 16)
    first, second = judge(data, "a" * 16, "b" * 16)
    assert not first.is_over
    assert second.is_over
    assert (first.cards, first.won) == (0, False)


def test_the_referee_and_the_rivals_row_count_only_cards_brought_home(data: HostData) -> None:
    kept = play_race(data, "a" * 16, moves=0)
    assert kept.play.rules.count_scored(kept.play.table) == 1, "one card is dealt home"
    with joined() as host:
        host.session.report(kept)
        steps = [each for each in host.hear() if isinstance(each, RaceStep)]
    (run,) = judge(data, "a" * 16)
    assert (steps, run.cards) == ([RaceStep(7, 0, 0, False, kept.stored_events)], 0)


def test_moves_after_the_end_do_not_count(data: HostData) -> None:
    kept = play_race(data, "a" * 16, moves=0)
    for _ in range(5):
        kept.perform(str(hint(kept.play).move))
    before = kept.play.moves
    kept.perform(str(hint(kept.play).move))
    assert kept.play.moves > before
    (all_of_them,), (heard,) = (judge(data, "a" * 16, events=each) for each in (100, 5))
    assert (heard.moves, all_of_them.moves) == (before, kept.play.moves)
    assert record.read(heard.record).replay(find).moves == before


def test_a_race_that_was_not_begun_or_has_another_deal_counts_nothing(data: HostData) -> None:
    play_race(data, "a" * 16, deal=DEAL + 1)
    assert judge(data, "a" * 16, "b" * 16) == [RaceRun(), RaceRun()]
    assert not data.has_games("b" * 16)


async def test_those_who_ask_take_turns() -> None:
    served: list[str] = []
    done = asyncio.Event()

    async def answer(question: Mapping[str, Any]) -> dict[str, Any] | None:
        await asyncio.sleep(0)
        served.append(question["ask"])
        return None

    turns = Turns(answer)
    for asked in ("ann 1", "ann 2", "ann 3", "bob 1", "cid 1", "bob 2"):
        turns.ask(asked[:3], {"ask": asked}, lambda _: len(served) == 6 and done.set())
    await done.wait()
    assert served == ["ann 1", "bob 1", "cid 1", "ann 2", "bob 2", "ann 3"]


def test_a_ghost_is_made_of_a_record_or_of_the_hosts_own_run() -> None:
    play = Play(find("free-cell"), 617)
    play.perform("t1 r1")
    text = record.write(play)
    made = _make_ghost({"record": text, "seconds": 12})
    assert (made["game"], made["deal"], made["pace"]) == (
        "free-cell",
        "617",
        ((0, 0, 0, 0), (12, 0, 1, 0)),
    )
    own = _make_ghost({"record": "", "seconds": 0, "game": "ultimate-golf", "level": 3})
    assert own["run"].moves > 10
    assert int(own["deal"]) >= FIRST_HIDDEN


def test_a_wrong_record_makes_no_ghost() -> None:
    made = _make_ghost({"record": '[Game "demon"]\n\nq', "seconds": 0})
    assert "can't be raced" in made["fault"]


def test_others_may_replay_finished_games_of_a_player_with_an_open_door(data: HostData) -> None:
    where = {"folder": str(data.folder), "database": "", "player": "a" * 16}
    nothing = {"games": 0, "won": 0, "favourites": [], "runs": []}
    assert _read_page(where) == nothing
    assert _find_run(where | {"run": 1}) == {}
    store = Store.open(context=data.context("a" * 16))
    kept = plays.deal(store, plays.Start(find("free-cell"), 617))
    kept.perform("t1 r1")
    assert _read_page(where) == nothing, "it is not finished"
    kept.finish()
    race = play_race(data, "a" * 16)
    contest_steps.end(race)
    page = _read_page(where)
    ((id, *about),) = page["runs"]
    assert about[:3] == ["free-cell", 3, False]
    assert page["games"] >= 1
    found = _find_run(where | {"run": id})
    assert "t1 r1" in found["record"] and "picture" not in found
    drawn = run_pictures.describe(found)
    assert run_pictures.describe({}) == {}
    assert drawn["title"] == "Free Cell (smallWare), deal 617, level 3: not won"
    assert drawn["link"] == "/play?deal=free-cell:617" and drawn["picture"].startswith("<svg")
    save_settings(store.context, Settings(door=False))
    assert _read_page(where)["runs"] == []
    assert _find_run(where | {"run": id}) == {}


def ask(data: HostData, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """Ask the process of a referee."""
    return asyncio.run(Referee(data, Log(data.folder / "log"))._ask(question))


def test_it_imports_nothing_from_the_folder_where_the_host_was_started(
    data: HostData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = HostileFolder(tmp_path / "hostile")
    (hostile.path / "solterm").mkdir()
    (hostile.path / "solterm" / "__init__.py").write_text((hostile.path / "json.py").read_text())
    monkeypatch.chdir(hostile.path)
    monkeypatch.setenv("PYTHONPATH", str(hostile.path))
    store = Store.open(context=data.context("a" * 16))
    kept = plays.deal(store, plays.Start(find("free-cell"), 617))
    kept.perform("t1 r1")
    kept.finish()
    page = ask(data, {"ask": "page", "player": "a" * 16})
    assert page and page["games"] == 1
    assert not hostile.imported


_TAKEN_OVER = """
import json, sys
from pathlib import Path
from solterm.serve import referee

def read(question):
    found = {}
    for player in ("a" * 16, "b" * 16):
        try:
            found[player] = (Path(question["folder"]) / "players" / player / "file").read_text()
        except PermissionError:
            found[player] = "denied"
    return found

referee._read_page = read
referee.main()
"""


@confines_files
def test_it_reads_the_files_of_the_player_it_is_asked_about_alone(data: HostData) -> None:
    for player in ("a" * 16, "b" * 16):
        folder = data.folder / "players" / player
        folder.mkdir(parents=True)
        (folder / "file").write_text("read")
    question = {"ask": "page", "player": "a" * 16, "folder": str(data.folder), "database": ""}
    done = subprocess.run(
        [sys.executable, "-c", _TAKEN_OVER],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == {"a" * 16: "read", "b" * 16: "denied"}

"""The worker process: it answers, drops questions, and ends with its parent."""

import asyncio
import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from select import select

import pytest

from solterm.advice import ask
from solterm.advice import worker as process
from solterm.advice.ask import SearchFailed, SearchNews, Worker
from solterm.advice.pipe import AskDeal, AskLost, AskVerdict
from solterm.context import DATABASE, HOME
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.effort import tries
from tests.harness.processes import has_ended

LONG = 600.0
"""A time limit in seconds that no search in these tests reaches."""


@pytest.fixture(scope="module")
def idle_worker():
    worker = Worker(is_off=False)
    yield worker
    worker.end()


@pytest.fixture
def worker(idle_worker):
    """A worker whose process, if it has one, awaits a question."""
    yield idle_worker
    if idle_worker._question:
        idle_worker.end()


@pytest.fixture
def new_worker(idle_worker):
    """A worker without a process."""
    idle_worker.end()
    yield idle_worker
    idle_worker.end()


def easy() -> str:
    return str(Play(find("royale-golf"), 602).reveal())


ENDLESS = AskDeal("german-patience", {}, 3)
"""A question without an answer: the search goes from deal to deal, and none is known to be won."""


def asking(position: str) -> AskVerdict:
    return AskVerdict(position, armed=False, cheating=False, seconds=LONG)


def judge(worker, position):
    return worker.wait(worker.ask(asking(position)), LONG)


def wait_until(condition):
    end = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < end, "the condition never became true"
        time.sleep(0.01)


def test_a_question_is_answered(worker):
    answer = judge(worker, easy()).answer
    assert answer is not None
    play = Play(find("royale-golf"), 602)
    for move in answer.moves:
        play.push(move)
    assert answer.finding == "won" and play.tally.won


def test_a_new_question_drops_the_one_before(worker):
    first = worker.ask(ENDLESS)
    answer = judge(worker, easy()).answer
    assert answer is not None and answer.finding == "won"
    assert worker.hear(first).failed


def test_where_a_game_was_lost_is_searched_once(worker):
    play = Play(find("royale-golf"), 602)
    for _ in range(3):
        play.push("s")
    found = worker.wait(worker.find_lost(play), LONG).answer
    assert found.undos is not None and not found.unknown
    again = worker.find_lost(play)
    assert not worker.is_busy
    assert worker.hear(again).answer is worker.wait(again, LONG).answer == found


def test_failed_question_says_why(worker):
    news = judge(worker, "game no-such-game level 3")
    assert "no-such-game" in news.failed and news.answer is None


def test_killed_worker_is_replaced_once(worker):
    number = worker.ask(ENDLESS)
    for _ in range(2):
        process = worker._process
        os.kill(process.number, signal.SIGKILL)
        wait_until(lambda process=process: has_ended(process.number))
        news = worker.hear(number)
    assert news.failed == "The search broke off." and not worker.is_busy
    assert judge(worker, easy()).answer is not None


def test_findings_are_learned_before_the_next_question(worker):
    learned = []
    worker.ask(asking(easy()), learned.append)
    select([worker._process.said], [], [])
    assert not learned
    assert judge(worker, easy()).answer is not None
    assert [each.finding for each in learned] == ["won"]


def test_halted_worker_restarts_every_time(worker):
    number = worker.ask(ENDLESS)
    for _ in range(3):
        halted = worker.process_number
        worker.halt()
        wait_until(lambda halted=halted: has_ended(halted))
        assert worker.hear(number)._replace(told="") == SearchNews()
        assert worker.process_number not in (None, halted)
    assert worker.is_busy


def test_a_process_that_is_just_starting_outlives_a_suspension(new_worker, monkeypatch):
    """It has no question yet, so it does not search while the player's process is stopped."""
    spawn = os.posix_spawn

    def spawn_and_suspend(*arguments, **options):
        number = spawn(*arguments, **options)
        new_worker.halt()
        return number

    monkeypatch.setattr(os, "posix_spawn", spawn_and_suspend)
    assert judge(new_worker, easy()).answer is not None


@pytest.mark.parametrize("function", ["pipe", "posix_spawn"])
async def test_a_question_fails_where_the_system_starts_no_process(
    new_worker, monkeypatch, function
):
    def refuse(*_, **__):
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(os, function, refuse)
        assert judge(new_worker, easy()) == SearchNews(failed=ask.CANNOT_START)
        with pytest.raises(SearchFailed, match=ask.CANNOT_START):
            await new_worker.answer(new_worker.ask(asking(easy())))
    assert not new_worker.is_busy
    assert judge(new_worker, easy()).answer is not None


def test_an_ended_worker_leaves_no_process(worker):
    worker.ask(ENDLESS)
    number = worker._process.number
    worker.end()
    with pytest.raises(ChildProcessError):
        os.waitpid(number, os.WNOHANG)


def test_a_worker_has_a_lower_priority_than_its_player(new_worker, monkeypatch):
    assert ask.NICE == 0, "tests wait for it"
    monkeypatch.setattr(ask, "NICE", 7)
    judge(new_worker, easy())
    lowered = os.getpriority(os.PRIO_PROCESS, new_worker._process.number)
    assert lowered == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 7)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_a_worker_does_not_know_the_database(new_worker, monkeypatch):
    for secret in (DATABASE, HOME, "PGPASSWORD"):
        monkeypatch.setenv(secret, "secret")
    judge(new_worker, easy())
    told = Path(f"/proc/{new_worker.process_number}/environ").read_bytes()
    assert b"secret" not in told
    assert b"PATH=" in told


def test_a_worker_does_not_count_the_memory_of_its_parent(new_worker):
    large = bytearray(process._ENOUGH)
    judge(new_worker, easy())
    number = new_worker.process_number
    time.sleep(0.1)
    assert not has_ended(number)
    judge(new_worker, easy())
    assert new_worker.process_number == number
    del large


def test_idle_worker_ends(monkeypatch):
    ended = []
    monkeypatch.setattr(process, "_IDLE", 0.01)
    monkeypatch.setattr(process.os, "_exit", lambda code: ended.append(code) or sys.exit(code))
    with pytest.raises(SystemExit):
        process._Desk().take()
    assert ended == [0]


@pytest.mark.parametrize("moment", [0.02, 0.3, 0.0, 0.003, 0.1][: tries(5, 2)])
@pytest.mark.parametrize("task", ["judge", "lost"])
def test_a_kill_at_any_moment_leaves_no_process(worker, task, moment, tmp_path, monkeypatch):
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    kept = KeptPlay.adopt(Store.open(), Play(find("german-patience"), 1), find)
    kept.perform("s")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    text, position = record.write(kept.play), str(kept.play.reveal())
    worker.ask(asking(position) if task == "judge" else AskLost(text, (), LONG, LONG))
    number = worker.process_number
    time.sleep(moment)
    os.kill(number, signal.SIGKILL)
    worker.end()
    assert has_ended(number) and worker.process_number is None
    assert record.write(kept.play) == text
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_worker_ends_with_its_parent_during_a_search(tmp_path):
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time\n"
            "from solterm.advice.ask import Worker\n"
            "from solterm.advice.pipe import AskDeal\n"
            "worker = Worker(is_off=False)\n"
            "worker.ask(AskDeal(sys.argv[1], {}, 3))\n"
            "print(worker._process.number, flush=True)\n"
            "time.sleep(600)",
            ENDLESS.game,
        ],
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path), "SOLTERM_HOME": str(tmp_path)},
    )
    number = int(parent.stdout.readline())
    assert not has_ended(number)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_until(lambda: has_ended(number))
    assert list(tmp_path.iterdir()) == []


async def test_a_coroutine_waits_for_the_answer(worker):
    number = worker.ask(asking(easy()))
    answer = await worker.answer(number)
    assert answer.finding == "won" and not worker.is_busy


async def test_a_new_question_ends_the_wait_for_the_one_before(worker):
    first = worker.ask(ENDLESS)
    waiting = asyncio.create_task(worker.answer(first))
    await asyncio.sleep(0)
    second = worker.ask(asking(easy()))
    with pytest.raises(SearchFailed, match=ask.REPLACED):
        await waiting
    assert (await worker.answer(second)).finding == "won"


async def test_a_halted_process_is_replaced_while_a_coroutine_waits(worker):
    number = worker.ask(ENDLESS)
    waiting = asyncio.create_task(worker.answer(number))
    await asyncio.sleep(0)
    halted = worker.process_number
    worker.halt()
    while worker.process_number in (None, halted):
        await worker.change()
    assert worker.is_busy
    waiting.cancel()


_SESSION = """
import os, sys, time
from pathlib import Path
from solterm.advice.ask import Worker, fork_starter
from solterm.advice.pipe import AskDeal, AskVerdict

def children_of(process):
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()

fork_starter(lambda: None)
os.fork = os.posix_spawn = None
worker = Worker(is_off=False)
for _ in range(2):
    number = worker.ask(AskVerdict(sys.argv[1], False, False, 600.0))
    assert worker.wait(number, 600.0).answer.finding == "won"
    worker.end()
(starter,) = children_of(os.getpid())
while children_of(starter):
    time.sleep(0.01)
worker.ask(AskDeal(sys.argv[2], {}, 3))
while not children_of(starter):
    time.sleep(0.01)
print(starter, *children_of(starter), flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_a_process_forked_before_starts_the_worker_of_a_session_and_ends_with_it():
    command = [sys.executable, "-c", _SESSION, easy(), ENDLESS.game]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as session:
        starter, searching = map(int, session.stdout.readline().split())
        were_there = not has_ended(starter) and not has_ended(searching)
        session.kill()
    assert were_there
    wait_until(lambda: has_ended(starter) and has_ended(searching))

"""Programs that are killed, and programs that write at the same time."""

import itertools
import random
import subprocess
import sys
from pathlib import Path

from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.store import Store

ROUND = ("s", "t3 f1", "undo", "redo", "undo", "level 2", "s", "level 3")
"""Events of Klondike's deal 17 that can be gone through again and again."""

PLAYER = """
import itertools, pathlib, sys
from solterm.games import find
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.store.store import Store

home, game, deal, count, *events = sys.argv[1:]
store = Store.open(pathlib.Path(home))
saved = store.load_suspended(game)
if saved:
    kept = KeptPlay.resume(store, saved, find)
else:
    kept = KeptPlay.start(store, find(game), int(deal))
for event in itertools.islice(itertools.cycle(events), int(count)):
    try:
        kept.perform(event)
    except PlayedElsewhere:
        continue
    while kept.unsaved:
        kept.save()
    print(len(kept.play.events), flush=True)
"""
"""Plays and prints, whenever an event of its own is stored, how many there are now."""


def player(home: Path, game: str, count: int, *events: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PLAYER, str(home), game, "17", str(count), *events]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def stored(home: Path, game: str = "kloncan-klondike") -> KeptPlay:
    store = Store.open(home)
    saved = store.load_suspended(game)
    assert saved is not None
    return KeptPlay.resume(store, saved, find)


def test_killed_at_any_moment(tmp_path: Path) -> None:
    moments = random.Random(1987)
    for attempt in range(6):
        home = tmp_path / str(attempt)
        with player(home, "kloncan-klondike", 10**6, *ROUND) as child:
            assert child.stdout
            told = [child.stdout.readline() for _ in range(moments.randint(1, 60))]
            child.kill()
            told += child.stdout.readlines()

        kept = stored(home)
        assert len(kept.play.events) >= int(told[-1]), "what was said to be stored is"
        expected = itertools.islice(itertools.cycle(ROUND), len(kept.play.events))
        assert kept.play.events == list(expected), "and all that was before it"
        kept.perform("s")
        assert kept.unsaved is None


def test_two_programs_play_two_games(home: Path) -> None:
    games = {"kloncan-klondike": ROUND, "kloncan-canfield": ("s",)}
    children = [player(home, game, 150, *events) for game, events in games.items()]
    assert [child.communicate()[0].split()[-1] for child in children] == ["150", "150"]
    for game, events in games.items():
        assert stored(home, game).play.events == list(
            itertools.islice(itertools.cycle(events), 150)
        )


def test_two_programs_play_one_game(home: Path) -> None:
    KeptPlay.start(Store.open(home), find("kloncan-klondike"), 17)
    rivals = {event: player(home, "kloncan-klondike", 150, event) for event in ("s", "peek t1")}
    told = {event: len(child.communicate()[0].split()) for event, child in rivals.items()}
    events = stored(home).play.events
    assert {event: events.count(event) for event in rivals} == told
    assert len(events) == sum(told.values())

"""Killed programs and concurrent programs."""

import itertools
import os
import random
import subprocess
import sys

from solterm.games import find
from solterm.store.kept import KeptPlay
from tests.effort import tries
from tests.store.opening import OpenStore, in_a_file

ROUND = ("s", "t3 f1", "undo", "redo", "undo", "level 2", "s", "level 3")
"""Events of Klondike's deal 17 that can be repeated."""

PLAYER = """
import itertools, sys
from solterm.games import find
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.store.store import Store

game, deal, count, *events = sys.argv[1:]
store = Store.to_play_with()
saved = store.load_suspended(game)
if saved:
    kept = KeptPlay.resume(store, saved, find)
    kept.hold()
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
"""A program that plays and prints the number of events after storing each one."""


Environment = dict[str, str]


def player(environment: Environment, game: str, count: int, *events: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PLAYER, game, "17", str(count), *events]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | environment
    )


def stored(open_store: OpenStore, game: str = "kloncan-klondike") -> KeptPlay:
    store = open_store()
    saved = store.load_suspended(game)
    assert saved is not None
    return KeptPlay.resume(store, saved, find)


def expect(count: int, events: tuple[str, ...] = ROUND) -> list[str]:
    return list(itertools.islice(itertools.cycle(events), count))


def test_a_program_killed_at_any_moment_loses_no_acknowledged_event(
    engine: str, open_store: OpenStore, environment: Environment
) -> None:
    moments = random.Random(1987)
    for _ in range(6 if engine == "sqlite" else tries(6, 1)):
        with player(environment, "kloncan-klondike", 10**6, *ROUND) as child:
            assert child.stdout
            acknowledged = [child.stdout.readline() for _ in range(moments.randint(1, 60))]
            child.kill()
            acknowledged += child.stdout.readlines()

        kept = stored(open_store)
        assert len(kept.play.events) >= int(acknowledged[-1]), "acknowledged events are stored"
        assert kept.play.events == expect(len(kept.play.events)), "and so is everything before"
        kept.perform("s")
        assert kept.unsaved is None
        kept.finish()


@in_a_file
def test_two_programs_can_play_two_games(open_store: OpenStore, environment: Environment) -> None:
    games = {"kloncan-klondike": ROUND, "kloncan-canfield": ("s",)}
    children = [player(environment, game, 150, *events) for game, events in games.items()]
    assert [child.communicate()[0].split()[-1] for child in children] == ["150", "150"]
    for game, events in games.items():
        assert stored(open_store, game).play.events == expect(150, events)


def test_two_programs_can_play_one_game(open_store: OpenStore, environment: Environment) -> None:
    KeptPlay.start(open_store(), find("kloncan-klondike"), 17)
    rivals = {
        event: player(environment, "kloncan-klondike", 150, event) for event in ("s", "peek t1")
    }
    counts = {event: len(child.communicate()[0].split()) for event, child in rivals.items()}
    events = stored(open_store).play.events
    assert {event: events.count(event) for event in rivals} == counts
    assert len(events) == sum(counts.values())

"""Regression tests: perft counts and whole games match the stored ones.

If a difference is intended, run `scripts/golden`, review its changes, and commit them.
"""

from pathlib import Path

import pytest

from solterm.core.game import Game
from solterm.games import catalogue, find
from tests.core.strategies import every_game
from tests.effort import THOROUGH, tries
from tests.games.golden import (
    CASES,
    DEALS,
    FOLDER,
    PERFT,
    WIDEST,
    perft,
    perft_text,
    playthroughs,
    retold,
    stored_perft,
)
from tests.harness.cases import over

FAR = tries(WIDEST, 150)
"""The usual run omits the last depths, which take longest."""


@over("path", playthroughs())
def test_a_stored_game_is_unchanged(path: Path) -> None:
    text = path.read_text()
    assert text.startswith(f"A game of {find(path.stem).name} ({path.stem}), deal ")
    assert retold(text).splitlines() == text.splitlines()


@every_game
def test_perft_counts_are_unchanged(game: Game) -> None:
    stored = stored_perft(game)
    assert tuple(stored) == CASES
    for level, deal in CASES if THOROUGH else CASES[:: len(DEALS)]:
        counts = stored[level, deal].splitlines()
        now = perft_text(perft(game, level, deal, FAR)).splitlines()
        assert now == (counts if THOROUGH else counts[: len(now)]), (level, deal)


def test_every_rule_set_has_a_stored_game_and_counts() -> None:
    assert {path.stem for path in playthroughs()} == set(catalogue())
    assert {path.stem for path in PERFT.glob("*.txt")} == set(catalogue())


@pytest.mark.parametrize("game", ["kloncan-klondike", "kloncan-canfield"])
def test_the_stored_games_of_kloncan_are_won_with_exceptions_and_level_changes(game: str) -> None:
    text = (FOLDER / f"{game}.txt").read_text()
    assert "\nWon at level " in text
    assert "\n> level " in text
    assert "\n> auto\n" in text
    assert " at level 2, an exception waits: " in text
    scenes = text.split("\n\n")
    assert any(" at level 3: " in scene for scene in scenes if scene.endswith("\n> x"))

"""All games in a real 80x24 terminal: the opening, and a crowded table."""

import random
import sys
from itertools import count
from pathlib import Path

import pytest

from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.look.glyphs import UNICODE
from tests.core.strategies import each_game
from tests.harness.pty import Terminal

pytestmark = pytest.mark.long


def screen(home: Path, *arguments: str, until: str) -> str:
    """Return the screen once it shows a text."""
    argv = [sys.executable, "-m", "solterm", *arguments]
    with Terminal(argv, env={"SOLTERM_HOME": str(home), "LC_ALL": "C.UTF-8"}) as terminal:
        terminal.wait_for(until, timeout=30)
        terminal.rest()
        return terminal.text()


def assert_shown(play: Play, text: str) -> None:
    """Check that the screen shows the game's name and all end cards still in play."""
    for name in play.game.ids:
        pile = play.pile(name) if name[0] != "d" else ()
        if pile and not pile[-1] & DOWN:
            assert UNICODE.card(pile[-1]).strip() in text, (
                f"the end card of {name} is hidden:\n{text}"
            )
    assert "Traceback" not in text
    assert play.game.name in text


@each_game
def test_the_opening(game: Game, tmp_path: Path) -> None:
    # A game without a useful move opens with a question over the table.
    play = next(play for deal in count(617) if not (play := Play(game, deal)).is_idle)
    text = screen(tmp_path, "play", game.id, "--deal", str(play.deal), until="2Help")
    assert_shown(play, text)


@each_game
def test_a_crowded_table(game: Game, tmp_path: Path) -> None:
    kept = KeptPlay.start(Store.open(tmp_path), game, 4711, level=1)
    chance = random.Random(4711)
    for _ in range(60):
        legal = list(kept.play.legal_moves)
        crowding = [move for move in legal if move.dst[:1] == "t"]
        if legal:
            kept.play.push(chance.choice(crowding or legal))
        if kept.play.outcome or kept.play.is_idle:
            kept.play.undo()
            break
    kept.save()
    assert_shown(kept.play, screen(tmp_path, until="2Help"))

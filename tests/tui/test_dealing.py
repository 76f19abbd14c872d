"""The animated deal: its start, its end, and the keys that stop it."""

from pathlib import Path

import pytest

from solterm.context import Context
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store import settings
from solterm.store.settings import Settings
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.look.canvas import Canvas
from solterm.tui.look.glyphs import UNICODE
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.table.animation import DEAL_FRAMES, steps
from solterm.tui.table.layout import BARS, layout
from solterm.tui.table.painter import TableMarks, paint_table
from tests.core.strategies import over_engines
from tests.tui.player import run_test


@over_engines
def test_a_deal_grows_from_an_empty_table_card_by_card(game) -> None:
    play = Play(game, 617)
    frames = steps(play)
    goal = {name: play.pile(name) for name in play.game.ids}
    if not any(pile for name, pile in goal.items() if name != "s"):
        assert not frames, "all cards are in the stock, so the deal has no frames"
        return
    assert 0 < len(frames) <= DEAL_FRAMES
    before = dict.fromkeys(goal, 0)
    for frame in frames:
        assert sum(map(len, frame.values())) <= sum(map(len, goal.values()))
        for name in goal.keys() - {"s"}:
            assert frame[name] == goal[name][: len(frame[name])]
            assert len(frame[name]) >= before[name]
            before[name] = len(frame[name])
    assert not any(pile for name, pile in frames[0].items() if name != "s")


@over_engines
def test_every_frame_can_be_painted(game) -> None:
    play = Play(game, 617)
    geometry = layout(play, 80, 24 - BARS)
    assert geometry is not None
    pictures = set()
    for frame in steps(play):
        canvas = Canvas(80, 24 - BARS, UNICODE)
        paint_table(canvas, play, TableMarks(play.game.ids[0], dealt=frame), geometry)
        pictures.add("\n".join(row for row, _ in canvas.rows()))
    assert len(pictures) == len(steps(play))


def app(home: Path, monkeypatch: pytest.MonkeyPatch, fast: bool) -> SoltermApp:
    monkeypatch.setenv("SOLTERM_HOME", str(home))
    settings.save_settings(Context(folder=home), Settings(fast_deal=fast))
    return SoltermApp(Store.open(home), find("kloncan-klondike"), 617)


async def test_a_key_ends_the_deal_and_does_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No timer fires, so only the key can end the deal.
    monkeypatch.setattr("solterm.tui.table.animation.DEAL_SECONDS", 3600)
    async with run_test(app(tmp_path, monkeypatch, fast=False)) as pilot:
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.animations.is_dealing
        await pilot.press("f3")
        assert not table.animations.is_dealing
        assert not table.play.events
        await pilot.press("f3")
        assert table.play.events == ["s"]


async def test_a_move_ends_the_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solterm.tui.table.animation.DEAL_SECONDS", 0.001)
    async with run_test(app(tmp_path, monkeypatch, fast=False)) as pilot:
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.animations.is_dealing
        table.commands.perform("s")
        await pilot.pause(0.01)
        assert not table.animations.is_dealing
        assert table.view().dealt is None


async def test_a_deal_ends_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solterm.tui.table.animation.DEAL_SECONDS", 0.001)
    async with run_test(app(tmp_path, monkeypatch, fast=False)) as pilot:
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        while table.animations.is_dealing:
            await pilot.pause(0.001)
        await pilot.press("f3")
        assert table.play.events == ["s"]


async def test_a_fast_deal_is_complete_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_test(app(tmp_path, monkeypatch, fast=True)) as pilot:
        assert isinstance(pilot.app.screen, TableScreen)
        assert not pilot.app.screen.animations.is_dealing


async def test_a_resumed_game_is_not_dealt_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_test(app(tmp_path, monkeypatch, fast=True)) as pilot:
        await pilot.press("f3")
    settings.save_settings(Context(folder=tmp_path), Settings(fast_deal=False))
    resumed = SoltermApp(Store.open(tmp_path))
    async with run_test(resumed) as pilot:
        assert isinstance(pilot.app.screen, TableScreen)
        assert not pilot.app.screen.animations.is_dealing

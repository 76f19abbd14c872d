"""The cascade after a win: its bytes, its end, and when it is skipped."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from solterm.context import Context
from solterm.core import cards
from solterm.core.cards import RANKS, SUITS
from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store.settings import Settings, save_settings
from solterm.tui.app import SoltermApp
from solterm.tui.look import themes
from solterm.tui.look.canvas import Canvas
from solterm.tui.look.glyphs import UNICODE
from solterm.tui.screens.animations import BYTES, RESERVE
from solterm.tui.table.animation import CASCADE_FRAMES, CASCADE_SECONDS, Cascade
from solterm.tui.table.layout import BARS, layout
from solterm.tui.table.painter import TableMarks, paint_table
from solterm.tui.textual_themes import rich_styles
from solterm.tui.widgets.card_table import strip_of
from solterm.wire.cell_style import colour_system
from solterm.wire.wire import Wire, cells_of_strip
from tests.core.positions import play_from
from tests.core.strategies import over_engines
from tests.tui.painting import SIZES, played
from tests.tui.player import playing


def nearly_won(game_id: str) -> Play:
    """Return a game with all cards but one at home."""
    homes = [" ".join(f"{rank}{suit}" for rank in RANKS) for suit in SUITS]
    homes[0] = homes[0].removesuffix(" KC")
    lines = [f"f{number} {home}" for number, home in enumerate(homes, 1)]
    return play_from(find(game_id), "\n".join([*lines, "t1 KC"]))


def frames(play: Play, width: int, height: int) -> Iterator[Canvas]:
    """Yield the table, then each frame of its cascade."""
    geometry = layout(play, width, height - BARS)
    assert geometry
    cascade = Cascade(play, geometry, width, height, 0)
    while True:
        canvas = Canvas(width, height, UNICODE)
        paint_table(canvas, play, TableMarks(next(iter(geometry.slots))), geometry, 0)
        cascade.paint(canvas)
        yield canvas
        if not cascade.go_on():
            return


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_frame_costs_more_than_its_reserve(size: tuple[int, int]) -> None:
    play = nearly_won("klondike-deal-1")
    play.push(next(iter(play.legal_moves)))
    assert play.outcome is Outcome.WON
    pictures = [canvas.rows() for canvas in frames(play, *size)]
    assert 10 < len(pictures) - 1 <= CASCADE_FRAMES
    for colours in (0, 16, 1 << 24):
        styles = rich_styles(themes.palette(theme="felt", colours=colours))
        wire = Wire()
        wire.resize(*size)
        costs = []
        for picture in pictures:
            for y, row in enumerate(picture):
                strip = list(strip_of(row, styles))
                wire.put(0, y, cells_of_strip(strip, colour_system(colours)))
            costs.append(len(wire.changes((0, 0))))
        assert max(costs[1:]) <= RESERVE, colours
        assert sum(costs[1:]) <= BYTES == 30_000, colours
    assert CASCADE_FRAMES * CASCADE_SECONDS <= 20


@over_engines
def test_cards_leap_in_every_game_but_only_seen_ones(game: Game) -> None:
    play = played(game.id, 5, 3, 30)
    geometry = layout(play, 80, 24 - BARS)
    assert geometry
    cascade = Cascade(play, geometry, 80, 24, 0)
    while cascade.go_on():
        pass
    seen = {cards.text(cards.card(cards.rank(card), cards.suit(card))) for card in play.seen}
    leapt = {cards.text(stamp.card) for stamp in cascade.stamps}
    assert leapt or not [*play.game.visible(play.table)]
    assert leapt <= seen


@pytest.mark.parametrize("is_slow", [False, True])
async def test_a_win_shows_the_cascade_unless_the_line_is_slow(
    is_slow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SoltermApp, "lags", is_slow)
    async with playing("klondike-deal-1") as player:
        table = player.table
        table.hand.kept.play = nearly_won("klondike-deal-1")
        await player.press("enter", "enter")
        assert player.play.outcome is Outcome.WON
        await player.pilot.wait_until(lambda: not table.animations.is_flying)
        assert (table.animations.cascade is not None) == (not is_slow)
        await player.press("enter")
        assert player.screen is not table, "any key ends it"


async def test_the_cascade_can_be_switched_off(tmp_path: Path) -> None:
    save_settings(Context(folder=tmp_path), Settings(cascade=False))
    async with playing("klondike-deal-1") as player:
        player.table.hand.kept.play = nearly_won("klondike-deal-1")
        await player.press("enter", "enter")
        assert player.play.outcome is Outcome.WON
        assert player.table.animations.cascade is None

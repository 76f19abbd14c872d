"""Animations: the deal, flying cards and the cascade; their bytes, their end, their settings."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from solterm.context import Context
from solterm.core import cards
from solterm.core.cards import RANKS, SUITS
from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store import settings
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, save_settings
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.look import themes
from solterm.tui.look.canvas import Canvas
from solterm.tui.look.glyphs import UNICODE
from solterm.tui.screens.animations import BYTES, RESERVE
from solterm.tui.screens.table_dialogs import StuckDialog
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.table.animation import (
    CASCADE_FRAMES,
    CASCADE_SECONDS,
    DEAL_FRAMES,
    Cascade,
    Flight,
    flights,
    frames,
    steps,
)
from solterm.tui.table.painter import TableMarks, paint_table
from solterm.tui.table.sentences import ask_auto
from solterm.tui.textual_themes import rich_styles
from solterm.tui.widgets.card_table import strip_of
from solterm.wire.cell_style import colour_system
from solterm.wire.wire import Wire, cells_of_strip
from tests.core.positions import play_from
from tests.core.strategies import over_engines
from tests.harness.cases import over
from tests.tui.painting import SIZES, painted, played, table_of
from tests.tui.player import playing, run_test
from tests.tui.screens import starting_with
from tests.tui.table import TablePlayer


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
    views = (TableMarks(play.game.ids[0], dealt=frame) for frame in frames)
    assert len({"\n".join(painted(play, view=view)) for view in views}) == len(frames)


@pytest.mark.parametrize("by_itself", [False, True])
async def test_a_deal_ends_by_itself_or_with_a_key_that_does_nothing_else(
    home: Path, monkeypatch: pytest.MonkeyPatch, by_itself: bool
) -> None:
    monkeypatch.setattr("solterm.tui.table.animation.DEAL_SECONDS", 3600)
    settings.save_settings(Context(folder=home), Settings(fast_deal=False))
    async with run_test(SoltermApp(Store.open(), find("kloncan-klondike"), 617)) as pilot:
        table = pilot.app.screen
        assert table.animations.is_dealing
        if by_itself:
            monkeypatch.setattr("solterm.tui.table.animation.DEAL_SECONDS", 0.001)
            table.animations.end_deal()
            table.animations.deal()
            assert table.animations.is_dealing
            await pilot.wait_until(lambda: not table.animations.is_dealing)
        else:
            await pilot.press("f3")
            assert not table.animations.is_dealing
            assert not table.play.events
        await pilot.press("f3")
        assert table.play.events == ["s"]
        assert table.view().dealt is None


async def test_neither_a_fast_deal_nor_a_resumed_game_is_animated(home: Path) -> None:
    for is_fast in (True, False):
        settings.save_settings(Context(folder=home), Settings(fast_deal=is_fast))
        async with run_test(SoltermApp(Store.open(), find("demon"))) as pilot:
            assert not pilot.app.screen.animations.is_dealing
            await pilot.press("f3")
            assert pilot.app.screen.play.events == ["s"] * (2 - is_fast)


# -- flights --------------------------------------------------------------------------------------


def flights_of(*events: str) -> tuple[Play, list[Flight]]:
    """Return a play after events, and the flights of the last."""
    play = Play(find("kloncan-klondike"), 24)
    for event in events[:-1]:
        play.perform(event)
    start = dict(zip(play.rules.ids, play.table.piles, strict=True))
    play.perform(events[-1])
    return play, flights(start, dict(zip(play.rules.ids, play.table.piles, strict=True)))


def test_a_move_is_one_flight_that_takes_its_cards_off_both_piles() -> None:
    play, (flight,) = flights_of("t4 t2")
    assert (flight.src, flight.dst, flight.cards) == ("t4", "t2", 1)
    assert flight.piles["t2"] == play.pile("t2")[:-1]
    assert flight.piles["t4"] == Play(play.game, 24).pile("t4")[:-1]


def test_automatic_play_is_one_flight_a_card_and_turning_the_hand_none() -> None:
    play, found = flights_of("auto")
    assert len(found) == len(play.pile("f1")) > 0
    assert not flights_of("s")[1]


@over_engines
def test_no_frame_leaves_the_table_or_shows_a_hidden_card(game: Game) -> None:
    play = Play(game, 5)
    geometry = table_of(play, 80, 24)
    for _ in range(25):
        before = play.table
        if play.outcome or not (move := next(iter(play.legal_moves), None)):
            break
        play.push(move)
        for frame in frames(play, before, geometry):
            assert 0 <= frame.x < 80
            assert 0 <= frame.y < 21
            assert frame.card in play.seen or frame.card in dict.fromkeys(
                card for pile in play.table.piles for card in pile
            )


@pytest.fixture
def slow_flight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no flight end by itself."""
    monkeypatch.setattr("solterm.tui.table.animation.FLIGHT_SECONDS", 3600)


async def test_a_card_flies_and_the_next_key_ends_it(
    slow_flight: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing() as player:
        await player.to("t4")
        await player.press("enter", "enter")
        assert player.play.events == ["t4 t2"]
        assert player.table.view().dealt is not None, "the card is in flight"
        await player.press("right")
        assert player.table.view().dealt is None
        monkeypatch.setattr("solterm.tui.table.animation.FLIGHT_SECONDS", 0.01)
        await player.press("u")
        await player.pilot.wait_until(lambda: player.table.view().dealt is None)


@pytest.mark.parametrize("reason", ["setting", "line"])
async def test_nothing_flies_if_animation_is_off_or_the_line_slow(
    reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if reason == "setting":
        save_settings(Context(folder=tmp_path), Settings(animation=False))
    else:
        monkeypatch.setattr(SoltermApp, "lags", True)
    async with playing() as player:
        await player.to("t4")
        await player.press("enter", "enter")
        assert player.play.events == ["t4 t2"]
        assert player.table.view().dealt is None


def lady(mode: Mode = Mode.SCORED) -> KeptPlay:
    """Return a game whose automatic play sends 60 of 104 cards home, and leaves no move."""
    return KeptPlay.start(Store.open(), find("lady-of-the-manor"), 9833, 3, mode)


@over("mode", [Mode.SCORED, Mode.FREE])
def test_f10_asks_before_it_ends_a_game_without_undo(mode: Mode) -> None:
    player = TablePlayer(lady(mode), Settings())
    player.press("f10")
    if mode is Mode.SCORED:
        words = " ".join(player.text.split())
        assert "F10 plays every card home that can go, also those it uncovers." in words
        player.press("n")
        assert player.play.events == []
        player.press("f10", "y")
    assert player.play.events == ["auto"]


async def test_a_dialog_waits_until_no_card_flies(slow_flight: None) -> None:
    async with starting_with(lambda app: app.game_doors.show_table(lady())) as player:
        await player.press("f10", "y")
        assert player.screen.view().dealt is not None, "cards fly"
        assert isinstance(player.screen, TableScreen)
        await player.press("down")
        assert isinstance(player.screen, StuckDialog)
        assert "No moves left." in player.text


def test_f10_says_what_it_plays_and_that_it_does_not_score() -> None:
    kept = lady()
    kept.play.seen_uncovered.add(card for pile in kept.play.traced.piles for card in pile)
    question = ask_auto(kept.play, "F10")
    assert question.startswith("F10 plays 60 cards home and ends the game without a win.")
    kept = KeptPlay.start(Store.open(), find("bouquet"), 3, 3, Mode.SCORED)
    assert ask_auto(kept.play, "F10").startswith("F10 plays 3 cards home.\nThey score only if")
    kept.perform("auto")
    assert ask_auto(kept.play, "F10") == "", "nothing is left to send"


# -- the cascade after a win ----------------------------------------------------------------------


def nearly_won(game_id: str) -> Play:
    """Return a game with all cards but one at home."""
    homes = [" ".join(f"{rank}{suit}" for rank in RANKS) for suit in SUITS]
    homes[0] = homes[0].removesuffix(" KC")
    lines = [f"f{number} {home}" for number, home in enumerate(homes, 1)]
    return play_from(find(game_id), "\n".join([*lines, "t1 KC"]))


def cascade_of(play: Play, width: int, height: int) -> Iterator[Canvas]:
    """Yield the table, then each frame of its cascade."""
    geometry = table_of(play, width, height)
    cascade = Cascade(play, geometry, width, height)
    while True:
        canvas = Canvas(width, height, UNICODE)
        paint_table(canvas, play, TableMarks(next(iter(geometry.slots))), geometry)
        cascade.paint(canvas)
        yield canvas
        if not cascade.go_on():
            return


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_frame_costs_more_than_its_reserve(size: tuple[int, int]) -> None:
    play = nearly_won("klondike-deal-1")
    play.push(next(iter(play.legal_moves)))
    assert play.outcome is Outcome.WON
    pictures = [canvas.rows() for canvas in cascade_of(play, *size)]
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
    cascade = Cascade(play, table_of(play, 80, 24), 80, 24)
    while cascade.go_on():
        pass
    seen = {cards.text(cards.card(cards.rank(card), cards.suit(card))) for card in play.seen}
    leapt = {cards.text(stamp.card) for stamp in cascade.stamps}
    assert leapt or not [*play.game.visible(play.table)]
    assert leapt <= seen


@pytest.mark.parametrize("reason", ["", "slow", "off"])
async def test_a_win_shows_the_cascade_unless_the_line_is_slow_or_it_is_off(
    reason: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SoltermApp, "lags", reason == "slow")
    settings.save_settings(Context(folder=home), Settings(cascade=reason != "off"))
    async with playing("klondike-deal-1") as player:
        table = player.table
        table.hand.kept.play = nearly_won("klondike-deal-1")
        await player.press("enter", "enter")
        assert player.play.outcome is Outcome.WON
        await player.pilot.wait_until(lambda: not table.animations.is_flying)
        assert (table.animations.cascade is None) == bool(reason)
        await player.press("enter")
        assert player.screen is not table, "any key ends it"

"""Animated moves: which cards fly, where to, and the keys that stop them."""

from pathlib import Path

import pytest

from solterm.context import Context
from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.store.settings import Settings, save_settings
from solterm.tui.app import SoltermApp
from solterm.tui.table.animation import flights, frames
from solterm.tui.table.layout import layout
from tests.tui.player import playing


def piles_of(play: Play) -> dict[str, tuple[int, ...]]:
    return dict(zip(play.rules.game.ids, play.table.piles, strict=True))


def test_a_move_is_one_flight_that_takes_its_cards_off_both_piles() -> None:
    play = Play(find("kloncan-klondike"), 24)
    start = piles_of(play)
    play.push("t4 t2")
    (flight,) = flights(start, piles_of(play))
    assert (flight.src, flight.dst, flight.cards) == ("t4", "t2", 1)
    assert flight.piles["t4"] == start["t4"][:-1]
    assert flight.piles["t2"] == start["t2"]


def test_turning_the_hand_is_not_animated() -> None:
    play = Play(find("kloncan-klondike"), 24)
    start = piles_of(play)
    play.perform("s")
    assert not flights(start, piles_of(play))


def test_automatic_play_is_one_flight_a_card() -> None:
    play = Play(find("kloncan-klondike"), 24)
    start = piles_of(play)
    play.perform("auto")
    home = sum(len(pile) for name, pile in piles_of(play).items() if name[0] == "f")
    assert home and len(flights(start, piles_of(play))) == home


@pytest.mark.parametrize("game_id", catalogue())
def test_no_frame_leaves_the_table_or_shows_a_hidden_card(game_id: str) -> None:
    play = Play(find(game_id), 5)
    geometry = layout(play, 80, 21)
    assert geometry
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


async def test_a_card_flies_and_the_next_key_ends_it() -> None:
    async with playing() as player:
        await player.to("t4")
        await player.press("enter", "enter")
        assert player.play.events == ["t4 t2"]
        assert player.table.view().dealt is not None, "the card is in flight"
        await player.press("right")
        assert player.table.view().dealt is None
        await player.press("u")
        await player.pilot.pause(0.3)
        assert player.table.view().dealt is None


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

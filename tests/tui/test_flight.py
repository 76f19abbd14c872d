"""Animated moves: which cards fly, where to, and the keys that stop them."""

from pathlib import Path

import pytest

from solterm.context import Context
from solterm.core.game import Game
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings, save_settings
from solterm.store.store import Store
from solterm.tui.app import SoltermApp
from solterm.tui.screens.table_dialogs import StuckDialog
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.table.animation import flights, frames
from solterm.tui.table.layout import layout
from solterm.tui.table.sentences import ask_auto
from tests.core.strategies import over_engines
from tests.tui.player import playing
from tests.tui.screens import starting_with
from tests.tui.table import TablePlayer


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


@over_engines
def test_no_frame_leaves_the_table_or_shows_a_hidden_card(game: Game) -> None:
    play = Play(game, 5)
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


def lady(mode: Mode = Mode.SCORED) -> KeptPlay:
    """Return a game whose automatic play sends 60 of 104 cards home, and leaves no move."""
    return KeptPlay.start(Store.open(), find("lady-of-the-manor"), 9833, 3, mode)


def test_f10_asks_before_it_ends_a_game_without_undo() -> None:
    player = TablePlayer(lady(), Settings())
    player.press("f10")
    words = " ".join(player.text.split())
    assert "F10 plays every card home that can go, also those it uncovers." in words
    player.press("n")
    assert player.play.events == []
    player.press("f10", "y")
    assert player.play.events == ["auto"]


async def test_a_dialog_waits_until_no_card_flies() -> None:
    async with starting_with(lambda app: app.game_doors.show_table(lady())) as player:
        await player.press("f10", "y")
        assert player.screen.view().dealt is not None, "cards fly"
        assert isinstance(player.screen, TableScreen)
        await player.press("down")
        assert isinstance(player.screen, StuckDialog)
        assert "No moves left." in player.text


def test_f10_says_what_it_plays_if_the_player_can_know() -> None:
    kept = lady()
    kept.play.seen_uncovered.add(card for pile in kept.play.traced.piles for card in pile)
    question = ask_auto(kept.play, "F10")
    assert question.startswith("F10 plays 60 cards home and ends the game without a win.")


def test_f10_says_that_its_cards_do_not_score() -> None:
    kept = KeptPlay.start(Store.open(), find("bouquet"), 3, 3, Mode.SCORED)
    assert ask_auto(kept.play, "F10").startswith("F10 plays 3 cards home.\nThey score only if")
    kept.perform("auto")
    assert ask_auto(kept.play, "F10") == "", "nothing is left to send"


def test_f10_asks_nothing_where_it_can_be_undone() -> None:
    player = TablePlayer(lady(Mode.FREE), Settings())
    player.press("f10")
    assert player.play.events == ["auto"]

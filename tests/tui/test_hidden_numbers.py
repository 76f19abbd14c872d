"""On a host, lists of the player's own games hide the deals of tries that have not ended."""

import pytest

from solterm.context import NICKNAME
from solterm.core.deals import FIRST_HIDDEN
from solterm.store.entries import play_state
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from solterm.tui.screens.unread import UnreadScreen
from tests.contests.laid_out import cup_of, dealt
from tests.tui.screens import Player, first_moves, showing


@pytest.fixture(autouse=True)
def nickname(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NICKNAME, "ann")


@pytest.fixture
def kept() -> KeptPlay:
    """The game of a tournament after a move."""
    store = Store.open()
    return first_moves(dealt(store, cup_of("Cup", ("free-cell",), (FIRST_HIDDEN,)).drawn()), 1)


def is_shown(player: Player, kept: KeptPlay) -> bool:
    return str(kept.play.deal) in player.text


async def test_a_game_put_aside_hides_its_number(kept: KeptPlay) -> None:
    kept.store.put_aside(kept.play_id)
    async with showing(lambda app: app.doors.show_saves()) as player:
        assert "put aside" in player.text
        assert not is_shown(player, kept)
        for key in "re":
            await player.press(key)
            assert "when your try has ended" in player.screen.notice
            assert not is_shown(player, kept)
        await player.press("delete")
        assert "It counts as lost." in player.text
        assert not is_shown(player, kept)


async def test_a_game_that_cannot_be_read_hides_its_number(kept: KeptPlay) -> None:
    kept.store.append(kept.play_id, 2, ["t1 t1"], play_state(kept.play))
    async with showing(lambda app: app.game_doors.resume_or(app.doors.go_to_menu)) as player:
        assert isinstance(player.screen, UnreadScreen)
        assert "cannot be resumed" in player.text
        assert not is_shown(player, kept)
        await player.to("Write it to a file")
        await player.press("enter")
        assert "when your try has ended" in player.screen.notice


async def test_finished_games_hide_a_number_until_the_try_has_ended(kept: KeptPlay) -> None:
    won = play_state(kept.play)._replace(outcome="won")
    kept.store.append(kept.play_id, len(kept.play.events) + 1, ["u"], won)
    async with showing(lambda app: app.doors.show_finished()) as player:
        assert kept.play.game.name in player.text
        assert not is_shown(player, kept)
        for key in ("enter", "c"):
            await player.press(key)
            assert "when your try has ended" in player.screen.notice
    kept.store.close(kept.play_id)
    async with showing(lambda app: app.doors.show_finished()) as player:
        assert is_shown(player, kept)

"""At the table: restarting, bookmarks, cheating and dealing again."""

from solterm.core.play.mode import Mode
from solterm.tui.widgets.lines import status
from tests.tui.player import playing
from tests.tui.table import at_table

# -- ways back ---------------------------------------------------------------------------------


def test_restarting_asks_first_and_can_be_undone() -> None:
    player = at_table()
    player.press("o")
    assert player.notice == "This is the start of the game."
    player.press("f3", "f3", "o", "x", "n")
    assert player.play.events == ["s", "s"]
    player.press("o", "y")
    assert len(player.play.pile("s")) == 24
    player.press("u")
    assert len(player.play.pile("w")) == 6


def test_a_contest_of_one_game_is_started_over_only_after_a_yes() -> None:
    player = at_table("demon", mode=Mode.SINGLE, events=("s",))
    player.press("o", "n")
    assert player.play.events == ["s"]
    player.press("o")
    assert "Nothing leads back." in player.text
    player.press("y")
    assert player.play.events == ["s", "restart"]


def test_bookmarks_are_numbered_and_a_jump_goes_back_from_one_to_the_next() -> None:
    player = at_table()
    player.command("jump")
    assert player.notice == "No bookmark yet: the menu (Tab) sets one."
    for _ in range(2):
        player.command("bookmark")
        player.press("f3")
    for waste in (3, 0, 3):
        player.command("jump")
        assert len(player.play.pile("w")) == waste
    assert player.notice.startswith("Back at bookmark 2.")
    player.command(*["bookmark"] * 8)
    assert player.play.bookmarks == tuple("234567891")
    assert player.notice.startswith("Bookmark 1 set, replacing an older one.")


def test_a_cheat_asks_first_and_counts_even_if_cancelled() -> None:
    player = at_table()
    player.command("cheat")
    assert "The game then counts as level 1" in " ".join(player.text.split())
    player.press("n")
    assert player.play.counts.cheats == 0
    player.command("cheat")
    player.press("y")
    assert player.play.cheating
    assert "Cheat waits" in status(player.play, 0, 80)
    player.press("escape")
    assert not player.play.cheating
    assert player.play.counts.cheats == 1


# -- dealing again -----------------------------------------------------------------------------


async def test_d_deals_again_anew_or_by_number() -> None:
    async with playing("free-cell", 24, 2) as player:
        await player.press("f4", "d", "r")
        assert (player.play.deal, player.play.events) == (24, [])
        await player.press("d", "0", "enter")
        assert "Deal numbers start at 1." in player.text
        await player.press("escape", "d", *"1177", "backspace", "enter")
        assert (player.play.deal, player.play.level) == (117, 2)
        await player.press("f4", "d", "n")
        assert player.play.events == []

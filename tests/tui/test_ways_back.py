"""At the table: restarting, bookmarks, cheating and dealing again."""

from solterm.core.play.mode import Mode
from solterm.tui.screens.table_screen import TableScreen
from tests.tui.player import playing
from tests.tui.table import at_table

# -- ways back ---------------------------------------------------------------------------------


def test_restarting_asks_first_and_can_be_undone() -> None:
    player = at_table(events=("s", "s"))
    player.press("o", "x", "n")
    assert player.play.events == ["s", "s"]
    player.press("o", "y")
    assert player.play.events[-1] == "restart"
    assert len(player.play.pile("s")) == 24
    player.press("u")
    assert len(player.play.pile("w")) == 6


def test_restarting_at_the_start_says_so() -> None:
    player = at_table()
    player.press("o")
    assert not player.dialogs
    assert player.notice == "This is the start of the game."


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
    assert player.play.bookmarks == ("1", "2")
    player.command("jump")
    assert len(player.play.pile("w")) == 3
    player.command("jump")
    assert len(player.play.pile("w")) == 0
    player.command("jump")
    assert len(player.play.pile("w")) == 3
    assert player.notice.startswith("Back at bookmark 2.")


def test_the_tenth_bookmark_replaces_the_first() -> None:
    player = at_table()
    player.command(*["bookmark"] * 9)
    assert player.play.bookmarks == tuple("123456789")
    player.command("bookmark")
    assert player.play.bookmarks == tuple("234567891")
    assert player.notice == (
        "Bookmark 1 set, replacing an older one. The menu (Tab) jumps back here."
    )


async def test_a_cheat_asks_first_and_counts_even_if_cancelled() -> None:
    async with playing() as player:
        await player.command("cheat")
        assert "The game then counts" in player.text
        await player.press("n")
        assert player.play.counts.cheats == 0
        await player.command("cheat")
        await player.press("y")
        assert player.play.cheating
        assert "Cheat waits" in player.text.splitlines()[0]
        await player.press("escape")
        assert not player.play.cheating
        assert player.play.counts.cheats == 1


def test_level_1_needs_no_cheat() -> None:
    player = at_table(level=1)
    player.command("cheat")
    assert player.notice == "Level 1 already allows all these moves."


# -- dealing again -----------------------------------------------------------------------------


async def test_d_and_r_restart_the_deal() -> None:
    async with playing(events=("s",)) as player:
        await player.press("d", "r")
        assert (player.play.deal, player.play.events) == (24, [])


async def test_d_takes_digits_as_a_deal_number() -> None:
    async with playing("free-cell", 24, 2) as player:
        await player.press("d", *"1177", "backspace", "enter")
        assert player.play.deal == 117
        assert player.play.game.id == "free-cell"
        assert player.play.level == 2


async def test_d_refuses_deal_0_and_escape_changes_nothing() -> None:
    async with playing(events=("s",)) as player:
        await player.press("d", "0", "enter")
        assert "Deal numbers start at 1." in player.text
        await player.press("escape")
        assert player.play.events == ["s"]


async def test_d_deals_a_new_game() -> None:
    async with playing(events=("s",)) as player:
        await player.press("d", "n")
        assert player.play.events == []
        assert isinstance(player.screen, TableScreen)

"""F2 lists every key that works; it and other sentences name the player's own keys."""

from functools import cache
from pathlib import Path

import pytest

from solterm.core.game import Game
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import find_command
from solterm.tui.screens.table_dialogs import StuckDialog
from solterm.tui.widgets.key_help import Pages
from tests.tui.player import Player, playing

OWN = {"colours": "z", "undo": "y", "exception": "ctrl+e", "natural": "ctrl+a", "left": "f12"}
"""A player's own keys for some commands."""


@cache
def dealt(game: Game, mode: Mode) -> Play:
    """Return a new play. It is cached, so don't play it."""
    return Play(game, 617, mode=mode)


def words_of(box: Pages, size: tuple[int, int]) -> list[str]:
    """Return the words of all pages; check that the pages fit between status and message."""
    pages = box.pages(*size)
    for page in pages:
        assert len(page) <= size[1] - 5
        assert all(len(line) <= size[0] - 4 for line in page)
    return [word.strip(",:()") or word for page in pages for line in page for word in line.split()]


@pytest.mark.parametrize("size", [(40, 14), (44, 22), (60, 20), (80, 24)], ids=str)
@pytest.mark.parametrize("own", [{}, OWN], ids=["usual", "own"])
@pytest.mark.parametrize("mode", Mode)
def test_the_help_names_every_key_that_works_here_and_no_other(
    size: tuple[int, int], own: dict[str, str], mode: Mode
) -> None:
    for game in catalogue().values():
        play = dealt(game, mode)
        words = words_of(Pages(play, own, False), size)
        lowered = {word.lower() for word in words}
        for command in keymap.remap(own):
            if not offers.has(play, command, False):
                assert not command.number or f"F{command.number}" not in words
                continue
            assert keymap.key_name(command) in words, command.id
            label = command.brief or ("" if command.group else offers.label(play, command))
            assert set(label.lower().replace(",", "").split()) <= lowered, command.id


@pytest.mark.parametrize("mode", [Mode.SCORED, Mode.STRICT])
def test_the_help_of_scored_games_omits_refused_commands(mode: Mode) -> None:
    play = Play(find("kloncan-klondike"), 617, mode=mode)
    lines = [line for page in Pages(play, {}, False).pages(80, 24) for line in page]
    text = "\n".join(lines)
    for words in ("Undo", "undo", "int, peek", "ookmark", "heat", "eal again"):
        assert words not in text
    assert ("F8" in text) == (mode is Mode.SCORED)
    assert offers.has(play, find_command("level"), False) == (mode is Mode.SCORED)


async def pages_of(player: Player) -> str:
    """Return the text of all pages that F2 shows."""
    shown = []
    for _ in range(3):
        await player.press("f2")
        shown.append(player.text)
    return "\n".join(shown)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_help_shows_own_keys(size: tuple[int, int]) -> None:
    async with playing() as player:
        await player.resize(*size)
        player.table.solterm.change_settings(keys={"colours": "z"})
        text = await pages_of(player)
        assert "Z S Q" in text
        assert "C S Q" not in text
        assert "Main menu, rules" in text or "Rules, guide" in text.replace("\n", " ")
        assert "Tab" in text


async def test_sentences_name_own_keys() -> None:
    own = {"bookmark": "z", "jump": "y", "undo": "f11", "deal": "a", "exception": "f12"}
    async with playing("royale-golf", 617) as player:
        player.table.solterm.change_settings(keys=own)
        await player.press("y")
        assert player.notice == "No bookmark yet: Z sets one."
        await player.press("z")
        assert player.notice == "Bookmark 1 set. Y jumps back here."
        await player.press("y")
        assert "F11 undoes it." in player.notice
        await player.press(*["f3"] * 16)
        assert isinstance(player.screen, StuckDialog)
        shown = [answer.shown for answer in player.screen.answers]
        assert shown == ["F11", "Ctrl+B", "F12", "F8", "R", "N", "F9", "Esc"]


async def test_a_proposal_names_own_keys() -> None:
    async with playing() as player:
        player.table.solterm.change_settings(keys={"natural": "f11", "next_place": "z"})
        await player.to("t4")
        await player.press("f11")
        assert player.notice.startswith("F11: ")


async def test_the_first_notice_names_own_keys(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[keys]\ngame_menu = "f12"\nnatural = "z"\n')
    async with playing() as player:
        assert player.notice == "F2 Help   F12 Menu   Z proposes a move, Z again makes it"

"""Sharing a finished game: text for a chat, and a picture."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import find
from solterm.sessions.sharing import block
from solterm.tui.screens.replay_screen import ReplayScreen
from tests.tui.screens import showing


def played() -> Play:
    play = Play(find("kloncan-klondike"), deal=617)
    play.perform("s")
    return play


@pytest.mark.parametrize("is_found", [False, True])
async def test_c_copies_the_game_to_the_clipboard(
    is_found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    screen = ReplayScreen("A game", record.read(record.write(played())), is_found=is_found)
    async with showing(lambda app: app.push_screen(screen)) as player:
        await player.press("c")
        assert player.app.clipboard == block(played(), is_found=is_found)
        assert "Sent to the terminal's clipboard." in player.text
        assert "[solterm:" in player.text, "it can be selected, too"


async def test_p_draws_the_table_as_a_picture_that_needs_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    read = record.read(record.write(played()))
    async with showing(lambda app: app.push_screen(ReplayScreen("A <game>", read))) as player:
        await player.press("p", "ctrl+u", *str(tmp_path / "a.svg"), "enter")
        assert "The picture is in " in player.text
    picture = ElementTree.parse(tmp_path / "a.svg")
    assert "A <game>" in " ".join("".join(picture.getroot().itertext()).split())
    assert (tmp_path / "a.svg").read_text().count("http") == 1, "the name space alone"

"""Sharing a finished game: text for a chat, and a recording."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pyte
import pytest

from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.replay import Replay
from solterm.games import find
from solterm.games.samples import SAMPLES, sample
from solterm.sessions.sharing import block
from solterm.solver import solve
from solterm.tui.asciicast import CASCADE, COLUMNS, ROWS, Film, asciicast
from solterm.tui.look.glyphs import UNICODE
from solterm.tui.screens.replay import ReplayScreen
from tests.here import here
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


def test_a_recording_shows_every_step_on_a_terminal() -> None:
    text = sample(next(iter(SAMPLES)))
    read = record.read(text)
    head, *frames = map(json.loads, asciicast(here(), "A game", read).splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, COLUMNS, ROWS)
    assert len(frames) > len(read.events) + 2, "the cascade follows the win"
    assert [when for when, *_ in frames] == sorted(when for when, *_ in frames)
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    for _, kind, sent in frames[:-1]:
        assert kind == "o"
        stream.feed(sent)
    assert f"{len(read.events)}/{len(read.events)}" in screen.display[-2]
    assert "A game" in screen.display[-1]


def test_a_recording_of_a_win_ends_with_its_cascade() -> None:
    play = Play(find("free-cell"), 164)
    for move in solve(play.rules, play.table).moves:
        play.push(move)
    read = record.read(record.write(play))
    size = (COLUMNS, ROWS)
    pictures = list(Film("A win", Replay(read, find), UNICODE, size).pictures())
    steps, cascade = pictures[: len(read.events) + 1], pictures[len(read.events) + 1 :]
    assert len(cascade) == CASCADE
    assert [each.seconds for each in pictures] == sorted(each.seconds for each in pictures)
    assert cascade[-1].canvas.rows() != steps[-1].canvas.rows()
    assert len(asciicast(here(), "A win", read).splitlines()) == len(pictures) + 2


def test_a_recording_without_a_win_has_no_cascade() -> None:
    replay = Replay(record.read(record.write(played())), find)
    assert len(list(Film("A game", replay, UNICODE, (COLUMNS, ROWS)).pictures())) == 2

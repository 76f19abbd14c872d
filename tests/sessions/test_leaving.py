"""Sentences about leaving agree with the welcome for guests."""

import pytest

from solterm.games import find
from solterm.sessions.leaving import tell_game, tell_games
from solterm.sessions.welcome import GUEST
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.plain.line_sessions import new_session, session_of


@pytest.fixture
def kept() -> KeptPlay:
    return KeptPlay.start(Store.open(), find("free-cell"), 617)


def test_a_players_games_are_kept(kept: KeptPlay) -> None:
    assert tell_game(kept) == "the game is kept"
    assert tell_games(kept.store) == "your games are kept"


def test_unsaved_games_are_reported() -> None:
    kept = new_session().kept
    assert tell_game(kept) == "the game is NOT SAVED"
    assert tell_games(kept.store) == "your games are NOT SAVED"


def test_guests_are_not_promised_kept_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLTERM_GUEST", "1")
    assert "your games are gone" in GUEST
    kept = KeptPlay.start(Store.open(), find("free-cell"), 617)
    session = session_of(kept)
    for text in (tell_game(kept), tell_games(kept.store), session.handle("quit").text):
        assert "kept" not in text
        assert "games end here" in text
    assert "kept" not in new_session().handle("help quit").text

"""Line mode: hints, saves, settings, statistics and games of two players."""

from pathlib import Path

import pytest

from solterm.context import Context
from solterm.core import cards
from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.settings import load_settings
from tests.plain.line_sessions import new_session, session_at
from tests.plain.replies import refusal_of


def test_hints_are_counted_as_helps() -> None:
    session = new_session()
    session.handle("hint")
    assert session.play.counts.hints == 1


def test_a_restart_can_be_undone() -> None:
    session = new_session()
    session.handle("t2 f")
    assert "Back at the start; undo returns." in session.handle("restart").text
    assert session.play.pile("f1") == ()
    assert session.handle("undo").ok
    assert session.play.pile("f1")


def test_bookmarks_are_numbered_unless_named() -> None:
    session = new_session()
    assert session.handle("bookmark").text == "Bookmark 1 is set here."
    session.handle("t2 f")
    assert session.handle("bookmark HOME").text == "Bookmark home is set here."
    assert session.handle("return 1").ok
    assert session.play.pile("f1") == ()
    assert refusal_of(session, "return nowhere").startswith("There is no bookmark 'nowhere'")


def test_a_cheat_is_explained_before_its_move() -> None:
    session = new_session()
    assert session.handle("cheat").text.endswith("counts as level 1. Cheat? Answer y or n.")
    assert session.handle("no").text == "The rules stay as they are."
    assert session.play.counts.cheats == 0
    assert session.handle("cheat yes").ok
    assert session.play.counts.cheats == 1
    assert "cancelled" in session.handle("cheat").text


def test_cards_that_go_home_automatically_are_reported(home: Path) -> None:
    session = new_session()
    assert session.handle("autoplay on").ok
    assert session.handle("s").text.endswith("AH AD go home by themselves.")
    assert refusal_of(session, "autoplay maybe") == "Write 'autoplay on' or 'autoplay off'."


def test_a_sequence_is_a_shortcut_but_not_a_legal_move() -> None:
    session = session_at("t1 9H 8S\nt2 TS\nt3 KC\nt4 KD\nt5 KH\nt6 KS\nt7 QC\nt8 QD", "free-cell")
    assert "t1 t2 2" not in (session.handle("moves").legal or ())
    assert session.handle("why t1 t2 2").text == (
        "That is a shortcut: it stands for 3 single moves."
    )
    assert session.handle("t1 t2 2").text == "9H 8S to column 2, in 3 single moves."


def test_targets_are_described_in_words() -> None:
    session = new_session()
    assert session.handle("targets t2").text == "AH to foundation 1."
    assert session.handle("targets w").text == "Nothing can leave the waste now."


def test_a_game_is_saved_under_a_name_and_reopened() -> None:
    session = new_session()
    session.handle("t2 f")
    assert session.handle("save Friday Night").ok
    session.handle("new 5")
    assert "Friday Night: kloncan-klondike, deal 617" in session.handle("saves").text
    assert session.handle("open Friday Night").ok
    assert (session.play.deal, session.play.events) == (617, ["opened", "t2 f1"])
    assert refusal_of(session, "open nothing").startswith("No saved game is called 'nothing'")


def test_the_same_deal_can_be_dealt_again() -> None:
    session = new_session()
    session.handle("t2 f")
    assert session.handle("replay").ok
    assert (session.play.deal, session.play.events) == (617, [])


def test_settings_are_listed_and_changed(home: Path) -> None:
    session = new_session()
    assert 'theme = "dos"' in session.handle("settings").text
    assert session.handle("settings automatic on").text == "automatic is on now."
    assert load_settings(Context(folder=home))[0].automatic
    assert session.play.autoplay
    assert refusal_of(session, "settings level 9") == "level must be 1 to 3."
    assert refusal_of(session, "settings nonsense 1").startswith("There is no setting 'nonsense'")


def test_statistics_are_those_of_the_current_game() -> None:
    session = new_session()
    assert session.handle("stats").text == "Klondike (KLONCAN): no game is finished yet."
    session.handle("t2 f")
    session.handle("new")
    assert "0 of 1 won" in session.handle("stats").text


def test_scored_games_have_no_helps() -> None:
    session = new_session(mode=Mode.SCORED)
    for command in ("restart", "bookmark", "return", "cheat yes", "open x", "replay", "save x"):
        refusal_of(session, command)
    assert session.play.events == []


def test_a_game_of_two_players_names_the_turn_and_the_winner() -> None:
    session = new_session("concentration")
    session.take(
        KeptPlay.start(session.kept.store, find("concentration"), 5, options={"players": "2"})
    )
    session.handle("g1")
    assert session.handle("g2").text.endswith("Player 2's turn, 0 to 0.")
    ranks: dict[int, list[str]] = {}
    for name in session.play.game.ids:
        for card in session.play.pile(name):
            ranks.setdefault(cards.rank(card), []).append(name)
    replies = [session.handle(name).text for pair in ranks.values() for name in pair]
    assert "Player 2's turn, 0 to 2." in replies[1]
    assert replies[-1].endswith("Player 2 has won, 0 to 24.")
    assert "turn" not in replies[-1]


@pytest.mark.parametrize(
    "game",
    [
        *("royale-golf", "ultimate-golf", "smallware-golf", "royale-pyramid", "ultimate-pyramid"),
        *("concentration", "german-patience", "scorpion", "will-o-wisp"),
    ],
)
def test_autoplay_says_if_a_game_has_no_automatic_play(game: str) -> None:
    session = new_session(game)
    assert "no card goes home by itself" in refusal_of(session, "autoplay on")
    assert new_session().handle("autoplay on").ok

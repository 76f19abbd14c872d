"""The odds of games: read from counts, between what is known and what may be."""

import pytest

from solterm.games import catalogue, odds


def test_odds_are_shares_of_games_there_are() -> None:
    for (game, level), (low, high) in odds._load().items():
        assert game in catalogue()
        assert level in (1, 2, 3)
        assert 0 <= low <= high <= 1


def test_what_was_not_decided_lies_between_the_lowest_and_the_highest_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = (
        "game,level,deals,won,lost,undecided\ndemon,3,200,50,100,50\nfly,3,10,9,1,0\nfly,2,0,0,0,0"
    )
    monkeypatch.setattr(odds, "_load", lambda: dict(odds._read(text)))
    assert odds.odds("demon") == (0.25, 0.5)
    assert odds.tell_odds("demon") == "25 to 50 of 100 deals can be won"
    assert odds.tell_odds("fly") == "90 of 100 deals can be won"
    assert odds.odds("fly", 2) is None
    assert odds.tell_odds("agnes") == ""

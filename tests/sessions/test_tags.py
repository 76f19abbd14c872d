"""Kinds of games that a search finds by a word."""

import pytest

from solterm.games import catalogue, find
from solterm.games.kinship import tell_length
from solterm.manual.odds import odds
from solterm.sessions.tags import LATELY, PlayerFacts, find_tagged

PLAYER = PlayerFacts(favourites=["fly", "demon"], lately=[*catalogue()][:20])


def found(typed: str, player: PlayerFacts = PLAYER) -> list[str]:
    return [each.name for each in find_tagged(typed, player)]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("short", ["Short games"]),
        ("quick", ["Short games"]),
        ("long games", ["Long games"]),
        ("easy", ["Easy: nearly always won"]),
        ("winnable", ["Easy: nearly always won"]),
        ("two packs", ["Two packs"]),
        ("luck", ["Luck alone", "Mostly luck", "Luck and skill"]),
        ("fav", ["Favourites"]),
        ("recent", ["Played lately"]),
        ("hort", []),
        ("spider", []),
        ("", []),
    ],
)
def test_words_find_kinds_of_games(typed: str, names: list[str]) -> None:
    assert found(typed) == names


def test_a_kind_has_the_games_that_it_names() -> None:
    (short,) = find_tagged("short", PLAYER)
    assert {tell_length(game) for game in short.games} == {"Short"}
    (two,) = find_tagged("two packs", PLAYER)
    assert {game.packs for game in two.games} == {2}
    (skill,) = find_tagged("skill alone", PLAYER)
    assert {game.skill for game in skill.games} == {5}


def test_favourites_and_the_latest_keep_their_order_and_unknown_games_are_left_out() -> None:
    (favourites,) = find_tagged("favourites", PLAYER._replace(favourites=["fly", "gone", "demon"]))
    assert favourites.games == (find("fly"), find("demon"))
    (lately,) = find_tagged("lately", PLAYER)
    assert [game.id for game in lately.games] == PLAYER.lately[:LATELY]
    assert find_tagged("favourites", PlayerFacts()) == []


def test_easy_depends_on_the_level_and_each_game_is_as_easy_as_it_says() -> None:
    for level in (1, 3):
        (easy,) = find_tagged("easy", PlayerFacts(level=level))
        for game in easy.games:
            bounds = odds(game, level)
            assert bounds and sum(bounds) / 2 >= 0.8
    assert found("hard", PlayerFacts(level=1)) == [], "an empty list is not named"

"""The mark: KLONCAN's score table for the counts of a play."""

from solterm.contests.score import tell_level, tell_score, tell_stakes
from solterm.core.play.play import Play
from solterm.core.values import replace
from solterm.games import find
from solterm.scoring import score


def played(*events: str, deal: int = 17, level: int = 3) -> Play:
    play = Play(find("kloncan-klondike"), deal, level)
    for event in events:
        play.perform(event)
    return play


def test_a_card_home_brings_ten_points_at_level_3() -> None:
    assert played().mark == 0
    assert played("t3 f1").mark == 10


def test_the_lowest_level_and_its_exceptions_count() -> None:
    assert played("x", "t3 f1").mark == 9
    assert played("x", "level 2", "t3 f1").mark == 5


def test_halves_are_rounded_down() -> None:
    assert played("t3 f1", level=1).mark == 0
    assert played("t3 f1", "t5 f2", level=1).mark == 1


def marked(game_id: str, cards_home: int, level: int = 3) -> int:
    """Return the mark of a lost play with some cards home."""
    game = find(game_id)
    counts = {"level": level, "exceptions": 0, "moves_after": 0, "won": False}
    return score(**counts, cards=cards_home, whole=game.goal.whole(game.in_play))


def test_a_partial_score_is_scaled_to_52_cards() -> None:
    assert marked("farewell-to-kings", 7) == 70
    assert score(level=3, exceptions=0, moves_after=0, cards=13, won=False, whole=104) == 65
    assert score(level=3, exceptions=0, moves_after=0, cards=5, won=False, whole=32) == 81
    assert score(level=1, exceptions=0, moves_after=0, cards=5, won=False, whole=24) == 5


def test_poker_counts_points_out_of_200() -> None:
    assert marked("poker", 199) == 517
    assert marked("poker", 20, level=2) == 26
    assert marked("poker", 20, level=1) == 2


def test_a_level_change_without_effect_says_so() -> None:
    game = replace(find("kloncan-klondike"), levels={2: (), 1: ()})
    same = " The rules of this game are the same at every level."
    assert tell_level(Play(game, 17, 2)) == f"You play at level 2 now.{same}"
    assert tell_level(played(level=2)) == "You play at level 2 now."


def test_a_lower_level_counts_exceptions_anew_if_there_were_any() -> None:
    anew = " From the next move on exceptions count from 0."
    assert tell_level(played("x", "t3 f1", "level 2")) == f"You play at level 2 now.{anew}"
    assert tell_level(played("t3 f1", "level 2")) == "You play at level 2 now."


def test_the_mark_follows_the_source_score_if_it_differs() -> None:
    assert tell_score(Play(find("corners"), 5)) == "1 (mark 0)"
    assert tell_score(Play(find("poker"), 5)) == "0"


def test_stakes_are_reported() -> None:
    assert tell_stakes(played()) == [
        "A win is now worth 1000.",
        "The next exception costs 100, and each move after it costs 5.",
    ]
    assert tell_stakes(played("x", "t3 f1")) == [
        "A win is now worth 895.",
        "Since your first exception each move costs 5.",
        "The next exception costs 100.",
    ]
    assert tell_stakes(played("s", level=1)) == ["A win is now worth 50."]


def test_a_lower_level_counts_from_the_next_move() -> None:
    lowered = played("s", "level 2")
    assert tell_stakes(lowered) == [
        "From the next move on a win is worth 500, at level 2.",
        "The next exception costs 50, and each move after it costs 5.",
    ]
    assert tell_stakes(played("s", "level 2", "s", "level 3")) == ["A win is now worth 500."]


def test_a_game_with_a_source_score_has_no_stakes() -> None:
    assert tell_stakes(Play(find("royale-klondike"), 17)) == []

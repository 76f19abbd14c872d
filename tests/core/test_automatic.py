"""Automatic play uses every available card, except the hand in KLONCAN's games."""

import random

import pytest

from solterm.core import cards
from solterm.core.game import Game
from solterm.core.move import IllegalMove, Move
from solterm.core.play.play import Play
from solterm.games import catalogue, find
from tests.core.positions import play_from
from tests.core.strategies import some_games


def _random_play(game: Game, deal: int, level: int) -> Play:
    play, chance = Play(game, deal, level), random.Random(deal)
    if game.waits:
        play.push(chance.choice(list(play.legal_moves)))  # the base
    for _ in range(40):
        legal = [move for move in play.legal_moves if move.dst[:1] != "f"]
        if not legal:
            break
        play.push(chance.choice(legal))
    return play


def _moves_home(play: Play) -> dict[str, list[Move]]:
    home: dict[str, list[Move]] = {}
    for move in play.legal_moves:
        if move.dst[:1] == "f" and not move.depth:
            home.setdefault(move.src, []).append(move)
    return home


@some_games
def test_automatic_play_leaves_only_choices(game: Game) -> None:
    for level in (3, 2, 1):
        play = _random_play(game, 4417 + level, level)
        try:
            play.auto()
        except IllegalMove as refusal:
            assert "automatic" in str(refusal) or "can go" in str(refusal) or "fits" in str(refusal)
        for src, moves in _moves_home(play).items():
            if game.plays_home and not (game.collection == "KLONCAN" and src == "w"):
                assert len(moves) > 1, f"{game.id} level {level}: {moves}"


@pytest.mark.parametrize("name", ["duchess", "terrace"])
def test_the_choice_of_the_base_is_the_players(name: str) -> None:
    play = Play(find(name), 5)
    with pytest.raises(IllegalMove, match="First choose the base"):
        play.auto()
    assert set(_moves_home(play))


def test_a_waste_card_goes_home_like_any_other() -> None:
    play = Play(find("demon"), 4417)
    for event in ("s", "s", "s", "w f2", "r f1", "s"):
        play.perform(event)
    assert next(iter(play.auto())).src == "w"


def test_kloncans_hand_stays() -> None:
    for game in (game for game in catalogue().values() if game.collection == "KLONCAN"):
        assert set(game.homeward).isdisjoint("swh")


@pytest.mark.parametrize("name", ["royale-golf", "concentration", "scorpion", "poker"])
def test_games_without_automatic_play_refuse_it_with_a_reason(name: str) -> None:
    play = Play(find(name), 5)
    with pytest.raises(IllegalMove, match="no card goes home by itself"):
        play.auto()


def test_the_last_card_of_several_foundations_goes_to_the_first() -> None:
    waits = ["f1 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "f2 2D 4D 6D 8D TD QD AD 3D 5D 7D 9D JD"]
    play = play_from(find("calculation"), "\n".join([*waits, "h KS"]))
    play.auto()
    assert play.pile("f1")[-1] == cards.parse("KS")
    assert len(play.pile("f2")) == 12


def test_the_last_card_between_two_foundations_of_a_suit_goes_to_the_first() -> None:
    up, down = "f1 AC 2C 3C 4C 5C", "f5 KC QC JC TC 9C 8C"
    play = play_from(find("bisley"), f"{up}\n{down}\nt1 6D\nt2 7C 6C")
    play.auto()
    assert len(play.pile("f1")) == 7
    play = play_from(find("bisley"), f"{up} 6C\n{down}\nt1 7C")
    play.push("t1 f")
    assert len(play.pile("f1")) == 7


def test_a_card_between_two_foundations_waits_while_its_twin_or_a_neighbour_is_away() -> None:
    half = "f1 AC 2C 3C 4C 5C 6C\nf5 KC QC JC TC 9C 8C"
    play = play_from(find("crescent"), f"{half}\nt1 7C\nt2 8C 9D")
    with pytest.raises(IllegalMove, match="7C fits several foundations"):
        play.auto()

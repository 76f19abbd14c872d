"""Results in words: the score by the game's source first, then the mark."""

import pytest

from solterm.contests.result_words import figures, headline
from solterm.contests.titles import Unit
from solterm.core import cards
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.vocabulary.goals import TourPoints
from solterm.games import catalogue, find
from tests.harness.cases import over


@over("game", [*catalogue()])
def test_every_game_names_its_source_score_before_the_mark(game: str) -> None:
    play = Play(find(game), 617)
    own = play.game.own_score
    names = [figure.name for figure in figures(play)]
    assert names == ([own.label or f"Your {own.unit}", "Mark"] if own else ["Your score"])
    assert figures(play)[0].value == play.score
    assert play.own == (play.score if own else None)
    low = {"ultimate-golf": "strokes", "concentration": "turns"}
    assert (figures(play)[0].note == "low is better") == (game in low)
    if own and game in low:
        assert own.unit == low[game]
    elif own:
        special = {"reno": "dollars", "poker": "points"}
        assert own.unit == special.get(game, "cards")


def test_a_two_player_game_names_its_winner_without_a_score() -> None:
    play = Play(find("concentration"), 5, options={"players": "2"})
    opened = None
    while play.outcome is None:
        lying = {move.src: cards.rank(play.pile(move.src)[-1]) for move in play.legal_moves}
        wanted = [name for name, rank in lying.items() if rank == opened]
        name = (wanted or list(lying))[0]
        opened = None if opened is not None else lying[name]
        play.perform(name)
        assert play.moves < 200
    duel = play.rules.duel(play.table)
    assert duel
    assert headline(play) == duel.result
    told = [(figure.name, figure.value) for figure in figures(play)]
    assert told[:2] == [("Player 1", duel.scores[0]), ("Player 2", duel.scores[1])]
    assert play.own is None


def test_a_game_that_is_not_won_says_so_first_and_why() -> None:
    play = Play(find("kloncan-klondike"), 24)
    play.perform("t6 f1")
    assert headline(play) == "Not won: ended with moves left, 1 card home."
    golf = Play(find("royale-golf"), 617)
    while golf.pile("s"):
        golf.perform("s")
    assert golf.outcome
    assert headline(golf) == "Not won: no moves left."
    two = Play(find("concentration"), 5, options={"players": "2"})
    assert headline(two) == "Not finished: Player 1's turn, 0 to 0."


@pytest.mark.parametrize("game", [each for each in catalogue().values() if each.own_score])
def test_one_of_a_unit_is_singular(game: Game) -> None:
    own = game.own_score
    assert own is not None
    told = [Unit(own.unit).tell(1), own.words(1).partition(":")[0], TourPoints(own).words(1)]
    assert not [each for each in told if each.endswith("s")]
    assert Unit(own.unit).tell(2) == f"2 {own.unit}"

"""An armed exception only adds moves: ordinary ones stay legal and leave it armed."""

import random

from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.vocabulary.exceptions import Armed
from solterm.games import catalogue
from tests.effort import tries
from tests.harness.cases import over

ARMING = [
    (game, level)
    for game in catalogue().values()
    for level, exception in sorted(game.exceptions.items())
    if isinstance(exception, Armed)
]


@over("game level", ARMING[:: tries(1, 2)])
def test_regular_moves_stay_legal_and_keep_x_armed(game: Game, level: int) -> None:
    for deal in (5, 18)[: tries(2, 1)]:
        _check(Play(game, deal, level), random.Random(deal), plies=30)


def test_regular_moves_stay_legal_in_farewell_on_a_small_grid() -> None:
    game = catalogue()["farewell-to-kings"]
    for deal in (3417, 7):
        play = Play(game, deal, level=2, options={"size": "tiny"})
        _check(play, random.Random(deal), plies=tries(60, 30))


def _check(play: Play, chance: random.Random, plies: int) -> None:
    play.exception()
    for _ in range(plies):
        regular = list(play.rules.legal_moves(play.table))
        assert set(regular) <= set(play.legal_moves)
        if not regular:
            return
        for move in chance.sample(regular, min(3, len(regular))):
            text = play.rules.text(play.table, move)
            assert play.resolve(text) == move
            assert play.why_not(move) is None
        move = chance.choice(regular)
        expected = play.rules.make(play.table, move)
        play.push(move)
        assert play.table == expected
        assert play.armed
        assert play.tally.exceptions == 0

"""Properties of A Farewell to Kings with options, in random play."""

from itertools import chain, product
from random import Random

import pytest

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.levels import LEVELS
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import find
from solterm.games.farewell import FAREWELL_TO_KINGS
from tests.core.positions import card_moves
from tests.core.strategies import well_formed_moves
from tests.effort import tries

OPTIONS = [
    {"size": "tiny", "kings": "random", "difficulty": "easy"},
    {"size": "small", "kings": "custom"},
    {"kings": "corners", "deck": "bland"},
]


def played(play: Play, random: Random) -> Play:
    """Return a play after random moves, with some exceptions, undos and level changes."""
    for _ in range(random.randrange(90)):
        event = random.choice(["x", "undo", f"level {random.randint(1, 3)}", *["move"] * 17])
        try:
            if event == "move":
                play.push(random.choice(list(play.legal_moves)))
            else:
                play.perform(event)
        except (IllegalMove, IndexError):
            continue
    return play


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_options_keep_what_holds_in_all_games(options: dict[str, str]) -> None:
    for deal, level in product(range(1, 1 + tries(20, 3)), LEVELS):
        random = Random(deal * 4 + level)
        play = played(Play(FAREWELL_TO_KINGS, deal, level, options=options), random)
        held = sorted(card & ~DOWN for card in chain.from_iterable(play.table.piles))
        assert held == sorted(cards.pack())
        assert play.rules.count_scored(play.table) % 4 == 0, "only whole books are counted"
        strict, looser, loosest = (card_moves(play.game.rules(n), play.table) for n in LEVELS)
        assert strict <= looser <= loosest
        legal = set(play.legal_moves)
        for move in chain(legal, well_formed_moves(play.game, random, 60)):
            reason = play.rules.why_not(play.table, move)
            assert (reason is None) == (move in legal), (str(move), reason)
        text = record.write(play)
        again = record.read(text).replay(find)
        assert (again.table, again.tally, again.seen) == (play.table, play.tally, play.seen)
        assert record.write(again) == text


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_play_with_options_ends(options: dict[str, str]) -> None:
    for deal, level in product(range(1, 1 + tries(4, 1)), LEVELS):
        play, random = Play(FAREWELL_TO_KINGS, deal, level, options=options), Random(deal)
        while play.outcome is None:
            play.push(random.choice(list(play.legal_moves)))
        assert play.outcome is (Outcome.WON if play.rules.is_won(play.table) else Outcome.OVER)

"""Properties of Poker and A Farewell to Kings in random play."""

from functools import cache
from itertools import chain, product
from random import Random

import pytest

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import find
from solterm.games.farewell import FAREWELL_TO_KINGS
from solterm.games.poker_squares import POKER
from tests.core.positions import card_moves
from tests.effort import tries


def _title(value: object) -> str:
    return value.id if isinstance(value, Game) else str(value)


VARIANTS: list[tuple[Game, dict[str, str]]] = [
    (POKER, {}),
    (FAREWELL_TO_KINGS, {}),
    (FAREWELL_TO_KINGS, {"size": "tiny", "kings": "random", "difficulty": "easy"}),
    (FAREWELL_TO_KINGS, {"size": "small", "kings": "custom"}),
    (FAREWELL_TO_KINGS, {"kings": "corners", "deck": "bland"}),
]
variants = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=_title)


def random_plays(game: Game, options: dict[str, str], deals: int) -> list[Play]:
    """Return plays that several tests read and none changes."""
    chosen = tuple(options.items())
    return [_random_play(game, chosen, n, level) for n in range(1, deals + 1) for level in LEVELS]


@cache
def _random_play(game: Game, options: tuple[tuple[str, str], ...], deal: int, level: int) -> Play:
    return random_play(game, dict(options), deal, level)


def random_play(game: Game, options: dict[str, str], deal: int, level: int) -> Play:
    return played(Play(game, deal, level, options=options), Random(deal * 4 + level))


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


@variants
def test_the_pack_is_conserved_and_books_are_counted(game: Game, options: dict[str, str]) -> None:
    for play in random_plays(game, options, tries(20, 6)):
        held = sorted(card & ~DOWN for card in chain.from_iterable(play.table.piles))
        assert held == sorted(cards.pack())
        assert play.mark >= 0
        home = play.rules.count_scored(play.table)
        assert home >= 0 if game is POKER else home % 4 == 0


@variants
def test_card_moves_of_level_3_stay_legal(game: Game, options: dict[str, str]) -> None:
    for play in random_plays(game, options, tries(20, 6)):
        strict, looser, loosest = (card_moves(play.game.rules(n), play.table) for n in LEVELS)
        assert strict <= looser <= loosest


@variants
def test_every_illegal_move_is_refused_with_a_reason(game: Game, options: dict[str, str]) -> None:
    random = Random(5)
    for play in random_plays(game, options, 2):
        ids = (*play.game.ids, "")
        for level in LEVELS:
            rules = play.game.rules(level)
            legal = set(rules.legal_moves(play.table))
            tried = [
                Move(random.choice(ids[:-1]), random.choice(ids), *random.choice(_FORMS))
                for _ in range(200)
            ]
            assert not any(rules.why_not(play.table, move) for move in legal)
            for move in set(tried) - legal:
                reason = rules.why_not(play.table, move)
                assert reason and reason.endswith(".") and ". " not in reason, str(move)


_FORMS = [(1, 0)] * 8 + [(2, 0), (0, 0), (1, 1), (1, 2)]


@variants
def test_records_round_trip(game: Game, options: dict[str, str]) -> None:
    for play in random_plays(game, options, tries(8, 3)):
        text = record.write(play)
        again = record.read(text).replay(find)
        assert (again.table, again.tally, again.seen) == (play.table, play.tally, play.seen)
        assert record.write(again) == text


@variants
def test_random_play_ends(game: Game, options: dict[str, str]) -> None:
    for deal, level in product(range(1, tries(4, 2) + 1), LEVELS):
        play, random = random_play(game, options, deal, level), Random(7)
        for _ in range(400):
            if play.outcome is not None:
                break
            play.push(random.choice(list(play.legal_moves)))
        assert play.outcome is (Outcome.WON if play.rules.is_won(play.table) else Outcome.OVER)
        assert not list(play.rules.legal_moves(play.table))

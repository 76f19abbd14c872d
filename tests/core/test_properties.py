"""What holds in every game of the catalogue, at every level, wherever a play has got to."""

from itertools import chain, pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from solterm.core import record
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play import LEVELS, Play
from solterm.core.rules import Outcome
from solterm.core.table import Table, read, write
from solterm.games import find
from tests.core.positions import card_moves
from tests.core.strategies import act, actions, deal_numbers, games, levels, nth, plays


def pack(table: Table) -> list[int]:
    """All cards of a table, whichever way they lie."""
    return sorted(card & ~DOWN for card in chain.from_iterable(table.piles))


def conceivable_moves(game: Game) -> list[Move]:
    """Every move that can be written of a game's piles, sensible or not."""
    pairs = [(src, dst) for src in game.ids for dst in (*game.ids, "")]
    return [
        *(Move(src, dst, count) for src, dst in pairs for count in range(15)),
        *(Move(src, dst, at=at) for src, dst in pairs for at in range(1, 4)),
    ]


# -- the four questions ------------------------------------------------------------------------


@given(plays())
@settings(max_examples=20)  # each asks thousands of questions
def test_a_move_is_legal_exactly_when_no_reason_is_given_against_it(play: Play) -> None:
    for level in LEVELS:
        rules = play.game.rules(level)
        legal = set(rules.legal_moves(play.table))
        for move in conceivable_moves(play.game):
            refusal = rules.why_not(play.table, move)
            assert (refusal is None) == (move in legal), (level, str(move), refusal)
            if refusal is not None:
                assert is_one_sentence(refusal), (level, str(move), refusal)


def is_one_sentence(text: str) -> bool:
    opens, closes = text[:1], text[-1:]
    return (opens.isupper() or opens.isdigit()) and closes == "." and ". " not in text


@given(plays())
def test_legal_moves_are_each_generated_once_and_answer_alike_however_asked(play: Play) -> None:
    for level in LEVELS:
        moves = play.game.rules(level).legal_moves(play.table)
        listed = list(moves)
        assert len(set(listed)) == len(listed) == len(moves)
        assert bool(moves) == bool(listed)
        assert all(move in moves for move in listed)


@given(plays())
def test_every_legal_move_changes_the_table_and_conserves_the_pack(play: Play) -> None:
    for level in LEVELS:
        rules = play.game.rules(level)
        for move in rules.legal_moves(play.table):
            after = rules.make(play.table, move)
            assert after != play.table, str(move)
            assert pack(after) == pack(play.table), str(move)
            assert hash(after) == hash(read(write(after, rules.ids), rules.ids))


@given(plays())
def test_a_card_move_that_is_legal_at_level_3_stays_legal_at_2_and_1(play: Play) -> None:
    strict, looser, loosest = (card_moves(play.game.rules(level), play.table) for level in LEVELS)
    assert strict <= looser <= loosest


@given(plays())
def test_while_a_game_is_not_decided_there_is_something_to_do(play: Play) -> None:
    for level in LEVELS:
        rules = play.game.rules(level)
        outcome = rules.outcome(play.table)
        assert (outcome is Outcome.WON) == rules.is_won(play.table)
        if outcome is None:
            assert rules.legal_moves(play.table)
        if outcome is Outcome.OVER:
            assert not any(
                rules.leads_on(table, move)
                for table in rules.turns(play.table)
                for move in rules.legal_moves(table)
            )


@given(games, deal_numbers, levels, st.randoms(use_true_random=False))
@settings(max_examples=30)  # each is a long play
def test_random_play_ends_or_can_go_on(game: Game, deal: int, level: int, random: Random) -> None:
    play = Play(game, deal, level)
    for _ in range(300):
        move = nth(play.legal_moves, random.randrange(10**6))
        if move is None:
            assert play.rules.outcome(play.table) is not None
            break
        play.move(move)
    assert pack(play.table) == pack(Play(game, deal, level).table)


# -- texts -------------------------------------------------------------------------------------


@given(plays())
def test_the_text_of_every_legal_move_is_read_as_that_move(play: Play) -> None:
    for level in LEVELS:
        rules = play.game.rules(level)
        for move in rules.legal_moves(play.table):
            text = rules.text(play.table, move)
            assert rules.resolve(play.table, text) == move, text
            assert rules.resolve(play.table, str(move)).dst == move.dst
            assert Move.parse(str(move)) == move


@given(plays())
def test_a_position_round_trips_as_text(play: Play) -> None:
    assert read(write(play.table, play.game.ids), play.game.ids) == play.table


@given(plays())
def test_a_record_round_trips(play: Play) -> None:
    text = record.write(play)
    again = record.read(text).replay(find)
    assert again.table == play.table
    assert again.tally == play.tally
    assert again.seen == play.seen
    assert (again.level, again.moves, again.armed) == (play.level, play.moves, play.armed)
    assert record.write(again) == text


# -- play --------------------------------------------------------------------------------------


@given(games, deal_numbers, levels, actions)
def test_undo_returns_the_identical_table_and_redo_the_next(
    game: Game, deal: int, level: int, done: list[tuple[int, str | None]]
) -> None:
    play = Play(game, deal, level)
    tables = [play.table]
    for choice, event in done:
        if event not in ("undo", "redo") and act(play, choice, event):
            tables += [play.table] * (play.table is not tables[-1])
    for later, earlier in pairwise(reversed(tables)):
        assert play.table is later
        if not play.can_undo:  # there are games without
            break
        play.undo()
        assert play.table is earlier
        play.redo()
        assert play.table is later
        play.undo()


@given(games, deal_numbers, levels, actions)
def test_counts_never_fall_and_the_scored_level_never_rises(
    game: Game, deal: int, level: int, done: list[tuple[int, str | None]]
) -> None:
    play = Play(game, deal, level)
    for choice, event in done:
        begun, moves, tally = play.begun, play.moves, play.tally
        act(play, choice, event)
        assert play.moves >= moves
        if begun:
            assert play.tally.level <= tally.level
        if play.tally.level == tally.level:
            assert play.tally.exceptions >= tally.exceptions
            assert play.tally.moves_after >= tally.moves_after


@given(plays())
def test_an_illegal_move_leaves_everything_as_it_was(play: Play) -> None:
    before = (play.table, play.tally, play.moves, play.armed, list(play.events))
    legal = set(play.legal_moves)
    for move in conceivable_moves(play.game)[::97]:
        if move not in legal:
            assert not act_to_the_letter(play, move)
    assert (play.table, play.tally, play.moves, play.armed, play.events) == before


def act_to_the_letter(play: Play, move: Move) -> bool:
    try:
        play.move(move)
    except ValueError:
        return False
    return True

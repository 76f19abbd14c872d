"""Properties of every game, at every level, in any position."""

from itertools import chain, groupby
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.table import Table, read, write
from solterm.games import find
from tests.core.positions import card_moves
from tests.core.strategies import (
    act,
    actions,
    few,
    fresh_plays,
    nth,
    plays,
    seeds,
    some_games,
    well_formed_moves,
)
from tests.effort import tries


def pack(table: Table) -> list[int]:
    """Return all cards of a table, face up."""
    return sorted(card & ~DOWN for card in chain.from_iterable(table.piles))


# -- moves -------------------------------------------------------------------------------------


@some_games
@few
@given(data=st.data())
def test_a_move_is_legal_exactly_if_it_is_not_refused(game: Game, data: st.DataObject) -> None:
    play = data.draw(plays(game))
    random = Random(data.draw(seeds))
    for level in LEVELS:
        rules = game.rules(level)
        legal = set(rules.legal_moves(play.table))
        near = [move._replace(count=count) for move in legal for count in (0, 2, 5)]
        for move in chain(legal, near[:100], well_formed_moves(game, random, 100)):
            refusal = rules.why_not(play.table, move)
            assert (refusal is None) == (move in legal), (level, str(move), refusal)
            if refusal is not None:
                assert is_one_sentence(refusal), (level, str(move), refusal)


def is_one_sentence(text: str) -> bool:
    opens, closes = text[:1], text[-1:]
    return (opens.isupper() or opens.isdigit()) and closes == "." and ". " not in text


@some_games
@few
@given(data=st.data())
def test_legal_moves_are_unique_change_the_table_and_conserve_the_pack(
    game: Game, data: st.DataObject
) -> None:
    play = data.draw(plays(game))
    for level in LEVELS:
        rules = game.rules(level)
        moves = rules.legal_moves(play.table)
        listed = list(moves)
        assert len(set(listed)) == len(listed) == len(moves)
        assert bool(moves) == bool(listed)
        for move in listed:
            after = rules.make(play.table, move)
            assert after != play.table, str(move)
            assert pack(after) == pack(play.table), str(move)


@some_games
@few
@given(data=st.data())
def test_a_card_move_that_is_legal_at_level_3_stays_legal_at_2_and_1(
    game: Game, data: st.DataObject
) -> None:
    table = data.draw(plays(game)).table
    strict, looser, loosest = (card_moves(game.rules(level), table) for level in LEVELS)
    assert strict <= looser <= loosest


@some_games
@few
@given(data=st.data())
def test_an_undecided_game_has_a_move(game: Game, data: st.DataObject) -> None:
    table = data.draw(plays(game)).table
    for level in LEVELS:
        rules = game.rules(level)
        outcome = rules.outcome(table)
        assert (outcome is Outcome.WON) == rules.is_won(table)
        if outcome is None:
            assert rules.legal_moves(table)
        if outcome is Outcome.OVER:
            assert not any(
                rules.makes_progress(turned, move)
                for turned in rules.go_through_stock(table)
                for move in rules.legal_moves(turned)
            )


@some_games
@few
@given(data=st.data())
def test_random_play_ends_or_can_continue(game: Game, data: st.DataObject) -> None:
    play = data.draw(fresh_plays(game))
    opening = pack(play.table)
    random = Random(data.draw(seeds))
    for _ in range(tries(200, 80)):
        move = nth(play.legal_moves, random.randrange(10**6))
        if move is None:
            assert play.rules.outcome(play.table) is not None
            break
        play.push(move)
    assert pack(play.table) == opening


# -- texts -------------------------------------------------------------------------------------


@some_games
@few
@given(data=st.data())
def test_positions_and_moves_round_trip_as_text(game: Game, data: st.DataObject) -> None:
    play = data.draw(plays(game))
    assert read(write(play.table, game.ids), game.ids) == play.table
    for level in LEVELS:
        rules = game.rules(level)
        for move in list(rules.legal_moves(play.table))[:50]:
            text, exact = rules.text(play.table, move), rules.record_text(play.table, move)
            assert rules.resolve(play.table, text) == move, text
            assert rules.resolve(play.table, exact) == move == Move.parse(exact), exact
            assert Move.parse(str(move)) == move


@some_games
@few
@given(data=st.data())
def test_a_record_round_trips(game: Game, data: st.DataObject) -> None:
    play = data.draw(plays(game))
    text = record.write(play)
    again = record.read(text).replay(find)
    assert again.table == play.table
    assert again.tally == play.tally
    assert again.seen == play.seen
    assert (again.level, again.moves, again.armed) == (play.level, play.moves, play.armed)
    assert record.write(again) == text


# -- play --------------------------------------------------------------------------------------


@some_games
@few
@given(data=st.data())
def test_undo_and_redo_restore_the_identical_tables(game: Game, data: st.DataObject) -> None:
    play = data.draw(fresh_plays(game))
    visited = [play.table]
    for choice, event in data.draw(actions):
        if event not in ("undo", "redo") and act(play, choice, event):
            if event and event.startswith("level"):
                visited.pop()  # the piles it fills are not a separate step
            visited.append(play.table)
    if not play.can_undo:  # no action yet, or a game without undo
        return
    back, forth = [play.table], list[Table]()
    while play.can_undo:
        play.undo()
        back.append(play.table)
    while play.can_redo:
        forth.append(play.table)
        play.redo()
    assert [*forth, play.table] == back[::-1]
    assert changes(play, back[::-1]) == changes(play, visited)


def changes(play: Play, tables: list[Table]) -> list[Table]:
    """Return the tables as they are at the current level.

    Repeated tables are left out, because not every action moves a card.
    """
    return [table for table, _ in groupby(map(play.rules.settle, tables))]


@some_games
@few
@given(data=st.data())
def test_counts_never_fall_and_the_scored_level_never_rises(
    game: Game, data: st.DataObject
) -> None:
    play = data.draw(fresh_plays(game))
    acted = False
    for choice, event in data.draw(actions):
        moves, tally = play.moves, play.tally
        done = act(play, choice, event)
        assert play.moves >= moves
        if acted:
            assert play.tally.level <= tally.level
        if play.tally.level == tally.level:
            assert play.tally.exceptions >= tally.exceptions
            assert play.tally.moves_after >= tally.moves_after
        acted |= done and event in (None, "auto")


@some_games
@few
@given(data=st.data())
def test_an_illegal_move_changes_nothing(game: Game, data: st.DataObject) -> None:
    play = data.draw(plays(game))
    random = Random(data.draw(seeds))
    before = (play.table, play.tally, play.moves, play.armed, list(play.events))
    legal = set(play.legal_moves)
    for move in well_formed_moves(game, random, 100):
        if move not in legal:
            assert not try_move(play, move), str(move)
    assert (play.table, play.tally, play.moves, play.armed, play.events) == before


def try_move(play: Play, move: Move) -> bool:
    """Make a move if it is legal. Return whether it was."""
    try:
        play.push(move)
    except Refusal:
        return False
    return True

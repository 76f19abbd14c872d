"""What is known about positions: ways to win, losses, and what follows from both."""

import pytest

from solterm.advice.knowledge import Asked, Knowledge
from solterm.advice.pipe import LOST, UNDECIDED, WON, Judged, Traced
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.games import find
from solterm.solver import solve
from tests.core.positions import free_cell_with_kings_left

DEAL = 602


def line(*texts: str) -> list[Move]:
    return [Move.parse(text) for text in texts]


WINS = line("t1 f1", "t2 f2", "t3 f3", "t4 f4")


@pytest.fixture
def knowledge() -> Knowledge:
    return Knowledge()


def kings_left() -> Play:
    """Return the end of a game whose cards the player has all seen."""
    play = free_cell_with_kings_left()
    play.seen.add(card for pile in play.traced.piles for card in pile)
    assert View.of(play).is_open
    return play


def golf(knowledge: Knowledge, finding: str = "") -> tuple[Play, tuple[Move, ...]]:
    """Return a golf whose stock is hidden, with a way to win; ``knowledge`` learns the finding."""
    play = Play(find("royale-golf"), DEAL)
    way = solve(play.rules, play.table).moves
    if finding:
        judge(knowledge, play, finding, way if finding == WON else ())
    return play, way


def judge(knowledge: Knowledge, play: Play, finding: str, moves: tuple[Move, ...] = ()) -> None:
    knowledge.learn_verdict(Asked.of(play), Judged(finding, moves))


# -- ways to win -------------------------------------------------------------------------------


def test_a_way_is_followed_to_its_end(knowledge: Knowledge) -> None:
    play = kings_left()
    assert knowledge.add_way(play.rules, play.table, WINS)
    while moves := knowledge.way_for(play):
        play.push(moves[0])
    assert play.rules.is_won(play.table)


def test_a_way_survives_a_move_made_early(knowledge: Knowledge) -> None:
    play = kings_left()
    knowledge.add_way(play.rules, play.table, WINS)
    play.push("t3 f3")
    assert knowledge.way_for(play) == line("t1 f1", "t2 f2", "t4 f4")
    play.push("t1 f1")
    assert knowledge.way_for(play) == line("t2 f2", "t4 f4")


def test_a_move_that_leaves_the_way_may_be_undone(knowledge: Knowledge) -> None:
    play = kings_left()
    knowledge.add_way(play.rules, play.table, WINS)
    play.push("t4 r1")
    assert not knowledge.way_for(play)
    play.undo()
    assert knowledge.way_for(play) == WINS


def test_a_way_that_is_illegal_or_does_not_win_is_not_kept(knowledge: Knowledge) -> None:
    play = kings_left()
    assert not knowledge.add_way(play.rules, play.table, line("t1 f2"))
    assert not knowledge.add_way(play.rules, play.table, WINS[:3])
    assert not knowledge.way_for(play)


def test_hints_follow_a_way_with_unseen_cards_only_if_asked(knowledge: Knowledge) -> None:
    play, way = golf(knowledge, WON)
    assert knowledge.finding(play) == WON and not knowledge.way_for(play)
    knowledge.follow(play, [str(move) for move in way])
    assert knowledge.way_for(play) == list(way)
    play.push(next(move for move in play.legal_moves if move != way[0]))
    assert not knowledge.way_for(play), "off the way, unseen cards count for nothing"


# -- findings ----------------------------------------------------------------------------------


def test_all_positions_of_a_way_can_be_won(knowledge: Knowledge) -> None:
    play, way = golf(knowledge, WON)
    for move in way:
        assert knowledge.finding(play) == WON
        play.push(move)


def test_positions_after_a_lost_one_are_lost(knowledge: Knowledge) -> None:
    play, _ = golf(knowledge)
    for _ in range(3):
        play.push("s")
    judge(knowledge, play, LOST)
    for _ in range(3):
        play.push("s")
        assert knowledge.finding(play) == LOST
    assert knowledge.lost_places(play) == [3, 4, 5, 6]
    for _ in range(4):
        play.undo()
    assert knowledge.finding(play) is None


def test_no_loss_follows_from_a_new_beginning(knowledge: Knowledge) -> None:
    play, _ = golf(knowledge)
    play.push("s")
    judge(knowledge, play, LOST)
    play.perform("restart")
    assert knowledge.finding(play) is None


def test_a_finding_depends_on_the_level(knowledge: Knowledge) -> None:
    play, _ = golf(knowledge, LOST)
    play.set_level(2)
    assert knowledge.finding(play) is None
    play.push("s")
    assert knowledge.finding(play) is None


def test_nothing_follows_where_an_exception_or_a_cheat_waits(knowledge: Knowledge) -> None:
    play, _ = golf(knowledge, LOST)
    play.cheat()
    assert knowledge.finding(play) is None
    judge(knowledge, play, UNDECIDED)
    assert knowledge.finding(play) == UNDECIDED
    judge(knowledge, play, LOST)
    play.push("t5 f")
    assert knowledge.finding(play) is None


# -- the way back ------------------------------------------------------------------------------


def test_the_way_back_needs_no_search_after_one(knowledge: Knowledge) -> None:
    play, way = golf(knowledge)
    for _ in range(3):
        play.push("s")
    assert knowledge.last_won(play) is None
    tables = (*play.passed, play.table)
    traced = Traced({"positions": ["yes", "no", "no", "no"]}, way)
    knowledge.learn_turn(play.rules, tables, tuple(play.events), traced)
    assert knowledge.last_won(play) == (3, way)
    assert knowledge.find_traced(play) == traced
    other = Play(find("royale-golf"), DEAL + 1)
    for _ in range(3):
        other.push("s")
    assert knowledge.find_traced(other) is None
    assert knowledge.finding(play) == LOST
    play.undo()
    assert knowledge.last_won(play) == (2, way)


def test_undecided_positions_may_be_the_last_to_be_won(knowledge: Knowledge) -> None:
    play, way = golf(knowledge)
    play.push("s")
    traced = Traced({"positions": ["yes", "unknown"]}, way)
    knowledge.learn_turn(play.rules, (*play.passed, play.table), (), traced)
    assert (traced.undos, traced.unknown) == (1, 1)
    assert knowledge.last_won(play) is None


def test_a_deal_without_a_win_is_hopeless_until_its_rules_are_widened(
    knowledge: Knowledge,
) -> None:
    play, _ = golf(knowledge)
    play.push("s")
    traced = Traced({"positions": ["no", "no"]})
    assert traced.is_hopeless
    knowledge.learn_turn(play.rules, (*play.passed, play.table), (), traced)
    assert knowledge.is_hopeless(play) and knowledge.is_deal_lost(play)
    play.set_level(2)
    play.set_level(3)
    assert knowledge.is_deal_lost(play) and not knowledge.is_hopeless(play)


# -- hints in a row ----------------------------------------------------------------------------


def test_a_plan_holds_while_the_play_is_on_it_and_no_new_card_shows(knowledge: Knowledge) -> None:
    play = kings_left()
    knowledge.plan(play, WINS)
    play.push(WINS[0])
    assert knowledge.rest_of_plan(play) == WINS[1:]
    play.push(WINS[1])
    assert knowledge.rest_of_plan(play) == WINS[2:]
    play.undo()
    play.push("t4 r1")
    assert not knowledge.rest_of_plan(play)


def test_a_game_is_doubtful_from_a_position_on(knowledge: Knowledge) -> None:
    play, _ = golf(knowledge)
    play.push("s")
    knowledge.doubt(play, is_doubtful=True)
    play.push("s")
    assert knowledge.is_doubtful(play)
    play.undo()
    play.undo()
    assert not knowledge.is_doubtful(play)
    assert not knowledge.is_doubtful(Play(find("royale-golf"), DEAL))

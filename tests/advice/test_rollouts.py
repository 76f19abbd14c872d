"""Hints from rollouts use only the player's knowledge, and their policies play by the rules."""

from itertools import islice
from random import Random

import pytest

from solterm.advice.ask import Direct
from solterm.advice.hinting import Hints, play_by_hints
from solterm.advice.quick import hint
from solterm.advice.trials import Choice, arrange, policy_of, rank_by_rollouts
from solterm.core import cards
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.games import find
from solterm.solver import Finding, solve
from solterm.solver.verdict import Effort, Limit
from tests.core.positions import play_from
from tests.effort import tries

PLACING = ["calculation", "sir-tommy", "strategy", "fly"]
GAMES = [*PLACING, "poker"]


def rank(view: View, effort: Effort) -> list[Choice]:
    policy = policy_of(view.rules)
    assert policy
    return rank_by_rollouts(view, policy, effort)


def begun(name: str, moves: int, deal: int = 3) -> Play:
    play, chance = Play(find(name), deal), Random(deal)
    for _ in range(moves):
        play.push(chance.choice(list(play.legal_moves)))
    return play


@pytest.mark.parametrize("name", GAMES)
def test_the_same_view_and_work_give_the_same_ranking(name: str) -> None:
    view = View.of(begun(name, 9))
    ranked = rank(view, Effort(Limit(positions=100)))
    assert ranked == rank(View.read(view.write(), find), Effort(Limit(positions=100)))
    assert len({choice.moves for choice in ranked}) == len(ranked)


@pytest.mark.parametrize("name", GAMES)
def test_choices_are_legal(name: str) -> None:
    for moves in range(12):
        play = begun(name, moves)
        for choice in rank(View.of(play), Effort(Limit(positions=0))):
            assert choice.moves[0] in play.legal_moves


def test_games_with_other_rules_have_no_policy() -> None:
    assert not policy_of(find("klondike-deal-3").rules())
    assert not policy_of(find("calculation").rules(1))  # its columns build on each other


@pytest.mark.parametrize("name", PLACING)
def test_the_solver_wins_every_deal_the_policy_wins(name: str) -> None:
    rules = find(name).rules()
    policy = policy_of(rules)
    assert policy
    wins = 0
    for table in islice(arrange(View.of(Play(find(name), 1))), tries(200, 40)):
        if policy.play(table) > 1:
            wins += 1
            assert solve(rules, table).finding is Finding.WON
            if wins == tries(10, 2):
                break


@pytest.mark.parametrize("name", PLACING)
def test_cards_that_cannot_come_home_count_against_a_choice(name: str) -> None:
    rules = find(name).rules()
    policy = policy_of(rules)
    assert policy
    tables = list(islice(arrange(View.of(Play(find(name), 1))), 40))
    assert all(0 < policy.play(table) < 0.3 or policy.play(table) > 1 for table in tables)


QUEEN_TO_PLACE = "f1 AC\nw1 3C\nw2 KC\nw3 KD\nw4 KH\ns {unseen} QC"
UNSEEN = [
    card
    for card in map(cards.text, cards.pack())
    if card not in ("AC", "3C", "KC", "KD", "KH", "QC")
]


def rank_queen(unseen: list[str], effort: Effort) -> list[Choice]:
    text = QUEEN_TO_PLACE.format(unseen=" ".join(unseen).lower())
    return rank(View.of(play_from(find("sir-tommy"), text)), effort)


def test_a_card_needed_late_is_not_placed_on_one_needed_soon() -> None:
    assert rank_queen(UNSEEN, Effort(Limit(positions=400)))[-1].moves == (Move("s", "w1"),)


def test_the_order_of_unseen_cards_does_not_matter() -> None:
    ranked = rank_queen(UNSEEN, Effort(Limit(positions=100)))
    assert ranked == rank_queen(UNSEEN[::-1], Effort(Limit(positions=100)))


def test_the_last_card_of_a_grid_scores_its_points() -> None:
    play = Play(find("poker"), 2)
    for _ in range(24):
        play.push(hint(play).move)
    policy = policy_of(play.rules)
    assert policy
    last = hint(play).move
    assert policy.play(play.table) == play.rules.count_scored(play.rules.make(play.table, last))


def test_a_stopped_search_answers_at_once() -> None:
    assert rank(View.of(begun("poker", 4)), Effort(Limit(is_stopped=lambda: True))) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ["strategy", "poker"])
def test_rollouts_score_more_than_the_quick_hint(name: str) -> None:
    quick = well = 0
    for deal in (1, 2, 3):
        play = Play(find(name), deal)
        while move := hint(play).move:
            play.push(move)
        quick += play.rules.count_scored(play.table)
        play = Play(find(name), deal)
        play_by_hints(play, Hints(Direct(positions=500)))
        well += play.rules.count_scored(play.table)
    assert well > quick

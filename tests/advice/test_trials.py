"""Trials: legal choices, equal work for equal views, and no card that the player has not seen."""

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

from solterm.advice.ask import Direct
from solterm.advice.choose import Hints, hint, play_by_hints
from solterm.advice.trials import (
    Exact,
    Moves,
    TriedChoice,
    arrange,
    can_sample,
    policy_of,
    rank_by_rollouts,
    rank_choices,
)
from solterm.core import cards
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.core.table import Table
from solterm.games import find
from solterm.solver import Finding, solve
from solterm.solver.verdict import Effort, Limit
from tests.core.positions import play_from
from tests.effort import tries

# -- short searches --------------------------------------------------------------------------------


def test_choices_are_legal_and_reveal_no_card_before_their_last_move() -> None:
    play = Play(find("klondike-deal-1"), 7)
    for choice in rank_choices(View.of(play), Effort(Limit(positions=100))):
        there = Play(find("klondike-deal-1"), 7)
        for move in choice.moves[:-1]:
            there.push(move)
            assert len(there.seen) == len(play.seen)
        there.push(choice.moves[-1])


# -- golfs and pyramids ----------------------------------------------------------------------------


SAMPLED = ["royale-golf", "smallware-golf", "royale-pyramid", "ultimate-pyramid"]


def rank_exactly(view: View, effort: Effort) -> list[TriedChoice]:
    return rank_choices(view, effort, trial=Exact(view))


def late(name: str, seed: int) -> Play:
    """Return a play after random moves, with a few cards left in the stock."""
    play, chance = Play(find(name), 30 + seed), Random(seed)
    while len(play.table.piles[play.game.index["s"]]) > 3 and (legal := list(play.legal_moves)):
        play.push(chance.choice(legal))
    return play


def test_only_golfs_and_pyramids_are_sampled() -> None:
    assert all(can_sample(View.of(Play(find(name), 1))) for name in SAMPLED)
    assert not can_sample(View.of(Play(find("klondike-deal-3"), 1)))


@pytest.mark.parametrize("name", SAMPLED)
def test_exact_choices_are_legal_and_reveal_a_card_only_with_their_last_move(name: str) -> None:
    for choice in rank_exactly(View.of(late(name, 1)), Effort(Limit(positions=0))):
        play = late(name, 1)
        for move in choice.moves:
            assert move in play.legal_moves
            seen = len(play.seen)
            play.push(move)
            assert (len(play.seen) > seen) == (move == choice.moves[-1] == Move("s"))


@pytest.mark.parametrize("name", SAMPLED)
def test_the_best_choice_wins_what_the_solver_wins_after_it(name: str) -> None:
    for seed in range(tries(20, 2)):
        view = View.of(late(name, seed))
        for choice in rank_exactly(view, Effort(Limit(positions=2000)))[:1]:
            assert choice.wins == sum(
                wins_after(view, table, choice.moves)
                for table in islice(arrange(view), choice.tries)
            )


def wins_after(view: View, table: Table, moves: Moves) -> bool:
    for move in moves:
        table = view.rules.make(table, move)
    return str(solve(view.rules, table, Limit(positions=50_000)).finding) == "won"


def test_a_win_without_another_card_is_the_only_choice() -> None:
    play = play_from(find("smallware-golf"), "f 4C\nt1 6D 5C\ns kc kd kh ks qc")
    (choice,) = rank_exactly(View.of(play), Effort(Limit(positions=2000)))
    assert choice.moves == (Move("t1", "f"), Move("t1", "f"))


def test_the_card_that_fits_more_cards_is_saved_for_the_stock() -> None:
    """The Jack fits a Queen or a 10 later; the King fits only a Queen."""
    play = play_from(find("smallware-golf"), "f QC\nt1 JD\nt2 KD\ns 2d 2h 2s")
    best, *_ = rank_exactly(View.of(play), Effort(Limit(positions=5000)))
    assert best.moves == (Move("t2", "f"), Move("s"))
    assert best.wins > 0


# -- games in which each card is placed once and for all -------------------------------------------


PLACING = ["calculation", "sir-tommy", "strategy", "fly"]
GAMES = [*PLACING, "poker"]


def rank_placing(view: View, effort: Effort) -> list[TriedChoice]:
    policy = policy_of(view.rules)
    assert policy
    return rank_by_rollouts(view, policy, effort)


def begun(name: str, moves: int, deal: int = 3) -> Play:
    play, chance = Play(find(name), deal), Random(deal)
    for _ in range(moves):
        play.push(chance.choice(list(play.legal_moves)))
    return play


RANKED = [
    (rank_choices, Play(find("klondike-deal-3"), 5)),
    (rank_exactly, Play(find("royale-pyramid"), 5)),
    *((rank_placing, begun(name, 9)) for name in GAMES),
]


@pytest.mark.parametrize(("rank", "play"), RANKED)
def test_the_same_view_and_work_give_the_same_ranking(
    rank: Callable[[View, Effort], list[TriedChoice]], play: Play
) -> None:
    view = View.of(play)
    ranked = rank(view, Effort(Limit(positions=400)))
    assert ranked == rank(View.read(view.write(), find), Effort(Limit(positions=400)))
    assert len({choice.moves for choice in ranked}) == len(ranked) >= 1
    effort = Effort(Limit(is_stopped=lambda: True))
    assert len(rank(view, effort)) <= 1 and not effort.met, "a stopped search answers at once"


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


QUEEN_TO_PLACE = "f1 AC\nw1 3C\nw2 KC\nw3 KD\nw4 KH\ns {unseen} QC"
UNSEEN = [
    card
    for card in map(cards.text, cards.pack())
    if card not in ("AC", "3C", "KC", "KD", "KH", "QC")
]


def rank_queen(unseen: list[str], effort: Effort) -> list[TriedChoice]:
    text = QUEEN_TO_PLACE.format(unseen=" ".join(unseen).lower())
    return rank_placing(View.of(play_from(find("sir-tommy"), text)), effort)


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

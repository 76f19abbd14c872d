"""Hints on demand: known lines are followed, lost positions named, and nothing unseen is used."""

import pytest

from solterm.core.advice.hints import LOST
from solterm.core.play.play import Play
from solterm.games import find
from solterm.sessions import workers
from solterm.sessions.hinting import Hints, tell_way_back
from solterm.sessions.workers import Worker
from solterm.solver.solve import solve
from tests.core.positions import play_from
from tests.inprocess import InProcess


def follow(hints: Hints, play: Play, most: int = 500) -> int:
    """Make the moves that hints propose until there is none, and return how many."""
    for count in range(most):
        move = hints.ask(play).wait().move
        if move is None:
            return count
        play.move(move)
    raise AssertionError("hints did not end")


def test_free_cell_617_is_won_by_hints_alone_and_by_one_search() -> None:
    worker = InProcess(20_000)
    play = Play(find("free-cell"), 617)
    follow(Hints(worker), play)
    assert play.rules.is_won(play.table)
    assert len(worker.asked) == 1


def test_a_line_that_solve_has_found_is_followed_without_a_search() -> None:
    worker = InProcess(0)
    hints = Hints(worker)
    play = Play(find("free-cell"), 617)
    verdict = solve(play.rules, play.table)
    answer = {"finding": "won", "moves": [str(move) for move in verdict.moves]}
    hints.learn(play, answer)
    assert hints.ask(play).poll().move == verdict.moves[0]
    follow(hints, play)
    assert play.rules.is_won(play.table)
    assert not worker.asked


def test_a_known_line_is_taken_up_again_after_undo() -> None:
    worker = InProcess(20_000)
    hints = Hints(worker)
    play = Play(find("free-cell"), 617)
    first = hints.ask(play).wait().move
    play.move(next(move for move in play.legal_moves if move != first))
    play.undo()
    assert hints.ask(play).wait().move == first
    assert len(worker.asked) == 1


def test_a_lost_position_is_called_lost_and_the_way_back_is_named() -> None:
    play = play_from(find("bakers-game"), "t1 2S 3S\nt2 AS 5S\nr1 KC\nr2 KD\nr3 KH\nr4 KS")
    found = Hints(InProcess(20_000)).ask(play).wait()
    assert (found.move, found.text, found.is_lost) == (None, LOST, True)
    assert tell_way_back("Ctrl+B") == "Ctrl+B goes back to where it could be won."


def test_a_line_that_relies_on_unseen_cards_is_not_kept() -> None:
    worker = InProcess()
    hints = Hints(worker)
    play = Play(find("klondike-deal-1"), 1)
    verdict = solve(play.rules, play.table)
    hints.learn(play, {"finding": "won", "moves": [str(move) for move in verdict.moves]})
    hints.ask(play).wait()
    assert [question["task"] for question in worker.asked] == ["hint"]


def test_with_the_worker_off_the_quick_hint_comes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(workers.SWITCH, "off")
    worker = InProcess()
    pending = Hints(worker).ask(Play(find("klondike-deal-3"), 1))
    assert pending.hint is not None
    assert not worker.asked


def test_a_worker_that_never_answers_is_given_up_for_the_quick_hint() -> None:
    class Mute(Worker):
        def ask(self, task: str, **given: object) -> int:  # type: ignore[override]
            return 1

    hints = Hints(Mute(), seconds=-0.4)
    assert hints.ask(Play(find("klondike-deal-3"), 1)).wait().move is not None


@pytest.mark.parametrize("name", ["klondike-deal-3", "demon", "scorpion", "bouquet"])
def test_hints_end_and_never_go_in_circles(name: str) -> None:
    hints = Hints(InProcess(60))
    play = Play(find(name), 3)
    met = {(play.table, len(play.seen))}
    for _ in range(40):
        move = hints.ask(play).wait().move
        if move is None:
            break
        play.move(move)
        assert (play.table, len(play.seen)) not in met
        met.add((play.table, len(play.seen)))

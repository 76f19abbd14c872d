"""The analysis of a record agrees with a search of every position."""

import re
from random import Random
from types import SimpleNamespace

import pytest

from solterm.advice import analysis
from solterm.advice.analysis import (
    Analysis,
    Moment,
    TurningPoint,
    analyse,
    search_positions,
    tell_analysis,
    tell_mistake,
    tell_progress,
    trail_of,
)
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.words.describe import move_words
from solterm.games import find
from solterm.solver import Finding, Limit, solve
from solterm.solver.verdict import Verdict
from tests.core.positions import play_from
from tests.effort import tries


def played(game, deal, seed, most=60):
    chance, play = Random(seed), Play(find(game), deal)
    for _ in range(most):
        moves = list(play.legal_moves)
        if not moves or play.outcome:
            break
        play.push(chance.choice(moves))
    return play


def read(play):
    return record.read(record.write(play))


@pytest.mark.parametrize("seed", range(tries(12, 2)))
@pytest.mark.parametrize("game", ["royale-golf", "royale-pyramid"])
def test_analysis_agrees_with_a_search_of_each_position(game, seed):
    play = played(game, 600 + seed, seed)
    found = analyse(read(play), find, each=0.5)
    for place, stand in enumerate(found.trail):
        verdict = solve(play.rules, stand.table, Limit(positions=2_000))
        analysed = found.turning_point.verdicts.get(place)
        if analysed and Finding.UNDECIDED not in (analysed.finding, verdict.finding):
            assert analysed.finding is verdict.finding, place
    if found.move:
        place = found.trail.index(found.move)
        table = found.trail[place - 1].table
        for move in found.way:
            table = play.rules.make(table, move)
        assert play.rules.is_won(table)


def test_the_analysis_names_the_losing_move_and_a_win():
    play = Play(find("royale-golf"), 602)
    for _ in range(4):
        play.push("s")
    report = tell_analysis(analyse(read(play), find))
    assert report["lost_by"] == {"step": 3, "move": "s"}
    assert report["positions"] == ["yes", "yes", "yes", "no", "no"]
    assert (
        "The step that lost it: deal from the stock, before the first move."
        " It covers 4C, where the way to win puts 3H. " in report["text"]
    )
    for _ in range(2):
        play.undo()
    for move in report["would_win"]:
        play.perform(move)
    assert play.tally.won


def test_no_move_lost_a_deal_that_cannot_be_won():
    report = tell_analysis(analyse(read(played("beleaguered-castle", 602, 2)), find))
    assert "This deal cannot be won at this level" in report["text"]


def test_a_won_game_has_no_losing_move():
    play = Play(find("royale-golf"), 602)
    for move in solve(play.rules, play.table).moves:
        play.push(move)
    report = tell_analysis(analyse(read(play), find))
    assert report["won"] and report["lost_by"] is None
    assert report["text"] == "This game was won."


def test_the_winning_line_names_its_cards():
    play = Play(find("free-cell"), 164)
    found = analyse(read(play), find)
    first = found.way[0]
    words = move_words(play.rules.game, play.table, first)
    text = tell_analysis(found)["text"]
    assert text.startswith(f"The last position can still be won. The way to win: {words}, ")
    assert tell_analysis(found)["would_win"][0] == str(first)


def test_the_trail_omits_undone_moves():
    play = Play(find("royale-golf"), 602)
    for event in ("s", "s", "undo", "undo", "redo", "hint", "s", "restart", "s"):
        play.perform(event)
    trail = trail_of(read(play), find)
    assert [stand.event for stand in trail] == ["", "s", "s", "restart", "s"]
    assert [stand.table for stand in trail] == [*play.passed, play.table]
    assert [stand.follows for stand in trail] == [False, True, True, False, True]


def test_a_stopped_search_reports_undecided_positions():
    report = tell_analysis(
        analyse(read(played("royale-golf", 601, 1)), find, is_stopped=lambda: True)
    )
    assert report["text"] == "Undecided: the search found neither a win nor a loss."
    assert set(report["positions"]) == {"unknown"}


def test_positions_known_to_be_lost_need_no_search():
    play = played("royale-golf", 602, 3)
    found = analyse(read(play), find, is_stopped=lambda: True, lost=[4])
    report = tell_analysis(found)
    assert report["positions"][:5] == ["unknown"] * 4 + ["no"]
    assert set(report["positions"][5:]) == {"no"}, "they follow from it"


def test_each_search_tells_the_analysis_so_far():
    known = []
    play = played("royale-golf", 602, 3)
    found = analyse(read(play), find, tell=lambda found: known.append(tell_analysis(found)))
    *before, last = known
    assert before and all("unknown" in each["positions"] for each in before)
    assert last == tell_analysis(found)


@pytest.mark.parametrize("needed", [0.1, 4.0])
def test_hard_positions_get_more_time_once_the_others_are_judged(monkeypatch, needed):
    """Of 116 positions 30 can be won, 76 are lost, and the ten between stay undecided."""
    given = []

    def solve(rules, table, limit):
        given.append(limit.seconds)
        if 30 <= table < 40 or limit.seconds < needed:
            return Verdict(Finding.UNDECIDED, (), 1, "seconds")
        return Verdict(Finding.WON if table < 30 else Finding.LOST, (), 1)

    monkeypatch.setattr(analysis, "solve", solve)
    trail = [Moment(step, "s", step, 3, step, step > 0) for step in range(116)]
    game = SimpleNamespace(rules=lambda level: SimpleNamespace(settle=lambda table: table))
    point = TurningPoint({}, len(trail))
    for _ in search_positions(Analysis(trail, point, 3, game), 5.0, 60.0):
        assert len(given) < 50
    assert (point.last_won, point.first_lost) == (29, 40)
    assert given == sorted(given)


def test_an_undecided_gap_is_said_in_one_sentence():
    play = played("royale-golf", 602, 3)
    found = analyse(read(play), find)
    verdicts = dict(found.turning_point.verdicts)
    last_won = found.turning_point.last_won
    verdicts[last_won + 1] = Verdict(Finding.UNDECIDED)
    gap = found._replace(turning_point=found.turning_point._replace(verdicts=verdicts))
    text = tell_analysis(gap)["text"]
    assert "The search did not find which of these two steps lost it. Better: " in text
    between = r"It was lost between the step after move 3 \(deal from the stock\) and move 4 \("
    assert re.match(between, text)
    assert tell_progress(gap.turning_point).endswith("to check, 1 of them searched once already")


def test_a_gain_of_the_losing_move_is_no_reason_for_the_better_one():
    play, so_far = played("calculation", 5, 1, most=200), []

    def is_at_the_losing_move():
        return bool(so_far) and so_far[-1].turning_point.last_won == 26

    found = analyse(read(play), find, tell=so_far.append, is_stopped=is_at_the_losing_move)
    text = tell_analysis(found)["text"]
    assert "Better: " in text and "which plays the turned card" not in text


# -- why a move lost the game ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "text", "move", "way", "told"),
    [
        (
            "free-cell",
            "t1 3H\nt2 3D\nt3 4S",
            "t1 t3",
            ["t2 t3"],
            "covers 4S, where the way to win puts 3D",
        ),
        ("free-cell", "t1 3H\nt2 3D\nt3 4S", "t1 t3", ["t1 t3"], ""),
        (
            "free-cell",
            "r1 2S\nr2 3S\nr3 4S\nt1 5H\nt2 6H",
            "t1 r4",
            ["t2 r4"],
            "fills the last empty cell, where the way to win puts 6H",
        ),
        ("free-cell", "r1 2S\nr2 3S\nt1 5H\nt2 6H", "t1 r4", ["t2 r4"], ""),
        (
            "free-cell",
            "f1 AS\nt1 2S\nt2 AH",
            "t1 f1",
            ["t2 t1"],
            "takes away 2S, where the way to win puts AH",
        ),
        (
            "royale-pyramid",
            "t22 6C\nt23 7D\nt24 7H",
            "t22 t23",
            ["t22 t24"],
            "uses up 6C, which the way to win pairs with 7H",
        ),
    ],
)
def test_a_losing_move_is_compared_with_a_way_to_win(
    game: str, text: str, move: str, way: list[str], told: str
) -> None:
    play = play_from(find(game), text)
    lost, *line = (play.resolve(each) for each in (move, *way))
    assert tell_mistake(play.rules, play.table, lost, line) == told

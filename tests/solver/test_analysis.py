"""The analysis of a record agrees with a search of every position."""

from random import Random

import pytest

from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.words.describe import move_words
from solterm.games import find
from solterm.solver import Finding, Limit, solve
from solterm.solver.analysis import analyse, tell_analysis, trail_of
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
    assert "It was lost by step 3, deal from the stock." in report["text"]
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
    assert text.startswith(f"The last position can still be won: {words}, ")
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


def test_each_search_tells_the_analysis_so_far():
    known = []
    play = played("royale-golf", 602, 3)
    found = analyse(read(play), find, tell=lambda found: known.append(tell_analysis(found)))
    *before, last = known
    assert before and all("unknown" in each["positions"] for each in before)
    assert last == tell_analysis(found)


def test_the_fields_of_the_protocol_stay():
    report = tell_analysis(analyse(read(played("royale-golf", 602, 3)), find))
    assert (report["harder"], report["all_compared"]) == ([], True)

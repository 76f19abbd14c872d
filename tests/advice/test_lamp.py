"""Verdicts that the lamp derives without a search."""

import json

from solterm.advice.lamp import Lamp
from solterm.core.play.play import Play
from solterm.games import find
from solterm.solver import solve

DEAL = 602
LOST = json.loads('{"finding": "lost", "moves": []}')
"""A worker's answer."""


def begun():
    """Return a game of golf, a winning line, and a lamp that knows the line."""
    play, lamp = Play(find("royale-golf"), DEAL), Lamp()
    verdict = solve(play.rules, play.table)
    assert lamp.words(play) == "?"
    answer = {"finding": "won", "moves": [str(move) for move in verdict.moves]}
    lamp.learn(play, json.loads(json.dumps(answer)))
    return play, lamp, verdict.moves


def test_the_lamp_stays_lit_along_a_known_win():
    play, lamp, way = begun()
    for move in way:
        assert lamp.words(play) == "can win"
        play.push(move)


def test_the_lamp_has_no_verdict_off_the_line():
    play, lamp, way = begun()
    other = next(move for move in play.legal_moves if move != way[0])
    play.push(other)
    assert lamp.words(play) == "?"
    play.undo()
    assert lamp.words(play) == "can win"


def test_positions_after_a_lost_one_are_lost():
    play, lamp = Play(find("royale-golf"), DEAL), Lamp()
    for _ in range(3):
        play.push("s")
    assert lamp.look(play) is None
    lamp.learn(play, LOST)
    for _ in range(3):
        play.push("s")
        assert lamp.words(play) == "lost"
    for _ in range(4):
        play.undo()
    assert lamp.words(play) == "?"


def test_a_verdict_depends_on_the_level():
    play, lamp, _ = begun()
    lamp.learn(play, LOST)
    play.set_level(2)
    assert lamp.words(play) == "?"


def test_a_cheat_invalidates_earlier_verdicts():
    play, lamp = Play(find("royale-golf"), DEAL), Lamp()
    lamp.look(play)
    lamp.learn(play, LOST)
    play.cheat()
    assert lamp.words(play) == "?"
    play.push("t5 f")
    assert lamp.words(play) == "?"


def test_the_lamp_is_off_in_games_of_points():
    play, lamp = Play(find("poker"), 1), Lamp()
    lamp.learn(play, {"finding": "", "moves": []})
    assert lamp.words(play) == ""


def test_a_verdict_is_not_carried_over_to_another_level():
    play, lamp = Play(find("royale-golf"), DEAL), Lamp()
    lamp.look(play)
    lamp.learn(play, LOST)
    play.set_level(2)
    play.push("s")
    assert lamp.words(play) == "?"

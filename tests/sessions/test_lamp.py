"""Verdicts that the lamp derives without a search."""

import json

from solterm.core.play.play import Play
from solterm.games import find
from solterm.sessions.lamp import Lamp
from solterm.solver import solve

DEAL = 602
LOST = json.loads('{"finding": "lost", "moves": []}')
"""A worker's answer."""


def begun():
    """Return a game of golf, a win of it, and a lamp that knows this win."""
    play, lamp = Play(find("royale-golf"), DEAL), Lamp()
    verdict = solve(play.rules, play.table)
    assert lamp.words(play) == "?"
    answer = {"finding": "won", "moves": [str(move) for move in verdict.moves]}
    lamp.learn(play, json.loads(json.dumps(answer)))
    return play, lamp, verdict.moves


def test_along_the_way_that_was_found_it_stays_lit():
    play, lamp, way = begun()
    for move in way:
        assert lamp.words(play) == "can win"
        play.push(move)


def test_it_knows_nothing_of_another_way():
    play, lamp, way = begun()
    other = next(move for move in play.legal_moves if move != way[0])
    play.push(other)
    assert lamp.words(play) == "?"
    play.undo()
    assert lamp.words(play) == "can win"


def test_what_follows_from_a_lost_position_is_lost():
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


def test_another_level_is_another_game():
    play, lamp, _ = begun()
    lamp.learn(play, LOST)
    play.set_level(2)
    assert lamp.words(play) == "?"


def test_after_a_cheat_nothing_is_concluded():
    play, lamp = Play(find("royale-golf"), DEAL), Lamp()
    lamp.look(play)
    lamp.learn(play, LOST)
    play.cheat()
    assert lamp.words(play) == "?"
    play.push("t5 f")
    assert lamp.words(play) == "?"


def test_where_points_count_it_is_dark():
    play, lamp = Play(find("poker"), 1), Lamp()
    lamp.learn(play, {"finding": "", "moves": []})
    assert lamp.words(play) == ""

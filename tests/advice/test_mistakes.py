"""What a losing move does to a way to win."""

import pytest

from solterm.advice.analysis import tell_mistake
from solterm.games import find
from tests.core.positions import play_from


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
        (
            "free-cell",
            "t1 3H\nt2 4S\nt3 5H",
            "t1 t2",
            ["t2 t3"],
            "covers 4S, which the way to win plays",
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
            "royale-golf",
            "s 9C\nf 3D\nt1 4H",
            "s",
            ["t1 f"],
            "covers 3D, where the way to win puts 4H",
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

"""Quick hints: they make progress, never go in circles, and use only what the player knows."""

import random
from collections import deque

import pytest

from solterm.advice.choose import hint
from solterm.advice.placement import Placements, is_placement
from solterm.advice.quick import LOST
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.games import find
from tests.core.positions import play_from
from tests.core.strategies import some_games_at_a_level
from tests.effort import tries

KLONDIKE = find("kloncan-klondike")


def hinted(text: str, level: int = 3) -> str:
    return hint(play_from(KLONDIKE, text, level)).text


# -- suggestions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("t1 AS\nt2 9D\nt3 kc 8S", "Try AS to foundation 1: that empties column 1."),
        (
            "w 9D\nt1 kc 8S\nt2 9H\nt3 TC",
            "Try 8S to column 2: that turns up column 1's last hidden card.",
        ),
        ("w 9D\nt1 KC\nt2 TC", "Try 9D to column 2: that plays a card from the waste."),
        (
            "t1 8S\nt2 9H\nt3 qd KC\nt4 2C\nt5 2S\nt6 4C\nt7 4S",
            "Try 8S to column 2: that turns up column 3's last hidden card in two moves.",
        ),
        ("s 2c 3c 4c 5c\nt1 KH", "Turn the stock: that shows new cards."),
        ("s\nw 2C 3C 4C 5C\nt1 KH", "Turn the waste over: that leads to new cards."),
        ("t1 9H 8S\nt2 9D\nt3 2C", LOST),
    ],
    ids=["home", "turned up", "waste", "aim", "new cards", "turned over", "to and fro"],
)
def test_a_hint_proposes_the_greatest_gain(text: str, told: str) -> None:
    assert hinted(text) == told


def test_hint_turns_to_a_known_card_in_the_stock() -> None:
    play = play_from(KLONDIKE, "s qh qd qs as\nt1 KH", level=2)
    for _ in range(5):
        play.perform("s")
    assert hint(play)[:2] == (Move("s"), "Turn the stock: that brings AS home in two moves.")


# -- properties of all hints -------------------------------------------------------------------


@some_games_at_a_level
@pytest.mark.parametrize(
    ("deals", "most"),
    [(1, tries(25, 8)), pytest.param(20, 5000, marks=pytest.mark.long)],
    ids=["begun", "to the end"],
)
def test_hints_end_and_never_return_to_a_position(
    game: Game, level: int, deals: int, most: int
) -> None:
    for deal in range(1, deals + 1):
        play = Play(game, deal, level)
        met = {(play.table, frozenset(play.seen))}
        while len(met) <= most and (found := hint(play)).move is not None:
            assert play.why_not(found.move) is None or play.rules.expand(play.table, found.move)
            play.push(found.move)  # which moves a sequence card by card
            # Turning the stock may repeat an arrangement, but the player has seen more by then.
            standing = (play.table, frozenset(play.seen))
            assert standing not in met
            met.add(standing)
        assert len(met) < 5000


def test_position_is_lost_only_if_no_card_can_come_home() -> None:
    hopeless = 0
    for deal in range(1, 1 + tries(20, 8)):
        play = Play(KLONDIKE, deal)
        while (proposed := hint(play)).move is not None:
            play.push(proposed.move)
        if proposed.is_lost:
            hopeless += 1
            assert not _can_bring_home(play)
    assert hopeless


def _can_bring_home(play: Play) -> bool:
    """Return whether any sequence of moves brings another card home."""
    rules, start = play.rules, play.table
    home = rules.count_scored(start)
    met, queue = {start}, deque([start])
    while queue:
        table = queue.popleft()
        for move in rules.legal_moves(table):
            after = rules.make(table, move)
            if rules.count_scored(after) > home:
                return True
            if after not in met:
                met.add(after)
                queue.append(after)
    return False


def test_a_hint_does_not_know_how_the_cards_lie_after_a_reshuffle() -> None:
    play = Play(find("three-shuffles-and-a-draw"), 617)
    while not play.rules.is_turn(hint(play).move or Move("s")):
        assert "Reshuffle" not in hint(play).text
        play.push(str(hint(play).move))
    other = Play(play.game, 617)
    other.seen = play.seen
    for deal in range(1, 9):
        other._history.amend(play.table._replace(deal=deal))
        assert hint(other) == hint(play)


def test_hints_ignore_an_armed_exception() -> None:
    text = "w 9D\nt1 TH\nt2 2C\nt3 KC"
    play = play_from(KLONDIKE, text, level=2)
    play.perform("x")
    assert Move("w", "t1") in play.legal_moves
    assert hint(play)[:3] == (None, LOST, True)
    assert hinted(text, level=1) == "Try 9D to column 1: that plays a card from the waste."


def test_a_redeal_waits_while_a_move_may_help() -> None:
    for deal in range(1, 13):
        assert "Redeal" not in hint(Play(find("montana"), deal)).text


PLACING = ("sir-tommy", "strategy", "calculation", "fly", "cabal")


def proposed(name: str, text: str, level: int = 3) -> str:
    return str(hint(play_from(find(name), text, level)).move)


def followed(game: Game, deal: int, level: int = 3) -> Play:
    """Return a game played by its hints until they stop."""
    play = Play(game, deal, level)
    while move := hint(play).move:
        play.push(move)
    return play


# -- games of placing --------------------------------------------------------------------------


TWOS = "\n".join(f"w{n} 2{'CDHS'[n % 4]}" for n in range(4, 9))
STARTERS = "f1 AS\nf2 2D\nf3 3D\nf4 4D"
"""All foundations of Calculation need a King last; one of them needs 3, 5 and 9 soon."""


@pytest.mark.parametrize(
    ("name", "text", "move"),
    [
        ("sir-tommy", "s 5C\nw1 3D\nw2 KD\nw3 6H\nw4 2C", "s w3"),
        ("strategy", f"s 9C 5C\nw1 3D\nw2 TD\nw3 4H\n{TWOS}", "s w2"),
        ("sir-tommy", "s KC\nw1 3D\nw2 QD\nw3 6H", "s w4"),
        ("calculation", f"{STARTERS}\nh KD\nt1 5C\nt2 7C\nt3 9H", "h t4"),
        ("calculation", f"{STARTERS}\nh 5D\nt1 KC\nt2 3C\nt3 9H\nt4 3H", "h t1"),
    ],
)
def test_a_card_waits_on_one_wanted_later(name: str, text: str, move: str) -> None:
    assert proposed(name, text) == move


@pytest.mark.parametrize("name", PLACING)
@pytest.mark.parametrize("level", [3, 2])
def test_a_card_is_placed_where_it_blocks_least(name: str, level: int) -> None:
    game, placed = find(name), 0
    for deal in range(1, 1 + tries(3, 1)):
        play, chance = Play(game, deal, level), random.Random(deal)
        for _ in range(60):
            move = hint(play).move
            if move and is_placement(play.rules.game, move):
                costs = Placements(play.rules.game, play.rules.index, play.table)
                others = [m for m in play.legal_moves if is_placement(play.rules.game, m)]
                assert costs.cost(move) == min(map(costs.cost, others))
                placed += 1
            legal = list(play.legal_moves)
            if not legal:
                break
            play.push(chance.choice(legal))
    assert placed


# -- poker -------------------------------------------------------------------------------------


def test_a_poker_card_goes_where_its_lines_promise_most() -> None:
    royal = "h TH\ng1 JH\ng2 QH\ng3 KH\ng4 AH\ng8 9C\ng13 2S"
    assert proposed("poker", royal) == "h g5"
    # The pair is worth 2 now, and would spoil a flush worth 20.
    flush = "h 9C\ng1 2H\ng2 9H\ng3 KH\ng4 5H\ng8 9D\ng13 9S\ng21 JC\ng22 JD"
    assert proposed("poker", flush) != "h g5"


def test_hints_in_poker_beat_the_greedy_choice() -> None:
    poker = find("poker")
    well = greedily = 0
    for deal in range(1, 9):
        play = followed(poker, deal)
        well += play.rules.count_scored(play.table)
        play = Play(poker, deal)
        while legal := list(play.legal_moves):
            play.push(max(legal, key=lambda move: _points(play, move)))
        greedily += play.rules.count_scored(play.table)
    assert well > 1.3 * greedily


def _points(play: Play, move: Move) -> int:
    return play.rules.count_scored(play.rules.make(play.table, move))

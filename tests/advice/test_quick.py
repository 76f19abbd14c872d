"""Quick hints: they make progress, never go in circles, and use only what the player knows."""

import random
from collections import deque

import pytest

from solterm.advice.choose import hint
from solterm.advice.placement import Placements, is_placement
from solterm.advice.quick import LOST, Covers
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.games import find
from tests.core.positions import play_from, position
from tests.core.strategies import some_games_at_a_level
from tests.effort import tries

KLONDIKE = find("kloncan-klondike")
CANFIELD = find("kloncan-canfield")


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


def test_a_won_game_has_no_hint() -> None:
    suits = ("f1", "f2", "f3", "f4")
    ranks = "A23456789TJQK"
    won = "\n".join(
        " ".join([pile, *(rank + suit for rank in ranks)])
        for pile, suit in zip(suits, "CDHS", strict=True)
    )
    assert hinted(won) == "The game is won."


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
            assert found.move in play.rules.legal_moves(play.table)
            play.push(found.move)
            # Turning the stock may repeat an arrangement, but the player has seen more by then.
            standing = (play.table, frozenset(play.seen))
            assert standing not in met
            met.add(standing)
        assert len(met) < 5000


@pytest.mark.parametrize(
    ("name", "deal", "begun"),
    [
        ("spiderette", 17718, 40),
        pytest.param("spiderette", 3689, 41, marks=pytest.mark.long),
        pytest.param("simple-simon", 29328, 41, marks=pytest.mark.long),
        pytest.param("will-o-wisp", 23248, 36, marks=pytest.mark.long),
    ],
)
def test_hints_that_went_to_and_fro_meet_no_position_twice(
    name: str, deal: int, begun: int
) -> None:
    play = Play(find(name), deal)
    met = {play.table}
    for _ in range(begun + 6):
        if (move := hint(play).move) is None:
            break
        play.push(move)
        assert play.table not in met
        met.add(play.table)
    assert len(met) > begun


def test_position_is_lost_only_if_no_card_can_come_home() -> None:
    hopeless = 0
    for deal in range(1, 21):
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


def test_placement_depends_on_the_foundations() -> None:
    # All cards below 9 are home: one foundation needs a 10 now, and another a 3 later.
    home = " ".join(f"{rank}S" for rank in "A23456789")
    play = play_from(find("sir-tommy"), f"s JC\nf1 {home}\nw1 TD\nw2 QH\nw3 QC 2C\nw4 3D")
    assert str(hint(play).move) == "w1 f1"
    assert proposed("sir-tommy", f"s QD\nf1 {home}\nw1 JD\nw2 KH\nw3 2C\nw4 2D") == "s w2"


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


def test_cabal_cards_go_home_before_the_stock_locks_them() -> None:
    cabal, chosen = find("cabal"), 0
    for deal in range(1, 40):
        play = Play(cabal, deal, level=2)
        while (move := hint(play).move) and len(play.pile("s")) == 78:
            home = {each.src[0] for each in play.legal_moves if each.dst[0] == "f"}
            assert move.src != "s" or home <= {"s"}
            chosen += {"s"} < home
            play.push(move)
    assert chosen


def test_hints_in_placing_games_beat_the_first_legal_move() -> None:
    for name in ("sir-tommy", "strategy", "fly"):
        game = find(name)
        well = poorly = 0
        for deal in range(1, 1 + tries(6, 4)):
            play = followed(game, deal)
            well += play.rules.count_scored(play.table) - _dealt(game)
            play = Play(game, deal)
            while move := _first(play):
                play.push(move)
            poorly += play.rules.count_scored(play.table) - _dealt(game)
        assert well > 1.5 * poorly, name


def _dealt(game: Game) -> int:
    play = Play(game, 1)
    return play.rules.count_scored(play.table)


def _first(play: Play) -> Move | None:
    legal = sorted(play.legal_moves, key=lambda move: move.dst[:1] != "f")
    return legal[0] if legal else None


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


# -- games with all cards face up --------------------------------------------------------------


@pytest.mark.parametrize("deal", [617, 1, 2, 11, 164])
def test_free_cell_has_a_hint_at_the_start(deal: int) -> None:
    assert hint(Play(find("free-cell"), deal)).move is not None


def test_following_a_found_win_wins() -> None:
    play = Play(find("free-cell"), 2)
    while "wins within" not in (found := hint(play)).text:
        play.push(str(found.move))
    for move in found.way:
        play.push(move)
    assert play.rules.is_won(play.table)


def test_a_free_place_differs_from_one_that_takes_no_card() -> None:
    game = find("king-albert")
    covers = Covers(game.rules(2))
    held = "t1 9C\nr1 2C\nr2 3C"
    closed, opened = (
        position(game, f"{held}\n{rest}") for rest in ("r3 4C\nr7 5C", "r3 4C\nr4 5C")
    )
    assert covers.key(closed) != covers.key(opened)
    assert covers.key(opened) == covers.key(position(game, "t5 9C\nr4 2C\nr1 3C\nr3 4C\nr2 5C"))


# -- suits that leave -----------------------------------------------------------------------------


def test_cards_of_one_suit_go_on_each_other_before_the_next_row() -> None:
    text = "t1 5C\nt2 6H\nt3 6C\nt4 KD\nt5 KS\nt6 9D\nt7 JH\ns 2H 2D 2S 2C 3H 3D 3S"
    assert proposed("will-o-wisp", text) == "t1 t3"

"""Good hints: they place cards where they block no others, and find wins."""

import random

import pytest

from solterm.advice.placement import Placements, is_placement
from solterm.advice.quick import Covers, hint
from solterm.core.cards import pack
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.games import find
from tests.core.positions import play_from, position
from tests.effort import tries

PLACING = ("sir-tommy", "strategy", "calculation", "fly", "cabal")


def hinted(name: str, text: str, level: int = 3) -> str:
    return str(hint(play_from(find(name), text, level)).move)


def followed(game: Game, deal: int, level: int = 3) -> Play:
    """Return a game played by its hints until they stop."""
    play = Play(game, deal, level)
    while move := hint(play).move:
        play.push(move)
    return play


# -- games of placing --------------------------------------------------------------------------


def test_a_card_goes_on_one_wanted_later() -> None:
    assert hinted("sir-tommy", "s 5C\nw1 3D\nw2 KD\nw3 6H\nw4 2C") == "s w3"
    assert hinted("strategy", "s 9C 5C\nw1 3D\nw2 TD\nw3 4H\n" + _twos(4, 8)) == "s w2"


def _twos(first: int, last: int) -> str:
    return "\n".join(f"w{n} 2{'CDHS'[n % 4]}" for n in range(first, last + 1))


def test_a_king_takes_an_empty_pile() -> None:
    assert hinted("sir-tommy", "s KC\nw1 3D\nw2 QD\nw3 6H") == "s w4"


def test_placement_depends_on_the_foundations() -> None:
    # All cards below 9 are home: one foundation needs a 10 now, and another a 3 later.
    home = " ".join(f"{rank}S" for rank in "A23456789")
    play = play_from(find("sir-tommy"), f"s JC\nf1 {home}\nw1 TD\nw2 QH\nw3 QC 2C\nw4 3D")
    assert str(hint(play).move) == "w1 f1"
    assert hinted("sir-tommy", f"s QD\nf1 {home}\nw1 JD\nw2 KH\nw3 2C\nw4 2D") == "s w2"


def test_placement_in_calculation_follows_the_order_of_each_foundation() -> None:
    starters = "f1 AS\nf2 2D\nf3 3D\nf4 4D"
    # All foundations need a King last; one of them needs 3, 5 and 9 soon.
    assert hinted("calculation", f"{starters}\nh KD\nt1 5C\nt2 7C\nt3 9H") == "h t4"
    assert hinted("calculation", f"{starters}\nh 5D\nt1 KC\nt2 3C\nt3 9H\nt4 3H") == "h t1"


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
    assert hinted("poker", royal) == "h g5"
    # The pair is worth 2 now, and would spoil a flush worth 20.
    flush = "h 9C\ng1 2H\ng2 9H\ng3 KH\ng4 5H\ng8 9D\ng13 9S\ng21 JC\ng22 JD"
    assert hinted("poker", flush) != "h g5"


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


def test_hints_in_poker_do_not_know_the_next_cards() -> None:
    poker, chance = find("poker"), random.Random(5)
    for deal in range(1, 5):
        play = Play(poker, deal)
        for _ in range(chance.randrange(20)):
            play.push(chance.choice(list(play.legal_moves)))
        other = Play(poker, deal)
        for event in play.events:
            other.perform(event)
        unseen = [card for card in pack() if not _is_face_up(play, card)]
        others = dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))
        piles = tuple(
            tuple(others.get(card & 63, card & 63) | card & ~63 for card in pile)
            for pile in play.table.piles
        )
        other._history.amend(play.table._replace(piles=piles))
        assert hint(other) == hint(play)


def _is_face_up(play: Play, card: int) -> bool:
    return any(card in pile for pile in play.table.piles)


# -- games with all cards face up --------------------------------------------------------------


@pytest.mark.parametrize("deal", [617, 1, 2, 11, 164])
def test_free_cell_has_a_hint_at_the_start(deal: int) -> None:
    assert hint(Play(find("free-cell"), deal)).move is not None


def test_following_a_found_win_wins() -> None:
    game, announced = find("free-cell"), 0
    for deal in range(2, 6):
        play = Play(game, deal)
        while (found := hint(play)).move:
            announced += found.text.endswith("leads to a win.")
            play.push(found.move)
        assert play.rules.is_won(play.table)
    assert announced


def test_a_free_place_differs_from_one_that_takes_no_card() -> None:
    game = find("king-albert")
    covers = Covers.of(game.rules(2))
    assert covers
    held = "t1 9C\nr1 2C\nr2 3C"
    closed, opened = (
        position(game, f"{held}\n{rest}") for rest in ("r3 4C\nr7 5C", "r3 4C\nr4 5C")
    )
    assert covers.alike(closed) != covers.alike(opened)
    assert covers.alike(opened) == covers.alike(position(game, "t5 9C\nr4 2C\nr1 3C\nr3 4C\nr2 5C"))


# -- suits that leave -----------------------------------------------------------------------------


def test_cards_of_one_suit_go_on_each_other_before_the_next_row() -> None:
    text = "t1 5C\nt2 6H\nt3 6C\nt4 KD\nt5 KS\nt6 9D\nt7 JH\ns 2H 2D 2S 2C 3H 3D 3S"
    assert hinted("will-o-wisp", text) == "t1 t3"


# -- golfs -------------------------------------------------------------------------------------


def test_a_golf_run_turns_where_more_cards_follow() -> None:
    text = "f 5C\nt1 4D\nt2 9C 8C 7C 6C\ns qh"
    assert hinted("royale-golf", text) == "t2 f"


def test_the_hints_of_golf_beat_the_first_card_that_fits() -> None:
    game = find("royale-golf")
    deals = range(1, tries(20, 8) + 1)
    hints = sum(scored(followed(game, deal)) for deal in deals)
    assert hints > sum(scored(_play_first(game, deal)) for deal in deals)


def scored(play: Play) -> int:
    return play.rules.count_scored(play.table)


def _play_first(game: Game, deal: int) -> Play:
    """Return a game in which each card that fits is played at once."""
    play = Play(game, deal)
    while not play.outcome:
        moves = list(play.legal_moves)
        play.push(next((move for move in moves if move.dst == "f"), moves[0]))
    return play

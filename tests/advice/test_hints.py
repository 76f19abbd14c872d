"""Hints: they make progress, never go in circles, and use only what the player knows."""

import random
from collections import deque
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solterm.advice import quick
from solterm.advice.quick import LOST, NOTHING_IN_SIGHT, Hint, hint
from solterm.advice.trail import ALL_SEEN
from solterm.core.cards import DOWN, pack
from solterm.core.game import Game
from solterm.core.move import IllegalMove, Move
from solterm.core.play.play import Play
from solterm.core.play.tokens import Token, number
from solterm.core.table import Table
from solterm.games import find
from tests.core.positions import play_from
from tests.core.strategies import some_games_at_a_level
from tests.effort import tries

KLONDIKE = find("kloncan-klondike")
CANFIELD = find("kloncan-canfield")


def hinted(text: str, level: int = 3) -> str:
    return hint(play_from(KLONDIKE, text, level)).text


# -- suggestions -------------------------------------------------------------------------------


def test_a_card_that_can_go_home_goes_home() -> None:
    assert hinted("t1 AS\nt2 9D\nt3 kc 8S") == "Try AS to foundation 1: that empties column 1."


def test_turning_up_a_card_precedes_playing_from_the_waste() -> None:
    assert (
        hinted("w 9D\nt1 kc 8S\nt2 9H\nt3 TC")
        == "Try 8S to column 2: that turns up column 1's last hidden card."
    )


def test_the_waste_is_played_if_no_other_move_helps() -> None:
    assert hinted("w 9D\nt1 KC\nt2 TC") == "Try 9D to column 2: that plays a card from the waste."


def test_hint_names_its_aim() -> None:
    full = "t4 2C\nt5 2S\nt6 4C\nt7 4S"
    text = f"t1 8S\nt2 9H\nt3 qd KC\n{full}"
    assert (
        hinted(text)
        == "Try 8S to column 2: that turns up column 3's last hidden card in two moves."
    )


def test_hint_turns_to_a_known_card_in_the_stock() -> None:
    play = play_from(KLONDIKE, "s qh qd qs as\nt1 KH", level=2)
    for _ in range(5):
        play.perform("s")
    assert hint(play)[:2] == (Move("s"), "Turn the stock: that brings AS home in two moves.")


def test_hint_turns_a_stock_with_unseen_cards() -> None:
    assert hinted("s 2c 3c 4c 5c\nt1 KH") == "Turn the stock: that shows new cards."
    over = "Turn the waste over: that leads to new cards."
    assert hinted("s\nw 2C 3C 4C 5C\nt1 KH") == over


def test_a_column_is_not_moved_back_and_forth() -> None:
    assert hinted("t1 9H 8S\nt2 9D\nt3 2C") == LOST


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


def test_a_hint_says_where_every_move_leads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    play = play_from(
        find("simple-simon"),
        "t1 9H 8S\nt2 9C" + "".join(f"\nt{number} KC" for number in range(3, 11)),
    )
    play.push("t1 t2")
    proposed = Hint(Move("t2", "t1"), "Try 8S to column 1.")

    def find_hint(*given: Any) -> Hint:
        return Hint(None, NOTHING_IN_SIGHT) if len(given) > 4 else proposed

    monkeypatch.setattr(quick, "find_hint", find_hint)
    assert hint(play)[:2] == (None, ALL_SEEN)


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


@given(st.integers(1, 500), st.integers(0, 30), st.randoms(use_true_random=False))
def test_a_hint_does_not_depend_on_unseen_cards(
    deal: int, moves: int, chance: random.Random
) -> None:
    play = Play(KLONDIKE, deal, level=chance.choice([3, 2, 1]))
    for _ in range(moves):
        legal = list(play.legal_moves)
        if not legal:
            break
        play.push(chance.choice(legal))
    other = Play(KLONDIKE, deal, level=play.level)
    other.seen = play.seen
    other._history.amend(_shuffle_unseen(play, chance))
    assert hint(other) == hint(play)


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


def _shuffle_unseen(play: Play, chance: random.Random) -> Table:
    """Return the table with the unseen cards in another order."""
    unseen = [card for card in pack() if card not in play.seen]
    others = dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))
    piles = tuple(
        tuple(
            Token.of(others.get(card & ~DOWN, card & ~DOWN) | card & DOWN, number(card))
            for card in pile
        )
        for pile in play.traced.piles
    )
    return play.table._replace(piles=piles)


@given(st.integers(1, 500), st.sampled_from([3, 2, 1]), st.randoms(use_true_random=False))
def test_a_hint_is_the_same_each_time_and_changes_nothing(
    deal: int, level: int, chance: random.Random
) -> None:
    play = Play(CANFIELD, deal, level)
    for _ in range(chance.randrange(40)):
        try:
            play.push(chance.choice(list(play.legal_moves)))
        except (IndexError, IllegalMove):
            break
    events = list(play.events)
    assert hint(play) == hint(play)
    assert play.events == events


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

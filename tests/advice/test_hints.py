"""Hints: they make progress, never go in circles, and use only what the player knows."""

import random
from collections import deque
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solterm.advice import hints
from solterm.advice.hints import LOST, NOTHING_IN_SIGHT, Hint, hint
from solterm.advice.merits import tell_merit
from solterm.advice.reasons import tell_gain
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
    assert hinted("w 9D\nt1 KC\nt2 TC") == "Try 9D to column 2: that makes a place for a black 8."


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
    assert hinted("s 2c 3c 4c 5c\nt1 KH") == (
        "Turn the stock: that shows new cards; no other move gains anything."
    )
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
def test_hints_have_short_reasons_end_and_never_return_to_a_position(
    game: Game, level: int, deals: int, most: int
) -> None:
    for deal in range(1, deals + 1):
        play = Play(game, deal, level)
        met = {(play.table, frozenset(play.seen))}
        while len(met) <= most and (found := hint(play)).move is not None:
            _, reason = found.text.split(": that ")
            assert 0 < len(reason.split()) <= 10
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

    monkeypatch.setattr(hints, "find_hint", find_hint)
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
    assert hinted(text, level=1) == "Try 9D to column 1: that makes a place for an 8."


def test_a_deal_says_which_cards_it_keeps() -> None:
    play = play_from(find("royale-golf"), "f 5C\nt1 6C\nt2 9D\nt3 4D\ns kd")
    told = Hint.of(play.rules, play.known, [Move("s")]).text
    assert told == "Deal from the stock: that shows new cards and keeps 6C and 4D for later."
    play = Play(find("ultimate-pyramid"), 6046)
    for turn in [Move("s")] * 3:
        told = Hint.of(play.rules, play.known, [turn]).text
        assert told == "Turn the stock: that shows new cards and keeps AD and QD for later."
        play.push(turn)
    play.push("t23 t27")
    told = Hint.of(play.rules, play.known, [Move("s")]).text
    assert told == "Turn the stock: that shows new cards.", "7H and 6D of the waste would part"


def test_the_hint_of_a_run_names_the_cards_that_follow() -> None:
    play = play_from(find("royale-golf"), "f 5C\nt1 6C\nt2 9D 8S 7D\ns kd")
    run = [Move("t1", "f"), *[Move("t2", "f")] * 3]
    told = [tell_gain(play.rules, play.known, run[:number]) for number in (2, 3, 4)]
    assert told == ["lets 7D follow", "lets 7D and 8S follow", "lets 7D and two more follow"]


def test_a_pair_of_the_stock_says_what_lies_under_it() -> None:
    play = Play(find("royale-pyramid"), 1)
    for _ in range(6):
        play.push("s")
    told = Hint.of(play.rules, play.known, [Move("h", "w")]).text
    assert told == "Try TD with 3S: that uncovers 7S on the waste."


def test_a_turn_names_a_move_that_can_wait() -> None:
    play = play_from(find("forty-thieves"), "s kc\nt1 JD\nt2 9S TD")
    told = Hint.of(play.rules, play.known, [Move("s")]).text
    assert told == "Turn the stock: that shows new cards, and TD can wait."


def test_a_redeal_waits_while_a_move_may_help() -> None:
    for deal in range(1, 13):
        assert "Redeal" not in hint(Play(find("montana"), deal)).text


@pytest.mark.parametrize(
    ("game", "text", "moves", "gain"),
    [
        ("montana", "g2 2H", ["g2 g1"], "puts 2H in order"),
        ("accordion", "t1 5H\nt2 9H\nt3 TC", ["t2 t1"], "closes up a pile"),
        ("terrace", "f1 6C\nt1 7C\nt2 8H\ns 2C", ["t1 t2"], "brings a new card to column 1"),
    ],
)
def test_moves_without_foundations_have_a_gain_too(
    game: str, text: str, moves: list[str], gain: str
) -> None:
    play = play_from(find(game), text)
    assert tell_gain(play.rules, play.known, [play.resolve(move) for move in moves]) == gain


@pytest.mark.parametrize(
    ("game", "text", "move", "reason"),
    [
        ("sir-tommy", "s 5C\nw1 9D\nw2 3H", "s w1", "covers no card that could go home sooner"),
        ("sir-tommy", "s KC\nw1 9D QH 8H", "s w1", "keeps a column empty, holding back two cards"),
        (
            "sir-tommy",
            "s KC\nw1 QH\nw2 8H 9D\nw3 8S 9C\nw4 8C 9H",
            "s w1",
            "holds back only one card",
        ),
        ("calculation", "h KC", "h t1", "covers no other card"),
        ("calculation", "h 2C\nf1 AC", "h f1", "lets a 3 follow"),
        ("sir-tommy", "s KC\nw1 9D", "s w2", "covers no other card"),
        ("poker", "h 9C\ng1 9S\ng2 2H", "h g6", "makes a pair"),
        ("poker", "h 8S\ng1 9S\ng2 2H", "h g6", "keeps a straight flush possible"),
        ("poker", "h 8S\ng1 2H", "h g6", "leaves the best lines open"),
        ("simple-simon", "t1 2H 9S\nt2 3D TS\nt3 4D 5C", "t1 t2", "goes on TS of its own suit"),
        ("yukon", "t1 2H 9S\nt2 3D TH", "t1 t2", "uncovers 2H"),
        ("yukon", "t1 4H 9S\nt2 TH\nt3 9D 3C", "t1 t2", "uncovers 4H, where 3C fits"),
        ("yukon", "t1 4H 9S\nt2 TH\nt3 5C", "t1 t2", "uncovers 4H, which fits on 5C"),
    ],
)
def test_moves_that_gain_nothing_have_a_merit(game: str, text: str, move: str, reason: str) -> None:
    play = play_from(find(game), text)
    told = Hint.of(play.rules, play.known, [play.resolve(move)]).text
    assert told.endswith(f": that {reason}.")


@pytest.mark.parametrize(
    ("game", "text", "move", "reason"),
    [
        ("klondike-deal-1", "t1 KH AS\nf2 2H", "t1 f1", "is safe, as AS has no other use"),
        ("klondike-deal-1", "w 2S\nf1 AS", "w f1", "lets 3S follow once it is free"),
        ("klondike-deal-1", "w 8S\nt1 9H\nt2 KC 7D", "w t1", "makes a place for 7D"),
        ("klondike-deal-1", "w 8S\nt1 9H\nt2 8C 7D\nt3 kc 7H", "w t1", "makes a place for 7H"),
        ("klondike-deal-1", "w 8S\nt1 9H", "w t1", "makes a place for a red 7"),
        ("klondike-deal-1", "t1 kc qh 8S\nt2 9H", "t1 t2", "turns up one of two hidden cards"),
        ("klondike-deal-1", "t1 9D 2S AS", "t1 f1", "frees 2S, which can follow"),
        ("klondike-deal-1", "t1 9D AS\nt2 9C 2S", "t1 f1", "lets 2S follow"),
        ("klondike-deal-1", "t1 8S\nt2 9H\nt3 4C KD", "t1 t2", "empties column 1 for KD"),
        ("yukon", "t1 AC 2D\nt2 9D 3S", "t1 t2", "frees AC, which can go home"),
        ("royale-pyramid", "t1 KC", "t1", "needs no second card"),
        ("ultimate-pyramid", "t1 8C\nt2 QC\nt3 9S\nw AD", "t2 w", "leaves only one card on 8C"),
        ("ultimate-pyramid", "t1 8C\nt2 QC\nw AD", "t2 w", "uncovers 8C"),
        ("fourteen-out", "t1 8C KC\nt2 AD", "t1 t2", "uncovers 8C"),
        ("fourteen-out", "t1 KC\nt2 AD", "t1 t2", "clears two cards"),
        ("monte-carlo", "g1 9H\ng2 9C\ng4 5D\ng9 5C", "g1 g2", "clears two cards"),
        ("monte-carlo", "g1 5C\ng2 9H\ng3 9C\ng4 5D", "g2 g3", "brings 5C and 5D together"),
        ("farewell-to-kings", "h1 3D\ng42 KD\ng44 3S", "h1 g43", "puts it beside KD and 3S"),
        ("royale-golf", "f 5C\nt1 9D 6C", "t1 f", "plays the only card that fits"),
        ("royale-golf", "f 5C\nt1 9D 6C\nt2 4D", "t1 f", "uncovers 9D"),
        ("royale-golf", "f 5C\nt1 7D 6C", "t1 f", "frees 7D, which can follow"),
        ("royale-golf", "f 5C\nt1 6C\nt2 9D", "t1 f", "clears column 1"),
        (
            "tri-peaks",
            "f 5C\nt10 9d\nt19 6C\nt20 9D",
            "t19 f",
            "leaves only one card on a hidden card",
        ),
        ("tri-peaks", "f 5C\nt4 8d\nt10 9d\nt19 6C", "t19 f", "turns up one of two hidden cards"),
    ],
)
def test_a_reason_says_more_than_the_move(game: str, text: str, move: str, reason: str) -> None:
    play = play_from(find(game), text)
    told = Hint.of(play.rules, play.known, [play.resolve(move)]).text
    assert told.endswith(f": that {reason}.")


@pytest.mark.parametrize(
    ("gone", "gain"),
    [
        ("AC KD AH KH AS KS", "is safe, as they fit no other card"),
        ("AC KD AH KH", "clears two cards"),
    ],
)
def test_the_last_cards_of_their_kind_leave_safely(gone: str, gain: str) -> None:
    play = play_from(find("fourteen-out"), f"d {gone}\nt1 KC\nt2 AD\nt3 5C")
    assert tell_gain(play.rules, play.table, [Move("t1", "t2")]) == gain


@pytest.mark.parametrize(
    ("under", "gain"), [("5D", "uncovers 5D"), ("7D", "uncovers 7D, which can follow")]
)
def test_a_known_card_under_one_from_the_waste_is_named(under: str, gain: str) -> None:
    play = play_from(find("klondike-deal-1"), f"w {under} 8S\nt1 9H")
    assert tell_gain(play.rules, play.table, [Move("w", "t1")]) == gain


def test_pairs_build_on_nothing_and_an_action_is_told_as_a_deed() -> None:
    play = play_from(find("monte-carlo"), "g1 9H\ng2 9C\ng4 5D\ng5 5C")
    told = [Hint.of(play.rules, play.known, [play.resolve(move)]).text for move in ("g1 g2", "s")]
    assert told == ["Try 9H with 9C: that clears two cards.", "Close the gaps."]
    assert not tell_merit(play.rules, play.known, [play.resolve("g1 g2")])


def test_a_card_of_a_later_move_is_named() -> None:
    play = play_from(find("klondike-deal-1"), "s 4h 7d\nt1 8S\nt2 KD")
    moves = [Move("s"), Move("w", "t1")]
    assert tell_gain(play.rules, play.table, moves) == "plays 7D from the waste in two moves"

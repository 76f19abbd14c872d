"""KLONCAN's scoring table: worked examples and properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solterm.games.kloncan_games import KLONDIKE
from solterm.scoring import score, stakes
from tests.core.positions import play_from

levels = st.sampled_from([3, 2, 1])
exceptions = st.integers(0, 12)
moves = st.integers(0, 400)
home = st.integers(0, 51)


# -- the worked examples -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "exceptions", "moves_after", "cards", "won", "points"),
    [
        (3, 0, 0, 52, True, 1000),
        (3, 0, 0, 17, False, 170),
        (3, 0, 0, 0, False, 0),
        (3, 1, 0, 52, True, 900),
        (3, 1, 95, 52, True, 500),
        (3, 2, 30, 52, True, 650),
        (3, 5, 40, 52, True, 500),
        (3, 1, 60, 15, False, 135),
        (2, 0, 0, 52, True, 500),
        (2, 1, 10, 52, True, 400),
        (2, 5, 5, 7, False, 3),
        (1, 0, 0, 9, False, 4),
    ],
)
def test_a_row_of_the_worked_examples(
    level: int, exceptions: int, moves_after: int, cards: int, won: bool, points: int
) -> None:
    counted = score(
        level=level, exceptions=exceptions, moves_after=moves_after, cards=cards, won=won
    )
    assert counted == points


# -- worked examples given as moves ------------------------------------------------------------

SUITS = [" ".join(f"{rank}{suit}" for rank in "A23456789TJQK") for suit in "CDHS"]
TWO_LEFT = "\n".join(f"f{n} {suit}" for n, suit in enumerate(SUITS, 1)).replace(
    "QS KS", "\ns ks qs"
)
"""Klondike with QS and KS left: turning three cards puts the King on top of the Queen."""

BY_THREES = ("s", "w t1", "w f4", "t1 f4")
ONE_BY_ONE = ("s", "w f4", "s", "w f4")
FIFTEEN_TIMES_ASIDE = ("t1 t2", "t2 t1") * 7 + ("t1 t2",)


@pytest.mark.parametrize(
    ("level", "events", "points"),
    [
        (3, ("x", "undo") * 8 + ("level 2", *ONE_BY_ONE), 500),
        (3, ("s", "x", *BY_THREES), 1000),
        (3, ("level 1", "level 3", *BY_THREES), 1000),
        (2, ("x", "x", *ONE_BY_ONE), 500),
        (3, ("x", *["s"] * 25, "w t1", *FIFTEEN_TIMES_ASIDE, "w f4", "t2 f4"), 810),
        (3, ("s", "w t1", "w f4", "auto"), 1000),
    ],
)
def test_a_win_of_the_worked_examples(level: int, events: tuple[str, ...], points: int) -> None:
    play = play_from(KLONDIKE, TWO_LEFT, level)
    for event in events:
        play.perform(event)
    assert play.tally.won
    assert score(**play.tally._asdict()) == points


def test_cards_played_automatically_do_not_count_in_a_partial_score() -> None:
    play = play_from(
        KLONDIKE, "t1 QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS\nt2 KD 5H 4H 3H 2H AH", level=3
    )
    for event in (*["t1 f1"] * 12, "auto"):
        play.perform(event)
    assert play.rules.count_scored(play.table) == 12 + 5
    assert score(**play.tally._asdict()) == 120


# -- properties --------------------------------------------------------------------------------


@given(levels, exceptions, moves, home, st.booleans())
def test_a_score_is_a_whole_number_within_bounds(
    level: int, exceptions: int, moves_after: int, cards: int, won: bool
) -> None:
    counted = score(
        level=level, exceptions=exceptions, moves_after=moves_after, cards=cards, won=won
    )
    assert type(counted) is int
    least = {3: 500, 2: 50, 1: 50}[level] if won else 0
    most = {3: 1000, 2: 500, 1: 50}[level] if won else 510
    assert least <= counted <= most


@given(levels, exceptions, moves, moves)
def test_each_further_move_after_an_exception_costs_five_points_down_to_the_floor(
    level: int, exceptions: int, fewer: int, more: int
) -> None:
    def win(moves_after: int) -> int:
        return score(
            level=level, exceptions=exceptions, moves_after=moves_after, cards=52, won=True
        )

    floor = {3: 500, 2: 50, 1: 50}[level]
    if exceptions == 0:
        assert win(more) == win(fewer)
    else:
        assert win(fewer + more) == max(win(0) - 5 * (fewer + more), floor)


@given(levels, exceptions, moves, home)
def test_another_exception_never_raises_a_score(
    level: int, exceptions: int, moves_after: int, cards: int
) -> None:
    for won in (True, False):
        one, two = (
            score(level=level, exceptions=each, moves_after=moves_after, cards=cards, won=won)
            for each in (exceptions, exceptions + 1)
        )
        assert one >= two


@given(levels, exceptions, moves, home)
def test_another_card_never_lowers_a_partial_score_and_moves_do_not_matter_to_it(
    level: int, exceptions: int, moves_after: int, cards: int
) -> None:
    def partial(cards: int, moves_after: int) -> int:
        return score(
            level=level, exceptions=exceptions, moves_after=moves_after, cards=cards, won=False
        )

    assert partial(cards, moves_after) <= partial(cards + 1, moves_after)
    assert partial(cards, moves_after) == partial(cards, 0)


@given(exceptions, home)
def test_a_lower_level_never_scores_more(exceptions: int, cards: int) -> None:
    for won in (True, False):
        points = [
            score(level=level, exceptions=exceptions, moves_after=0, cards=cards, won=won)
            for level in (3, 2, 1)
        ]
        assert points == sorted(points, reverse=True)


@given(levels, exceptions, moves)
def test_stakes_are_what_a_win_would_lose(level: int, exceptions: int, moves_after: int) -> None:
    def win(exceptions: int, moves_after: int) -> int:
        counts = {"exceptions": exceptions, "moves_after": moves_after}
        return score(level=level, **counts, cards=52, won=True)

    at_stake = stakes(level=level, exceptions=exceptions, moves_after=moves_after)
    assert at_stake.win == win(exceptions, moves_after)
    assert at_stake.win - at_stake.move == win(exceptions, moves_after + 1)
    after = at_stake.win - at_stake.exception
    assert after == win(exceptions + 1, moves_after)
    assert after - at_stake.move_after == win(exceptions + 1, moves_after + 1)

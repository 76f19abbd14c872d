"""Moves and their text form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solterm.core.move import Move
from solterm.core.refusal import Refusal

pile_ids = st.builds("{}{}".format, st.sampled_from("swftrhgd"), st.just("") | st.integers(1, 99))
on_one_pile = st.tuples(pile_ids, st.just(""), st.just(1), st.just(0), st.just(0))
of_end_cards = st.tuples(pile_ids, pile_ids, st.integers(0, 104), st.just(0), st.just(0))
of_a_covered_card = st.tuples(
    pile_ids, pile_ids, st.just(1), st.integers(2, 20), st.integers(2, 20) | st.just(0)
)
any_move = (on_one_pile | of_end_cards | of_a_covered_card).map(Move._make)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Move("s"), "s"),
        (Move("w", "f1"), "w f1"),
        (Move("t3", "t5", 2), "t3 t5 2"),
        (Move("t21", "t27"), "t21 t27"),
        (Move("t5", "t7", depth=2), "t5@2 t7"),
        (Move("t6", "t8", depth=2, target_depth=2), "t6@2 t8@2"),
        (Move("t6", "t8", target_depth=3), "t6 t8@3"),
    ],
)
def test_a_move_has_a_short_text(move: Move, text: str) -> None:
    assert str(move) == text


@given(any_move)
def test_a_move_round_trips_as_text(move: Move) -> None:
    assert Move.parse(str(move)) == move


def test_a_move_equals_no_other_kind_of_value() -> None:
    # Compiled, the method must answer with True or False: `NotImplemented` was an error there.
    assert Move("s").__eq__(None) is False
    assert Move("s").__ne__(None) is True


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "3",
        "t3 5",
        "t3  t5",
        " t3",
        "t3 t5 two",
        "t3 t5 2 2",
        "T3 t5",
        "t3-t5",
        "t3@0 t5",
        "t3 t5@0",
    ],
)
def test_invalid_text_is_not_a_move(text: str) -> None:
    with pytest.raises(Refusal, match=r"is not a move: write SRC DST \[COUNT\], for example"):
        Move.parse(text)


@pytest.mark.parametrize("text", ["t3 t5 ３", "t３ t5", "t3@２ t5"])
def test_only_ascii_digits_are_digits(text: str) -> None:
    with pytest.raises(Refusal, match="is not a move"):
        Move.parse(text)

"""Tables and their text form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.refusal import Refusal
from solterm.core.table import Table, read, write

IDS = ("s", "w", "f1", "f2", "t1", "t2")

any_card = st.sampled_from([card | face for card in cards.pack() for face in (0, DOWN)])
any_pile = st.lists(any_card, max_size=20).map(tuple)
any_table = st.builds(
    Table,
    piles=st.tuples(*[any_pile] * len(IDS)),
    passes=st.integers(0, 9),
    spent=st.integers(0, 9),
    deal=st.integers(0, 10**20 - 1),
    duel=st.just(0),  # a game has this or `spent`
)


@given(any_table)
def test_a_table_round_trips_as_text(table: Table) -> None:
    assert read(write(table, IDS), IDS) == table


def test_a_text_may_omit_empty_piles_and_list_the_others_in_any_order() -> None:
    table = read("t2 QS\n\n  w 5H\n", IDS)
    assert table == Table(((), (cards.parse("5H"),), (), (), (), (cards.parse("QS"),)))


def test_equal_positions_are_equal_and_hash_equally() -> None:
    one, other = read("t1 KH QS\npasses 1", IDS), read("passes 1\nt1 KH QS", IDS)
    assert one == other
    assert len({one, other, one._replace(passes=0), one._replace(spent=1)}) == 3


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("t1 QX", 1),
        ("t1 QS\nt9 KH", 2),
        ("t1 QS\n\nt1 KH", 3),
        ("s\npasses", 2),
        ("s\npasses many", 2),
    ],
    ids=["no such card", "no such pile", "a pile twice", "a counter of nothing", "no number"],
)
def test_error_names_its_line(text: str, line: int) -> None:
    with pytest.raises(Refusal, match=rf"^Line {line} of the position: "):
        read(text, IDS)

"""Fans squeeze to fit their pile, but always show the cards a player can act on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.vocabulary.policies import Lift
from solterm.tui.table.geometry import CardSize, Slot
from solterm.tui.table.layout import spots

SMALL = CardSize(4, 1, 1)
WIDER = CardSize(5, 1, 1)
PACK = cards.pack()


def column(down: int, up: int) -> tuple[int, ...]:
    return tuple(card | DOWN for card in PACK[:down]) + PACK[down : down + up]


def shown(down: int, up: int, rows: int, lift: Lift = Lift.WHOLE) -> list[str]:
    """Return each row of a fan: a card, or the number of hidden ones in parentheses."""
    pile = column(down, up)
    slot = Slot(0, 0, 6, rows + 2, "v")
    return [
        f"({spot.hidden})" if spot.hidden else cards.text(pile[spot.place])
        for spot in spots(pile, slot, lift, SMALL)
    ]


def test_the_tallest_klondike_column_fits_an_80x24_screen() -> None:
    assert len(shown(6, 13, 19)) == 19


def test_face_down_cards_are_squeezed_first() -> None:
    assert shown(6, 3, 5) == ["(6)", "7C", "8C", "9C"]


def test_face_up_cards_are_squeezed_next_except_their_head_and_end() -> None:
    assert shown(2, 9, 6) == ["(2)", "3C", "(5)", "9C", "TC", "JC"]


def test_an_empty_pile_shows_one_empty_place() -> None:
    (spot,) = spots((), Slot(3, 2, 6, 10, "v"), Lift.WHOLE, SMALL)
    assert (spot.x, spot.y, spot.place) == (4, 3, -1)


def test_a_fan_to_the_left_runs_from_right_to_left() -> None:
    pile = column(0, 3)
    found = spots(pile, Slot(0, 0, 40, 3, "<"), Lift.TOP, SMALL)
    assert [spot.x for spot in found] == [35, 31, 27]


@pytest.mark.parametrize(("fan", "starts"), [(">", [1, 5, 9]), ("<", [1, 5, 9])])
def test_a_narrow_fan_runs_to_the_right_and_a_left_handed_one_ends_there(
    fan: str, starts: list[int]
) -> None:
    slot = Slot(0, 0, 15, 3, fan, step=4)
    assert [spot.x for spot in spots(column(0, 3), slot, Lift.TOP, WIDER)] == starts
    (alone,) = spots(column(0, 1), slot, Lift.TOP, WIDER)
    assert alone.x == (starts[0] if fan == ">" else starts[-1])


@given(
    down=st.integers(0, 20),
    up=st.integers(1, 30),
    room=st.integers(6, 40),
    lift=st.sampled_from([Lift.WHOLE, Lift.TOP, Lift.CHAIN]),
)
def test_every_fan_fits_and_accounts_for_every_card(
    down: int, up: int, room: int, lift: Lift
) -> None:
    pile = column(down, up)
    found = spots(pile, Slot(0, 0, 6, room + 2, "v"), lift, SMALL)
    assert sum(spot.height for spot in found) <= room
    assert sum(spot.hidden or 1 for spot in found) == len(pile)
    assert found[-1].place == len(pile) - 1
    assert not found[-1].hidden
    if lift is not Lift.TOP:
        assert any(spot.place == down and not spot.hidden for spot in found)

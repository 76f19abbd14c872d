"""The table of contest kinds, and purposes as text."""

from collections.abc import Sequence

import pytest

from solterm.contests.kinds import EIGHT, GOLF, KINDS, SHEET, BoardName, Count, Kind
from solterm.core.refusal import Refusal
from solterm.store.purpose import FREE, Purpose


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS.values() if kind is not SHEET], ids=lambda kind: kind.id
)
def test_a_purpose_round_trips_as_text(kind: Kind) -> None:
    purpose = Purpose(kind.id, 17, 4)
    assert Purpose.parse(str(purpose)) == purpose
    assert purpose.is_contest
    assert purpose.row is None


def test_a_row_of_a_sheet_is_no_other_contest() -> None:
    purpose = Purpose.parse("sheet:17 2")
    assert (purpose.row, purpose.is_contest, purpose.contest) == (3, False, 17)


@pytest.mark.parametrize(
    "text", ["", "sheet", "sheet 0", "tour 3", "tour: 1",
             "tour:1", "tour:1 2 3", "tour:² 1", "sheet x"]
)  # fmt: skip
def test_text_without_a_purpose_is_a_free_game(text: str) -> None:
    assert Purpose.parse(text) == FREE
    assert str(FREE) == ""


def test_a_board_has_a_kind_and_a_name() -> None:
    for text in ("tour", "tour:Friday", "match:18", "sheet:demon", "daily:2026-11-21"):
        assert str(BoardName.parse(text)) == text
    with pytest.raises(Refusal, match="There is no board called 'nonsense'"):
        BoardName.parse("nonsense")


def test_only_games_of_the_tour_count_cards() -> None:
    assert KINDS["tour"].counts_with(EIGHT) is Count.CARDS
    assert KINDS["tour"].counts_with(["demon", "corners"]) is Count.MARK
    assert KINDS["match"].counts_with(["ultimate-golf"]) is Count.OWN
    assert SHEET.counts_with(["demon"]) is Count.MARK


DEMONS = ("demon",) * 20


@pytest.mark.parametrize(
    ("board", "fits", "misfits"),
    [
        ("tour", [EIGHT, EIGHT[:3]], [EIGHT[1:], DEMONS[:8]]),
        ("tour:Friday", [DEMONS[:12], EIGHT[1:]], [DEMONS[:13]]),
        ("tournament:Cup", [DEMONS[:1], DEMONS[:12]], [(), DEMONS[:13]]),
        ("mix", [EIGHT[:6]], [EIGHT[:7]]),
        ("match:9", [[GOLF] * 9], [[GOLF] * 18, DEMONS[:9], [GOLF] * 8 + ["demon"]]),
        ("match:10", [], [[GOLF] * 10]),
        ("reno", [["reno"] * 20], [(), ["reno", "demon"]]),
        ("daily:2026-11-21", [DEMONS[:1]], [(), DEMONS[:2]]),
        ("sheet:demon", [DEMONS[:6]], [DEMONS[:7], ["demon", "corners"]]),
    ],
)
def test_a_board_takes_only_its_games(
    board: str, fits: Sequence[Sequence[str]], misfits: Sequence[Sequence[str]]
) -> None:
    kind, name = BoardName.parse(board)
    assert [kind.fits(name, games) for games in fits] == [True] * len(fits)
    assert [kind.fits(name, games) for games in misfits] == [False] * len(misfits)

"""Deal numbers: they match other programs and never change."""

import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from solterm import find
from solterm.core import cards, deals
from solterm.core.refusal import Refusal
from tests.harness.cases import over


def order(deal: int, packs: int = 1, microsoft: bool = False) -> str:
    """Return the cards of a deal in dealing order."""
    return " ".join(map(cards.text, deals.shuffle(deal, packs, microsoft)))


def dealt_in_rows(columns: list[str]) -> str:
    """Return the cards of columns dealt row by row, in dealing order."""
    rows = max(len(column.split()) for column in columns)
    return " ".join(
        column.split()[row]
        for row in range(rows)
        for column in columns
        if row < len(column.split())
    )


MICROSOFTS_FIRST = (
    "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C "
    "TS QH 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H"
)
"""Free Cell number 1 in every program with numbered deals."""


@pytest.mark.parametrize("microsoft", [False, True])
def test_number_1_matches_microsofts_deal(microsoft: bool) -> None:
    assert order(1, microsoft=microsoft) == MICROSOFTS_FIRST


@pytest.mark.parametrize(
    ("deal", "packs", "microsoft", "first", "last"),
    [
        (617, 1, False, "7D AD 5C 3S 5S 8C 2D AH TD 7S QD", "QH JD KS KC 4H"),
        (32_000, 1, False, "QD 8D QS 4H 2C JC 2D TH 3S JD 7C", "TC 2S 3H AH"),
        (32_001, 1, False, "4C AC JD 8H 5S 6S 6D KH JC 4S 7H", "3S 8C 9H 7C"),
        (32_001, 1, True, "KC JH 3S 8S QS 5S TC QD 9S JD AH", "9C 3C JC KS"),
        (8_589_934_591, 1, True, "TC 2S JS 5S 4D 6H 3H 7C 8S TD", "9C 6S 3D 4S"),
        (10**20 - 1, 1, False, "KS JC TD 5C 2S 2C 3S 9D 4H 7S 4D", "6S 2D 6C KH TS"),
        (1, 2, False, "3D 5H JC KH 5S 5H KC KC 8D JD AS", "2D 4C 5S 6S AC"),
    ],
)
def test_deal_numbers_never_change(
    deal: int, packs: int, microsoft: bool, first: str, last: str
) -> None:
    dealt = order(deal, packs, microsoft)
    assert dealt.startswith(first)
    assert dealt.endswith(last)


@pytest.mark.parametrize("deal", [1, 617, 11_982, 32_000, 32_001, 999_999, 8_589_934_591])
def test_free_cell_numbers_match_microsoft_and_freecell_pro(deal: int) -> None:
    free_cell = PysolGame("freecell", deal, RandomBase.DEALS_MS)
    columns = free_cell.calc_layout_string(CardRenderer(True)).splitlines()
    assert order(deal, microsoft=True) == dealt_in_rows(columns)


PYSOL_TABLES = {
    "simple-simon": "simple_simon",
    "yukon": "yukon",
    "russian-solitaire": "yukon",
    "alaska": "yukon",
    "gypsy": "gypsy",
    "whitehead": "whitehead",
    "eight-off": "eight_off",
    "seahaven-towers": "seahaven",
    "forecell": "forecell",
    "streets-and-alleys": "streets_and_alleys",
    "la-belle-lucie": "fan",
    "black-hole": "black_hole",
    "beleaguered-castle": "beleaguered_castle",
}
"""Games whose tables PySolFC deals card for card, and its name for the layout."""


@pytest.mark.parametrize("deal", [1, 617, 32_000, 32_001, 24_680_246_802])
@over("game", PYSOL_TABLES.keys())
def test_tables_match_pysolfc(game: str, deal: int) -> None:
    pysol = PysolGame(PYSOL_TABLES[game], deal, RandomBase.DEALS_PYSOLFC)
    pysol.deal()
    getattr(pysol, pysol.game_class)()
    renderer = CardRenderer(True)
    columns = {
        " ".join(renderer.to_s(card.flip(False)) for card in column)
        for column in pysol.board.columns.cols
    }
    text = str(find(game).deal(deal).table).upper()
    ours = {pile.strip(" <>").removeprefix("TABLE ") for pile in text.split("/")}
    assert columns <= ours, "their order may differ, their cards not"


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("deal", [1, 31_999, 32_001, 10**20 - 1])
def test_a_deal_contains_every_card_of_its_packs_face_up(deal: int, packs: int) -> None:
    assert sorted(deals.shuffle(deal, packs)) == sorted(cards.pack(packs))


@pytest.mark.parametrize("deal", [0, -1, 10**20])
def test_deal_out_of_range_is_refused(deal: int) -> None:
    with pytest.raises(Refusal, match=rf"^Deal numbers go from 1 to 10\^20 - 1; {deal} is not"):
        deals.shuffle(deal)


@pytest.mark.parametrize(
    ("typed", "deal"), [("1", 1), (" 617\n", 617), ("00617", 617), ("9" * 20, 10**20 - 1)]
)
def test_a_typed_number_is_a_deal(typed: str, deal: int) -> None:
    assert deals.parse(typed) == deal


@pytest.mark.parametrize(
    "typed", ["", "six", "-1", "+1", "1.5", "1e3", "1_000", "６", "²", "9" * 41]
)
def test_typed_text_without_a_number_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="is not a deal number: write digits only"):
        deals.parse(typed)


@pytest.mark.parametrize("typed", ["0", "9" * 21])
def test_typed_number_out_of_range_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="Deal numbers go from 1"):
        deals.parse(typed)


# -- reshuffling -------------------------------------------------------------------------------


def test_reshuffles_never_change() -> None:
    first = " ".join(map(cards.text, deals.reshuffle(cards.pack(), 617, 1)[:8]))
    second = " ".join(map(cards.text, deals.reshuffle(cards.pack(), 617, 2)[:8]))
    assert (first, second) == ("3D QH 8D JC 8C 5S 2S 3C", "QD QC 5D 9C 3D 3H JS 2S")


def test_a_reshuffle_keeps_the_cards_and_the_list_it_was_given() -> None:
    given = list(cards.pack())[:20]
    order = deals.reshuffle(given, 617, 1)
    assert sorted(order) == given == list(cards.pack())[:20]
    assert order != given

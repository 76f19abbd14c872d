"""Cards and their two letters."""

import pytest

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.refusal import Refusal


@pytest.mark.parametrize(
    ("letters", "rank", "suit"),
    [("AC", 1, "C"), ("9D", 9, "D"), ("TH", 10, "H"), ("JS", 11, "S"), ("QH", 12, "H")],
)
def test_two_letters_are_rank_and_suit(letters: str, rank: int, suit: str) -> None:
    card = cards.parse(letters)
    assert (cards.rank(card), cards.SUITS[cards.suit(card)]) == (rank, suit)
    assert card == cards.card(rank, cards.SUITS.index(suit))


@pytest.mark.parametrize("face", [0, DOWN])
def test_every_card_round_trips_as_text_on_either_face(face: int) -> None:
    texts = [cards.text(card | face) for card in cards.pack()]
    assert [cards.parse(text) for text in texts] == [card | face for card in cards.pack()]
    assert len(set(texts)) == 52


@pytest.mark.parametrize("letters", ["", "Q", "1H", "QX", "HQ", "Qh", "qH", " QH", "QHQH"])
def test_other_letters_are_not_cards(letters: str) -> None:
    with pytest.raises(Refusal, match=r"is not a card: write a rank .* then a suit\.$"):
        cards.parse(letters)


def test_diamonds_and_hearts_are_red_on_either_face() -> None:
    red = {cards.text(card)[1] for card in cards.pack() if cards.is_red(card)}
    assert red == {"D", "H"}
    assert [cards.colour(cards.parse(each)) for each in ("5D", "5d", "5S", "5s")] == [
        "red",
        "red",
        "black",
        "black",
    ]


def test_a_pack_has_each_card_once_and_two_packs_have_each_twice() -> None:
    assert len(cards.pack()) == len(set(cards.pack())) == 52
    assert sorted(cards.pack(2)) == sorted(cards.pack() * 2)

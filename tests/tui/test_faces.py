"""Fronts and backs: every deck at every size, in characters that plain fonts have."""

from itertools import product

from rich.cells import cell_len

from solterm.core import cards
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store import settings
from solterm.tui.look.decks import DECKS
from solterm.tui.look.faces import back, covered_back, covered_front, front
from solterm.tui.look.glyphs import ASCII, UNICODE, bland, dress
from tests.harness.cases import over
from tests.tui.painting import painted

SIZES = [(3, 1), (4, 1), (3, 2), (4, 3), (6, 3), (7, 4), (9, 5), (9, 6), (13, 8), (17, 11)]
LOOKS = {
    f"{deck}-{name}": (dress(glyphs, deck),)
    for deck in DECKS
    for name, glyphs in (("unicode", UNICODE), ("ascii", ASCII))
}


def test_the_settings_offer_exactly_the_decks_that_can_be_drawn() -> None:
    assert set(DECKS) == set(settings.DECKS)
    for lines in product(range(2), range(len(DECKS)), range(len(DECKS))):
        plain, one, other = lines
        looks = [dress((UNICODE, ASCII)[plain], name) for name in DECKS]
        backs = [covered_back(look, 4, 2) for look in looks]
        assert one == other or backs[one] != backs[other] or plain, "each deck has its own back"


@over("look", LOOKS)
def test_every_card_fills_its_size_exactly(look) -> None:
    for width, height in SIZES:
        shown = [back(look, width, height), covered_back(look, width, height, 3)]
        for card in cards.pack():
            shown += [front(look, card, width, height), covered_front(look, card, width, height)]
        for rows in shown:
            assert len(rows) == height
            assert all(len(row) == cell_len(row) == width for row in rows), rows


@over("look", LOOKS)
def test_every_front_names_its_card_in_the_part_a_fan_shows(look) -> None:
    for size, card in product(SIZES, cards.pack()):
        assert front(look, card, *size)[0].startswith(look.card(card))
        assert covered_front(look, card, *size)[0].startswith(look.card(card))
        if size[0] > 4 and size[1] > 1:
            assert front(look, card, *size)[-1].endswith(f"{look.card(card).strip()} ")


@over("look", LOOKS)
def test_only_characters_that_plain_fonts_have(look) -> None:
    texts = [row for size in SIZES for row in back(look, *size)]
    texts += [row for size in SIZES for card in cards.pack() for row in front(look, card, *size)]
    for char in set("".join(texts)):
        if look.ascii:
            assert char.isascii()
        else:
            # CP437 shows these in place of control characters.
            assert char in "♣♦♥♠►◄▲▼↑○♪☼" or char.encode("cp437")


def test_the_second_index_never_looks_like_a_second_card() -> None:
    """Right under the first it would, in a game of two packs."""
    for size, card in product(SIZES[2:], cards.pack()):
        first, *_, last = front(UNICODE, card, *size)
        name = UNICODE.card(card).strip()
        assert name not in last or last.index(name) > first.index(name)


def test_a_large_card_has_as_many_pips_as_its_rank() -> None:
    for size, card in product([size for size in SIZES if size[1] >= 5], cards.pack()):
        if cards.ACE < cards.rank(card) < cards.JACK:
            middle = "".join(front(UNICODE, card, *size)[1:-1])
            assert middle.count(UNICODE.suits[cards.suit(card)]) == cards.rank(card)


def test_each_set_of_faces_has_its_own_jack_queen_and_king() -> None:
    figures = [figure for deck in DECKS.values() for figure in deck.faces.figures]
    assert len(set(figures)) == 5 * 3
    king = cards.parse("KS")
    for name in ("portico", "mask", "crane", "castle"):
        look = dress(UNICODE, name)
        assert front(look, king, 4, 1) != front(UNICODE, king, 4, 1)
        assert front(look, king, 3, 1) == front(UNICODE, king, 3, 1), (
            "a card this narrow has no figure"
        )


@over("look", LOOKS)
def test_bland_faces_differ_at_every_size_and_name_their_card(look) -> None:
    plain = bland(look)
    for size in SIZES:
        assert back(plain, *size) == back(look, *size)
        for card in cards.pack():
            shown = front(plain, card, *size)
            assert len(shown) == size[1]
            assert all(len(row) == cell_len(row) == size[0] for row in shown)
            assert "".join(shown[0].split()) == look.card(card).strip()
            if size[1] > 2:
                assert not set("".join(shown)) - set(look.card(card) + " ")
        assert any(front(plain, card, *size) != front(look, card, *size) for card in cards.pack())


def test_the_table_shows_the_deck_the_game_was_dealt_with() -> None:
    decks = ({"deck": deck} for deck in ("standard", "bland"))
    one, other = (Play(find("farewell-to-kings"), 617, options=deck) for deck in decks)
    for size in ((60, 20), (80, 24), (132, 43)):
        assert painted(one, size) != painted(other, size)

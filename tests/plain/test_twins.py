"""Games of two packs in line mode: sentences name the right one of two equal cards."""

import pytest

from solterm.core.cards import DOWN
from solterm.plain.session import Session
from tests.plain.sittings import sitting


def told(session: Session, *lines: str) -> str:
    """What the last of some lines is answered with; none is refused."""
    for line in lines:
        reply = session.handle(line)
        assert reply.ok, reply.text
    return reply.text


def test_a_card_that_was_turned_is_told_once_when_its_twin_is_turned() -> None:
    assert told(sitting("german-patience", 7), "s").startswith("2H is up;")
    assert told(sitting("german-patience", 7), "s", "s").startswith("2S is up;")


@pytest.mark.parametrize("row", range(1, 12))
def test_a_row_of_eight_is_told_as_eight_cards(row: int) -> None:
    up, _, _ = told(sitting("interregnum", 7), *["s"] * row).partition(" are up")
    assert len(up.split()) == 8


def test_a_look_says_where_the_card_lies_and_not_where_its_twin_does() -> None:
    assert told(sitting("cabal", 5), "s t1", "x").startswith("Seen: 6S in the stock.")


def test_a_second_look_at_the_same_card_is_not_counted_again() -> None:
    session = sitting("lady-of-the-manor", 5)
    assert told(session, "x t1") == "Seen: 7S in Floor pile 1. Exceptions counted: 1."
    assert told(session, "x t1") == "Seen: 7S in Floor pile 1."
    assert told(session, "x t2").endswith("Exceptions counted: 2.")


def test_all_that_automatic_play_names_is_named_on_the_foundations() -> None:
    session = sitting("lady-of-the-manor", 5935)
    home = told(session, "auto").removeprefix("Played home: ").split(".")[0].split("; ")[0]
    play = session.play
    lying = [
        card
        for name, pile in zip(play.rules.ids, play.known.piles, strict=True)
        if name[0] == "f"
        for card in pile
    ]
    assert 0 not in lying
    assert len(home.split()) == len(lying) - 8


def test_a_peek_shows_the_whole_stock_in_solitaire_royale() -> None:
    session = sitting("royale-golf", 3)
    said = told(session, "peek s")
    assert said.count(" ") > 16 and said.startswith("In the stock, from the bottom: 5C 5S")
    assert session.handle("peek s").seen == tuple(card & ~DOWN for card in session.play.pile("s"))
    assert told(sitting("ultimate-golf", 3), "peek s").endswith("no card lies face up.")

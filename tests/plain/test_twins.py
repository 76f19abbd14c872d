"""Games of two packs in line mode: sentences name the right one of two equal cards."""

import pytest

from solterm.core.cards import DOWN
from solterm.plain.session import Session
from tests.plain.line_sessions import new_session


def reply_to(session: Session, *lines: str) -> str:
    """Type lines, each of which must be ok. Return the text of the last reply."""
    for line in lines:
        reply = session.handle(line)
        assert reply.ok, reply.text
    return reply.text


def test_a_turned_card_is_named_once_when_its_twin_follows() -> None:
    assert reply_to(new_session("german-patience", 7), "s").startswith("2H is up;")
    assert reply_to(new_session("german-patience", 7), "s", "s").startswith("2S is up;")


@pytest.mark.parametrize("row", range(1, 12))
def test_a_row_of_eight_is_reported_as_eight_cards(row: int) -> None:
    up, _, _ = reply_to(new_session("interregnum", 7), *["s"] * row).partition(" are up")
    assert len(up.split()) == 8


def test_a_look_names_the_pile_of_the_card_not_of_its_twin() -> None:
    assert reply_to(new_session("cabal", 5), "s t1", "x").startswith("Seen: 6S in the stock.")


def test_a_second_look_at_the_same_card_is_not_counted_again() -> None:
    session = new_session("lady-of-the-manor", 5)
    assert reply_to(session, "x t1") == "Seen: 7S in Floor pile 1. Exceptions counted: 1."
    assert reply_to(session, "x t1") == "Seen: 7S in Floor pile 1."
    assert reply_to(session, "x t2").endswith("Exceptions counted: 2.")


def test_automatic_play_names_every_card_it_sends_home() -> None:
    session = new_session("lady-of-the-manor", 5935)
    home = reply_to(session, "auto").removeprefix("Played home: ").split(".")[0].split("; ")[0]
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
    session = new_session("royale-golf", 3)
    peeked = reply_to(session, "peek s")
    assert peeked.count(" ") > 16 and peeked.startswith("In the stock, from the bottom: 5C 5S")
    assert session.handle("peek s").seen == tuple(card & ~DOWN for card in session.play.pile("s"))
    assert reply_to(new_session("ultimate-golf", 3), "peek s").endswith("no card lies face up.")

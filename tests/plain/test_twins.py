"""Games of two packs in line mode: sentences name the right one of two equal cards."""

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


def test_a_row_of_eight_is_reported_as_eight_cards() -> None:
    session = new_session("interregnum", 7)
    for _ in range(11):
        up, _, _ = reply_to(session, "s").partition(" are up")
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

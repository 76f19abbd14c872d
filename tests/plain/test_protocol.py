"""JSON lines: the documented keys, and no unseen cards."""

import re
from collections import Counter
from random import Random
from typing import Any

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.declaration import KINDS
from solterm.core.game import Game
from solterm.core.groups import is_closed
from solterm.games import catalogue
from solterm.plain import protocol
from solterm.plain.interpreter import carry_out
from solterm.plain.session import Session
from tests.core.strategies import some_games
from tests.harness.cases import over
from tests.plain.line_sessions import new_session, session_at

KEYS = {
    *("ok", "text", "game", "deal", "options", "level", "moves", "exceptions", "score", "mark"),
    *("state", "piles"),
}


def answer(session: Session, line: str) -> dict[str, Any]:
    """Return the object that answers a line."""
    return protocol.state(carry_out(session, line), session.play)


@over(
    "line more",
    {
        **{line: (line, set()) for line in ("", "score", "t1 t2", "t2 f", "level 2", "quit")},
        "moves": ("moves", {"legal"}),
        "hint": ("hint", {"hint"}),
        "peek": ("peek w", {"seen"}),
        "record": ("record", {"record"}),
    },
)
def test_the_keys_are_as_documented(line: str, more: set[str]) -> None:
    assert set(answer(new_session(), line)) == KEYS | more


def test_the_values_have_the_documented_types() -> None:
    reply = answer(new_session(), "t2 f")
    types = {
        **{"ok": bool, "text": str, "game": str, "deal": int, "options": dict, "level": int},
        **{"moves": int, "exceptions": int, "score": int, "mark": int, "state": str},
        **{"piles": dict},
    }
    assert {key: type(value) for key, value in reply.items()} == types
    assert (reply["score"], reply["mark"], reply["state"]) == (10, 10, "playing")
    for pile in reply["piles"].values():
        assert set(pile) == {"kind", "down", "cards"}


def test_armed_is_true_while_an_exception_is_armed() -> None:
    session = new_session(level=2)
    assert answer(session, "x")["armed"] is True
    assert "armed" not in answer(session, "x")


def test_all_piles_appear_with_their_kinds() -> None:
    for game in catalogue().values():
        piles = answer(new_session(game.id), "")["piles"]
        assert list(piles) == [name for name in game.ids if not is_closed(game.group(name))]
        for name, pile in piles.items():
            assert pile["kind"] == KINDS[name[0]]


def test_squared_cards_are_named_once_seen_and_while_they_lie_face_up() -> None:
    session = new_session()
    assert answer(session, "s")["piles"]["w"]["cards"] == ["8S", "7H", "4D"]
    peeked = answer(session, "peek w")
    assert peeked["seen"] == peeked["piles"]["w"]["cards"] == ["8S", "7H", "4D"]
    undone = answer(session, "undo")["piles"]
    assert undone["s"] == {"kind": "stock", "down": 24, "cards": ["??"] * 24}


def test_a_refusal_shows_the_unchanged_position() -> None:
    session = new_session()
    before = answer(session, "")
    refusal = answer(session, "t1 t2")
    assert refusal["ok"] is False
    assert refusal["text"] == "7D can't go on AH: nothing goes on an Ace."
    assert refusal | {"ok": True, "text": ""} == before


def test_the_state_is_that_of_the_game() -> None:
    session = session_at("t1 9H\nt2 TC\nt3 3D")
    assert answer(session, "")["state"] == "playing"
    assert answer(session, "t1 t2")["state"] == "over"
    assert answer(session, "undo")["state"] == "playing"


def test_a_game_of_open_cards_names_every_card() -> None:
    for game in catalogue().values():
        table = game.deal(617).table
        piles = protocol.piles(game, table)
        shown = [card for pile in piles.values() for card in pile["cards"]]
        assert sorted(shown) == sorted(map(cards.text, game.shuffle(617)))
        for name, pile in zip(game.ids, table.piles, strict=True):
            if not is_closed(game.group(name)):
                assert piles[name]["down"] == sum(1 for card in pile if card & DOWN)


def test_the_board_names_no_card_hidden_in_the_piles() -> None:
    session = new_session("klondike-deal-3")
    for _ in range(2):
        reply = answer(session, "s")
        assert "??" not in reply["piles"]["w"]["cards"]
    board = answer(session, "board")
    waste = next(line for line in board["text"].splitlines() if line.startswith("w "))
    shown = waste.partition(": ")[2].partition(" on top of")[0].split()
    assert board["piles"]["w"]["cards"][-3:] == shown


@some_games
def test_board_and_piles_agree_in_random_play(game: Game) -> None:
    random = Random(game.id)
    session = new_session(game.id, deal=random.randrange(1, 32000), level=random.choice((3, 2, 1)))
    lines = ("x", "level 1", "level 2", "level 3", "undo", "auto", "cheat yes")
    for _ in range(25):
        legal = answer(session, "moves")["legal"]
        choice = random.choice(legal) if legal and random.random() < 0.75 else None
        carry_out(session, choice or random.choice(lines))
        reply = answer(session, "board")
        named = re.findall(r"\b[A2-9TJQK][CDHS]\b", reply["text"])
        piles = Counter(card for pile in reply["piles"].values() for card in pile["cards"])
        assert Counter(named) <= piles


def test_a_hidden_deal_has_no_number() -> None:
    session = new_session()
    reply = carry_out(session, "score")
    shown, hidden = (protocol.state(reply, session.play, deal=deal) for deal in (617, 0))
    assert (shown["deal"], hidden["deal"]) == (617, 0)
    assert shown | {"deal": 0} == hidden
    assert protocol.state(reply, session.play, "tour:7 0")["purpose"] == "tour:7 0"

"""Propeller, Sultan and Windmill."""

from solterm.core import cards
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.games.wheels import PROPELLER, SULTAN, WINDMILL
from tests.games.tables import after, each, moves, refusal

ALL = (PROPELLER, SULTAN, WINDMILL)
KINGS = "r KH\nf1 KC\nf2 KD\nf3 KS\nf4 KC\nf5 KD\nf6 KS\nf7 KH\nf8 AH"
CENTRE = {PROPELLER: "r AC AD AH AS", SULTAN: KINGS, WINDMILL: "f1 AC"}
PLACE = {PROPELLER: "blade", SULTAN: "space", WINDMILL: "sail"}


def places(*tops: str) -> str:
    """Return the eight places, some of them with cards."""
    return "\n".join(f"t{number} {card}" for number, card in enumerate(tops, 1))


# -- Windmill's --------------------------------------------------------------------------------


def test_the_hub_builds_up_regardless_of_suit_and_wraps_to_52_cards() -> None:
    four_rounds = [f"{rank}C" for _ in range(4) for rank in cards.RANKS]
    for height in (1, 12, 13, 14, 39, 51):
        text = f"f1 {' '.join(four_rounds[:height])}\nf2 KD"
        wanted = four_rounds[height][0]
        assert "t1 f1" in moves(WINDMILL, f"{text}\nt1 {wanted}S")
    complete = f"f1 {' '.join(four_rounds)}\nt1 AS"
    assert "t1 f1" not in moves(WINDMILL, complete)
    assert refusal(WINDMILL, complete, "t1 f1") == "Foundation 1 is complete."


# -- levels and exceptions ---------------------------------------------------------------------


@each(*ALL)
def test_at_level_1_an_empty_place_takes_the_stocks_next_card_which_turns_up(game: Game) -> None:
    text = f"s 5d 4s\nw 8C\n{CENTRE[game]}\n" + places(*["JD"] * 7)
    assert "s t8" not in moves(game, text, 2)
    assert {m for m in moves(game, text, 1) if m.startswith("s ")} == {"s t8"}
    made = after(game, text, "s t8", level=1)
    assert made.startswith("s 5d\nw 8C\n")
    assert "t8 4S" in made
    reason = refusal(game, text, "s t1", 1)
    assert reason == f"The next card of the stock can only go, unseen, to an empty {PLACE[game]}."
    assert "4S" not in reason


def test_the_player_knows_the_aces_of_propellers_hub() -> None:
    known = Play(PROPELLER, 7).known.piles[PROPELLER.index["r"]]
    assert {cards.rank(card) for card in known} == {cards.ACE}

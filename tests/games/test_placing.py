"""Calculation, Sir Tommy, Strategy and Fly."""

import pytest

from solterm.core import cards, deals
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.refusal import Refusal
from solterm.games.placing import CALCULATION, FLY, SIR_TOMMY, STRATEGY
from tests.core.positions import play_from, position
from tests.games.tables import each, moves, position_of, refusal


def fitting(game: Game, source: str, target: str, text: str, level: int = 3) -> str:
    """Return the ranks that may go from one pile to another, whatever the suit."""
    move = f"{source} {target}"
    found = {
        cards.text(card)
        for card in cards.pack()
        if move in moves(game, f"{text}\n{source} {cards.text(card)}", level)
    }
    ranks = {letters[0] for letters in found}
    assert found == {rank + suit for rank in ranks for suit in cards.SUITS}
    return "".join(rank for rank in cards.RANKS if rank in ranks)


# -- Calculation -------------------------------------------------------------------------------

SEQUENCES = ("A23456789TJQK", "2468TQA3579JK", "369Q258JA47TK", "48Q37J26TA59K")


def test_the_starters_are_those_of_pysolfc() -> None:
    """PySolFC takes the first of each rank, beginning with the card dealt last."""
    pack = deals.shuffle(617)
    opening = dict(zip(CALCULATION.ids, CALCULATION.opening(pack).piles, strict=True))
    starters = [opening[f"f{n}"][0] for n in (1, 2, 3, 4)]
    assert [cards.rank(card) for card in starters] == [1, 2, 3, 4]
    for starter in starters:
        others = [card for card in pack if cards.rank(card) == cards.rank(starter)]
        assert starter == others[-1]
    left = [card for card in pack if card not in starters]
    assert [card & ~DOWN for card in reversed(opening["s"])] == left


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_each_foundation_builds_in_its_own_steps_to_the_king(number: int) -> None:
    order = SEQUENCES[number - 1]
    for place in range(1, 13):
        built = " ".join(f"{rank}D" for rank in order[:place])
        text = f"f{number} {built}\nt1 9C"
        assert fitting(CALCULATION, "h", f"f{number}", text) == order[place]
    complete = f"f{number} {' '.join(f'{rank}D' for rank in order)}"
    assert fitting(CALCULATION, "h", f"f{number}", complete) == ""


@pytest.mark.parametrize("level", [3, 2, 1])
def test_foundations_with_different_steps_are_different_even_for_the_last_card(level: int) -> None:
    """Each builds in different steps, so a King needs the name of its foundation."""
    f1, f3 = (" ".join(rank + "D" for rank in SEQUENCES[n][:12]) for n in (0, 2))
    table = position(CALCULATION, f"f1 {f1}\nf2 2C\nf3 {f3}\nf4 4C\nh KS")
    rules = CALCULATION.rules(level)
    with pytest.raises(Refusal, match=r"^Several foundations take it: say f1 or f3\.$"):
        rules.resolve(table, "h f")
    home = [move for move in rules.legal_moves(table) if move.dst[:1] == "f"]
    assert [rules.text(table, move) for move in home] == ["h f1", "h f3"]


# -- Sir Tommy, Strategy and Fly ---------------------------------------------------------------


def test_strategys_wastes_are_locked_until_the_stock_is_out() -> None:
    text = "f1 AS\nw1 3D\nw2 8C 2D"
    assert moves(STRATEGY, f"s 9C\n{text}") == {f"s w{n}" for n in range(1, 9)}
    assert refusal(STRATEGY, f"s 9C\n{text}", "w2 f1") == (
        "No card leaves the wastes until the stock is out."
    )
    assert moves(STRATEGY, text) == {"w2 f1"}
    assert "s f1" in moves(STRATEGY, f"s 2H\n{text}")


@each(SIR_TOMMY, FLY)
def test_automatic_play_takes_cards_of_the_wastes_and_the_stock(game: Game) -> None:
    play = play_from(game, "s 9D 4C\nf1 AS\nw1 3D\nw2 9C 2D")
    assert [str(move) for move in play.auto()] == ["w2 f1", "w1 f1", "s f1"]
    assert position_of(play).startswith("s 9D\n")


# -- levels and exceptions ---------------------------------------------------------------------


@each(SIR_TOMMY, STRATEGY, FLY)
def test_x_shows_the_card_under_the_top_of_the_stock(game: Game) -> None:
    play = play_from(game, "s 5C 4D 9D" if game is FLY else "s 5c 4d 9D")
    before = position_of(play)
    assert play.exception() == (cards.parse("4D"),)
    assert (position_of(play), play.tally.exceptions) == (before, 1)
    with pytest.raises(IllegalMove):
        play_from(game, "s 9D").exception()

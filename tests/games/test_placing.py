"""Calculation, Sir Tommy, Strategy and Fly."""

import pytest

from solterm.core import cards, deals
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.refusal import Refusal
from solterm.games.placing import CALCULATION, FLY, GAMES, SIR_TOMMY, STRATEGY
from tests.core.positions import play_from, position
from tests.games.tables import after, dealt, each, moves, outcome, piles_alike, position_of, refusal

SHIFTING = (CALCULATION, SIR_TOMMY, FLY)
"""Where level 1 lets the tops of piles move."""


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


def test_the_games_belong_to_the_family_of_placing() -> None:
    assert {game.engine.engine_name for game in GAMES} == {"placing"}


# -- Calculation -------------------------------------------------------------------------------

SEQUENCES = ("A23456789TJQK", "2468TQA3579JK", "369Q258JA47TK", "48Q37J26TA59K")
STARTERS = "f1 AS\nf2 2S\nf3 3S\nf4 4S"


def test_calculation_deals_four_starters_and_a_stock_of_48() -> None:
    lying = {"s": "48+0", "h": "0+0"} | piles_alike("f", 4, "0+1") | piles_alike("t", 5, "0+0")
    assert dealt(CALCULATION) == lying


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


def test_the_refusal_of_a_wrong_card_names_the_right_one() -> None:
    reason = refusal(CALCULATION, f"{STARTERS}\nh 9D", "h f3")
    assert reason == "9D can't go on 3S: a 6 is wanted."
    complete = f"f1 {' '.join(rank + 'S' for rank in SEQUENCES[0])}\nh AD"
    assert refusal(CALCULATION, complete, "h f1") == "Foundation 1 is complete."


def test_the_turned_card_goes_on_any_column() -> None:
    found = moves(CALCULATION, f"{STARTERS}\nh 9D\nt1 TC\nt2 9H\nt3 KH")
    assert found == {"h t1", "h t2", "h t3", "h t4"}


def test_the_turned_card_must_be_placed_before_the_next_turn() -> None:
    text = f"s 7c 9d\n{STARTERS}"
    assert after(CALCULATION, text, "s") == f"s 7c\nh 9D\n{STARTERS}"
    assert "s" not in moves(CALCULATION, f"s 7c\nh 9D\n{STARTERS}")
    reason = "Place the turned card before you turn the next one."
    assert refusal(CALCULATION, f"s 7c\nh 9D\n{STARTERS}", "s") == reason
    assert after(CALCULATION, text, "s", "h t2", "s") == f"h 7C\n{STARTERS}\nt2 9D"


def test_calculation_has_no_redeal() -> None:
    assert moves(CALCULATION, f"{STARTERS}\nt1 9D") == set()
    assert outcome(CALCULATION, f"{STARTERS}\nt1 9D") is Outcome.OVER
    assert outcome(CALCULATION, f"{STARTERS}\nt1 9D 6D") is None


def test_end_cards_of_columns_go_to_foundations_but_never_to_columns() -> None:
    assert moves(CALCULATION, f"{STARTERS}\nt1 9D 6D\nt2 7D") == {"t1 f3"}
    reason = refusal(CALCULATION, f"{STARTERS}\nt1 9D 6D\nt2 7D", "t1 t2")
    assert reason == "Cards can't go from column 1 to column 2."


def test_calculation_scores_the_cards_on_the_foundations_starting_at_4() -> None:
    assert play_from(CALCULATION, f"{STARTERS}\nt1 9D").score == 4


def test_automatic_play_leaves_a_card_that_fits_foundations_of_different_heights() -> None:
    rules = CALCULATION.rules()
    both = "f1 AS 2S 3S\nf2 2D\nf3 3D 6D\nt1 4D"
    assert {"t1 f1", "t1 f2"} <= moves(CALCULATION, both)
    assert rules.automatic(position(CALCULATION, both)) is None
    one = position(CALCULATION, "f1 AS 2S\nf2 2D\nf3 3D 6D\nt1 4D")
    assert str(rules.automatic(one)) == "t1 f2"
    nearly = "\n".join(
        f"f{n} {' '.join(rank + 'D' for rank in order[:12])}"
        for n, order in enumerate(SEQUENCES, 1)
    )
    assert str(rules.automatic(position(CALCULATION, f"{nearly}\nt2 KS"))) == "t2 f1"
    assert str(rules.automatic(position(CALCULATION, f"{nearly}\nh KS"))) == "h f1"


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


@each(SIR_TOMMY, STRATEGY)
def test_the_whole_pack_is_the_stock_with_its_top_card_up(game: Game) -> None:
    wastes = 9 if game is STRATEGY else 5
    lying = {"s": "51+1"} | piles_alike("w", wastes, "0+0") | piles_alike("f", 4, "0+0")
    assert dealt(game) == lying
    pack = deals.shuffle(617)
    assert game.opening(pack).piles[0][-1] == pack[0]


@each(SIR_TOMMY, STRATEGY)
def test_the_next_stock_card_turns_up_when_the_top_one_is_played(game: Game) -> None:
    text = "s 5c 4d 9D"
    assert after(game, text, "s w2") == "s 5c 4D\nw2 9D"
    assert after(game, text, "s w2", "s w2", "s w1") == "w1 5C\nw2 9D 4D"


def test_fly_deals_the_aces_the_fly_and_an_open_stock() -> None:
    lying = {"s": "0+83", "r": "12+1"} | piles_alike("f", 8, "0+1") | piles_alike("w", 6, "0+0")
    assert dealt(FLY) == lying
    pack = deals.shuffle(617, 2)
    opening = dict(zip(FLY.ids, FLY.opening(pack).piles, strict=True))
    assert {cards.rank(opening[f"f{n}"][0]) for n in range(1, 9)} == {1}
    others = [card for card in pack if cards.rank(card) != 1]
    assert [card & ~DOWN for card in opening["r"]] == others[:13]
    assert list(reversed(opening["s"])) == others[13:]
    assert set(map(cards.text, FLY.visible(FLY.opening(pack)))) <= {
        *(cards.text(opening[name][-1]) for name in FLY.ids if opening[name])
    }


@each(SIR_TOMMY, STRATEGY, FLY)
def test_the_stocks_top_card_goes_to_any_waste(game: Game) -> None:
    open_wastes = {SIR_TOMMY: 4, STRATEGY: 8, FLY: 5}[game]
    found = moves(game, "s 9C 3D\nw1 2C\nw2 3H\nw3 KH")
    assert found == {f"s w{n}" for n in range(1, open_wastes + 1)}


@each(SIR_TOMMY, STRATEGY, FLY)
def test_foundations_build_up_regardless_of_suit_from_the_ace(game: Game) -> None:
    assert fitting(game, "s", "f1", "w1 KD") == "A"
    assert fitting(game, "s", "f1", "f1 AS 2D 3H") == "4"
    assert fitting(game, "s", "f1", f"f1 {' '.join(rank + 'S' for rank in cards.RANKS)}") == ""
    assert refusal(game, "f1 AS\ns 9D", "s f1") == "9D can't go on AS: a 2 is wanted."


@each(SIR_TOMMY, FLY)
def test_end_cards_of_wastes_go_only_to_foundations(game: Game) -> None:
    text = "s 9C\nf1 AS\nw1 3D\nw2 8C 2D"
    assert {move for move in moves(game, text) if move.startswith("w")} == {"w2 f1"}
    assert refusal(game, text, "w2 w1") == "Cards can't go from waste 2 to waste 1."


def test_strategys_wastes_are_locked_until_the_stock_is_out() -> None:
    text = "f1 AS\nw1 3D\nw2 8C 2D"
    assert moves(STRATEGY, f"s 9C\n{text}") == {f"s w{n}" for n in range(1, 9)}
    assert refusal(STRATEGY, f"s 9C\n{text}", "w2 f1") == (
        "No card leaves the wastes until the stock is out."
    )
    assert moves(STRATEGY, text) == {"w2 f1"}
    assert "s f1" in moves(STRATEGY, f"s 2H\n{text}")


def test_the_fly_gives_only_to_foundations_and_takes_no_card() -> None:
    text = "s 9C\nf1 AS\nr kc 2D\nw1 3D"
    found = moves(FLY, text)
    assert "r f1" in found
    assert not any(move.startswith("r w") or move.endswith(" r") for move in found)
    assert after(FLY, text, "r f1") == "s 9C\nw1 3D\nf1 AS 2D\nr KC"
    assert refusal(FLY, text, "r w2") == "Cards can't go from the Fly to waste 2."
    assert refusal(FLY, text, "s r") == "Cards can't go from the stock to the Fly."


@each(SIR_TOMMY, STRATEGY, FLY)
def test_the_stock_is_not_turned_and_the_game_is_over_when_no_card_fits(game: Game) -> None:
    assert "s" not in moves(game, "s 9C\nw1 3D")
    assert refusal(game, "s 9C\nw1 3D", "s").startswith("The stock does nothing by itself")
    assert outcome(game, "s 9C\nf1 AS\nw1 3D") is None
    assert outcome(game, "f1 AS\nw1 3D") is Outcome.OVER
    assert outcome(game, "f1 AS\nw1 2D") is None


@each(SIR_TOMMY, FLY)
def test_automatic_play_takes_cards_of_the_wastes_and_the_stock(game: Game) -> None:
    play = play_from(game, "s 9D 4C\nf1 AS\nw1 3D\nw2 9C 2D")
    assert [str(move) for move in play.auto()] == ["w2 f1", "w1 f1", "s f1"]
    assert position_of(play).startswith("s 9D\n")


def test_fly_has_no_alias_of_sir_tommy() -> None:
    assert set(FLY.also).isdisjoint(SIR_TOMMY.also)


@each(SIR_TOMMY, FLY)
def test_automatic_play_takes_a_card_only_if_all_fitting_foundations_are_equally_high(
    game: Game,
) -> None:
    rules = game.rules()
    assert str(rules.automatic(position(game, "f1 AS\nf2 AH\nw1 2D"))) == "w1 f1"
    # Play never reaches this position, but the rule is the same in every game.
    odd = position(game, "f1 AS\nf2 2C AH\nw1 2D")
    assert rules.automatic(odd) is None


# -- levels and exceptions ---------------------------------------------------------------------

ONE_MORE = {CALCULATION: "t5", SIR_TOMMY: "w5", STRATEGY: "w9", FLY: "w6"}


@each(*ONE_MORE)
def test_level_2_opens_another_pile(game: Game) -> None:
    source, more = ("h" if game is CALCULATION else "s"), ONE_MORE[game]
    text = f"{source} 9D\n{STARTERS}"
    assert f"{source} {more}" not in moves(game, text)
    assert "is not open at this level." in refusal(game, text, f"{source} {more}")
    assert f"{source} {more}" in moves(game, text, 2)
    assert f"{source} {more}" in moves(game, text, 1)


@each(*ONE_MORE)
def test_cards_of_that_pile_may_leave_at_any_level(game: Game) -> None:
    more = ONE_MORE[game]
    assert f"{more} f1" in moves(game, f"{STARTERS}\n{more} 2D")


@each(*SHIFTING)
def test_level_1_moves_a_top_to_an_empty_pile_or_onto_the_next_higher_rank(game: Game) -> None:
    kind = "t" if game is CALCULATION else "w"
    text = f"{STARTERS}\n{kind}1 KH 9D\n{kind}2 TC\n{kind}3 TD\n{kind}4 8H"
    piles = 6 if game is FLY else 5
    spaces = {f"{kind}{n} {kind}{m}" for n in (1, 2, 3, 4) for m in range(5, piles + 1)}
    onto = {f"{kind}1 {kind}2", f"{kind}1 {kind}3", f"{kind}4 {kind}1"}
    for level in (3, 2):
        assert not any(f" {kind}" in move for move in moves(game, text, level))
    assert {move for move in moves(game, text, 1) if f" {kind}" in move} == spaces | onto
    assert refusal(game, text, f"{kind}2 {kind}1", 1) == "TC can't go on 9D: an 8 is wanted."


@each(*SHIFTING)
def test_the_next_card_goes_to_any_pile_at_level_1(game: Game) -> None:
    source, kind = ("h", "t") if game is CALCULATION else ("s", "w")
    assert f"{source} {kind}1" in moves(game, f"{STARTERS}\n{source} 9D\n{kind}1 2H", 1)


def test_strategy_at_level_1_opens_the_wastes_and_moves_no_tops() -> None:
    text = "s 9C\nf1 AS\nw1 3D\nw2 8C 2D"
    assert "w2 f1" not in moves(STRATEGY, text, 2)
    assert {m for m in moves(STRATEGY, text, 1) if m.startswith("w")} == {"w2 f1"}


@each(SIR_TOMMY, STRATEGY, FLY)
def test_x_shows_the_card_under_the_top_of_the_stock(game: Game) -> None:
    play = play_from(game, "s 5C 4D 9D" if game is FLY else "s 5c 4d 9D")
    before = position_of(play)
    assert play.exception() == (cards.parse("4D"),)
    assert (position_of(play), play.tally.exceptions) == (before, 1)
    with pytest.raises(IllegalMove):
        play_from(game, "s 9D").exception()


def test_in_calculation_x_shows_the_next_card_to_be_turned() -> None:
    play = play_from(CALCULATION, f"s 7c 9d\nh 2H\n{STARTERS}")
    assert play.exception() == (cards.parse("9D"),)


@each(*SHIFTING)
def test_at_level_2_x_allows_one_move_of_level_1(game: Game) -> None:
    kind = "t" if game is CALCULATION else "w"
    play = play_from(game, f"{STARTERS}\n{kind}1 9D\n{kind}2 TC\n{kind}3 8H", level=2)
    play.perform("x")
    play.perform(f"{kind}1 {kind}2")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove):
        play.perform(f"{kind}3 {kind}2")

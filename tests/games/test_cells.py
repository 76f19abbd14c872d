"""Free Cell and its relatives, and Bouquet."""

import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from solterm.core import cards, deals
from solterm.core.game import Game
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.table import write
from solterm.games.cells import (
    BAKERS_GAME,
    BOUQUET,
    DOUBLE_FREE_CELL,
    EIGHT_OFF,
    FORECELL,
    FREE_CELL,
    PENGUIN,
    SEAHAVEN_TOWERS,
)
from tests.core.positions import play_from, position
from tests.games.tables import after, dealt, full, moves, outcome, piles_alike, position_of, refusal

cell_games = pytest.mark.parametrize("game", (FREE_CELL, BAKERS_GAME), ids=lambda game: game.id)
all_three = pytest.mark.parametrize(
    "game", (FREE_CELL, BAKERS_GAME, BOUQUET), ids=lambda game: game.id
)


# -- the deal ----------------------------------------------------------------------------------


@cell_games
def test_52_cards_lie_open_in_eight_columns(game: Game) -> None:
    columns = piles_alike("t", 8, *["0+7"] * 4, *["0+6"] * 4)
    assert dealt(game) == piles_alike("f", 4, "0+0") | columns | piles_alike("r", 5, "0+0")


@pytest.mark.parametrize("deal", [1, 617, 11_982, 32_000, 100_000, 2**32 + 17])
@pytest.mark.parametrize(
    ("game", "name"), [(FREE_CELL, "freecell"), (BAKERS_GAME, "bakers_game")], ids=["free", "baker"]
)
def test_deals_match_microsoft_and_freecell_pro(game: Game, name: str, deal: int) -> None:
    theirs = PysolGame(name, deal, RandomBase.DEALS_MS).calc_layout_string(CardRenderer(True))
    lines = write(game.deal(deal).table, game.ids).splitlines()
    ours = [line.partition(" ")[2] for line in lines if line.startswith("t")]
    assert ours == theirs.splitlines()


def test_bouquet_deals_six_columns_of_six_and_sixteen_flowers_row_by_row() -> None:
    lying = piles_alike("f", 4, "0+0") | piles_alike("t", 6, "0+6") | piles_alike("r", 16, "0+1")
    assert dealt(BOUQUET) == lying
    opening = BOUQUET.opening(cards.pack())
    assert opening.piles[BOUQUET.ids.index("t1")][:2] == (cards.parse("AC"), cards.parse("7C"))
    assert opening.piles[BOUQUET.ids.index("r16")] == (cards.parse("KS"),)


# -- columns -----------------------------------------------------------------------------------

OTHERS = "t4 KC\nt5 KD\nt6 KH\nt7 KS\nt8 QC"


@pytest.mark.parametrize(
    ("game", "taken"),
    [(FREE_CELL, {"8D", "8H"}), (BAKERS_GAME, {"8C"}), (BOUQUET, {"8C", "8D", "8H", "8S"})],
    ids=lambda value: getattr(value, "id", ""),
)
def test_on_a_black_9_goes(game: Game, taken: set[str]) -> None:
    text = "t1 9C\nt2 2D\nt3 3S\nt4 KC\nt5 KD\nt6 KH"
    found = {
        cards.text(card)
        for card in cards.pack()
        if "r1 t1" in moves(game, f"{text}\nr1 {cards.text(card)}")
    }
    assert found == taken


@all_three
def test_single_cards_move(game: Game) -> None:
    text = "t1 9H 8S\nt2 TS\nt3 9D\nt4 KC\nt5 KD\nt6 KH\nf1 AS"
    assert "t1 t2 2" not in moves(game, text)


@pytest.mark.parametrize(
    ("game", "filling"),
    [(FREE_CELL, {"5H", "KC"}), (BAKERS_GAME, {"KC"}), (BOUQUET, {"5H", "KC"})],
    ids=lambda value: getattr(value, "id", ""),
)
def test_an_empty_column_takes(game: Game, filling: set[str]) -> None:
    text = "t2 9C\nt3 9D\nt4 9H\nt5 9S\nt6 2C"
    found = {held for held in ("5H", "KC") if "r1 t1" in moves(game, f"{text}\nr1 {held}")}
    assert found == filling
    from_columns = {m for m in moves(game, f"{text} KH") if m in ("t2 t1", "t6 t1")}
    assert from_columns == ({"t6 t1"} if game is BAKERS_GAME else {"t2 t1", "t6 t1"})


@all_three
def test_foundations_build_up_in_suit_from_the_ace(game: Game) -> None:
    text = "f1 AH\nt1 2H\nt2 AD\nt3 2C\nt4 3H\nr1 AS"
    assert {m for m in moves(game, text) if " f" in m} == {"t1 f1", "t2 f2", "r1 f2"}


# -- the cells -------------------------------------------------------------------------------


@cell_games
def test_each_of_four_spaces_holds_one_card(game: Game) -> None:
    text = f"r2 5C\nt1 9D 3S\nt2 7H\nt3 7D\n{OTHERS}"
    assert {m for m in moves(game, text) if m.startswith("t1")} == {"t1 r1", "t1 r3", "t1 r4"}
    assert refusal(game, text, "t1 r2") == "Cell 2 holds a card already."
    assert after(game, text, "t1 r1").startswith("t1 9D\n")


@cell_games
def test_a_card_for_full_cells_is_refused_as_such(game: Game) -> None:
    text = f"r1 4C\nr2 4D\nr3 4H\nr4 4S\nt1 9D\n{OTHERS}"
    assert refusal(game, text, "t1 r1") == "All cells are full."
    assert refusal(game, text, "t1 r1", 2) == "Cell 1 holds a card already."


@cell_games
def test_the_card_of_a_cell_goes_to_columns_and_foundations_but_to_no_other_cell(
    game: Game,
) -> None:
    text = f"f1 AS\nr1 2S\nt1 3S\nt2 3H\nt3 9D\n{OTHERS}"
    expected = {"r1 f1", "r1 t2"} if game is FREE_CELL else {"r1 f1", "r1 t1"}
    assert {m for m in moves(game, text) if m.startswith("r1")} == expected


@cell_games
def test_a_fifth_space_opens_at_level_2(game: Game) -> None:
    text = f"r1 4C\nr2 4D\nr3 4H\nr4 4S\nt1 9D\nt2 7C\nt3 7S\n{OTHERS}"
    assert not any(" r" in move for move in moves(game, text))
    assert refusal(game, text, "t1 r5") == "Cell 5 is not open at this level."
    for level in (2, 1):
        assert "t1 r5" in moves(game, text, level)


@cell_games
def test_a_card_left_in_the_fifth_space_may_leave_at_level_3(game: Game) -> None:
    text = f"f1 AS\nr5 2S\nt1 9D\n{OTHERS}"
    assert "r5 f1" in moves(game, text)


def test_all_flowers_are_available_and_no_card_returns_to_the_bouquet() -> None:
    text = "t1 9C\nt2 2D\nt3 TS\nt4 KC\nt5 KD\nt6 KH\nr3 8H\nr16 8D"
    found = moves(BOUQUET, text)
    assert {"r3 t1", "r16 t1"} <= found
    assert not any(" r" in move for move in found)
    reason = refusal(BOUQUET, text, "t2 r1")
    assert reason == "Cards can't go from column 2 to bouquet place 1."


def test_the_last_place_of_the_bouquet_reopens_at_level_2() -> None:
    text = "t1 9C\nt2 2D\nt3 TS\nt4 KC\nt5 KD\nt6 KH\nr3 8H"
    for level in (2, 1):
        back = {m for m in moves(BOUQUET, text, level) if " r" in m}
        assert back == {f"t{n} r16" for n in range(1, 7)}
    assert not any(" r" in m for m in moves(BOUQUET, f"{text}\nr16 8D", level=2))


# -- level 1 and the exception -----------------------------------------------------------------


@cell_games
def test_level_1_fills_empty_columns_and_ignores_suits_but_moves_single_cards(game: Game) -> None:
    text = "r1 8S\nt1 9C\nt2 9D 8C\nt4 TC\nt5 KD\nt6 KH\nt7 KS\nt8 QC"
    assert "r1 t1" not in moves(game, text, level=2)
    found = moves(game, text, level=1)
    assert {"r1 t1", "r1 t3", "t2 t1", "t2 t3"} <= found
    assert "t2 t4 2" not in found


def test_at_level_1_the_bouquets_columns_move_runs() -> None:
    text = "t1 4C 9D 8D 7S\nt2 2D\nt3 TS\nt4 KC\nt5 KD\nt6 KH"
    assert "t1 t3 3" not in moves(BOUQUET, text, level=2)
    assert {m for m in moves(BOUQUET, text, level=1) if m.startswith("t1 t")} == {"t1 t3 3"}
    assert "t1 r16" in moves(BOUQUET, text, level=1)
    assert "t1 r16 2" not in moves(BOUQUET, text, level=1)


@all_three
def test_x_draws_the_card_under_an_end_card(game: Game) -> None:
    text = "f1 AH\nt1 9D 5C 2H KS\nt2 TC\nt3 JD\nt4 KC\nt5 KD\nt6 KH\nr1 4C\nr2 4D\nr3 4H\nr4 4S"
    play = play_from(game, text)
    with pytest.raises(IllegalMove):
        play.perform("t1@2 f1")
    play.perform("x")
    play.perform("t1@2 f1")
    assert "t1 9D 5C KS" in position_of(play)
    assert play.tally.exceptions == 1
    play.perform("x")
    with pytest.raises(IllegalMove):
        play.perform("t1@3 t2")


@all_three
def test_a_drawn_card_goes_to_any_legal_place(game: Game) -> None:
    play = play_from(game, "t1 9D 5C 2H KS\nt2 3H\nt3 3S\nt4 3C\nt5 KD")
    play.perform("x")
    drawn = {str(m) for m in play.legal_moves if m.depth}
    expected = {f"t1@2 r{n}" for n in range(1, 5)} if game is not BOUQUET else set()
    expected |= {"t1@2 t2"} if game is not FREE_CELL else set()
    expected |= {"t1@2 t3", "t1@2 t4"} if game is not BAKERS_GAME else set()
    columns = range(6, 7 if game is BOUQUET else 9)
    expected |= {f"t1@2 t{n}" for n in columns} if game is not BAKERS_GAME else set()
    assert drawn == expected


@all_three
def test_x_at_level_2_allows_a_move_of_level_1(game: Game) -> None:
    text = "t1 9C 8C\nt2 2D\nt3 TC\nt4 KC\nt5 KD\nt6 KH\nt7 KS\nt8 QC\nr1 8S"
    irregular = "r1 t1" if game is not BOUQUET else "t1 t3 2"
    text = text.replace("9C 8C", "9C") if game is not BOUQUET else text
    text = "\n".join(line for line in text.splitlines() if line[:2] in game.ids)
    play = play_from(game, text, level=2)
    with pytest.raises(IllegalMove):
        play.perform(irregular)
    play.perform("x")
    play.perform(irregular)
    assert play.tally.exceptions == 1


# -- sequences ---------------------------------------------------------------------------------


def expanded(game: Game, text: str, move: str, level: int = 3) -> list[str]:
    rules = game.rules(level)
    return [str(step) for step in rules.expand(position(game, text), Move.parse(move))]


SEQUENCE = "t1 2C 9H 8S 7D\nt2 TS\nt3 KC\nt4 KD\nt5 KH\nt6 KS\nt7 QC\nt8 QD"


def test_a_sequence_is_a_shortcut_but_not_a_legal_move() -> None:
    assert expanded(FREE_CELL, SEQUENCE, "t1 t2 3") == ["t1 r1", "t1 r2", "t1 t2", "r2 t2", "r1 t2"]
    assert "t1 t2 3" not in moves(FREE_CELL, SEQUENCE)
    assert after(FREE_CELL, SEQUENCE, *expanded(FREE_CELL, SEQUENCE, "t1 t2 3")) == (
        SEQUENCE.replace(" 9H 8S 7D", "").replace("TS", "TS 9H 8S 7D")
    )


def test_a_sequence_needs_a_free_space_for_each_card_but_one() -> None:
    held = f"{SEQUENCE}\nr1 2H\nr2 2S\nr3 3H"
    assert expanded(FREE_CELL, held, "t1 t2 3") == []
    reason = refusal(FREE_CELL, held, "t1 t2 3")
    assert reason == "3 cards need 2 free cells; there is 1."
    assert expanded(FREE_CELL, held.replace("\nr3 3H", ""), "t1 t2 3")[0] == "t1 r3"
    assert len(expanded(FREE_CELL, held, "t1 t2 3", level=2)) == 5  # the fifth space helps


def test_a_sequence_that_does_not_fit_is_not_a_shortcut() -> None:
    assert expanded(FREE_CELL, SEQUENCE.replace("TS", "TD"), "t1 t2 3") == []
    assert expanded(FREE_CELL, SEQUENCE.replace("8S", "8D"), "t1 t2 3") == []
    assert expanded(FREE_CELL, SEQUENCE, "t1 t2 4") == []
    assert expanded(FREE_CELL, SEQUENCE, "t1 t3") == []
    reason = refusal(FREE_CELL, SEQUENCE.replace("8S", "8D"), "t1 t2 3")
    assert reason == "7D on 8D breaks the sequence: both are red."
    reason = refusal(FREE_CELL, SEQUENCE.replace("TS", "TD"), "t1 t2 3")
    assert reason == "9H can't go on TD: both are red."


def test_a_legal_move_is_not_a_shortcut() -> None:
    assert expanded(FREE_CELL, SEQUENCE.replace("TS", "8S"), "t1 t2") == []


def test_bakers_game_moves_sequences_in_suit() -> None:
    text = SEQUENCE.replace("9H 8S 7D", "9S 8S 7S")
    assert len(expanded(BAKERS_GAME, text, "t1 t2 3")) == 5
    assert expanded(BAKERS_GAME, SEQUENCE, "t1 t2 3") == []


def test_a_sequence_may_go_to_an_empty_column() -> None:
    text = SEQUENCE.replace("t2 TS\n", "")
    assert expanded(FREE_CELL, text, "t1 t2 2") == ["t1 r1", "t1 t2", "r1 t2"]
    assert expanded(BAKERS_GAME, text, "t1 t2 2") == []


RUN = "TH 9S 8H 7S 6H 5S 4H 3S 2H"
ONTO = dict(zip(RUN.split(), ["JC", "TD", "9C", "8D", "7C", "6D", "5C", "4D", "3C"], strict=True))
"""A run of nine, and for each of its cards one that it fits on."""


def count_movable(game: Game, text: str, goal: str, level: int = 3) -> list[int]:
    """Return how many cards of RUN, from two up, can be moved from the end of t1 to t2."""
    run, found = RUN.split(), []
    for count in range(2, 10):
        onto = ONTO[run[-count]] if goal == "column" else ""
        steps = expanded(game, f"{text}\nt2 {onto}".rstrip(" "), f"t1 t2 {count}", level)
        if steps:
            made = after(game, f"{text}\nt2 {onto}".rstrip(" "), *steps, level=level)
            assert f"t2 {' '.join(filter(None, [onto, *run[-count:]]))}\n" in f"{made}\n"
            assert made.count("\n") == len(text.splitlines())  # all parked cards are back
            found.append(count)
    return found


def layout(free: int, empty: int) -> str:
    """Return the text of a position with RUN in t1 and some free cells and empty columns."""
    held = [f"r{n} A{'CDHS'[n - 1]}" for n in range(1, 5 - free)]
    filled = [f"t{n} K{'CDHS'[n % 4]}" for n in range(3, 9 - empty)]
    return "\n".join([f"t1 QC {RUN}", *filled, *held])


@pytest.mark.parametrize(
    ("free", "empty", "most"),
    [(4, 0, 5), (0, 0, 1), (0, 1, 2), (1, 1, 4), (3, 1, 8), (0, 2, 4), (2, 2, 9), (0, 3, 8)],
)
def test_each_empty_column_doubles_the_length_of_a_sequence(
    free: int, empty: int, most: int
) -> None:
    assert count_movable(FREE_CELL, layout(free, empty), "column") == list(range(2, most + 1))


@pytest.mark.parametrize(("free", "empty", "most"), [(4, 0, 5), (1, 1, 4), (0, 2, 4), (3, 1, 8)])
def test_an_empty_target_column_parks_no_cards(free: int, empty: int, most: int) -> None:
    assert count_movable(FREE_CELL, layout(free, empty), "space") == list(range(2, most + 1))


def test_a_sequence_that_is_too_long_is_refused_with_the_maximum() -> None:
    reason = refusal(FREE_CELL, f"{layout(1, 1)}\nt2 7C", "t1 t2 5")
    assert reason == ("5 cards are too many: 1 free cell and 1 empty column carry 4.")


@pytest.mark.parametrize("game", [EIGHT_OFF, SEAHAVEN_TOWERS, FORECELL], ids=lambda game: game.id)
def test_empty_columns_help_sequences_from_level_2_where_any_card_fills_them(game: Game) -> None:
    table = "t1 KC\nt2 9H 8S\nt3 TS" if game is FORECELL else "t1 KC\nt2 9H 8H\nt3 TH"
    cells = [name for name in game.ids if name[0] == "r"]
    full = table + "".join(f"\n{name} {n}C" for n, name in enumerate(cells, 2))
    for level, fits in ((3, False), (2, True)):
        play = play_from(game, full, level)
        try:
            play.push("t2 t3 2")
        except IllegalMove:
            assert not fits
        else:
            assert fits


def test_empty_columns_help_sequences_of_bakers_game_only_at_level_1() -> None:
    in_suit = layout(1, 1).replace(RUN, "TH 9H 8H 7H 6H 5H 4H 3H 2H")
    for count in range(2, 10):
        onto = ["JH", "TH", "9H", "8H", "7H", "6H", "5H", "4H", "3H"][-count]
        steps = expanded(BAKERS_GAME, f"{in_suit}\nt2 {onto}", f"t1 t2 {count}")
        assert bool(steps) == (count == 2)
    assert count_movable(BAKERS_GAME, layout(1, 1), "column", level=1) == [
        2,
        3,
        4,
        5,
        6,
    ]  # a fifth space


# -- the end -----------------------------------------------------------------------------------


@all_three
def test_the_game_is_won_with_52_cards_home(game: Game) -> None:
    assert outcome(game, full("C", "D", "H", "S")) is Outcome.WON


def test_the_game_is_over_without_moves() -> None:
    held = "r1 4C\nr2 4D\nr3 4H\nr4 4S"
    stuck = f"{held}\nt1 9C\nt2 9D\nt3 7C\nt4 7D\nt5 7H\nt6 7S\nt7 9H\nt8 9S"
    assert outcome(FREE_CELL, stuck) is Outcome.OVER
    assert outcome(FREE_CELL, stuck, level=2) is None


# -- the Classics ------------------------------------------------------------------------------


def pysolfcs(name: str, deal: int) -> tuple[list[str], list[list[str]]]:
    """Return the cards of the cells and the columns of a deal in PySolFC."""
    text = PysolGame(name, deal, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(True))
    (_, *cells), *columns = [line.split() for line in text.splitlines()]
    return [card for card in cells if card != "-"], columns


@pytest.mark.parametrize(
    ("game", "name", "filled"),
    [
        (EIGHT_OFF, "eight_off", ["r1", "r2", "r3", "r4"]),
        (SEAHAVEN_TOWERS, "seahaven_towers", ["r2", "r3"]),
        (FORECELL, "forecell", ["r1", "r2", "r3", "r4"]),
    ],
    ids=lambda value: getattr(value, "id", ""),
)
def test_pysolfcs_cards_are_dealt_to_columns_and_cells(
    game: Game, name: str, filled: list[str]
) -> None:
    table = game.opening(deals.shuffle(24680))
    lying = dict(zip(game.ids, ([*map(cards.text, pile)] for pile in table.piles), strict=True))
    cells, columns = pysolfcs(name, 24680)
    assert [pile for name, pile in lying.items() if name[0] == "t"] == columns
    assert {n: pile for n, pile in lying.items() if n[0] == "r" and pile} == {
        n: [card] for n, card in zip(filled, cells, strict=True)
    }


@pytest.mark.parametrize("game", [EIGHT_OFF, SEAHAVEN_TOWERS], ids=lambda game: game.id)
def test_columns_in_suit_whose_spaces_take_kings(game: Game) -> None:
    text = "t1 9C 8H\nt2 7H\nt3 KC\nt4 9H\nt5 2S"
    found = moves(game, text)
    assert {"t2 t1", "t1 t4", "t3 t6"} <= found
    assert not {"t2 t6", "t5 t6"} & found
    assert {"t2 t6", "t5 t6"} <= moves(game, text, level=2)
    assert "t1 t4" in moves(game, text.replace("9H", "9S"), level=1)


def test_forecell_builds_in_alternating_colours_and_begins_with_full_cells() -> None:
    text = "t1 9C\nt2 8H\nt3 8S\nt4 5D\nr1 2C\nr2 2D\nr3 2H\nr4 2S"
    assert moves(FORECELL, text) == {"t2 t1"}
    assert "t4 r1" in moves(FORECELL, text.replace("r1 2C\n", ""))
    assert "t4 t5" in moves(FORECELL, text, level=2)


def test_double_free_cell_builds_each_suit_twice() -> None:
    lower = " ".join(f"{rank}C" for rank in "A23456789TJQK")
    filled = "\n".join(f"t{n} 9S" for n in range(4, 11))
    text = f"f1 {lower}\nf2 AD\nf3 AH\nf4 AS\nt1 9H AC\nt2 2D\nt3 AD\n{filled}"
    assert {m for m in moves(DOUBLE_FREE_CELL, text) if " f" in m} == {"t1 f1", "t2 f2"}
    assert refusal(DOUBLE_FREE_CELL, text, "t3 f2") == "AD can't go on AD: 2D is wanted."
    assert refusal(DOUBLE_FREE_CELL, text, "t1 r7") == "Cell 7 is not open at this level."
    assert "t1 r7" in moves(DOUBLE_FREE_CELL, text, level=2)
    twice = "\n".join(
        f"f{n} {' '.join(f'{rank}{suit}' for rank in 'A23456789TJQK' * 2)}"
        for n, suit in enumerate("CDHS", 1)
    )
    assert outcome(DOUBLE_FREE_CELL, twice) is Outcome.WON


# -- Penguin -----------------------------------------------------------------------------------


def test_the_beaks_brothers_open_three_foundations_and_the_beak_begins_column_1() -> None:
    counts = piles_alike("f", 4, "0+1", "0+1", "0+1", "0+0")
    counts |= piles_alike("t", 7, "0+7") | piles_alike("r", 7, "0+0")
    for deal in (617, 24680):
        assert dealt(PENGUIN, deal) == counts
        table = PENGUIN.deal(deal).table
        bases = [pile[0] for pile in table.piles[:3]] + [table.piles[PENGUIN.place("t1")][0]]
        assert len({cards.rank(card) for card in bases}) == 1
        assert len({cards.suit(card) for card in bases}) == 4
        assert bases[0] == deals.shuffle(deal)[0]


BEAK_5 = "f1 5C\nf2 5D\nf3 5H\nt1 5S"


def test_only_the_rank_below_the_beak_fills_a_space_with_the_run_on_it() -> None:
    text = f"{BEAK_5} 4D 3D\nt2 9H 8H\nt3 4C\nt4 2D\nr1 4S"
    found = moves(PENGUIN, text)
    assert {"t1 t5 2", "t3 t5", "r1 t5", "t4 t1"} <= found
    assert not {"t2 t5", "t2 t5 2", "t4 t5", "t1 t5"} & found
    assert (
        refusal(PENGUIN, text, "t4 t5") == "2D can't go there: only a 4 may fill an empty column."
    )
    assert {"t2 t5", "t2 t5 2", "t4 t5"} <= moves(PENGUIN, text, level=2)


def test_penguins_runs_go_round_in_suit_and_need_no_cells() -> None:
    full_cells = "\n".join(f"r{n} {rank}S" for n, rank in enumerate("A2346789"[:7], 1))
    text = f"{BEAK_5}\nt2 TH 2C AC KC QC\nt3 3C\nt4 3D\n{full_cells}"
    found = moves(PENGUIN, text)
    assert "t2 t3 4" in found
    assert "t2 t4 4" not in found
    assert "t2 t4 4" not in moves(PENGUIN, text, level=2)
    assert "t2 t4 4" in moves(PENGUIN, text, level=1)


def test_penguins_foundations_go_on_from_the_beaks_rank_past_the_king() -> None:
    text = "f1 5C 6C 7C 8C 9C TC JC QC KC\nf2 5D\nf3 5H\nt1 5S\nt2 AC\nt3 4C"
    assert {m for m in moves(PENGUIN, text) if " f" in m} == {"t1 f4", "t2 f1"}

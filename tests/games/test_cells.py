"""Free Cell and its relatives, and Bouquet."""

import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from solterm.core import cards, deals
from solterm.core.game import Game
from solterm.core.move import IllegalMove, Move
from solterm.core.table import write
from solterm.games.cells import (
    BAKERS_GAME,
    BOUQUET,
    EIGHT_OFF,
    FORECELL,
    FREE_CELL,
    SEAHAVEN_TOWERS,
)
from tests.core.positions import play_from, position
from tests.games.tables import after, moves, position_of, refusal

all_three = pytest.mark.parametrize(
    "game", (FREE_CELL, BAKERS_GAME, BOUQUET), ids=lambda game: game.id
)


# -- the deal ----------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", [1, 617, 11_982, 32_000, 100_000, 2**32 + 17])
@pytest.mark.parametrize(
    ("game", "name"), [(FREE_CELL, "freecell"), (BAKERS_GAME, "bakers_game")], ids=["free", "baker"]
)
def test_deals_match_microsoft_and_freecell_pro(game: Game, name: str, deal: int) -> None:
    theirs = PysolGame(name, deal, RandomBase.DEALS_MS).calc_layout_string(CardRenderer(True))
    lines = write(game.deal(deal).table, game.ids).splitlines()
    ours = [line.partition(" ")[2] for line in lines if line.startswith("t")]
    assert ours == theirs.splitlines()


# -- level 1 and the exception -----------------------------------------------------------------


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

"""Spider, Spiderette, Simple Simon, Mrs Mop and Wasp."""

from itertools import pairwise

import pytest

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.games.spiders import MRS_MOP, SIMPLE_SIMON, SPIDER, SPIDERETTE, WASP
from tests.core.positions import position
from tests.games.tables import after, dealt, each, leaving, moves, piles_alike, refusal

SUIT = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"


def rest(first: int, last: int, card: str = "KD") -> str:
    """Return columns of one card each."""
    return "\n".join(f"t{number} {card}" for number in range(first, last + 1))


# -- the deals ---------------------------------------------------------------------------------


def test_spider_hides_44_cards_of_ten_columns_and_keeps_50() -> None:
    columns = piles_alike("t", 10, *["5+1"] * 4, *["4+1"] * 6)
    assert dealt(SPIDER) == {"s": "50+0", "d": "0+0"} | columns


def test_spiderette_deals_a_triangle_row_by_row_from_the_left() -> None:
    columns = piles_alike("t", 7, *[f"{n}+1" for n in range(7)])
    assert dealt(SPIDERETTE) == {"s": "24+0", "d": "0+0"} | columns
    pack, opening = SPIDERETTE.shuffle(617), Play(SPIDERETTE, 617)
    assert [opening.pile(f"t{n}")[0] & ~DOWN for n in range(2, 8)] == list(pack[:6])
    assert [opening.pile(f"t{n}")[-1] for n in range(1, 8)] == list(pack[21:28])


def test_simple_simon_shows_columns_of_eight_cards_down_to_one() -> None:
    columns = piles_alike("t", 10, *[f"0+{n}" for n in (8, 8, 8, 7, 6, 5, 4, 3, 2, 1)])
    assert dealt(SIMPLE_SIMON) == {"d": "0+0", "r": "0+0"} | columns
    pack, opening = SIMPLE_SIMON.shuffle(617), Play(SIMPLE_SIMON, 617)
    assert [opening.pile(f"t{n}")[0] for n in range(1, 10)] == list(pack[:9])
    assert [opening.pile(f"t{n}")[-1] for n in range(1, 11)] == list(pack[42:])


def test_mrs_mop_shows_both_packs_in_thirteen_columns() -> None:
    assert dealt(MRS_MOP) == {"d": "0+0", "r": "0+0"} | piles_alike("t", 13, "0+8")


def test_wasp_hides_three_cards_in_each_of_four_columns() -> None:
    assert dealt(WASP) == {"s": "3+0"} | piles_alike("t", 7, *["3+4"] * 4, *["0+7"] * 3)


@pytest.mark.parametrize(("suits", "letters"), [("4", "CDHS"), ("2", "HS"), ("1", "S")])
@each(SPIDER, SPIDERETTE)
def test_the_option_replaces_suits_and_keeps_the_ranks(
    game: Game, suits: str, letters: str
) -> None:
    four, fewer = Play(game, 617).game, Play(game, 617, options={"suits": suits}).game
    pack = fewer.shuffle(617)
    assert {cards.SUITS[cards.suit(card)] for card in pack} == set(letters)
    assert [cards.rank(card) for card in pack] == [cards.rank(card) for card in four.shuffle(617)]
    assert len(pack) == 52 * game.packs


def test_two_suits_keep_the_colours() -> None:
    two = Play(SPIDER, 617, options={"suits": "2"}).game
    for card, other in zip(SPIDER.shuffle(617), two.shuffle(617), strict=True):
        assert cards.is_red(card) == cards.is_red(other)


# -- runs and suits ----------------------------------------------------------------------------

RUN = f"t1 QD 9C 8S 7S\nt2 9H\nt3 8D\n{rest(4, 10)}"


@each(SPIDER, SIMPLE_SIMON, MRS_MOP)
def test_any_card_is_built_on_but_only_runs_in_suit_move(game: Game) -> None:
    text = f"{RUN}\n{rest(11, 13)}" if game is MRS_MOP else RUN
    assert leaving("t1", moves(game, text)) == {"t1 t2 2", "t1 t3"}
    text = text.replace("9H", "TH")
    assert refusal(game, text, "t1 t2 3") == "8S on 9C breaks the sequence: their suits differ."


def test_a_sequence_of_several_runs_is_carried_over_empty_columns_as_a_shortcut() -> None:
    text = f"t1 QD TS 9C 8S 7S 6H 5H 4C\nt2 TD\n{rest(5, 10)}"
    rules, start, six = SIMPLE_SIMON.rules(), position(SIMPLE_SIMON, text), Move("t1", "t2", 6)
    parking = ["t1 t4", "t1 t3 2", "t4 t3"]
    rebuilding = ["t1 t4 2", "t1 t2", "t4 t2 2", "t3 t4", "t3 t2 2", "t4 t2"]
    assert [str(step) for step in rules.expand(start, six)] == parking + rebuilding
    assert six not in rules.legal_moves(start)
    assert six in rules.list_runs(start, "t1")
    reason = refusal(SIMPLE_SIMON, f"{text}\nt3 KC", str(six))
    assert reason == "4 runs need more empty columns on the way."
    assert not list(SPIDER.rules().list_runs(start, "t1"))


def test_only_single_cards_are_parked_in_a_cell() -> None:
    rules = SIMPLE_SIMON.rules(2)
    text = f"t1 QD 9C 8S 7S\nt2 TH\n{rest(3, 10)}"
    assert not rules.expand(position(SIMPLE_SIMON, text), Move("t1", "t2", 3))
    text = text.replace(" 7S", "")
    steps = rules.expand(position(SIMPLE_SIMON, text), Move("t1", "t2", 2))
    assert [str(step) for step in steps] == ["t1 r", "t1 t2", "r t2"]


@each(SPIDER, SIMPLE_SIMON)
def test_at_level_1_any_descending_run_moves(game: Game) -> None:
    text = RUN.replace("9H", "TH")
    assert "t1 t2 3" not in moves(game, text, level=2)
    assert "t1 t2 3" in moves(game, text, level=1)


@each(SPIDER, SIMPLE_SIMON)
def test_a_space_takes_any_run(game: Game) -> None:
    text = RUN.replace("t3 8D", "t3")
    assert {"t1 t3", "t1 t3 2"} <= moves(game, text)
    assert "t1 t3 3" not in moves(game, text)


@each(SPIDER, SPIDERETTE, SIMPLE_SIMON)
def test_a_finished_suit_goes_to_the_web_as_the_player_wishes(game: Game) -> None:
    text = f"t1 4D {SUIT}\n{rest(2, 7)}"
    found = moves(game, text)
    assert "t1 d 13" in found
    assert after(game, text, "t1 d 13").startswith("t1 4D\n")
    assert f"d {SUIT}" in after(game, text, "t1 d 13")
    for broken in (text.replace("AS", "AH"), text.replace("KS", "KC"), text.replace(" AS", "")):
        assert not [move for move in moves(game, broken) if " d" in move]


def test_a_card_on_the_web_is_a_card_home() -> None:
    table = position(SPIDER, f"t1 {SUIT}\n{rest(2, 10)}\nd {SUIT}")
    assert SPIDER.rules().count_scored(table) == 13
    done = position(SPIDER, "d " + " ".join([SUIT] * 8))
    assert SPIDER.rules().is_won(done)


# -- the stock ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "columns"), [(SPIDER, 10), (SPIDERETTE, 7)])
def test_rows_are_dealt_only_while_no_column_is_empty(game: Game, columns: int) -> None:
    stock = "s " + " ".join(["4s"] * columns)
    spaced = f"{stock}\nt1 7D 6D\n{rest(2, columns - 1)}\nt{columns}"
    full = f"{stock}\n{rest(1, columns)}"
    assert "s" in moves(game, full)
    assert "s" not in moves(game, f"{spaced}".replace("6D", "6D 5C 4C"))
    assert "s" in moves(game, spaced.replace("6D", "6D 5C 4C"), level=2)


def test_the_last_row_of_spiderette_has_three_cards() -> None:
    play = Play(SPIDERETTE, 617)
    for _ in range(4):
        play.push("s")
    assert [len(play.pile(f"t{n}")) for n in range(1, 8)] == [5, 6, 7, 7, 8, 9, 10]
    assert play.pile("s") == ()


# -- the reserve of level 2 --------------------------------------------------------------------


@each(SIMPLE_SIMON, MRS_MOP)
def test_level_2_opens_a_place_for_one_card(game: Game) -> None:
    text = f"t1 9C 8C\nt2 9D\n{rest(3, 10 if game is SIMPLE_SIMON else 13)}"
    assert not [move for move in moves(game, text) if " r" in move]
    assert {"t1 r", "t2 r"} <= moves(game, text, level=2)
    held = text.replace("9C 8C", "9C") + "\nr 8C"
    found = moves(game, held, level=2)
    assert leaving("r", found) == {"r t1", "r t2"}
    assert "t2 r" not in found


# -- Wasp --------------------------------------------------------------------------------------

STUNG = "t1 9H 4C 8H 2S\nt2 9D\nt3 KC\nt4 KD\nt5 KS\nt6 QD\nt7"


def test_wasp_moves_any_card_with_its_load_onto_its_suit_or_into_a_space() -> None:
    found = moves(WASP, STUNG)
    assert leaving("t1", found) == {f"t1 t7 {n}".removesuffix(" 1") for n in range(1, 5)}
    assert "t6 t4" in found
    assert refusal(WASP, STUNG, "t1 t2 2") == "8H can't go on 9D: their suits differ."


def test_wasp_builds_in_one_colour_at_level_2_and_whatever_the_suits_at_level_1() -> None:
    assert "t1 t2 2" in moves(WASP, STUNG, level=2)
    assert not {"t6 t3", "t6 t5"} & moves(WASP, STUNG, level=2)
    assert {"t6 t3", "t6 t5"} <= moves(WASP, STUNG, level=1)


def test_wasps_suits_stay_in_the_columns_and_win_there() -> None:
    suits = [SUIT.replace("S", suit) for suit in "SHDC"]
    text = "\n".join(f"t{n} {suit}" for n, suit in enumerate(suits, 1))
    assert WASP.rules().is_won(position(WASP, text))
    mixed = text.replace("2S AS", "2S AH").replace("2H AH", "2H AS")
    assert not WASP.rules().is_won(position(WASP, mixed))
    assert WASP.rules().count_scored(position(WASP, mixed)) == 26


def test_every_move_of_a_level_is_one_of_the_level_below() -> None:
    for game in (SPIDER, SIMPLE_SIMON, WASP):
        table = game.deal(5).table
        legal = [set(map(str, game.rules(level).legal_moves(table))) for level in (3, 2, 1)]
        assert all(strict <= loose for strict, loose in pairwise(legal))

"""Spider, Spiderette, Simple Simon, Mrs Mop and Wasp."""

import pytest

from solterm.core import cards
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.games.spiders import SIMPLE_SIMON, SPIDER, SPIDERETTE, WASP
from tests.core.positions import position
from tests.games.tables import after, each, moves, refusal

SUIT = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"


def rest(first: int, last: int, card: str = "KD") -> str:
    """Return columns of one card each."""
    return "\n".join(f"t{number} {card}" for number in range(first, last + 1))


# -- the deals ---------------------------------------------------------------------------------


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


# -- runs and suits ----------------------------------------------------------------------------


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


@each(SPIDER, SPIDERETTE, SIMPLE_SIMON)
def test_a_finished_suit_goes_to_the_web_as_the_player_wishes(game: Game) -> None:
    text = f"t1 4D {SUIT}\n{rest(2, 7)}"
    found = moves(game, text)
    assert "t1 d 13" in found
    assert after(game, text, "t1 d 13").startswith("t1 4D\n")
    assert f"d {SUIT}" in after(game, text, "t1 d 13")
    for broken in (text.replace("AS", "AH"), text.replace("KS", "KC"), text.replace(" AS", "")):
        assert not [move for move in moves(game, broken) if " d" in move]


# -- Wasp --------------------------------------------------------------------------------------


def test_wasps_suits_stay_in_the_columns_and_win_there() -> None:
    suits = [SUIT.replace("S", suit) for suit in "SHDC"]
    text = "\n".join(f"t{n} {suit}" for n, suit in enumerate(suits, 1))
    assert WASP.rules().is_won(position(WASP, text))
    mixed = text.replace("2S AS", "2S AH").replace("2H AH", "2H AS")
    assert not WASP.rules().is_won(position(WASP, mixed))
    assert WASP.rules().count_scored(position(WASP, mixed)) == 26

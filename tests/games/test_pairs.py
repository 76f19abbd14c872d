"""Pairs, The Wish and Monte Carlo."""

from collections import Counter

import pytest

from solterm.core import cards
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.table import Table, write
from solterm.games import find
from solterm.plain.interpreter import carry_out
from tests.core.positions import legal, play_from, position
from tests.plain.line_sessions import session_at

PAIRS, WISH, CARLO = find("pairs"), find("the-wish"), find("monte-carlo")
short = pytest.mark.parametrize("game", [PAIRS, WISH], ids=lambda game: game.id)


@short
def test_the_short_pack_has_aces_and_sevens_to_kings(game) -> None:  # type: ignore[no-untyped-def]
    for number in (1, 617, 40_000):
        ranks = Counter(map(cards.rank, game.shuffle(number)))
        assert ranks == dict.fromkeys([1, 7, 8, 9, 10, 11, 12, 13], 4)
        assert len(set(game.shuffle(number))) == 32


# -- Pairs -------------------------------------------------------------------------------------


def tableau(text: str) -> Table:
    """Return a position of Pairs, in which unnamed places hold cards without a match."""
    named = {line.split()[0] for line in text.splitlines()}
    rest = (f"t{n} 2s" for n in range(1, 17) if f"t{n}" not in named)
    return position(PAIRS, "\n".join((text, *rest)))


def pairs_from(text: str, level: int = 3) -> Play:
    return play_from(PAIRS, write(tableau(text), PAIRS.ids), level)


def test_the_reserve_is_turned_and_matched_and_fills_the_gap() -> None:
    play = pairs_from("r 7c 8c 9c ks\nt1 KD\nt2 KH\nt3 QC")
    play.perform("r")
    assert play.moves == 0
    assert play.table == tableau("r 7c 8c 9c KS\nt1 KD\nt2 KH\nt3 QC")
    assert set(map(str, play.legal_moves)) == {"r t1", "r t2"}
    assert play.resolve("t2 r") == Move("r", "t2")
    play.perform("r t2")
    assert play.table == tableau("r 7c 8c\nt1 KD\nt2 9C\nt3 QC\nd KS KH")
    assert play.moves == 1
    assert play.score == 2


def test_two_tableau_cards_pair_only_if_the_turned_card_has_no_match() -> None:
    rules = PAIRS.rules()
    not_turned = tableau("r 7c 8c 9c ks\nt1 QD\nt2 QC")
    assert legal(rules, not_turned) == {"r"}
    assert "Turn the reserve's card first" in str(rules.why_not(not_turned, Move("t1", "t2")))
    matched = tableau("r 7c 8c 9c KS\nt1 QD\nt2 QC\nt3 KC")
    assert legal(rules, matched) == {"r t3"}
    assert "KS has a match" in str(rules.why_not(matched, Move("t1", "t2")))
    unmatched = tableau("r 7c 8c 9c KS\nt1 QD\nt2 QC\nt3 JC")
    assert legal(rules, unmatched) == {"t1 t2"}


# -- Monte Carlo -------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["g4", "g5", "g9", "g10", "g14", "g16", "g17", "g20"])
def test_cards_that_do_not_touch_do_not_pair_and_rows_do_not_wrap(other: str) -> None:
    table = position(CARLO, f"g6 KC\n{other} KD")
    refusal = CARLO.rules().why_not(table, CARLO.rules().resolve(table, f"g6 {other}"))
    assert refusal is not None
    assert refusal.endswith("are too far apart: they must touch.")


def test_consolidation_closes_gaps_in_reading_order_and_refills() -> None:
    cells = " ".join(f"g{n}" for n in range(1, 21)).split()
    ranks = "A23456789TJQKA23456"
    filled = {cells[n]: f"{rank}{'C' if n < 13 else 'D'}" for n, rank in enumerate(ranks)}
    del filled["g2"], filled["g6"]  # g20 is empty as well
    table = position(CARLO, "s qs js\n" + "\n".join(f"{k} {v}" for k, v in filled.items()))
    after = CARLO.rules().make(table, Move("s"))
    up = [cards.text(card) for pile in after.piles[1:21] for card in pile]
    assert up == [*filled.values(), "JS", "QS"]
    assert after.piles[CARLO.ids.index("g20")] == ()
    assert not CARLO.rules().is_turn(Move("s"))


def test_a_consolidation_that_changes_nothing_is_refused() -> None:
    rules = CARLO.rules()
    full = Play(CARLO, 617).table
    assert rules.why_not(full, Move("s")) == "No gaps to close."
    close = position(CARLO, "g1 KC\ng2 QC\ng3 JC")
    assert "No gaps to close, and" in str(rules.why_not(close, Move("s")))
    assert rules.outcome(close) is Outcome.OVER
    assert rules.why_not(position(CARLO, "g1 KC\ng3 QC"), Move("s")) is None
    assert rules.why_not(position(CARLO, "s 2c\ng1 KC\ng2 QC"), Move("s")) is None


# -- cards shown by X --------------------------------------------------------------------------


def test_arming_an_exception_does_not_repeat_an_older_look() -> None:
    session = session_at("s 2c 9h\ng1 KC\ng2 KD", "monte-carlo")
    assert carry_out(session, "x").seen == (cards.parse("9H"),)
    carry_out(session, "level 2")
    assert carry_out(session, "x").seen is None
    assert carry_out(session, "x").seen is None

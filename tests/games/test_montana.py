"""Montana."""

import pytest

from solterm.core import cards
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.table import Table
from solterm.core.vocabulary.grids import count_in_order
from solterm.core.words.pilehelp import describe
from solterm.games.single_games import MONTANA
from tests.core.positions import legal, play_from, position
from tests.games.tables import moves, refusal


def rows(table: Table) -> list[list[str]]:
    cells = [cards.text(pile[0]) if pile else "--" for pile in table.piles[1:53]]
    return [cells[first : first + 13] for first in range(0, 52, 13)]


def ordered(*suits: str, but: int = 13) -> str:
    """Return rows in order, of which the last has only so many cells filled."""
    lines = []
    for row, suit in enumerate(suits):
        for column, rank in enumerate("23456789TJQK"[: but if row == 3 else 13]):
            lines.append(f"g{row * 13 + column + 1} {rank}{suit}")
    return "\n".join(lines)


def test_the_rows_are_dealt_in_order_and_the_aces_leave_gaps() -> None:
    pack, table = MONTANA.shuffle(617), MONTANA.deal(617).table
    for card, pile in zip(pack, table.piles[1:53], strict=True):
        assert pile == (() if cards.rank(card) == cards.ACE else (card,))
    assert sorted(map(cards.text, table.piles[-1])) == ["AC", "AD", "AH", "AS"]


def test_a_gap_takes_the_next_card_of_its_left_neighbours_suit() -> None:
    there = "g1 5H\ng3 6H\ng4 KS\ng6 6S\ng20 AC"
    assert moves(MONTANA, there) == {"s", "g3 g2"}
    reason = "6S can't go there: that gap takes only 6H."
    assert refusal(MONTANA, there, "g6 g2") == reason
    assert refusal(MONTANA, there, "g6 g5") == "6S can't go there: that gap takes nothing."
    assert refusal(MONTANA, there, "g6 g8") == "6S can't go there: that gap takes nothing."
    assert refusal(MONTANA, there, "g6 g4") == "6S can't go there: KS lies on cell 4."
    assert refusal(MONTANA, there, "g6 g6") == "6S fits no empty cell now."


def test_the_head_of_a_row_takes_any_2() -> None:
    there = "g2 2H\ng3 2S\ng4 3S"
    found = moves(MONTANA, there)
    assert {f"{src} g{head}" for src in ("g2", "g3") for head in (1, 14, 27, 40)} <= found
    assert "g4 g1" not in found
    assert refusal(MONTANA, there, "g4 g1") == "3S can't go there: that gap takes only a 2."


def test_at_level_1_a_gap_takes_the_card_below_its_right_neighbour_too() -> None:
    there = "g1 5H\ng3 9C\ng4 8C\ng5 6H"
    assert moves(MONTANA, there) == {"s", "g5 g2"}
    assert moves(MONTANA, there, 1) == {"s", "g5 g2", "g4 g2"}
    assert "only 6H or 8C" in refusal(MONTANA, there, "g3 g2", 1)


def test_a_redeal_shuffles_what_is_not_in_order_and_leaves_a_gap_after_the_rest() -> None:
    rules, table = MONTANA.rules(), MONTANA.deal(617).table
    piles = list(table.piles)
    there = piles.index((cards.parse("2H"),))
    piles[1], piles[there] = piles[there], piles[1]
    table = table._replace(piles=tuple(piles))
    after = rules.make(table, Move("s"))
    assert after.passes == 1
    assert rows(after)[0][:2] == ["2H", "--"]
    for row in rows(after)[1:]:
        kept = count_in_order([() if text == "--" else (cards.parse(text),) for text in row])
        assert row.count("--") == 1 and row.index("--") <= kept
    assert after == rules.make(table, Move("s"))
    assert rows(after) != rows(rules.make(after, Move("s")))


def test_there_are_two_redeals_and_three_at_level_2() -> None:
    play = Play(MONTANA, 617)
    play.push("s")
    play.push("s")
    assert refusal(MONTANA, "g1 2H\npasses 2", "s") == "No redeals left."
    with pytest.raises(IllegalMove, match="No redeals left"):
        play.push("s")
    play.perform("level 2")
    play.push("s")


def test_cards_in_order_stay_in_a_redeal() -> None:
    there = "g1 2H\ng2 3H\ng3 4H\ng5 9C\ng6 2S\ng14 5D\ng27 2C\ng40 KD"
    table = position(MONTANA, there)
    first = [cards.text(pile[0]) if pile else "" for pile in table.piles[1:5]]
    assert first == ["2H", "3H", "4H", ""]
    assert [count_in_order(table.piles[1 + n : 14 + n]) for n in (0, 13, 26, 39)] == [3, 0, 1, 0]


def test_rows_in_order_win_and_the_cards_in_order_count() -> None:
    there = f"{ordered('C', 'D', 'H', 'S', but=11)}\ng52 KS\nd AC AD AH AS"
    play = play_from(MONTANA, there)
    assert MONTANA.rules().count_scored(play.table) == 47
    play.push("g52 g51")
    assert (play.outcome, play.mark) == (Outcome.WON, 1000)


def test_without_redeals_and_moves_the_game_is_over() -> None:
    table = position(MONTANA, "g1 KH\ng14 KS\ng27 KC\ng40 KD\ng52 9C\ng51 7C")._replace(passes=2)
    rules = MONTANA.rules()
    assert legal(rules, table) == set()
    assert rules.outcome(table) is Outcome.OVER
    assert MONTANA.rules(2).outcome(table) is None


@pytest.mark.parametrize("level", [3, 1])
def test_the_help_on_a_cell_says_what_it_takes(level: int) -> None:
    game = MONTANA.rules(level).game
    said = describe(game, "g2", position(MONTANA, "g1 5H"))
    assert "one higher in suit than the card at its left" in said
    assert ("one lower than the card at its right" in said) == (level == 1)
    assert "Left: 3 redeals." in describe(MONTANA.rules(2).game, "s", position(MONTANA, "g1 5H"))

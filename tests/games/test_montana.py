"""Montana."""

from solterm.core import cards
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.table import Table
from solterm.core.vocabulary.grids import count_in_order
from solterm.games.single_games import MONTANA
from tests.core.positions import play_from
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


def test_rows_in_order_win_and_the_cards_in_order_count() -> None:
    there = f"{ordered('C', 'D', 'H', 'S', but=11)}\ng52 KS\nd AC AD AH AS"
    play = play_from(MONTANA, there)
    assert MONTANA.rules().count_scored(play.table) == 47
    play.push("g52 g51")
    assert (play.outcome, play.mark) == (Outcome.WON, 1000)

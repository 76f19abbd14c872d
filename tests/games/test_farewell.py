"""A Farewell to Kings by its manual: placing, books and orphans."""

from functools import partial

import pytest

from solterm.advice.quick import Hint
from solterm.core import cards
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.table import write
from solterm.games.farewell import FAREWELL_TO_KINGS as FAREWELL
from solterm.plain import prose
from tests.core.positions import play_from
from tests.games import tables


def laid(*rows: str, first: int = 1) -> str:
    """Return the text of cells from the rows of the grid; ``--`` is an empty cell."""
    return "\n".join(
        f"g{first + 12 * number + column} {card}"
        for number, row in enumerate(rows)
        for column, card in enumerate(row.split())
        if card != "--"
    )


moves = partial(tables.moves, FAREWELL)
refusal = partial(tables.refusal, FAREWELL)


def after(text: str, *events: str, level: int = 3) -> Play:
    play = play_from(FAREWELL, text, level)
    for event in events:
        play.perform(event)
    return play


def showing(play: Play) -> set[str]:
    """Return the piles that are not empty."""
    return {line for line in write(play.table, FAREWELL.ids).splitlines() if " " in line}


def gone(*ranks: int) -> str:
    """Return the text of the discard after some books have left."""
    left = (cards.text(cards.card(rank, suit)) for rank in ranks for suit in range(4))
    return f"d {' '.join(left)}"


KINGS = laid("KS KC KD KH", first=53)


# -- placing -----------------------------------------------------------------------------------


def test_a_card_goes_next_to_one_of_its_suit_or_rank_but_not_diagonally() -> None:
    assert moves(f"h1 5C\n{KINGS}") == {"h1 g42", "h1 g66"}
    assert moves(f"h2 5S\n{KINGS}") == {"h2 g41", "h2 g65", "h2 g52"}
    beside = laid("-- --", "-- 5D", first=1)
    assert moves(f"h1 5C\n{beside}") == {"h1 g2", "h1 g13", "h1 g15", "h1 g26"}


def test_a_card_must_match_every_neighbour() -> None:
    """In the manual's diagram, hearts are left and below, and the Nine of diamonds is above."""
    around = laid("-- 9D --", "AH -- --", "-- 7H --")
    others = [card for card in map(cards.text, cards.pack()) if card[0] != "K"]
    fitting = [card for card in others if "h1 g14" in moves(f"h1 {card}\n{around}")]
    assert [card for card in fitting if card not in around] == ["9H"]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("h1 g41", "5C can't lie beside KS: neither rank nor suit is the same."),
        ("h1 g1", "5C must lie right beside another card."),
        ("h2 g1", "Hand place 2 is empty."),
        ("h1 g42 2", "Cards are placed one at a time."),
        ("g53 g42", "KS is placed and stays."),
        ("g1 g2", "Cell 1 is empty."),
        ("s g42", "A card of the stock comes to the hand before it is placed."),
        ("h1 g109", "There is no pile 'g109' here; there are s, h1-h4, g1-g108, d."),
    ],
)
def test_refusals_have_a_reason(move: str, reason: str) -> None:
    assert refusal(f"h1 5C\n{KINGS}\ns 2d", move) == reason


# -- the hand ----------------------------------------------------------------------------------


def test_an_empty_hand_is_filled_from_the_stock() -> None:
    play = after(f"s 2s 3s 4s 5s 6s\n{KINGS}")
    assert set(map(str, play.legal_moves)) == {"s"}
    play.perform("s")
    assert {"s 2s", "h1 6S", "h2 5S", "h3 4S", "h4 3S"} <= showing(play)
    assert play.moves == 0


def test_the_hand_is_not_filled_while_one_of_its_cards_can_be_played() -> None:
    reason = "The hand is filled when none of its cards can be played: 5C can."
    assert refusal(f"s 2s\nh3 5C\n{KINGS}", "s") == reason


# -- books -------------------------------------------------------------------------------------


def test_a_book_leaves_automatically_when_its_last_card_is_placed() -> None:
    play = after(f"h1 AH\n{KINGS}\n{laid('AS AC', 'AD --', first=14)}", "h1 g27")
    assert showing(play) == set(f"d AS AC AD AH\n{KINGS}".splitlines())


@pytest.mark.parametrize("shape", [("AS AC AD --",), ("AS AC --", "-- AD --")])
def test_only_a_square_is_a_book(shape: tuple[str, ...]) -> None:
    cell = "g17" if len(shape) == 1 else "g28"
    play = after(f"h1 AH\n{KINGS}\n{laid(*shape, first=14)}", f"h1 {cell}")
    assert not play.pile("d")


def test_a_higher_book_waits_until_the_lower_ones_are_gone() -> None:
    twos = laid("2S 2C", "2D --", first=18)
    text = f"h1 AH\nh2 2H\n{KINGS}\n{laid('AS AC', 'AD --', first=14)}\n{twos}"
    play = after(text, "h2 g31")
    assert not play.pile("d")
    assert play.outcome is None
    play.perform("h1 g27")
    assert showing(play) == set(f"d AS AC AD AH 2S 2C 2D 2H\n{KINGS}".splitlines())


def test_the_kings_leave_with_the_last_book_and_the_game_is_won() -> None:
    text = f"h1 QH\n{gone(*range(1, 12))}\n{KINGS}\n{laid('QS QC', 'QD --')}"
    play = after(text)
    assert play.outcome is None
    play.perform("h1 g14")
    assert play.outcome is Outcome.WON
    assert len(play.pile("d")) == 52
    assert play.mark == 1000


# -- orphans -----------------------------------------------------------------------------------

ORPHANED = f"h1 AH\nh2 5S\ns 2s\n{KINGS}\n{laid('AS AC 7C', 'AD --', first=14)}"
"""The Ace of hearts on g27 completes the book, and leaves the Seven of clubs on g16 alone."""


def test_an_orphan_moves_before_any_other_card() -> None:
    play = after(ORPHANED, "h1 g27")
    assert set(map(str, play.legal_moves)) == {"g16 g42", "g16 g66"}
    for move in ("h2 g41", "s", "g53 g42"):
        with pytest.raises(IllegalMove, match=r"^7C is left alone: it must be moved before any"):
            play.perform(move)
    with pytest.raises(IllegalMove, match=r"^7C can't lie beside KS: neither rank nor suit"):
        play.perform("g16 g52")
    with pytest.raises(IllegalMove, match=r"^7C must lie right beside another card\.$"):
        play.perform("g16 g17")
    with pytest.raises(IllegalMove, match=r"^7C must go to another cell\.$"):
        play.perform("g16 g16")
    play.perform("g16 g42")
    assert "g42 7C" in showing(play)
    assert "h2 g52" in set(map(str, play.legal_moves))


def test_an_orphan_that_fits_nowhere_loses() -> None:
    lonely = f"h1 AH\nh2 5S\ns 2s\ng108 KS\n{laid('AS AC 7C', 'AD --', first=14)}"
    assert after(lonely, "h1 g27").outcome is Outcome.OVER


def test_two_cards_cut_off_together_are_not_orphans() -> None:
    text = f"h1 AH\nh2 5S\n{KINGS}\n{laid('AS AC 7C 8C', 'AD --', first=14)}"
    play = after(text, "h1 g27")
    assert "h2 g41" in set(map(str, play.legal_moves))
    assert not any(str(move).startswith("g") for move in play.legal_moves)


def test_the_next_book_waits_until_all_orphans_have_moved() -> None:
    twos = laid("2S 2C", "2D 2H", first=21)
    play = after(f"{ORPHANED}\n{twos}", "h1 g27")
    assert len(play.pile("d")) == 4
    play.perform("g16 g42")
    assert len(play.pile("d")) == 8


# -- levels and the exception ------------------------------------------------------------------

SEVENS = f"h1 7H\nh2 5S\n{KINGS}\n{laid('7S 7C', '7D --', first=14)}"


def test_at_level_2_books_leave_in_any_order() -> None:
    assert not after(SEVENS, "h1 g27").pile("d")
    assert len(after(SEVENS, "h1 g27", level=2).pile("d")) == 4
    assert len(after(SEVENS, "h1 g27", level=1).pile("d")) == 4


def test_a_waiting_book_leaves_with_the_first_action_at_level_2() -> None:
    waiting = after(SEVENS, "h1 g27", "level 2")
    waiting.perform("h2 g41")
    assert len(waiting.pile("d")) == 4
    alone = after(SEVENS.replace("h2 5S\n", ""), "h1 g27")
    assert alone.outcome is Outcome.OVER
    alone.perform("level 2")
    assert alone.outcome is None
    assert _told(alone, "s") == "7S 7C 7D 7H leave the grid as a book."
    alone.perform("s")
    assert len(alone.pile("d")) == 4


def _told(play: Play, move: str) -> str:
    made = Move.parse(move)
    report = prose.tell_done(play.rules.game, play.traced, play.rules.make(play.traced, made), made)
    found = Hint.of(play.rules, play.known, [made])
    assert found.text.startswith(f"{report.removesuffix('.')}: that "), "with its reason"
    return report


def test_undo_and_redo_at_level_2_restore_a_table_of_level_3_as_it_was() -> None:
    play = after(SEVENS, "h1 g27")
    waiting = play.table
    play.perform("h2 g41")
    on = play.table
    for event, table in (("level 2", on), ("undo", waiting), ("redo", on), ("undo", waiting)):
        play.perform(event)
        assert play.table == table
    play.perform("level 1")
    play.perform("level 2")
    assert play.table == waiting

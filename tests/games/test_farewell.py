"""A Farewell to Kings by its manual: placing, books and orphans."""

from functools import partial

import pytest

from solterm.advice.quick import Hint
from solterm.core import cards, deals
from solterm.core.cards import DOWN
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


# -- the deal ----------------------------------------------------------------------------------


def test_the_kings_start_in_the_centre_and_four_cards_are_drawn() -> None:
    pack = deals.shuffle(617)
    piles = dict(zip(FAREWELL.ids, FAREWELL.opening(pack).piles, strict=True))
    assert [cards.text(piles[f"g{n}"][-1]) for n in range(53, 57)] == ["KS", "KC", "KD", "KH"]
    assert sum(map(len, (pile for name, pile in piles.items() if name[0] == "g"))) == 4
    others = [card for card in pack if cards.rank(card) != cards.KING]
    assert [piles[f"h{n}"] for n in range(1, 5)] == [(card,) for card in others[:4]]
    assert piles["s"] == tuple(card | DOWN for card in reversed(others[4:]))
    assert len(piles["s"]) == 44
    assert piles["d"] == ()


# -- placing -----------------------------------------------------------------------------------


def test_a_card_goes_next_to_one_of_its_suit_or_rank_but_not_diagonally() -> None:
    assert moves(f"h1 5C\n{KINGS}") == {"h1 g42", "h1 g66"}
    assert moves(f"h2 5S\n{KINGS}") == {"h2 g41", "h2 g65", "h2 g52"}
    beside = laid("-- --", "-- 5D", first=1)
    assert moves(f"h1 5C\n{beside}") == {"h1 g2", "h1 g13", "h1 g15", "h1 g26"}


def test_rows_are_not_joined_at_their_ends() -> None:
    assert moves("h1 5C\ng12 8C") == {"h1 g11", "h1 g24"}
    assert moves("h1 5C\ng13 8C") == {"h1 g1", "h1 g14", "h1 g25"}


def test_a_card_must_match_every_neighbour() -> None:
    """In the manual's diagram, hearts are left and below, and the Nine of diamonds is above."""
    around = laid("-- 9D --", "AH -- --", "-- 7H --")
    others = [card for card in map(cards.text, cards.pack()) if card[0] != "K"]
    fitting = [card for card in others if "h1 g14" in moves(f"h1 {card}\n{around}")]
    assert [card for card in fitting if card not in around] == ["9H"]


def test_a_card_that_does_not_match_is_named() -> None:
    reason = "5C can't lie beside KS: neither rank nor suit is the same."
    assert refusal(f"h1 5C\n{KINGS}", "h1 g52") == reason
    reason = "5C can't lie beside KH: neither rank nor colour is the same."
    assert refusal(f"h1 5C\n{KINGS}", "h1 g57", level=1) == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("h1 g41", "5C can't lie beside KS: neither rank nor suit is the same."),
        ("h1 g1", "5C must lie right beside another card."),
        ("h1 g43", "5C can't lie beside KD: neither rank nor suit is the same."),
        ("h1 g53", "5C can't go there: KS lies on cell 53."),
        ("h2 g1", "Hand place 2 is empty."),
        ("h1", "Name the cell for the card of hand place 1, as in h1 g1."),
        ("h1 g42 2", "Cards are placed one at a time."),
        ("h1 d", "Name the cell for the card of hand place 1, as in h1 g1."),
        ("g53 g54", "KS is placed and stays."),
        ("g53 g42", "KS is placed and stays."),
        ("g1 g2", "Cell 1 is empty."),
        ("s g42", "A card of the stock comes to the hand before it is placed."),
        ("d", "The discard does nothing by itself."),
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


def test_a_short_stock_fills_what_it_can() -> None:
    assert {"h1 3S", "h2 2S"} <= showing(after(f"s 2s 3s\n{KINGS}", "s"))


def test_the_hand_is_not_filled_while_one_of_its_cards_can_be_played() -> None:
    reason = "The hand is filled when none of its cards can be played: 5C can."
    assert refusal(f"s 2s\nh3 5C\n{KINGS}", "s") == reason


STUCK = "g1 KS"
"""No heart, diamond or club can be played here, except Kings."""


def test_the_hand_is_filled_when_none_of_its_cards_can_be_played() -> None:
    text = f"s 2s 3s 4s\nh1 5C\nh3 6D\n{STUCK}"
    assert moves(text) == {"s"}
    assert {"h1 5C", "h2 4S", "h3 6D", "h4 3S", "s 2s"} <= showing(after(text, "s"))


def test_four_cards_that_cannot_be_played_lose() -> None:
    text = f"s 2s 3s 4s\nh1 5C\nh2 7H\nh3 6D\nh4 9D\n{STUCK}"
    assert moves(text) == set()
    assert refusal(text, "s") == "The hand is full, and none of its cards can be played."
    assert after(text).outcome is Outcome.OVER


def test_a_hand_that_cannot_be_played_loses_when_the_stock_is_out() -> None:
    text = f"h1 5C\n{STUCK}"
    assert refusal(text, "s") == "The stock is out."
    assert after(text).outcome is Outcome.OVER
    assert after(f"s 2s\n{text}").outcome is None


# -- books -------------------------------------------------------------------------------------

ACES = laid("AS AC --", "-- AD --", first=14)
"""The Ace of hearts is missing from g26."""


def test_a_book_leaves_automatically_when_its_last_card_is_placed() -> None:
    play = after(f"h1 AH\n{KINGS}\n{laid('AS AC', 'AD --', first=14)}", "h1 g27")
    assert showing(play) == set(f"d AS AC AD AH\n{KINGS}".splitlines())


@pytest.mark.parametrize("shape", [("AS AC AD --",), ("AS AC --", "-- AD --")])
def test_only_a_square_is_a_book(shape: tuple[str, ...]) -> None:
    cell = "g17" if len(shape) == 1 else "g28"
    play = after(f"h1 AH\n{KINGS}\n{laid(*shape, first=14)}", f"h1 {cell}")
    assert not play.pile("d")


def test_no_book_wraps_around_the_ends_of_rows() -> None:
    play = after(f"h1 AH\n{KINGS}\ng12 AS\ng13 AC\ng24 AD", "h1 g25")
    assert not play.pile("d")


def test_a_higher_book_waits_until_the_lower_ones_are_gone() -> None:
    twos = laid("2S 2C", "2D --", first=18)
    text = f"h1 AH\nh2 2H\n{KINGS}\n{laid('AS AC', 'AD --', first=14)}\n{twos}"
    play = after(text, "h2 g31")
    assert not play.pile("d")
    assert play.outcome is None
    play.perform("h1 g27")
    assert showing(play) == set(f"d AS AC AD AH 2S 2C 2D 2H\n{KINGS}".splitlines())


def test_kings_are_not_a_book() -> None:
    play = after(f"h1 KH\n{gone(*range(1, 12))}\n{laid('KS KC', 'KD --')}", "h1 g14", level=2)
    assert len(play.pile("d")) == 44
    assert play.rules.count_scored(play.table) == 44


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


def test_a_king_is_never_an_orphan() -> None:
    text = f"h1 AH\nh2 5S\ng108 KS\n{laid('AS AC KC', 'AD --', first=14)}"
    assert set(map(str, after(text, "h1 g27").legal_moves)) == {"h2 g96", "h2 g107"}


TWO_ORPHANS = f"h1 AH\nh2 5S\n{KINGS}\n{laid('AS AC 7C', 'AD --', '6D', first=14)}"


def test_the_player_chooses_among_several_orphans() -> None:
    play = after(TWO_ORPHANS, "h1 g27")
    starts = {move.src for move in play.legal_moves}
    assert starts == {"g16", "g38"}
    reason = play.rules.why_not(play.table, Move("h2", "g41"))
    assert reason == "7C and 6D are left alone: they must be moved before anything else."
    play.perform("g38 g43")
    assert {move.src for move in play.legal_moves} == {"g16"}


def test_an_orphan_that_gains_a_neighbour_is_no_longer_one() -> None:
    text = TWO_ORPHANS.replace("6D", "7D")
    play = after(text, "h1 g27", "g38 g17")
    assert "h2 g41" in set(map(str, play.legal_moves))
    assert {move.src for move in play.legal_moves} == {"h2"}


def test_the_next_book_waits_until_all_orphans_have_moved() -> None:
    twos = laid("2S 2C", "2D 2H", first=21)
    play = after(f"{ORPHANED}\n{twos}", "h1 g27")
    assert len(play.pile("d")) == 4
    play.perform("g16 g42")
    assert len(play.pile("d")) == 8


def test_an_orphan_may_complete_a_book() -> None:
    text = (
        f"h1 AH\n{KINGS}\n{laid('AS AC 2C', 'AD --', first=14)}\n{laid('2S --', '2D 2H', first=80)}"
    )
    play = after(text, "h1 g27", "g16 g81")
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


def test_at_level_1_colours_match_instead_of_suits() -> None:
    text = f"h1 5C\n{KINGS}"
    assert moves(text, 2) == moves(text) == {"h1 g42", "h1 g66"}
    assert moves(text, 1) == {"h1 g42", "h1 g66", "h1 g41", "h1 g65", "h1 g52"}


def test_x_at_level_3_shows_the_next_four_cards() -> None:
    play = after(f"s 2s 3s 4s 5s 6s\nh1 5C\n{KINGS}")
    assert [cards.text(card) for card in play.exception()] == ["6S", "5S", "4S", "3S"]
    assert play.tally.exceptions == 1
    assert "h1 5C" in showing(play)


def test_x_at_level_2_allows_one_card_that_matches_by_colour() -> None:
    play = after(f"s 2s\nh1 5C\nh2 6C\n{KINGS}", "x", level=2)
    play.perform("h1 g52")
    assert play.tally.exceptions == 1
    with pytest.raises(IllegalMove, match="neither rank nor suit"):
        play.perform("h2 g41")


def test_an_armed_exception_does_not_affect_filling_the_hand() -> None:
    play = Play(FAREWELL, 3417, level=2, options={"size": "small"})
    for event in ("x", "h4 g26", "h2 g46", "h1 g56", "x"):
        play.perform(event)
    assert Move("s") in play.rules.legal_moves(play.table)
    play.perform("s")
    assert play.armed


# -- score -------------------------------------------------------------------------------------


def test_cards_in_waiting_and_finished_books_count_for_the_mark() -> None:
    waiting = after(SEVENS, "h1 g27")
    assert waiting.mark == 40
    assert waiting.score == 40
    gone_at_once = after(ORPHANED, "h1 g27", "g16 g42")
    assert gone_at_once.mark == 40
    assert FAREWELL.own_score is None

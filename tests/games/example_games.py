"""Tests of the example's games, which solterm finds by the package's entry point.

``test_published`` runs this module in a process that has the package installed.
"""

import pytest

from solterm.core import cards, deals
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.games import catalogue, find, others, search
from tests.core.strategies import act

EXAMPLES = ["number-ten", "simon-jester", "royal-marriage"]


def test_games_of_packages_come_after_the_catalogue() -> None:
    assert list(catalogue(published=True)) == [*catalogue(), *EXAMPLES]
    assert others().troubles == ()
    assert list(others().games) == EXAMPLES
    assert search("Number Ten") is find("number-ten")


@pytest.mark.parametrize(("suits", "letters"), [("1", "S"), ("2", "HS"), ("4", "CDHS")])
def test_simon_jester_can_be_played_with_one_two_or_four_suits(suits: str, letters: str) -> None:
    jester = find("simon-jester")
    play = Play(jester, 617, options={"suits": suits})
    assert {"CDHS"[card >> 4 & 3] for card in play.game.shuffle(617)} == set(letters)
    assert len(play.game.shuffle(deals.FIRST)) == play.game.in_play == 104
    for choice in range(40):
        act(play, choice * 5)
    again = record.read(record.write(play)).replay(find)
    assert (again.table, again.options) == (play.table, play.options)


def test_royal_marriage_closes_gaps_and_is_won_with_the_king_beside_the_queen() -> None:
    marriage = find("royal-marriage")
    rules, play = marriage.rules(), Play(marriage, 5)
    assert [cards.text(play.pile(name)[0]) for name in ("t1", "t52")] == ["QH", "KH"]
    for _ in range(3):
        before = len(play.pile("d"))
        play.push(next(iter(play.legal_moves)))
        left = 52 - len(play.pile("d"))
        assert before < len(play.pile("d")) <= before + 2
        assert [len(pile) for pile in play.table.piles[:52]] == [1] * left + [0] * (52 - left)
    ends = (play.pile("t1"), play.pile(f"t{left}"))
    rest = tuple(card for card in marriage.shuffle(5) if (card,) not in ends)
    assert rules.is_won(play.table._replace(piles=(*ends, *((),) * 50, rest)))


def test_royal_marriage_names_the_cards_that_leave_in_either_order() -> None:
    play = Play(find("royal-marriage"), 5, 1)
    two = next(move for move in play.legal_moves if move.dst != "d")
    assert play.rules.resolve(play.table, f"{two.dst} {two.src}") == two

"""Views contain only cards the player has seen, and arrangements match them."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from solterm.advice.trials import arrange
from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.games import find
from tests.core.positions import play_from
from tests.core.strategies import every_game

FACE = ~DOWN


def begun(game: Game, moves: int = 5) -> Play:
    play, chance = Play(game, 617), Random(3)
    for _ in range(moves):
        if legal := list(play.legal_moves):
            play.push(chance.choice(legal))
    return play


@every_game
def test_arrangements_hold_the_whole_pack_and_keep_known_cards(game: Game) -> None:
    play = begun(game)
    view = View.of(play)
    if not view.can_arrange:
        return
    whole = Counter(card & FACE for card in game.shuffle(617))
    for table in islice(arrange(view), 2):
        assert Counter(card & FACE for pile in table.piles for card in pile) == whole
        for known, was, pile in zip(view.table.piles, play.table.piles, table.piles, strict=True):
            assert [card & DOWN for card in was] == [card & DOWN for card in pile]
            assert all(a in (b, b & DOWN) for a, b in zip(known, pile, strict=True))


@every_game
def test_a_view_round_trips_as_text_without_a_deal_number(game: Game) -> None:
    view = View.of(begun(game))
    assert View.read(view.write(), find) == view
    assert view.table.deal == 0
    assert "deal" not in view.write()


def test_equal_views_lead_to_the_same_arrangements() -> None:
    view = View.of(begun(find("klondike-deal-3")))
    again = View.read(view.write(), find)
    assert list(islice(arrange(view), 3)) == list(islice(arrange(again), 3))
    assert len(set(islice(arrange(view), 3))) == 3


@pytest.mark.parametrize("name", ["free-cell", "bouquet", "beleaguered-castle", "bakers-game"])
def test_games_without_hidden_cards_are_open(name: str) -> None:
    assert View.of(Play(find(name), 1)).is_open


def test_a_single_unseen_card_is_known() -> None:
    left = " ".join(
        cards.text(card) for card in cards.pack() if cards.text(card) not in ("QS", "KS")
    )
    assert View.of(play_from(find("klondike-deal-1"), f"t1 {left}\nt2 qs KS")).is_open
    left = left.replace("JS", "")
    assert not View.of(play_from(find("klondike-deal-1"), f"t1 {left}\nt2 qs js KS")).is_open


def test_a_game_with_reshuffles_is_never_open_and_draws_random_ones() -> None:
    view = View.of(Play(find("three-shuffles-and-a-draw"), 1))
    assert not view.is_open
    assert len({table.deal for table in islice(arrange(view), 4)}) > 1


def test_a_pack_drawn_by_chance_is_not_arranged() -> None:
    assert not View.of(Play(find("concentration"), 1)).can_arrange


def test_cards_dealt_by_rank_stay_in_their_piles() -> None:
    lady = find("lady-of-the-manor")
    ranks = {name: {card & 15 for card in pile} for name, pile in _reserves(lady)}
    table = next(arrange(View.of(Play(lady, 1))))
    for name, place in lady.index.items():
        if name in ranks:
            assert {card & 15 for card in table.piles[place]} == ranks[name]


def _reserves(game: Game) -> list[tuple[str, tuple[int, ...]]]:
    table = Play(game, 1).table
    return [(name, table.piles[at]) for name, at in game.index.items() if name[0] == "r"]

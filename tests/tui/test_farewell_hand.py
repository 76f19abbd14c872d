"""A Farewell to Kings: picking an empty place of the hand deals the next four cards."""

import pytest

from solterm.core.play.play import Play
from solterm.games import find
from tests.tui.table import TablePlayer, at_table

FAREWELL = find("farewell-to-kings")


def _moves_until_the_hand_is_empty(deal: int) -> tuple[str, ...]:
    """Return moves after which the stock can fill the hand and its first place is empty."""
    play = Play(FAREWELL, deal)
    while "s" not in map(str, play.legal_moves):
        play.push(next(iter(play.legal_moves)))
    assert not play.pile("h1")
    return tuple(play.events)


@pytest.mark.parametrize("way", ["enter", "space", "click"])
def test_an_empty_place_of_the_hand_deals_the_next_cards(way: str) -> None:
    player = at_table("farewell-to-kings", 3, events=_moves_until_the_hand_is_empty(3))
    _pick(player, way)
    assert player.play.events[-1] == "s"
    assert player.play.pile("h1")


def test_an_empty_place_says_so_while_a_card_can_be_placed() -> None:
    player = at_table("farewell-to-kings", 3)
    player.commands.push(next(move for move in player.play.legal_moves if move.src == "h1"))
    _pick(player, "enter")
    assert player.notice.startswith("The hand is filled when none of its cards can be played")


def _pick(player: TablePlayer, way: str) -> None:
    if way == "click":
        player.click("h1", depth=0)
    else:
        player.hand.cursor = "h1"
        player.press(way)

"""Winnable deals kept for later."""

from pathlib import Path

from solterm.context import Context
from solterm.games import find
from solterm.sessions.winnables import ANY, Shelf

GAME = find("farewell-to-kings")


def shelf(home: Path, **options: str) -> Shelf:
    return Shelf(Context(folder=home), GAME, 3, options)


def test_any_difficulty_takes_uncompared_deals_first(home: Path) -> None:
    shelf(home).keep({"hard": [[7, 90]], ANY: [[5, 10]], "easy": [[6, 3]]})
    assert [shelf(home).take(ANY) for _ in range(4)] == [5, 6, 7, None]


def test_a_difficulty_takes_no_other_deals(home: Path) -> None:
    shelf(home).keep({"hard": [[7, 90]], ANY: [[5, 10]]})
    assert [shelf(home).has(each) for each in ("easy", "hard", ANY)] == [False, True, True]
    assert shelf(home).take("easy") is None
    assert [shelf(home).take("hard") for _ in range(2)] == [7, None]


def test_a_deal_found_again_is_kept_once_under_its_last_difficulty(home: Path) -> None:
    shelf(home).keep({ANY: [[5, 10]]})
    shelf(home).keep({"hard": [[5, 10]]})
    assert shelf(home).uncompared == []
    assert [shelf(home).take(ANY) for _ in range(2)] == [5, None]


def test_twenty_deals_of_a_difficulty_are_kept(home: Path) -> None:
    shelf(home).keep({"easy": [[deal, 1] for deal in range(1, 26)]})
    taken = []
    while deal := shelf(home).take("easy"):
        taken.append(deal)
    assert len(taken) == 20


def test_options_in_another_order_are_the_same(home: Path) -> None:
    shelf(home, a="1", b="2").keep({"easy": [[5, 1]]})
    assert not shelf(home, a="2", b="2").has("easy")
    assert shelf(home, b="2", a="1").take("easy") == 5

"""Two hosts with one database: their players see the same boards."""

from collections.abc import Callable

import psycopg
import pytest

from solterm.contests.tournaments import NameTaken, deals_of, list_published, publish
from solterm.context import DATABASE, PLAYER, SHARED
from solterm.games import find
from solterm.sessions.boards import Boards
from solterm.store import players
from solterm.store.errors import SharedError, StoreError
from solterm.store.interface import Claimed
from solterm.store.store import Store
from tests.contests.claims import a_day, claim, played
from tests.contests.laid_out import cup_of
from tests.here import here
from tests.store.opening import boards

As = Callable[[str], None]
DAY = "daily:2026-11-21"


@pytest.fixture
def become(database: str, monkeypatch: pytest.MonkeyPatch) -> As:
    """Make this process the session of a named player, with empty boards."""
    monkeypatch.setenv(DATABASE, database)
    monkeypatch.delenv(SHARED, raising=False)

    def named(name: str) -> None:
        monkeypatch.setenv(PLAYER, name)

    named("ann")
    Store.open()
    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute("TRUNCATE shared_claim, own_claim, tournament, verdict")
    return named


def test_all_players_see_a_result_with_its_proof(become: As) -> None:
    entry = boards().take(a_day())
    become("bob")
    theirs = boards()
    assert theirs.names() == [DAY]
    assert [each.digest for each in theirs.top(DAY)] == [entry.digest]
    assert theirs.complaint == ""
    assert [text for _, text in theirs.list_proved(DAY)] == [a_day()]


def test_a_result_belongs_to_the_first_who_entered_it(become: As) -> None:
    boards().take(a_day())
    (first,) = _lying()
    become("bob")
    with pytest.raises(StoreError, match="entered here by another account"):
        boards().take(claim("sheet:demon", [played("demon", deal) for deal in (1, 2)]))
    boards().take(a_day())
    assert _lying() == [first]
    become("ann")
    assert {each.owner for each in _lying()} == {first.owner}


def _lying() -> list[Claimed]:
    store = boards()._shared
    assert store
    return list(store.claims(DAY))


def test_clearing_a_board_leaves_the_shared_results(become: As) -> None:
    mine = boards()
    mine.take(a_day())
    mine.clear(DAY)
    assert mine._own.boards() == []
    become("bob")
    assert len(boards().top(DAY)) == 1


def enter_without_connection(mine: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise SharedError("The line is dead")

    assert mine._shared
    with monkeypatch.context() as dead:
        dead.setattr(mine._shared, "add_claim", fail)
        mine.take(a_day())


def test_an_unsent_result_is_sent_later(become: As, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = boards()
    enter_without_connection(mine, monkeypatch)
    assert mine.complaint == (
        "The shared boards in this host's database cannot be written (The line is dead);"
        " your results are kept and sent there later."
    )
    become("bob")
    assert boards().names() == []
    become("ann")
    boards().send()
    become("bob")
    assert boards().names() == [DAY]


def test_tending_the_store_sends_unsent_results(
    become: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open()
    enter_without_connection(Boards(store, find), monkeypatch)
    store.pending_writes._due = 0
    assert store.tend()
    become("bob")
    assert boards().names() == [DAY]


def test_a_tournament_is_published_once(become: As) -> None:
    cup = cup_of("Cup", ("corners", "fly"), (42, 617))
    publish(here(), cup.next_turn())
    publish(here(), cup)
    become("bob")
    assert list_published(here()) == ([cup], [])
    with pytest.raises(NameTaken):
        publish(here(), cup_of("CUP", ("corners",), (7,)))
    assert deals_of(Store.open(), "tournament:Cup") == [("corners", 42), ("fly", 617)]


def test_a_profile_is_created_once(become: As) -> None:
    mine = players.profile(here())
    become("bob")
    assert players.profile(here()) != mine
    become("ann")
    assert players.profile(here()) == mine

"""Two hosts with one database: their players see the same boards."""

from collections.abc import Callable

import psycopg
import pytest

from solterm.contests.boards import Boards
from solterm.contests.tournaments import NameTaken, deals_of, list_published, publish
from solterm.context import DATABASE, PLAYER, SHARED
from solterm.store.errors import SharedError
from solterm.store.postgres.player_rows import SharedRows
from solterm.store.store import Store
from tests.contests.laid_out import cup_of
from tests.contests.results import DAY, a_day, enter_day, share
from tests.here import here
from tests.store.opening import boards

As = Callable[[str], None]


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
        owner.execute(
            "TRUNCATE shared_result, result, tournament, contest, contest_game, play, event"
        )
    return named


def test_all_players_see_a_result_with_its_games(become: As) -> None:
    entered = enter_day(Store.open())
    events = boards().records(entered)[0].events
    become("bob")
    theirs = boards()
    assert theirs.names() == [DAY]
    (seen,) = theirs.top(DAY)
    assert (seen.digest, theirs.complaint) == (entered.digest, "")
    assert theirs.records(seen)[0].events == events != ()


def test_a_result_belongs_to_the_first_who_shared_it(become: As) -> None:
    share(a_day())
    (first,) = boards().top(DAY)
    become("bob")
    share(a_day())
    assert boards().top(DAY) == [first]


def enter_without_connection(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise SharedError("The line is dead")

    with monkeypatch.context() as dead:
        dead.setattr(SharedRows, "add_result", fail)
        enter_day(store)
        mine = Boards(store)
        mine.send()
    assert mine.complaint == (
        "The shared boards in this host's database cannot be written (The line is dead);"
        " your results are kept and sent there later."
    )


def test_an_unsent_result_is_sent_later(become: As, monkeypatch: pytest.MonkeyPatch) -> None:
    enter_without_connection(Store.open(), monkeypatch)
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
    enter_without_connection(store, monkeypatch)
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

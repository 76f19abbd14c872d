"""The roster: pages in a fixed order, a search by name, and changes instead of lists."""

import time

import pytest

from solterm.core.values import replace
from solterm.hall.messages import AskWho, Door, Visitor, Who, WhoChanged
from solterm.hall.roll import Roll
from solterm.serve.roster import Roster, RosterView
from tests.serve.hosts import NOON, STARTED, HallHarness


def visitor(session: str, name: str) -> Visitor:
    return Visitor(session, name, "", NOON, "", 0, "", "", True, 0)


@pytest.fixture
def roster() -> Roster:
    roster = Roster()
    for number, name in enumerate(("dan", "", "Ann", "bob", "", "cid")):
        roster.put(visitor(f"s{number}", name))
    return roster


def names(found: list[Visitor]) -> list[str]:
    return [each.player for each in found]


def test_players_are_listed_by_name_and_guests_last(roster: Roster) -> None:
    assert names(roster.page("", 0, 9)[1]) == ["Ann", "bob", "cid", "dan", "", ""]
    assert (roster.page("", 2, 2)[0], names(roster.page("", 2, 2)[1])) == (6, ["cid", "dan"])
    assert roster.page("", 99, 5) == (6, [])
    assert roster.page("", -5, -5) == (6, [])


def test_the_most_watched_players_come_first(roster: Roster) -> None:
    roster.put(replace(visitor("s5", "cid"), watchers=2))
    roster.put(replace(visitor("s1", ""), watchers=1))
    assert names(roster.page("", 0, 9)[1]) == ["cid", "", "Ann", "bob", "dan", ""]
    roster.put(visitor("s5", "cid"))
    assert names(roster.page("", 0, 9)[1]) == ["", "Ann", "bob", "cid", "dan", ""]


def test_tables_to_watch_come_before_players_without_one(roster: Roster) -> None:
    roster.put(replace(visitor("s5", "cid"), game="demon", deal="617"))
    roster.put(replace(visitor("s0", "dan"), game="demon", deal="617", is_open=False))
    roster.put(replace(visitor("s3", "bob"), game="demon"))  # a deal for later
    assert names(roster.page("", 0, 9)[1]) == ["cid", "Ann", "bob", "dan", "", ""]


def test_players_are_found_by_part_of_the_name_or_by_session(roster: Roster) -> None:
    assert names(roster.page("N", 0, 9)[1]) == ["Ann", "dan"]
    assert [each.session for each in roster.page("s1", 0, 9)[1]] == ["s1"]
    roster.put(visitor("s9", "Anton"))
    assert names(roster.page("an", 0, 9)[1]) == ["Ann", "Anton", "dan"]


def test_changes_turn_the_old_page_into_the_new_one(roster: Roster) -> None:
    view, roll = RosterView("", 1, 3), Roll()
    roll.hear(view.tell(roster, "s0"))
    assert view.tell_changes(roster) is None
    roster.put(visitor("s7", "ada"))
    roster.put(replace(visitor("s3", "bob"), is_open=False))
    roster.drop("s5")
    changes = view.tell_changes(roster)
    assert changes
    roll.hear(changes)
    assert (roll.total, roll.visitors) == roster.page("", 1, 3)
    assert names(list(changes.visitors)) == ["Ann", "bob"]
    assert changes.gone == ("s5",)
    roster.put(visitor("s8", "zoe"))
    changes = view.tell_changes(roster)
    assert changes == WhoChanged(7, (), ()), "the change is on another page"


# -- in the hall ---------------------------------------------------------------------------


@pytest.fixture
def harness() -> HallHarness:
    harness = HallHarness()
    for name in ("ann", "bob"):
        harness.enter(name[0], name)
    return harness


def test_a_follower_hears_only_changes(harness: HallHarness) -> None:
    harness.say("a", AskWho(follow=True))
    harness.received("a")
    harness.hall.settle()
    assert harness.received("a") == []
    harness.say("b", STARTED)
    harness.enter("c", "cid")
    harness.seconds += 2
    harness.hall.settle()
    (changes,) = harness.received("a")
    assert isinstance(changes, WhoChanged)
    assert [(each.player, each.game) for each in changes.visitors] == [
        ("bob", "demon"),
        ("cid", ""),
    ]
    harness.say("b", Door(False))
    harness.say("a", AskWho("c"))
    harness.received("a")
    harness.seconds += 2
    harness.hall.settle()
    (changes,) = harness.received("a")
    assert isinstance(changes, WhoChanged)
    assert (changes.visitors[0].player, changes.visitors[0].game) == ("bob", "")
    harness.say("a", AskWho(count=0))
    harness.received("a")
    harness.hall.leave("c")
    harness.seconds += 2
    harness.hall.settle()
    assert harness.received("a") == []


def test_ten_thousand_players_can_be_listed_cheaply(harness: HallHarness) -> None:
    for number in range(10_000):
        harness.enter(f"{number:x}x", f"player-{number:05}")
    harness.say("a", AskWho("", 9_990, 50))
    (who,) = harness.received("a")
    assert isinstance(who, Who)
    assert who.total == 10_002
    assert who.visitors[-1].player == "player-09999"
    for number in range(20):
        harness.say(f"{number:x}x", AskWho("", 50 * number, 50, follow=True))
        harness.received(f"{number:x}x")
    harness.enter("new", "aaa")
    harness.seconds += 2
    began = time.process_time()
    harness.hall._tell_changes()
    seconds = (time.process_time() - began) / 20
    assert seconds < 0.002, "for each follower"
    assert all(harness.received(f"{number:x}x") for number in range(20))

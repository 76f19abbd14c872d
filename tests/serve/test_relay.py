"""Halls on several hosts: players, remote spectators, results, and hosts that die or lie."""

from collections import deque
from collections.abc import Iterator

import pytest

from solterm.core.values import replace
from solterm.hall.messages import (
    LONGEST,
    AcceptRace,
    AskVisitorList,
    Away,
    Challenge,
    Leave,
    No,
    PlayLeft,
    PlayStarted,
    Race,
    Rename,
    Result,
    Saving,
    SetPhrase,
    Step,
    Visitor,
    VisitorList,
    Watch,
    Watchers,
)
from solterm.serve.feed import MOST_WATCHERS
from solterm.serve.relay import BEAT, SILENCE, Part, Relay, Unpacker, pack
from tests.serve.hosts import NOON, STARTED, HallHarness

WON = Result("", "demon", 3, "617", "", True, 900)
LONG = replace(STARTED, events=("t10 t11 12",) * 15_000)


class Network:
    """Hosts connected as if by notifications, to which tests can add forged packets."""

    def __init__(self) -> None:
        self.harnesses: dict[str, HallHarness] = {}
        self.relays: dict[str, Relay] = {}
        self.in_transit: deque[str] = deque()
        self.delivered: list[str] = []
        self.unreachable: set[str] = set()

    def visitors(self, name: str) -> list[Visitor]:
        """Return the players on all hosts, as one of them knows them."""
        return self.harnesses[name].hall.refresh().visitors

    def host(self, name: str) -> HallHarness:
        harness = self.harnesses[name] = HallHarness(f"host-{name}")
        self.relays[name] = Relay(
            harness.hall, name, self.in_transit.append, lambda: harness.seconds
        )
        self.relays[name].begin()
        self.settle()
        return harness

    def settle(self) -> None:
        """Deliver all packets in transit."""
        while self.in_transit:
            part = self.in_transit.popleft()
            assert len(part.encode()) < 8000, "a part does not fit into a notification"
            self.delivered.append(part)
            for name, relay in self.relays.items():
                if name not in self.unreachable:
                    relay.hear(part)

    def pass_time(self, seconds: float) -> None:
        """Advance time on all hosts; unreachable ones do nothing."""
        for _ in range(int(seconds)):
            for name, harness in self.harnesses.items():
                harness.seconds += 1
                if name not in self.unreachable:
                    self.relays[name].beat()
                    harness.hall.settle()
            self.settle()

    def say(self, host: str, session: str, message: object) -> None:
        self.harnesses[host].say(session, message)  # type: ignore[arg-type]
        self.settle()


@pytest.fixture
def network() -> Iterator[Network]:
    network = Network()
    network.host("a").enter("a1", "ann")
    network.host("b").enter("b1", "bob")
    network.pass_time(2 * BEAT)
    yield network


def test_an_open_challenge_is_told_on_all_hosts_until_it_is_gone(network: Network) -> None:
    a, b = network.harnesses.values()
    b.asked.register = a.register  # they share a database
    a.enter("a2", "cid")

    def hear(host: HallHarness, session: str) -> list[tuple[int, str]]:
        told = host.received(session)
        return [(each.id, each.state) for each in told if isinstance(each, Race)]

    network.say("a", "a1", Challenge("", "demon", 3))
    assert hear(b, "b1") == [(1, "open")]
    network.say("a", "a2", AcceptRace(1))
    assert hear(b, "b1") == [(1, "gone")], "it was accepted"
    hear(a, "a1")
    network.say("b", "b1", Challenge("", "fly", 3))
    assert hear(a, "a1") == [(2, "open")]
    network.unreachable.add("b")
    network.pass_time(SILENCE + 10)
    assert hear(a, "a1") == [(2, "gone")], "its player's host was killed"


def names(network: Network, host: str) -> list[tuple[str, str]]:
    network.pass_time(2 * BEAT)
    return [(each.player, each.host) for each in network.visitors(host)]


def test_all_players_are_known_on_all_hosts(network: Network) -> None:
    assert names(network, "a") == [("ann", "host-a"), ("bob", "host-b")]
    network.host("c").enter("c1", "cid")
    assert ("cid", "host-c") in names(network, "a")
    assert len(names(network, "c")) == 3
    network.harnesses["b"].hall.leave("b1")
    assert len(names(network, "a")) == 2


def test_games_behind_a_closed_door_stay_private(network: Network) -> None:
    network.harnesses["a"].enter("a2", "cid", is_open=False)
    network.say("a", "a2", STARTED)
    names(network, "b")
    cid = next(each for each in network.visitors("b") if each.player == "cid")
    assert (cid.game, cid.deal, cid.is_open) == ("", "", False)
    network.say("b", "b1", Watch("a2"))
    assert network.harnesses["b"].received("b1") == [No("That guest does not accept spectators.")]


def test_a_game_on_another_host_can_be_watched(network: Network) -> None:
    bob = network.harnesses["b"]
    network.say("a", "a1", STARTED)
    network.say("b", "b1", Watch("a1"))
    network.say("a", "a1", Step(3, ("undo",)))
    network.say("a", "a1", PlayLeft())
    assert bob.received("b1") == [STARTED, Step(3, ("undo",)), PlayLeft()]
    assert network.visitors("a")[0].watchers == 1
    network.say("b", "b1", Leave())
    network.delivered.clear()
    network.say("a", "a1", STARTED)
    assert not network.delivered, "no spectator is left"
    assert network.visitors("a")[0].watchers == 0


def test_a_phrase_reaches_everybody_at_a_table_on_all_hosts(network: Network) -> None:
    network.host("c").enter("c1", "cid")
    network.pass_time(2 * BEAT)
    network.say("a", "a1", STARTED)
    network.say("b", "b1", Watch("a1"))
    network.say("c", "c1", Watch("a1"))
    for host, session in ("a", "a1"), ("b", "b1"), ("c", "c1"):
        network.harnesses[host].received(session)
    network.say("b", "b1", SetPhrase("luck"))
    network.say("a", "a1", SetPhrase("thanks"))
    for host, session in ("a", "a1"), ("b", "b1"), ("c", "c1"):
        heard = network.harnesses[host].received(session)
        assert heard == [SetPhrase("luck", "bob"), SetPhrase("thanks", "ann")]


def test_the_end_of_a_session_reaches_remote_spectators(network: Network) -> None:
    network.say("b", "b1", Watch("a1"))
    network.harnesses["a"].hall.leave("a1")
    network.settle()
    assert network.harnesses["b"].received("b1")[-1] == Away("ann")
    network.say("b", "b1", Watch("a1"))
    assert isinstance(network.harnesses["b"].received("b1")[-1], No)


def test_a_host_that_dies_is_removed(network: Network) -> None:
    network.say("a", "a1", STARTED)
    network.say("b", "b1", Watch("a1"))
    network.say("a", "a1", Watch("b1"))
    network.harnesses["b"].received("b1")
    network.unreachable.add("a")
    network.pass_time(SILENCE + BEAT + 1)
    assert names(network, "b") == [("bob", "host-b")]
    assert network.harnesses["b"].received("b1") == [Watchers(1), Away("ann"), Watchers(0)]
    assert network.visitors("b")[0].watchers == 0


@pytest.mark.parametrize("host", ["a", "b", "c"])
def test_a_player_who_reconnects_to_any_host_is_followed(network: Network, host: str) -> None:
    network.host("c")
    network.say("a", "a1", STARTED)
    network.say("b", "b1", Watch("a1"))
    network.harnesses["a"].hall.leave("a1")
    network.settle()
    network.pass_time(1)
    network.harnesses[host].enter("a2", "ann")
    network.say(host, "a2", STARTED)
    network.harnesses["b"].received("b1")
    network.pass_time(BEAT + 1)
    network.settle()
    network.say(host, "a2", Step(3, ("undo",)))
    received = [
        each
        for each in network.harnesses["b"].received("b1")
        if isinstance(each, PlayStarted | Step)
    ]
    assert received == [STARTED, Step(3, ("undo",))]


@pytest.mark.parametrize("others", [0, MOST_WATCHERS - 1])
def test_a_lost_event_is_recovered(network: Network, others: int) -> None:
    network.say("a", "a1", STARTED)
    network.say("b", "b1", Watch("a1"))
    for number in range(others):
        network.harnesses["a"].enter(f"w{number}", f"w{number}")
        network.say("a", f"w{number}", Watch("a1"))
    network.harnesses["a"].say("a1", Step(3, ("s",)))
    network.in_transit.clear()
    network.say("a", "a1", Step(4, ("s",)))
    *_, last = network.harnesses["b"].received("b1")
    assert isinstance(last, PlayStarted)
    assert len(last.events) == 4


def test_results_reach_all_hosts(network: Network) -> None:
    network.say("a", "a1", WON)
    news = replace(WON, player="ann", moment=NOON)
    assert network.harnesses["b"].received("b1") == [news]
    assert network.harnesses["a"].received("a1") == []
    assert not network.harnesses["b"].register.kept, "only the host where it was played stores it"


def test_a_player_who_is_back_wakes_the_older_sessions_on_all_hosts(network: Network) -> None:
    a, b = network.harnesses.values()
    for host, session in ((a, "a2"), (b, "b2")):
        host.enter(session, "cid")
    for host in (a, b):
        for session in host.messages:
            host.received(session)
    a.enter("a3", "cid")
    a.hall.welcome_back("id-cid", "a3")
    network.settle()
    heard = {each: host.received(each) for host in (a, b) for each in list(host.messages)}
    assert {each for each, told in heard.items() if Saving() in told} == {"a2", "b2"}


def test_a_new_name_reaches_all_hosts(network: Network) -> None:
    network.harnesses["b"].enter("a2", "ann")
    network.say("a", "a1", Rename("anna"))
    network.pass_time(2 * BEAT)
    assert sorted(each.player for each in network.visitors("b")) == [*("anna", "anna", "bob")]


def forge(message: object, session: str = "a1", sender: str = "e") -> list[str]:
    """Return the parts of a forged packet."""
    return [each.write() for each in pack(sender, "", session, 1, message)]  # type: ignore[arg-type]


VISITOR = Visitor("e1", "eve", "host-e", NOON, "demon", 3, "617", "", True, 0)


@pytest.mark.parametrize(
    "visitor",
    [
        replace(VISITOR, session="\x1b"),
        replace(VISITOR, player="a\x1b[2J"),
        replace(VISITOR, player="ann\u0430"),
        replace(VISITOR, host=""),
        replace(VISITOR, host="x y"),
        replace(VISITOR, game="\n"),
        replace(VISITOR, deal="\u0663"),
        replace(VISITOR, since="x" * 100),
    ],
)
def test_invalid_visitors_are_left_out(network: Network, visitor: Visitor) -> None:
    network.in_transit.extend(forge(VisitorList(1, True, (visitor, VISITOR), ())))
    network.settle()
    assert network.visitors("b")[-1] == VISITOR
    assert len(network.visitors("b")) == 3


def test_only_changes_are_sent(network: Network) -> None:
    for number in range(300):
        network.harnesses["a"].enter(f"{number:x}c", f"player-{number}")
    network.pass_time(2 * BEAT)
    network.delivered.clear()
    network.say("a", "a1", STARTED)
    network.harnesses["a"].hall.leave("2c")
    network.pass_time(2 * BEAT)
    assert sum(map(len, network.delivered)) < 1000
    there = {each.player: each for each in network.visitors("b")}
    assert there["ann"].game == "demon" and "player-2" not in there and len(there) == 301


def test_a_long_list_drops_no_player(network: Network) -> None:
    for number in range(1200):
        network.harnesses["a"].enter(f"{number:x}c", f"player-{number}")
    network.pass_time(2 * BEAT)
    network.say("b", "b1", Watch("4afc"))
    network.harnesses["b"].received("b1")
    network.relays["a"].begin()  # it reconnected, and sends the whole list again
    network.settle()
    assert len(network.visitors("b")) == 1202
    assert not any(isinstance(each, No | Away) for each in network.harnesses["b"].received("b1"))


def test_a_lost_list_of_players_is_requested_again(network: Network) -> None:
    network.unreachable.add("b")
    network.harnesses["a"].enter("c1", "cid")
    network.pass_time(BEAT)
    network.unreachable.clear()
    network.pass_time(2 * SILENCE)
    assert "cid" in {each.player for each in network.visitors("b")}


def test_another_host_cannot_claim_a_session_of_this_one(network: Network) -> None:
    network.in_transit.extend(forge(VisitorList(1, True, (replace(VISITOR, session="b1"),), ())))
    network.settle()
    assert [each.player for each in network.visitors("b")] == ["bob", "ann"]


def test_forged_packets_do_not_affect_a_session(network: Network) -> None:
    network.say("a", "a1", STARTED)
    network.say("b", "b1", Watch("a1"))
    network.harnesses["b"].received("b1")
    for message in (
        Step(3, ("s",)),
        PlayLeft(),
        STARTED,
        No("Lies."),
        replace(WON, player="\x1b"),
    ):
        network.in_transit.extend(forge(message))
    network.in_transit.extend(
        ["", "x", "e * a1 1 1/1\n{}", "e * a1 1 2/1\nx", "e * a1 1 1/99999\nx"]
    )
    network.in_transit.extend(forge(AskVisitorList()) + forge(Leave(), "zz"))
    network.settle()
    assert network.harnesses["b"].received("b1") == []


def test_a_packet_is_assembled_only_from_its_own_parts() -> None:
    message = PlayStarted("demon", 1, "1", 3, 0, "", "", ("x" * 70,) * 700)
    parts = pack("a", "b", "c1", 7, message)
    assert len(parts) > 5
    assert [Part.read(each.write()) for each in parts] == parts
    whole = Unpacker()
    assert [whole.take(part) for part in parts][-1] == message
    broken = Unpacker()
    assert all(broken.take(part) is None for part in parts[1:])
    assert all(broken.take(part) is None for part in (*parts[:2], *parts[3:]))
    assert [broken.take(part) for part in parts][-1] == message
    assert Part.read("a" * LONGEST) is None

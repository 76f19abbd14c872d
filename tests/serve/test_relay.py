"""Halls on several hosts: who is there, looking on from afar, results; hosts that die or lie."""

from collections import deque
from collections.abc import Iterator

import pytest

from solterm.core.values import replace
from solterm.hall.messages import (
    LONGEST,
    AskCrowd,
    Away,
    Crowd,
    Here,
    Leave,
    No,
    Result,
    Rise,
    Seat,
    Step,
    Visitor,
    Watch,
    Watchers,
)
from solterm.serve.relay.packets import Packet, Part, Unpacker
from solterm.serve.relay.relay import BEAT, SILENCE, Relay
from tests.serve.hosts import NOON, SEAT, HallHarness

WON = Result("", "demon", 3, "617", "", True, 900)
LONG = replace(SEAT, events=("t10 t11 12",) * 15_000)


class Net:
    """Hosts that hear each other as if by notifications; and whoever does not play by the rules."""

    def __init__(self) -> None:
        self.harnesses: dict[str, HallHarness] = {}
        self.relays: dict[str, Relay] = {}
        self.under_way: deque[str] = deque()
        self.carried: list[str] = []
        self.away: set[str] = set()

    def host(self, name: str) -> HallHarness:
        harness = self.harnesses[name] = HallHarness(f"host-{name}")
        self.relays[name] = Relay(
            harness.hall, name, self.under_way.append, lambda: harness.seconds
        )
        self.relays[name].begin()
        self.settle()
        return harness

    def settle(self) -> None:
        """Deliver all packets."""
        while self.under_way:
            part = self.under_way.popleft()
            assert len(part.encode()) < 8000, "more than a notification has room for"
            self.carried.append(part)
            for name, relay in self.relays.items():
                if name not in self.away:
                    relay.hear(part)

    def pass_time(self, seconds: float) -> None:
        """Let time pass on all hosts that live."""
        for _ in range(int(seconds)):
            for name, harness in self.harnesses.items():
                harness.seconds += 1
                if name not in self.away:
                    self.relays[name].beat()
                    harness.hall.settle()
            self.settle()

    def say(self, host: str, session: str, message: object) -> None:
        self.harnesses[host].say(session, message)  # type: ignore[arg-type]
        self.settle()


@pytest.fixture
def net() -> Iterator[Net]:
    net = Net()
    net.host("a").enter("a1", "ann")
    net.host("b").enter("b1", "bob")
    net.pass_time(2 * BEAT)
    yield net


def names(net: Net, host: str) -> list[tuple[str, str]]:
    net.pass_time(2 * BEAT)
    return [(each.player, each.host) for each in net.harnesses[host].hall.visitors()]


def test_everybody_is_known_everywhere(net: Net) -> None:
    assert names(net, "a") == [("ann", "host-a"), ("bob", "host-b")]
    net.host("c").enter("c1", "cid")
    assert ("cid", "host-c") in names(net, "a")
    assert len(names(net, "c")) == 3
    net.harnesses["b"].hall.leave("b1")
    assert len(names(net, "a")) == 2


def test_a_host_without_news_only_says_that_it_is_there(net: Net) -> None:
    net.pass_time(4 * BEAT)
    net.carried.clear()
    net.pass_time(10 * BEAT)
    assert 18 <= len(net.carried) <= 22
    assert all(len(each) < 100 for each in net.carried)


def test_games_behind_a_closed_door_stay_private(net: Net) -> None:
    net.harnesses["a"].enter("a2", "cid", is_open=False)
    net.say("a", "a2", SEAT)
    names(net, "b")
    cid = next(each for each in net.harnesses["b"].hall.visitors() if each.player == "cid")
    assert (cid.game, cid.deal, cid.is_open) == ("", "", False)
    net.say("b", "b1", Watch("a2"))
    assert net.harnesses["b"].heard("b1") == [No("That guest does not accept spectators.")]


def test_a_game_elsewhere_is_seen_as_one_here(net: Net) -> None:
    bob = net.harnesses["b"]
    net.say("a", "a1", SEAT)
    net.say("b", "b1", Watch("a1"))
    net.say("a", "a1", Step(3, ("undo",)))
    net.say("a", "a1", Rise())
    assert bob.heard("b1") == [SEAT, Step(3, ("undo",)), Rise()]
    assert net.harnesses["a"].hall.visitors()[0].watchers == 1
    net.say("b", "b1", Leave())
    net.carried.clear()
    net.say("a", "a1", SEAT)
    assert not net.carried, "nobody looks on"
    assert net.harnesses["a"].hall.visitors()[0].watchers == 0


def test_two_who_look_on_from_one_host_are_one_to_the_other(net: Net) -> None:
    net.harnesses["b"].enter("b2", "cid")
    net.say("a", "a1", SEAT)
    net.say("b", "b1", Watch("a1"))
    net.say("b", "b2", Watch("a1"))
    assert net.harnesses["b"].heard("b1") == net.harnesses["b"].heard("b2") == [SEAT]
    net.say("b", "b1", Leave())
    net.say("a", "a1", Step(3, ("s",)))
    assert net.harnesses["b"].heard("b2") == [Step(3, ("s",))]
    net.harnesses["b"].hall.leave("b2")
    net.settle()
    assert net.harnesses["a"].hall.visitors()[0].watchers == 0


def test_a_long_game_comes_in_parts(net: Net) -> None:
    net.say("a", "a1", LONG)
    net.carried.clear()
    net.say("b", "b1", Watch("a1"))
    assert len(net.carried) > 20
    assert net.harnesses["b"].heard("b1") == [LONG]


def test_a_door_that_closes_and_a_session_that_ends_are_said_afar(net: Net) -> None:
    net.say("b", "b1", Watch("a1"))
    net.harnesses["a"].hall.leave("a1")
    net.settle()
    assert net.harnesses["b"].heard("b1")[-1] == Away("ann")
    net.say("b", "b1", Watch("a1"))
    assert isinstance(net.harnesses["b"].heard("b1")[-1], No)


def test_a_host_that_dies_is_there_no_more(net: Net) -> None:
    net.say("a", "a1", SEAT)
    net.say("b", "b1", Watch("a1"))
    net.say("a", "a1", Watch("b1"))
    net.harnesses["b"].heard("b1")
    net.away.add("a")
    net.pass_time(SILENCE + BEAT + 1)
    assert names(net, "b") == [("bob", "host-b")]
    assert net.harnesses["b"].heard("b1") == [Watchers(1), Away("ann"), Watchers(0)]
    assert net.harnesses["b"].hall.visitors()[0].watchers == 0


@pytest.mark.parametrize("host", ["a", "b", "c"])
def test_a_player_who_reconnects_to_any_host_is_followed(net: Net, host: str) -> None:
    net.host("c")
    net.say("a", "a1", SEAT)
    net.say("b", "b1", Watch("a1"))
    net.harnesses["a"].hall.leave("a1")
    net.settle()
    net.pass_time(1)
    net.harnesses[host].enter("a2", "ann")
    net.say(host, "a2", SEAT)
    net.harnesses["b"].heard("b1")
    net.pass_time(BEAT + 1)
    net.settle()
    net.say(host, "a2", Step(3, ("undo",)))
    heard = [each for each in net.harnesses["b"].heard("b1") if isinstance(each, Seat | Step)]
    assert heard == [SEAT, Step(3, ("undo",))]


def test_a_host_that_ends_is_gone_at_once(net: Net) -> None:
    net.relays["a"].end()
    net.settle()
    assert [each.player for each in net.harnesses["b"].hall.visitors()] == ["bob"]


def test_a_host_that_was_cut_off_comes_back(net: Net) -> None:
    net.away.add("b")
    net.relays["b"].cut()
    net.pass_time(SILENCE + BEAT + 1)
    assert [each.player for each in net.harnesses["b"].hall.visitors()] == ["bob"]
    assert [each.player for each in net.harnesses["a"].hall.visitors()] == ["ann"]
    net.away.clear()
    net.relays["b"].begin()
    assert len(names(net, "a")) == len(names(net, "b")) == 2


def test_a_host_whose_first_word_was_missed_is_asked(net: Net) -> None:
    net.relays["a"].cut()
    net.pass_time(3 * BEAT)
    assert len(names(net, "a")) == 2


def test_a_letter_that_was_lost_is_made_good(net: Net) -> None:
    net.say("a", "a1", SEAT)
    net.say("b", "b1", Watch("a1"))
    net.harnesses["a"].say("a1", Step(3, ("s",)))
    net.under_way.clear()
    net.say("a", "a1", Step(4, ("s",)))
    *_, last = net.harnesses["b"].heard("b1")
    assert isinstance(last, Seat)
    assert len(last.events) == 4


def test_results_are_told_everywhere(net: Net) -> None:
    net.say("a", "a1", WON)
    news = replace(WON, player="ann", moment=NOON)
    assert net.harnesses["b"].heard("b1") == [news]
    assert net.harnesses["a"].heard("a1") == []
    assert not net.harnesses["b"].register.kept, "it is kept once, by the host where it was played"


def forge(message: object, session: str = "a1", sender: str = "e") -> list[str]:
    """Parts of a packet that somebody writes who is no host."""
    return Packet(sender, "", session, message).pack(1)  # type: ignore[arg-type]


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
def test_visitors_that_no_host_would_tell_of_are_left_out(net: Net, visitor: Visitor) -> None:
    net.under_way.extend(forge(Crowd(1, True, 0, (visitor, VISITOR), ())))
    net.settle()
    assert net.harnesses["b"].hall.visitors()[-1] == VISITOR
    assert len(net.harnesses["b"].hall.visitors()) == 3


def test_only_what_changed_is_told(net: Net) -> None:
    for number in range(300):
        net.harnesses["a"].enter(f"{number:x}c", f"player-{number}")
    net.pass_time(2 * BEAT)
    net.carried.clear()
    net.say("a", "a1", SEAT)
    net.harnesses["a"].hall.leave("2c")
    net.pass_time(2 * BEAT)
    assert sum(map(len, net.carried)) < 1000
    there = {each.player: each for each in net.harnesses["b"].hall.visitors()}
    assert there["ann"].game == "demon" and "player-2" not in there and len(there) == 301


def test_a_long_list_in_several_packets_drops_no_player(net: Net) -> None:
    for number in range(1200):
        net.harnesses["a"].enter(f"{number:x}c", f"player-{number}")
    net.pass_time(2 * BEAT)
    net.say("b", "b1", Watch("4afc"))
    net.harnesses["b"].heard("b1")
    net.relays["a"].begin()  # its line broke: it tells all of it again
    net.settle()
    assert len(net.harnesses["b"].hall.visitors()) == 1202
    assert not any(isinstance(each, No | Away) for each in net.harnesses["b"].heard("b1"))


def test_a_letter_about_who_is_there_that_was_lost_is_asked_for(net: Net) -> None:
    net.away.add("b")
    net.harnesses["a"].enter("c1", "cid")
    net.pass_time(BEAT)
    net.away.clear()
    net.pass_time(2 * SILENCE)
    assert "cid" in {each.player for each in net.harnesses["b"].hall.visitors()}


def test_another_host_cannot_claim_a_session_of_this_one(net: Net) -> None:
    net.under_way.extend(forge(Crowd(1, True, 0, (replace(VISITOR, session="b1"),), ())))
    net.settle()
    assert [each.player for each in net.harnesses["b"].hall.visitors()] == ["bob", "ann"]


def test_letters_of_others_change_nothing_of_a_session(net: Net) -> None:
    net.say("a", "a1", SEAT)
    net.say("b", "b1", Watch("a1"))
    net.harnesses["b"].heard("b1")
    for message in (Step(3, ("s",)), Rise(), SEAT, No("Lies."), replace(WON, player="\x1b")):
        net.under_way.extend(forge(message))
    net.under_way.extend(["", "x", "e * a1 1 1/1\n{}", "e * a1 1 2/1\nx", "e * a1 1 1/99999\nx"])
    net.under_way.extend(forge(AskCrowd()) + forge(Here(1)) + forge(Leave(), "zz"))
    net.settle()
    assert net.harnesses["b"].heard("b1") == []


def test_a_letter_is_put_together_from_its_parts_and_from_no_others() -> None:
    packet = Packet("a", "b", "c1", Seat("demon", 1, "1", 3, 0, "", "", ("x" * 70,) * 700))
    texts = packet.pack(7)
    assert len(texts) > 5
    parts = [part for text in texts if (part := Part.read(text))]
    assert len(parts) == len(texts)
    whole = Unpacker()
    assert [whole.take(part) for part in parts][-1] == packet
    broken = Unpacker()
    assert all(broken.take(part) is None for part in parts[1:])
    assert all(broken.take(part) is None for part in (*parts[:2], *parts[3:]))
    assert [broken.take(part) for part in parts][-1] == packet
    assert Part.read("a" * LONGEST) is None

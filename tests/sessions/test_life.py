"""Today's life on a host, as the welcome, the menu and line mode tell it."""

from datetime import UTC, datetime
from typing import cast

import pytest

from solterm.contests.boards import Boards
from solterm.contests.result import ContestResult
from solterm.context import Context
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import Record
from solterm.core.values import replace
from solterm.games import find
from solterm.hall.messages import Notice, Race, Racer, Races, Tonight, Visitor, Who
from solterm.sessions.evenings import BoardPlace
from solterm.sessions.life import BoardNews, Life, challenge_rival
from solterm.store import players
from solterm.store.errors import StoreError
from solterm.store.store import Store

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
ANN = Visitor("a", "ann", "", "", "", 0, "", "", True, 0)
BOB = Visitor("b", "bob", "", "", "demon", 3, "617", "", True, 0)
CHALLENGE = Race(7, "demon", 3, "open", "", "", (Racer("bob", "player", 0, 0, 0, False),), -1, -1)


def told(*messages: object, boards: BoardNews = BoardNews()) -> dict[str, str]:  # noqa: B008
    found = Life("ann")
    found.boards = boards
    for each in messages:
        assert found.hear(each)  # type: ignore[arg-type]
    return {line.head: line.text for line in found.lines(now=NOON)}


def test_nothing_is_told_before_the_host_answers() -> None:
    assert told() == {}
    assert not Life().hear(Notice("hello"))


def test_the_players_here_are_named_those_who_play_first() -> None:
    cid = replace(ANN, session="c", player="cid")
    assert told(Who("a", (ANN, cid, BOB), 3))["Who is here"] == "bob plays Demon; cid."
    others = tuple(replace(ANN, session=each, player=each) for each in "cdefg")
    assert told(Who("a", (ANN, *others), 6))["Who is here"] == "c, d, e, and 2 more."
    assert told(Who("a", (ANN,), 1))["Who is here"] == "Nobody else. Race the host's ghost."
    guest = Life(may_meet=False)
    guest.hear(Who("a", (ANN,), 1))
    guest.hear(Races((CHALLENGE,), (), ()))
    told_guest = [each.text for each in guest.lines(now=NOON)]
    assert told_guest == ["Nobody else. Race the host's ghost."], "guests race nobody else"
    assert guest.is_alone
    guest.hear(Who("a", (ANN, BOB), 2))
    assert [each.text for each in guest.lines(now=NOON)][-1] == "Race the host's ghost."


def test_an_open_challenge_is_told_before_races_under_way() -> None:
    running = replace(CHALLENGE, state="running", starts="2026-11-27T12:00:00+00:00")
    assert told(Races((running, CHALLENGE), (), ()))["Races"] == (
        "bob wants to race Demon, level 3."
    )
    assert told(Races((running,), (), ()))["Races"] == "1 race under way."


def test_a_challenge_to_the_player_comes_first_and_those_to_others_are_left_out() -> None:
    mine, other = (replace(CHALLENGE, id=id, wanted=who) for id, who in ((8, "Ann"), (9, "cid")))
    wanted = "bob challenges you to Demon, level 3."
    assert told(Races((other, CHALLENGE, mine), (), ()))["Races"] == wanted
    assert told(Races((other,), (), ()))["Races"] == "No open challenge: begin one."


def test_a_challenge_is_told_until_it_is_gone() -> None:
    gone = replace(CHALLENGE, state="gone", racers=())
    assert told(Races((), (), ()), CHALLENGE)["Races"].startswith("bob wants to race")
    assert told(Races((CHALLENGE,), (), ()), gone)["Races"] == "No open challenge: begin one."


def test_the_evening_and_yesterday_are_told() -> None:
    tonight = Tonight(
        *("Evening 2026-11-27 2000", ("demon",)),
        *("2026-11-27T20:00:00+00:00", "2026-11-27T22:00:00+00:00", 6),
        winnable_day="2026-11-27",
    )
    lost = BoardPlace("daily:2026-11-26", 11, 3, "bob", "4 points", "deal")
    lines = told(tonight, boards=BoardNews(12, (lost,)))
    assert lines == {
        "Today's deal": "It can be won. 12 players have finished it.",
        "Tonight": "20:00 UTC: Demon. 6 players have signed up.",
        "Yesterday's deal": "3rd of 11; bob beat you by 4 points. Race that run.",
    }


def test_an_evening_is_told_by_its_day_until_it_can_be_joined() -> None:
    def tell(start: datetime) -> list[tuple[str, str]]:
        evening = Tonight("Cup", ("demon",), start.isoformat(), "2026-12-01T00:00:00+00:00")
        return [*told(evening).items()]

    signed_up = "Nobody has signed up yet."
    assert tell(NOON.replace(hour=14)) == [("Today", f"14:00 UTC: Demon. {signed_up}")]
    following = f"Saturday at 14:00 UTC: Demon. {signed_up}"
    assert tell(NOON.replace(day=28, hour=14)) == [("Evening", following)]
    assert tell(NOON) == [("Now", "Until 00:00 UTC: Demon. Join it.")]
    stands = BoardNews(latest=BoardPlace("tournament:Cup", 5, 3))
    evening = Tonight("Cup", ("demon",), NOON.isoformat(), "2026-12-01T00:00:00+00:00")
    assert told(evening, boards=stands) == {"Now": "Until 00:00 UTC. You are 3rd of 5."}


class _Boards:
    """A board on which bob was better."""

    def __init__(self, context: Context, *profiles: str) -> None:
        self._profiles = profiles
        self.context = context

    def top(self, board: str, count: int | None = None) -> list[ContestResult]:
        return [ContestResult(board, "bob", each) for each in self._profiles]

    def records(self, of: ContestResult) -> list[Record]:
        return [record.read(record.write(Play(find("demon"), 617), Time="80"))]


def test_the_next_better_run_can_be_raced() -> None:
    store = Store.memory("test", Context(is_kiosk=True, nickname="ann"))
    me = players.profile(store.context)
    boards = cast("Boards", _Boards(store.context, "1" * 16, me))
    found = challenge_rival(store, boards, "daily:2026-11-26")
    assert (found.game, found.called, found.seconds) == ("demon", "bob", 80)
    with pytest.raises(StoreError, match="Nobody was better"):
        challenge_rival(store, cast("Boards", _Boards(store.context, me)), "daily")

"""What a session knows of races, deals and ends."""

from datetime import timedelta

import pytest

from solterm.contests import contests
from solterm.contests.contest import Contest, ContestGame
from solterm.contests.kinds import RACE
from solterm.contests.races import LIMIT, Point
from solterm.context import Context
from solterm.core.move import IllegalMove
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.games import find
from solterm.hall.messages import Challenge, Race, Racer, RaceStep
from solterm.sessions import plays, race_client
from solterm.sessions.race_client import RaceClient
from solterm.sessions.race_result import read_race, tell_reason
from solterm.store.errors import StoreError
from solterm.store.store import Store
from tests.contests.laid_out import stored
from tests.hall.races import no_time, raced, ran  # noqa: F401

ANN, BOB = (Racer(name, "player", 0, 0, 0, False) for name in ("ann", "bob"))
DEAL = "10000000000000000001"


def race(state: str = "running", seat: int = 0, since: float = 5, **changes: object) -> Race:
    """Return race 7 between ann and bob, some seconds after its start."""
    starts = (race_client.utc_now() - timedelta(seconds=since)).isoformat()
    found = Race(7, "demon", 3, state, "bob", starts, (ANN, BOB), seat, -1, DEAL, is_here=True)
    return replace(found, **changes)


def challenge(seat: int = -1) -> Race:
    return race("open", seat, starts="", racers=(ANN,), deal="")


@pytest.fixture
def client() -> RaceClient:
    context = Context(is_kiosk=True, nickname="ann")
    return RaceClient(Store.memory("test", context))


def test_challenges_are_told_and_withdrawn(client: RaceClient) -> None:
    assert client.hear(challenge()) == "ann challenges you to Demon, level 3."
    assert list(client.challenges) == [7]
    assert client.hear(race("gone", -1, racers=())) == "The challenge of ann is off."
    assert not client.challenges
    assert client.hear(challenge(0)) == ""
    gone = race("gone", -1, racers=())
    assert client.hear(gone) == "bob has not accepted your challenge."
    client.hear(challenge(0))
    client.hear(replace(challenge(0), id=8))
    assert client.hear(gone) == "", "the player has made another one"


def test_a_racer_hears_only_of_challenges_that_name_the_racer(client: RaceClient) -> None:
    client.hear(race())
    assert client.hear(replace(challenge(), id=8, wanted="")) == ""
    assert "challenges you" in (client.hear(replace(challenge(), id=9)) or "")


def test_challenges_of_an_ignored_player_are_not_told() -> None:
    context = Context(is_kiosk=True, nickname="cid")
    client = RaceClient(Store.memory("test", context), lambda player: player == "ann")
    assert client.hear(challenge()) == ""
    assert list(client.challenges) == [7], "it can be accepted all the same"


@pytest.mark.usefixtures("no_time")
def test_the_cards_are_dealt_at_the_start_and_once(client: RaceClient) -> None:
    assert client.seconds_to_start() is None
    assert client.hear(race(since=-4)) == (
        "Race 7 against bob: Demon, level 3. It starts in 4 seconds."
    )
    assert client.seconds_to_start() == 4
    client.hear(race())
    assert client.seconds_to_start() == 0
    kept = client.open()
    assert kept is not None
    assert (kept.play.game.id, kept.play.deal, kept.play.level) == ("demon", int(DEAL), 3)
    assert client.seconds_to_start() is None
    assert client.keep_open(kept)
    assert not kept.told_deal


def test_a_race_opens_in_one_session_of_its_player_only(client: RaceClient) -> None:
    here, elsewhere = race(), race(is_here=False)
    assert client.hear(elsewhere) == "Race 7 against bob is open in another session of yours."
    assert client.seconds_to_start() is None
    assert client.hear(elsewhere) == "", "it is told once"
    assert client.open() is not None, "Enter brings it here"
    client.hear(here)
    assert client.seconds_to_start() is None, "it is dealt already"
    told = client.hear(elsewhere)
    assert told == "Race 7 against bob is open in another session of yours."


def test_a_session_takes_no_moves_once_the_time_is_over(client: RaceClient) -> None:
    client.hear(race())
    kept = client.open()
    assert kept is not None
    kept.perform("s")
    kept.deadline = DEAL
    with pytest.raises(IllegalMove, match="The time of this race is over"):
        kept.perform("s")
    assert kept.stored_events == 1
    client.hear(race(since=LIMIT + 1))
    assert client.seconds_to_start() is None
    with pytest.raises(StoreError, match="The time of this race is over"):
        client.open()


def test_a_player_who_has_stopped_hears_of_two_races(client: RaceClient) -> None:
    stopped = replace(ANN, has_stopped=True)
    client.hear(race(racers=(stopped, BOB)))
    assert not client.is_racing
    assert client.seconds_to_start() is None
    assert client.hear(race(racers=(stopped, BOB), is_here=False)) == ""
    assert client.hear(replace(challenge(), id=8, wanted=""))
    client.hear(race(id=8))
    assert client.is_racing
    assert "bob has won race 7." in (client.hear(race("over", winner=1)) or "")
    assert client.is_racing
    assert client.race is not None
    assert client.race.id == 8


def test_a_new_session_learns_the_last_race_and_tells_only_what_is_new(client: RaceClient) -> None:
    over = race("over", winner=1)
    assert client.hear(over) == ""
    assert client.rematch() == Challenge("bob", "demon", 3)
    stored(client._store, Contest(RACE, "8", (ContestGame("demon", int(DEAL)),)))
    assert "bob has won race 8." in (client.hear(replace(over, id=8)) or "")


@pytest.mark.usefixtures("no_time")
def test_the_rival_and_the_clock_are_told(client: RaceClient) -> None:
    client.hear(race(since=79))
    client.hear(RaceStep(7, 12, 34, False, seat=1))
    assert client.line() == "bob 12 home, 34 moves  8:41"
    client.hear(RaceStep(8, 1, 1, False, seat=1))
    client.hear(RaceStep(7, 12, 34, True, seat=1))
    client.hear(replace(client.race, starts=race(since=LIMIT + 1).starts))
    assert client.line() == "bob 12 home, 34 moves, stopped  0:00"


def test_the_winner_is_ahead_for_good_from_a_moment_on() -> None:
    ann, bob = ran("ann", 9, 20), ran("bob", 6, 12)
    view = read_race(raced(ann, bob))
    assert view is not None and view.winner is view.own and view.loser is view.rival
    assert (view.seconds, view.own.points[0], view.own.points[-1].seconds) == (
        180,
        Point(0, 0, 0),
        180,
    )
    assert view.turn is not None
    moment = next(each for each in view.own.points if each.mark > bob.mark)
    assert view.turn == moment.seconds, "bob had stopped"
    assert view.own.at(view.turn - 1).mark <= bob.mark
    liar = replace(bob, pace=bob.pace.replace("1,1,0]", "999,1,0]"))
    boast = read_race(raced(ann, liar))
    assert boast is not None and boast.rival.points == view.rival.points
    draw = read_race(raced(ann, replace(ann, player="bob")))
    assert draw is not None and (draw.winner, draw.turn) == (None, None)
    assert tell_reason(draw) == f"Both end with mark {ann.mark}."


def test_a_ghost_is_shown_as_far_as_it_was_when_the_race_ended() -> None:
    whole = ran("bob", 9, 10)
    cut = ran("bob", 6, 10)
    ghost = replace(cut, kind="ghost", pace=whole.pace, record=whole.record)
    view = read_race(raced(ran("ann", 9, 20), ghost))
    assert view is not None and view.rival.play is not None
    assert view.rival.play.moves == cut.moves
    assert view.rival.begins == "The ghost of bob"
    assert max(each.seconds for each in view.rival.points) == cut.seconds
    unknown = read_race(raced(ran("ann", 9, 20), replace(ghost, record="nonsense")))
    assert unknown is not None and unknown.rival.play is None


@pytest.mark.usefixtures("no_time")
def test_a_ghost_goes_by_its_pace(client: RaceClient) -> None:
    pace = "[[0,0,0],[10,2,5],[20,9,9]]"
    ghost = Racer("bob", "ghost", 0, 0, 0, False, pace=pace)
    client.hear(race(since=15, racers=(ANN, ghost)))
    assert client.line().startswith("ghost 2 home, 5 moves  ")
    client.hear(race(since=21, racers=(ANN, ghost)))
    assert client.line().startswith("ghost 9 home, 9 moves, stopped  ")


@pytest.mark.parametrize(
    ("winner", "sentence"),
    [
        (0, "You have won race 7. You: won in 90 moves; bob: mark 30."),
        (1, "bob has won race 7."),
        (-1, "Race 7 is a draw."),
    ],
)
def test_the_result_is_told_once_and_ends_the_game(
    client: RaceClient, winner: int, sentence: str
) -> None:
    client.hear(race())
    kept = client.open()
    won = replace(ANN, cards=52, moves=90, mark=900, won=True)
    lost = replace(BOB, cards=3, moves=9, mark=30)
    over = race("over", racers=(won, lost), winner=winner)
    assert (client.hear(over) or "").startswith(sentence)
    assert client.hear(over) == ""
    assert client.end(over, kept)
    contest = contests.find_named(client._store, RACE, "7")
    assert contest is not None
    assert not contest.open
    assert client._store.in_progress() == []
    assert client.open() is None


def test_a_rematch_needs_a_rival(client: RaceClient) -> None:
    with pytest.raises(Refusal, match="raced nobody"):
        client.rematch()
    client.hear(race("over"))
    assert client.rematch() == Challenge("bob", "demon", 3)


def test_the_ghosts_of_the_host_and_of_the_best_run_can_be_raced_again(client: RaceClient) -> None:
    host, own, other = (replace(BOB, player=name, kind="ghost") for name in ("", "ann", "carl"))
    client.hear(race("over", racers=(ANN, host)))
    assert client.can_race_again
    assert client.rematch() == Challenge("", "demon", 3, is_ghost=True)
    client.hear(race("over", racers=(ANN, own)))
    assert client.can_race_again
    with pytest.raises(Refusal, match="no finished game of Demon"):
        client.rematch()
    client.hear(race("over", racers=(ANN, other)))
    assert not client.can_race_again
    with pytest.raises(Refusal, match="board or page"):
        client.rematch()


def test_the_best_run_becomes_a_ghost(client: RaceClient) -> None:
    game = find("free-cell")
    with pytest.raises(Refusal, match="no finished game"):
        race_client.challenge_best(client._store, game)
    for deal, level in ((617, 3), (618, 2)):
        kept = plays.deal(client._store, plays.Start(game, deal, level))
        kept.perform("t1 r1")
        kept.finish()
    wanted = race_client.challenge_best(client._store, game)
    assert (wanted.game, wanted.is_ghost, wanted.called) == ("free-cell", True, "ann")
    assert f'[Level "{wanted.level}"]' in wanted.record

"""Watching: replaying the events of another session, and rejecting invalid ones."""

import random

import pytest

from solterm.core.play.play import Play
from solterm.core.values import replace
from solterm.games import catalogue, find
from solterm.hall.messages import Away, No, Rise, Step
from solterm.sessions.watching import Watching, tell_watchers
from tests.effort import tries
from tests.sessions.seats import seat_of

DEMON = find("demon")


def watch(*messages: object, spoiler: str = "") -> Watching:
    """Return a spectator's view after it replayed some messages."""
    watching = Watching("ann", lambda game, deal: spoiler)
    for message in messages:
        watching.hear(message)  # type: ignore[arg-type]
    while watching.go_on():
        pass
    return watching


def played(count: int) -> Play:
    """Return a game with a number of moves."""
    play = Play(DEMON, 617)
    for _ in range(count):
        play.push(next(iter(play.legal_moves)))
    return play


SEAT = seat_of(played(1))


def test_a_spectator_sees_each_action() -> None:
    for game in catalogue().values():
        play = Play(game, 617)
        seat = seat_of(play)
        play.push(next(iter(play.legal_moves)))
        view = watch(seat, Step(1, tuple(play.events)))
        assert view.play
        assert (str(view.play), view.ended) == (str(play), "")
        assert view.last
        assert view.last.words


def test_spectators_of_a_tour_see_the_count_of_cards() -> None:
    play = Play(find("reno"), 617)
    alone, touring = watch(seat_of(play)), watch(replace(seat_of(play), counts_cards=True))
    assert alone.play and touring.play
    assert (alone.play.score_by(alone.points), touring.play.score_by(touring.points)) == (-52, 0)
    assert watch(replace(seat_of(play), counts_cards=True), SEAT).points is None


def test_watching_starts_mid_game_and_follows_undo() -> None:
    play = played(5)
    view = watch(seat_of(play), Step(6, ("undo",)))
    play.undo()
    assert view.play
    assert view.play.table == play.table
    assert view.last
    assert (view.last.words, view.last.move) == ("Undo", None)


def test_watching_continues_when_the_player_returns() -> None:
    view = watch(SEAT, Away("ann"))
    assert (view.is_away, view.ended) == (True, "")
    assert view.trouble.startswith("ann has left. ")
    assert view.play, "the last position stays visible"
    view.hear(seat_of(played(2)))
    while view.go_on():
        pass
    assert (view.is_away, view.trouble) == (False, "")
    assert view.play
    assert len(view.play.events) == 2


def test_watching_ends_if_the_player_does_not_return() -> None:
    view = watch(SEAT, Away("ann"), No("ann has left."))
    assert (view.is_away, view.ended, view.trouble) == (False, "ann has left.", "ann has left.")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "Nobody is watching you."),
        (1, "1 person is watching you."),
        (7, "7 people are watching you."),
    ],
)
def test_a_player_sees_the_number_of_spectators(number: int, text: str) -> None:
    assert tell_watchers(number) == text


def test_repeated_events_are_ignored() -> None:
    play = played(5)
    view = watch(seat_of(play), Step(4, (*play.events[3:], "level 2")), Step(6, ("level 2",)))
    assert view.play
    assert view.play.events == [*play.events, "level 2"]


def test_a_gap_in_the_events_ends_watching() -> None:
    view = watch(seat_of(played(2)), Step(4, ("s",)), Step(3, ("s",)))
    assert "lost on the way" in view.ended


def test_next_game_replaces_the_previous_one() -> None:
    view = watch(seat_of(played(2)), Rise())
    assert view.play is None
    assert not view.ended
    assert watch(seat_of(played(2)), Rise(), seat_of(Play(find("fly"), 5))).play


def test_bookmark_names_are_hidden_from_spectators() -> None:
    view = watch(seat_of(played(1)), Step(2, ("bookmark rude",)))
    assert view.last
    assert view.last.words == "Bookmark"


def test_spoilers_are_not_shown() -> None:
    view = watch(seat_of(played(3)), spoiler="Play it first.")
    assert view.play is None
    assert view.ended == "Play it first."


def test_a_refusal_by_the_host_ends_watching() -> None:
    view = watch(seat_of(played(3)), No("ann has left."), Rise())
    assert view.ended == "ann has left."
    assert view.play, "the last position stays visible"


def test_game_of_other_rules_ends_watching() -> None:
    good = seat_of(played(1))
    for change in (
        {"game": "no-such-game"},
        {"version": 99},
        {"deal": "0"},
        {"level": 7},
        {"terms": 9},
        {"options": "size=huge"},
    ):
        view = watch(replace(good, **change))
        assert view.play is None
        assert view.ended.startswith("ann's game can't be shown here: ")


def test_invalid_event_ends_watching() -> None:
    view = watch(seat_of(played(1)), Step(2, ("t9 t99", "level 2")), Step(4, ("level 1",)))
    assert view.ended == "ann's game cannot be followed any further."
    assert view.play
    assert len(view.play.events) == 1


def test_invalid_events_do_no_harm() -> None:
    chance = random.Random(1)
    verbs = ["level", "peek", "x", "return", "bookmark", "autoplay", "undo", "t1", "s", "", "\0"]
    for _ in range(tries(2000, 300)):
        letters = chance.choices("twsfr @0123456789-\n\u2660", k=chance.randrange(7))
        event = f"{chance.choice(verbs)}{chance.choice(['', ' '])}{''.join(letters)}"
        view = watch(SEAT, Step(2, (event,)))
        assert view.ended or (view.play and len(view.play.events) <= 2)


def test_events_that_wait_are_dropped_when_the_player_leaves_the_game() -> None:
    watching = watch(SEAT)
    watching.hear(Step(2, ("s", "s")))
    assert watching.is_behind
    watching.hear(Rise())
    assert not watching.is_behind
    assert watching.go_on() is None

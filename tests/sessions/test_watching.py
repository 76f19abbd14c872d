"""Watching: replaying the events of another session, and rejecting invalid ones."""

import random

from solterm.core.play.play import Play
from solterm.core.values import replace
from solterm.games import catalogue, find
from solterm.hall.messages import Away, PlayLeft, Step
from solterm.sessions.watching import Watching
from tests.effort import tries
from tests.sessions.messages import play_started

DEMON = find("demon")


def watch(*messages: object) -> Watching:
    """Return a spectator's view after it replayed some messages."""
    watching = Watching("ann")
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


STARTED = play_started(played(1))


def test_a_spectator_sees_each_action() -> None:
    for game in catalogue().values():
        play = Play(game, 617)
        started = play_started(play)
        play.push(next(iter(play.legal_moves)))
        view = watch(started, Step(1, tuple(play.events)))
        assert view.play
        assert (str(view.play), view.ended) == (str(play), "")
        assert view.last
        assert view.last.words


def test_spectators_of_a_tour_see_the_count_of_cards() -> None:
    play = Play(find("reno"), 617)
    alone, touring = (
        watch(play_started(play)),
        watch(replace(play_started(play), counts_cards=True)),
    )
    assert alone.play and touring.play
    assert (alone.play.score_by(alone.points), touring.play.score_by(touring.points)) == (-52, 0)
    assert watch(replace(play_started(play), counts_cards=True), STARTED).points is None


def test_watching_starts_mid_game_and_follows_undo() -> None:
    play = played(5)
    view = watch(play_started(play), Step(6, ("undo",)))
    play.undo()
    assert view.play
    assert view.play.table == play.table
    assert view.last
    assert (view.last.words, view.last.move) == ("Undo", None)


def test_watching_continues_when_the_player_returns() -> None:
    view = watch(STARTED, Away("ann"))
    assert (view.is_away, view.ended) == (True, "")
    assert view.trouble.startswith("ann has left. ")
    assert view.play, "the last position stays visible"
    view.hear(play_started(played(2)))
    while view.go_on():
        pass
    assert (view.is_away, view.trouble) == (False, "")
    assert view.play
    assert len(view.play.events) == 2


def test_repeated_events_are_ignored() -> None:
    play = played(5)
    view = watch(play_started(play), Step(4, (*play.events[3:], "level 2")), Step(6, ("level 2",)))
    assert view.play
    assert view.play.events == [*play.events, "level 2"]


def test_a_gap_in_the_events_ends_watching() -> None:
    view = watch(play_started(played(2)), Step(4, ("s",)), Step(3, ("s",)))
    assert "lost on the way" in view.ended


def test_bookmark_names_are_hidden_from_spectators() -> None:
    view = watch(play_started(played(1)), Step(2, ("bookmark rude",)))
    assert view.last
    assert view.last.words == "Bookmark"


def test_game_of_other_rules_ends_watching() -> None:
    good = play_started(played(1))
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


def test_invalid_events_do_no_harm() -> None:
    chance = random.Random(1)
    verbs = ["level", "peek", "x", "return", "bookmark", "autoplay", "undo", "t1", "s", "", "\0"]
    for _ in range(tries(2000, 300)):
        letters = chance.choices("twsfr @0123456789-\n\u2660", k=chance.randrange(7))
        event = f"{chance.choice(verbs)}{chance.choice(['', ' '])}{''.join(letters)}"
        view = watch(STARTED, Step(2, (event,)))
        assert view.ended or (view.play and len(view.play.events) <= 2)


def test_events_that_wait_are_dropped_when_the_player_leaves_the_game() -> None:
    watching = watch(STARTED)
    watching.hear(Step(2, ("s", "s")))
    assert watching.is_behind
    watching.hear(PlayLeft())
    assert not watching.is_behind
    assert watching.go_on() is None

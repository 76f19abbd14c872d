"""What a session reports to its host, and questions to it: refusals, answers that come late."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from solterm.contests import days, sheets
from solterm.contests.contest import Contest, lay_out
from solterm.contests.kinds import GOLF, MATCH, MIX
from solterm.core import cards
from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.hall.messages import (
    Door,
    Message,
    No,
    Notice,
    PlayLeft,
    PlayStarted,
    Result,
    Step,
    Unsaved,
    Yes,
)
from solterm.sessions.contest_steps import find_board
from solterm.sessions.host_link import SILENT, HostLink, Silent
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.store.purpose import Purpose
from solterm.store.settings import Settings
from solterm.store.store import Store
from tests.contests.laid_out import begin_daily, cup_of, stored, tour_of
from tests.hall.hosts import HostEnd, joined


@pytest.fixture
def host() -> Iterator[HostEnd]:
    with joined() as host:
        yield host


@pytest.fixture
def hosted(host: HostEnd) -> HostLink:
    return host.session


@pytest.fixture
def kept(tmp_path: Path) -> KeptPlay:
    return KeptPlay.start(Store.open(tmp_path), find("kings-audience"), 617)


def test_play_is_published_from_its_deal(host: HostEnd, hosted: HostLink, kept: KeptPlay) -> None:
    hosted.report(kept)
    assert host.hear() == [
        PlayStarted("kings-audience", kept.play.game.version, "617", 3, 0, "", "", ())
    ]
    move = str(next(iter(kept.play.legal_moves)))
    kept.perform(move)
    hosted.catch_up()
    kept.perform("undo")
    hosted.catch_up()
    assert host.hear() == [Step(1, (move,)), Step(2, ("undo",))]
    hosted.report(kept)
    assert host.hear() == []
    hosted.report(None)
    hosted.report(None)
    kept.perform(move)
    hosted.catch_up()
    assert host.hear() == [PlayLeft()]


def test_events_are_published_after_they_are_stored(
    host: HostEnd, hosted: HostLink, kept: KeptPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted.report(kept)
    host.hear()

    def fail(*_: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(kept.store, "append", fail)
        kept.perform("level 2")
        hosted.catch_up()
        kept.save()
        hosted.catch_up()
        assert host.hear() == [Unsaved(True)]
    kept.perform("level 1")
    hosted.catch_up()
    assert host.hear() == [Unsaved(False), Step(1, ("level 2", "level 1"))]


def test_play_continued_elsewhere_is_published_again(
    host: HostEnd, hosted: HostLink, kept: KeptPlay
) -> None:
    saved = kept.store.load(kept.play_id)
    other = KeptPlay.resume(kept.store, saved, find)
    hosted.report(kept)
    host.hear()
    other.perform("level 2")
    with pytest.raises(PlayedElsewhere):
        kept.perform("level 1")
    hosted.catch_up()
    (started,) = host.hear()
    assert isinstance(started, PlayStarted)
    assert started.events == ("level 2",)


def test_win_is_published_once(host: HostEnd, hosted: HostLink, tmp_path: Path) -> None:
    kept = KeptPlay.start(Store.open(tmp_path), find("the-wish"), 1, level=1)
    hosted.report(kept)
    while kept.play.outcome is None:
        kept.perform(str(next(iter(kept.play.legal_moves))))
        hosted.catch_up()
    kept.finish()
    hosted.catch_up()
    *_, last = received = host.hear()
    assert isinstance(last, Result)
    assert (last.player, last.game, last.deal, last.won) == ("", "the-wish", "1", True)
    assert sum(isinstance(each, Result) for each in received) == 1


def test_resumed_win_is_not_published_again(
    host: HostEnd, hosted: HostLink, tmp_path: Path
) -> None:
    store = Store.open(tmp_path)
    kept = KeptPlay.start(store, find("the-wish"), 1, level=1)
    while kept.play.outcome is None:
        kept.perform(str(next(iter(kept.play.legal_moves))))
    again = KeptPlay.resume(store, store.load(kept.play_id), find)
    hosted.report(again)
    again.perform("undo")
    hosted.catch_up()
    assert not any(isinstance(each, Result) for each in host.hear())


def test_ended_game_of_a_sheet_has_a_result(
    host: HostEnd, hosted: HostLink, tmp_path: Path
) -> None:
    purpose = Purpose("sheet", 1, 0)
    begun = KeptPlay.start(Store.open(tmp_path), find("demon"), 617, 3, Mode.SCORED, None, purpose)
    hosted.report(begun)
    begun.perform(str(next(move for move in begun.play.legal_moves if move.dst)))
    hosted.catch_up()
    begun.finish()
    begun.finish()
    hosted.catch_up()
    *_, result = host.hear()
    assert isinstance(result, Result)
    assert (result.game, result.deal, result.purpose) == ("demon", "617", str(purpose))
    assert not result.won


def test_game_ended_elsewhere_has_a_result(host: HostEnd, hosted: HostLink, tmp_path: Path) -> None:
    purpose = Purpose("sheet", 1, 0)
    kept = KeptPlay.start(Store.open(tmp_path), find("demon"), 617, 3, Mode.SCORED, None, purpose)
    hosted.report(kept)
    kept.perform(str(next(move for move in kept.play.legal_moves if move.dst)))
    hosted.catch_up()
    hosted.report(None)
    hosted.report(kept)
    hosted.report(None)
    kept.finish()
    hosted.catch_up()
    kinds = [type(each) for each in host.hear()]
    assert kinds == [PlayStarted, Step, PlayLeft, PlayStarted, PlayLeft, Result]


def test_the_door_is_published_when_it_changes(host: HostEnd, hosted: HostLink) -> None:
    for is_open in (True, True, False):
        hosted.tell_wishes(Settings(door=is_open))
    assert host.hear() == [Door(True), Door(False)]


BEGUN: dict[str, Callable[[Store], Contest]] = {
    "daily:{day}": begin_daily,
    "mix": lambda _: lay_out(MIX, lambda: 617),
    "match:9": lambda _: lay_out(MATCH, lambda: 617, [GOLF] * 9),
    "tour:mine": lambda _: tour_of("reno", "corners", name="mine"),
    "tournament:Cup": lambda _: cup_of("Cup", ("free-cell",), (617,)),
    "sheet:free-cell": lambda store: sheets.present(store, "free-cell"),
}


@pytest.mark.parametrize("board", BEGUN)
def test_a_result_names_its_board(host: HostEnd, hosted: HostLink, board: str) -> None:
    store = Store.open()
    contest = stored(store, BEGUN[board](store))
    kept = KeptPlay.start(store, find("free-cell"), 617, purpose=contest.purpose(0))
    assert named_by(host, hosted, kept) == board.format(day=days.today())


def test_a_free_game_and_one_of_a_lost_contest_name_no_board(
    host: HostEnd, hosted: HostLink
) -> None:
    store = Store.open()
    free = KeptPlay.start(store, find("free-cell"), 617)
    assert find_board(free) == ""
    lost = KeptPlay.start(store, find("free-cell"), 617, purpose=Purpose("tour", 99))
    assert named_by(host, hosted, lost) == ""


def named_by(host: HostEnd, hosted: HostLink, kept: KeptPlay) -> str:
    """Return the board in the result of a play that is given up after a move."""
    hosted.report(kept)
    kept.perform(str(next(iter(kept.play.legal_moves))))
    hosted.catch_up()
    kept.finish()
    hosted.catch_up()
    *_, last = host.hear()
    assert isinstance(last, Result)
    return last.board


def test_game_of_two_players_has_no_result(host: HostEnd, hosted: HostLink, tmp_path: Path) -> None:
    game = find("concentration")
    kept = KeptPlay.start(Store.open(tmp_path), game, 5, options={"players": "2"})
    hosted.report(kept)
    opened = None
    while kept.play.outcome is None:
        lying = {
            move.src: cards.rank(kept.play.pile(move.src)[-1]) for move in kept.play.legal_moves
        }
        name = next((pile for pile, rank in lying.items() if rank == opened), next(iter(lying)))
        opened = None if opened is not None else lying[name]
        kept.perform(name)
        hosted.catch_up()
    assert kept.play.tally.won
    assert not any(isinstance(each, Result) for each in host.hear(10_000))


# -- questions -----------------------------------------------------------------------------

QUESTION = Notice("Are you there?")


def tell(host: HostEnd, *messages: Yes | No | Notice) -> None:
    for message in messages:
        host.say(message)
    assert host.flush()


def test_messages_around_an_answer_are_kept(host: HostEnd, hosted: HostLink) -> None:
    heard: list[Message] = []
    hosted.on_left = lambda: heard.extend(hosted.hear())
    tell(host, Notice("before"), Yes("here"), Notice("after"), Yes("again"))
    assert hosted.ask(QUESTION, Yes) == Yes("here")
    assert heard == [Notice("before"), Notice("after"), Yes("again")]
    assert hosted.hear() == []


@pytest.mark.parametrize("late", [Yes("late"), No("late")])
def test_a_late_answer_is_not_taken_for_the_next_one(
    host: HostEnd, hosted: HostLink, late: Yes | No, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(hosted, "patience", 0.0)
        with pytest.raises(Silent) as refused:
            hosted.ask(QUESTION, Yes)
        assert str(refused.value) == SILENT
    tell(host, late, Yes("in time"))
    assert hosted.ask(QUESTION, Yes) == Yes("in time")
    hosted.give_up(refused.value)
    hosted.expect(refused.value)
    tell(host, late)
    assert hosted.hear() == [late], "somebody waits for it after all"

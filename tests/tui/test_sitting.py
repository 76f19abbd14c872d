"""The parts of the table without a screen: what the hand holds, what a sitting says of it."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from solterm.core.play.play import Play
from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings
from solterm.store.store import Store
from solterm.tui.table.dealer import Dealer
from solterm.tui.table.hand import Hand, NotDone
from solterm.tui.table.helper import Helper
from solterm.tui.table.layout import Pointed, Window
from solterm.tui.table.mouse import Mouse
from solterm.tui.table.mover import Mover
from solterm.tui.table.sitting import Sitting
from tests.tui.player import DEAL


class Program:
    """A program without a screen, as far as a table needs one."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.beeps = 0
        self.asked: list[str] = []

    @property
    def keys(self) -> Mapping[str, str]:
        return self.settings.keys

    def beep(self) -> None:
        self.beeps += 1

    def ask(self, question: str, then: Callable[[], object]) -> None:
        self.asked.append(question)

    def announce(self, lines: tuple[str, ...], then: Callable[[], object]) -> None:
        self.asked.append("\n".join(lines))

    def tell_stuck(self, sentence: str = "stuck") -> None:
        self.asked.append(sentence)


@pytest.fixture
def program() -> Program:
    return Program()


@pytest.fixture
def sitting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: Program) -> Sitting:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    kept = KeptPlay.start(Store.open(), find("kloncan-klondike"), DEAL, 3)
    return Sitting(kept, lambda: program, lambda: (80, 21), program, finish=lambda: None)


def hand_of(play: Play) -> Hand:
    return Hand(lambda: play, Window(lambda: play, lambda: (80, 24), lambda: False))


def test_a_hand_marks_lifts_and_repeats() -> None:
    hand = hand_of(Play(find("kloncan-klondike"), DEAL, 3))
    hand.cursor = "t4"
    hand.take_usual()
    assert (hand.marked, hand.lifted) == ("t4", 1)
    assert hand.view.targets == {"t2", "t7"}  # t7 can come to it
    with pytest.raises(NotDone, match="more cards"):
        hand.lift(1)
    hand.drop()
    hand.cursor = "t1"
    hand.repeat()
    assert (hand.cursor, hand.marked) == ("t4", "t4")


def test_a_hand_proposes_and_goes_back() -> None:
    hand = hand_of(Play(find("kloncan-klondike"), DEAL, 3))
    hand.cursor = "t1"
    with pytest.raises(NotDone, match="nowhere"):
        hand.propose()
    hand.cursor = "t4"
    assert hand.propose().startswith("natural: ")
    assert (hand.marked, hand.cursor, hand.is_to_move) == ("t4", "t2", True)
    assert str(hand.move_between("t2")) == "t4 t2"
    hand.let_go()
    assert (hand.marked, hand.cursor) == (None, "t4")


def test_a_refusal_is_kept_and_beeps(sitting: Sitting, program: Program) -> None:
    assert not sitting.attempt_move("t1 t2")
    assert program.beeps == 1
    assert sitting.notice == sitting.error
    assert sitting.play.moves == 0


def test_enter_twice_plays_a_move_and_the_cursor_comes_back(sitting: Sitting) -> None:
    mover = Mover(sitting)
    sitting.hand.cursor = "t4"
    mover.do_natural()
    assert sitting.notice.startswith("Enter: ")
    mover.do_natural()
    assert sitting.play.events[-1] == "t4 t2"
    assert (sitting.hand.marked, sitting.hand.cursor) == (None, "t4")


def test_two_clicks_mark_and_place(sitting: Sitting) -> None:
    mouse = Mouse(Mover(sitting))
    for there in (Pointed("t4", 1), Pointed("t2", 1)):
        mouse.press(there)
        mouse.release(there)
    assert sitting.play.events[-1] == "t4 t2"


def test_a_drag_that_is_no_move_leaves_no_mark(sitting: Sitting, program: Program) -> None:
    mouse = Mouse(Mover(sitting))
    mouse.press(Pointed("t4", 1))
    mouse.release(Pointed("t1", 1))
    assert sitting.hand.marked is None
    assert program.beeps == 1


def test_a_bookmark_is_named_with_the_players_own_key(sitting: Sitting, program: Program) -> None:
    program.settings = Settings(keys={"jump": "y"})
    Helper(sitting, lambda pending: None).do_bookmark()
    assert sitting.notice == "Bookmark 1 set. Y jumps back here."


def test_a_dealer_stops_when_something_is_played() -> None:
    play, dealer = Play(find("kloncan-klondike"), DEAL, 3), Dealer()
    assert dealer.begin(play)
    assert dealer.dealt is not None
    assert dealer.go_on(play)
    play.perform("t4 t2")
    assert not dealer.go_on(play)
    assert dealer.dealt is None

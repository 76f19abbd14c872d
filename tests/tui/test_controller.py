"""The parts of the table without a screen: selection, controller, mover and mouse."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from solterm.core.play.play import Play
from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings
from solterm.store.store import Store
from solterm.tui.table.controller import Controller
from solterm.tui.table.helper import Helper
from solterm.tui.table.layout import Pointed, Window
from solterm.tui.table.mouse import Mouse
from solterm.tui.table.mover import Mover
from solterm.tui.table.selection import NotDone, Selection
from tests.tui.player import DEAL


class FakeApp:
    """The parts of the App that a table needs, without a screen."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.beeps = 0
        self.questions: list[str] = []

    @property
    def keys(self) -> Mapping[str, str]:
        return self.settings.keys

    def beep(self) -> None:
        self.beeps += 1

    def ask(self, question: str, then: Callable[[], object]) -> None:
        self.questions.append(question)

    def announce(self, lines: tuple[str, ...], then: Callable[[], object]) -> None:
        self.questions.append("\n".join(lines))

    def tell_stuck(self, sentence: str = "stuck") -> None:
        self.questions.append(sentence)


@pytest.fixture
def app() -> FakeApp:
    return FakeApp()


@pytest.fixture
def controller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, app: FakeApp) -> Controller:
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path))
    kept = KeptPlay.start(Store.open(), find("kloncan-klondike"), DEAL, 3)
    return Controller(kept, lambda: app, lambda: (80, 21), app, finish=lambda: None)


def selection_of(play: Play) -> Selection:
    return Selection(lambda: play, Window(lambda: play, lambda: (80, 24), lambda: False))


def test_a_selection_marks_lifts_and_repeats() -> None:
    selection = selection_of(Play(find("kloncan-klondike"), DEAL, 3))
    selection.cursor = "t4"
    selection.take_usual()
    assert (selection.marked, selection.lifted) == ("t4", 1)
    assert selection.view.targets == {"t2", "t7"}  # t7 can come to it
    with pytest.raises(NotDone, match="more cards"):
        selection.lift(1)
    selection.drop()
    selection.cursor = "t1"
    selection.repeat()
    assert (selection.cursor, selection.marked) == ("t4", "t4")


def test_a_selection_proposes_and_goes_back() -> None:
    selection = selection_of(Play(find("kloncan-klondike"), DEAL, 3))
    selection.cursor = "t1"
    with pytest.raises(NotDone, match="nowhere"):
        selection.propose()
    selection.cursor = "t4"
    assert selection.propose().startswith("natural: ")
    assert (selection.marked, selection.cursor, selection.is_to_move) == ("t4", "t2", True)
    assert str(selection.move_between("t2")) == "t4 t2"
    selection.let_go()
    assert (selection.marked, selection.cursor) == (None, "t4")


def test_a_refusal_is_kept_and_beeps(controller: Controller, app: FakeApp) -> None:
    assert not controller.attempt_move("t1 t2")
    assert app.beeps == 1
    assert controller.notice == controller.error
    assert controller.play.moves == 0


def test_enter_twice_plays_a_move_and_the_cursor_comes_back(controller: Controller) -> None:
    mover = Mover(controller)
    controller.selection.cursor = "t4"
    mover.do_natural()
    assert controller.notice.startswith("Enter: ")
    mover.do_natural()
    assert controller.play.events[-1] == "t4 t2"
    assert (controller.selection.marked, controller.selection.cursor) == (None, "t4")


def test_two_clicks_mark_and_place(controller: Controller) -> None:
    mouse = Mouse(Mover(controller))
    for there in (Pointed("t4", 1), Pointed("t2", 1)):
        mouse.press(there)
        mouse.release(there)
    assert controller.play.events[-1] == "t4 t2"


def test_an_illegal_drag_leaves_no_mark(controller: Controller, app: FakeApp) -> None:
    mouse = Mouse(Mover(controller))
    mouse.press(Pointed("t4", 1))
    mouse.release(Pointed("t1", 1))
    assert controller.selection.marked is None
    assert app.beeps == 1


def test_a_bookmark_names_the_players_own_key(controller: Controller, app: FakeApp) -> None:
    app.settings = Settings(keys={"jump": "y"})
    Helper(controller, lambda pending: None).do_bookmark()
    assert controller.notice == "Bookmark 1 set. Y jumps back here."

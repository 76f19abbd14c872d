"""The parts of the table without a screen: selection, model and mouse."""

import pytest

from solterm.core.cards import text
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.settings import Settings
from solterm.store.store import Store
from solterm.tui.keys import offers
from solterm.tui.table.layout import Pointed, Window
from solterm.tui.table.model import Refused, Said, Stuck, TableModel
from solterm.tui.table.mouse import Mouse
from solterm.tui.table.selection import NotPossible, Selection
from tests.seats import seat_of
from tests.tui.player import DEAL


def keep(play: Play) -> KeptPlay:
    return KeptPlay(Store.memory("this is a test."), play, "", find)


@pytest.fixture
def model() -> TableModel:
    return TableModel(seat_of(keep(Play(find("kloncan-klondike"), DEAL, 3))))


def selection_of(play: Play) -> Selection:
    return Selection(Window(keep(play), (80, 24)))


def test_a_selection_marks_lifts_and_repeats() -> None:
    selection = selection_of(Play(find("kloncan-klondike"), DEAL, 3))
    selection.cursor = "t4"
    selection.mark_default()
    assert (selection.marked, selection.lifted) == ("t4", 1)
    assert selection.view.targets == {"t2"}  # t7 can come to it
    with pytest.raises(NotPossible, match="more cards"):
        selection.lift(1)
    selection.drop()
    selection.cursor = "t1"
    selection.repeat()
    assert (selection.cursor, selection.marked) == ("t4", "t4")


def test_a_selection_proposes_and_goes_back() -> None:
    selection = selection_of(Play(find("kloncan-klondike"), DEAL, 3))
    selection.cursor = "t1"
    with pytest.raises(NotPossible, match="nowhere"):
        selection.propose()
    selection.cursor = "t4"
    assert selection.propose().startswith("Enter: ")
    assert (selection.marked, selection.cursor, selection.is_to_move) == ("t4", "t2", True)
    assert str(selection.move_between("t2")) == "t4 t2"
    selection.cancel()
    assert (selection.marked, selection.cursor) == (None, "t4")


def test_undo_says_that_an_exception_stays_counted(model: TableModel) -> None:
    model.exception()
    assert model.play.tally.exceptions == 1
    model.take_happenings()
    model.undo()
    assert model.play.tally.exceptions == 1
    assert Said("The exception stays counted.") in model.take_happenings()


def test_a_refusal_is_kept_and_told(model: TableModel) -> None:
    assert not model.attempt_move("t1 t2")
    assert model.error
    assert model.take_happenings() == [Refused(model.error)]
    assert model.take_happenings() == []
    assert model.play.moves == 0


def test_enter_twice_plays_a_move_and_the_cursor_comes_back(model: TableModel) -> None:
    model.selection.cursor = "t4"
    model.natural()
    (said,) = model.take_happenings()
    assert isinstance(said, Said) and said.sentence.startswith("Enter: ")
    model.natural()
    assert model.play.events[-1] == "t4 t2"
    assert (model.selection.marked, model.selection.cursor) == (None, "t4")


def test_enter_plays_on_from_any_pile_in_a_game_without_choices() -> None:
    model = TableModel(seat_of(keep(Play(find("clock"), 1, 3))))
    for pile in ("t1", "h", "t13"):
        model.selection.cursor = pile
        model.natural()
    assert list(model.play.events) == ["h t6", "h t6", "h t7"]


def test_an_exception_names_the_cards_it_swapped() -> None:
    model = TableModel(seat_of(keep(Play(find("carpet"), 1, 3))))
    for event in ("s", "s"):
        model.attempt(event)
    under, top = map(text, model.play.pile("w"))
    model.take_happenings()
    model.exception()
    said = next(each for each in model.take_happenings() if isinstance(each, Said))
    assert said.sentence.startswith(f"Exception: {top} and {under} swapped; ")


@pytest.mark.parametrize(
    ("game_id", "opened"), [("king-albert", "r7"), ("brigade", "r13"), ("fortress", "r")]
)
def test_f4_has_a_place_only_at_levels_that_have_one(game_id: str, opened: str) -> None:
    game = find(game_id)
    assert offers.free_places(game.at_level(3)) == ()
    assert offers.free_places(game.at_level(2)) == (opened,)


def test_two_clicks_mark_and_place(model: TableModel) -> None:
    mouse = Mouse(model)
    for there in (Pointed("t4", 1), Pointed("t2", 1)):
        mouse.press(there)
        mouse.release(there)
    assert model.play.events[-1] == "t4 t2"


def test_an_illegal_drag_leaves_no_mark(model: TableModel) -> None:
    mouse = Mouse(model)
    mouse.press(Pointed("t4", 1))
    mouse.release(Pointed("t1", 1))
    assert model.selection.marked is None
    assert model.take_happenings() == [Said(""), Refused(model.error or "")]


def test_a_bookmark_names_the_players_own_key(model: TableModel) -> None:
    model.follow(Settings(keys={"jump": "y"}), (80, 21))
    model.bookmark()
    assert model.take_happenings() == [Said("Bookmark 1 set. Y jumps back here.")]


def test_the_end_of_a_game_is_told_once(model: TableModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Play, "outcome", Outcome.OVER)
    model.announce_outcome()
    assert model.attempt("hint")
    assert model.take_happenings() == [Stuck("No moves left.")]


def test_a_score_sheet_asks_once_before_x_and_f10() -> None:
    kept = keep(Play(find("kloncan-klondike"), 3, 3, mode=Mode.SCORED))
    model = TableModel(seat_of(kept))
    assert model.exception_question().endswith("It costs 100 points of a win.\nMake an exception?")
    assert "They score only if you win. There is no undo." in model.auto_question()
    once = ["auto", "t5 t7", "t6 t7", "s", "s", "w t4", "w t2", "t3 t4", "t3 t4"]
    for event in ("s", *once, "s", "s", "s", "w t2", "s", "s", "w t7", "t2 t7 3"):
        assert model.attempt(event)
    assert kept.play.foresee_auto() != (0, None), "cards can go home"
    assert model.auto_question() == ""
    model.exception()
    assert model.exception_question() == ""


def test_a_tour_refuses_x_before_it_asks() -> None:
    model = TableModel(seat_of(keep(Play(find("kloncan-klondike"), DEAL, 3, mode=Mode.STRICT))))
    with pytest.raises(IllegalMove, match="Exceptions are off in tours"):
        model.exception_question()

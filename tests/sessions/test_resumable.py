"""The list of unfinished games, sheets, contests and deals of the day."""

from datetime import date

import pytest

from solterm.chance import random_deal
from solterm.contests.boards import Boards
from solterm.contests.contest import Row, lay_out
from solterm.contests.days import daily
from solterm.contests.kinds import DAILY, KINDS, TOUR
from solterm.core.play.mode import Mode
from solterm.games import catalogue, find
from solterm.sessions import contest_steps, resumable, statistics
from solterm.sessions.resumable import Resumable
from solterm.sessions.statistics import list_standings
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.contests.laid_out import begin_daily, cup_of, dealt, end, row_of, sheet_of, stored

TODAY = date(2026, 11, 21)


@pytest.fixture(autouse=True)
def a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest_steps, "today", lambda: TODAY)


def found(store: Store) -> list[Resumable]:
    return resumable.list_resumable(store, TODAY)


def rows(store: Store) -> list[tuple[str, str, str]]:
    return [(each.name, each.stands, each.about) for each in found(store)]


def first_move(kept: KeptPlay) -> KeptPlay:
    """Make a first move that counts, if there is one, and return the play."""
    moves = sorted(kept.play.legal_moves, key=lambda move: not move.dst)
    kept.perform(str(moves[0]))
    return kept


def test_new_player_has_only_the_deal_of_the_day(store: Store) -> None:
    assert rows(store) == [("Deal of the day", "not done", "One try, the same for everybody")]
    (whole,) = resumable.complete(found(store), TODAY)
    assert whole.game == daily(TODAY).games[0].game
    assert find(whole.game).name in whole.about


def test_a_game_with_turns_of_the_stock_alone_waits_too(store: Store) -> None:
    kept = KeptPlay.start(store, find("klondike-deal-1"), 7)
    assert rows(store)[0][0] == "Deal of the day"
    kept.perform("s")
    kept.perform("s")
    assert rows(store)[0] == ("Klondike, draw 1", "2 turns", "smallWare, deal 7")


def test_a_game_with_options_names_them(store: Store) -> None:
    first_move(KeptPlay.start(store, find("spider"), 5, options={"suits": "2"}))
    assert rows(store)[0] == ("Spider, two suits", "1 move", "Classics, deal 5")


def test_sheet_is_one_line_in_any_state(store: Store) -> None:
    game = find("kloncan-klondike")
    purpose = row_of(store, game.id, 1)
    kept = KeptPlay.start(store, game, 24, mode=Mode.SCORED, purpose=purpose)
    kept.perform("t6 f1")
    (line, _) = found(store)
    assert (line.name, line.stands, line.purpose) == ("Score sheet", "game 1/6", purpose)
    contest_steps.end(kept, replace=True)
    (line, _) = found(store)
    assert (line.stands, line.purpose) == ("1/6", None)
    assert line.about == "Klondike (KLONCAN), 10 so far"


def test_full_sheet_waits_only_with_a_game_under_way(store: Store) -> None:
    game = find("kloncan-klondike")
    stored(store, sheet_of(*[Row(10, 5, 0)] * 6, game=game.id))
    assert [each.name for each in found(store)] == ["Deal of the day"]
    first_move(KeptPlay.start(store, game, 24, mode=Mode.SCORED, purpose=row_of(store, game.id, 2)))
    assert rows(store)[0] == ("Score sheet", "game 2/6", "Klondike (KLONCAN), 60 so far")


def test_a_contest_shows_its_next_game_and_total(store: Store) -> None:
    tour = stored(store, lay_out(TOUR, random_deal))
    (line, _) = found(store)
    assert (line.name, line.stands) == ("Aunt Anne's tour", "game 1/8")
    assert line.about == "Pyramid, 0 points"
    start = contest_steps.start_of(tour, 0)
    kept = dealt(store, tour)
    assert len(found(store)) == 1, "a tour begins with its first move"
    while not kept.play.moves:
        kept.perform(str(min(kept.play.legal_moves)))
    (line, _) = found(store)
    assert line.purpose == start.purpose
    assert line.contest == tour.id


def test_an_evening_has_a_name_that_fits(store: Store) -> None:
    dealt(store, cup_of("Evening 2026-11-29 1105", ("demon",), (17,)))
    assert rows(store)[0][0] == "Evening 29 Nov 11:05 UTC"


def test_finished_deal_of_the_day_comes_last(store: Store) -> None:
    begun = begin_daily(store)
    assert [each[:2] for each in rows(store)] == [("Deal of the day", "not done")]
    kept = dealt(store, begun)
    assert [each[:2] for each in rows(store)] == [("Deal of the day", "in play")]
    done = contest_steps.end(kept)
    assert done
    assert [each[:2] for each in rows(store)] == [("Deal of the day", "played")]
    assert found(store)[0].about.endswith(": not on the board yet")
    first_move(KeptPlay.start(store, find("demon"), 7))
    contest_steps.enter(store, Boards(store), done, "Ann")
    assert [each[:2] for each in rows(store)] == [("Demon", "1 move"), ("Deal of the day", "done")]


def test_a_day_with_a_try_left_is_not_done(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    twice = DAILY._replace(tries=2)
    monkeypatch.setitem(KINDS, twice.id, twice)
    monkeypatch.setattr("tests.contests.laid_out.DAILY", twice)
    for stands in ("not done", "done"):
        contest = begin_daily(store)
        assert [each[:2] for each in rows(store)] == [("Deal of the day", "not done")]
        ended = end(store, contest)
        contest_steps.enter(store, Boards(store), ended, "Ann")
        assert [each[:2] for each in rows(store)] == [("Deal of the day", stands)]
    with pytest.raises(contest_steps.Tried):
        begin_daily(store)


def test_text_fits_its_column_in_every_game(store: Store) -> None:
    for game in catalogue().values():
        first_move(KeptPlay.start(store, game, 31999))
    for each in found(store):
        assert len(each.about) <= 40
        assert len(each.stands) <= 10


def test_standings_match_the_statistics(store: Store) -> None:
    for deal in (617, 618):
        first_move(KeptPlay.start(store, find("ultimate-golf"), deal)).finish()
    (figures,) = statistics.figures(store, "ultimate-golf")
    standing = list_standings(store)["ultimate-golf", ""]
    assert (standing.played, standing.won) == (figures.played, figures.won)
    assert standing.best == figures.best_told
    store.forget("ultimate-golf")
    assert list_standings(store) == {}

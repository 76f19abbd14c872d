"""Contests between games: the host's best result, ties, and entering a board only once."""

import hashlib
from pathlib import Path
from types import SimpleNamespace

import pytest

from solterm.contests import claims, contests, matches
from solterm.contests.contests import Contest
from solterm.contests.kinds import KINDS
from solterm.contests.series import Leg, Series
from solterm.contests.tournament import Tournament
from solterm.contests.tournaments import publish
from solterm.context import Context
from solterm.core.play.mode import Mode
from solterm.games import find
from solterm.sessions import contest_start, contest_steps, results
from solterm.sessions.boards import boards_of, write_records
from solterm.sessions.contest_start import OFFERS, BestOf
from solterm.store import players
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.purpose import Purpose
from solterm.store.sharedfolder import prepare
from solterm.store.store import Store
from tests.here import here


@pytest.fixture(autouse=True)
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOLTERM_SHARED", str(tmp_path / "shared"))
    prepare(here())
    return tmp_path


def played(store: Store, contest: Contest, home: int = 0) -> Contest:
    """Return the contest after ending each game with a number of cards home, if possible."""
    series = contest.latest
    for place, leg in enumerate(series.legs):
        context = str(contests.purpose_of(contest, place))
        kept = KeptPlay.start(store, find(leg.game), leg.deal, 3, series.mode, {}, context)
        for _ in range(home):
            moves = sorted(kept.play.legal_moves, key=lambda move: move.dst[:1] != "f")
            kept.perform(str(moves[0]))
        after = contest_steps.end(store, kept)
        assert after
        contest = after
    return contest


def test_high_score_is_the_best_result_on_the_host(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = Tournament("Cup", ("corners", "calculation"), (7, 7))
    publish(here(), cup)
    store = Store.open()
    ann = played(store, contests.begin(store, cup.next_turn()), home=6)
    best = [leg.points for leg in ann.latest.legs]
    boards = boards_of(store)
    assert contest_steps.high(boards, ann) is None
    contest_steps.enter(store, boards, ann, "Ann")
    monkeypatch.setenv("SOLTERM_HOME", str(shared / "another"))
    store = Store.open()
    bob = played(store, contests.begin(store, cup.next_turn()))
    assert [leg.points for leg in bob.latest.legs] == [1, 4]
    assert contest_steps.high(boards_of(store), bob) == best
    assert sum(filter(None, best)) > 5
    contest_steps.enter(store, boards_of(store), bob, "Bob")
    assert contest_steps.high(boards_of(store), bob) == best


def test_renamed_result_of_a_profile_counts_once(shared: Path) -> None:
    cup = Tournament("Cup", ("calculation",), (7,))
    publish(here(), cup)
    store = Store.open()
    done = played(store, contests.begin(store, cup.next_turn()), home=30)
    boards, texts = boards_of(store), write_records(store, [done.latest.legs[0].play])
    contest_steps.enter(store, boards, done, "Ann")
    total = done.latest.total
    claim = claims.Claim(
        "tournament:Cup", "Zoe", players.profile(here()), total, "2026-11-20", "", 0, 3
    )
    text = claims.write(claim, texts)
    with pytest.raises(StoreError, match="one of your own results"):
        boards.take(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    (folder,) = (shared / "home" / "boards").iterdir()
    (folder / f"{digest}.txt").write_text(text)
    assert len(boards.top("tournament:Cup")) == 1


def test_a_board_names_its_unit_and_the_mark() -> None:
    cup = Tournament("Cup", ("ultimate-golf",), (7,))
    publish(here(), cup)
    store = Store.open()
    done = played(store, contests.begin(store, cup.next_turn()), home=3)
    boards = boards_of(store)
    contest_steps.enter(store, boards, done, "Ann")
    (entry,) = boards.top("tournament:Cup")
    table = results.tabulate("match:9", [entry])
    assert table.names == ("strokes", "mark")
    assert "low is better" in table.better
    assert table.rows == [(entry.score, entry.mark)]
    daily = results.tabulate("daily:2026-11-21", [entry])
    assert daily.names == ("strokes", "mark")
    assert daily.rows == [(entry.own, entry.score)]
    assert results.tabulate("sheet:demon", [entry]).names == ("score",)


def test_purpose_is_described_briefly() -> None:
    store = Store.open()
    cup = contests.begin(store, Tournament("Cup", ("corners", "fly"), (1, 2)).next_turn())
    assert contest_steps.tell_standing(store, contests.purpose_of(cup, 1)) == "Cup 2/2"
    assert contest_steps.tell_standing(store, Purpose.parse("match:99 3")) == "Hole 4", (
        "a deleted contest"
    )
    assert contest_steps.tell_standing(store, Purpose.parse("sheet 2")) == "2/6"


def test_replayed_row_of_a_mixed_sheet_loses_nothing() -> None:
    store = Store.open()
    sheet = Series(KINDS["mix"], "", (Leg("calculation", 7), Leg("", 8)))
    contest = contests.begin(store, sheet)

    def ended(contest: Contest, home: int) -> Contest:
        leg = contest.latest.legs[0]
        context = str(contests.purpose_of(contest, 0))
        kept = KeptPlay.start(store, find(leg.game), leg.deal, 3, Mode.SCORED, {}, context)
        for _ in range(home):
            moves = sorted(kept.play.legal_moves, key=lambda move: move.dst[:1] != "f")
            kept.perform(str(moves[0]))
        after = contest_steps.end(store, kept)
        assert after
        return contests.load(store, after.id)

    first = ended(contest, home=6)
    good = first.latest.legs[0]
    assert good.points
    for home, deal in ((0, 9), (1, 7)):
        under_way = contest_steps.play_again(store, first, 0, lambda deal=deal: deal)
        assert under_way.latest.legs[0].points is None
        after = ended(under_way, home)
        assert after.latest.legs[0] == good, "a worse one does not replace it"
    better = ended(contest_steps.play_again(store, first, 0, lambda: 7), home=30)
    assert (better.latest.legs[0].points or 0) >= good.points


def test_best_of_the_host_is_known_after_proofs(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (offer,) = (each for each in OFFERS if each.name == "An evening at Reno")
    store = Store.open()
    reno = played(store, contest_start.begin(store, matches.reno(lambda: 617)).contest, home=3)
    contest_steps.enter(store, boards_of(store), reno, "Ann")
    monkeypatch.setenv("SOLTERM_HOME", str(shared / "another"))
    first, *_, last = contest_start.read_best(boards_of(Store.open()), offer)
    assert first == BestOf(None, None), "no session waits for a proof"
    assert last.own is None
    assert last.host
    assert last.host.player == "Ann"


def test_an_entered_result_is_told_its_place() -> None:
    store, boards = Store.open(), boards_of(Store.open())
    told = []
    for home in (3, 30):
        reno = played(store, contest_start.begin(store, matches.reno(lambda: 617)).contest, home)
        told.append(
            contest_steps.tell_place(boards, contest_steps.enter(store, boards, reno, "Ann").entry)
        )
    assert told == ["You reached place 1 of 1.", "You reached place 1 of 2."]


@pytest.mark.parametrize(("total", "is_among"), [(20, False), (21, True)])
def test_a_tour_left_early_enters_a_full_board_only_with_more_points(
    total: int, is_among: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open()
    tour = Series(KINDS["tour"], "", (Leg("corners", 7, total), Leg("reno", 8)))
    boards = boards_of(store)
    monkeypatch.setattr(
        boards, "top", lambda *_: [SimpleNamespace(score=each) for each in (60, 50, 40, 30, 20)]
    )
    assert contest_steps.is_among_the_best(boards, tour) is is_among
    monkeypatch.setattr(boards, "top", lambda *_: [SimpleNamespace(score=60)] * 4)
    assert contest_steps.is_among_the_best(boards, tour), "the board has a place left"
    store.context = Context(is_guest=True)
    assert not contest_steps.is_among_the_best(boards, tour), "a guest has none"


def test_a_high_score_is_shown_beside_the_same_game_only() -> None:
    store = Store.open()
    best = Series(KINDS["tour"], "Friday", (Leg("corners", 7), Leg("calculation", 7)))
    entered = played(store, contests.begin(store, best))
    boards = boards_of(store)
    contest_steps.enter(store, boards, entered, "Ann")
    other = Series(KINDS["tour"], "Friday", (Leg("corners", 8), Leg("demon", 8), Leg("fly", 8)))
    assert boards.top("tour:Friday")
    assert contest_steps.high(boards, contests.begin(store, other)) == [1, None, None]

"""Contests as values: their games, scores and rows, and the deals of the day."""

import hashlib
from datetime import date, timedelta

import pytest

from solterm.contests.contest import ContestGame, Fate, Row, lay_out
from solterm.contests.daily import WEEK
from solterm.contests.days import daily
from solterm.contests.kinds import EIGHT, GOLF, MATCH, MIX, TOUR, TOURNAMENT, Kind
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import catalogue, find
from solterm.manual.odds import Odds, find_letters
from tests.contests.laid_out import THREE_GAMES, ended, numbers, sheet_of


def test_a_tour_is_played_in_order_and_adds_up() -> None:
    tour = lay_out(TOUR, numbers())
    assert [each.game for each in tour.games] == list(EIGHT)
    assert (tour.next, tour.total, tour.finished) == (0, 0, False)
    for place in range(8):
        assert tour.next == place
        tour = ended(tour, place)
    assert tour.finished
    by_game = {each.game: each.points for each in tour.games}
    assert by_game["corners"] == 1, "the dealt base card counts"
    assert by_game["calculation"] == by_game["three-shuffles-and-a-draw"] == 4
    assert by_game["reno"] == 0, "one point per card, not dollars"
    assert tour.total == sum(by_game.values())


@pytest.mark.parametrize(
    ("kind", "games", "why"),
    [
        (TOUR, ["demon"], "A tour has 2 to 12 games"),
        (TOUR, ["demon"] * 13, "A tour has 2 to 12 games"),
        (TOURNAMENT, [], "A tournament has 1 to 12 games"),
        (MATCH, [GOLF] * 10, "9 or 18 holes"),
    ],
)
def test_a_contest_of_another_length_is_refused(kind: Kind, games: list[str], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        lay_out(kind, numbers(), games)


def test_a_contest_refuses_another_deal() -> None:
    with pytest.raises(Refusal, match="Game 1 must be deal 1 of royale-pyramid"):
        lay_out(TOUR, numbers()).with_result(0, Play(find("royale-pyramid"), 99))


@pytest.mark.parametrize(
    ("earlier", "events", "kept"),
    [(9, ["t3 f1"], 8), (10, ["t3 f1"], 8), (11, ["t3 f1"], 7), (0, [], 7)],
    ids=["better", "equal", "worse", "untouched"],
)
def test_a_row_played_again_takes_the_result_unless_it_is_worse(
    earlier: int, events: list[str], kept: int
) -> None:
    klondike = find("kloncan-klondike")
    row = ContestGame(klondike.id, 617, earlier, moves=5, play=7, dealt=617)
    sheet = lay_out(MIX, numbers()).with_game(0, row)
    again = sheet.play_again(0, 17)
    assert (again.next, again.total) == (0, earlier), "it keeps its result until it ends"
    play = Play(klondike, 17, mode=sheet.mode)
    for event in events:
        play.perform(event)
    after = again.with_result(0, play, play_id=8).games[0]
    assert (after.play, after.is_open) == (kept, False)


def test_a_golf_match_counts_strokes_against_par() -> None:
    match = ended(lay_out(MATCH, numbers(), [GOLF] * 9), 0)
    assert (match.name, len(match.games)) == ("9", 9)
    assert match.total == 35, "every card of the tableau is left"
    assert match.over_par == 31


def test_the_next_turn_has_the_same_deals_and_no_results() -> None:
    cup = lay_out(TOURNAMENT, numbers(42), ["corners", "fly"], "Cup")
    again = ended(cup, 0).next_turn()
    assert again.deals == cup.deals == [("corners", 42), ("fly", 43)]
    assert (again.played, again.id == cup.id) == (0, False)


# -- score sheets ------------------------------------------------------------------------------


def test_three_games_of_a_sheet_add_up() -> None:
    assert THREE_GAMES.totals == Row(score=1160, moves=286, exceptions=7)
    assert (THREE_GAMES.played, THREE_GAMES.next) == (3, 2)
    assert sheet_of().rows == (None,) * 6
    assert sheet_of().totals == Row(0, 0, 0)


@pytest.mark.parametrize(
    ("there", "expected"), [(None, Fate.WRITES), (10, Fate.WRITES), (11, Fate.WORSENS)]
)
def test_only_a_better_row_is_in_danger(there: int | None, expected: Fate) -> None:
    klondike = find("kloncan-klondike")
    rows = None, None, None if there is None else Row(there, 90, 0)
    sheet, play = sheet_of(*rows, game=klondike.id), Play(klondike, 17)
    play.perform("t3 f1")
    assert sheet.fate(2, play) is expected
    assert sheet.fate(2, Play(klondike, 17)) is Fate.NOTHING, "an untouched deal"
    for replace in (True, False):
        after = sheet.with_result(2, play, replace=replace).rows[2]
        assert after and after.score == (there if there == 11 and not replace else 10)


def test_a_row_has_the_counted_exceptions_and_all_moves() -> None:
    klondike = find("kloncan-klondike")
    sheet, play = sheet_of(game=klondike.id), Play(klondike, 17)
    for event in ("x", "x", "t3 f1", "s"):
        play.perform(event)
    assert sheet.with_result(0, play).rows[0] == Row(score=8, moves=1, exceptions=2)
    for event in ("level 2", "t5 f2"):
        play.perform(event)
    assert sheet.with_result(0, play).rows[0] == Row(score=10, moves=2, exceptions=0)


# -- deals of the day --------------------------------------------------------------------------


def digest(days: list[date]) -> str:
    """Return a digest of the deals of some days."""
    dealt = [(day, *daily(day).games) for day in days]
    told = "".join(f"{day} {each.game} {each.deal}\n" for day, each in dealt)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


FIRST = date(2026, 11, 27)
DAYS = [FIRST + timedelta(days=n) for n in range(3650)]


def test_no_day_ever_changes_its_deal() -> None:
    assert digest(DAYS) == "d38d450ed0369b28"


def test_every_game_has_its_day_of_the_week_unless_its_deals_are_seldom_won() -> None:
    games = [game for weekday in WEEK for game in weekday.games]
    assert len(games) == len(set(games))
    assert {daily(day).games[0].game for day in DAYS} == set(games)
    without_choice = {"concentration", "pairs", "the-wish", "clock"}
    seldom_won = {
        *("reno", "agnes", "german-patience", "scorpion", "seven-devils", "farewell-to-kings"),
        *("spider", "mrs-mop", "crescent"),
    }
    assert set(games) == set(catalogue()) - without_choice - seldom_won


def test_mondays_are_easy_and_sundays_long() -> None:
    for day in DAYS[:400]:
        game = find(daily(day).games[0].game)
        assert game.id in WEEK[day.weekday()].games
        if day.strftime("%A") == "Monday":
            assert Odds.of_letters(find_letters(game, 3)).least > 0.65
        assert (game.packs == 2) == (day.strftime("%A") == "Sunday")


def test_a_game_returns_with_another_deal_after_all_others_of_its_weekday() -> None:
    mondays = [daily(day).games[0] for day in DAYS if day.weekday() == 0]
    turn = len(WEEK[0].games)
    first, second = mondays[:turn], mondays[turn : 2 * turn]
    assert [each.game for each in first] == [each.game for each in second]
    assert all(one.deal != other.deal for one, other in zip(first, second, strict=True))


def test_deals_of_the_day_have_been_won_by_the_solver() -> None:
    for day in DAYS:
        (each,) = daily(day).games
        assert find_letters(find(each.game), 3)[each.deal - 1] == "W"

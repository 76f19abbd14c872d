"""Series and tournaments: scores, ranks, stored forms, and deals of the day."""

import hashlib
from datetime import date, timedelta
from itertools import count

import pytest

from solterm.contests import daily, matches, tours
from solterm.contests.daily import WEEK, DayKey
from solterm.contests.kinds import EIGHT, KINDS
from solterm.contests.series import Leg, Series, SeriesError, leg_points
from solterm.contests.tournament import Tournament
from solterm.core.deals import FIRST_HIDDEN
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import catalogue, find
from solterm.manual.odds import Odds, find_letters


def numbers(start: int = 1):  # type: ignore[no-untyped-def]
    """Yield deal numbers in order instead of random ones."""
    drawn = count(start)
    return lambda: next(drawn)


def ended(series: Series, place: int) -> Series:
    """Return the series with one of its games ended at once."""
    leg = series.legs[place]
    play = Play(find(leg.game), leg.deal, mode=series.mode)
    return series.with_result(place, play, play_id=7)


def test_a_tour_is_played_in_order_and_adds_up() -> None:
    tour = tours.tour(numbers())
    assert [leg.game for leg in tour.legs] == list(EIGHT)
    assert (tour.next, tour.total, tour.finished) == (0, 0, False)
    for place in range(8):
        assert tour.next == place
        tour = ended(tour, place)
    assert tour.finished
    by_game = {leg.game: leg.points for leg in tour.legs}
    assert by_game["corners"] == 1, "the dealt base card counts"
    assert by_game["calculation"] == by_game["three-shuffles-and-a-draw"] == 4
    assert by_game["reno"] == 0, "one point per card, not dollars"
    assert tour.total == sum(by_game.values())


def test_a_tour_of_other_games_counts_marks() -> None:
    play = Play(find("demon"), 1)
    assert leg_points(KINDS["tour"], ["demon", "corners"], play) == 0
    assert leg_points(KINDS["tour"], EIGHT, Play(find("corners"), 1)) == 1


@pytest.mark.parametrize("games", [["demon"], ["demon"] * 13])
def test_a_tour_has_two_to_twelve_games(games: list[str]) -> None:
    with pytest.raises(Refusal, match="A tour has 2 to 12 games"):
        tours.tour(numbers(), games)


def test_a_series_refuses_another_deal() -> None:
    tour = tours.tour(numbers())
    with pytest.raises(Refusal, match="Game 1 must be deal 1 of royale-pyramid"):
        tour.with_result(0, Play(find("royale-pyramid"), 99))


@pytest.mark.parametrize(
    ("earlier", "events", "kept"),
    [(9, ["t3 f1"], 8), (10, ["t3 f1"], 8), (11, ["t3 f1"], 7), (0, [], 7)],
    ids=["better", "equal", "worse", "untouched"],
)
def test_a_row_played_again_takes_the_result_unless_it_is_worse(
    earlier: int, events: list[str], kept: int
) -> None:
    klondike = find("kloncan-klondike")
    sheet = tours.mixed_sheet(numbers())
    sheet = sheet.with_leg(0, Leg(klondike.id, 617, earlier, moves=5, play=7))
    play = Play(klondike, 17, mode=sheet.mode)
    for event in events:
        play.perform(event)
    assert sheet.play_again(0, 17).with_result(0, play, play_id=8).legs[0].play == kept


def test_a_golf_match_counts_strokes_against_par() -> None:
    match = ended(matches.golf(numbers(), 9), 0)
    assert len(match.legs) == 9
    assert match.total == 35, "every card of the tableau is left"
    assert match.over_par == 31
    with pytest.raises(Refusal, match="9 or 18 holes"):
        matches.golf(numbers(), 10)


def test_reno_pays_after_each_deal() -> None:
    evening = matches.reno(numbers())
    assert matches.another_deal(evening, numbers(5)) is evening
    evening = matches.another_deal(ended(evening, 0), numbers(5))
    assert (evening.total, evening.next, evening.legs[1].deal) == (-52, 1, 5)


def test_a_sheet_adds_marks() -> None:
    play = Play(find("kloncan-klondike"), 617, mode=Mode.SCORED)
    play.perform("t2 f1")
    assert leg_points(KINDS["sheet"], [play.game.id] * 2, play) == 10


def test_strict_terms_are_those_of_tours_and_matches() -> None:
    assert tours.tour(numbers()).mode is Mode.STRICT
    assert daily.daily(date(2026, 11, 21)).mode is Mode.SCORED


# -- stored forms ------------------------------------------------------------------------------


def test_a_series_round_trips_as_text() -> None:
    tour = ended(tours.tour(numbers(), name='Friday "night"'), 0)
    assert Series.from_json(tour.to_json()) == tour


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "[" * 100_000,
        '{"v": 1}',
        '{"v": 1, "kind": "tour", "name": "", "legs": []}',
        '{"v": 1, "kind": "dance", "name": "", "legs": [["demon", 5]]}',
        '{"v": 1, "kind": "tour", "name": "", "legs": [["demon", "5"]]}',
        '{"v": 1, "kind": "tour", "name": "", "legs": [["demon", 0]]}',
        '{"v": 1, "kind": "tour", "name": "", "legs": [["demon", 5, 1.5]]}',
        '{"v": 1, "kind": "tour", "name": "", "legs": [[5, 5]]}',
    ],
)
def test_an_invalid_series_is_refused(text: str) -> None:
    with pytest.raises(SeriesError, match="It is damaged"):
        Series.from_json(text)


def test_an_unknown_version_is_refused() -> None:
    with pytest.raises(SeriesError, match="stored in form 2; this solterm reads form 1"):
        Series.from_json('{"v": 2}')


# -- tournaments -------------------------------------------------------------------------------


def played(tournament: Tournament, player: str, cards: int) -> Tournament:
    """Return the tournament after a turn with that many cards home."""
    turn = tournament.next_turn()
    assert turn.current
    leg = turn.current.legs[0]._replace(points=cards)
    return turn.with_series(turn.current.with_leg(0, leg)).with_player(player)


def test_all_players_of_a_tournament_have_the_same_deal() -> None:
    tournament = Tournament.begin("Cup", ["corners"], numbers(42)).next_turn()
    assert tournament.current
    assert tournament.current.legs == (Leg("corners", 42),)
    assert tournament.next_turn() is tournament, "an unfinished turn continues"
    done = played(tournament, "Ann", 10)
    assert done.current is None
    second = done.next_turn().current
    assert second
    assert second.legs == (Leg("corners", 42),)


@pytest.mark.parametrize("names", ["abcdef", "fedcba"])
def test_the_best_five_stay_and_earlier_ones_win_ties(names: str) -> None:
    tournament = Tournament.begin("Cup", ["corners"], numbers())
    for player, cards in zip(names, (5, 9, 9, 1, 7, 2), strict=True):
        tournament = played(tournament, player, cards)
    assert [turn.player for turn in tournament.best] == [names[at] for at in (1, 2, 4, 0, 5)]


def test_a_turn_without_a_name_is_not_among_the_best() -> None:
    tournament = played(Tournament.begin("Cup", ["corners"], numbers()), "", 10)
    assert tournament.best == ()
    assert [turn.player for turn in tournament.with_player("Ann").best] == ["Ann"]


def test_a_tournament_round_trips_as_text() -> None:
    tournament = played(Tournament.begin("Cup", EIGHT, numbers()), "Ann", 10)
    assert Tournament.from_json(tournament.to_json()) == tournament
    assert tournament.without_turns().turns == ()


def test_a_turn_with_other_deals_is_refused() -> None:
    tournament = played(Tournament.begin("Cup", ["corners"], numbers()), "Ann", 10)
    foreign = tournament.to_json().replace('"deals": [1]', '"deals": [2]')
    with pytest.raises(SeriesError, match="not a tournament"):
        Tournament.from_json(foreign)


# -- deals of the day --------------------------------------------------------------------------


def digest(days: list[date], key: DayKey | None = None, is_for_guests: bool = False) -> str:
    """Return a digest of the deals of some days."""
    legs = [(day, *daily.daily(day, key, is_for_guests=is_for_guests).legs) for day in days]
    told = "".join(f"{day} {leg.game} {leg.deal}\n" for day, leg in legs)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


FIRST = date(2026, 11, 27)
DAYS = [FIRST + timedelta(days=n) for n in range(3650)]
KEY = DayKey.of("secret", date(2028, 12, 31))


@pytest.mark.parametrize(
    ("day", "game", "deal"),
    [("2026-11-27", "duchess", 47), ("2026-12-01", "monte-carlo", 134)],
)
def test_deals_of_the_day_never_change(day: str, game: str, deal: int) -> None:
    (leg,) = daily.daily(date.fromisoformat(day)).legs
    assert (leg.game, leg.deal) == (game, deal)


def test_no_day_ever_changes_its_deal() -> None:
    assert digest(DAYS) == "d38d450ed0369b28"
    assert digest(DAYS[:365], KEY) == "ac3cbdcd36604603"


def test_every_game_has_its_day_of_the_week_unless_its_deals_are_seldom_won() -> None:
    games = [game for weekday in WEEK for game in weekday.games]
    assert len(games) == len(set(games))
    assert {daily.daily(day).legs[0].game for day in DAYS} == set(games)
    without_choice = {"concentration", "pairs", "the-wish", "clock"}
    seldom_won = {
        *("reno", "agnes", "german-patience", "scorpion", "seven-devils", "farewell-to-kings"),
        *("spider", "mrs-mop", "crescent"),
    }
    assert set(games) == set(catalogue()) - without_choice - seldom_won


def test_mondays_are_easy_and_sundays_long() -> None:
    for day in DAYS[:400]:
        game = find(daily.daily(day).legs[0].game)
        assert game.id in WEEK[day.weekday()].games
        if day.strftime("%A") == "Monday":
            assert Odds.of_letters(find_letters(game, 3)).least > 0.65
        assert (game.packs == 2) == (day.strftime("%A") == "Sunday")


def test_a_game_returns_with_another_deal_after_all_others_of_its_weekday() -> None:
    mondays = [daily.daily(day).legs[0] for day in DAYS if day.weekday() == 0]
    turn = len(WEEK[0].games)
    first, second = mondays[:turn], mondays[turn : 2 * turn]
    assert [leg.game for leg in first] == [leg.game for leg in second]
    assert all(one.deal != other.deal for one, other in zip(first, second, strict=True))


def test_deals_of_the_day_have_been_won_by_the_solver() -> None:
    for day in DAYS:
        (leg,) = daily.daily(day).legs
        assert find_letters(find(leg.game), 3)[leg.deal - 1] == "W"


def test_a_host_hides_the_number_and_not_the_game() -> None:
    for day in DAYS[:20]:
        (leg,) = daily.daily(day, KEY).legs
        (guests,) = daily.daily(day, KEY, is_for_guests=True).legs
        assert leg.game == guests.game == daily.daily(day).legs[0].game
        assert FIRST_HIDDEN <= leg.deal != guests.deal >= FIRST_HIDDEN

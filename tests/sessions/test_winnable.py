"""Deals that can be won: which are picked, and how others are found."""

from datetime import date

import pytest

from solterm.contests import daily, days
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import catalogue, find
from solterm.manual.odds import list_wins
from solterm.plain.interpreter import carry_out
from solterm.sessions import plays
from solterm.sessions.plays import NONE_KNOWN, Start, pick
from solterm.sessions.seat import Seat
from solterm.solver.seek import seek
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.purpose import Purpose
from solterm.store.settings import Settings
from solterm.store.store import Store
from tests.plain.line_sessions import new_session

FREE_CELL, SCORPION = find("free-cell"), find("scorpion")
PAIRS = find("concentration")


def test_a_picked_deal_is_one_the_solver_has_won(store: Store) -> None:
    for game in catalogue().values():
        for level in (1, 2, 3):
            wins = list_wins(game, level)
            assert (deal := pick(store, game, level, {})) in wins or deal is None


def test_each_deal_is_picked_once(store: Store) -> None:
    had = set()
    while deal := pick(store, SCORPION, 3, {}):
        had.add(deal)
        KeptPlay.start(store, SCORPION, deal)
    assert had == set(list_wins(SCORPION, 3))
    assert pick(store, SCORPION, 2, {}) not in had


def test_deals_of_days_to_come_are_not_picked(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = next(day for day in map(date.fromordinal, range(740000, 741000)) if is_free_cell(day))
    monkeypatch.setattr(plays, "today", lambda: day)
    (leg,) = days.daily(day).games
    assert leg.deal in daily.list_deals(FREE_CELL.id, day)
    assert 4 <= len(daily.list_deals(FREE_CELL.id, day)) <= 6
    monkeypatch.setattr(plays, "list_wins", lambda game, level: [leg.deal])
    assert pick(store, FREE_CELL, 3, {}) is None
    monkeypatch.setattr(plays, "list_wins", lambda game, level: [leg.deal, 17])
    assert pick(store, FREE_CELL, 3, {}) == 17


def is_free_cell(day: date) -> bool:
    return daily.game_of(day) == FREE_CELL.id


def test_a_host_withholds_deals_of_its_contests(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = []

    def refuse(store: Store, game: str, deal: int) -> None:
        if deal == 5:
            refused.append(deal)
            raise StoreError("This is a deal of a contest.")

    monkeypatch.setattr(plays, "refuse_rehearsal", refuse)
    assert {pick(store, SCORPION, 3, {}) for _ in range(40)} == {63}
    assert refused


def test_nothing_is_known_of_deals_with_unusual_options(store: Store) -> None:
    assert pick(store, PAIRS, 1, {"players": "2"}) is None
    usual = {option.key: option.usual for option in PAIRS.options}
    assert pick(store, PAIRS, 1, usual)


def test_a_search_finds_a_deal_that_can_be_won() -> None:
    golf = find("royale-golf")
    tried: list[int] = []
    found = seek(golf, 3, tried.append)
    assert found
    deal, moves = found
    play = Play(golf, deal)
    for move in moves:
        play.push(move)
    assert play.tally.won
    assert tried == list(range(1, len(tried) + 1))
    assert seek(golf, 3, is_stopped=lambda: True) is None


def test_games_of_points_have_no_winnable_deals() -> None:
    with pytest.raises(Refusal, match="played for points"):
        seek(find("poker"), 3)


def test_the_setting_deals_free_games_that_can_be_won(store: Store) -> None:
    wanted, settings = Start(SCORPION), Settings(winnable=True)
    dealt = [plays.resume_or_deal(store, wanted, settings)]
    assert plays.resume_or_deal(store, wanted, settings)[0].play_id == dealt[0][0].play_id
    dealt += [plays.deal_beside(store, wanted, settings) for _ in range(2)]
    assert {kept.play.deal for kept, *_ in dealt[:2]} == {5, 63}
    assert dealt[2][-1] == NONE_KNOWN


@pytest.mark.parametrize("name", ["klondike-deal-3", "free-cell", "spider", "demon"])
def test_the_first_game_of_a_player_can_be_won_and_begins_with_a_choice(name: str) -> None:
    game, firsts = find(name), []
    for level in (1, 3):
        store = Store.memory("a new player")
        kept = plays.resume_or_deal(store, Start(game, level=level)).kept
        choices = [move for move in kept.play.legal_moves if not kept.play.rules.is_turn(move)]
        wins = list_wins(game, level)
        firsts.append(len(choices) >= 3 and (kept.play.deal in wins or not wins))
        assert plays.is_known_win(kept.play) == bool(wins)
    assert all(firsts) or name == "demon", "few of its deals begin with three moves"


def test_later_games_are_any_deal(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    KeptPlay.start(store, SCORPION, 700)
    monkeypatch.setattr(plays, "random_deal", lambda: 701)
    assert plays.resume_or_deal(store, Start(FREE_CELL)).kept.play.deal == 701


def test_a_known_win_is_one_at_this_level_with_usual_options() -> None:
    assert plays.is_known_win(Play(SCORPION, 5))
    assert not plays.is_known_win(Play(SCORPION, 6))
    assert not plays.is_known_win(Play(PAIRS, 1, options={"players": "2"}))
    lost_by_strictness = min(set(list_wins(SCORPION, 1)) - set(list_wins(SCORPION, 3)))
    play = Play(SCORPION, lost_by_strictness, 1)
    assert plays.is_known_win(play)
    play.perform("level 3")
    assert not plays.is_known_win(play)


def test_only_who_asked_hears_that_a_deal_is_known_to_be_won(store: Store) -> None:
    seat = Seat(store, kept=KeptPlay.start(store, SCORPION, 5))
    assert not seat.is_winnable_deal(seat.kept), "the number was typed"
    seat.change_setting("winnable", "on")
    assert seat.is_winnable_deal(seat.kept)
    scored = KeptPlay.start(store, SCORPION, 5, 3, Mode.SCORED, purpose=Purpose("sheet", 1, 2))
    assert not seat.is_winnable_deal(scored)


def test_scored_games_and_named_deals_stay_as_they_are(store: Store) -> None:
    settings = Settings(winnable=True)
    row = Start(SCORPION, mode=Mode.SCORED, purpose=Purpose("sheet", 1, 2))
    assert plays.choose(store, row, settings)[0].deal is None
    assert plays.choose(store, Start(SCORPION, 617), settings) == (Start(SCORPION, 617, 3), "")


def test_line_mode_follows_the_setting() -> None:
    session = new_session("scorpion", 700)
    session.seat.change_setting("winnable", "on")
    assert carry_out(session, "new").text.startswith("Scorpion (smallWare), winnable deal ")
    assert session.play.deal in (5, 63)
    carry_out(session, "new")
    assert NONE_KNOWN in carry_out(session, "new").text

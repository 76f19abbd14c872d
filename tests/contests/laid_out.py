"""Contests for tests: laid out without chance, and played at once."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import count

from solterm.contests import contests, sheets
from solterm.contests.contest import Contest, ContestGame, Row, lay_out
from solterm.contests.kinds import DAILY, TOUR, TOURNAMENT, Calendar, Kind, Naming, Offer
from solterm.contests.sheets import score_sheet
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.sessions import contest_deals, contest_steps, plays
from solterm.sessions.host_link import HostLink
from solterm.store.kept import KeptPlay
from solterm.store.purpose import Purpose
from solterm.store.store import Store

WEEKLY = Kind(
    id="weekly",
    title="Deal of the week, {}",
    short="Week",
    fits=lambda _, games: len(games) == 1,
    offers=(Offer("contest weekly", "The deal of the week", "10 minutes", "One deal a week."),),
    named_by=Naming.DATE,
    calendar=Calendar(
        word="the week",
        name_of=lambda day: f"{day:%G-W%V}",
        parse=lambda name: datetime.strptime(f"{name}-1", "%G-W%V-%u").date(),
        games_of=lambda _: ("demon",),
    ),
    sizes=(1,),
    mode=Mode.STRICT,
    is_dealt_alike=True,
    spoiler="This is the deal of the week: play it yourself first.",
    tries=1,
)
"""A kind that exists in tests only."""


def numbers(start: int = 1) -> Callable[[], int]:
    """Draw deal numbers in order instead of random ones."""
    drawn = count(start)
    return lambda: next(drawn)


def tour_of(*games: str, name: str = "", deal: int = 7) -> Contest:
    """Return a tour of these games, all with the same deal number."""
    return lay_out(TOUR, lambda: deal, games, name)


def begin_daily(store: Store) -> Contest:
    """Begin or resume the deal of the day."""
    return contest_steps.begin(store, DAILY)


def ended(contest: Contest, place: int) -> Contest:
    """Return the contest with one of its games ended at once."""
    game = contest.games[place]
    play = Play(find(game.game), game.deal, mode=contest.mode)
    return contest.with_result(place, play, play_id=7)


def sheet_of(*rows: Row | None, game: str = "demon") -> Contest:
    """Return the sheet with these rows; None and missing ones are not played."""
    sheet = score_sheet(game)
    for place, row in enumerate(rows):
        if row:
            sheet = sheet.with_game(place, ContestGame(game, 0, *row))
    return sheet


# A complete game, one with an exception, and a poor one; three games are not played.
THREE_GAMES = sheet_of(Row(1000, 120, 0), Row(135, 76, 1), None, Row(25, 90, 6))


def dealt(
    store: Store,
    contest: Contest,
    place: int = 0,
    level: int | None = None,
    host: HostLink | None = None,
) -> KeptPlay:
    """Resume or deal a game of a contest, which stores the contest."""
    start = contest_steps.start_of(contest, place)
    start, _ = contest_deals.hand_out(store, host or HostLink(), start)
    return plays.resume_or_deal(store, start._replace(level=level or start.level or 3))[0]


def end(store: Store, contest: Contest, place: int = 0, home: int = 0) -> Contest:
    """End a game of a contest after some moves, cards home first; return the contest."""
    kept = dealt(store, contest, place)
    for _ in range(home):
        moves = sorted(kept.play.legal_moves, key=lambda move: move.dst[:1] != "f")
        kept.perform(str(moves[0]))
    after = contest_steps.end(kept)
    assert after
    return after


def end_all(store: Store, contest: Contest, home: int = 0) -> Contest:
    """End all games of a contest after some moves each."""
    for place in range(len(contest.games)):
        contest = end(store, contest, place, home)
    return contest


def cup_of(name: str, games: Sequence[str], deals: Sequence[int]) -> Contest:
    """Return a tournament of these games and deals."""
    drawn = iter(deals)
    return lay_out(TOURNAMENT, lambda: next(drawn), games, name)._replace(id=0)


def stored(store: Store, contest: Contest) -> Contest:
    """Return a contest after storing it, as if its first game had been dealt."""
    contest = contest if contest.id else contest.drawn()
    with store.transaction() as database:
        contests.put(database, contest)
    return contests.load(store, contest.id)


def row_of(store: Store, game_id: str, number: int) -> Purpose:
    """Return the purpose of a row of the current sheet, which is stored with it."""
    return stored(store, sheets.present(store, game_id)).purpose(number - 1)

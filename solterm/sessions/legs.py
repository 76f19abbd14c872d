"""The games of a contest: what ending one enters, who is best, what comes next."""

from collections.abc import Callable

from solterm.contests import matches, naming, proof
from solterm.contests.naming import Unit
from solterm.contests.series import Leg, Series
from solterm.contests.tournament import BEST, Tournament
from solterm.contests.tours import board_of
from solterm.games import find
from solterm.store import contests, players
from solterm.store.boards import Boards
from solterm.store.contests import Contest
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store


def standing(store: Store, context: str) -> str:
    """What a play is played for, for a status row: ``Tour 3/8``, ``Hole 4/9``, ``3/6``."""
    try:
        found = contests.contest_of(store, context)
    except StoreError:
        found = None
    return naming.standing(context, series_of(found[0]) if found else None)


def series_of(contest: Contest) -> Series:
    """The games of a contest: of a tournament, those of the turn under way or of the last one."""
    state = contest.state
    if isinstance(state, Tournament):
        return (state if state.turns else state.next_turn()).turns[-1].series
    return state


def unit(series: Series) -> Unit:
    """What a series counts."""
    return naming.unit_of(series.kind, [leg.game for leg in series.legs])


def is_entered(contest: Contest) -> bool:
    """Has the last turn of a tournament its name already?"""
    state = contest.state
    return isinstance(state, Tournament) and bool(state.turns[-1].player)


def end(store: Store, kept: KeptPlay) -> Contest | None:
    """End a game for good; its result goes to its contest before the play is closed.

    Raises ``PlayedElsewhere`` and ``StoreError``; the play is not ended then. None for a play that
    is for no contest.
    """
    contest = contests.enter(store, kept)
    kept.finish()
    return contest


def high(boards: Boards, contest: Contest) -> list[int] | None:
    """The games of the best total of a tournament, of all players of the host.

    They are those of the best result on the board; where there is none, of the best turn here.
    """
    state = contest.state
    if not isinstance(state, Tournament):
        return None
    proved = boards.proved(board_of(series_of(contest)))
    if proved:
        _, best = min(proved, key=lambda each: (proof.rank(each[0], find), each[0].date))
        return [points for _, points in proof.by_game(best, find)]
    turns = state.best
    return [leg.points or 0 for leg in turns[0].series.legs] if turns else None


def is_among_the_best(boards: Boards, series: Series) -> bool:
    """Is a tour that is left early among the best five of its board?"""
    best = boards.top(board_of(series), BEST)
    return series.total > 0 and (len(best) < BEST or series.total > best[-1].score)


def enter(store: Store, boards: Boards, contest: Contest, name: str) -> Contest:
    """Enter the board under a name. A tournament then waits for its next player; every other
    contest is put away.

    Raises ``StoreError`` when the board does not take it; the contest stays as it is then.
    """
    series = series_of(contest)
    played = contests.records(store, series, find)
    boards.enter(board_of(series), name, players.profile(), played, series.total)
    state = contest.state
    if isinstance(state, Tournament):
        return contests.update(store, contest, state.named(" ".join(name.split())))
    contests.close(store, contest)
    return contests.load(store, contest.id)


def next_turn(store: Store, contest: Contest) -> Contest:
    """The contest with the next player's turn begun, where it is a tournament."""
    state = contest.state
    return (
        contests.update(store, contest, state.next_turn())
        if isinstance(state, Tournament)
        else contest
    )


def another_deal(store: Store, contest: Contest, deal: Callable[[], int]) -> Contest:
    """The evening at Reno with one deal more."""
    return contests.update(store, contest, matches.another_deal(series_of(contest), deal))


def again(store: Store, contest: Contest, place: int, deal: Callable[[], int]) -> Contest:
    """A row of a mixed sheet to be played again; what stands there gives way to better only."""
    return contests.update(store, contest, series_of(contest).again(place, deal()))


def take(store: Store, contest: Contest, place: int, leg: Leg) -> Contest:
    """Put a game into a row of a mixed sheet."""
    return contests.update(store, contest, series_of(contest).with_leg(place, leg))

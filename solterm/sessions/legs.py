"""The games of a contest: what ending one enters, who is best, what comes next."""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import zip_longest
from typing import NamedTuple

from solterm.contests import matches, proof, titles
from solterm.contests.kinds import MIX, TOUR, TOURNAMENT
from solterm.contests.purpose import Purpose
from solterm.contests.series import Leg, Series
from solterm.contests.titles import Unit, board_of
from solterm.contests.tournament import BEST, Tournament
from solterm.games import find
from solterm.sessions.plays import Start
from solterm.store import contests, place, players
from solterm.store.boards import Boards, Entry
from solterm.store.contests import Contest
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store

_ALL = 1_000_000
"""More results than a board has."""


class Entered(NamedTuple):
    """A contest whose result is on its board."""

    contest: Contest
    entry: Entry


class NextStep(Enum):
    """What comes next in a contest."""

    PLAY = auto()
    """A game is to be played, or gone on with."""
    CHOOSE = auto()
    """The game of this row is to be chosen."""
    AGAIN = auto()
    """This row is played: it may be played again."""
    ANOTHER_DEAL = auto()
    """All are played, and another may be dealt, or the board entered."""
    ENTER = auto()
    """All are played: the board is entered."""
    NEXT_PLAYER = auto()
    """The turn is entered: the next player has the same deals."""


def next_step(contest: Contest, place: int | None = None) -> NextStep:
    """What comes next; on a mixed sheet, at the row of a place, or at the first not played."""
    series = series_of(contest)
    if series.kind is MIX and (place is not None or series.next is not None):
        leg = series.legs[place if place is not None else series.next or 0]
        if leg.points is not None:
            return NextStep.AGAIN
        return NextStep.PLAY if leg.game else NextStep.CHOOSE
    if series.next is not None:
        return NextStep.PLAY
    if series.kind.is_endless:
        return NextStep.ANOTHER_DEAL
    return NextStep.NEXT_PLAYER if is_entered(contest) else NextStep.ENTER


def start_of(contest: Contest, place: int) -> Start:
    """How a game of a contest comes to the table."""
    series = series_of(contest)
    leg, purpose = series.legs[place], contests.purpose_of(contest, place)
    return Start(find(leg.game), leg.deal, series.kind.level, {}, series.terms, purpose)


def contest_of(store: Store, purpose: Purpose) -> Contest | None:
    """The contest that a play is played for; raises ``StoreError`` when it cannot be read."""
    return contests.load(store, purpose.contest) if purpose.is_contest else None


def words(store: Store, purpose: Purpose) -> str:
    """What a play is played for, in a sentence; empty for a free one."""
    if purpose.row:
        return f"Game {purpose.row} of the score sheet."
    try:
        found = contest_of(store, purpose)
    except StoreError:
        return ""
    if found is None:
        return ""
    series = series_of(found)
    word = titles.game_word(series.kind, purpose.place).capitalize()
    return f"{word} of {len(series.legs)}: {titles.title(series)}."


def tell_standing(store: Store, purpose: Purpose) -> str:
    """What a play is played for, for a status row: ``Tour 3/8``, ``Hole 4/9``, ``3/6``."""
    try:
        found = contest_of(store, purpose)
    except StoreError:
        found = None
    return titles.name_standing(purpose, series_of(found) if found else None)


def series_of(contest: Contest) -> Series:
    """The games of a contest: of a tournament, those of the turn under way or of the last one."""
    state = contest.state
    if isinstance(state, Tournament):
        return (state if state.turns else state.next_turn()).turns[-1].series
    return state


def unit(series: Series) -> Unit:
    """What a series counts."""
    return titles.unit_of(series.kind, [leg.game for leg in series.legs])


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


def high(boards: Boards, contest: Contest) -> list[int | None] | None:
    """The games of the best total of a tour or tournament, of all players of the host.

    They are those of the best result on the board; of a tournament without any, of the best turn
    here. A game that the best player had not, or left out, is None; where nobody has any, all is.
    """
    series, state = series_of(contest), contest.state
    if series.kind not in (TOUR, TOURNAMENT):
        return None
    # A tour's board may be long, and is proved when it is looked at.
    proved = boards.list_proved(str(board_of(series)), wait=series.kind is TOURNAMENT)
    if proved:
        _, best = proved[0]
        brought = proof.by_game(best, find)
        pairs = zip_longest(series.legs, brought[: len(series.legs)], fillvalue=None)
        return [its[1] if leg and its and its[0] == leg.game else None for leg, its in pairs]
    turns = state.best if isinstance(state, Tournament) else ()
    return [leg.points or 0 for leg in turns[0].series.legs] if turns else None


def total_of(best: Sequence[int | None]) -> int:
    """What the games of the best total come to."""
    return sum(points or 0 for points in best)


def tell_place(boards: Boards, entry: Entry) -> str:
    """Which place a result has reached on its board, in a sentence; empty where it has none."""
    digests = [each.digest for each in boards.top(entry.board, _ALL, wait=False)]
    if entry.digest not in digests:
        return ""
    return f"You reached place {digests.index(entry.digest) + 1} of {len(digests)}."


def is_among_the_best(boards: Boards, series: Series) -> bool:
    """Is this a tour that, left early, is among the best five of its board, and may go there?"""
    if series.kind is not TOUR or series.total <= 0 or place.is_guest():
        return False
    best = boards.top(str(board_of(series)), BEST)
    return len(best) < BEST or series.total > best[-1].score


def enter(store: Store, boards: Boards, contest: Contest, name: str) -> Entered:
    """Enter the board under a name. A tournament then waits for its next player; every other
    contest is put away.

    On a host the name is the one it gave the player. Raises ``StoreError`` when the board does not
    take it; the contest stays as it is then.
    """
    series, name = series_of(contest), place.nickname() or name
    played = contests.records(store, series, find)
    board, state = str(board_of(series)), contest.state
    entry = boards.enter(board, name, players.profile(), played, series.total)
    if isinstance(state, Tournament):
        named = state.with_player(" ".join(name.split()))
        return Entered(contests.update(store, contest, named), entry)
    contests.close(store, contest)
    return Entered(contests.load(store, contest.id), entry)


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


def play_again(store: Store, contest: Contest, place: int, deal: Callable[[], int]) -> Contest:
    """A row of a mixed sheet to be played again; what stands there gives way to better only."""
    return contests.update(store, contest, series_of(contest).play_again(place, deal()))


def take(store: Store, contest: Contest, place: int, leg: Leg) -> Contest:
    """Put a game into a row of a mixed sheet."""
    return contests.update(store, contest, series_of(contest).with_leg(place, leg))

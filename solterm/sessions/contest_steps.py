"""The games of a contest: start and end them, enter the contest, find the next step."""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import zip_longest
from typing import NamedTuple

from solterm.contests import contests, matches, titles
from solterm.contests.contests import Contest
from solterm.contests.kinds import KINDS, SHEET, BoardName
from solterm.contests.series import Leg, Series
from solterm.contests.titles import Unit, board_of
from solterm.contests.tournament import BEST, Tournament
from solterm.context import Context
from solterm.games import find
from solterm.sessions.boards import Boards, Entry
from solterm.sessions.plays import Start
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.purpose import Purpose
from solterm.store.store import Store

_ALL = 1_000_000
"""More results than a board has."""


class Entered(NamedTuple):
    """A contest whose result is on its board."""

    contest: Contest
    entry: Entry


class NextStep(Enum):
    """The next step in a contest."""

    PLAY = auto()
    """Play or resume a game."""
    CHOOSE = auto()
    """Choose the game of this row."""
    AGAIN = auto()
    """This row is played; it can be played again."""
    ANOTHER_DEAL = auto()
    """All games are played: deal another one, or enter the board."""
    ENTER = auto()
    """All games are played: enter the board."""
    NEXT_PLAYER = auto()
    """The turn is entered: the next player at this keyboard gets the same deals."""
    NOTHING = auto()
    """The result is entered, and this was the only try."""


def next_step(context: Context, contest: Contest, at: int | None = None) -> NextStep:
    """Return the next step; on a mixed sheet, that of a given row or of the first unplayed one."""
    series = contest.latest
    if series.kind.repeats_rows and (at is not None or series.next is not None):
        leg = series.legs[at if at is not None else series.next or 0]
        if leg.points is not None:
            return NextStep.AGAIN
        return NextStep.PLAY if leg.game else NextStep.CHOOSE
    if series.next is not None:
        return NextStep.PLAY
    if series.kind.is_endless:
        return NextStep.ANOTHER_DEAL
    if not series.kind.has_board:
        return NextStep.NOTHING
    if not is_entered(contest):
        return NextStep.ENTER
    return NextStep.NEXT_PLAYER if _has_another_try(context, contest) else NextStep.NOTHING


def _has_another_try(context: Context, contest: Contest) -> bool:
    return contest.kind.may_try_again(contest.tries, context.is_on_host)


def start_of(contest: Contest, place: int) -> Start:
    """Return how to start a game of a contest."""
    series = contest.latest
    leg, purpose = series.legs[place], contests.purpose_of(contest, place)
    return Start(find(leg.game), leg.deal, series.kind.level, {}, series.mode, purpose)


def contest_of(store: Store, purpose: Purpose) -> Contest | None:
    """Return a play's contest; raise ``StoreError`` for a damaged one."""
    is_known = purpose.is_contest and purpose.kind in KINDS
    return contests.load(store, purpose.contest) if is_known else None


def find_board(store: Store, kept: KeptPlay) -> str:
    """Return the board that a play counts on.

    Return "" for a free game or a guest's, and if the contest cannot be read.
    """
    kind = KINDS.get(kept.purpose.kind)
    if store.context.is_guest or (kind and not kind.has_board):
        return ""
    if kept.purpose.row:
        return str(BoardName(SHEET, kept.play.game.id))
    try:
        found = contest_of(store, kept.purpose)
    except StoreError:
        return ""
    return str(board_of(found.latest)) if found else ""


def words(store: Store, purpose: Purpose) -> str:
    """Return a play's purpose as a sentence; "" for a free game."""
    if purpose.row:
        return f"Game {purpose.row} of the score sheet."
    try:
        found = contest_of(store, purpose)
    except StoreError:
        return ""
    if found is None:
        return ""
    series = found.latest
    if series.kind.has_one_game:
        return f"{titles.title(series)}."
    word = titles.game_word(series.kind, purpose.place).capitalize()
    return f"{word} of {len(series.legs)}: {titles.title(series)}."


def tell_standing(store: Store, purpose: Purpose) -> str:
    """Return a play's purpose for a status row: ``Tour 3/8``, ``Hole 4/9``, ``3/6``."""
    try:
        found = contest_of(store, purpose)
    except StoreError:
        found = None
    return titles.name_standing(purpose, found.latest if found else None)


def unit(series: Series) -> Unit:
    """Return the unit of a series: points, strokes, dollars."""
    return titles.unit_of(series.kind, [leg.game for leg in series.legs])


def is_entered(contest: Contest) -> bool:
    """Return whether the last turn of a tournament is entered under a name."""
    state = contest.state
    return isinstance(state, Tournament) and bool(state.turns[-1].player)


def enters_by_itself(context: Context, contest: Contest) -> bool:
    """Return whether the result goes to its board now, without a key.

    That is so on a host, which knows the player's name, for the only try at the same deals.
    """
    is_only_try = bool(contest.kind.most_tries(context.is_on_host))
    is_known = bool(context.nickname) and is_only_try
    return is_known and next_step(context, contest) is NextStep.ENTER


def end(store: Store, kept: KeptPlay) -> Contest | None:
    """End a game for good, after adding its result to its contest. Return the contest, if any.

    Raises ``PlayedElsewhere`` and ``StoreError``, and then does not end the play.
    """
    contest = contests.enter(store, kept.purpose, kept.play, kept.play_id)
    kept.finish()
    if contest and contest.open and not contest.kind.has_board:
        contests.close(store, contest)
    return contest


def high(boards: Boards, contest: Contest) -> list[int | None] | None:
    """Return the scores of each game in the best total of a tour or tournament on this host.

    They come from the best result on the board or, in a tournament without one, from the best turn
    here. Games the best player did not play are None. Return None without a result.
    """
    series, state = contest.latest, contest.state
    if not series.kind.shows_best:
        return None
    # Proving a tour's whole board may take long; the board page does it.
    proved = boards.list_claims(str(board_of(series)), wait=series.kind.is_dealt_alike)
    if proved:
        brought = proved[0].games
        pairs = zip_longest(series.legs, brought[: len(series.legs)], fillvalue=None)
        return [its.points if leg and its and its.id == leg.game else None for leg, its in pairs]
    turns = state.best if isinstance(state, Tournament) else ()
    return [leg.points or 0 for leg in turns[0].series.legs] if turns else None


def total_of(best: Sequence[int | None]) -> int:
    """Return the sum of a best total's scores."""
    return sum(points or 0 for points in best)


def tell_place(boards: Boards, entry: Entry) -> str:
    """Return a sentence on the place of a result on its board, or on why it has none."""
    digests = [each.digest for each in boards.top(entry.board, _ALL)]
    if entry.digest not in digests:
        return "It is not listed: the board has the same game already, or a better one of yours."
    return f"You reached place {digests.index(entry.digest) + 1} of {len(digests)}."


def is_among_the_best(boards: Boards, series: Series) -> bool:
    """Return whether a tour left early is among the best five and may enter the board."""
    if not series.kind.ends_early or series.total <= 0 or boards.context.is_guest:
        return False
    best = boards.top(str(board_of(series)), BEST)
    return len(best) < BEST or series.total > best[-1].score


def enter(store: Store, boards: Boards, contest: Contest, name: str) -> Entered:
    """Enter a contest on its board under a name, and close it.

    A tournament stays open for the next player at this keyboard. On a host, each player has one try
    and the host's name.
    Raises ``StoreError`` if the board refuses the result; the contest then stays as it is.
    """
    series, name = contest.latest, store.context.nickname or name
    state, entry = contest.state, boards.enter_series(series, name)
    if isinstance(state, Tournament):
        named = state.with_player(" ".join(name.split()))
        contest = contests.update(store, contest, named)
        if _has_another_try(store.context, contest):
            return Entered(contest, entry)
    contests.close(store, contest)
    return Entered(contests.load(store, contest.id), entry)


def next_turn(store: Store, contest: Contest) -> Contest:
    """Start the next player's turn of a tournament. On a host each player has one try."""
    state = contest.state
    if not isinstance(state, Tournament) or not _has_another_try(store.context, contest):
        return contest
    return contests.update(store, contest, state.next_turn())


def another_deal(store: Store, contest: Contest, deal: Callable[[], int]) -> Contest:
    """Add a deal to an evening at Reno."""
    return contests.update(store, contest, matches.another_deal(contest.latest, deal))


def play_again(store: Store, contest: Contest, place: int, deal: Callable[[], int]) -> Contest:
    """Play a row of a mixed sheet again; only a better result replaces the present one."""
    return contests.update(store, contest, contest.latest.play_again(place, deal()))


def take(store: Store, contest: Contest, place: int, leg: Leg) -> Contest:
    """Put a game into a row of a mixed sheet."""
    return contests.update(store, contest, contest.latest.with_leg(place, leg))


class Ways(NamedTuple):
    """How a player takes the next step: names of keys or of commands."""

    go_on: str
    enter: str
    rows: str
    """A sentence on the rows of a mixed sheet."""


def again_question(place: int) -> str:
    """Return the question to ask before a row of a mixed sheet is played again."""
    return f"Play row {place + 1} again? The better of the two results stays."


def tell_next(context: Context, contest: Contest, ways: Ways) -> str:
    """Return a sentence on the next step."""
    series = contest.latest
    if series.kind.chooses_games and series.next is not None:
        return ways.rows
    match next_step(context, contest):
        case NextStep.ANOTHER_DEAL:
            balance = "enters the balance on the board"
            return f"{ways.go_on} deals another hand for $52, {ways.enter} {balance}."
        case NextStep.NEXT_PLAYER:
            return f"{ways.go_on} deals the same cards to the next player."
        case NextStep.NOTHING:
            return "Your result is on the board."
        case NextStep.ENTER:
            return f"All games are played: {ways.enter} enters the board."
    return f"{ways.go_on} plays {titles.game_word(series.kind, series.next or 0)}."

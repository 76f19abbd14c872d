"""The games of a contest: start and end them, enter the contest, find the next step."""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import zip_longest
from typing import NamedTuple

from solterm.contests import contests, titles
from solterm.contests.contest import Contest, ContestGame, Fate
from solterm.contests.kinds import KINDS
from solterm.contests.titles import Unit, board_of
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
_BEST = 5
"""The places on a board that a tour left early must reach."""


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
    if contest.kind.repeats_rows and (at is not None or contest.next is not None):
        game = contest.games[at if at is not None else contest.next or 0]
        if not game.is_open:
            return NextStep.AGAIN
        return NextStep.PLAY if game.game else NextStep.CHOOSE
    if contest.next is not None:
        return NextStep.PLAY
    if is_entered(contest):
        return NextStep.NEXT_PLAYER if _has_next_player(context, contest) else NextStep.NOTHING
    if contest.kind.is_endless:
        return NextStep.ANOTHER_DEAL
    return NextStep.ENTER if contest.kind.has_board else NextStep.NOTHING


def _has_next_player(context: Context, contest: Contest) -> bool:
    return contest.kind.has_hot_seat and not contest.kind.most_tries(context.is_on_host)


def start_of(contest: Contest, place: int) -> Start:
    """Return how to start a game of a contest, and the contest with it."""
    game, kind = contest.games[place], contest.kind
    return Start(
        find(game.game),
        game.deal or None,
        kind.level,
        mode=contest.mode,
        purpose=contest.purpose(place),
        contest=contest,
    )


def contest_of(store: Store, purpose: Purpose) -> Contest | None:
    """Return a play's contest, or None; raise ``StoreError`` for one that is gone or damaged."""
    is_known = purpose.contest and purpose.kind in KINDS
    return contests.load(store, purpose.contest) if is_known else None


def find_board(store: Store, kept: KeptPlay) -> str:
    """Return the board that a play counts on.

    Return "" for a free game or a guest's, and if the contest cannot be read.
    """
    kind = KINDS.get(kept.purpose.kind)
    if store.context.is_guest or (kind and not kind.has_board):
        return ""
    try:
        found = contest_of(store, kept.purpose)
    except StoreError:
        return ""
    return str(board_of(found)) if found else ""


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
    if found.kind.has_one_game:
        return f"{titles.title(found)}."
    word = titles.game_word(found.kind, purpose.place).capitalize()
    return f"{word} of {len(found.games)}: {titles.title(found)}."


def tell_standing(store: Store, purpose: Purpose) -> str:
    """Return a play's purpose for a status row: ``Tour 3/8``, ``Hole 4/9``, ``3/6``."""
    try:
        found = contest_of(store, purpose)
    except StoreError:
        found = None
    return titles.name_standing(purpose, found)


def unit(contest: Contest) -> Unit:
    """Return the unit of a contest: points, strokes, dollars."""
    return titles.unit_of(contest.kind, [each.game for each in contest.games])


def is_entered(contest: Contest) -> bool:
    """Return whether a contest is on its board."""
    return bool(contest.player)


def enters_by_itself(context: Context, contest: Contest) -> bool:
    """Return whether the result goes to its board now, without a key.

    That is so on a host, which knows the player's name, for the only try at the same deals.
    """
    is_only_try = bool(contest.kind.most_tries(context.is_on_host))
    is_known = bool(context.nickname) and is_only_try
    return is_known and next_step(context, contest) is NextStep.ENTER


def end(store: Store, kept: KeptPlay, replace: bool = False) -> Contest | None:
    """End a game for good, together with its result in its contest. Return the contest, if any.

    A better result of the row stays unless ``replace`` is set. Raises ``PlayedElsewhere`` and
    ``StoreError``, and then does not end the play.
    """
    contest, place = contest_of(store, kept.purpose), kept.purpose.place
    if contest is None or fate_of(contest, kept) is None:
        kept.finish()
        return contest
    after = contest.with_result(place, kept.play, kept.number, replace)
    kept.finish(contests.end_game(after, place, closes=not contest.kind.has_board))
    if trouble := kept.trouble:
        raise trouble
    return contests.load(store, contest.id)


def fate_of(contest: Contest, kept: KeptPlay) -> Fate | None:
    """Return the effect of ending a play on its row; None if it does not belong there any more."""
    try:
        game = contest.games[kept.purpose.place]
    except IndexError:
        return None
    if (game.play and game.play == kept.play_id) or not contest.open:
        return None
    if game.game != kept.play.game.id or game.deal not in (0, kept.play.deal):
        return None
    return contest.fate(kept.purpose.place, kept.play)


def high(boards: Boards, contest: Contest) -> list[int | None] | None:
    """Return the scores of each game in the best result of a tour or tournament on this host.

    Games the best player did not play are None. Return None without a result.
    """
    if not contest.kind.shows_best:
        return None
    # Proving a tour's whole board may take long; the board page does it.
    proved = boards.list_claims(str(board_of(contest)), wait=contest.kind.is_dealt_alike)
    if not proved:
        return None
    brought = proved[0].games[: len(contest.games)]
    pairs = zip_longest(contest.games, brought, fillvalue=None)
    return [its.points if each and its and its.id == each.game else None for each, its in pairs]


def total_of(best: Sequence[int | None]) -> int:
    """Return the sum of a best total's scores."""
    return sum(points or 0 for points in best)


def tell_place(boards: Boards, entry: Entry) -> str:
    """Return a sentence on the place of a result on its board, or on why it has none."""
    digests = [each.digest for each in boards.top(entry.board, _ALL)]
    if entry.digest not in digests:
        return "It is not listed: the board has the same game already, or a better one of yours."
    return f"You reached place {digests.index(entry.digest) + 1} of {len(digests)}."


def is_among_the_best(boards: Boards, contest: Contest) -> bool:
    """Return whether a tour left early is among the best five and may enter the board."""
    if not contest.kind.ends_early or contest.total <= 0 or boards.context.is_guest:
        return False
    best = boards.top(str(board_of(contest)), _BEST)
    return len(best) < _BEST or contest.total > best[-1].score


def enter(store: Store, boards: Boards, contest: Contest, name: str) -> Entered:
    """Enter a contest on its board under a name, and close it.

    On a host, each player has one try and the host's name.
    Raises ``StoreError`` if the board refuses the result; the contest then stays as it is.
    """
    name = " ".join((store.context.nickname or name).split())
    entry = boards.enter_contest(contest, name)
    contests.close(store, contest, name)
    return Entered(contests.load(store, contest.id), entry)


def next_turn(context: Context, contest: Contest) -> Contest:
    """Return the next player's turn of a tournament. On a host each player has one try."""
    return contest.next_turn() if _has_next_player(context, contest) else contest


def another_deal(contest: Contest, deal: Callable[[], int]) -> Contest:
    """Return an evening at Reno with one more deal, if all its deals are played."""
    if contest.next is not None:
        return contest
    return contest.with_game(len(contest.games), ContestGame(contest.games[0].game, deal()))


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
    if contest.kind.chooses_games and contest.next is not None:
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
    return f"{ways.go_on} plays {titles.game_word(contest.kind, contest.next or 0)}."

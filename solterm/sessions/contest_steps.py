"""The steps of a contest in the order of play, for the screen and for line mode.

They are: choose an offer, begin, play the games, take the next step, end a game, enter the board.
A contest is stored with its first game.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from itertools import zip_longest
from typing import NamedTuple

from solterm.chance import random_deal
from solterm.contests import contests, days, sheets, titles
from solterm.contests.boards import BoardError, Boards
from solterm.contests.contest import Contest, ContestGame, Fate, lay_out
from solterm.contests.days import today
from solterm.contests.kinds import (
    KINDS,
    SHEET,
    TOURNAMENT,
    BoardName,
    Kind,
    Offer,
)
from solterm.contests.result import ContestResult
from solterm.contests.titles import board_of
from solterm.contests.tournaments import check_new_name, list_published
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.names import check_name
from solterm.core.refusal import Refusal
from solterm.games import find
from solterm.sessions.plays import Start
from solterm.store import players
from solterm.store.entries import PlayRow
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.purpose import Purpose
from solterm.store.store import Store

_BEST = 5
"""The places on a board that a tour left early must reach."""


class Tried(Refusal):
    """The player has used the one try at a contest; ``board`` is its board."""

    def __init__(self, contest: Contest) -> None:
        super().__init__(contest.kind.tried.format(titles.title(contest)))
        self.board = str(board_of(contest))


class BestOf(NamedTuple):
    """The best proved results of a board."""

    own: ContestResult | None
    """The best result of this player."""
    host: ContestResult | None
    """The best result of all players."""


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


# -- offers, and contests under way ------------------------------------------------------------


def about(context: Context, offer: Offer) -> str:
    """Return the description of an offer for this player, on a host or at home."""
    if context.is_guest:
        return offer.about_to_guests or offer.about
    return offer.about if context.is_on_host else offer.about_at_home or offer.about


def board_of_offer(kind: Kind, offer: Offer) -> str:
    """Return the board of the contests that an offer begins today; "" if each has its own."""
    name = kind.name_for(offer.games)
    return "" if offer.asks_name else str(BoardName(kind, name).on(today()))


def best_of(boards: Boards, board: str) -> BestOf:
    """Return the best results of the player and the host on a board."""
    entries = boards.top(board, 1000, wait=False) if board else []
    me = players.profile(boards.context) if entries else ""
    own = next((each for each in entries if each.profile == me), None)
    return BestOf(own, next(iter(entries), None))


def read_best(boards: Boards, board: str) -> Iterator[BestOf]:
    """Yield the best results of a board proved so far, then again after each further proof.

    Each proof takes a step, so a screen can spread the work.
    """
    yield (known := best_of(boards, board))
    if board:
        for _ in boards.prove_rest(board):
            yield known
        yield best_of(boards, board)


def under_way(store: Store) -> list[Contest]:
    """Return the contests but score sheets to go on with by kind, the most recent first.

    Those whose only game waits for its first move are none. At home the last turn of a tournament
    is one, since another player may follow.
    """
    found = []
    for kind in [each for each in KINDS.values() if each is not SHEET]:
        listed = contests.list_contests(store, kind)
        if kind.has_hot_seat and not kind.most_tries(store.context.is_on_host):
            found += _last_turns(listed)
        else:
            found += [each for each in listed if each.open]
    unmoved = {each.purpose.contest for each in store.in_progress() if not each.moves}
    return [each for each in found if each.is_set_up or each.id not in unmoved]


def _last_turns(listed: Sequence[Contest]) -> list[Contest]:
    last: dict[str, Contest] = {}
    for each in sorted(listed, key=lambda each: (each.open, each.begun), reverse=True):
        last.setdefault(each.name, each)
    return [each for each in listed if last[each.name] is each and (each.open or each.player)]


def has_tried_today(store: Store, kind: Kind) -> bool:
    """Return whether the player has played today's contest of a kind; raises ``StoreError``."""
    if kind.calendar is None:
        return False
    tries = contests.list_named(store, kind, kind.calendar.name_of(today()))
    return any(each.finished for each in tries)


def describe(store: Store, contest: Contest) -> tuple[str, str, str]:
    """Return a contest's title, standing and last day, for a list."""
    if contest.closed:
        turns = contests.list_named(store, contest.kind, contest.name)
        stands = f"{len(turns)} played"
    else:
        total = titles.unit_of(contest.kind).tell(contest.total)
        stands = f"{contest.played} of {len(contest.games)} played, {total}"
    return titles.title(contest), stands, contest.touched.partition("T")[0]


def of_the_host(store: Store) -> tuple[list[Contest], list[str]]:
    """Return the host's tournaments the player may join, and faults of unreadable ones.

    Of evenings, those of a day: there may be many, and each still has its board.
    """
    if store.context.is_guest:
        return [], []
    found, faults = list_published(store.context)
    begun = contests.list_contests(store, TOURNAMENT)
    since = datetime.now(UTC) - timedelta(days=1)

    def may_join(tournament: Contest) -> bool:
        if (start := titles.find_start(tournament.name)) and start < since:
            return False
        name = tournament.name.casefold()
        return contests.may_begin(
            store.context, tournament.kind, [each for each in begun if each.name.casefold() == name]
        )

    return list(filter(may_join, found)), faults


# -- begin: the first game stores the contest --------------------------------------------------


def begin(store: Store, kind: Kind, games: Sequence[str] = (), name: str | None = None) -> Contest:
    """Return a contest to begin or to go on with; of a day, today's (UTC).

    ``name`` is None where the offer asks for none. Raises ``Refusal`` for an invalid name or number
    of games, and ``Tried``.
    """
    if kind.calendar:
        return _begin_or_resume(store, days.deal_to_play(store.context, today(), kind))
    called = "" if name is None else check_name_for(store, kind, name)
    draw = (lambda: 0) if contests.are_dealt_by_host(store.context, kind) else random_deal
    return _find_unmoved(store, lay_out(kind, draw, games, called))


def _find_unmoved(store: Store, contest: Contest) -> Contest:
    """Return the contest of the same games that was dealt, but has no move yet; else this one."""
    known = {each.id for each in under_way(store)}
    for each in contests.list_contests(store, contest.kind, only_open=True):
        if each.id not in known and _list_games(each) == _list_games(contest):
            return each
    return contest


def _list_games(contest: Contest) -> list[str]:
    return [contest.name, *(each.game for each in contest.games)]


def _begin_or_resume(store: Store, wanted: Contest) -> Contest:
    """Begin a contest, or resume the one try at it; raises ``Tried`` if that has ended."""
    tried = contests.list_named(store, wanted.kind, wanted.name)
    if found := next((each for each in tried if each.open), None):
        return found
    if tried and not contests.may_begin(store.context, wanted.kind, tried):
        raise Tried(wanted)
    return wanted.next_turn()


def check_name_for(store: Store, kind: Kind, name: str) -> str:
    """Return the name of a new contest in stored form; that of a tournament is the only one.

    Raises ``Refusal`` if one of that name exists, or looks like it, or if only a host gives it.
    """
    if not kind.is_published:
        return check_name(name)
    known = [each.name for each in contests.list_contests(store, kind)]
    known += [each.name for each in list_published(store.context)[0]]
    return check_new_name(name, known, store.context.is_on_host)


def join(store: Store, tournament: Contest) -> Contest:
    """Begin the player's turn in a tournament of this host.

    Raises ``Tried``, and ``StoreError`` for guests: they would know its deals when they come back
    with an account.
    """
    players.refuse_guests(store.context)
    return _begin_or_resume(store, tournament)


def list_tournaments(store: Store) -> list[str]:
    """Return the names of the tournaments under way, and of those of this host."""
    own = [each.name for each in under_way(store) if each.kind.is_published]
    return own + [each.name for each in list_published(store.context)[0]]


def find_tournament(store: Store, name: str) -> Contest | None:
    """Return the tournament of a name: one under way, or one of this host, which is joined.

    Return None if there is none. Raises as ``join`` does.
    """
    wanted = name.casefold()
    for contest in under_way(store):
        if contest.kind.is_published and contest.name.casefold() == wanted:
            return contest
    for each in list_published(store.context)[0]:
        if each.name.casefold() == wanted:
            return join(store, each)
    return None


# -- play --------------------------------------------------------------------------------------


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


def find_board(kept: KeptPlay) -> str:
    """Return the board that a play counts on.

    Return "" for a free game or a guest's, and if the contest cannot be read.
    """
    kind = KINDS.get(kept.purpose.kind)
    if kept.store.context.is_guest or (kind and not kind.has_board):
        return ""
    try:
        found = contest_of(kept.store, kept.purpose)
    except StoreError:
        return ""
    return str(board_of(found)) if found else ""


def words(store: Store, purpose: Purpose) -> str:
    """Return a play's purpose as a sentence; "" for a free game."""
    if purpose.row:
        return f"Game {purpose.row} of {SHEET.rows} on the score sheet."
    try:
        found = contest_of(store, purpose)
    except StoreError:
        return ""
    if found is None:
        return ""
    if found.kind.has_one_game:
        return f"{titles.title(found)}."
    return f"{titles.tell_game(found, purpose.place).capitalize()}: {titles.title(found)}."


def tell_standing(store: Store, purpose: Purpose) -> str:
    """Return a play's purpose for a status row: ``Tour 3/8``, ``Hole 4/9``, ``3/6``."""
    try:
        found = contest_of(store, purpose)
    except StoreError:
        found = None
    return titles.name_standing(purpose, found)


# -- next --------------------------------------------------------------------------------------


def next_step(context: Context, contest: Contest, at: int | None = None) -> NextStep:
    """Return the next step; on a mixed sheet, that of a given row or of the first unplayed one."""
    if contest.kind.repeats_rows and (at is not None or contest.next is not None):
        game = contest.games[at if at is not None else contest.next or 0]
        if not game.is_open:
            return NextStep.AGAIN
        return NextStep.PLAY if game.game else NextStep.CHOOSE
    if contest.next is not None:
        return NextStep.PLAY
    if contest.player:
        return NextStep.NEXT_PLAYER if _has_next_player(context, contest) else NextStep.NOTHING
    if contest.kind.is_endless:
        return NextStep.ANOTHER_DEAL
    return NextStep.ENTER if contest.kind.has_board else NextStep.NOTHING


def _has_next_player(context: Context, contest: Contest) -> bool:
    return contest.kind.has_hot_seat and not contest.kind.most_tries(context.is_on_host)


class Ways(NamedTuple):
    """How a player takes the next step: names of keys or of commands."""

    go_on: str
    enter: str
    rows: str
    """A sentence on the rows of a mixed sheet."""


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
    return f"{ways.go_on} plays {titles.tell_game(contest, contest.next or 0)}."


def again_question(place: int) -> str:
    """Return the question to ask before a row of a mixed sheet is played again."""
    return f"Play row {place + 1} again? The better of the two results stays."


def next_turn(context: Context, contest: Contest) -> Contest:
    """Return the next player's turn of a tournament. On a host each player has one try."""
    return contest.next_turn() if _has_next_player(context, contest) else contest


def another_deal(contest: Contest) -> Contest:
    """Return an evening at Reno with one more deal, if all its deals are played."""
    if contest.next is not None:
        return contest
    return contest.with_game(len(contest.games), ContestGame(contest.games[0].game))


# -- end a game --------------------------------------------------------------------------------


def end(kept: KeptPlay, replace: bool = False) -> Contest | None:
    """End a game for good, together with its result in its contest. Return the contest, if any.

    A better result of the row stays unless ``replace`` is set. Raises ``PlayedElsewhere`` and
    ``StoreError``, and then does not end the play.
    """
    contest, place = contest_of(kept.store, kept.purpose), kept.purpose.place
    if contest is None or fate_of(contest, kept) is None:
        kept.finish()
        return contest
    after = contest.with_result(place, kept.play, kept.play_id, replace)
    kept.finish(contests.end_game(after, place, closes=not contest.kind.has_board))
    if trouble := kept.trouble:
        raise trouble
    return contests.load(kept.store, contest.id)


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


# -- enter -------------------------------------------------------------------------------------


def enters_by_itself(context: Context, contest: Contest) -> bool:
    """Return whether the result goes to its board now, without a key.

    That is so on a host, which knows the player's name, for the only try at the same deals.
    """
    is_only_try = bool(contest.kind.most_tries(context.is_on_host))
    is_known = bool(context.nickname) and is_only_try
    return is_known and next_step(context, contest) is NextStep.ENTER


def high(boards: Boards, contest: Contest) -> list[int | None] | None:
    """Return the scores of each game in the best result of a tour or tournament on this host.

    Games the best player did not play are None. Return None without a result.
    """
    if not contest.kind.shows_best:
        return None
    # Proving a tour's whole board may take long; the board page does it.
    best = boards.top(str(board_of(contest)), 1, wait=contest.kind.is_published)
    if not best:
        return None
    pairs = zip_longest(contest.games, best[0].games[: len(contest.games)])
    return [its.points if each and its and its.game == each.game else None for each, its in pairs]


def is_among_the_best(boards: Boards, contest: Contest) -> bool:
    """Return whether a tour left early is among the best five and may enter the board."""
    if not contest.kind.ends_early or contest.total <= 0 or boards.context.is_guest:
        return False
    best = boards.top(str(board_of(contest)), _BEST)
    return len(best) < _BEST or contest.total > best[-1].points


def enter(
    store: Store, boards: Boards, contest: Contest, name: str
) -> tuple[Contest, ContestResult]:
    """Enter a contest on its board under a name, and close it.

    On a host, each player has one try and the host's name.
    Raises ``StoreError`` if the board refuses the result; the contest then stays as it is.
    """
    entry = boards.enter(contest, name)
    return contests.load(store, contest.id), entry


def tell_place(boards: Boards, entry: ContestResult) -> str:
    """Return a sentence on the place of a result on its board, or on why it has none."""
    digests = [each.digest for each in boards.top(entry.board)]
    if entry.digest not in digests:
        return "It is not listed: the board has the same game already, or a better one of yours."
    return f"You reached place {digests.index(entry.digest) + 1} of {len(digests)}."


# -- score sheets ------------------------------------------------------------------------------


def sheet_board(game_id: str) -> str:
    """Return the board of the best sheets of a game."""
    return str(BoardName(SHEET, game_id))


def begun_rows(store: Store, game_id: str) -> dict[int, PlayRow]:
    """Return the unfinished games of a sheet by row."""
    its = [each for each in store.in_progress() if each.game == game_id]
    rows = {row: each for each in its if (row := each.purpose.row)}
    return dict(sorted(rows.items()))


def start_row(store: Store, game: Game, number: int, level: int) -> Start:
    """Return how to start the game of a row."""
    return start_of(sheets.present(store, game.id), number - 1)._replace(level=level)


def archive_sheet(store: Store, boards: Boards, game_id: str, name: str) -> str:
    """Archive the present sheet; a full one enters the board first.

    Unfinished games end; they are written unless the row has a better result. Returns why the board
    does not have the sheet, as a sentence, or "". Raises ``StoreError`` if the sheet stays as it
    was.
    """
    for each in begun_rows(store, game_id).values():
        end(KeptPlay.resume(store, store.load(each.play_id), find))
    complaint = enter_sheet(store, boards, game_id, name)
    contests.close(store, sheets.present(store, game_id))
    return complaint


def enter_sheet(store: Store, boards: Boards, game_id: str, name: str) -> str:
    """Enter the present sheet of a game on its board once all six games are played.

    Entering twice has no effect. Returns why the board does not have the sheet, as a sentence, or
    "". KLONCAN asks for no name, so the player's name on other boards is used.
    """
    try:
        sheet = sheets.present(store, game_id)
        if sheet.next is not None:
            return ""
        boards.enter(sheet, players.name_of(boards.context, name), closes=False)
    except BoardError as error:
        return f"The board does not take this sheet. {error}"
    except StoreError as error:
        return f"This sheet is not on the board yet. {error}"
    return boards.complaint

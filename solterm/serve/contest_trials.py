"""Trials: a host hands out deals when a player begins a contest, and compares them at the end.

Where all players get the same deals, these belong to the board, and each player has one trial
there. Otherwise they belong to the trial. Until it begins, a deal is in the host's own tables
alone, which sessions can't read. The host's clock says on which day a trial begins.
"""

import secrets
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from solterm.chance import random_deal
from solterm.contests.contest import lay_out
from solterm.contests.daily import game_of
from solterm.contests.days import DAYS_BACK
from solterm.contests.kinds import DAILY, BoardName, Kind, is_dealt_alike
from solterm.contests.result import check_board
from solterm.contests.tournaments import NameTaken, add, check_new_name, list_in
from solterm.core.deals import FIRST_HIDDEN
from solterm.core.refusal import Refusal
from solterm.games import find_known
from solterm.hall.messages import Begin, Begun, Proof
from solterm.serve.accounts import Accounts, stamp
from solterm.serve.host_data import HostData, open_shared
from solterm.store.interface import Statements
from solterm.store.purpose import Purpose

_MOST_GAMES = 100
"""Games of a contest without end."""
_HIGHEST_ID = 1 << 56
_LAST_HIDDEN = 10**15
"""Up to here there are too many deals to try them all, and JSON readers have exact numbers."""

_NO_KEY = "Guests play no contest for a board: log in with an SSH key."
_NO_GAMES = "These are not the games of this contest."
_OTHER_DAY = "A new day has begun, with another deal."
_NO_PRACTICE = f"The deals of the last {DAYS_BACK} days can be practised."
_NOT_BEGUN = "It was not begun on this host, or too long ago."
_ENDED = "Its try has ended without a result."
_ENTERED = "Another result of it is entered already."
_NO_RECORDS = "This host no longer has the games of this result."
_FOR_ACCOUNTS = "Players with an account may still play this deal: log in with a key."
_OTHER_DEALS = "It has other deals than those that the host has handed out."


class ProvedText(NamedTuple):
    """What the referee has proved of a contest."""

    board: str
    played: list[tuple[str, int]]
    """The games and their deals."""
    digest: str
    """That of the text which all may read."""
    records: str
    """The text with the records."""


def begin(
    accounts: Accounts, data: HostData, player: str, asked: Begin, most_tournaments: int
) -> Begun:
    """Return the deals of a contest: the same ones each time.

    A new tournament is published. Guests have no id, and deals of their own. Raises ``Refusal``.
    """
    check_board(asked.board)
    board = BoardName.parse(asked.board)
    if not 0 <= asked.contest < _HIGHEST_ID:
        raise Refusal(_NO_GAMES)
    _check_games(board, asked.games)
    if not player and not board.kind.calendar:
        raise Refusal(_NO_KEY)
    if board.kind.is_published:
        _check_tournaments(accounts, player, board, most_tournaments)
        _publish(data, player, board, asked.games)
    contest, today = asked.contest, accounts.now().date()
    with accounts.engine.transaction() as database:
        if player and not asked.is_practice:
            contest = _open_trial(accounts, database, player, board, contest)
        else:
            _check_day(board, today, asked.is_practice)
            _end(accounts, database, "board", player, str(board))
        owner = _owner(board, player, contest)
        deals = tuple(_hand_out(accounts, database, board.kind, owner, asked.games))
    return Begun(contest, deals)


def _check_games(board: BoardName, games: Sequence[str]) -> None:
    kind, calendar = board.kind, board.kind.calendar
    if not kind.is_dealt_by_host or not 0 < len(games) <= _MOST_GAMES:
        raise Refusal(_NO_GAMES)
    if not all(map(find_known, games)) or not kind.fits(board.name, games):
        raise Refusal(_NO_GAMES)
    if not kind.is_endless and len(games) not in kind.sizes:
        raise Refusal(kind.size_words or _NO_GAMES)
    if calendar:
        first = calendar.parse(board.name)
        if first is None or tuple(calendar.games_of(first)) != tuple(games):
            raise Refusal(_NO_GAMES)


def _check_day(board: BoardName, today: date, is_practice: bool = False) -> None:
    """Raise ``Refusal`` for a contest of another day, or one that may not be practised."""
    calendar = board.kind.calendar
    first = calendar.parse(board.name) if calendar else None
    is_today = calendar is None or board.name == calendar.name_of(today)
    if is_practice and (is_today or not first or not 0 < (today - first).days <= DAYS_BACK):
        raise Refusal(_NO_PRACTICE)
    if not is_practice and not is_today:
        raise Refusal(_OTHER_DAY)


# -- tournaments -------------------------------------------------------------------------------


def _check_tournaments(accounts: Accounts, player: str, board: BoardName, most: int) -> None:
    """Raise ``Refusal`` if this would be a tournament too many that the player makes in a day."""
    today = accounts.now().date().isoformat()
    first = (
        "SELECT board FROM trial AS own WHERE player = ? AND begun >= ? AND board LIKE ?"
        " AND NOT EXISTS (SELECT 1 FROM trial WHERE board = own.board AND begun < own.begun)"
    )
    made = accounts.engine.read(first, player, today, f"{board.kind.id}:%")
    known = accounts.engine.read("SELECT 1 FROM deal WHERE owner = ? LIMIT 1", str(board))
    if most and len(made) >= most and not known:
        raise Refusal("You have begun enough tournaments today: begin another one tomorrow.")


def _publish(data: HostData, player: str, board: BoardName, games: Sequence[str]) -> None:
    """Publish a tournament without its deals, unless it is.

    Raises ``Refusal`` if its name is refused, or another tournament's.
    """
    tournament = lay_out(board.kind, lambda: 0, tuple(games), board.name)
    with open_shared(data, player) as shared:
        known = [each.name for each in list_in(shared)[0]]
        is_new = board.name not in known
        if is_new and check_new_name(board.name, known, is_on_host=True) != board.name:
            raise Refusal(_NO_GAMES)
        try:
            add(shared, tournament)
        except NameTaken as error:
            raise Refusal(f"{error} Choose another name.") from None


# -- rows --------------------------------------------------------------------------------------


def _owner(board: BoardName, player: str, contest: int) -> str:
    """Return whose the deals are."""
    if not player:
        return f"{board} guests"
    return str(board) if board.kind.is_dealt_alike else f"{player} {contest}"


def _open_trial(
    accounts: Accounts, database: Statements, player: str, board: BoardName, contest: int
) -> int:
    """Return the contest of a player's trial; it begins now unless it is known."""
    known = accounts.engine.read(
        "SELECT contest, board FROM trial WHERE player = ? AND (contest = ? OR board = ?)",
        *(player, contest, str(board) if board.kind.is_dealt_alike else ""),
    )
    for number, there in known:
        if there == str(board):
            return int(number)
    if known:
        raise Refusal(_NO_GAMES)
    _check_day(board, accounts.now().date())
    database.execute(
        "INSERT INTO trial (player, contest, board, begun, ended) VALUES (?, ?, ?, ?, '')",
        (player, contest, str(board), stamp(accounts.now())),
    )
    return contest


def _hand_out(
    accounts: Accounts, database: Statements, kind: Kind, owner: str, games: Sequence[str]
) -> list[int]:
    """Return the deals of the games, and draw those that are missing."""
    dealt = _read_deals(accounts, owner)
    if [game for game, _ in dealt] != list(games[: len(dealt)]):
        raise Refusal(_NO_GAMES)
    for place, game in enumerate(games[len(dealt) :], len(dealt)):
        number = draw_hidden() if kind.is_dealt_alike else random_deal()
        database.execute(
            "INSERT INTO deal (owner, place, game, number) VALUES (?, ?, ?, ?)",
            (owner, place, game, str(number)),
        )
        dealt.append((game, number))
    return [number for _, number in dealt[: len(games)]]


def _read_deals(accounts: Accounts, owner: str) -> list[tuple[str, int]]:
    rows = accounts.engine.read(
        "SELECT game, number FROM deal WHERE owner = ? ORDER BY place", owner
    )
    return [(str(game), int(number)) for game, number in rows]


def end(accounts: Accounts, player: str, contest: int, proved: ProvedText) -> None:
    """End a trial whose games the referee has proved, and keep their records.

    Ending it again has no effect. Raises ``Refusal`` if they are not the games that the host has
    dealt, or if others were proved before.
    """
    with accounts.engine.transaction() as database:
        if BoardName.parse(proved.board).kind.is_dealt_by_host:
            _end_dealt(accounts, database, player, contest, proved)
        database.execute(
            "INSERT INTO record (digest, player, contest, board, text) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (proved.digest, player, contest, proved.board, proved.records),
        )


def _end_dealt(
    accounts: Accounts, database: Statements, player: str, contest: int, proved: ProvedText
) -> None:
    known = accounts.engine.read(
        "SELECT digest FROM record WHERE player = ? AND contest = ?", player, contest
    )
    if known == [(proved.digest,)]:
        return
    if known:
        raise Refusal(_ENTERED)
    begun = accounts.engine.read(
        "SELECT board, ended FROM trial WHERE player = ? AND contest = ?", player, contest
    )
    if [board for board, _ in begun] != [proved.board]:
        raise Refusal(_NOT_BEGUN)
    if any(ended for _, ended in begun):
        raise Refusal(_ENDED)
    name = BoardName.parse(proved.board)
    owner = _owner(name, player, contest)
    dealt = _read_deals(accounts, owner)
    if name.kind.is_dealt_alike:
        wanted = dealt
    else:  # it may have ended early
        wanted = dealt[: len(proved.played)]
        database.execute("DELETE FROM deal WHERE owner = ?", (owner,))
    if proved.played != wanted:
        raise Refusal(_OTHER_DEALS)
    _end(accounts, database, "contest", player, contest)


def give_up(accounts: Accounts, player: str, contest: int) -> None:
    """End the trial of a contest that its player has ended without a result."""
    with accounts.engine.transaction() as database:
        database.execute("DELETE FROM deal WHERE owner = ?", (f"{player} {contest}",))
        _end(accounts, database, "contest", player, contest)


def tidy(accounts: Accounts) -> None:
    """Delete the tries at a deal of the day that can't count any more.

    One that was begun before midnight may go on for a day.
    """
    yesterday = (accounts.now().date() - timedelta(days=1)).isoformat()
    with accounts.engine.transaction() as database:
        database.execute(
            "DELETE FROM trial WHERE ended = '' AND begun < ? AND board LIKE ?",
            (yesterday, f"{DAILY.id}:%"),
        )


def _end(accounts: Accounts, database: Statements, column: str, player: str, value: object) -> None:
    database.execute(
        f"UPDATE trial SET ended = ? WHERE player = ? AND {column} = ? AND ended = ''",
        (stamp(accounts.now()), player, value),
    )


# -- the deal of the day ------------------------------------------------------------------------


def list_undealt(accounts: Accounts) -> list[tuple[str, str]]:
    """Return the owners of the deals of today and tomorrow that are not drawn yet, and the games.

    Guests have other deals than players.
    """
    today = accounts.now().date()
    owners = [
        (_day_owner(day, player), game_of(day))
        for day in (today, today + timedelta(days=1))
        for player in ("a player", "")
    ]
    return [each for each in owners if not _read_deals(accounts, each[0])]


def keep_proved(accounts: Accounts, owner: str, game: str, number: int) -> None:
    """Keep a deal that the solver has won, unless one was handed out meanwhile."""
    with accounts.engine.transaction() as database:
        database.execute(
            "INSERT INTO deal (owner, place, game, number, proved) VALUES (?, 0, ?, ?, 1)"
            " ON CONFLICT DO NOTHING",
            (owner, game, str(number)),
        )


def is_day_proved(accounts: Accounts, day: date, player: str) -> bool:
    """Return whether the deal of a day can be won, as the solver has proved. Guests have no id."""
    owner = _day_owner(day, player)
    return bool(accounts.engine.read("SELECT 1 FROM deal WHERE owner = ? AND proved = 1", owner))


def _day_owner(day: date, player: str) -> str:
    return _owner(BoardName(DAILY, day.isoformat()), player, 0)


# -- secrets -----------------------------------------------------------------------------------


def find_proof(accounts: Accounts, player: str, digest: str) -> Proof:
    """Return the records of a result on a board, unless its games are a secret to this player.

    Guests have no id. Raises ``Refusal``.
    """
    rows = accounts.engine.read("SELECT board, text FROM record WHERE digest = ?", digest)
    if not rows:
        raise Refusal(_NO_RECORDS)
    board, text = rows[0]
    query = "SELECT ended FROM trial WHERE player = ? AND board = ?"
    tries = accounts.engine.read(query, player, board)
    has_ended = all(ended for (ended,) in tries) if tries else None
    if why := BoardName.parse(board).why_hidden(accounts.now().date(), has_ended):
        raise Refusal(why if player else _FOR_ACCOUNTS)
    return Proof(text)


def draw_hidden() -> int:
    """Return a random deal that nobody finds by trying all numbers."""
    return FIRST_HIDDEN + secrets.randbelow(_LAST_HIDDEN + 1 - FIRST_HIDDEN)


def is_secret(purpose: Purpose, deal: int) -> bool:
    """Return whether others may still play a deal in a contest: they must not see it.

    It doesn't matter whose try has ended. Free games with so high a number repeat a contest's.
    """
    return is_dealt_alike(purpose.kind) or deal >= FIRST_HIDDEN

"""The rows of contests in the store.

A contest is stored with its first game, and the result of a game with the end of its play, in one
transaction each. A play's purpose names its contest and its place there.
"""

from collections.abc import Sequence
from datetime import date
from itertools import chain, groupby

from solterm.contests import contest as values
from solterm.contests.contest import Contest, ContestGame
from solterm.contests.kinds import KINDS, SHEET, Kind
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.vocabulary.goals import OwnScore
from solterm.store.errors import DAMAGED, NotBegun, StoreError
from solterm.store.interface import Also, Statements
from solterm.store.purpose import Purpose
from solterm.store.store import Store, now

_READ = (
    "SELECT c.id, c.kind, c.name, c.played_by, c.begun, c.closed,"
    " g.game, g.deal, g.points, g.moves, g.exceptions, g.play,"
    " coalesce(p.deal, g.deal), coalesce(p.lowest, 0), coalesce(p.touched, '')"
    " FROM contest c JOIN contest_game g ON g.contest = c.id LEFT JOIN play p ON p.id = g.play"
)
_ORDER = "ORDER BY c.begun, c.id, g.place"


def may_begin(context: Context, kind: Kind, tried: Sequence[Contest]) -> bool:
    """Return whether the player may begin another try, after all contests with the same deals."""
    is_under_way = any(each.open for each in tried)
    return not is_under_way and kind.may_try_again(len(tried), context.is_on_host)


def are_dealt_by_host(context: Context, kind: Kind) -> bool:
    """Return whether a host hands out the deals of this player's contests, when they begin.

    Guests draw theirs, but for those that follow from the date, since nothing of them is entered.
    """
    is_known = kind.calendar is not None or not context.is_guest
    return context.is_on_host and kind.is_dealt_by_host and is_known


# -- reading -----------------------------------------------------------------------------------


def load(store: Store, contest_id: int) -> Contest:
    """Return a contest. Raises ``StoreError`` for an unknown id or damaged data."""
    found = _read(store, "c.id = ?", contest_id)
    if not found:
        raise StoreError(f"Contest {contest_id} is gone.")
    return found[0]


def list_contests(store: Store, kind: Kind, only_open: bool = False) -> list[Contest]:
    """Return the contests of a kind, last touched first."""
    condition = "c.kind = ? AND c.closed = ''" if only_open else "c.kind = ?"
    return _last_touched_first(_read(store, condition, kind.id))


def list_named(store: Store, kind: Kind, name: str) -> list[Contest]:
    """Return the contests of a kind with a name, the latest first."""
    return _read(store, "c.kind = ? AND c.name = ?", kind.id, name)[::-1]


def find_named(store: Store, kind: Kind, name: str) -> Contest | None:
    """Return the latest contest of a kind with a name."""
    return next(iter(list_named(store, kind, name)), None)


def list_of_day(store: Store, day: date) -> list[Contest]:
    """Return the open contests but sheets, and those of a day even if they are closed.

    The last touched comes first.
    """
    named = [(kind.id, kind.calendar.name_of(day)) for kind in KINDS.values() if kind.calendar]
    of_day = " OR (c.kind = ? AND c.name = ?)" * len(named)
    condition = f"c.kind <> ? AND (c.closed = ''{of_day})"
    return _last_touched_first(_read(store, condition, SHEET.id, *chain(*named)))


def tour_points(store: Store, purpose: Purpose, game: Game) -> OwnScore | None:
    """Return the points that a tour shows instead of a game's own score; None elsewhere."""
    kind = KINDS.get(purpose.kind)
    if kind is None or not purpose.is_contest:
        return None
    try:
        games = load(store, purpose.contest).games
    except StoreError:
        return None
    return values.tour_points(kind, [each.game for each in games], game)


def _last_touched_first(found: list[Contest]) -> list[Contest]:
    return sorted(found, key=lambda each: (each.touched, each.begun), reverse=True)


def _read(store: Store, condition: str, *given: object) -> list[Contest]:
    """Return contests in the order of their beginning."""
    rows = store.read(f"{_READ} WHERE {condition} {_ORDER}", *given)
    found = []
    for (number, kind, name, player, begun, closed), its in groupby(rows, key=lambda row: row[:6]):
        if kind not in KINDS:
            continue  # of another version of solterm
        games, touched = [], max(begun, closed)
        for row in its:
            game, deal, points, moves, exceptions, play, dealt, level, ended = row[6:]
            if not (isinstance(points, int | None) and str(deal).isdecimal()):
                raise StoreError(f"{store.engine.title} {DAMAGED}")
            result = points, moves, exceptions, play, int(dealt), level, str(ended)
            games.append(ContestGame(str(game), int(deal), *result))
            touched = max(touched, str(ended))
        about = int(number), str(player), str(begun), str(closed), touched
        found.append(Contest(KINDS[kind], str(name), tuple(games), *about))
    return found


# -- writing -----------------------------------------------------------------------------------


def begin(contest: Contest, place: int, most_tries: int) -> Also:
    """Return what stores a contest and one of its games, when the game is dealt.

    It raises ``NotBegun`` if the player has used up the tries in another terminal, or has been
    dealt this very game there.
    """

    def write(database: Statements) -> None:
        if most_tries:
            query = "SELECT count(*) FROM contest WHERE kind = ? AND name = ? AND id <> ?"
            asked = database.execute(query, (contest.kind.id, contest.name, contest.id))
            query = "SELECT count(*) FROM play WHERE context = ? AND open <> 2"
            dealt = database.execute(query, (str(contest.purpose(place)),))
            if asked.fetchone()[0] >= most_tries or dealt.fetchone()[0] > 1:
                raise NotBegun("Another terminal has begun this contest: resume it there or here.")
        put(database, contest)
        database.execute(
            "UPDATE contest_game SET game = ?, deal = ? WHERE contest = ? AND place = ?",
            (contest.games[place].game, str(contest.games[place].deal), contest.id, place),
        )

    return write


def put(database: Statements, contest: Contest) -> None:
    """Store a contest, and games that it lacks."""
    database.execute(
        "INSERT INTO contest (id, kind, name, played_by, begun, closed) VALUES (?, ?, ?, ?, ?, '')"
        " ON CONFLICT DO NOTHING",
        (contest.id, contest.kind.id, contest.name, contest.player, contest.begun or now()),
    )
    database.executemany(
        "INSERT INTO contest_game (contest, place, game, deal, points, moves, exceptions, play)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [
            (contest.id, at, each.game, str(each.deal), *each[2:6])
            for at, each in enumerate(contest.games)
        ],
    )


def end_game(contest: Contest, place: int, closes: bool) -> Also:
    """Return what stores the result of a game, when its play ends; it may close the contest too.

    A contest that was closed meanwhile stays as it is.
    """
    each = contest.games[place]

    def write(database: Statements) -> None:
        database.execute(
            "UPDATE contest_game SET deal = ?, points = ?, moves = ?, exceptions = ?, play = ?"
            " WHERE contest = ? AND place = ?"
            " AND EXISTS (SELECT 1 FROM contest WHERE id = ? AND closed = '')",
            (str(each.deal), *each[2:6], contest.id, place, contest.id),
        )
        if closes:
            _close(database, contest, contest.player)

    return write


def close(store: Store, contest: Contest, player: str = "") -> None:
    """Close a contest and end its unfinished game; both stay stored.

    ``player`` is the name under which it is on its board.
    """
    with store.transaction() as database:
        close_in(database, contest, player)


def close_in(database: Statements, contest: Contest, player: str) -> None:
    """Close a contest in a transaction; see ``close``."""
    its = f"{contest.kind.id}:{contest.id} "
    _close(database, contest, player)
    database.execute(
        "UPDATE play SET open = 0, touched = ?"
        " WHERE open = 1 AND substr(context, 1, length(?)) = ?",
        (now(), its, its),
    )


def _close(database: Statements, contest: Contest, player: str) -> None:
    database.execute(
        "UPDATE contest SET played_by = ?, closed = ? WHERE id = ? AND closed = ''",
        (player, now(), contest.id),
    )

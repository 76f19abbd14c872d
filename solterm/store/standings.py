"""What a menu must know at once of all a player has played: one question to the file for each.

Nothing is replayed and no play is read whole, so that the first picture need not wait.
"""

from typing import NamedTuple

from solterm.contests.kinds import DAILY
from solterm.games import find_known
from solterm.store.store import Store


class Standing(NamedTuple):
    """What a player's finished games of one rule-set come to."""

    played: int
    won: int
    best: int
    """The best score of the game's own source, where it has one, else the best mark."""
    touched: str
    """When the last of them was ended: ISO 8601, UTC."""


class OpenContest(NamedTuple):
    """A contest as its row has it: one to be gone on with, or the deal of a day."""

    id: int
    kind: str
    name: str
    state: str
    """JSON."""
    open: bool
    touched: str


class BegunSheet(NamedTuple):
    """The present score sheet of a rule-set, with some of its games written and some not."""

    game: str
    written: int
    """How many of its games."""
    total: int
    touched: str


def list_standings(store: Store) -> dict[str, Standing]:
    """How the player stands in each game with a finished play; what was forgotten counts not."""
    rows = store.read(
        "SELECT game, count(*), sum(CASE WHEN outcome = 'won' THEN 1 ELSE 0 END), max(score),"
        " min(own), max(own), max(touched) FROM play"
        " WHERE moves > 0 AND (outcome = 'won' OR open = 0) AND touched >"
        " coalesce((SELECT max(until) FROM forgotten f WHERE f.game IN ('', play.game)), '')"
        " GROUP BY game"
    )
    found = {}
    for game_id, played, won, mark, least, most, touched in rows:
        game = find_known(str(game_id))
        best = mark
        if game and game.own_score and most is not None:
            best = least if game.own_score.lower_is_better else most
        found[str(game_id)] = Standing(played, won, best, str(touched))
    return found


def list_contests(store: Store, day: str) -> list[OpenContest]:
    """The contests that are gone on with, and the deal of a day also when it is done.

    The one touched last comes first.
    """
    rows = store.read(
        "SELECT id, kind, name, state, open, touched FROM contest"
        " WHERE open <> 0 OR (kind = ? AND name = ?) ORDER BY touched DESC, id DESC",
        *(DAILY.id, day),
    )
    return [
        OpenContest(number, str(kind), str(name), str(state), bool(is_open), str(touched))
        for number, kind, name, state, is_open, touched in rows
    ]


def list_sheets(store: Store) -> list[BegunSheet]:
    """The present score sheet of each game that has one with a row on it."""
    rows = store.read(
        "SELECT s.game, count(*), sum(r.score), max(coalesce(p.touched, s.started)) FROM sheet s"
        " JOIN sheet_row r ON r.sheet = s.id LEFT JOIN play p ON p.id = r.play"
        " WHERE s.id IN (SELECT max(id) FROM sheet GROUP BY game) GROUP BY s.id, s.game"
    )
    return [BegunSheet(str(game), written, total, str(at)) for game, written, total, at in rows]

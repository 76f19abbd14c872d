"""Summaries for the menu, each from one query.

They replay no play and load none completely, so that the first frame doesn't wait.
"""

from typing import NamedTuple

from solterm.contests.kinds import CONTESTS, Naming
from solterm.games import find_known
from solterm.store.store import Store


class Standing(NamedTuple):
    """A summary of the finished games of one rule-set."""

    played: int
    won: int
    best: int
    """The best score of the game's own source, if it has one, or else the best mark."""
    touched: str
    """When the last of them ended: ISO 8601, UTC."""


class OpenContest(NamedTuple):
    """The row of an open contest, or of a deal of the day."""

    id: int
    kind: str
    name: str
    state: str
    """JSON."""
    open: bool
    touched: str


class BegunSheet(NamedTuple):
    """The current score sheet of a rule-set."""

    game: str
    written: int
    """The number of its finished games."""
    total: int
    touched: str


def list_standings(store: Store) -> dict[str, Standing]:
    """Return the summary of each game with finished plays, ignoring forgotten ones."""
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
    """Return the open contests, and that of a day even if finished; last touched first."""
    named = [kind.id for kind in CONTESTS if kind.named_by is Naming.DAY]
    rows = store.read(
        "SELECT id, kind, name, state, open, touched FROM contest WHERE open <> 0"
        f" OR (name = ? AND kind IN ({', '.join('?' * len(named))}))"
        " ORDER BY touched DESC, id DESC",
        day,
        *named,
    )
    return [
        OpenContest(number, str(kind), str(name), str(state), bool(is_open), str(touched))
        for number, kind, name, state, is_open, touched in rows
    ]


def list_sheets(store: Store) -> list[BegunSheet]:
    """Return the current score sheets with at least one row."""
    rows = store.read(
        "SELECT s.game, count(*), sum(r.score), max(coalesce(p.touched, s.started)) FROM sheet s"
        " JOIN sheet_row r ON r.sheet = s.id LEFT JOIN play p ON p.id = r.play"
        " WHERE s.id IN (SELECT max(id) FROM sheet GROUP BY game) GROUP BY s.id, s.game"
    )
    return [BegunSheet(str(game), written, total, str(at)) for game, written, total, at in rows]

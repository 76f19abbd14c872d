"""The races in the accounts of a host: challenges, those under way, and results.

The functions take the accounts, run in their thread and raise ``StoreError``; a ``Refusal`` has
a sentence for the player. Hosts on one database may all call them: every change checks, in its
transaction, that the race still is what the caller thinks.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from solterm.contests.races import (
    COUNTDOWN,
    GRACE,
    LIMIT,
    RaceRun,
    decide,
    is_decided,
    read_pace,
    run_of_ghost,
)
from solterm.core.refusal import Refusal
from solterm.hall.messages import RaceScore
from solterm.serve.accounts import Accounts, Player, stamp
from solterm.store.interface import Statements

HUMAN, PROGRAM, GHOST = "player", "program", "ghost"
"""The kinds of racers."""

CHALLENGE_HOLDS = timedelta(minutes=10)
"""How long a challenge waits for somebody to accept it."""

_MOST_OPEN = 50
"""Challenges at once."""
_MOST_LISTED = 20
_WEEK = timedelta(days=7)

_RACE = "id, game, level, deal, wanted, called, made, starts, ended, winner"
_RACER = (
    "race, seat, player, name, kind, pace, cards, moves, mark, won, seconds,"
    " session, events, heard, stopped"
)
_BETWEEN_PLAYERS = "NOT EXISTS (SELECT 1 FROM racer o WHERE o.race = race.id AND o.kind = 'ghost')"
_EMPTY = RaceRun()


class RacerRow(NamedTuple):
    """Somebody who takes part in a race."""

    player: str
    """The id; empty for a ghost."""
    name: str
    kind: str
    pace: str = ""
    """Of a ghost its whole run, of others as far as they are."""
    run: RaceRun = _EMPTY
    """The result; until the race is decided, a live player's has only cards and moves.

    Reading a race leaves the record out: ``load_records`` has it.
    """
    session: str = ""
    """Where the game is open, or was last: at first, who challenged or accepted."""
    events: int = 0
    """The events of the game that the hosts have heard are stored; no others count."""
    heard: str = ""
    """When they heard of the last one: ISO 8601."""
    has_stopped: bool = False


class RaceRow(NamedTuple):
    """A race as the database has it."""

    id: int
    game: str
    level: int
    deal: str
    wanted: str
    """The id of the player who is challenged; empty: anyone."""
    called: str
    """The name of that player."""
    made: str
    starts: str
    """ISO 8601; empty: it is a challenge."""
    ended: str
    winner: int
    racers: tuple[RacerRow, ...]

    @property
    def is_running(self) -> bool:
        return bool(self.starts) and not self.ended

    def seat_of(self, player: str) -> int:
        """Return the seat of a player; -1 if they don't take part."""
        ids = [each.player for each in self.racers]
        return ids.index(player) if player and player in ids else -1

    def seconds_at(self, moment: datetime) -> float:
        """Return the seconds since the start; negative before it."""
        return (moment - datetime.fromisoformat(self.starts)).total_seconds()

    def seconds_of(self, racer: RacerRow) -> float:
        """Return the seconds from the start to a racer's last move; 0 without one."""
        return self.seconds_at(datetime.fromisoformat(racer.heard)) if racer.heard else 0

    def with_racer(self, seat: int, racer: RacerRow) -> "RaceRow":
        return self._replace(racers=(*self.racers[:seat], racer, *self.racers[seat + 1 :]))


# -- reading ---------------------------------------------------------------------------------


def load(accounts: Accounts, race: int) -> RaceRow | None:
    """Return a race; None for an unknown one."""
    return next(iter(_read(accounts, "id = ?", race)), None)


def load_records(accounts: Accounts, race: int) -> tuple[str, ...]:
    """Return the games of a race by seat; empty ones are unknown."""
    rows = accounts.engine.read("SELECT record FROM racer WHERE race = ? ORDER BY seat", race)
    return tuple(str(record) for (record,) in rows)


def list_current(accounts: Accounts, now: datetime) -> list[RaceRow]:
    """Return the challenges that can be accepted and the races under way, the latest first."""
    since = stamp(now - CHALLENGE_HOLDS)
    return _read(accounts, "ended = '' AND (starts <> '' OR made > ?)", since)


def list_open(accounts: Accounts, now: datetime) -> list[RaceRow]:
    """Return all challenges that can be accepted."""
    since = stamp(now - CHALLENGE_HOLDS)
    return _read(accounts, "starts = '' AND made > ?", since, most=_MOST_OPEN)


def list_of(accounts: Accounts, player: str) -> list[RaceRow]:
    """Return the latest decided races of a player, the latest first."""
    return _read(
        accounts, "ended <> '' AND id IN (SELECT race FROM racer WHERE player = ?)", player
    )


def list_ended(accounts: Accounts, most: int) -> list[RaceRow]:
    """Return the races of all players that were decided last, the latest first."""
    return _read(accounts, "ended <> ''", most=most)


def find_latest(accounts: Accounts, player: str) -> RaceRow | None:
    """Return the race that a player is in, or was in last; None for none."""
    its = "starts <> '' AND id IN (SELECT race FROM racer WHERE player = ?)"
    return next(iter(_read(accounts, its, player, most=1)), None)


def list_overdue(accounts: Accounts, now: datetime) -> list[int]:
    """Return the races whose time is over, but which no host has decided."""
    rows = accounts.engine.read(
        "SELECT id FROM race WHERE ended = '' AND starts <> '' AND starts <= ?",
        stamp(now - timedelta(seconds=LIMIT + GRACE)),
    )
    return [int(id) for (id,) in rows]


def list_week(accounts: Accounts, now: datetime) -> list[RaceScore]:
    """Return the players who raced each other within a week, most wins first.

    Of the wins of a day over the same rival, one counts.
    """
    rows = accounts.engine.read(
        "SELECT max(racer.name), racer.kind, count(*), count(DISTINCT CASE"
        " WHEN race.winner = racer.seat THEN substr(race.ended, 1, 10) || rival.player END)"
        " AS victories FROM racer JOIN race ON race.id = racer.race"
        " JOIN racer rival ON rival.race = race.id AND rival.seat <> racer.seat"
        f" WHERE race.ended > ? AND racer.name <> '' AND {_BETWEEN_PLAYERS}"
        " GROUP BY racer.player, racer.kind ORDER BY victories DESC, count(*), max(racer.name)",
        stamp(now - _WEEK),
    )
    return [RaceScore(str(name), kind == PROGRAM, int(n), int(won)) for name, kind, n, won in rows]


def count_races(accounts: Accounts, player: str) -> tuple[int, int]:
    """Return how many races against others a player has raced, and won."""
    ((races, won),) = accounts.engine.read(
        "SELECT count(*), coalesce(sum(CASE WHEN race.winner = racer.seat THEN 1 ELSE 0 END), 0)"
        " FROM racer JOIN race ON race.id = racer.race"
        f" WHERE race.ended <> '' AND racer.player = ? AND {_BETWEEN_PLAYERS}",
        player,
    )
    return int(races), int(won)


def _read(
    accounts: Accounts, where: str, *values: object, most: int = _MOST_LISTED
) -> list[RaceRow]:
    rows = accounts.engine.read(
        f"SELECT {_RACE} FROM race WHERE {where} ORDER BY id DESC LIMIT {most}", *values
    )
    races = {int(row[0]): [*row] for row in rows}
    if not races:
        return []
    places = ", ".join("?" * len(races))
    racers: dict[int, list[RacerRow]] = {each: [] for each in races}
    for row in accounts.engine.read(
        f"SELECT {_RACER} FROM racer WHERE race IN ({places}) ORDER BY race, seat", *races
    ):
        racers[int(row[0])].append(_racer(row))
    return [RaceRow._make([*row, tuple(racers[id])]) for id, row in races.items()]


def _racer(row: Sequence[Any]) -> RacerRow:
    _, _, player, name, kind, pace, cards, moves, mark, won, seconds = row[:11]
    session, events, heard, stopped = row[11:]
    run = RaceRun(cards, moves, mark, bool(won), False, seconds)
    return RacerRow(player, name, kind, pace, run, session, events, heard, bool(stopped))


# -- challenges ------------------------------------------------------------------------------


def find_player(accounts: Accounts, name: str) -> Player:
    """Return the player with a name; raise ``Refusal`` if there is none."""
    rows = accounts.engine.read("SELECT id, name FROM player WHERE lower(name) = lower(?)", name)
    if not rows:
        raise Refusal(f"No player is called {name[:24]!a}.")
    return Player(*rows[0])


def add(accounts: Accounts, race: RaceRow, now: datetime) -> RaceRow:
    """Store a challenge under a new id; a race with a ghost starts at once.

    Two players who challenge each other race. Raises ``Refusal`` for a player who is racing.
    """
    maker = race.racers[0]
    for each in list_current(accounts, now) if race.wanted else ():
        is_answer = each.wanted == maker.player and each.racers[0].player == race.wanted
        if is_answer and (each.game, each.level) == (race.game, race.level) and not each.starts:
            return accept(accounts, each.id, maker, now)
    with accounts.engine.transaction() as database:
        _refuse_busy(accounts, database, maker.player, now)
        ((waiting,),) = accounts.engine.read("SELECT count(*) FROM race WHERE starts = ''")
        if waiting >= _MOST_OPEN:
            raise Refusal("Too many challenges are open: accept one of them.")
        ((last,),) = accounts.engine.read("SELECT coalesce(max(id), 0) FROM race")
        race = race._replace(id=int(last) + 1, made=stamp(now))
        if len(race.racers) > 1:
            race = race._replace(starts=_start(now))
        database.execute(
            f"INSERT INTO race ({_RACE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", race[:-1]
        )
        for seat, racer in enumerate(race.racers):
            _seat(database, race.id, seat, racer)
    return race


def accept(accounts: Accounts, id: int, racer: RacerRow, now: datetime) -> RaceRow:
    """Accept a challenge: the race starts in a few seconds. Raises ``Refusal``."""
    with accounts.engine.transaction() as database:
        race = _challenge(accounts, id, now)
        if race.seat_of(racer.player) == 0:
            raise Refusal("That is your own challenge: somebody else has to accept it.")
        if race.wanted not in ("", racer.player):
            raise Refusal("That challenge is for somebody else.")
        _refuse_busy(accounts, database, racer.player, now)
        starts = _start(now)
        database.execute("UPDATE race SET starts = ? WHERE id = ?", (starts, id))
        _seat(database, id, 1, racer)
    return race._replace(starts=starts, racers=(*race.racers, racer))


def drop(accounts: Accounts, id: int, player: str, now: datetime) -> RaceRow:
    """Withdraw one's challenge, or decline one to oneself. Raises ``Refusal``."""
    with accounts.engine.transaction() as database:
        race = _challenge(accounts, id, now)
        if player not in (race.racers[0].player, race.wanted):
            raise Refusal("That is somebody else's challenge.")
        _delete(database, id)
    return race


def drop_challenges(accounts: Accounts, player: str) -> list[RaceRow]:
    """Withdraw the challenges of a player who has left; return them."""
    its = "starts = '' AND id IN (SELECT race FROM racer WHERE player = ? AND seat = 0)"
    if not (dropped := _read(accounts, its, player)):
        return []
    with accounts.engine.transaction() as database:
        for each in dropped:
            _delete(database, each.id)
    return dropped


def drop_guests(accounts: Accounts, guests: str, before: datetime | None = None) -> list[int]:
    """Delete the races of a guest, or of the guests that fit a pattern; return their ids.

    Given a moment, delete only those made before it.
    """
    rows = accounts.engine.read(
        "SELECT race FROM racer JOIN race ON race.id = race WHERE player LIKE ? AND made < ?",
        *(guests, stamp(before) if before else "~"),
    )
    with accounts.engine.transaction() as database:
        for (id,) in rows:
            _delete(database, int(id))
    return [int(id) for (id,) in rows]


def _challenge(accounts: Accounts, id: int, now: datetime) -> RaceRow:
    race = load(accounts, id)
    if race is None or race.made <= stamp(now - CHALLENGE_HOLDS):
        raise Refusal(f"There is no challenge {id}; 'race' lists them.")
    if race.starts:
        raise Refusal("Somebody else has accepted that challenge.")
    return race


def _refuse_busy(accounts: Accounts, database: Statements, player: str, now: datetime) -> None:
    """Refuse a player who has not stopped in a race; one's own challenge gives way."""
    racing = accounts.engine.read(
        "SELECT race.id FROM racer JOIN race ON race.id = racer.race WHERE race.ended = ''"
        " AND race.starts > ? AND racer.stopped = 0 AND racer.player = ?",
        stamp(now - timedelta(seconds=LIMIT + GRACE)),  # an older one only waits for the referee
        player,
    )
    for (id,) in racing:
        raise Refusal(f"You are in race {id} already: finish it first.")
    own = accounts.engine.read(
        "SELECT race.id FROM racer JOIN race ON race.id = racer.race"
        " WHERE race.starts = '' AND racer.player = ?",
        player,
    )
    for (id,) in own:
        _delete(database, int(id))
    since = stamp(now - CHALLENGE_HOLDS)
    for (id,) in accounts.engine.read("SELECT id FROM race WHERE starts = '' AND made <= ?", since):
        _delete(database, int(id))


def _seat(database: Statements, id: int, seat: int, racer: RacerRow) -> None:
    row = (id, seat, *racer[:4], *_numbers(racer.run), racer.session, 0, "", 0, racer.run.record)
    values = ", ".join("?" * len(row))
    database.execute(f"INSERT INTO racer ({_RACER}, record) VALUES ({values})", row)


def _numbers(run: RaceRun) -> tuple[int, ...]:
    return run.cards, run.moves, run.mark, int(run.won), round(run.seconds)


def _delete(database: Statements, id: int) -> None:
    database.execute("DELETE FROM racer WHERE race = ?", (id,))
    database.execute("DELETE FROM race WHERE id = ?", (id,))


def _start(now: datetime) -> str:
    return stamp(now + timedelta(seconds=COUNTDOWN))


# -- progress and results --------------------------------------------------------------------


def note_progress(accounts: Accounts, races: Sequence[tuple[RaceRow, int]]) -> None:
    """Store how far some racers are, each given by race and seat; ignore decided races."""
    with accounts.engine.transaction() as database:
        database.executemany(
            "UPDATE racer SET kind = ?, session = ?, events = ?, heard = ?, stopped = ?,"
            " cards = ?, moves = ?, pace = ? WHERE race = ? AND seat = ?"
            " AND EXISTS (SELECT 1 FROM race WHERE id = racer.race AND ended = '')",
            [
                (
                    *(each.kind, each.session, each.events, each.heard, int(each.has_stopped)),
                    *(each.run.cards, each.run.moves, each.pace, race.id, seat),
                )
                for race, seat in races
                for each in (race.racers[seat],)
            ],
        )


def list_runs(race: RaceRow, live: Sequence[RaceRun], seconds: float) -> list[RaceRun]:
    """Return the runs of a race by seat, from those of its live players, in order.

    A player who has stopped without a win doesn't wait for a ghost, whose end is known.
    """
    if all(run.is_over and not run.won for run in live):
        seconds = LIMIT
    runs, waiting = [], list(live)
    for each in race.racers:
        if each.kind == GHOST:
            pace = read_pace(each.pace)
            runs.append(run_of_ghost(pace, each.run.mark, each.run.won, min(seconds, LIMIT)))
        else:
            runs.append(waiting.pop(0)._replace(seconds=max(0.0, race.seconds_of(each))))
    return runs


def settle(
    accounts: Accounts, race: RaceRow, runs: Sequence[RaceRun], now: datetime
) -> RaceRow | None:
    """Decide a race by its runs; return it, or None if it is not over.

    The first host to decide it has decided it.
    """
    if not is_decided(runs, race.seconds_at(now)):
        return None
    winner = decide(runs)
    seat = -1 if winner is None else winner
    with accounts.engine.transaction() as database:
        database.execute(
            "UPDATE race SET ended = ?, winner = ? WHERE id = ? AND ended = '' AND starts <> ''",
            (stamp(now), seat, race.id),
        )
        for place, run in enumerate(runs):
            database.execute(
                "UPDATE racer SET cards = ?, moves = ?, mark = ?, won = ?, seconds = ?,"
                " record = CASE WHEN kind = ? THEN record ELSE ? END"
                " WHERE race = ? AND seat = ?"
                " AND EXISTS (SELECT 1 FROM race WHERE id = ? AND ended = ?)",
                (*_numbers(run), GHOST, run.record, race.id, place, race.id, stamp(now)),
            )
    return load(accounts, race.id)


def utc_now() -> datetime:
    """Return the time that races go by."""
    return datetime.now(UTC)

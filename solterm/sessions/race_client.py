"""Races on a host: the steps of a player, for the screen, line mode and JSON alike.

The host says what happens in a race, and in which session of the player it opens. A ``RaceClient``
knows it, deals the cards when the race starts, and ends the game when the race is over.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from solterm.contests import contests
from solterm.contests.contest import Contest, ContestGame
from solterm.contests.kinds import RACE
from solterm.contests.races import LIMIT, find_point, read_pace
from solterm.contests.result import TIME
from solterm.core.game import Game
from solterm.core.phrases import capitalize, count, duration
from solterm.core.play import record
from solterm.core.play.record import Record
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.games import find
from solterm.hall.messages import AcceptRace, Challenge, Message, Race, Racer, Races, RaceStep
from solterm.sessions import contest_steps, plays
from solterm.sessions.host_link import find_race
from solterm.sessions.news import name_game, name_player
from solterm.sessions.report import Column, Report, Value, write_lines
from solterm.store.errors import StoreError
from solterm.store.kept import OVERDUE, KeptPlay
from solterm.store.store import Store

NEEDS_KEY = "Guests race ghosts alone: log in with an SSH key to race others."
HOST = "the host"
"""The name of the host's own ghost."""


def utc_now() -> datetime:
    """Return the time that races go by."""
    return datetime.now(UTC)


class RaceClient:
    """What a session knows about races."""

    def __init__(self, store: Store, ignores: Callable[[str], bool] = lambda player: False) -> None:
        """``ignores`` says whether to leave out the challenges of a player."""
        self._store = store
        self._ignores = ignores
        self.race: Race | None = None
        """The race that the player is in, or was in last."""
        self.challenges: dict[int, Race] = {}
        """The challenges that the session has heard of and that may still be open."""
        self.is_dealt = False
        """Whether the cards of the race have come to the table."""

    @property
    def _nickname(self) -> str:
        return self._store.context.nickname

    # -- messages --------------------------------------------------------------------------

    def hear(self, message: Message) -> str | None:
        """Take a message of the host about races.

        Return a sentence for the player, perhaps "", and None for any other message.
        """
        if isinstance(message, RaceStep):
            self._take_step(message)
            return ""
        if not isinstance(message, Race):
            return None
        challenge = self.challenges.pop(message.id, None)
        if message.state == "gone":
            return tell_gone(challenge) if challenge else ""
        if message.seat >= 0:  # an earlier challenge of the player's gives way
            others = self.challenges.items()
            self.challenges = {id: each for id, each in others if each.seat != 0}
        if message.state == "open":
            self.challenges[message.id] = message
            is_of_use = message.wanted or not self.is_racing
            is_heard = is_of_use and not self._ignores(message.racers[0].player)
            is_heard = is_heard and not self._store.context.is_guest  # who can't accept it
            return tell_challenge(message) if is_heard else ""
        if message.seat < 0:
            return ""
        known = self.race
        if known and known.id > message.id:  # the player has stopped there, and races again
            return tell_result(message) if message.state == "over" else ""
        is_new = not known or known.id != message.id
        is_told = not self._is_open(message) if is_new else self.is_over
        was_here = not is_new and known is not None and known.is_here
        self.race = message
        if is_new or (was_here and not message.is_here):
            self.is_dealt = False
        if message.state == "over":
            return "" if is_told else tell_result(message)
        if not message.is_here:
            return tell_elsewhere(message) if self.is_racing and (is_new or was_here) else ""
        return tell_start(message) if is_new else ""

    def learn(self, told: Races) -> None:
        """Take the list of races, which has all open challenges."""
        self.challenges = {each.id: each for each in told.current if each.state == "open"}

    def _take_step(self, step: RaceStep) -> None:
        race = self.race
        if race and race.id == step.race and 0 <= step.seat < len(race.racers):
            racers, counts = list(race.racers), {"cards": step.cards, "moves": step.moves}
            racers[step.seat] = replace(racers[step.seat], **counts, has_stopped=step.has_stopped)
            self.race = replace(race, racers=tuple(racers))

    # -- the race --------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.race is not None and self.race.state == "over"

    @property
    def is_running(self) -> bool:
        return self.race is not None and self.race.state == "running"

    @property
    def is_racing(self) -> bool:
        """Whether the player has still to stop in a race, as far as the host knows."""
        race = self.race
        return race is not None and self.is_running and not race.racers[race.seat].has_stopped

    @property
    def has_stopped(self) -> bool:
        """Whether the player's own game of the race has ended, so that it can't be resumed."""
        name = str(self.race.id) if self.race else ""
        contest = contests.find_named(self._store, RACE, name)
        return contest is not None and (not contest.open or contest.finished)

    def _is_open(self, race: Race) -> bool:
        with suppress(StoreError):
            return self._find_open(race) is not None
        return False

    def _find_open(self, race: Race) -> Contest | None:
        """Return the player's part in a race, unless it has ended here."""
        contest = contests.find_named(self._store, RACE, str(race.id))
        return contest if contest and contest.open else None

    @property
    def has_rival(self) -> bool:
        """Whether there is a last rival to challenge again."""
        rival = rival_of(self.race) if self.race else None
        return rival is not None and rival.kind != "ghost"

    @property
    def can_race_again(self) -> bool:
        """Whether the last rival can be raced again: a player, the host's ghost, or one's own."""
        rival = rival_of(self.race) if self.race else None
        return self.has_rival or (rival is not None and rival.player in ("", self._nickname))

    def seconds_to_start(self) -> float | None:
        """Return the seconds until the cards are to be dealt here; None if they are, or never."""
        if not self.is_racing or self.is_dealt or not self.race or not self.race.is_here:
            return None
        seconds = seconds_of(self.race)
        return max(0.0, -seconds) if seconds < LIMIT else None

    def open(self) -> KeptPlay | None:
        """Deal or resume the game of the race; return None if it has ended already.

        Raises ``StoreError``, also once the time is over.
        """
        race = self.race
        assert race is not None, "asked for a race under way"
        self.is_dealt = True
        if seconds_of(race) >= LIMIT:
            raise StoreError(OVERDUE)
        name, game = str(race.id), ContestGame(race.game, int(race.deal))
        contest = contests.find_named(self._store, RACE, name)
        contest = contest or Contest(RACE, name, (game,)).drawn()
        if not contest.open or contest.finished:
            return None
        start = contest_steps.start_of(contest, 0)._replace(level=race.level)
        kept, _, _ = plays.resume_or_deal(self._store, start)
        end = datetime.fromisoformat(race.starts) + timedelta(seconds=LIMIT)
        kept.deadline = end.isoformat(timespec="microseconds")
        return kept

    def keep_open(self, kept: KeptPlay | None) -> bool:
        """Return whether ``kept`` is the player's game of the race; it then stays on the table."""
        is_it = kept is not None and self.race is not None and find_race(kept) == self.race.id
        self.is_dealt = self.is_dealt or is_it
        return is_it

    def end(self, race: Race, kept: KeptPlay | None) -> bool:
        """End the game of a race that is over; return whether ``kept`` was it."""
        if kept and find_race(kept) == race.id:
            contest_steps.end(kept)
            return True
        if contest := self._find_open(race):
            contests.close(self._store, contest)
        return False

    def rematch(self, race: Race | None = None) -> Challenge:
        """Return the challenge to race the rival of a race again, by default of the last one.

        Raises ``Refusal`` without one.
        """
        race = race or self.race
        rival = rival_of(race) if race else None
        if race is None or rival is None:
            raise Refusal("You have raced nobody yet whom you could race again.")
        if rival.kind != "ghost":
            return Challenge(rival.player, race.game, race.level)
        if rival.player and rival.record:
            seconds = round(read_pace(rival.pace)[-1].seconds)
            return challenge_run(record.read(rival.record), rival.player, seconds)
        if not rival.player:
            return Challenge("", race.game, race.level, is_ghost=True)
        if rival.player == self._nickname:
            return challenge_best(self._store, find(race.game))
        raise Refusal("Race that run again from the board or page where you found it.")

    def find_next(self, race: Race, is_alone: bool) -> AcceptRace | Challenge:
        """Return the way to race somebody else at the game of a race.

        That is the first open challenge, else one to anybody, or the host's ghost if ``is_alone``.
        Guests race that alone.
        """
        rival, me = rival_of(race), self._nickname.lower()
        is_guest = self._store.context.is_guest
        for each in () if is_guest else self.challenges.values():
            is_open = each.seat < 0 and each.wanted.lower() in ("", me)
            if is_open and not (rival and each.racers[0].player == rival.player):
                return AcceptRace(each.id)
        return Challenge("", race.game, race.level, is_ghost=is_alone or is_guest)

    def line(self) -> str:
        """Return the rival's progress and the clock, for a row of the table."""
        race = self.race
        rival = rival_of(race) if race else None
        if race is None or rival is None or race.state != "running":
            return ""
        is_over = bool(rival.pace) and seconds_of(race) >= read_pace(rival.pace)[-1].seconds
        stopped = ", stopped" if rival.has_stopped or is_over else ""
        return f"{tell_progress(rival)}{stopped}  {tell_clock(race)}"


def seconds_of(race: Race) -> float:
    """Return the seconds since the start of a race; negative before it."""
    return (utc_now() - datetime.fromisoformat(race.starts)).total_seconds()


def rival_of(race: Race) -> Racer | None:
    """Return the player's rival, a ghost as far as it is now; None before anyone has accepted."""
    rival = next((each for at, each in enumerate(race.racers) if at != race.seat), None)
    if rival and rival.pace and race.state == "running":
        point = find_point(read_pace(rival.pace), max(0.0, seconds_of(race)))
        rival = replace(rival, cards=point.cards, moves=point.moves)
    return rival


# -- challenges ------------------------------------------------------------------------------


def challenge_best(store: Store, game: Game) -> Challenge:
    """Return the challenge to race the player's own best run. Raises ``Refusal``."""
    runs = [each for each in store.results() if each.game == game.id]
    if not runs:
        raise Refusal(f"You have no finished game of {game.name}: race the host's run.")
    best = max(runs, key=lambda each: (each.won, each.score, -each.seconds))
    return Challenge(
        *("", game.id, best.start_level),
        is_ghost=True,
        record=str(store.load(best.play_id).record),
        seconds=round(best.seconds),
        called=store.context.nickname,
    )


def challenge_host(game: Game, level: int) -> Challenge:
    """Return the challenge to race the host's ghost, at a level or the highest that there is."""
    return Challenge("", game.id, min(level, game.hardest), is_ghost=True)


def challenge_run(run: Record, player: str, seconds: int = 0) -> Challenge:
    """Return the challenge to race somebody's run by its record, as boards have it.

    ``seconds`` is its playing time, 0 if only the record may say it.
    """
    tags = run.tags
    about = "", tags["Game"], int(tags["Level"])
    return Challenge(*about, True, str(run), seconds or int(tags.get(TIME, 0)), player)


# -- in words --------------------------------------------------------------------------------


def tell_game(race: Race) -> str:
    """``Demon, level 3``."""
    return f"{name_game(race.game)}, level {race.level}"


def name_racer(racer: Racer) -> str:
    """Return a racer's name, which says what kind of racer it is."""
    if racer.kind == "ghost":
        return f"the ghost of {name_player(racer.player)}" if racer.player else f"{HOST}'s ghost"
    name = name_player(racer.player)
    return f"{name} (a program)" if racer.kind == "program" else name


def tell_challenge(race: Race) -> str:
    """Return a challenge as a sentence; "" for one's own."""
    if race.seat == 0:
        return ""
    maker = name_racer(race.racers[0])
    verb = "challenges you to" if race.wanted else "wants to race"
    return f"{maker} {verb} {tell_game(race)}."


def tell_gone(race: Race) -> str:
    """Return that a challenge was withdrawn, or not accepted by the one it was for."""
    if race.seat == 0:
        return f"{name_player(race.wanted)} has not accepted your challenge." if race.wanted else ""
    return f"The challenge of {name_racer(race.racers[0])} is off." if race.wanted else ""


def tell_start(race: Race) -> str:
    """Return that a race begins, or goes on."""
    rival = rival_of(race)
    against = f"Race {race.id} against {name_racer(rival)}" if rival else f"Race {race.id}"
    seconds = seconds_of(race)
    if seconds < 0:
        return f"{against}: {tell_game(race)}. It starts in {count(round(-seconds), 'seconds')}."
    return f"{against} goes on: {tell_game(race)}. {tell_clock(race)} left."


def tell_elsewhere(race: Race) -> str:
    """Return that a race is under way, but not in this session."""
    rival = rival_of(race)
    against = f" against {name_racer(rival)}" if rival else ""
    return f"Race {race.id}{against} is open in another session of yours."


def tell_progress(racer: Racer) -> str:
    """``bob 12 home, 34 moves``."""
    name = "ghost" if racer.kind == "ghost" else name_player(racer.player)
    return f"{name} {racer.cards} home, {count(racer.moves, 'moves')}"


def tell_clock(race: Race) -> str:
    """Return the time left as ``8:41``."""
    return duration(max(0.0, LIMIT - max(0.0, seconds_of(race))))


def tell_run(racer: Racer) -> str:
    """Return what a racer has reached in the end."""
    return f"won in {count(racer.moves, 'moves')}" if racer.won else f"mark {racer.mark}"


def tell_result(race: Race) -> str:
    """Return the result of a race as a sentence to one of its players."""
    rival = rival_of(race)
    if rival is None:
        return ""
    own = race.racers[race.seat]
    runs = f"You: {tell_run(own)}; {name_racer(rival)}: {tell_run(rival)}."
    return f"{tell_winner(race)} {runs}"


def tell_winner(race: Race) -> str:
    """Return who has won a race as a sentence to one of its players."""
    if race.winner < 0:
        return f"Race {race.id} is a draw."
    if race.winner == race.seat:
        return f"You have won race {race.id}."
    rival = race.racers[race.winner]
    winner = name_racer(rival)
    if rival.kind == "ghost":  # the name of a player keeps its letters
        winner = capitalize(winner)
    return f"{winner} has won race {race.id}."


def tell_racers(race: Race) -> str:
    """``12: ann against bob, Demon, level 3``."""
    return f"{race.id}: {' against '.join(map(name_racer, race.racers))}, {tell_game(race)}"


def tell_line(race: Race) -> str:
    """Return a race of a list in a line."""
    names = [name_racer(each) for each in race.racers]
    if race.state == "open":
        whom = f"challenges {name_player(race.wanted)}" if race.wanted else "waits for a rival"
        return f"{race.id}: {names[0]} {whom}: {tell_game(race)}."
    if race.state == "running":
        return f"{tell_racers(race)}, {tell_clock(race)} left."
    end = "a draw" if race.winner < 0 else f"{names[race.winner]} won"
    return f"{tell_racers(race)}: {end}."


def tell_races(told: Races) -> list[str]:
    """Return the races and the board of the week as lines, for players who listen."""
    lines = [tell_line(each) for each in told.current] or ["No races now."]
    if told.own:
        lines += ["Your latest races:", *(tell_line(each) for each in told.own[:5])]
    if told.week:
        lines += ["This week:", *write_lines(week_report(told))]
    return lines


def week_report(told: Races) -> Report:
    """Return the board of the week; players and programs are ranked separately."""
    columns = (
        Column(is_place=True),
        Column("name", shrinks=True),
        Column("won", is_number=True),
        Column("races", is_number=True),
    )
    rows: list[Sequence[Value]] = []
    for is_program in (False, True):
        ranked = [each for each in told.week if each.is_program is is_program]
        for place, each in enumerate(ranked, 1):
            name = f"{name_player(each.player)} (a program)" if is_program else each.player
            rows.append((place, name, each.won, each.races))
    return Report("Races of the week", columns, rows)


def values(race: Race) -> dict[str, Any]:
    """Return a race as JSON has it (docs/protocol.md)."""
    fields = {name: getattr(race, name) for name in race._fields if name != "deal"}
    told = [name for name in Racer._fields if name not in ("pace", "record")]
    racers = [{name: getattr(each, name) for name in told} for each in race.racers]
    return fields | {"racers": racers}

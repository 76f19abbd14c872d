"""The races of the players on a host: challenges, progress, and the end.

All that matters is in the accounts, so any host on one database can carry on with a race. Here is
only what the hosts tell the racers meanwhile. A host decides a race by what its referee finds in
the racers' games, whenever one of them has stopped or the time is over. Only events count that the
hosts have heard of by then.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from solterm.contests.races import (
    GRACE,
    LIMIT,
    LONGEST_RECORD,
    Ghost,
    Point,
    RaceRun,
    add_point,
    write_pace,
)
from solterm.core.names import check_name
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.games import find_known
from solterm.hall.messages import (
    AcceptRace,
    AskRace,
    AskRaces,
    Challenge,
    DropRace,
    Message,
    Notice,
    Race,
    RaceChanged,
    RaceGames,
    Racer,
    Races,
    RaceStep,
    Yes,
)
from solterm.serve import race_records as records
from solterm.serve.account_queries import AccountQueries, to_message
from solterm.serve.accounts import Accounts, stamp
from solterm.serve.contest_trials import draw_hidden
from solterm.serve.race_records import GHOST, HUMAN, PROGRAM, RaceRow, RacerRow
from solterm.serve.referee_queries import Referee
from solterm.serve.roster import HallSession
from solterm.sessions.race_client import NEEDS_KEY

if TYPE_CHECKING:
    from solterm.serve.hall import Hall

_LOOK_SECONDS = 5
"""How often to look for races whose time is over, and for challenges that are gone."""
_REMEMBERED = 180.0
"""Seconds for which racers can say phrases to each other after a race."""
_GONE_SECONDS = 60.0
"""How long a rival may be gone before that counts as stopping."""
_LONGEST_NAME = 24
_MOST = 1_000_000
"""More cards, moves or events than any game has."""

_NOT_HERE = "{} is not here now. Challenge anybody, or race a ghost."
_GONE = "{} has been gone for a minute. If you are ahead, end your game now to claim the win."
_NOT_YOURS = "Race {} is not one of your races that are over."
NO_REFEREE = "The host is busy right now: try again in a moment."


class RaceDesk:
    """Takes the messages about races, and tells the racers on this host what happens."""

    def __init__(
        self,
        hall: "Hall",
        questions: AccountQueries,
        now: Callable[[], datetime] = records.utc_now,
    ) -> None:
        self.referee: Referee | None = None
        self._hall = hall
        self._questions = questions
        self._now = now
        self._known: dict[int, RaceRow] = {}
        """The races of players here, until a while after their end."""
        self._open: dict[int, tuple[str, ...]] = {}
        """The open challenges that sessions here may know of, and whom each concerns."""
        self._untold: dict[tuple[int, int], bool] = {}
        """Racers with progress to store and tell, by race and seat.

        True: more than counts has changed, so that all their sessions need the race.
        """
        self._storing: set[tuple[int, int]] = set()
        """Racers whose progress the accounts are just storing."""
        self._away: dict[int, dict[int, datetime]] = {}
        """By race, the seats whose player is on no host, and since when."""
        self._gone: dict[int, frozenset[int]] = {}
        """The seats in these races that count as stopped, because their player is gone."""
        self._heirs: dict[tuple[int, int], HallSession] = {}
        """By race and seat, the session that came while another one had the game open."""
        self._judging: set[int] = set()
        self._late: set[int] = set()
        """Races to judge at the next look, because a session asked too often or it failed."""
        self._judged_ghosts: set[int] = set()
        self._ticks = 0

    # -- for the hall ----------------------------------------------------------------------

    def find(self, player: str) -> RaceRow | None:
        """Return the race that a player is in and has not stopped; None for none."""
        race = self._find_latest(player)
        is_racing = race and race.is_running and not race.racers[race.seat_of(player)].has_stopped
        return race if is_racing else None

    def list_rivals(self, player: str) -> list[str]:
        """Return the names of those a player races, or has just raced."""
        race = self._find_latest(player)
        others = race.racers if race else ()
        return [each.name for each in others if each.player not in ("", player)]

    def _find_latest(self, player: str) -> RaceRow | None:
        own = [each for each in self._known.values() if player and each.seat_of(player) >= 0]
        return max(own, key=lambda race: race.id, default=None)

    def enter(self, someone: HallSession) -> None:
        """Tell a session that has just begun about the race its player is in, or was in last.

        The game opens there, once the session in which it is open has ended.
        """
        if not someone.id:
            return

        def answer(found: object) -> None:
            if not isinstance(found, RaceRow):
                return
            if found.is_running:
                found, seat = self._remember(found), found.seat_of(someone.id)
                racer = found.racers[seat]
                if self._hall.has_session(racer.session):
                    self._heirs[found.id, seat] = someone
                else:
                    found = self._note(found, seat, racer._replace(session=someone.session))
            someone.say(self._to_message(found, someone))

        self._questions.ask(lambda accounts: records.find_latest(accounts, someone.id), answer)

    def rename(self, player: str, name: str) -> None:
        """Take note of a player's new name."""
        for id, race in self._known.items():
            if (seat := race.seat_of(player)) >= 0:
                self._known[id] = race.with_racer(seat, race.racers[seat]._replace(name=name))

    def leave(self, someone: HallSession) -> None:
        """Withdraw the challenges of a player who has left; forget the races of a guest."""
        if not someone.id:
            self._questions.ask(
                lambda accounts: records.drop_guests(accounts, someone.racer), self._forget_all
            )
            return
        if self._hall.is_here(someone.name):
            return

        def answer(dropped: object) -> None:
            for race in dropped if isinstance(dropped, list) else ():
                self._hall.tell_others(RaceChanged(race.id))
            self._look_at_challenges()

        self._questions.ask(lambda accounts: records.drop_challenges(accounts, someone.id), answer)

    def settle(self) -> None:
        """Tell the progress, and decide what is overdue; call this every second."""
        self._ticks += 1
        now = self._now()
        for race in list(self._known.values()):
            if race.is_running:
                self._hand_over(race)
                self._look_for_gone(self._known[race.id], now)
        if not self._storing:
            self._tell_progress()
        for race in list(self._known.values()):
            if race.ended:
                if (now - datetime.fromisoformat(race.ended)).total_seconds() > _REMEMBERED:
                    self._forget(race.id)
            elif race.seconds_at(now) >= LIMIT + GRACE:
                self._judge(race.id)
            elif race.id not in self._judged_ghosts and self._is_ghost_over(race, now):
                self._judged_ghosts.add(race.id)
                self._judge(race.id)
        if self._ticks % _LOOK_SECONDS == 0:
            late, self._late = self._late, set()
            for id in late:
                self._judge(id)
            self._questions.ask(
                lambda accounts: records.list_overdue(accounts, now), self._judge_overdue
            )
            self._look_at_challenges()

    def _judge_overdue(self, found: object) -> None:
        for race in found if isinstance(found, list) else ():
            self._judge(race)

    def _is_ghost_over(self, race: RaceRow, now: datetime) -> bool:
        ends = [each.run.seconds for each in race.racers if each.kind == GHOST]
        return any(race.seconds_at(now) > seconds + 1 for seconds in ends)

    def _hand_over(self, race: RaceRow) -> None:
        """Open the game of a player who has come back once the session before has ended."""
        for seat, racer in enumerate(race.racers):
            heir = self._heirs.get((race.id, seat))
            if heir and not self._hall.has_session(racer.session):
                del self._heirs[race.id, seat]
                if self._hall.has_session(heir.session):
                    race = self._note(race, seat, racer._replace(session=heir.session))

    def _look_for_gone(self, race: RaceRow, now: datetime) -> None:
        """Let a player who has been gone for a minute count as stopped, for a rival who is here."""
        players = [(seat, each) for seat, each in enumerate(race.racers) if each.player]
        before, away = self._away.get(race.id, {}), {}
        for seat, racer in players:
            if not self._hall.is_here(racer.name):
                away[seat] = before.get(seat, now)
        self._away[race.id] = away
        long = [seat for seat in away if (now - away[seat]).total_seconds() >= _GONE_SECONDS]
        gone = frozenset(long if len(away) < len(players) else ())
        if gone == self._gone.get(race.id, frozenset()):
            return
        self._gone[race.id] = gone
        notices = [Notice(_GONE.format(race.racers[seat].name)) for seat in gone]
        for seat, racer in players:
            self._tell_step(race, seat)
            if notices and seat not in away and not racer.has_stopped:
                self._tell_those((racer.player,), lambda _: notices[0])
        self._judge(race.id)

    def _remember(self, race: RaceRow) -> RaceRow:
        """Keep a race as the accounts have it, with what this host has heard since; return it."""
        known = self._known.get(race.id)
        if known and race.is_running:
            for seat, racer in enumerate(known.racers):
                told, found = (race.id, seat), race.racers[seat]
                is_unstored = told in self._untold or told in self._storing
                if is_unstored or racer.events > found.events:
                    race = race.with_racer(seat, racer._replace(name=found.name))
        self._known[race.id] = race
        for each in race.racers:
            self._hall.note_race(each.player)
        return race

    def _forget_all(self, races: object) -> None:
        """Forget the races of a guest who has left."""
        for race in races if isinstance(races, list) else ():
            self._forget(race)

    def _forget(self, race: int) -> None:
        self._known.pop(race, None)
        self._gone.pop(race, None)
        self._away.pop(race, None)
        for seat in (0, 1):
            self._heirs.pop((race, seat), None)
        self._judged_ghosts.discard(race)

    # -- messages of sessions --------------------------------------------------------------

    def hear(self, someone: HallSession, message: Message) -> bool:
        """Act on a message; return whether it was about races.

        Raises ``Refusal`` to refuse it.
        """
        kinds = AskRace | AskRaces | Challenge | AcceptRace | DropRace | RaceStep
        if not isinstance(message, kinds):
            return False
        if not someone.id and not _is_for_guests(message):
            raise Refusal(NEEDS_KEY)
        now = self._now()
        match message:
            case RaceStep():
                self._take_step(someone, message)
            case AskRaces():
                self._list(someone, now)
            case AskRace():
                self._tell_games(someone, message.race)
            case AcceptRace(race=id):
                racer = _racer(someone)
                self._change(someone, lambda accounts: records.accept(accounts, id, racer, now))
            case DropRace(race=id):
                self._change(
                    someone,
                    lambda accounts: records.drop(accounts, id, someone.id, now),
                    is_gone=True,
                )
            case Challenge():
                self._challenge(someone, message, now)
        return True

    def _take_step(self, someone: HallSession, step: RaceStep) -> None:
        race, now = self._known.get(step.race), self._now()
        seat = race.seat_of(someone.racer) if race else -1
        if race is None or seat < 0 or not race.is_running:
            self._tell_end(someone, step.race)
            return
        racer = race.racers[seat]
        if not racer.has_stopped and _is_sound(step) and race.seconds_at(now) < LIMIT + GRACE:
            is_move = step.events > racer.events
            changed = _with_step(racer, step)._replace(session=someone.session)
            if step.cards != racer.run.cards:
                seconds = round(max(0.0, race.seconds_at(now)), 1)
                point = Point(seconds, step.cards, step.moves)
                changed = changed._replace(pace=add_point(racer.pace, point))
            if is_move:
                changed = changed._replace(heard=stamp(now))
            if is_move and someone.is_program:
                changed = changed._replace(kind=PROGRAM)
            self._note(race, seat, changed)
            if changed.has_stopped:
                self._tell_progress()
        if step.has_stopped and someone.judgements.spend():
            self._judge(step.race)
        elif step.has_stopped:
            self._late.add(step.race)

    def _note(self, race: RaceRow, seat: int, racer: RacerRow) -> RaceRow:
        """Note how far a racer is; return the race."""
        told, before = (race.id, seat), race.racers[seat]
        self._known[race.id] = race = race.with_racer(seat, racer)
        is_more = _state(racer) != _state(before)
        self._untold[told] = is_more or self._untold.get(told, False)
        return race

    def _tell_progress(self) -> None:
        """Store how far the racers are, and tell their rivals and the other hosts."""
        untold, self._untold = self._untold, {}
        told = [(self._known[id], seat) for id, seat in untold if id in self._known]
        if not told:
            return
        self._storing |= untold.keys()
        for race, seat in told:
            self._tell_step(race, seat)
            self._hall.tell_others(_step_of(race, seat))

        def answer(found: object) -> None:
            self._storing -= untold.keys()
            if isinstance(found, Exception):
                self._untold = untold | self._untold
                return
            for id in {id for (id, _), is_more in untold.items() if is_more}:
                if (race := self._known.get(id)) and race.is_running:
                    self._tell_everybody(race)

        self._questions.ask(lambda accounts: records.note_progress(accounts, told), answer)

    def _tell_end(self, someone: HallSession, id: int) -> None:
        """Tell a player who goes on with a race that it is over."""

        def answer(race: object) -> None:
            if isinstance(race, RaceRow) and race.ended and race.seat_of(someone.racer) >= 0:
                someone.say(self._to_message(race, someone))

        if someone.questions.spend():
            self._questions.ask(lambda accounts: records.load(accounts, id), answer)

    def pass_step(self, step: RaceStep) -> None:
        """Tell the racers here how far one of them is, who is on another host."""
        race = self._known.get(step.race)
        if race and race.is_running and 0 <= step.seat < len(race.racers) and _is_sound(step):
            racer = _with_step(race.racers[step.seat], step)
            self._known[race.id] = race = race.with_racer(step.seat, racer)
            self._tell_step(race, step.seat)

    def _tell_step(self, race: RaceRow, seat: int) -> None:
        """Tell the rivals here how far a racer is."""
        step, mover = _step_of(race, seat), race.racers[seat].player
        if seat in self._gone.get(race.id, ()):
            step = replace(step, has_stopped=True)
        for each in self._hall.list_sessions():
            if each.racer != mover and race.seat_of(each.racer) >= 0:
                each.say(step)

    def _challenge(self, someone: HallSession, wanted: Challenge, now: datetime) -> None:
        game = find_known(wanted.game)
        if game is None or wanted.level not in game.offered_levels:
            raise Refusal("This host does not have that game at that level.")
        if not someone.challenges.spend():
            raise Refusal("Wait a moment before you challenge again.")
        if wanted.is_ghost:
            self._race_ghost(someone, wanted, now)
            return
        if wanted.player and not self._hall.is_here(wanted.player):
            raise Refusal(_NOT_HERE.format(wanted.player[:_LONGEST_NAME]))
        deal = str(draw_hidden())

        def add(accounts: Accounts) -> RaceRow:
            whom = records.find_player(accounts, wanted.player) if wanted.player else None
            if whom and whom.id == someone.id:
                raise Refusal("You can't race yourself; 'race ghost' races your best game.")
            called = (whom.id, whom.name) if whom else ("", "")
            about = game.id, wanted.level, deal, *called
            race = RaceRow(0, *about, "", "", "", -1, (_racer(someone),))
            return records.add(accounts, race, now)

        self._change(someone, add)

    def _race_ghost(self, someone: HallSession, wanted: Challenge, now: datetime) -> None:
        if self.referee is None:
            raise Refusal(NO_REFEREE)
        if len(wanted.record) > LONGEST_RECORD:
            raise Refusal("That run can't be raced: its record is too long.")
        called = check_name(wanted.called) if wanted.called else ""

        def begin(ghost: Ghost | str) -> None:
            if isinstance(ghost, str):
                someone.say(to_message(Refusal(ghost)))
                return
            rival = RacerRow("", called, GHOST, write_pace(ghost.pace), ghost.run)
            racers = (_racer(someone), rival)
            race = RaceRow(0, ghost.game, ghost.level, ghost.deal, "", "", "", "", "", -1, racers)
            self._change(someone, lambda accounts: records.add(accounts, race, self._now()))

        someone.charge_request()
        self.referee.make_ghost(someone.asker, wanted, begin)

    def _change(
        self, someone: HallSession, query: Callable[[Accounts], RaceRow], is_gone: bool = False
    ) -> None:
        """Make a change, tell everybody concerned on all hosts, and answer."""

        def answer(found: object) -> None:
            if not isinstance(found, RaceRow):
                someone.say(to_message(found))
                return
            if not is_gone:
                self._tell(found)
            self._hall.tell_others(RaceChanged(found.id))
            self._look_at_challenges()
            someone.say(Yes(str(found.id)))

        self._questions.ask(query, answer)

    def _list(self, someone: HallSession, now: datetime) -> None:
        def find(accounts: Accounts) -> Races:
            return Races(
                self._to_messages(records.list_current(accounts, now), someone),
                self._to_messages(records.list_of(accounts, someone.racer), someone),
                tuple(records.list_week(accounts, now)),
            )

        def answer(found: object) -> None:
            if isinstance(found, Races):
                found = replace(found, current=tuple(filter(self._is_current, found.current)))
            someone.say(to_message(found))

        self._questions.ask(find, answer)

    def _tell_games(self, someone: HallSession, id: int) -> None:
        """Tell a racer how a race went that is over, with the games of both."""

        def find(accounts: Accounts) -> RaceGames:
            race = records.load(accounts, id)
            if race is None or not race.ended or race.seat_of(someone.racer) < 0:
                raise Refusal(_NOT_YOURS.format(id))
            told, games = self._to_message(race, someone), records.load_records(accounts, id)
            racers = (
                replace(each, pace=row.pace, record=game)
                for each, row, game in zip(told.racers, race.racers, games, strict=True)
            )
            return RaceGames(replace(told, racers=tuple(racers)))

        self._questions.ask(find, lambda found: someone.say(to_message(found)))

    def _is_current(self, race: Race) -> bool:
        """Whether a race is under way, or a challenge whose maker is here."""
        return race.state != "open" or self._hall.is_here(race.racers[0].player)

    # -- the end ---------------------------------------------------------------------------

    def _judge(self, id: int) -> None:
        """Have a race replayed and, if it is over, decided."""
        asked, known, referee = self._now(), self._known.get(id), self.referee
        if id in self._judging or referee is None:
            return
        if known and 0 <= known.seconds_at(asked) - LIMIT < GRACE:
            return  # a later tick knows the last moves
        self._judging.add(id)

        def replay(race: object) -> None:
            if isinstance(race, RaceRow) and race.is_running:
                referee.judge(race, lambda runs: decide(race, runs))
            else:
                give_up(has_failed=isinstance(race, Exception))

        def decide(race: RaceRow, live: list[RaceRun] | None) -> None:
            now = self._now()
            if live is None or race.seconds_at(asked) < LIMIT <= race.seconds_at(now):
                give_up(has_failed=live is None)
                return
            gone = self._gone.get(id, ())
            runs = [
                run._replace(is_over=run.is_over or seat in gone)
                for seat, run in enumerate(records.list_runs(race, live, race.seconds_at(now)))
            ]
            self._questions.ask(lambda accounts: records.settle(accounts, race, runs, now), tell)

        def give_up(has_failed: bool) -> None:
            self._judging.discard(id)
            if has_failed:
                self._late.add(id)

        def tell(race: object) -> None:
            give_up(has_failed=isinstance(race, Exception))
            if isinstance(race, RaceRow):
                self._tell_everybody(race)

        self._questions.ask(lambda accounts: records.load(accounts, id), replay)

    # -- to the sessions -------------------------------------------------------------------

    def hear_change(self, change: RaceChanged) -> None:
        """Tell the sessions here of a change that another host has made."""

        def answer(found: object) -> None:
            if isinstance(found, RaceRow):
                self._tell(found)
            self._look_at_challenges()

        self._questions.ask(lambda accounts: records.load(accounts, change.race), answer)

    def _tell_everybody(self, race: RaceRow) -> None:
        """Tell the racers on all hosts, and of an open challenge everybody."""
        self._tell(race)
        self._hall.tell_others(RaceChanged(race.id))

    def _tell(self, race: RaceRow) -> None:
        """Tell the racers here, and for open challenges everybody who wants news."""
        is_own = any(race.seat_of(each.racer) >= 0 for each in self._hall.list_sessions())
        if race.starts and is_own:
            race = self._remember(race)
        concerned, maker = _list_concerned(race), race.racers[0].player
        if not race.starts:
            self._open[race.id] = concerned
        elif self._open.pop(race.id, None) == ():
            self._hall.withdraw(_gone(race.id), concerned)
        self._tell_those(concerned or (maker,), lambda each: self._to_message(race, each))
        if not concerned:
            self._hall.announce(self._to_message(race), maker)

    def _look_at_challenges(self) -> None:
        """Tell the sessions here of each challenge that is gone.

        It was withdrawn, it has waited too long, or its maker has left.
        """
        now = self._now()

        def answer(found: object) -> None:
            if not isinstance(found, list):
                return
            before, self._open = (
                self._open,
                {
                    each.id: _list_concerned(each)
                    for each in found
                    if self._hall.is_here(each.racers[0].name)
                },
            )
            for id in before.keys() - self._open.keys():
                self._tell_gone(_gone(id), before[id])

        self._questions.ask(lambda accounts: records.list_open(accounts, now), answer)

    def _tell_gone(self, gone: Race, concerned: tuple[str, ...]) -> None:
        if concerned:
            self._tell_those(concerned, lambda _: gone)
        else:
            self._hall.withdraw(gone)

    def _tell_those(self, players: tuple[str, ...], make: Callable[[HallSession], Message]) -> None:
        for each in self._hall.list_sessions():
            if each.racer in players:
                each.say(make(each))

    def _to_messages(self, found: Sequence[RaceRow], someone: HallSession) -> tuple[Race, ...]:
        return tuple(self._to_message(each, someone) for each in found)

    def _to_message(self, race: RaceRow, someone: HallSession | None = None) -> Race:
        seat = race.seat_of(someone.racer) if someone else -1
        is_racer = seat >= 0 and bool(race.starts)
        is_here = someone is not None and race.racers[seat].session == someone.session
        state = "over" if race.ended else "running" if race.starts else "open"
        return Race(
            id=race.id,
            game=race.game,
            level=race.level,
            state=state,
            wanted=race.called,
            starts=race.starts,
            racers=tuple(self._to_racer(race, place, seat) for place in range(len(race.racers))),
            seat=seat,
            winner=race.winner,
            deal=race.deal if is_racer else "",
            is_here=is_racer and not race.ended and is_here,
        )

    def _to_racer(self, race: RaceRow, seat: int, own: int) -> Racer:
        """Return a racer for the one in the seat ``own``, -1 for somebody else."""
        racer, step = race.racers[seat], _step_of(race, seat)
        about, run = (racer.name, racer.kind), racer.run
        if race.ended:
            return Racer(
                *(*about, run.cards, run.moves, run.mark, run.won),
                has_stopped=True,
                seconds=round(run.seconds),
            )
        is_gone = seat != own and seat in self._gone.get(race.id, ())
        pace = racer.pace if racer.kind == GHOST and own >= 0 and race.starts else ""
        stopped = step.has_stopped or is_gone
        return Racer(*about, step.cards, step.moves, 0, False, stopped, pace=pace)


def _is_for_guests(message: Message) -> bool:
    """Return whether guests may say it: they race ghosts alone, and lists may be read."""
    if isinstance(message, Challenge):
        return message.is_ghost
    return isinstance(message, AskRace | AskRaces | RaceStep)


def _racer(someone: HallSession) -> RacerRow:
    kind = PROGRAM if someone.is_program else HUMAN
    return RacerRow(someone.racer, someone.name, kind, session=someone.session)


def _state(racer: RacerRow) -> tuple[object, ...]:
    """Return what a session learns from the race, and not from a step."""
    return racer.kind, racer.session, racer.has_stopped


def _is_sound(step: RaceStep) -> bool:
    return all(0 <= each <= _MOST for each in (step.cards, step.moves, step.events))


def _with_step(racer: RacerRow, step: RaceStep) -> RacerRow:
    return racer._replace(
        run=racer.run._replace(cards=step.cards, moves=step.moves),
        events=max(racer.events, step.events),
        has_stopped=racer.has_stopped or step.has_stopped,
    )


def _step_of(race: RaceRow, seat: int) -> RaceStep:
    """Return how far a racer is; a ghost goes by its pace, which its rival has."""
    racer = race.racers[seat]
    run = racer.run if racer.kind != GHOST else RaceRun()
    return RaceStep(race.id, run.cards, run.moves, racer.has_stopped, racer.events, seat)


def _list_concerned(race: RaceRow) -> tuple[str, ...]:
    """Return the ids of those to tell about a race; empty for everybody."""
    is_public = not race.starts and not race.wanted
    if is_public:
        return ()
    racers = [each.player for each in race.racers if each.player]
    return tuple(dict.fromkeys(filter(None, [*racers, race.wanted])))


def _gone(race: int) -> Race:
    return Race(race, "", 0, "gone", "", "", (), -1, -1)

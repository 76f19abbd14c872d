"""The server: the state of a host, and what a session goes through from request to end.

It knows no socket and no SSH: ``daemon`` connects it with the entrances.
"""

import asyncio
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from solterm.contests.tournaments import NameTaken, list_published, publish
from solterm.context import SITE
from solterm.core.refusal import Refusal
from solterm.hall.messages import Notice, Watch
from solterm.serve.access import Access, Address, Proxies
from solterm.serve.account_queries import AccountQueries, SessionKeys, add_players
from solterm.serve.account_tables import admit_sessions, find_shortage
from solterm.serve.accounts import Player
from solterm.serve.evening_schedule import Evening, EveningSchedule, make_tournament, read_schedule
from solterm.serve.hall import Hall
from solterm.serve.host_data import (
    SHARED,
    HostData,
    delete_player,
    make_board_store,
    open_boards,
)
from solterm.serve.host_settings import LONGEST_NAME, HostSettings, read_settings
from solterm.serve.hosted_session import NOT_BEGUN, Caller, HostedSession, Request, SessionClient
from solterm.serve.house_rules import CLOSING_SECONDS, HouseRules, close_account, read_rules
from solterm.serve.limits import (
    ADDRESS_FULL,
    FULL,
    TOO_MANY_NEW,
    TOO_MANY_SESSIONS,
    ClientConnection,
    Limits,
    Pacer,
    find_file_limit,
    fit_files,
)
from solterm.serve.log import HostFigures, Log
from solterm.serve.referee_queries import Referee
from solterm.serve.result_desk import ResultDesk
from solterm.serve.sandbox import find_protection
from solterm.serve.session_env import SessionEnv
from solterm.serve.supervisor import Supervisor
from solterm.sessions.evenings import tell_progress
from solterm.store import sharedfolder
from solterm.store.errors import StoreError

_DATABASE_MODULES = (
    "solterm.store.postgres.engine",
    "solterm.store.postgres.player_rows",
)
"""Modules that sessions need when the data is in a database."""

GONE_ELSEWHERE = "You continued in another terminal."
SILENT = "Session ended after {minutes} minutes without a key."
SILENT_SOON = "This session ends in a minute unless you press a key."
UNATTENDED = "Session ended after two minutes without a command."
DISPLACED = "Session ended to make room for another player."
GOING_DOWN = "The host is shutting down."
DRAINING = "This host takes no new players: it closes when the last one has left. Try again later."

_ONE_ROLE = (
    "The sessions use the host's role in the database, so one that is taken over could read and"
    " change the rows of all players: see --sessions-database."
)
_NO_ACCOUNTS = "The host can't look up players right now: try again in a minute."

_REASONS = {
    _NO_ACCOUNTS: "database",
    TOO_MANY_NEW: "new players an hour",
    TOO_MANY_SESSIONS: "sessions a minute",
    FULL: "host full",
    ADDRESS_FULL: "address full",
    DRAINING: "draining",
    GOING_DOWN: "draining",
}
"""The reasons for which sessions are refused, as the figures name them."""

_UNATTENDED_SECONDS = 120
"""After which a session without a connection ends."""
_DISPLACED_SECONDS = 5.0
"""For a session to end that makes room."""
_LOOK_SECONDS = 5
_CHOOSE_SECONDS = 60
"""Between two searches for a deal of the day; one may take eight seconds of processor time."""
_TIDY_SECONDS = 3600
_ERASE_SECONDS = 0.2
_WARNING_SECONDS = 60.0
_LAST_SECONDS, _LAST_SAVING_SECONDS = 4.3, 9.0
"""For sessions to end when the server stops; the second for those that store their last moves."""
_RESULTS_SECONDS = 0.5
"""For the accounts to store the last results."""


class Server:
    """A host: its settings, its limits, and who is on it."""

    def __init__(
        self,
        data: Path,
        log: Log,
        access: Access,
        *,
        database: str | None = None,
        sessions_database: str | None = None,
        schedule: Path | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """Prepare a host with its data in a folder, or in a database.

        ``sessions_database`` is the same database for a role that sees only its player's rows.

        Raises ``Refusal``.
        """
        self.data, self.database = data, database
        self.host_data = HostData(data, database or "")
        self.ssh_port = 0
        """Where it listens for ssh; 0 until it does."""
        self.web_site = ""
        """The address of its web pages as far as it knows it itself; "" if that is unknown."""
        self._sessions_database = sessions_database
        self._schedule_file = schedule
        self.schedule = read_schedule(schedule) if schedule else EveningSchedule(())
        """The evenings."""
        self._held: set[str] = set()
        """The names of the evenings that have begun on this host or another."""
        self._looked = datetime.now(UTC)
        """When the evenings were last looked at."""
        self.log = log
        self.figures = HostFigures(log)
        self.limit_warning = ""
        """A sentence if the limit of open files is too low for the settings; mostly empty."""
        self.settings: HostSettings = self._read_settings()
        self.limits = Limits(self.settings, now)
        self.now = now
        self.access = access
        self.connections: set[ClientConnection] = set()
        self.sessions: dict[str, HostedSession] = {}
        """The sessions that were admitted and have not ended, by id."""
        self.done = asyncio.Event()
        """Set when the server is to end."""
        self._seconds = 0
        self.accounts = AccountQueries(data, database, self.limits)
        self.rules = HouseRules()
        """The bans and the message of the day, as last read."""
        self.is_draining = False
        """Whether it takes no new sessions, and ends when the last has ended."""
        name = (self.settings.name or _name_machine()) if database else ""
        self.hall = Hall(name, _moment, self.accounts)
        self.hall.on_rename = self._rename
        self.hall.on_erase = self._start_erasing
        self.hall.find_tonight = lambda: self.schedule.tell_next(datetime.now(UTC))
        self._erasing: set[asyncio.Task[None]] = set()
        address = sessions_database or database
        self._keys = SessionKeys(self.accounts, are_used=bool(sessions_database))
        referee = Referee(HostData(data, address or ""), log, self._keys.lend)
        self.hall.races.referee = self.hall.pages.reader = referee
        desk = ResultDesk(self.host_data, referee, self.accounts, log, lambda: self.settings)
        self.hall.on_contest, self.hall.find_contest_query = desk.enter, desk.query_for
        self._desk = desk
        self.supervisor = Supervisor(log, _DATABASE_MODULES if database else ())
        self._session_env = SessionEnv(data, address)
        self.warnings = [*self._look_at_database(), find_protection().gaps]
        """Sentences for the administrator, or empty."""

    def _look_at_database(self) -> list[str]:
        """Let the sessions' role in, and return what the administrator should change."""
        if not self.database:
            return []
        wall = _ONE_ROLE
        if address := self._sessions_database:
            wall = admit_sessions(self.database, address)
        shortage = find_shortage(address or self.database, self.settings.sessions)
        for warning in filter(None, (wall, shortage)):
            self.log.tell("error", what=warning)
        return [wall, shortage]

    def reload(self) -> bool:
        """Read the settings and keys again, and reopen the log; log an error and return False."""
        try:
            self.log.reopen()
            self.access.reload()
            self.settings = self.limits.settings = self._read_settings()
            if self._schedule_file:
                self.schedule = read_schedule(self._schedule_file)
        except (Refusal, OSError) as error:
            self.log.tell("error", what=error)
            return False
        for fault in self.access.faults:
            self.log.tell("error", what=fault)
        self.log.tell("reloaded")
        return True

    def _read_settings(self) -> HostSettings:
        """Read the settings, lowered to fit the limit of open files.

        Raises ``Refusal``.
        """
        settings, most = read_settings(self.data), find_file_limit()
        fitting = fit_files(settings, most)
        self.proxies = Proxies(settings.proxies)
        self.web_proxies = Proxies(settings.web_proxies)
        self.limit_warning = ""
        if fitting != settings:
            self.limit_warning = (
                f"The limit of {most} open files allows {fitting.sessions} sessions instead of"
                f" {settings.sessions}, and {fitting.pending_connections} connections without one."
                " Raise it with LimitNOFILE in systemd, or with ulimit -n."
            )
            self.log.tell("limited", what=self.limit_warning)
        return fitting

    # -- the life of a session -------------------------------------------------------------

    def make_session(
        self, caller: Caller, request: Request, client: SessionClient
    ) -> HostedSession:
        """Return a session for a client that has logged in; ``run`` it next."""
        return HostedSession(
            caller,
            request,
            client,
            hall=self.hall,
            supervisor=self.supervisor,
            figures=self.figures,
            pacer=Pacer(self.settings.commands_a_second, self.settings.cpu_percent / 100),
            now=self.now,
        )

    async def run(self, session: HostedSession, refusal: str = "") -> None:
        """Run a session from its request to its end, or refuse it."""
        if refusal := refusal or await self._admit(session):
            session.refuse(refusal)
            return
        try:
            files = session.open_files()
        except OSError as error:  # out of descriptors or terminals
            self.log.tell("error", what=error, session=session.id)
            self._forget(session)
            session.refuse(NOT_BEGUN)
            return
        self._order(session, files)
        try:
            await session.wait_for_end()
        finally:
            self._forget(session)
        session.close_client()

    async def _admit(self, session: HostedSession) -> str:
        """Admit a session and find its player; return why not, or empty."""
        caller = session.caller
        refusal = DRAINING if self.is_draining else self._find_ban(session)
        try:
            if (key := caller.key) and not refusal:
                session.player = await self.accounts.find_player(key, caller.user, caller.address)
                session.database_key = await self._keys.make(session.player.id)
        except StoreError as error:
            self.log.tell("error", what=error, **caller.told)
            refusal = _NO_ACCOUNTS
        except Refusal as error:
            refusal = str(error)
        except Exception as error:
            self.log.tell_error("a player can't be found", error)
            refusal = _NO_ACCOUNTS
        if self.done.is_set():
            self._keys.drop(session.database_key)
            return GOING_DOWN
        refusal = refusal or self._find_ban(session)
        if refusal := refusal or await self._take_slot(caller.address):
            self.figures.refuse(_REASONS.get(refusal, "banned"), refusal, **caller.told)
            self._keys.drop(session.database_key)
            return refusal
        if session.player:
            self._make_room(session.player)
        self.sessions[session.id] = session
        return ""

    async def _take_slot(self, address: Address) -> str:
        """Take a slot, if need be that of a session without a connection; return why not."""
        refusal = self.limits.admit_session(address)
        while not refusal and (lack := self.limits.take_slot(address)):
            idle = self._find_unattended(address if lack == ADDRESS_FULL else None)
            if not idle:
                return lack
            idle.finish(DISPLACED)
            with suppress(TimeoutError):
                async with asyncio.timeout(_DISPLACED_SECONDS):
                    while idle.id in self.sessions:
                        await asyncio.sleep(0.02)
            refusal = GOING_DOWN if self.done.is_set() else ""
        return refusal

    def _find_unattended(self, address: Address | None) -> HostedSession | None:
        """Return the longest idle session without a connection, if given of an address's source."""
        found = [
            each
            for each in self.sessions.values()
            if not (each.is_attended or each.reason or each.is_saving)
            and (address is None or each.caller.address.source == address.source)
        ]
        return min(found, key=lambda session: session.touched, default=None)

    def list_sessions_of(self, player: str) -> list[HostedSession]:
        """Return the sessions of a player, given by id."""
        return [each for each in self.sessions.values() if each.player and each.player.id == player]

    def _make_room(self, player: Player) -> None:
        """End a player's longest idle sessions, to make room for one more.

        So dead connections never lock players out.
        """
        own = [each for each in self.list_sessions_of(player.id) if not each.reason]
        own.sort(key=lambda session: session.touched)
        for session in own[: len(own) + 1 - self.settings.sessions_of_a_player]:
            session.finish(GONE_ELSEWHERE, "")

    def _order(self, session: HostedSession, files: list[int]) -> None:
        """Have a session started that was admitted."""
        id, player, face, caller = session.id, session.player, session.face, session.caller
        self.figures.started += 1
        self.log.tell("begin", session=id, player=session.name, face=face, **caller.told)
        source = caller.address.source
        self.hall.enter(id, player, session.tell, caller.key, face == "json", source)
        if player:
            self.hall.welcome_back(player.id, id)
        news = self.schedule.greet(datetime.now(UTC), self._held)
        if text := " ".join(filter(None, (self.rules.motd, news.text))):
            session.tell(Notice(text, news.evening, news.next, is_greeting=True))
        if session.watch:
            session.tell(Watch(session.watch))
        environment = {SITE: self.settings.web_address or self.web_site} | session.environment
        order = self._session_env.order(id, player, face, environment, self.settings)
        order = order._replace(has_key=bool(session.database_key))
        self.supervisor.order(order, files, session)

    def _forget(self, session: HostedSession) -> None:
        """Forget a session that has ended."""
        del self.sessions[session.id]
        self._keys.drop(session.database_key)
        self.hall.leave(session.id)
        self.limits.free_slot(session.caller.address)
        self.figures.ended[session.how_it_ended] += 1
        self._session_env.clean_up(session.id, session.player)
        self.log.tell(
            "end",
            session=session.id,
            player=session.name,
            reason=session.reason,
            status="unknown" if session.status is None else session.status,
            seconds=round(self.now() - session.since),
        )
        self._leave_when_empty()

    async def publish_names(self) -> None:
        """Write the names of renamed players for the boards, which a database knows itself."""
        if self.database:
            return
        try:
            renamed = await self.accounts.answer(lambda accounts: accounts.list_renamed())
            root = self.data / SHARED
            if sharedfolder.read_names(root) != renamed:
                await asyncio.to_thread(sharedfolder.write_names, root, renamed)
        except (StoreError, OSError) as error:
            self.log.tell("error", what=error)

    def _rename(self, id: str, name: str) -> None:
        session = self.sessions.get(id)
        if session and session.player:
            session.player = session.player._replace(name=name)
            self._publishing_names = asyncio.ensure_future(self.publish_names())

    # -- what the administrator decides ----------------------------------------------------

    async def read_rules(self) -> None:
        """Read the house rules, and end the sessions of those who are banned."""
        try:
            self.rules = await self.accounts.answer(read_rules)
        except StoreError:
            return  # the rules stay as they were
        for session in list(self.sessions.values()):
            if refusal := self._find_ban(session):
                session.finish(refusal, "")

    def _publish(self, evening: Evening) -> None:
        """Publish the tournament of an evening; another host may have done it."""

        def put() -> None:
            try:
                publish(self.host_data.context("host"), make_tournament(evening))
            except NameTaken:
                pass  # another host, or this one before a restart, was first
            except StoreError as error:
                self.log.tell("error", what=error)
                return
            self._held.add(evening.name)

        self._publishing = asyncio.ensure_future(asyncio.to_thread(put))

    def _tend_evenings(self) -> None:
        since, self._looked = self._looked, datetime.now(UTC)
        self.schedule.tick(since, self._looked, self._held, self._publish, self._announce)

    def _announce(self, evening: Evening, text: str) -> None:
        """Tell everyone that an evening comes, begins or has ended.

        At the end, the session of each player says what became of the player's own game, so it
        gets no other words unless the player has signed up.
        """
        self.log.tell("evening", what=text)
        now = datetime.now(UTC)
        is_coming = now < evening.start
        is_over = now >= evening.end
        about = ("", evening.start.isoformat())
        if is_over:
            about = (evening.name, self.schedule.find_next(now))
        own = f"{text} You have signed up." if is_coming else text

        def tell(found: set[str] | Exception) -> None:
            signed_up = found if isinstance(found, set) else set()
            self.hall.tell_all(Notice("" if is_over else text, *about), but=signed_up)
            self.hall.tell_players(signed_up, Notice(own, *about))

        self.accounts.ask(lambda accounts: accounts.signed_up(evening.name), tell)

    async def tell_evening(self) -> str:
        """Return the evening that is on or comes next, and how it goes, in sentences; or "".

        Raises ``StoreError``.
        """
        planned = self.hall.find_tonight()
        tonight = await self.accounts.answer(lambda accounts: add_players(accounts, planned, ""))

        def tell() -> str:
            with open_boards(self.host_data, make_board_store(self.host_data)) as boards:
                return " ".join(tell_progress(boards, tonight))

        return await asyncio.to_thread(tell)

    def _start_erasing(self, player: str) -> None:
        task = asyncio.create_task(self._erase(player))
        self._erasing.add(task)
        task.add_done_callback(self._erasing.discard)

    async def _erase(self, player: str) -> None:
        """Delete a player, once all sessions of the player have ended on all hosts."""
        try:
            await self.accounts.answer(lambda accounts: close_account(accounts, player))
            await self.read_rules()
            if self.database:
                await asyncio.sleep(CLOSING_SECONDS)
            while self.list_sessions_of(player):
                await asyncio.sleep(_ERASE_SECONDS)
            await asyncio.to_thread(delete_player, self.host_data, player)
        except (StoreError, OSError) as error:
            self.log.tell("error", what=error)
        else:
            self.log.tell("deleted", player=player)

    def _find_ban(self, session: HostedSession) -> str:
        player = session.player.id if session.player else ""
        return self.rules.refusal(session.caller.address, session.caller.key, player)

    def drain(self, is_draining: bool) -> None:
        """Take no new sessions, and end when the last has ended; or take sessions again."""
        self.is_draining = is_draining
        self.log.tell("drain", on=is_draining, sessions=len(self.sessions))
        self._leave_when_empty()

    def _leave_when_empty(self) -> None:
        if self.is_draining and not self.sessions:
            self.done.set()

    # -- from start to end -----------------------------------------------------------------

    async def start(self) -> None:
        """Prepare to run sessions. Raises ``OSError``."""
        self._session_env.clear()
        if self._schedule_file:
            published, _ = await asyncio.to_thread(list_published, self.host_data.context("host"))
            self._held.update(each.name for each in published)
        await self.read_rules()
        await self.publish_names()
        self._desk.tidy()
        await self.supervisor.start()

    def tick(self) -> None:
        """Send what had to wait, and end idle sessions; call this every second."""
        self.hall.settle()
        self._seconds += 1
        if self._seconds % _TIDY_SECONDS == 0:
            self._desk.tidy()
            running = self.sessions.values()
            self._keys.keep({each.database_key: each.player.id for each in running if each.player})
        if self._seconds % _LOOK_SECONDS == 0:
            self.log.tell_of_repeats()
            self.end_the_silent()
            self._reading = asyncio.ensure_future(self.read_rules())
            self._tend_evenings()
        if self._seconds % _CHOOSE_SECONDS == 0:
            self._desk.choose_days()

    def end_the_silent(self) -> None:
        """End sessions that are idle too long; warn a minute before."""
        patience = self.settings.idle_minutes * 60
        for session in list(self.sessions.values()):
            silence = self.now() - session.touched
            if not session.is_attended and silence >= _UNATTENDED_SECONDS:
                session.finish(UNATTENDED)
            elif silence >= patience:
                session.finish(SILENT.format(minutes=self.settings.idle_minutes))
            elif silence >= patience - _WARNING_SECONDS and not session.is_warned:
                session.warn(SILENT_SOON)

    async def stop(self) -> None:
        """End all sessions in order, within five seconds.

        Sessions that can't store their last moves have five more.
        """
        for session in list(self.sessions.values()):
            session.finish(GOING_DOWN)
        await self._wait_for_sessions()
        for connection in list(self.connections):
            connection.disconnect(GOING_DOWN)
        self.supervisor.close()
        with suppress(TimeoutError, StoreError):
            async with asyncio.timeout(_RESULTS_SECONDS):
                await self.accounts.answer(lambda accounts: None)  # after those that wait
        self.accounts.close()

    async def _wait_for_sessions(self) -> None:
        began = monotonic()
        while any(
            monotonic() - began < (_LAST_SAVING_SECONDS if each.is_saving else _LAST_SECONDS)
            for each in self.sessions.values()
        ):
            await asyncio.sleep(0.02)
        for session in self.sessions.values():
            session.kill()

    def count_players(self) -> int:
        """Return the number of players with a session; each guest counts."""
        players = [session.player for session in self.sessions.values()]
        return len({each.id for each in players if each}) + players.count(None)


def _name_machine() -> str:
    """Return the machine's name in the form of a host's."""
    named = re.sub(r"[^A-Za-z0-9_.-]", "", socket.gethostname().partition(".")[0])
    return named[:LONGEST_NAME] or "host"


def _moment() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

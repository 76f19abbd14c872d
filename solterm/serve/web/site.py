"""Where the pages that people link to have their facts: hall, accounts, boards, and the referee.

What costs time is kept for a while, and charged to the address that asks.
"""

from asyncio import get_running_loop
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, TypeVar

from solterm.contests import days
from solterm.contests.boards import Boards
from solterm.contests.daily import game_of, list_deals
from solterm.contests.kinds import DAILY, TOURNAMENT, BoardName
from solterm.contests.result import ContestResult, check_board
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.games import find
from solterm.hall.messages import PlayerPage
from solterm.serve import race_records
from solterm.serve.account_queries import add_players
from solterm.serve.accounts import MOST_RESULTS, Accounts, Player
from solterm.serve.host_data import make_board_store, open_boards
from solterm.serve.player_pages import to_page
from solterm.serve.race_records import RaceRow
from solterm.serve.roster import Asker
from solterm.serve.server import Server
from solterm.serve.web.public_pages import MOST_ROWS, Names, Today
from solterm.sessions.evenings import tell_start, tell_tonight
from solterm.sessions.sharing import read_link
from solterm.store.errors import StoreError
from solterm.store.store import Store
from solterm.tui.table.card_pictures import draw_table

_SECONDS = 30.0
"""For which boards and pictures are kept."""
_TODAY_SECONDS = 3.0
_MOST_KEPT = 100
_MOST_HERE = 12
"""Players on the front page."""
_LATEST = 6
"""Races and results there."""
_READER = "reader"
"""Whose deal of the day the front page tells of: that of every player with a key."""
_EXAMPLE = 617
"""The first deal that may be the example of a game."""

_Found = TypeVar("_Found")


class LinkedBoard(NamedTuple):
    """What the page of a board shows."""

    name: str
    results: Sequence[ContestResult]
    """The best ones."""
    names: Names
    evening: str
    """When its evening is, as a sentence; "" for other boards."""


class Site:
    """Finds what pages show. Its methods raise ``Refusal`` where there is nothing to show."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._kept: dict[object, tuple[float, Any]] = {}
        """What was found, with the time until which it holds; the oldest comes first."""
        self._thread = ThreadPoolExecutor(1)
        """Reads boards and draws pictures, one at a time."""
        self._store: Store | None = None
        """Of that thread: it remembers the results that were read."""

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _recall(self, key: object) -> Any:
        until, found = self._kept.get(key, (0.0, None))
        return found if self._server.now() < until else None

    def _keep(self, key: object, found: _Found, seconds: float = _SECONDS) -> _Found:
        self._kept.pop(key, None)
        self._kept[key] = self._server.now() + seconds, found
        if len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    async def _work(self, asker: Asker, key: object, work: Callable[[], _Found]) -> _Found:
        """Return what is kept, or do the work in the thread and charge for it."""
        if (kept := self._recall(key)) is not None:
            return kept  # type: ignore[no-any-return]
        asker.charge_request()
        return self._keep(key, await get_running_loop().run_in_executor(self._thread, work))

    # -- today -----------------------------------------------------------------------------

    async def find_today(self) -> Today:
        """Return what the front page says."""
        kept: Today | None = self._recall("today")
        return kept or self._keep("today", await self._read_today(), _TODAY_SECONDS)

    async def _read_today(self) -> Today:
        day, now = days.today(), datetime.now(UTC)
        total, visitors = self._server.hall.refresh().page("", 0, _MOST_HERE)
        game, board = find(game_of(day)), str(BoardName(DAILY).on(day))
        tonight = self._server.schedule.tell_next(now)
        when = tell_start(tonight, now) if tonight.name else ""
        today = Today(day, game, _find_example(day), visitors, total, tonight, when)

        def read(accounts: Accounts) -> Today:
            results = accounts.results(MOST_RESULTS)
            return today._replace(
                names=accounts.list_public(),
                tries=sum(each.board == board for each in results),
                results=results[:_LATEST],
                races=race_records.list_ended(accounts, _LATEST),
                tonight=add_players(accounts, tonight, _READER),
            )

        with suppress(StoreError):
            today = await self._server.accounts.answer(read)
        return today

    # -- boards ----------------------------------------------------------------------------

    async def list_boards(self, asker: Asker) -> list[str]:
        """Return the boards with results, and those of tournaments."""
        return await self._work(asker, "boards", lambda: self._read(Boards.names_and_cups))

    async def find_board(self, asker: Asker, name: str) -> LinkedBoard:
        """Return the best results of a board."""
        check_board(name)
        kind, of = BoardName.parse(name)
        now = datetime.now(UTC)
        tonight = self._server.schedule.tell_next(now)
        is_coming = name == str(BoardName(TOURNAMENT, tonight.name))
        is_today = kind.calendar is not None and of == kind.calendar.name_of(now.date())
        if not (is_today or is_coming or name in await self.list_boards(asker)):
            raise Refusal("There is no such board.")
        best = await self._work(
            asker, ("board", name), lambda: self._read(lambda each: each.top(name, MOST_ROWS))
        )
        names, joined = await self._server.accounts.answer(
            lambda accounts: (accounts.list_public(), len(accounts.signed_up(of)))
        )
        evening = tell_tonight(replace(tonight, signed_up=joined), now) if is_coming else ""
        return LinkedBoard(name, best, names, evening)

    def _read(self, ask: Callable[[Boards], _Found]) -> _Found:
        """Ask the boards, in the thread."""
        data = self._server.host_data
        if self._store is None:
            self._store = make_board_store(data)
        with open_boards(data, self._store) as boards:
            return ask(boards)

    # -- races, players and games ------------------------------------------------------------

    async def find_race(self, number: int) -> tuple[RaceRow, Names, tuple[str, ...]]:
        """Return a race that has started, the players who may be named, and the records by seat."""

        def read(accounts: Accounts) -> tuple[RaceRow | None, Names, tuple[str, ...]]:
            race = race_records.load(accounts, number)
            return race, accounts.list_public(), race_records.load_records(accounts, number)

        race, names, records = await self._server.accounts.answer(read)
        if race is None or not race.starts:
            raise Refusal("There is no such race.")
        return race, names, records

    async def draw_last_table(self, asker: Asker, number: int, seat: int) -> str:
        """Return a picture of a racer's table at the end of a race; of those who allow it."""
        race, names, records = await self.find_race(number)
        if not race.ended or race.racers[seat].player not in names:
            raise Refusal("There is no such table.")
        key = ("race", number, seat)
        if (kept := self._recall(key)) is not None:
            return str(kept)
        found = records[seat] and await self._server.hall.pages.draw(asker, records[seat])
        if not found:
            raise Refusal("There is no such table.")
        return self._keep(key, str(found["picture"]))

    async def find_player(self, asker: Asker, name: str) -> PlayerPage:
        """Return the page of a player who allows it."""
        player, counts = await self._find_public(name)
        found = await self._server.hall.pages.find(asker, player.id)
        if found is None:
            raise StoreError("The page can't be read now.")
        return to_page(player, counts, found)

    async def find_game(self, asker: Asker, name: str, run: int) -> tuple[str, dict[str, Any]]:
        """Return the name of a player who allows it, and what to show of a finished game."""
        player, _ = await self._find_public(name)
        if not (found := await self._server.hall.pages.find(asker, player.id, run)):
            raise Refusal("There is no such game.")
        return player.name, found

    async def _find_public(self, name: str) -> tuple[Player, tuple[int, int]]:
        def read(accounts: Accounts) -> tuple[Player, tuple[int, int]]:
            player = race_records.find_player(accounts, name)
            if player.id not in accounts.list_public():
                raise Refusal("There is no such player.")
            return player, race_records.count_races(accounts, player.id)

        return await self._server.accounts.answer(read)

    # -- deals -------------------------------------------------------------------------------

    async def draw_deal(self, asker: Asker, link: str) -> str:
        """Return a picture of the cards that a link deals."""
        start = read_link(link)

        def draw() -> str:
            play = Play(start.game, start.deal or 1, start.level or 3, options=start.options)
            return draw_table(play, f"{play.title}, deal {play.deal}")

        return await self._work(asker, ("deal", link), draw)


def _find_example(day: date) -> str:
    """Return a deal of a day's game that no day has."""
    game = game_of(day)
    taken = list_deals(game, day)
    number = next(each for each in range(_EXAMPLE, _EXAMPLE + 1000) if each not in taken)
    return f"{game}:{number}"

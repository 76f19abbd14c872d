"""Pages that people link to: small, without scripts, and with no name that is not allowed."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import quote
from xml.etree import ElementTree

import aiohttp

from solterm.contests.races import RaceRun
from solterm.contests.result import ContestResult, GamePoints
from solterm.core.deals import FIRST_HIDDEN
from solterm.games import find
from solterm.hall.messages import Door, FinishedRun, PlayerPage, Result, Tonight, Visitor
from solterm.serve.access import Address
from solterm.serve.accounts import Accounts, Player
from solterm.serve.evening_schedule import read_schedule
from solterm.serve.hosted_session import Caller, HostedSession, Request
from solterm.serve.orders import Order
from solterm.serve.race_records import RaceRow, RacerRow
from solterm.serve.web import public_pages
from solterm.serve.web.public_pages import Today
from solterm.serve.web.web_pages import PageFrame
from solterm.sessions import plays
from solterm.store.store import Store
from tests.serve.browsers import WebHost, browser, open_socket, web_host

FRAME = PageFrame("/static/0", "https://cards.example")
MOST_BYTES = 5000
EVIL = '<b onclick="x">'
GAME = GamePoints("demon", 0, 7, 1, "", 0)
SHOWN = ("title", "counts", "link")


class Site:
    """A host with two players, ann and bob, and somebody who reads its pages."""

    def __init__(self, host: WebHost, client: aiohttp.ClientSession, ids: dict[str, str]) -> None:
        self.host, self.ids = host, ids
        self.client = client

    async def read(self, path: str, status: int = 200) -> str:
        async with self.client.get(path) as answer:
            text = await answer.text()
            assert answer.status == status, text
            return text

    async def allow(self, name: str, *, is_public: bool = True) -> None:
        def change(accounts: Accounts) -> None:
            accounts.set_public(self.ids[name], is_public)

        await self.host.server.accounts.answer(change)
        self.host.clock.seconds += 60

    async def tell(self, result: Result) -> None:
        await self.host.server.accounts.answer(lambda accounts: accounts.enter_result(result))
        self.host.clock.seconds += 60

    def play(self, name: str) -> None:
        """Play a game of a player to its end."""
        store = Store.open(context=self.host.server.host_data.context(self.ids[name]))
        kept = plays.deal(store, plays.Start(find("free-cell"), 617))
        kept.perform("t1 r1")
        kept.finish()
        store.engine.disconnect()


@asynccontextmanager
async def open_site(folder: Path) -> AsyncIterator[Site]:
    async with web_host(folder) as host, browser(host) as client:
        ids = {}
        for name in ("ann", "bob"):
            key = f"SHA256:{name}"
            found = await host.server.accounts.answer(lambda each: each.enrol(key, name))  # noqa: B023
            ids[name] = found.id
        yield Site(host, client, ids)


class _Parts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))


def check_page(text: str) -> None:
    """Check what every page to link to has, and has not."""
    parts = _Parts()
    parts.feed(text)
    tags = parts.tags
    assert len(text.encode()) < MOST_BYTES
    assert ("html", {"lang": "en"}) in tags
    assert not [each for each in tags if each[0] in ("script", "style") or "onclick" in each[1]]
    shared = {named.get("property") for tag, named in tags if tag == "meta"}
    assert {"og:title", "og:description", "og:url", "og:image"} <= shared
    assert re.search(r"<title>\S.+</title>", text)
    assert len(re.findall("<h1>", text)) == 1


async def test_nothing_names_a_player_who_does_not_allow_it(tmp_path: Path) -> None:
    async with open_site(tmp_path) as site:
        site.play("ann")
        await site.tell(Result("ann", "demon", 3, "17", "", True, 900, "2026-11-29T10:00:00+00:00"))
        front = await site.read("/")
        assert "A player won Demon" in front and "ann" not in front
        await site.read("/players/ann", 404)
        await site.allow("ann")
        front = await site.read("/")
        assert '<a href="/players/ann">ann</a> won Demon' in front
        page = await site.read("/players/ann")
        check_page(page)
        (game,) = re.findall(r'href="(/players/ann/[0-9]+)"', page)
        shown = await site.read(game)
        check_page(shown)
        assert 'href="/play?deal=free-cell:617"' in shown
        ElementTree.fromstring(await site.read(f"{game}.svg"))
        assert "t1 r1" in await site.read(f"{game}.txt")
        await site.read(game.replace("ann", "bob"), 404)
        # What was kept is shown no longer either.
        await site.host.server.accounts.answer(
            lambda accounts: accounts.set_public(site.ids["ann"], False)
        )
        for path in ("/players/ann", game, f"{game}.svg", f"{game}.txt"):
            await site.read(path, 404)


async def test_a_session_says_whether_pages_may_name_its_player(tmp_path: Path) -> None:
    async with open_site(tmp_path) as site:
        hall, accounts = site.host.server.hall, site.host.server.accounts
        hall.enter("5e551", Player(site.ids["ann"], "ann"), lambda _: None)
        hall.enter("5e552", None, lambda _: None)
        for wish in (Door(True, public=True), Door(True)):
            hall.hear("5e551", wish)
            hall.hear("5e552", wish)
            named = await accounts.answer(Accounts.list_public)
            assert list(named.values()) == ["ann"] * wish.public


async def test_boards_and_evenings_have_pages(tmp_path: Path) -> None:
    async with open_site(tmp_path) as site:
        check_page(await site.read("/boards"))
        for unknown in ("tournament:Cup", "match:9", "daily:2020-01-01", "x" * 90):
            await site.read(f"/boards/{quote(unknown)}", 404)
        today = re.findall(r'href="(/boards/daily.+?)"', await site.read("/"))[0]
        text = await site.read(today)
        check_page(text)
        assert "No results yet" in text
        coming = datetime.now(UTC) + timedelta(hours=12)
        (tmp_path / "evenings").write_text(f"daily {coming:%H}:00 demon 2h\n")
        site.host.server.schedule = read_schedule(tmp_path / "evenings")
        site.host.clock.seconds += 60
        evening = re.findall(r'href="(/boards/tournament.+?)"', await site.read("/"))[0]
        text = await site.read(evening)
        check_page(text)
        assert "Demon. Nobody has signed up yet." in text


async def test_the_front_page_says_that_the_deal_of_the_day_can_be_won(tmp_path: Path) -> None:
    async with open_site(tmp_path) as site:
        assert "It can be won." not in await site.read("/")

        def prove(accounts: Accounts) -> None:
            with accounts.engine.transaction() as database:
                today = f"daily:{datetime.now(UTC):%Y-%m-%d}"
                database.execute("DELETE FROM deal WHERE owner = ?", (today,))
                deal = "INSERT INTO deal (owner, place, game, number, proved)"
                database.execute(f"{deal} VALUES (?, 0, 'demon', '8589999999', 1)", (today,))

        await site.host.server.accounts.answer(prove)
        site.host.clock.seconds += 60
        text = await site.read("/")
        assert "once. It can be won." in text and "8589999999" not in text


async def test_a_link_deals_its_cards(tmp_path: Path) -> None:
    async with open_site(tmp_path) as site:
        for wrong in (
            "nothing:1",
            "demon",
            "demon:0",
            f"demon:{FIRST_HIDDEN}",
            "spider:1::suits=9",
        ):
            check_missing(await site.read(f"/play?deal={wrong}", 404))
            await site.read(f"/pictures/{wrong}.svg", 404)
        text = await site.read("/play?deal=spider:617:2:suits=1")
        assert 'content="Spider, one suit, deal 617 - solterm"' in text
        ElementTree.fromstring(await site.read("/pictures/spider:617:2:suits=1.svg"))
        for link, dealt in (("spider:617", "spider:617"), ("spider:0", None)):
            number = len(site.host.begun) + 1
            async with open_socket(site.host, site.client, f"/socket?guest&deal={link}"):
                session, _ = await site.host.wait_for_session(number)
                assert session.environment.get("SOLTERM_DEAL") == dealt
                assert session.environment["SOLTERM_SITE"] == site.host.address


async def test_sessions_know_the_address_of_the_pages(tmp_path: Path) -> None:
    """That of their browser; without one, the host's own."""
    orders: list[dict[str, str]] = []
    async with open_site(tmp_path) as site:
        server, begin = site.host.server, site.host.server.supervisor.order

        def note(order: Order, files: list[int], session: HostedSession) -> None:
            orders.append(order.environment)
            begin(order, files, session)

        server.supervisor.order = note  # type: ignore[method-assign]
        server.web_site = "http://cards.example:8080"
        async with open_socket(site.host, site.client, "/socket?guest"):
            await site.host.wait_for_session()
        caller = Caller(Address("127.0.0.1"), "", "")
        request = Request("lines", "dumb", (80, 24), {"LANG": "C.UTF-8"})
        session = server.make_session(caller, request, Mock())
        running = asyncio.create_task(server.run(session))
        await site.host.wait_for_session(2)
        site.host.end(session, 0)
        await running
    assert [each["SOLTERM_SITE"] for each in orders] == [site.host.address, server.web_site]


def check_missing(text: str) -> None:
    assert "<h1>Not found</h1>" in text and "/style.css" in text


async def test_an_address_that_leads_nowhere_has_a_page(tmp_path: Path) -> None:
    async with open_site(tmp_path) as site:
        for path in ("/secret", "/players/eve", "/races/7", "/players/ann/7", f"/{quote(EVIL)}"):
            text = await site.read(path, 404)
            check_missing(text)
            assert "secret" not in text and "onclick" not in text
        assert "Disallow" in await site.read("/robots.txt")
        assert "<svg" in await site.read("/favicon.ico")


async def test_the_work_for_an_address_is_limited(tmp_path: Path) -> None:
    async with open_site(tmp_path) as site:
        for number in range(1, 40):
            async with site.client.get(f"/pictures/demon:{number}.svg") as answer:
                if answer.status != 200:
                    break
        assert answer.status == 429
        assert "solterm" in await site.read("/")


def test_the_page_of_a_race_has_no_deal() -> None:
    racers = (
        RacerRow(
            "a",
            "ann",
            "player",
            "[[0, 0, 0], [50, 9, 30]]",
            run=RaceRun(52, 90, 900, True, True, 95),
        ),
        RacerRow("b", "bob", "player", run=RaceRun(13, 40, 130)),
    )
    about = (7, "demon", 3, "8589999999", "", "", "", "2026-11-29T10:00:00+00:00")
    race = RaceRow(*about, "2026-11-29T10:02:00+00:00", 0, racers)
    text = public_pages.show_race(FRAME, race, {"a": "ann"}, ("[", "["))
    assert re.findall(r"/races/7/.\.svg", text) == ["/races/7/0.svg"], "bob allows none"
    check_page(text)
    assert "<h1>ann beat a player at Demon</h1>" in text
    assert "8589999999" not in text and "bob" not in text
    assert "90 moves, won after 1:35<" in text
    assert "Cards home over time: up to 52 in 1:35." in text
    decided = public_pages.show_race(FRAME, race._replace(winner=1), {"a": "ann"})
    assert "40 moves, mark 130, won the race" in decided
    drawn = public_pages.show_race(FRAME, race._replace(winner=-1), {"a": "ann"})
    assert "<h1>ann drew with a player at Demon</h1>" in drawn
    assert "<h1>A player beat another at Demon</h1>" in public_pages.show_race(FRAME, race, {})
    running = public_pages.show_race(
        FRAME, race._replace(ended="", winner=-1), {"a": "ann"}, ("[",)
    )
    check_page(running)
    assert "under way" in running and "moves" not in running and ".svg" not in running[-900:]


def test_the_front_page_tells_of_an_evening_that_is_on_and_who_plays() -> None:
    def visitor(name: str, game: str = "") -> Visitor:
        return Visitor(name, name, "", "", game, 3, "17", "", True, 0)

    here = [visitor("ann"), visitor("bob", "demon"), visitor("cid"), visitor("dan")]
    evening = Tonight("Cup", ("golf",), signed_up=2)
    about = (date(2026, 11, 29), find("demon"), "demon:617", here, 4, evening)
    text = public_pages.show_front(
        FRAME, Today(*about, "Now, until 22:00 UTC", {"a": "ann"}), "ssh"
    )
    check_page(text)
    assert "ann</a> is choosing a game." in text and "A player plays Demon" in text
    assert "2 more players." in text and "A player is choosing" not in text
    assert "This evening" in text and "Standings" in text and "signed up" not in text
    text = public_pages.show_front(FRAME, Today(*about, "Tonight at 20:00 UTC"), "ssh")
    assert "The next evening" in text and "2 players have signed up." in text


def test_pages_stay_small_however_much_there_is() -> None:
    days = [f"daily:{number:04}-01-01" for number in range(400)]
    evenings = [f"tournament:Evening 2026-01-{day:02} 2000" for day in range(1, 32)]
    cups = [f"tournament:Cup {number}" for number in range(400)]
    boards = public_pages.list_boards(FRAME, [*days, *evenings, *cups])
    check_page(boards)
    assert "0399-01-01" in boards and "0001-01-01" not in boards
    assert "Evening of 2026-01-31" in boards
    names = {str(number): f"a-long-name-{number:03}" for number in range(100)}
    best = [
        ContestResult("tour", name, id, points=7, date="2026-11-29", games=(GAME,))
        for id, name in names.items()
    ]
    check_page(public_pages.show_board(FRAME, "tour", best, names, ""))
    run = FinishedRun(10**18, "double-free-cell", 3, True, 1000, "2026-11-29")
    page = PlayerPage(names["7"], 100, 50, 9, 3, ("demon",) * 3, (run,) * 30)
    check_page(public_pages.show_player(FRAME, page))


def test_texts_of_players_are_text() -> None:
    board = f"tournament:{EVIL}"
    found = ContestResult(board, "ann", "a", points=7, date="2026-11-29", games=(GAME,))
    for text in (
        public_pages.show_board(FRAME, board, [found], {"a": EVIL}, EVIL),
        public_pages.list_boards(FRAME, [board]),
        public_pages.show_game(FRAME, EVIL, 7, dict.fromkeys(SHOWN, EVIL) | {"seconds": 1}),
    ):
        check_page(text)
        assert "&lt;b onclick" in text and EVIL not in text

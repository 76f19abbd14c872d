"""The browser entrance: its HTTP server, who a browser is, and what it does with each request.

A browser is known by a random cookie, which the accounts treat like the fingerprint of a key.
"""

import asyncio
import re
import secrets
import socket
from base64 import b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlsplit

from aiohttp import web

from solterm.context import DEAL, SITE
from solterm.core.refusal import Refusal
from solterm.serve.acceptor import Acceptor
from solterm.serve.access import Address, Proxies
from solterm.serve.account_queries import NOT_NOW
from solterm.serve.hosted_session import Caller
from solterm.serve.limits import Pace
from solterm.serve.roster import TOO_MUCH, Asker
from solterm.serve.server import Server
from solterm.serve.web import public_pages
from solterm.serve.web import web_pages as pages
from solterm.serve.web.assets import Assets
from solterm.serve.web.browser_clients import (
    LONGEST_MESSAGE,
    HttpConnection,
    LinesClient,
    TerminalClient,
    Tickets,
)
from solterm.serve.web.site import Site
from solterm.serve.web.web_pages import PageFrame
from solterm.sessions.sharing import link_to, read_link
from solterm.store.errors import StoreError

_REQUESTS_A_LOGIN = 20
"""Requests a minute from one address, for each login a minute."""
_LONGEST_FORM = 1 << 12
"""Bytes."""
_CLOSING_SECONDS = 3.0
"""For a browser to answer the end of a socket."""
_SHUTDOWN_SECONDS = 1.0

_GUEST, _WATCH, _DEAL = "guest", "watch", "deal"
"""In the query of a page or socket: for a player who wants no account, to watch a session, or to
play a deal."""
_LONGEST_ID = 64
_HOST = re.compile(r"[A-Za-z0-9.-]+(?::[0-9]+)?|\[[0-9a-f:.]+\](?::[0-9]+)?")
_PACKED = ("text/html", "image/svg+xml")
_ROBOTS = "User-agent: *\nDisallow: /lines\nDisallow: /socket\n"

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_FOREIGN = "This request comes from a page of another site, or a proxy has changed its Host."
_OVER = "The session is over."
_AWAY = "The session is over: it ends after two minutes without a command, earlier on a full host."
_PRESS_AGAIN = "This page is too old: press Begin again."
_BUSY = "Too many requests from your address: wait a minute, then try again."


class _Visit(NamedTuple):
    """What a handler needs to know of its request, besides the request."""

    connection: HttpConnection
    """Behind a proxy, requests of other clients come on it too."""
    address: Address
    """The client's address."""


_VISIT = web.RequestKey("visit", _Visit)


class WebEntrance:
    """Accepts the connections of browsers."""

    def __init__(self, server: Server, assets: Assets) -> None:
        self._server = server
        self._assets = assets
        self._requests = Pace(server.now)
        self._tickets = Tickets()
        self._lines: dict[str, LinesClient] = {}
        """The sessions of line mode that have not ended, by ticket."""
        self._site = Site(server)
        self._acceptor = Acceptor(server, self._welcome)
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[object]] = set()
        self._runner = web.AppRunner(
            self._make_app(), access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS
        )

    def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._attend], client_max_size=_LONGEST_FORM)
        player = "/players/{player:[^/]{1,64}}"
        for path, handler in (
            ("/", self._show_front),
            ("/boards", self._list_boards),
            ("/boards/{board:[^/]{1,100}}", self._show_board),
            ("/races/{race:[0-9]{1,15}}", self._show_race),
            ("/races/{race:[0-9]{1,15}}/{seat:[01]}.svg", self._show_last_table),
            (player, self._show_player),
            (f"{player}/{{run:[0-9]{{1,19}}}}{{form:(?:[.]svg|[.]txt)?}}", self._show_game),
            ("/pictures/{deal:[^/]{1,200}}.svg", self._show_deal),
            ("/robots.txt", self._show_robots),
            ("/favicon.ico", self._show_icon),
        ):
            app.router.add_get(path, handler)
        app.router.add_get("/play", self._show_terminal)
        app.router.add_get("/socket", self._open_terminal)
        app.router.add_get("/lines", self._show_lines)
        app.router.add_post("/lines", self._take_line)
        app.router.add_get(f"{self._assets.root}/{{name}}", self._send_asset)
        return app

    async def open(self, host: str, port: int) -> int:
        """Listen; return the port. Raises ``Refusal``."""
        await self._runner.setup()
        return self._acceptor.open(host, port)

    def close(self) -> None:
        """Listen no more; connections that are open stay open."""
        self._acceptor.close()

    async def stop(self) -> None:
        """Close all connections."""
        self._site.stop()
        await self._runner.cleanup()

    # -- connections -------------------------------------------------------------------------

    def _welcome(self, connected: socket.socket, address: Address) -> None:
        connected.setblocking(False)
        manager = self._runner.server
        assert manager, "it is set up before it listens"
        is_proxy = address in self._server.web_proxies
        protocol = HttpConnection(self._server, manager, address, is_proxy)
        task = self._loop.create_task(
            self._loop.connect_accepted_socket(lambda: protocol, connected)
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @web.middleware
    async def _attend(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Limit and time every request."""
        connection = request.protocol
        assert isinstance(connection, HttpConnection)
        address = _find_address(request, connection, self._server.web_proxies)
        request[_VISIT] = visit = _Visit(connection, address)
        connection.begin_request()
        try:
            rate = _REQUESTS_A_LOGIN * self._server.settings.logins_a_minute
            if not self._requests.allows(visit.address.source, rate):
                self._server.figures.refuse("requests a minute", address=address)
                return pages.answer_status(429, _BUSY)
            if not _is_ours(request):
                self._server.figures.refuse("foreign page", _FOREIGN, address=visit.address)
                return pages.answer_status(403, _FOREIGN)
            return await self._answer(request, handler)
        finally:
            connection.end_request()

    async def _answer(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Have a request handled; an address that leads nowhere has a page too."""
        try:
            answer = await handler(request)
            return _pack(answer) if request.method == "GET" else answer
        except StoreError:
            return pages.answer_status(503, NOT_NOW)
        except (Refusal, web.HTTPNotFound) as error:
            if str(error) == TOO_MUCH:
                return pages.answer_status(429, _BUSY)
            return pages.answer(public_pages.show_missing(self._find_frame(request)), status=404)

    # -- pages -------------------------------------------------------------------------------

    def _find_frame(self, request: web.Request) -> PageFrame:
        """Return the frame of a page, with the address under which the browser has this site."""
        address = self._server.settings.web_address
        if not address and _HOST.fullmatch(request.host):
            address = f"{'https' if _is_secure(request) else 'http'}://{request.host}"
        return PageFrame(self._assets.root, address)

    def _ask_from(self, request: web.Request) -> Asker:
        return self._server.hall.ask_from(request[_VISIT].address.source)

    async def _show_front(self, request: web.Request) -> web.Response:
        frame, today = self._find_frame(request), await self._site.find_today()
        command = _tell_command(frame.origin, self._server.ssh_port)
        return pages.answer(public_pages.show_front(frame, today, command))

    async def _list_boards(self, request: web.Request) -> web.Response:
        boards = await self._site.list_boards(self._ask_from(request))
        return pages.answer(public_pages.list_boards(self._find_frame(request), boards))

    async def _show_board(self, request: web.Request) -> web.Response:
        name = request.match_info["board"]
        found = await self._site.find_board(self._ask_from(request), name)
        return pages.answer(public_pages.show_board(self._find_frame(request), *found))

    async def _show_race(self, request: web.Request) -> web.Response:
        found = await self._site.find_race(int(request.match_info["race"]))
        return pages.answer(public_pages.show_race(self._find_frame(request), *found))

    async def _show_last_table(self, request: web.Request) -> web.Response:
        race, seat = int(request.match_info["race"]), int(request.match_info["seat"])
        drawn = await self._site.draw_last_table(self._ask_from(request), race, seat)
        return pages.answer_picture(drawn)

    async def _show_player(self, request: web.Request) -> web.Response:
        name = request.match_info["player"]
        found = await self._site.find_player(self._ask_from(request), name)
        return pages.answer(public_pages.show_player(self._find_frame(request), found))

    async def _show_game(self, request: web.Request) -> web.Response:
        """Show a finished game: its page, its picture, or its record."""
        name, run = request.match_info["player"], int(request.match_info["run"])
        player, found = await self._site.find_game(self._ask_from(request), name, run)
        match request.match_info["form"]:
            case "":
                frame = self._find_frame(request)
                return pages.answer(public_pages.show_game(frame, player, run, found))
            case ".svg":
                return pages.answer_picture(found["picture"])
        return pages.answer(found["record"], "text/plain")

    async def _show_deal(self, request: web.Request) -> web.Response:
        drawn = await self._site.draw_deal(self._ask_from(request), request.match_info["deal"])
        return pages.answer_picture(drawn, "public, max-age=86400")

    async def _show_robots(self, request: web.Request) -> web.Response:
        return pages.answer(_ROBOTS, "text/plain")

    async def _show_icon(self, request: web.Request) -> web.Response:
        return pages.answer(self._assets.files["icon.svg"].body, "image/svg+xml")

    async def _show_terminal(self, request: web.Request) -> web.Response:
        nonce, told = secrets.token_urlsafe(16), ("", "", "")
        if link := request.query.get(_DEAL, ""):
            start = read_link(link)
            about = f"{start.game.summary}. These cards, in your browser, without a sign-up."
            told = f"{start.game.titled(start.options)}, deal {start.deal}", link_to(start), about
        terminal = pages.terminal(self._find_frame(request), nonce, *told)
        response = pages.answer(terminal, nonce=nonce)
        if not request.query.keys() & {_GUEST, _WATCH}:  # watching needs no account
            give_cookie(request, response)
        return response

    async def _send_asset(self, request: web.Request) -> web.Response:
        asset = self._assets.files.get(request.match_info["name"])
        if asset is None:
            raise web.HTTPNotFound
        headers = {
            "Cache-Control": "public, max-age=31536000, immutable",
            "Vary": "Accept-Encoding",
        }
        if asset.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return pages.answer(asset.packed, asset.kind, headers=headers)
        return pages.answer(asset.body, asset.kind, headers=headers)

    # -- sessions ----------------------------------------------------------------------------

    def _admit(self, visit: _Visit, caller: Caller) -> str | None:
        """Count a login; return why it is refused, or empty. None means: without an answer."""
        refusal = self._server.limits.admit_connection(visit.address)
        if refusal is None:
            self._server.figures.refuse("too many connections", address=visit.address)
        elif refusal:
            self._server.figures.refuse("logins a minute", refusal, address=visit.address)
        elif refusal := self._server.access.refusal(caller.key or None, caller.address):
            self._server.figures.refuse("no key admitted", refusal, address=visit.address)
        else:
            self._server.log.tell("login", **caller.told)
        return refusal

    async def _open_terminal(self, request: web.Request) -> web.StreamResponse:
        heartbeat = self._server.settings.dead_line_seconds * 2 / 3  # and half of it for the pong
        line = web.WebSocketResponse(
            heartbeat=heartbeat,
            autoping=False,  # it would answer pings without end before any limit sees them
            timeout=_CLOSING_SECONDS,
            max_msg_size=LONGEST_MESSAGE,
            compress=False,  # a small message could expand to any size
        )
        if not line.can_prepare(request):
            raise web.HTTPBadRequest
        visit, caller = request[_VISIT], _identify(request)
        refusal = self._admit(visit, caller)
        if refusal is None:
            return pages.answer_status(429, _BUSY)
        if visit.connection.is_proxy:  # from here on, the connection is this client's alone
            visit.connection.count_pending(visit.address)
        line.headers.update(pages.HEADERS)
        await line.prepare(request)
        visit.connection.expect_message()
        assert visit.connection.throttle, "its connection is made"
        client = TerminalClient(line, visit.connection.throttle)
        if refusal:
            await client.refuse(refusal)
        elif size := await client.receive_size(self._server.settings.login_seconds):
            visit.connection.begin_session()
            watch = request.query.get(_WATCH, "")[:_LONGEST_ID]
            zone = request.query.get("zone", "")
            variables = {SITE: self._find_frame(request).origin, "TZ": zone}
            with suppress(Refusal):
                if link := request.query.get(_DEAL, ""):
                    read_link(link)
                    variables[DEAL] = link
            await client.play(self._server, caller, size, watch, variables)
        return line

    # -- line mode ---------------------------------------------------------------------------

    async def _show_lines(self, request: web.Request) -> web.Response:
        response = self._offer_lines(request)
        give_cookie(request, response)
        return response

    def _offer_lines(self, request: web.Request, news: str = "", draft: str = "") -> web.Response:
        """Return the page that begins a session; ``draft`` is a command that has not been sent."""
        ticket = self._tickets.draw()
        return pages.answer(pages.lines(self._find_frame(request), ticket, news=news, draft=draft))

    async def _take_line(self, request: web.Request) -> web.Response:
        """Answer a line, or begin a session."""
        if request.content_type.startswith("multipart/"):
            raise web.HTTPBadRequest
        if "Content-Encoding" in request.headers:
            raise web.HTTPUnsupportedMediaType
        try:
            async with asyncio.timeout(self._server.settings.login_seconds):
                form = await request.post()
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        except (ValueError, LookupError, web.RequestPayloadError):  # damaged, or unknown encoding
            raise web.HTTPBadRequest from None
        caller = _identify(request)
        if "session" in form:
            ticket, draft = str(form["session"]), ""
            line = str(form.getall("line", [""])[-1])
            client = self._lines.get(ticket)
            if client is None or client.owner != caller.key:
                return self._offer_lines(request, _AWAY, line)
            answer = await client.answer(line)
        else:
            ticket, draft = str(form.get("begin", "")), str(form.get("draft", ""))
            if ticket in self._lines or not self._tickets.admits(ticket):
                return self._offer_lines(request, _PRESS_AGAIN, draft)
            refusal = self._admit(request[_VISIT], caller)
            if refusal is None:
                return pages.answer_status(429, _BUSY)
            if refusal:
                return self._offer_lines(request, refusal, draft)
            client = self._begin_lines(ticket, caller)
            answer = await client.answer()
        return self._show_answer(request, client, ticket, answer, draft)

    def _show_answer(
        self, request: web.Request, client: LinesClient, ticket: str, answer: str, draft: str
    ) -> web.Response:
        if client.is_over:
            ticket = self._tickets.draw()
        news = _OVER if client.is_over else ""
        frame = self._find_frame(request)
        text = pages.lines(frame, ticket, answer, client.earlier, news, draft, not news)
        return pages.answer(text)

    def _begin_lines(self, ticket: str, caller: Caller) -> LinesClient:
        client = self._lines[ticket] = LinesClient(self._server, caller)
        task = self._loop.create_task(client.run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._lines.pop(ticket))
        return client


def _identify(request: web.Request) -> Caller:
    """Return who sends a request."""
    key = "" if _GUEST in request.query else read_fingerprint(request)
    return Caller(request[_VISIT].address, "", key)


def _find_address(request: web.Request, connection: HttpConnection, proxies: Proxies) -> Address:
    """Return the client's address: of a proxy's request, the one that the proxy names.

    A client can send the header too, so only what the named proxies have added counts.
    """
    address = connection.address
    told = ",".join(request.headers.getall("X-Forwarded-For", [])).split(",")
    with suppress(ValueError, IndexError):
        while connection.is_proxy and address in proxies:
            address = Address(told.pop().strip())
    return address


def _is_ours(request: web.Request) -> bool:
    """Return whether a request that does something comes from one of our own pages.

    Browsers of text send no origin with a form. Without the session's id in it, a form can only
    begin a session.
    """
    if request.method in ("GET", "HEAD") and request.path != "/socket":
        return True
    if request.method == "POST" and "Origin" not in request.headers:
        return True
    with suppress(ValueError):
        return urlsplit(request.headers.get("Origin", "")).netloc.lower() == request.host.lower()
    return False


def _pack(response: web.StreamResponse) -> web.StreamResponse:
    """Let a page or picture be sent compressed; no answer to what a browser has sent."""
    if response.content_type in _PACKED and "Content-Encoding" not in response.headers:
        response.headers["Vary"] = "Accept-Encoding"
        response.enable_compression()
    return response


def _is_secure(request: web.BaseRequest) -> bool:
    return request.headers.get("X-Forwarded-Proto", "").lower() == "https"


def _tell_command(origin: str, port: int) -> str:
    """Return what plays here in a terminal.

    >>> _tell_command("https://cards.example", 22), _tell_command("http://[::1]:8080", 2222)
    ('ssh cards.example', 'ssh -p 2222 ::1')
    """
    host = urlsplit(origin).hostname or "this host"
    return f"ssh {host}" if port == 22 else f"ssh -p {port} {host}"


COOKIE = "solterm"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_COOKIE_SECONDS = 400 * 24 * 3600
"""Browsers keep no cookie longer."""


def read_fingerprint(request: web.BaseRequest) -> str:
    """Return the fingerprint of the browser's cookie; empty without one.

    It has its own prefix, because whoever sends the public half of an SSH key as a cookie must not
    get that key's fingerprint.
    """
    token = _read_token(request)
    if not token:
        return ""
    return f"WEB:{b64encode(sha256(token.encode()).digest()).decode().rstrip('=')}"


def give_cookie(request: web.BaseRequest, response: web.Response) -> None:
    """Give the browser a cookie, or renew the one it has."""
    response.set_cookie(
        COOKIE,
        _read_token(request) or secrets.token_urlsafe(32),
        max_age=_COOKIE_SECONDS,
        path="/",
        secure=_is_secure(request),  # who sends a false header, loses the cookie
        httponly=True,
        # Not Strict: then a link from another site would come without it, and get a new one.
        samesite="Lax",
    )


def _read_token(request: web.BaseRequest) -> str:
    token = request.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else ""

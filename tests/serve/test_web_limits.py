"""Browsers: who they are, which requests are refused, and the limits that ssh has too."""

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import AsyncMock, MagicMock, Mock

import aiohttp
import pytest
from aiohttp import WSMessage, WSMsgType

from solterm.serve.access import Access
from solterm.serve.host_settings import HostSettings
from solterm.serve.limits import ADDRESS_FULL, SILENT, TOO_FAST, TOO_MANY_NEW
from solterm.serve.web.browser_clients import FAILED, HttpConnection, TerminalClient
from tests.harness.pty import PATIENCE
from tests.serve.browsers import SIZE, WebHost, browser, open_socket, web_host
from tests.serve.hosting import eventually, fresh_address, is_closed

COOKIE = r"solterm=[A-Za-z0-9_-]{43}; HttpOnly; Max-Age=34560000; Path=/; SameSite=Lax"


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[WebHost]:
    async with web_host(tmp_path) as host:
        yield host


async def play(host: WebHost, client: aiohttp.ClientSession, path: str = "/socket") -> str:
    """Open a session for a moment, and return its player's name; a refusal instead."""
    begun = len(host.begun)
    async with open_socket(host, client, path) as line:
        await eventually(lambda: len(host.begun) > begun or line.closed or line._reader._buffer)
        if len(host.begun) == begun:
            sentence = await line.receive_str()
            message = await line.receive()
            assert message.type is WSMsgType.CLOSE
            assert message.data == FAILED
            return sentence
        session, _ = host.begun[-1]
    await eventually(lambda: session.reason)
    host.end(session, 0)
    await eventually(lambda: session.id not in host.server.sessions)
    return session.name


# -- who they are ------------------------------------------------------------------------------


async def test_the_page_gives_a_cookie_that_scripts_cannot_read(host: WebHost) -> None:
    async with browser(host) as client:
        assert "Set-Cookie" not in (await client.get("/")).headers
        assert re.fullmatch(COOKIE, (await client.get("/play")).headers["Set-Cookie"])


async def test_the_cookie_is_the_player(host: WebHost) -> None:
    async with browser(host) as one, browser(host) as other:
        for each in (one, other):
            await each.get("/play")
        name = await play(host, one)
        await one.get("/play")  # renews the cookie, and keeps its value
        assert await play(host, one) == name
        assert await play(host, other) != name


async def test_who_has_no_cookie_or_wants_none_is_a_guest(host: WebHost) -> None:
    async with browser(host) as client:
        assert await play(host, client) == "guest"
        assert "Set-Cookie" not in (await client.get("/play?guest")).headers
        await client.get("/play")
        assert await play(host, client, "/socket?guest") == "guest"
        assert await play(host, client) != "guest"


async def test_a_code_joins_a_browser_to_the_player_of_a_key(host: WebHost) -> None:
    accounts = host.server.accounts
    ann = await accounts.answer(lambda each: each.enrol("SHA256:" + "a" * 43, "ann"))
    async with browser(host) as client:
        await client.get("/play")
        assert await play(host, client) != "ann"
        session, _ = host.begun[-1]
        code = await accounts.answer(lambda each: each.make_code(ann.id))
        await accounts.answer(lambda each: each.use_code(session.caller.key, code))
        assert await play(host, client) == "ann"


async def test_a_closed_host_refuses_guests_and_admits_cookies(tmp_path: Path) -> None:
    async with web_host(tmp_path, Access(closed=True)) as host, browser(host) as client:
        assert "no guests" in await play(host, client)
        await client.get("/play")
        assert await play(host, client) == "player-1"


# -- foreign pages -----------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://[evil"])
async def test_a_page_of_another_site_opens_no_socket(host: WebHost, origin: str) -> None:
    async with browser(host) as client:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.ws_connect("/socket", headers={"Origin": origin} if origin else {})
        assert refused.value.status == 403
    assert not host.begun


async def test_a_proxy_may_speak_tls_to_the_browser(host: WebHost) -> None:
    async with browser(host) as client:
        headers = {"Origin": "https://cards.example", "Host": "cards.example"}
        async with open_socket(host, client, **headers):
            await host.wait_for_session()


# -- limits ------------------------------------------------------------------------------------


async def test_logins_from_one_address_are_limited(tmp_path: Path) -> None:
    async with web_host(tmp_path, logins_a_minute=1) as host:
        async with browser(host) as client:
            assert await play(host, client) == "guest"
            assert await play(host, client) == TOO_FAST
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await play(host, client)
            assert refused.value.status == 429
        async with browser(host) as other:
            assert await play(host, other) == "guest"


async def test_requests_from_one_address_are_limited(tmp_path: Path) -> None:
    async with web_host(tmp_path, logins_a_minute=1) as host, browser(host) as client:
        found = [(await client.get("/")).status for _ in range(21)]
        assert found == [200] * 20 + [429]


async def test_sessions_of_an_address_are_limited(tmp_path: Path) -> None:
    address = fresh_address()
    async with (
        web_host(tmp_path, sessions_of_an_address=1) as host,
        browser(host, address) as client,
        open_socket(host, client),
    ):
        await host.wait_for_session()
        assert await play(host, client) == ADDRESS_FULL


async def test_new_players_of_an_address_are_limited(tmp_path: Path) -> None:
    address = fresh_address()
    async with web_host(tmp_path, new_players_an_hour=1) as host:
        for name in ("player-1", TOO_MANY_NEW):
            async with browser(host, address) as client:
                await client.get("/play")
                assert await play(host, client) == name
        async with browser(host, address) as client:
            assert await play(host, client) == "guest"


async def test_one_connection_too_many_drops_the_oldest_silent_one(tmp_path: Path) -> None:
    address = fresh_address()
    async with web_host(tmp_path, pending_connections_of_an_address=2) as host:
        opened = [_connect(host, address) for _ in range(3)]
        await eventually(lambda: len(host.server.limits.pending) == 2)
        host.clock.seconds += 3
        await eventually(lambda: is_closed(opened[0]))
        assert not any(map(is_closed, opened[1:]))
        for each in opened:
            each.close()
        await eventually(lambda: not host.server.limits.pending)


async def test_a_browser_that_has_its_answer_makes_room_at_once(tmp_path: Path) -> None:
    """A page opens six connections and keeps them; others behind its address load it too."""
    address = fresh_address()
    async with web_host(tmp_path, pending_connections_of_an_address=2) as host:
        opened = []
        for _ in range(6):
            opened.append(_connect(host, address))
            opened[-1].send(b"GET /play HTTP/1.1\r\nHost: x\r\n\r\n")
            async with asyncio.timeout(PATIENCE):
                await asyncio.get_running_loop().sock_recv(opened[-1], 1 << 16)
        assert [is_closed(each) for each in opened] == [True] * 4 + [False] * 2
        for each in opened:
            each.close()


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: "])
async def test_a_connection_without_a_whole_requestis_closed(tmp_path: Path, sent: bytes) -> None:
    async with web_host(tmp_path, login_seconds=1) as host:
        connected = _connect(host, fresh_address())
        connected.send(sent)
        await eventually(lambda: is_closed(connected))
        connected.close()


def _connect(host: WebHost, address: str) -> socket.socket:
    connected = socket.create_connection(("127.0.0.1", host.port), source_address=(address, 0))
    connected.setblocking(False)
    return connected


async def test_a_socket_without_a_size_is_pending(host: WebHost) -> None:
    headers = {"Origin": host.address}
    async with browser(host) as client, client.ws_connect("/socket", headers=headers) as line:
        assert [
            each.patience for each in host.server.connections if isinstance(each, HttpConnection)
        ] == [SILENT]
        assert len(host.server.limits.pending) == 1
        await line.send_str(SIZE)
        await host.wait_for_session()
        assert not host.server.limits.pending


async def test_pings_are_answered_and_counted(tmp_path: Path) -> None:
    async with web_host(tmp_path) as host, browser(host) as client:
        headers = {"Origin": host.address}
        async with client.ws_connect("/socket", headers=headers, autoping=False) as line:
            await line.send_str(SIZE)
            await host.wait_for_session()
            await line.ping(b"7")
            answer = await line.receive()
            assert (answer.type, answer.data) == (WSMsgType.PONG, b"7")
            for _ in range(2000):
                await line.ping()
            (connection,) = host.server.connections
            assert isinstance(connection, HttpConnection) and connection.transport
            await eventually(lambda: not connection.transport.is_reading())
            connection.disconnect("")


async def test_a_browser_that_claims_to_read_everything_still_has_to() -> None:
    """Its session waits while output lies between the host and the page."""
    told: asyncio.Queue[WSMessage] = asyncio.Queue()
    stuck = asyncio.Event()
    line, server, session = MagicMock(closed=False), Mock(), Mock()
    line.send_bytes = lambda data: stuck.wait()
    server.make_session.return_value, server.settings = session, HostSettings()
    server.run = AsyncMock()
    client = TerminalClient(line, Mock(wait=AsyncMock()))
    line.__aiter__ = lambda _: _receive_all(told)
    playing = asyncio.create_task(client.play(server, Mock(), (80, 24), "", {}))
    await eventually(lambda: server.run.called)
    for _ in range(3):
        client.write(b"x" * (1 << 14))
        await asyncio.sleep(0)
    session.pause_output.assert_called()
    told.put_nowait(WSMessage(WSMsgType.TEXT, json.dumps({"read": 3 << 14}), ""))
    told.put_nowait(WSMessage(WSMsgType.BINARY, b"q", ""))
    await eventually(lambda: session.take_input.called)
    session.resume_output.assert_not_called()
    playing.cancel()


async def _receive_all(told: "asyncio.Queue[WSMessage]") -> AsyncIterator[WSMessage]:
    while True:
        yield await told.get()


# -- proxies -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("198.51.100.1, 192.0.2.7", "192.0.2.7"),  # a client can send the first one itself
        ("192.0.2.7, 127.9.9.9", "192.0.2.7"),  # two proxies in a row
        ("2001:db8::5", "2001:db8::5"),
    ],
)
async def test_a_named_proxy_names_the_client(tmp_path: Path, told: str, address: str) -> None:
    headers = {"X-Forwarded-For": told}
    async with (
        web_host(tmp_path, web_proxies=["127.0.0.0/8"]) as host,
        browser(host) as client,
        open_socket(host, client, **headers),
    ):
        session, _ = await host.wait_for_session()
        assert session.caller.address == address


async def test_a_false_address_from_a_proxy_counts_as_the_proxys(tmp_path: Path) -> None:
    async with (
        web_host(tmp_path, web_proxies=["127.0.0.0/8"]) as host,
        browser(host, "127.8.8.8") as client,
        open_socket(host, client, **{"X-Forwarded-For": "unknown"}),
    ):
        session, _ = await host.wait_for_session()
        assert session.caller.address == "127.8.8.8"


async def test_the_address_belongs_to_the_request(tmp_path: Path) -> None:
    """A proxy sends requests of many clients on one connection."""
    async with web_host(tmp_path, web_proxies=["127.0.0.0/8"]) as host, browser(host) as client:
        one, other = ({"X-Forwarded-For": each} for each in ("192.0.2.1", "192.0.2.7"))
        answer = await client.get("/socket", headers={"Origin": host.address, **one})
        assert answer.status == 400
        assert not host.server.limits.pending
        async with open_socket(host, client, **other):
            session, _ = await host.wait_for_session()
            assert session.caller.address == "192.0.2.7"
            assert len(host.server.connections) == 1, "both came on one connection"
    assert "192.0.2.1" not in host.log_file.read_text()

"""Line mode as a form: no script, a page for each answer."""

import asyncio
import gzip
import os
import re
from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path

import aiohttp
import pytest

from solterm.serve.limits import ADDRESS_FULL
from solterm.serve.server import DISPLACED, UNATTENDED
from tests.serve.browsers import WebHost, browser, read_keys, web_host
from tests.serve.hosting import eventually, fresh_address


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[WebHost]:
    async with web_host(tmp_path) as host:
        yield host


async def post(client: aiohttp.ClientSession, **fields: str) -> str:
    answer = await client.post("/lines", data=fields)
    assert answer.status == 200
    return unescape(await answer.text())


def session_of(page: str, name: str = "session") -> str:
    (found,) = re.findall(rf'name="{name}" value="(.+?)"', page)
    return str(found)


async def draw_ticket(client: aiohttp.ClientSession) -> str:
    """Open the page that begins a session."""
    return session_of(await (await client.get("/lines")).text(), "begin")


async def begin(host: WebHost, client: aiohttp.ClientSession, **fields: str) -> tuple[str, int]:
    """Begin a session; return its id and its process's end of the terminal."""
    ticket = await draw_ticket(client)
    number = len(host.begun) + 1
    asked = asyncio.create_task(post(client, begin=ticket, **fields))
    _, terminal = await host.wait_for_session(number)
    os.write(terminal, b"Welcome <you>.\n> ")
    page = await asked
    assert "Welcome <you>.\n</pre>" in page
    return session_of(page), terminal


async def test_a_line_is_answered_with_a_page(host: WebHost) -> None:
    async with browser(host) as client:
        id, terminal = await begin(host, client)
        asked = asyncio.create_task(post(client, session=id, line="moves\x03 <b>\r\nundo"))
        assert await read_keys(terminal) == b"moves <b>undo\n", "one line, no control characters"
        os.write(terminal, b"None.\n> ")
        page = await asked
        assert "None.\n</pre>" in page
        assert session_of(page) == id
        assert "Welcome" in page.partition("Earlier answers")[2]


async def test_the_answers_are_text_and_never_markup(host: WebHost) -> None:
    async with browser(host) as client:
        id, terminal = await begin(host, client)
        asked = asyncio.create_task(client.post("/lines", data={"session": id, "line": "x"}))
        await read_keys(terminal)
        os.write(terminal, b"<script>alert(1)</script>\n> ")
        text = await (await asked).text()
        assert "<script>" not in text
        assert "&lt;script&gt;" in text


async def test_an_ended_session_shows_its_last_words(host: WebHost) -> None:
    async with browser(host) as client:
        id, terminal = await begin(host, client)
        asked = asyncio.create_task(post(client, session=id, line="quit"))
        await read_keys(terminal)
        os.write(terminal, b"Goodbye.\n")
        session, _ = host.begun[-1]
        host.end(session, 0)
        page = await asked
        assert "Goodbye." in page
        assert "session is over" in page
        assert 'name="session"' not in page
        assert "session is over" in await post(client, session=id, line="moves")


async def test_a_session_belongs_to_its_browser(host: WebHost) -> None:
    async with browser(host) as client, browser(host) as other:
        id, _ = await begin(host, client)
        await other.get("/lines")
        assert "session is over" in await post(other, session=id, line="moves")


async def test_a_form_of_another_site_is_refused(host: WebHost) -> None:
    async with browser(host) as client:
        answer = await client.post("/lines", headers={"Origin": "https://evil.example"})
        assert answer.status == 403
    assert not host.begun


async def test_a_form_that_is_too_long_is_refused(host: WebHost) -> None:
    async with browser(host) as client:
        answer = await client.post("/lines", data={"line": "x" * (1 << 13)})
        assert answer.status == 413
    assert not host.begun


@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded; charset=none", "multipart/form-data; boundary=x"]
)
async def test_a_damaged_form_is_refused(host: WebHost, kind: str) -> None:
    async with browser(host) as client:
        answer = await client.post("/lines", data=b"line=\xff", headers={"Content-Type": kind})
        assert answer.status == 400
    assert not host.begun
    assert not host.log_file.exists() or " error " not in host.log_file.read_text()


async def test_a_compressed_form_is_not_expanded(host: WebHost) -> None:
    form = gzip.compress(f"begin={'x' * 9000}".encode())
    async with browser(host) as client:
        for data in (form, b"no gzip"):
            answer = await client.post("/lines", data=data, headers={"Content-Encoding": "gzip"})
            assert answer.status == 415
    assert not host.log_file.exists() or " error " not in host.log_file.read_text()


async def test_sessions_of_line_mode_count_like_others(tmp_path: Path) -> None:
    address = fresh_address()
    async with web_host(tmp_path, sessions_of_an_address=1) as host, browser(host, address) as one:
        id, terminal = await begin(host, one)
        asked = asyncio.create_task(post(one, session=id, line="x"))
        await read_keys(terminal)  # so it has a connection
        assert ADDRESS_FULL in await post(one, begin=await draw_ticket(one))
        os.write(terminal, b"> ")
        await asked


async def test_a_session_without_a_connection_makes_room(tmp_path: Path) -> None:
    """It is the longest idle one of a full host."""
    async with (
        web_host(tmp_path, sessions=2) as host,
        browser(host) as one,
        browser(host) as other,
        browser(host) as third,
    ):
        for each in (one, other):
            await begin(host, each)
            host.clock.seconds += 1
        beginning = asyncio.create_task(begin(host, third))
        (session, _), (later, _) = host.begun
        await eventually(lambda: session.reason)
        assert session.reason == f"{DISPLACED} Your game is kept."
        host.end(session, 0)
        await beginning
        assert not later.reason and len(host.server.sessions) == 2


async def test_only_a_form_from_a_page_begins_a_session(host: WebHost) -> None:
    async with browser(host) as client:
        for fields in ({}, {"begin": "x"}, {"begin": "x.y"}, {"begin": "é.é"}):
            page = await post(client, **fields)
            assert "press Begin again" in page
        assert not host.begun and not host.server.limits.taken
        ticket = session_of(page, "begin")
        asked = asyncio.create_task(post(client, begin=ticket))
        _, terminal = await host.wait_for_session()
        assert "press Begin again" in await post(client, begin=ticket), "it begins one session"
        os.write(terminal, b"Welcome.\n> ")
        await asked


async def test_a_command_that_comes_too_late_is_kept_for_the_next_session(host: WebHost) -> None:
    async with browser(host) as client:
        id, _ = await begin(host, client)
        session, _ = host.begun[-1]
        host.clock.seconds += 121
        host.server.end_the_silent()
        assert session.reason == f"{UNATTENDED} Your game is kept."
        host.end(session, 0)
        await eventually(lambda: not host.entrance._lines)
        page = await post(client, session=id, line='t1 "t2"')
        assert "two minutes" in page and len(host.begun) == 1
        (draft,) = re.findall(r'name="draft" value="(.+)"', page)
        asked = asyncio.create_task(post(client, begin=session_of(page, "begin"), draft=draft))
        _, terminal = await host.wait_for_session(2)
        os.write(terminal, b"Welcome.\n> ")
        assert 'name="line" value="t1 "t2""' in await asked

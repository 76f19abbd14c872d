"""Browsers: pages, the policy, cookies, and a session over a WebSocket."""

import asyncio
import json
import os
import re
import termios
from contextlib import suppress
from html import escape
from pathlib import Path
from unittest.mock import Mock

import pytest
from aiohttp import WSMsgType

from scripts import web_font
from scripts.compiled import ROOT
from solterm.cli.main import main
from solterm.contests.days import daily, today
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import find
from solterm.hall.messages import Door
from solterm.serve.accounts import Player
from solterm.serve.web.assets import FONTS, Assets
from solterm.serve.web.browser_clients import FAILED, OVER, RESTARTING
from solterm.serve.web.web_pages import HEADERS
from tests.serve.browsers import browser, open_socket, read_keys, web_host
from tests.serve.hosting import eventually
from tests.sessions.messages import play_started


async def test_pages_have_a_policy_without_inline_code(tmp_path: Path) -> None:
    async with web_host(tmp_path) as host, browser(host) as client:
        for path in ("/", "/play"):
            answer = await client.get(path)
            assert answer.status == 200
            policy, text = answer.headers["Content-Security-Policy"], await answer.text()
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert not re.search(r"<style|style=| on\w+=|<script>|javascript:", text)
            for asset in re.findall(r'(?:href|src)="(/static/[^"]+)"', text):
                found = await client.get(asset)
                assert found.status == 200, asset
                assert "immutable" in found.headers["Cache-Control"]


async def test_the_nonce_is_new_each_time_and_fits_the_page(tmp_path: Path) -> None:
    nonces = []
    async with web_host(tmp_path) as host, browser(host) as client:
        for _ in range(2):
            answer = await client.get("/play")
            (nonce,) = re.findall(r'nonce="(.+?)"', await answer.text())
            assert f"'nonce-{nonce}'" in answer.headers["Content-Security-Policy"]
            nonces.append(nonce)
    assert nonces[0] != nonces[1]


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (b"Cookie: solterm=secret\x01", 400),
        (b"Cookie: " + b"secret" * 1000, 400),
        (b"Expect: secret\r\nConnection: close", 417),
    ],
)
async def test_an_error_quotes_no_request(tmp_path: Path, line: bytes, status: int) -> None:
    """Neither in the answer nor in the log, which has the class alone."""
    async with web_host(tmp_path) as host:
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n" + line + b"\r\n\r\n")
        answer = (await reader.read()).decode()
        writer.close()
        assert f" {status} " in answer.splitlines()[0]
        for name, value in HEADERS.items():
            assert f"{name}: {value}" in answer
        assert "Content-Security-Policy" in answer and "aiohttp" not in answer
        logged = host.log_file.read_text() if host.log_file.exists() else ""
        assert "secret" not in answer + logged
        assert (status == 400) == (" error " in logged)


async def test_a_failed_answer_quotes_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with web_host(tmp_path) as host, browser(host) as client:
        monkeypatch.setattr(
            host.entrance._site, "_read_today", Mock(side_effect=KeyError("secret"))
        )
        answer = await client.get("/")
        assert (answer.status, await answer.text()) == (500, "Internal Server Error")
        assert answer.headers["Server"] == "solterm"
        logged = host.log_file.read_text()
        assert "error=KeyError at=" in logged and "secret" not in logged


async def test_a_session_over_a_socket(tmp_path: Path) -> None:
    """Keys reach the terminal, output the browser, and a new size takes effect."""
    async with web_host(tmp_path) as host, browser(host) as client:
        await client.get("/play")
        async with open_socket(host, client) as line:
            session, terminal = await host.wait_for_session()
            assert session.player
            await line.send_bytes(b"u\n")
            assert await read_keys(terminal) == b"u\n"
            os.write(terminal, b"hello")
            shown = b""
            while not shown.endswith(b"hello"):  # after the echo of what was typed
                shown += await line.receive_bytes()
            await line.send_str(json.dumps({"columns": 132, "rows": 43}))
            await eventually(lambda: termios.tcgetwinsize(terminal) == (43, 132))


async def test_a_closed_socket_ends_the_session(tmp_path: Path) -> None:
    async with web_host(tmp_path) as host, browser(host) as client:
        async with open_socket(host, client):
            session, _ = await host.wait_for_session()
        await eventually(lambda: session.reason)
        assert "dropped" in session.reason


async def test_the_code_says_how_a_session_ended(tmp_path: Path) -> None:
    """The page connects again only after other codes."""
    async with web_host(tmp_path) as host, browser(host) as client:
        for number, (status, code) in enumerate(((0, OVER), (1, FAILED)), 1):
            async with open_socket(host, client) as line:
                session, _ = await host.wait_for_session(number)
                host.end(session, status)
                message = await line.receive()
                assert message.type is WSMsgType.CLOSE
                assert message.data == code


async def test_a_host_that_ends_lets_pages_connect_again(tmp_path: Path) -> None:
    async with (
        web_host(tmp_path) as host,
        browser(host) as client,
        open_socket(host, client) as one,
        open_socket(host, client) as other,
    ):
        await host.wait_for_session(2)
        host.server.done.set()
        for (session, _), status in zip(host.begun, (0, 1), strict=True):
            host.end(session, status)
        for line in (one, other):
            message = await line.receive()
            assert (message.type, message.data) == (WSMsgType.CLOSE, RESTARTING)


async def test_output_waits_for_a_page_that_shows_none(tmp_path: Path) -> None:
    """The host reads no more from a session than the page has not shown yet."""
    async with (
        web_host(tmp_path) as host,
        browser(host) as client,
        open_socket(host, client) as line,
    ):
        _, terminal = await host.wait_for_session()
        feeding = asyncio.create_task(_feed(terminal))
        read = 0
        while read <= 1 << 15:
            read += len(await line.receive_bytes())
        await asyncio.sleep(0.1)
        with suppress(TimeoutError):
            async with asyncio.timeout(0.1):
                while True:
                    read += len(await line.receive_bytes())
        assert read < 1 << 16
        await line.send_str(json.dumps({"read": 1 << 40}))  # more than was sent: ignored
        await line.send_str(json.dumps({"read": read}))
        assert await line.receive_bytes()
        feeding.cancel()


async def _feed(terminal: int) -> None:
    """Write to a terminal without end."""
    while True:
        with suppress(BlockingIOError):
            os.write(terminal, b"x" * 1024)
        await asyncio.sleep(0)


async def test_the_first_page_shows_who_plays_and_links_to_watch(tmp_path: Path) -> None:
    async with web_host(tmp_path) as host, browser(host) as client:
        hall = host.server.hall
        hall.enter("5e551", Player("id", "ann"), Mock())
        hall.hear("5e551", play_started(Play(find("demon"), 617)))
        hall.hear("5e551", Door(open=True))
        hall.enter("5e552", Player("id2", "cid"), Mock())
        hall.hear("5e552", Door(open=False))
        text = await (await client.get("/")).text()
        assert "A player plays Demon" in text and "1 more player." in text
        assert "ann" not in text and "cid" not in text, "they allow no pages"
        assert re.findall(r'href="(/play\?watch=.+?)"', text) == ["/play?watch=5e551"]
        (leg,) = daily(today()).games
        assert escape(find(leg.game).name) in text
        # The page is kept for a moment, so that many requests cost little.
        hall.leave("5e551")
        assert "plays Demon" in await (await client.get("/")).text()
        host.clock.seconds += 60
        assert "plays Demon" not in await (await client.get("/")).text()


async def test_a_link_to_watch_needs_no_account(tmp_path: Path) -> None:
    async with web_host(tmp_path) as host, browser(host) as client:
        assert "Set-Cookie" not in (await client.get("/play?watch=5e551")).headers
        async with open_socket(host, client, "/socket?watch=5e551"):
            session, _ = await host.wait_for_session()
            assert session.name == "guest"
            assert session.watch == "5e551"


def test_the_fonts_have_all_characters_of_the_program() -> None:
    files = [each for each in (ROOT / "solterm").rglob("*") if each.suffix in (".py", ".md")]
    assert not web_font.find_missing("".join(each.read_text() for each in files))
    assert sum((web_font.STATIC / name).stat().st_size for name in FONTS) < 30_000


def test_missing_files_of_others_are_named_with_the_way_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="run scripts/web-assets"):
        Assets(tmp_path)


def test_browsers_have_no_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["serve", "--web", "0", "--keys", "keys", "--even-as-root", "--data"]
    assert main([*words, str(tmp_path)]) == 1
    assert "browsers have no keys" in capsys.readouterr().err

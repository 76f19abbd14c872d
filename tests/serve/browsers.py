"""A browser entrance in this process, and clients for it; sessions run nothing."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from solterm.serve.access import Access
from solterm.serve.hosted_session import HostedSession
from solterm.serve.log import Log
from solterm.serve.server import Server
from solterm.serve.web.assets import OTHERS, Assets
from solterm.serve.web.entrance import WebEntrance
from tests.harness.clock import Clock
from tests.harness.pty import PATIENCE
from tests.serve.hosting import eventually, fresh_address

SIZE = json.dumps({"columns": 80, "rows": 24})


def make_assets(folder: Path) -> Assets:
    """Return assets with empty files in place of those of others."""
    folder.mkdir()
    for name in OTHERS:
        (folder / name).touch()
    return Assets(folder)


class WebHost:
    """A server with a browser entrance, whose sessions have a terminal and no process."""

    def __init__(self, folder: Path, access: Access | None, settings: dict[str, Any]) -> None:
        lines = [f"{name} = {json.dumps(value)}\n" for name, value in settings.items()]
        (folder / "serve.toml").write_text("".join(lines))
        self.clock = Clock()
        self.log_file = folder / "log"
        self.server = Server(folder, Log(self.log_file), access or Access(), now=self.clock)
        self.server.supervisor.order = self._order  # type: ignore[method-assign, assignment]
        self.entrance = WebEntrance(self.server, make_assets(folder / "assets"))
        self.begun: list[tuple[HostedSession, int]] = []
        """The sessions that began, each with its process's end of the terminal."""
        self.port = 0

    def _order(self, order: object, files: list[int], session: HostedSession) -> None:
        os.close(files[0])
        os.set_blocking(files[1], False)
        self.begun.append((session, files[1]))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def end(self, session: HostedSession, status: int) -> None:
        """End a session as its process would."""
        os.close(dict(self.begun)[session])
        session.end(status)

    async def wait_for_session(self, number: int = 1) -> tuple[HostedSession, int]:
        """Wait until so many sessions have begun, and return the last."""
        await eventually(lambda: len(self.begun) >= number)
        return self.begun[number - 1]


async def read_keys(terminal: int) -> bytes:
    """Wait for input at the process's end of a terminal."""

    def read() -> bytes:
        try:
            return os.read(terminal, 1 << 12)
        except BlockingIOError:
            return b""

    return bytes(await eventually(read))


@asynccontextmanager
async def web_host(
    folder: Path, access: Access | None = None, **settings: Any
) -> AsyncIterator[WebHost]:
    """Serve browsers inside a ``with`` block."""
    host = WebHost(folder, access, settings)
    host.port = await host.entrance.open("127.0.0.1", 0)
    try:
        yield host
    finally:
        host.entrance.close()
        for session, _ in host.begun:
            if session.id in host.server.sessions:
                host.end(session, 0)
        await eventually(lambda: not host.server.sessions)
        await host.entrance.stop()
        host.server.accounts.close()


@asynccontextmanager
async def browser(host: WebHost, address: str = "") -> AsyncIterator[aiohttp.ClientSession]:
    """Return a client that keeps cookies."""
    async with aiohttp.ClientSession(
        host.address,
        connector=aiohttp.TCPConnector(local_addr=(address or fresh_address(), 0)),
        timeout=aiohttp.ClientTimeout(PATIENCE),
        cookie_jar=aiohttp.CookieJar(unsafe=True),  # unsafe: also for addresses without a name
    ) as client:
        yield client


@asynccontextmanager
async def open_socket(
    host: WebHost, client: aiohttp.ClientSession, path: str = "/socket", **headers: str
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Open the socket of the terminal as the page does."""
    headers = {"Origin": host.address, **headers}
    async with (
        asyncio.timeout(PATIENCE),
        client.ws_connect(path, headers=headers) as line,
    ):
        await line.send_str(SIZE)
        yield line

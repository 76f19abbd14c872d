"""A real browser, for tests: Chromium without a window, driven by Playwright."""

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import pytest

from solterm.core.refusal import Refusal
from solterm.serve.web.assets import Assets
from tests.harness.pty import PATIENCE
from tests.serve.hosting import Host, eventually

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
_SWITCHES = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


def find_lack() -> str:
    """Return why no browser can be tested, or empty."""
    if not Path(CHROMIUM).exists():
        return "Chromium is not installed"
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "Playwright is not installed: scripts/test --all installs it"
    try:
        Assets()
    except Refusal:
        return "xterm.js is missing: scripts/web-assets fetches it"
    return ""


class BrowserHost(Host):
    """A host that serves browsers too."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "--web", "127.0.0.1:0")
        found = re.search(r"Browsers: http://127\.0\.0\.1:(\d+)/", self.welcome)
        assert found
        self.web_port = int(found[1])


class Cable:
    """A line between browser and host that a test can cut."""

    def __init__(self, port: int, name: bytes = b"") -> None:
        """With a ``name``, change the host's name in requests, as a web server may."""
        self._to = port
        self._name = name
        self._writers: set[asyncio.StreamWriter] = set()
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()

    def cut(self) -> None:
        """Drop all connections; new ones are possible."""
        for each in self._writers:
            each.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        ends = {writer, back}
        self._writers |= ends
        await asyncio.gather(
            self._copy(reader, back), self._copy(there, writer), return_exceptions=True
        )
        self._writers -= ends

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 14):
            if self._name:
                data = re.sub(rb"(?<=\r\nHost: )\S+", self._name, data)
            writer.write(data)
        writer.close()


class Page:
    """A page of the browser, with what went wrong on it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.faults: list[str] = []
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._note)

    def _note(self, message: Any) -> None:
        # The policy's violations are errors of the console too.
        refused = ("WebSocket connection", "status of 403")
        if message.type == "error" and not any(each in message.text for each in refused):
            self.faults.append(message.text)

    async def text(self) -> str:
        """Return the terminal's text."""
        found = await self.page.locator(".xterm-rows").inner_text()
        return str(found).replace("\xa0", " ")

    async def wait_for(self, text: str) -> None:
        end = asyncio.get_running_loop().time() + PATIENCE
        while text not in (seen := await self.text()):
            assert asyncio.get_running_loop().time() < end, f"no {text!r} in {seen}"
            await asyncio.sleep(0.05)

    async def type(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def touch(self, *keys: str) -> None:
        """Tap keys under the terminal."""
        for key in keys:
            await self.page.tap(f'[data-key="{key}"]')

    async def size(self) -> tuple[int, int]:
        """Return the terminal's columns and rows."""
        lines = (await self.text()).split("\n")
        return len(lines[0]), len(lines)


@asynccontextmanager
async def open_page(
    address: str, width: int = 1000, height: int = 640, **options: Any
) -> AsyncIterator[Page]:
    """Open a page in a new browser, and check at the end that nothing went wrong on it."""
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=list(_SWITCHES))
        try:
            viewport = {"width": width, "height": height}
            context = await browser.new_context(viewport=viewport, **options)
            page = Page(await context.new_page())
            await page.page.goto(address)
            yield page
            assert not page.faults
        finally:
            await browser.close()


TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}

needs_browser = pytest.mark.skipif(bool(find_lack()), reason=find_lack() or "all is there")

__all__ = ["TOUCH", "BrowserHost", "Cable", "Page", "eventually", "needs_browser", "open_page"]

"""The browser entrance in a real Chromium."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from tests.harness.pty import PATIENCE
from tests.serve.chromium import TOUCH, BrowserHost, Cable, Page, needs_browser, open_page
from tests.serve.hosting import connect, eventually, fresh_key

pytestmark = [pytest.mark.long, needs_browser]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserHost]:
    with BrowserHost(tmp_path_factory.mktemp("browsers")) as host:
        yield host


def address(host: BrowserHost, path: str = "", port: int = 0) -> str:
    return f"http://127.0.0.1:{port or host.web_port}/{path}"


async def enter(page: Page) -> None:
    """Pass the welcome of a guest."""
    await page.wait_for("Press any key")
    await page.type("Enter")
    await refuse_lesson(page)


async def refuse_lesson(page: Page) -> None:
    await page.wait_for("New here?")
    await page.type("Escape")
    async with asyncio.timeout(PATIENCE):
        while "New here?" in await page.text():
            await asyncio.sleep(0.02)


async def deal(page: Page, game: str) -> None:
    await page.type(*game)
    await page.wait_for(game)
    await page.type("Enter")
    await page.wait_for("Moves 0")


async def test_a_first_visit(host: BrowserHost) -> None:
    """From the first page to a name and the menu."""
    async with open_page(address(host)) as page:
        await page.page.click("text=Play")
        await page.wait_for("takes this name")
        await page.type(*"berta", "Enter")
        await page.wait_for("New here?")
        assert await page.size() >= (80, 24)
        assert host.session_of("berta")
        (cookie,) = await page.page.context.cookies()
        assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"]) == ("solterm", True, "Lax")
        assert not await page.page.evaluate("document.cookie")


async def play_golf(page: Page, press: Callable[[str], Awaitable[None]]) -> None:
    """Turn the whole stock over, and end the game, unless it has ended."""
    first = int(re.findall(r"Score (\d+)", await page.text())[0])
    for score in range(first + 1, first + 100):
        text = await page.text()
        if "STOCK" not in text or "Look at the table" in text:
            return
        if "▌" not in text:  # the stock is empty
            await press("F9")
            await page.wait_for("Copy")
            return
        await press("F3")
        await page.wait_for(f"Score {score}")


async def test_a_whole_game_with_the_keyboard(host: BrowserHost) -> None:
    async with open_page(address(host, "play?guest")) as page:
        await enter(page)
        await deal(page, "royale-golf")
        await play_golf(page, page.type)


async def test_a_whole_game_with_a_finger(host: BrowserHost) -> None:
    """On an upright phone, with the keys under the terminal."""
    async with open_page(address(host, "play?guest"), 390, 844, **TOUCH) as page:
        await page.wait_for("Press any key")
        await page.touch("Enter")
        await page.wait_for("New here?")
        await page.touch("h")
        await deal(page, "royale-golf")
        columns, rows = await page.size()
        assert columns >= 60
        assert rows >= 20
        before = await page.text()
        await page.touch("Right")
        await wait_for_change(page, before)
        await play_golf(page, page.touch)


async def wait_for_change(page: Page, before: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while await page.text() == before:
            await asyncio.sleep(0.02)


async def test_a_tap_marks_a_card_and_does_what_a_message_names(host: BrowserHost) -> None:
    async with open_page(address(host, "play?guest"), 844, 390, **TOUCH) as page:
        await enter(page)
        await deal(page, "royale-golf")
        lines = (await page.text()).split("\n")
        (row,) = (row for row, line in enumerate(lines) if "? rules" in line)
        await tap(page, row, lines[row].index("rules"))
        await page.wait_for("Esc Back")
        await page.touch("Escape")
        await page.wait_for("STOCK")
        before = await page.text()
        await tap(page, *find_card(before))
        await wait_for_change(page, before)


async def tap(page: Page, row: int, column: int) -> None:
    """Tap a cell of the terminal."""
    box = await page.page.locator(".xterm-screen").bounding_box()
    columns, rows = await page.size()
    await page.page.touchscreen.tap(
        box["x"] + (column + 0.5) * box["width"] / columns,
        box["y"] + (row + 0.5) * box["height"] / rows,
    )


def find_card(text: str) -> tuple[int, int]:
    """Return the row and column of the last card on a screen."""
    rows = [
        (row, re.search(r"(10|[2-9AJQK])[♠♥♦♣]", line)) for row, line in enumerate(text.split("\n"))
    ]
    row, found = [(row, found) for row, found in rows if found][-1]
    return row, found.start()


async def test_a_cut_connection_comes_back(host: BrowserHost) -> None:
    async with (
        Cable(host.web_port) as cable,
        open_page(address(host, "play", cable.port)) as page,
    ):
        await page.wait_for("takes this name")
        await page.type(*"cilla", "Enter")
        await refuse_lesson(page)
        await deal(page, "royale-golf")
        await page.type("F3")
        await page.wait_for("Score 2")
        session = host.session_of("cilla")["session"]
        cable.cut()
        await page.page.wait_for_selector("#notice:not([hidden])")
        await page.page.wait_for_selector("#notice", state="hidden")
        await page.wait_for("Score 2")
        await eventually(lambda: host.session_of("cilla")["session"] != session)


async def test_a_refused_socket_is_told(host: BrowserHost) -> None:
    """And is not tried again and again."""
    async with (
        Cable(host.web_port, b"cards.example") as cable,
        open_page(address(host, "play?guest", cable.port)) as page,
    ):
        await page.page.wait_for_selector("#notice:not([hidden])")
        assert "another site" in await page.page.inner_text("#notice")
        assert await page.page.locator("#notice button").is_visible()


async def test_text_is_pasted_and_copied(host: BrowserHost) -> None:
    async with open_page(address(host, "play?guest")) as page:
        await enter(page)
        await page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await page.page.evaluate("navigator.clipboard.writeText('demon 617')")
        await page.type("Control+v")
        await page.wait_for("Deal 617")
        await page.type("F9")
        await page.wait_for("C Copy")
        await page.type("c")
        await page.wait_for("Copied")
        copied = await page.page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith("Demon (smallWare), deal 617, level 3")


async def test_a_challenge_marks_the_title_of_a_hidden_page(host: BrowserHost) -> None:
    async with (
        open_page(address(host, "play")) as page,
        connect(host, "rival", fresh_key()) as rival,
    ):
        await page.wait_for("takes this name")
        await page.type(*"frida", "Enter")
        await refuse_lesson(page)
        await page.page.evaluate(
            "Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })"
        )
        process = await rival.create_process("lines")
        process.stdin.write("race frida demon\n")
        await page.wait_for("challenges you")
        title = "* rival challenges you to Demon, level 3."
        await page.page.wait_for_function(f"document.title === {title!r}")
        await page.page.evaluate(
            "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))"
        )
        assert await page.page.title() == "solterm"


async def test_a_code_joins_a_browser_to_a_key(host: BrowserHost) -> None:
    async with connect(host, "dora", fresh_key()) as connection:
        answer = await connection.run("lines", input="code\nquit\n")
    code = re.findall(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", str(answer.stdout))[0]
    async with open_page(address(host, "lines")) as page:
        await page.page.click("text=Begin")
        await page.page.fill("#line", f"code {code}")
        await page.page.click("text=Send")
        assert "dora" in await page.page.inner_text("#answer")
        await page.page.goto(address(host, "play"))
        await page.wait_for("Your game is as you left it")
        await eventually(lambda: [each for each in host.sessions if each["player"] == "dora"])


@pytest.mark.parametrize(
    ("width", "height", "options", "least"),
    [
        (1280, 720, {}, (120, 34)),
        (2560, 1440, {}, (120, 34)),
        (844, 390, TOUCH, (80, 24)),
        (390, 844, TOUCH, (60, 20)),
    ],
)
async def test_the_table_has_room(
    host: BrowserHost,
    width: int,
    height: int,
    options: dict[str, bool],
    least: tuple[int, int],
    tmp_path: Path,
) -> None:
    async with open_page(address(host, "play?guest"), width, height, **options) as page:
        await enter(page)
        await deal(page, "demon")
        size = await page.size()
        assert all(have >= need for have, need in zip(size, least, strict=True)), size
        assert size[0] <= 130, "a large window has large cells"
        edge = await page.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert edge == "rgb(0, 0, 170)"
        inside, outside = [
            await page.page.locator(each).bounding_box() for each in (".xterm-screen", "#terminal")
        ]
        assert inside["width"] <= outside["width"]
        assert inside["height"] <= outside["height"]
        keys = [await each.bounding_box() for each in await page.page.locator(".keys button").all()]
        assert all(keys) == bool(options), "they are there for fingers alone"
        assert all(min(each["width"], each["height"]) >= 44 for each in keys if each)
        assert not await page.page.locator("#turn").is_visible()
        await page.page.screenshot(path=tmp_path / "table.png")


async def test_a_link_deals_once_and_ctrl_home_leads_to_the_page(host: BrowserHost) -> None:
    async with (
        Cable(host.web_port) as cable,
        open_page(address(host, "play?deal=royale-golf:617", cable.port)) as page,
    ):
        await page.wait_for("takes this name")
        await page.type(*"gilda", "Enter")
        await page.wait_for("Deal 617")
        await page.type("F3")
        await page.wait_for("Score 2")
        cable.cut()
        await page.page.wait_for_selector("#notice:not([hidden])")
        await page.page.wait_for_selector("#notice", state="hidden")
        await page.wait_for("Welcome back")
        await page.wait_for("Score 2")
        await page.type("Control+Home", "Escape", "u")
        await page.wait_for("Score 1")
        await page.type("Control+Home", "Enter")
        await page.page.wait_for_selector("h1:text('solterm')")


async def test_the_first_visit_takes_few_bytes(host: BrowserHost) -> None:
    taken: list[int] = []
    async with open_page("about:blank") as page:
        devtools = await page.page.context.new_cdp_session(page.page)
        await devtools.send("Network.enable")
        devtools.on("Network.loadingFinished", lambda end: taken.append(end["encodedDataLength"]))
        await page.page.goto(address(host, ""))
        await page.page.click("text=Play as a guest")
        await page.wait_for("Press any key")
    assert 90_000 < sum(taken) < 130_000


async def test_a_narrow_phone_is_told_to_turn(host: BrowserHost) -> None:
    async with open_page(address(host, "play?guest"), 280, 560, **TOUCH) as page:
        await page.page.wait_for_selector("#turn:not([hidden])")

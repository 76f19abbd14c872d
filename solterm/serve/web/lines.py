"""Line mode as a form: each line that a browser posts is answered with a page.

The session has a terminal, though it paints nothing: there line mode shows a prompt, which marks
the end of an answer.
"""

import asyncio
import secrets
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest, digest

from solterm.serve.hosted_session import Caller, Request
from solterm.serve.server import Server

_REQUEST = Request("lines", "dumb", (80, 24), {"LANG": "C.UTF-8"})
_PROMPT = "> "
_END = f"\n{_PROMPT}"
_ANSWER_SECONDS = 20.0
_LONGEST_LINE = 1000
_LONGEST_TEXT = 1 << 16
"""Characters of output to keep."""


class Tickets:
    """Tickets for sessions. Only our pages have them, so a session takes two requests.

    A ticket proves itself, and then names its session; the host remembers none.
    """

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)

    def draw(self) -> str:
        """Return a new ticket; nobody else can guess it."""
        drawn = secrets.token_urlsafe(32)
        return f"{drawn}.{self._sign(drawn)}"

    def admits(self, ticket: str) -> bool:
        drawn, _, seal = ticket.partition(".")
        return compare_digest(seal.encode(), self._sign(drawn).encode())

    def _sign(self, drawn: str) -> str:
        return digest(self._secret, drawn.encode(), sha256).hex()


class LinesClient:
    """The browser's end of a session: its ``Client``. It keeps what was said."""

    def __init__(self, server: Server, caller: Caller) -> None:
        self.text = ""
        """What the session has said since the last line."""
        self.earlier = ""
        """What it said before."""
        self.is_over = False
        self.owner = caller.key
        """The fingerprint of the browser; empty for a guest."""
        self._server = server
        self._session = server.make_session(caller, _REQUEST, self)
        self._has_news = asyncio.Event()

    async def run(self) -> None:
        """Run the session to its end."""
        await self._server.run(self._session)
        self.close(0)

    async def answer(self, line: str | None = None) -> str:
        """Send a line, if given, and return the answer, or what there is of it in time."""
        self._session.attend(True)
        if line is not None and not self.is_over:
            self.earlier, self.text = (self.earlier + self.text)[-_LONGEST_TEXT:], ""
            self._session.take_input(clean_line(line).encode() + b"\n")
        with suppress(TimeoutError):
            async with asyncio.timeout(_ANSWER_SECONDS):
                while not (self.is_over or self.text.endswith(_END)):
                    self._has_news.clear()
                    await self._has_news.wait()
        self._session.attend(False)
        return self.text.removesuffix(_PROMPT)

    # -- from the session (``Client``) -------------------------------------------------------

    def write(self, data: bytes) -> None:
        text = data.decode(errors="replace").replace("\r\n", "\n")
        self.text = (self.text + text)[-_LONGEST_TEXT:]
        self._has_news.set()

    def write_error(self, data: bytes) -> None:
        self.write(data)

    def pause_input(self) -> None:
        pass  # the browser sends one line at a time, and waits

    def resume_input(self) -> None:
        pass

    def close(self, status: int) -> None:
        self.is_over = True
        self._has_news.set()

    def is_closing(self) -> bool:
        return self.is_over


def clean_line(text: str) -> str:
    """Return a line without control characters, which a terminal would act on.

    >>> clean_line("play demon\\x03\\r\\n")
    'play demon'
    """
    return "".join(each for each in text if each.isprintable())[:_LONGEST_LINE]
